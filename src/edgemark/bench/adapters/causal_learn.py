"""Algorithms of causal-learn."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from edgemark.bench.adapters._coefficients import admg_of_coefficients, dag_of_coefficients
from edgemark.bench.adapters._preparation import (
    codes,
    importing,
    neutral_names,
    numbers,
    quietly,
    renamed,
    series,
    short_seed,
)
from edgemark.bench.adapters.adapter import Adapter, Parameter, for_data, only
from edgemark.bench.dataset import Dataset
from edgemark.graph import Graph, TemporalGraph
from edgemark.io import as_graph, as_temporal

__all__ = ["ADAPTERS"]

_PACKAGE: Final = "causal-learn"
_DISCRETE: Final = frozenset({"chisq", "gsq", "bdeu"})


def pc(
    dataset: Dataset,
    *,
    seed: int,
    alpha: float,
    test: str,
    stable: bool,
    uc_rule: int,
    uc_priority: int,
) -> Graph:
    """Learn with PC. If the tests contradict each other, the graph may not be a CPDAG."""
    table = _table(dataset, test)
    with importing(_PACKAGE):
        from causallearn.search.ConstraintBased.PC import pc as learn
    names = neutral_names(len(dataset.names))
    with quietly(seed):
        learned = learn(
            table, alpha, test, stable, uc_rule, uc_priority, show_progress=False, node_names=names
        )
    return renamed(as_graph(learned, kind="cpdag"), dataset.names, names)


def fci(
    dataset: Dataset, *, seed: int, alpha: float, test: str, depth: int, max_path_length: int
) -> Graph:
    """Learn with FCI. The library iterates over sets of nodes, so their names need stable hashes."""
    table = _table(dataset, test)
    with importing(_PACKAGE):
        from causallearn.search.ConstraintBased.FCI import fci as learn
    names = neutral_names(len(dataset.names))
    with quietly(seed):
        learned, _ = learn(
            table, test, alpha, depth, max_path_length, show_progress=False, node_names=names
        )
    return renamed(as_graph(learned, kind="pag"), dataset.names, names)


def ges(dataset: Dataset, *, seed: int, score: str, penalty: float) -> Graph:
    """Learn with GES."""
    table = _table(dataset, score)
    with importing(_PACKAGE):
        from causallearn.search.ScoreBased.GES import ges as learn
    names = neutral_names(len(dataset.names))
    with quietly(seed):
        if score == "bdeu":
            record = learn(table, "local_score_BDeu", node_names=names)
        else:
            record = learn(table, "local_score_BIC", node_names=names, lambda_value=penalty)
    return renamed(as_graph(record["G"], kind="cpdag"), dataset.names, names)


def grasp(dataset: Dataset, *, seed: int, score: str, penalty: float, depth: int) -> Graph:
    """Learn with GRaSP, which draws from a global random generator."""
    table = _table(dataset, score)
    with importing(_PACKAGE):
        from causallearn.search.PermutationBased.GRaSP import grasp as learn
    names = neutral_names(len(dataset.names))
    with quietly(seed):
        learned = learn(
            table, **_score_options(score, penalty), depth=depth, verbose=False, node_names=names
        )
    return renamed(as_graph(learned, kind="cpdag"), dataset.names, names)


def boss(dataset: Dataset, *, seed: int, score: str, penalty: float) -> Graph:
    """Learn with BOSS, which draws from a global random generator."""
    table = _table(dataset, score)
    with importing(_PACKAGE):
        from causallearn.search.PermutationBased.BOSS import boss as learn
    names = neutral_names(len(dataset.names))
    with quietly(seed):
        learned = learn(table, **_score_options(score, penalty), verbose=False, node_names=names)
    return renamed(as_graph(learned, kind="cpdag"), dataset.names, names)


def cd_nod(dataset: Dataset, *, seed: int, alpha: float, test: str) -> TemporalGraph:
    """Learn with CD-NOD, which adds time as a variable; the children of time are changing variables."""
    table = series(dataset)
    with importing(_PACKAGE):
        from causallearn.search.ConstraintBased.CDNOD import cdnod as learn
    time = np.arange(len(table), dtype=np.float64)[:, None]
    with quietly(seed):
        learned = learn(table, time, alpha, test, show_progress=False)
    names = [str(name) for name in neutral_names(len(dataset.names) + 1)]
    found = as_temporal(learned, surrogate=names[-1], nodes=names)
    column_of = dict(zip(names[:-1], dataset.names, strict=True))
    return TemporalGraph(
        dataset.names,
        [(column_of[a], glyph, column_of[b], lag) for a, glyph, b, lag in found.edges()],
        max_lag=0,
        changing=[column_of[name] for name in found.changing],
        kind=found.kind,
        cycles="keep",
    )


def direct_lingam(dataset: Dataset, *, seed: int, measure: str) -> Graph:
    """Learn with DirectLiNGAM."""
    table = numbers(dataset)
    with importing(_PACKAGE):
        from causallearn.search.FCMBased.lingam import DirectLiNGAM
    return _fitted(DirectLiNGAM(measure=measure), table, dataset, seed)


def ica_lingam(dataset: Dataset, *, seed: int, max_iter: int) -> Graph:
    """Learn with ICA-LiNGAM."""
    table = numbers(dataset)
    with importing(_PACKAGE):
        from causallearn.search.FCMBased.lingam import ICALiNGAM
    return _fitted(ICALiNGAM(random_state=short_seed(seed), max_iter=max_iter), table, dataset, seed)


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
        from causallearn.search.FCMBased.lingam import RCD
    model = RCD(max_explanatory_num, cor_alpha, ind_alpha, shapiro_alpha)
    with quietly(seed):
        model.fit(table)
    return admg_of_coefficients(model.adjacency_matrix_, dataset.names)


def _fitted(model: Any, table: NDArray[np.float64], dataset: Dataset, seed: int) -> Graph:
    with quietly(seed):
        model.fit(table)
    return dag_of_coefficients(model.adjacency_matrix_, dataset.names)


def _table(dataset: Dataset, test_or_score: str) -> NDArray[np.int64] | NDArray[np.float64]:
    return codes(dataset) if test_or_score in _DISCRETE else numbers(dataset)


def _score_options(score: str, penalty: float) -> dict[str, Any]:
    """Return the score of a permutation search in the form that the library needs."""
    if score == "bdeu":
        return {"score_func": "local_score_BDeu"}
    return {"score_func": "local_score_BIC_from_cov", "parameters": {"lambda_value": penalty}}


_TABULAR: Final = only("continuous", "discrete")
_ALPHA: Final = Parameter(0.05, doc="significance level of the tests", minimum=0, maximum=1)
_TEST: Final = Parameter(
    "fisherz",
    ("fisherz", "chisq", "gsq", "kci"),
    "test of conditional independence",
    for_data(
        [
            ("fisherz", "continuous"),
            ("chisq", "discrete"),
            ("gsq", "discrete"),
            ("kci", "continuous"),
        ]
    ),
)
_SCORE: Final = Parameter(
    "bic", ("bic", "bdeu"), "score", for_data([("bic", "continuous"), ("bdeu", "discrete")])
)
_PENALTY: Final = "factor of log n for each parameter in the BIC"
_LINGAM: Final = "causallearn.search.FCMBased.lingam"


def _adapter(**more: Any) -> Adapter:
    return Adapter(package=_PACKAGE, licence="MIT", **more)


ADAPTERS: Final = (
    _adapter(
        name="causal-learn:pc",
        title="PC",
        citation="Spirtes, Glymour, Scheines (2000), Causation, Prediction, and Search; stable: "
        "Colombo, Maathuis (2014), JMLR 15",
        returns="cpdag",
        learn=pc,
        data=_TABULAR,
        parameters={
            "alpha": _ALPHA,
            "test": _TEST,
            "stable": Parameter(True, doc="whether the skeleton ignores the order of the columns"),
            "uc_rule": Parameter(
                0,
                (0, 1, 2),
                "how unshielded colliders are found: 0 separating sets, 1 MaxP, 2 definite MaxP",
            ),
            "uc_priority": Parameter(
                2,
                (-1, 0, 1, 2, 3, 4),
                "which of two contradicting colliders wins: -1 the default of uc_rule, 0 the last, "
                "1 both (<->), 2 the first, 3 the one whose largest p-value given the collider is "
                "smallest, 4 the one whose largest p-value not given the collider is largest",
            ),
        },
        modules=("causallearn.search.ConstraintBased.PC",),
    ),
    _adapter(
        name="causal-learn:fci",
        title="FCI",
        citation="Spirtes, Meek, Richardson (1995), UAI; rules: Zhang (2008), "
        "doi:10.1016/j.artint.2008.08.001",
        returns="pag",
        learn=fci,
        data=_TABULAR,
        parameters={
            "alpha": _ALPHA,
            "test": _TEST,
            "depth": Parameter(
                -1, doc="largest number of variables to condition on; -1 for no bound", minimum=-1
            ),
            "max_path_length": Parameter(
                -1, doc="largest length of discriminating paths; -1 for no bound", minimum=-1
            ),
        },
        modules=("causallearn.search.ConstraintBased.FCI",),
    ),
    _adapter(
        name="causal-learn:ges",
        title="GES",
        citation="Chickering (2002), JMLR 3",
        returns="cpdag",
        learn=ges,
        data=_TABULAR,
        parameters={"score": _SCORE, "penalty": Parameter(0.5, doc=_PENALTY, minimum=0)},
        modules=("causallearn.search.ScoreBased.GES",),
    ),
    _adapter(
        name="causal-learn:grasp",
        title="GRaSP",
        citation="Lam, Andrews, Ramsey (2022), UAI",
        returns="cpdag",
        learn=grasp,
        data=_TABULAR,
        deterministic=False,
        parameters={
            "score": _SCORE,
            "penalty": Parameter(2.0, doc=_PENALTY, minimum=0),
            "depth": Parameter(3, doc="depth of the search for a better permutation", minimum=1),
        },
        modules=("causallearn.search.PermutationBased.GRaSP",),
    ),
    _adapter(
        name="causal-learn:boss",
        title="BOSS",
        citation="Andrews, Ramsey, Sánchez-Romero, Camchong, Kummerfeld (2023), NeurIPS 36",
        returns="cpdag",
        learn=boss,
        data=_TABULAR,
        deterministic=False,
        parameters={"score": _SCORE, "penalty": Parameter(2.0, doc=_PENALTY, minimum=0)},
        modules=("causallearn.search.PermutationBased.BOSS",),
    ),
    _adapter(
        name="causal-learn:cd-nod",
        title="CD-NOD, with time as the surrogate variable",
        citation="Huang, Zhang, Zhang, Ramsey, Sanchez-Romero, Glymour, Schölkopf (2020), JMLR 21",
        returns="temporal",
        learn=cd_nod,
        data=only("series"),
        parameters={
            "alpha": _ALPHA,
            "test": Parameter("fisherz", ("fisherz", "kci"), "test of conditional independence"),
        },
        modules=("causallearn.search.ConstraintBased.CDNOD",),
    ),
    _adapter(
        name="causal-learn:direct-lingam",
        title="DirectLiNGAM",
        citation="Shimizu et al. (2011), JMLR 12",
        returns="dag",
        learn=direct_lingam,
        data=only("continuous"),
        parameters={"measure": Parameter("pwling", ("pwling", "kernel"), "measure of independence")},
        modules=(_LINGAM,),
    ),
    _adapter(
        name="causal-learn:ica-lingam",
        title="ICA-LiNGAM",
        citation="Shimizu, Hoyer, Hyvärinen, Kerminen (2006), JMLR 7",
        returns="dag",
        learn=ica_lingam,
        data=only("continuous"),
        deterministic=False,
        parameters={
            "max_iter": Parameter(1000, doc="largest number of iterations of FastICA", minimum=1)
        },
        modules=(_LINGAM,),
    ),
    _adapter(
        name="causal-learn:rcd",
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
        modules=(_LINGAM,),
    ),
)
