"""Sections 1 and 2 of the RC-GNN evaluation document: directed edges and the skeleton."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgemark.compat.rcgnn._matrices import cells_of, graphs_of, positions_above, value_or_0
from edgemark.metrics import confusion, shd


def compute_directed_metrics(
    A_pred: Any,
    A_true: Any,
    threshold: float = 0.5,
) -> dict[str, float]:
    """
    Return precision, recall and F1 of directed edges, and their counts.

    Args:
        A_pred: scores of edges; cell (i, j) is about i --> j.
        A_true: the truth, zeros and ones.
        threshold: scores above it are edges.

    Returns:
        "precision", "recall", "f1", "tp", "fp", "fn"; 0.0 for 0 of 0.

    Raises:
        GraphError: a matrix is not square or not finite, or the truth has a value besides 0 and 1.
        AlignmentError: the sizes of the matrices differ.

    Examples:
        >>> found = compute_directed_metrics([[0, 0.9], [0.8, 0]], [[0, 1], [0, 0]])
        >>> found["precision"], found["recall"], found["fp"]
        (0.5, 1.0, 1)
    """
    return _ratios(A_pred, A_true, threshold, "directed")


def compute_skeleton_metrics(
    A_pred: Any,
    A_true: Any,
    threshold: float = 0.5,
) -> dict[str, float]:
    """
    Return precision, recall and F1 of adjacent pairs, and their counts; see `compute_directed_metrics`.

    Args:
        A_pred: scores of edges.
        A_true: the truth, zeros and ones.
        threshold: scores above it are edges.

    Returns:
        "precision", "recall", "f1", "tp", "fp", "fn"; 0.0 for 0 of 0.

    Examples:
        >>> compute_skeleton_metrics([[0, 0], [0.8, 0]], [[0, 1], [0, 0]])["f1"]
        1.0
    """
    return _ratios(A_pred, A_true, threshold, "skeleton")


def _ratios(pred: Any, truth: Any, threshold: float, of: Any) -> dict[str, float]:
    confusion_counts = confusion(*graphs_of(pred, truth, threshold), of=of)
    return {
        "precision": value_or_0(confusion_counts.precision),
        "recall": value_or_0(confusion_counts.recall),
        "f1": value_or_0(confusion_counts.f1),
        "tp": int(confusion_counts.tp),
        "fp": int(confusion_counts.fp),
        "fn": int(confusion_counts.fn),
    }


def compute_shd_directed(
    A_pred: Any,
    A_true: Any,
    threshold: float = 0.5,
    *,
    literal: bool = False,
) -> int:
    """
    Return the structural Hamming distance: the number of pairs of nodes whose edges differ.

    Args:
        A_pred: scores of edges; cell (i, j) is about i --> j.
        A_true: the truth, zeros and ones.
        threshold: scores above it are edges.
        literal: compute as the document does: count cells that differ, and then every estimated edge
            whose reverse is true, even if both graphs have both directions.

    Returns:
        The distance. A reversed edge counts 1, or 3 if `literal`. A pair with both directions in both
        graphs counts 0, or 2 if `literal`.

    Examples:
        >>> reversed_edge = [[0, 0], [1, 0]], [[0, 1], [0, 0]]
        >>> compute_shd_directed(*reversed_edge), compute_shd_directed(*reversed_edge, literal=True)
        (1, 3)
    """
    if not literal:
        return int(shd(*graphs_of(A_pred, A_true, threshold)))
    true_edges, scores = cells_of(A_pred, A_true)
    estimated = positions_above(scores, threshold)
    return int((true_edges != estimated).sum() + (estimated & true_edges.T).sum())


def compute_shd_skeleton(
    A_pred: Any,
    A_true: Any,
    threshold: float = 0.5,
    *,
    literal: bool = False,
) -> int:
    """
    Count the pairs of nodes that are adjacent in one graph only.

    Args:
        A_pred: scores of edges.
        A_true: the truth, zeros and ones.
        threshold: scores above it are edges.
        literal: compute as the document does: count both cells of such a pair.

    Returns:
        The distance. A pair counts 1, or 2 if `literal`.

    Examples:
        >>> missed = [[0, 0], [0, 0]], [[0, 1], [0, 0]]
        >>> compute_shd_skeleton(*missed), compute_shd_skeleton(*missed, literal=True)
        (1, 2)
    """
    pairs = int(shd(*graphs_of(A_pred, A_true, threshold), of="skeleton"))
    return 2 * pairs if literal else pairs


def compute_orientation_accuracy(
    A_pred: Any,
    A_true: Any,
    threshold: float = 0.5,
    *,
    literal: bool = False,
) -> dict[str, float]:
    """
    Return the share of the shared adjacencies whose direction is correct.

    Args:
        A_pred: scores of edges; cell (i, j) is about i --> j.
        A_true: the truth, zeros and ones.
        threshold: scores above it are edges.
        literal: compute as the document does: a pair is correct if the graphs share an edge in one of
            its directions.

    Returns:
        "orientation_accuracy" (0.0 for 0 of 0), and the numbers of pairs, "correct_direction" and
        "wrong_direction".

    Examples:
        >>> both_ways = [[0, 1], [1, 0]], [[0, 1], [0, 0]]
        >>> compute_orientation_accuracy(*both_ways)["wrong_direction"]
        1
        >>> compute_orientation_accuracy(*both_ways, literal=True)["wrong_direction"]
        0
    """
    true_edges, scores = cells_of(A_pred, A_true)
    estimated = positions_above(scores, threshold)
    shared = np.triu((true_edges | true_edges.T) & (estimated | estimated.T))
    agreeing = (
        (true_edges & estimated) | (true_edges & estimated).T
        if literal
        else (true_edges == estimated) & (true_edges == estimated).T
    )
    n_right, n_shared = int((agreeing & shared).sum()), int(shared.sum())
    return {
        "orientation_accuracy": n_right / n_shared if n_shared else 0.0,
        "correct_direction": n_right,
        "wrong_direction": n_shared - n_right,
    }
