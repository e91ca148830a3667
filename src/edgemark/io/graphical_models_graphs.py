"""
Graphs of graphical_models, which causaldag uses too.

The library stores nodes in sets, which have no order. They are sorted here, so that a graph is always
read in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from edgemark.conventions.options import Kind
from edgemark.graph import Graph
from edgemark.graph.frame_values import as_names
from edgemark.io.objects import class_names, unsupported

_PARTS = {
    "DAG": {"arcs": "-->"},
    "PDAG": {"arcs": "-->", "edges": "---"},
    "AncestralGraph": {"directed": "-->", "bidirected": "<->", "undirected": "---"},
    "UndirectedGraph": {"edges": "---"},
}
"""For each class, its attributes that hold edges, and the type of these edges."""
_KINDS: dict[str, Kind] = {"DAG": "dag", "AncestralGraph": "mag", "UndirectedGraph": "undirected"}


def graph_of(obj: Any, kind: Kind | None = None) -> Graph:
    """Read a DAG (including GaussDAG), PDAG, AncestralGraph or UndirectedGraph."""
    # The object's own class is tried before its base classes.
    cls = next((name for name in class_names(obj) if name in _PARTS), None)
    if cls is None:
        raise unsupported(obj)
    nodes = _in_order(obj.nodes)
    name = dict(zip(nodes, as_names(nodes), strict=True))
    edges = [
        (name[a], glyph, name[b])
        for attribute, glyph in _PARTS[cls].items()
        for a, b in map(tuple, getattr(obj, attribute))
    ]
    graph = Graph(name.values(), edges, kind=_KINDS.get(cls))
    # A PDAG may be a CPDAG, an interventional CPDAG, or neither; assume a CPDAG if it is a valid one.
    return graph.with_kind("cpdag") if cls == "PDAG" and graph.is_cpdag() else graph


def _in_order(nodes: Iterable[Any]) -> list[Any]:
    try:
        return sorted(nodes)
    except TypeError:  # labels of mixed types
        return sorted(nodes, key=str)
