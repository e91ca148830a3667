"""Rules about packages that import-linter does not check."""

import ast
from pathlib import Path

import pytest

import edgemark

SOURCE = Path(edgemark.__file__).parent
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


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_a_long_file_says_why_it_is_long(path):
    text = path.read_text(encoding="utf-8")
    if text.count("\n") > 500:
        doc = ast.get_docstring(ast.parse(text)) or ""
        assert "One file, because" in doc


@pytest.mark.parametrize("path", sorted((SOURCE / "cli").glob("*.py")), ids=module_of)
def test_no_body_of_the_commands_is_over_forty_lines(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            assert not body or body[-1].end_lineno - body[0].lineno < 40, node.name
