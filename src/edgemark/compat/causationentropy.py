"""
Names, signatures and conventions of causationentropy.core.stats 1.1.0, for any version of NumPy.

The constants of the original are kept: the true positive rate is 1.0 without true edges, and the false
positive rate is 0.0 without true non-edges. Differences: the diagonal is always ignored, as the original
documents, although its code counts false positives there; unsigned integers do not overflow; NaN is an
error.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from edgemark.compat._matrices import demand_same_labels, demand_same_size, positions_of_ones
from edgemark.errors import EdgemarkError, Remedy

__all__ = ["Compute_TPR_FPR", "auc"]

_ROUNDING = 1e-9  # The rounding error by which a computed rate may be below 0 or above 1.


def auc(TPRs: Any, FPRs: Any) -> float:
    """
    Return the area under the ROC curve through the given points, by trapezoids.

    Rates may ascend or descend; the original returns a negative area for descending ones. No point is
    added: if the false positive rates do not extend from 0 to 1, the area beyond them is left out.

    Args:
        TPRs: true positive rates.
        FPRs: false positive rates, in ascending or descending order.

    Returns:
        0 to 1; 0.5 is chance.

    Raises:
        EdgemarkError: the lists differ in length, a value is outside 0 to 1, or FPRs are not sorted.

    Examples:
        >>> auc([0, 1, 1], [0, 0, 1]), auc([1, 0.5, 0], [1, 0.5, 0])
        (1.0, 0.5)
    """
    tprs, fprs = _rates(TPRs, "TPRs"), _rates(FPRs, "FPRs")
    if tprs.shape != fprs.shape:
        raise EdgemarkError(
            f"TPRs and FPRs must have the same length; got {tprs.size} and {fprs.size} rates"
        )
    steps = np.diff(fprs)
    if (steps < 0).any() and (steps > 0).any():
        raise EdgemarkError(
            "FPRs must ascend or descend; these do neither",
            Remedy(
                "Sort the points",
                "FPRs, TPRs = zip(*sorted(zip(FPRs, TPRs, strict=True)), strict=True)",
            ),
        )
    return abs(float(np.trapezoid(tprs, fprs)))


def _rates(values: Any, name: str) -> Any:
    rates = np.asarray(values)
    if rates.ndim != 1 or rates.dtype.kind not in "biuf":
        raise EdgemarkError(f"{name} must be a list of numbers; got shape {rates.shape}, {rates.dtype}")
    inside = (rates >= -_ROUNDING) & (rates <= 1 + _ROUNDING)
    if not inside.all():
        raise EdgemarkError(f"{name} must lie between 0 and 1; got {rates[~inside][0]}")
    return rates.astype(np.float64)


def Compute_TPR_FPR(A: Any, B: Any) -> tuple[float, float]:
    """
    Return the true and the false positive rate of the off-diagonal cells of an adjacency matrix.

    Args:
        A: the truth, zeros and ones; the diagonal is ignored.
        B: the estimate, of the same shape.

    Returns:
        Share of the true edges that are in the estimate (1.0 without true edges), and share of the true
        non-edges that are edges of the estimate (0.0 without true non-edges).

    Raises:
        GraphError: a matrix is not square, or has other values than zeros and ones.
        AlignmentError: the matrices differ in size, or the frames in their labels.

    Examples:
        >>> chain = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
        >>> Compute_TPR_FPR(chain, chain), Compute_TPR_FPR(chain, 1 - np.eye(3))
        ((1.0, 0.0), (1.0, 1.0))
    """
    demand_same_labels(A, B)
    true_edges, estimated = positions_of_ones(A, "A"), positions_of_ones(B, "B")
    demand_same_size(true_edges, estimated)
    off_diagonal = ~np.eye(len(true_edges), dtype=bool)
    true_edges, estimated = true_edges[off_diagonal], estimated[off_diagonal]
    positives = int(true_edges.sum())
    negatives = true_edges.size - positives
    missed, extra = int((true_edges & ~estimated).sum()), int((estimated & ~true_edges).sum())
    return (
        1 - missed / positives if positives else 1.0,
        extra / negatives if negatives else 0.0,
    )
