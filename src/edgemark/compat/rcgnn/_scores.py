"""Section 3 of the document: scores without a threshold."""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy as np

from edgemark.compat.rcgnn._matrices import Cells, cells_of, or_0, scores_of, truth_of
from edgemark.metrics.ranking import f1_at_k, pr_trapezoid, roc_auc

OF_NO_EDGE = 0.5
"""scikit-learn's area if recall is 1 at every threshold."""

_SHARES = ("0.50", "0.75", "1.00", "1.50", "2.00")


def compute_auprc(A_pred: Any, A_true: Any) -> float:
    """
    Return the area under straight lines between points of the precision-recall curve.

    The diagonal does not count. Constant scores give (1 + the share of true cells) / 2, although they
    rank nothing; see `edgemark.average_precision`.

    Args:
        A_pred: scores of edges; cell (i, j) is about i --> j.
        A_true: the truth, zeros and ones.

    Returns:
        0 to 1; 0.5 without a true edge, as in scikit-learn.

    Examples:
        >>> compute_auprc([[0, 1, 1], [1, 0, 1], [1, 1, 0]], [[0, 1, 1], [0, 0, 1], [0, 0, 0]])
        0.75
    """
    true, scores = cells_of(A_pred, A_true)
    area = pr_trapezoid(truth_of(true), scores_of(scores), of="entries")
    return OF_NO_EDGE if isnan(area) else float(area)


def compute_roc_auc(A_pred: Any, A_true: Any) -> float:
    """
    Return the area under the ROC curve without the diagonal.

    Args:
        A_pred: scores of edges; cell (i, j) is about i --> j.
        A_true: the truth, zeros and ones.

    Returns:
        0 to 1; nan if no edge or every edge is true.

    Examples:
        >>> compute_roc_auc([[0, 0.9], [0.2, 0]], [[0, 1], [0, 0]])
        1.0
    """
    true, scores = cells_of(A_pred, A_true)
    return float(roc_auc(truth_of(true), scores_of(scores), of="entries"))


def compute_f1_vs_k(
    A_pred: Any,
    A_true: Any,
    *,
    literal: bool = False,
) -> dict[str, float]:
    """
    Return F1 of the k highest scores, for k of 0.5, 0.75, 1, 1.5 and 2 times the true edges.

    k is rounded down, and at least 1.

    Args:
        A_pred: scores of edges; cell (i, j) is about i --> j.
        A_true: the truth, zeros and ones.
        literal: as written: later cells win ties.

    Returns:
        Values by "F1@0.50E" and so on; 0.0 without a true edge.

    Examples:
        >>> compute_f1_vs_k([[0, 0.9], [0.9, 0]], [[0, 1], [0, 0]])["F1@1.00E"]
        0.5
        >>> compute_f1_vs_k([[0, 0.9], [0.9, 0]], [[0, 1], [0, 0]], literal=True)["F1@1.00E"]
        0.0
    """
    true, scores = cells_of(A_pred, A_true)
    if literal:
        return {f"F1@{share}E": _f1_of_last(true, scores, float(share)) for share in _SHARES}
    truth, ranked = truth_of(true), scores_of(scores)
    return {
        f"F1@{share}E": or_0(f1_at_k(truth, ranked, of="entries", k=f"{share}E")) for share in _SHARES
    }


def _f1_of_last(true: Cells, scores: Any, share: float) -> float:
    """F1 of the last k cells in order of scores; omits k that exceed the number of cells."""
    k = max(1, int(share * true.sum()))
    cells = np.where(np.eye(len(true), dtype=bool), -np.inf, scores)
    last = np.argsort(cells, axis=None)[-k:]
    found = np.zeros(true.shape, bool)
    found.flat[last] = True
    np.fill_diagonal(found, False)
    return 2 * int((true & found).sum()) / max(1, int(true.sum() + found.sum()))
