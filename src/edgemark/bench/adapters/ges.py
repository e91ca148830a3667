"""GES, of the package ges."""

from __future__ import annotations

from typing import Final

from edgemark.bench.adapters._coefficients import cpdag_of_arrows
from edgemark.bench.adapters._preparation import importing, numbers, quietly
from edgemark.bench.adapters.adapter import Adapter, Parameter, only
from edgemark.bench.dataset import Dataset
from edgemark.graph import Graph

__all__ = ["ADAPTERS"]

_PACKAGE: Final = "ges"


def ges(dataset: Dataset, *, seed: int, iterate: bool) -> Graph:
    """Learn with GES and its turning phase; an entry at row i and column j is i --> j."""
    table = numbers(dataset)
    with importing(_PACKAGE):
        import ges as library
    with quietly(seed):
        matrix, _ = library.fit_bic(table, iterate=iterate)
    return cpdag_of_arrows(matrix, dataset.names)


ADAPTERS: Final = (
    Adapter(
        name="ges:ges",
        title="GES with a turning phase, Gaussian BIC",
        package=_PACKAGE,
        licence="BSD-3-Clause",
        citation="Chickering (2002), JMLR 3; turning: Hauser, Bühlmann (2012), JMLR 13",
        returns="cpdag",
        learn=ges,
        data=only("continuous"),
        parameters={
            "iterate": Parameter(False, doc="whether the phases are repeated while they raise the score")
        },
        modules=("ges",),
    ),
)
