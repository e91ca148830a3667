"""The possible range of a metric, which limits confidence intervals for its mean."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isnan, nan

from edgemark.metrics.declaration import bounds_by_name
from edgemark.stats.runs import Run, Runs
from edgemark.stats.stand_ins import sign_of

__all__ = ["Range", "range_of", "range_of_differences"]

Range = tuple[float, float]


def range_of(*sides: Runs) -> Range:
    """
    Return the smallest and the largest possible value of some runs; infinite if unknown.

    A bound is used only if all runs share it, because larger graphs may have more errors.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> range_of(as_runs([{"metric": "f1", "value": 0.9}])), range_of(as_runs([3, 4]))
        ((0.0, 1.0), (-inf, inf))
        >>> range_of(as_runs([{"metric": "shd", "value": 3}]))
        (0.0, inf)
    """
    runs = [run for side in sides for run in side]
    best, worst = _common_bound(runs, "best", 0), _common_bound(runs, "worst", 1)
    sign = sign_of(runs)
    if not sign:
        return -inf, inf
    low, high = (worst, best) if sign > 0 else (best, worst)
    low, high = -inf if isnan(low) else low, inf if isnan(high) else high
    are_inside = all(low <= run.value <= high for run in runs if run.status == "ok")
    return (low, high) if are_inside else (-inf, inf)


def range_of_differences(a: Runs, b: Runs) -> Range:
    """
    Return the smallest and the largest possible difference of two methods' values.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> f1 = as_runs([{"metric": "f1", "value": 0.9}])
        >>> range_of_differences(f1, f1)
        (-1.0, 1.0)
    """
    low, high = range_of(a, b)
    return low - high, high - low


def _common_bound(runs: Iterable[Run], name: str, position: int) -> float:
    """The bound that all runs share, as stated by the runs or the metric; nan if they differ."""
    stated = {(run.metric, getattr(run, name)) for run in runs}
    distinct = {
        (metric, nan if isnan(value) else value) for metric, value in stated
    }  # nan is equal to itself
    bounds = {
        _stated_or_of_metric(value, bounds_by_name(metric)[position]) for metric, value in distinct
    }
    return bounds.pop() if len(bounds) == 1 else float("nan")


def _stated_or_of_metric(stated: float, of_metric: float) -> float:
    return of_metric if isnan(stated) else stated
