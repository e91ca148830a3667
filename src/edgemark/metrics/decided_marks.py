"""Metrics of the arrowheads and tails that an estimate decides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from edgemark.conventions.hidden import COVERAGE_OF_MARKS, MARKS
from edgemark.conventions.options import Covered, DecidedMarks
from edgemark.graph.kinds import undirected_is_tail_tail
from edgemark.graph.likes import GraphLike
from edgemark.graph.marks import MARK_AT_FIRST, MARK_AT_SECOND, UNDIRECTED, Mark
from edgemark.metrics.ancestral_claims import perfect_estimate
from edgemark.metrics.declaration import metric
from edgemark.metrics.pair_sums import Matrix, cost_matrices, count, totals
from edgemark.values import Count, divide

__all__ = ["mark_coverage", "mark_errors"]

_OPEN = frozenset({Mark.NONE, Mark.CIRCLE})


def _ends(state: int, two_tails: bool) -> tuple[Mark, ...]:
    """Return the marks at both ends of an edge; circles for --- that means either direction."""
    if state not in MARK_AT_FIRST:
        return ()
    if state == UNDIRECTED and not two_tails:
        return (Mark.CIRCLE, Mark.CIRCLE)
    return (MARK_AT_FIRST[state], MARK_AT_SECOND[state])


def _wrong_and_compared(s: int, t: int, two_tails: Sequence[bool]) -> tuple[int, ...]:
    """
    Count the wrong and the compared arrowheads of a pair, then the wrong and the compared tails.

    `two_tails` says for the truth and for the estimate whether --- has two tails.
    """
    decided = [
        (true, found)
        for true, found in zip(_ends(s, two_tails[0]), _ends(t, two_tails[1]), strict=False)
        if true not in _OPEN and found not in _OPEN
    ]
    counts = []
    for mark in (Mark.ARROW, Mark.TAIL):
        is_wrong = [true != found for true, found in decided if found == mark]
        counts += [sum(is_wrong), len(is_wrong)]
    return tuple(counts)


def _decided_and_all(_: int, t: int, two_tails: bool) -> tuple[int, ...]:
    """Count the marks of a pair that the estimate decides, and all of them."""
    ends = _ends(t, two_tails)
    return sum(mark not in _OPEN for mark in ends), len(ends)


@cache
def _error_matrices(*two_tails: bool) -> Matrix:
    """Return the costs whose sums are the wrong and the compared arrowheads and tails."""
    return cost_matrices(partial(_wrong_and_compared, two_tails=two_tails))


@cache
def _coverage_matrices(two_tails: bool) -> Matrix:
    """Return the costs whose sums are the decided and all marks of the estimate."""
    return cost_matrices(partial(_decided_and_all, two_tails=two_tails))


@metric(batch="estimates", better="lower", conventions=MARKS, cite="edgemark")
def mark_errors(truth: GraphLike, estimate: GraphLike, *, of: DecidedMarks = "decided") -> Count:
    """
    Count the arrowheads and tails of the estimate that the truth contradicts.

    A mark is decided if it is an arrowhead or a tail. Circles are open, and so is ``---`` if it means
    either direction. Edges that only one graph has are errors of adjacency and are not counted. Read it
    together with `mark_coverage`, because an estimate that decides nothing has no errors.

    Args:
        truth: reference graph of any kind, with at most one edge on a pair.
        estimate: a graph on the same nodes, with at most one edge on a pair.
        of: which marks of the estimate to count: "arrowheads", "tails", or both ("decided").

    Returns:
        Number of wrong marks, out of the marks of the estimate at edge ends whose mark the truth decides
        too; 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a pair of nodes has two edges.

    See also:
        mark_coverage: the share of marks that the estimate decides.
        mark_table: the counts of all marks.
        endpoint_hamming: open marks count as errors too.

    References:
        The number is defined by edgemark.

    Examples:
        >>> from edgemark import Graph
        >>> truth = Graph.parse("A --> B --> C")
        >>> mark_errors(truth, Graph.parse("A o-> B <-o C"))
        Count(1, of=2)
        >>> mark_errors(truth, Graph.parse("A --- B --- C"))
        Count(0, of=0)
    """
    arrows, all_arrows, tails, all_tails = totals(
        truth, estimate, _error_matrices(*map(undirected_is_tail_tail, (truth, estimate)))
    )
    if of == "arrowheads":
        return count(arrows, of=all_arrows)
    if of == "tails":
        return count(tails, of=all_tails)
    return count(arrows + tails, of=all_arrows + all_tails)


@metric(batch="estimates", better="neither", conventions=COVERAGE_OF_MARKS, cite="edgemark")
def mark_coverage(truth: GraphLike, estimate: GraphLike, *, of: Covered = "estimate") -> float:
    """
    Give the share of the estimate's marks that are arrowheads or tails, 0 to 1.

    It describes the estimate and does not rate it. The CPDAG or PAG of the truth decides all that
    independences can tell: each further mark is wrong in some graph of the same class, even if the truth
    happens to have it.

    Args:
        truth: reference graph, with at most one edge on a pair.
        estimate: a graph on the same nodes, with at most one edge on a pair.
        of: "estimate" gives the coverage of the estimate, "best" that of the perfect estimate of its
            class. If the estimate is a CPDAG and the truth a MAG or an ADMG, that is the PAG of the
            truth.

    Returns:
        0 to 1. nan if there is no edge.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a pair of nodes has two edges; or "best" needs the CPDAG or the PAG of the truth, and
            the truth is not of its kind, has selection or is an MPDAG.

    See also:
        mark_errors: wrong arrowheads and tails.
        decisiveness: the share of oriented edges.

    References:
        The number is defined by edgemark.

    Examples:
        >>> from edgemark import Graph
        >>> truth = Graph.parse("A --> B <-- C; B --> D")
        >>> found = Graph.parse("A o-> B <-o C; B o-o D", kind="pag")
        >>> [float(round(mark_coverage(truth, found, of=of), 2)) for of in ("estimate", "best")]
        [0.33, 0.67]
    """
    graph = perfect_estimate(truth, estimate) if of == "best" else estimate
    decided, total = totals(truth, graph, _coverage_matrices(undirected_is_tail_tail(graph)))
    side = "the truth" if of == "best" else "the estimate"
    return divide(decided, total, f"{side} has no edge")
