"""Remove hidden variables from time series graphs, and the time steps before a window."""

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
from edgemark.graph.regimes import edges_come_and_go
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

_MAX_NODES = 20_000


def project_series(
    graph: TemporalGraph, hidden: Sequence[str], to: str, max_lag: int | None
) -> TemporalGraph:
    """
    Remove hidden variables, and for a MAG all time steps before the window; see `latent_projection`.
    """
    _demand_dag(graph)
    largest_lag = graph.max_lag if max_lag is None else checked_lag(max_lag, "max_lag")
    hidden_positions = {graph.index(name) for name in hidden}
    if graph.n_nodes and len(hidden_positions) == graph.n_nodes:
        raise GraphError(
            "at least one variable must be observed; all of them are hidden",
            Remedy("Leave the observed variables out of the list"),
        )
    observed = tuple(v for v in range(graph.n_nodes) if v not in hidden_positions)
    process = Process(graph.n_nodes, _arcs(graph), observed)
    if graph.n_nodes * (largest_lag + 1 + process.longest) > _MAX_NODES:
        raise LimitError(
            f"the window of a projection can have {_MAX_NODES} nodes at most, one for each variable "
            f"and time step; got {graph.n_nodes} variables at {largest_lag + 1 + process.longest} "
            f"time steps"
        )
    names = tuple(graph.nodes[v] for v in observed) if graph.is_named else None
    changing = _observed_changes(graph, process)
    if to == "admg":
        return _admg(process, names, largest_lag, changing)
    words = mag_of_window(process, largest_lag + 1)
    return series_of_window(words, names, len(observed), largest_lag, "mag", changing)


def _demand_dag(graph: TemporalGraph) -> None:
    what = "a latent projection over time"
    if edges_come_and_go(graph):
        raise KindError(
            f"{what} needs a graph that is the same at all times; the graph has regimes, whose edges "
            "differ",
            Remedy("Take the graph of one time step", "graph.at(time)"),
        )
    try:
        demand_arrows_over_time(graph, what)
        if stands_for_class(graph) or not graph._contemporaneous.is_dag():
            other = "it has other edges, or represents an equivalence class"
            reason = directed_cycle(graph._contemporaneous) or other
            raise KindError(f"{what} needs a DAG within a time step; {reason}")
    except KindError as error:
        if not any(mark == "<->" for _, mark, _, _ in graph.edges()):
            raise
        raise error.advising(
            Remedy(
                "The edges <-> stand for hidden variables that were left out: give the graph that has "
                'them. If it is a MAG, declare it when you build it: kind="mag"'
            )
        ) from None


def _arcs(graph: TemporalGraph) -> tuple[Arc, ...]:
    firsts, seconds, states = unpack(graph._contemporaneous.words)
    forward = states == FORWARD
    starts, ends = np.where(forward, firsts, seconds), np.where(forward, seconds, firsts)
    contemporaneous = [(a, b, 0) for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
    lags, starts, ends = (part.tolist() for part in graph._lagged.unpack())
    return (*contemporaneous, *zip(starts, ends, lags, strict=True))


def _observed_changes(graph: TemporalGraph, process: Process) -> list[int]:
    """
    Return the observed variables that change, or on which a changing hidden variable acts through hidden
    ones.
    """
    reached = {graph.index(name) for name in graph.changing}
    to_visit = [v for v in reached if v in process.hidden]
    while to_visit:
        cause = to_visit.pop()
        effects = {b for a, b, _ in process.arcs if a == cause} - reached
        reached |= effects
        to_visit += [v for v in effects if v in process.hidden]
    return [k for k, v in enumerate(process.observed) if v in reached]


def _admg(
    process: Process, names: tuple[str, ...] | None, largest_lag: int, changing: list[int]
) -> TemporalGraph:
    place = {v: k for k, v in enumerate(process.observed)}
    arcs = [(a, b, lag, FORWARD) for a, b, lag in directed_within(process, largest_lag)]
    arcs += [(a, b, lag, BIDIRECTED) for a, b, lag in bidirected_within(process, largest_lag)]
    edges = np.array([(place[a], place[b], lag, s) for a, b, lag, s in arcs], np.int64).reshape(-1, 4)
    starts, ends, lags, states = edges.T
    is_contemporaneous, n = lags == 0, len(place)
    contemporaneous = words_of(
        starts[is_contemporaneous], ends[is_contemporaneous], states[is_contemporaneous], str
    )
    lagged = Lagged.of(
        n,
        largest_lag,
        lags[~is_contemporaneous],
        starts[~is_contemporaneous],
        ends[~is_contemporaneous],
        states[~is_contemporaneous],
        str,
    )
    return TemporalGraph._make(
        lagged, Graph._make(names, n, contemporaneous, "admg"), np.array(changing, np.int64)
    )


def latest_edges(words: Words, n: int, largest_lag: int) -> tuple[Words, Lagged]:
    """
    Return the edges of a window into its last time step: contemporaneous edges, then lagged edges.

    Every edge at the last step exists at all earlier steps. The first steps may have more edges, because
    nodes before the window confound them.
    """
    firsts, seconds, states = unpack(words)
    last_step = n * largest_lag
    ends_last = seconds >= last_step
    firsts, seconds, states = firsts[ends_last], seconds[ends_last] - last_step, states[ends_last]
    is_contemporaneous = firsts >= last_step
    contemporaneous = sorted_words(
        firsts[is_contemporaneous] - last_step, seconds[is_contemporaneous], states[is_contemporaneous]
    )
    steps, starts = np.divmod(firsts[~is_contemporaneous], max(n, 1))
    lagged = Lagged.of(
        n,
        largest_lag,
        largest_lag - steps,
        starts,
        seconds[~is_contemporaneous],
        states[~is_contemporaneous],
        str,
    )
    return contemporaneous, lagged


def series_of_window(
    words: Words,
    names: tuple[str, ...] | None,
    n: int,
    largest_lag: int,
    kind: Kind,
    changing: Iterable[int],
) -> TemporalGraph:
    """Make the time series graph of the edges of a window into its last time step."""
    contemporaneous, lagged = latest_edges(words, n, largest_lag)
    graph = Graph._make(names, n, contemporaneous, kind)
    return TemporalGraph._make(lagged, graph, np.array([*changing], np.int64))


def canonical_process(graph: TemporalGraph) -> Process:
    """
    Return the canonical process of a graph of ``-->`` and ``<->``: it has a hidden cause for each
    ``<->``.

    If the graph is the MAG of the window of some process, it is also that of this one (Gerhardus 2024).
    """
    n = graph.n_nodes
    next_hidden, arcs = n, []
    for a, b, lag, state in _pairs(graph):
        if state == BIDIRECTED:
            arcs += [(next_hidden, a, 0), (next_hidden, b, lag)]
            next_hidden += 1
        else:
            arcs.append((a, b, lag) if state == FORWARD else (b, a, lag))
    return Process(next_hidden, tuple(arcs), tuple(range(n)))


def _pairs(graph: TemporalGraph) -> Iterable[tuple[int, int, int, int]]:
    firsts, seconds, states = (part.tolist() for part in unpack(graph._contemporaneous.words))
    yield from zip(firsts, seconds, [0] * len(firsts), states, strict=True)
    lags, starts, ends = (part.tolist() for part in graph._lagged.unpack())
    yield from zip(starts, ends, lags, graph._lagged.states.tolist(), strict=True)
