"""The counts tp, fp, fn and tn of one node pair, from its states in the truth and in the estimate."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from edgemark.graph.marks import MARK_AT_FIRST, MARK_AT_SECOND, SINGLES, Mark

__all__ = ["ENDS", "MARKS", "Parts", "Tally", "marked", "overlap"]

Parts = frozenset[str]
"""The parts of a pair that can be positive: its directions, its ends, or the pair itself."""
Tally = Callable[[int, int], tuple[int, int, int, int]]
"""Returns tp, fp, fn and tn of a pair, given its state in the truth and its state in the estimate."""

ENDS: Parts = frozenset({"at first", "at second"})
MARKS: Mapping[str, Mark] = {"arrowheads": Mark.ARROW, "tails": Mark.TAIL, "circles": Mark.CIRCLE}


def overlap(positives: Callable[[int], Parts], universe: Parts) -> Tally:
    """
    Return a function that compares the positive parts of a pair in its two states.

    Args:
        positives: returns the positive parts of a pair in a state.
        universe: all parts of a pair that are counted; those that are not positive are negative.
    """

    def tally(s: int, t: int) -> tuple[int, int, int, int]:
        true, estimated = positives(s), positives(t)
        return (
            len(true & estimated),
            len(estimated - true),
            len(true - estimated),
            len(universe - true - estimated),
        )

    return tally


def marked(mark: Mark) -> Callable[[int], Parts]:
    """Return a function that lists the ends with this mark, on either edge of a pair with two edges."""

    def parts(state: int) -> Parts:
        singles = SINGLES.get(state, ())
        at_first = {"at first"} if any(MARK_AT_FIRST[s] is mark for s in singles) else set()
        at_second = {"at second"} if any(MARK_AT_SECOND[s] is mark for s in singles) else set()
        return frozenset(at_first | at_second)

    return parts
