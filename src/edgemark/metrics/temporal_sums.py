"""
Sums over variable pairs and lags.

A "place" is a variable pair at a lag. For each lag of 1 or more, two 16 x 16 tables count the places by
their states in the truth and in the estimate: one for different variables and one for autolinks, which
are edges from a variable to itself. `pair_sums` counts the pairs within a time step.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions.options import Autolinks
from edgemark.graph import TemporalGraph
from edgemark.graph.edge_words import Index, unpack
from edgemark.graph.lagged_edges import FORWARDS
from edgemark.metrics.cache import remembered
from edgemark.metrics.pair_sums import INTO_FIRST, INTO_SECOND

__all__ = [
    "causal_keys",
    "causal_pairs",
    "distinct_of_sorted",
    "lag_tables",
    "lagged_total",
    "n_lagged_places",
    "shared_of_sorted",
]

Tables = NDArray[np.int64]

_IS_DIRECTED = np.isin(np.arange(16), FORWARDS)
_IS_INTO_FIRST, _IS_INTO_SECOND = (
    np.isin(np.arange(16), [*states]) for states in (INTO_FIRST, INTO_SECOND)
)


def lag_tables(truth: TemporalGraph, estimate: TemporalGraph) -> Tables:
    """
    Return the numbers of places, as an array with the axes lag - 1, whether the place is an autolink,
    state in the truth, and state in the estimate.
    """
    return remembered(truth, estimate, "lag tables", lambda: _count_places(truth, estimate))


def _count_places(truth: TemporalGraph, estimate: TemporalGraph) -> Tables:
    n, n_lags = truth.n_nodes, truth.max_lag
    true_edges, estimated_edges = truth._lagged, estimate._lagged
    in_truth, in_estimate = _core.in_both(true_edges.places, estimated_edges.places)
    is_missing = np.ones(true_edges.places.size, bool)
    is_missing[in_truth] = False
    estimated_states = estimated_edges.states.astype(np.int64)
    true_states = np.zeros_like(estimated_states)
    true_states[in_estimate] = true_edges.states[in_truth]
    places = np.concatenate([estimated_edges.places, true_edges.places[is_missing]])
    missing_states = true_edges.states[is_missing].astype(np.int64)
    states = np.concatenate([true_states * 16 + estimated_states, missing_states * 16])
    lags_minus_1, pairs = np.divmod(places, max(n * n, 1))
    autolinks = pairs % (n + 1) == 0
    # A key joins the lag, whether the place is an autolink, and one of 16 × 16 pairs of states.
    keys = (lags_minus_1 * 2 + autolinks) * 256 + states
    tables = np.bincount(keys, minlength=n_lags * 512).reshape(n_lags, 2, 16, 16)
    # All other places have no edge in either graph.
    for k, size in enumerate((n * (n - 1), n)):
        tables[:, k, 0, 0] = size - tables[:, k].sum(axis=(1, 2))
    return tables


def lagged_total(
    truth: TemporalGraph,
    estimate: TemporalGraph,
    costs: NDArray[Any],
    autolinks: Autolinks = "counted",
    weights: NDArray[Any] | None = None,
) -> Any:
    """
    Sum costs[..., s, t] over all places with lags of 1 and more, where s is the state in the truth and t
    the state in the estimate. `weights` holds a factor for each lag; None counts all lags equally.
    """
    tables = lag_tables(truth, estimate)
    tables = tables.sum(axis=1) if autolinks == "counted" else tables[:, 0]
    weighted = tables if weights is None else tables * weights[:, None, None]
    return np.tensordot(costs, weighted.sum(axis=0), 2).tolist()


def n_lagged_places(graph: TemporalGraph, autolinks: Autolinks = "counted") -> int:
    """Return the number of places at one lag of 1 or more."""
    n = graph.n_nodes
    return n * n if autolinks == "counted" else n * (n - 1)


def causal_keys(graph: TemporalGraph, autolinks: Autolinks) -> Index:
    """
    Return the sorted keys ``(i * n + j) * (L + 1) + lag`` of the edges ``-->`` from i to j.

    L is the largest lag of the graph. Edges within a time step have lag 0.
    """
    return graph.cached(("causal keys", autolinks), lambda g: _causal_keys(g, autolinks))


def _causal_keys(graph: TemporalGraph, autolinks: Autolinks) -> Index:
    n, n_lags = graph.n_nodes, graph.max_lag + 1
    if autolinks == "excluded":
        keys = causal_keys(graph, "counted")
        between_variables: Index = keys[keys // n_lags % (n + 1) != 0]
        return between_variables
    lagged_places = graph._lagged.places[_IS_DIRECTED[graph._lagged.states]]
    lags_minus_1, pairs = np.divmod(lagged_places, max(n * n, 1))
    firsts, seconds, states = unpack(graph._contemporaneous.words)
    into_second, into_first = _IS_INTO_SECOND[states], _IS_INTO_FIRST[states]
    contemporaneous = [
        firsts[into_second] * n + seconds[into_second],
        seconds[into_first] * n + firsts[into_first],
    ]
    lagged = pairs * n_lags + lags_minus_1 + 1
    keys = np.concatenate([*(pairs * n_lags for pairs in contemporaneous), lagged])
    # The lagged keys of each lag are sorted already, and a stable sort merges such runs.
    keys.sort(kind="stable")
    return keys


def causal_pairs(graph: TemporalGraph, autolinks: Autolinks) -> Index:
    """Return the sorted keys ``i * n + j`` of the pairs with ``-->`` from i to j at some lag."""
    return graph.cached(
        ("causal pairs", autolinks),
        lambda g: distinct_of_sorted(causal_keys(g, autolinks) // (g.max_lag + 1)),
    )


def distinct_of_sorted(values: Index) -> Index:
    """Return each value of a sorted array once."""
    distinct: Index = values[np.append(True, values[1:] != values[:-1])[: values.size]]
    return distinct


def shared_of_sorted(first: Index, second: Index) -> Index:
    """Return the numbers that are in both of two sorted arrays of distinct numbers."""
    shared: Index = first[_core.in_both(first, second)[0]]
    return shared
