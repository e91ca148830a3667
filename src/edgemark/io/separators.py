"""Rewrite tables: separators as commas or tabs, and missing values of a matrix as nan."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import isfinite

from edgemark.arguments import written_number
from edgemark.errors import AmbiguityError, FormatError, Remedy, listing
from edgemark.io.csv_rows import (
    DECIMAL_COMMA,
    line_of,
    lines_of,
    refuse_comment,
    remedies_for_decimal_comma,
    rows_of,
)
from edgemark.io.source import Source

__all__ = ["MISSING_VALUES", "TABLES", "tab_separated", "with_commas", "with_nan"]

TABLES = (".csv", ".tsv")
_NEEDS_QUOTES = re.compile(r'[,;\t"\r\n]|^[\s\ufeff#]|\s$')
_DECIMAL_POINT = re.compile(r"[-+]?[0-9]*\.[0-9]+(?:[eE][-+]?[0-9]+)?")
_STATED_SEPARATOR = re.compile(r'"?sep=([,;\t])"?(?:\r\n|\r|\n)', re.IGNORECASE)
MISSING_VALUES = frozenset({"", "na", "nan", "null", "none"})


def with_commas(source: Source, suffix: str) -> Source:
    """
    Rewrite a ``.csv`` or ``.tsv`` with commas.

    A first line such as ``sep=;``, which Excel understands, states the separator. If a ``.tsv`` has a
    tab between two headings, tabs are its separators, even if other lines have none. Otherwise the
    first two lines show the separator.
    """
    if stated := _STATED_SEPARATOR.match(source.text):
        rest = "\n" + source.text[stated.end() :]  # Lines keep their numbers.
        return _rewritten(replace(source, data=rest.encode()), stated[1])
    if suffix.lower() == ".tsv":
        try:
            heading = next(csv.reader(lines_of(source.text), delimiter="\t"), [])
        except csv.Error:
            return source  # The reader explains what is wrong.
        if len(heading) > 1:
            return _rewritten(source, "\t")
    return _rewritten_by_heading(source)


def _rewritten_by_heading(source: Source) -> Source:
    """
    Rewrite a table that is separated by tabs, or by semicolons as in R's ``write.csv2``, with commas.

    The first line decides, unless the second line lacks the separator, which is then part of a name.
    In a table separated by semicolons, decimal commas become points. Lines keep their numbers.

    Raises:
        FormatError: a table separated by semicolons has decimal commas and decimal points, or a matrix
            without names has decimal commas between tabs or in quotes.
    """
    lines = list(islice((line for line in lines_of(source.text) if line.strip()), 2))
    heading, *second = [re.sub(r'"[^"]*"', "", line) for line in lines] or [""]
    separator = "\t" if "\t" in heading else ","
    if ";" in heading and "\t" not in heading and ("," not in heading or _are_numbers(lines[0])):
        separator = ";"
    if second and separator not in second[0]:
        return source
    if separator != ",":
        return _rewritten(source, separator)
    if lines and '"' in lines[0]:
        _refuse_decimal_commas(source, ",")
    return source


def _rewritten(source: Source, separator: str) -> Source:
    refuse_comment(source.text, separator)  # `line_of` would write quotes around a comment.
    rows: Iterable[list[str]] = csv.reader(lines_of(source.text), delimiter=separator, strict=True)
    try:
        if separator == "\t":
            _refuse_decimal_commas(source, separator)
        if separator == ";":
            _check_decimal_marks(source)
            rows = ([_with_point(field) for field in row] for row in rows)
        text = "".join(line_of(row) if row else "\n" for row in rows)
    except csv.Error:
        return source  # The reader explains what is wrong.
    return replace(source, data=text.encode(), separator=separator)


def tab_separated(data: bytes) -> bytes:
    r"""
    Rewrite a table that is separated by commas, as the writers make it, with tabs.

    Examples:
        >>> tab_separated(b'A,"a, b"\n0,1\n')
        b'A\t"a, b"\n0\t1\n'
    """
    rows = csv.reader(lines_of(data.decode()), strict=True)
    lines = ("\t".join(map(_field_between_tabs, row)) for row in rows)
    return "".join(f"{line}\n" for line in lines).encode()


def _field_between_tabs(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _NEEDS_QUOTES.search(text) else text


def with_nan(source: Source) -> Source:
    """
    Write nan into the cells of a matrix that have no value; pandas leaves them empty.

    The first row is skipped if it holds names.
    """
    shape = _Shape.of(source)
    if not shape.has_missing:
        return source
    n_named_rows = 0 if shape.is_unnamed else 1
    n_named_columns = 0 if shape.is_unnamed or shape.n_lines == shape.width + 1 else 1
    lines, next_line = [], 1
    for k, (line, row) in enumerate(rows_of(source)):
        lines.append("\n" * max(line - next_line, 0))
        next_line = max(line, next_line) + 1
        if k >= n_named_rows:
            row = [_or_nan(field, is_name=j < n_named_columns) for j, field in enumerate(row)]
        lines.append(line_of(row))
    return replace(source, data="".join(lines).encode())


@dataclass(frozen=True, slots=True)
class _Shape:
    """
    The size of a matrix in a file, and whether it has names and missing values.

    Attributes:
        n_lines: number of rows, with the row of names if there is one.
        width: number of fields of the last row.
        has_missing: whether a value is missing; in a matrix with names, after the row of names.
        is_unnamed: whether the first row holds cells instead of names.
    """

    n_lines: int
    width: int
    has_missing: bool
    is_unnamed: bool

    @classmethod
    def of(cls, source: Source) -> _Shape:
        """Look at all rows one by one, to save memory."""
        first: list[str] = []
        n_lines = width = 0
        has_missing, diagonal_is_missing = False, True
        for _, row in rows_of(source):
            first = first or row
            width = len(row)
            if n_lines:
                has_missing = has_missing or _any_missing(row)
            diagonal_is_missing = (
                diagonal_is_missing and n_lines < width and _is_missing_value(row[n_lines])
            )
            n_lines += 1
        is_unnamed = (
            n_lines == width == len(first)
            and all(_is_missing_value(field) or _is_number(field) for field in first)
            # An empty first field usually stands above a column of names. If the row has fractions, it
            # is a missing cell of the diagonal, since fractions are no names.
            and (first[0] != "" or (diagonal_is_missing and any(map(_is_fraction, first))))
        )
        if is_unnamed and first[0] == "":
            _refuse_names_that_may_be_cells(first[1:], source)
        return cls(n_lines, width, has_missing or (is_unnamed and _any_missing(first)), is_unnamed)


def _refuse_names_that_may_be_cells(first: Sequence[str], source: Source) -> None:
    """
    Refuse numbers that are the first row and the first column, as names are, of a matrix.

    If the whole matrix is symmetric, they are cells.
    """
    if list(first) != [row[0] for _, row in rows_of(source)][1:]:
        return
    rows = [row for _, row in rows_of(source)]
    if rows != list(map(list, zip(*rows, strict=False))):
        raise AmbiguityError(
            "numbers in both the first row and the first column may be names or scores; got "
            f"{listing(first)}",
            Remedy("If they are names, write the word node into the empty first field"),
            Remedy("If they are scores, write NA into the empty first field"),
        )


def _any_missing(row: Iterable[str]) -> bool:
    return any(map(_is_missing_value, row))


def _is_missing_value(field: str) -> bool:
    return field.strip().lower() in MISSING_VALUES


def _is_number(field: str) -> bool:
    try:
        return isfinite(written_number(field))
    except ValueError:
        return False


def _is_fraction(field: str) -> bool:
    return _is_number(field) and not written_number(field).is_integer()


def _or_nan(field: str, *, is_name: bool) -> str:
    """Return "nan" for a missing value; in the column of names, nothing is missing."""
    return field if is_name or not _is_missing_value(field) else "nan"


def _check_decimal_marks(source: Source) -> None:
    """
    Refuse a file that has numbers with decimal points and numbers with decimal commas.

    The points, or the commas, may separate thousands.
    """
    example_of: dict[str, str] = {}
    rows = csv.reader(lines_of(source.text), delimiter=";", strict=True)
    for field in (field.strip() for row in islice(rows, 1, None) for field in row):
        for mark, pattern in ((",", DECIMAL_COMMA), (".", _DECIMAL_POINT)):
            if mark not in example_of and mark in field and pattern.fullmatch(field):
                example_of[mark] = field[:40]
        if len(example_of) > 1:
            raise FormatError(
                f"a file must have one decimal mark; got {example_of[',']!r} and {example_of['.']!r}",
                Remedy("Write all numbers with decimal points, and nothing between thousands"),
            )


def _are_numbers(line: str) -> bool:
    """Whether a line holds only numbers between semicolons; they may have decimal commas."""
    return all(_is_number(_with_point(field)) for field in line.split(";"))


def _refuse_decimal_commas(source: Source, separator: str) -> None:
    """
    Refuse decimal commas in a matrix without names, whose first row would be read as names.

    The commas are not read as decimal marks, since they may separate thousands.
    """
    rows = csv.reader(lines_of(source.text), delimiter=separator, skipinitialspace=True)
    try:
        first = [field.strip() for field in next(rows, [])]
        example = next((field for field in first if DECIMAL_COMMA.fullmatch(field)), None)
        if example is None or not all(
            _is_missing_value(field) or _is_number(_with_point(field)) for field in first
        ):
            return
        diagonal = [row[k] if k < len(row) else "0" for k, row in enumerate(filter(None, rows), 1)]
    except csv.Error:
        return  # The reader explains what is wrong.
    # An empty field above a column of names is no cell.
    if len(diagonal) + 1 == len(first) and (first[0] or all(map(_is_missing_value, diagonal))):
        raise FormatError(
            f"the cells of a matrix must be numbers with decimal points; got {example[:40]!r} in the "
            f"first line",
            *remedies_for_decimal_comma(example),
        )


def _with_point(field: str) -> str:
    return field.replace(",", ".") if DECIMAL_COMMA.fullmatch(field.strip()) else field
