"""Whether a matrix may hold marks of edges, as those of causal-learn and codes of PAGs do."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["are_marks", "has_twos_for_undirected", "may_be_codes"]


def are_marks(matrix: Any) -> bool:
    """
    Whether a matrix may hold marks of causal-learn: -1 a tail, 1 an arrowhead, 2 a circle.

    A matrix without -1 is not taken for one.

    Examples:
        >>> are_marks(np.array([[0, -1], [1, 0]])), are_marks(np.array([[0, -1], [0, 0]]))
        (True, False)
        >>> are_marks(np.array([[0, -1, 0], [1, 0, 1], [0, 2, 0]]))
        True
    """
    if (
        not isinstance(matrix, np.ndarray)
        or matrix.ndim != 2
        or matrix.shape[0] != matrix.shape[1]
        or matrix.dtype.kind not in "if"
    ):
        return False
    adjacent = matrix != 0
    if not np.isin(matrix[adjacent], (-1, 1, 2)).all() or not (matrix == -1).any():
        return False
    # A -1 opposite a 2 would be a tail opposite a circle, which only the rules for selection bias make.
    # Such numbers are taken for weights.
    tail_and_circle = (matrix == -1) & (matrix.T == 2)
    return bool((adjacent == adjacent.T).all()) and not tail_and_circle.any()


def may_be_codes(matrix: Any) -> bool:
    """
    Whether a matrix of 0 to 3 may hold the marks of a PAG: two for each edge, and some of them 2.

    Examples:
        >>> may_be_codes(np.array([[0, 1], [2, 0]])), may_be_codes(np.array([[0, 1], [1, 0]]))
        (True, False)
    """
    if not isinstance(matrix, np.ndarray) or matrix.ndim != 2 or len(set(matrix.shape)) != 1:
        return False
    if matrix.dtype.kind not in "iu" or not (matrix == 2).any():
        return False
    adjacent = matrix != 0
    return bool(np.isin(matrix, (0, 1, 2, 3)).all()) and bool((adjacent == adjacent.T).all())


def has_twos_for_undirected(matrix: Any) -> bool:
    """
    Whether a matrix may be one of flopsearch: 1 for an arc, 2 in both cells for an undirected edge.

    Examples:
        >>> has_twos_for_undirected(np.array([[0, 2, 1], [2, 0, 0], [0, 0, 0]]))
        True
        >>> has_twos_for_undirected(np.array([[0, 2], [1, 0]]))
        False
    """
    if not isinstance(matrix, np.ndarray) or matrix.ndim != 2 or len(set(matrix.shape)) != 1:
        return False
    if matrix.dtype.kind not in "iuf" or not np.isin(matrix, (0, 1, 2)).all():
        return False
    is_two, is_arc = matrix == 2, matrix == 1
    return bool(is_two.any() and (is_two == is_two.T).all() and not (is_arc & is_arc.T).any())
