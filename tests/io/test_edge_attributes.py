"""Attributes of edges of networkx that contradict the edge are asked about, under any usual name."""

from types import SimpleNamespace

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
    {"relation": "Bidirected"}, {"bidirectional": np.bool_(True)}, {"present": False},
    {"is_edge": np.bool_(False)}, {"exists": 0}, {"significant": "no"}, {"Deleted": True}, {"Lag": 1},
    {"confounded": True}, {"has_confounder": 1}, {"bidirected": "True"}, {"undirected": "yes"},
    {"delays": [1]}, {"endpoint": "o"}, {"marks": {"A": "o", "B": ">"}}, {"endpoints": ("<", ">")},
    {"endpoints": {"tail": "circle", "head": "arrow"}}, {"endpoint1": "CIRCLE"}, {"end_1": "o"},
    {"endpoint2": "TAIL"}, {"node1_endpoint": "ARROW"}, {"mark_2": SimpleNamespace(name="TAIL")},
]  # fmt: skip
FITTING = [
    {"kind": "directed"}, {"orientation": "forward"}, {"direction": "-->"}, {"bidirected": False},
    {"undirected": False}, {"directed": True}, {"lags": []}, {"sign": "-"}, {"kind": "strong"},
    {"present": True}, {"exists": 1}, {"keep": "yes"}, {"absent": False}, {"selected": 0.5},
    {"color": "none"}, {"relation": "inhibits"}, {"mark": "-->", "kind": "bidirected"},
    {"confounded": False}, {"bidirected": "no"}, {"confounder": "U"}, {"marks": {"A": "-", "B": ">"}},
    {"endpoints": ("-", ">")}, {"kind": ("strong", "weak")}, {"mark": "-->", "marks": {"A": "o"}},
    {"endpoint1": "TAIL", "endpoint2": "ARROW"}, {"end1": "Paris", "endpoint3": "circle"}, {"mark2": 3},
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
    if name.lower() not in ("lag", "lags", "delays"):
        with pytest.raises(AmbiguityError, match=name):
            em.as_temporal(drawn({"lag": 1} | attributes))


@pytest.mark.parametrize("attributes", FITTING)
def test_attributes_that_fit_the_edge_are_read(attributes):
    assert em.as_graph(drawn(attributes)) == Graph.parse("A --> B")
    assert EdgeScores.from_networkx(drawn(attributes))["A", "B"] == 1
    series = em.as_temporal(drawn({"lag": 1, "delay": 3} | attributes))
    assert series == em.TemporalGraph.parse("A --> B @1; lags 1")


WEIGHTS = [
    {"coef": 0.7}, {"beta": -2}, {"Coefficient": "0.5"}, {"effect": 0.5}, {"edge_weight": 3},
    {"effect size": np.float32(0.5)}, {"value": 31}, {"correlation": 0}, {"prob": 0.25},
]  # fmt: skip
NO_WEIGHTS = [
    {"coef": 1}, {"beta": None}, {"effect": "positive"}, {"value": "high"}, {"prob": True},
    {"coefficient": "1"}, {"penwidth": 2}, {"value": np.nan}, {"effect": 1.0},
]  # fmt: skip


@pytest.mark.parametrize("attributes", WEIGHTS)
def test_numbers_that_tell_edges_apart_are_asked_about(attributes):
    (name,) = attributes
    with pytest.raises(AmbiguityError, match=f"has the {name}") as caught:
        em.as_graph(drawn(attributes))
    code = caught.value.message.remedies[0].python
    if not isinstance(attributes[name], str) and attributes[name] >= 0:
        graph = drawn(attributes)
        assert eval(code, {"EdgeScores": EdgeScores, "graph": graph})["A", "B"] == attributes[name]
    assert em.as_graph(drawn(attributes), weights="ignore") == Graph.parse("A --> B")
    with pytest.raises(AmbiguityError, match=f"has the {name}"):
        em.as_temporal(drawn({"lag": 1} | attributes))


@pytest.mark.parametrize("attributes", NO_WEIGHTS)
def test_what_does_not_tell_edges_apart_is_dropped(attributes):
    assert em.as_graph(drawn(attributes)) == Graph.parse("A --> B")
    assert em.as_temporal(drawn({"lag": 1} | attributes)).n_edges == 1


def test_the_edges_of_undirected_graphs_may_not_be_directed():
    for attributes in ({"directed": True}, {"undirected": False}, {"kind": "directed"}):
        with pytest.raises(AmbiguityError):
            em.as_graph(drawn(attributes, networkx.Graph))
    for attributes in ({"directed": False}, {"undirected": True}, {"orientation": "undirected"}):
        assert em.as_graph(drawn(attributes, networkx.Graph)) == Graph.parse("A --- B")


def test_the_attribute_of_the_scores_may_be_0():
    graph = networkx.DiGraph([("A", "B", {"present": 0}), ("B", "C", {"present": 1})])
    assert EdgeScores.from_networkx(graph, weight="present")["A", "B"] == 0


@pytest.mark.parametrize("nodes", [(("A", -1), ("B", 0)), (("A", 0), ("B", 1)), ((0, -1), (1, 0))])
def test_nodes_that_may_be_variables_at_a_time_step_are_refused(nodes):
    for make in (networkx.DiGraph, networkx.Graph):
        graph = make()
        graph.add_edge(*nodes, weight=1)
        with pytest.raises(AmbiguityError, match="time step"):
            em.as_graph(graph)
        with pytest.raises(AmbiguityError, match="time step"):
            EdgeScores.from_networkx(graph)
    with pytest.raises(AmbiguityError, match="time step") as caught:
        em.as_temporal(networkx.DiGraph([nodes]))
    code = caught.value.message.remedies[0].python
    names = {"TemporalGraph": em.TemporalGraph, "obj": networkx.DiGraph([nodes])}
    a, b = nodes[0][0], nodes[1][0]
    assert eval(code, names) == em.TemporalGraph.parse(f"{a} --> {b} @1; lags 1")


def test_nodes_of_a_grid_are_names():
    assert em.as_graph(networkx.grid_2d_graph(1, 2)).nodes == ("(0, 0)", "(0, 1)")


def test_the_marks_that_pgmpy_stores_are_not_lost_in_a_plain_graph():
    edges = [("A", "B", {"marks": {"A": "-", "B": ">"}}), ("B", "C", {"marks": {"B": ">", "C": ">"}})]
    for graph in (networkx.Graph(edges), networkx.Graph(edges).to_directed()):
        with pytest.raises(AmbiguityError, match="has marks="):
            em.as_graph(graph)
    undirected = networkx.Graph([("A", "B", {"marks": {"A": "-", "B": "-"}})])
    assert em.as_graph(undirected) == Graph.parse("A --- B")


@pytest.mark.parametrize("key", ["<->", "o->", "bidirected", "undirected"])
def test_the_keys_of_multigraphs_may_not_be_marks(key):
    graph = networkx.MultiDiGraph([("A", "B", key)])
    with pytest.raises(AmbiguityError, match=f"has the key '{key}'"):
        em.as_graph(graph)
    with pytest.raises(AmbiguityError, match=f"has the key '{key}'"):
        em.as_temporal(graph)
    marked = networkx.MultiDiGraph([("A", "B", key, {"mark": "<->"})])
    assert em.as_graph(marked) == Graph.parse("A <-> B")


@pytest.mark.parametrize("key", ["-->", "directed", "strong", 0, 3])
def test_other_keys_of_multigraphs_are_dropped(key):
    assert em.as_graph(networkx.MultiDiGraph([("A", "B", key)])) == Graph.parse("A --> B")


@pytest.mark.parametrize(
    "attribute", ['key="<->"', "key=bidirected", 'symbol="o->"', "category=undirected"]
)
def test_a_graphviz_file_may_not_hold_marks_under_other_names(attribute, tmp_path):
    path = tmp_path / "g.dot"
    path.write_text(f"digraph {{ A -> B [{attribute}] }}")
    with pytest.raises(AmbiguityError, match=attribute.partition("=")[0]):
        em.read(path)
    path.write_text("digraph { A -> B [key=0, category=strong] }")
    assert em.read(path) == Graph.parse("A --> B")
