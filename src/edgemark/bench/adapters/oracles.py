"""
Reference methods that use the truth: random graphs with as many edges as it has, its equivalence class,
and its skeleton.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any, Final

import numpy as np

from edgemark.bench.adapters.adapter import OURS, Adapter, only
from edgemark.bench.dataset import Dataset
from edgemark.equivalence import to_cpdag, to_icpdag, to_pag
from edgemark.errors import KindError
from edgemark.graph import Graph, TemporalGraph
from edgemark.graph.kinds import class_of, describe

__all__ = ["ADAPTERS"]


def random(dataset: Dataset, *, seed: int, truth: Graph | TemporalGraph) -> Graph | TemporalGraph:
    """
    Draw a random DAG with as many edges as the truth, or a time series graph with as many lagged and as
    many contemporaneous edges. A pair of nodes gets at most one edge that is not lagged, and a cause and
    an effect at most one edge at each lag; where the truth has more edges, the graph has fewer.
    """
    rng = np.random.default_rng(seed)
    if isinstance(truth, TemporalGraph):
        return _random_series(dataset, rng, truth)
    edges = _random_pairs(dataset.names, rng, truth.n_edges)
    return Graph(dataset.names, edges, kind="dag")


def _random_series(dataset: Dataset, rng: np.random.Generator, truth: TemporalGraph) -> TemporalGraph:
    names = dataset.names
    possible_edges = list(product(names, names, range(1, truth.max_lag + 1)))
    n_lagged = min(truth.n_lagged, len(possible_edges))
    chosen = sorted(rng.choice(len(possible_edges), n_lagged, replace=False))
    contemporaneous = _random_pairs(names, rng, truth.n_edges - truth.n_lagged)
    edges = [(*edge, 0) for edge in contemporaneous]
    edges += [(possible_edges[k][0], "-->", possible_edges[k][1], possible_edges[k][2]) for k in chosen]
    return TemporalGraph(names, edges, max_lag=truth.max_lag, kind="dag")


def _random_pairs(
    names: tuple[str, ...], rng: np.random.Generator, count: int
) -> list[tuple[str, str, str]]:
    order = [names[k] for k in rng.permutation(len(names))]
    pairs = list(combinations(order, 2))
    chosen = sorted(rng.choice(len(pairs), min(count, len(pairs)), replace=False)) if pairs else []
    return [(pairs[k][0], "-->", pairs[k][1]) for k in chosen]


def true_class(dataset: Dataset, *, seed: int, truth: Graph | TemporalGraph) -> Graph:
    """
    Return what conditional independences identify: the CPDAG of a DAG or the PAG of a MAG.

    For a DAG and data with interventions, this is the interventional CPDAG. A CPDAG, MPDAG or PAG is
    returned as it is.
    """
    graph = _demand_no_lags(truth, "edgemark:true-class").with_nodes(dataset.names)
    kind = class_of(graph)
    if kind == "dag" and dataset.targets is not None:
        return to_icpdag(graph, {frozenset(names) for names in dataset.targets})
    if kind == "dag":
        return to_cpdag(graph)
    if kind == "mag":
        return to_pag(graph)
    if kind in ("cpdag", "mpdag", "pag"):
        return graph.with_kind(kind)
    raise KindError(f"the truth must be a DAG, MAG, CPDAG, MPDAG or PAG; got {describe(kind)}")


def true_skeleton(dataset: Dataset, *, seed: int, truth: Graph | TemporalGraph) -> Graph:
    """Return the skeleton of the truth."""
    graph = _demand_no_lags(truth, "edgemark:true-skeleton").with_nodes(dataset.names)
    return graph.skeleton().with_kind("undirected")


def _demand_no_lags(truth: Graph | TemporalGraph, name: str) -> Graph:
    if isinstance(truth, TemporalGraph):
        raise KindError(f"{name} needs a truth without lags; got a time series graph")
    return truth


def _adapter(**more: Any) -> Adapter:
    return Adapter(package=OURS, licence="MIT", citation="", oracle=True, **more)


ADAPTERS: Final = (
    _adapter(
        name="edgemark:random",
        title="random DAG with as many edges as the truth",
        returns="dag",
        learn=random,
        deterministic=False,
    ),
    _adapter(
        name="edgemark:true-class",
        title="what the independences in infinite data identify",
        returns="cpdag",
        learn=true_class,
        data=only("continuous", "discrete"),
    ),
    _adapter(
        name="edgemark:true-skeleton",
        title="the true skeleton, without directions",
        returns="undirected",
        learn=true_skeleton,
        data=only("continuous", "discrete"),
    ),
)
