"""
Comprehensions do not rebuild a container in which they look up each item.

The tests that count lines do not show this cost, because it arises within one line.
"""

import ast
from typing import Any

from tests.counting import ROOT

BUILDERS = ("set", "frozenset", "list", "tuple", "dict", "sorted")


def rebuilt(tree: ast.AST) -> list[int]:
    """Lines on which a comprehension builds the same container for each of its items."""
    loops = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
    return sorted({k for loop in ast.walk(tree) if isinstance(loop, loops) for k in rebuilt_in(loop)})


def rebuilt_in(loop: Any) -> list[int]:
    targets = {
        node.id
        for part in loop.generators
        for node in ast.walk(part.target)
        if isinstance(node, ast.Name)
    }
    inner = [condition for part in loop.generators for condition in part.ifs]
    inner += [loop.key, loop.value] if isinstance(loop, ast.DictComp) else [loop.elt]
    return [
        call.lineno
        for part in inner
        for test in ast.walk(part)
        if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.In | ast.NotIn)
        for call in test.comparators
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in BUILDERS
        if targets.isdisjoint(node.id for node in ast.walk(call) if isinstance(node, ast.Name))
    ]


def test_l5_no_comprehension_rebuilds_the_container_that_it_searches():
    assert rebuilt(ast.parse("[a for a in x if a not in set(y)]")) == [1]
    assert rebuilt(ast.parse("[a for a in x if a.b in set(a)]")) == []
    found_lines = {
        path.relative_to(ROOT).as_posix(): lines
        for path in sorted(ROOT.rglob("*.py"))
        if (lines := rebuilt(ast.parse(path.read_text(encoding="utf-8"))))
    }
    assert found_lines == {}
