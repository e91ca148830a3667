"""Rules about packages that import-linter does not check."""

import ast
import re
from dataclasses import is_dataclass
from importlib import import_module
from inspect import signature
from itertools import takewhile
from pathlib import Path
from typing import get_type_hints

import pytest
import typer

import edgemark
from edgemark.cli.app import COMMANDS

SOURCE = Path(edgemark.__file__).parent
ROOT = Path(__file__).parent.parent
FILES = sorted(SOURCE.rglob("*.py"))


def room_of(module):
    return module.split(".")[1] if "." in module else ""


def module_of(path):
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("edgemark"):
            yield from ((node.module, alias.name) for alias in node.names)


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_no_room_imports_what_is_private_to_another(path):
    module = module_of(path)
    for home, name in imports_of(path):
        parts = [part for part in (*home.split("."), name) if part not in ("_core", "__version__")]
        private = [part for part in parts if part.startswith("_") and not part.startswith("__")]
        assert not private or room_of(home) == room_of(module), f"{home} {name}"


# What the values of `graph/` offer the other rooms and hide from users: they are built without checks,
# and read as they are stored. Whatever is not in this list stays inside of its own room.
INSIDE_OF_VALUES = {
    "candidates": {"_canonical"},
    "graphs": {"_kind", "_make", "_n", "_names"},
    "samples": {"_raw"},
    "scores": {"_cells", "_dtype", "_of_same_kind", "_rounded", "_unlisted"},
    "series": {"_changing", "_contemporaneous", "_lagged", "_with_guessed_lag"},
    "scores of series": {"_loaded", "_values"},
}
OF_OTHER_LIBRARIES = {"_exit", "_fields", "_getframe", "_replace"}  # `os`, named tuples, `sys`


def private_members(path):
    """The private members that a file defines, and those that it uses of other objects than its own."""
    defined, used = set(), set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.FunctionDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                defined.add(name)
            case ast.Constant(value=str(name)) if name.isidentifier():
                defined.add(name)  # a slot
            case ast.Attribute(attr=name, ctx=ast.Store()):
                defined.add(name)
            case ast.Attribute(value=value, attr=name):
                if not (isinstance(value, ast.Name) and value.id in ("self", "cls")):
                    used.add(name)
    return tuple({one for one in some if re.match("_[^_]", one)} for some in (defined, used))


def test_no_room_uses_private_members_of_another_but_the_listed_ones_of_values():
    defined, used = {}, {}
    for path in FILES:
        own, others = private_members(path)
        defined.setdefault(room_of(module_of(path)), set()).update(own)
        used.setdefault(room_of(module_of(path)), set()).update(others)
    across = {name for room in used for name in used[room] - defined[room]} - OF_OTHER_LIBRARIES
    assert across == set().union(*INSIDE_OF_VALUES.values())


def written_files():
    """The sources, tests, kernels, scripts and benchmarks, without what is generated from others."""
    for place in ("src", "cpp", "tests", "scripts", "benchmarks", "examples"):
        for suffix in ("py", "cpp", "hpp", "js", "css"):
            yield from sorted((ROOT / place).rglob(f"*.{suffix}"))


def top_of(path):
    """The docstring of a module, or the comment at the top of another file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return ast.get_docstring(ast.parse(text)) or ""
    return "\n".join(takewhile(lambda line: line.startswith("//"), text.splitlines()))


def test_a_long_file_says_why_it_is_long():
    """Above 500 lines, the text at the top has a sentence that starts with "One file, because"."""
    files = list(written_files())
    assert {"values.py", "adjustment.cpp", "adjustment.hpp", "page.js"} <= {one.name for one in files}
    long = [one for one in files if one.read_text(encoding="utf-8").count("\n") > 500]
    silent = [one for one in long if not re.search(r"^(// )?One file, because ", top_of(one), re.M)]
    assert silent == []
    assert long


def functions_of_commands():
    """Each command by its name, with what typer calls; ``bench`` has commands of its own."""
    for name in COMMANDS:
        module = import_module(f"edgemark.cli.{name}")
        group = getattr(module, "app", None)
        if isinstance(group, typer.Typer):
            yield from (
                (f"{name} {one.callback.__name__}", one.callback) for one in group.registered_commands
            )
        else:
            yield name, getattr(module, name)


@pytest.mark.parametrize(
    "called", [pytest.param(called, id=name) for name, called in functions_of_commands()]
)
def test_a_command_is_a_function_of_one_frozen_request(called):
    run = called.__wrapped__  # `command` wraps it
    assert list(signature(run).parameters) == ["request"]
    request = get_type_hints(run)["request"]
    assert is_dataclass(request)
    assert request.__dataclass_params__.frozen
    assert list(signature(called).parameters)


def test_the_commands_of_bench_are_among_them():
    names = [name for name, _ in functions_of_commands()]
    assert len(names) == len(set(names)) == len(COMMANDS) + 7
    assert {"score", "bench run", "bench report", "bench export"} <= set(names)


@pytest.mark.parametrize("path", sorted((SOURCE / "cli").rglob("*.py")), ids=module_of)
def test_no_body_of_the_commands_is_over_forty_lines(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            assert not body or body[-1].end_lineno - body[0].lineno < 40, node.name
