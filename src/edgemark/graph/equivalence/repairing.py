"""Repair an invalid CPDAG."""

from __future__ import annotations

import numpy as np

from edgemark import _core
from edgemark.errors import KindError, Remedy
from edgemark.graph.core import Graph
from edgemark.graph.edge_words import Words
from edgemark.graph.equivalence.hidden_variables import (
    declares_no_class,
    refuse_declaration,
)
from edgemark.graph.kinds import (
    HasKind,
    remedies_for_undirected_edges,
    two_tails_objection,
    undirected_is_tail_tail,
)
from edgemark.graph.marks import BACKWARD, FORWARD, UNDIRECTED

__all__ = ["can_be_repaired", "repair"]


def can_be_repaired(graph: HasKind) -> bool:
    """Whether `repair` accepts a graph, or every graph of a stack."""
    has_no_other_edges = graph.present_states <= {FORWARD, BACKWARD, UNDIRECTED}
    return has_no_other_edges and not undirected_is_tail_tail(graph) and not declares_no_class(graph)


def repair(graph: Graph) -> tuple[Graph, int]:
    """
    Return a valid CPDAG for a graph that a learner returned as a CPDAG, even if it is invalid.

    The skeleton stays the same. The arrows are tried in the order of the names of their tails, then of
    their heads. An arrow is kept if some DAG has this arrow and all arrows kept before, and has no
    unshielded collider that the graph lacks. The result is the CPDAG of such a DAG.

    Some skeletons, such as a square, need an unshielded collider that the graph does not have. To find
    it, nodes that can be sinks of the DAG are removed one after the other. If no remaining node can be a
    sink, any collider is allowed at one of them: the one whose remaining neighbours have the fewest
    non-adjacent pairs, not counting pairs with arrows into it from both. The fewest outgoing arrows,
    then the first name, break ties.

    A valid CPDAG is returned unchanged; a DAG becomes its CPDAG; directed cycles are broken. The order
    of the nodes does not matter, but their names do (or their positions, if they have no names): with
    other names, other arrows may be kept. A CPDAG with fewer changed marks may exist.

    Each arrow is tried against the neighbours of its ends. If every node is adjacent to a fixed share of
    the others, the time grows about like the third power of the number of nodes: the steps counted for
    random orientations of complete graphs, bands and random skeletons have exponents from 2.7 to 3.2.
    For sparse graphs, the time is about linear in the number of edges.

    Args:
        graph: only ``-->`` and ``---``, one edge on a pair.

    Returns:
        The CPDAG on the same nodes, and the number of marks (ends of edges) that changed.

    Raises:
        KindError: the graph has other edges, or two on a pair; in its declared kind, ``---`` is an edge
            with two tails; or it is declared a MAG, a PAG or a kind that its edges contradict.

    Examples:
        >>> repair(Graph.parse("A --> B --- C"))
        (Graph.parse('A --- B; B --- C', kind='cpdag'), 1)
        >>> repair(Graph.parse("A --> B --> C --> A; D"))[1]
        3
    """
    refuse_declaration(graph, "repair")
    if not can_be_repaired(graph):
        raise _error_for_other_graphs(graph)
    if graph.is_cpdag():
        return (graph if graph.kind == "cpdag" else graph.with_kind("cpdag")), 0
    by_name = graph._canonical()
    dag = _core.mended_dag(by_name.words, by_name.n_nodes)
    words = _core.cpdag(dag, by_name.n_nodes)
    changed = int(np.bitwise_count(_mark_bits(words) ^ _mark_bits(by_name.words)).sum())
    repaired = Graph._make(by_name._names, by_name._n, words, "cpdag")
    return (repaired.with_nodes(graph.nodes) if graph.is_named else repaired), changed


def _mark_bits(words: Words) -> Words:
    """Keep one bit for each end of an edge: the bit that differs between an arrowhead and a tail."""
    return words & np.uint64(0b0101)


def _error_for_other_graphs(graph: Graph) -> KindError:
    two_tails = two_tails_objection(graph)
    if two_tails is not None:
        problem = f"repair needs a graph of --> and ---; {two_tails}"
        return KindError(problem, *remedies_for_undirected_edges(graph))
    allowed = [glyph in ("-->", "---") for _, glyph, _ in graph.edges()]
    if all(allowed):
        return KindError(
            "repair needs at most one edge on a pair; a pair has two",
            Remedy("If both directions mean that none is known, build the graph with --- on the pair"),
        )
    a, glyph, b = graph.edges()[allowed.index(False)]
    return KindError(
        f"repair needs a graph of --> and ---; got {graph.between(a, b)}",
        Remedy(f"If {glyph} means that the direction is not known, build the graph with --- instead"),
    )
