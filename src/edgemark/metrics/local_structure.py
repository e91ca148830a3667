"""Confusion matrices for each node: of its parents, children, neighbours or Markov blanket."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal

from edgemark import _core
from edgemark.conventions.options import choices, require
from edgemark.graph import Graph
from edgemark.graph.edge_words import unpack
from edgemark.graph.kinds import demand
from edgemark.graph.marks import BACKWARD, FORWARD, SINGLES
from edgemark.metrics.declaration import as_graphs
from edgemark.values import Confusion

__all__ = ["local_confusion"]

Neighbours = Literal["parents", "children", "adjacent", "markov-blanket"]
Sets = list[set[int]]


def local_confusion(truth: Any, estimate: Any, *, of: Neighbours = "parents") -> Mapping[str, Confusion]:
    """
    Return a confusion matrix for each node: of its parents, children, neighbours or Markov blanket.

    Args:
        truth: reference graph, p nodes: a Graph, or an object `as_graph` reads.
        estimate: learned graph on the same nodes, in any order.
        of: "parents" and "children" are given by edges ``-->``, "adjacent" nodes by any edge.
            "markov-blanket" is for graphs with only ``-->`` and ``---``: adjacent nodes, and nodes at
            the other end of an unshielded collider, such as B for A in A --> C <-- B.

    Returns:
        For each node, by name, the confusion matrix over the p-1 other nodes.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: `of` has an unknown value.
        KindError: a Markov blanket needs graphs with only ``-->`` and ``---``, and without a
            directed cycle.

    See also:
        confusion: the counts of the whole graph.

    Examples:
        >>> truth, found = Graph.parse("A --> C <-- B"), Graph.parse("A --> C --> B")
        >>> local_confusion(truth, found)["C"]
        Confusion(tp=1, fp=0, fn=1, tn=0)
        >>> local_confusion(truth, found, of="markov-blanket")["A"].recall
        0.5
    """
    require("local_confusion: of", of, choices(Neighbours))
    truth, estimate = as_graphs(truth, estimate)
    true, estimated = _SETS[of](truth), _SETS[of](estimate)
    return MappingProxyType(
        {name: _overlap(true[k], estimated[k], truth.n_nodes - 1) for k, name in enumerate(truth.nodes)}
    )


def _overlap(true: set[int], estimated: set[int], n_others: int) -> Confusion:
    tp, fp, fn = len(true & estimated), len(estimated - true), len(true - estimated)
    return Confusion(tp, fp, fn, n_others - tp - fp - fn)


def _pairs(graph: Graph) -> list[tuple[int, int, int]]:
    return list(zip(*(part.tolist() for part in unpack(graph.words)), strict=True))


def _parents(graph: Graph) -> Sets:
    sets: Sets = [set() for _ in range(graph.n_nodes)]
    for i, j, state in _pairs(graph):
        if FORWARD in SINGLES[state]:
            sets[j].add(i)
        if BACKWARD in SINGLES[state]:
            sets[i].add(j)
    return sets


def _children(graph: Graph) -> Sets:
    sets: Sets = [set() for _ in range(graph.n_nodes)]
    for child, parents in enumerate(_parents(graph)):
        for parent in parents:
            sets[parent].add(child)
    return sets


def _adjacent(graph: Graph) -> Sets:
    sets: Sets = [set() for _ in range(graph.n_nodes)]
    for i, j, _ in _pairs(graph):
        sets[i].add(j)
        sets[j].add(i)
    return sets


def _markov_blankets(graph: Graph) -> Sets:
    demand(graph, "pdag", "the Markov blanket of a node")
    sets = _adjacent(graph)
    for i, _, j in _core.unshielded_colliders(graph.words, graph.n_nodes).tolist():
        sets[i].add(j)
        sets[j].add(i)
    return sets


_SETS: dict[str, Callable[[Graph], Sets]] = {
    "parents": _parents,
    "children": _children,
    "adjacent": _adjacent,
    "markov-blanket": _markov_blankets,
}
