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
    Return why every run of a user's function would fail; empty if the source shows no reason.

    Only functions without a decorator at the top level of their module are checked, because other
    functions may take other arguments than the source shows.
    """
    tree = _module(spec.use, folders)
    first_name, _, attribute = spec.use.partition(":")[2].partition(".")
    if tree is not None and not _may_bind(tree, first_name):
        return f"{spec.use}: its module has no function {first_name!r}"
    function = None if tree is None or attribute else _function(tree, first_name)
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
    """Return 1 if the data take an argument that could also be given by name, else 0."""
    return 0 if arguments.posonlyargs else 1


def _required(positional: Sequence[ast.arg], defaults: Sequence[ast.expr]) -> Iterable[str]:
    n_required = max(len(positional) - len(defaults), 0)
    return [each.arg for each in positional[:n_required]]


def _required_by_name(arguments: ast.arguments) -> Iterable[str]:
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return [each.arg for each, default in pairs if default is None]


def _module(use: str, folders: Sequence[Path]) -> ast.Module | None:
    """Return the source of the module of a function; None if it is unknown."""
    package, *parts = use.partition(":")[0].split(".")
    tails = (Path(package, *parts, "__init__.py"), Path(package, *parts).with_suffix(".py"))
    files = [
        file
        for file in python_files(package, folders)
        if any(file.parts[-len(tail.parts) :] == tail.parts for tail in tails)
    ]
    if len(files) != 1:
        return None
    try:
        return ast.parse(files[0].read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None


def _function(tree: ast.Module, name: str) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """Return the only definition of a function at the top level of a module; None if unknown."""
    bound = [node for node in ast.walk(tree) if _binds(node, name)]
    [node] = bound if len(bound) == 1 else [None]
    is_at_top = node in tree.body
    return node if is_at_top and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else None


def _may_bind(tree: ast.Module, name: str) -> bool:
    """Whether a module can have a name, which may also come from ``import *`` or from code that runs."""
    ways_to_bind = {
        "*",
        "__getattr__",
        "globals",
        "vars",
        "locals",
        "setattr",
        "exec",
        "eval",
        "modules",
    }
    return any(
        _binds(node, name)
        or (isinstance(node, ast.alias) and (node.name == "*" or node.name.partition(".")[0] == name))
        or (isinstance(node, ast.Name) and node.id in ways_to_bind)
        or (isinstance(node, ast.Attribute) and node.attr in ways_to_bind)
        or (isinstance(node, ast.FunctionDef) and node.name in ways_to_bind)
        for node in ast.walk(tree)
    )


def _binds(node: ast.AST, name: str) -> bool:
    """Whether a part of a module gives a name a value."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node.name == name
    if isinstance(node, ast.alias):
        return (node.asname or node.name) == name
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
