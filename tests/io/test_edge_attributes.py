"""Attributes of edges of networkx that contradict the edge are asked about, under any usual name."""

import networkx
import numpy as np
import pytest

import edgemark as em
from edgemark import EdgeScores, Graph
from edgemark.errors import AmbiguityError

CONTRADICTIONS = [
    {"kind": "bidirected"}, {"orientation": "undirected"}, {"direction": "both"}, {"bidirected": True},
    {"undirected": True}, {"directed": False}, {"lags": [1]}, {"lags": np.array([1, 2])},
    {"endpoint": "circle"}, {"anything": "<->"}, {"edge_kind": "o->"}, {"undirected": 1},
    {"relation": "Bidirected"}, {"bidirectional": np.bool_(True)},
]  # fmt: skip
FITTING = [
    {"kind": "directed"}, {"orientation": "forward"}, {"direction": "-->"}, {"bidirected": False},
    {"undirected": False}, {"directed": True}, {"lags": []}, {"sign": "-"}, {"kind": "strong"},
    {"color": "none"}, {"relation": "inhibits"}, {"mark": "-->", "kind": "bidirected"},
]  # fmt: skip


def drawn(attributes, make=networkx.DiGraph):
    graph = make()
    graph.add_edge("A", "B", weight=1, **attributes)
    return graph


@pytest.mark.parametrize("attributes", CONTRADICTIONS)
def test_attributes_that_contradict_the_edge_are_refused(attributes):
    (name,) = attributes
    with pytest.raises(AmbiguityError, match=name):
        em.as_graph(drawn(attributes))
    with pytest.raises(AmbiguityError, match=name):
        EdgeScores.from_networkx(drawn(attributes))
    if name != "lags":
        with pytest.raises(AmbiguityError, match=name):
            em.as_temporal(drawn({"lag": 1} | attributes))


@pytest.mark.parametrize("attributes", FITTING)
def test_attributes_that_fit_the_edge_are_read(attributes):
    assert em.as_graph(drawn(attributes)) == Graph.parse("A --> B")
    assert EdgeScores.from_networkx(drawn(attributes))["A", "B"] == 1
    series = em.as_temporal(drawn({"lag": 1, "delay": 3} | attributes))
    assert series == em.TemporalGraph.parse("A --> B @1; lags 1")


def test_the_edges_of_undirected_graphs_may_not_be_directed():
    for attributes in ({"directed": True}, {"undirected": False}, {"kind": "directed"}):
        with pytest.raises(AmbiguityError):
            em.as_graph(drawn(attributes, networkx.Graph))
    for attributes in ({"directed": False}, {"undirected": True}, {"orientation": "undirected"}):
        assert em.as_graph(drawn(attributes, networkx.Graph)) == Graph.parse("A --- B")
