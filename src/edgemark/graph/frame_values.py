"""Frames as matrices: the values of the cells, and labels as names of nodes."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions.options import Direction
from edgemark.errors import GraphError, Remedy, listing, shown
from edgemark.foreign import refuse_lazy
from edgemark.frame_labels import without_column_of_names
from edgemark.graph.given_nodes import is_missing
from edgemark.graph.headings import refuse_contradicting_axes
from edgemark.graph.other_cells import INTEGER_TYPES, REAL_TYPES, refuse_other_cells
from edgemark.graph.rounding import FIRST_ROUNDED, values_of_polars

__all__ = ["agreed_names", "as_names", "frame_values", "plain_numbers"]


def frame_values(
    frame: Any, package: str, rule: str, nan: str = "", direction: Direction | None = None
) -> tuple[Any, tuple[str, ...] | None]:
    """
    Return the values and the names of a pandas or polars frame, the rows in the order of the columns.

    Args:
        frame: a frame whose columns are nodes; the index of a pandas frame must name the same nodes.
        package: "pandas" or "polars".
        rule: the beginning of the error for a cell that is not a number.
        nan: words for a cell with nan, see `refuse_other_cells`.
        direction: the stated direction. Names of the axes of a pandas frame must not contradict it.
    """
    refuse_lazy(frame)
    if not hasattr(frame, "columns"):
        raise GraphError(f"an adjacency matrix must be square; got a {package} {type(frame).__name__}")
    if (named := without_column_of_names(frame)) is not None:
        heading, frame = named
        refuse_contradicting_axes(heading, None, direction)
    if package == "polars":
        return values_of_polars(frame), tuple(frame.columns)
    refuse_contradicting_axes(frame.index.name, frame.columns.name, direction)
    frame = _with_rows_in_order_of_columns(frame)
    columns = frame.columns.tolist()
    names = None if columns == list(range(len(columns))) else tuple(as_names(columns))
    dtypes = set(frame.dtypes.tolist())
    if len(dtypes) == 1 and isinstance(dtype := dtypes.pop(), np.dtype) and dtype.kind in "biuf":
        return frame.to_numpy(), names  # without a copy
    for k, dtype in enumerate(frame.dtypes):
        kind = getattr(dtype, "kind", "O")
        if kind == "O":
            kind = plain_numbers(frame.iloc[:, k].to_numpy(dtype=object)).dtype.kind
        if kind not in "biuf":
            rows = frame.index.tolist()
            refuse_other_cells(frame.to_numpy(dtype=object), rule, columns, rows, nan=nan)
            raise GraphError(f"{rule}; got a column of {dtype}")
    values = frame.to_numpy(dtype=np.float64, na_value=np.nan)
    if (np.abs(values) >= FIRST_ROUNDED).any():
        # Rounding could make large integers equal, so the caller gets them exactly, as objects.
        return frame.to_numpy(dtype=object, na_value=np.nan), names
    return values, names


def _with_rows_in_order_of_columns(frame: Any) -> Any:
    columns = frame.columns.tolist()
    index = columns if frame.index is frame.columns else frame.index.tolist()
    if index == columns:
        return frame
    if len(set(index)) == len(index) and set(index) == set(columns):
        return frame.loc[columns]
    if index != list(range(len(columns))):
        raise GraphError(
            "a frame must name the same nodes in its index and its columns; "
            f"got {_difference(index, columns)}"
        )
    return frame


def _difference(index: list[Any], columns: list[Any]) -> str:
    """Name up to five labels that are only in the index or the columns; all labels if none is."""
    in_index, in_columns = set(index), set(columns)
    parts = (
        ([label for label in index if label not in in_columns], "index"),
        ([label for label in columns if label not in in_index], "columns"),
    )
    only = [f"{shown(labels[:5])} only in the {where}" for labels, where in parts if labels]
    return " and ".join(only) or f"index {shown(index)} and columns {shown(columns)}"


def plain_numbers(array: NDArray[Any]) -> NDArray[Any]:
    """
    Convert an array of Python numbers to a NumPy type; return any other array as it is.

    NumPy makes arrays of objects from frames and lists of mixed types.

    Examples:
        >>> plain_numbers(np.array([0, True], dtype=object)), plain_numbers(np.array([0, None])).dtype
        (array([0, 1]), dtype('O'))
    """
    if array.dtype != object:
        return array
    cells = array.reshape(-1).tolist()
    for types, dtype in ((INTEGER_TYPES, np.int64), (REAL_TYPES, np.float64)):
        if all(isinstance(cell, types) for cell in cells):
            with suppress(OverflowError):
                return array.astype(dtype)
    return array


def agreed_names(
    requested: Iterable[str] | None, own_names: Iterable[str] | None, what: str = "a frame"
) -> tuple[str, ...] | None:
    """
    Return the names of an object, or the requested ones if it has none; refuse a difference.

    Raises:
        GraphError: both are given, and they differ.

    Examples:
        >>> agreed_names(["A", "B"], None), agreed_names(None, ["A", "B"])
        (('A', 'B'), ('A', 'B'))
    """
    if requested is None or own_names is None:
        names = own_names if requested is None else requested
        return None if names is None else tuple(names)
    requested, own_names = tuple(requested), tuple(own_names)
    if requested != own_names:
        raise GraphError(
            f"{what} that names its nodes needs no other names; got {listing(requested)} for "
            f"{listing(own_names)}. Leave out nodes=, and change the order of the nodes afterwards"
        )
    return own_names


def as_names(labels: Iterable[Any]) -> list[str]:
    """
    Turn labels of any type into names; refuse two that become the same.

    Examples:
        >>> as_names([1, "1"])
        Traceback (most recent call last):
        ...
        edgemark.errors.GraphError: labels must differ as text; 1 and '1' both become '1'
    """
    labels = list(labels)
    if _core.are_plain_names(names := tuple(map(_text_of, labels))):
        return list(names)
    seen: dict[str, Any] = {}
    for label, name in zip(labels, names, strict=True):
        if name in seen:
            raise GraphError(
                f"labels must differ as text; {shown(seen[name])} and {shown(label)} both become "
                f"{name!r}"
            )
        seen[name] = label
    return list(seen)


def _text_of(label: Any) -> str:
    if is_missing(label):
        raise GraphError(f"a label must not be missing; got {shown(label)}", Remedy("Name every node"))
    try:
        return str(label)
    except ValueError:
        raise GraphError(
            f"a label must be text, or a number that Python can write; got {shown(label)}"
        ) from None
