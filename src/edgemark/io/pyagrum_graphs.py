"""
Read graphs of pyAgrum.

Nodes get the names that they have in the object, or their numbers if they have no names.
"""

from __future__ import annotations

from typing import Any

from edgemark.conventions.options import Kind
from edgemark.errors import Remedy
from edgemark.graph import Graph
from edgemark.graph.frame_values import as_names
from edgemark.io.objects import class_names, unsupported

_KINDS: dict[str, Kind | None] = {
    "BayesNet": "dag",
    "DAG": "dag",
    "PDAG": None,
    "MixedGraph": None,
    "DiGraph": "digraph",
    "UndiGraph": "undirected",
}


def graph_of(obj: Any, kind: Kind | None = None) -> Graph:
    """Read a BayesNet, DAG, PDAG, MixedGraph, DiGraph or UndiGraph."""
    if "EssentialGraph" in class_names(obj):
        # The object does not keep its network alive, so reading a name may read freed memory.
        raise unsupported(
            obj,
            Remedy(
                "It may crash Python after its network was deleted. Copy it while the network exists",
                'as_graph(obj.pdag(), kind="cpdag")',
            ),
        )
    if "CliqueGraph" in class_names(obj):
        raise unsupported(
            obj,
            Remedy(
                "Its nodes are groups of variables, as in a junction tree. Give the network it is made "
                "of, or the graph bn.moralGraph()"
            ),
        )
    if "CredalNet" in class_names(obj):
        raise unsupported(
            obj,
            Remedy("Give the network whose probabilities it extends, such as obj.current_bn()"),
        )
    cls = next((name for name in class_names(obj) if name in _KINDS), None)
    if cls is None:
        raise unsupported(obj)
    numbers = sorted(obj.nodes())
    names = dict(zip(numbers, as_names(_name(obj, k) for k in numbers), strict=True))
    arcs = obj.arcs() if hasattr(obj, "arcs") else ()
    undirected = obj.edges() if hasattr(obj, "edges") else ()
    edges = [(names[a], "-->", names[b]) for a, b in arcs]
    edges += [(names[a], "---", names[b]) for a, b in undirected]
    return Graph(names.values(), edges, kind=_KINDS[cls])


def _name(obj: Any, number: int) -> str:
    if hasattr(obj, "variable"):
        return str(obj.variable(number).name())
    return str(obj.nameFromId(number)) if obj.hasName(number) else str(number)
