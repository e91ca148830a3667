"""Whole numbers among arguments: of Python or NumPy, and not too small."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgemark.errors import EdgemarkError, InputTypeError

__all__ = ["whole"]


def whole(name: str, number: Any, least: int = 0, error: type[EdgemarkError] = EdgemarkError) -> int:
    """
    Return an argument as a Python integer.

    Raises:
        TypeError: the argument is no integer.
        EdgemarkError: the integer is below `least`.

    Examples:
        >>> whole("seed", np.int64(3))
        3
    """
    if isinstance(number, bool) or not isinstance(number, int | np.integer):
        raise InputTypeError(f"{name} must be a whole number; got {number!r}")
    if number < least:
        raise error(f"{name} must be {least} or more; got {number}")
    return int(number)
