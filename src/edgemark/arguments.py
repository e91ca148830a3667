"""Checks of numeric arguments: real numbers and integers of Python or NumPy."""

from math import inf, nan
from numbers import Integral, Real
from typing import Any, TypeGuard

from edgemark.errors import ConventionError, EdgemarkError, InputTypeError

__all__ = ["as_number", "demand_whole", "is_whole", "whole"]


def as_number(value: object) -> float:
    """
    Return a real number as a float; anything else gives nan, which fails every comparison.

    A number that is too large for a float becomes inf.

    Examples:
        >>> as_number(2), as_number("2"), as_number(None), as_number(True)
        (2.0, nan, nan, nan)
    """
    if not isinstance(value, Real) or _is_no_number(value):
        return nan
    try:
        return float(value)
    except OverflowError:
        return inf


def is_whole(value: object) -> TypeGuard[int]:
    """
    Return whether a value is an integer of Python or NumPy.

    Examples:
        >>> is_whole(2), is_whole(2.0), is_whole(True)
        (True, False, False)
    """
    return isinstance(value, Integral) and not _is_no_number(value)


def _is_no_number(value: object) -> bool:
    """Whether a value is a boolean or a NumPy time span, which Python treats as numbers."""
    return isinstance(value, bool) or type(value).__name__ == "timedelta64"


def demand_whole(name: str, number: object, least: int) -> None:
    """
    Refuse an option that is no integer, or is too small.

    Raises:
        ConventionError: the option is refused, whatever its type.

    Examples:
        >>> demand_whole("seed", 3, least=0)
    """
    if not is_whole(number) or number < least:
        raise ConventionError(f"{name} must be a whole number of at least {least}; got {number!r}")


def whole(name: str, number: Any, least: int = 0, error: type[EdgemarkError] = EdgemarkError) -> int:
    """
    Return an argument as a Python integer.

    Raises:
        TypeError: the argument is no integer.
        EdgemarkError: the integer is below `least`.

    Examples:
        >>> whole("seed", 3)
        3
    """
    if not is_whole(number):
        raise InputTypeError(f"{name} must be a whole number; got {number!r}")
    if number < least:
        raise error(f"{name} must be {least} or more; got {number}")
    return int(number)
