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
    "adjacent_to_surrogates",
    "checked_conflicts",
    "checked_edge_lag",
    "checked_lag",
    "checked_length",
    "directed_cycle",
    "lagged_state",
    "numbered_edges",
    "positions",
    "quadruples",
    "refuse_cycle",
]

_LARGEST_LAG = 10**5  # a comparison takes 8 KB for each lag, so 800 MB at most


def quadruples(edges: Any) -> list[tuple[Any, str, Any, Any]]:
    """Return the four parts of each edge: its start, its marks, its end and its lag."""
    return [_quadruple(edge) for edge in listed_tuples(edges, "an edge", '("A", "-->", "B", 1)')]


def _quadruple(edge: Any) -> tuple[Any, str, Any, Any]:
    if isinstance(edge, str) or not isinstance(edge, Sequence) or len(edge) != 4:
        raise GraphError(
            f'an edge must be a quadruple such as ("A", "-->", "B", 1), its lag last; got {shown(edge)}'
        )
    refuse_fields_of_reversed_edge(edge)
    return edge[0], edge[1], edge[2], edge[3]


def checked_lag(lag: Any, what: str) -> int:
    """Return a number of time steps after checking it."""
    if isinstance(lag, bool) or not isinstance(lag, int | np.integer):
        raise InputTypeError(f"{what} must be a whole number; got {shown(lag)}")
    if lag < 0:
        raise GraphError(f"{what} must be 0 or more; got {shown(lag)}")
    if lag > _LARGEST_LAG:
        raise LimitError(f"{what} must be at most {_LARGEST_LAG}; got {shown(lag)}")
    return int(lag)


def remedy_for_sign() -> Remedy:
    """Return the remedy for a lag below 0: tigramite writes -1 for the step before."""
    return Remedy("If it counts the steps back, as in tigramite, write it without the sign")


def checked_length(length: Any) -> int:
    """Return the number of time steps of a window after checking it."""
    if isinstance(length, bool) or not isinstance(length, int | np.integer):
        raise InputTypeError(f"length must be a whole number of time steps; got {shown(length)}")
    if length < 1:
        raise GraphError(f"a window must have 1 time step or more; got {shown(length)}")
    return int(length)


def checked_edge_lag(lag: Any, largest_lag: int, edge: tuple[Any, ...]) -> int:
    """Return the lag of an edge after checking that it is from 0 to the largest lag."""
    if isinstance(lag, bool) or not isinstance(lag, int | np.integer):
        raise GraphError(f"the lag of an edge must be a whole number; got {shown(lag)} in {shown(edge)}")
    if not 0 <= lag <= largest_lag:
        raise GraphError(
            f"the lag of an edge must be from 0 to max_lag, here {largest_lag}; got {shown(lag)} in "
            f"{shown(edge)}. A lag counts time steps back: 1 is the step before",
            *([remedy_for_sign()] if lag < 0 else []),
        )
    return int(lag)


def lagged_state(a: Any, glyph: Any, b: Any, lag: int) -> int:
    """Return the number that encodes the marks of a lagged edge, after checking the marks."""
    if glyph not in LAGGED_GLYPHS:
        raise GraphError(
            f"a lagged edge must be one of {' '.join(LAGGED_GLYPHS)}, the earlier variable first, "
            f"because nothing acts on the past; got {shown(glyph)} from {shown(a)} to "
            f"{shown(b)} at lag {lag}"
        )
    return STATE_OF[glyph]


def positions(nodes: Iterable[Any], position_of: Any, what: str) -> Index:
    """Return the positions of variables in ascending order, each once."""
    if isinstance(nodes, str):
        raise InputTypeError(f"{what} must be a list of names; got the string {nodes!r}")
    return np.array(sorted({position_of(node) for node in several_nodes(nodes, what)}), np.int64)


def checked_conflicts(
    conflicts: Any, graph: Graph, largest_lag: int
) -> tuple[tuple[str, str, int], ...]:
    """Return triples of two variables and a lag after checking them."""
    listed = listed_tuples(conflicts, "a conflict", '("A", "B", 0)')
    return tuple(_checked_conflict(conflict, graph, largest_lag) for conflict in listed)


def _checked_conflict(conflict: Any, graph: Graph, largest_lag: int) -> tuple[str, str, int]:
    if isinstance(conflict, str) or not isinstance(conflict, Sequence) or len(conflict) != 3:
        raise GraphError(f'a conflict must be a triple such as ("A", "B", 0); got {shown(conflict)}')
    a, b, lag = conflict
    checked_edge_lag(lag, largest_lag, (a, b))
    if graph.index(a) == graph.index(b) and lag == 0:
        raise GraphError(f"a conflict at lag 0 must join two variables; got {shown(conflict)}")
    return graph.nodes[graph.index(a)], graph.nodes[graph.index(b)], int(lag)


def adjacent_to_surrogates(edges: Iterable[tuple[str, str, str, int]], surrogates: set[str]) -> set[str]:
    """
    Return the variables adjacent to surrogates, the nodes that stand for time or context.

    Raises:
        GraphError: an edge of a variable has an arrowhead at a surrogate.
    """
    variables = set()
    for a, glyph, b, lag in edges:
        if (a in surrogates) == (b in surrogates):
            continue
        if (glyph[0] == "<" and a in surrogates) or (glyph[2] == ">" and b in surrogates):
            surrogate = a if a in surrogates else b
            raise GraphError(f"nothing acts on {surrogate}; got {a} {glyph} {b} @{lag}")
        variables.add(b if a in surrogates else a)
    return variables


def directed_cycle(graph: Graph) -> str | None:
    """Describe a directed cycle of contemporaneous edges; None if there is none."""
    return graph.cached("directed cycle", kinds.describe_directed_cycle)


def refuse_cycle(graph: Graph) -> None:
    """Raise GraphError for a directed cycle of contemporaneous edges."""
    reason = directed_cycle(graph)
    if reason is not None:
        raise GraphError(
            f"edges within a time step must have no directed cycle; {reason}",
            Remedy("If a method found the cycle, keep it", 'cycles="keep"'),
        )


def numbered_edges(contemporaneous: Graph, lagged: Lagged) -> list[tuple[int, str, int, int]]:
    """Return the edges, with positions instead of names: contemporaneous edges first, then by lag."""
    contemporaneous_edges = [
        (b, glyph, a, 0) if reverse else (a, glyph, b, 0)
        for a, b, state in contemporaneous._pairs()
        for glyph, reverse in WRITTEN[state]
    ]
    lags, starts, ends = (part.tolist() for part in lagged.unpack())
    lagged_pairs = zip(starts, lagged.states.tolist(), ends, lags, strict=True)
    return contemporaneous_edges + [
        (i, glyph, j, lag) for i, state, j, lag in lagged_pairs for glyph in WRITTEN_LAGGED[state]
    ]
