"""Tests of paired differences besides Wilcoxon's: Student's t test, sign test and permutation test."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from edgemark.content_equality import EqualByContent
from edgemark.resources import demand_steps
from edgemark.stats.checked_values import TIE_OF_SUMS, Values, finite, whole
from edgemark.stats.ties import mean_difference, sd_of
from edgemark.values import Undefined

__all__ = [
    "PairedTest",
    "paired_t",
    "permutation_test",
    "permutation_test_with_rounding",
    "sign_test",
]

_MOST_ENUMERATED = 16
_SIGNS_AT_ONCE = 1 << 22


@dataclass(frozen=True, slots=True, eq=False)
class PairedTest(EqualByContent):
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
        t with n - 1 degrees of freedom; undefined for fewer than two differences, or if all are equal.

    Raises:
        StatisticsError: a difference is not a finite number.

    Examples:
        >>> test = paired_t(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
        >>> round(test.statistic, 3), round(test.p_value, 4)
        (4.243, 0.0132)
    """
    d = finite(d, "the differences")
    n = len(d)
    spread = sd_of(d) if n > 1 else 0.0
    if not spread:
        too_few = "one difference has no spread" if n else "there is no difference"
        undefined = Undefined(f"all {n} differences are equal" if n > 1 else too_few)
        return PairedTest(undefined, undefined, "t distribution")
    from scipy.special import stdtr

    t = float(d.mean()) / (spread / sqrt(n))
    return PairedTest(t, 2 * float(stdtr(n - 1, -abs(t))), "t distribution")


def sign_test(d: ArrayLike) -> PairedTest:
    """
    Test whether differences are equally often positive and negative: sign test. It ignores zeros.

    Args:
        d: paired differences.

    Returns:
        The number of positive differences, and the binomial p-value, which is 1 if all are zero.

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
    Test whether the mean difference is 0 by flipping signs of differences: permutation test.

    For up to 16 nonzero differences, the test uses every assignment of signs; for more, it uses random
    ones and the observed one.

    Args:
        d: paired differences. A sum of some of them counts as 0 if its absolute value is at most 1e-9
            times the sum of their absolute values. `compare` derives this limit from the values that
            were subtracted.
        draws: number of random assignments.
        seed: seed of the random assignments.

    Returns:
        The mean difference, and the share of assignments whose mean is at least as far from 0 as the
        observed one.

    Raises:
        StatisticsError: a difference is not finite, or `draws` or `seed` is not a valid integer.
        LimitError: so many draws would need more than 10**11 steps.

    Examples:
        >>> permutation_test(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
        PairedTest(statistic=3.0, p_value=0.0625, method='exact')
    """
    d, draws, seed = finite(d, "the differences"), whole("draws", draws, 1), whole("seed", seed, 0)
    return permutation_test_with_rounding(d, TIE_OF_SUMS * np.abs(d), draws, seed)


def permutation_test_with_rounding(d: Values, rounding: Values, draws: int, seed: int) -> PairedTest:
    """
    Run the permutation test on differences that are known up to a rounding error.

    A sum of some of the differences counts as 0 if its absolute value is at most the sum of their
    rounding errors.
    """
    nonzero, widths = d[d != 0], rounding[d != 0]
    mean = mean_difference(d, rounding) if d.size else Undefined("no difference")
    # The sum of `oriented` is not negative. After some of its signs are flipped, the sum is at least as
    # far from 0 as before exactly if the flipped differences, or the others, sum to 0 or less.
    oriented = nonzero if nonzero.sum() >= 0 else -nonzero
    if len(nonzero) <= _MOST_ENUMERATED:
        sums = sum_widths = np.zeros(1)
        for difference, width in zip(oriented, widths, strict=True):
            sums = np.concatenate([sums, sums + difference])
            sum_widths = np.concatenate([sum_widths, sum_widths + width])
        # In reversed order, each sum stands at the place of the sum of the other differences.
        is_as_far = sums <= sum_widths
        return PairedTest(mean, float((is_as_far | is_as_far[::-1]).mean()), "exact")
    demand_steps(draws * len(nonzero), f"{draws} draws of {len(nonzero)} signs", "Draw fewer")
    rng, step = np.random.default_rng(seed), max(1, _SIGNS_AT_ONCE // len(nonzero))
    n_as_far = 0
    for start in range(0, draws, step):
        signs = rng.integers(0, 2, (min(step, draws - start), len(nonzero)), dtype=np.int8)
        is_as_far = np.zeros(len(signs), np.bool_)
        for in_sum in (signs == 0, signs == 1):  # the flipped differences, then the others
            chosen = in_sum.astype(np.float64)
            is_as_far |= chosen @ oriented <= chosen @ widths
        n_as_far += int(is_as_far.sum())
    return PairedTest(mean, (1 + n_as_far) / (1 + draws), "simulated")
