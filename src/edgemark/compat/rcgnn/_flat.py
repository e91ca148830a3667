"""Section 5 of the RC-GNN evaluation document: one flat dictionary of all metrics of a run."""

from __future__ import annotations

from math import isnan
from typing import Any

from edgemark import forecast
from edgemark.compat.rcgnn._forecasts import compute_ece, compute_nll, with_shared_mask
from edgemark.compat.rcgnn._matrices import (
    cells_of,
    graph_of,
    positions_above,
    scores_of,
    truth_for_ranking,
    value_or_0,
)
from edgemark.compat.rcgnn._scores import AREA_WITHOUT_TRUE_EDGES
from edgemark.errors import ForecastError, Remedy
from edgemark.forecast import Gaussian
from edgemark.metrics import confusion, orientation_accuracy, shd
from edgemark.metrics.ranking.areas import average_precision, pr_trapezoid, roc_auc
from edgemark.metrics.ranking.first_k import f1_at_k


def report(
    A_pred: Any,
    A_true: Any,
    threshold: float = 0.5,
    y_true: Any = None,
    y_pred_mean: Any = None,
    y_pred_std: Any = None,
) -> dict[str, float]:
    """
    Return the document's flat dictionary of a run; a better measure follows each of two misleading ones.

    Args:
        A_pred: scores of edges; cell (i, j) is about i --> j.
        A_true: the truth, zeros and ones.
        threshold: scores above it are edges.
        y_true: observations, if there is a forecast: pass all three arrays, or none.
        y_pred_mean: means of the forecast.
        y_pred_std: standard deviations of the forecast.

    Returns:
        Values by the document's keys in its order, with "average_precision" after "auprc" and "ence"
        after "ece"; the keys of forecasts only if there is one.

    Raises:
        GraphError: a matrix is not square or not finite, or the truth has a value besides 0 and 1.
        AlignmentError: the sizes of the matrices differ.
        ForecastError: only some of the forecast arrays are given; see also `forecast_metrics`.

    Examples:
        >>> values = report([[0, 0.9], [0.2, 0]], [[0, 1], [0, 0]])
        >>> values["directed_shd"], values["auprc"], "mae" in values
        (0, 1.0, False)
    """
    true_edges, scores = cells_of(A_pred, A_true)
    values = graph_metrics(graph_of(true_edges), graph_of(positions_above(scores, threshold)))
    values |= ranking_metrics(truth_for_ranking(true_edges), scores_of(scores))
    are_given = [array is not None for array in (y_true, y_pred_mean, y_pred_std)]
    if any(are_given) and not all(are_given):
        raise ForecastError(
            f"a forecast needs y_true, y_pred_mean and y_pred_std; got {sum(are_given)} of them",
            Remedy("Give all three, or none"),
        )
    if all(are_given):
        values |= forecast_metrics(y_true, y_pred_mean, y_pred_std)
    return values


def graph_metrics(truth: Any, estimate: Any) -> dict[str, float]:
    """
    Return the directed and skeleton keys of the document's flat dictionary.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        Precision, recall, F1 and SHD of directed edges and of the skeleton, and the accuracy of
        orientations; 0.0 for 0 of 0.

    Raises:
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> from edgemark import Graph
        >>> found = graph_metrics(Graph.parse("A --> B --> C"), Graph.parse("B --> A; B --> C"))
        >>> found["directed_shd"], found["directed_f1"], found["skeleton_f1"]
        (1, 0.5, 1.0)
    """
    directed, skeleton = (confusion(truth, estimate, of=of) for of in ("directed", "skeleton"))
    return {
        "directed_precision": value_or_0(directed.precision),
        "directed_recall": value_or_0(directed.recall),
        "directed_f1": value_or_0(directed.f1),
        "directed_shd": int(shd(truth, estimate)),
        "orientation_accuracy": value_or_0(orientation_accuracy(truth, estimate)),
        "skeleton_precision": value_or_0(skeleton.precision),
        "skeleton_recall": value_or_0(skeleton.recall),
        "skeleton_f1": value_or_0(skeleton.f1),
        "skeleton_shd": int(shd(truth, estimate, of="skeleton")),
    }


def ranking_metrics(truth: Any, scores: Any) -> dict[str, float]:
    """
    Return the keys of the document's flat dictionary that need no threshold.

    Args:
        truth: reference graph; an edge ``---`` is a true edge in both directions.
        scores: `EdgeScores` of the same nodes, in any order.

    Returns:
        "auprc" as the document defines it, "average_precision", ROC AUC, and F1 at multiples of the
        number of true edges. Without a true edge, ROC AUC and "average_precision" are nan. If every
        ordered pair of nodes has a true edge, ROC AUC is nan.

    Raises:
        AlignmentError: truth and scores do not have the same nodes.

    Examples:
        >>> from edgemark import EdgeScores, Graph
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "B", 0.6), ("B", "C", 0.5)])
        >>> found = ranking_metrics(Graph.parse("A --> B --> C"), scores)
        >>> found["roc_auc"], found["f1_at_1.0e"]
        (0.875, 0.5)
    """
    area = pr_trapezoid(truth, scores, of="entries")
    shares = {f"f1_at_{share}e": f"{share}E" for share in ("0.5", "1.0", "1.5")}
    return {
        "auprc": AREA_WITHOUT_TRUE_EDGES if isnan(area) else float(area),
        "average_precision": float(average_precision(truth, scores, of="entries")),
        "roc_auc": float(roc_auc(truth, scores, of="entries")),
        **{key: value_or_0(f1_at_k(truth, scores, of="entries", k=k)) for key, k in shares.items()},
    }


def forecast_metrics(observed: Any, mean: Any, sigma: Any) -> dict[str, float]:
    """
    Return the forecast keys of the document's flat dictionary, with `forecast.ence` after its "ece".

    Args:
        observed: observations of any shape.
        mean: means of the forecast, of the same shape.
        sigma: standard deviations of the forecast.

    Returns:
        MAE, RMSE, NLL, the document's "ece", "ence", and the coverage of intervals of 95 %.

    Raises:
        ForecastError: different shapes, values that are not finite, or a sigma that is not above 0.

    Examples:
        >>> found = forecast_metrics([0.5, -1.0], [0.0, 0.0], [1.0, 1.0])
        >>> found["mae"], found["coverage_95"]
        (0.75, 1.0)
    """
    observed, mean, sigma = with_shared_mask(observed, mean, sigma)
    errors = {"mae": forecast.mae(observed, mean), "rmse": forecast.rmse(observed, mean)}
    gaussian = Gaussian(mean, sigma)
    return {
        **errors,
        "nll": compute_nll(observed, mean, sigma),
        "ece": compute_ece(observed, mean, sigma),
        "ence": forecast.ence(observed, gaussian),
        "coverage_95": forecast.coverage(observed, gaussian, level=0.95).share,
    }
