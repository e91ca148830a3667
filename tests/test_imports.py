"""A script that asks for one metric loads the graphs and that metric's family, and nothing else."""

import subprocess
import sys

import pytest

import edgemark as em
from edgemark import front_door, metrics

FAMILY = {
    "edgemark.metrics", "edgemark.metrics.batch", "edgemark.metrics.cache",
    "edgemark.metrics.candidate_pairs", "edgemark.metrics.compared_graphs",
    "edgemark.metrics.cross_tables", "edgemark.metrics.declaration",
    "edgemark.metrics.hamming_distances",
    "edgemark.metrics.pair_sums", "edgemark.metrics.registry", "edgemark.metrics.temporal_inputs",
}  # fmt: skip
ROOMS = {
    "arguments",
    "conventions",
    "display",
    "errors",
    "foreign",
    "front_door",
    "frame_labels",
    "graph",
    "host",
    "keys",
    "resources",
    "values",
}
NEVER = ("scores", "score_lists", "score_storage", "samples", "temporal_scores", "edge_probabilities")
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


@pytest.mark.parametrize("name", sorted(metrics.FAMILY_OF))
def test_a_name_that_loads_alone_is_in_its_family(name):
    assert getattr(metrics, name).__module__ == f"edgemark.metrics.{metrics.FAMILY_OF[name]}"


def test_who_reads_the_registry_finds_every_family():
    code = "import edgemark as em; em.sid; print(len(em.metrics.REGISTRY), *em.metrics.REGISTRY)"
    command = [sys.executable, "-c", code]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert [str(len(metrics.REGISTRY)), *metrics.REGISTRY] == printed
    assert ["shd", "weighted_shd", "endpoint_hamming", "nced", "parent_aid"] == printed[1:6]


def test_metrics_lists_its_names_and_says_which_it_lacks():
    assert set(metrics.__all__) == set(dir(metrics))
    with pytest.raises(AttributeError, match=r"'edgemark\.metrics' has no attribute 'shdd'"):
        metrics.shdd  # noqa: B018
    with pytest.raises(AttributeError, match=r"'edgemark\.graph' has no attribute 'Grap'"):
        em.graph.Grap  # noqa: B018
