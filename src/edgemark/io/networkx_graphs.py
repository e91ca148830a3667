"""
Graphs of networkx.

An edge of a DiGraph is ``-->``, an edge of a Graph is ``---``. networkx has no other edges, so edgemark
reads other marks from the edge attribute `mark`: ``graph.add_edge("A", "B", mark="<->")``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from edgemark import _core
from edgemark.conventions.options import Kind
from edgemark.errors import AmbiguityError, FormatError, Remedy, shown
from edgemark.graph import Graph
from edgemark.graph.frame_values import as_names
from edgemark.graph.given_nodes import checked_names
from edgemark.graph.marks import GLYPHS
from edgemark.io.objects import unsupported

_SYMMETRIC = frozenset({"---", "<->", "o-o"})
_KINDS_WITH_UNDIRECTED = frozenset({"pdag", "cpdag", "mpdag"})
_COLOURS_OF_MARKS = ({"color": "r"}, {"color": "g"}, {"color": "b"})
"""
The attributes of edges that causal-learn's `CausalGraph.to_nx_graph` writes. A directed edge is blue, a
bidirected edge red and an undirected edge green. The last two are stored in both directions.
"""


def plain_graph(obj: Any) -> Graph | None:
    """
    Read a graph whose edges have no attributes, without self-loops and without both A,B and B,A.

    Return None for any other object, which `graph_of` reads or refuses.
    """
    if not (hasattr(obj, "is_directed") and hasattr(obj, "adjacency")):
        return None
    labels, directed = list(obj.nodes), bool(obj.is_directed())
    words = _core.words_of_neighbours(labels, list(obj.adjacency()), directed)
    if words is None:
        return None
    names = checked_names(as_names(labels))
    return Graph._make(names, len(names), words, None if directed else "undirected")


def graph_of(obj: Any, kind: Kind | None = None) -> Graph:
    """Read a Graph, DiGraph, MultiGraph or MultiDiGraph."""
    if not (hasattr(obj, "is_directed") and hasattr(obj, "edges")):
        raise unsupported(obj, Remedy("It is a part of a graph. Give the graph itself"))
    names = as_names(obj.nodes)
    directed = bool(obj.is_directed())
    name = dict(zip(obj.nodes, names, strict=True))
    edges = [(name[a], _glyph(a, b, data, directed), name[b]) for a, b, data in obj.edges(data=True)]
    marked = {(name[a], name[b]) for a, b, mark in obj.edges(data="mark") if mark is not None}
    if not directed:
        has_marks = any("mark" in data for _, _, data in obj.edges(data=True))
        return Graph(name.values(), edges, kind=None if has_marks else "undirected")
    _refuse_colours_of_marks(obj, kind)
    return Graph(name.values(), _resolved_pairs(edges, marked, kind))


def _refuse_colours_of_marks(obj: Any, kind: Kind | None) -> None:
    """Refuse an `nx_graph` of causal-learn with a bidirected edge: only its colour shows what it is."""
    if kind == "digraph" or any(data not in _COLOURS_OF_MARKS for _, _, data in obj.edges(data=True)):
        return
    red = {(a, b) for a, b, colour in obj.edges(data="color") if colour == "r"}
    for a, b in sorted(red, key=str):
        if a != b and (b, a) in red:
            first, second = shown(str(a)), shown(str(b))
            raise AmbiguityError(
                "the marks of an edge are read from its attribute mark, and not from its colour; the "
                f"graph has both {first},{second} and {second},{first} in red, as causal-learn's "
                "nx_graph has for a bidirected edge",
                Remedy("If it is one, convert the graph of causal-learn itself, such as as_graph(cg.G)"),
                Remedy("If the colours mean nothing, remove them from the edges"),
            )


def _glyph(a: Any, b: Any, data: dict[str, Any], directed: bool) -> str:
    glyph = data.get("mark")
    if glyph is None:
        return "-->" if directed else "---"
    if not isinstance(glyph, str) or glyph not in GLYPHS:
        raise FormatError(
            f"the attribute 'mark' of an edge must be one of {' '.join(GLYPHS)}; got {glyph!r} at the "
            f"edge of {a!r} and {b!r}"
        )
    if not directed and glyph not in _SYMMETRIC:
        raise FormatError(
            "an undirected networkx graph does not store the order of the ends of an edge; got "
            f"{glyph!r} at the edge of {a!r} and {b!r}. Use a DiGraph"
        )
    return glyph


def _resolved_pairs(
    edges: list[tuple[str, str, str]], marked: set[tuple[str, str]], kind: Kind | None
) -> Iterable[tuple[str, str, str]]:
    """Decide whether A,B with B,A is one undirected edge or a cycle. If both have a mark, keep both."""
    directed_edges = [(a, b) for a, glyph, b in edges if glyph == "-->"]
    arcs = set(directed_edges)
    if len(arcs) < len(directed_edges):
        return edges  # A repeated edge is refused in any case.
    both_ways = [(a, b) for a, b in arcs if (b, a) in arcs and a != b and not {(a, b), (b, a)} <= marked]
    if not both_ways or kind == "digraph":
        return edges
    if kind in _KINDS_WITH_UNDIRECTED:
        undirected = frozenset(both_ways)
        return [
            (a, "---" if (a, b) in undirected else glyph, b)
            for a, glyph, b in edges
            if not (glyph == "-->" and (a, b) in undirected and a > b)
        ]
    a, b = min(both_ways)
    raise AmbiguityError(
        f"the graph has both {a!r},{b!r} and {b!r},{a!r}, which may mean a cycle or one undirected edge",
        Remedy("One undirected edge", 'as_graph(obj, kind="pdag")'),
        Remedy("Two directed edges", 'as_graph(obj, kind="digraph")'),
    )
