"""Where two graphs differ: pair by pair, in words, with the cost in each distance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import KindError
from edgemark.graph import Graph, class_of
from edgemark.graph.marks import BACKWARD, FLIP, FORWARD, UNDIRECTED, WRITTEN
from edgemark.metrics._metric import REGISTRY, as_graphs
from edgemark.metrics._views import Views

__all__ = ["Difference", "PairError", "differences"]

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
    One pair of nodes on which two graphs differ.

    Attributes:
        nodes: the pair.
        truth: the truth's edge, such as "A --> B", or "A     B" for none.
        estimate: the estimate's edge.
        truth_in_words: what the truth's edge says.
        estimate_in_words: what the estimate's edge says.
        error: "missing", "extra", "reversed", "undirected" (the truth is directed), "oriented" (the
            truth is undirected), "other marks", or "equal as given" where only converted graphs
            (to CPDAGs or patterns) differ.
        costs: what the pair adds to each distance that is defined on the graphs, by
            (metric, convention).
    """

    nodes: tuple[str, str]
    truth: str
    estimate: str
    truth_in_words: str
    estimate_in_words: str
    error: PairError
    costs: Mapping[tuple[str, str], float]


@dataclass(frozen=True, slots=True)
class _Distance:
    """A distance that is defined on two graphs: what it compares, and what a pair costs."""

    key: tuple[str, str]
    views: Views
    costs: NDArray[np.float64]


def differences(truth: Any, estimate: Any) -> tuple[Difference, ...]:
    """
    List the pairs of nodes on which two graphs differ, and what each costs.

    Costs are those of the distances that add up over pairs (`shd`, `weighted_shd`, `endpoint_hamming`,
    `nced`) in all their conventions, as far as they are defined on the graphs. Pairs that are equal as
    given, and differ only once graphs are replaced by CPDAGs or patterns, are listed too, as "equal as
    given", so that the costs summed over the pairs are the distances of `evaluate`.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        Pairs in the order of the truth's nodes.

    Raises:
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> one, = differences(Graph.parse("A --> B; C"), Graph.parse("B --> A; C"))
        >>> one.error, one.truth_in_words, one.costs["shd", "arc Hamming"]
        ('reversed', 'A causes B', 2.0)
    """
    truth, estimate = as_graphs(truth, estimate)
    distances = list(_distances(truth, estimate))
    given = _states(truth), _states(estimate)
    costs: dict[int, dict[tuple[str, str], float]] = {}
    for distance in distances:
        left, right = (_states(graph) for graph in distance.views)
        for pair in {pair for pair, _ in left.items() ^ right.items()}:
            cost = distance.costs[left.get(pair, 0), right.get(pair, 0)]
            costs.setdefault(pair, {})[distance.key] = float(cost)
    keys = [distance.key for distance in distances]
    return tuple(_difference(truth, estimate, pair, given, keys, costs[pair]) for pair in sorted(costs))


def _distances(truth: Graph, estimate: Graph) -> Iterator[_Distance]:
    for metric in REGISTRY.values():
        for convention in metric.conventions if metric.additive else ():
            assert metric.additive is not None
            try:
                metric.check(truth, estimate)
                views = metric.additive.views(truth, estimate, **convention.options)
            except KindError:
                continue
            costs = metric.additive.costs(truth.n_pairs, **convention.options)
            yield _Distance((metric.name, convention.name), views, costs)


# ---- one pair


def _states(graph: Graph) -> dict[int, int]:
    """The state of each adjacent pair."""
    return graph.cached("state of pair", lambda g: {w >> 4: w & 15 for w in g.words.tolist()})


def _difference(
    truth: Graph,
    estimate: Graph,
    pair: int,
    given: tuple[dict[int, int], dict[int, int]],
    keys: list[tuple[str, str]],
    costs: Mapping[tuple[str, str], float],
) -> Difference:
    a, b = truth.nodes[pair >> 28], truth.nodes[pair & 0x0FFFFFFF]
    s, t = (states.get(pair, 0) for states in given)
    return Difference(
        (a, b),
        truth.between(a, b),
        estimate.between(a, b),
        _in_words(truth, s, a, b),
        _in_words(estimate, t, a, b),
        _error(s, t),
        {key: costs.get(key, 0.0) for key in keys},
    )


def _error(s: int, t: int) -> PairError:
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


def _in_words(graph: Graph, state: int, a: str, b: str) -> str:
    if state == _NO_EDGE:
        return f"no edge between {a} and {b}"
    words = {**_IN_WORDS, "---": _UNDIRECTED[class_of(graph) in ("mag", "pag")]}
    return " and ".join(
        words[glyph].format(a=b, b=a) if reverse else words[glyph].format(a=a, b=b)
        for glyph, reverse in WRITTEN[state]
    )
