"""Friedman's test of ranks, with the approximation of Iman and Davenport."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial, inf, prod

import numpy as np
from numpy.typing import ArrayLike

from edgemark.errors import StatisticsError
from edgemark.stats.checked_values import Values, finite
from edgemark.stats.signed_ranks import mid_ranks
from edgemark.values import Undefined

__all__ = ["Friedman", "friedman", "ranks_of"]


@dataclass(frozen=True, slots=True)
class Friedman:
    """
    The result of Friedman's test of whether methods differ in their ranks over data sets.

    Attributes:
        chi2: Friedman's statistic, corrected for ties; undefined if every data set ties all methods.
        p_chi2: p-value of the chi-square distribution with k - 1 degrees of freedom.
        f: Iman and Davenport's statistic; inf if all data sets have the same ranks.
        p_value: p-value of the F distribution with k - 1 and (k - 1)(N - 1) degrees of freedom; if f is
            inf, the exact probability of perfect agreement, given the ties.
    """

    chi2: float
    p_chi2: float
    f: float
    p_value: float


def ranks_of(values: Values) -> Values:
    """
    Rank each row, the largest value first; equal values share the mean of their ranks.

    Examples:
        >>> ranks_of(np.array([[0.9, 0.5, 0.9]])).tolist()
        [[1.5, 3.0, 1.5]]
    """
    return np.array([mid_ranks(-row) for row in values]).reshape(values.shape)


def friedman(ranks: ArrayLike) -> Friedman:
    r"""
    Test whether methods differ in their ranks over data sets: Friedman's test.

    .. math:: F = \frac{(N - 1)\chi^2}{N(k - 1) - \chi^2}

    Args:
        ranks: shape (N data sets, k methods), each row ranked.

    Returns:
        Both statistics and their p-values.

    Raises:
        StatisticsError: fewer than two methods or two data sets, or a row does not hold ranks.

    References:
        Friedman (1937), doi:10.1080/01621459.1937.10503522; Iman, Davenport (1980),
        doi:10.1080/03610928008827904.

    Examples:
        >>> result = friedman(np.array([[1.0, 2, 3], [1, 2, 3], [2, 1, 3], [1, 2, 3]]))
        >>> result.chi2, round(result.p_value, 4)
        (6.5, 0.0066)
    """
    ranks = finite(ranks, "the ranks", axes=2)
    n, k = ranks.shape
    if n < 2 or k < 2:
        raise StatisticsError(f"ranks need at least two methods and two data sets; got {k} and {n}")
    if not np.allclose(ranks.sum(axis=1), k * (k + 1) / 2):
        raise StatisticsError(f"every row must be ranks, which add up to {k * (k + 1) / 2:g}")
    from scipy.special import chdtrc, fdtrc

    deviations = ranks - (k + 1) / 2
    total = float((deviations**2).sum())
    if not total:
        undefined = Undefined("every data set ties all methods")
        return Friedman(undefined, undefined, undefined, undefined)
    chi2 = (k - 1) * float((deviations.sum(axis=0) ** 2).sum()) / total
    residual = n * (k - 1) - chi2
    p_chi2 = float(chdtrc(k - 1, chi2))
    if residual <= 1e-9 * chi2:
        return Friedman(chi2, p_chi2, inf, _arrangements(ranks[0]) ** float(1 - n))
    f = (n - 1) * chi2 / residual
    return Friedman(chi2, p_chi2, f, float(fdtrc(k - 1, (k - 1) * (n - 1), f)))


def _arrangements(ranks: Values) -> int:
    """The number of distinct permutations of a row of ranks."""
    _, ties = np.unique(ranks, return_counts=True)
    return factorial(len(ranks)) // prod(map(factorial, ties.tolist()))
