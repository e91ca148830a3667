"""
Ties: which values, and which differences, are equal although binary fractions round them apart.

A number stands for the shortest decimal that is read as this number, as it is printed. Means and
differences are those of the decimals. Ranks, wins, signed differences, spreads and bold marks all ask
`exceeds`, and sums of differences tie within `rounding_of`, so that none of them contradicts another.
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
_EXACT = Context(prec=320)  # The digits of a sum of numbers from 1e-100 to 1e149, which have 17 each.


def value_ranks(values: Values) -> Values:
    """
    Rank from 1, the smallest first: one more than the values that are smaller, and half of the ties.

    Values that agree to 12 digits tie. If a ties with b, and b with c, then a may still be below c.

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
        groups: for each row, the number of its group, from 0; None if each row is one of its own.

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

    A difference is that of the decimals of its values, and known to 12 digits of the larger one.
    Absolute differences that agree to this precision become the same number, and those that agree with 0
    become 0.

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


def _tie_width(a: float, b: float) -> float:
    """
    How far apart two equal differences of values of two sizes may be: the rounding of both.

    The share of the larger one would make differences of small values equal to each other.
    """
    return SAME * min(a, b) + _ROUNDING * max(a, b)


def _decimal_differences(a: Values, b: Values) -> Values:
    with localcontext(_EXACT):
        pairs = zip(a.ravel().tolist(), b.ravel().tolist(), strict=True)
        exact = [float(Decimal(repr(x)) - Decimal(repr(y))) for x, y in pairs]
    return np.array(exact).reshape(a.shape)


def rounding_of(a: Values, b: Values) -> Values:
    """
    How far rounding may move each difference a - b; sums within the sum of these widths are equal.

    The rounding is that of the values, however small their difference is.
    """
    return np.asarray(_ROUNDING_IN_SUMS * np.maximum(np.abs(a), np.abs(b)))


def mean_difference(d: Values, rounding: Values) -> float:
    """
    Return the mean of differences; 0 if it differs from 0 only by rounding.

    Examples:
        >>> third = 1 / 3
        >>> mean_difference(np.array([third, third, -0.6666666]), np.full(3, 1e-7))
        0.0
    """
    mean = mean_of(d)
    return mean if abs(mean) > float(rounding.mean()) else 0.0


def mean_of(values: Values) -> float:
    """
    Return the mean of the decimals.

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
    Return the standard deviation with n - 1: nan for one value, 0 if they are equal up to rounding.

    Examples:
        >>> sd_of(np.array([0.1 + 0.2, 0.3])), sd_of(np.array([1.0, 3.0])) ** 2
        (0.0, 2.0000000000000004)
    """
    if len(values) < 2:
        return float("nan")
    return 0.0 if are_same(values) else float(values.std(ddof=1))
