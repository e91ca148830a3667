"""
Names, signatures and conventions of cdt.metrics 0.6.0 for arrays and networkx graphs, without R.

A[i, j] = 1 is i --> j, and 1 in both cells is an undirected edge. As in cdt, two DiGraphs are matched by
node, and a DiGraph is matched with an array by the order in which its nodes were added. A warning states
this, because the order is often another one. Unlike in cdt, nodes 0 to n - 1 are matched with the rows
of these numbers. If cdt 0.6.0 overflows (unsigned integers), broadcasts, changes the caller's scores or
fails, this module returns the correct answer or raises a clear error.
"""

from __future__ import annotations

import warnings
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import as_number
from edgemark.compat._matrices import ones, precision_recall_points, same_size, square, trapezoid
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

    As in cdt, the diagonal counts, which adds easy negatives, and the area is that under straight lines,
    which is too high: constant scores give (1 + the share of positives) / 2. Without a true edge every
    recall is 1 and the area is 0.5. `edgemark.average_precision` has neither problem.

    Args:
        target: the true graph: a matrix of zeros and ones, or a DiGraph.
        prediction: scores, or a DiGraph with weights.
        low_confidence_undirected: whether to multiply equal scores of both directions (and those of the
            diagonal) by the smaller one of 0.1 and half the smallest positive score. Negative scores are
            then refused, because cdt would rank symmetric ones highest.

    Returns:
        The area, and (precision, recall) at each threshold from the lowest, then (1, 0).

    Raises:
        GraphError: a matrix is not square, the target is not of zeros and ones, scores are not finite,
            or an edge has two weights.
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> area, points = precision_recall(np.eye(2, k=1), np.array([[0, 0.9], [0.5, 0]]))
        >>> area, points
        (1.0, [(0.25, 1.0), (0.5, 1.0), (1.0, 1.0), (1.0, 0.0)])
    """
    true, scores = _matrices(target, prediction, weighted=True)
    labels, scores = ones(true, "the target"), square(scores, "the prediction").astype(np.float64)
    if low_confidence_undirected:
        if (scores < 0).any():
            raise EdgemarkError(
                f"low_confidence_undirected needs scores of 0 or more; got {scores.min()}",
                Remedy("Rank by absolute value", "prediction=abs(prediction)"),
            )
        lowest = min(scores[scores > 0].min(initial=np.inf) / 2, 0.1)
        scores = np.where(scores == scores.T, scores * lowest, scores)
    precision, recall = precision_recall_points(labels.ravel(), scores.ravel())
    return trapezoid(precision, recall), list(zip(precision.tolist(), recall.tolist(), strict=True))


def SHD(target: Any, pred: Any, double_for_anticausal: bool = True) -> int:
    """
    Count the cells of two adjacency matrices that differ, or the pairs of nodes.

    Args:
        target: the true graph: a matrix of zeros and ones, or a DiGraph.
        pred: the learned graph, likewise.
        double_for_anticausal: True counts cells: two for a reversed edge, and two for a missing
            undirected edge. False counts pairs, each once. A self-loop that differs counts once in both
            cases (cdt: one half with False).

    Returns:
        The distance.

    Raises:
        GraphError: no square matrices of zeros and ones.
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> SHD(np.eye(3, k=1), np.eye(3, k=-1)), SHD(np.eye(3, k=1), np.eye(3, k=-1), False)
        (4, 2)
    """
    true, found = _matrices(target, pred)
    differ = ones(true, "the target") != ones(found, "the prediction")
    if not double_for_anticausal:
        differ = np.triu(differ | differ.T)
    return int(differ.sum())


def get_CPDAG(dag: Any) -> NDArray[np.int64]:
    """
    Return the matrix of the CPDAG of a DAG; cdt needs R for it. The diagonal is ignored, see `SID`.

    Args:
        dag: a matrix of zeros and ones, or a DiGraph.

    Returns:
        Zeros and ones, both cells for an undirected edge; the nodes in the given order.

    Raises:
        GraphError: no square matrix of zeros and ones.
        KindError: the graph is no DAG.

    Examples:
        >>> get_CPDAG(np.eye(3, k=1))
        array([[0, 1, 0],
               [1, 0, 1],
               [0, 1, 0]])
    """
    cpdag = _to_cpdag(_graph(_matrix(dag, None, weighted=False), "the graph"))
    found = np.zeros((cpdag.n_nodes, cpdag.n_nodes), np.int64)
    place = {name: k for k, name in enumerate(cpdag.nodes)}
    for first, glyph, second in cpdag.edges():
        found[place[first], place[second]] = 1
        found[place[second], place[first]] = glyph == "---"
    return found


def SHD_CPDAG(target: Any, pred: Any) -> int:
    """
    Count the pairs of nodes on which the CPDAGs of two graphs differ; cdt needs R for it.

    The diagonal is ignored, see `SID`.

    Args:
        target: a DAG or a CPDAG: a matrix of zeros and ones, or a DiGraph.
        pred: the learned DAG or CPDAG, likewise.

    Returns:
        The distance.

    Raises:
        GraphError: no square matrices of zeros and ones.
        KindError: a graph has no CPDAG.
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> SHD_CPDAG(np.eye(3, k=1), np.eye(3, k=-1))
        0
    """
    return int(_shd(*_without_loops(target, pred), of="cpdag"))


def SID(target: Any, pred: Any) -> int:
    """
    Count the interventional distributions that a learned DAG infers wrongly; cdt needs R for it.

    A DAG has no self-loops, so the diagonal is ignored; cdt's documentation has an example with a full
    one.

    Args:
        target: the true DAG: a matrix of zeros and ones, or a DiGraph.
        pred: the learned DAG, likewise.

    Returns:
        The distance, see `edgemark.sid`.

    Raises:
        GraphError: no square matrices of zeros and ones.
        KindError: a graph is no DAG.
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> SID(np.eye(3, k=1), np.eye(3, k=-1))
        6
    """
    true, found = _without_loops(target, pred)
    _demand_dag(true, "SID", "target")
    ways = [Remedy("Bound its class", "SID_CPDAG(target, pred)")] if found.is_cpdag() else []
    _demand_dag(found, "SID", "prediction", *ways)
    return int(_sid(true, found))


def SID_CPDAG(target: Any, pred: Any) -> tuple[int, int]:
    """
    Bound the SID over the DAGs of the learned graph's class; cdt needs R for it.

    As in R, a DAG represents only itself, so its bounds are equal. The diagonal is ignored.

    Args:
        target: the true DAG: a matrix of zeros and ones, or a DiGraph.
        pred: the learned CPDAG or DAG, likewise.

    Returns:
        The lower and the upper bound, see `edgemark.sid_bounds`.

    Raises:
        GraphError: no square matrices of zeros and ones.
        KindError: the target is no DAG, or the prediction neither a CPDAG nor a DAG.
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> SID_CPDAG(np.eye(3, k=1), np.eye(3, k=1) + np.eye(3, k=-1))
        (0, 6)
    """
    true, found = _without_loops(target, pred)
    _demand_dag(true, "SID_CPDAG", "target")
    if found.is_dag():
        same = int(_sid(true, found))
        return same, same
    if reason := found.objection("cpdag"):
        raise KindError(f"SID_CPDAG needs a CPDAG or a DAG as the prediction; {reason}")
    bounds = _sid_bounds(true, found)
    return int(bounds.lower), int(bounds.upper)


def _demand_dag(graph: Graph, name: str, side: str, *remedies: Remedy) -> None:
    if reason := graph.objection("dag"):
        raise KindError(f"{name} needs a DAG as the {side}; {reason}", *remedies)


def _without_loops(target: Any, pred: Any) -> tuple[Graph, Graph]:
    true, found = _matrices(target, pred)
    return _graph(true, "the target"), _graph(found, "the prediction")


def _graph(matrix: Any, what: str) -> Graph:
    """The graph of a matrix; the diagonal is ignored."""
    cells = ones(matrix, what)
    cells = cells & ~np.eye(len(cells), dtype=bool)
    return Graph.from_adjacency(cells, direction="row-to-column", symmetric="undirected")


def _matrices(target: Any, prediction: Any, *, weighted: bool = False) -> tuple[Any, Any]:
    """Both graphs as matrices, with the nodes of the prediction in the order of the target."""
    order = None
    if _is_digraph(target) and _is_digraph(prediction):
        order = _shared_nodes(target, prediction)
    elif _is_digraph(target):
        order = _rows(target, "target")
    elif _is_digraph(prediction):
        order = _rows(prediction, "prediction" if weighted else "pred")
    true = _matrix(target, order, weighted=False)
    found = _matrix(prediction, order, weighted=weighted)
    same_size(square(true, "the target"), square(found, "the prediction"))
    return true, found


def _is_digraph(graph: Any) -> bool:
    """Whether an object is a networkx.DiGraph; objects other than arrays are refused."""
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


def _rows(graph: Any, name: str) -> list[Any]:
    """The nodes in the order of the rows of an array that is compared with the graph."""
    nodes, rows = list(graph.nodes), list(range(graph.number_of_nodes()))
    if set(nodes) == set(rows):
        return rows
    shown = ", ".join(map(repr, nodes))
    weight = "" if name == "prediction" else ", weight=None"
    warnings.warn(
        EdgemarkWarning(
            f"rows of the array are taken for {listing([str(node) for node in nodes])}, the order in "
            f"which the DiGraph got its nodes",
            Remedy(
                "Name the order",
                f"import networkx; {name} = networkx.to_numpy_array({name}, [{shown}]{weight})",
            ),
        ),
        stacklevel=levels_to_caller(),
    )
    return nodes


def _matrix(graph: Any, order: list[Any] | None, *, weighted: bool) -> Any:
    if not _is_digraph(graph):
        return graph
    place = {node: k for k, node in enumerate(graph.nodes if order is None else order)}
    found = np.zeros((len(place), len(place)))
    seen: set[tuple[Any, Any]] = set()
    for first, second, data in graph.edges(data=True):
        weight = data.get("weight", 1) if weighted else 1
        if isnan(as_number(weight)):
            raise GraphError(
                f"a weight must be a number; got {weight!r} for the edge of {first!r} and {second!r}"
            )
        if weighted and (first, second) in seen:
            raise GraphError(f"an edge has one weight; got two for the edge of {first!r} and {second!r}")
        seen.add((first, second))
        found[place[first], place[second]] = weight
    return found
