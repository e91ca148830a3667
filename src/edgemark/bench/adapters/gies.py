"""GIES, of the package gies."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from edgemark.bench.adapters._coefficients import cpdag_of_arrows
from edgemark.bench.adapters._preparation import importing, numbers, quietly
from edgemark.bench.adapters.adapter import Adapter, Parameter, only
from edgemark.bench.dataset import Dataset
from edgemark.graph import Graph

__all__ = ["ADAPTERS"]

_PACKAGE: Final = "gies"


def gies(dataset: Dataset, *, seed: int, iterate: bool) -> Graph:
    """Learn with GIES. Rows with the same intervention targets are data of one environment."""
    table = numbers(dataset)
    with importing(_PACKAGE):
        import gies as library
    tables, targets = _environments(dataset, table)
    with quietly(seed):
        matrix, _ = library.fit_bic(tables, targets, iterate=iterate)
    # With interventions, data can orient edges that a CPDAG leaves undirected: the result is an MPDAG.
    return cpdag_of_arrows(matrix, dataset.names).with_kind("mpdag")


def _environments(
    dataset: Dataset, table: NDArray[np.float64]
) -> tuple[list[NDArray[np.float64]], list[list[int]]]:
    """Return a table of the rows with each set of targets, and the column indices of these targets."""
    if dataset.targets is None:
        return [table], [[]]
    rows_of_targets: dict[tuple[int, ...], list[int]] = {}
    index = {name: k for k, name in enumerate(dataset.names)}
    for row, names in enumerate(dataset.targets):
        rows_of_targets.setdefault(tuple(sorted({index[name] for name in names})), []).append(row)
    tables = [table[row_numbers] for row_numbers in rows_of_targets.values()]
    return tables, [list(targets) for targets in rows_of_targets]


ADAPTERS: Final = (
    Adapter(
        name="gies:gies",
        title="GIES, Gaussian BIC",
        package=_PACKAGE,
        licence="BSD-3-Clause",
        citation="Hauser, Bühlmann (2012), JMLR 13; package: Gamella, Taeb, Heinze-Deml, "
        "Bühlmann (2022), arXiv:2211.14897",
        returns="mpdag",
        learn=gies,
        data=only("continuous"),
        targets=True,
        parameters={
            "iterate": Parameter(True, doc="whether the phases are repeated while they raise the score")
        },
        modules=("gies",),
    ),
)
