"""
Projection of a series that never began to a window of time: what hidden nodes and the past leave.

A time series graph repeats itself for ever. Two nodes of the window have a hidden common cause if two
walkers who go back in time from them can meet. The one who is later always goes first, so that they
never are further apart than the longest lag, and finitely many states of the two decide about the
infinite past.
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
"""Two variables, and by how many steps the second is later."""


@dataclass(frozen=True, slots=True)
class Process:
    """
    A graph of directed edges that repeats itself at all time steps.

    Attributes:
        n: number of variables.
        arcs: its edges, without a cycle within a time step.
        observed: variables that data show, in order.
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
        """Variables that no data show."""
        return frozenset(range(self.n)) - frozenset(self.observed)


def mag_of_window(process: Process, length: int) -> Words:
    """
    The MAG of the observed variables at `length` time steps, all other nodes hidden, the past too.

    Nodes are numbered by time, the earliest step first, and within a step in the order of `observed`.
    """
    n, deep = process.n, process.longest
    arcs = [*_arcs_of(process, deep, length)]
    entries = sorted({a for a, _ in arcs if a < n * deep})
    more = n * (deep + length)
    for a, b in _with_common_cause(process, entries):
        arcs += [(more, a), (more, b)]
        more += 1
    roles = np.full(more, _HIDDEN, np.uint8)
    for step in range(deep, deep + length):
        roles[[step * n + v for v in process.observed]] = _OBSERVED
    starts, ends = np.array(arcs, np.int64).reshape(-1, 2).T
    return _core.mag_of(sorted_words(starts, ends, np.full(starts.size, FORWARD)), roles)


def _arcs_of(process: Process, deep: int, length: int) -> Iterator[tuple[int, int]]:
    """Edges into the window, from itself or from one of the `deep` steps before it."""
    n = process.n
    for a, b, lag in process.arcs:
        for step in range(deep, deep + length):
            yield (step - lag) * n + a, step * n + b


def _with_common_cause(process: Process, nodes: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Pairs of nodes before the window with a common cause, which may be one of the two."""
    n, known = process.n, [divmod(node, process.n) for node in nodes]
    meeting = _meeting(process, range(n), process.longest)
    for k, (late, b) in enumerate(known):
        for early, a in known[:k]:
            if (a, b, late - early) in meeting:
                yield early * n + a, late * n + b


def _meeting(process: Process, through: Collection[int], most: int) -> set[_Pair]:
    """
    Pairs of nodes up to `most` steps apart that are reached from one node among `through`.

    The walk forward from where two walkers parted: each step leads its walker to the time of the other
    or later, which is the walk back, the later one first, in reverse.
    """
    forward: dict[int, list[tuple[int, int]]] = {v: [] for v in through}
    for a, b, lag in process.arcs:
        if a in forward:
            forward[a].append((b, lag))
    waiting: list[_Pair] = [(v, v, 0) for v in through]
    found = set(waiting)
    while waiting:
        first, second, apart = waiting.pop()
        steps = [(b, second, apart - lag) for b, lag in forward.get(first, ()) if lag >= apart]
        steps += [(first, b, apart + lag) for b, lag in forward.get(second, ()) if lag >= -apart]
        for pair in steps:
            if abs(pair[2]) <= most and pair not in found:
                found.add(pair)
                waiting.append(pair)
    return found


def directed_within(process: Process, most: int) -> list[Arc]:
    """Paths of up to `most` steps from one observed variable to another through hidden ones alone."""
    hidden = process.hidden
    forward: dict[int, list[tuple[int, int]]] = {v: [] for v in range(process.n)}
    for a, b, lag in process.arcs:
        forward[a].append((b, lag))
    found: list[Arc] = []
    for start in process.observed:
        waiting, seen = [(start, 0)], set()
        while waiting:
            at, passed = waiting.pop()
            for node, lag in forward[at]:
                here = node, passed + lag
                if here[1] > most or here in seen:
                    continue
                seen.add(here)
                if node in hidden:
                    waiting.append(here)
                else:
                    found.append((start, node, here[1]))
    return found


def bidirected_within(process: Process, most: int) -> list[Arc]:
    """
    Observed variables up to `most` steps apart with a common cause through hidden variables alone.

    The earlier variable is the first; within a time step it is the one with the lower number.
    """
    hidden = process.hidden
    pairs = _meeting(process, hidden, max(most, process.longest))
    return sorted(
        (a, b, apart)
        for a, b, apart in pairs
        if not {a, b} & hidden and 0 <= apart <= most and (apart or a < b)
    )
