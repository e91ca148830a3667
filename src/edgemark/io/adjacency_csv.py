"""
Matrices as CSV: a row of names, then rows of 0 and 1. A leading column of names is read too.

By default the writer puts a 1 at row i and column j for i --> j, and in both cells for i --- j. The file
does not state these choices, because other programs read it too: pass ``direction`` and ``symmetric`` to
read it back. Without names there is no first row. Cells may be TRUE and FALSE, as R writes them.
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
from edgemark.io import edge_list
from edgemark.io.csv_rows import comma_hint, line_of, rows_of
from edgemark.io.matrix import digits, graph_of_ones, ones_of
from edgemark.io.source import Source

_ZEROS = frozenset({"0", "FALSE", "False", "false"})
_BITS = {"0": 0, "1": 1} | dict.fromkeys(_ZEROS - {"0"}, 0) | {"TRUE": 1, "True": 1, "true": 1}
_NUMBERED_ROWS = 2  # a single 0 may be the only cell of a row
_SNIFFED_ROWS = 3
_MOST_DIGITS = 16  # integers with fewer digits are exact as floats


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a square matrix that are not zero."""

    names: list[str] | None
    n_nodes: int
    rows: array[int]
    columns: array[int]
    values: array[float]


@dataclass(frozen=True, slots=True)
class _Row:
    """
    A row of the file: its number of fields, and the fields other than 0.

    The fields are stored as one text, since one `str` for each field would take much more memory.
    """

    line: int
    width: int
    places: array[int]
    written: str

    @classmethod
    def of(cls, line: int, row: Sequence[str], kept: Sequence[int]) -> _Row:
        """Keep some fields of a row. No field has a NUL character."""
        return cls(line, len(row), array("q", kept), "\0".join([row[j] for j in kept]))

    @property
    def fields(self) -> Iterable[tuple[int, str]]:
        """The fields other than 0 with their positions."""
        return zip(self.places, self.written.split("\0"), strict=True) if self.places else ()

    @property
    def first(self) -> str:
        """The first field."""
        return self.written.partition("\0")[0] if self.places and self.places[0] == 0 else "0"


def read(source: Source) -> Graph:
    """Read a matrix of zeros and ones."""
    cells = cells_of(source, _BITS)
    try:
        return graph_of_ones(cells.names, cells.n_nodes, cells.rows, cells.columns, source)
    except AmbiguityError as error:
        raise error.advising(
            Remedy("pcalg's matrices have formats: 'pcalg-cpdag' and 'pcalg-pag'.")
        ) from None


def write(graph: Graph, direction: Direction, symmetric: Symmetric | None) -> bytes:
    """Write a matrix of zeros and ones."""
    header = line_of(graph.nodes) if graph.is_named else ""
    return header.encode() + digits(ones_of(graph, "adjacency", direction, symmetric or "undirected"))


def sniff(source: Source) -> bool:
    """Whether the rows after the first hold numbers and form a square."""
    width, lines = 0, 0
    needs_bits = edge_list.sniff(source)
    for lines, (_, row) in enumerate(rows_of(source), 1):
        if lines == 1:
            continue
        width = len(row)
        if lines <= _SNIFFED_ROWS and not _may_be_cells(row[1:] or row, needs_bits):
            return False
        if lines > width + 1:
            return False
    return lines >= width if lines > 1 else _all_cells([source.text.strip()])


def cells_of(source: Source, codes: Mapping[str, int] | None) -> Cells:
    """
    Read the cells of a matrix.

    Args:
        source: the file.
        codes: the allowed texts of a cell; None for any number.

    Raises:
        FormatError: not a square, or a cell that is none of `codes`.
        GraphError: the first row and the first column do not name the same nodes.
    """
    first, rows = _table(source, _ZEROS if codes is _BITS else frozenset("0"))
    names, beside, rows = _parts(first, rows)
    if beside is not None and len(first) > len(rows):
        refuse_contradicting_axes(first[0], None, source.direction)
    n_nodes = len(rows)
    named_in_rows = 0 if beside is None else 1
    if names is not None and beside is not None:
        rows = _checked_names(names, beside, rows)
    cells = Cells(names, n_nodes, array("q"), array("q"), array("d"))
    for i, row in enumerate(rows):
        if row.width != n_nodes + named_in_rows:
            raise FormatError(
                f"line {row.line}: a matrix must be square; got {row.width - named_in_rows} cells for "
                f"{n_nodes} nodes"
            )
        for j, written in row.fields:
            value = _value(written, codes, row.line, j + 1 - named_in_rows) if j >= named_in_rows else 0
            if value:
                cells.rows.append(i)
                cells.columns.append(j - named_in_rows)
                cells.values.append(value)
    return cells


def _table(source: Source, zeros: frozenset[str]) -> tuple[list[str], list[_Row]]:
    """Keep the first row as it is, and the other rows without their zeros, since most cells are zero."""
    first: list[str] = []
    rows: list[_Row] = []
    kept = 0
    for line, row in rows_of(source):
        first = first or row
        # A node may be called FALSE, so the first column is kept. If a node is called 0, its name is
        # missing here.
        fields = [j for j, text in enumerate(row) if text not in zeros or (j == 0 and text != "0")]
        rows.append(_Row.of(line, row, fields))
        kept += len(fields)
        source.limits.check_nodes(len(rows) - 1)
        source.limits.check_edges((kept - len(rows) - len(first)) // 2)
    return first, rows


def _parts(first: list[str], table: list[_Row]) -> tuple[list[str] | None, list[str] | None, list[_Row]]:
    """The names in the first row, the names in the first column, and the rows of cells."""
    width = table[-1].width
    if len(table) == width == len(first) and _all_cells(first):
        return None, None, table
    n_nodes = len(table) - 1
    body = table[1:]
    if width == n_nodes and len(first) == n_nodes:
        return first, None, body
    if n_nodes and width == n_nodes + 1 and len(first) in (n_nodes, width):
        return first[-n_nodes:], [row.first for row in body], body
    odd = next((row for row in body if row.width != body[0].width), None)
    hint = comma_hint(first)
    if odd is not None:
        hint += f". The rows before line {odd.line} have {body[0].width} fields, that one {odd.width}"
    raise FormatError(
        f"a matrix must be square under a row of names; got {len(first)} fields in the first row, "
        f"{width} in the last, and {len(table)} rows in all{hint}"
    )


def _checked_names(names: Sequence[str], beside: list[str], rows: list[_Row]) -> list[_Row]:
    if list(names) == beside:
        return rows
    at = dict(zip(beside, rows, strict=True))
    if len(at) < len(beside) or at.keys() != set(names):
        raise GraphError(
            f"the first row and the first column must name the same nodes; got {listing(names)} and "
            f"{listing(beside)}",
            *_without_row_numbers(names, beside),
        )
    return [at[name] for name in names]


def _without_row_numbers(names: Sequence[str], beside: Sequence[str]) -> list[Remedy]:
    """Remedy for a matrix with row numbers: write it without them."""
    if _all_cells(names) or len(beside) < _NUMBERED_ROWS:
        return []
    if list(beside) not in [[str(k + first) for k in range(len(beside))] for first in (0, 1)]:
        return []
    return [
        Remedy(
            "The first column has numbers of the rows; write the file without them: "
            "frame.to_csv(path, index=False), write.csv(matrix, path, row.names = FALSE)"
        )
    ]


def _value(written: str, codes: Mapping[str, int] | None, line: int, column: int) -> float:
    if codes is None:
        return _number(written, line, column)
    value = codes.get(written)
    if value is None:
        try:
            number = written_number(written)
        except ValueError:
            number = nan
        value = codes.get(str(int(number))) if number.is_integer() else None
    if value is None:
        *most, last = [code for code in codes if code.isdigit()]
        raise FormatError(
            f"line {line}: a cell must be {', '.join(most)} or {last}; got {written[:40]!r} for node "
            f"number {column}",
            *_other_cells(codes, written),
        )
    return value


def _other_cells(codes: Mapping[str, int], written: str) -> tuple[Remedy, ...]:
    """Remedies for a cell that is neither 0 nor 1."""
    if codes is _BITS and written in ("2", "3"):
        return (
            Remedy(
                "If it is a matrix amat.pag of pcalg", 'format="pcalg-pag"', "--input-format pcalg-pag"
            ),
        )
    return (Remedy("Scores and weights need a threshold before they are a graph."),)


def _number(written: str, line: int, column: int) -> float:
    try:
        number = written_number(written)
    except ValueError:
        raise FormatError(
            f"line {line}: a cell must be a number; got {written[:40]!r} for node number {column}"
        ) from None
    if _is_rounded(written, number):
        raise FormatError(
            f"line {line}: a cell must be a number that float64 holds; got {written[:40]!r} for node "
            f"number {column}, which would be rounded",
            Remedy("Write the ranks of the numbers, with the highest for the best"),
        )
    return number


def _is_rounded(written: str, number: float) -> bool:
    """Whether an integer has more digits than a float holds."""
    digits = written.strip().lstrip("+-")
    if len(digits) < _MOST_DIGITS or not digits.isdecimal() or not isfinite(number):
        return False
    return int(written) != number


def _may_be_cells(fields: Sequence[str], needs_bits: bool) -> bool:
    """Whether fields may be cells: numbers, or only 0 and 1 if `needs_bits`."""
    return _all_cells(fields) and not (
        needs_bits and {written_number(str(_BITS.get(text, text))) for text in fields} - {0, 1}
    )


def _all_cells(fields: Sequence[str]) -> bool:
    """Whether all fields are numbers or words for 0 and 1."""
    try:
        return all(text in _BITS or not isnan(written_number(text)) for text in fields)
    except ValueError:
        return False
