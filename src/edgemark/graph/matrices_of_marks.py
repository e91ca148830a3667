"""Whether a matrix may hold marks of edges, as those of causal-learn and codes of PAGs do."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import AmbiguityError, Remedy
from edgemark.foreign import package_of

__all__ = [
    "are_lags_of_marks",
    "are_marks",
    "are_undirected_marks",
    "error_of_marks",
    "has_twos_for_undirected",
    "hold_marks",
    "may_be_codes",
    "numbers_of_pairs",
    "remedy_for_marks",
]


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
    pairs = numbers_of_pairs(matrix)
    return pairs is not None and hold_marks(*pairs)


def hold_marks(numbers: NDArray[Any], opposite: NDArray[Any]) -> bool:
    """
    Whether the cells of a matrix that are not 0, each with its opposite cell, may be marks.

    Examples:
        >>> hold_marks(np.array([-1, 1]), np.array([1, -1])), hold_marks(np.array([-1]), np.array([0]))
        (True, False)
    """
    is_tail = numbers == -1
    if not is_tail.any() or not np.isin(numbers, (-1, 1, 2)).all():
        return False
    # A -1 opposite a 2 would be a tail opposite a circle, which only the rules for selection bias make.
    # Such numbers are taken for weights.
    return bool((opposite != 0).all()) and not (is_tail & (opposite == 2)).any()


def are_lags_of_marks(matrices: Any, sign: str) -> bool:
    """
    Whether every matrix that has numbers holds marks of causal-learn, and at least one does.

    With ``sign="ignore"``, matrices without a -1 opposite a 1 may hold the signs of weights.

    Examples:
        >>> are_lags_of_marks(np.array([[[0, -1], [1, 0]], [[0, 0], [0, 0]]]), "ignore")
        True
        >>> are_lags_of_marks(np.array([[[0, -1], [1, 0]], [[1, 0], [0, 0]]]), "ignore")
        False
    """
    if not np.isin(matrices, (-1, 0, 1, 2)).all() or np.einsum("kii->ki", matrices).any():
        return False
    filled = [matrix for matrix in matrices if matrix.any()]
    return (
        bool(filled)
        and all(map(are_marks, filled))
        and (sign != "ignore" or any(((one == -1) & (one.T == 1)).any() for one in filled))
    )


def are_undirected_marks(numbers: Any) -> bool:
    """
    Whether the weights of an undirected graph may be marks, one for each edge: -1 and 1 or 2.

    Examples:
        >>> are_undirected_marks([-1, 1]), are_undirected_marks([-1, -1]), are_undirected_marks([-1, 3])
        (True, False, False)
    """
    distinct = {number for number in numbers if number != 0}
    return -1 in distinct and len(distinct) > 1 and distinct <= {-1, 1, 2}


def error_of_marks(
    what: str = "a matrix of -1, 0, 1 and 2 that holds both marks of each edge",
) -> AmbiguityError:
    """Return the error for marks of causal-learn instead of scores."""
    return AmbiguityError(
        f"{what} is a graph of causal-learn, not scores",
        Remedy("Give the graph itself, such as as_graph(cg.G)"),
        Remedy("If the numbers are weights, give their absolute values, without a sign="),
    )


def remedy_for_marks(what: str = "it is causal-learn's matrix of marks") -> Remedy:
    """Return what to do with numbers that may be marks of causal-learn."""
    return Remedy(f"If {what}, give the graph itself: as_graph(cg.G)")


def may_be_codes(matrix: Any) -> bool:
    """
    Whether a matrix of 0 to 3 may hold the marks of a PAG: two for each edge, and some of them 2.

    Examples:
        >>> may_be_codes(np.array([[0, 1], [2, 0]])), may_be_codes(np.array([[0, 1], [1, 0]]))
        (True, False)
    """
    pairs = numbers_of_pairs(matrix)
    if pairs is None or pairs[0].dtype.kind not in "iu":
        return False
    numbers, opposite = pairs
    return bool((numbers == 2).any() and np.isin(numbers, (1, 2, 3)).all() and (opposite != 0).all())


def has_twos_for_undirected(matrix: Any) -> bool:
    """
    Whether a matrix may be one of flopsearch: 1 for an arc, 2 in both cells for an undirected edge.

    Examples:
        >>> has_twos_for_undirected(np.array([[0, 2, 1], [2, 0, 0], [0, 0, 0]]))
        True
        >>> has_twos_for_undirected(np.array([[0, 2], [1, 0]]))
        False
    """
    pairs = numbers_of_pairs(matrix)
    if pairs is None or not np.isin(pairs[0], (1, 2)).all():
        return False
    numbers, opposite = pairs
    is_two = numbers == 2
    return bool(is_two.any() and (opposite[is_two] == 2).all() and not (opposite[~is_two] == 1).any())


def numbers_of_pairs(matrix: Any) -> tuple[NDArray[Any], NDArray[Any]] | None:
    """
    Return the cells of a square matrix that are not 0, and the cell opposite each.

    Returns:
        Two arrays, or None if the object is no square matrix of numbers: an array, a frame, or a matrix
        of scipy.sparse, which is not made dense.

    Examples:
        >>> numbers_of_pairs(np.array([[0, -1], [1, 0]]))
        (array([-1,  1]), array([ 1, -1]))
    """
    package = package_of(matrix)
    if package in ("pandas", "polars") and hasattr(matrix, "columns"):
        matrix = matrix.to_numpy()
    is_sparse = package == "scipy"
    if not (isinstance(matrix, np.ndarray) or is_sparse) or matrix.dtype.kind not in "iuf":
        return None
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        return None
    if not is_sparse:
        is_number = matrix != 0
        return matrix[is_number], matrix.T[is_number]
    entries = matrix.copy().tocoo()
    entries.sum_duplicates()
    is_number = entries.data != 0
    rows, columns = (places[is_number].astype(np.int64) for places in (entries.row, entries.col))
    numbers, n = entries.data[is_number], int(matrix.shape[0])
    keys, wanted = rows * n + columns, columns * n + rows
    order = np.argsort(keys)
    places = np.searchsorted(keys, wanted, sorter=order)
    found = order[np.minimum(places, max(len(keys) - 1, 0))] if len(keys) else places
    return numbers, np.where(keys[found] == wanted, numbers[found], 0)
