"""Sorting of many scores."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark import _core

__all__ = ["ascending"]

_MIN_SIZE_FOR_NUMPY = 2048
_SIMD_EXTENSIONS = frozenset({"ASIMD", "AVX2", "AVX512_SKX", "X86_V3", "X86_V4"})
"""
With one of these instruction sets, NumPy sorts floats several times as fast as the core's radix sort.
"""


def ascending(numbers: Any) -> NDArray[np.float64]:
    """
    Return the numbers in ascending order.

    NumPy sorts 2048 numbers or more, if it uses SIMD instructions; otherwise the core sorts them.

    Examples:
        >>> ascending(np.array([2.0, -1.0, 0.5]))
        array([-1. ,  0.5,  2. ])
    """
    numbers = np.ascontiguousarray(numbers, np.float64)
    if numbers.size >= _MIN_SIZE_FOR_NUMPY and _numpy_sorts_with_simd():
        return np.sort(numbers)
    return _core.sorted_numbers(numbers)


@cache
def _numpy_sorts_with_simd() -> bool:
    """Whether NumPy uses one of `_SIMD_EXTENSIONS` on this machine; otherwise the core is faster."""
    config: Any = np.show_config(mode="dicts")
    extensions = config.get("SIMD Extensions", {})
    return not _SIMD_EXTENSIONS.isdisjoint(
        (*extensions.get("baseline", ()), *extensions.get("found", ()))
    )
