"""
Marks at the ends of an edge, and the state of a pair of nodes.

The *state* of a pair is one number below 16: the mark at the first node times 4 plus the mark at the
second. State 0 means no edge. Three states in which one mark would be missing stand for two edges on one
pair instead: ``-->`` with ``<--`` in a cyclic graph, or ``-->`` or ``<--`` with ``<->`` in an ADMG.
`cpp/pairs.hpp` has the same list.
"""

from enum import IntEnum
from functools import cache
from typing import Final

import numpy as np

__all__ = ["GLYPHS", "Mark"]


class Mark(IntEnum):
    """The mark at an end of an edge."""

    NONE = 0
    CIRCLE = 1
    ARROW = 2
    TAIL = 3


_LEFT_MARKS = {"<": Mark.ARROW, "-": Mark.TAIL, "o": Mark.CIRCLE}
_RIGHT_MARKS = {">": Mark.ARROW, "-": Mark.TAIL, "o": Mark.CIRCLE}

GLYPHS: Final = ("-->", "<--", "---", "<->", "o->", "<-o", "o-o", "o--", "--o")
"""The edges that can be written."""

STATE_OF: Final[dict[str, int]] = {g: _LEFT_MARKS[g[0]] * 4 + _RIGHT_MARKS[g[2]] for g in GLYPHS}

BACKWARD, BIDIRECTED, FORWARD, UNDIRECTED = (STATE_OF[g] for g in ("<--", "<->", "-->", "---"))
CYCLE, FORWARD_BOW, BACKWARD_BOW = 1, 2, 8
DIRECTED: Final = frozenset({FORWARD, BACKWARD})
DOUBLE: Final = frozenset({CYCLE, FORWARD_BOW, BACKWARD_BOW})

ANCESTRAL_STATES: Final = DOUBLE - {CYCLE} | {BACKWARD, BIDIRECTED, FORWARD, UNDIRECTED}
"""States of pairs without circles and without a directed cycle."""

STATES_OF_TWO: Final[dict[frozenset[int], int]] = {
    frozenset({FORWARD, BACKWARD}): CYCLE,
    frozenset({FORWARD, BIDIRECTED}): FORWARD_BOW,
    frozenset({BACKWARD, BIDIRECTED}): BACKWARD_BOW,
}
"""The state of a pair with two edges, by the states of the two edges."""

SINGLES: Final[dict[int, tuple[int, ...]]] = {
    0: (),
    **{s: (s,) for s in STATE_OF.values()},
    CYCLE: (FORWARD, BACKWARD),
    FORWARD_BOW: (FORWARD, BIDIRECTED),
    BACKWARD_BOW: (BACKWARD, BIDIRECTED),
}
"""The edges of a pair in each state; two edges on a pair are listed as two states."""

MARK_AT_FIRST: Final = {s: Mark(s >> 2) for s in STATE_OF.values()}
MARK_AT_SECOND: Final = {s: Mark(s & 3) for s in STATE_OF.values()}


def _flip(state: int) -> int:
    for double, flipped in (
        (CYCLE, CYCLE),
        (FORWARD_BOW, BACKWARD_BOW),
        (BACKWARD_BOW, FORWARD_BOW),
    ):
        if state == double:
            return flipped
    return (state & 3) << 2 | state >> 2


FLIP: Final = np.array([_flip(s) for s in range(16)], dtype=np.uint64)
"""The state of a pair seen from its other node."""

_GLYPH_OF = {state: glyph for glyph, state in STATE_OF.items()}
_READS_BACKWARDS = frozenset({"<--", "<-o", "--o"})


def _glyphs_of(state: int) -> tuple[tuple[str, bool], ...]:
    glyphs = [_GLYPH_OF[s] for s in SINGLES[state]]
    return tuple(
        (_GLYPH_OF[int(FLIP[STATE_OF[g]])], True) if g in _READS_BACKWARDS else (g, False)
        for g in glyphs
    )


WRITTEN: Final = {state: _glyphs_of(state) for state in SINGLES}
"""
How a pair in each state is written: its edges, and for each edge whether the second node comes first.
"""


@cache
def states_in(mask: int) -> frozenset[int]:
    """
    Return the states whose bits are set in a mask.

    Examples:
        >>> sorted(states_in(1 << FORWARD | 1 << CYCLE)) == sorted([FORWARD, CYCLE])
        True
    """
    return frozenset(state for state in range(16) if mask >> state & 1)
