"""
Baselines that exploit what the variances or R² of simulated data reveal about the causal order.

Each sorts the variables by one of the two. The parents of a variable are first all variables before it.
Then the least useful parent is removed repeatedly, as long as that lowers the BIC.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from edgemark.bench.adapters._preparation import numbers
from edgemark.bench.adapters.adapter import OURS, Adapter, only
from edgemark.bench.dataset import Dataset
from edgemark.errors import EdgemarkError
from edgemark.graph import Graph

__all__ = ["ADAPTERS"]

Matrix = NDArray[np.float64]
_MIN_SHARE: Final = 1e-12
"""The smallest unexplained share of a variance, so that its logarithm is finite."""


def var_sort(dataset: Dataset, *, seed: int) -> Graph:
    """Order by variance."""
    table = numbers(dataset)
    return _pruned_dag(table, np.argsort(table.var(axis=0), kind="stable"), dataset)


def r2_sort(dataset: Dataset, *, seed: int) -> Graph:
    """Order by the share of each variable's variance that all others explain (R²)."""
    table = numbers(dataset)
    explained = [
        1 - _unexplained(_correlations(table), k, [j for j in range(table.shape[1]) if j != k])
        for k in range(table.shape[1])
    ]
    return _pruned_dag(table, np.argsort(explained, kind="stable"), dataset)


def _pruned_dag(table: Matrix, order: NDArray[np.int64], dataset: Dataset) -> Graph:
    n, p = table.shape
    if n <= p:
        raise EdgemarkError(f"a regression on the others needs more rows than columns; got {n} and {p}")
    names, correlations = dataset.names, _correlations(table)
    edges = [
        (names[parent], "-->", names[node])
        for position, node in enumerate(order)
        for parent in _parents(correlations, n, int(node), [int(k) for k in order[:position]])
    ]
    return Graph(names, edges, kind="dag")


def _parents(correlations: Matrix, n: int, node: int, before: list[int]) -> list[int]:
    """Return the parents that remain when no removal lowers the BIC."""
    parents = sorted(before)
    unexplained = _unexplained(correlations, node, parents)
    while parents:
        after_removal = [
            _unexplained(correlations, node, [k for k in parents if k != removed]) for removed in parents
        ]
        least_useful = int(np.argmin(after_removal))
        if n * np.log(after_removal[least_useful] / unexplained) >= np.log(n):
            break
        unexplained = after_removal[least_useful]
        del parents[least_useful]
    return parents


def _unexplained(correlations: Matrix, node: int, predictors: list[int]) -> float:
    """Return the share of a variable's variance that a regression on others does not explain."""
    if not predictors:
        return 1.0
    with_node = correlations[predictors, node]
    coefficients = np.linalg.lstsq(correlations[np.ix_(predictors, predictors)], with_node, rcond=None)[
        0
    ]
    return max(1.0 - float(coefficients @ with_node), _MIN_SHARE)


def _correlations(table: Matrix) -> Matrix:
    return np.atleast_2d(np.corrcoef(table, rowvar=False))


def _adapter(**more: Any) -> Adapter:
    return Adapter(package=OURS, licence="MIT", returns="dag", data=only("continuous"), **more)


ADAPTERS: Final = (
    _adapter(
        name="edgemark:var-sort",
        title="VarSort: order by variance, then parents by BIC",
        citation="Reisach, Seiler, Weichwald (2021), arXiv:2102.13647",
        learn=var_sort,
    ),
    _adapter(
        name="edgemark:r2-sort",
        title="R²Sort: order by R², then parents by BIC",
        citation="Reisach, Tami, Seiler, Chambaz, Weichwald (2023), arXiv:2303.18211",
        learn=r2_sort,
    ),
)
