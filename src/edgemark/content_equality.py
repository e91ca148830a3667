"""Equality and hashes of values that hold arrays, which dataclasses cannot compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from math import nan
from typing import Any

import numpy as np

__all__ = ["EqualByContent"]


class EqualByContent:
    """
    Base class of dataclasses that compare and hash by content.

    nan equals nan. Two arrays of the same type are equal if their shapes and values are. Arrays in one
    field should always have the same type, because their bytes are compared.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return _content(self) == _content(other)

    def __hash__(self) -> int:
        return hash(_content(self))


def _content(thing: Any) -> tuple[Any, ...]:
    return tuple(_comparable(getattr(thing, field.name)) for field in fields(thing) if field.compare)


_NAN = ("nan",)  # Stands for every nan, because nan does not equal itself.


def _comparable(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "f":  # All nan are equal, and so are both zeros.
            value = np.where(np.isnan(value), nan, value + 0.0)
        return value.shape, value.tolist() if value.dtype.kind == "O" else value.tobytes()
    if isinstance(value, float) and value != value:
        return _NAN
    if isinstance(value, Mapping):
        return frozenset((key, _comparable(content)) for key, content in value.items())
    return tuple(map(_comparable, value)) if isinstance(value, tuple | list) else value
