"""The possible range of a metric, which limits confidence intervals for its mean."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isnan, nan

from edgemark.metrics.bounds import bounds_by_name, is_described_share
from edgemark.stats.checked_values import Values
from edgemark.stats.intervals import Interval, t_interval
from edgemark.stats.runs import Better, Run, Runs, number_name
from edgemark.stats.stand_ins import beyond, sign_of

__all__ = [
    "Range",
    "difference_interval",
    "range_of",
    "range_of_differences",
    "range_with_stand_ins",
]

Range = tuple[float, float]


def range_of(*groups: Runs, better: Better | None = None) -> Range:
    """
    Return the smallest and the largest possible value of some runs; a bound is infinite if unknown.

    `better` says which values are better, if neither the runs nor the metric do.

    A bound is used only if all runs share it, because larger graphs may have more errors. Both bounds
    are infinite if a value lies outside of them.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> range_of(as_runs([{"metric": "f1", "value": 0.9}])), range_of(as_runs([3, 4]))
        ((0.0, 1.0), (-inf, inf))
        >>> range_of(as_runs([{"metric": "shd", "value": 3}]))
        (0.0, inf)
    """
    runs = [run for group in groups for run in group]
    best, worst = _common_bound(runs, "best", 0), _common_bound(runs, "worst", 1)
    sign = sign_of(runs) or sign_of(runs, better)
    is_share = bool(runs) and all(map(is_described_share, {run.metric for run in runs}))
    if not sign and not is_share:
        return -inf, inf
    lowest, highest = (0.0, 1.0) if is_share else (-inf, inf)
    low, high = {1: (worst, best), -1: (best, worst)}.get(sign, (nan, nan))
    low, high = lowest if isnan(low) else low, highest if isnan(high) else high
    are_inside = not any(
        beyond(low, run.value) or beyond(run.value, high) for run in runs if run.status == "ok"
    )
    return (low, high) if are_inside else (-inf, inf)


def range_with_stand_ins(runs: Runs, *, better: Better | None = None) -> Range:
    """
    Return the smallest and the largest possible value of the runs of one method in a test.

    The worst possible value stands in for an absent run if it is known. The range must include it,
    because it may lie beyond the worst possible values of the other runs of the method.

    Args:
        runs: the runs of the method, and absent runs, which only other methods have (see `completed`).
        better: which values are better, if neither the runs nor the metric say it.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> runs = as_runs([
        ...     {"dataset": "asia", "metric": "shd", "value": 3, "worst": 28},
        ...     {"dataset": "alarm", "metric": "shd", "value": None, "status": "absent", "worst": 666},
        ... ])
        >>> range_with_stand_ins(runs)
        (0.0, inf)
    """
    used = (run for run in runs if run.status != "absent" or run.is_imputable)
    return range_of(Runs(tuple(used)), better=better)


def range_of_differences(a: Range, b: Range) -> Range:
    """
    Return the smallest and the largest possible difference of a value in `a` minus a value in `b`.

    Examples:
        >>> range_of_differences((0.0, 1.0), (0.0, 1.0))
        (-1.0, 1.0)
    """
    return a[0] - b[1], a[1] - b[0]


def difference_interval(d: Values, a: Range, b: Range, level: float) -> Interval:
    """
    Return Student's t interval of the mean of paired differences, within the possible range.

    Examples:
        >>> f1 = (0.0, 1.0)
        >>> difference_interval([1.0, 0.7, 0.9], f1, f1, 0.95).high
        1.0
    """
    return t_interval(d, level).within(*range_of_differences(a, b))


def _common_bound(runs: Iterable[Run], name: str, position: int) -> float:
    """
    Return the bound that all runs share, or nan if there is none.

    The bound of a run is the attribute `name`, or entry `position` of the bounds of its metric and
    convention. If these differ or are unknown, use the bound of the metric under any convention.
    """
    stated = {(run.number, getattr(run, name)) for run in runs}
    # A set keeps several nan apart, unless they are the same object.
    distinct = {(number, nan if isnan(value) else value) for number, value in stated}
    bounds = {
        _stated_or_of_metric(value, bounds_by_name(number_name(number))[position])
        for number, value in distinct
    }
    shared = bounds.pop() if len(bounds) == 1 else nan
    of_metrics = {bounds_by_name(metric)[position] for (metric, _), _ in distinct}
    return of_metrics.pop() if isnan(shared) and len(of_metrics) == 1 else shared


def _stated_or_of_metric(stated: float, of_metric: float) -> float:
    return of_metric if isnan(stated) else stated
