"""
Rankings of many graphs at once.

In the ranking of a graph, edges have the score 1 and all other pairs the score 0. These two groups have
sizes that follow from the counts of pairs by their states. "Places" are the ranked pairs, as in
`sorted_scores`.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Ranked
from edgemark.graph import Graph
from edgemark.graph.marks import CYCLE, DIRECTED, UNDIRECTED
from edgemark.metrics.batch import GraphBatch
from edgemark.metrics.cache import remembered
from edgemark.metrics.pair_sums import INTO_FIRST, INTO_SECOND
from edgemark.metrics.ranking.sorted_scores import (
    ConfidenceBatch,
    NeedsSingleEstimatesError,
    Ranking,
    true_places,
)
from edgemark.metrics.restricted_pairs import candidates_of

__all__ = ["RankedGraphs"]

_STATES_WITH_DIRECTIONS = DIRECTED | {0, UNDIRECTED, CYCLE}


class RankedGraphs(ConfidenceBatch):
    """The graphs of a batch, ranked together."""

    __slots__ = ("_many",)

    def __init__(self, many: GraphBatch) -> None:
        super().__init__(())
        self.estimates = many.stack
        self._many = many

    def ranking(self, truth: Graph, of: Ranked) -> Ranking:
        """Rank the places that `of` selects, for each graph."""
        states = frozenset(self._many.states.tolist())
        if of == "ancestral" or candidates_of(truth) is not None:
            raise NeedsSingleEstimatesError
        if of != "skeleton" and not states <= _STATES_WITH_DIRECTIONS:
            raise NeedsSingleEstimatesError  # One by one, some graphs are refused.
        return remembered(self, truth, ("ranking", of), lambda: _ranking(truth, self._many, of))


def _ranking(truth: Graph, many: GraphBatch, of: Ranked) -> Ranking:
    n_true = true_places(truth, of)[0].size
    size = truth.n_pairs if of == "skeleton" else 2 * truth.n_pairs
    states_of_sides = np.array(sorted({0, *truth.present_states})), many.states
    places_with_edge = [
        _places_with_edge(side, of, name)
        for side, name in zip(states_of_sides, ("truth", "estimate"), strict=True)
    ]
    tables = many.tables(truth)  # [graph, state in the truth, state in the graph]
    # A place of the first group has an edge in the estimate; it is true if it has one in the truth too.
    n = (tables * sum(estimate for _, estimate in zip(*places_with_edge, strict=True))).sum((1, 2))
    tp = (
        tables
        * sum(
            in_truth[:, None] * in_estimate
            for in_truth, in_estimate in zip(*places_with_edge, strict=True)
        )
    ).sum((1, 2))
    shape = (len(many.stack), 2)
    thresholds, hits, places = np.zeros(shape), np.full(shape, n_true), np.full(shape, size)
    has_edge = n > 0
    thresholds[has_edge, 0], hits[has_edge, 0], places[has_edge, 0] = 1, tp[has_edge], n[has_edge]
    thresholds[n == size] = 1  # All places have edges: the second group repeats the first.
    return Ranking(thresholds, hits, places, n_true, size)


def _places_with_edge(states: Iterable[int], of: Ranked, side: str) -> list[NDArray[np.int64]]:
    """
    Return an array for each place of a pair, with 1 for each state that has an edge there, else 0.

    The places of a pair are its two directions, or for "skeleton" the pair itself. An undirected edge of
    an estimate is in both directions, but one of the truth is only if `of` is "entries".
    """
    states_of_pairs = np.array(list(states))
    if of == "skeleton":
        return [(states_of_pairs != 0).astype(np.int64)]
    two_way = (UNDIRECTED,) if of == "entries" or side == "estimate" else ()
    return [
        np.isin(states_of_pairs, (*into, *two_way)).astype(np.int64)
        for into in (INTO_SECOND, INTO_FIRST)
    ]
