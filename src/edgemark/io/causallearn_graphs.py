"""
Graphs of causal-learn.

Row i and column j of causal-learn's matrix hold the mark at node i of the edge between i and j: -1 is a
tail, 1 an arrowhead, 2 a circle. A pair with both A --> B and A <-> B has 4 (tail and arrowhead) at A,
and 5 (two arrowheads) at B.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from edgemark.conventions.options import Kind
from edgemark.errors import AmbiguityError, FormatError, GraphError, Remedy
from edgemark.graph import Graph, Mark, TemporalGraph
from edgemark.graph.edge_words import words_of
from edgemark.graph.frame_values import agreed_names, as_names
from edgemark.graph.given_nodes import checked_nodes
from edgemark.graph.marks import BACKWARD_BOW, FORWARD_BOW
from edgemark.io.objects import class_names, unsupported

_MARKS = {-1: Mark.TAIL, 1: Mark.ARROW, 2: Mark.CIRCLE}
_STATES = {(a, b): _MARKS[a] * 4 + _MARKS[b] for a in _MARKS for b in _MARKS} | {
    (4, 5): FORWARD_BOW,
    (5, 4): BACKWARD_BOW,
}
"""The state of an edge, see `edgemark.graph.marks`, by the numbers at its first and its second node."""


def graph_of(obj: Any, kind: Kind | None = None) -> Graph:
    """
    Read a GeneralGraph without a declared kind, a Dag as a DAG, or the CausalGraph of PC as a CPDAG.

    `kind` is not used here: `as_graph` declares it afterwards.
    """
    names = class_names(obj)
    if "CausalGraph" in names:
        return _graph_of(obj.G, "cpdag")
    if "Dag" in names:
        return _graph_of(obj, "dag")
    if "GeneralGraph" in names:
        return _graph_of(obj, None)
    raise unsupported(obj)


def _graph_of(obj: Any, kind: Kind | None) -> Graph:
    nodes = tuple(as_names(node.get_name() for node in obj.get_nodes()))
    matrix = np.asarray(obj.graph)
    firsts, seconds = np.nonzero(np.triu((matrix != 0) | (matrix.T != 0)))
    pairs = zip(matrix[firsts, seconds].tolist(), matrix[seconds, firsts].tolist(), strict=True)
    states = [_STATES.get(pair, -1) for pair in pairs]
    if -1 in states:
        k = states.index(-1)
        i, j = int(firsts[k]), int(seconds[k])
        raise FormatError(
            f"causal-learn's matrix must hold -1, 1 or 2 for both ends of an edge, or 4 with 5; got "
            f"{matrix[i, j]:g} at {nodes[i]!r} and {matrix[j, i]:g} at {nodes[j]!r} of their edge"
        )
    words = words_of(firsts, seconds, np.array(states, np.int64), lambda k: nodes[k])
    names, n_nodes = checked_nodes(nodes)
    return Graph._make(names, n_nodes, words, kind)


def temporal_of(obj: Any, options: Mapping[str, Any], nodes: list[str] | None) -> TemporalGraph:
    """
    Read the graph of CD-NOD, which has a node for time.

    That node stays in the result: the caller removes the nodes that the option `surrogate` lists.

    Args:
        obj: a graph of causal-learn.
        options: the options of `as_temporal`.
        nodes: names instead of the default names X1, X2 and so on, with one for time.

    Raises:
        AmbiguityError: no `surrogate`.
        GraphError: another number of names, or other names than those of the graph.
    """
    graph = graph_of(obj)
    if not options["surrogate"]:
        last = graph.nodes[-1] if graph.n_nodes else "X1"
        raise AmbiguityError(
            "a graph of causal-learn has no lags; in one of CD-NOD the last node stands for time",
            Remedy("If this is a graph of CD-NOD, name that node", f"surrogate={last!r}"),
        )
    if nodes is not None:
        if len(nodes) != graph.n_nodes:
            raise GraphError(
                f"{graph.n_nodes} nodes, including the one for time, need as many names; got "
                f"{len(nodes)}"
            )
        has_default_names = graph.nodes == tuple(f"X{k}" for k in range(1, graph.n_nodes + 1))
        if not has_default_names or set(nodes) == set(graph.nodes):  # data may have X2 before X1
            agreed_names(nodes, graph.nodes, "a graph")
        name = dict(zip(graph.nodes, nodes, strict=True))
        edges = [(name[a], glyph, name[b]) for a, glyph, b in graph.edges()]
        graph = Graph(nodes, edges, kind=graph.kind)
    return TemporalGraph.from_surrogate(graph, ())
