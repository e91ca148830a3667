"""The baselines of CausalDisco, which sort by variance, by R² or at random, and then regress."""

from __future__ import annotations

from typing import Any, Final, Literal

from edgemark.bench.adapters._preparation import importing, numbers, quietly
from edgemark.bench.adapters.adapter import Adapter, only
from edgemark.bench.dataset import Dataset
from edgemark.data import sort_regress
from edgemark.graph import Graph

__all__ = ["ADAPTERS"]

_PACKAGE: Final = "causaldisco"


def var_sort_regress(dataset: Dataset, *, seed: int) -> Graph:
    """Sort by variance, then regress."""
    return _sorted(dataset, "variance", seed)


def r2_sort_regress(dataset: Dataset, *, seed: int) -> Graph:
    """Sort by the share of variance that the other variables explain (R²), then regress."""
    return _sorted(dataset, "r2", seed)


def random_sort_regress(dataset: Dataset, *, seed: int) -> Graph:
    """Put the variables into a random order, then regress."""
    return _sorted(dataset, "random", seed)


def _sorted(dataset: Dataset, by: Literal["variance", "r2", "random"], seed: int) -> Graph:
    table = numbers(dataset)
    with importing(_PACKAGE), quietly(seed):
        return sort_regress(table, by=by, nodes=dataset.names, seed=seed)


def _adapter(**more: Any) -> Adapter:
    return Adapter(
        package=_PACKAGE,
        licence="BSD-3-Clause",
        returns="dag",
        data=only("continuous"),
        modules=("CausalDisco.baselines",),
        **more,
    )


ADAPTERS: Final = (
    _adapter(
        name="causaldisco:var-sort-regress",
        title="order by variance, then regression",
        citation="Reisach, Seiler, Weichwald (2021), arXiv:2102.13647",
        learn=var_sort_regress,
    ),
    _adapter(
        name="causaldisco:r2-sort-regress",
        title="order by R², then regression",
        citation="Reisach, Tami, Seiler, Chambaz, Weichwald (2023), arXiv:2303.18211",
        learn=r2_sort_regress,
    ),
    _adapter(
        name="causaldisco:random-sort-regress",
        title="random order, then regression",
        citation="Reisach, Seiler, Weichwald (2021), arXiv:2102.13647",
        learn=random_sort_regress,
        deterministic=False,
    ),
)
