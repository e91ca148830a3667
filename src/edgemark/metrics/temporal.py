"""Graphs over time series: what was found at which lag, what was missed, and how far graphs differ."""

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
from edgemark.graph.unrolled import autolink_states, summary_of
from edgemark.metrics.declaration import REGISTRY, metric
from edgemark.metrics.pair_confusion import ENDS, MARKS, Places, Tally, marked, overlap
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

_PLACE: Places = frozenset({"place"})


def _place_if(holds: Callable[[int], bool]) -> Callable[[int], Places]:
    return lambda state: _PLACE if holds(state) else frozenset()


_TALLIES: dict[str, Tally] = {
    "directed": overlap(_place_if(lambda s: s in FORWARDS), _PLACE),
    "adjacent": overlap(_place_if(lambda s: s != 0), _PLACE),
    "confounded": overlap(_place_if(lambda s: s in (BIDIRECTED, FORWARD_BOW)), _PLACE),
    **{name: overlap(marked(mark), ENDS) for name, mark in MARKS.items()},
}
_MISMATCH = cost_matrix(lambda s, t: int(s != t))


# ---- confusions of parts


@cache
def _matrices(of: str) -> Matrix:
    return cost_matrices(_TALLIES[of])


def _lagged(truth: TemporalGraph, estimate: TemporalGraph, of: str, autolinks: Autolinks) -> Counts:
    tp, fp, fn, tn = lagged_total(truth, estimate, _matrices(of), autolinks)
    return tp, fp, fn, tn


def _within(truth: TemporalGraph, estimate: TemporalGraph, of: str) -> Counts:
    graphs: tuple[Graph, Graph] = truth.contemporaneous(), estimate.contemporaneous()
    found: Confusion = REGISTRY["confusion"].function(*graphs, of=of)
    assert found.tn is not None
    return int(found.tp), int(found.fp), int(found.fn), int(found.tn)


def _changing(truth: TemporalGraph, estimate: TemporalGraph) -> Counts:
    return _overlap(truth._changing, estimate._changing, truth.n_nodes)


def _summary(truth: TemporalGraph, estimate: TemporalGraph, autolinks: Autolinks) -> Counts:
    true, found = causal_pairs(truth, autolinks), causal_pairs(estimate, autolinks)
    return _overlap(true, found, n_lagged_places(truth, autolinks))


def _overlap(true: Index, found: Index, size: int) -> Counts:
    tp = int(shared_of_sorted(true, found).size)
    return tp, found.size - tp, true.size - tp, size - found.size - true.size + tp


def _sum(*parts: Counts) -> Counts:
    tp, fp, fn, tn = (sum(column) for column in zip(*parts, strict=True))
    return tp, fp, fn, tn


def _parts(
    truth: TemporalGraph, estimate: TemporalGraph, of: TemporalPositives, autolinks: Autolinks
) -> list[Counts]:
    sides = truth, estimate
    match of:
        case "lagged":
            return [_lagged(*sides, "directed", autolinks)]
        case "lagged-adjacencies":
            return [_lagged(*sides, "adjacent", autolinks)]
        case "contemporaneous":
            return [_within(*sides, "directed")]
        case "contemporaneous-skeleton":
            return [_within(*sides, "skeleton")]
        case "all-lags":
            return [_lagged(*sides, "directed", autolinks), _within(*sides, "directed")]
        case "changing-modules":
            return [_changing(*sides)]
        case "total":
            return [*_parts(*sides, "all-lags", autolinks), _changing(*sides)]
        case "total-skeleton":
            lagged = _lagged(*sides, "directed", autolinks)
            return [lagged, _within(*sides, "skeleton"), _changing(*sides)]
        case "summary":
            return [_summary(*sides, autolinks)]
        case "bidirected":
            return [_lagged(*sides, "confounded", autolinks), _within(*sides, "bidirected")]
    return [_lagged(*sides, of, autolinks), _within(*sides, of)]


# ---- metrics


@metric(better="higher", two_edges=True, conventions=TEMPORAL_CONFUSION, cite="ferdous2023")
def temporal_confusion(
    truth: TemporalLike,
    estimate: TemporalLike,
    *,
    of: TemporalPositives = "lagged",
    autolinks: Autolinks = "counted",
) -> Confusion:
    """
    Count what was found rightly, found wrongly, and missed, in a graph over time series.

    Args:
        truth: reference graph, p variables and lags to L.
        estimate: learned graph on the same variables, in any order, and to the same lag.
        of: what a positive is.

            - "lagged": an edge ``-->`` over a lag of 1 or more, by cause, effect and lag: at another
              lag it is another edge. p p L places.
            - "lagged-adjacencies": the same for an edge of any marks.
            - "contemporaneous": an edge ``-->`` within a time step; an undirected one is neither right
              nor wrong, and a true edge found so is missed. p(p-1) places.
            - "contemporaneous-skeleton": a pair joined within a time step. p(p-1)/2 places.
            - "all-lags": "lagged" and "contemporaneous" put together.
            - "changing-modules": a variable whose mechanism changes. p places.
            - "total": "lagged", "contemporaneous" and "changing-modules" put together, as cdans does.
              "total-skeleton": with "contemporaneous-skeleton" in place of "contemporaneous".
            - "summary": an ordered pair with ``-->`` at some lag, 0 too. p p places.
            - "arrowheads", "tails", "circles": that mark at an end of an edge at any lag; two places for
              each pair and lag, and where two edges share them the marks of both. An edge over time
              always has an arrowhead at its later end.
            - "bidirected": an edge ``<->`` at any lag.
        autolinks: whether the edges of a variable to itself are among them ("counted") or left out,
            with their places ("excluded"). They are the easiest to find and often half of all.

    Returns:
        Counts, with every ratio of them as a property; undefined ratios are nan.

    Raises:
        AlignmentError: the graphs do not have the same variables and largest lag.
        KindError: the graphs are none of time series.

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
    two_edges=True,
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
    Count the pairs of variables and lags on which two graphs over time series disagree.

    An edge at a wrong lag is two errors, one missed and one extra; an edge with other marks is one, and
    so is a reversal within a time step. Changing mechanisms are no edges and not counted. A graph of
    regimes counts as one graph of all their edges, with a warning: `regime_shd` keeps them apart.

    Args:
        truth: reference graph, p variables and lags to L.
        estimate: learned graph on the same variables, in any order, and to the same lag.
        of: what is compared. "lagged": lags of 1 and more; "contemporaneous": edges within a time step;
            "total": both; "window": the graphs unrolled over L + 1 time steps, so that an error at a
            short lag counts more often; "summary": the summary graphs.
        autolinks: whether the edges of a variable to itself are compared too ("counted") or left out,
            with their places ("excluded"). In the summary graphs their lags are put together.

    Returns:
        Errors, 0 to the number of places compared; 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same variables and largest lag.
        KindError: the graphs are none of time series.

    Examples:
        >>> truth = TemporalGraph.parse("A --> B @1; B --> C; lags 2")
        >>> found = TemporalGraph.parse("A --> B @2; C --> B; lags 2")
        >>> temporal_shd(truth, found), temporal_shd(truth, found, of="lagged")
        (Count(3, of=21), Count(2, of=18))
        >>> temporal_shd(truth, found, of="summary", autolinks="excluded")
        Count(1, of=3)
    """
    if of == "summary":
        return _of_summaries(truth, estimate, autolinks)
    errors, most = 0, 0
    if of != "lagged":
        graphs = truth.contemporaneous(), estimate.contemporaneous()
        often = truth.max_lag + 1 if of == "window" else 1
        errors += often * int(total(*graphs, _MISMATCH))
        most += often * graphs[0].n_pairs
    if of != "contemporaneous":
        often_of_lag = np.arange(truth.max_lag, 0, -1) if of == "window" else np.ones(truth.max_lag, int)
        errors += int(lagged_total(truth, estimate, _MISMATCH, autolinks, often_of_lag))
        most += int(often_of_lag.sum()) * n_lagged_places(truth, autolinks)
    return Count(errors, of=most)


def _of_summaries(truth: TemporalGraph, estimate: TemporalGraph, autolinks: Autolinks) -> Count:
    between: Count = REGISTRY["shd"].function(summary_of(truth), summary_of(estimate))
    if autolinks == "excluded":
        return between
    own = autolink_states(truth) != autolink_states(estimate)
    return Count(between + int(own.sum()), of=between.of + own.size)


@metric(better="lower", symmetric=True, two_edges=True, cite="edgemark")
def regime_shd(truth: TemporalLike, estimate: TemporalLike) -> float:
    """
    Average over time of the total distance between the graphs that hold then.

    Args:
        truth: reference graph; without regimes it holds at all times.
        estimate: learned graph on the same variables, in any order, and to the same lag.

    Returns:
        0 up; 0 is best. Undefined if neither graph has regimes.

    Raises:
        AlignmentError: the graphs do not have the same variables and largest lag.
        KindError: the graphs are none of time series, or their regimes do not cover the same time.

    Examples:
        >>> from edgemark.graph import Regime
        >>> early, late = TemporalGraph.parse("A --> B @1; lags 1"), TemporalGraph.parse("A; B; lags 1")
        >>> truth = TemporalGraph.from_regimes([Regime(0, 50, early), Regime(50, 80, late)])
        >>> regime_shd(truth, early)
        0.375
    """
    stretches = shared_regimes(truth, estimate)
    if not stretches:
        return Undefined("neither graph has regimes")
    errors = sum((end - start) * temporal_shd(*graphs) for start, end, *graphs in stretches)
    return divide(errors, stretches[-1][1])


def shared_regimes(
    truth: TemporalGraph, estimate: TemporalGraph
) -> list[tuple[int, int, TemporalGraph, TemporalGraph]]:
    """
    Give the stretches of time over which neither graph changes, with the graphs that hold then.

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
