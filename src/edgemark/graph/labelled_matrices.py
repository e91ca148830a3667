"""
Matrices whose rows and columns have labels, alone or in a list: every one is read by its names.

All readers of several matrices use this module, so that none of them reads a labelled matrix by place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from edgemark.arguments import refuse_masked
from edgemark.conventions.options import Direction
from edgemark.errors import GraphError, InputTypeError, Remedy, listing
from edgemark.foreign import package_of
from edgemark.frame_labels import Labels
from edgemark.graph.adjacency import frame_values, only_names
from edgemark.host import on_host
from edgemark.keys import is_series

__all__ = ["in_one_order", "lag_matrices"]

Names = tuple[str, ...] | None

_FRAMES = ("pandas", "polars")


def in_one_order(
    matrices: Any, names: Names, direction: Direction | None, rule: str
) -> tuple[Any, Names]:
    """
    Return matrices without labels, all over the same nodes in the same order, and the names.

    Args:
        matrices: a list of matrices, some of them frames; anything else is returned as it is.
        names: names of the nodes in their order, checked; None takes those of the first frame.
        direction: which way the matrices point, which the names of a frame's axes may contradict.
        rule: what the cells must be, for messages.

    Raises:
        GraphError: masked arrays, frames over other nodes, or some matrices without names.

    Examples:
        >>> import pandas
        >>> frame = pandas.DataFrame([[0, 1], [0, 0]], ["A", "B"], ["A", "B"])
        >>> turned = frame.loc[["B", "A"], ["B", "A"]]
        >>> found, names = in_one_order([frame, turned], None, None, "cells must be 0 and 1")
        >>> np.array_equal(*found), names
        (True, ('A', 'B'))
    """
    matrices = _several(matrices, Remedy("List the matrices", "list(array.values())"))
    refuse_masked("matrices", matrices, GraphError)
    if not isinstance(matrices, list | tuple) or not any(map(_is_frame, matrices)):
        return on_host(matrices), names
    read = [_values_and_names(matrix, direction, rule) for matrix in matrices]
    if any(own is not None for _, own in read):
        read = [
            (values, tuple(map(str, range(len(values)))) if own is None and _is_frame(matrix) else own)
            for matrix, (values, own) in zip(matrices, read, strict=True)
        ]
        names = _names_of_all([own for _, own in read], names)
    return [_in_order(values, own, names) for values, own in read], names


def _several(matrices: Any, way_of_mapping: Remedy) -> Any:
    """
    Return several matrices; list those of an iterator.

    Raises:
        InputTypeError: a mapping or series of matrices, a sparse matrix, or an array of objects.
    """
    if isinstance(matrices, Iterator):
        return list(matrices)
    way = None
    if isinstance(matrices, Mapping):
        way = way_of_mapping
    elif is_series(matrices):
        way = Remedy("List the matrices", "list(array)")
    elif package_of(matrices) == "scipy":
        way = Remedy("Make a dense array", "array.toarray()")
    elif isinstance(matrices, list | tuple) and any(package_of(one) == "scipy" for one in matrices):
        sparse = "matrix.toarray() if hasattr(matrix, 'toarray') else matrix"
        way = Remedy("Make dense arrays of sparse ones", f"[{sparse} for matrix in array]")
    elif isinstance(matrices, np.ndarray) and matrices.dtype == object and matrices.ndim == 1:
        way = Remedy("List the matrices", "list(array)")
    if way is None:
        return matrices
    raise InputTypeError(
        f"several matrices must be an array with three axes, or a list of dense matrices and frames; "
        f"got {_word_of(matrices)}",
        way,
    )


def _word_of(matrices: Any) -> str:
    name = type(matrices).__name__
    return f"a {name} with a sparse matrix" if isinstance(matrices, list | tuple) else f"a {name}"


def _is_frame(thing: object) -> bool:
    return package_of(thing) in _FRAMES


def _values_and_names(matrix: Any, direction: Direction | None, rule: str) -> tuple[Any, Names]:
    if not _is_frame(matrix):
        return on_host(matrix), None
    return frame_values(matrix, package_of(matrix), rule, direction=direction)


def _names_of_all(owned: Sequence[Names], names: Names) -> Names:
    """The names that all matrices share, in the order that was asked for or in that of the first one."""
    if names is None:
        if any(own is None for own in owned):
            raise GraphError(
                "either all matrices of a list must name their nodes or none; got frames with labels "
                "beside arrays without",
                Remedy(
                    "State the order of the nodes, to which the rows of the arrays belong, as nodes="
                ),
            )
        names = owned[0]
    for k, own in enumerate(owned):
        if own is not None and set(own) != set(names or ()):
            raise GraphError(
                f"all matrices must be over the same nodes; got {listing(own)} in matrix {k}, and the "
                f"nodes are {listing(names or ())}"
            )
    return names


def _in_order(values: Any, own: Names, names: Names) -> Any:
    if own is None or names is None or own == names:
        return values
    place = {name: k for k, name in enumerate(own)}
    order = [place[name] for name in names]
    return np.asarray(values)[np.ix_(order, order)]


def lag_matrices(array: Any, names: Names, direction: Direction | None) -> tuple[Any, Names]:
    """
    Return the matrices of lags without labels, and the names of their nodes.

    Args:
        array: see `TemporalGraph.from_matrices`: an array, a list of matrices or frames, or one frame.
        names: names of the nodes, checked, or None.
        direction: which way the matrices point.

    Raises:
        GraphError: see `in_one_order`; or a frame with labels that holds several matrices side by side.
    """
    array = _several(
        array,
        Remedy(
            "List the matrices by their lags, and state the first lag as first_lag=",
            "[array[lag] for lag in sorted(array)]",
        ),
    )
    if not _is_frame(array):
        return in_one_order(array, names, direction, _RULE)
    if len(array) == len(array.columns if hasattr(array, "columns") else ()):
        values, own = _values_and_names(array, direction, _RULE)
        return values, only_names(names, own)
    labels = Labels.of(array)
    if labels.rows is not None or labels.columns is not None:
        raise GraphError(
            "several matrices side by side must have no labels, which cannot name the lags; got a frame",
            Remedy("Give its numbers, with frame.to_numpy(), and the names as nodes="),
        )
    return np.asarray(array), names


_RULE = "the matrices must hold numbers"
