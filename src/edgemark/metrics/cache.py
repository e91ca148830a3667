"""A cache for intermediate results of two graphs that several metrics share."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

__all__ = ["remembered"]

T = TypeVar("T")


def remembered(holder: Any, other: Any, key: Hashable, find: Callable[[], T]) -> T:
    """Return `find()`, cached on `holder` for as long as `other` is the other operand."""
    entry = holder._cache.get(key)
    if entry is not None and entry[0]() is other:
        return cast(T, entry[1])
    value = find()
    holder._cache[key] = weakref.ref(other), value
    return value
