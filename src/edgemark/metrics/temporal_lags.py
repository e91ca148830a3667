"""Was the lag right? Of what acts on what, at which lags was it found?"""

from __future__ import annotations

import numpy as np

from edgemark import _core
from edgemark.conventions.options import Autolinks
from edgemark.conventions.temporal import LAGS, NEAR_LAGS
from edgemark.errors import ConventionError
from edgemark.graph import TemporalGraph
from edgemark.graph.edge_words import Index
from edgemark.graph.likes import TemporalLike
from edgemark.metrics.declaration import metric
from edgemark.metrics.temporal_sums import causal_keys, causal_pairs, shared_of_sorted
from edgemark.values import Confusion, Undefined

__all__ = ["first_lag_error", "lag_set_accuracy", "matched_lag_error", "tolerant_confusion"]

_NONE_SHARED = "no cause was found of an effect that it truly has, so that there is no lag to compare"


def _matches(
    truth: TemporalGraph, estimate: TemporalGraph, tolerance: int, autolinks: Autolinks
) -> tuple[int, int]:
    """Edges with a partner, and the sum of the distances between partners."""
    if isinstance(tolerance, bool) or not isinstance(tolerance, int | np.integer) or tolerance < 0:
        raise ConventionError(f"tolerance must be a whole number of lags, 0 or more; got {tolerance!r}")
    keys = causal_keys(truth, autolinks), causal_keys(estimate, autolinks)
    return _core.match_lags(*keys, truth.max_lag + 1, min(int(tolerance), truth.max_lag))


def _lags_by_pair(
    truth: TemporalGraph, estimate: TemporalGraph, autolinks: Autolinks
) -> tuple[Index, list[tuple[Index, Index]]]:
    """Pairs joined in both graphs, and for each graph where its lags begin and how many it has."""
    pairs = [causal_pairs(graph, autolinks) for graph in (truth, estimate)]
    places = _core.in_both(*pairs)
    sides = []
    for graph, shared in zip((truth, estimate), places, strict=True):
        keys = causal_keys(graph, autolinks)
        of_pair = keys // (graph.max_lag + 1)
        begins = np.flatnonzero(np.append(True, of_pair[1:] != of_pair[:-1]))
        counts = np.diff(np.append(begins, keys.size))
        sides.append((keys[begins[shared]] % (graph.max_lag + 1), counts[shared]))
    return pairs[0][places[0]], sides


@metric(better="higher", two_edges=True, conventions=NEAR_LAGS, cite="edgemark")
def tolerant_confusion(
    truth: TemporalLike,
    estimate: TemporalLike,
    *,
    tolerance: int = 1,
    autolinks: Autolinks = "counted",
) -> Confusion:
    """
    Count edges found at the right lag or near it.

    Every true edge ``-->`` has at most one partner among those found from the same cause to the same
    effect, no more than `tolerance` lags away; as many as possible have one. An edge within a time
    step has a partner only within a time step. With tolerance 0 it is the confusion "all-lags". The
    time needed is linear in the number of edges, and grows with the tolerance.

    Args:
        truth: reference graph.
        estimate: learned graph on the same variables, in any order, and to the same lag.
        tolerance: number of lags that partners may be apart.
        autolinks: whether edges of a variable to itself are "counted" or "excluded".

    Returns:
        Counts without negatives: with a tolerance they cannot be counted.

    Raises:
        AlignmentError: the graphs do not have the same variables and largest lag.
        ConventionError: `tolerance` is no such number.
        KindError: the graphs are none of time series.

    Examples:
        >>> truth = TemporalGraph.parse("A --> B @1,2; lags 4")
        >>> found = TemporalGraph.parse("A --> B @2,4; lags 4")
        >>> [tolerant_confusion(truth, found, tolerance=k).tp for k in (0, 1, 2)]
        [1, 1, 2]
    """
    matched, _ = _matches(truth, estimate, tolerance, autolinks)
    true, found = causal_keys(truth, autolinks).size, causal_keys(estimate, autolinks).size
    return Confusion(matched, found - matched, true - matched)


@metric(better="lower", symmetric=True, two_edges=True, conventions=NEAR_LAGS,
        cite="edgemark")  # fmt: skip
def matched_lag_error(
    truth: TemporalLike,
    estimate: TemporalLike,
    *,
    tolerance: int = 1,
    autolinks: Autolinks = "counted",
) -> float:
    """
    Average number of lags between partners, of which there are as many as possible and then as near.

    Args:
        truth: as for `tolerant_confusion`.
        estimate: as for `tolerant_confusion`.
        tolerance: as for `tolerant_confusion`: number of lags that partners may be apart.
        autolinks: as for `tolerant_confusion`: "counted" or "excluded".

    Returns:
        0 to the tolerance; 0 is best. Undefined if no edge has a partner.

    Raises:
        AlignmentError, ConventionError, KindError: as for `tolerant_confusion`.

    Examples:
        >>> truth = TemporalGraph.parse("A --> B @1,2; lags 4")
        >>> matched_lag_error(truth, TemporalGraph.parse("A --> B @2,4; lags 4"), tolerance=2)
        1.5
    """
    matched, distance = _matches(truth, estimate, tolerance, autolinks)
    return distance / matched if matched else Undefined("no edge found has a true one near its lag")


@metric(better="higher", symmetric=True, two_edges=True, conventions=LAGS, cite="edgemark")
def lag_set_accuracy(
    truth: TemporalLike, estimate: TemporalLike, *, autolinks: Autolinks = "excluded"
) -> float:
    """
    Share of the causes found whose lags are exactly the true ones.

    Args:
        truth: reference graph.
        estimate: learned graph on the same variables, in any order, and to the same lag.
        autolinks: whether edges of a variable to itself are "counted" or "excluded".

    Returns:
        0 to 1; 1 is best. Undefined if no ordered pair has ``-->`` in both graphs.

    Raises:
        AlignmentError: the graphs do not have the same variables and largest lag.
        KindError: the graphs are none of time series.

    Examples:
        >>> truth = TemporalGraph.parse("A --> B @1,2; C --> B @1; lags 2")
        >>> lag_set_accuracy(truth, TemporalGraph.parse("A --> B @1; C --> B @1; lags 2"))
        0.5
    """
    shared, sides = _lags_by_pair(truth, estimate, autolinks)
    if not shared.size:
        return Undefined(_NONE_SHARED)
    keys = causal_keys(truth, autolinks), causal_keys(estimate, autolinks)
    in_both = shared_of_sorted(*keys) // (truth.max_lag + 1)
    same = np.bincount(np.searchsorted(shared, in_both), minlength=shared.size)
    (_, true), (_, found) = sides
    return float(((same == true) & (same == found)).mean())


@metric(better="lower", symmetric=True, two_edges=True, conventions=LAGS, cite="edgemark")
def first_lag_error(
    truth: TemporalLike, estimate: TemporalLike, *, autolinks: Autolinks = "excluded"
) -> float:
    """
    Average distance between the shortest lag found and the shortest true one, over the causes found.

    Args:
        truth: as for `lag_set_accuracy`.
        estimate: as for `lag_set_accuracy`.
        autolinks: as for `lag_set_accuracy`: "counted" or "excluded".

    Returns:
        0 to the largest lag; 0 is best. Undefined if no ordered pair has ``-->`` in both graphs.

    Raises:
        AlignmentError, KindError: as for `lag_set_accuracy`.

    Examples:
        >>> truth = TemporalGraph.parse("A --> B @1; lags 3")
        >>> first_lag_error(truth, TemporalGraph.parse("A --> B @2,3; lags 3"))
        1.0
    """
    shared, sides = _lags_by_pair(truth, estimate, autolinks)
    if not shared.size:
        return Undefined(_NONE_SHARED)
    (true, _), (found, _) = sides
    return float(np.abs(true - found).mean())
