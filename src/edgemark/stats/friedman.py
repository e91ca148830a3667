"""Friedman's test of ranks, with the approximation of Iman and Davenport."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial, inf, prod

import numpy as np
from numpy.typing import ArrayLike

from edgemark.content_equality import EqualByContent
from edgemark.errors import StatisticsError
from edgemark.stats.checked_values import Values, finite
from edgemark.values import Undefined

__all__ = ["Friedman", "friedman", "friedman_without_each"]


@dataclass(frozen=True, slots=True, eq=False)
class Friedman(EqualByContent):
    """
    The result of Friedman's test of whether methods differ in their ranks over data sets.

    Attributes:
        chi2: Friedman's statistic, corrected for ties. All four numbers are undefined if every data set
            ties all methods.
        p_chi2: p-value of the chi-square distribution with k - 1 degrees of freedom.
        f: Iman and Davenport's statistic; inf if all data sets rank the methods in the same way.
        p_value: p-value of the F distribution with k - 1 and (k - 1)(N - 1) degrees of freedom, for N
            data sets and k methods. If f is inf, it is the exact probability that N random permutations
            of these ranks are all equal.
    """

    chi2: float
    p_chi2: float
    f: float
    p_value: float


def friedman(ranks: ArrayLike) -> Friedman:
    r"""
    Test whether methods differ in their ranks over data sets: Friedman's test.

    .. math:: F = \frac{(N - 1)\chi^2}{N(k - 1) - \chi^2}

    with :math:`\chi^2` Friedman's statistic.

    Args:
        ranks: shape (N data sets, k methods); each row holds ranks from 1, with mean ranks for ties.

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
    in_range = (ranks > 1 - 1e-9).all(axis=1) & (ranks < k + 1e-9).all(axis=1)
    are_ranks = in_range & np.isclose(ranks.sum(axis=1), k * (k + 1) / 2)
    if not are_ranks.all():
        row = ", ".join(f"{rank:g}" for rank in ranks[are_ranks.argmin()][:6])
        raise StatisticsError(
            f"every row must hold ranks from 1 to {k}, which add up to {k * (k + 1) / 2:g}; "
            f"got a row that begins with {row}"
        )
    deviations = ranks - (k + 1) / 2
    return _tested(n, deviations.sum(axis=0), float((deviations**2).sum()), ranks[0])


def friedman_without_each(ranks: Values) -> list[Friedman]:
    """
    Return the results of `friedman` with each row left out in turn, for three rows or more.

    Running sums of the rows before and after the row that is left out keep the work linear in the number
    of rows. The row is not subtracted from a total, because rounding could then leave a sum of squares
    above 0 although all its terms are 0.

    Examples:
        >>> ranks = np.array([[1.0, 2, 3], [1, 2, 3], [2, 1, 3], [1, 2, 3]])
        >>> friedman_without_each(ranks)[0] == friedman(ranks[1:])
        True
    """
    n, k = ranks.shape
    deviations = ranks - (k + 1) / 2
    sums, squares = _sums_of_others(deviations), _sums_of_others((deviations**2).sum(axis=1))
    others = enumerate(zip(sums, squares.tolist(), strict=True))
    return [
        _tested(n - 1, of_methods, of_squares, ranks[int(left_out == 0)])
        for left_out, (of_methods, of_squares) in others
    ]


def _sums_of_others(terms: Values) -> Values:
    """Return, for each row, the sum of all other rows."""
    before, after = np.zeros_like(terms), np.zeros_like(terms)
    before[1:], after[:-1] = terms[:-1].cumsum(axis=0), terms[:0:-1].cumsum(axis=0)[::-1]
    return np.asarray(before + after)


def _tested(n: int, sums: Values, sum_of_squares: float, a_row: Values) -> Friedman:
    """
    Test n rows of ranks.

    Args:
        n: the number of rows.
        sums: the sum of each method's deviations from the mean rank.
        sum_of_squares: the sum of the squares of all deviations.
        a_row: one of the rows.
    """
    from scipy.special import chdtrc, fdtrc

    k = len(sums)
    if not sum_of_squares:
        undefined = Undefined("every data set ties all methods")
        return Friedman(undefined, undefined, undefined, undefined)
    chi2 = (k - 1) * float((sums**2).sum()) / sum_of_squares
    residual = n * (k - 1) - chi2
    p_chi2 = float(chdtrc(k - 1, chi2))
    if residual <= 1e-9 * chi2:
        return Friedman(chi2, p_chi2, inf, _arrangements(a_row) ** float(1 - n))
    f = (n - 1) * chi2 / residual
    return Friedman(chi2, p_chi2, f, float(fdtrc(k - 1, (k - 1) * (n - 1), f)))


def _arrangements(ranks: Values) -> int:
    """The number of distinct permutations of a row of ranks."""
    _, ties = np.unique(ranks, return_counts=True)
    return factorial(len(ranks)) // prod(map(factorial, ties.tolist()))
