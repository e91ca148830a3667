"""`edgemark score` on files of many graphs."""

import json
from pathlib import Path

import numpy as np
import pytest

import edgemark as em

MOVES = """index,score,added,removed
-2,0.0,[A->B;A->C;A->D],[]
-1,0.0,[],[A->B;A->C;A->D]
0,-3,[A->B;B->C],[]
10,-2,[C->D],[]
15,-3,[A->C],[]
"""


@pytest.fixture
def chain(tmp_path):
    (tmp_path / "chain.csv").write_text(MOVES)
    return "chain.csv"


def test_a_chain_is_scored_as_samples(edgemark, truth, chain):
    found = edgemark("score", truth, chain, "--all")
    report = em.evaluate(em.read(truth), em.read_samples(chain))
    assert (found.status, found.err) == (0, "")
    assert found.out.splitlines()[1] == "estimate  chain.csv: 4 nodes, 16 samples"
    assert found.out.splitlines()[3:] == str(report).splitlines()[3:]


def test_burn_in_is_left_out(edgemark, truth, chain):
    found = edgemark(
        "score", truth, chain, "--burn-in", 10, "-m", "posterior_mass:graph", "--format", "json"
    )
    expected = em.metrics.posterior_mass(em.read(truth), em.read_samples(chain, burn_in=10))
    assert found.json["reports"][0]["rows"][0]["value"] == expected == 5 / 6


def test_samples_are_not_made_plain_scores(edgemark, truth, chain):
    found = edgemark("score", truth, chain, "--low-confidence-undirected")
    assert found.status == 1
    assert (
        "--low-confidence-undirected applies to scores and graphs; the file holds samples" in found.err
    )


def test_what_is_echoed_is_what_was_said(edgemark, truth, chain):
    assert edgemark("score", truth, chain, "--burn-in", 30).err.endswith("got 30\n")


def test_the_expected_sid_of_a_chain_is_asked_for_by_name(edgemark, truth, chain):
    found = edgemark("score", truth, chain, "-m", "expected_sid", "--format", "json")
    expected = em.metrics.expected_sid(em.read(truth), em.read_samples(chain))
    assert found.json["reports"][0]["rows"][0]["value"] == expected > 0


@pytest.mark.parametrize("suffix", ["npy", "npz"])
def test_stacked_matrices_are_scored_as_samples(edgemark, truth, tmp_path, suffix):
    array = np.zeros((3, 4, 4), np.int8)
    array[:, [0, 1, 2], [1, 2, 3]] = 1
    array[2, 2, 3] = 0
    names = np.array(em.read(truth).nodes)
    if suffix == "npy":
        np.save(tmp_path / "s.npy", array)
    else:
        np.savez(tmp_path / "s.npz", adjacency=array, nodes=names)
    how = ("--direction", "row-to-column", "--add-missing-nodes", "--format", "json")
    found = edgemark("score", truth, f"s.{suffix}", "-m", "expected_shd:pair mismatch", *how)
    assert found.json["reports"][0]["rows"][0]["value"] == pytest.approx(1 / 3)


def test_samples_beside_graphs_have_the_numbers_that_they_have(edgemark, truth, chain):
    found = edgemark("score", truth, truth, chain)
    assert found.status == 0
    assert "samples" in found.out
    assert next(line for line in found.out.splitlines() if line.startswith(chain)).split()[1:3] == [
        "16",
        "-",
    ]


def test_graphs_alone_have_no_column_of_samples(edgemark, truth):
    found = edgemark("score", truth, truth, truth)
    assert "samples" not in found.out


def test_the_number_of_samples_stands_beside_each_estimate(edgemark, truth, chain, tmp_path):
    (tmp_path / "short.csv").write_text(MOVES.rpartition("15,")[0])
    found = edgemark("score", truth, chain, "short.csv")
    rows = [line.split() for line in found.out.splitlines()]
    assert [row[1] for row in rows if row and row[0] in (chain, "short.csv")] == ["16", "11"]


def test_burn_in_of_matrices_leaves_out_the_first(edgemark, truth, tmp_path):
    array = np.zeros((3, 4, 4), np.int8)
    array[1:, [0, 1, 2], [1, 2, 3]] = 1
    np.savez(tmp_path / "s.npz", adjacency=array, nodes=np.array(em.read(truth).nodes))
    how = ("--direction", "row-to-column", "--format", "json", "-m", "expected_shd:pair mismatch")
    rows = [
        edgemark("score", truth, "s.npz", "--burn-in", n, *how).json["reports"][0]["rows"]
        for n in (0, 1)
    ]
    assert [row[0]["value"] for row in rows] == [pytest.approx(1), 0]


@pytest.mark.parametrize(
    ("name", "content"), [("g.txt", "A --> B --> C"), ("s.csv", "A,B\n0,0.5\n0,0\n")]
)
def test_burn_in_of_what_is_no_chain_is_refused(edgemark, truth, tmp_path, name, content):
    (tmp_path / name).write_text(content)
    found = edgemark("score", truth, name, "--burn-in", 5)
    assert found.status == 1
    assert f"{name}: --burn-in applies to sampled Markov chains" in " ".join(found.err.split())


def test_curves_of_several_estimates_are_refused_by_the_option_that_was_given(edgemark, truth, chain):
    for option in ("--curves", "--figure"):
        found = edgemark("score", truth, chain, truth, option, "c.csv")
        assert found.status == 2
        assert f"{option} is for one estimate; got 2" in " ".join(found.err.split())


@pytest.mark.parametrize("option", [("--as", "pcalg"), ("--layout", "rcgnn")])
def test_what_is_of_graphs_refuses_samples(edgemark, truth, chain, option):
    found = edgemark("score", truth, chain, *option)
    assert found.status in (1, 2)
    assert "chain.csv" in found.err


def test_broken_moves_are_named(edgemark, truth, tmp_path):
    (tmp_path / "bad.csv").write_text(MOVES + "20,0,[A->B],[]\n")
    found = edgemark("score", truth, "bad.csv")
    assert found.status == 1
    assert "bad.csv: line 7: a move must add edges that are absent" in " ".join(found.err.split())


def test_curves_of_samples_are_of_their_marginals_with_their_reliability(edgemark, truth, chain):
    found = edgemark("score", truth, chain, "--curves", "c.json")
    assert found.status == 0
    curves = {curve["name"]: curve for curve in json.loads(Path("c.json").read_text())["curves"]}
    true, samples = em.read(truth), em.read_samples(chain)
    assert curves["ROC, skeleton"] == em.metrics.roc_curve(true, samples, of="skeleton").to_dict()
    bins = em.metrics.reliability(true, samples)
    assert curves["reliability, directed"]["observed"] == bins.observed.tolist()
    assert curves["reliability, skeleton"]["pairs"] == [3.0, 1.0, 2.0]
