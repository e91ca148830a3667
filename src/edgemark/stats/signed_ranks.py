"""Wilcoxon's signed-rank test, exact, with the effect size that goes with it."""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.conventions import choices, require
from edgemark.stats.arrays import Values, finite
from edgemark.values import Undefined

__all__ = ["SignedRanks", "Zeros", "mid_ranks", "rank_biserial", "signed_ranks"]

Zeros = Literal["wilcox", "pratt", "zsplit"]
_MOST_EXACT = 200


@dataclass(frozen=True, slots=True)
class SignedRanks:
    """
    Wilcoxon's signed-rank test of paired differences.

    Attributes:
        statistic: the lesser of the two sums of ranks, as scipy's two-sided test gives it.
        plus: sum of the ranks of positive differences.
        minus: sum of the ranks of negative ones.
        n: how many differences, zeros among them.
        n_zero: how many are zero.
        zeros: how these were handled.
        p_value: two-sided; 1 if all are zero.
        smallest_p: the least that so many differences other than zero can give; ties raise it.
        method: "exact" over every assignment of signs, given the ties, or "normal" approximation.
        effect: matched-pairs rank-biserial correlation, see `rank_biserial`.
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


def signed_ranks(d: ArrayLike, zeros: Zeros = "wilcox") -> SignedRanks:
    """
    Test whether differences lie symmetrically about 0.

    Up to 200 differences other than zero the p-value is exact, ties or not: every assignment of signs to
    the ranks that there are is equally probable.

    Args:
        d: paired differences.
        zeros: "wilcox" drops them; "pratt" ranks them first, then drops their ranks; "zsplit" gives half
            of their ranks to either side, which changes the sums, but not the p-value: that of "pratt".

    Returns:
        Sums of ranks, p-value, and effect size.

    Raises:
        ConventionError: no such way to handle zeros.
        StatisticsError: a difference that is no finite number.

    References:
        Wilcoxon (1945), doi:10.2307/3001968; Pratt (1959), doi:10.1080/01621459.1959.10501526.

    Examples:
        >>> found = signed_ranks(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
        >>> found.statistic, found.p_value, found.effect
        (0.0, 0.0625, 1.0)
    """
    require("zeros", zeros, choices(Zeros))
    d = finite(d, "the differences")
    ranked = d[d != 0] if zeros == "wilcox" else d
    ranks = mid_ranks(np.abs(ranked))
    plus, minus = float(ranks[ranked > 0].sum()), float(ranks[ranked < 0].sum())
    split = float(ranks[ranked == 0].sum()) / 2 if zeros == "zsplit" else 0.0
    signed = ranks[ranked != 0]
    exact = len(signed) <= _MOST_EXACT
    p, smallest = _exact(signed, plus) if exact else _normal(signed, plus)
    return SignedRanks(
        statistic=min(plus, minus) + split,
        plus=plus + split,
        minus=minus + split,
        n=len(d),
        n_zero=int((d == 0).sum()),
        zeros=zeros,
        p_value=p,
        smallest_p=smallest,
        method="exact" if exact else "normal",
        effect=rank_biserial(d),
    )


def rank_biserial(d: ArrayLike) -> float:
    r"""
    Matched-pairs rank-biserial correlation of paired differences.

    .. math:: r = \frac{R_+ - R_-}{R_+ + R_-}

    where the sums are of the mid-ranks of the differences other than zero, by their size. It changes its
    sign with the differences. Its size is 1 - 4W / (n(n+1)), with W the lesser sum; that of the RC-GNN
    document, 1 - 2W / (n(n+1)), is never below 1/2.

    Args:
        d: paired differences.

    Returns:
        -1 (all below zero) to 1 (all above); undefined if all are zero.

    Raises:
        StatisticsError: a difference that is no finite number.

    References:
        Kerby (2014), doi:10.2466/11.IT.3.1.

    Examples:
        >>> rank_biserial(np.array([1.0, 2.0, -3.0])), rank_biserial(np.array([-1.0, -2.0, 3.0]))
        (0.0, 0.0)
        >>> rank_biserial(np.array([1.0, 2.0, 3.0, -1.5]))
        0.6
    """
    d = finite(d, "the differences")
    other = d[d != 0]
    if not other.size:
        return Undefined("all differences are 0")
    ranks = mid_ranks(np.abs(other))
    return float((np.sign(other) * ranks).sum() / ranks.sum())


def mid_ranks(values: Values) -> Values:
    """
    Rank from 1, the least first; equal values share the mean of their ranks.

    Examples:
        >>> mid_ranks(np.array([5.0, 1.0, 5.0])).tolist()
        [2.5, 1.0, 2.5]
    """
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[place], dtype=np.float64)


def _exact(ranks: Values, plus: float) -> tuple[float, float]:
    """Two-sided p-value of a sum of ranks, and the least possible one."""
    doubled = np.rint(2 * ranks).astype(np.int64)
    mass = _masses(doubled)
    at = round(2 * plus)
    p = 2 * min(float(mass[: at + 1].sum()), float(mass[at:].sum()))
    return min(1.0, p), min(1.0, 2 * float(mass[0]))


def _masses(doubled: NDArray[np.int64]) -> Values:
    """Probability of each sum of a random part of some whole numbers."""
    mass = np.zeros(int(doubled.sum()) + 1)
    mass[0], most = 1.0, 0
    for number in map(int, doubled):
        most += number
        mass[number : most + 1] += mass[: most + 1 - number].copy()
        mass /= 2
    return mass


def _normal(ranks: Values, plus: float) -> tuple[float, float]:
    spread = sqrt(float((ranks**2).sum())) / 2
    half = float(ranks.sum()) / 2
    return erfc(abs(plus - half) / spread / sqrt(2)), erfc(half / spread / sqrt(2))
