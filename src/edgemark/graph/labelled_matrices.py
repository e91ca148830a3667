"""
Matrices whose rows and columns have labels, alone or in a list: each is aligned by its names.

All readers of several matrices use this module, so that none of them reads a labelled matrix by
position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from numbers import Integral
from typing import Any

import numpy as np

from edgemark.arguments import refuse_masked
from edgemark.conventions.options import Direction
from edgemark.errors import GraphError, InputTypeError, Remedy, listing
from edgemark.foreign import package_of, refuse_lazy
from edgemark.frame_labels import Labels
from edgemark.graph.frame_values import agreed_names, frame_values
from edgemark.host import on_host
from edgemark.keys import has_positions, in_order, is_series, keys_of

__all__ = ["in_one_order", "lag_matrices", "refuse_series"]

Names = tuple[str, ...] | None

_FRAMES = ("pandas", "polars")


def in_one_order(
    matrices: Any, names: Names, direction: Direction | None, rule: str
) -> tuple[Any, Names]:
    """
    Return matrices without labels, all over the same nodes in the same order, and the names.

    Args:
        matrices: a list or an iterator of matrices, or an array. An array, or a list without a frame, is
            returned as it is, but in the memory of the host if it was on a GPU.
        names: names of the nodes in their order, checked; None takes those of the first frame.
        direction: which way the matrices point, which the names of a frame's axes may contradict.
        rule: what the cells must be, for messages.

    Raises:
        GraphError: masked arrays, frames over other nodes, or arrays beside frames with labels although
            `names` is None.
        InputTypeError: a mapping or series of matrices, a sparse matrix, or an array of objects.

    Examples:
        >>> import pandas
        >>> frame = pandas.DataFrame([[0, 1], [0, 0]], ["A", "B"], ["A", "B"])
        >>> reversed_frame = frame.loc[["B", "A"], ["B", "A"]]
        >>> arrays, names = in_one_order([frame, reversed_frame], None, None, "cells must be 0 and 1")
        >>> np.array_equal(*arrays), names
        (True, ('A', 'B'))
    """
    matrices = _several(matrices, _remedy_for_keys)
    refuse_masked("matrices", matrices, GraphError)
    if not isinstance(matrices, list | tuple) or not any(map(_is_frame, matrices)):
        return on_host(matrices), names
    values_and_names = [_values_and_names(matrix, direction, rule) for matrix in matrices]
    if any(own_names is not None for _, own_names in values_and_names):
        values_and_names = [
            (
                values,
                tuple(map(str, range(len(values))))
                if own_names is None and _is_frame(matrix)
                else own_names,
            )
            for matrix, (values, own_names) in zip(matrices, values_and_names, strict=True)
        ]
        names = _names_of_all([own_names for _, own_names in values_and_names], names)
    return [_in_order(values, own_names, names) for values, own_names in values_and_names], names


def _remedy_for_keys(matrices: Any) -> Remedy:
    code = "list(array.values())" if isinstance(matrices, Mapping) else "list(array)"
    return Remedy("List the matrices", code)


def _remedy_for_lags(matrices: Any) -> Remedy:
    """Remedy for a mapping or series from lags to matrices: positions state the lags of a list."""
    numbers: list[Any] = [key for key in keys_of(matrices) or () if isinstance(key, Integral)]
    keys = sorted(numbers)
    are_lags = keys in (list(range(len(keys))), list(range(1, len(keys) + 1)))
    if not are_lags or len(keys) < len(matrices):
        return Remedy(
            "List the matrices of all lags from 0 or 1 on, without gaps, with zeros for a lag without "
            "edges, and state the first lag as first_lag="
        )
    return Remedy(
        "List the matrices by their lags, and state the first lag as first_lag=",
        in_order(matrices, "array"),
    )


def _several(matrices: Any, remedy_for_keys: Callable[[Any], Remedy]) -> Any:
    """
    Return several matrices; list those of an iterator.

    Raises:
        InputTypeError: a mapping or series of matrices, a sparse matrix, or an array of objects.
    """
    if isinstance(matrices, Iterator):
        return list(matrices)
    remedy = None
    if isinstance(matrices, Mapping) or is_series(matrices):
        remedy = remedy_for_keys(matrices)
    elif package_of(matrices) == "scipy":
        remedy = Remedy("Make a dense array", "array.toarray()")
    elif isinstance(matrices, list | tuple) and any(
        package_of(matrix) == "scipy" for matrix in matrices
    ):
        sparse = "matrix.toarray() if hasattr(matrix, 'toarray') else matrix"
        remedy = Remedy("Make dense arrays of sparse ones", f"[{sparse} for matrix in array]")
    elif isinstance(matrices, np.ndarray) and matrices.dtype == object and matrices.ndim == 1:
        remedy = Remedy("List what it holds", "list(array)")
    if remedy is None:
        return matrices
    raise InputTypeError(
        f"several matrices must be an array with three axes, or a list of dense matrices and frames; "
        f"got {_described(matrices)}",
        remedy,
    )


def _described(matrices: Any) -> str:
    name = type(matrices).__name__
    return f"a {name} with a sparse matrix" if isinstance(matrices, list | tuple) else f"a {name}"


def _is_frame(thing: object) -> bool:
    return package_of(thing) in _FRAMES


def _values_and_names(matrix: Any, direction: Direction | None, rule: str) -> tuple[Any, Names]:
    if not _is_frame(matrix):
        return on_host(matrix), None
    return frame_values(matrix, package_of(matrix), rule, direction=direction)


def _names_of_all(names_of_each: Sequence[Names], names: Names) -> Names:
    """
    Return the names that all matrices share, in the requested order or else in that of the first one.
    """
    if names is None:
        if any(own_names is None for own_names in names_of_each):
            raise GraphError(
                "either all matrices of a list must name their nodes or none; got frames with labels "
                "beside arrays without",
                Remedy(
                    "State the order of the nodes, to which the rows of the arrays belong, as nodes="
                ),
            )
        names = names_of_each[0]
    for k, own_names in enumerate(names_of_each):
        if own_names is not None and set(own_names) != set(names or ()):
            raise GraphError(
                f"all matrices must be over the same nodes; got {listing(own_names)} in matrix {k}, and "
                f"the nodes are {listing(names or ())}"
            )
    return names


def _in_order(values: Any, own_names: Names, names: Names) -> Any:
    if own_names is None or names is None or own_names == names:
        return values
    position_of = {name: k for k, name in enumerate(own_names)}
    order = [position_of[name] for name in names]
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
        InputTypeError: see `in_one_order`.
    """
    refuse_lazy(array)
    array = _several(array, _remedy_for_lags)
    if not _is_frame(array):
        return in_one_order(array, names, direction, _RULE)
    if len(array) == len(array.columns if hasattr(array, "columns") else ()):
        values, own_names = _values_and_names(array, direction, _RULE)
        return values, agreed_names(names, own_names)
    labels = Labels.of(array)
    if labels.rows is not None or labels.columns is not None:
        raise GraphError(
            "several matrices side by side must have no labels, which cannot name the lags; got a frame",
            _remedy_for_frame_of_several(array),
        )
    return np.asarray(array), names


def _remedy_for_frame_of_several(frame: Any) -> Remedy:
    """Remedy for matrices side by side, or one below the other, as in `params` of statsmodels' VAR."""
    n_rows, n_columns = frame.shape
    numbers = "frame.to_numpy()"
    if n_columns and n_rows > n_columns and n_rows % n_columns == 0:
        numbers = f"numpy.split({numbers}, {n_rows // n_columns})"
    return Remedy(f"Give its numbers in the order of the lags, with {numbers}, and the names as nodes=")


_RULE = "the matrices must hold numbers"


def refuse_series(array: Any, name: str) -> None:
    """
    Refuse a series of pandas as a matrix, and show how to make a matrix of it.

    Args:
        array: the argument of a user.
        name: the name of the argument, for the advice.

    Raises:
        InputTypeError: it is a series.
    """
    if not is_series(array):
        return
    remedies = []
    levels: list[Any] = [
        set(array.index.get_level_values(k)) for k in range(array.index.nlevels) if array.index.is_unique
    ]
    if len(levels) == 2 and levels[0] == levels[1]:
        remedies = [Remedy("Make a frame of it, one row for each first key", f"{name}.unstack()")]
    elif has_positions(array) and all(isinstance(row, list | tuple | np.ndarray) for row in array):
        remedies = [Remedy("List its rows", f"list({name})")]
    raise InputTypeError(
        f"a matrix must be an array, a list of rows or a frame; got a {type(array).__name__}", *remedies
    )
