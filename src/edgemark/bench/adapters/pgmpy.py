"""Algorithms of pgmpy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from edgemark.bench.adapters._preparation import (
    codes,
    importing,
    neutral_names,
    numbers,
    quietly,
    renamed,
)
from edgemark.bench.adapters.adapter import Adapter, Parameter, for_data, only
from edgemark.bench.dataset import Dataset
from edgemark.graph import Graph
from edgemark.io import as_graph

__all__ = ["ADAPTERS"]

_PACKAGE: Final = "pgmpy"


def hill_climbing(
    dataset: Dataset, *, seed: int, score: str, tabu_length: int, epsilon: float, max_iter: int
) -> Graph:
    """Learn with hill climbing, which breaks ties by the iteration order of a set of edges."""
    with importing(_PACKAGE):
        from pgmpy.causal_discovery import HillClimbSearch
    frame = _frame(dataset)
    search = HillClimbSearch(
        _scoring(score, frame, seed),
        tabu_length=tabu_length,
        return_type="dag",
        epsilon=epsilon,
        max_iter=max_iter,
        show_progress=False,
    )
    return _fitted(search, frame, dataset, seed).with_kind("dag")


def pc(
    dataset: Dataset, *, seed: int, alpha: float, test: str, variant: str, max_cond_vars: int
) -> Graph:
    """Learn with PC, in one process."""
    with importing(_PACKAGE):
        from pgmpy.causal_discovery import PC
    search = PC(
        variant,
        ci_test=None if test == "auto" else test,
        significance_level=alpha,
        max_cond_vars=max_cond_vars,
        n_jobs=1,
        show_progress=False,
    )
    return _fitted(search, _frame(dataset), dataset, seed).with_kind("cpdag")


def ges(dataset: Dataset, *, seed: int, score: str, min_improvement: float) -> Graph:
    """Learn with GES."""
    with importing(_PACKAGE):
        from pgmpy.causal_discovery import GES
    frame = _frame(dataset)
    search = GES(_scoring(score, frame, seed), min_improvement=min_improvement)
    return _fitted(search, frame, dataset, seed).with_kind("cpdag")


def _frame(dataset: Dataset) -> Any:
    """Return the data with neutral names; categories tell pgmpy that data are discrete."""
    with importing("pandas"):
        import pandas
    discrete = dataset.kind == "discrete"
    names = neutral_names(len(dataset.names))
    # With another dtype, pandas would replace the neutral names, whose hashes are fixed, by strings.
    columns = pandas.Index(names, dtype=object)
    frame = pandas.DataFrame(codes(dataset) if discrete else numbers(dataset), columns=columns)
    return frame.astype("category") if discrete else frame


def _scoring(score: str, frame: Any, seed: int) -> Any:
    """Return a score that gets plain strings as column names, which its formulas need."""
    with importing(_PACKAGE):
        from pgmpy.structure_score import get_scoring_method
    with quietly(seed):
        scoring = get_scoring_method(None if score == "auto" else score, frame.rename(columns=str))
    original = scoring.local_score

    def local_score(variable: str, parents: Sequence[str]) -> float:
        return float(original(str(variable), tuple(str(parent) for parent in parents)))

    scoring.local_score = local_score
    return scoring


def _fitted(search: Any, frame: Any, dataset: Dataset, seed: int) -> Graph:
    with quietly(seed):
        search.fit(frame)
    graph = as_graph(search.causal_graph_)
    if graph.kind == "pdag":  # If the tests contradict each other, the graph may not be a CPDAG.
        graph = graph.with_kind("cpdag")
    return renamed(graph, dataset.names, list(frame.columns))


_TABULAR: Final = only("continuous", "discrete")
_NOT_SCORE_EQUIVALENT: Final = ("k2", "bds")
"""Scores that differ between equivalent DAGs; pgmpy's GES may never end with k2."""
_DISCRETE: Final = ("bdeu", "bic-d", "aic-d")
_GAUSSIAN: Final = ("bic-g", "aic-g", "ll-g")


def _score(*discrete: str) -> Parameter:
    return Parameter(
        "auto",
        ("auto", *discrete, *_GAUSSIAN),
        "score; auto is bic-d for discrete data, bic-g for continuous data",
        for_data(
            [*((name, "discrete") for name in discrete), *((name, "continuous") for name in _GAUSSIAN)]
        ),
    )


def _adapter(**more: Any) -> Adapter:
    return Adapter(
        package=_PACKAGE, licence="MIT", data=_TABULAR, modules=("pgmpy.causal_discovery",), **more
    )


ADAPTERS: Final = (
    _adapter(
        name="pgmpy:hill-climbing",
        title="hill climbing with a tabu list",
        citation="Koller, Friedman (2009), Probabilistic Graphical Models, 18.4.3",
        returns="dag",
        learn=hill_climbing,
        parameters={
            "score": _score(*_DISCRETE, *_NOT_SCORE_EQUIVALENT),
            "tabu_length": Parameter(100, doc="number of recent changes that are not undone", minimum=0),
            "epsilon": Parameter(1e-4, doc="smallest improvement of a step", minimum=0),
            "max_iter": Parameter(1_000_000, doc="largest number of steps", minimum=0),
        },
    ),
    _adapter(
        name="pgmpy:pc",
        title="PC",
        citation="Spirtes, Glymour, Scheines (2000), Causation, Prediction, and Search; stable: "
        "Colombo, Maathuis (2014), JMLR 15",
        returns="cpdag",
        learn=pc,
        parameters={
            "alpha": Parameter(0.01, doc="significance level of the tests", minimum=0, maximum=1),
            "test": Parameter(
                "auto",
                ("auto", "chi_square", "g_sq", "pearsonr", "fisher_z"),
                "test of conditional independence; auto is chi_square for discrete data, pearsonr for "
                "continuous data",
                for_data(
                    [
                        ("chi_square", "discrete"),
                        ("g_sq", "discrete"),
                        ("pearsonr", "continuous"),
                        ("fisher_z", "continuous"),
                    ]
                ),
            ),
            "variant": Parameter(
                "parallel", ("orig", "stable", "parallel"), "variant of PC; parallel is a form of stable"
            ),
            "max_cond_vars": Parameter(5, doc="largest number of variables to condition on", minimum=0),
        },
    ),
    _adapter(
        name="pgmpy:ges",
        title="GES",
        citation="Chickering (2002), JMLR 3",
        returns="cpdag",
        learn=ges,
        parameters={
            "score": _score(*_DISCRETE),
            "min_improvement": Parameter(1e-6, doc="smallest improvement of a step", minimum=0),
        },
    ),
)
