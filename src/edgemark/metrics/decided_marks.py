"""Which marks an estimate decides, and whether the truth contradicts them."""

from __future__ import annotations

from itertools import product

from edgemark.conventions.hidden import COVERAGE_OF_MARKS, MARKS
from edgemark.conventions.options import Covered, DecidedMarks
from edgemark.graph.kinds import class_of
from edgemark.graph.likes import GraphLike
from edgemark.graph.marks import MARK_AT_FIRST, MARK_AT_SECOND, UNDIRECTED, Mark
from edgemark.metrics.ancestral_claims import perfect_estimate
from edgemark.metrics.batch import Compared
from edgemark.metrics.declaration import metric
from edgemark.metrics.pair_sums import cost_matrices, count, totals
from edgemark.values import Count, divide

__all__ = ["mark_coverage", "mark_errors"]

_OPEN = frozenset({Mark.NONE, Mark.CIRCLE})
_TAILS = frozenset({"mag", "pag", "admg"})


def _ends(state: int, two_tails: bool) -> tuple[Mark, ...]:
    """The marks at both ends of an edge; circles where --- stands for either direction."""
    if state not in MARK_AT_FIRST:
        return ()
    if state == UNDIRECTED and not two_tails:
        return (Mark.CIRCLE, Mark.CIRCLE)
    return (MARK_AT_FIRST[state], MARK_AT_SECOND[state])


def _wrong_and_asked(s: int, t: int, tails: tuple[bool, bool]) -> tuple[int, ...]:
    """Of a pair: arrowheads found wrong and asked about, and the same of tails."""
    both = [
        (true, found)
        for true, found in zip(_ends(s, tails[0]), _ends(t, tails[1]), strict=False)
        if true not in _OPEN and found not in _OPEN
    ]
    counts = []
    for mark in (Mark.ARROW, Mark.TAIL):
        of_mark = [true != found for true, found in both if found == mark]
        counts += [sum(of_mark), len(of_mark)]
    return tuple(counts)


def _decided_and_all(t: int, two_tails: bool) -> tuple[int, ...]:
    ends = _ends(t, two_tails)
    return sum(mark not in _OPEN for mark in ends), len(ends)


_ERRORS = {
    tails: cost_matrices(lambda s, t, tails=tails: _wrong_and_asked(s, t, tails))  # type: ignore[misc]
    for tails in product((False, True), repeat=2)
}
_DECIDED = {
    tails: cost_matrices(lambda _, t, tails=tails: _decided_and_all(t, tails))  # type: ignore[misc]
    for tails in (False, True)
}


def _has_tails(graph: Compared) -> bool:
    """Whether --- has two tails, where there is any."""
    return UNDIRECTED in graph.present_states and class_of(graph) in _TAILS


@metric(batch="estimates", better="lower", conventions=MARKS, cite="edgemark")
def mark_errors(truth: GraphLike, estimate: GraphLike, *, of: DecidedMarks = "decided") -> Count:
    """
    Count the arrowheads and tails of the estimate that the truth contradicts, on edges of both.

    A mark is decided if it is an arrowhead or a tail: circles say nothing, nor does ``---`` where it
    stands for either direction. Edges of one graph only are errors of adjacency, not of marks. Read it
    beside `mark_coverage`, since who decides nothing is never wrong.

    Args:
        truth: reference graph of any kind, one edge on a pair.
        estimate: such a graph on the same nodes.
        of: which marks of the estimate: all that are "decided", its "arrowheads", or its "tails".

    Returns:
        Marks that differ, of those that both graphs decide.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a pair carries two edges.

    References:
        The number is defined by edgemark.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> mark_errors(truth, Graph.parse("A o-> B <-o C"))
        Count(1, of=2)
        >>> mark_errors(truth, Graph.parse("A --- B --- C"))
        Count(0, of=0)
    """
    arrows, all_arrows, tails, all_tails = totals(
        truth, estimate, _ERRORS[_has_tails(truth), _has_tails(estimate)]
    )
    if of == "arrowheads":
        return count(arrows, of=all_arrows)
    if of == "tails":
        return count(tails, of=all_tails)
    return count(arrows + tails, of=all_arrows + all_tails)


@metric(batch="estimates", better="neither", conventions=COVERAGE_OF_MARKS, cite="edgemark")
def mark_coverage(truth: GraphLike, estimate: GraphLike, *, of: Covered = "estimate") -> float:
    """
    Share of the marks of the estimate's edges that are arrowheads or tails.

    It describes the estimate. No CPDAG or PAG can decide more than that of the truth.

    Args:
        truth: reference graph, one edge on a pair.
        estimate: such a graph on the same nodes.
        of: the coverage of the "estimate", or the "best" that a perfect estimate of its class has.

    Returns:
        0 to 1; nan where there is no edge.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a pair carries two edges; or the truth has no graph of the estimate's class.

    References:
        The number is defined by edgemark.

    Examples:
        >>> truth = Graph.parse("A --> B <-- C; B --> D")
        >>> found = Graph.parse("A o-> B <-o C; B o-o D", kind="pag")
        >>> round(mark_coverage(truth, found), 2), round(mark_coverage(truth, found, of="best"), 2)
        (0.33, 0.67)
    """
    found = perfect_estimate(truth, estimate) if of == "best" else estimate
    decided, every = totals(truth, found, _DECIDED[_has_tails(found)])
    side = "the truth" if of == "best" else "the estimate"
    return divide(decided, every, f"{side} has no edge")
