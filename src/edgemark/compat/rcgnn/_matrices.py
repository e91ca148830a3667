"""Checks of the prediction and the truth of the RC-GNN evaluation document, two square matrices."""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import as_number
from edgemark.compat._matrices import (
    array_of,
    demand_same_labels,
    demand_same_size,
    positions_of_ones,
    square_array,
)
from edgemark.errors import GraphError
from edgemark.graph import EdgeScores, Graph

Cells = NDArray[np.bool_]


def cells_of(pred: Any, truth: Any) -> tuple[Cells, Any]:
    """Return the positions of ones in the truth, and the checked scores; both diagonals are set to 0."""
    demand_same_labels(truth, pred)
    true_edges = positions_of_ones(_without_diagonal(truth, "A_true"), "A_true")
    scores = square_array(_without_diagonal(pred, "A_pred"), "A_pred")
    demand_same_size(true_edges, scores)
    return true_edges, scores


def positions_above(scores: Any, threshold: float) -> Cells:
    """Return the positions of the scores above the threshold, which are edges."""
    if isnan(as_number(threshold)):
        raise GraphError(f"a threshold must be a number; got {threshold!r}")
    with np.errstate(over="ignore"):
        # As in `EdgeScores.at`: NumPy rounds a float of Python to the precision of the scores, but keeps
        # the precision of its own numbers.
        compared = threshold if isinstance(threshold, np.generic) else float(threshold)
        return np.asarray(scores > compared)


def _without_diagonal(matrix: Any, subject: str) -> Any:
    array = array_of(matrix, subject)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        return array  # `square_array` raises the error.
    return np.where(np.eye(len(array), dtype=bool), np.zeros((), array.dtype), array)


def graphs_of(pred: Any, truth: Any, threshold: float) -> tuple[Graph, Graph]:
    """Return the graph of the truth, and the graph of the scores above the threshold."""
    true_edges, scores = cells_of(pred, truth)
    return graph_of(true_edges), graph_of(positions_above(scores, threshold))


def graph_of(cells: Cells) -> Graph:
    """Return the graph in which ones in both cells of a pair are two directed edges."""
    return Graph.from_adjacency(cells, direction="row-to-column", symmetric="cycle")


def truth_for_ranking(cells: Cells) -> Graph:
    """Return the graph in which ones in both cells of a pair are one undirected edge."""
    return Graph.from_adjacency(cells, direction="row-to-column", symmetric="undirected")


def scores_of(scores: Any) -> EdgeScores:
    return EdgeScores(scores, direction="row-to-column", sign="keep")


def value_or_0(value: float) -> float:
    return 0.0 if isnan(value) else value
