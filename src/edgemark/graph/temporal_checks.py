"""Checks of the parts of a time series graph: edges, lags and conflicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from edgemark.errors import GraphError, InputTypeError, LimitError, Remedy, shown
from edgemark.graph import kinds
from edgemark.graph.core import Graph
from edgemark.graph.edge_words import Index
from edgemark.graph.headings import refuse_fields_of_reversed_edge
from edgemark.graph.lagged_edges import LAGGED_GLYPHS, WRITTEN_LAGGED, Lagged
from edgemark.graph.marks import STATE_OF, WRITTEN
from edgemark.graph.other_edge_lists import listed_tuples
from edgemark.graph.pair_lists import several_nodes

__all__ = [
    "acted_on",
    "checked_conflicts",
    "checked_lag",
    "checked_length",
    "directed_cycle",
    "in_range",
    "lagged_state",
    "numbered_edges",
    "positions",
    "quadruples",
    "refuse_cycle",
]

_LARGEST_LAG = 10**5  # a comparison takes 4 KB for each lag, so 400 MB at most


def quadruples(edges: Any) -> list[tuple[Any, str, Any, Any]]:
    """The four parts of each edge: its ends, its marks, its lag."""
    return [_quadruple(edge) for edge in listed_tuples(edges, "an edge", '("A", "-->", "B", 1)')]


def _quadruple(edge: Any) -> tuple[Any, str, Any, Any]:
    if isinstance(edge, str) or not isinstance(edge, Sequence) or len(edge) != 4:
        raise GraphError(
            f'an edge must be a quadruple such as ("A", "-->", "B", 1), its lag last; got {shown(edge)}'
        )
    refuse_fields_of_reversed_edge(edge)
    return edge[0], edge[1], edge[2], edge[3]


def checked_lag(lag: Any, what: str) -> int:
    """Check a number of time steps."""
    if isinstance(lag, bool) or not isinstance(lag, int | np.integer):
        raise InputTypeError(f"{what} must be a whole number; got {shown(lag)}")
    if lag < 0:
        raise GraphError(f"{what} must be 0 or more; got {shown(lag)}")
    if lag > _LARGEST_LAG:
        raise LimitError(f"{what} must be at most {_LARGEST_LAG}; got {shown(lag)}")
    return int(lag)


def checked_length(length: Any) -> int:
    """Check the number of time steps of a window."""
    if isinstance(length, bool) or not isinstance(length, int | np.integer) or length < 1:
        raise GraphError(f"a window must have 1 time step or more; got {shown(length)}")
    return int(length)


def in_range(lag: Any, most: int, edge: tuple[Any, ...]) -> int:
    """Check the lag of an edge, from 0 to the largest."""
    if isinstance(lag, bool) or not isinstance(lag, int | np.integer):
        raise GraphError(f"the lag of an edge must be a whole number; got {shown(lag)} in {shown(edge)}")
    if not 0 <= lag <= most:
        raise GraphError(
            f"the lag of an edge must be from 0 to max_lag, here {most}; got {shown(lag)} in "
            f"{shown(edge)}. A lag counts time steps back: 1 is the step before"
        )
    return int(lag)


def lagged_state(a: Any, glyph: Any, b: Any, lag: int) -> int:
    """The state of a lagged edge."""
    if glyph not in LAGGED_GLYPHS:
        raise GraphError(
            f"a lagged edge must be one of {' '.join(LAGGED_GLYPHS)}, the earlier variable first, "
            f"because nothing acts on the past; got {shown(glyph)} from {shown(a)} to "
            f"{shown(b)} at lag {lag}"
        )
    return STATE_OF[glyph]


def positions(nodes: Iterable[Any], place: Any, what: str) -> Index:
    """Positions of some variables, in order."""
    if isinstance(nodes, str):
        raise InputTypeError(f"{what} must be a list of names; got the string {nodes!r}")
    return np.array(sorted({place(node) for node in several_nodes(nodes, what)}), np.int64)


def checked_conflicts(conflicts: Any, graph: Graph, most: int) -> tuple[tuple[str, str, int], ...]:
    """Check triples of two variables and a lag."""
    listed = listed_tuples(conflicts, "a conflict", '("A", "B", 0)')
    return tuple(_checked_conflict(conflict, graph, most) for conflict in listed)


def _checked_conflict(conflict: Any, graph: Graph, most: int) -> tuple[str, str, int]:
    if isinstance(conflict, str) or not isinstance(conflict, Sequence) or len(conflict) != 3:
        raise GraphError(f'a conflict must be a triple such as ("A", "B", 0); got {shown(conflict)}')
    a, b, lag = conflict
    in_range(lag, most, (a, b))
    return graph.nodes[graph.index(a)], graph.nodes[graph.index(b)], int(lag)


def acted_on(edges: Iterable[tuple[str, str, str, int]], apart: set[str]) -> set[str]:
    """Variables adjacent to nodes that stand for time; no variable may act on these nodes."""
    found = set()
    for a, glyph, b, lag in edges:
        if (a in apart) == (b in apart):
            continue
        if (glyph[0] == "<" and a in apart) or (glyph[2] == ">" and b in apart):
            time = a if a in apart else b
            raise GraphError(f"nothing acts on {time}; got {a} {glyph} {b} @{lag}")
        found.add(b if a in apart else a)
    return found


def directed_cycle(graph: Graph) -> str | None:
    """Describe a cycle of contemporaneous edges."""
    return graph.cached("directed cycle", kinds.no_directed_cycle)


def refuse_cycle(graph: Graph) -> None:
    """Raise GraphError for a directed cycle of contemporaneous edges."""
    reason = directed_cycle(graph)
    if reason is not None:
        raise GraphError(
            f"edges within a time step must have no directed cycle; {reason}",
            Remedy("If a method found the cycle, keep it", 'cycles="keep"'),
        )


def numbered_edges(contemporaneous: Graph, lagged: Lagged) -> list[tuple[int, str, int, int]]:
    """Edges and lags by positions: contemporaneous edges first, then by lag."""
    now = [
        (b, glyph, a, 0) if reverse else (a, glyph, b, 0)
        for a, b, state in contemporaneous._pairs()
        for glyph, reverse in WRITTEN[state]
    ]
    lags, starts, ends = (part.tolist() for part in lagged.unpack())
    over = zip(starts, lagged.states.tolist(), ends, lags, strict=True)
    return now + [(i, glyph, j, lag) for i, state, j, lag in over for glyph in WRITTEN_LAGGED[state]]
