"""Check the arguments of a user's function without importing its module."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from pathlib import Path

from edgemark.bench.plan.algorithm_entries import AlgorithmSpec
from edgemark.bench.plan.versions import python_files
from edgemark.errors import listing

__all__ = ["problem_of_function"]


def problem_of_function(spec: AlgorithmSpec, folders: Sequence[Path]) -> str:
    """
    Return why every run of a user's function would fail; empty if the source does not show that.

    Only functions without a decorator at the top level of their module are checked, because other
    functions may take other arguments than the source shows.
    """
    function = _function(spec.use, folders)
    if function is None or function.decorator_list or isinstance(function, ast.AsyncFunctionDef):
        return ""
    arguments = function.args
    given = ["seed", *(["truth"] if spec.oracle else []), *spec.parameters]
    positional = [*arguments.posonlyargs, *arguments.args]
    by_name = {each.arg for each in (*arguments.args[_taken(arguments) :], *arguments.kwonlyargs)}
    lacking = [] if arguments.kwarg else [name for name in given if name not in by_name]
    call = f"it is called as {function.name}(data, {', '.join(f'{name}=...' for name in given)})"
    if not positional and not arguments.vararg:
        return f"{spec.use}: {call}; its definition takes no data"
    if lacking:
        return f"{spec.use}: {call}; its definition does not take {listing(lacking)}"
    required = [*_required(positional[1:], arguments.defaults), *_required_by_name(arguments)]
    unfilled = [name for name in required if name not in given]
    if unfilled:
        return f"{spec.use}: {call}; its definition also requires {listing(unfilled)}"
    return ""


def _taken(arguments: ast.arguments) -> int:
    """Return how many arguments that can be given by name the data take: 1 or 0."""
    return 0 if arguments.posonlyargs else 1


def _required(positional: Sequence[ast.arg], defaults: Sequence[ast.expr]) -> Iterable[str]:
    n_required = max(len(positional) - len(defaults), 0)
    return [each.arg for each in positional[:n_required]]


def _required_by_name(arguments: ast.arguments) -> Iterable[str]:
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return [each.arg for each, default in pairs if default is None]


def _function(use: str, folders: Sequence[Path]) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """Return the only definition of a function at the top level of its module; None if unknown."""
    module, _, name = use.partition(":")
    package, *parts = module.split(".")
    tails = (Path(package, *parts, "__init__.py"), Path(package, *parts).with_suffix(".py"))
    files = [
        file
        for file in python_files(package, folders)
        if any(file.parts[-len(tail.parts) :] == tail.parts for tail in tails)
    ]
    if len(files) != 1:
        return None
    try:
        tree = ast.parse(files[0].read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None
    bound = [node for node in ast.walk(tree) if _binds(node, name)]
    [node] = bound if len(bound) == 1 else [None]
    is_at_top = node in tree.body
    return node if is_at_top and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else None


def _binds(node: ast.AST, name: str) -> bool:
    """Whether a part of a module gives a name a value."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node.name == name
    if isinstance(node, ast.alias):
        return (node.asname or node.name) == name
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
