"""FLOP, of the package flopsearch."""

from __future__ import annotations

from typing import Final

import numpy as np

from edgemark.bench.adapters._preparation import importing, numbers, quietly
from edgemark.bench.adapters.adapter import Adapter, Parameter, only
from edgemark.bench.dataset import Dataset
from edgemark.errors import EdgemarkError
from edgemark.graph import Graph

__all__ = ["ADAPTERS"]

_PACKAGE: Final = "flopsearch"
_UNDIRECTED: Final = 2


def flop(dataset: Dataset, *, seed: int, lambda_bic: float, restarts: int) -> Graph:
    """Learn with FLOP on standardised data, as its authors do. FLOP cannot be seeded."""
    table = numbers(dataset)
    if table.shape[1] < 2:  # flopsearch would panic; its PanicException is no Exception
        raise EdgemarkError("FLOP needs two columns or more; got 1")
    with importing(_PACKAGE):
        import flopsearch
    standardised = (table - table.mean(axis=0)) / table.std(axis=0)
    with quietly(seed):
        matrix = np.asarray(flopsearch.flop(standardised, lambda_bic, restarts=restarts))
    names = dataset.names
    edges = [(names[i], "-->", names[j]) for i, j in np.argwhere(matrix == 1)]
    edges += [(names[i], "---", names[j]) for i, j in np.argwhere(np.triu(matrix == _UNDIRECTED))]
    return Graph(names, edges, kind="cpdag")


ADAPTERS: Final = (
    Adapter(
        name="flopsearch:flop",
        title="FLOP",
        package=_PACKAGE,
        licence="MPL-2.0",
        citation="Wienöbst, Henckel, Weichwald (2025), arXiv:2510.04970",
        returns="cpdag",
        learn=flop,
        data=only("continuous"),
        deterministic=False,
        repeatable=False,
        parameters={
            "lambda_bic": Parameter(2.0, doc="penalty of the BIC", minimum=0),
            "restarts": Parameter(50, doc="number of restarts of the iterated local search", minimum=0),
        },
        modules=("flopsearch",),
    ),
)
