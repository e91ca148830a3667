"""
Scores cut at thresholds, in the place of one estimate.

As a threshold falls, a pair of nodes gains an edge at the higher of its two scores and the other one at
the lower. So how many pairs are in which state is known for all thresholds from a few sorted lists, and
a metric that counts pairs is swept without a graph being made. See `GraphBatch`,
of which this is another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn, cast

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.graph import EdgeScores, Graph, GraphStack
from edgemark.graph.edge_words import Index, unpack
from edgemark.graph.marks import BACKWARD, FORWARD, UNDIRECTED
from edgemark.graph.score_storage import Cells
from edgemark.metrics.batch import GraphBatch, Numbers

__all__ = ["Cuts", "NeedsGraphsError", "Profile"]

Values = NDArray[np.float64]
Counts = NDArray[np.int64]

# For larger products OpenBLAS starts threads, which cost more than they save.
_AT_A_TIME = 1 << 13


class NeedsGraphsError(Exception):
    """A metric asked for more than the states of pairs."""


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """
    How many pairs of nodes have one edge, and how many two, above each of falling thresholds.

    Attributes:
        scores: the scores.
        thresholds: from the highest to the lowest.
        any_above: pairs of which a score is above each threshold.
        both_above: pairs of which both are.
        joint: the state of a pair of which both are.
        of_truth: pairs in each state of a truth, kept.
    """

    scores: EdgeScores
    thresholds: Values
    any_above: Counts
    both_above: Counts
    joint: int
    of_truth: dict[Graph, list[_TruePairs]] = field(default_factory=dict)

    @classmethod
    def of(cls, scores: EdgeScores, thresholds: Values | None, joint: int) -> Profile:
        """Cut at some thresholds, or at every score that occurs and 0."""
        forwards, backwards, zeros = scores._cells.pairs()
        higher = _core.sorted_numbers(np.maximum(forwards, backwards))
        lower = _core.sorted_numbers(np.minimum(forwards, backwards))
        if thresholds is None:
            thresholds = _core.falling_thresholds(higher, lower, True)
        either, both = (_core.counts_above(numbers, thresholds) for numbers in (higher, lower))
        for counts in (either, both):
            counts[thresholds < 0] += zeros
        return cls(scores, thresholds, either, both, joint)

    def parts(self) -> Iterator[tuple[slice, Cuts]]:
        """Some thresholds at a time, those at which some pair has both scores above apart."""
        lone = int(np.searchsorted(self.both_above, 0, "right"))
        for start, end in ((0, lone), (lone, self.thresholds.size)):
            for first in range(start, end, _AT_A_TIME):
                rows = slice(first, min(first + _AT_A_TIME, end))
                yield rows, Cuts(self, rows)


class Cuts(GraphBatch):
    """The graphs above some thresholds, as far as the states of pairs tell."""

    def __init__(self, profile: Profile, rows: slice, skeleton: bool = False) -> None:
        self._profile, self._rows, self._is_skeleton = profile, rows, skeleton
        self._cache = {}

    @property
    def stack(self) -> GraphStack:  # type: ignore[override]  # there to be asked for, not to be had
        """The graphs, which nobody has made."""
        raise NeedsGraphsError

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return self._profile.scores.n_nodes

    @property
    def n_pairs(self) -> int:
        """Number of pairs of nodes."""
        return self.n_nodes * (self.n_nodes - 1) // 2

    @property
    def kind(self) -> None:
        """Nothing is declared."""

    @property
    def states(self) -> NDArray[np.uint8]:
        """The states that pairs are counted in."""
        if self._is_skeleton:
            return np.array([0, UNDIRECTED], np.uint8)
        return np.array([0, FORWARD, BACKWARD, self._profile.joint], np.uint8)

    @property
    def present_states(self) -> frozenset[int]:
        """The states that may occur; the joint one only where some pair is in it."""
        found = set(self.states.tolist()) - {0}
        if not self._is_skeleton and not self._profile.both_above[self._rows].any():
            found.discard(self._profile.joint)
        return frozenset(found)

    def objection(self, kind: object = None) -> NoReturn:
        """Refuse: it takes graphs to know of what kind they are."""
        raise NeedsGraphsError

    def skeleton(self) -> Cuts:
        """Every edge undirected."""
        return Cuts(self._profile, self._rows, skeleton=True)

    def within(self, candidates: object, one_way: bool) -> NoReturn:
        """Refuse: pairs that do not count are told apart in graphs."""
        raise NeedsGraphsError

    def cpdag(self) -> NoReturn:
        """Refuse."""
        raise NeedsGraphsError

    def pattern(self) -> NoReturn:
        """Refuse."""
        raise NeedsGraphsError

    def tables(self, truth: Graph) -> Numbers:
        """Pairs in each state of the truth and of each graph: [threshold, s, t]."""
        return cast(Numbers, self.cached(("tables", truth), lambda cuts: cuts._tables(truth)))

    def _tables(self, truth: Graph) -> Numbers:
        thresholds = self._profile.thresholds[self._rows]
        tables = np.zeros((thresholds.size, 1 + len(truth.present_states), 4))
        # Without an edge in the truth it does not matter which way one points: all are counted forward.
        both, either = (c[self._rows] for c in (self._profile.both_above, self._profile.any_above))
        tables[:, 0, 0] = self.n_pairs - either
        tables[:, 0, 1] = either - both
        tables[:, 0, 3] = both
        for s, pairs in enumerate(_true_pairs(self, truth), 1):
            tables[:, s] = pairs.counts(thresholds)
            tables[:, 0, 0] -= tables[:, s, 0]
            tables[:, 0, 1] -= tables[:, s, 1] + tables[:, s, 2]
            tables[:, 0, 3] -= tables[:, s, 3]
        if not self._is_skeleton:
            return tables
        return np.stack([tables[..., 0], tables[..., 1:].sum(axis=-1)], axis=-1)


class _TruePairs:
    """The scores of the pairs in one state of the truth, sorted as thresholds meet them."""

    def __init__(self, cells: Cells, firsts: Index, seconds: Index) -> None:
        forwards, backwards = cells.at(firsts, seconds), cells.at(seconds, firsts)
        way = forwards > backwards
        self.size = firsts.size
        self.both = _core.sorted_numbers(np.minimum(forwards, backwards))
        self.forward = [_core.sorted_numbers(x[way]) for x in (forwards, backwards)]
        self.backward = [_core.sorted_numbers(x[~way]) for x in (backwards, forwards)]

    def counts(self, thresholds: Values) -> Values:
        """How many are in each of the four states above each threshold."""
        both = _core.counts_above(self.both, thresholds)
        forward, backward = (
            _core.counts_above(gain, thresholds) - _core.counts_above(loss, thresholds)
            for gain, loss in (self.forward, self.backward)
        )
        return np.stack([self.size - both - forward - backward, forward, backward, both], axis=-1)


def _true_pairs(cuts: Cuts, truth: Graph) -> list[_TruePairs]:
    """The pairs in each state of the truth, made once for all thresholds."""
    known = cuts._profile.of_truth
    if truth not in known:
        firsts, seconds, states = unpack(truth.words)
        known[truth] = [
            _TruePairs(cuts._profile.scores._cells, firsts[states == s], seconds[states == s])
            for s in sorted(truth.present_states)
        ]
    return known[truth]
