"""Markov equivalence of MAGs: the PAG of a class, and its members."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from edgemark import _core
from edgemark.errors import KindError, LimitError, Remedy
from edgemark.graph.core import Graph
from edgemark.graph.equivalence.cpdags import extension
from edgemark.graph.equivalence.hidden_variables import refuse_untrue_kind
from edgemark.graph.equivalence.reading import (
    class_read,
    refuse_false_class,
    refuse_knowledge,
    remedies_for_arrows,
)
from edgemark.graph.kinds import WITHOUT_SELECTION, class_of, demand, describe, remedies_for_no_mag
from edgemark.graph.marks import BACKWARD, BIDIRECTED, FORWARD, STATE_OF, UNDIRECTED

__all__ = ["demand_without_selection", "mag_members", "to_mag", "to_pag"]

_MAX_CANDIDATES = 200_000


def to_pag(mag: Graph) -> Graph:
    """
    Return the PAG of a MAG: the marks that all Markov equivalent MAGs share; circles elsewhere.

    The algorithm starts with the edges of the MAG with circles at all ends. It orients the unshielded
    colliders of the MAG, then applies Zhang's rules R1 to R4 and R8 to R10. The MAG shows whether a node
    on a discriminating path is a collider.

    Args:
        mag: a maximal ancestral graph without ``---``, so without selection; a DAG is one.

    Returns:
        A graph on the same nodes, declared a PAG. Cached.

    Raises:
        KindError: the graph is not a MAG, is not maximal, has ``---``, or is declared a PAG, an MPDAG
            or a kind that its edges contradict. For a CPDAG, pass `extension(graph)`, a DAG of its
            class.

    References:
        Zhang (2008), On the completeness of orientation rules, doi:10.1016/j.artint.2008.08.001.

    Examples:
        >>> to_pag(Graph.parse("A --> B <-> C; B --> D"))
        Graph.parse('A o-> B; C o-> B; B --> D', kind='pag')
    """
    return _pag_of(mag, "to_pag", "to_pag(extension(graph))")


def _pag_of(mag: Graph, function: str, call_with_member: str) -> Graph:
    """Return the PAG of a MAG; errors say what to type for a CPDAG."""
    if mag.kind == "pag":
        raise KindError(f"{function} needs a MAG; the graph is declared a PAG already")
    remedies = [Remedy("Leave the knowledge out", call_with_member)] if class_read(mag) else []
    refuse_knowledge(mag, "a PAG", *remedies, needs="a MAG")
    _refuse_cpdag(mag, function, call_with_member)
    try:
        demand(mag, "mag", "a PAG")
    except KindError as error:
        raise error.advising(*remedies_for_no_mag(mag)) from None
    refuse_untrue_kind(mag, "a PAG")
    refuse_false_class(mag, "a PAG")
    if UNDIRECTED in mag.present_states:
        raise KindError(
            f"{function} needs a MAG without ---, which stands for selection; the graph has ---",
            Remedy("Use the MAG itself: separation_distance and m_separated read it"),
        )
    return mag.cached(
        "pag", lambda g: Graph._make(g._names, g._n, _core.pag_of(g.words, g.n_nodes), "pag")
    )


def _refuse_cpdag(graph: Graph, function: str, call_with_member: str) -> None:
    """Refuse a graph that is read as a CPDAG, in which ``---`` stands for either direction."""
    if UNDIRECTED not in graph.present_states or class_of(graph) not in ("cpdag", "pdag", "undirected"):
        return
    refuse_untrue_kind(graph, "a PAG")
    read = "declared" if graph.kind else "read as"
    problem = (
        f"{function} needs a MAG; the graph is {read} {describe(class_of(graph))}, in which --- stands "
        "for either direction"
    )
    try:
        extension(graph)
    except KindError:
        raise KindError(problem) from None
    raise KindError(problem, Remedy("Take a DAG of its class", call_with_member))


def to_mag(pag: Graph) -> Graph:
    """
    Return one MAG of the class that a PAG represents.

    ``o->`` becomes ``-->``. The edges ``o-o`` are directed so that no new unshielded collider arises.

    Args:
        pag: a PAG without selection.

    Returns:
        A graph on the same nodes, declared a MAG. The order of the nodes decides which member it is.
        Cached.

    Raises:
        KindError: the graph is not a PAG, because no class of MAGs has these marks in common; or it has
            ``---`` or ``o--``, which stand for selection.

    References:
        Zhang (2008), On the completeness of orientation rules, doi:10.1016/j.artint.2008.08.001.

    Examples:
        >>> to_mag(Graph.parse("A o-> B --> D; C o-> B"))
        Graph.parse('A --> B; B --> D; C --> B', kind='mag')
    """
    demand_without_selection(pag, "a member of the class of a PAG", "to_mag")
    return pag.cached("member", _member)


def _member(pag: Graph) -> Graph:
    return Graph._make(pag._names, pag._n, _core.member_of_pag(pag.words, pag.n_nodes), "mag")


def demand_without_selection(pag: Graph, what: str, function: str) -> None:
    """Refuse a graph that is not a PAG, and a PAG with selection, whose class is not supported."""
    try:
        demand(pag, "pag", what)
    except KindError as error:
        raise error.advising(*_remedies_for_mag(pag, function)) from None
    if not pag.present_states <= WITHOUT_SELECTION:
        raise KindError(
            f"{what} needs a PAG without selection; the graph has --- or o--, which stand for selection "
            "in a PAG",
            *_remedies_for_selection(pag, function),
        )


def _remedies_for_mag(graph: Graph, function: str) -> Iterator[Remedy]:
    """Remedy for a MAG or a class of DAGs that was passed as a PAG, and for an invalid declared PAG."""
    if graph.objection("mag") is None and graph.kind in (None, "dag", "digraph", "mag", "admg"):
        yield Remedy("If it is a MAG, take a member of its class", f"{function}(to_pag(graph))")
    elif graph.kind == "pag":
        yield Remedy("Compare the marks, which needs no class, by shd or endpoint_hamming")
    elif graph.is_dag():
        has_class = class_read(graph) is not None
        yield from (_from_member(function),) if has_class else remedies_for_arrows(graph, "graph")
    elif graph.objection("admg") is None:
        yield from remedies_for_no_mag(graph)


def _remedies_for_selection(graph: Graph, function: str) -> Iterator[Remedy]:
    """Remedy for a CPDAG that was passed as a PAG."""
    if graph.objection("pdag") is None and _core.extension(graph.words, graph.n_nodes) is not None:
        yield _from_member(function, "If --- stands for either direction")


def _from_member(function: str, say: str = "Take a DAG of its class") -> Remedy:
    return Remedy(say, f"{function}(to_pag(extension(graph)))")


def mag_members(graph: Graph) -> Iterator[Graph]:
    """
    Iterate over the MAGs of a Markov equivalence class, each once.

    Every replacement of the circles by arrowheads and tails is tried, so the time is exponential in the
    number of edges with circles.

    Args:
        graph: a PAG without selection, or a MAG or DAG, for its class.

    Returns:
        An iterator over MAGs on the same nodes.

    Raises:
        KindError: the graph is neither a PAG nor a MAG, or has the marks of selection.
        LimitError: there are more than 200,000 replacements of the circles.

    Examples:
        >>> [str(mag) for mag in mag_members(Graph.parse("A o-> B <-o C"))]
        ['A --> B; C --> B', 'A --> B; B <-> C', 'A <-> B; C --> B', 'A <-> B; B <-> C']
    """
    pag = (
        graph
        if _is_taken_for_pag(graph)
        else _pag_of(graph, "mag_members", "mag_members(extension(graph))")
    )
    demand_without_selection(pag, "a list of the MAGs of a class", "mag_members")
    options_of_pairs = [_STATES_WITHOUT_CIRCLES[int(word) & 15] for word in pag.words]
    n_candidates = 1
    for options in options_of_pairs:
        n_candidates *= len(options)
    if n_candidates > _MAX_CANDIDATES:
        raise LimitError(
            f"up to {_MAX_CANDIDATES:,} ways to replace the circles are tried; the PAG has more",
            Remedy("Take one member", "to_mag(graph)"),
        )
    return _members(pag, options_of_pairs)


def _is_taken_for_pag(graph: Graph) -> bool:
    return class_of(graph) == "pag" or (graph.kind is None and graph.objection("pag") is None)


_STATES_WITHOUT_CIRCLES = {
    FORWARD: (FORWARD,),
    BACKWARD: (BACKWARD,),
    BIDIRECTED: (BIDIRECTED,),
    STATE_OF["o->"]: (FORWARD, BIDIRECTED),
    STATE_OF["<-o"]: (BACKWARD, BIDIRECTED),
    STATE_OF["o-o"]: (FORWARD, BACKWARD, BIDIRECTED),
}


def _members(pag: Graph, options_of_pairs: list[tuple[int, ...]]) -> Iterator[Graph]:
    pairs = pag.words & ~np.uint64(15)
    for states in product(*options_of_pairs):
        mag = Graph._make(pag._names, pag._n, pairs | np.array(states, np.uint64), "mag")
        if mag.objection("mag") is None and np.array_equal(
            _core.pag_of(mag.words, mag.n_nodes), pag.words
        ):
            yield mag
