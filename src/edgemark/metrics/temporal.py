"""Metrics of time series graphs: confusion matrices and structural Hamming distances over lags."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from edgemark.conventions.options import Autolinks, TemporalPositives, TemporalShdOf
from edgemark.conventions.temporal import TEMPORAL_CONFUSION, TEMPORAL_SHD
from edgemark.errors import KindError
from edgemark.graph import Graph, TemporalGraph
from edgemark.graph.edge_words import Index
from edgemark.graph.lagged_edges import FORWARDS
from edgemark.graph.likes import TemporalLike
from edgemark.graph.marks import BIDIRECTED, FORWARD_BOW
from edgemark.graph.window_and_summary import autolink_states, cached_summary
from edgemark.metrics.declaration import REGISTRY, metric
from edgemark.metrics.pair_counts import ENDS, MARKS, Parts, Tally, marked, overlap
from edgemark.metrics.pair_sums import Matrix, cost_matrices, cost_matrix, total
from edgemark.metrics.temporal_sums import (
    causal_pairs,
    lagged_total,
    n_lagged_places,
    shared_of_sorted,
)
from edgemark.values import Confusion, Count, Undefined, divide

__all__ = ["regime_shd", "temporal_confusion", "temporal_shd"]

Counts = tuple[int, int, int, int]

_PLACE: Parts = frozenset({"place"})


def _positive_if(holds: Callable[[int], bool]) -> Callable[[int], Parts]:
    return lambda state: _PLACE if holds(state) else frozenset()


_TALLIES: dict[str, Tally] = {
    "directed": overlap(_positive_if(lambda s: s in FORWARDS), _PLACE),
    "adjacent": overlap(_positive_if(lambda s: s != 0), _PLACE),
    "confounded": overlap(_positive_if(lambda s: s in (BIDIRECTED, FORWARD_BOW)), _PLACE),
    **{name: overlap(marked(mark), ENDS) for name, mark in MARKS.items()},
}
_MISMATCH = cost_matrix(lambda s, t: int(s != t))


# ---- counts


@cache
def _matrices(of: str) -> Matrix:
    return cost_matrices(_TALLIES[of])


def _lagged_counts(
    truth: TemporalGraph, estimate: TemporalGraph, of: str, autolinks: Autolinks
) -> Counts:
    tp, fp, fn, tn = lagged_total(truth, estimate, _matrices(of), autolinks)
    return tp, fp, fn, tn


def _contemporaneous_counts(truth: TemporalGraph, estimate: TemporalGraph, of: str) -> Counts:
    graphs: tuple[Graph, Graph] = truth._contemporaneous, estimate._contemporaneous
    confusion: Confusion = REGISTRY["confusion"].function(*graphs, of=of)
    assert confusion.tn is not None
    return int(confusion.tp), int(confusion.fp), int(confusion.fn), int(confusion.tn)


def _changing_counts(truth: TemporalGraph, estimate: TemporalGraph) -> Counts:
    return _counts_of_sets(truth._changing, estimate._changing, truth.n_nodes)


def _summary_counts(truth: TemporalGraph, estimate: TemporalGraph, autolinks: Autolinks) -> Counts:
    true_pairs, estimated_pairs = causal_pairs(truth, autolinks), causal_pairs(estimate, autolinks)
    # An autolink has a lag of 1 or more, so there are none if the maximum lag is 0.
    places = n_lagged_places(truth, autolinks if truth.max_lag else "excluded")
    return _counts_of_sets(true_pairs, estimated_pairs, places)


def _counts_of_sets(true: Index, estimated: Index, size: int) -> Counts:
    tp = int(shared_of_sorted(true, estimated).size)
    return tp, estimated.size - tp, true.size - tp, size - estimated.size - true.size + tp


def _sum(*parts: Counts) -> Counts:
    tp, fp, fn, tn = (sum(column) for column in zip(*parts, strict=True))
    return tp, fp, fn, tn


def _parts(
    truth: TemporalGraph, estimate: TemporalGraph, of: TemporalPositives, autolinks: Autolinks
) -> list[Counts]:
    sides = truth, estimate
    match of:
        case "lagged":
            return [_lagged_counts(*sides, "directed", autolinks)]
        case "lagged-adjacencies":
            return [_lagged_counts(*sides, "adjacent", autolinks)]
        case "contemporaneous":
            return [_contemporaneous_counts(*sides, "directed")]
        case "contemporaneous-skeleton":
            return [_contemporaneous_counts(*sides, "skeleton")]
        case "all-lags":
            return [
                _lagged_counts(*sides, "directed", autolinks),
                _contemporaneous_counts(*sides, "directed"),
            ]
        case "changing-modules":
            return [_changing_counts(*sides)]
        case "total":
            return [*_parts(*sides, "all-lags", autolinks), _changing_counts(*sides)]
        case "total-skeleton":
            lagged = _lagged_counts(*sides, "directed", autolinks)
            return [lagged, _contemporaneous_counts(*sides, "skeleton"), _changing_counts(*sides)]
        case "summary":
            return [_summary_counts(*sides, autolinks)]
        case "bidirected":
            return [
                _lagged_counts(*sides, "confounded", autolinks),
                _contemporaneous_counts(*sides, "bidirected"),
            ]
    return [_lagged_counts(*sides, of, autolinks), _contemporaneous_counts(*sides, of)]


# ---- metrics


@metric(better="higher", two_edges_on_a_pair=True, conventions=TEMPORAL_CONFUSION, cite="ferdous2023")
def temporal_confusion(
    truth: TemporalLike,
    estimate: TemporalLike,
    *,
    of: TemporalPositives = "lagged",
    autolinks: Autolinks = "counted",
) -> Confusion:
    """
    Count TP, FP, FN and TN of a time series graph.

    The result gives precision, recall, false positive rate (FPR), F1 and other ratios as properties.
    Recall is also called TPR, sensitivity or power; 1 - precision is the false discovery rate (FDR).

    Args:
        truth: reference graph, p variables and lags to L.
        estimate: learned graph on the same variables, in any order, and to the same lag.
        of: what a positive is.

            - "lagged": an edge ``-->`` with a lag of 1 or more, identified by cause, effect and lag, out
              of p²L.
            - "lagged-adjacencies": the same for edges with any marks.
            - "contemporaneous": an edge ``-->`` within a time step, over p(p-1) ordered pairs. An
              undirected edge is not a positive, so a true edge that is found undirected is missed.
            - "contemporaneous-skeleton": a pair that is adjacent within a time step, out of p(p-1)/2.
            - "all-lags": "lagged" and "contemporaneous" together.
            - "changing-modules": a variable whose mechanism changes over time, out of p.
            - "total": "lagged", "contemporaneous" and "changing-modules" together, as in cdans.
              "total-skeleton": the same with "contemporaneous-skeleton".
            - "summary": an ordered pair with ``-->`` at any lag, 0 included, out of p². If the maximum
              lag is 0, the total is p(p-1), because a variable then has no edge to itself.
            - "arrowheads", "tails", "circles": this mark at an endpoint of an edge at any lag, with two
              endpoints for each pair and lag. If two edges share a pair and lag, the marks of both
              count. A lagged edge always has an arrowhead at its later end.
            - "bidirected": an edge ``<->`` at any lag.
        autolinks: whether edges from a variable to itself are "counted" or "excluded". They are the
            easiest edges to find and often half of all edges.

    Returns:
        Counts, with their ratios as properties; undefined ratios are nan.

    Raises:
        AlignmentError: the graphs do not have the same variables and maximum lag.
        KindError: a graph is not a time series graph.

    See also:
        tolerant_confusion: slightly wrong lags count as found.
        confusion: for graphs without lags.
        temporal_shd: the number of differences.

    References:
        Ferdous, Hasan, Gani (2023), CDANs: Temporal Causal Discovery from Autocorrelated and
        Non-Stationary Time Series Data, arXiv:2302.03246.

    Examples:
        >>> truth = TemporalGraph.parse("A --> A @1; A --> B @1; B --> C; lags 2; changing C")
        >>> found = TemporalGraph.parse("A --> A @1; A --> B @2; B --- C; lags 2; changing C")
        >>> temporal_confusion(truth, found)
        Confusion(tp=1, fp=1, fn=1, tn=15)
        >>> temporal_confusion(truth, found, of="summary").precision
        1.0
        >>> temporal_confusion(truth, found, of="total").recall
        0.5
    """
    return Confusion(*_sum(*_parts(truth, estimate, of, autolinks)))


@metric(
    better="lower",
    symmetric=True,
    two_edges_on_a_pair=True,
    conventions=TEMPORAL_SHD,
    cite="ferdous2023",
)
def temporal_shd(
    truth: TemporalLike,
    estimate: TemporalLike,
    *,
    of: TemporalShdOf = "total",
    autolinks: Autolinks = "counted",
) -> Count:
    """
    Count the variable pairs and lags on which two time series graphs differ: temporal SHD.

    An edge at a wrong lag is two errors, a missing and an extra edge. An edge with wrong marks is one
    error, and so is a reversed edge within a time step. Changing mechanisms are not edges and are not
    counted. A graph with regimes is compared as one graph with the edges of all regimes, and a warning
    says so; `regime_shd` compares each regime.

    Args:
        truth: reference graph, p variables and lags to L.
        estimate: learned graph on the same variables, in any order, and to the same lag.
        of: what is compared. "lagged": edges with lags of 1 and more. "contemporaneous": edges within a
            time step. "total": both. "window": the graphs unrolled over L + 1 time steps, in which an
            error at a short lag counts more often. "summary": the summary graphs.
        autolinks: whether edges from a variable to itself are "counted" or "excluded". For "summary",
            the lags of an autolink are merged.

    Returns:
        Number of errors, 0 to the number of pairs and lags compared; 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same variables and maximum lag.
        KindError: a graph is not a time series graph.

    See also:
        regime_shd: for graphs with regimes.
        shd: for graphs without lags.
        temporal_confusion: precision and recall over lags.

    Examples:
        >>> truth = TemporalGraph.parse("A --> B @1; B --> C; lags 2")
        >>> found = TemporalGraph.parse("A --> B @2; C --> B; lags 2")
        >>> temporal_shd(truth, found), temporal_shd(truth, found, of="lagged")
        (Count(3, of=21), Count(2, of=18))
        >>> temporal_shd(truth, found, of="summary", autolinks="excluded")
        Count(1, of=3)
    """
    if of == "summary":
        return _shd_of_summaries(truth, estimate, autolinks)
    errors, largest = 0, 0
    if of != "lagged":
        graphs = truth._contemporaneous, estimate._contemporaneous
        repeats = truth.max_lag + 1 if of == "window" else 1
        errors += repeats * int(total(*graphs, _MISMATCH))
        largest += repeats * graphs[0].n_pairs
    if of != "contemporaneous":
        repeats_of_lag = (
            np.arange(truth.max_lag, 0, -1) if of == "window" else np.ones(truth.max_lag, int)
        )
        errors += int(lagged_total(truth, estimate, _MISMATCH, autolinks, repeats_of_lag))
        largest += int(repeats_of_lag.sum()) * n_lagged_places(truth, autolinks)
    return Count(errors, of=largest)


def _shd_of_summaries(truth: TemporalGraph, estimate: TemporalGraph, autolinks: Autolinks) -> Count:
    distance: Count = REGISTRY["shd"].function(cached_summary(truth), cached_summary(estimate))
    if autolinks == "excluded" or not truth.max_lag:
        return distance
    differs = autolink_states(truth) != autolink_states(estimate)
    return Count(distance + int(differs.sum()), of=distance.of + differs.size)


@metric(better="lower", symmetric=True, two_edges_on_a_pair=True, cite="edgemark")
def regime_shd(truth: TemporalLike, estimate: TemporalLike) -> float:
    """
    Give the mean temporal SHD over time, 0 or more, for graphs with regimes.

    Args:
        truth: reference graph; a graph without regimes holds at all times.
        estimate: learned graph on the same variables, in any order, and to the same lag.

    Returns:
        Mean number of errors in a time step; 0 is best. Undefined if neither graph has regimes.

    Raises:
        AlignmentError: the graphs do not have the same variables and maximum lag.
        KindError: a graph is not a time series graph, or the regimes do not cover the same time.

    See also:
        temporal_shd: for graphs without regimes.

    Examples:
        >>> from edgemark.graph import Regime
        >>> early, late = TemporalGraph.parse("A --> B @1; lags 1"), TemporalGraph.parse("A; B; lags 1")
        >>> truth = TemporalGraph.from_regimes([Regime(0, 50, early), Regime(50, 80, late)])
        >>> regime_shd(truth, early)
        0.375
    """
    intervals = shared_regimes(truth, estimate)
    if not intervals:
        return Undefined("neither graph has regimes")
    errors = sum((end - start) * temporal_shd(*graphs) for start, end, *graphs in intervals)
    n_steps = intervals[-1][1]  # Regimes begin at time step 0.
    return divide(errors, n_steps)


def shared_regimes(
    truth: TemporalGraph, estimate: TemporalGraph
) -> list[tuple[int, int, TemporalGraph, TemporalGraph]]:
    """
    Return the time intervals in which neither graph changes, with the graphs that hold in each.

    Raises:
        KindError: the regimes of the two graphs do not cover the same time.
    """
    ends = {graph.regimes[-1].end for graph in (truth, estimate) if graph.regimes}
    if len(ends) > 1:
        raise KindError(
            f"the regimes of both graphs must cover the same time; those of the truth end at "
            f"{truth.regimes[-1].end}, those of the estimate at {estimate.regimes[-1].end}"
        )
    starts = sorted({r.start for graph in (truth, estimate) for r in graph.regimes})
    return [
        (start, end, truth.at(start), estimate.at(start))
        for start, end in zip(starts, [*starts[1:], *ends], strict=True)
    ]
