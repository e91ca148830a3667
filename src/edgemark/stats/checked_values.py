"""Checks of the numbers that tests use."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import refuse_masked
from edgemark.errors import InputTypeError, StatisticsError
from edgemark.host import on_host

__all__ = ["TIE", "TIE_OF_SUMS", "Values", "finite", "whole"]

Values = NDArray[np.float64]

_NOT_NUMBERS = "bSUcmM"  # NumPy would convert booleans, text, complex numbers and times to floats
_LARGEST = 1e150  # Larger numbers have infinite squares.
TIE_OF_SUMS = 1e-9
"""Sums of differences are 0 if they are below this share of the sum of their absolute values."""
TIE = 1e-12
"""Relative to the largest value: sums and means this close to each other differ only by rounding."""


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
    refuse_masked(what, values, StatisticsError)
    try:
        array = np.asarray(on_host(values))
        if array.dtype.kind in _NOT_NUMBERS:
            raise TypeError
        numbers = np.asarray(array, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputTypeError(
            f"{what} must be numbers; got a {type(values).__name__} that holds something else"
        ) from None
    except OverflowError:
        raise StatisticsError(
            f"{what} must be finite numbers, none beyond 1e150; got a larger one"
        ) from None
    if numbers.ndim != axes:
        raise StatisticsError(
            f"{what} must be {'a sequence' if axes == 1 else 'a matrix'}; got shape {numbers.shape}"
        )
    wrong = numbers[~(np.abs(numbers) <= _LARGEST)]
    if wrong.size:
        raise StatisticsError(f"{what} must be finite numbers, none beyond 1e150; got {wrong[0]:g}")
    return numbers


def whole(name: str, value: Any, least: int) -> int:
    """
    Return an integer, such as a seed, that is not too small.

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
