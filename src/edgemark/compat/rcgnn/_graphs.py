"""Sections 1 and 2 of the document: directed edges and the skeleton."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgemark.compat.rcgnn._matrices import above, cells_of, graphs_of, or_0
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
        GraphError: matrices that are not square or not finite, a truth of other than zeros and ones.
        AlignmentError: matrices of other sizes.

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
    found = confusion(*graphs_of(pred, truth, threshold), of=of)
    return {
        "precision": or_0(found.precision),
        "recall": or_0(found.recall),
        "f1": or_0(found.f1),
        "tp": int(found.tp),
        "fp": int(found.fp),
        "fn": int(found.fn),
    }


def compute_shd_directed(
    A_pred: Any,
    A_true: Any,
    threshold: float = 0.5,
    *,
    literal: bool = False,
) -> int:
    """
    Return the structural Hamming distance: the number of pairs of nodes that differ.

    Args:
        A_pred: scores of edges; cell (i, j) is about i --> j.
        A_true: the truth, zeros and ones.
        threshold: scores above it are edges.
        literal: as written: count cells that differ, and reversed edges once more.

    Returns:
        The distance; a reversed edge counts 1, literally 3.

    Examples:
        >>> reversed_edge = [[0, 0], [1, 0]], [[0, 1], [0, 0]]
        >>> compute_shd_directed(*reversed_edge), compute_shd_directed(*reversed_edge, literal=True)
        (1, 3)
    """
    if not literal:
        return int(shd(*graphs_of(A_pred, A_true, threshold)))
    true, scores = cells_of(A_pred, A_true)
    found = above(scores, threshold)
    return int((true != found).sum() + (found & true.T).sum())


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
        literal: as written: count both cells of such a pair.

    Returns:
        The distance; a pair counts 1, literally 2.

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
    Return the share of the correct adjacencies with the correct direction.

    Args:
        A_pred: scores of edges; cell (i, j) is about i --> j.
        A_true: the truth, zeros and ones.
        threshold: scores above it are edges.
        literal: as written: edges in both directions are correct if either one is.

    Returns:
        "orientation_accuracy" (0.0 for 0 of 0), "correct_direction", "wrong_direction".

    Examples:
        >>> both_ways = [[0, 1], [1, 0]], [[0, 1], [0, 0]]
        >>> compute_orientation_accuracy(*both_ways)["wrong_direction"]
        1
        >>> compute_orientation_accuracy(*both_ways, literal=True)["wrong_direction"]
        0
    """
    true, scores = cells_of(A_pred, A_true)
    found = above(scores, threshold)
    shared = np.triu((true | true.T) & (found | found.T))
    same = (true & found) | (true & found).T if literal else (true == found) & (true == found).T
    right, all_shared = int((same & shared).sum()), int(shared.sum())
    return {
        "orientation_accuracy": right / all_shared if all_shared else 0.0,
        "correct_direction": right,
        "wrong_direction": all_shared - right,
    }
