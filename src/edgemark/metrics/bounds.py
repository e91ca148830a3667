"""The best and the worst possible values of metrics, by name."""

from __future__ import annotations

from math import isfinite, nan

from edgemark.errors import ConventionError
from edgemark.metrics.declaration import REGISTRY, full_name
from edgemark.metrics.selectors import selected
from edgemark.values import COUNTS, LOWER_IS_BETTER, RATIOS

__all__ = ["bounds_by_name", "has_total_of_estimate", "is_described_share"]

_WORST_IS_MINUS_ONE = frozenset({"mcc", "youden_j"})


def bounds_by_name(name: str) -> tuple[float, float]:
    """
    Return the best and the worst possible value of a metric, measure or selector.

    A value is nan if it has no bound, depends on the graphs, or is not known.

    Examples:
        >>> bounds_by_name("f1"), bounds_by_name("bsf"), bounds_by_name("tp"), bounds_by_name("shd")
        ((1.0, 0.0), (1.0, -1.0), (nan, 0.0), (0.0, nan))
        >>> bounds_by_name("partial_roc_auc:max_fpr=0.2,scale=raw")
        (0.2, nan)
    """
    convention = name.partition(":")[2]
    name = full_name(name)
    if name in RATIOS:
        best, worst = (0.0, 1.0) if name in LOWER_IS_BETTER else (1.0, 0.0)
        return best, -1.0 if name in _WORST_IS_MINUS_ONE else worst
    if name in COUNTS:
        return (0.0, nan) if name in LOWER_IS_BETTER else (nan, 0.0)
    if name not in REGISTRY:
        return nan, nan
    best = _best(name, convention)
    return (best if isfinite(best) else nan), REGISTRY[name].worst


def _best(name: str, convention: str) -> float:
    metric = REGISTRY[name]
    if metric.best_by_options is None or not convention:
        return metric.best
    try:
        (number,) = selected(f"{name}:{convention}")
    except ConventionError:
        return nan
    return metric.best_with(number.convention.options)


def is_described_share(name: str) -> bool:
    """
    Say whether a metric or selector is a share from 0 to 1 that only describes an estimate.

    Every metric for which neither lower nor higher values are better is such a share.

    Examples:
        >>> is_described_share("decisiveness"), is_described_share("f1"), is_described_share("mine")
        (True, False, False)
    """
    name = full_name(name)
    return name in REGISTRY and REGISTRY[name].better == "neither"


def has_total_of_estimate(metric: str, convention: str) -> bool:
    """
    Say whether the largest possible count depends on the estimate, so estimates have different worst
    counts.

    Examples:
        >>> has_total_of_estimate("mark_errors", "decided")
        True
        >>> has_total_of_estimate("adjustment_aid", "compare = native, mistakes = decided")
        True
        >>> has_total_of_estimate("shd", "pair mismatch")
        False
    """
    name = full_name(metric)
    if name not in REGISTRY or not convention:
        return False
    try:
        numbers = selected(f"{name}:{convention}")
    except ConventionError:
        return False
    return any(number.convention.total_depends_on_estimate for number in numbers)
