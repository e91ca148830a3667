"""Baselines that every method should beat. They ignore the values, or use only pairs of variables."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from edgemark.bench.adapters._preparation import codes, numbers, series
from edgemark.bench.adapters.adapter import OURS, Adapter, Parameter, only
from edgemark.bench.dataset import Dataset
from edgemark.graph import EdgeScores, Graph, TemporalGraph

__all__ = ["ADAPTERS"]

Matrix = NDArray[np.float64]


def empty(dataset: Dataset, *, seed: int, lags: int) -> Graph | TemporalGraph:
    """Return the graph without edges."""
    if dataset.is_series:
        return TemporalGraph(dataset.names, max_lag=lags)
    return Graph(dataset.names, kind="dag")


def complete(dataset: Dataset, *, seed: int, lags: int) -> Graph | TemporalGraph:
    """Return the complete graph, in which only lagged edges are directed."""
    names = dataset.names
    contemporaneous = [(a, "---", b) for a, b in combinations(names, 2)]
    if not dataset.is_series:
        return Graph(names, contemporaneous, kind="cpdag")
    edges = [(*edge, 0) for edge in contemporaneous]
    edges += [(a, "-->", b, lag) for a, b, lag in product(names, names, range(1, lags + 1))]
    return TemporalGraph(names, edges, max_lag=lags, kind="pdag")


def persistence(dataset: Dataset, *, seed: int) -> TemporalGraph:
    """Return the graph in which each variable depends only on itself one step before."""
    series(dataset)
    return TemporalGraph(dataset.names, [(name, "-->", name, 1) for name in dataset.names], max_lag=1)


def chow_liu(dataset: Dataset, *, seed: int) -> Graph:
    """Return the undirected spanning tree with the largest sum of mutual information."""
    discrete = dataset.kind == "discrete"
    information = (
        _information_of_states(codes(dataset)) if discrete else _information_of_normals(numbers(dataset))
    )
    names = dataset.names
    return Graph(
        names, [(names[a], "---", names[b]) for a, b in _spanning_tree(information)], kind="cpdag"
    )


def correlation(dataset: Dataset, *, seed: int) -> EdgeScores:
    """Return the absolute correlation of each pair as scores in both directions."""
    strengths = np.abs(_correlations(numbers(dataset)))
    np.fill_diagonal(strengths, 0)
    # Rounding may give the two directions of a pair different correlations.
    return EdgeScores(np.maximum(strengths, strengths.T), dataset.names)


def _correlations(table: Matrix) -> Matrix:
    return np.atleast_2d(np.corrcoef(table, rowvar=False))


def _information_of_normals(table: Matrix) -> Matrix:
    """Return the mutual information of each pair of normal variables."""
    # The bound keeps the information finite if one variable is a linear function of the other.
    r_squared = np.minimum(_correlations(table) ** 2, 1 - np.finfo(float).eps)
    return np.asarray(-0.5 * np.log1p(-r_squared))


def _information_of_states(table: NDArray[np.int64]) -> Matrix:
    """Return the mutual information of each pair of discrete variables, from their counts."""
    n, p = table.shape
    information = np.zeros((p, p))
    for a, b in combinations(range(p), 2):
        counts = np.zeros((table[:, a].max() + 1, table[:, b].max() + 1))
        np.add.at(counts, (table[:, a], table[:, b]), 1)
        expected = counts.sum(axis=1)[:, None] * counts.sum(axis=0) / n
        occurs = counts > 0
        information[a, b] = information[b, a] = (
            counts[occurs] * np.log(counts[occurs] / expected[occurs])
        ).sum() / n
    return information


def _spanning_tree(weights: Matrix) -> list[tuple[int, int]]:
    """Return the maximum spanning tree, grown from the first node."""
    p = len(weights)
    in_tree = np.zeros(p, np.bool_)
    # For each node outside the tree: the largest weight of an edge into the tree, and where it ends.
    heaviest, end_in_tree = np.full(p, -np.inf), np.zeros(p, np.int64)
    edges = []
    node = 0
    for _ in range(p - 1):
        in_tree[node] = True
        is_heavier = ~in_tree & (weights[node] > heaviest)
        heaviest[is_heavier], end_in_tree[is_heavier] = weights[node][is_heavier], node
        node = int(np.argmax(np.where(in_tree, -np.inf, heaviest)))
        edges.append((int(end_in_tree[node]), node))
    return edges


_LAGS: Final = Parameter(1, doc="largest lag, for time series only", minimum=1)


def _adapter(**more: Any) -> Adapter:
    return Adapter(package=OURS, licence="MIT", **more)


ADAPTERS: Final = (
    _adapter(
        name="edgemark:empty",
        title="no edges",
        citation="",
        returns="dag",
        learn=empty,
        parameters={"lags": _LAGS},
    ),
    _adapter(
        name="edgemark:complete",
        title="all pairs adjacent, only lagged edges oriented",
        citation="",
        returns="cpdag",
        learn=complete,
        parameters={"lags": _LAGS},
    ),
    _adapter(
        name="edgemark:persistence",
        title="each variable depends on its own past",
        citation="",
        returns="temporal",
        learn=persistence,
        data=only("series"),
    ),
    _adapter(
        name="edgemark:chow-liu",
        title="Chow–Liu tree",
        citation="Chow, Liu (1968), doi:10.1109/TIT.1968.1054142",
        returns="cpdag",
        learn=chow_liu,
        data=only("continuous", "discrete"),
    ),
    _adapter(
        name="edgemark:correlation",
        title="correlations as scores",
        citation="",
        returns="scores",
        learn=correlation,
        data=only("continuous"),
    ),
)
