"""
Names, signatures and conventions of cdt.metrics 0.6.0 for arrays and networkx graphs, without R.

A[i, j] = 1 is i --> j, and 1 in both cells is an undirected edge. As in cdt, two DiGraphs are matched by
node, and a DiGraph is matched with an array by the order in which its nodes were added. A warning names
the order, because users often expect another one. Unlike in cdt, if the nodes are the numbers 0 to
n - 1, each is matched with the row of its number. If cdt 0.6.0 overflows (unsigned integers),
broadcasts, changes the caller's scores or fails, this module returns the correct answer or raises a
clear error.
"""

from __future__ import annotations

import warnings
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import as_number
from edgemark.compat._matrices import (
    demand_same_size,
    positions_of_ones,
    precision_recall_points,
    square_array,
    trapezoid,
)
from edgemark.errors import (
    AlignmentError,
    EdgemarkError,
    EdgemarkWarning,
    GraphError,
    InputTypeError,
    KindError,
    Remedy,
    levels_to_caller,
    listing,
)
from edgemark.graph import Graph
from edgemark.graph.equivalence import to_cpdag as _to_cpdag
from edgemark.metrics import shd as _shd
from edgemark.metrics import sid as _sid
from edgemark.metrics import sid_bounds as _sid_bounds

__all__ = ["SHD", "SHD_CPDAG", "SID", "SID_CPDAG", "get_CPDAG", "precision_recall"]

Points = list[tuple[float, float]]


def precision_recall(
    target: Any, prediction: Any, low_confidence_undirected: bool = False
) -> tuple[float, Points]:
    """
    Return the area under the precision-recall curve and its points, over all cells.

    As in cdt, the diagonal counts, which adds easy negatives. Straight lines join the points, so the
    area is usually too high if scores tie: constant scores give (1 + the share of positives) / 2.
    Without a true edge every recall is 1 and the area is 0.5. `edgemark.average_precision` leaves out
    the diagonal, has no bias from ties, and is undefined without a true edge.

    Args:
        target: the true graph: a matrix of zeros and ones, or a DiGraph.
        prediction: scores, or a DiGraph with weights.
        low_confidence_undirected: whether to lower the scores of pairs whose two directions have the
            same score, and of the diagonal. They are multiplied by the smaller of 0.1 and half the
            smallest positive score. Negative scores are then refused, because cdt would make symmetric
            ones positive.

    Returns:
        The area, and (precision, recall) at each threshold from the lowest, then (1, 0).

    Raises:
        GraphError: a matrix is not square, the target has other values than zeros and ones, a score is
            not finite, or an edge has two weights.
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> area, points = precision_recall(np.eye(2, k=1), np.array([[0, 0.9], [0.5, 0]]))
        >>> area, points
        (1.0, [(0.25, 1.0), (0.5, 1.0), (1.0, 1.0), (1.0, 0.0)])
    """
    true_matrix, scores = _matrices(target, prediction, weighted=True)
    labels, scores = (
        positions_of_ones(true_matrix, "the target"),
        square_array(scores, "the prediction").astype(np.float64),
    )
    if low_confidence_undirected:
        if (scores < 0).any():
            raise EdgemarkError(
                f"low_confidence_undirected needs scores of 0 or more; got {scores.min()}",
                Remedy("Rank by absolute value", "prediction=abs(prediction)"),
            )
        factor = min(scores[scores > 0].min(initial=np.inf) / 2, 0.1)
        scores = np.where(scores == scores.T, scores * factor, scores)
    precision, recall = precision_recall_points(labels.ravel(), scores.ravel())
    return trapezoid(precision, recall), list(zip(precision.tolist(), recall.tolist(), strict=True))


def SHD(target: Any, pred: Any, double_for_anticausal: bool = True) -> int:
    """
    Count the cells in which two adjacency matrices differ, or the pairs of nodes with such cells.

    Args:
        target: the true graph: a matrix of zeros and ones, or a DiGraph.
        pred: the learned graph, likewise.
        double_for_anticausal: True counts cells: two for a reversed edge, and two for a missing
            undirected edge. False counts pairs, each once. A self-loop that differs counts once in both
            cases (cdt: one half with False).

    Returns:
        The distance.

    Raises:
        GraphError: a matrix is not square, or has other values than zeros and ones.
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> SHD(np.eye(3, k=1), np.eye(3, k=-1)), SHD(np.eye(3, k=1), np.eye(3, k=-1), False)
        (4, 2)
    """
    true_matrix, predicted_matrix = _matrices(target, pred)
    differ = positions_of_ones(true_matrix, "the target") != positions_of_ones(
        predicted_matrix, "the prediction"
    )
    if not double_for_anticausal:
        differ = np.triu(differ | differ.T)
    return int(differ.sum())


def get_CPDAG(dag: Any) -> NDArray[np.int64]:
    """
    Return the matrix of the CPDAG of a DAG; cdt needs R for this. The diagonal is ignored, see `SID`.

    Args:
        dag: a matrix of zeros and ones, or a DiGraph.

    Returns:
        Zeros and ones, both cells for an undirected edge; the nodes in the given order.

    Raises:
        GraphError: the matrix is not square, or has other values than zeros and ones.
        KindError: the graph is not a DAG.

    Examples:
        >>> get_CPDAG(np.eye(3, k=1))
        array([[0, 1, 0],
               [1, 0, 1],
               [0, 1, 0]])
    """
    cpdag = _to_cpdag(_graph(_matrix(dag, None, weighted=False), "the graph"))
    matrix = np.zeros((cpdag.n_nodes, cpdag.n_nodes), np.int64)
    row_of = {name: k for k, name in enumerate(cpdag.nodes)}
    for first, glyph, second in cpdag.edges():
        matrix[row_of[first], row_of[second]] = 1
        matrix[row_of[second], row_of[first]] = glyph == "---"
    return matrix


def SHD_CPDAG(target: Any, pred: Any) -> int:
    """
    Count the pairs of nodes on which the CPDAGs of two graphs differ; cdt needs R for this.

    The diagonal is ignored, see `SID`.

    Args:
        target: a DAG or a CPDAG: a matrix of zeros and ones, or a DiGraph.
        pred: the learned DAG or CPDAG, likewise.

    Returns:
        The distance.

    Raises:
        GraphError: a matrix is not square, or has other values than zeros and ones.
        KindError: a graph is neither a DAG nor a CPDAG.
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> SHD_CPDAG(np.eye(3, k=1), np.eye(3, k=-1))
        0
    """
    return int(_shd(*_graphs_without_loops(target, pred), of="cpdag"))


def SID(target: Any, pred: Any) -> int:
    """
    Count the interventional distributions that a learned DAG infers wrongly; cdt needs R for this.

    A DAG has no self-loops, so the diagonal is ignored; an example in cdt's documentation has a full
    diagonal.

    Args:
        target: the true DAG: a matrix of zeros and ones, or a DiGraph.
        pred: the learned DAG, likewise.

    Returns:
        The distance, see `edgemark.sid`.

    Raises:
        GraphError: a matrix is not square, or has other values than zeros and ones.
        KindError: a graph is not a DAG.
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> SID(np.eye(3, k=1), np.eye(3, k=-1))
        6
    """
    true_graph, predicted = _graphs_without_loops(target, pred)
    _demand_dag(true_graph, "SID", "target")
    remedies = [Remedy("Bound its class", "SID_CPDAG(target, pred)")] if predicted.is_cpdag() else []
    _demand_dag(predicted, "SID", "prediction", *remedies)
    return int(_sid(true_graph, predicted))


def SID_CPDAG(target: Any, pred: Any) -> tuple[int, int]:
    """
    Bound the SID over the DAGs of the learned graph's class; cdt needs R for this.

    As in R, a DAG represents only itself, so its bounds are equal. The diagonal is ignored.

    Args:
        target: the true DAG: a matrix of zeros and ones, or a DiGraph.
        pred: the learned CPDAG or DAG, likewise.

    Returns:
        The lower and the upper bound, see `edgemark.sid_bounds`.

    Raises:
        GraphError: a matrix is not square, or has other values than zeros and ones.
        KindError: the target is not a DAG, or the prediction is neither a CPDAG nor a DAG.
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> SID_CPDAG(np.eye(3, k=1), np.eye(3, k=1) + np.eye(3, k=-1))
        (0, 6)
    """
    true_graph, predicted = _graphs_without_loops(target, pred)
    _demand_dag(true_graph, "SID_CPDAG", "target")
    if predicted.is_dag():
        distance = int(_sid(true_graph, predicted))
        return distance, distance
    if reason := predicted.objection("cpdag"):
        raise KindError(f"SID_CPDAG needs a CPDAG or a DAG as the prediction; {reason}")
    bounds = _sid_bounds(true_graph, predicted)
    return int(bounds.lower), int(bounds.upper)


def _demand_dag(graph: Graph, function: str, side: str, *remedies: Remedy) -> None:
    if reason := graph.objection("dag"):
        raise KindError(f"{function} needs a DAG as the {side}; {reason}", *remedies)


def _graphs_without_loops(target: Any, pred: Any) -> tuple[Graph, Graph]:
    true_matrix, predicted = _matrices(target, pred)
    return _graph(true_matrix, "the target"), _graph(predicted, "the prediction")


def _graph(matrix: Any, subject: str) -> Graph:
    """Return the graph of a matrix without its diagonal."""
    cells = positions_of_ones(matrix, subject)
    cells = cells & ~np.eye(len(cells), dtype=bool)
    return Graph.from_adjacency(cells, direction="row-to-column", symmetric="undirected")


def _matrices(target: Any, prediction: Any, *, weighted: bool = False) -> tuple[Any, Any]:
    """Return both graphs as matrices, with the nodes of the prediction in the order of the target."""
    order = None
    if _is_digraph(target) and _is_digraph(prediction):
        order = _shared_nodes(target, prediction)
    elif _is_digraph(target):
        order = _nodes_in_row_order(target, "target")
    elif _is_digraph(prediction):
        order = _nodes_in_row_order(prediction, "prediction" if weighted else "pred")
    true_matrix = _matrix(target, order, weighted=False)
    predicted = _matrix(prediction, order, weighted=weighted)
    demand_same_size(square_array(true_matrix, "the target"), square_array(predicted, "the prediction"))
    return true_matrix, predicted


def _is_digraph(graph: Any) -> bool:
    """Whether a graph is a networkx.DiGraph, and not an array; refuse other objects."""
    if isinstance(graph, np.ndarray):
        return False
    if hasattr(graph, "is_directed") and graph.is_directed():
        return True
    raise InputTypeError(f"a graph must be an array or a networkx.DiGraph; got {type(graph).__name__}")


def _shared_nodes(target: Any, prediction: Any) -> list[Any]:
    missing = [str(node) for node in target.nodes if node not in prediction]
    extra = [str(node) for node in prediction.nodes if node not in target]
    if missing or extra:
        raise AlignmentError(
            f"both graphs must have the same nodes; the prediction lacks {listing(missing) or 'none'}, "
            f"the target {listing(extra) or 'none'}",
            Remedy(
                "Add those without edges",
                "target.add_nodes_from(prediction); prediction.add_nodes_from(target)",
            ),
        )
    return list(target.nodes)


def _nodes_in_row_order(graph: Any, argument: str) -> list[Any]:
    """Return the nodes of a graph in the order of the rows of the array that it is compared with."""
    nodes, numbers = list(graph.nodes), list(range(graph.number_of_nodes()))
    if set(nodes) == set(numbers):
        return numbers
    listed = ", ".join(map(repr, nodes))
    weight = "" if argument == "prediction" else ", weight=None"  # Only precision_recall uses weights.
    warnings.warn(
        EdgemarkWarning(
            f"the rows of the array are taken for {listing([str(node) for node in nodes])}, the order "
            f"in which the nodes were added to the DiGraph",
            Remedy(
                "Name the order",
                f"import networkx; {argument} = networkx.to_numpy_array({argument}, [{listed}]{weight})",
            ),
        ),
        stacklevel=levels_to_caller(),
    )
    return nodes


def _matrix(graph: Any, order: list[Any] | None, *, weighted: bool) -> Any:
    if not _is_digraph(graph):
        return graph
    row_of = {node: k for k, node in enumerate(graph.nodes if order is None else order)}
    matrix = np.zeros((len(row_of), len(row_of)))
    seen: set[tuple[Any, Any]] = set()
    for first, second, data in graph.edges(data=True):
        weight = data.get("weight", 1) if weighted else 1
        if isnan(as_number(weight)):
            raise GraphError(
                f"a weight must be a number; got {weight!r} for the edge from {first!r} to {second!r}"
            )
        if weighted and (first, second) in seen:
            raise GraphError(
                f"an edge must have one weight; got two for the edge from {first!r} to {second!r}"
            )
        seen.add((first, second))
        matrix[row_of[first], row_of[second]] = weight
    return matrix
