"""
Find numbers that differ, but are equal after they are rounded to float64.

Integers from 2**53 on may tie with their neighbours, numbers below 2e-324 tie with 0, and long decimals
such as 0.99999999999999999999 with whole numbers.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import as_number
from edgemark.errors import GraphError, Remedy
from edgemark.graph.other_cells import REAL_TYPES

__all__ = [
    "FIRST_ROUNDED",
    "exactly_written",
    "refuse_rounding",
    "unrounded",
    "values_of_polars",
    "vanishes",
    "would_tie",
]

_DOUBLE: np.dtype[Any] = np.dtype(np.float64)
FIRST_ROUNDED = 2.0**53  # The next integer is the first that float64 rounds.
# A number of fewer characters that float64 reads as a whole number is that whole number.
_LONG_NUMBER = re.compile(r"[-+]?(?=[0-9.]{16,400}$)[0-9]*\.?[0-9]*")


def unrounded(array: Any, numbers: NDArray[Any]) -> NDArray[Any]:
    """
    Return the numbers of an array or of lists as they were before NumPy converted them to `numbers`.

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


def vanishes(text: str, number: float) -> bool:
    """
    Whether a text states another number than 0, which is so small that it is read as 0.

    Examples:
        >>> vanishes("1e-400", 0.0), vanishes("0e5", 0.0), vanishes("1e-300", 1e-300)
        (True, False, False)
    """
    return number == 0 and re.search("[1-9]", text.lower().partition("e")[0]) is not None


def exactly_written(text: str, number: float) -> Any:
    """
    Return the number of a text as it is written if float64 rounds it to a whole number, else `number`.

    Args:
        text: the text, an integer or a decimal; numbers with an exponent are taken as they are read.
        number: the number as it is read.

    Examples:
        >>> exactly_written("9007199254740993", 2.0**53), exactly_written("0.5", 0.5)
        (9007199254740993, 0.5)
        >>> exactly_written("0.99999999999999999999", 1.0) < 1
        True
    """
    if not number.is_integer() or not _LONG_NUMBER.fullmatch(text.strip()):
        return number
    exact = Fraction(text.strip())
    if exact == number:
        return number
    return int(exact) if exact.denominator == 1 else exact


def values_of_polars(frame: Any) -> Any:
    """
    Return the values of a polars frame, with integers from 2**53 on unrounded.

    Polars rounds integers if another column has floats. In this case, the array holds objects, with nan
    for missing cells.
    """
    values = frame.to_numpy()
    if values.dtype.kind != "f" or not (np.abs(values) >= FIRST_ROUNDED).any():
        return values
    columns = [[np.nan if x is None else x for x in column] for column in frame.get_columns()]
    return np.array(columns, object).T


def refuse_rounding(
    exact: NDArray[Any], rounded: NDArray[np.float64], *remedies: Remedy, unlisted: Any = None
) -> None:
    """
    Refuse numbers that differ but would tie as float64. `sign="ignore"` ranks absolute values, so they
    must not tie either.

    Args:
        exact: the numbers as they were given.
        rounded: the same numbers as float64.
        remedies: what to do; by default, a remedy in words.
        unlisted: the score of pairs that are not listed; None or nan if they have none.
    """
    if exact.dtype.itemsize < _DOUBLE.itemsize or exact.dtype == _DOUBLE:
        return
    if exact.dtype.kind in "iu" and not (np.abs(rounded) >= FIRST_ROUNDED).any():
        return
    if not isnan(score := as_number(unlisted)):
        # With the None, NumPy makes an array of one dimension, whatever the types of the numbers.
        exact = np.array([*exact.reshape(-1).tolist(), unlisted, None], object)[:-1]
        rounded = np.append(rounded, score)
    if would_tie(exact, rounded):
        raise GraphError(
            f"scores are compared as float64, in which some of these {_kind_of(exact)} would tie",
            *(remedies or [_ranks_in_words()]),
        )


def _ranks_in_words() -> Remedy:
    # Ranks divided by their number are from 0 to 1, as p-values must be.
    return Remedy(
        "Replace each number by its rank, from 1 for the lowest, divided by the number of ranks; with "
        'sign="ignore", rank absolute values. If some pairs are not listed, rank their score with the '
        "others (by default 0, or 1 for p-values), and give its rank as unlisted"
    )


def _kind_of(numbers: NDArray[Any]) -> str:
    return "numbers" if numbers.dtype == object else f"{numbers.dtype} numbers"


def would_tie(exact: NDArray[Any], rounded: NDArray[np.float64]) -> bool:
    """
    Whether different numbers, or different absolute values, are equal as float64.

    Examples:
        >>> exact = np.array([-(2**53) - 1, 2**53])
        >>> would_tie(exact, exact.astype(float)), would_tie(exact - 1, (exact - 1).astype(float))
        (True, False)
    """
    is_finite = np.isfinite(rounded)
    exact, rounded = exact[is_finite], rounded[is_finite]
    return any(map(_ties, (exact, _absolute(exact)), (rounded, np.abs(rounded))))


def _ties(exact: NDArray[Any], rounded: NDArray[np.float64]) -> bool:
    """Whether rounding makes different numbers equal."""
    distinct = set(exact.tolist()) if exact.dtype == object else np.unique(exact)
    return len(distinct) > np.unique(rounded).size


def _absolute(exact: NDArray[Any]) -> NDArray[Any]:
    """Return absolute values; integers become unsigned, since that of the lowest fits no signed type."""
    absolute: NDArray[Any] = np.abs(exact)
    return absolute.astype(np.uint64) if absolute.dtype.kind == "i" else absolute
