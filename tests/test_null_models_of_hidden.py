"""What random guessing scores for MAGs and PAGs: those of random DAGs with hidden nodes."""

import warnings

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from edgemark.data import random_dag
from edgemark.null_models.hidden_guesses import random_mags

MAG = em.latent_projection(random_dag(12, 18, 0), ["X0", "X1"])
FOUND = em.latent_projection(
    random_dag(12, 18, 5).with_nodes([f"X{k}" for k in range(12)]), ["X0", "X1"]
)


def guess(truth, estimate, metrics, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", em.errors.EdgemarkWarning)
        return em.chance(truth, estimate, metrics, n_guesses=options.pop("n", 60), **options)


@pytest.mark.parametrize("as_pags", [False, True])
@pytest.mark.parametrize("n_edges", [0, 1, 7, 13, 45])
def test_guesses_are_valid_and_have_about_as_many_edges(as_pags, n_edges):
    stack = random_mags(MAG, n_edges, 40, np.random.default_rng(1), as_pags=as_pags)
    kind = "pag" if as_pags else "mag"
    graphs = list(stack)
    assert {graph.kind for graph in graphs} == {kind}
    assert all(graph.objection(kind) is None and graph.nodes == MAG.nodes for graph in graphs)
    assert abs(np.mean([graph.n_edges for graph in graphs]) - n_edges) < 1
    if 0 < n_edges < 45:
        assert len(set(graphs)) > 8


def test_some_guesses_hide_a_common_cause():
    graphs = random_mags(MAG, 12, 40, np.random.default_rng(1), as_pags=False)
    assert sum("<->" in str(graph) for graph in graphs) > 10


def test_no_node_is_special():
    graphs = list(random_mags(Graph(["A", "B", "C"]), 1, 900, np.random.default_rng(0), as_pags=False))
    arrows = [(a, b) for graph in graphs for a, glyph, b in graph.edges() if glyph == "-->"]
    shares = [arrows.count(pair) / len(arrows) for pair in sorted(set(arrows))]
    assert len(shares) == 6
    assert max(shares) - min(shares) < 0.08


@pytest.mark.parametrize("as_pag", [False, True])
def test_rows_say_what_guessing_gets(as_pag):
    estimate = em.to_pag(FOUND) if as_pag else FOUND
    report = guess(MAG, estimate, ["shd:truth to PAG", "adjustment_aid", "f1:skeleton"])
    kind = "PAGs" if as_pag else "MAGs"
    note = report.warnings[-1]
    assert f"{kind} with about" in note
    assert "of random DAGs with one hidden node for every 5 observed ones" in note
    for row in report:
        assert row.chance.null_model == "random-dags"
        assert row.chance.method == "simulated"
        assert row.chance.low <= row.chance.mean <= row.chance.high
    again = guess(MAG, estimate, ["shd:truth to PAG", "adjustment_aid", "f1:skeleton"])
    assert report == again != guess(MAG, estimate, "adjustment_aid", seed=1)


def test_a_perfect_pag_is_better_than_guessing():
    (row,) = guess(MAG, em.to_pag(MAG), "adjustment_aid:all mistakes", n=99)
    assert row.value == 0
    assert row.chance.p_value == 0.01
    assert row.chance.above == 1


def test_labels_can_be_permuted_instead():
    (row,) = guess(MAG, em.to_pag(MAG), "adjustment_aid:all mistakes", null_model="permuted-labels")
    assert row.chance.null_model == "permuted-labels"


def test_selection_has_no_null_model_of_random_dags():
    (row,) = guess(
        Graph.parse("A --- B; C", kind="mag"), Graph.parse("A --- B; C", kind="mag"), "shd:lenient"
    )
    assert row.chance.null_model == "permuted-labels"


def test_an_estimate_that_is_no_valid_pag_has_guesses_too():
    (row,) = guess(
        MAG, Graph([*MAG.nodes], [("X2", "o->", "X3"), ("X3", "o->", "X4")]), "shd:truth to PAG"
    )
    assert row.chance.null_model == "random-dags"
