"""A graph given as candidates: the advised code keeps both directions of an edge without one."""

import pytest

from edgemark import Candidates, EdgeScores, Graph, TemporalGraph
from edgemark.errors import InputTypeError

NODES = ["A", "B", "C"]


@pytest.mark.parametrize("mark", ["---", "<->", "o-o", "o->"])
def test_an_edge_without_a_direction_is_a_candidate_in_both(mark):
    graph = Graph.parse(f"A {mark} B; B --> C")
    with pytest.raises(InputTypeError, match="both directions") as caught:
        Candidates(NODES, graph)
    (remedy,) = caught.value.remedies
    found = eval(remedy.python, {"Candidates": Candidates, "nodes": NODES, "pairs": graph})
    assert found.pairs() == [("A", "B"), ("B", "A"), ("B", "C")]


@pytest.mark.parametrize("argument", ["required", "forbidden"])
def test_only_directed_edges_of_a_graph_are_known_edges(argument):
    graph = Graph.parse("A --- B; B --> C")
    with pytest.raises(InputTypeError, match="edges -->") as caught:
        Candidates(NODES, **{argument: graph})
    (remedy,) = caught.value.remedies
    assert eval(remedy.python, {"pairs": graph}) == [("B", "C")]


@pytest.mark.parametrize(
    "other", [TemporalGraph.parse("A --> B @1; C; lags 1"), EdgeScores.of(Graph.parse("A --> B; C"))]
)
def test_other_estimates_get_no_code_that_fails(other):
    with pytest.raises(InputTypeError, match="list of pairs") as caught:
        Candidates(NODES, other)
    assert not any(remedy.python for remedy in caught.value.remedies)
