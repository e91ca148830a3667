"""Numbers before and after they are rounded to float64, in which integers from 2**53 on may tie."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.graph.other_cells import REAL_TYPES

__all__ = ["FIRST_ROUNDED", "unrounded", "values_of_polars", "would_tie"]

FIRST_ROUNDED = 2.0**53  # float64 does not have the next integer.


def unrounded(array: Any, numbers: NDArray[Any]) -> NDArray[Any]:
    """
    Return the numbers of an array or of lists as they were before NumPy gave them one type.

    Examples:
        >>> lists = [[0, 2**53 + 1], [0.5, 0]]
        >>> unrounded(lists, np.array(lists))[0, 1] == 2**53 + 1
        True
    """
    has_objects = isinstance(array, np.ndarray) and array.dtype.kind == "O"
    may_differ = has_objects or isinstance(array, list | tuple)
    if not may_differ or numbers.dtype != np.float64 or not (np.abs(numbers) >= FIRST_ROUNDED).any():
        return numbers
    exact = np.array(array, object)
    are_numbers = all(isinstance(cell, REAL_TYPES) for cell in exact.flat)
    return exact if are_numbers else numbers


def values_of_polars(frame: Any) -> Any:
    """Return the values of a polars frame, which would round integers beside a column of floats."""
    values = frame.to_numpy()
    if values.dtype.kind != "f" or not (np.abs(values) >= FIRST_ROUNDED).any():
        return values
    columns = [[np.nan if x is None else x for x in column] for column in frame.get_columns()]
    return np.array(columns, object).T


def would_tie(exact: NDArray[Any], rounded: NDArray[np.float64]) -> bool:
    """
    Whether numbers that differ, or sizes of numbers that differ, are equal as float64.

    Examples:
        >>> exact = np.array([-(2**53) - 1, 2**53])
        >>> would_tie(exact, exact.astype(float)), would_tie(exact - 1, (exact - 1).astype(float))
        (True, False)
    """
    is_finite = np.isfinite(rounded)
    exact, rounded = exact[is_finite], rounded[is_finite]
    return any(map(_ties, (exact, _sizes(exact)), (rounded, np.abs(rounded))))


def _ties(exact: NDArray[Any], rounded: NDArray[np.float64]) -> bool:
    distinct = set(exact.tolist()) if exact.dtype == object else np.unique(exact)
    return len(distinct) > np.unique(rounded).size


def _sizes(exact: NDArray[Any]) -> NDArray[Any]:
    """Return absolute values; the lowest integer has none in a signed type."""
    sizes: NDArray[Any] = np.abs(exact)
    return sizes.astype(np.uint64) if sizes.dtype.kind == "i" else sizes
