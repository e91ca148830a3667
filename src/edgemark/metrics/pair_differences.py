"""Where two graphs differ: pair by pair, in words, with the cost in each distance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from edgemark import conventions
from edgemark.errors import KindError
from edgemark.graph import Graph, class_of
from edgemark.graph.kinds import demand_one_edge
from edgemark.graph.marks import BACKWARD, FLIP, FORWARD, UNDIRECTED, WRITTEN
from edgemark.metrics import hamming, normed_edit_distance
from edgemark.metrics._metric import as_graphs

__all__ = ["Difference", "PairError", "differences"]

PairError = Literal[
    "missing", "extra", "reversed", "undirected", "oriented", "other marks", "equal as given"
]
Views = tuple[Graph, Graph]

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
    """A distance that adds up over pairs: what it compares, or a KindError, and what a pair costs."""

    key: tuple[str, str]
    views: Callable[[Graph, Graph], Views]
    costs: NDArray[np.float64]


def differences(truth: Any, estimate: Any) -> tuple[Difference, ...]:
    """
    List the pairs of nodes on which two graphs differ, and what each costs in each distance.

    Summed over the pairs, the costs are the distances of `evaluate`. Distances that are not defined on
    the graphs are left out.

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
    compared = [(d, views) for d in _distances(truth) if (views := _views(d, truth, estimate))]
    states = {id(g): _states(g) for _, views in compared for g in views}
    costs: dict[int, dict[tuple[str, str], float]] = {}
    for distance, (left, right) in compared:
        for pair in np.setxor1d(left.words, right.words) >> np.uint64(4):
            s, t = states[id(left)].get(int(pair), 0), states[id(right)].get(int(pair), 0)
            costs.setdefault(int(pair), {})[distance.key] = float(distance.costs[s, t])
    given = states[id(truth)], states[id(estimate)]
    keys = [distance.key for distance, _ in compared]
    return tuple(_difference(truth, estimate, pair, given, keys, costs[pair]) for pair in sorted(costs))


# ---- distances


def _distances(truth: Graph) -> list[_Distance]:
    found = [
        _Distance(
            ("shd", convention.name),
            partial(_shd_views, convention.options),
            hamming.COSTS[
                convention.options.get("reversal", "one"),
                convention.options.get("undirected", "strict"),
            ].astype(float),
        )
        for convention in conventions.SHD
    ]
    found.append(_Distance(("weighted_shd", "half match"), _single_edges, hamming.HALF_UNITS / 2))
    found.append(_Distance(("endpoint_hamming", ""), _single_edges, hamming.ENDPOINTS.astype(float)))
    for convention in conventions.NCED:
        units = (
            normed_edit_distance.DECIDED_WRONGLY
            + convention.options["k"] * normed_edit_distance.LEFT_OPEN
        )
        places = max(2 * truth.n_pairs, 1)
        found.append(_Distance(("nced", convention.name), _nced_views, units / places))
    return found


def _shd_views(options: Mapping[str, Any], truth: Graph, estimate: Graph) -> Views:
    views = hamming.VIEWS[options.get("of", "graph")](truth, estimate)
    if options.get("reversal") == "two":
        hamming.refuse_other_than_arcs(*views)
    return views


def _single_edges(truth: Graph, estimate: Graph) -> Views:
    demand_one_edge(truth, estimate, "this distance")
    return truth, estimate


def _nced_views(truth: Graph, estimate: Graph) -> Views:
    normed_edit_distance.refuse_unrepresentable(truth, estimate)
    return _single_edges(truth, estimate)


def _views(distance: _Distance, truth: Graph, estimate: Graph) -> Views | None:
    try:
        return distance.views(truth, estimate)
    except KindError:
        return None


# ---- one pair


def _states(graph: Graph) -> dict[int, int]:
    return {word >> 4: word & 15 for word in graph.words.tolist()}


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
