"""A script that asks for one metric loads the graphs and that metric's family, and nothing else."""

import subprocess
import sys
from importlib import import_module

import pytest

import edgemark as em
from edgemark import front_door, metrics

FAMILY = {
    "edgemark.metrics", "edgemark.metrics.batch", "edgemark.metrics.cache",
    "edgemark.metrics.restricted_pairs", "edgemark.metrics.compared_graphs",
    "edgemark.metrics.cross_tables", "edgemark.metrics.declaration",
    "edgemark.metrics.hamming_distances",
    "edgemark.metrics.pair_sums", "edgemark.metrics.registry", "edgemark.metrics.temporal_inputs",
}  # fmt: skip
ROOMS = {
    "arguments",
    "content_equality",
    "conventions",
    "display",
    "errors",
    "foreign",
    "front_door",
    "frame_labels",
    "graph",
    "host",
    "keys",
    "lazy_names",
    "resources",
    "values",
}
NEVER = (
    "scores", "score_lists", "score_refusals", "score_storage", "samples", "temporal_scores",
    "edge_probabilities",
)  # fmt: skip
FOREIGN = {"numpy", "edgemark", "dataclasses", "difflib"}


def loaded(code):
    """Modules that a new process loads beyond NumPy."""
    program = f"import numpy, sys; before = set(sys.modules); {code}; print(*set(sys.modules) - before)"
    command = [sys.executable, "-c", program]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


@pytest.fixture(scope="module")
def of_a_script():
    return loaded("from edgemark import Graph, shd")


def test_one_family_of_metrics_loads(of_a_script):
    assert {name for name in of_a_script if name.startswith("edgemark.metrics")} == FAMILY


def test_the_rooms_below_metrics_load_and_no_others(of_a_script):
    rooms = {name.split(".")[1] for name in of_a_script if name.startswith("edgemark.")}
    assert rooms - {"metrics", "_core"} <= ROOMS


def test_scores_and_samples_load_when_they_are_used(of_a_script):
    assert not {f"edgemark.graph.{name}" for name in NEVER} & of_a_script


def test_no_other_package_loads(of_a_script):
    packages = {name.split(".")[0] for name in of_a_script}
    assert {name for name in packages if name not in sys.stdlib_module_names} <= FOREIGN


def test_no_hash_and_no_test_machinery_loads(of_a_script):
    assert not of_a_script & {"hashlib", "json", "subprocess", "asyncio", "unittest", "typer"} - {"json"}


@pytest.mark.parametrize("name", front_door.FRONT["metrics"])
def test_every_front_metric_is_the_one_of_its_family(name):
    assert getattr(em, name) is getattr(metrics.families, name)


@pytest.mark.parametrize("name", sorted(metrics.MODULE_OF))
def test_a_name_that_loads_alone_is_in_its_module(name):
    assert getattr(metrics, name).__module__ == f"edgemark.metrics.{metrics.MODULE_OF[name]}"


def test_who_reads_the_registry_finds_every_family():
    code = "import edgemark as em; em.sid; print(len(em.metrics.REGISTRY), *em.metrics.REGISTRY)"
    command = [sys.executable, "-c", code]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert [str(len(metrics.REGISTRY)), *metrics.REGISTRY] == printed
    assert ["shd", "weighted_shd", "endpoint_hamming", "nced", "parent_aid"] == printed[1:6]


@pytest.mark.parametrize("room", ["bench", "evaluation", "graph", "metrics"])
def test_a_lazy_package_lists_its_names_has_them_and_says_which_it_lacks(room):
    package = getattr(em, room)
    assert dir(package) == sorted(package.__all__)
    assert all(getattr(package, name) is vars(package)[name] for name in package.__all__)
    with pytest.raises(AttributeError, match=rf"'edgemark\.{room}' has no attribute 'shdd'"):
        package.shdd  # noqa: B018


def test_a_fault_in_a_module_is_not_called_a_missing_name(tmp_path, monkeypatch):
    (tmp_path / "lazy_package").mkdir()
    package, module = tmp_path / "lazy_package" / "__init__.py", tmp_path / "lazy_package" / "faulty.py"
    package.write_text(
        "from edgemark.lazy_names import loaded_when_used\n"
        "__getattr__, __dir__ = loaded_when_used(__name__, {'name': 'faulty'})\n"
    )
    module.write_text("import math\nname = math.no_such_function\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AttributeError, match="no_such_function"):
        import_module("lazy_package").name  # noqa: B018
