"""Graphs as objects of other libraries."""

from causallearn.graph.Edge import Edge
from causallearn.graph.Endpoint import Endpoint
from causallearn.graph.GeneralGraph import GeneralGraph
from causallearn.graph.GraphNode import GraphNode

CAUSAL_LEARN = [(), ("-->",), ("<--",), ("---",), ("<->",), ("o->",), ("<-o",), ("o-o",)]
"""The edges that causal-learn's add_edge takes."""

_ENDPOINT = {"<": Endpoint.ARROW, ">": Endpoint.ARROW, "-": Endpoint.TAIL, "o": Endpoint.CIRCLE}


def causal_learn_graph(graph):
    """Build a GeneralGraph by causal-learn's own means."""
    nodes = {name: GraphNode(name) for name in graph.nodes}
    result = GeneralGraph(list(nodes.values()))
    for a, glyph, b in graph.edges():
        result.add_edge(Edge(nodes[a], nodes[b], _ENDPOINT[glyph[0]], _ENDPOINT[glyph[2]]))
    return result
