"""Graphs made of a time-series graph: its window of time, and what is left of it without lags."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from edgemark.conventions import Kind
from edgemark.graph.core import Graph
from edgemark.graph.lagged import FORWARDS
from edgemark.graph.marks import (
    BACKWARD,
    BACKWARD_BOW,
    BIDIRECTED,
    CYCLE,
    FLIP,
    FORWARD,
    FORWARD_BOW,
    Mark,
)
from edgemark.graph.words import Index, sorted_words, unpack
from edgemark.machine import demand_memory

if TYPE_CHECKING:
    from edgemark.graph.temporal import TemporalGraph

__all__ = ["extended_summary", "summary", "window"]

_BYTES_OF_A_NODE, _BYTES_OF_AN_EDGE = 128, 64
_FLIP = FLIP.astype(np.int64)
_FORWARDS = np.isin(np.arange(16), (*FORWARDS, CYCLE))
_CONFOUNDED = np.isin(np.arange(16), (BIDIRECTED, FORWARD_BOW, BACKWARD_BOW))


def window(graph: TemporalGraph, length: int) -> Graph:
    """The graph over `length` time steps, the earliest first."""
    n, lagged = graph.n_nodes, graph._lagged
    cells = n * _BYTES_OF_A_NODE + graph.n_edges * _BYTES_OF_AN_EDGE
    demand_memory(length * cells, f"a window of {length} time steps", "Take a shorter one")
    firsts, seconds, states = unpack(graph.contemporaneous().words)
    lags, starts, ends = lagged.unpack()
    parts = [(firsts + step * n, seconds + step * n, states) for step in range(length)]
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
    return Graph._make(names, n * length, words)


def summary(graph: TemporalGraph) -> Graph:
    """What is joined at any lag; autolinks are left out."""
    n = graph.n_nodes
    firsts, seconds, states = unpack(graph.contemporaneous().words)
    _, starts, ends = graph._lagged.unpack()
    apart = starts != ends
    joined = _joined(
        n,
        np.concatenate([firsts, starts[apart]]),
        np.concatenate([seconds, ends[apart]]),
        np.concatenate([states, graph._lagged.states[apart].astype(np.int64)]),
    )
    kind: Kind | None = "digraph" if np.isin(joined[2], (FORWARD, BACKWARD, CYCLE)).all() else None
    return Graph._make(graph._names, n, sorted_words(*joined), kind)


def extended_summary(graph: TemporalGraph) -> Graph:
    """All earlier time steps as one, and the present one."""
    n = graph.n_nodes
    firsts, seconds, states = unpack(graph.contemporaneous().words)
    _, starts, ends = graph._lagged.unpack()
    past = _joined(2 * n, starts, ends + n, graph._lagged.states.astype(np.int64))
    now = firsts + n, seconds + n, states
    words = sorted_words(*(np.concatenate(column) for column in zip(past, now, strict=True)))
    names = (*(f"{name}(past)" for name in graph.nodes), *(f"{name}(t)" for name in graph.nodes))
    return Graph._make(names, 2 * n, words)


def _joined(n: int, starts: Index, ends: Index, states: Index) -> tuple[Index, Index, Index]:
    """One state for each pair, of the states at its several lags."""
    swap = starts > ends
    turned = np.where(swap, _FLIP[states], states)
    pairs = np.where(swap, ends * n + starts, starts * n + ends)
    keys = np.sort(pairs << 4 | turned)
    pairs, turned = keys >> 4, keys & 15
    begins = np.flatnonzero(np.append(True, pairs[1:] != pairs[:-1])[: pairs.size])
    if begins.size == pairs.size:
        return *np.divmod(pairs, n), turned

    def some(of_state: np.ndarray) -> np.ndarray:
        return np.logical_or.reduceat(of_state[turned], begins)

    out, back, confounded = some(_FORWARDS), some(_FORWARDS[_FLIP]), some(_CONFOUNDED)
    left, right = _end(turned >> 2, begins), _end(turned & 3, begins)
    found = np.select(
        [out & back, out & confounded, back & confounded, out, back],
        [CYCLE, FORWARD_BOW, BACKWARD_BOW, FORWARD, BACKWARD],
        left * 4 + right,
    )
    return *np.divmod(pairs[begins], n), found


def _end(marks: Index, begins: Index) -> Index:
    """The mark at one end of each pair: a circle where its lags disagree."""
    least, most = np.minimum.reduceat(marks, begins), np.maximum.reduceat(marks, begins)
    return np.where(least == most, most, int(Mark.CIRCLE))
