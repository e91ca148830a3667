"""Checks of numeric arguments: real numbers and integers of Python or NumPy, arrays without a mask."""

from math import inf, nan
from numbers import Integral, Real
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import ConventionError, EdgemarkError, InputTypeError, Remedy, shown

__all__ = [
    "as_number",
    "booleans",
    "demand_whole",
    "is_masked",
    "is_whole",
    "refuse_masked",
    "whole",
    "written_number",
]


def as_number(value: object) -> float:
    """
    Return a real number as a float, and nan for anything else, because nan fails every comparison.

    A number that is too large for a float becomes inf or -inf.

    Examples:
        >>> as_number(2), as_number("2"), as_number(None), as_number(True), as_number(-(10**400))
        (2.0, nan, nan, nan, -inf)
    """
    if not isinstance(value, Real) or _is_bool_or_time_span(value):
        return nan
    try:
        return float(value)
    except OverflowError:
        number: Any = value
        return inf if number > 0 else -inf


def written_number(text: str) -> float:
    """
    Return the number that a text in a file means; unlike `float`, refuse "_" and digits beyond ASCII.

    Raises:
        ValueError: the text is not a number.

    Examples:
        >>> written_number("-1.5e3")
        -1500.0
        >>> written_number("1_0")
        Traceback (most recent call last):
        ...
        ValueError: no number: '1_0'
    """
    if "_" in text or not text.isascii():
        raise ValueError(f"no number: {text!r:.40}")
    return float(text)


def is_whole(value: object) -> TypeGuard[int]:
    """
    Return whether a value is an integer of Python or NumPy.

    Examples:
        >>> is_whole(2), is_whole(2.0), is_whole(True)
        (True, False, False)
    """
    return isinstance(value, Integral) and not _is_bool_or_time_span(value)


def _is_bool_or_time_span(value: object) -> bool:
    """Whether a value is a boolean or a NumPy time span, which Python both treats as integers."""
    return isinstance(value, bool) or type(value).__name__ == "timedelta64"


def demand_whole(name: str, number: object, least: int) -> int:
    """
    Return an option of a metric or a search as a Python integer, which never overflows.

    Raises:
        ConventionError: the option is not an integer, or is below `least`; for other arguments, `whole`
            distinguishes the two errors.

    Examples:
        >>> demand_whole("seed", 3, least=0)
        3
    """
    if not is_whole(number) or number < least:
        raise ConventionError(f"{name} must be a whole number of at least {least}; got {number!r}")
    return int(number)


def whole(name: str, number: Any, least: int = 0, error: type[EdgemarkError] = EdgemarkError) -> int:
    """
    Return an argument as a Python integer.

    Raises:
        TypeError: the argument is not an integer.
        EdgemarkError: the integer is below `least`; the error is of the class `error`.

    Examples:
        >>> whole("seed", 3)
        3
    """
    if not is_whole(number):
        raise InputTypeError(f"{name} must be a whole number; got {number!r}")
    if number < least:
        raise error(f"{name} must be {least} or more; got {number}")
    return int(number)


def is_masked(thing: object) -> bool:
    """
    Return whether an object is a masked array, or a list that holds one.

    NumPy drops the mask of arrays within a list. A list that starts with a number is not searched.

    Examples:
        >>> is_masked([np.zeros(2), np.ma.zeros(2)]), is_masked([[0, 1], [0, 0]])
        (True, False)
    """
    if isinstance(thing, list | tuple):
        return bool(thing) and not isinstance(thing[0], Real) and any(map(is_masked, thing))
    return isinstance(thing, np.ma.MaskedArray)


def booleans(mask: Any, subject: str, error: type[EdgemarkError]) -> NDArray[Any]:
    """
    Return the cells of an array or a frame, as NumPy booleans if all of them are booleans.

    NumPy stores booleans as objects if a cell among them is missing, and sometimes if they come from the
    nullable booleans of pandas.

    Raises:
        EdgemarkError: a cell of a mask is missing, or the object is not an array; the error is of the
            class `error`.

    Examples:
        >>> booleans(np.array([True, False], dtype=object), "a mask", EdgemarkError).dtype
        dtype('bool')
    """
    try:
        cells = np.asarray(mask)
    except ValueError:
        name = type(mask).__name__
        raise error(f"{subject} must be an array; got a {name} of unequal parts") from None
    if cells.dtype != object:
        return cells
    if not cells.ndim and not hasattr(mask, "toarray"):  # NumPy makes a sparse matrix one cell.
        raise error(f"{subject} must be an array; got {shown(mask, 60)}")
    others = [k for k, cell in enumerate(cells.flat) if not isinstance(cell, bool | np.bool_)]
    if not others:
        return cells.astype(np.bool_)
    first_other = cells.flat[others[0]]
    if first_other is None or type(first_other).__name__ == "NAType":
        position = [int(k) for k in np.unravel_index(others[0], cells.shape)]
        fill = "fill_null" if "polars" in type(mask).__module__ else "fillna"
        raise error(
            f"{subject} must say True or False for every cell; the cell at {position} is missing",
            Remedy(f"Say what missing cells mean, such as with {fill}(False)"),
        )
    return cells


def refuse_masked(subject: str, thing: object, error: type[EdgemarkError], *remedies: Remedy) -> None:
    """
    Refuse a masked array, or a list that holds one, because NumPy would drop the mask.

    Raises:
        EdgemarkError: the object has a mask; the error is of the class `error`.

    Examples:
        >>> refuse_masked("weights", np.ma.ones(2), EdgemarkError)
        Traceback (most recent call last):
        ...
        edgemark.errors.EdgemarkError: weights must have all numbers; got a masked array. Fill its \
masked cells with array.filled(value)
    """
    if is_masked(thing):
        raise error(
            f"{subject} must have all numbers; got a masked array",
            *(remedies or (Remedy("Fill its masked cells with array.filled(value)"),)),
        )
