"""Markov equivalence of MAGs: the PAG of a class, and a member of it."""

from __future__ import annotations

from collections.abc import Iterator

from edgemark import _core
from edgemark.errors import KindError, Remedy
from edgemark.graph.core import Graph
from edgemark.graph.equivalence.hidden_variables import refuse_untrue_kind
from edgemark.graph.equivalence.reading import refuse_false_class, refuse_knowledge
from edgemark.graph.kinds import demand
from edgemark.graph.marks import UNDIRECTED
from edgemark.graph.text import quoted

__all__ = ["to_mag", "to_pag"]


def to_pag(mag: Graph) -> Graph:
    """
    Return the PAG of a MAG: the marks that all Markov equivalent MAGs share, and circles elsewhere.

    The rules: the edges of the MAG with circles at all ends, its unshielded colliders, then R1 to R4 and
    R8 to R10 of Zhang. The MAG tells whether a node on a discriminating path is a collider.

    Args:
        mag: a maximal ancestral graph without ``---``, so without selection; a DAG is one.

    Returns:
        A graph on the same nodes, declared a PAG.

    Raises:
        KindError: the graph is no MAG, not maximal, has ``---``, or is declared a PAG, an
            MPDAG or what it is not.

    References:
        Zhang (2008), On the completeness of orientation rules, doi:10.1016/j.artint.2008.08.001.

    Examples:
        >>> to_pag(Graph.parse("A --> B <-> C; B --> D"))
        Graph.parse('A o-> B; C o-> B; B --> D', kind='pag')
    """
    if mag.kind == "pag":
        raise KindError("a PAG is made from a MAG; the graph is declared a PAG already")
    refuse_knowledge(mag, "a PAG", needs="a MAG")
    demand(mag, "mag", "a PAG")
    refuse_untrue_kind(mag, "a PAG")
    refuse_false_class(mag, "a PAG")
    if UNDIRECTED in mag.present_states:
        raise KindError("a PAG is made from a MAG without ---, which means selection; the graph has ---")
    if reason := maximality_objection(mag):
        raise KindError(f"a PAG needs a maximal graph; {reason}")
    return mag.cached(
        "pag", lambda g: Graph._make(g._names, g._n, _core.pag_of(g.words, g.n_nodes), "pag")
    )


def maximality_objection(graph: Graph) -> str | None:
    """Say which edge a graph lacks to be maximal, or None."""
    a, b = _core.induced_pair(graph.words, graph.n_nodes)
    if a == b:
        return None
    first, second = quoted(graph.nodes[a]), quoted(graph.nodes[b])
    return f"{first} and {second} are not adjacent, although no set of nodes separates them"


def to_mag(pag: Graph) -> Graph:
    """
    Return one MAG of the class that a PAG stands for.

    ``o->`` becomes ``-->``. The edges ``o-o`` are directed so that no new unshielded collider arises.

    Args:
        pag: a PAG without selection.

    Returns:
        A graph on the same nodes, declared a MAG. Which member it is depends on the order of the nodes.

    Raises:
        KindError: the graph is no PAG: no class of MAGs has these marks in common.

    References:
        Zhang (2008), On the completeness of orientation rules, doi:10.1016/j.artint.2008.08.001.

    Examples:
        >>> to_mag(Graph.parse("A o-> B --> D; C o-> B"))
        Graph.parse('A --> B; B --> D; C --> B', kind='mag')
    """
    demand(pag, "pag", "a member of the class of a PAG")
    if UNDIRECTED in pag.present_states:
        raise KindError(
            "a member of the class of a PAG is found for PAGs without ---, which means selection; the "
            "graph has ---",
            *_ways_without_selection(pag),
        )
    member = Graph._make(pag._names, pag._n, _core.member_of_pag(pag.words, pag.n_nodes), "mag")
    reason = member.objection("mag") or maximality_objection(member)
    if reason is None and to_pag(member) == pag:
        return member
    raise KindError(
        f"a PAG shows the marks that all MAGs of a class share; no class has those of this graph. "
        f"{_difference(pag, member, reason)}",
        *_ways_by_class(pag),
    )


def _ways_by_class(graph: Graph) -> Iterator[Remedy]:
    """What to do with a MAG, or a DAG, that is taken for a PAG."""
    is_mag = graph.objection("mag") is None and maximality_objection(graph) is None
    if is_mag and graph.kind in (None, "dag", "digraph", "mag", "admg"):
        yield Remedy("If it is a MAG, take a member of its class", "to_mag(to_pag(graph))")


def _ways_without_selection(graph: Graph) -> Iterator[Remedy]:
    """What to do with a CPDAG that is taken for a PAG."""
    if graph.objection("pdag") is None and _core.extension(graph.words, graph.n_nodes) is not None:
        yield Remedy("If --- stands for either direction", "to_mag(to_pag(extension(graph)))")


def _difference(pag: Graph, member: Graph, reason: str | None) -> str:
    if reason is not None:
        return f"Its circles replaced, {reason}"
    closed = to_pag(member)
    a, b = next((a, b) for a, _, b in pag.edges() if pag.between(a, b) != closed.between(a, b))
    return f"The closest class has {closed.between(a, b)} instead of {pag.between(a, b)}"
