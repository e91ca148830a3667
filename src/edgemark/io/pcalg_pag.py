"""
pcalg's `amat.pag` as CSV: m[a, b] is the mark at b on the edge of a and b.

The marks are 0 for no edge, 1 for a circle, 2 for an arrow and 3 for a tail.

pcalg uses the same numbers for MAGs, so the file declares no kind. Such a file is never recognised by
its content: name the format.
"""

from __future__ import annotations

import numpy as np

from edgemark.errors import FormatError, LimitError, Remedy
from edgemark.graph import Graph
from edgemark.graph.edge_words import words_of
from edgemark.graph.given_nodes import checked_nodes
from edgemark.io.adjacency_csv import cells_of
from edgemark.io.csv_rows import names_line
from edgemark.io.formats import remedy_to_write_json
from edgemark.io.matrix import demand_names, digits
from edgemark.io.source import Source

_CODES = {"0": 0, "1": 1, "2": 2, "3": 3}
_MAX_CELLS = 2**30


def read(source: Source) -> Graph:
    """Read pcalg's matrix of a PAG or MAG."""
    cells = cells_of(source, _CODES)
    names, n_nodes = checked_nodes(cells.n_nodes if cells.names is None else cells.names)

    def name(k: int) -> str:
        return names[k] if names is not None else str(k)

    rows, columns, marks = (
        np.array(part, np.int64) for part in (cells.rows, cells.columns, cells.values)
    )
    order = np.argsort(rows * n_nodes + columns)
    rows, columns, marks = rows[order], columns[order], marks[order]
    # If each mark has a mark at the other end, that of mark k is at position mirror[k].
    mirror = np.argsort(columns * n_nodes + rows)
    unpaired = np.flatnonzero((rows != columns[mirror]) | (columns != rows[mirror]))
    if unpaired.size:
        k = _first_unpaired(rows, columns, n_nodes)
        a, b = name(int(rows[k])), name(int(columns[k]))
        raise FormatError(
            f"an edge must have a mark at both ends; the edge of {a!r} and {b!r} has a mark at {b!r} "
            f"only",
            Remedy("If it is an amat.cpdag", 'format="pcalg-cpdag"', "--input-format pcalg-cpdag"),
        )
    upper = rows <= columns
    at_first = marks[mirror][upper]
    state = at_first * 4 + marks[upper]  # see `edgemark.graph.marks`, which uses the same numbers
    words = words_of(rows[upper], columns[upper], state, name)
    return Graph._make(names, n_nodes, words)


def _first_unpaired(rows: np.ndarray, columns: np.ndarray, n_nodes: int) -> int:
    has_mirror = np.isin(rows * n_nodes + columns, columns * n_nodes + rows)
    return int(np.flatnonzero(~has_mirror)[0])


def write(graph: Graph) -> bytes:
    """Write pcalg's matrix of a PAG or MAG."""
    demand_names(graph, "pcalg-pag")
    if not graph.n_nodes:
        raise FormatError(
            "the format 'pcalg-pag' needs a node; the graph has none",
            remedy_to_write_json(),
        )
    if graph.has_two_edges_on_a_pair:
        raise FormatError(
            "the format 'pcalg-pag' holds one edge between two nodes; some nodes of the graph have two "
            "edges between them",
            remedy_to_write_json(),
        )
    if graph.n_nodes**2 > _MAX_CELLS:
        raise LimitError(
            f"a matrix may have at most {_MAX_CELLS} cells; {graph.n_nodes} nodes need "
            f"{graph.n_nodes**2}",
            remedy_to_write_json(),
        )
    return names_line(graph.nodes).encode() + digits(graph.marks)
