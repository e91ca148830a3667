"""Holm's correction of several p-values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgemark.errors import StatisticsError
from edgemark.stats.checked_values import finite

__all__ = ["holm"]


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    r"""
    Return p-values with Holm's correction, which controls the family-wise error rate.

    .. math:: \tilde p_{(i)} = \max_{j \le i} \min(1, (m - j + 1)\, p_{(j)})

    where :math:`p_{(j)}` is the j-th smallest of m p-values.

    Args:
        p_values: p-values of m tests, dependent or not.

    Returns:
        Corrected p-values, in the order given.

    Raises:
        StatisticsError: a p-value is not a number from 0 to 1.

    References:
        Holm (1979), Scandinavian Journal of Statistics 6, 65-70.

    Examples:
        >>> holm([0.01, 0.04, 0.03])
        (0.03, 0.06, 0.06)
    """
    numbers = finite(p_values, "p-values")
    wrong = numbers[(numbers < 0) | (numbers > 1)]
    if wrong.size:
        raise StatisticsError(f"p-values must be from 0 to 1; got {wrong[0]:g}")
    order = np.argsort(numbers, kind="stable")
    products = np.minimum(1, np.arange(len(numbers), 0, -1) * numbers[order])
    corrected = np.empty_like(numbers)
    corrected[order] = np.maximum.accumulate(products)
    return tuple(map(float, corrected))
