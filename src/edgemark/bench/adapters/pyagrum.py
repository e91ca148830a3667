"""pyAgrum's greedy hill climbing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.bench.adapters._door import codes, importing
from edgemark.graph import Graph

__all__ = ["hill_climbing"]


def hill_climbing(data: ArrayLike, names: Sequence[str]) -> Graph:
    """
    Learn a DAG by greedy hill climbing on the BIC score: add, delete or reverse one edge at a time.

    One thread and no prior, so the same data give the same graph in every process.

    Args:
        data: n x p whole numbers, a state each.
        names: the p columns' names.

    Returns:
        A graph declared a DAG.

    Raises:
        MissingExtraError: pyAgrum is not installed.
        EdgemarkError: the data are not discrete.
    """
    table = codes(data, names)
    with importing("pyagrum"):
        import pyagrum
    with TemporaryDirectory() as folder:
        learner = _learner(pyagrum, table, Path(folder, "data.csv"))
        learner.setNumberOfThreads(1)
        learner.useScoreBIC()
        learner.useNoPrior()
        learner.useGreedyHillClimbing()
        arcs = learner.learnDAG().arcs()
    return Graph(names, [(names[a], "-->", names[b]) for a, b in arcs], kind="dag")


def _learner(pyagrum: Any, table: NDArray[np.int64], file: Path) -> Any:
    """A learner of a table; it reads files only, and leaves its own behind when given a frame."""
    columns = [f"x{k}" for k in range(table.shape[1])]
    network = pyagrum.BayesNet()
    for column, values in zip(columns, table.T, strict=True):
        labels = [str(value) for value in np.unique(values)]
        network.add(pyagrum.LabelizedVariable(column, column, labels))
    np.savetxt(file, table, fmt="%d", delimiter=",", header=",".join(columns), comments="")
    return pyagrum.BNLearner(str(file), network)
