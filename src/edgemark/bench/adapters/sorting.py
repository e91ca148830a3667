"""
Baselines that sort the variables, which exploit the scale of the data.

The variables are sorted. At first, the parents of a variable are all variables before it. Then the least
useful parent is removed, again and again, as long as that lowers the BIC.
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
_EXACT: Final = 1e-12
"""A residual share of variance that counts as zero."""


def var_sort(dataset: Dataset, *, seed: int) -> Graph:
    """Order by variance."""
    table = numbers(dataset)
    return _regressed(table, np.argsort(table.var(axis=0), kind="stable"), dataset)


def r2_sort(dataset: Dataset, *, seed: int) -> Graph:
    """Order by the share of each variable's variance that all others explain (R²)."""
    table = numbers(dataset)
    explained = [
        1 - _left_over(_correlations(table), k, [j for j in range(table.shape[1]) if j != k])
        for k in range(table.shape[1])
    ]
    return _regressed(table, np.argsort(explained, kind="stable"), dataset)


def _regressed(table: Matrix, order: NDArray[np.int64], dataset: Dataset) -> Graph:
    n, p = table.shape
    if n <= p:
        raise EdgemarkError(f"a regression on the others needs more rows than columns; got {n} and {p}")
    names, shared = dataset.names, _correlations(table)
    edges = [
        (names[parent], "-->", names[node])
        for place, node in enumerate(order)
        for parent in _parents(shared, n, int(node), [int(k) for k in order[:place]])
    ]
    return Graph(names, edges, kind="dag")


def _parents(shared: Matrix, n: int, node: int, before: list[int]) -> list[int]:
    """Return the parents that remain when no removal lowers the BIC."""
    kept = sorted(before)
    here = _left_over(shared, node, kept)
    while kept:
        without = [_left_over(shared, node, [k for k in kept if k != one]) for one in kept]
        least = int(np.argmin(without))
        if n * np.log(without[least] / here) >= np.log(n):
            break
        here = without[least]
        del kept[least]
    return kept


def _left_over(shared: Matrix, node: int, others: list[int]) -> float:
    """Return the share of a variable's variance that a regression on others does not explain."""
    if not others:
        return 1.0
    with_node = shared[others, node]
    coefficients = np.linalg.lstsq(shared[np.ix_(others, others)], with_node, rcond=None)[0]
    return max(1.0 - float(coefficients @ with_node), _EXACT)


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
