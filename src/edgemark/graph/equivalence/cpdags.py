"""CPDAGs, patterns, consistent extensions, and the class that a graph represents."""

from __future__ import annotations

from collections.abc import Iterator

from edgemark import _core
from edgemark.conventions.options import Kind
from edgemark.errors import KindError, Remedy
from edgemark.graph.core import Graph
from edgemark.graph.edge_words import unpack
from edgemark.graph.equivalence.hidden_variables import (
    refuse_declaration,
    warn_how_skeleton_is_read,
)
from edgemark.graph.equivalence.reading import (
    class_read,
    refuse_false_class,
    refuse_knowledge,
    remedies_for_arrows,
)
from edgemark.graph.equivalence.repairing import can_be_repaired
from edgemark.graph.kinds import class_of, completed, demand, describe, undirected_is_tail_tail
from edgemark.graph.marks import UNDIRECTED

__all__ = [
    "chain_objection",
    "class_graph",
    "extension",
    "pattern",
    "remedies_for_incomplete_mpdag",
    "to_cpdag",
]


def to_cpdag(dag: Graph) -> Graph:
    """
    Return the CPDAG of a DAG: edges that point the same way in every equivalent DAG are directed.

    The edges are labelled in the causal order of their heads, in a time about linear in their number
    (Chickering). Meek's rules 1 to 3, applied to the pattern, give the same graph.

    Args:
        dag: acyclic, every edge directed.

    Returns:
        A graph on the same nodes, declared a CPDAG. Cached.

    Raises:
        KindError: the graph is not a DAG; or it is declared a MAG, a PAG, an MPDAG, or a kind that its
            edges contradict, such as a CPDAG or a PDAG whose arrows are not those of a CPDAG.

    References:
        Chickering (1995), A transformational characterization of equivalent Bayesian network structures,
        UAI.

        Meek (1995), Causal inference and causal explanation with background knowledge, UAI.

    Examples:
        >>> to_cpdag(Graph.parse("A --> B --> C; D --> C")).edges()
        [('A', '---', 'B'), ('B', '-->', 'C'), ('D', '-->', 'C')]
    """
    refuse_declaration(dag, "the CPDAG of a graph")
    remedies = _remedies_for_knowledge(dag, "to_cpdag")
    refuse_knowledge(dag, "the CPDAG of a graph", *remedies, needs="a DAG")
    _demand_dag(dag)
    refuse_false_class(dag, "the CPDAG of a graph")
    return completed(dag)


def _remedies_for_knowledge(graph: Graph, function: str) -> Iterator[Remedy]:
    if graph.objection("mpdag") is None:
        yield Remedy("Leave the knowledge out", f"{function}(extension(graph))")


def _demand_dag(graph: Graph) -> None:
    reason = graph.objection("dag")
    if reason is None:
        return
    problem = f"the CPDAG of a graph needs a DAG; {reason}"
    if graph.objection("cpdag") is None:
        declare_cpdag = Remedy(
            "It is a CPDAG already, and can be declared one", 'graph.with_kind("cpdag")'
        )
        raise KindError(problem, declare_cpdag)
    raise KindError(problem, *_remedies_for_undirected_edges(graph))


def _remedies_for_undirected_edges(graph: Graph) -> Iterator[Remedy]:
    """Yield a remedy if the graph is partially directed and has a consistent extension."""
    if undirected_is_tail_tail(graph) or graph.objection("pdag") is not None:
        return
    if _core.extension(graph.words, graph.n_nodes) is not None:
        yield Remedy("Direct its undirected edges", "to_cpdag(extension(graph))")


def pattern(graph: Graph) -> Graph:
    """
    Leave only the edges of unshielded colliders directed.

    Args:
        graph: only ``-->`` and ``---``, no directed cycle.

    Returns:
        A graph on the same nodes, declared a PDAG. Cached.

    Raises:
        KindError: the graph is not partially directed; or is declared a MAG, a PAG, an MPDAG, or a kind
            that its edges contradict.

    Examples:
        >>> pattern(Graph.parse("A --> B --> C; D --> B")).edges()
        [('A', '-->', 'B'), ('B', '---', 'C'), ('D', '-->', 'B')]
    """
    refuse_declaration(graph, "the pattern of a graph")
    refuse_knowledge(graph, "the pattern of a graph", *_remedies_for_knowledge(graph, "pattern"))
    demand(graph, "pdag", "the pattern of a graph")
    _refuse_false_cpdag(graph, "the pattern of a graph")
    return graph.cached(
        "pattern",
        lambda g: Graph._make(g._names, g._n, _core.pattern(g.words, g.n_nodes), "pdag"),
    )


def _refuse_false_cpdag(graph: Graph, what: str) -> None:
    """Refuse a declared CPDAG or MPDAG that is not one. A declared PDAG need not be a CPDAG."""
    if graph.kind != "pdag":
        refuse_false_class(graph, what)


def extension(pdag: Graph) -> Graph:
    """
    Direct the undirected edges without a new unshielded collider or a cycle.

    Args:
        pdag: only ``-->`` and ``---``, no directed cycle.

    Returns:
        A DAG with the same skeleton, arrows and unshielded colliders; for a CPDAG or an MPDAG, a member
        of its class.

    Raises:
        KindError: the graph is not partially directed; or is declared a MAG, a PAG or a kind that its
            edges contradict; or no such DAG exists.

    References:
        Dor, Tarsi (1992), A simple algorithm to construct a consistent extension of a partially
        oriented graph.

    Examples:
        >>> extension(Graph.parse("A --> B; C --> B; B --- D")).edges()
        [('A', '-->', 'B'), ('C', '-->', 'B'), ('B', '-->', 'D')]
    """
    refuse_declaration(pdag, "a consistent extension")
    demand(pdag, "pdag", "a consistent extension")
    _refuse_false_cpdag(pdag, "a consistent extension")
    words = _core.extension(pdag.words, pdag.n_nodes)
    if words is None:
        raise KindError("no DAG has this graph's skeleton, arrows and unshielded colliders")
    return Graph._make(pdag._names, pdag._n, words, "dag")


def class_graph(graph: Graph, what: str, side: str = "graph") -> Graph:
    """
    Return the graph of an equivalence class: the CPDAG of a DAG, or a CPDAG or MPDAG itself.

    Warn if an undirected graph is read as a CPDAG. In errors, `what` is what needs a class, such as "the
    size of a class", and `side` names the graph.

    Raises:
        KindError: `class_read` refuses the graph.

    Examples:
        >>> class_graph(Graph.parse("A --> B"), "the size of a class")
        Graph.parse('A --- B', kind='cpdag')
    """
    refuse_declaration(graph, what, side)
    reading = class_read(graph)
    if reading is not None:
        warn_how_skeleton_is_read(graph, side)
        return to_cpdag(graph) if reading == "dag" else graph
    kind = class_of(graph)
    needed_kind: Kind = "mpdag" if kind == "mpdag" else "cpdag"
    reason = graph.objection(needed_kind)
    needed = (
        f"{what} needs a DAG or a CPDAG" if needed_kind == "cpdag" else f"{what} needs {describe(kind)}"
    )
    raise KindError(f"{needed}; {reason}", *_remedies_for_class(graph, needed_kind, side))


def _remedies_for_class(graph: Graph, needed_kind: Kind, side: str) -> Iterator[Remedy]:
    if not can_be_repaired(graph):
        return
    if graph.kind == "pdag":
        yield from remedies_for_arrows(graph, side)
    elif needed_kind == "cpdag" and graph.objection("mpdag") is None:
        say = "If knowledge or interventions directed its edges, declare an MPDAG"
        yield Remedy(say, f'{side}.with_kind("mpdag")')
    way = remedies_for_incomplete_mpdag(graph, side)
    yield from way or [Remedy("Take the CPDAG that repair returns", f"repair({side})[0]")]


def remedies_for_incomplete_mpdag(graph: Graph, side: str) -> list[Remedy]:
    """
    Return the remedy that gives a declared MPDAG all directions which follow from its arrows.

    `repair` would drop the knowledge. A graph whose arrows no DAG has gets no remedy.
    """
    if graph.kind != "mpdag" or graph.objection("pdag") is not None:
        return []
    if _core.extension(graph.words, graph.n_nodes) is None:
        return []
    arrows = f"[(a, b) for a, mark, b in {side}.edges() if mark == '-->']"
    member = f"extension({side}.with_kind('pdag'))"
    return [Remedy("Direct all such edges", f"to_mpdag(to_cpdag({member}), required={arrows})")]


def chain_objection(mpdag: Graph) -> str | None:
    """
    Name an arrow between two nodes that a path of undirected edges also connects; None if there is none.

    A graph with such an arrow is not a chain graph.
    """
    firsts, seconds, states = (column.tolist() for column in unpack(mpdag.words))
    # Union-find: nodes that undirected edges connect have the same root.
    link = list(range(mpdag.n_nodes))

    def root(v: int) -> int:
        while link[v] != v:
            link[v] = v = link[link[v]]
        return v

    edges = list(zip(firsts, seconds, states, strict=True))
    for i, j, state in edges:
        if state == UNDIRECTED:
            link[root(i)] = root(j)
    for i, j, state in edges:
        if state != UNDIRECTED and root(i) == root(j):
            edge = mpdag.between(mpdag.nodes[i], mpdag.nodes[j])
            return f"undirected edges connect the ends of {edge}, a partially directed cycle"
    return None
