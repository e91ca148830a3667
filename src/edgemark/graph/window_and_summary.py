"""Graphs derived from a time series graph: its window, and its summary graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions.options import Kind
from edgemark.graph.core import Graph
from edgemark.graph.edge_words import Index, Words, sorted_words, unpack
from edgemark.graph.marks import BACKWARD, CYCLE, FORWARD, UNDIRECTED
from edgemark.resources import demand_memory

if TYPE_CHECKING:
    from edgemark.graph.temporal import TemporalGraph

__all__ = [
    "autolink_states",
    "cached_summary",
    "cached_window",
    "extended_summary",
    "kept_kind",
    "kind_after_removal",
    "summary",
    "window",
]

_BYTES_OF_A_NODE, _BYTES_OF_AN_EDGE = 128, 64
_ONLY_DIRECTED = np.isin(np.arange(16), (FORWARD, BACKWARD, CYCLE))


def kept_kind(graph: TemporalGraph) -> Kind | None:
    """
    Return the declared kind if every derived graph must have it too; else None.

    The kind is kept if it allows hidden common causes. It is also kept if the edges contradict it,
    since their meaning is then unknown in every derived graph too.
    """
    from edgemark.graph.equivalence.hidden_variables import contradicts_kind, has_hidden_variables

    return graph.kind if has_hidden_variables(graph) or contradicts_kind(graph) else None


def kind_after_removal(graph: TemporalGraph) -> Kind | None:
    """
    Return the kind to declare after nodes are removed. A CPDAG becomes a PDAG, because the removed nodes
    may be the reason why an edge is directed.
    """
    if graph.kind in ("cpdag", "pdag"):
        return "pdag"
    return graph.kind if graph.kind == "undirected" else kept_kind(graph)


def window(graph: TemporalGraph, length: int) -> Graph:
    """Return the graph over `length` time steps, the earliest first."""
    n, lagged = graph.n_nodes, graph._lagged
    bytes_per_step = n * _BYTES_OF_A_NODE + graph.n_edges * _BYTES_OF_AN_EDGE
    demand_memory(length * bytes_per_step, f"a window of {length} time steps", "Take a shorter one")
    lefts, rights, states = unpack(graph._contemporaneous.words)
    lags, starts, ends = lagged.unpack()
    parts = [(lefts + step * n, rights + step * n, states) for step in range(length)]
    for step in range(1, length):
        fits = lags <= step
        earlier = starts[fits] + (step - lags[fits]) * n
        parts.append((earlier, ends[fits] + step * n, lagged.states[fits].astype(np.int64)))
    words = sorted_words(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    names = tuple(
        f"{name}(t-{back})" if back else f"{name}(t)"
        for back in range(length - 1, -1, -1)
        for name in graph.nodes
    )
    return Graph._make(names, n * length, words, _kind_of_window(graph, words))


def _kind_of_window(graph: TemporalGraph, words: Words) -> Kind | None:
    """
    Return the declared kind of a window.

    A declared MPDAG stays one, and so do the kinds that `kept_kind` keeps. An undirected graph with
    lagged arrows becomes a PDAG.
    """
    if graph.kind == "mpdag":
        return "mpdag"
    return kept_kind(graph) or _kind_of_undirected(graph, words)


def _kind_of_undirected(graph: TemporalGraph, words: Words) -> Kind | None:
    if graph.kind != "undirected" or not graph.has_lag_0:
        return None
    return "undirected" if (words & np.uint64(15) == UNDIRECTED).all() else "pdag"


def cached_window(graph: TemporalGraph, length: int) -> Graph:
    """Return the window, cached."""
    return graph.cached(("unrolled", length), lambda g: window(g, length))


def cached_summary(graph: TemporalGraph) -> Graph:
    """Return the summary graph, cached."""
    return graph.cached("summary", summary)


def summary(graph: TemporalGraph) -> Graph:
    """Build the summary graph; autolinks are left out."""
    _, starts, ends = graph._lagged.unpack()
    not_autolink = starts != ends
    lagged = starts[not_autolink], ends[not_autolink], graph._lagged.states[not_autolink]
    words = _joined(graph.n_nodes, unpack(graph._contemporaneous.words), lagged)
    kind = kept_kind(graph) or _kind_of_undirected(graph, words)
    if kind is None and _ONLY_DIRECTED[words & np.uint64(15)].all():
        kind = "digraph"
    return Graph._make(graph._names, graph.n_nodes, words, kind)


def extended_summary(graph: TemporalGraph) -> Graph:
    """Build the extended summary graph: all earlier time steps as one, and the present one."""
    n = graph.n_nodes
    lefts, rights, states = unpack(graph._contemporaneous.words)
    _, starts, ends = graph._lagged.unpack()
    past = starts, ends + n, graph._lagged.states
    words = _joined(2 * n, (lefts + n, rights + n, states), past)
    names = (*(f"{name}(past)" for name in graph.nodes), *(f"{name}(t)" for name in graph.nodes))
    return Graph._make(names, 2 * n, words, kept_kind(graph) or _kind_of_undirected(graph, words))


def autolink_states(graph: TemporalGraph) -> NDArray[np.uint8]:
    """The state between each variable and its own past, lags combined; 0 for no edge."""
    n = graph.n_nodes
    _, starts, ends = graph._lagged.unpack()
    is_autolink = starts == ends
    lefts, _, joined = unpack(
        _joined(2 * n, (starts[is_autolink], ends[is_autolink] + n, graph._lagged.states[is_autolink]))
    )
    states = np.zeros(n, np.uint8)
    states[lefts] = joined
    return states


def _joined(n: int, *parts: tuple[Index, Index, Any]) -> Words:
    """Combine the states of each pair over all lags into one state."""
    lefts, rights, states = (np.concatenate(column) for column in zip(*parts, strict=True))
    return _core.joined(lefts, rights, states.astype(np.uint8), n)
