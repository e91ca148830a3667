"""
The lagged edges of a time series graph: one place for each pair of variables and lag, sorted.

A place is ``(lag - 1) * n * n + i * n + j``, for the edge between variable i at time t - lag and
variable j at time t. The order of time puts an arrowhead at j, so few states are possible.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import GraphError, LimitError
from edgemark.graph.edge_words import Index
from edgemark.graph.marks import BIDIRECTED, FORWARD, FORWARD_BOW, STATE_OF

__all__ = ["FORWARDS", "LAGGED_GLYPHS", "WRITTEN_LAGGED", "Lagged"]

States = NDArray[np.uint8]

CIRCLE_ARROW = STATE_OF["o->"]
LAGGED_GLYPHS = ("-->", "o->", "<->")
"""The lagged edges that can be written, the earlier variable first."""

FORWARDS = (FORWARD, FORWARD_BOW)
"""The states of a place in which the earlier variable is a cause of the later one."""

WRITTEN_LAGGED = {
    FORWARD: ("-->",),
    CIRCLE_ARROW: ("o->",),
    BIDIRECTED: ("<->",),
    FORWARD_BOW: ("-->", "<->"),
}
"""The edges of a place in each of its states, as text."""

_MAX_PLACES = 2**62


@dataclass(frozen=True, slots=True, eq=False)
class Lagged:
    """
    Lagged edges, sorted by place.

    Attributes:
        n: number of variables.
        max_lag: the largest lag that an edge may have.
        places: sorted, each once; read-only.
        states: the state of each place; read-only.
    """

    n: int
    max_lag: int
    places: Index
    states: States

    @classmethod
    def of(
        cls, n: int, max_lag: int, lags: Any, starts: Any, ends: Any, states: Any,
        name: Callable[[int], str],
    ) -> Lagged:  # fmt: skip
        """Sort edges that are given in any order; two edges on one place are combined, or refused."""
        if n * n * max_lag >= _MAX_PLACES:
            raise LimitError(f"{n} variables at {max_lag} lags are more pairs than can be numbered")
        lags, starts, ends = (np.asarray(x, np.int64) for x in (lags, starts, ends))
        places = ((lags - 1) * n + starts) * n + ends
        order = np.argsort(places, kind="stable")
        return cls._combined(n, max_lag, places[order], np.asarray(states, np.uint8)[order], name)

    @classmethod
    def _combined(
        cls, n: int, max_lag: int, places: Index, states: States, name: Callable[[int], str]
    ) -> Lagged:
        shared = np.flatnonzero(places[1:] == places[:-1])
        for k in shared.tolist():
            both_states = {int(states[k]), int(states[k + 1])}
            if both_states != {FORWARD, BIDIRECTED}:
                _refuse_shared(cls(n, max_lag, places, states), k, name)
            states[k + 1] = FORWARD_BOW
        return cls.frozen(n, max_lag, np.delete(places, shared), np.delete(states, shared))

    @classmethod
    def frozen(cls, n: int, max_lag: int, places: Index, states: States) -> Lagged:
        """Build lagged edges from places that are sorted already."""
        for array in (places, states):
            array.flags.writeable = False
        return cls(n, max_lag, places, states)

    def __reduce__(self) -> tuple[Any, ...]:
        return Lagged.frozen, (self.n, self.max_lag, self.places, self.states)

    def unpack(self) -> tuple[Index, Index, Index]:
        """Return the lags, the earlier variables and the later variables."""
        rest, ends = np.divmod(self.places, max(self.n, 1))
        lags, starts = np.divmod(rest, max(self.n, 1))
        return lags + 1, starts, ends

    def pairs(self) -> Index:
        """Return the ordered pair of each place, ``i * n + j``."""
        return self.places % max(self.n * self.n, 1)

    def first_bow(self) -> tuple[int, int, int] | None:
        """Return the lag and the variables of the first place with two edges; None if there is none."""
        bows = np.flatnonzero(self.states == FORWARD_BOW)
        if not bows.size:
            return None
        lags, starts, ends = self.unpack()
        return int(lags[bows[0]]), int(starts[bows[0]]), int(ends[bows[0]])

    def moved(self, new_positions: Index, n: int) -> Lagged:
        """Return the same edges over `n` variables, with variable k at position ``new_positions[k]``."""
        lags, starts, ends = self.unpack()
        places = ((lags - 1) * n + new_positions[starts]) * n + new_positions[ends]
        order = np.argsort(places)
        return Lagged.frozen(n, self.max_lag, places[order], self.states[order])

    def with_max_lag(self, max_lag: int) -> Lagged:
        """Return the same edges with a larger maximum lag."""
        return Lagged(self.n, max_lag, self.places, self.states)


def _refuse_shared(lagged: Lagged, k: int, name: Callable[[int], str]) -> None:
    lags, starts, ends = (int(part[k]) for part in lagged.unpack())
    a, b = name(starts), name(ends)
    earlier, later = (WRITTEN_LAGGED[int(s)] for s in lagged.states[k : k + 2])
    for glyph in later:
        if glyph in earlier:
            raise GraphError(f"an edge must be given once; got '{a} {glyph} {b} @{lags}' twice")
    edge_texts = [f"{a} {glyphs[0]} {b} @{lags}" for glyphs in (earlier, later)]
    raise GraphError(
        f"two edges on one pair and lag must be --> with <->; got {' and '.join(edge_texts)}"
    )
