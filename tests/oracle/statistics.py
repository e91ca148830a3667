"""Statistics by their definitions: every assignment of signs, every pair, no shortcut."""

from itertools import permutations, product
from math import comb

import numpy as np
import scipy

_RENAMED = tuple(map(int, scipy.__version__.split(".")[:2])) >= (1, 15)
NORMAL_APPROXIMATION = "asymptotic" if _RENAMED else "approx"
"""The name of the normal approximation in scipy's Wilcoxon test."""


def seeded(seed):
    """The seed of a function of scipy, under the name that this version gives it."""
    return {"rng" if _RENAMED else "random_state": seed}


def mid_ranks(values):
    return [
        sum(other < value for other in values) + (sum(other == value for other in values) + 1) / 2
        for value in values
    ]


def wilcoxon_sums(d, zeros):
    """Sums of the ranks of positive and negative differences, and the ranks of those other than 0."""
    ranked = [x for x in d if x != 0] if zeros == "wilcox" else list(d)
    ranks = mid_ranks([abs(x) for x in ranked])
    plus = sum(r for r, x in zip(ranks, ranked, strict=True) if x > 0)
    minus = sum(r for r, x in zip(ranks, ranked, strict=True) if x < 0)
    half_of_zeros = (
        sum(r for r, x in zip(ranks, ranked, strict=True) if x == 0) / 2 if zeros == "zsplit" else 0
    )
    return (
        plus + half_of_zeros,
        minus + half_of_zeros,
        [r for r, x in zip(ranks, ranked, strict=True) if x != 0],
    )


def wilcoxon(d, zeros):
    """Sums of ranks and the exact two-sided p-value, over every assignment of signs to the ranks."""
    plus, minus, signed = wilcoxon_sums(d, zeros)
    up = sum(r for r, x in zip(signed, (x for x in d if x != 0), strict=True) if x > 0)
    sums = [sum(r for r, up in zip(signed, ups, strict=True) if up) for ups in _signs(len(signed))]
    low, high = (np.mean([one <= up for one in sums]), np.mean([one >= up for one in sums]))
    return plus, minus, min(1.0, 2 * min(low, high))


def rank_biserial(d):
    """The share of the rank sum of positive differences, minus that of negative ones."""
    nonzero = [x for x in d if x != 0]
    ranks = mid_ranks([abs(x) for x in nonzero])
    return sum(r * np.sign(x) for r, x in zip(ranks, nonzero, strict=True)) / sum(ranks)


def sign_test(d):
    up, n = sum(x > 0 for x in d), sum(x != 0 for x in d)
    tail = sum(comb(n, k) for k in range(min(up, n - up) + 1)) / 2**n
    return min(1.0, 2 * tail)


def permutation(d):
    observed = abs(sum(d))
    sums = [abs(sum(x if up else -x for x, up in zip(d, ups, strict=True))) for ups in _signs(len(d))]
    return np.mean([one >= observed - 1e-9 for one in sums])


def _signs(n):
    return product((False, True), repeat=n)


def theta(weights, d, rope):
    """One draw of the Bayesian signed-rank test: weights of pairs above and below the region."""
    values = [0.0, *d]
    above = below = 0.0
    for w, x in zip(weights, values, strict=True):
        for v, y in zip(weights, values, strict=True):
            above += w * v * ((x + y > 2 * rope) + 0.5 * (x + y == 2 * rope))
            below += w * v * ((x + y < -2 * rope) + 0.5 * (x + y == -2 * rope))
    return above, below


def holm(p_values):
    """For each test, the smallest level at which Holm's step-down procedure rejects it."""
    m = len(p_values)
    corrected = []
    for p in p_values:
        smaller = sorted(q for q in p_values if q <= p)
        corrected.append(min(1.0, max((m - j) * q for j, q in enumerate(smaller))))
    return corrected


def agreement_of_ranks(ranks, n):
    """The sum of squared column sums of n rows, for every order of the ranks in each row."""
    arrangements = product(permutations(ranks), repeat=n)
    return [float((np.sum(rows, axis=0) ** 2).sum()) for rows in arrangements]
