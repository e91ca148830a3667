"""Checks of the numbers that tests use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set, ValuesView
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import refuse_masked
from edgemark.errors import InputTypeError, StatisticsError, a_type, shown
from edgemark.host import on_host

__all__ = ["TIE", "TIE_OF_SUMS", "Values", "finite", "one_number", "whole"]

Values = NDArray[np.float64]

_NOT_NUMBERS = "bSUcmM"  # NumPy would convert booleans, text, complex numbers and times to floats
_LARGEST = 1e150  # Larger numbers have infinite squares.
TIE_OF_SUMS = 1e-9
"""Sums of differences are 0 if they are below this share of the sum of their absolute values."""
TIE = 1e-12
"""Relative to the largest value: sums and means this close to each other differ only by rounding."""


def finite(values: Any, what: str, *, axes: int = 1) -> Values:
    """
    Return an array of finite numbers. The values of a mapping are a sequence, in its order.

    Raises:
        InputTypeError: something other than real numbers, or no sequence.
        StatisticsError: another number of axes, or a number that is not finite.

    Examples:
        >>> finite([1, 2.5], "the differences").tolist()
        [1.0, 2.5]
        >>> finite([1, float("nan")], "ranks")
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: ranks must be finite numbers, none beyond 1e150; got nan
    """
    refuse_masked(what, values, StatisticsError)
    if axes == 1 and isinstance(values, Mapping | ValuesView):
        values = list(values.values() if isinstance(values, Mapping) else values)
    required = f"{what} must be a {'sequence' if axes == 1 else 'matrix'} of numbers"
    _refuse_other_collections(values, required)
    try:
        array = np.asarray(on_host(values))
        if array.dtype.kind in _NOT_NUMBERS:
            raise TypeError
        numbers = np.asarray(array, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputTypeError(f"{what} must be real numbers; got {_described(values)}") from None
    except OverflowError:
        raise StatisticsError(
            f"{what} must be finite numbers, none beyond 1e150; got a larger one"
        ) from None
    if numbers.ndim != axes:
        got = f"an array of shape {numbers.shape}" if numbers.ndim else "a single number"
        raise StatisticsError(f"{required}; got {got}")
    wrong = numbers[~(np.abs(numbers) <= _LARGEST)]
    if wrong.size:
        raise StatisticsError(f"{what} must be finite numbers, none beyond 1e150; got {wrong[0]:g}")
    return numbers


def _refuse_other_collections(values: Any, required: str) -> None:
    """Refuse iterators, which may have no end, sets, mappings, text and None."""
    if isinstance(values, Iterator):
        raise InputTypeError(f"{required}; got {a_type(values)}. Give a list, such as list(values)")
    if isinstance(values, Set):
        raise InputTypeError(f"{required}; got {a_type(values)}, which drops equal numbers. Give a list")
    if isinstance(values, Mapping | ValuesView):
        raise InputTypeError(f"{required}; got {a_type(values)}")
    if values is None or isinstance(values, str | bytes):
        raise InputTypeError(f"{required}; got {shown(values)}")


def _described(values: Any) -> str:
    """Describe the first item that is not a real number, or else the type of the collection."""
    for item in values if isinstance(values, list | tuple | np.ndarray) else ():
        if isinstance(item, bool | np.bool_ | str | bytes | complex | np.complexfloating):
            return f"{a_type(item)}, {shown(item)}"
    return a_type(values)


def one_number(value: Any, what: str) -> float:
    """
    Return a finite number.

    Examples:
        >>> one_number([1.5], "the difference")
        Traceback (most recent call last):
        ...
        edgemark.errors.InputTypeError: the difference must be a number; got a list
    """
    number = np.asarray(on_host(value))
    is_number = number.dtype.kind not in _NOT_NUMBERS and hasattr(value, "__float__")
    if number.ndim or not is_number:
        raise InputTypeError(f"{what} must be a number; got {a_type(value)}")
    return float(finite([number], what)[0])


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
