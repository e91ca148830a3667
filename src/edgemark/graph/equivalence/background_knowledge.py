"""Background knowledge about a class: required and forbidden edges, tiers, interventions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

import numpy as np

from edgemark import _core
from edgemark.errors import GraphError, KindError, Remedy
from edgemark.graph.core import Graph
from edgemark.graph.edge_words import unpack
from edgemark.graph.equivalence.cpdags import class_graph, to_cpdag
from edgemark.graph.equivalence.hidden_variables import declare_dag, refuse_declaration
from edgemark.graph.equivalence.reading import refuse_false_class, refuse_knowledge
from edgemark.graph.kinds import demand
from edgemark.graph.marks import FLIP, FORWARD
from edgemark.graph.node_groups import checked_groups
from edgemark.graph.pair_lists import ordered_pairs
from edgemark.graph.text import quoted

__all__ = ["to_icpdag", "to_mpdag"]

RequiredArrows = list[tuple[int, int, str]]
"""Arrows that the knowledge requires: tail and head, and the reason."""


def to_mpdag(
    graph: Graph,
    *,
    required: Iterable[tuple[str, str]] = (),
    forbidden: Iterable[tuple[str, str]] = (),
    tiers: Iterable[Collection[str]] = (),
) -> Graph:
    """
    Return the MPDAG of a class of DAGs under background knowledge.

    An edge is directed if it points the same way in every DAG of the class that agrees with the
    knowledge. The algorithm adds the known directions to the CPDAG or MPDAG and applies Meek's rules 1
    to 4.

    Args:
        graph: a CPDAG or an MPDAG, or a DAG, which stands for its class.
        required: pairs (cause, effect) of nodes that are adjacent in the graph.
        forbidden: pairs (cause, effect) whose edge must not be cause --> effect; the nodes need not be
            adjacent.
        tiers: groups of nodes in order of time: no edge leads from a later group to an earlier one. Only
            edges between two groups are constrained. Edges of nodes in no group are free, so a later
            group may cause an earlier one through them.

    Returns:
        A graph on the same nodes, declared an MPDAG.

    Raises:
        AmbiguityError: the pairs are named tuples, and their fields do not say which is the cause.
        GraphError: an unknown node, a node in two tiers, a node paired with itself.
        InputTypeError: the pairs are not in a list; an item is not an ordered pair; or the tiers are not
            a list of groups.
        KindError: the graph is not a DAG, CPDAG or MPDAG; or the given DAG, or every DAG of the class,
            contradicts the knowledge. The message then names an edge.

    References:
        Meek (1995), Causal inference and causal explanation with background knowledge, UAI.

    Examples:
        >>> chain = Graph.parse("A --- B --- C; D --- C")
        >>> to_mpdag(chain, required=[("B", "C")]).edges()
        [('A', '---', 'B'), ('B', '-->', 'C'), ('C', '-->', 'D')]
        >>> to_mpdag(chain, tiers=[["C"], ["A", "B"]]).edges()
        [('B', '-->', 'A'), ('C', '-->', 'B'), ('C', '---', 'D')]
    """
    start = class_graph(graph, "background knowledge")
    arrows = [
        *_arrows_of_required(graph, required),
        *_arrows_of_forbidden(graph, forbidden),
        *_arrows_of_tiers(graph, tiers),
    ]
    if start is not graph:
        _check_agreement(graph, arrows)
    return _with_knowledge(start, arrows)


def to_icpdag(dag: Graph, targets: Iterable[Collection[str]]) -> Graph:
    """
    Return the interventional essential graph of a DAG: its CPDAG, oriented further by interventions.

    An intervention reveals the direction of every edge with exactly one end among its targets. An edge
    is directed if it points the same way in every equivalent DAG that agrees with the revealed
    directions. The observational distribution is assumed to be known.

    Args:
        dag: acyclic, every edge directed.
        targets: the target nodes of each intervention.

    Returns:
        A graph on the same nodes, declared an MPDAG. It has no partially directed cycle.

    Raises:
        GraphError: an unknown node.
        InputTypeError: the targets are not a list; or those of an intervention are not a list of names,
            such as a single name.
        KindError: the graph is not a DAG; or is declared a MAG, a PAG, an MPDAG or a kind that its edges
            contradict.

    References:
        Hauser, Bühlmann (2012), Characterization and greedy learning of interventional Markov
        equivalence classes of directed acyclic graphs, JMLR 13.

    Examples:
        >>> to_icpdag(Graph.parse("A --> B --> C"), [{"A"}]).edges()
        [('A', '-->', 'B'), ('B', '-->', 'C')]
        >>> to_icpdag(Graph.parse("A --> B --> C"), [{"C"}]).edges()
        [('A', '---', 'B'), ('B', '-->', 'C')]
    """
    what = "an interventional essential graph"
    refuse_declaration(dag, what)
    refuse_knowledge(dag, what, *_remedies_for_declared_mpdag(dag), needs="a DAG")
    demand(dag, "dag", what)
    refuse_false_class(dag, what)
    firsts, seconds, states = (part.astype(np.int64) for part in unpack(dag.words))
    revealed = np.zeros(firsts.size, np.bool_)
    for nodes in checked_groups(targets, "an intervention", "targets"):
        is_target = np.zeros(dag.n_nodes, np.bool_)
        is_target[_positions(dag, nodes)] = True
        revealed |= is_target[firsts] != is_target[seconds]
    forward = states == FORWARD
    tails, heads = (
        np.where(forward, firsts, seconds)[revealed],
        np.where(forward, seconds, firsts)[revealed],
    )
    arrows = [(int(a), int(b), "revealed by an intervention") for a, b in zip(tails, heads, strict=True)]
    return _with_knowledge(to_cpdag(dag), arrows)


def _remedies_for_declared_mpdag(graph: Graph) -> Iterator[Remedy]:
    if graph.objection("mpdag") is None:
        yield Remedy("Add the directions that the interventions revealed, with to_mpdag")
        if graph.is_dag():
            yield declare_dag("graph", "If it is a DAG, declare it")


# ---- knowledge as arrows


def _arrows_of_required(graph: Graph, pairs: Iterable[tuple[str, str]]) -> RequiredArrows:
    return [
        (*_positions_of_ends(graph, pair), "required")
        for pair in ordered_pairs(pairs, "a required edge")
    ]


def _arrows_of_forbidden(graph: Graph, pairs: Iterable[tuple[str, str]]) -> RequiredArrows:
    forbidden = [_positions_of_ends(graph, pair) for pair in ordered_pairs(pairs, "a forbidden edge")]
    return [
        (b, a, f"required, since {_edge_text(graph, a, b)} is forbidden")
        for a, b in forbidden
        if _state_between(graph, a, b)
    ]


def _arrows_of_tiers(graph: Graph, tiers: Iterable[Collection[str]]) -> RequiredArrows:
    tier_of = np.full(graph.n_nodes, -1)
    for k, tier in enumerate(checked_groups(tiers, "a tier", "tiers", in_order=True)):
        for position in _positions(graph, tier):
            if tier_of[position] >= 0:
                raise GraphError(
                    f"a node must be listed at most once in all tiers; {quoted(graph.nodes[position])} "
                    f"is in tiers[{tier_of[position]}] and in tiers[{k}]"
                )
            tier_of[position] = k
    firsts, seconds, _ = (part.astype(np.int64) for part in unpack(graph.words))
    between_tiers = (
        (tier_of[firsts] != tier_of[seconds]) & (tier_of[firsts] >= 0) & (tier_of[seconds] >= 0)
    )
    return [
        (int(a), int(b), "required by the tiers") if tier_of[a] < tier_of[b]
        else (int(b), int(a), "required by the tiers")
        for a, b in zip(firsts[between_tiers], seconds[between_tiers], strict=True)
    ]  # fmt: skip


def _positions_of_ends(graph: Graph, pair: tuple[Any, Any]) -> tuple[int, int]:
    a, b = graph.index(pair[0]), graph.index(pair[1])
    if a == b:
        raise GraphError(f"an edge has two different ends; got {pair!r}")
    return a, b


def _positions(graph: Graph, names: Iterable[Any]) -> list[int]:
    return [graph.index(name) for name in names]


# ---- the graph with the knowledge


def _with_knowledge(start: Graph, arrows: RequiredArrows) -> Graph:
    ends = np.array([(a, b) for a, b, _ in arrows], np.uint32).reshape(-1, 2)
    words, contradicted = _core.with_arrows(start.words, start.n_nodes, ends)
    if contradicted is not None:
        raise _error_of_contradiction(start, arrows[contradicted])
    return Graph._make(start._names, start._n, words, "mpdag")


def _error_of_contradiction(start: Graph, arrow: tuple[int, int, str]) -> KindError:
    a, b, why = arrow
    state = _state_between(start, a, b)
    if not state:
        reason = "they are not adjacent, and knowledge directs edges but adds none"
    elif state == FLIP[FORWARD]:
        reason = f"every DAG of the class has {_edge_text(start, b, a)}"
    else:
        reason = f"given the rest of the knowledge, every DAG of the class has {_edge_text(start, b, a)}"
    return KindError(f"{_edge_text(start, a, b)} is {why}, but {reason}")


def _check_agreement(dag: Graph, arrows: RequiredArrows) -> None:
    """Refuse a DAG that contradicts the knowledge, even if another DAG of its class agrees with it."""
    for a, b, why in arrows:
        if _state_between(dag, a, b) == FLIP[FORWARD]:
            raise KindError(
                f"{_edge_text(dag, a, b)} is {why}, but the DAG has {_edge_text(dag, b, a)}",
                Remedy("If the class of the DAG is meant, give its CPDAG", "to_cpdag(graph)"),
            )


def _state_between(graph: Graph, a: int, b: int) -> int:
    """Return the marks at a and b, in this order, as a state; 0 if the nodes are not adjacent."""
    i, j = min(a, b), max(a, b)
    # The layout of a word is described in `edge_words`.
    k = int(np.searchsorted(graph.words, np.uint64(i << 32 | j << 4)))
    word = int(graph.words[k]) if k < graph.words.size else 0
    if word >> 4 != (i << 28 | j):
        return 0
    state = word & 15
    return state if a < b else int(FLIP[state])


def _edge_text(graph: Graph, a: int, b: int) -> str:
    return f"{quoted(graph.nodes[a])} --> {quoted(graph.nodes[b])}"
