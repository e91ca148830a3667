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

    Args:
        p_values: p-values of m tests, dependent or not.

    Returns:
        Corrected p-values, in the order given.

    Raises:
        StatisticsError: a number is no probability.

    References:
        Holm (1979), Scandinavian Journal of Statistics 6, 65-70.

    Examples:
        >>> holm([0.01, 0.04, 0.03])
        (0.03, 0.06, 0.06)
    """
    given = finite(p_values, "p-values")
    wrong = given[(given < 0) | (given > 1)]
    if wrong.size:
        raise StatisticsError(f"p-values must be from 0 to 1; got {wrong[0]:g}")
    order = np.argsort(given, kind="stable")
    steps = np.minimum(1, np.arange(len(given), 0, -1) * given[order])
    found = np.empty_like(given)
    found[order] = np.maximum.accumulate(steps)
    return tuple(map(float, found))
