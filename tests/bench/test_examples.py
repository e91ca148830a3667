"""The files in `examples/`: they can be read, and the script that made them makes them again."""

import runpy
import warnings
from pathlib import Path

import pytest

from edgemark.cli.demo import RUNS
from edgemark.data import asia
from edgemark.io import read

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted(
    path.relative_to(EXAMPLES / "asia").as_posix()
    for path in (EXAMPLES / "asia").rglob("*")
    if path.is_file()
)


@pytest.fixture(scope="module")
def remade(tmp_path_factory):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("causallearn")
        pytest.importorskip("pyagrum")
    folder = tmp_path_factory.mktemp("asia")
    runpy.run_path(str(EXAMPLES / "learn_asia.py"))["main"](folder)
    return folder


@pytest.mark.parametrize("file", FILES)
def test_running_the_script_again_gives_the_same_graph(file, remade):
    assert read(remade / file) == read(EXAMPLES / "asia" / file)


def test_the_script_writes_these_files_and_no_others(remade):
    written = sorted(p.relative_to(remade).as_posix() for p in remade.rglob("*") if p.is_file())
    assert written == FILES


@pytest.mark.parametrize("file", FILES)
def test_every_file_is_about_the_nodes_of_asia(file):
    assert set(read(EXAMPLES / "asia" / file).nodes) == set(asia().nodes)


def test_every_algorithm_has_a_file_that_says_its_kind():
    for name in RUNS:
        learned = read(EXAMPLES / "asia" / f"{name}.json")
        assert learned.kind is not None
        assert learned.objection() is None


def test_the_script_runs_what_the_demo_runs():
    assert runpy.run_path(str(EXAMPLES / "learn_asia.py"))["RUNS"] == RUNS


def test_the_truth_is_asia():
    assert read(EXAMPLES / "asia" / "truth.txt") == asia().graph


def test_the_baselines_have_no_edge_and_every_edge():
    assert read(EXAMPLES / "asia" / "empty.txt").n_edges == 0
    complete = read(EXAMPLES / "asia" / "complete.txt")
    assert complete.n_edges == complete.n_pairs == 28
    assert complete == complete.skeleton()


def test_a_graph_is_the_same_in_every_format():
    others = {
        "formats/pc-fisherz.dot": "pc-fisherz.json",
        "formats/fci-fisherz.tetrad.txt": "fci-fisherz.json",
        "formats/hill-climbing.csv": "hill-climbing.json",
    }
    for other, same in others.items():
        assert read(EXAMPLES / "asia" / other) == read(EXAMPLES / "asia" / same)
