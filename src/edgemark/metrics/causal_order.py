"""Metrics of a causal order, for methods that learn an order instead of a graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from edgemark.arguments import is_whole
from edgemark.errors import AlignmentError, InputTypeError, listing, shown
from edgemark.graph import Graph
from edgemark.graph.edge_words import unpack
from edgemark.graph.equivalence import refuse_declaration, refuse_false_class
from edgemark.graph.given_nodes import is_iterable
from edgemark.graph.kinds import demand
from edgemark.graph.marks import FORWARD
from edgemark.values import Count

__all__ = ["d_top"]


def d_top(truth: Any, order: Sequence[str]) -> Count:
    r"""
    Count the true edges that contradict an order of the nodes: topological order divergence (D_top).

    .. math:: D_{top}(G, \pi) = |\{i \to j \in G : j \text{ comes before } i \text{ in } \pi\}|

    Every graph that respects this order misses at least these edges. The count is zero if and only if
    the order is a causal order of the truth.

    Args:
        truth: reference DAG: a Graph, or an object `as_graph` reads.
        order: names of the nodes, causes before effects; positions if the truth has no names.

    Returns:
        Number of edges, out of those of the truth; 0 is best.

    Raises:
        AlignmentError: the order does not have each node of the truth exactly once.
        KindError: the truth is not a DAG, is declared a MAG or a PAG, or is not of its declared kind.
        TypeError: the order is not a sequence of nodes.

    See also:
        ancestor_aid: errors in causal effects.
        shd: errors in edges.

    References:
        Rolland, Cevher, Kleindessner, Russell, Janzing, Schölkopf, Locatello (2022), Score matching
        enables causal discovery of nonlinear additive noise models, ICML.

    Examples:
        >>> truth = Graph.parse("A --> B --> C; A --> C")
        >>> d_top(truth, ["B", "A", "C"])
        Count(1, of=3)
    """
    graph = _as_graph(truth)
    refuse_declaration(graph, "d_top", "truth")
    demand(graph, "dag", "d_top")
    refuse_false_class(graph, "d_top", "truth")
    positions = _positions(graph, order)
    firsts, seconds, states = unpack(graph.words)
    forward = states == FORWARD
    agrees = positions[firsts.astype(np.intp)] < positions[seconds.astype(np.intp)]
    return Count(int((forward != agrees).sum()), of=graph.n_edges)


def _as_graph(thing: Any) -> Graph:
    if isinstance(thing, Graph):
        return thing
    from edgemark.io import as_graph

    return as_graph(thing)


def _name(node: Any) -> str:
    if isinstance(node, str):
        return node
    return shown(int(node) if is_whole(node) else node)  # The repr of a NumPy integer names its type.


def _positions(graph: Graph, order: Sequence[Any]) -> np.ndarray[Any, np.dtype[np.intp]]:
    """Return the position of every node in the order."""
    if isinstance(order, str | set | frozenset | dict) or not is_iterable(order):
        raise InputTypeError(f"the order must be a sequence of nodes, causes first; got {shown(order)}")
    nodes = [_name(node) for node in order]
    occurrences = Counter(nodes)
    missing = [node for node in graph.nodes if node not in occurrences]
    known = set(graph.nodes)
    unknown = [str(node) for node in occurrences if node not in known]
    repeated = [str(node) for node, n in occurrences.items() if n > 1]
    problems = (("missing", missing), ("not in the truth", unknown), ("repeated", repeated))
    descriptions = [f"{what}: {listing(names)}" for what, names in problems if names]
    if descriptions:
        raise AlignmentError(
            f"the order must have each node of the truth once; {'; '.join(descriptions)}"
        )
    positions = np.empty(graph.n_nodes, np.intp)
    positions[[graph.index(node) for node in nodes]] = np.arange(graph.n_nodes)
    return positions
