"""Numbers and names in the cells of tables."""

from __future__ import annotations

from math import inf, isnan, nan
from typing import Any

import numpy as np

from edgemark.errors import InputTypeError, StatisticsError

__all__ = ["checked", "name_of"]

_LARGEST = 1e149  # This limit keeps differences and sums within the range of floats.
# Types that float() would accept.
_NO_NUMBERS = (bool, np.bool_, str, bytes, bytearray, np.complexfloating)


def checked(value: Any, what: str) -> float:
    """Return a finite number, or nan for None."""
    if value is None:
        return nan
    if isinstance(value, _NO_NUMBERS):
        raise InputTypeError(f"{what} must be a number; got {value!r}")
    try:
        number = float(value)
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
    return number


def name_of(value: Any) -> str:
    """Convert a name to text; an integer that pandas stored as a float becomes an integer again."""
    if isinstance(value, float | np.floating):
        if isnan(value):
            return ""
        return str(int(value)) if value.is_integer() else str(value)
    return "" if value is None or type(value).__name__ == "NAType" else str(value)
