"""Algorithms of pyAgrum."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from edgemark.bench.adapters._preparation import codes, importing, quietly
from edgemark.bench.adapters.adapter import Adapter, Parameter, only
from edgemark.bench.dataset import Dataset
from edgemark.graph import Graph

__all__ = ["ADAPTERS"]

_PACKAGE: Final = "pyagrum"


def hill_climbing(dataset: Dataset, *, seed: int, score: str) -> Graph:
    """Learn by greedy hill climbing: add, delete or reverse one edge at a time."""
    with _learner(dataset, seed) as learner:
        getattr(learner, _SCORES[score])()
        learner.useGreedyHillClimbing()
        return _dag(learner, dataset)


def tabu(dataset: Dataset, *, seed: int, score: str, tabu_size: int, nb_decrease: int) -> Graph:
    """Learn by local search with a tabu list."""
    with _learner(dataset, seed) as learner:
        getattr(learner, _SCORES[score])()
        learner.useLocalSearchWithTabuList(tabu_size, nb_decrease)
        return _dag(learner, dataset)


def miic(dataset: Dataset, *, seed: int, correction: str) -> Graph:
    """Learn with MIIC; a pair with a suspected hidden common cause gets one directed edge."""
    with _learner(dataset, seed) as learner:
        learner.useMIIC()
        getattr(learner, _CORRECTIONS[correction])()
        learned = learner.learnPDAG()
        names = dataset.names
        edges = [(names[a], "-->", names[b]) for a, b in learned.arcs()]
        edges += [(names[a], "---", names[b]) for a, b in learned.edges()]
        return Graph(names, edges, kind="cpdag")


def _dag(learner: Any, dataset: Dataset) -> Graph:
    names = dataset.names
    return Graph(names, [(names[a], "-->", names[b]) for a, b in learner.learnDAG().arcs()], kind="dag")


@contextmanager
def _learner(dataset: Dataset, seed: int) -> Iterator[Any]:
    """Yield a learner of the data in a temporary file; it uses one thread and adds no prior."""
    table = codes(dataset)
    with importing(_PACKAGE):
        import pyagrum
    columns = [f"x{k}" for k in range(table.shape[1])]
    with TemporaryDirectory() as folder, quietly(seed):
        file = str(Path(folder, "data.csv"))
        np.savetxt(file, table, fmt="%d", delimiter=",", header=",".join(columns), comments="")
        learner = pyagrum.BNLearner(file, _network(pyagrum, table, columns))
        learner.setNumberOfThreads(1)
        learner.useNoPrior()
        yield learner


def _network(pyagrum: Any, table: NDArray[np.int64], columns: list[str]) -> Any:
    """Return a network without edges that tells pyAgrum the variables and the states of each."""
    network = pyagrum.BayesNet()
    for column, values in zip(columns, table.T, strict=True):
        labels = [str(value) for value in np.unique(values)]
        network.add(pyagrum.LabelizedVariable(column, column, labels))
    return network


_SCORES: Final = {
    "bdeu": "useScoreBDeu",
    "bic": "useScoreBIC",
    "aic": "useScoreAIC",
    "k2": "useScoreK2",
}
_CORRECTIONS: Final = {"mdl": "useMDLCorrection", "nml": "useNMLCorrection", "none": "useNoCorrection"}
_SCORE: Final = Parameter("bdeu", tuple(_SCORES), "score; pyAgrum adds no further prior to it")


def _adapter(**more: Any) -> Adapter:
    return Adapter(
        package=_PACKAGE,
        licence="LGPL-3.0-only OR MIT",
        data=only("discrete"),
        modules=("pyagrum",),
        **more,
    )


ADAPTERS: Final = (
    _adapter(
        name="pyagrum:hill-climbing",
        title="greedy hill climbing",
        citation="Ducamp, Gonzales, Wuillemin (2020), PGM, PMLR 138",
        returns="dag",
        learn=hill_climbing,
        parameters={"score": _SCORE},
    ),
    _adapter(
        name="pyagrum:tabu",
        title="local search with a tabu list",
        citation="Ducamp, Gonzales, Wuillemin (2020), PGM, PMLR 138",
        returns="dag",
        learn=tabu,
        parameters={
            "score": _SCORE,
            "tabu_size": Parameter(100, doc="length of the list", minimum=1),
            "nb_decrease": Parameter(
                2, doc="largest number of successive changes that lower the score", minimum=0
            ),
        },
    ),
    _adapter(
        name="pyagrum:miic",
        title="MIIC",
        citation="Verny, Sella, Affeldt, Singh, Isambert (2017), doi:10.1371/journal.pcbi.1005662",
        returns="cpdag",
        learn=miic,
        parameters={
            "correction": Parameter("mdl", tuple(_CORRECTIONS), "correction of the mutual information")
        },
    ),
)
