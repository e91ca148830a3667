"""
Ties: values, and differences of values, that are equal apart from the rounding of floats.

Means and differences are computed from decimals: each float stands for the shortest decimal that Python
reads as this float, which is also the one that it prints. Two values tie if neither exceeds the other,
that is, if they differ by at most `SAME` (0.9e-12) of the larger absolute value. Ranks, standard
deviations and the best values of tables use `exceeds` for this. `differences` applies the same limit, so
that wins and signed ranks agree with them. A mean of differences is 0 if rounding may have moved it from
0, see `rounding_of`.
"""

from __future__ import annotations

from decimal import Context, Decimal, localcontext

import numpy as np
from numpy.typing import NDArray

from edgemark.stats.checked_values import Values
from edgemark.values import SAME, exceeds

__all__ = [
    "are_same",
    "differences",
    "mean_difference",
    "mean_of",
    "ranks_of",
    "rounding_of",
    "sd_of",
    "value_ranks",
]

_ROUNDING = 1e-15  # the rounding error of a difference, as a share of the larger value
_ROUNDING_IN_SUMS = 2 * _ROUNDING  # the same for a sum, with the rounding of the sum itself
_EXACT = Context(prec=320)  # Sums of numbers of 17 digits, from 1e-100 to 1e149, are exact with this.


def value_ranks(values: Values) -> Values:
    """
    Rank the values from 1, the smallest first; values that tie have the mean of their ranks.

    The rank of a value is 1, plus the number of smaller values, plus half the number of others that tie
    with it. Two values tie if they differ by at most 0.9e-12 of the larger absolute value. If a ties
    with b, and b with c, then a may still be below c.

    Examples:
        >>> value_ranks(np.array([5.0, 1.0, 5.0])).tolist()
        [2.5, 1.0, 2.5]
        >>> value_ranks(np.array([0.3, 0.1 + 0.2, 1e13, 1e13 + 5])).tolist()
        [1.5, 1.5, 3.5, 3.5]
    """
    return np.array(_ranks(values.tolist()))


def ranks_of(values: Values, groups: NDArray[np.int64] | None = None) -> Values:
    """
    Rank the columns in each row, the largest value first, and average the rows of each group.

    Args:
        values: shape (runs, methods).
        groups: for each row, the number of its group, from 0; None if each row is a group of its own.

    Examples:
        >>> ranks_of(np.array([[0.9, 0.5, 0.9]])).tolist()
        [[1.5, 3.0, 1.5]]
        >>> ranks_of(np.array([[0.9, 0.5], [0.2, 0.5], [0.9, 0.5]]), np.array([0, 0, 1])).tolist()
        [[1.5, 1.5], [1.0, 2.0]]
    """
    ranks = np.array([_ranks(row) for row in (-values).tolist()]).reshape(values.shape)
    if groups is None:
        return ranks
    sums = np.stack([np.bincount(groups, weights=column) for column in ranks.T], axis=1)
    return np.asarray(sums / np.bincount(groups)[:, None])


def _ranks(values: list[float]) -> list[float]:
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks, below, up_to = [0.0] * len(values), 0, 0
    for k in order:
        while exceeds(values[k], values[order[below]]):
            below += 1
        while up_to < len(order) and not exceeds(values[order[up_to]], values[k]):
            up_to += 1
        ranks[k] = (below + 1 + up_to) / 2
    return ranks


def differences(a: Values, b: Values) -> Values:
    """
    Return a - b, where differences become equal if only the rounding of binary fractions separates them.

    Each difference is computed from the decimals of its two values. It becomes 0 if the values tie.
    Absolute differences are grouped in ascending order, each within `_tie_width` of the smallest in its
    group. All of a group become equal to the one that was computed from the smallest values.

    Examples:
        >>> differences(np.array([0.3, 0.2]), np.array([0.1, 0.0])).tolist()
        [0.2, 0.2]
        >>> d = differences(np.array([1 / 15, 1 / 3]), np.array([0.0, 2 / 5]))
        >>> bool(d[0] == -d[1])
        True
    """
    d = _decimal_differences(a, b)
    sizes = np.abs(d).ravel().tolist()
    scales = np.maximum(np.abs(a), np.abs(b)).ravel().tolist()
    tied: Values = np.zeros(len(sizes))
    group: list[int] = []
    for k in sorted(range(len(sizes)), key=sizes.__getitem__):
        if sizes[k] <= SAME * scales[k]:
            continue  # neither value exceeds the other
        if group and sizes[k] - sizes[group[0]] > _tie_width(scales[k], scales[group[0]]):
            tied[group] = sizes[min(group, key=scales.__getitem__)]
            group = []
        group.append(k)
    if group:
        tied[group] = sizes[min(group, key=scales.__getitem__)]
    return np.sign(d) * tied.reshape(d.shape)


def _tie_width(scale: float, other_scale: float) -> float:
    """
    Return how far apart two differences may be and still tie.

    The scale of a difference is the larger absolute value of the two that are subtracted. `SAME` is
    relative to the smaller scale. Relative to the larger one, the width could exceed differences of
    small values, and all of these could tie.
    """
    return SAME * min(scale, other_scale) + _ROUNDING * max(scale, other_scale)


def _decimal_differences(a: Values, b: Values) -> Values:
    with localcontext(_EXACT):
        pairs = zip(a.ravel().tolist(), b.ravel().tolist(), strict=True)
        exact = [float(Decimal(repr(x)) - Decimal(repr(y))) for x, y in pairs]
    return np.array(exact).reshape(a.shape)


def rounding_of(a: Values, b: Values) -> Values:
    """
    Return the amount by which rounding may move each difference a - b.

    This depends on the size of a and b, however small their difference is. A sum of differences counts
    as 0 if its absolute value is not larger than the sum of their roundings.
    """
    return np.asarray(_ROUNDING_IN_SUMS * np.maximum(np.abs(a), np.abs(b)))


def mean_difference(d: Values, rounding: Values) -> float:
    """
    Return the mean of differences; 0 if it differs from 0 only by rounding, see `rounding_of`.

    Examples:
        >>> third = 1 / 3
        >>> mean_difference(np.array([third, third, -0.6666666]), np.full(3, 1e-7))
        0.0
    """
    mean = mean_of(d)
    return mean if abs(mean) > float(rounding.mean()) else 0.0


def mean_of(values: Values) -> float:
    """
    Return the mean of the decimals that the values stand for.

    Examples:
        >>> mean_of(np.array([0.7, 0.7, 0.7])), mean_of(np.array([0.1, 0.2, -0.3]))
        (0.7, 0.0)
    """
    with localcontext(_EXACT):
        return float(sum(Decimal(repr(value)) for value in values.tolist()) / len(values))


def are_same(values: Values) -> bool:
    """
    Whether all values are equal up to rounding.

    Examples:
        >>> are_same(np.array([0.1 + 0.2, 0.3])), are_same(np.array([0.3, 0.4]))
        (True, False)
    """
    return not exceeds(float(values.max()), float(values.min()))


def sd_of(values: Values) -> float:
    """
    Return the standard deviation with n - 1: 0 if all values are equal up to rounding, and nan for fewer
    than two values.

    Examples:
        >>> sd_of(np.array([0.1 + 0.2, 0.3])), sd_of(np.array([1.0, 3.0])) ** 2
        (0.0, 2.0000000000000004)
    """
    if len(values) < 2:
        return float("nan")
    return 0.0 if are_same(values) else float(values.std(ddof=1))
