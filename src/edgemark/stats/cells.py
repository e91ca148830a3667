"""Numbers, names and keys in tables of runs."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isnan, nan
from typing import Any, Literal, get_args

import numpy as np

from edgemark.errors import ConventionError, InputTypeError, StatisticsError
from edgemark.single_precision import as_printed

__all__ = [
    "STATUSES",
    "Status",
    "checked",
    "demand_order",
    "name_of",
    "status_of",
    "unknown_convention",
    "unknown_name",
]

Status = Literal["ok", "undefined", "refused", "failed", "absent"]
STATUSES: tuple[str, ...] = get_args(Status)

_LARGEST = 1e149  # These limits keep differences, sums and squares within the range of floats.
_SMALLEST = 1e-100
# Types that float() accepts although their values are not measurements.
_NOT_NUMBERS = (bool, np.bool_, str, bytes, bytearray, np.complexfloating)


def checked(value: Any, what: str) -> float:
    """
    Return a finite number, or nan for None, nan and pandas.NA.

    Args:
        value: the cell.
        what: its name in error messages.

    Raises:
        InputTypeError: no number, such as text or a truth value.
        StatisticsError: a size beyond 1e149, or below 1e-100 but not 0.
    """
    if value is None:
        return nan
    if isinstance(value, _NOT_NUMBERS):
        raise InputTypeError(f"{what} must be a number; got {value!r}")
    try:
        number = as_printed(value)
    except (TypeError, ValueError):
        if type(value).__name__ == "NAType":
            return nan
        raise InputTypeError(f"{what} must be a number; got {type(value).__name__}") from None
    except OverflowError:
        number = inf  # an integer beyond the range of floats
    if abs(number) > _LARGEST:
        raise StatisticsError(
            f"{what} must be finite, and not beyond 1e149; got {number:g}. Use None for a run without "
            "a value, so that it is counted"
        )
    if 0 < abs(number) < _SMALLEST:
        raise StatisticsError(
            f"{what} must be 0 or of a size from 1e-100; got {number:g}. Use another unit"
        )
    return number


def name_of(value: Any) -> str:
    """Convert a name to text; an integer that pandas stored as a float becomes an integer again."""
    if isinstance(value, float | np.floating):
        if isnan(value):
            return ""
        return str(int(value)) if value.is_integer() else str(value)
    return "" if value is None or type(value).__name__ == "NAType" else str(value)


def status_of(value: float, status: str) -> str:
    """
    Return the status of a run. The default is "ok", which becomes "undefined" if there is no value.

    Examples:
        >>> status_of(3.0, ""), status_of(nan, "ok"), status_of(nan, "failed")
        ('ok', 'undefined', 'failed')
    """
    status = status or "ok"
    if status not in STATUSES:
        raise ConventionError.unknown("the status", status, STATUSES)
    if isnan(value):
        return "undefined" if status == "ok" else status
    if status != "ok":
        raise StatisticsError(
            f"a run with the status {status!r} must have no value; got {value:g}. Leave out the value "
            "or the status"
        )
    return status


def unknown_convention(metric: str, convention: str, known: Iterable[str]) -> ConventionError:
    """
    Return the error for a convention that no run of a metric has, or that must be stated.

    Examples:
        >>> raise unknown_convention("shd", "lenient", [""])
        Traceback (most recent call last):
        ...
        edgemark.errors.ConventionError: the runs of shd have no convention; got 'lenient'. Leave it out
    """
    known = list(known)
    if any(known):
        return ConventionError.unknown(f"the convention of {metric}", convention, known)
    return ConventionError(f"the runs of {metric} have no convention; got {convention!r}. Leave it out")


def unknown_name(field: str, name: str, known: Iterable[str]) -> ConventionError:
    """
    Return the error for a method, metric or convention that no run has.

    Examples:
        >>> raise unknown_name("method", "PC", ["GES", "BOSS"])
        Traceback (most recent call last):
        ...
        edgemark.errors.ConventionError: the method must be one of GES, BOSS; got 'PC'.
        >>> raise unknown_name("convention", "lenient", [""])
        Traceback (most recent call last):
        ...
        edgemark.errors.ConventionError: the runs have no convention; got 'lenient'. Leave it out
    """
    names = [one for one in known if one]
    if names:
        return ConventionError.unknown(f"the {field}", name, names)
    return ConventionError(f"the runs have no {field}; got {name!r}. Leave it out")


def demand_order(keys: Iterable[Any]) -> None:
    """
    Refuse keys of two parts if all of them begin with a number and end with a text.

    Examples:
        >>> demand_order([("asia", 1), ("alarm", 2)])
        >>> demand_order([(1, "asia"), (2, "asia")])
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: a key must be (data set, seed); got (1, 'asia'), which looks \
like (seed, data set). Exchange its parts
    """
    pairs = [key for key in keys if isinstance(key, tuple) and len(key) == 2]
    if pairs and all(_is_number(a) and _is_word(b) for a, b in pairs):
        raise StatisticsError(
            f"a key must be (data set, seed); got {tuple(map(_plain, pairs[0]))}, which looks like "
            "(seed, data set). Exchange its parts"
        )


def _is_number(part: Any) -> bool:
    return isinstance(part, int | float | np.integer | np.floating)


def _is_word(part: Any) -> bool:
    return isinstance(part, str) and not part.strip().lstrip("-").replace(".", "", 1).isdigit()


def _plain(part: Any) -> Any:
    return part.item() if isinstance(part, np.generic) else part
