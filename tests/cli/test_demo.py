"""`edgemark demo`, with the algorithms and without the packages that they need."""

import dataclasses
import warnings

import pytest

import edgemark as em
from edgemark.bench.adapters import ADAPTERS
from edgemark.bench.dataset import Dataset
from edgemark.cli.demo import RUNS
from edgemark.data import asia
from edgemark.errors import MissingExtraError


def learning(monkeypatch, learn):
    """Let every algorithm of the demo learn by a function, as if its package were installed."""
    fixed = {
        used: dataclasses.replace(ADAPTERS[used], learn=learn, package="edgemark")
        for used, _ in RUNS.values()
    }
    monkeypatch.setattr("edgemark.bench.adapters.ADAPTERS", fixed)


@pytest.fixture
def without_the_extra(monkeypatch):
    def missing(data, **parameters):
        raise MissingExtraError("causal-learn", "algorithms")

    bare = {name: dataclasses.replace(a, learn=missing) for name, a in ADAPTERS.items()}
    monkeypatch.setattr("edgemark.bench.adapters.ADAPTERS", bare)


def test_real_algorithms_are_scored_with_the_empty_and_the_complete_graph(edgemark, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("causallearn")
        pytest.importorskip("pyagrum")
    found = edgemark("demo", "--output", "asia graphs")
    assert found.status == 0
    ranked = found.out.split("CLAIMS")[0]
    nced = {line.split()[0]: line.split()[-1] for line in ranked.splitlines() if len(line.split()) == 8}
    assert (nced["empty"], nced["complete"]) == ("0.143", "0.200")
    assert set(RUNS) <= nced.keys()
    assert "pc-chisq       causal-learn:pc test=chisq (causal-learn" in found.out
    assert "edgemark score 'asia graphs/truth.json' 'asia graphs/*.json'" in found.out
    names = {"truth", "empty", "complete", *RUNS}
    assert {p.name for p in (tmp_path / "asia graphs").iterdir()} == {f"{name}.json" for name in names}
    sample = asia().sample(10_000, seed=0)
    assert em.read("asia graphs/pc-chisq.json") == ADAPTERS["causal-learn:pc"].run(
        Dataset(sample.values, sample.names, "discrete"), test="chisq"
    )


def test_without_the_extra_the_baselines_and_the_install_command_are_shown(edgemark, without_the_extra):
    found = edgemark("demo")
    assert found.status == 0
    assert "pip install -e '.[algorithms]'" in found.out
    assert "WHERE complete DIFFERS" in found.out


def test_an_algorithm_that_needs_more_rows_does_not_stop_the_demo(edgemark, monkeypatch):
    def refuse(data, **parameters):
        raise em.EdgemarkError("more rows, please")

    learning(monkeypatch, refuse)
    found = edgemark("demo", "--rows", "1")
    assert found.status == 0
    assert "more rows, please" in " ".join(found.out.split())
    assert "pip install" not in found.out


def test_a_warning_about_several_estimates_is_shown_once(edgemark, monkeypatch):
    def learned(data, **parameters):
        if "depth" in parameters:
            return em.Graph(asia().graph.nodes, [("asia", "o->", "tub")], kind="pag")
        return em.Graph(asia().graph.nodes, [("asia", "-->", "tub")], kind="cpdag")

    learning(monkeypatch, learned)
    text = " ".join(edgemark("demo").out.split())
    warning = "warning: 'fci-fisherz', 'fci-chisq': the truth is a DAG and the estimate a PAG"
    assert text.count(warning) == 1
    assert text.count("the estimate a PAG") == 1
    assert "empty and complete ignore the data" in text


@pytest.mark.parametrize("on_path", [True, False])
def test_how_to_activate_is_shown_only_if_the_shell_does_not_find_edgemark(
    edgemark, without_the_extra, monkeypatch, tmp_path, on_path
):
    script = tmp_path / ".venv/bin/activate"
    script.parent.mkdir(parents=True)
    script.touch()
    monkeypatch.setattr("sys.prefix", str(tmp_path / ".venv"))
    monkeypatch.setattr("shutil.which", lambda name: "/bin/edgemark" if on_path else None)
    said = "(. .venv/bin/activate puts edgemark on your path)" in edgemark("demo").out
    assert said != on_path


def test_the_same_seed_prints_the_same(edgemark, without_the_extra):
    assert edgemark("demo", "--seed", "1").out == edgemark("demo", "--seed", "1").out
