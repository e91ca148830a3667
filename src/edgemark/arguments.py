"""Numbers among arguments: real or whole, of Python or NumPy, and not too small."""

from math import inf, nan
from numbers import Integral, Real
from typing import Any, TypeGuard

from edgemark.errors import ConventionError, EdgemarkError, InputTypeError

__all__ = ["as_number", "demand_whole", "is_whole", "whole"]


def as_number(value: object) -> float:
    """
    Give a real number as a float, and nan, of which no comparison holds, for anything else.

    A number too large for a float is inf.

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
    Say whether a value is a whole number, of Python or of NumPy.

    Examples:
        >>> is_whole(2), is_whole(2.0), is_whole(True)
        (True, False, False)
    """
    return isinstance(value, Integral) and not _is_no_number(value)


def _is_no_number(value: object) -> bool:
    """Both are numbers to Python: truth values, and NumPy's spans of time."""
    return isinstance(value, bool) or type(value).__name__ == "timedelta64"


def demand_whole(name: str, number: object, least: int) -> None:
    """
    Refuse an option that is no whole number, or too small a one.

    Raises:
        ConventionError: always where it is refused, whatever the type.

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
