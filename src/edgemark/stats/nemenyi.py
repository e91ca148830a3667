"""Nemenyi's test of average ranks, and the critical difference."""

from __future__ import annotations

from math import inf, sqrt

from edgemark.stats.checked_values import one_number, whole
from edgemark.stats.intervals import checked_level

__all__ = ["critical_difference", "nemenyi_p"]


def critical_difference(n_methods: int, n_datasets: int, level: float = 0.95) -> float:
    r"""
    Return the critical difference of average ranks, above which two methods differ significantly.

    .. math:: CD = q_\alpha \sqrt{\frac{k(k+1)}{6N}}

    where :math:`q_\alpha` is the :math:`1 - \alpha` quantile of the studentised range of k groups with
    infinite degrees of freedom, divided by :math:`\sqrt 2`.

    Args:
        n_methods: number of methods, k.
        n_datasets: number of data sets, N.
        level: :math:`1 - \alpha`, the confidence of the test over all pairs of methods together.

    Returns:
        The critical difference, in ranks.

    Raises:
        StatisticsError: the level is outside 0.5 to 0.999999, or there are fewer than two methods, or
            there is no data set.

    References:
        Demsar (2006), Journal of Machine Learning Research 7, 1-30.

    Examples:
        >>> round(critical_difference(4, 14), 2)
        1.25
    """
    k, n = whole("n_methods", n_methods, 2), whole("n_datasets", n_datasets, 1)
    from scipy.stats import studentized_range

    q = float(studentized_range.ppf(checked_level(level), k, inf)) / sqrt(2)
    return q * sqrt(k * (k + 1) / (6 * n))


def nemenyi_p(difference: float, n_methods: int, n_datasets: int) -> float:
    """
    Return the p-value of Nemenyi's test for a difference of average ranks.

    Args:
        difference: difference of two average ranks, of either sign.
        n_methods: number of methods.
        n_datasets: number of data sets.

    Returns:
        The p-value, corrected for all pairs of methods.

    Raises:
        StatisticsError: there are fewer than two methods, or there is no data set, or the difference is
            not a finite number.

    Examples:
        >>> round(nemenyi_p(critical_difference(4, 14), 4, 14), 6)
        0.05
    """
    k, n = whole("n_methods", n_methods, 2), whole("n_datasets", n_datasets, 1)
    from scipy.stats import studentized_range

    distance = abs(one_number(difference, "the difference"))
    return float(min(1.0, studentized_range.sf(distance / sqrt(k * (k + 1) / (12 * n)), k, inf)))
