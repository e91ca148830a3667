"""A cache for intermediate results of two graphs that several metrics share."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

__all__ = ["remembered"]

T = TypeVar("T")


def remembered(holder: Any, other: Any, key: Hashable, find: Callable[[], T]) -> T:
    """Return `find()`, cached on `holder` for as long as `other` is the other operand."""
    known = holder._cache.get(key)
    if known is not None and known[0]() is other:
        return cast(T, known[1])
    found = find()
    holder._cache[key] = weakref.ref(other), found
    return found
