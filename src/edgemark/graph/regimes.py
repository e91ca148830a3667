"""Regimes: periods of time in which one graph holds."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from edgemark.errors import (
    AlignmentError,
    ClassWarning,
    GraphError,
    InputTypeError,
    Remedy,
    levels_to_caller,
    listing,
)
from edgemark.graph.temporal_checks import numbered_edges

if TYPE_CHECKING:
    from edgemark.graph.temporal import TemporalGraph

__all__ = [
    "Regime",
    "checked_regimes",
    "checked_time",
    "combined_parts",
    "edges_come_and_go",
    "listed_regimes",
    "warn_of_joined_regimes",
]

NumberedEdge = tuple[int, str, int, int]


@dataclass(frozen=True, slots=True)
class Regime:
    """
    A period of time and the graph that holds in it.

    Attributes:
        start: the first time step of the period.
        end: the first time step after the period.
        graph: a graph without regimes of its own.

    Raises:
        TypeError: times that are not integers, or a graph that is not a `TemporalGraph`.
        GraphError: a time before 0, an empty period, or a graph that has regimes.
    """

    start: int
    end: int
    graph: TemporalGraph

    def __post_init__(self) -> None:
        from edgemark.graph.temporal import TemporalGraph

        for what, time in (("start", self.start), ("end", self.end)):
            object.__setattr__(self, what, checked_time(time, f"the {what} of a regime"))
        if not 0 <= self.start < self.end:
            raise GraphError(
                f"a regime must begin at 0 or later, and its end must come after; got one from "
                f"{self.start} to {self.end}"
            )
        if not isinstance(self.graph, TemporalGraph):
            raise InputTypeError(
                f"the graph of a regime must be a TemporalGraph; got {type(self.graph).__name__}"
            )
        if self.graph.regimes:
            raise GraphError("the graph of a regime must not have regimes of its own")


def checked_time(time: Any, what: str) -> int:
    """Return a time step after checking it."""
    if isinstance(time, bool) or not isinstance(time, int | np.integer):
        raise InputTypeError(f"{what} must be a whole number; got {time!r}")
    return int(time)


def aligned_to(first: TemporalGraph, graph: TemporalGraph) -> TemporalGraph:
    """Return a graph with its variables in the order of `first`; refuse other variables or lags."""
    if not _has_variables_of(first, graph) or graph.max_lag != first.max_lag:
        raise AlignmentError(
            f"the graphs must all have the same variables and the same max_lag; got "
            f"{listing(list(graph.nodes))} to lag {graph.max_lag} beside "
            f"{listing(list(first.nodes))} to lag {first.max_lag}"
        )
    return graph.with_nodes(first.nodes) if first.is_named else graph


def _has_variables_of(first: TemporalGraph, graph: TemporalGraph) -> bool:
    """Whether two graphs have the same variables, without making names for unnamed ones."""
    if first.is_named != graph.is_named or first.n_nodes != graph.n_nodes:
        return False
    if not first.is_named or first.nodes == graph.nodes:
        return True
    return set(first.nodes) == set(graph.nodes)


def checked_regimes(whole_graph: TemporalGraph, regimes: tuple[Regime, ...]) -> tuple[Regime, ...]:
    """
    Return regimes with the variables in the order of `whole_graph`. Refuse gaps between regimes, and
    edges that `whole_graph` lacks.
    """
    next_start = 0
    for regime in regimes:
        _demand_regime(regime)
        if regime.start != next_start:
            raise GraphError(
                f"regimes must follow each other without gaps, the first from 0; got one from "
                f"{regime.start} to {regime.end} instead of one from {next_start}"
            )
        next_start = regime.end
    aligned = tuple(Regime(r.start, r.end, aligned_to(whole_graph, r.graph)) for r in regimes)
    edges = set(_canonical_edges(whole_graph)) if aligned else set()
    for regime in aligned:
        for a, glyph, b, lag in _canonical_edges(regime.graph):
            if (a, glyph, b, lag) not in edges:
                raise GraphError(
                    f"a graph must have all edges of its regimes; it lacks {whole_graph.nodes[a]} "
                    f"{glyph} {whole_graph.nodes[b]} @{lag} of the regime from {regime.start} to "
                    f"{regime.end}",
                    Remedy("Build the graph of its regimes", "TemporalGraph.from_regimes(regimes)"),
                )
    return aligned


def listed_regimes(regimes: Any) -> tuple[Any, ...]:
    """Return regimes as a tuple; refuse what is not a list, such as a single graph."""
    if not isinstance(regimes, Iterable):
        raise InputTypeError(
            f"regimes must be a list of Regime(start, end, graph); got {type(regimes).__name__}"
        )
    return tuple(regimes)


def _demand_regime(regime: Any) -> None:
    if not isinstance(regime, Regime):
        raise InputTypeError(f"a regime must be Regime(start, end, graph); got {regime!r}")


def edges_come_and_go(graph: TemporalGraph) -> bool:
    """Whether some regime lacks an edge of the graph."""
    return any(regime.graph.n_edges != graph.n_edges for regime in graph.regimes)


def warn_of_joined_regimes(graph: TemporalGraph, what: str) -> None:
    """Warn if `what` combines the edges of several regimes, which may never hold at the same time."""
    if edges_come_and_go(graph):
        problem = f"the graph changes over time: its {what} has the edges of all its regimes together"
        remedy = Remedy("Take a time step", f"graph.at({graph.regimes[0].start})")
        warnings.warn(ClassWarning(problem, remedy), stacklevel=levels_to_caller())


def combined_parts(
    regimes: Sequence[Regime],
) -> tuple[Sequence[str] | int, list[tuple[str, str, str, int]], int, list[str]]:
    """
    Return the parts of a graph of all regimes: variables, edges, the largest lag, changing variables.
    """
    if not regimes:
        raise GraphError("a graph of regimes needs at least one")
    for regime in regimes:
        _demand_regime(regime)
    first = regimes[0].graph
    graphs = [first, *(aligned_to(first, regime.graph) for regime in regimes[1:])]
    edges = [_canonical_edges(g) for g in graphs]
    changing = {k for g in graphs for k in g._changing.tolist()} | _changed_targets(edges)
    names = first.nodes
    _refuse_clashes(regimes, edges, names)
    return (
        names if first.is_named else first.n_nodes,
        [(names[a], glyph, names[b], lag) for a, glyph, b, lag in dict.fromkeys(chain(*edges))],
        first.max_lag,
        [names[k] for k in sorted(changing)],
    )


def _refuse_clashes(
    regimes: Sequence[Regime], edges: Sequence[Sequence[NumberedEdge]], names: Sequence[str]
) -> None:
    """Refuse edges of several regimes that no graph can have on one pair and lag."""
    regime_of: dict[tuple[int, int, int], dict[NumberedEdge, Regime]] = {}
    for regime, edges_of_regime in zip(regimes, edges, strict=True):
        for edge in edges_of_regime:
            a, _, b, lag = edge
            place = (lag, a, b) if lag else (0, min(a, b), max(a, b))
            regime_of.setdefault(place, {}).setdefault(edge, regime)
    for found in regime_of.values():
        glyphs = {glyph for _, glyph, _, _ in found}
        if len(found) == 1 or (len(found) == 2 and glyphs <= {"-->", "<->"}):
            continue
        which = ", ".join(
            f"{names[a]} {glyph} {names[b]} @{lag} from {regime.start} to {regime.end}"
            for (a, glyph, b, lag), regime in found.items()
        )
        raise GraphError(
            "a graph of regimes has the edges of all of them, and one pair and lag can only have --> "
            f"with <-> or, within a time step, with <--; got {which}",
            Remedy(
                "Keep the graphs of the regimes apart, and compare each",
                "evaluate(truth.at(regime.start), regime.graph)",
            ),
        )


def _canonical_edges(graph: TemporalGraph) -> list[NumberedEdge]:
    return [_canonical_edge(edge) for edge in numbered_edges(graph._contemporaneous, graph._lagged)]


def _canonical_edge(edge: NumberedEdge) -> NumberedEdge:
    """Return the edge in its canonical direction, so that equal edges compare equal."""
    a, glyph, b, lag = edge
    if lag == 0 and glyph in ("---", "<->", "o-o") and a > b:
        return b, glyph, a, lag
    return edge


def _changed_targets(edges: Sequence[Iterable[NumberedEdge]]) -> set[int]:
    """Return the variables at which an edge that only some graphs have ends in an arrowhead."""
    edge_sets = [frozenset(graph_edges) for graph_edges in edges]
    shared = frozenset.intersection(*edge_sets)
    changed = [edge for graph_edges in edge_sets for edge in graph_edges - shared]
    return {
        end for a, glyph, b, _ in changed for end, mark in ((a, glyph[0]), (b, glyph[2])) if mark in "<>"
    }
