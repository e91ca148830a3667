"""
Distances that are sums over node pairs.

The state of a pair is a number below 16 for its edges, see `edgemark.graph.marks`. A 16 x 16 table
counts the pairs that are in state s in the truth and in state t in the estimate. Each distance is the
sum of this table times a matrix of costs, so the table of two graphs is computed once. If the estimate
is a `GraphBatch`, every sum is an array with one number for each graph.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.graph import Candidates, Graph
from edgemark.graph.marks import BACKWARD, FORWARD, SINGLES
from edgemark.metrics.batch import GraphBatch, GraphOrBatch
from edgemark.metrics.cache import remembered
from edgemark.metrics.compared_graphs import as_given
from edgemark.metrics.restricted_pairs import GraphWithCandidates, words_that_count
from edgemark.values import Count

__all__ = [
    "INTO_FIRST",
    "INTO_SECOND",
    "Additive",
    "cost_matrices",
    "cost_matrix",
    "count",
    "pair_table",
    "total",
    "totals",
]

Matrix = NDArray[np.int64]

N_STATES = 16
INTO_FIRST = frozenset(state for state, edges in SINGLES.items() if BACKWARD in edges)
INTO_SECOND = frozenset(state for state, edges in SINGLES.items() if FORWARD in edges)
"""The states of pairs that have an edge ``-->`` into their first node, and into their second node."""

# Above this size and density, packing both graphs into bits takes less time than merging sorted edges.
_DENSE_PAIRS = 4096
_DENSE_PAIRS_PER_EDGE = 8


def cost_matrix(cost: Callable[[int, int], int]) -> Matrix:
    """Return the cost of every state in the truth (row) and in the estimate (column)."""
    states = range(N_STATES)
    matrix = np.array([[cost(s, t) for t in states] for s in states], np.int64)
    matrix.flags.writeable = False
    return matrix


def cost_matrices(costs: Callable[[int, int], Sequence[int]]) -> Matrix:
    """Return a matrix as `cost_matrix` does for each of several costs: [cost, s, t]."""
    states = range(N_STATES)
    matrices = np.array([[costs(s, t) for t in states] for s in states], np.int64).transpose(2, 0, 1)
    matrices = np.ascontiguousarray(matrices)
    matrices.flags.writeable = False
    return matrices


def pair_table(truth: Graph, estimate: Graph) -> Matrix:
    """Count the pairs in each state of the truth (row) and of the estimate (column)."""
    return remembered(truth, estimate, "pair table", lambda: _count_pairs(truth, estimate))


def _count_pairs(truth: Graph, estimate: Graph) -> Matrix:
    # Graphs that were read from matrices have bits, which are fastest. Other dense graphs are packed.
    if (bits := truth.bits) is not None and (estimate_bits := estimate.bits) is not None:
        return bits.pair_table(estimate_bits)
    true_words, estimated_words, n_pairs = truth.words, estimate.words, truth.n_pairs
    if (
        n_pairs > _DENSE_PAIRS
        and (true_words.size + estimated_words.size) * _DENSE_PAIRS_PER_EDGE > n_pairs
    ):
        return _core.pair_table_of_planes(truth.planes, estimate.planes, truth.n_nodes)
    return _core.pair_table(true_words, estimated_words, truth.n_nodes)


def totals(
    truth: Graph,
    estimate: GraphOrBatch,
    weights: NDArray[Any],
    one_way: NDArray[Any] | None = None,
) -> Any:
    """
    Sum each of several weight matrices over all pairs that count.

    `one_way` holds the weights of pairs that count in one direction only; these pairs are reversed if
    necessary, so that they count from first to second node. None gives them the same weights.
    """
    if not isinstance(truth, GraphWithCandidates):
        return _totals(truth, estimate, weights)
    sums: Any = 0
    for is_one_way, part_weights in ((False, weights), (True, weights if one_way is None else one_way)):
        true_part, estimated_part, n_outside = _restricted(truth, estimate, is_one_way)
        # The table also counts the pairs outside of this part, in state 0 on both sides. The sums of a
        # batch have a column for each graph, so they are transposed to subtract a number from each row.
        sums += (
            np.asarray(_totals(true_part, estimated_part, part_weights)).T
            - n_outside * part_weights[:, 0, 0]
        ).T
    return sums if isinstance(estimate, GraphBatch) else sums.tolist()


def _restricted(
    truth: GraphWithCandidates, estimate: GraphOrBatch, is_one_way: bool
) -> tuple[Graph, GraphOrBatch, int]:
    """
    Restrict both sides to the pairs that count in both directions, or to the pairs that count in one.

    The third value is the number of pairs outside of this part, on which neither side has an edge.
    """
    candidates = truth.candidates
    ways = candidates.unordered()[1]
    n_inside = int(((ways != 3) if is_one_way else (ways == 3)).sum())  # 3: both directions count
    true_part = truth.cached(
        ("part", is_one_way), lambda t: _restricted_graph(t, candidates, is_one_way)
    )
    if isinstance(estimate, GraphBatch):
        return true_part, estimate.within(candidates, is_one_way), truth.n_pairs - n_inside
    return true_part, _restricted_graph(estimate, candidates, is_one_way), truth.n_pairs - n_inside


def _restricted_graph(graph: Graph, candidates: Candidates, is_one_way: bool) -> Graph:
    is_counted, words = words_that_count(graph.words, candidates, one_way=is_one_way)
    return Graph._make(graph._names, graph.n_nodes, words[is_counted])


def _totals(truth: GraphOrBatch, estimate: GraphOrBatch, weights: NDArray[Any]) -> Any:
    if isinstance(truth, Graph) and isinstance(estimate, Graph):
        return (weights.reshape(len(weights), -1) @ pair_table(truth, estimate).reshape(-1)).tolist()
    assert isinstance(estimate, GraphBatch)
    if isinstance(truth, GraphBatch):
        tables, states = estimate.tables_of_pairs(truth), truth.states
    else:
        tables = estimate.tables(truth)
        states = np.array([0, *sorted(truth.present_states)], np.uint8)
    weights_of_states = weights[:, states[:, None], estimate.states]
    return weights_of_states.reshape(len(weights), -1) @ tables.reshape(len(tables), -1).T


def total(
    truth: Graph, estimate: GraphOrBatch, costs: NDArray[Any], one_way: NDArray[Any] | None = None
) -> float:
    """Sum the costs of all pairs that count, see `totals`; integer costs give an int."""
    if isinstance(estimate, GraphBatch) or isinstance(truth, GraphWithCandidates):
        one_way_matrices = None if one_way is None else one_way[None]
        return cast(float, totals(truth, estimate, costs[None], one_way_matrices)[0])
    return cast(float, np.vdot(pair_table(truth, estimate), costs).item())


def count(errors: Any, of: int) -> Count:
    """Return a `Count`; for a batch of estimates, return the plain numbers."""
    return cast(Count, errors) if isinstance(errors, np.ndarray) else Count(errors, of=of)


@dataclass(frozen=True, slots=True)
class Additive:
    """
    How a distance is summed over node pairs, for any of its options.

    Attributes:
        costs: function that returns the matrix of costs, given the number of pairs and the options. Rows
            are states in the truth, columns are states in the estimate.
        views: function that returns the two graphs to compare, such as the CPDAGs of those given. It
            raises KindError if they do not exist.
    """

    costs: Callable[..., NDArray[np.float64]]
    views: Callable[..., tuple[Graph, Graph]] = as_given
