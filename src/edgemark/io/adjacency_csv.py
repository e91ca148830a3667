"""
Matrices as CSV: a row of names, then 0 and 1; a column of names before them is read too.

The writer puts a 1 at row i and column j for i --> j and in both cells for i --- j, so its files are
read with ``direction="row-to-column", symmetric="undirected"``. Without names there is no first row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edgemark.errors import FormatError, GraphError, listing
from edgemark.graph import Graph
from edgemark.io.csv_rows import line_of, rows_of
from edgemark.io.matrix import graph_of_ones, ones_of
from edgemark.io.source import Source

_BITS = {"0": 0, "1": 1}
_SNIFFED_ROWS = 3


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a square matrix that are not zero."""

    names: list[str] | None
    n_nodes: int
    rows: list[int]
    columns: list[int]
    values: list[int]


def read(source: Source) -> Graph:
    """Read a matrix of zeros and ones."""
    cells = cells_of(source, _BITS)
    return graph_of_ones(cells.names, cells.n_nodes, cells.rows, cells.columns, source)


def write(graph: Graph) -> bytes:
    """Write a matrix of zeros and ones."""
    ones = ones_of(graph, "adjacency")
    lines = [line_of(graph.nodes)] if graph.is_named else []
    lines += [",".join(row) + "\n" for row in ones.astype("U1").tolist()]
    return "".join(lines).encode()


def sniff(source: Source) -> bool:
    """Whether the rows after the first hold zeros and ones, and as many as a square needs."""
    width, lines = 0, 0
    for lines, (_, row) in enumerate(rows_of(source), 1):
        if lines == 1:
            continue
        width = len(row)
        if lines <= _SNIFFED_ROWS and not _all_numbers(row[-1:] if width == 1 else row[1:]):
            return False
        if lines > width + 1:
            return False
    return lines >= width if lines > 1 else _all_numbers([source.text.strip()])


def cells_of(source: Source, codes: Mapping[str, int]) -> Cells:
    """
    Read the cells of a matrix.

    Args:
        source: the file.
        codes: what a cell may be, as written.

    Raises:
        FormatError: not a square, or a cell that is none of `codes`.
        GraphError: the first row and the first column do not name the same nodes.
    """
    table = list(rows_of(source))
    source.limits.check_nodes(len(table) - 1)
    header, row_names, body = _parts(table)
    n_nodes = len(body)
    names = header
    if row_names is not None and header is not None:
        body = _in_order(header, row_names, body)
    cells = Cells(names, n_nodes, [], [], [])
    for i, (line, row) in enumerate(body):
        if len(row) != n_nodes:
            raise FormatError(
                f"line {line}: a matrix must be square; got {len(row)} cells for {n_nodes} nodes"
            )
        for j, written in enumerate(row):
            if written != "0":
                value = _value(written, codes, line, j)
                if value:
                    cells.rows.append(i)
                    cells.columns.append(j)
                    cells.values.append(value)
        source.limits.check_edges(len(cells.rows) // 2)
    return cells


Line = tuple[int, list[str]]


def _parts(table: list[Line]) -> tuple[list[str] | None, list[str] | None, list[Line]]:
    """Names above, names beside, and the rows of cells."""
    first, width = table[0][1], len(table[-1][1])
    if len(table) == width == len(first) and _all_numbers(first):
        return None, None, table
    n_nodes = len(table) - 1
    body = table[1:]
    if width == n_nodes and len(first) == n_nodes:
        return first, None, body
    if width == n_nodes + 1 and len(first) in (n_nodes, width):
        beside = [row[0] for _, row in body]
        return first[-n_nodes:], beside, [(line, row[1:]) for line, row in body]
    hint = ""
    if len(first) == 1 and (";" in first[0] or "\t" in first[0]):
        hint = ". Fields must be separated by commas"
    raise FormatError(
        f"a matrix must be square under a row of names; got {len(first)} fields in the first row, "
        f"{width} in the last, and {len(table)} rows in all{hint}"
    )


def _in_order(header: Sequence[str], beside: list[str], body: list[Line]) -> list[Line]:
    if list(header) == beside:
        return body
    at = {name: row for name, row in zip(beside, body, strict=True)}
    if len(at) < len(beside) or at.keys() != set(header):
        raise GraphError(
            f"the first row and the first column must name the same nodes; got {listing(header)} and "
            f"{listing(beside)}"
        )
    return [at[name] for name in header]


def _value(written: str, codes: Mapping[str, int], line: int, column: int) -> int:
    value = codes.get(written)
    if value is None:
        try:
            number = float(written)
        except ValueError:
            number = -1.0
        value = codes.get(f"{number:g}")
    if value is None:
        *most, last = codes
        raise FormatError(
            f"line {line}: a cell must be {', '.join(most)} or {last}; got {written!r} for node number "
            f"{column + 1}. Weights need a threshold first; other codes, the format they belong to"
        )
    return value


def _all_numbers(fields: Sequence[str]) -> bool:
    try:
        return all(float(text) == float(text) for text in fields)
    except ValueError:
        return False
