"""Time series graphs without their hidden variables, and without the past of a window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from edgemark.conventions.options import Kind
from edgemark.errors import GraphError, KindError, LimitError, Remedy
from edgemark.graph.core import Graph
from edgemark.graph.edge_words import Words, sorted_words, unpack, words_of
from edgemark.graph.equivalence.temporal_classes import demand_arrows_over_time, stands_for_class
from edgemark.graph.lagged_edges import Lagged
from edgemark.graph.marks import BIDIRECTED, FORWARD
from edgemark.graph.series_projection import (
    Arc,
    Process,
    bidirected_within,
    directed_within,
    mag_of_window,
)
from edgemark.graph.temporal import TemporalGraph
from edgemark.graph.temporal_checks import checked_lag, directed_cycle

__all__ = ["canonical_process", "latest_edges", "project_series", "series_of_window"]

_MOST_NODES = 20_000


def project_series(
    graph: TemporalGraph, hidden: Sequence[str], to: str, max_lag: int | None
) -> TemporalGraph:
    """
    Remove hidden variables, and for a MAG all time steps before the window; see `latent_projection`.
    """
    _demand_dag(graph)
    most = graph.max_lag if max_lag is None else checked_lag(max_lag, "max_lag")
    out = {graph.index(name) for name in hidden}
    if graph.n_nodes and len(out) == graph.n_nodes:
        raise GraphError(
            "at least one variable must be observed; all of them are hidden",
            Remedy("Leave the observed variables out of the list"),
        )
    observed = tuple(v for v in range(graph.n_nodes) if v not in out)
    process = Process(graph.n_nodes, _arcs(graph), observed)
    if graph.n_nodes * (most + 1 + process.longest) > _MOST_NODES:
        raise LimitError(
            f"the window of a projection can have {_MOST_NODES} nodes at most, one for each variable "
            f"and time step; got {graph.n_nodes} variables at {most + 1 + process.longest} time steps"
        )
    names = tuple(graph.nodes[v] for v in observed) if graph.is_named else None
    changing = _observed_changes(graph, process)
    if to == "admg":
        return _admg(process, names, most, changing)
    words = mag_of_window(process, most + 1)
    return series_of_window(words, names, len(observed), most, "mag", changing)


def _demand_dag(graph: TemporalGraph) -> None:
    what = "a latent projection over time"
    if graph.regimes:
        raise KindError(
            f"{what} needs a graph that is the same at all times; the graph has regimes",
            Remedy("Take the graph of one time step", "graph.at(time)"),
        )
    demand_arrows_over_time(graph, what)
    if stands_for_class(graph) or not graph.contemporaneous().is_dag():
        other = "it has other edges, or represents an equivalence class"
        reason = directed_cycle(graph.contemporaneous()) or other
        raise KindError(f"{what} needs a DAG within a time step; {reason}")


def _arcs(graph: TemporalGraph) -> tuple[Arc, ...]:
    firsts, seconds, states = unpack(graph.contemporaneous().words)
    forward = states == FORWARD
    starts, ends = np.where(forward, firsts, seconds), np.where(forward, seconds, firsts)
    now = [(a, b, 0) for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
    lags, starts, ends = (part.tolist() for part in graph._lagged.unpack())
    return (*now, *zip(starts, ends, lags, strict=True))


def _observed_changes(graph: TemporalGraph, process: Process) -> list[int]:
    """
    Observed variables that change, or on which a changing hidden variable acts through hidden variables.
    """
    reached = {graph.index(name) for name in graph.changing}
    waiting = [v for v in reached if v in process.hidden]
    while waiting:
        here = waiting.pop()
        found = {b for a, b, _ in process.arcs if a == here} - reached
        reached |= found
        waiting += [v for v in found if v in process.hidden]
    return [k for k, v in enumerate(process.observed) if v in reached]


def _admg(
    process: Process, names: tuple[str, ...] | None, most: int, changing: list[int]
) -> TemporalGraph:
    place = {v: k for k, v in enumerate(process.observed)}
    arcs = [(a, b, lag, FORWARD) for a, b, lag in directed_within(process, most)]
    arcs += [(a, b, lag, BIDIRECTED) for a, b, lag in bidirected_within(process, most)]
    edges = np.array([(place[a], place[b], lag, s) for a, b, lag, s in arcs], np.int64).reshape(-1, 4)
    starts, ends, lags, states = edges.T
    now, n = lags == 0, len(place)
    within = words_of(starts[now], ends[now], states[now], str)
    lagged = Lagged.of(n, most, lags[~now], starts[~now], ends[~now], states[~now], str)
    return TemporalGraph._make(
        lagged, Graph._make(names, n, within, "admg"), np.array(changing, np.int64)
    )


def latest_edges(words: Words, n: int, most: int) -> tuple[Words, Lagged]:
    """
    The edges of a window into its last time step: first those within the step, then the lagged ones.

    Every edge at the last step exists at all earlier steps. The first steps may have more edges, because
    nodes before the window confound them.
    """
    firsts, seconds, states = unpack(words)
    last = n * most
    into = seconds >= last
    firsts, seconds, states = firsts[into], seconds[into] - last, states[into]
    now = firsts >= last
    within = sorted_words(firsts[now] - last, seconds[now], states[now])
    steps, starts = np.divmod(firsts[~now], max(n, 1))
    lagged = Lagged.of(n, most, most - steps, starts, seconds[~now], states[~now], str)
    return within, lagged


def series_of_window(
    words: Words, names: tuple[str, ...] | None, n: int, most: int, kind: Kind, changing: Iterable[int]
) -> TemporalGraph:
    """Make the time series graph of the edges of a window into its last time step."""
    within, lagged = latest_edges(words, n, most)
    now = Graph._make(names, n, within, kind)
    return TemporalGraph._make(lagged, now, np.array([*changing], np.int64))


def canonical_process(graph: TemporalGraph) -> Process:
    """
    The canonical process of a graph of ``-->`` and ``<->``, which has a hidden cause for each ``<->``.

    If any series has the graph as the MAG of its window, this one has it too (Gerhardus 2024).
    """
    n = graph.n_nodes
    more, arcs = n, []
    for a, b, lag, state in _pairs(graph):
        if state == BIDIRECTED:
            arcs += [(more, a, 0), (more, b, lag)]
            more += 1
        else:
            arcs.append((a, b, lag) if state == FORWARD else (b, a, lag))
    return Process(more, tuple(arcs), tuple(range(n)))


def _pairs(graph: TemporalGraph) -> Iterable[tuple[int, int, int, int]]:
    firsts, seconds, states = (part.tolist() for part in unpack(graph.contemporaneous().words))
    yield from zip(firsts, seconds, [0] * len(firsts), states, strict=True)
    lags, starts, ends = (part.tolist() for part in graph._lagged.unpack())
    yield from zip(starts, ends, lags, graph._lagged.states.tolist(), strict=True)
