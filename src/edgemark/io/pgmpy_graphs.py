"""
Graphs of pgmpy. Its classes are networkx graphs whose edges have additional meaning.

A PDAG stores an undirected edge as two directed ones. An ADMG stores a bidirected edge as two directed
ones with an attribute. MAG and AncestralBase store the marks in an edge attribute of an undirected
networkx graph.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from edgemark.conventions.options import Kind
from edgemark.errors import FormatError, GraphError, Remedy
from edgemark.graph import Graph
from edgemark.graph.frame_values import as_names
from edgemark.io.objects import class_names, unsupported

_NOT_OVER_VARIABLES = frozenset({"ClusterGraph", "FactorGraph", "JunctionTree"})
_LEFT_SIGNS, _RIGHT_SIGNS = {">": "<", "-": "-", "o": "o"}, {">": ">", "-": "-", "o": "o"}


def graph_of(obj: Any, kind: Kind | None = None) -> Graph:
    """
    Read a DAG or Bayesian network, PDAG, ADMG, MAG, AncestralBase, or UndirectedGraph.

    The graph is declared to be of its class, except for an AncestralBase, which is not declared. pgmpy
    has no class of its own for CPDAGs: a PDAG is declared a CPDAG if its edges are those of one. `kind`
    is not used here: `as_graph` declares it afterwards.
    """
    classes = class_names(obj)
    if is_dynamic_network(obj):
        raise unsupported(obj, remedy_for_dynamic_networks())
    if not _NOT_OVER_VARIABLES.isdisjoint(classes):
        raise unsupported(obj, Remedy("It has nodes that are not single variables"))
    if not hasattr(obj, "nodes"):
        raise unsupported(obj)
    name = dict(zip(obj.nodes, as_names(obj.nodes), strict=True))
    for cls, (edges_of, declared) in _READERS.items():
        if cls in classes:
            edges = [(name[a], glyph, name[b]) for a, glyph, b in edges_of(obj)]
            graph = Graph(name.values(), edges, kind=declared)
            return graph.with_kind("cpdag") if declared == "pdag" and graph.is_cpdag() else graph
    raise unsupported(obj)


def is_dynamic_network(obj: Any) -> bool:
    """Whether a graph is a DynamicBayesianNetwork, whose nodes are variables at time step 0 or 1."""
    return "DynamicBayesianNetwork" in class_names(obj)


def remedy_for_dynamic_networks() -> Remedy:
    """Return the remedy with the code that reads a DynamicBayesianNetwork."""
    return Remedy(
        "Its nodes are variables at time steps 0 and 1. Make it a time series graph",
        "TemporalGraph(list(dict.fromkeys(str(a) for a, _ in obj.nodes())), {(str(a), '-->', str(b), "
        "t - s) for (a, s), (b, t) in obj.edges()}, max_lag=1)",
    )


def _arcs(obj: Any) -> Iterable[tuple[Any, str, Any]]:
    return ((a, "-->", b) for a, b in obj.edges())


def _lines(obj: Any) -> Iterable[tuple[Any, str, Any]]:
    return ((a, "---", b) for a, b in obj.edges())


def _partially_directed(obj: Any) -> Iterable[tuple[Any, str, Any]]:
    directed, undirected = set(obj.directed_edges), set(obj.undirected_edges)
    if directed | undirected | {(b, a) for a, b in undirected} != set(obj.edges()):
        raise GraphError(
            "a PDAG must keep the same edges in directed_edges and undirected_edges as in edges(); got "
            "a difference. Build a new PDAG from its edges"
        )
    distinct = {frozenset(edge): edge for edge in undirected}.values()
    return [*((a, "-->", b) for a, b in directed), *((a, "---", b) for a, b in distinct)]


def _mixed(obj: Any) -> Iterable[tuple[Any, str, Any]]:
    edges: dict[tuple[str, Any], tuple[Any, str, Any]] = {}
    for a, b, data in obj.edges(data=True):
        if data.get("type") == "bidirected":
            edges["<->", frozenset((a, b))] = (a, "<->", b)
        else:
            edges["-->", (a, b)] = (a, "-->", b)
    return edges.values()


def _marked(obj: Any) -> Iterable[tuple[Any, str, Any]]:
    for a, b, data in obj.edges(data=True):
        marks = data.get("marks", {})
        at_a, at_b = marks.get(a), marks.get(b)
        if at_a not in _LEFT_SIGNS or at_b not in _RIGHT_SIGNS:
            raise FormatError(
                f"an edge must have a mark >, - or o at both ends; got {at_a!r} at {a!r} and {at_b!r} "
                f"at {b!r}"
            )
        yield a, f"{_LEFT_SIGNS[at_a]}-{_RIGHT_SIGNS[at_b]}", b


# The first of these classes that an object is of decides, so a subclass precedes its base class.
_READERS: dict[str, tuple[Any, Kind | None]] = {
    "PDAG": (_partially_directed, "pdag"),
    "ADMG": (_mixed, "admg"),
    "MAG": (_marked, "mag"),
    "AncestralBase": (_marked, None),
    "UndirectedGraph": (_lines, "undirected"),
    "DAG": (_arcs, "dag"),
}
