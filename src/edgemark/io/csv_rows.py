"""Rows of comma-separated files."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator

from edgemark.errors import FormatError
from edgemark.io.source import Source

_NEEDS_QUOTES = re.compile(r'[,"\r\n]|^[\s\ufeff]|\s$')


def rows_of(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Yield each row with the line it ends on; blank lines are left out."""
    reader = csv.reader(io.StringIO(source.text, newline=""), strict=True)
    try:
        for row in reader:
            if row:
                yield reader.line_num, row
    except csv.Error as error:
        raise FormatError(
            f"line {reader.line_num}: the file must be comma-separated values; {error}. A double quote "
            f"inside a quoted field is written twice"
        ) from None


def line_of(fields: Iterable[str]) -> str:
    r"""
    Write one row. Names stay as they are, also those that a spreadsheet takes for a formula.

    Examples:
        >>> line_of(["A", "my, node"])
        'A,"my, node"\n'
    """
    return ",".join(field_of(text) for text in fields) + "\n"


def field_of(text: str) -> str:
    """Write one field, in quotes where it needs them."""
    if _NEEDS_QUOTES.search(text):
        return '"' + text.replace('"', '""') + '"'
    return text
