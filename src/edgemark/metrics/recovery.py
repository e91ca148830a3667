"""What was found and what was missed: confusion of edges, marks, colliders and ancestors."""

from __future__ import annotations

from collections.abc import Callable
from math import nan

import numpy as np

from edgemark import _core, conventions
from edgemark.conventions import Positives
from edgemark.errors import KindError
from edgemark.graph import Graph, class_of
from edgemark.graph.kinds import demand_one_edge, describe
from edgemark.graph.marks import (
    BACKWARD,
    FORWARD,
    MARK_AT_FIRST,
    MARK_AT_SECOND,
    SINGLES,
    Mark,
)
from edgemark.metrics._metric import metric
from edgemark.metrics._pairs import Matrix, cost_matrix, pair_table
from edgemark.values import Confusion

__all__ = ["confusion", "orientation_accuracy"]

Places = frozenset[str]


def _directed(state: int) -> Places:
    return frozenset(
        place
        for single, place in ((FORWARD, "at second"), (BACKWARD, "at first"))
        if single in SINGLES.get(state, ())
    )


def _adjacent(state: int) -> Places:
    return frozenset({"pair"}) if state else frozenset()


def _marked(mark: Mark) -> Callable[[int], Places]:
    def places(state: int) -> Places:
        at_first = {"at first"} if MARK_AT_FIRST.get(state) is mark else set()
        at_second = {"at second"} if MARK_AT_SECOND.get(state) is mark else set()
        return frozenset(at_first | at_second)

    return places


def _tallies(positives: Callable[[int], Places]) -> Matrix:
    """True positives, false positives and false negatives in each cell of the pair table."""
    both = cost_matrix(lambda s, t: len(positives(s) & positives(t)))
    extra = cost_matrix(lambda s, t: len(positives(t) - positives(s)))
    missing = cost_matrix(lambda s, t: len(positives(s) - positives(t)))
    return np.stack([m.reshape(-1) for m in (both, extra, missing)])


_TALLIES: dict[str, Matrix] = {
    "directed": _tallies(_directed),
    "skeleton": _tallies(_adjacent),
    "arrowheads": _tallies(_marked(Mark.ARROW)),
    "tails": _tallies(_marked(Mark.TAIL)),
    "circles": _tallies(_marked(Mark.CIRCLE)),
}
_NEED_ONE_EDGE = frozenset({"arrowheads", "tails", "circles"})


@metric(better="higher", two_edges=True, conventions=conventions.CONFUSION, cite="powers2011")
def confusion(truth: Graph, estimate: Graph, *, of: Positives = "directed") -> Confusion:
    """
    Count what was found rightly, found wrongly, and missed.

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.
        of: what a positive is.

            - "directed": an edge ``-->``, by its ordered pair; no other edge is one. A reversal is one
              false positive and one false negative. p(p-1) places.
            - "skeleton": an adjacent pair. p(p-1)/2 places.
            - "arrowheads", "tails", "circles": that mark at j on the edge of i and j. An undirected edge
              has two tails. p(p-1) places.
            - "unshielded-colliders": a triple with arrowheads at its middle from both sides whose ends
              are not adjacent. Its negatives cannot be counted: ``tn`` is None.
            - "ancestral": an ordered pair (ancestor, descendant), by directed paths; for a CPDAG a pair
              that holds in every member of its class, which needs more than a directed path.
              p(p-1) places.

    Returns:
        Counts, with every ratio of them as a property; undefined ratios are nan.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: marks need one edge on a pair; "ancestral" needs a graph whose ancestors are known: a
            valid CPDAG, or no undirected edges and circles.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> found = Graph.parse("A --> B; C --> B; A --> C")
        >>> confusion(truth, found)
        Confusion(tp=1, fp=2, fn=1, tn=2)
        >>> confusion(truth, found, of="skeleton").precision
        0.6666666666666666
    """
    if of == "unshielded-colliders":
        overlap = _core.collider_overlap(truth.words, estimate.words, truth.n_nodes)
        return _from_overlap(overlap, None)
    if of == "ancestral":
        return _from_overlap(_ancestor_overlap(truth, estimate), 2 * truth.n_pairs)
    if of in _NEED_ONE_EDGE:
        demand_one_edge(truth, estimate, f"confusion of {of}")
    tp, fp, fn = (_TALLIES[of] @ pair_table(truth, estimate).reshape(-1)).tolist()
    places = truth.n_pairs if of == "skeleton" else 2 * truth.n_pairs
    return Confusion(tp, fp, fn, places - tp - fp - fn)


def _from_overlap(overlap: tuple[int, int, int], places: int | None) -> Confusion:
    both, in_truth, in_estimate = overlap
    tn = None if places is None else places - in_truth - in_estimate + both
    return Confusion(both, in_estimate - both, in_truth - both, tn)


def _ancestor_overlap(truth: Graph, estimate: Graph) -> tuple[int, int, int]:
    return _core.ancestor_overlap(
        truth.words,
        _stands_for_class(truth, "truth"),
        estimate.words,
        _stands_for_class(estimate, "estimate"),
        truth.n_nodes,
    )


def _stands_for_class(graph: Graph, side: str) -> bool:
    """Whether ancestors are those of every member of a class; refuses graphs whose are not known."""
    kind = class_of(graph)
    if kind in ("cpdag", "pdag", "undirected"):
        reason = graph.objection("cpdag")
        if reason is None:
            return True
    elif kind == "pag":
        reason = "in a PAG a directed path is not the only way to be an ancestor in every member"
    else:
        reason = graph.objection(kind)
        if reason is None:
            return False
    raise KindError(
        f"ancestors are known in DAGs, valid CPDAGs, directed graphs, MAGs and ADMGs; the {side} is "
        f"taken for {describe(kind)}: {reason}"
    )


_SAME_EDGE = cost_matrix(lambda s, t: s == t != 0)
_ADJACENT_IN_BOTH = cost_matrix(lambda s, t: s != 0 and t != 0)


@metric(better="higher", symmetric=True, two_edges=True, cite="rcgnn")
def orientation_accuracy(truth: Graph, estimate: Graph) -> float:
    """
    Share of the recovered adjacencies whose edge is the true one, mark for mark.

    A true edge found undirected, or an undirected one found directed, is not the true one, and neither
    is ``-->`` with ``<--`` found for ``-->``.

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        0 to 1; 1 is best. nan where no pair is adjacent in both.

    Raises:
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> truth = Graph.parse("A --> B --> C --> D")
        >>> orientation_accuracy(truth, Graph.parse("A --> B; C --> B; A --> D; C"))
        0.5
    """
    table = pair_table(truth, estimate)
    shared = int(np.vdot(table, _ADJACENT_IN_BOTH))
    return int(np.vdot(table, _SAME_EDGE)) / shared if shared else nan
