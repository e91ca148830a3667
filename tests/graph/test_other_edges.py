"""Edges with their numbers in other forms, and lags with a sign: advice keeps what they say."""

from collections import Counter

import networkx
import numpy as np
import pytest

import edgemark as em
from edgemark import EdgeScores, Graph, TemporalGraph
from edgemark.errors import EdgemarkError, FormatError, GraphError

FORMS = {
    "scores by cause and effect": {"A": {"B": 0.5}, "C": {"B": 0.25}},
    "items": [(("A", "B"), 0.5), (("C", "B"), 0.25)],
}


def advised(call, edges):
    with pytest.raises(EdgemarkError) as caught:
        call(edges)
    return call(eval(caught.value.remedies[0].python, {"edges": edges}))


@pytest.mark.parametrize("edges", FORMS.values(), ids=FORMS)
def test_numbers_of_pairs_become_triples(edges):
    assert advised(EdgeScores.from_edges, edges) == EdgeScores.from_edges(
        [("A", "B", 0.5), ("C", "B", 0.25)]
    )
    assert advised(Graph.from_edges, edges) == Graph.parse("A --> B <-- C")


def test_counts_of_pairs_become_triples():
    counts = Counter({("A", "B"): 3, ("B", "A"): 1}).most_common()
    assert advised(EdgeScores.from_edges, counts)["A", "B"] == 3


def test_a_lag_with_a_sign_is_told_to_have_none(tmp_path):
    path = tmp_path / "lags.csv"
    path.write_text("source,target,lag\nA,B,-1\n")
    graph = networkx.DiGraph([("A", "B", {"lag": -1})])
    for call in (
        lambda: em.read_temporal(path),
        lambda: TemporalGraph(["A", "B"], [("A", "-->", "B", -1)], max_lag=1),
        lambda: TemporalGraph.parse("A --> B @-1; lags 1"),
        lambda: em.as_temporal(graph),
    ):
        with pytest.raises((FormatError, GraphError), match=r"without (the|a) sign"):
            call()
    path.write_text("source,target,lag\nA,B,-x\n")
    with pytest.raises(FormatError) as caught:
        em.read_temporal(path)
    assert "sign" not in str(caught.value).replace(str(path), "")


def test_an_array_of_graphs_is_told_to_be_a_list():
    graphs = np.array([Graph.parse("A --> B"), None], object)[:1]
    for call in (em.evaluation.evaluate_pairs, em.evaluate_many):
        with pytest.raises(TypeError, match=r"List what it holds: list\(array\)"):
            call(graphs[0] if call is em.evaluate_many else graphs, graphs, "shd:pair mismatch")


@pytest.mark.parametrize(
    ("edges", "are_statements"), [(["A --> B", "B <-> C"], True), (["A", "B"], False), (["A, B"], False)]
)
def test_texts_are_read_as_statements_if_they_have_marks(edges, are_statements):
    with pytest.raises(GraphError) as caught:
        Graph.from_edges(edges)
    assert [remedy.python for remedy in caught.value.remedies] == (
        ['Graph.parse("; ".join(edges))'] if are_statements else []
    )
