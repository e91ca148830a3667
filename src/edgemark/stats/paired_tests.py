"""Other tests of paired differences: Student's t test, sign test and permutation test."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from math import sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.stats.checked_values import Values, finite, rounded, whole
from edgemark.values import Undefined

__all__ = ["PairedTest", "paired_t", "permutation_test", "sign_test"]

_MOST_EXACT = 16
_SIGNS_AT_ONCE = 1 << 22
_ROUNDING = 1e-14  # of sums of floats, as a share of the sum of sizes
_LARGEST_SUM = 1 << 62


@dataclass(frozen=True, slots=True)
class PairedTest:
    """
    A two-sided test of paired differences.

    Attributes:
        statistic: the test statistic.
        p_value: two-sided p-value; undefined if the differences allow no test.
        method: "exact", "t distribution" or "simulated".
    """

    statistic: float
    p_value: float
    method: Literal["exact", "t distribution", "simulated"]


def paired_t(d: ArrayLike) -> PairedTest:
    """
    Test whether the mean difference is 0: Student's paired t test.

    Args:
        d: paired differences, approximately normal.

    Returns:
        t with n - 1 degrees of freedom; undefined for one difference, or if all are equal.

    Raises:
        StatisticsError: a difference is not a finite number.

    Examples:
        >>> test = paired_t(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
        >>> round(test.statistic, 3), round(test.p_value, 4)
        (4.243, 0.0132)
    """
    d = finite(d, "the differences")
    n = len(d)
    spread = float(d.std(ddof=1)) if n > 1 else 0.0
    if not spread or d.min() == d.max():
        too_few = "one difference has no spread" if n else "there is no difference"
        undefined = Undefined(f"all {n} differences are equal" if n > 1 else too_few)
        return PairedTest(undefined, undefined, "t distribution")
    from scipy.special import stdtr

    t = float(d.mean()) / (spread / sqrt(n))
    return PairedTest(t, 2 * float(stdtr(n - 1, -abs(t))), "t distribution")


def sign_test(d: ArrayLike) -> PairedTest:
    """
    Test whether differences are equally often positive and negative, without zeros: sign test.

    Args:
        d: paired differences.

    Returns:
        The number of positive differences, and the binomial p-value; 1 if all are zero.

    Raises:
        StatisticsError: a difference is not a finite number.

    Examples:
        >>> sign_test(np.array([1.0, 2.0, 3.0, -1.0, 0.0, 5.0]))
        PairedTest(statistic=4.0, p_value=0.375, method='exact')
    """
    from scipy.special import bdtr

    d = finite(d, "the differences")
    positive, n = int((d > 0).sum()), int((d != 0).sum())
    p = 2 * float(bdtr(min(positive, n - positive), n, 0.5)) if n else 1.0
    return PairedTest(float(positive), min(1.0, p), "exact")


def permutation_test(d: ArrayLike, draws: int = 10_000, seed: int = 0) -> PairedTest:
    """
    Test whether the mean difference is 0 by random signs: permutation test.

    For up to 16 nonzero differences every assignment of signs is used; for more, random ones and the
    observed one.

    Args:
        d: paired differences.
        draws: number of random assignments.
        seed: seed of the random assignments.

    Returns:
        The mean difference, and the share of assignments whose mean is at least as far from 0 as the
        observed one.

    Raises:
        StatisticsError: a difference is not finite, or `draws` or `seed` is no valid integer.

    Examples:
        >>> permutation_test(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
        PairedTest(statistic=3.0, p_value=0.0625, method='exact')
    """
    d, draws, seed = finite(d, "the differences"), whole("draws", draws, 1), whole("seed", seed, 0)
    nonzero = d[d != 0]
    mean = float(d.mean()) if d.size else Undefined("no difference")
    integers = _in_integers(rounded(nonzero))
    if len(nonzero) <= _MOST_EXACT:
        sums = np.zeros(1, integers.dtype)
        for integer in integers:
            sums = np.concatenate([sums - integer, sums + integer])
        return PairedTest(mean, float((np.abs(sums) >= abs(integers.sum())).mean()), "exact")
    is_exact = integers.dtype != object  # sums of larger integers would take minutes
    sizes = integers if is_exact else rounded(nonzero)
    observed = abs(sizes.sum()) - (0 if is_exact else _ROUNDING * np.abs(sizes).sum())
    rng, step = np.random.default_rng(seed), max(1, _SIGNS_AT_ONCE // len(nonzero))
    n_as_far = 0
    for start in range(0, draws, step):
        signs = rng.integers(0, 2, (min(step, draws - start), len(nonzero)), dtype=np.int8)
        sums = np.where(signs, sizes, -sizes).sum(axis=1)
        n_as_far += int((np.abs(sums) >= observed).sum())
    return PairedTest(mean, (1 + n_as_far) / (1 + draws), "simulated")


def _in_integers(values: Values) -> NDArray[Any]:
    """
    Return decimal numbers as multiples of their last decimal, whose sums are exact.

    The integers are those of Python if sums of them can exceed 64 bits.

    Examples:
        >>> _in_integers(np.array([0.1, -0.25, 3.0])).tolist()
        [10, -25, 300]
    """
    decimals = [Decimal(repr(value)) for value in values.tolist()]
    exponent = min((int(decimal.as_tuple().exponent) for decimal in decimals), default=0)
    integers = [int(decimal.scaleb(-exponent)) for decimal in decimals]
    is_small = sum(map(abs, integers)) < _LARGEST_SUM
    return np.array(integers, dtype=np.int64 if is_small else object)
