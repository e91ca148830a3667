"""Checks of matrices in the form of other packages, and scikit-learn's precision-recall curve."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import AlignmentError, GraphError, Remedy, listing
from edgemark.frame_labels import Labels

Square = NDArray[Any]
Values = NDArray[np.float64]


def array_of(matrix: Any, what: str) -> Square:
    """Return an array; the rows of a frame must be in the order of its columns."""
    if isinstance(matrix, np.ma.MaskedArray):
        raise GraphError(f"{what} must have all its cells; got a masked array")
    labels = Labels.of(matrix)
    if labels.rows is not None and labels.columns is not None and labels.rows != labels.columns:
        raise GraphError(
            f"{what} must have the same nodes in rows and columns, in the same order; got "
            f"{listing(labels.rows)} and {listing(labels.columns)}",
            Remedy("Put its rows in the order of its columns"),
        )
    try:
        return np.asarray(matrix)
    except ValueError as error:
        raise GraphError(f"{what} must be a square matrix; got ragged rows") from error


def same_labels(first: Any, second: Any) -> None:
    """Refuse frames with different nodes, or with the same nodes in another order."""
    if text := Labels.of(first).difference(Labels.of(second)):
        raise AlignmentError(text)


def square(matrix: Any, what: str) -> Square:
    """Return a square array of finite numbers."""
    array = array_of(matrix, what)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise GraphError(f"{what} must be a square matrix; got shape {array.shape}")
    if array.dtype.kind not in "biuf":
        raise GraphError(f"{what} must hold numbers; got an array of {array.dtype}")
    if not np.isfinite(array).all():
        row, column = np.argwhere(~np.isfinite(array))[0]
        raise GraphError(
            f"{what} must be finite; got {array[row, column]} at row {row}, column {column}"
        )
    return array


def ones(matrix: Any, what: str) -> NDArray[np.bool_]:
    """Return the positions of the ones in a matrix of zeros and ones."""
    array = square(matrix, what)
    bad = (array != 0) & (array != 1)
    if bad.any():
        row, column = np.argwhere(bad)[0]
        raise GraphError(
            f"{what} must hold zeros and ones; got {array[row, column]} at row {row}, column {column}",
            Remedy("Apply a threshold to weights first"),
        )
    return np.asarray(array == 1)


def same_size(first: Square, second: Square) -> None:
    """Refuse matrices with different numbers of nodes, which numpy might broadcast."""
    if first.shape != second.shape:
        raise AlignmentError(
            f"both matrices must have the same nodes; got {len(first)} and {len(second)} of them"
        )


def precision_recall_points(labels: NDArray[np.bool_], scores: Values) -> tuple[Values, Values]:
    """
    Return precision and recall at each threshold, lowest first, then (1, 0), as in scikit-learn.

    Without positives every recall is 1.
    """
    thresholds, place = np.unique(scores, return_inverse=True)
    found = np.bincount(place, minlength=thresholds.size)[::-1].cumsum()[::-1]
    true = np.bincount(place, labels, thresholds.size)[::-1].cumsum()[::-1]
    positives = labels.sum()
    recall = true / positives if positives else np.ones_like(true)
    return np.append(true / found, 1.0), np.append(recall, 0.0)


def trapezoid(precision: Values, recall: Values) -> float:
    """Area under straight lines between points of precision and recall, which overestimates the area."""
    return float(np.trapezoid(precision[::-1], recall[::-1]))
