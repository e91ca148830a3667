"""Matrices in the form of the document: the prediction and the truth without their diagonals."""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import as_number
from edgemark.compat._matrices import array_of, ones, same_labels, same_size, square
from edgemark.errors import GraphError
from edgemark.graph import EdgeScores, Graph

Cells = NDArray[np.bool_]


def cells_of(pred: Any, truth: Any) -> tuple[Cells, Any]:
    """The ones of the truth and the scores, without their diagonals."""
    same_labels(truth, pred)
    true = ones(_without_diagonal(truth, "A_true"), "A_true")
    scores = square(_without_diagonal(pred, "A_pred"), "A_pred")
    same_size(true, scores)
    return true, scores


def above(scores: Any, threshold: float) -> Cells:
    """The scores that are edges."""
    if isnan(as_number(threshold)):
        raise GraphError(f"a threshold must be a number; got {threshold!r}")
    with np.errstate(over="ignore"):
        # As in `EdgeScores.at`: NumPy numbers keep their precision, and Python numbers are rounded.
        exact = threshold if isinstance(threshold, np.generic) else float(threshold)
        return np.asarray(scores > exact)


def _without_diagonal(matrix: Any, what: str) -> Any:
    array = array_of(matrix, what)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        return array  # The error is raised later.
    return np.where(np.eye(len(array), dtype=bool), np.zeros((), array.dtype), array)


def graphs_of(pred: Any, truth: Any, threshold: float) -> tuple[Graph, Graph]:
    true, scores = cells_of(pred, truth)
    return graph_of(true), graph_of(above(scores, threshold))


def graph_of(cells: Cells) -> Graph:
    """Ones in both cells of a pair are two directed edges."""
    return Graph.from_adjacency(cells, direction="row-to-column", symmetric="cycle")


def truth_of(cells: Cells) -> Graph:
    """The same truth for a ranking of cells, where a pair has one edge."""
    return Graph.from_adjacency(cells, direction="row-to-column", symmetric="undirected")


def scores_of(scores: Any) -> EdgeScores:
    found = EdgeScores(scores, direction="row-to-column", sign="keep")
    if found.candidates is not None:
        raise GraphError("scores must be finite numbers; got nan")
    return found


def or_0(value: float) -> float:
    return 0.0 if isnan(value) else value
