"""One difference between two graphs, and its description in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from edgemark.graph import Graph
from edgemark.graph.kinds import WITH_TAILS, class_of
from edgemark.graph.marks import DIRECTED, FLIP, UNDIRECTED, WRITTEN

__all__ = ["Difference", "PairError", "error_of", "in_words"]

PairError = Literal[
    "missing", "extra", "reversed", "undirected", "oriented", "other marks", "equal as given"
]

_NO_EDGE = 0
_IN_WORDS = {
    "-->": "{a} causes {b}",
    "<->": "{a} and {b} have a hidden common cause",
    "o->": "{b} does not cause {a}",
    "o-o": "{a} and {b} are linked, both ends open",
    "o--": "{b} causes {a} or a selected variable",
}
_UNDIRECTED = {
    True: "{a} and {b} both cause a selected variable",
    False: "{a} and {b} are linked, direction open",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """
    A node pair on which two graphs differ; in time series graphs, a node pair at one lag.

    Attributes:
        nodes: the pair. In time series graphs the earlier variable comes first; an autolink has the same
            variable twice.
        truth: edge in the truth, such as "A --> B", or "A     B" for no edge.
        estimate: edge in the estimate.
        truth_in_words: meaning of the edge in the truth.
        estimate_in_words: meaning of the edge in the estimate.
        error: "missing", "extra", "reversed", "undirected" (directed in the truth), "oriented"
            (undirected in the truth), "other marks", or "equal as given" if only the CPDAGs,
            patterns or PAGs of the graphs differ.
        costs: the pair's contribution to each distance that is defined on the graphs, by (metric,
            convention).
        lag: number of time steps that the edge spans; None for graphs without lags, and for a variable
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
    """Name the error of a pair that is in state s in the truth and in state t in the estimate."""
    if s == t:
        return "equal as given"
    if t == _NO_EDGE:
        return "missing"
    if s == _NO_EDGE:
        return "extra"
    if t == FLIP[s]:
        return "reversed"
    if t == UNDIRECTED and s in DIRECTED:
        return "undirected"
    if s == UNDIRECTED and t in DIRECTED:
        return "oriented"
    return "other marks"


def in_words(graph: Graph, state: int, a: str, b: str) -> str:
    """Describe the edges between two nodes in a sentence."""
    if state == _NO_EDGE:
        return f"no edge between {a} and {b}"
    words = {**_IN_WORDS, "---": _UNDIRECTED[class_of(graph) in WITH_TAILS]}
    return " and ".join(
        words[glyph].format(a=b, b=a) if reverse else words[glyph].format(a=a, b=b)
        for glyph, reverse in WRITTEN[state]
    )
