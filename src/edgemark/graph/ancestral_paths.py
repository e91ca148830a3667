"""Graphs with hidden variables: nearest separators, visible edges, inducing and discriminating paths."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from edgemark import _core
from edgemark.errors import GraphError, KindError, Remedy
from edgemark.graph.core import Edge, Graph
from edgemark.graph.equivalence.reading import kind_read
from edgemark.graph.kinds import class_of, describe, describe_directed_cycle
from edgemark.graph.latent import member_for_separations
from edgemark.graph.marks import MARK_AT_FIRST, MARK_AT_SECOND, Mark

__all__ = ["discriminating_path", "inducing_path", "nearest_separator", "visible_edges"]


def nearest_separator(graph: Graph, a: str, b: str) -> frozenset[str] | None:
    """
    Return the minimal set that separates two nodes and is nearest to the first.

    No proper subset of it separates them, and no other minimal separator lies between `a` and this set.
    It is the same for all graphs of a Markov equivalence class.

    Args:
        graph: a DAG, CPDAG, MPDAG, MAG, PAG or ADMG.
        a: a node.
        b: another node.

    Returns:
        The set, or None if the nodes are adjacent or nothing separates them.

    Raises:
        GraphError: a name that is not a node, or `a` is `b`.
        KindError: the graph is of another kind, or its edges contradict its declared kind.

    References:
        van der Zander and Liśkiewicz (2019), Finding minimal d-separators in linear time and
        applications, UAI.

    Examples:
        >>> chain = Graph.parse("A --> B --> C --> D")
        >>> nearest_separator(chain, "A", "D"), nearest_separator(chain, "D", "A")
        (frozenset({'B'}), frozenset({'C'}))
    """
    member = member_for_separations(graph, "a separator")
    a, b = _two_names(graph, a, b)
    if b in graph.adjacent(a):
        return None
    found = _core.nearest_separator(member.words, member.n_nodes, graph.index(a), graph.index(b))
    return None if found is None else frozenset(graph.nodes[v] for v in found)


def _two_names(graph: Graph, a: str, b: str) -> tuple[str, str]:
    """Return the names of two different nodes, which may be given as integers."""
    x, y = graph.index(a), graph.index(b)
    if x == y:
        raise GraphError(f"two different nodes are needed; got {a!r} twice")
    return graph.nodes[x], graph.nodes[y]


def visible_edges(graph: Graph) -> list[Edge]:
    """
    List the visible edges ``-->`` of a MAG or PAG: those whose nodes have no hidden common cause.

    An edge A --> B is visible if a node that is not adjacent to B has an edge into A, or a path into A
    whose inner nodes are colliders and parents of B. A DAG or CPDAG has no hidden causes, so every edge
    ``-->`` is visible.

    Args:
        graph: a MAG or a PAG; or a DAG or a CPDAG.

    Returns:
        The edges, as `Graph.edges` lists them.

    Raises:
        KindError: the graph is of another kind, or its edges contradict its declared kind.

    References:
        Zhang (2008), Causal reasoning with ancestral graphs, JMLR 9.

    Examples:
        >>> visible_edges(Graph.parse("A --> B --> C", kind="mag"))
        [('B', '-->', 'C')]
    """
    flags = visible_flags(graph, "visible edges")
    return Graph._make(graph._names, graph.n_nodes, graph.words[flags], None).edges()


def visible_flags(
    graph: Graph, what: str, side: str = "graph"
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """
    Return, for each of `graph.words`, whether it is a visible edge.

    Args:
        graph: a DAG, a CPDAG, a MAG or a PAG.
        what: what the caller derives from the edges, in the plural, for error messages.
        side: name of the graph in error messages.
    """
    kind = kind_read(graph, f"a list of {what}", side)
    if kind not in ("dag", "cpdag", "mag", "pag"):
        cycle = describe_directed_cycle(graph)
        raise KindError(
            f"{what} can be read from DAGs, CPDAGs, MAGs and PAGs; the {side} is {describe(kind)}"
            + (f", in which {cycle}" if cycle else "")
        )
    if reason := graph.objection(kind):
        raise KindError(f"{what} need {describe(kind)} as the {side}; {reason}")
    return graph.cached("visible", lambda g: _visible(g, kind in ("dag", "cpdag")))


def _visible(graph: Graph, all_directed: bool) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    if all_directed:
        states = graph.words & np.uint64(15)  # The low four bits of a word are the marks of its edge.
        return np.isin(states, _DIRECTED)
    return _core.visible_edges(graph.words, graph.n_nodes).astype(bool)


_DIRECTED = [
    s for s in MARK_AT_FIRST if {MARK_AT_FIRST[s], MARK_AT_SECOND[s]} == {Mark.TAIL, Mark.ARROW}
]


# ---- inducing and discriminating paths


def inducing_path(graph: Graph, a: str, b: str) -> tuple[str, ...] | None:
    """
    Return a shortest inducing path between two nodes, if there is one.

    Each inner node of an inducing path is a collider and an ancestor of one of the two ends. No set of
    other nodes separates the ends. A graph is not maximal if two nodes that are not adjacent have such
    a path.

    Args:
        graph: a DAG, a MAG or an ADMG, maximal or not.
        a: a node.
        b: another node.

    Returns:
        The nodes of the path from `a` to `b`; only these two if they are adjacent. None if there is no
        inducing path.

    Raises:
        GraphError: a name that is not a node, or `a` is `b`.
        KindError: the graph is declared a PAG, or has circles and no declared kind.

    References:
        Richardson and Spirtes (2002), Ancestral graph Markov models, doi:10.1214/aos/1031689015.

    Examples:
        >>> graph = Graph.parse("A <-> B <-> C <-> D; B --> D; C --> A")
        >>> inducing_path(graph, "A", "D")
        ('A', 'B', 'C', 'D')
        >>> inducing_path(Graph.parse("A --> B --> C"), "A", "C")
    """
    a, b = _two_names(graph, a, b)
    marks = _marks_without_circles(graph)
    ancestors = graph.ancestors(a) | graph.ancestors(b)

    def next_nodes(path: tuple[str, ...]) -> Iterator[str]:
        node = path[-1]
        for other, at_here, at_other in marks(node):
            collides = len(path) == 1 or at_here == Mark.ARROW
            if collides and (other == b or (other in ancestors and at_other == Mark.ARROW)):
                yield other

    return _shortest_path(a, b, next_nodes)


def _shortest_path(
    start: str, end: str, next_nodes: Callable[[tuple[str, ...]], Iterator[str]]
) -> tuple[str, ...] | None:
    """
    Return a shortest path, found by breadth-first search; None if there is none.

    `next_nodes` returns the nodes that may follow a path. They may depend only on the last node of the
    path, because the search reaches each node once.
    """
    seen = {start}
    waiting: list[tuple[str, ...]] = [(start,)]
    for path in waiting:
        for node in next_nodes(path):
            if node == end:
                return (*path, node)
            if node not in seen:
                seen.add(node)
                waiting.append((*path, node))
    return None


HalfEdge = tuple[str, Mark, Mark]


def _marks_without_circles(graph: Graph) -> Callable[[str], list[HalfEdge]]:
    if class_of(graph) == "pag":
        raise KindError(
            "inducing paths need a DAG, a MAG or an ADMG; the graph is a PAG, which stands for a "
            "class of MAGs",
            Remedy("Take a member of the class", "inducing_path(to_mag(graph), a, b)"),
        )
    return half_edges(graph)


def half_edges(graph: Graph) -> Callable[[str], list[HalfEdge]]:
    """
    Return a function that lists the edges of a node. Each is given by the other node, the mark at this
    node and the mark at the other node.
    """
    edges_of: dict[str, list[HalfEdge]] = {node: [] for node in graph.nodes}
    for a, glyph, b in graph.edges():
        at_a, at_b = _MARKS[glyph[0]], _MARKS[glyph[2]]
        edges_of[a].append((b, at_a, at_b))
        edges_of[b].append((a, at_b, at_a))
    return lambda node: edges_of[node]


_MARKS = {"<": Mark.ARROW, ">": Mark.ARROW, "-": Mark.TAIL, "o": Mark.CIRCLE}


def discriminating_path(graph: Graph, b: str, c: str) -> tuple[str, ...] | None:
    """
    Return a shortest discriminating path for a node, which fixes whether the node is a collider.

    A discriminating path for B goes from a node that is not adjacent to C over one or more colliders,
    all of them parents of C, to B and on to C. Markov equivalent MAGs that share the path agree on
    whether B is a collider on it.

    Args:
        graph: a MAG or a PAG.
        b: the node whose role the path fixes.
        c: the end of the path, adjacent to `b`.

    Returns:
        The nodes of the path, the last two being `b` and `c`; None if there is no such path.

    Raises:
        GraphError: a name that is not a node, or `b` is `c`.
        KindError: a pair of nodes has two edges.

    References:
        Richardson and Spirtes (2002), Ancestral graph Markov models, doi:10.1214/aos/1031689015.

    Examples:
        >>> graph = Graph.parse("A --> B <-> C --> D; B --> D")
        >>> discriminating_path(graph, "C", "D")
        ('A', 'B', 'C', 'D')
    """
    b, c = _two_names(graph, b, c)
    if graph.has_two_edges_on_a_pair:
        raise KindError("a discriminating path needs one edge on a pair; the graph has two on some")
    edges, adjacent, parents = half_edges(graph), graph.adjacent(c), graph.parents(c)
    if b not in adjacent:
        return None
    seen = {b}
    waiting: list[tuple[str, ...]] = [(b,)]
    for path in waiting:
        node = path[-1]
        for other, at_here, at_other in edges(node):
            if other in seen or other == c or (len(path) > 1 and at_here != Mark.ARROW):
                continue
            if len(path) > 1 and other not in adjacent:
                return (*reversed((*path, other)), c)
            if other in parents and at_other == Mark.ARROW:
                seen.add(other)
                waiting.append((*path, other))
    return None
