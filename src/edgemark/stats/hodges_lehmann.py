"""The Hodges-Lehmann estimate and its interval, which invert Wilcoxon's signed-rank test."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from edgemark.content_equality import EqualByContent
from edgemark.stats.checked_values import Values, finite
from edgemark.stats.intervals import Interval, checked_level
from edgemark.stats.signed_ranks import masses
from edgemark.values import Undefined

__all__ = ["Shift", "hodges_lehmann"]

_MOST_EXACT = 200
_MOST_LISTED = 1500  # Up to this number of differences, the averages of all pairs are listed.
_HALVINGS = 200


@dataclass(frozen=True, slots=True, eq=False)
class Shift(EqualByContent):
    """
    The typical difference that belongs to Wilcoxon's signed-rank test.

    Attributes:
        estimate: median of the averages of every two differences, including each with itself.
        interval: shifts that the signed-rank test does not reject if no differences tie, else a
            conservative interval; nan if there are too few differences for the level.
        level: requested confidence.
        achieved: confidence of the interval if no differences tie, at least `level`; nan without an
            interval. Above 200 differences it is `level`, by the normal approximation.
    """

    estimate: float
    interval: Interval
    level: float
    achieved: float


def hodges_lehmann(d: ArrayLike, level: float = 0.95) -> Shift:
    r"""
    Return the Hodges-Lehmann estimate of paired differences, the median of their Walsh averages.

    .. math:: \hat\theta = \mathrm{median}\,\{(d_i + d_j) / 2 : i \le j\}

    The interval ends at the k-th smallest and the k-th largest average, where k is the largest number
    such that the signed-rank statistic is below k with probability :math:`(1 - \text{level}) / 2` at
    most. It covers the centre of a symmetric distribution with at least the confidence `level`. If
    differences tie or are 0, the interval is conservative. It may hold 0 although Wilcoxon's test
    rejects, because only the test drops zeros and accounts for ties.

    Args:
        d: paired differences.
        level: confidence of the interval.

    Returns:
        The estimate and its interval.

    Raises:
        StatisticsError: a difference is not finite, or the level is outside 0.5 to 0.999999.

    References:
        Hodges, Lehmann (1963), doi:10.1214/aoms/1177704172.

    Examples:
        >>> shift = hodges_lehmann([1.0, 2.0, 3.0, 4.0, 5.0, 9.0])
        >>> shift.estimate, tuple(shift.interval), shift.achieved
        (3.5, (1.0, 9.0), 0.96875)
        >>> hodges_lehmann([1.0, 2.0, 3.0]).interval.reason
        '3 differences give an interval of at most 75 % confidence'
    """
    level = checked_level(level)
    d = finite(d, "the differences")
    n = len(d)
    if not n:
        undefined = Undefined("there is no difference")
        return Shift(undefined, Interval(undefined, undefined), level, undefined)
    n_averages = n * (n + 1) // 2
    middle = [_kth(d, k) for k in {(n_averages + 1) // 2, n_averages // 2 + 1}]
    estimate = float(np.mean(middle))
    k, achieved = _rank_of_ends(n, level)
    if not k:
        percent = 100 * (1 - 2.0 ** (1 - n))
        undefined = Undefined(f"{n} differences give an interval of at most {percent:.3g} % confidence")
        if n == 1:
            undefined = Undefined("one difference gives no interval")
        return Shift(estimate, Interval(undefined, undefined), level, undefined)
    return Shift(estimate, Interval(_kth(d, k), _kth(d, n_averages + 1 - k)), level, achieved)


def _rank_of_ends(n: int, level: float) -> tuple[int, float]:
    """
    Return k for the k-th smallest and largest average, which bound the interval (0 for none), and its
    confidence.
    """
    tail = (1 - level) / 2 + 1e-12  # 1 - level is rounded
    if n > _MOST_EXACT:
        mean, spread = n * (n + 1) / 4, sqrt(n * (n + 1) * (2 * n + 1) / 24)
        return floor(mean + 0.5 + NormalDist().inv_cdf((1 - level) / 2) * spread), level
    below = np.cumsum(masses(np.arange(1, n + 1)))
    k = int(np.searchsorted(below, tail, side="right"))
    return (k, 1 - 2 * float(below[k - 1])) if k else (0, float("nan"))


def _kth(d: Values, k: int) -> float:
    """The k-th smallest average of two differences, counted from 1."""
    n = len(d)
    if n <= _MOST_LISTED:
        i, j = np.triu_indices(n)
        averages = d[i] / 2 + d[j] / 2
        return float(np.partition(averages, k - 1)[k - 1])
    return _kth_by_bisection(np.sort(d), k)


def _kth_by_bisection(d: Values, k: int) -> float:
    """
    Like `_kth`, by bisection, without a list of all averages.

    Bisection ends next to the average, such as at -2e-17 instead of 0, so the nearest average is taken.
    """
    low, high = float(d[0]), float(d[-1])
    if _count_up_to(d, low) >= k:
        return low
    for _ in range(_HALVINGS):
        middle = low + (high - low) / 2
        if not low < middle < high:
            break
        if _count_up_to(d, middle) >= k:
            high = middle
        else:
            low = middle
    return _nearest_average(d, high)


def _nearest_average(d: Values, number: float) -> float:
    """The average of two sorted differences that is nearest to a number."""
    above = np.searchsorted(d, 2 * number - d).clip(1, len(d) - 1)
    averages = np.concatenate([d / 2 + d[above - 1] / 2, d / 2 + d[above] / 2])
    return float(averages[np.abs(averages - number).argmin()]) + 0.0  # Not -0.0.


def _count_up_to(d: Values, bound: float) -> int:
    """The number of averages of two sorted differences that do not exceed a bound."""
    partners = np.searchsorted(d, 2 * bound - d, side="right")
    return int((partners.sum() + (d <= bound).sum()) // 2)
