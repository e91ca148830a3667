"""
Matrices as CSV: a row of names, then rows of 0 and 1. A leading column of names is read too.

By default the writer puts a 1 at row i and column j for i --> j, and in both cells for i --- j. The file
does not state these choices, because other programs read it too: pass ``direction`` and ``symmetric`` to
read it back. If the nodes have no names, there is no row of names. Cells may be TRUE and FALSE, as R
writes them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, isnan, nan

from edgemark.arguments import written_number
from edgemark.conventions.options import Direction, Symmetric
from edgemark.errors import AmbiguityError, FormatError, GraphError, Remedy, listing
from edgemark.graph import Graph
from edgemark.graph.headings import refuse_contradicting_axes
from edgemark.graph.rounding import exactly_written, vanishes
from edgemark.io import edge_list
from edgemark.io.csv_rows import (
    comma_hint,
    is_like_cell,
    names_line,
    remedies_for_decimal_comma,
    remedy_for_empty_ends,
    rows_of,
)
from edgemark.io.matrix import are_positions, digits, graph_of_ones, ones_of
from edgemark.io.scored_list import names_ends_of_edges
from edgemark.io.source import Source

_ZEROS = frozenset({"0", "FALSE", "False", "false"})
_BITS = {"0": 0, "1": 1} | dict.fromkeys(_ZEROS - {"0"}, 0) | {"TRUE": 1, "True": 1, "true": 1}
_MIN_NUMBERED_ROWS = 2  # in one row, a first 0 or 1 may be a cell instead of a row number
_SNIFFED_ROWS = 3


@dataclass(frozen=True, slots=True)
class Cells:
    """
    The cells of a square matrix that are not zero.

    Attributes:
        names: the names of the nodes; None if the file has none.
        n_nodes: the number of nodes.
        rows: the row of each cell.
        columns: the column of each cell.
        values: the number in each cell.
        corner: the heading of the column of names; "" without one.
    """

    names: list[str] | None
    n_nodes: int
    rows: array[int]
    columns: array[int]
    values: array[float]
    corner: str


@dataclass(frozen=True, slots=True)
class _Row:
    """
    A row of the file: its number of fields, and the fields other than 0 with their positions.

    These fields are stored as one text, since one `str` for each would take much more memory.
    """

    line: int
    width: int
    positions: array[int]
    text: str

    @classmethod
    def of(cls, line: int, row: Sequence[str], positions: Sequence[int]) -> _Row:
        """Keep the fields at some positions. No field has a NUL character, so it can separate them."""
        return cls(line, len(row), array("q", positions), "\0".join([row[j] for j in positions]))

    @property
    def fields(self) -> Iterable[tuple[int, str]]:
        """The stored fields with their positions."""
        return zip(self.positions, self.text.split("\0"), strict=True) if self.positions else ()

    @property
    def first(self) -> str:
        """The first field."""
        return self.text.partition("\0")[0] if self.positions and self.positions[0] == 0 else "0"


def read(source: Source) -> Graph:
    """Read a matrix of zeros and ones."""
    cells = cells_of(source, _BITS)
    try:
        return graph_of_ones(cells.names, cells.n_nodes, cells.rows, cells.columns, source)
    except AmbiguityError as error:
        raise error.advising(
            Remedy("Matrices of pcalg have formats of their own: 'pcalg-cpdag' and 'pcalg-pag'.")
        ) from None


def write(graph: Graph, direction: Direction, symmetric: Symmetric | None) -> bytes:
    """Write a matrix of zeros and ones."""
    header = names_line(graph.nodes) if graph.is_named else ""
    return header.encode() + digits(ones_of(graph, "adjacency", direction, symmetric or "undirected"))


def sniff(source: Source) -> bool:
    """Whether the first rows below the heading hold numbers, and the rows form a square."""
    width, lines = 0, 0
    # In an edge list, numbers are names of nodes. In a file that may be one, only 0 and 1 are cells.
    needs_bits = edge_list.sniff(source)
    for lines, (_, row) in enumerate(rows_of(source), 1):
        if lines == 1:
            continue
        width = len(row)
        if lines <= _SNIFFED_ROWS and not _may_be_cells(row[1:] or row, needs_bits):
            return False
        if lines > width + 1:
            return False
    if lines > 1:
        # If the file may also be an edge list, an error asks for the format.
        return lines >= width and (needs_bits or not names_ends_of_edges(source))
    return _all_cells([source.text.strip()])


def cells_of(source: Source, codes: Mapping[str, int] | None) -> Cells:
    """
    Read the cells of a matrix.

    Args:
        source: the file.
        codes: the allowed texts of a cell; None for any number.

    Raises:
        FormatError: not a square, or a cell that is not allowed.
        GraphError: the first row and the first column do not name the same nodes.
    """
    first, rows = _table(source, _ZEROS if codes is _BITS else frozenset("0"))
    if codes is not None:
        _refuse_empty_rows(rows)
    names, row_names, rows = _parts(first, rows)
    if names is not None and row_names is None and len(names) == 1:
        _refuse_cell_as_name(names[0])
    corner = first[0] if row_names is not None and len(first) > len(rows) else ""
    refuse_contradicting_axes(corner, None, source.direction)
    n_nodes = len(rows)
    n_name_columns = 0 if row_names is None else 1
    if names is not None and row_names is not None:
        rows = _in_order_of_names(names, row_names, rows)
    cells = Cells(names, n_nodes, array("q"), array("q"), array("d"), corner)
    for i, row in enumerate(rows):
        if row.width != n_nodes + n_name_columns:
            raise FormatError(
                f"line {row.line}: a matrix must be square; got {row.width - n_name_columns} cells for "
                f"{n_nodes} nodes"
            )
        for j, text in row.fields:
            value = _value(text, codes, row.line, j + 1 - n_name_columns) if j >= n_name_columns else 0
            if value:
                cells.rows.append(i)
                cells.columns.append(j - n_name_columns)
                cells.values.append(value)
    return cells


def _refuse_cell_as_name(name: str) -> None:
    """Refuse the only name above a matrix if it may be a cell, as in a column of numbers."""
    if is_like_cell(name):
        raise FormatError(
            f"the only name above a matrix must not be a number, which may be one more cell; got "
            f"{name[:40]!r}",
            Remedy("If it names a node, write it in front of the cell too: a line ,A and a line A,0"),
            Remedy("If the file is a matrix, it must be square"),
        )


def _refuse_empty_rows(rows: list[_Row]) -> None:
    """Refuse a row of empty fields, which spreadsheets write below a table."""
    for row in rows:
        if len(row.positions) == row.width and not row.text.strip("\0"):
            raise FormatError(
                f"line {row.line}: a row must hold the cells of a node; got only empty fields",
                remedy_for_empty_ends(),
            )


def _table(source: Source, zeros: frozenset[str]) -> tuple[list[str], list[_Row]]:
    """Return the first row, and all rows without their zeros, since most cells are zero."""
    first: list[str] = []
    rows: list[_Row] = []
    n_stored = 0
    for line, row in rows_of(source):
        first = first or row
        # A node may be called FALSE, so the first column is kept. The name 0 is left out, and
        # `_Row.first` restores it.
        stored = [j for j, text in enumerate(row) if text not in zeros or (j == 0 and text != "0")]
        rows.append(_Row.of(line, row, stored))
        n_stored += len(stored)
        source.limits.check_nodes(len(rows) - 1)
        # The stored fields include the names, and an edge has at most two cells.
        source.limits.check_edges((n_stored - len(rows) - len(first)) // 2)
    return first, rows


def _parts(first: list[str], table: list[_Row]) -> tuple[list[str] | None, list[str] | None, list[_Row]]:
    """Return the names in the first row, the names in the first column, and the rows of cells."""
    width = table[-1].width
    if len(table) == width == len(first) and _all_cells(first, or_nan=True):
        return None, None, table
    n_nodes = len(table) - 1
    body = table[1:]
    if width == n_nodes and len(first) == n_nodes:
        return first, None, body
    if n_nodes and width == n_nodes + 1 and len(first) in (n_nodes, width):
        return first[-n_nodes:], [row.first for row in body], body
    other_row = next((row for row in body if row.width != body[0].width), None)
    hint = comma_hint(first)
    if other_row is not None:
        hint += (
            f". The rows before line {other_row.line} have {body[0].width} fields, this line has "
            f"{other_row.width}"
        )
    raise FormatError(
        f"a matrix must be square under a row of names; got {len(first)} fields in the first row, "
        f"{width} in the last, and {len(table)} rows in all{hint}"
    )


def _in_order_of_names(names: Sequence[str], row_names: list[str], rows: list[_Row]) -> list[_Row]:
    """Return the rows in the order of the names in the first row; refuse other row names."""
    if list(names) == row_names:
        return rows
    row_of = dict(zip(row_names, rows, strict=True))
    if len(row_of) < len(row_names) or row_of.keys() != set(names):
        raise GraphError(
            f"the first row and the first column must name the same nodes; got {listing(names)} and "
            f"{listing(row_names)}",
            *_remedies_for_row_numbers(names, row_names),
        )
    return [row_of[name] for name in names]


def _remedies_for_row_numbers(names: Sequence[str], row_names: Sequence[str]) -> list[Remedy]:
    """Remedy for a matrix with row numbers: write it without them."""
    if _all_cells(names) or len(row_names) < _MIN_NUMBERED_ROWS:
        return []
    if not are_positions(row_names):
        return []
    return [
        Remedy(
            "The first column has row numbers; write the file without them: "
            "frame.to_csv(path, index=False), write.csv(matrix, path, row.names = FALSE)"
        )
    ]


def _value(text: str, codes: Mapping[str, int] | None, line: int, column: int) -> float:
    if codes is None:
        return _number(text, line, column)
    value = codes.get(text)
    if value is None:
        try:
            number = written_number(text)
        except ValueError:
            number = nan
        value = codes.get(str(int(number))) if number.is_integer() else None
    if value is None:
        *first_codes, last_code = [code for code in codes if code.isdigit()]
        raise FormatError(
            f"line {line}: a cell must be {', '.join(first_codes)} or {last_code}; got {text[:40]!r} "
            f"for node number {column}",
            *_remedies_for_other_cells(codes, text),
        )
    return value


_FLOPSEARCH = Remedy(
    "If 2 in both cells means an undirected edge, as in flopsearch, write 1 instead of each 2"
)


def _remedies_for_other_cells(codes: Mapping[str, int], text: str) -> tuple[Remedy, ...]:
    """Remedies for a cell that has none of the allowed texts."""
    if remedies := remedies_for_decimal_comma(text):
        return tuple(remedies)
    if codes is _BITS and text in ("2", "3"):
        return (
            Remedy(
                "If it is a matrix amat.pag of pcalg", 'format="pcalg-pag"', "--input-format pcalg-pag"
            ),
            *([_FLOPSEARCH] if text == "2" else []),
        )
    return (Remedy("Scores and weights become a graph only with a threshold."),)


def _number(text: str, line: int, column: int) -> float:
    try:
        number = written_number(text)
    except ValueError:
        raise FormatError(
            f"line {line}: a cell must be a number; got {text[:40]!r} for node number {column}",
            *remedies_for_decimal_comma(text),
            *([Remedy("If True marks an edge, read a graph with read(path)")] if text in _BITS else []),
        ) from None
    if vanishes(text, number):
        raise FormatError(
            f"line {line}: a cell must not be so small that it is read as 0; got {text[:40]!r} for node "
            f"number {column}",
            Remedy("Write logarithms instead: for p-values, -log10(p) is a valid score"),
        )
    if exactly_written(text, number) != number and isfinite(number):
        raise FormatError(
            f"line {line}: a cell must be a number that float64 holds; got {text[:40]!r} for node "
            f"number {column}, which would be rounded",
            Remedy(
                "Write the rank of each number, from 1 for the lowest, divided by the number of ranks"
            ),
        )
    return number


def _may_be_cells(fields: Sequence[str], needs_bits: bool) -> bool:
    """Whether fields may be cells: numbers, or only 0 and 1 if `needs_bits`."""
    return _all_cells(fields) and not (
        needs_bits and {written_number(str(_BITS.get(text, text))) for text in fields} - {0, 1}
    )


def _all_cells(fields: Sequence[str], *, or_nan: bool = False) -> bool:
    """Whether all fields are numbers or words for 0 and 1. nan is a number only if `or_nan`."""
    try:
        return all(text in _BITS or not isnan(written_number(text)) or or_nan for text in fields)
    except ValueError:
        return False
