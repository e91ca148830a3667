"""Sorting of many scores."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark import _core

__all__ = ["ascending"]

_FEW = 2048
_VECTORS = frozenset({"ASIMD", "AVX2", "AVX512_SKX", "X86_V3", "X86_V4"})
"""With these instructions NumPy sorts floats three times as fast as the core, which sorts by digits."""


def ascending(numbers: Any) -> NDArray[np.float64]:
    """
    Return the numbers in ascending order, with NumPy or with the core, whichever is faster here.

    Examples:
        >>> ascending(np.array([2.0, -1.0, 0.5]))
        array([-1. ,  0.5,  2. ])
    """
    numbers = np.ascontiguousarray(numbers, np.float64)
    if numbers.size >= _FEW and _sorts_by_vectors():
        return np.sort(numbers)
    return _core.sorted_numbers(numbers)


@cache
def _sorts_by_vectors() -> bool:
    """Whether NumPy has these instructions on this machine; without them the core is faster."""
    known: Any = np.show_config(mode="dicts")
    extensions = known.get("SIMD Extensions", {})
    return not _VECTORS.isdisjoint((*extensions.get("baseline", ()), *extensions.get("found", ())))
