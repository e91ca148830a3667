"""
Names, signatures and conventions of causationentropy.core.stats 1.1.0, on any NumPy.

Its constants are kept: the true positive rate is 1.0 without true edges, and the false positive rate is
0.0 without true non-edges. Differences: the diagonal is always ignored, as documented, but the original
includes it in false positives; unsigned integers do not overflow; NaN is an error.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from edgemark.compat._matrices import ones, same_labels, same_size
from edgemark.errors import EdgemarkError, Remedy

__all__ = ["Compute_TPR_FPR", "auc"]

_ROUNDING = 1e-9  # The rounding error by which a computed rate may be below 0 or above 1.


def auc(TPRs: Any, FPRs: Any) -> float:
    """
    Return the area under a ROC curve through given points, by trapezoids.

    Rates may ascend or descend; the original returns a negative area for descending ones. No point is
    added: a curve that does not extend from 0 to 1 misses the rest of the area.

    Args:
        TPRs: true positive rates.
        FPRs: false positive rates, in ascending or descending order.

    Returns:
        0 to 1; 0.5 is chance.

    Raises:
        EdgemarkError: lists of different lengths, values outside 0 to 1, or unsorted rates.

    Examples:
        >>> auc([0, 1, 1], [0, 0, 1]), auc([1, 0.5, 0], [1, 0.5, 0])
        (1.0, 0.5)
    """
    true, false = _rates(TPRs, "TPRs"), _rates(FPRs, "FPRs")
    if true.shape != false.shape:
        raise EdgemarkError(
            f"TPRs and FPRs must have the same length; got {true.size} and {false.size} rates"
        )
    steps = np.diff(false)
    if (steps < 0).any() and (steps > 0).any():
        raise EdgemarkError(
            "FPRs must ascend or descend; these do neither",
            Remedy(
                "Sort the points",
                "FPRs, TPRs = zip(*sorted(zip(FPRs, TPRs, strict=True)), strict=True)",
            ),
        )
    return abs(float(np.trapezoid(true, false)))


def _rates(values: Any, what: str) -> Any:
    rates = np.asarray(values)
    if rates.ndim != 1 or rates.dtype.kind not in "biuf":
        raise EdgemarkError(f"{what} must be a list of numbers; got shape {rates.shape}, {rates.dtype}")
    inside = (rates >= -_ROUNDING) & (rates <= 1 + _ROUNDING)
    if not inside.all():
        raise EdgemarkError(f"{what} must lie between 0 and 1; got {rates[~inside][0]}")
    return rates.astype(np.float64)


def Compute_TPR_FPR(A: Any, B: Any) -> tuple[float, float]:
    """
    Return the true and the false positive rate of the cells of an adjacency matrix.

    Args:
        A: the truth, zeros and ones; the diagonal is ignored.
        B: the estimate, of the same shape.

    Returns:
        Share of the true edges that are found, and share of the true non-edges that are found as edges:
        1.0 if no edge is true, 0.0 if every one is.

    Raises:
        GraphError: a matrix is not square, or not of zeros and ones.
        AlignmentError: matrices of different sizes, or frames with different labels.

    Examples:
        >>> chain = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
        >>> Compute_TPR_FPR(chain, chain), Compute_TPR_FPR(chain, 1 - np.eye(3))
        ((1.0, 0.0), (1.0, 1.0))
    """
    same_labels(A, B)
    true, found = ones(A, "A"), ones(B, "B")
    same_size(true, found)
    off_diagonal = ~np.eye(len(true), dtype=bool)
    true, found = true[off_diagonal], found[off_diagonal]
    positives = int(true.sum())
    negatives = true.size - positives
    missed, wrong = int((true & ~found).sum()), int((found & ~true).sum())
    return (
        1 - missed / positives if positives else 1.0,
        wrong / negatives if negatives else 0.0,
    )
