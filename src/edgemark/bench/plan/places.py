"""Positions of values in a plan, for errors."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from edgemark.errors import FormatError, Remedy

__all__ = ["Place", "meant", "parsed"]

_HEADER = re.compile(r"\s*\[{1,2}\s*([A-Za-z0-9_.\-]+)\s*\]{1,2}\s*(#.*)?$")


@dataclass(frozen=True, slots=True)
class Place:
    """
    A table of a plan: its name in errors, and the line of each of its keys.

    Attributes:
        source: the file, or another name of the plan.
        path: the table, such as ``data[2]``; entries are counted from 1.
        lines: line of each key, if known; the line of the header has the key ``""``.
    """

    source: str
    path: str
    lines: Mapping[str, int]

    def wrong(self, key: str, reason: str, *remedies: Remedy) -> FormatError:
        """Build the error for a key, or for the whole table if `key` is empty."""
        path = f"{self.path}.{key}" if key else self.path
        line = self.lines.get(key, self.lines.get(""))
        where = f"line {line}: " if line else ""
        return FormatError(f"{self.source}: {where}{path}: {reason}", *remedies)

    def unknown(self, key: str, known: Iterable[str]) -> FormatError:
        """Build the error for an unknown key."""
        choices = list(known)
        return self.wrong(
            key, f"there is no such key; the keys here are {', '.join(choices)}", *meant(key, choices)
        )


def meant(value: object, choices: Iterable[str]) -> tuple[Remedy, ...]:
    """Return a remedy that suggests the most similar choice; none if no choice is similar enough."""
    similar = get_close_matches(str(value).lower(), list(choices), n=1, cutoff=0.6)
    return (Remedy(f"Did you mean {similar[0]!r}?"),) if similar else ()


def parsed(text: str, source: str) -> tuple[dict[str, Any], dict[str, Place]]:
    """
    Read TOML; return its content, and the places of its tables by name, such as ``plan`` or ``data[2]``.

    Raises:
        FormatError: the text is not TOML. The error names the line, unless the text ends too early.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason, _, position = str(error).rpartition(" (at ")
        numbers = re.match(r"line (\d+), column (\d+)", position)
        if numbers is None:  # The text ends too early, and tomllib names no line.
            raise FormatError(f"{source}: a plan must be TOML; {error}") from None
        line = text.splitlines()[int(numbers[1]) - 1].strip()
        raise FormatError(
            f"{source}: line {numbers[1]}, column {numbers[2]}: a plan must be TOML; {reason}: {line!r}",
            Remedy("Put strings in quotes, and each key on a line of its own: key = value"),
        ) from None
    return tables, _places(text, source)


def _places(text: str, source: str) -> dict[str, Place]:
    """
    Find the lines of headers and keys. Keys that are quoted, dotted or within an inline table have none.
    A subtable such as ``[data.parameters]`` belongs to the last entry of ``data``.
    """
    lines: dict[str, dict[str, int]] = {"": {}}
    counts: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            name, _, subtable = header[1].partition(".")
            if line.lstrip().startswith("[[") and not subtable:
                counts[name] = counts.get(name, 0) + 1
            table = f"{name}[{counts[name]}]" if name in counts else name
            lines.setdefault(table, {}).setdefault(subtable, number)
        elif key := re.match(r"\s*([A-Za-z0-9_\-]+)\s*=", line):
            lines[table].setdefault(key[1], number)
    return {path: Place(source, path, found) for path, found in lines.items()}
