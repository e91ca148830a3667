"""Checks and rounding of the numbers that tests use."""

from __future__ import annotations

from math import ceil, log10
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import InputTypeError, StatisticsError

__all__ = ["TIE", "Values", "differences", "finite", "rounded", "whole"]

Values = NDArray[np.float64]

_NO_NUMBERS = "bSUcmM"  # truth values, text, complex numbers and times, which NumPy makes floats of
_LARGEST = 1e150  # above it squares are no numbers
_DIGITS, _SMALLEST = 12, 1e-280
TIE = 1e-12
"""Share of the largest value: sums and means this close to each other differ only by rounding."""


def finite(values: Any, what: str, *, axes: int = 1) -> Values:
    """
    Return an array of finite numbers.

    Examples:
        >>> finite([1, 2.5], "the differences").tolist()
        [1.0, 2.5]
        >>> finite([1, float("nan")], "ranks")
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: ranks must be finite numbers, none beyond 1e150; got nan
    """
    try:
        given = np.asarray(values)
        if given.dtype.kind in _NO_NUMBERS:
            raise TypeError
        made = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputTypeError(
            f"{what} must be numbers; got a {type(values).__name__} that holds something else"
        ) from None
    except OverflowError:
        raise StatisticsError(f"{what} must be finite numbers, none beyond 1e150; got more") from None
    if made.ndim != axes:
        raise StatisticsError(
            f"{what} must be {'a sequence' if axes == 1 else 'a matrix'}; got shape {made.shape}"
        )
    wrong = made[~(np.abs(made) <= _LARGEST)]
    if wrong.size:
        raise StatisticsError(f"{what} must be finite numbers, none beyond 1e150; got {wrong[0]:g}")
    return made


def whole(name: str, value: Any, least: int) -> int:
    """
    Return a whole number, such as a seed, that is not too small.

    Examples:
        >>> whole("seed", -1, 0)
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: seed must be a whole number, 0 or more; got -1
    """
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise InputTypeError(f"{name} must be a whole number; got {type(value).__name__}")
    if value < least:
        raise StatisticsError(f"{name} must be a whole number, {least} or more; got {value}")
    return int(value)


def differences(a: Values, b: Values) -> Values:
    """
    Return a - b, each rounded to 12 digits of the larger of its two values, so that equal ones tie.

    Examples:
        >>> differences(np.array([0.3, 0.2]), np.array([0.1, 0.0])).tolist()
        [0.2, 0.2]
    """
    return _rounded(a - b, np.maximum(np.abs(a), np.abs(b)))


def rounded(values: Values) -> Values:
    """
    Round every number to 12 digits.

    Examples:
        >>> rounded(np.array([0.1 + 0.2, 1e13])).tolist()
        [0.3, 10000000000000.0]
    """
    return _rounded(values, np.abs(values))


def _rounded(values: Values, scales: Values) -> Values:
    """Python's rounding, which gives the same number the same bits whatever the scale."""
    pairs = zip(values.ravel().tolist(), scales.ravel().tolist(), strict=True)
    made = [round(v, _DIGITS - ceil(log10(s))) if s > _SMALLEST else v for v, s in pairs]
    return np.array(made, dtype=np.float64).reshape(values.shape)
