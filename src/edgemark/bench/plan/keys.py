"""Readers of the values in a plan; each checks a value and explains what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from edgemark.bench.plan.places import Place, meant
from edgemark.errors import FormatError, Remedy

__all__ = [
    "Key",
    "UnfitError",
    "choice",
    "demand_known",
    "flag",
    "grid",
    "integer",
    "names",
    "number",
    "size",
    "size_of_stored_plan",
    "text",
    "value_of",
]

Reader = Callable[[Any], Any]
_REQUIRED = object()
_UNITS = {"": 1, "B": 1} | {
    f"{prefix}{unit}": base**power
    for power, prefix in enumerate("KMGT", 1)
    for unit, base in (("iB", 1024), ("B", 1000))
}

_LEAST_WITHOUT_UNIT = 2**20


class UnfitError(Exception):
    """A value that its key cannot have. The message states what is required."""

    def __init__(self, reason: str, *remedies: Remedy) -> None:
        super().__init__(reason)
        self.remedies = remedies


@dataclass(frozen=True, slots=True)
class Key:
    """
    A key of a table of the plan.

    Attributes:
        read: checks a value and returns it in its canonical form; raises `UnfitError`.
        default: the value if the plan does not have the key; a key without a default is required.
        is_grid: whether a list means several values; each value then makes an entry of its own.
    """

    read: Reader
    default: Any = _REQUIRED
    is_grid: bool = True

    @property
    def is_required(self) -> bool:
        """Whether the key is required."""
        return self.default is _REQUIRED


def integer(minimum: int = 0) -> Reader:
    """Return a reader of integers that are at least `minimum`."""

    def read(value: Any) -> int:
        if type(value) is not int or value < minimum:
            raise UnfitError(f"must be a whole number, {minimum} or more; got {value!r}")
        return value

    return read


def number(minimum: float, maximum: float = float("inf")) -> Reader:
    """Return a reader of finite numbers within a range."""

    def read(value: Any) -> float:
        if type(value) not in (int, float) or not minimum <= value <= maximum or value == float("inf"):
            upper = f" to {maximum:g}" if maximum < float("inf") else " or more"
            raise UnfitError(f"must be a number, {minimum:g}{upper}; got {value!r}")
        return float(value)

    return read


def text(value: Any) -> str:
    """Read a string that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise UnfitError(f"must be text in quotes; got {value!r}")
    return value


def flag(value: Any) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise UnfitError(f"must be true or false; got {value!r}")
    return value


def names(value: Any) -> tuple[str, ...]:
    """Read a list of strings."""
    if not isinstance(value, list) or not all(isinstance(name, str) and name for name in value):
        raise UnfitError(f"must be a list of names in quotes; got {value!r}")
    return tuple(value)


def choice(choices: Collection[str]) -> Reader:
    """Return a reader that accepts only these words."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in choices:
            raise UnfitError(
                f"must be one of {', '.join(choices)}; got {value!r}", *meant(value, choices)
            )
        return value

    return read


def size(value: Any) -> int:
    """
    Read a number of bytes. A number without a unit must be at least 1 MiB.

    Examples:
        >>> size("2 GiB"), size(2**20)
        (2147483648, 1048576)
    """
    n_bytes = size_of_stored_plan(value)
    written = str(value).strip()
    if n_bytes < _LEAST_WITHOUT_UNIT and not written[-1].isalpha():
        raise UnfitError(
            f"must have a unit, unless it is at least {_LEAST_WITHOUT_UNIT:,} bytes; got {value!r}",
            Remedy(f'Write "{written} GB" or "{written} MB", with the quotes'),
        )
    return n_bytes


def size_of_stored_plan(value: Any) -> int:
    """Read a number of bytes; in the plan of a stored study, a small number needs no unit either."""
    parts = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([A-Za-z]*)", str(value).strip())
    if isinstance(value, bool) or parts is None or parts[2] not in _UNITS or float(parts[1]) == 0:
        raise UnfitError(f'must be a size such as "2 GiB" or "500 MB"; got {value!r}')
    return int(float(parts[1]) * _UNITS[parts[2]])


def demand_known(table: Mapping[str, Any], known: Collection[str], place: Place) -> None:
    """Raise an error for the first unknown key."""
    for key in table:
        if key not in known:
            raise place.unknown(key, known)


def value_of(key: str, value: Any, read: Reader, place: Place) -> Any:
    """Read one value; an error names its line and key."""
    try:
        return read(value)
    except UnfitError as error:
        raise place.wrong(key, str(error), *error.remedies) from None


def grid(
    table: Mapping[str, Any], keys: Mapping[str, Key], place: Place
) -> Iterator[tuple[dict[str, Any], tuple[str, ...]]]:
    """
    Yield each combination of the values in a table, with defaults, beside the keys that have a list.

    Raises:
        FormatError: a key is missing or unknown, or has an invalid value.
    """
    demand_known(table, keys, place)
    axes: dict[str, list[Any]] = {}
    for name, key in keys.items():
        if name not in table:
            if key.is_required:
                raise _missing(name, place)
            axes[name] = [key.default]
        elif key.is_grid and isinstance(table[name], list):
            axes[name] = _values(name, table[name], key.read, place)
        else:
            axes[name] = [value_of(name, table[name], key.read, place)]
    varied_keys = tuple(
        name for name in axes if isinstance(table.get(name), list) and keys[name].is_grid
    )
    for values in product(*axes.values()):
        yield dict(zip(axes, values, strict=True)), varied_keys


def _values(name: str, listed: list[Any], read: Reader, place: Place) -> list[Any]:
    if not listed:
        raise place.wrong(name, "a list needs at least one value; this one is empty")
    values = [value_of(name, value, read, place) for value in listed]
    for k, value in enumerate(values):
        if value in values[:k]:
            raise place.wrong(name, f"each value must be listed once; {value!r} is listed twice")
    return values


def _missing(name: str, place: Place) -> FormatError:
    return place.wrong("", f"the key {name!r} is needed here; it is missing")
