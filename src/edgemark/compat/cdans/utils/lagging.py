"""Matrices of lagged values in the layout of cdans."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import EdgemarkError

__all__ = ["column_for", "lagged_design_matrix"]


def lagged_design_matrix(
    data: NDArray[Any], tau_max: int
) -> tuple[NDArray[Any], NDArray[Any], list[tuple[int, int]]]:
    """
    Return the rows of a series, and for each row the values at lags 1 to `tau_max` before it.

    Args:
        data: shape (n_samples, n_vars).
        tau_max: the largest lag.

    Returns:
        Three values: the rows from `tau_max` on; for each of them, a row with the earlier values, first
        of all variables at lag 1; and the (variable, lag) of each column of earlier values.

    Raises:
        EdgemarkError: the series is not a matrix or has no more rows than the largest lag, or the
            largest lag is below 1.

    Examples:
        >>> rows, earlier, columns = lagged_design_matrix(np.arange(8).reshape(4, 2), tau_max=2)
        >>> rows[0], earlier[0], columns
        (array([4, 5]), array([2, 3, 0, 1]), [(0, 1), (1, 1), (0, 2), (1, 2)])
    """
    if data.ndim != 2:
        raise EdgemarkError(f"data must be 2D, got shape {data.shape}")
    n_samples, n_vars = data.shape
    if tau_max < 1:
        raise EdgemarkError(f"tau_max must be >= 1, got {tau_max}")
    if n_samples <= tau_max:
        raise EdgemarkError(
            f"data must have more rows than the largest lag, {tau_max}; got {n_samples} rows"
        )
    lags = range(1, tau_max + 1)
    earlier = np.hstack([data[tau_max - lag : n_samples - lag] for lag in lags])
    return data[tau_max:], earlier, [(variable, lag) for lag in lags for variable in range(n_vars)]


def column_for(var: int, lag: int, n_vars: int) -> int:
    """
    Return the column of a variable and a lag in the matrix of `lagged_design_matrix`.

    Args:
        var: position of the variable.
        lag: 1 or more.
        n_vars: number of variables.

    Returns:
        The position of the column.

    Raises:
        EdgemarkError: a lag below 1.

    Examples:
        >>> column_for(var=1, lag=2, n_vars=3)
        4
    """
    if lag < 1:
        raise EdgemarkError(f"lag must be >= 1, got {lag}")
    return (lag - 1) * n_vars + var
