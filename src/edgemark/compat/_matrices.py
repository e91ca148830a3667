"""Checks of matrices, as other packages take them, and scikit-learn's precision-recall curve."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import AlignmentError, GraphError, Remedy, listing
from edgemark.frame_labels import Labels

Square = NDArray[Any]
Values = NDArray[np.float64]


def array_of(matrix: Any, subject: str) -> NDArray[Any]:
    """
    Return a matrix as an array, whose shape is not checked.

    Raises:
        GraphError: the array is masked, a frame has rows in another order than its columns, or the rows
            of a list have different lengths.
    """
    if isinstance(matrix, np.ma.MaskedArray):
        raise GraphError(f"{subject} must have all its cells; got a masked array")
    labels = Labels.of(matrix)
    if labels.rows is not None and labels.columns is not None and labels.rows != labels.columns:
        raise GraphError(
            f"{subject} must have the same nodes in rows and columns, in the same order; got "
            f"{listing(labels.rows)} and {listing(labels.columns)}",
            Remedy("Put its rows in the order of its columns"),
        )
    try:
        return np.asarray(matrix)
    except ValueError as error:
        raise GraphError(f"{subject} must be a square matrix; got ragged rows") from error


def demand_same_labels(first: Any, second: Any) -> None:
    """Refuse frames with different nodes, or with the same nodes in another order."""
    if text := Labels.of(first).difference(Labels.of(second)):
        raise AlignmentError(text)


def square_array(matrix: Any, subject: str) -> Square:
    """Return a square array of finite numbers."""
    array = array_of(matrix, subject)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise GraphError(f"{subject} must be a square matrix; got shape {array.shape}")
    if array.dtype.kind not in "biuf":
        raise GraphError(f"{subject} must hold numbers; got an array of {array.dtype}")
    if not np.isfinite(array).all():
        row, column = np.argwhere(~np.isfinite(array))[0]
        raise GraphError(
            f"{subject} must be finite; got {array[row, column]} at row {row}, column {column}"
        )
    return array


def positions_of_ones(matrix: Any, subject: str) -> NDArray[np.bool_]:
    """Return a boolean matrix that is true at the ones of a matrix of zeros and ones."""
    array = square_array(matrix, subject)
    other = (array != 0) & (array != 1)
    if other.any():
        row, column = np.argwhere(other)[0]
        raise GraphError(
            f"{subject} must hold zeros and ones; got {array[row, column]} at row {row}, column "
            f"{column}",
            Remedy("Apply a threshold to weights first"),
        )
    return np.asarray(array == 1)


def demand_same_size(first: Square, second: Square) -> None:
    """Refuse matrices with different numbers of nodes, which NumPy might broadcast."""
    if first.shape != second.shape:
        raise AlignmentError(
            f"both matrices must have the same nodes; got {len(first)} and {len(second)} of them"
        )


def precision_recall_points(labels: NDArray[np.bool_], scores: Values) -> tuple[Values, Values]:
    """
    Return precision and recall at each threshold, lowest first, then precision 1 at recall 0.

    As in scikit-learn, every recall is 1 if there are no positives.
    """
    thresholds, threshold_of = np.unique(scores, return_inverse=True)
    n_predicted = np.bincount(threshold_of, minlength=thresholds.size)[::-1].cumsum()[::-1]
    n_correct = np.bincount(threshold_of, labels, thresholds.size)[::-1].cumsum()[::-1]
    positives = labels.sum()
    recall = n_correct / positives if positives else np.ones_like(n_correct)
    return np.append(n_correct / n_predicted, 1.0), np.append(recall, 0.0)


def trapezoid(precision: Values, recall: Values) -> float:
    """Return the area under straight lines between the points; it is mostly too large if scores tie."""
    return float(np.trapezoid(precision[::-1], recall[::-1]))
