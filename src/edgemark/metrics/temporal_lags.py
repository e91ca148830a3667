"""Accuracy of lags: edges found at, or near, the true lag."""

from __future__ import annotations

import numpy as np

from edgemark import _core
from edgemark.conventions.options import Autolinks
from edgemark.conventions.temporal import FIRST_LAGS, LAG_SETS, MATCHED_LAGS, NEAR_LAGS
from edgemark.errors import ConventionError
from edgemark.graph import TemporalGraph
from edgemark.graph.edge_words import Index
from edgemark.graph.likes import TemporalLike
from edgemark.metrics.declaration import metric
from edgemark.metrics.temporal_sums import causal_keys, causal_pairs, shared_of_sorted
from edgemark.values import Confusion, Undefined

__all__ = ["first_lag_error", "lag_set_accuracy", "matched_lag_error", "tolerant_confusion"]

_NO_SHARED_CAUSE = "the estimate has no true cause of any effect, so there is no lag to compare"


def _count_matches(
    truth: TemporalGraph, estimate: TemporalGraph, tolerance: int, autolinks: Autolinks
) -> tuple[int, int]:
    """Return the number of matched edges, and the sum of the lag differences of the matches."""
    if isinstance(tolerance, bool) or not isinstance(tolerance, int | np.integer) or tolerance < 0:
        raise ConventionError(f"tolerance must be a whole number of lags, 0 or more; got {tolerance!r}")
    keys = causal_keys(truth, autolinks), causal_keys(estimate, autolinks)
    return _core.match_lags(*keys, truth.max_lag + 1, min(int(tolerance), truth.max_lag))


def _lags_by_pair(
    truth: TemporalGraph, estimate: TemporalGraph, autolinks: Autolinks
) -> tuple[Index, list[tuple[Index, Index]]]:
    """Return the pairs with ``-->`` in both graphs, and their shortest lag and lag count in each."""
    pairs = [causal_pairs(graph, autolinks) for graph in (truth, estimate)]
    positions = _core.in_both(*pairs)
    sides = []
    for graph, shared in zip((truth, estimate), positions, strict=True):
        keys = causal_keys(graph, autolinks)
        pair_of_key = keys // (graph.max_lag + 1)
        starts = np.flatnonzero(np.append(True, pair_of_key[1:] != pair_of_key[:-1]))
        counts = np.diff(np.append(starts, keys.size))
        sides.append((keys[starts[shared]] % (graph.max_lag + 1), counts[shared]))
    return pairs[0][positions[0]], sides


@metric(better="higher", two_edges_on_a_pair=True, conventions=NEAR_LAGS, cite="edgemark")
def tolerant_confusion(
    truth: TemporalLike,
    estimate: TemporalLike,
    *,
    tolerance: int = 1,
    autolinks: Autolinks = "counted",
) -> Confusion:
    """
    Count TP, FP and FN of edges that may be found at a slightly wrong lag.

    Every true edge ``-->`` is matched with at most one found edge from the same cause to the same
    effect, at most `tolerance` lags away. As many edges as possible are matched, with the smallest total
    difference of lags. A contemporaneous edge matches only a contemporaneous edge. With
    tolerance 0, TP, FP and FN are those of `temporal_confusion` for edges at all lags. The running time
    is linear in the number of edges and grows with the tolerance.

    Args:
        truth: reference graph.
        estimate: learned graph on the same variables, in any order, and to the same lag.
        tolerance: largest difference between the lags of two matched edges.
        autolinks: whether edges of a variable to itself are "counted" or "excluded".

    Returns:
        Counts without true negatives, which a tolerance leaves undefined.

    Raises:
        AlignmentError: the graphs do not have the same variables and maximum lag.
        ConventionError: `tolerance` is not a whole number of at least 0.
        KindError: a graph is not a time series graph.

    See also:
        temporal_confusion: lags must be exact.
        matched_lag_error: the lag differences of the matches.

    Examples:
        >>> truth = TemporalGraph.parse("A --> B @1,2; lags 4")
        >>> found = TemporalGraph.parse("A --> B @2,4; lags 4")
        >>> [tolerant_confusion(truth, found, tolerance=k).tp for k in (0, 1, 2)]
        [1, 1, 2]
    """
    matched, _ = _count_matches(truth, estimate, tolerance, autolinks)
    n_true, n_estimated = causal_keys(truth, autolinks).size, causal_keys(estimate, autolinks).size
    return Confusion(matched, n_estimated - matched, n_true - matched)


@metric(better="lower", symmetric=True, two_edges_on_a_pair=True, conventions=MATCHED_LAGS,
        cite="edgemark")  # fmt: skip
def matched_lag_error(
    truth: TemporalLike,
    estimate: TemporalLike,
    *,
    tolerance: int = 1,
    autolinks: Autolinks = "counted",
) -> float:
    """
    Give the mean lag difference of matched edges, from 0 to the tolerance.

    Args:
        truth: reference graph.
        estimate: learned graph on the same variables, in any order, and to the same lag.
        tolerance: largest difference between the lags of two matched edges.
        autolinks: whether edges of a variable to itself are "counted" or "excluded".

    Returns:
        0 to the tolerance; 0 is best. Undefined if no edge is matched.

    Raises:
        AlignmentError, ConventionError, KindError: as for `tolerant_confusion`.

    See also:
        tolerant_confusion: the counts of matches.
        first_lag_error: the error of the shortest lag.

    Examples:
        >>> truth = TemporalGraph.parse("A --> B @1,2; lags 4")
        >>> matched_lag_error(truth, TemporalGraph.parse("A --> B @2,4; lags 4"), tolerance=2)
        1.5
    """
    matched, distance = _count_matches(truth, estimate, tolerance, autolinks)
    return distance / matched if matched else Undefined("no found edge has a true edge near its lag")


@metric(better="higher", symmetric=True, two_edges_on_a_pair=True, conventions=LAG_SETS, cite="edgemark")
def lag_set_accuracy(
    truth: TemporalLike, estimate: TemporalLike, *, autolinks: Autolinks = "excluded"
) -> float:
    """
    Give the share of the correctly found causes whose lags are exactly the true ones, 0 to 1.

    Args:
        truth: reference graph.
        estimate: learned graph on the same variables, in any order, and to the same lag.
        autolinks: whether edges of a variable to itself are "counted" or "excluded".

    Returns:
        0 to 1; 1 is best. Undefined if no ordered pair has ``-->`` in both graphs.

    Raises:
        AlignmentError: the graphs do not have the same variables and maximum lag.
        KindError: a graph is not a time series graph.

    See also:
        first_lag_error: the error of the shortest lag.
        temporal_confusion: counts of edges by lag.

    Examples:
        >>> truth = TemporalGraph.parse("A --> B @1,2; C --> B @1; lags 2")
        >>> lag_set_accuracy(truth, TemporalGraph.parse("A --> B @1; C --> B @1; lags 2"))
        0.5
    """
    shared, sides = _lags_by_pair(truth, estimate, autolinks)
    if not shared.size:
        return Undefined(_NO_SHARED_CAUSE)
    keys = causal_keys(truth, autolinks), causal_keys(estimate, autolinks)
    pair_of_shared_key = shared_of_sorted(*keys) // (truth.max_lag + 1)
    n_shared_lags = np.bincount(np.searchsorted(shared, pair_of_shared_key), minlength=shared.size)
    (_, n_true_lags), (_, n_estimated_lags) = sides
    return float(((n_shared_lags == n_true_lags) & (n_shared_lags == n_estimated_lags)).mean())


@metric(
    better="lower", symmetric=True, two_edges_on_a_pair=True, conventions=FIRST_LAGS, cite="edgemark"
)
def first_lag_error(
    truth: TemporalLike, estimate: TemporalLike, *, autolinks: Autolinks = "excluded"
) -> float:
    """
    Give the mean difference of the shortest lags in both graphs, over the correctly found causes.

    Also called lag error or delay error.

    Args:
        truth: reference graph.
        estimate: learned graph on the same variables, in any order, and to the same lag.
        autolinks: whether edges of a variable to itself are "counted" or "excluded".

    Returns:
        0 to the maximum lag; 0 is best. Undefined if no ordered pair has ``-->`` in both graphs.

    Raises:
        AlignmentError, KindError: as for `lag_set_accuracy`.

    See also:
        lag_set_accuracy: the share of causes with exactly the true lags.
        matched_lag_error: the error over all matched lags.

    Examples:
        >>> truth = TemporalGraph.parse("A --> B @1; lags 3")
        >>> first_lag_error(truth, TemporalGraph.parse("A --> B @2,3; lags 3"))
        1.0
    """
    shared, sides = _lags_by_pair(truth, estimate, autolinks)
    if not shared.size:
        return Undefined(_NO_SHARED_CAUSE)
    (true_lags, _), (estimated_lags, _) = sides
    return float(np.abs(true_lags - estimated_lags).mean())
