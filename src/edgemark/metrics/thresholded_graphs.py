"""
Metrics at all thresholds of edge scores, without building the graphs.

As a threshold falls, a node pair gets its first edge at the higher of its two scores, and its second
edge at the lower. So a few sorted lists yield the number of pairs in each state at all thresholds.
Metrics that count pairs need nothing else. `ThresholdedGraphs` has the interface of `GraphBatch`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn, cast

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.graph import EdgeScores, Graph, GraphStack
from edgemark.graph.ascending import ascending
from edgemark.graph.edge_words import Index, unpack
from edgemark.graph.marks import BACKWARD, FORWARD, UNDIRECTED
from edgemark.graph.score_storage import Cells
from edgemark.metrics.batch import GraphBatch, Numbers

__all__ = ["NeedsGraphsError", "Profile", "ThresholdedGraphs"]

Values = NDArray[np.float64]
Counts = NDArray[np.int64]

# With the tables of more thresholds, matrix products are so large that OpenBLAS starts threads, which
# cost more time than they save.
_THRESHOLDS_AT_A_TIME = 1 << 13


class NeedsGraphsError(Exception):
    """A metric needs more than the states of pairs, so the graphs must be built."""


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """
    The number of node pairs with at least one score, and with both scores, above each threshold.

    Attributes:
        scores: the edge scores.
        thresholds: from the highest to the lowest.
        any_above: number of pairs with at least one score above each threshold.
        both_above: number of pairs with both scores above it.
        joint: the state of a pair with both scores above a threshold.
        of_truth: cached scores of the pairs in each state of a truth.
    """

    scores: EdgeScores
    thresholds: Values
    any_above: Counts
    both_above: Counts
    joint: int
    of_truth: dict[Graph, list[_TruePairs]] = field(default_factory=dict)

    @classmethod
    def of(cls, scores: EdgeScores, thresholds: Values | None, joint: int) -> Profile:
        """Use the given thresholds, or else 0 and every score that occurs."""
        forwards, backwards, n_zero_pairs = _scores_of_pairs(scores)
        higher = ascending(np.maximum(forwards, backwards))
        lower = ascending(np.minimum(forwards, backwards))
        if thresholds is None:
            scored = lower[np.searchsorted(lower, -np.inf, "right") :]
            thresholds = _core.falling_thresholds(higher, scored, True)
        any_above, both_above = (_core.counts_above(values, thresholds) for values in (higher, lower))
        for counts in (any_above, both_above):
            counts[thresholds < 0] += n_zero_pairs  # Sparse scores leave out pairs of two zeros.
        return cls(scores, thresholds, any_above, both_above, joint)

    def parts(self) -> Iterator[tuple[slice, ThresholdedGraphs]]:
        """Yield blocks of thresholds, first those at which no pair has both scores above."""
        n_without_both = int(np.searchsorted(self.both_above, 0, "right"))
        for start, end in ((0, n_without_both), (n_without_both, self.thresholds.size)):
            for first in range(start, end, _THRESHOLDS_AT_A_TIME):
                rows = slice(first, min(first + _THRESHOLDS_AT_A_TIME, end))
                yield rows, ThresholdedGraphs(self, rows)


def _scores_of_pairs(scores: EdgeScores) -> tuple[Values, Values, int]:
    """
    Return both scores of each pair, and how many pairs of two zeros are left out.

    A direction without a score has -inf, which is above no threshold.
    """
    cells, candidates = scores._cells, scores.candidates
    if candidates is None:
        return cells.pairs()
    pairs, ways = candidates.unordered()
    # A pair is stored as `first << 28 | second`. The bits 1 and 2 of `ways` are its two directions.
    firsts, seconds = pairs >> 28, pairs & 0x0FFFFFFF
    forwards = np.where(ways & 1, cells.at(firsts, seconds), -np.inf)
    return forwards, np.where(ways & 2, cells.at(seconds, firsts), -np.inf), 0


class ThresholdedGraphs(GraphBatch):
    """The graphs above some thresholds, represented by the states of their pairs."""

    def __init__(self, profile: Profile, rows: slice, skeleton: bool = False) -> None:
        self._profile, self._rows, self._is_skeleton = profile, rows, skeleton
        self._cache = {}

    @property
    def stack(self) -> GraphStack:  # type: ignore[override]  # raises instead of returning
        """Refuse: the graphs are not built."""
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
        """No kind is declared."""

    @property
    def states(self) -> NDArray[np.uint8]:
        """The states in which pairs are counted."""
        if self._is_skeleton:
            return np.array([0, UNDIRECTED], np.uint8)
        return np.array([0, FORWARD, BACKWARD, self._profile.joint], np.uint8)

    @property
    def present_states(self) -> frozenset[int]:
        """The states that may occur; `joint` is one of them only if some pair is in it."""
        states = set(self.states.tolist()) - {0}
        if not self._is_skeleton and not self._profile.both_above[self._rows].any():
            states.discard(self._profile.joint)
        return frozenset(states)

    def objection(self, kind: object = None) -> NoReturn:
        """Refuse: checking a kind needs graphs."""
        raise NeedsGraphsError

    def skeleton(self) -> ThresholdedGraphs:
        """Return the skeletons."""
        return ThresholdedGraphs(self._profile, self._rows, skeleton=True)

    def within(self, candidates: object, one_way: bool) -> NoReturn:
        """Refuse: selecting candidate pairs needs graphs."""
        raise NeedsGraphsError

    def cpdag(self) -> NoReturn:
        """Refuse: finding CPDAGs needs graphs."""
        raise NeedsGraphsError

    def pattern(self) -> NoReturn:
        """Refuse: finding patterns needs graphs."""
        raise NeedsGraphsError

    def tables(self, truth: Graph) -> Numbers:
        """Count pairs by their states: [threshold, state in the truth, state in the graph]."""
        return cast(Numbers, self.cached(("tables", truth), lambda graphs: graphs._tables(truth)))

    def _tables(self, truth: Graph) -> Numbers:
        thresholds = self._profile.thresholds[self._rows]
        tables = np.zeros((thresholds.size, 1 + len(truth.present_states), 4))
        # On pairs without a true edge, the direction of a found edge does not matter: forward is used.
        both_above, any_above = (
            counts[self._rows] for counts in (self._profile.both_above, self._profile.any_above)
        )
        tables[:, 0, 0] = self.n_pairs - any_above
        tables[:, 0, 1] = any_above - both_above
        tables[:, 0, 3] = both_above
        for s, pairs in enumerate(_true_pairs(self, truth), 1):
            tables[:, s] = pairs.counts(thresholds)
            tables[:, 0, 0] -= tables[:, s, 0]
            tables[:, 0, 1] -= tables[:, s, 1] + tables[:, s, 2]
            tables[:, 0, 3] -= tables[:, s, 3]
        if not self._is_skeleton:
            return tables
        return np.stack([tables[..., 0], tables[..., 1:].sum(axis=-1)], axis=-1)


class _TruePairs:
    """The scores of the pairs in one state of the truth, sorted."""

    def __init__(self, cells: Cells, firsts: Index, seconds: Index) -> None:
        forwards, backwards = cells.at(firsts, seconds), cells.at(seconds, firsts)
        is_forward = forwards > backwards
        self.size = firsts.size
        self.both = ascending(np.minimum(forwards, backwards))
        # A pair gets its first edge at its higher score. At its lower score it gets the second edge.
        self.forward = [ascending(x[is_forward]) for x in (forwards, backwards)]
        self.backward = [ascending(x[~is_forward]) for x in (backwards, forwards)]

    def counts(self, thresholds: Values) -> Values:
        """Count the pairs in each of the four states at each threshold."""
        both = _core.counts_above(self.both, thresholds)
        forward, backward = (
            _core.counts_above(higher, thresholds) - _core.counts_above(lower, thresholds)
            for higher, lower in (self.forward, self.backward)
        )
        return np.stack([self.size - both - forward - backward, forward, backward, both], axis=-1)


def _true_pairs(graphs: ThresholdedGraphs, truth: Graph) -> list[_TruePairs]:
    """Return the pairs in each state of the truth, computed once for all thresholds."""
    cached = graphs._profile.of_truth
    if truth not in cached:
        firsts, seconds, states = unpack(truth.words)
        cached[truth] = [
            _TruePairs(graphs._profile.scores._cells, firsts[states == s], seconds[states == s])
            for s in sorted(truth.present_states)
        ]
    return cached[truth]
