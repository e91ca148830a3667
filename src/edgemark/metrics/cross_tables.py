"""Cross tables: edge types, or marks, in the truth (rows) and in the estimate (columns)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from edgemark.graph import Graph, Mark
from edgemark.graph.kinds import demand_one_edge
from edgemark.graph.marks import FLIP, GLYPHS, MARK_AT_FIRST, MARK_AT_SECOND, STATE_OF
from edgemark.metrics.declaration import as_graphs
from edgemark.metrics.pair_sums import Matrix, cost_matrices, totals
from edgemark.values import CrossTable

__all__ = ["FOUND_TYPES", "TRUE_TYPES", "as_counted", "edge_type_table", "edge_types", "mark_table"]

NO_EDGE = "none"
_GLYPH_OF = {state: glyph for glyph, state in STATE_OF.items()} | {0: NO_EDGE}
_BACKWARDS = ("<--", "<-o", "--o")
_MARKS = tuple(mark.name.lower() for mark in Mark)

TRUE_TYPES: tuple[str, ...] = (NO_EDGE, *(g for g in GLYPHS if g not in _BACKWARDS))
"""Types of the true edge, written in the same direction as in `Graph.edges`."""

FOUND_TYPES: tuple[str, ...] = (NO_EDGE, *GLYPHS)
"""Types of the estimated edge, whose nodes are in the order of the true edge."""


def edge_types(s: int, t: int) -> tuple[str, str]:
    """
    Return the true and the estimated edge type of a pair in states s and t.

    Both are read in one order of its nodes, that of `edge_type_table`, so exchanging the nodes changes
    nothing.

    Examples:
        >>> edge_types(STATE_OF["<--"], STATE_OF["-->"]), edge_types(0, STATE_OF["<--"])
        (('-->', '<--'), ('none', '-->'))
    """
    as_stored = _GLYPH_OF.get(s, ""), _GLYPH_OF.get(t, "")
    reversed_types = _GLYPH_OF.get(int(FLIP[s]), ""), _GLYPH_OF.get(int(FLIP[t]), "")
    return min(as_stored, reversed_types, key=lambda types: [glyph in _BACKWARDS for glyph in types])


def as_counted(true: str, found: str) -> tuple[str, str]:
    """
    Return the cell of `edge_type_table` in which a pair of these types is counted.

    Examples:
        >>> as_counted("none", "<--"), as_counted("<-o", "-->"), as_counted("-->", "<--")
        (('none', '-->'), ('o->', '<--'), ('-->', '<--'))
    """
    return edge_types(STATE_OF.get(true, 0), STATE_OF.get(found, 0))


def edge_type_table(truth: Any, estimate: Any) -> CrossTable:
    """
    Count node pairs by their edge type in the truth and in the estimate.

    Each pair is read in the order in which its true edge is one of ``--> --- <-> o-> o-o o--``. If the
    true edge reads the same both ways, or there is none, the estimated edge decides the order. So
    ("-->", "<--") counts reversed edges, and ("none", "<--") is always 0.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        Counts that sum to p(p-1)/2. Rows are "none" and these six types, columns are "none" and all nine
        types, see `table.rows` and `table.columns`.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a pair of nodes has two edges.

    See also:
        mark_table: the counts of marks.
        confusion: the counts of one kind of positive.

    Examples:
        >>> table = edge_type_table(Graph.parse("A --> B --> C"), Graph.parse("B --> A; B --- C"))
        >>> table["-->", "<--"], table["-->", "---"], table["none", "none"]
        (1, 1, 1)
    """
    truth, estimate = as_graphs(truth, estimate)
    demand_one_edge(truth, estimate, "the table of edge types")
    return _cross_table(truth, estimate, TRUE_TYPES, FOUND_TYPES, _edge_types)


def mark_table(truth: Any, estimate: Any) -> CrossTable:
    """
    Count ordered node pairs (i, j) by the mark at j in the truth and in the estimate.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        Counts that sum to p(p-1). Rows and columns are none, circle, arrow, tail.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a pair of nodes has two edges.

    See also:
        edge_type_table: the counts of edge types.
        endpoint_hamming: the number of differing marks.

    Examples:
        >>> table = mark_table(Graph.parse("A o-> B"), Graph.parse("A --> B"))
        >>> table["circle", "tail"], table["arrow", "arrow"]
        (1, 1)
    """
    truth, estimate = as_graphs(truth, estimate)
    demand_one_edge(truth, estimate, "the table of marks")
    return _cross_table(truth, estimate, _MARKS, _MARKS, _marks)


def _edge_types(s: int, t: int) -> list[tuple[str, str]]:
    return [edge_types(s, t)]


def _marks(s: int, t: int) -> list[tuple[str, str]]:
    return [
        (_MARKS[at.get(s, Mark.NONE)], _MARKS[at.get(t, Mark.NONE)])
        for at in (MARK_AT_FIRST, MARK_AT_SECOND)
    ]


def _cross_table(
    truth: Graph,
    estimate: Graph,
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    cells_of_states: Callable[[int, int], list[tuple[str, str]]],
) -> CrossTable:
    counts = iter(totals(truth, estimate, _weights(rows, columns, cells_of_states)))
    return CrossTable(rows, columns, tuple(tuple(next(counts) for _ in columns) for _ in rows))


@cache
def _weights(
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    cells_of_states: Callable[[int, int], list[tuple[str, str]]],
) -> Matrix:
    """Return how often a pair in a state of the truth and of the estimate is counted in each cell."""
    cells = [(row, column) for row in rows for column in columns]
    return cost_matrices(lambda s, t: [cells_of_states(s, t).count(cell) for cell in cells])
