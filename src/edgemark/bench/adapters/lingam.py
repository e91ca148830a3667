"""Algorithms of lingam."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from edgemark.bench.adapters._coefficients import admg_of_coefficients, dag_of_coefficients
from edgemark.bench.adapters._preparation import importing, numbers, quietly, series, short_seed
from edgemark.bench.adapters.adapter import Adapter, Parameter, only
from edgemark.bench.dataset import Dataset
from edgemark.graph import Graph, TemporalGraph

__all__ = ["ADAPTERS"]

_PACKAGE: Final = "lingam"


def direct_lingam(dataset: Dataset, *, seed: int, measure: str) -> Graph:
    """Learn with DirectLiNGAM."""
    table = numbers(dataset)
    with importing(_PACKAGE):
        import lingam
    with quietly(seed):
        model = lingam.DirectLiNGAM(measure=measure).fit(table)
    return dag_of_coefficients(model.adjacency_matrix_, dataset.names)


def ica_lingam(dataset: Dataset, *, seed: int, max_iter: int) -> Graph:
    """Learn with ICA-LiNGAM."""
    table = numbers(dataset)
    with importing(_PACKAGE):
        import lingam
    with quietly(seed):
        model = lingam.ICALiNGAM(random_state=short_seed(seed), max_iter=max_iter).fit(table)
    return dag_of_coefficients(model.adjacency_matrix_, dataset.names)


def rcd(
    dataset: Dataset,
    *,
    seed: int,
    max_explanatory_num: int,
    cor_alpha: float,
    ind_alpha: float,
    shapiro_alpha: float,
) -> Graph:
    """Learn with RCD, which writes nan for pairs with a hidden common cause."""
    table = numbers(dataset)
    with importing(_PACKAGE):
        import lingam
    with quietly(seed):
        model = lingam.RCD(max_explanatory_num, cor_alpha, ind_alpha, shapiro_alpha).fit(table)
    return admg_of_coefficients(model.adjacency_matrix_, dataset.names)


def var_lingam(dataset: Dataset, *, seed: int, lags: int, criterion: str, prune: bool) -> TemporalGraph:
    """Learn with VARLiNGAM; its matrices, one for each lag from 0, have the cause in the column."""
    table = series(dataset)
    with importing(_PACKAGE):
        import lingam
    lag_criterion = None if criterion == "none" else criterion
    with quietly(seed):
        model = lingam.VARLiNGAM(lags, lag_criterion, prune, random_state=short_seed(seed)).fit(table)
    return TemporalGraph.from_matrices(
        np.asarray(model.adjacency_matrices_),
        direction="column-to-row",
        first_lag=0,
        threshold=0.0,
        nodes=dataset.names,
        cycles="keep",
    )


def _adapter(**more: Any) -> Adapter:
    return Adapter(package=_PACKAGE, licence="MIT", modules=("lingam",), **more)


ADAPTERS: Final = (
    _adapter(
        name="lingam:direct-lingam",
        title="DirectLiNGAM",
        citation="Shimizu et al. (2011), JMLR 12",
        returns="dag",
        learn=direct_lingam,
        data=only("continuous"),
        parameters={"measure": Parameter("pwling", ("pwling", "kernel"), "measure of independence")},
    ),
    _adapter(
        name="lingam:ica-lingam",
        title="ICA-LiNGAM",
        citation="Shimizu, Hoyer, Hyvärinen, Kerminen (2006), JMLR 7",
        returns="dag",
        learn=ica_lingam,
        data=only("continuous"),
        deterministic=False,
        parameters={
            "max_iter": Parameter(1000, doc="largest number of iterations of FastICA", minimum=1)
        },
    ),
    _adapter(
        name="lingam:rcd",
        title="RCD",
        citation="Maeda, Shimizu (2020), AISTATS, PMLR 108",
        returns="admg",
        learn=rcd,
        data=only("continuous"),
        parameters={
            "max_explanatory_num": Parameter(
                2, doc="largest number of variables that explain another", minimum=1
            ),
            "cor_alpha": Parameter(0.01, doc="level of the tests of correlation", minimum=0, maximum=1),
            "ind_alpha": Parameter(0.01, doc="level of the tests of independence", minimum=0, maximum=1),
            "shapiro_alpha": Parameter(
                0.01, doc="level of the tests for normality of residuals", minimum=0, maximum=1
            ),
        },
    ),
    _adapter(
        name="lingam:var-lingam",
        title="VARLiNGAM",
        citation="Hyvärinen, Zhang, Shimizu, Hoyer (2010), JMLR 11",
        returns="temporal",
        learn=var_lingam,
        data=only("series"),
        parameters={
            "lags": Parameter(1, doc="largest number of lags", minimum=1),
            "criterion": Parameter(
                "bic",
                ("bic", "aic", "hqic", "fpe", "none"),
                "criterion for the number of lags; with none, all lags are used",
            ),
            "prune": Parameter(True, doc="whether small coefficients are removed"),
        },
    ),
)
