"""Section 3 of the RC-GNN evaluation document: metrics of scores that need no threshold."""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy as np

from edgemark.compat.rcgnn._matrices import Cells, cells_of, scores_of, truth_for_ranking, value_or_0
from edgemark.metrics.ranking.areas import pr_trapezoid, roc_auc
from edgemark.metrics.ranking.first_k import f1_at_k

AREA_WITHOUT_TRUE_EDGES = 0.5
"""What scikit-learn computes if there is no true edge: it then sets every recall to 1."""

# Multiples of E, the number of true edges.
_MULTIPLES = ("0.50", "0.75", "1.00", "1.50", "2.00")


def compute_auprc(A_pred: Any, A_true: Any) -> float:
    """
    Return the area under straight lines between points of the precision-recall curve.

    The diagonal of the matrices does not count. Constant scores give (1 + the share of true cells) / 2,
    although they rank nothing; see `edgemark.average_precision`.

    Args:
        A_pred: scores of edges; cell (i, j) is about i --> j.
        A_true: the truth, zeros and ones.

    Returns:
        0 to 1; 0.5 without a true edge, as in scikit-learn.

    Examples:
        >>> compute_auprc([[0, 1, 1], [1, 0, 1], [1, 1, 0]], [[0, 1, 1], [0, 0, 1], [0, 0, 0]])
        0.75
    """
    true_edges, scores = cells_of(A_pred, A_true)
    area = pr_trapezoid(truth_for_ranking(true_edges), scores_of(scores), of="entries")
    return AREA_WITHOUT_TRUE_EDGES if isnan(area) else float(area)


def compute_roc_auc(A_pred: Any, A_true: Any) -> float:
    """
    Return the area under the ROC curve of all cells outside the diagonal of the matrices.

    Args:
        A_pred: scores of edges; cell (i, j) is about i --> j.
        A_true: the truth, zeros and ones.

    Returns:
        0 to 1; nan if no cell outside the diagonal is true, or if all of them are.

    Examples:
        >>> compute_roc_auc([[0, 0.9], [0.2, 0]], [[0, 1], [0, 0]])
        1.0
    """
    true_edges, scores = cells_of(A_pred, A_true)
    return float(roc_auc(truth_for_ranking(true_edges), scores_of(scores), of="entries"))


def compute_f1_vs_k(
    A_pred: Any,
    A_true: Any,
    *,
    literal: bool = False,
) -> dict[str, float]:
    """
    Return F1 of the k highest scores, for k of 0.5, 0.75, 1, 1.5 and 2 times the number of true edges.

    k is rounded down, and at least 1. If scores tie at the k-th place, F1 is its expected value over
    random orders of the ties.

    Args:
        A_pred: scores of edges; cell (i, j) is about i --> j.
        A_true: the truth, zeros and ones.
        literal: compute as the document does: `numpy.argsort` orders the ties. Its order of equal
            scores is not stable, and can depend on the machine and the version of NumPy.

    Returns:
        Values by "F1@0.50E" and so on, for E true edges; 0.0 without a true edge.

    Examples:
        >>> compute_f1_vs_k([[0, 0.9], [0.9, 0]], [[0, 1], [0, 0]])["F1@1.00E"]
        0.5
        >>> compute_f1_vs_k([[0, 0.9], [0.9, 0]], [[0, 1], [0, 0]], literal=True)["F1@1.00E"]
        0.0
    """
    true_edges, scores = cells_of(A_pred, A_true)
    if literal:
        return {
            f"F1@{multiple}E": _f1_of_last(true_edges, scores, float(multiple))
            for multiple in _MULTIPLES
        }
    truth, ranked = truth_for_ranking(true_edges), scores_of(scores)
    return {
        f"F1@{multiple}E": value_or_0(f1_at_k(truth, ranked, of="entries", k=f"{multiple}E"))
        for multiple in _MULTIPLES
    }


def _f1_of_last(true_edges: Cells, scores: Any, multiple: float) -> float:
    """
    Return F1 of the k cells with the highest scores, or of all cells if there are fewer.

    The sort is unstable, as in the document: another order of ties would give other numbers.
    """
    k = max(1, int(multiple * true_edges.sum()))
    ranked = np.where(np.eye(len(true_edges), dtype=bool), -np.inf, scores)
    last = np.argsort(ranked, axis=None)[-k:]
    estimated = np.zeros(true_edges.shape, bool)
    estimated.flat[last] = True
    np.fill_diagonal(estimated, False)
    return 2 * int((true_edges & estimated).sum()) / max(1, int(true_edges.sum() + estimated.sum()))
