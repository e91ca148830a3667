"""
Projection of a time series without a first step to the observed variables in a window of time steps.

A time series graph repeats itself for ever. Two nodes have a hidden common cause if two walkers who
start at these nodes and go against the edges, through hidden nodes, can meet. The walker at the later
time step always moves next. Their distance in time steps is therefore at most the distance at the
start or the longest lag, whichever is larger. A state is two variables and a distance, so finitely many
states suffice for the infinite past.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from edgemark import _core
from edgemark.graph.edge_words import Words, sorted_words
from edgemark.graph.marks import FORWARD

__all__ = ["Arc", "Process", "bidirected_within", "directed_within", "mag_of_window"]

Arc = tuple[int, int, int]
"""A cause, its effect, and how many steps later the effect is."""

_OBSERVED, _HIDDEN = 0, 1
_Pair = tuple[int, int, int]
"""Two variables, and by how many time steps the second is later."""


@dataclass(frozen=True, slots=True)
class Process:
    """
    A graph of directed edges that repeats itself at all time steps.

    Attributes:
        n: number of variables.
        arcs: the edges of the graph, without a cycle within a time step.
        observed: the observed variables, in ascending order.
    """

    n: int
    arcs: tuple[Arc, ...]
    observed: tuple[int, ...]

    @property
    def longest(self) -> int:
        """The longest lag."""
        return max((lag for _, _, lag in self.arcs), default=0)

    @property
    def hidden(self) -> frozenset[int]:
        """The variables that are not observed."""
        return frozenset(range(self.n)) - frozenset(self.observed)


def mag_of_window(process: Process, length: int) -> Words:
    """
    Return the MAG of the observed variables at `length` time steps, as words of its edges. The other
    variables are hidden, and so are all variables before this window.

    Nodes are numbered by time, the earliest step first, and within a step in the order of `observed`.
    """
    n, n_before = process.n, process.longest
    edges = [*_edges_into_window(process, n_before, length)]
    # Nodes before the window with an edge into it.
    entry_nodes = sorted({a for a, _ in edges if a < n * n_before})
    next_node = n * (n_before + length)
    for a, b in _with_common_cause(process, entry_nodes):
        edges += [(next_node, a), (next_node, b)]
        next_node += 1
    roles = np.full(next_node, _HIDDEN, np.uint8)
    for step in range(n_before, n_before + length):
        roles[[step * n + v for v in process.observed]] = _OBSERVED
    starts, ends = np.array(edges, np.int64).reshape(-1, 2).T
    return _core.mag_of(sorted_words(starts, ends, np.full(starts.size, FORWARD)), roles)


def _edges_into_window(process: Process, n_before: int, length: int) -> Iterator[tuple[int, int]]:
    """
    Iterate over the edges that end in the window. They start in the window, or at one of the `n_before`
    steps before it.
    """
    n = process.n
    for a, b, lag in process.arcs:
        for step in range(n_before, n_before + length):
            yield (step - lag) * n + a, step * n + b


def _with_common_cause(process: Process, nodes: Iterable[int]) -> Iterator[tuple[int, int]]:
    """
    Iterate over the pairs of the given nodes that have a common cause, which may be one of the two.

    The nodes are before the window, in ascending order.
    """
    n, steps_and_variables = process.n, [divmod(node, process.n) for node in nodes]
    related = _related_pairs(process, range(n), process.longest)
    for k, (later, b) in enumerate(steps_and_variables):
        for earlier, a in steps_and_variables[:k]:
            if (a, b, later - earlier) in related:
                yield earlier * n + a, later * n + b


def _related_pairs(process: Process, through: Collection[int], max_distance: int) -> set[_Pair]:
    """
    Return the pairs of nodes, up to `max_distance` steps apart, that directed paths reach from one node.

    A path may have no edge. All nodes of the two paths, except for their ends, are variables in
    `through`, and so is the node where both start. `max_distance` must be at least the longest lag.

    Two walkers start at one node and go forward. Each move takes a walker to the time of the other
    walker or later. Read backwards, this is the walk in which the walker at the later time step always
    moves next.
    """
    forward: dict[int, list[tuple[int, int]]] = {v: [] for v in through}
    for a, b, lag in process.arcs:
        if a in forward:
            forward[a].append((b, lag))
    to_visit: list[_Pair] = [(v, v, 0) for v in through]
    pairs = set(to_visit)
    while to_visit:
        first, second, distance = to_visit.pop()
        moves = [(b, second, distance - lag) for b, lag in forward.get(first, ()) if lag >= distance]
        moves += [(first, b, distance + lag) for b, lag in forward.get(second, ()) if lag >= -distance]
        for pair in moves:
            if abs(pair[2]) <= max_distance and pair not in pairs:
                pairs.add(pair)
                to_visit.append(pair)
    return pairs


def directed_within(process: Process, max_lag: int) -> list[Arc]:
    """
    Return the arcs (a, b, lag) between observed variables, with lags up to `max_lag`, for which a
    directed path from a to b takes `lag` time steps and all nodes between its ends are hidden.
    """
    hidden = process.hidden
    forward: dict[int, list[tuple[int, int]]] = {v: [] for v in range(process.n)}
    for a, b, lag in process.arcs:
        forward[a].append((b, lag))
    arcs: list[Arc] = []
    for start in process.observed:
        to_visit, seen = [(start, 0)], set()
        while to_visit:
            variable, steps = to_visit.pop()
            for node, lag in forward[variable]:
                reached = node, steps + lag
                if reached[1] > max_lag or reached in seen:
                    continue
                seen.add(reached)
                if node in hidden:
                    to_visit.append(reached)
                else:
                    arcs.append((start, node, reached[1]))
    return arcs


def bidirected_within(process: Process, max_lag: int) -> list[_Pair]:
    """
    Return the pairs of observed variables, up to `max_lag` time steps apart, that have a hidden common
    cause: directed paths lead from it to both, through hidden variables only.

    The earlier variable is the first; within a time step it is the one with the lower number.
    """
    hidden = process.hidden
    pairs = _related_pairs(process, hidden, max(max_lag, process.longest))
    return sorted(
        (a, b, lag)
        for a, b, lag in pairs
        if not {a, b} & hidden and 0 <= lag <= max_lag and (lag or a < b)
    )
