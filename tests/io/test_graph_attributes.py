"""Attributes of nodes and of whole networkx graphs that say what the graph is get a warning."""

import networkx
import numpy as np
import pytest

import edgemark as em
from edgemark import EdgeScores, Graph
from edgemark.errors import ClassWarning

CHANGING = [
    {"hidden": True}, {"latent": "yes"}, {"observed": False}, {"is_observed": 0}, {"type": "latent"},
    {"role": "unobserved"}, {"selection": True}, {"node_type": "Selection"}, {"removed": True},
    {"present": False}, {"lag": 1}, {"time_step": 0}, {"latent": 1.0}, {"observed": np.float32(0)},
]  # fmt: skip
SILENT = [
    {"pos": (0, 1)}, {"color": "red"}, {"label": "a"}, {"name": "x"}, {"hidden": False}, {"size": 3},
    {"observed": True}, {"type": "gene"}, {"weight": None}, {"layer": 1}, {"value": 0.5},
    {"community": 2}, {"selected": True}, {"time": 3.5}, {"status": "known"},
]  # fmt: skip
OF_GRAPHS = [
    {"kind": "pag"}, {"graph_type": "CPDAG"}, {"directed": False}, {"undirected": True},
    {"edge_default": {"mark": "<->"}}, {"edge": {"lag": "1"}}, {"edge_default": {"weight": 1.0}},
]  # fmt: skip
SILENT_OF_GRAPHS = [
    {"kind": "causal graph"}, {"name": "asia"}, {"directed": True}, {"edge_default": {}}, {"kind": 3},
    {"node_default": {}}, {"edge": {"color": "red"}}, {"type": "digraph"}, {"rankdir": "LR"},
]  # fmt: skip


def drawn(of_node=None, of_graph=None, **attributes):
    graph = networkx.DiGraph(**(of_graph or {}))
    graph.add_node("A", **(of_node or {}))
    graph.add_edge("A", "B", **attributes)
    return graph


@pytest.mark.parametrize("attributes", CHANGING, ids=str)
def test_attributes_of_nodes_that_change_the_reading_are_told(attributes):
    graph = drawn(attributes)
    ((name, _),) = attributes.items()
    with pytest.warns(ClassWarning, match=f"are not read; got {name}=.* at 'A'"):
        assert em.as_graph(graph) == Graph.parse("A --> B")
    assert em.as_graph(graph, weights="ignore") == Graph.parse("A --> B")
    with pytest.warns(ClassWarning, match=f"are not read; got {name}="):
        EdgeScores.from_networkx(drawn(attributes, weight=0.5))
    with pytest.warns(ClassWarning, match=f"are not read; got {name}="):
        em.as_temporal(drawn(attributes, lag=1))


@pytest.mark.parametrize("attributes", OF_GRAPHS, ids=str)
def test_attributes_of_a_graph_that_change_the_reading_are_told(attributes):
    graph = drawn(of_graph=attributes)
    ((name, _),) = attributes.items()
    with pytest.warns(ClassWarning, match=f"are not read; got {name}=.* of the graph"):
        assert em.as_graph(graph) == Graph.parse("A --> B")
    assert em.as_graph(graph, weights="ignore") == Graph.parse("A --> B")


@pytest.mark.parametrize("attributes", SILENT, ids=str)
def test_other_attributes_of_nodes_stay_silent(attributes):
    assert em.as_graph(drawn(attributes)) == Graph.parse("A --> B")


@pytest.mark.parametrize("attributes", SILENT_OF_GRAPHS, ids=str)
def test_other_attributes_of_graphs_stay_silent(attributes):
    assert em.as_graph(drawn(of_graph=attributes)) == Graph.parse("A --> B")


def test_a_declared_kind_replaces_that_of_an_attribute():
    graph = drawn(of_graph={"kind": "cpdag"})
    assert em.as_graph(graph, kind="cpdag").kind == "cpdag"
    with pytest.warns(ClassWarning, match='with kind="cpdag"'):
        em.as_graph(graph)


def test_default_attributes_of_graphml_are_told(tmp_path):
    """networkx keeps the defaults of GraphML beside the edges, which do not have them."""
    graph = drawn(mark="<->")
    path = tmp_path / "g.graphml"
    networkx.write_graphml(graph, path)
    text = path.read_text()
    start = text.index("<key")
    end = text.index("/>", start)
    key = text[start:end]
    path.write_text(
        text.replace(key + "/>", key + "><default>&lt;-&gt;</default></key>").replace(
            '<data key="d0">&lt;-&gt;</data>', ""
        )
    )
    with pytest.warns(ClassWarning, match="attributes of every edge, add them to the edges"):
        em.as_graph(networkx.read_graphml(path))
