"""Matrices of zeros and ones, whose direction and symmetric cells somebody must explain."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions import Direction, Symmetric, choices, require
from edgemark.errors import AmbiguityError, GraphError
from edgemark.graph.marks import BIDIRECTED, CYCLE, FORWARD, UNDIRECTED

Index = NDArray[np.int64]

_SYMMETRIC_STATE = {"undirected": UNDIRECTED, "bidirected": BIDIRECTED, "cycle": CYCLE}


def entries(array: Any, nodes: Iterable[str] | None) -> tuple[list[str] | None, Index, Index, int]:
    """Names, rows and columns of the ones, number of nodes."""
    given = list(nodes) if nodes is not None else None
    package = type(array).__module__.partition(".")[0]
    if package == "pandas":
        array, own = _frame(array)
        given = own if given is None else given
    if package == "scipy":
        matrix = array.tocsr(copy=True)
        matrix.sum_duplicates()
        coordinates = matrix.tocoo()
        shape, values = coordinates.shape, coordinates.data
        rows, columns = coordinates.coords if hasattr(coordinates, "coords") else (
            coordinates.row, coordinates.col)  # fmt: skip
    else:
        dense = _dense(array)
        shape = dense.shape
        with np.errstate(invalid="ignore"):
            rows, columns = np.nonzero(dense) if dense.ndim == 2 else (np.empty(0), np.empty(0))
        values = dense[rows, columns] if dense.ndim == 2 else dense
    if len(shape) != 2 or shape[0] != shape[1]:
        raise GraphError(f"an adjacency matrix must be square; got shape {tuple(shape)}")
    if given is not None and len(given) != shape[0]:
        raise GraphError(f"{shape[0]} rows need {shape[0]} names; got {len(given)}")
    rows, columns = np.asarray(rows, np.int64), np.asarray(columns, np.int64)
    _check_values(values, rows, columns, given)
    ones = np.asarray(values == 1)
    return given, rows[ones], columns[ones], int(shape[0])


def _dense(array: Any) -> NDArray[Any]:
    try:
        dense = np.asarray(array)
    except ValueError as error:
        raise GraphError(f"an adjacency matrix must be square; got ragged rows: {error}") from None
    if dense.dtype.kind not in "biuf":
        raise GraphError(f"cells must be the numbers 0 and 1; got an array of {dense.dtype}")
    return dense


def _frame(frame: Any) -> tuple[Any, list[str] | None]:
    """Values and names of a pandas frame; rows follow the columns' order."""
    columns, index = list(frame.columns), list(frame.index)
    numbers = list(range(len(columns)))
    if index != columns and index != numbers:
        if len(set(index)) < len(index) or set(index) != set(columns):
            raise GraphError(
                "a frame must name the same nodes in its index and its columns; "
                f"got index {index[:5]!r} and columns {columns[:5]!r}"
            )
        frame = frame.loc[columns]
    if columns == numbers:
        return frame.to_numpy(), None
    return frame.to_numpy(), as_names(columns)


def as_names(labels: Iterable[Any]) -> list[str]:
    """
    Turn labels of any type into names; refuse two that become the same.

    Examples:
        >>> as_names([1, "1"])
        Traceback (most recent call last):
        ...
        edgemark.errors.GraphError: labels must differ as text; 1 and '1' both become '1'
    """
    seen: dict[str, Any] = {}
    for label in labels:
        name = str(label)
        if name in seen:
            raise GraphError(
                f"labels must differ as text; {seen[name]!r} and {label!r} both become {name!r}"
            )
        seen[name] = label
    return list(seen)


def _check_values(values: Any, rows: Index, columns: Index, names: list[str] | None) -> None:
    wrong = np.flatnonzero((values != 0) & (values != 1))
    if wrong.size:
        k = int(wrong[0])
        i, j = int(rows[k]), int(columns[k])
        where = f"row {names[i]!r}, column {names[j]!r}" if names else f"row {i}, column {j}"
        raise GraphError(
            f"cells must be 0 or 1; got {values[k]} at {where}. Weights need a threshold first, such "
            f"as (abs(array) > t).astype(int); codes such as 2 or -1 need the format they belong to"
        )


def states(
    rows: Index,
    columns: Index,
    n_nodes: int,
    direction: Direction | None,
    symmetric: Symmetric | None,
    name: Callable[[int], str],
) -> tuple[Index, Index, Index]:
    """First node, second node and state of every edge."""
    if direction is not None:
        require("direction", direction, choices(Direction))
    if symmetric is not None:
        require("symmetric", symmetric, choices(Symmetric))
    mirrored = np.isin(rows * n_nodes + columns, columns * n_nodes + rows)
    mirrored &= rows != columns
    both = mirrored & (rows < columns)
    one = ~mirrored
    if both.any() and symmetric in (None, "refuse"):
        _refuse_symmetric(rows, columns, both, symmetric, name)
    if direction is None and (one.any() or symmetric == "cycle"):
        _refuse_direction(rows, columns, one, name)
    start, end = (rows, columns) if direction != "column-to-row" else (columns, rows)
    firsts = np.concatenate([start[one], rows[both]])
    seconds = np.concatenate([end[one], columns[both]])
    state = np.full(firsts.size, FORWARD, np.int64)
    if both.any():
        state[one.sum() :] = _SYMMETRIC_STATE[str(symmetric)]
    return firsts, seconds, state


def _refuse_symmetric(
    rows: Index,
    columns: Index,
    both: NDArray[np.bool_],
    symmetric: str | None,
    name: Callable[[int], str],
) -> None:
    k = int(np.flatnonzero(both)[0])
    pair = f"{name(int(rows[k]))!r} and {name(int(columns[k]))!r}"
    if symmetric == "refuse":
        raise GraphError(f"symmetric cells were refused; {pair} have a 1 in both cells")
    raise AmbiguityError(
        f"{pair} have a 1 in both cells, which may mean one undirected edge, one bidirected edge or a "
        f'cycle of two; say which: symmetric="undirected", "bidirected", "cycle" or "refuse"'
    )


def _refuse_direction(
    rows: Index, columns: Index, one: NDArray[np.bool_], name: Callable[[int], str]
) -> None:
    where = ""
    if one.any():
        k = int(np.flatnonzero(one)[0])
        where = f" (row {name(int(rows[k]))!r}, column {name(int(columns[k]))!r})"
    raise AmbiguityError(
        f"a matrix does not say which way a 1 points{where}; say it: "
        f'direction="row-to-column" (cell i, j is i --> j) or "column-to-row" (i <-- j)'
    )
