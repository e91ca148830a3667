"""Stretches of time with a graph each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgemark.errors import AlignmentError, GraphError, listing

if TYPE_CHECKING:
    from edgemark.graph.temporal import TemporalGraph

__all__ = ["Regime", "changed_targets", "checked_regimes", "over_same"]

Numbered = tuple[int, str, int, int]


@dataclass(frozen=True, slots=True)
class Regime:
    """
    A stretch of time and the graph that holds in it.

    Attributes:
        start: its first time step.
        end: the first time step after it.
        graph: a graph without regimes of its own.
    """

    start: int
    end: int
    graph: TemporalGraph


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
    return tuple(Regime(r.start, r.end, over_same(whole, r.graph)) for r in regimes)


def changed_targets(edges: Sequence[Iterable[Numbered]]) -> set[int]:
    """Variables into which not the same edges lead in all graphs."""
    into = [frozenset(of_graph) for of_graph in edges]
    everywhere = frozenset.intersection(*into)
    return {b for of_graph in into for _, _, b, _ in of_graph - everywhere}
