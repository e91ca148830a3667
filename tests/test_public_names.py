"""The names that edgemark hands out, and what importing it costs."""

import json
import re
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest

import edgemark as em
from edgemark.front_door import FRONT, NAMESPACES, home_of

HEAVY = ("scipy", "pandas", "polars", "networkx", "typer", "rich", "matplotlib", "causallearn", "pgmpy")
FIXED = (
    "Graph", "EdgeScores", "TemporalGraph", "read", "write", "as_graph", "evaluate", "shd",
    "weighted_shd", "endpoint_hamming", "nced", "confusion", "sid", "sid_bounds", "parent_aid",
    "ancestor_aid", "oset_aid", "to_cpdag", "to_mpdag", "repair", "over_class", "roc_auc",
    "average_precision", "chance", "latent_projection", "to_pag", "to_mag", "m_separated",
    "plot_diff",
    "rosetta",
    "reconcile",
    "separation_distance",
)  # fmt: skip


def loaded_after(code):
    """Which heavy packages a fresh process has loaded after running some code."""
    program = f"{code}\nimport sys, json; print(json.dumps(sorted(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    modules = {name.partition(".")[0] for name in json.loads(found.stdout.splitlines()[-1])}
    return modules & set(HEAVY)


FRONT_NAMES = [name for names in FRONT.values() for name in names]


def test_type_checkers_read_the_list_of_front_names():
    stub = Path(em.__file__).with_suffix(".pyi")
    written = Path(__file__).parent.parent / "scripts" / "front_door.py"
    program = f"import runpy; print(runpy.run_path({str(written)!r})['stub'](), end='')"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert stub.read_text(encoding="utf-8") == found.stdout


def test_the_front_door_has_some_fifty_names_each_once():
    assert 40 <= len(FRONT_NAMES) <= 57
    assert len(set(FRONT_NAMES)) == len(FRONT_NAMES)
    assert set(dir(em)) == {*FRONT_NAMES, *NAMESPACES, "__version__"}


PROMISED = """
    Graph EdgeScores TemporalGraph read write as_graph evaluate shd weighted_shd endpoint_hamming
    nced confusion sid sid_bounds parent_aid ancestor_aid oset_aid adjustment_aid separation_distance
    s_metric c_metric sc_metric to_cpdag to_mpdag to_pag to_mag repair over_class roc_auc
    average_precision chance latent_projection m_separated plot_diff plot_diffs printed_by rosetta
    reconcile stats bench
"""


def test_names_that_users_were_promised_stay():
    assert [name for name in PROMISED.split() if not hasattr(em, name)] == []


@pytest.mark.parametrize("name", FRONT_NAMES)
def test_a_front_name_comes_from_the_namespace_that_lists_it(name):
    home = import_module(f"edgemark.{home_of(name)}")
    assert getattr(em, name) is getattr(home, name)
    assert name in home.__all__
    assert not isinstance(getattr(em, name), type(sys))


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_a_namespace_says_what_it_holds(namespace):
    module = getattr(em, namespace)
    assert module.__doc__
    for name in module.__all__:
        assert getattr(module, name) is not None


def test_a_thing_has_one_home():
    homes = {}
    for home in NAMESPACES:
        module = import_module(f"edgemark.{home}")
        for name in module.__all__:
            if callable(getattr(module, name)):
                homes.setdefault((name, id(getattr(module, name))), set()).add(home)
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


@pytest.mark.parametrize("name", FIXED)
def test_a_fixed_name_is_at_the_front_door(name):
    assert callable(getattr(em, name))
    assert name in dir(em)


def test_a_name_that_is_elsewhere_is_named_with_its_home():
    with pytest.raises(
        AttributeError, match=r"no attribute 'best_f1'; it is edgemark\.metrics\.best_f1"
    ):
        _ = em.best_f1
    with pytest.raises(AttributeError, match=r"it is edgemark\.errors\.KindError"):
        _ = em.KindError
    with pytest.raises(AttributeError, match=r"has no attribute 'shdd'$"):
        _ = em.shdd


@pytest.mark.parametrize(
    ("name", "home"),
    [
        ("GraphStack", "graph"),
        ("evaluate_pairs", "evaluation"),
        ("expected", "evaluation"),
        ("threshold_sweep", "evaluation"),
        ("temporal_shd", "metrics"),
        ("EdgemarkWarning", "errors"),
    ],
)
def test_what_left_the_front_is_found_by_its_home(name, home):
    with pytest.raises(AttributeError, match=rf"; it is edgemark\.{home}\.{name}$"):
        getattr(em, name)
    assert callable(getattr(getattr(em, home), name))


def test_the_names_in_help_exist():
    lists = re.findall(r"^\w+: +(.*)$", em.__doc__, re.MULTILINE)
    assert len(lists) == 9
    for word in re.findall(r"em\.(\w+)", em.__doc__):
        assert word in (*FRONT_NAMES, *NAMESPACES)
    for text in lists[:-1]:
        for word in re.findall(r"\w+", text.partition("...")[0]):
            assert word in FRONT_NAMES


def test_help_is_a_page():
    program = "import pydoc, edgemark; print(pydoc.plain(pydoc.render_doc(edgemark)))"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "every number, with its convention and its source" in found.stdout
    assert len(found.stdout.splitlines()) < 90


def test_every_metric_is_public():
    from edgemark import metrics

    assert set(metrics.REGISTRY) <= set(metrics.__all__)


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
