"""Checks and rounding of the numbers that tests use."""

from __future__ import annotations

from math import ceil, log10
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import refuse_masked
from edgemark.errors import InputTypeError, StatisticsError
from edgemark.host import on_host

__all__ = ["TIE", "TIE_OF_SUMS", "Values", "differences", "finite", "rounded", "whole"]

Values = NDArray[np.float64]

_NOT_NUMBERS = "bSUcmM"  # NumPy would convert booleans, text, complex numbers and times to floats
_LARGEST = 1e150  # Larger numbers have infinite squares.
_DIGITS, _SMALLEST = 12, 1e-280
_ROUNDING = 1e-15  # of a difference, as a share of the larger value
_ALL_DECIMALS = 300  # The number of decimals of a number that is too small to be rounded.
TIE_OF_SUMS = 1e-9
"""Sums of differences are 0 if they are below this share of the sum of sizes."""
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


def differences(a: Values, b: Values) -> Values:
    """
    Return a - b, where differences become equal if only the rounding of binary fractions separates them.

    A difference is known to 12 digits of the larger of its two values. Absolute differences that agree
    to this precision become the same number, and those that agree with 0 become 0.

    Examples:
        >>> differences(np.array([0.3, 0.2]), np.array([0.1, 0.0])).tolist()
        [0.2, 0.2]
        >>> d = differences(np.array([1 / 15, 1 / 3]), np.array([0.0, 2 / 5]))
        >>> bool(d[0] == -d[1])
        True
    """
    d = np.asarray(a - b)
    sizes = np.abs(d).ravel().tolist()
    scales = np.maximum(np.abs(a), np.abs(b)).ravel().tolist()
    digits = [_decimals(scale) for scale in scales]
    tied: Values = np.zeros(len(sizes))
    group: list[int] = []
    for k in sorted(range(len(sizes)), key=sizes.__getitem__):
        if sizes[k] <= _step(digits[k]):
            continue  # it agrees with 0
        if group and sizes[k] - sizes[group[0]] > _tie_width(k, group[0], digits, scales):
            _tie(tied, group, sizes, digits)
            group = []
        group.append(k)
    if group:
        _tie(tied, group, sizes, digits)
    return np.sign(d) * tied.reshape(d.shape)


def _tie_width(a: int, b: int, digits: list[int], scales: list[float]) -> float:
    """
    How far apart two equal differences may be: the step of the finer one, and the rounding of both.

    The step of the coarser one would make differences of small values equal to each other.
    """
    return _step(max(digits[a], digits[b])) + _ROUNDING * max(scales[a], scales[b])


def _tie(tied: Values, group: list[int], sizes: list[float], digits: list[int]) -> None:
    """Replace tied absolute differences by the one with the most known decimals."""
    best = max(group, key=digits.__getitem__)
    tied[group] = round(sizes[best], digits[best])


def _decimals(scale: float) -> int:
    """Return how many decimals of a number of this size are known."""
    return _DIGITS - ceil(log10(scale)) if scale > _SMALLEST else _ALL_DECIMALS


def _step(decimals: int) -> float:
    return 0.9 * 10.0**-decimals if decimals < _ALL_DECIMALS else 0.0


def rounded(values: Values) -> Values:
    """
    Round every number to 12 digits.

    Examples:
        >>> rounded(np.array([0.1 + 0.2, 1e13])).tolist()
        [0.3, 10000000000000.0]
    """
    return _rounded(values, np.abs(values))


def _rounded(values: Values, scales: Values) -> Values:
    """Round as Python does, which gives equal numbers equal bits at any scale."""
    pairs = zip(values.ravel().tolist(), scales.ravel().tolist(), strict=True)
    numbers = [round(v, _decimals(s)) if s > _SMALLEST else v for v, s in pairs]
    return np.array(numbers, dtype=np.float64).reshape(values.shape)
