"""Kinds of graphs: predicates that explain why a graph is not of a kind."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Protocol, TypeVar

import numpy as np

from edgemark import _core
from edgemark.conventions.options import Kind
from edgemark.errors import KindError, Remedy
from edgemark.graph.core import Graph
from edgemark.graph.estimate import Estimate
from edgemark.graph.marks import (
    BACKWARD_BOW,
    BIDIRECTED,
    CYCLE,
    DIRECTED,
    FORWARD_BOW,
    MARK_AT_FIRST,
    MARK_AT_SECOND,
    STATE_OF,
    UNDIRECTED,
    Mark,
)
from edgemark.graph.side import Side
from edgemark.graph.text import quoted

Objection = str | None

_PARTIALLY_DIRECTED = DIRECTED | {UNDIRECTED}
WITH_TAILS: frozenset[Kind] = frozenset({"mag", "pag", "admg"})
"""
Kinds that do not read ``---`` as an open orientation. In a MAG or PAG it has two tails, which stand for
selection; an ADMG must not have it.
"""

WITHOUT_SELECTION = DIRECTED | {BIDIRECTED} | {STATE_OF[glyph] for glyph in ("o->", "<-o", "o-o")}
"""States of the pairs of a PAG without selection."""

_BOWS = frozenset({FORWARD_BOW, BACKWARD_BOW})
# CYCLE stands for a pair with --> and <--. Most kinds allow it here, because a directed cycle has an
# objection of its own.
_ALLOWED: dict[Kind, frozenset[int]] = {
    **dict.fromkeys(("dag", "digraph"), DIRECTED | {CYCLE}),
    **dict.fromkeys(("cpdag", "mpdag", "pdag"), _PARTIALLY_DIRECTED | {CYCLE}),
    "undirected": frozenset({UNDIRECTED}),
    "mag": _PARTIALLY_DIRECTED | {BIDIRECTED, CYCLE},
    "admg": DIRECTED | _BOWS | {BIDIRECTED, CYCLE},
}
_ARTICLES = {
    "admg": "an ADMG",
    "mpdag": "an MPDAG",
    "undirected": "an undirected graph",
    "digraph": "a directed graph",
}


T = TypeVar("T")


class HasKind(Protocol):
    """The protocol of a graph, or of a `GraphStack`, whose kind can be checked."""

    @property
    def kind(self) -> Kind | None: ...
    @property
    def present_states(self) -> frozenset[int]: ...
    @property
    def has_two_edges_on_a_pair(self) -> bool: ...
    def objection(self, kind: Kind | None = None) -> Objection: ...
    def is_dag(self) -> bool: ...
    def cached(self, key: Any, make: Callable[[Any], T]) -> T: ...


def describe(kind: str) -> str:
    """
    Write a kind with its article.

    Examples:
        >>> describe("dag"), describe("admg")
        ('a DAG', 'an ADMG')
    """
    return _ARTICLES.get(kind, f"a {kind.upper()}")


def objection(graph: Graph, kind: Kind) -> Objection:
    """Explain why a graph is not of a kind; None if it is."""
    return _CHECKS[kind](graph)


def allows_states(kind: Kind | None, states: Collection[int]) -> bool:
    """
    Whether the edges of a kind can have these states. PAGs allow all states here, because `objection`
    names the pairs with two edges, which they forbid. Without a kind, all states are allowed.
    """
    return kind not in _ALLOWED or _ALLOWED[kind].issuperset(states)


def demand(graph: HasKind, kind: Kind, what: str) -> None:
    """Raise KindError unless the graph is of the kind that `what` needs."""
    reason = graph.objection(kind)
    if reason is not None:
        # Declaring a CPDAG does not help if a DAG is needed, or if the graph has a directed cycle.
        is_cyclic = isinstance(graph, Graph) and describe_directed_cycle(graph) is not None
        remedies = () if kind == "dag" or is_cyclic else remedies_for_undirected_edges(graph)
        raise KindError(f"{what} needs {describe(kind)}; {reason}", *remedies)


def demand_one_edge(truth: HasKind, estimate: HasKind, what: str) -> None:
    """Raise KindError if a pair of either graph carries two edges."""
    for graph, side in ((truth, "truth"), (estimate, "estimate")):
        if graph.has_two_edges_on_a_pair:
            raise KindError(
                f"{what} needs at most one edge between two nodes; the {side} has two between some "
                f"nodes",
                compare_edges(),
            )


def compare_edges() -> Remedy:
    """Return the remedy for graphs with cycles, which metrics of edges accept."""
    return Remedy(
        "Compare directed edges or skeletons",
        'evaluate(truth, estimate, ["shd", "f1:directed", "f1:skeleton"])',
        "--metric shd --metric f1:directed --metric f1:skeleton",
    )


def class_of(graph: HasKind) -> Kind:
    """
    Return the declared kind of a graph, or else the kind that its marks suggest.

    A graph with only ``-->`` is taken for a DAG, or for a digraph if it has a cycle. With ``---``, alone
    or beside ``-->``, it is taken for a CPDAG, even if it has a cycle; with circles for a PAG. With
    ``<->`` it is taken for a MAG; or for an ADMG, if it has no ``---`` and breaks the rules of a MAG.

    Examples:
        >>> class_of(Graph.parse("A --> B")), class_of(Graph.parse("A --- B"))
        ('dag', 'cpdag')
    """
    return graph.kind if graph.kind is not None else graph.cached("class", _suggested_class)


def _suggested_class(graph: HasKind) -> Kind:
    present = graph.present_states
    if present <= _PARTIALLY_DIRECTED | {CYCLE}:
        if UNDIRECTED in present:
            return "cpdag"
        return "dag" if graph.is_dag() else "digraph"
    if _has_circles(graph):
        return "pag"
    return "admg" if graph.objection("mag") and UNDIRECTED not in present else "mag"


def _has_circles(graph: HasKind) -> bool:
    return any(
        Mark.CIRCLE in (MARK_AT_FIRST.get(state), MARK_AT_SECOND.get(state))
        for state in graph.present_states
    )


def side_of(graph: Graph | Estimate) -> Side:
    """
    Describe the size of a graph and its kind, declared or suggested by its marks. Other estimates, such
    as edge scores, have their own description.

    Examples:
        >>> print(side_of(Graph.parse("A --> B; C")))
        3 nodes, 1 edge, DAG
    """
    if isinstance(graph, Estimate):
        return graph.side
    kind, declared = class_of(graph), graph.kind is not None
    also_cpdag = kind == "dag" and not declared and graph.cached("also cpdag", _is_fully_directed_cpdag)
    return Side(graph.n_nodes, graph.n_edges, kind, declared, also_cpdag=also_cpdag)


def _is_fully_directed_cpdag(dag: Graph) -> bool:
    """Whether a DAG with edges is also a valid CPDAG."""
    return bool(dag.n_edges) and np.array_equal(completed(dag).words, dag.words)


def completed(dag: Graph) -> Graph:
    """Return the CPDAG of a graph that is known to be a DAG."""
    return dag.cached(
        "cpdag",
        lambda g: Graph._make(g._names, g._n, _core.cpdag(g.words, g.n_nodes), "cpdag"),
    )


def undirected_is_tail_tail(graph: HasKind) -> bool:
    """
    Whether a graph has edges ``---`` with two tails, as in a MAG with selection, instead of edges whose
    orientation is open.
    """
    return UNDIRECTED in graph.present_states and class_of(graph) in WITH_TAILS


def two_tails_objection(graph: Graph) -> Objection:
    """
    Explain that ``---`` has two tails in the declared kind; None if it is an open orientation.

    Without a declared kind, ``---`` is an open orientation. None also for graphs with edges other than
    ``-->`` and ``---``.
    """
    if not graph.present_states <= _PARTIALLY_DIRECTED or not undirected_is_tail_tail(graph):
        return None
    has_tails = graph.words & np.uint64(15) == UNDIRECTED
    edge = _pair_text(graph, int(graph.words[has_tails][0]))
    return f"{edge} has two tails in {describe(class_of(graph))}, which the graph is declared to be"


def remedies_for_undirected_edges(graph: HasKind, side: str = "graph") -> tuple[Remedy, ...]:
    """
    Return the remedy that declares a CPDAG, in which ``---`` stands for either direction. It is offered
    for graphs of ``-->`` and ``---`` whose declared kind gives ``---`` two tails; others get no remedy.
    """
    if not graph.present_states <= _PARTIALLY_DIRECTED or not undirected_is_tail_tail(graph):
        return ()
    option = {"truth": "--truth-kind cpdag", "estimate": "--kind cpdag"}.get(side, "")
    say = "If --- stands for either direction, declare a CPDAG"
    return (Remedy(say, f'{side}.with_kind("cpdag")', option),)


def remedies_for_no_mag(graph: Graph) -> tuple[Remedy, ...]:
    """Remedy for a graph that is not a MAG, by what is wrong with it."""
    if describe_directed_cycle(graph):
        return (Remedy("Remove or reverse an edge of the cycle"),)
    if graph.objection("admg") is None:
        say = "Write each <-> as a hidden cause of both nodes, and project the DAG"
        return (Remedy(f"{say} with latent_projection"),)
    if not _has_circles(graph):
        return ()
    if graph.kind != "pag" and graph.with_kind("pag").objection() is None:
        return (Remedy("If the circles are open marks, the graph is a PAG already"),)
    if graph.kind == "mag":
        return (Remedy("Replace each circle by the mark that the MAG has there"),)
    return ()


# ---- requirements of each kind


def _other_edge_objection(graph: Graph, allowed: frozenset[int], what: str) -> Objection:
    """Name the first pair whose state is not allowed; None if all are."""
    if graph.present_states <= allowed:
        return None
    # The lowest four bits of a word are the state of the pair.
    is_other = ~np.isin(graph.words & np.uint64(15), sorted(allowed))
    edge = _pair_text(graph, int(graph.words[np.flatnonzero(is_other)[0]]))
    if "; " in edge:
        return f"{edge} are two edges on one pair"
    return f"{edge} is not {what}"


def _pair_text(graph: Graph, word: int) -> str:
    """Write the edges of a pair, given as one word of `Graph.words`."""
    return graph.between(graph.nodes[word >> 32], graph.nodes[word >> 4 & 0x0FFFFFFF])


def describe_directed_cycle(graph: Graph) -> Objection:
    """Describe a directed cycle, whatever the other edges are; None if there is none."""
    if graph.cached("acyclic", _is_acyclic):
        return None
    cycle = _core.directed_cycle(graph.words, graph.n_nodes)
    return f"{_path(graph, [*cycle, cycle[0]])} is a directed cycle"


def is_plain_dag(graph: HasKind) -> bool:
    """
    Whether a graph without a declared kind is a DAG. False for every declared graph and every
    `GraphStack`. Faster than `objection`, since it explains nothing.
    """
    return (
        isinstance(graph, Graph)
        and graph.kind is None
        and graph.present_states <= DIRECTED
        and graph.cached("acyclic", _is_acyclic)
    )


def _is_acyclic(graph: Graph) -> bool:
    if graph.bits is not None and graph.present_states <= DIRECTED:
        return graph.bits.is_acyclic()
    return _core.is_acyclic(graph.words, graph.n_nodes)


def _path(graph: Graph, positions: list[int], limit: int = 8) -> str:
    nodes = [quoted(graph.nodes[k]) for k in positions]
    if len(nodes) > limit:
        nodes = [*nodes[: limit - 2], "...", nodes[-1]]
    return " --> ".join(nodes)


def _almost_directed_cycle_objection(graph: Graph) -> Objection:
    ends = _core.almost_directed_cycle(graph.words, graph.n_nodes)
    if not ends:
        return None
    a, b = (quoted(graph.nodes[k]) for k in ends)
    return f"{a} <-> {b}, although {a} is an ancestor of {b}, is an almost directed cycle"


def _arrowhead_at_undirected_objection(graph: Graph) -> Objection:
    tail_tail = {node for a, glyph, b in graph.edges() if glyph == "---" for node in (a, b)}
    for a, glyph, b in graph.edges():
        for node, mark in ((a, glyph[0]), (b, glyph[2])):
            if mark in "<>" and node in tail_tail:
                edge, end = graph.between(a, b), quoted(node)
                return f"{edge} has an arrowhead at {end}, which has an undirected edge"
    return None


def _dag(graph: Graph) -> Objection:
    return _other_edge_objection(graph, _ALLOWED["dag"], "directed") or describe_directed_cycle(graph)


def _pdag(graph: Graph) -> Objection:
    return (
        _other_edge_objection(graph, _ALLOWED["pdag"], "directed or undirected")
        or describe_directed_cycle(graph)
        or two_tails_objection(graph)
    )


def _cpdag(graph: Graph) -> Objection:
    reason = _pdag(graph)
    if reason is not None:
        return reason
    cpdag = _cpdag_of_extension(graph)
    if cpdag is None:
        return "no DAG has its skeleton, arrows and unshielded colliders"
    differs = np.flatnonzero(cpdag.words != graph.words)
    if not differs.size:
        return None
    first = int(differs[0])
    return (
        f"{_pair_text(graph, int(graph.words[first]))} would be "
        f"{_pair_text(cpdag, int(cpdag.words[first]))} in the CPDAG of its class"
    )


def _cpdag_of_extension(pdag: Graph) -> Graph | None:
    """Return the CPDAG of a DAG with the same skeleton, arrows and unshielded colliders; or None."""
    if pdag.present_states <= DIRECTED:
        return completed(pdag)
    dag = _core.extension(pdag.words, pdag.n_nodes)
    return None if dag is None else completed(Graph._make(pdag._names, pdag._n, dag))


def _mpdag(graph: Graph) -> Objection:
    reason = _pdag(graph)
    if reason is not None or graph.present_states <= DIRECTED:
        return reason  # a DAG has no edge left to direct
    if _core.extension(graph.words, graph.n_nodes) is None:
        return "no DAG has its skeleton, arrows and unshielded colliders"
    closed = _core.meek_closure(graph.words, graph.n_nodes)
    differs = np.flatnonzero(closed != graph.words)
    if not differs.size:
        return None
    first = int(differs[0])
    closed_graph = Graph._make(graph._names, graph._n, closed)
    return (
        f"{_pair_text(graph, int(graph.words[first]))} must be "
        f"{_pair_text(closed_graph, int(closed[first]))} in every DAG of its class"
    )


def _digraph(graph: Graph) -> Objection:
    return _other_edge_objection(graph, _ALLOWED["digraph"], "directed")


def _undirected(graph: Graph) -> Objection:
    return _other_edge_objection(graph, _ALLOWED["undirected"], "undirected") or two_tails_objection(
        graph
    )


def _mag(graph: Graph) -> Objection:
    return (
        _other_edge_objection(graph, _ALLOWED["mag"], "-->, <-> or ---")
        or describe_directed_cycle(graph)
        or _almost_directed_cycle_objection(graph)
        or _arrowhead_at_undirected_objection(graph)
        or _maximality_objection(graph)
    )


def _maximality_objection(graph: Graph) -> Objection:
    """Name a non-adjacent pair that no set separates. Only graphs with ``<->`` can have one."""
    if BIDIRECTED not in graph.present_states:
        return None
    a, b = _core.induced_pair(graph.words, graph.n_nodes)
    if a == b:  # There is no such pair.
        return None
    first, second = quoted(graph.nodes[a]), quoted(graph.nodes[b])
    return (
        f"it is not maximal: {first} and {second} are not adjacent, although no set of nodes separates "
        "them"
    )


def _pag(graph: Graph) -> Objection:
    return contemporaneous_pag_objection(graph) or _empty_class_objection(graph)


def contemporaneous_pag_objection(graph: Graph) -> Objection:
    """
    Name a violated requirement of PAGs that contemporaneous edges of a time series graph must meet too.
    """
    allowed = frozenset(MARK_AT_FIRST) | {CYCLE}
    return (
        _other_edge_objection(graph, allowed, "a single edge")
        or describe_directed_cycle(graph)
        or _almost_directed_cycle_objection(graph)
        or _arrowhead_at_undirected_objection(graph)
    )


def _empty_class_objection(graph: Graph) -> Objection:
    """
    Explain why no equivalence class of MAGs has these marks in common; None if one has. Graphs with
    marks of selection are not checked.
    """
    if not graph.present_states <= WITHOUT_SELECTION:
        return None
    n = graph.n_nodes
    member = Graph._make(graph._names, n, _core.member_of_pag(graph.words, n))
    if reason := _mag(member):
        return (
            f"no class of MAGs has these marks in common: with arrowheads and tails instead of circles, "
            f"{reason}"
        )
    shared = _core.pag_of(member.words, n)
    differs = np.flatnonzero(shared != graph.words)
    if not differs.size:
        return None
    first = int(differs[0])
    valid = Graph._make(graph._names, n, shared)
    return (
        f"no class of MAGs has these marks in common: a valid PAG with the same adjacencies has "
        f"{_pair_text(valid, int(shared[first]))} instead of "
        f"{_pair_text(graph, int(graph.words[first]))}"
    )


def _admg(graph: Graph) -> Objection:
    return _other_edge_objection(graph, _ALLOWED["admg"], "--> or <->") or describe_directed_cycle(graph)


_CHECKS: dict[Kind, Callable[[Graph], Objection]] = {
    "dag": _dag,
    "pdag": _pdag,
    "cpdag": _cpdag,
    "mpdag": _mpdag,
    "digraph": _digraph,
    "undirected": _undirected,
    "mag": _mag,
    "pag": _pag,
    "admg": _admg,
}
