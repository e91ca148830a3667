"""
Sorted scores: for each score, the number of places, and of true places, with at least this score.

A "place" is a pair of nodes that is ranked: ordered, unordered, or at a lag. Places with the same score
form one group, without an order among them. All metrics of this folder except those of `three_points`
use these counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions.options import Ranked
from edgemark.errors import KindError, Remedy
from edgemark.graph import Candidates, Graph, GraphSamples, GraphStack
from edgemark.graph.ascending import ascending
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.graph.edge_words import Index, unpack
from edgemark.graph.marks import UNDIRECTED
from edgemark.graph.score_storage import Cells
from edgemark.metrics.cache import remembered
from edgemark.metrics.hamming_distances import refuse_other_than_entries
from edgemark.metrics.pair_sums import INTO_FIRST, INTO_SECOND
from edgemark.metrics.restricted_pairs import candidates_of, refuse_candidates

__all__ = [
    "ConfidenceBatch",
    "NeedsSingleEstimatesError",
    "Ranking",
    "SortedScores",
    "ranking",
    "sorted_scores",
    "true_places",
]

Values = NDArray[np.float64]
Counts = NDArray[np.int64]

_IS_INTO_FIRST, _IS_INTO_SECOND = (
    np.isin(np.arange(16), [*states]) for states in (INTO_FIRST, INTO_SECOND)
)
_IS_UNDIRECTED = np.arange(16) == UNDIRECTED


@dataclass(frozen=True, slots=True, eq=False)
class SortedScores:
    """
    Scores of all places and of the true places, ascending.

    Attributes:
        numbers: scores of all places, except for `zeros` places with score 0.
        true: scores of the true places, zeros among them.
        zeros: number of places with score 0 that `numbers` leaves out.
        left_out: number of true places that are not candidates.
    """

    numbers: Values
    true: Values
    zeros: int
    left_out: int = 0

    @classmethod
    def of_labels(cls, labels: Any, numbers: Any) -> SortedScores:
        """Sort numbers with labels that mark the true ones."""
        scores = np.asarray(numbers, np.float64).reshape(-1) + 0.0  # -0 and 0 are the same score
        true_scores = scores[np.asarray(labels, bool).reshape(-1)]
        return cls(ascending(scores), ascending(true_scores), 0)

    @classmethod
    def of_parts(cls, numbers: Values, true: Values, left_out: int = 0) -> SortedScores:
        """Sort the scores of all places and those of the true places."""
        numbers, true = (ascending(part) for part in (numbers, true))
        return cls(numbers, true, 0, left_out)

    def ranked(self) -> Ranking:
        """Return the ranking, counted from the highest score down."""
        counts = _core.groups_of_ties(self.numbers, self.true, self.zeros)
        return Ranking(*counts, self.true.size, self.numbers.size + self.zeros, self.left_out)


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """
    Places in groups of equal score, from the highest score.

    Consecutive groups without a true place are merged. Several rankings of one truth have one row each;
    shorter rows repeat their last group, which does not change any metric.

    Attributes:
        thresholds: the lowest score of each group.
        tp: true places down to the end of each group.
        n: places down to the end of each group.
        n_true: number of true places.
        size: number of places.
        left_out: number of true places that are not candidates and are not counted.
    """

    thresholds: Values
    tp: Counts
    n: Counts
    n_true: int
    size: int
    left_out: int = 0

    @property
    def prevalence(self) -> float:
        """Share of true places."""
        return self.n_true / self.size if self.size else nan

    @property
    def fp(self) -> Counts:
        """False places down to the end of each group."""
        return self.n - self.tp

    def counts_at_boundaries(self) -> tuple[Values, Values]:
        """
        Return the numbers of true places and of all places at the boundaries of the groups, starting
        with 0.
        """
        nothing = np.zeros((*self.tp.shape[:-1], 1))
        return np.concatenate([nothing, self.tp], -1), np.concatenate([nothing, self.n], -1)

    def hits(self, k: float) -> Any:
        """Return the expected number of true places among the first k, over all orders of ties."""
        tp, n = self.counts_at_boundaries()
        if tp.ndim == 1:
            return float(np.interp(k, n, tp))
        before = (n <= k).sum(-1, keepdims=True) - 1
        after = np.minimum(before + 1, n.shape[-1] - 1)
        n_before, n_after = (np.take_along_axis(n, at, -1)[:, 0] for at in (before, after))
        tp_before, tp_after = (np.take_along_axis(tp, at, -1)[:, 0] for at in (before, after))
        # The same steps as in `np.interp`, so a batch has exactly the numbers of single estimates.
        slope = (tp_after - tp_before) / np.maximum(n_after - n_before, 1)
        return slope * (k - n_before) + tp_before

    @classmethod
    def stacked(cls, rankings: Sequence[Ranking]) -> Ranking:
        """Stack rankings of the same places and the same truth as rows."""
        thresholds, tp, n = (
            _rows([getattr(ranking, name) for ranking in rankings]) for name in ("thresholds", "tp", "n")
        )
        return cls(thresholds, tp, n, rankings[0].n_true, rankings[0].size, rankings[0].left_out)


def _rows(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Stack arrays as rows; shorter ones repeat their last number."""
    rows = np.empty((len(parts), max(part.size for part in parts)), parts[0].dtype)
    for row, part in zip(rows, parts, strict=True):
        row[: part.size] = part
        row[part.size :] = part[-1:]
    return rows


class NeedsSingleEstimatesError(Exception):
    """
    A metric needs more than the rankings of a batch, so the estimates must be evaluated one by one.
    """


class ConfidenceBatch(EdgeConfidences):
    """
    A batch of scored estimates: ranking metrics return an array with one number for each.

    All estimates must have the same number of places; this holds for permutations of one estimate.
    """

    __slots__ = ("_cache", "estimates")

    estimates: Sequence[EdgeConfidences] | GraphStack

    def __init__(self, estimates: Sequence[EdgeConfidences]) -> None:
        self.estimates = tuple(estimates)
        self._cache: dict[Any, Any] = {}

    def edge_scores(self, of: Ranked = "directed") -> NoReturn:
        """Refuse: each estimate has its own scores."""
        raise NeedsSingleEstimatesError

    def ranking(self, truth: Graph, of: Ranked) -> Ranking:
        """Rank the places that `of` selects, for each estimate."""
        return remembered(
            self,
            truth,
            ("ranking", of),
            lambda: Ranking.stacked(
                [ranking(truth, EdgeConfidences.of(one), of) for one in self.estimates]
            ),
        )


def ranking(truth: Graph, estimate: EdgeConfidences, of: Ranked) -> Ranking:
    """Rank the places that `of` selects. The ranking for the last truth is cached."""
    if isinstance(estimate, ConfidenceBatch):
        return estimate.ranking(truth, of)
    holder = estimate.edge_scores(of)
    return remembered(
        holder, truth, ("ranking", of), lambda: sorted_scores(truth, estimate, of).ranked()
    )


def sorted_scores(truth: Graph, estimate: EdgeConfidences, of: Ranked) -> SortedScores:
    """Return the scores of the ranked places; raise KindError if the truth does not allow `of`."""
    starts, ends = true_places(truth, of)
    cells = estimate.edge_scores(of)._cells
    candidates = candidates_of(truth)
    if candidates is not None:
        if of == "ancestral":
            refuse_candidates(truth, "a ranking of directed paths")
        if of == "skeleton":
            return _candidate_pairs(cells, candidates, starts, ends)
        is_counted = candidates.has(starts, ends)
        return SortedScores.of_parts(
            cells.at(candidates.starts, candidates.ends),
            cells.at(starts[is_counted], ends[is_counted]),
            int(starts.size - is_counted.sum()),
        )
    true = cells.at(starts, ends)
    if of != "skeleton":
        return SortedScores(*_ascending_parts(cells.values(), true))
    forwards, backwards, zeros = cells.pairs()
    true = np.maximum(true, cells.at(ends, starts))
    return SortedScores(*_ascending_parts((np.maximum(forwards, backwards), zeros), true))


def _candidate_pairs(cells: Cells, candidates: Candidates, starts: Index, ends: Index) -> SortedScores:
    """Return the scores of unordered pairs: the higher one of the directions that are candidates."""
    pairs, ways = candidates.unordered()
    # A pair is stored as `first << 28 | second`. The bits 1 and 2 of `ways` are its two directions.
    firsts, seconds = pairs >> 28, pairs & 0x0FFFFFFF
    scores = np.maximum(
        np.where(ways & 1, cells.at(firsts, seconds), -np.inf),
        np.where(ways & 2, cells.at(seconds, firsts), -np.inf),
    )
    adjacent = np.minimum(starts, ends) << 28 | np.maximum(starts, ends)
    is_true = np.isin(pairs, adjacent)
    return SortedScores.of_parts(scores, scores[is_true], int(adjacent.size - is_true.sum()))


def _ascending_parts(scored: tuple[Values, int], true: Values) -> tuple[Values, Values, int]:
    numbers, zeros = scored
    return ascending(numbers), ascending(true), zeros


def true_places(truth: Graph, of: Ranked) -> tuple[Index, Index]:
    """Return the first nodes and the second nodes of the true places that `of` selects."""
    if of == "ancestral":
        return _ancestral_places(truth)
    firsts, seconds, states = unpack(truth.words)
    if of == "skeleton":
        return firsts, seconds
    if of == "entries":
        adjacencies = Remedy("Rank the adjacencies", 'of="skeleton"')
        refuse_other_than_entries(truth, truth, "of='entries'", adjacencies)
    is_two_way = _IS_UNDIRECTED & (of == "entries")
    into_second, into_first = (
        (is_into | is_two_way)[states] for is_into in (_IS_INTO_SECOND, _IS_INTO_FIRST)
    )
    starts = np.concatenate([firsts[into_second], seconds[into_first]])
    return starts, np.concatenate([seconds[into_second], firsts[into_first]])


def _ancestral_places(truth: Graph) -> tuple[Index, Index]:
    if reason := truth.objection("digraph"):
        raise KindError(f"a ranking of directed paths needs a directed graph as the truth; {reason}")
    starts, ends = np.nonzero(GraphSamples.of(truth).marginals("ancestral"))
    return starts.astype(np.int64), ends.astype(np.int64)
