"""One difference between two graphs, and how it is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from edgemark.graph import Graph
from edgemark.graph.kinds import class_of
from edgemark.graph.marks import BACKWARD, FLIP, FORWARD, UNDIRECTED, WRITTEN

__all__ = ["Difference", "PairError", "error_of", "in_words"]

PairError = Literal[
    "missing", "extra", "reversed", "undirected", "oriented", "other marks", "equal as given"
]

_DIRECTED = (FORWARD, BACKWARD)
_NO_EDGE = 0
_IN_WORDS = {
    "-->": "{a} causes {b}",
    "<->": "{a} and {b} have a hidden common cause",
    "o->": "{b} does not cause {a}",
    "o-o": "{a} and {b} are linked, both ends open",
    "o--": "{b} causes {a} or a selected variable",
}
_UNDIRECTED = {
    True: "{a} and {b} cause each other or a selected variable",
    False: "{a} and {b} are linked, direction open",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """
    One pair of nodes, over time at one lag, on which two graphs differ.

    Attributes:
        nodes: the pair; over time the earlier variable first, and twice the same for an autolink.
        truth: the truth's edge, such as "A --> B", or "A     B" for none.
        estimate: the estimate's edge.
        truth_in_words: what the truth's edge says.
        estimate_in_words: what the estimate's edge says.
        error: "missing", "extra", "reversed", "undirected" (the truth is directed), "oriented" (the
            truth is undirected), "other marks", or "equal as given" where only converted graphs
            (to CPDAGs or patterns) differ.
        costs: what the pair adds to each distance that is defined on the graphs, by
            (metric, convention).
        lag: how many time steps the edge leads over; None for graphs without lags, and for a variable
            whose mechanism changes over time in one graph only.
    """

    nodes: tuple[str, str]
    truth: str
    estimate: str
    truth_in_words: str
    estimate_in_words: str
    error: PairError
    costs: Mapping[tuple[str, str], float]
    lag: int | None = None


def error_of(s: int, t: int) -> PairError:
    """What is wrong with a state t of a pair that should be s."""
    if s == t:
        return "equal as given"
    if t == _NO_EDGE:
        return "missing"
    if s == _NO_EDGE:
        return "extra"
    if t == FLIP[s]:
        return "reversed"
    if t == UNDIRECTED and s in _DIRECTED:
        return "undirected"
    if s == UNDIRECTED and t in _DIRECTED:
        return "oriented"
    return "other marks"


def in_words(graph: Graph, state: int, a: str, b: str) -> str:
    """What the edges between two nodes of a graph say."""
    if state == _NO_EDGE:
        return f"no edge between {a} and {b}"
    words = {**_IN_WORDS, "---": _UNDIRECTED[class_of(graph) in ("mag", "pag")]}
    return " and ".join(
        words[glyph].format(a=b, b=a) if reverse else words[glyph].format(a=a, b=b)
        for glyph, reverse in WRITTEN[state]
    )
