"""Stretches of time with a graph each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from edgemark.errors import AlignmentError, GraphError, listing

if TYPE_CHECKING:
    from edgemark.graph.temporal import TemporalGraph

__all__ = ["Regime", "changed_targets", "checked_regimes", "numbered", "over_same"]

Numbered = tuple[int, str, int, int]


@dataclass(frozen=True, slots=True)
class Regime:
    """
    A stretch of time and the graph that holds in it.

    Attributes:
        start: its first time step.
        end: the first time step after it.
        graph: a graph without regimes of its own.

    Raises:
        TypeError: times that are no whole numbers.
    """

    start: int
    end: int
    graph: TemporalGraph

    def __post_init__(self) -> None:
        for what, time in (("start", self.start), ("end", self.end)):
            if isinstance(time, bool) or not isinstance(time, int | np.integer):
                raise TypeError(f"the {what} of a regime must be a whole number; got {time!r}")
            object.__setattr__(self, what, int(time))


def over_same(first: TemporalGraph, graph: TemporalGraph) -> TemporalGraph:
    """A regime's graph with its variables in the order of another one's."""
    same = first.is_named == graph.is_named and sorted(first.nodes) == sorted(graph.nodes)
    if not same or graph.max_lag != first.max_lag:
        raise AlignmentError(
            f"the graphs of all regimes must have the same variables and the same max_lag; got "
            f"{listing(list(graph.nodes))} to lag {graph.max_lag} beside "
            f"{listing(list(first.nodes))} to lag {first.max_lag}"
        )
    return graph.with_nodes(first.nodes) if first.is_named else graph


def checked_regimes(whole: TemporalGraph, regimes: tuple[Regime, ...]) -> tuple[Regime, ...]:
    """Regimes in order and without gaps, their graphs over the variables of the whole."""
    following = 0
    for regime in regimes:
        if not isinstance(regime, Regime) or not isinstance(regime.graph, type(whole)):
            raise TypeError(f"a regime must be Regime(start, end, graph); got {regime!r}")
        if regime.graph.regimes:
            raise GraphError("the graph of a regime must not have regimes of its own")
        if regime.start != following or regime.end <= regime.start:
            raise GraphError(
                f"regimes must follow each other from 0 on, each at least one step long; got one from "
                f"{regime.start} to {regime.end} where {following} comes next"
            )
        following = regime.end
    same = tuple(Regime(r.start, r.end, over_same(whole, r.graph)) for r in regimes)
    known = set(numbered(whole)) if same else set()
    for regime in same:
        for a, glyph, b, lag in numbered(regime.graph):
            if (a, glyph, b, lag) not in known:
                raise GraphError(
                    f"a graph has all edges of its regimes; that from {regime.start} to {regime.end} "
                    f"has {whole.nodes[a]} {glyph} {whole.nodes[b]} @{lag} too. "
                    f"TemporalGraph.from_regimes puts them together"
                )
    return same


def numbered(graph: TemporalGraph) -> list[Numbered]:
    """Edges by positions, each written one way only, so that equal ones are equal."""
    place = {name: k for k, name in enumerate(graph.nodes)}
    return [_one_way((place[a], glyph, place[b], lag)) for a, glyph, b, lag in graph.edges()]


def _one_way(edge: Numbered) -> Numbered:
    a, glyph, b, lag = edge
    if lag == 0 and glyph in ("---", "<->", "o-o") and a > b:
        return b, glyph, a, lag
    return edge


def changed_targets(edges: Sequence[Iterable[Numbered]]) -> set[int]:
    """Variables with arrowheads that are not in all graphs."""
    into = [frozenset(of_graph) for of_graph in edges]
    everywhere = frozenset.intersection(*into)
    changed = [edge for of_graph in into for edge in of_graph - everywhere]
    return {
        end for a, glyph, b, _ in changed for end, mark in ((a, glyph[0]), (b, glyph[2])) if mark in "<>"
    }
