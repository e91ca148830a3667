"""List of the node pairs on which two graphs differ, in words, with the cost in each distance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import KindError
from edgemark.graph import Graph, TemporalGraph
from edgemark.metrics.declaration import REGISTRY, as_graphs, as_sides
from edgemark.metrics.difference import Difference, error_of, in_words
from edgemark.metrics.temporal_differences import differences_over_time

__all__ = ["differences"]


@dataclass(frozen=True, slots=True)
class _Distance:
    """A distance that is defined on two graphs: the graphs it compares and the cost of each pair."""

    key: tuple[str, str]
    views: tuple[Graph, Graph]
    costs: NDArray[np.float64]


def differences(truth: Any, estimate: Any) -> tuple[Difference, ...]:
    """
    List the node pairs on which two graphs differ, with the cost of each pair in every distance.

    Costs are given for the distances that are sums over pairs (`shd`, `weighted_shd`,
    `endpoint_hamming`, `nced`), in every convention that is defined on the graphs. Pairs that differ
    only in the CPDAGs, patterns or PAGs of the graphs are listed as "equal as given". The costs of all
    pairs therefore sum to the distances of `evaluate`.

    In time series graphs, the units are two variables at a lag, with the costs of `temporal_shd` except
    "summary", which is not a sum over lags. Variables whose mechanism changes in one graph only are
    listed last, with cost 0.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads; or a `TemporalGraph`.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        Pairs in the order of the truth's nodes. In time series graphs, they are sorted by lag first.

    Raises:
        AlignmentError: the graphs do not have the same nodes, or not the same maximum lag.
        KindError: a time series graph has regimes whose edges differ; compare each regime separately.

    See also:
        shd: the number of differences.
        edge_type_table: differences by edge type.

    Examples:
        >>> one, = differences(Graph.parse("A --> B; C"), Graph.parse("B --> A; C"))
        >>> one.error, one.truth_in_words, one.costs["shd", "arc Hamming"]
        ('reversed', 'A causes B', 2.0)
    """
    if isinstance(truth, TemporalGraph):
        return differences_over_time(truth, TemporalGraph.of(as_sides(truth, estimate)[1]))
    truth, estimate = as_graphs(truth, estimate)
    distances = list(_distances(truth, estimate))
    states = _states(truth), _states(estimate)
    costs: dict[int, dict[tuple[str, str], float]] = {}
    for distance in distances:
        left, right = (_states(graph) for graph in distance.views)
        for pair in {pair for pair, _ in left.items() ^ right.items()}:
            cost = distance.costs[left.get(pair, 0), right.get(pair, 0)]
            costs.setdefault(pair, {})[distance.key] = float(cost)
    keys = [distance.key for distance in distances]
    return tuple(_difference(truth, estimate, pair, states, keys, costs[pair]) for pair in sorted(costs))


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
    """Return the state of each adjacent pair, by `first << 28 | second`."""
    return graph.cached("state of pair", lambda g: {w >> 4: w & 15 for w in g.words.tolist()})


def _difference(
    truth: Graph,
    estimate: Graph,
    pair: int,
    states_as_given: tuple[dict[int, int], dict[int, int]],
    keys: list[tuple[str, str]],
    costs: Mapping[tuple[str, str], float],
) -> Difference:
    a, b = truth.nodes[pair >> 28], truth.nodes[pair & 0x0FFFFFFF]
    s, t = (states.get(pair, 0) for states in states_as_given)
    return Difference(
        (a, b),
        truth.between(a, b),
        estimate.between(a, b),
        in_words(truth, s, a, b),
        in_words(estimate, t, a, b),
        error_of(s, t),
        {key: costs.get(key, 0.0) for key in keys},
    )
