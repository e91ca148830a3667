"""The signed-rank test of Wilcoxon, with its effect size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.arguments import refuse_masked
from edgemark.content_equality import EqualByContent
from edgemark.conventions.options import choices, require
from edgemark.errors import Remedy, StatisticsError
from edgemark.keys import by_key, in_order, values_of
from edgemark.stats.checked_values import Values, finite
from edgemark.values import Undefined

__all__ = ["SignedRanks", "Zeros", "masses", "mid_ranks", "rank_biserial", "signed_ranks"]

Zeros = Literal["wilcox", "pratt", "zsplit"]
_MOST_EXACT = 200
_LARGEST_SUM = 1 << 18  # The largest sum of ranks for which each possible sum gets its probability.
_MOST_LISTED = 20  # Up to this number of groups, all assignments of signs can be listed.
_MOST_GRIDDED = 500
_MANY_ALIKE = 100  # For this number of groups of one size, the sum of signed ranks is nearly normal.


@dataclass(frozen=True, slots=True, eq=False)
class SignedRanks(EqualByContent):
    """
    Wilcoxon's signed-rank test of paired differences.

    Attributes:
        statistic: the smaller of the two rank sums, as in scipy's two-sided test.
        plus: sum of the ranks of positive differences, with half of those of zeros under "zsplit".
        minus: the same for negative differences.
        n: number of differences, including zeros.
        n_zero: number of zeros.
        zeros: how zeros were treated.
        p_value: two-sided p-value; 1 if all differences are zero.
        smallest_p: the p-value if all independent signs were equal, the smallest that an exact test
            without a grid can give.
        method: "exact" counts every assignment of signs, given the ties; "normal" is an approximation.
            With more than 200 signs, or more than 20 whose ranks sum to more than 2**18, the "exact"
            test rounds ranks to a grid.
        effect: matched-pairs rank-biserial correlation of the same two rank sums, see `rank_biserial`;
            above 0 if `plus` is the larger one.
        independent: number of signs that are random in the test: nonzero differences, or groups whose
            signed ranks do not sum to 0.
    """

    statistic: float
    plus: float
    minus: float
    n: int
    n_zero: int
    zeros: Zeros
    p_value: float
    smallest_p: float
    method: Literal["exact", "normal"]
    effect: float
    independent: int


def signed_ranks(
    d: ArrayLike, zeros: Zeros = "wilcox", *, groups: ArrayLike | None = None
) -> SignedRanks:
    """
    Test whether paired differences are symmetric about 0: Wilcoxon's signed-rank test.

    For up to 200 nonzero differences whose ranks sum to 2**18 at most, the p-value is exact, also with
    ties: every assignment of signs to the observed ranks is equally probable. With groups, all
    differences of a group change their signs together, because they are not independent (Rosner, Glynn,
    Lee 2006). The same limits then hold for the number of groups, and for the sum of the absolute values
    of their sums of signed ranks.

    Args:
        d: paired differences.
        zeros: "wilcox" drops them; "pratt" ranks them first, then drops their ranks; "zsplit" gives half
            of their ranks to each side, which changes the sums; the p-value is that of "pratt".
        groups: for each difference, an integer that identifies its group, such as its data set; None if
            all differences are independent. If both are labelled pandas series, they are matched by
            label.

    Returns:
        Sums of ranks, p-value, and effect size.

    Raises:
        ConventionError: `zeros` has an unknown value.
        StatisticsError: a difference is not finite, or `groups` is not one integer for each difference.

    References:
        Wilcoxon (1945), doi:10.2307/3001968; Pratt (1959), doi:10.1080/01621459.1959.10501526; Rosner,
        Glynn, Lee (2006), doi:10.1111/j.1541-0420.2005.00389.x.

    Examples:
        >>> found = signed_ranks(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
        >>> found.statistic, found.p_value, found.effect
        (0.0, 0.0625, 1.0)
        >>> signed_ranks([1, 2, 3, 4, 5], groups=[0, 0, 0, 1, 1]).p_value
        0.5
    """
    require("zeros", zeros, choices(Zeros))
    remedy = Remedy("Match them by position", f"groups={in_order(groups, 'groups')}")
    groups = by_key(groups, d, ("groups", "differences"), remedy, StatisticsError)
    d = finite(values_of(d), "the differences")
    group_of = np.arange(len(d)) if groups is None else _checked_groups(groups, len(d))
    ranked, group_of = (d[d != 0], group_of[d != 0]) if zeros == "wilcox" else (d, group_of)
    ranks = mid_ranks(np.abs(ranked))
    plus, minus = _rank_sums(ranked, ranks, zeros)
    sums = _group_sums(np.sign(ranked) * ranks, group_of)
    sizes, positive_sum = np.abs(sums[sums != 0]), float(sums[sums > 0].sum())
    test = _chosen_test(sizes)
    p, smallest = test(sizes, positive_sum)
    return SignedRanks(
        statistic=min(plus, minus),
        plus=plus,
        minus=minus,
        n=len(d),
        n_zero=int((d == 0).sum()),
        zeros=zeros,
        p_value=p,
        smallest_p=smallest,
        method="normal" if test is _normal else "exact",
        effect=rank_biserial(d, zeros),
        independent=len(sizes),
    )


def rank_biserial(d: ArrayLike, zeros: Zeros = "wilcox") -> float:
    r"""
    Return the matched-pairs rank-biserial correlation of paired differences, -1 to 1.

    .. math:: r = \frac{R_+ - R_-}{R_+ + R_-}

    where the rank sums are those of the signed-rank test with the same treatment of zeros. The
    correlation is above 0 if the positive differences have the larger sum. Without zeros, or if they are
    dropped, its absolute value is 1 - 4W / (n(n+1)), with W the smaller rank sum and n the number of
    ranks. The formula 1 - 2W / (n(n+1)) is never below 1/2; see "The RC-GNN document" in
    docs/statistics.md.

    Args:
        d: paired differences.
        zeros: "wilcox" drops them; "pratt" ranks them first, then drops their ranks; "zsplit" gives half
            of their ranks to each side, which moves the correlation towards 0.

    Returns:
        -1 (all below zero) to 1 (all above); undefined if all are zero.

    Raises:
        ConventionError: `zeros` has an unknown value.
        StatisticsError: a difference is not a finite number.

    References:
        Kerby (2014), doi:10.2466/11.IT.3.1.

    Examples:
        >>> rank_biserial(np.array([1.0, 2.0, -3.0])), rank_biserial(np.array([-1.0, -2.0, 3.0]))
        (0.0, 0.0)
        >>> rank_biserial(np.array([1.0, 2.0, 3.0, -1.5]))
        0.6
        >>> d = [1, 2, 3, 4, -5, -6, 0, 0, 0]
        >>> [round(rank_biserial(d, zeros), 3) for zeros in ("wilcox", "pratt", "zsplit")]
        [-0.048, 0.128, 0.111]
    """
    require("zeros", zeros, choices(Zeros))
    d = finite(d, "the differences")
    if not d.any():
        return Undefined("all differences are 0")
    ranked = d[d != 0] if zeros == "wilcox" else d
    plus, minus = _rank_sums(ranked, mid_ranks(np.abs(ranked)), zeros)
    return (plus - minus) / (plus + minus)


def mid_ranks(values: Values) -> Values:
    """
    Rank from 1, the smallest first; equal values share the mean of their ranks.

    Examples:
        >>> mid_ranks(np.array([5.0, 1.0, 5.0])).tolist()
        [2.5, 1.0, 2.5]
    """
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[place], dtype=np.float64)


def _rank_sums(ranked: Values, ranks: Values, zeros: Zeros) -> tuple[float, float]:
    """Rank sums of positive and of negative differences, including the contribution of zeros."""
    plus, minus = float(ranks[ranked > 0].sum()), float(ranks[ranked < 0].sum())
    split = float(ranks[ranked == 0].sum()) / 2 if zeros == "zsplit" else 0.0
    return plus + split, minus + split


def _checked_groups(groups: ArrayLike, n: int) -> NDArray[np.int64]:
    refuse_masked("groups", groups, StatisticsError)
    group_of = np.asarray(groups)
    if group_of.dtype.kind not in "iu" or group_of.shape != (n,):
        raise StatisticsError(
            f"groups must be {n} whole numbers, one for each difference; got shape {group_of.shape} of "
            f"{group_of.dtype}"
        )
    return np.unique(group_of, return_inverse=True)[1].astype(np.int64)


def _group_sums(signed: Values, group_of: NDArray[np.int64]) -> Values:
    """Sum of the signed ranks of each group; ranks are multiples of one half, so the sums are exact."""
    if not len(signed):
        return signed
    return np.asarray(np.bincount(group_of, weights=signed), dtype=np.float64)


def _chosen_test(sizes: Values) -> Callable[[Values, float], tuple[float, float]]:
    if len(sizes) <= _MOST_EXACT and sizes.sum() <= _LARGEST_SUM:
        return _exact
    if len(sizes) <= _MOST_LISTED:
        return _listed
    few_dominate = sizes.sum() ** 2 < _MANY_ALIKE * (sizes**2).sum()
    return _gridded if few_dominate and len(sizes) <= _MOST_GRIDDED else _normal


def _listed(sizes: Values, plus: float) -> tuple[float, float]:
    """Compute the same result as `_exact` from a list of all assignments of signs."""
    sums = np.zeros(1)
    for size in sizes:
        sums = np.concatenate([sums, sums + size])
    p = 2 * min(float((sums <= plus).mean()), float((sums >= plus).mean()))
    return min(1.0, p), min(1.0, 2 / len(sums))


def _exact(sizes: Values, plus: float) -> tuple[float, float]:
    """Two-sided p-value of a rank sum, and the smallest possible one."""
    doubled = np.rint(2 * sizes).astype(np.int64)  # Tied ranks may be multiples of one half.
    mass = masses(doubled)
    place = round(2 * plus)
    p = 2 * min(float(mass[: place + 1].sum()), float(mass[place:].sum()))
    return min(1.0, p), min(1.0, 2 * float(mass[0]))


def _gridded(sizes: Values, plus: float) -> tuple[float, float]:
    """
    Compute the result of `_exact` with sizes rounded to a grid, for sums that are too large for it.

    The normal approximation is far off if a few groups hold most of the ranks.
    """
    total = float(sizes.sum())
    step = total / _LARGEST_SUM
    grid = np.rint(sizes / step)
    share = float(np.rint(plus / total * grid.sum()))  # Sums of 0 and of `total` stay extreme.
    return _exact(grid, share)[0], 2.0 ** (1 - len(sizes))


def masses(numbers: NDArray[np.int64]) -> Values:
    """
    Return the probabilities of the sums 0, 1, 2, ... of a random subset of these integers.

    Each integer is in the subset with probability 1/2.
    """
    mass = np.zeros(int(numbers.sum()) + 1)
    mass[0], largest_sum = 1.0, 0
    for number in map(int, numbers):
        largest_sum += number
        mass[number : largest_sum + 1] += mass[: largest_sum + 1 - number].copy()
        mass /= 2
    return mass


def _normal(sizes: Values, plus: float) -> tuple[float, float]:
    spread = sqrt(float((sizes**2).sum())) / 2
    half = float(sizes.sum()) / 2
    return erfc(abs(plus - half) / spread / sqrt(2)), erfc(half / spread / sqrt(2))
