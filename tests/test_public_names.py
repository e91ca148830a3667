"""The names that edgemark hands out, and what importing it costs."""

import ast
import json
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest

import edgemark as em

SOURCE = ast.parse(Path(em.__file__).read_text(encoding="utf-8"))
HEAVY = ("scipy", "pandas", "polars", "networkx", "typer", "rich", "matplotlib", "causallearn", "pgmpy")
FIXED_FUNCTIONS = (
    "read", "write", "as_graph", "evaluate", "shd", "weighted_shd", "endpoint_hamming", "nced",
    "confusion", "to_cpdag",
)  # fmt: skip


def imported_for_type_checkers():
    branch = next(node for node in SOURCE.body if isinstance(node, ast.If))
    return {
        node.module: {alias.name for alias in node.names}
        for node in branch.body
        if isinstance(node, ast.ImportFrom)
    }


def loaded_after(code):
    """Which heavy packages a fresh process has loaded after running some code."""
    program = f"{code}\nimport sys, json; print(json.dumps(sorted(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    modules = {name.partition(".")[0] for name in json.loads(found.stdout.splitlines()[-1])}
    return modules & set(HEAVY)


def test_the_lazy_table_is_what_type_checkers_see():
    assert {home: set(names) for home, names in em._HOMES.items()} == imported_for_type_checkers()


def test_all_is_the_lazy_table_and_the_version():
    names = [name for names in em._HOMES.values() for name in names]
    assert sorted(em.__all__) == sorted([*names, "__version__"])


def test_all_has_no_name_twice():
    assert len(set(em.__all__)) == len(em.__all__)


@pytest.mark.parametrize("name", em.__all__)
def test_a_public_name_is_there_and_comes_from_its_home(name):
    value = getattr(em, name)
    if name != "__version__":
        assert value is getattr(import_module(em._HOME_OF[name]), name)


@pytest.mark.parametrize("name", em.__all__)
def test_no_public_name_is_a_module(name):
    assert not isinstance(getattr(em, name), type(sys))


@pytest.mark.parametrize("name", FIXED_FUNCTIONS)
def test_a_fixed_function_is_public(name):
    assert callable(getattr(em, name))
    assert name in em.__all__


def test_dir_lists_every_public_name():
    assert set(em.__all__) <= set(dir(em))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'shdd'"):
        _ = em.shdd


def test_every_metric_is_public():
    from edgemark.metrics import REGISTRY

    assert set(REGISTRY) <= set(em.__all__)


def test_every_exception_is_public():
    from edgemark import errors

    assert set(errors.__all__) <= set(em.__all__)


def test_the_version_is_that_of_the_package():
    assert em.__version__ == version("edgemark")


@pytest.mark.parametrize(
    "code",
    [
        "import edgemark",
        "import edgemark as em; em.shd(em.Graph.parse('A --> B'), em.Graph.parse('B --> A'))",
        "import edgemark as em; g = em.Graph.parse('A --> B; C'); str(em.evaluate(g, g))",
        "import edgemark as em; g = em.Graph.parse('A --> B; C'); em.evaluate(g, g).to_json()",
        "import edgemark as em; em.differences(em.Graph.parse('A --> B'), em.Graph.parse('B --> A'))",
    ],
)
def test_nothing_heavy_is_loaded(code):
    assert loaded_after(code) == set()


def test_import_alone_loads_not_even_numpy():
    program = "import edgemark, sys; print('numpy' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
