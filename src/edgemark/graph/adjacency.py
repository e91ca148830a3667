"""
Adjacency matrices of zeros and ones, read with a stated direction and meaning of symmetric cells.

The result is a matrix of bits or the words of the edges, see `edgemark.graph.edge_words`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark._core import BitMatrix
from edgemark.arguments import refuse_masked
from edgemark.conventions.options import Direction, Symmetric, choices, require
from edgemark.errors import AmbiguityError, GraphError, InputTypeError, Remedy
from edgemark.foreign import package_of, refuse_lazy
from edgemark.frame_labels import Labels
from edgemark.graph.edge_words import Index, Words, refuse_loops, words_of
from edgemark.graph.frame_values import agreed_names, frame_values, plain_numbers
from edgemark.graph.given_nodes import NODE_LIMIT, checked_names, checked_nodes, checked_number
from edgemark.graph.marks import BIDIRECTED, CYCLE, FORWARD, UNDIRECTED
from edgemark.graph.other_cells import refuse_other_cells
from edgemark.host import on_host

_ZERO_OR_ONE = "cells must be the numbers 0 and 1"
_DIRECTIONS = (None, "row-to-column", "column-to-row")
_SYMMETRIC = (None, "undirected", "bidirected", "cycle", "refuse")
SYMMETRIC_STATE = {"undirected": UNDIRECTED, "bidirected": BIDIRECTED, "cycle": CYCLE}


Cells = Any
"""A square array of numbers, or a matrix of scipy.sparse."""

_CORE_DTYPES = frozenset("?bBhHiIlLqQfd")
"""The NumPy type codes of the arrays that the core reads."""


def named_cells(
    array: Any, nodes: Iterable[str] | None, direction: Direction | None = None
) -> tuple[tuple[str, ...] | None, Cells]:
    """Return the names of the nodes, if there are any, and the cells of a matrix."""
    names = checked_names(nodes) if nodes is not None else None
    if type(array) is np.ndarray:
        is_numeric_square = (
            array.dtype.kind in "biuf" and array.ndim == 2 and array.shape[0] == array.shape[1]
        )
        return names, array if is_numeric_square else _checked_cells(array)
    package = package_of(array)
    if package in ("pandas", "polars"):
        array, frame_names = frame_values(array, package, _ZERO_OR_ONE, direction=direction)
        names = agreed_names(names, frame_names)
    return names, array if package == "scipy" else _checked_cells(on_host(array))


def _checked_cells(array: Any) -> NDArray[Any]:
    refuse_misread("an adjacency matrix", array)
    try:
        cells = plain_numbers(np.asarray(array))
    except ValueError as error:
        raise GraphError("an adjacency matrix must be square; got ragged rows") from error
    refuse_other_cells(cells, _ZERO_OR_ONE)
    _check_numbers(cells.dtype)
    _size_of_square(cells.shape)
    return cells


def refuse_misread(what: str, array: Any) -> None:
    """
    Refuse what NumPy would misread: a graph, a masked array or a list of labelled rows.

    Raises:
        InputTypeError: a graph of networkx, which is a list of its nodes to NumPy.
        GraphError: a masked array, or a row that is a labelled series of pandas.
    """
    refuse_lazy(array)
    if hasattr(array, "is_directed") and hasattr(array, "edges"):
        has_weights = any(weight is not None for *_, weight in array.edges(data="weight"))
        raise InputTypeError(
            f"{what} must be an array or a frame; got a {type(array).__name__}",
            Remedy("Read the weights of the graph", "EdgeScores.from_networkx(array)")
            if has_weights
            else Remedy("Convert the graph", "as_graph(array)"),
        )
    refuse_masked(what, array, GraphError)
    if isinstance(array, list | tuple) and any(Labels.of(row).rows is not None for row in array):
        raise GraphError(
            f"{what} must be an array or a frame; got a list of rows whose labels would be dropped",
            Remedy("Make a frame of the rows: pandas.DataFrame(rows)"),
        )


def _check_numbers(dtype: Any) -> None:
    if dtype.kind not in "biuf":
        raise GraphError(f"{_ZERO_OR_ONE}; got an array of {dtype}")


def _size_of_square(shape: tuple[int, ...]) -> int:
    if len(shape) != 2 or shape[0] != shape[1]:
        raise GraphError(f"an adjacency matrix must be square; got shape {tuple(shape)}")
    return int(shape[0])


# ---- valid matrices, which are read fast


def bits_of_valid(
    cells: Cells,
    names: tuple[str, ...] | None,
    direction: Direction | None,
    symmetric: Symmetric | None,
) -> BitMatrix | None:
    """
    Read a valid matrix in one pass. Return None for other matrices, which `read_or_explain` reads.
    """
    if (
        type(cells) is not np.ndarray
        or cells.dtype.char not in _CORE_DTYPES
        or not cells.dtype.isnative
        or direction not in _DIRECTIONS
        or symmetric not in _SYMMETRIC
        or (names is not None and len(names) != len(cells))
    ):
        return None
    # None and "refuse" allow no symmetric pair, so that their state does not matter.
    symmetric_state = SYMMETRIC_STATE.get(str(symmetric), UNDIRECTED)
    try:
        bits = BitMatrix.read(cells, direction != "column-to-row", symmetric_state)
    except TypeError:  # strides that are not a multiple of the size of a cell
        return None
    if bits is None or bits.is_wrong or (bits.has_both and symmetric in (None, "refuse")):
        return None
    if direction is None and (bits.has_one_way or needs_direction(len(cells), symmetric)):
        return None
    return bits


def words_of_valid_sparse(
    cells: Cells,
    names: tuple[str, ...] | None,
    direction: Direction | None,
    symmetric: Symmetric | None,
) -> tuple[int, Words] | None:
    """Like `bits_of_valid`, for a sparse matrix: return the number of nodes and the words, or None."""
    if direction not in _DIRECTIONS or symmetric not in _SYMMETRIC or isinstance(cells, np.ndarray):
        return None
    if cells.format not in ("csr", "csc", "coo") or len(cells.shape) != 2:
        return None
    n_nodes = cells.shape[0]
    if cells.shape[1] != n_nodes or n_nodes >= NODE_LIMIT or (names and len(names) != n_nodes):
        return None
    if cells.data.dtype.kind not in "biuf" or not (cells.data == 1).all():
        return None
    rows, columns = _places_of_entries(cells, n_nodes)
    symmetric_state = SYMMETRIC_STATE.get(str(symmetric), UNDIRECTED)
    words_and_flags = _core.words_of_ones(
        rows.astype(np.int64),
        columns.astype(np.int64),
        n_nodes,
        direction != "column-to-row",
        symmetric_state,
    )
    if words_and_flags is None:
        return None
    words, has_one_way, has_both = words_and_flags
    if has_both and symmetric in (None, "refuse"):
        return None
    if direction is None and (has_one_way or needs_direction(n_nodes, symmetric)):
        return None
    return n_nodes, words


def _places_of_entries(cells: Cells, n_nodes: int) -> tuple[Any, Any]:
    """Return the rows and columns of the entries of a sparse matrix in the format COO, CSR or CSC."""
    if cells.format == "coo":
        return cells.row, cells.col
    major = np.repeat(np.arange(n_nodes), np.diff(cells.indptr))
    minor = cells.indices[: major.size]
    return (major, minor) if cells.format == "csr" else (minor, major)


# ---- any matrix, with an error that explains what is wrong


def read_or_explain(
    cells: Cells,
    names: tuple[str, ...] | None,
    direction: Direction | None,
    symmetric: Symmetric | None,
) -> tuple[tuple[str, ...] | None, int, Words]:
    """
    Return the names, the number of nodes and the words of a matrix, or explain why it is invalid.
    """
    rows, columns, n_nodes = _places_of_ones(cells, names)
    valid_names, n_nodes = checked_nodes(n_nodes if names is None else names)

    def name(k: int) -> str:
        return valid_names[k] if valid_names else str(k)

    return (
        valid_names,
        n_nodes,
        words_of(*states(rows, columns, n_nodes, direction, symmetric, name), name),
    )


def _places_of_ones(cells: Cells, names: tuple[str, ...] | None) -> tuple[Index, Index, int]:
    """Return the rows and columns of the ones, and the number of nodes."""
    n_nodes, rows, columns, values = (
        _entries_of_dense(cells) if isinstance(cells, np.ndarray) else _entries_of_sparse(cells)
    )
    if names is not None and len(names) != n_nodes:
        raise GraphError(f"{n_nodes} rows need {n_nodes} names; got {len(names)}")
    _check_values(values, rows, columns, names)
    ones = np.asarray(values == 1)
    return rows[ones], columns[ones], n_nodes


def _entries_of_dense(cells: NDArray[Any]) -> tuple[int, Index, Index, NDArray[Any]]:
    rows, columns = np.nonzero(cells)
    return len(cells), rows.astype(np.int64), columns.astype(np.int64), np.asarray(cells[rows, columns])


def _entries_of_sparse(matrix: Any) -> tuple[int, Index, Index, NDArray[Any]]:
    n_nodes = checked_number(_size_of_square(matrix.shape))
    _check_numbers(matrix.dtype)
    by_row = matrix.astype(np.float64).tocsr()  # a copy; repeated cells must not overflow
    by_row.sum_duplicates()
    entries = by_row.tocoo()
    return n_nodes, entries.row.astype(np.int64), entries.col.astype(np.int64), entries.data


def _check_values(values: Any, rows: Index, columns: Index, names: tuple[str, ...] | None) -> None:
    invalid = np.flatnonzero((values != 0) & (values != 1))
    if invalid.size:
        k = int(invalid[0])
        i, j = int(rows[k]), int(columns[k])
        where = f"row {names[i]!r}, column {names[j]!r}" if names else f"row {i}, column {j}"
        # For the lowest integer of a signed type, abs returns the same negative number.
        is_lowest = values.dtype.kind == "i" and (values == np.iinfo(values.dtype).min).any()
        numbers = "array.astype(float)" if is_lowest else "array"
        raise GraphError(
            f"cells must be 0 or 1; got {_python_number(values[k])} at {where}",
            Remedy("If they are weights, choose a threshold", f"abs({numbers}) > 0.3"),
            Remedy("If 2 or -1 are codes of marks, read the object or the file that they come from."),
        )


def _python_number(value: Any) -> int | float:
    return int(value) if value == np.floor(value) and np.isfinite(value) else float(value)


# ---- directions and symmetric pairs


def states(
    rows: Index,
    columns: Index,
    n_nodes: int,
    direction: Direction | None,
    symmetric: Symmetric | None,
    name: Callable[[int], str],
) -> tuple[Index, Index, Index]:
    """Return the first node, the second node and the state of every edge that the ones stand for."""
    if direction is not None:
        require("direction", direction, choices(Direction))
    if symmetric is not None:
        require("symmetric", symmetric, choices(Symmetric))
    refuse_loops(rows, columns, name)
    mirrored = _is_in(columns * n_nodes + rows, np.sort(rows * n_nodes + columns))
    symmetric_pairs = mirrored & (rows < columns)
    one_way = ~mirrored
    if symmetric_pairs.any() and symmetric in (None, "refuse"):
        _refuse_symmetric(rows, columns, symmetric_pairs, symmetric, name)
    if direction is None and (one_way.any() or needs_direction(n_nodes, symmetric)):
        _refuse_direction(rows, columns, one_way, name)
    tails, heads = (rows, columns) if direction != "column-to-row" else (columns, rows)
    firsts = np.concatenate([tails[one_way], rows[symmetric_pairs]])
    seconds = np.concatenate([heads[one_way], columns[symmetric_pairs]])
    state = np.full(firsts.size, FORWARD, np.int64)
    if symmetric_pairs.any():
        state[one_way.sum() :] = SYMMETRIC_STATE[str(symmetric)]
    return firsts, seconds, state


def _is_in(values: Index, ascending: Index) -> NDArray[np.bool_]:
    # Mostly no value is in the other array. One sort detects that faster than many searches.
    merged = np.sort(np.concatenate([values, ascending]))
    if not (merged[1:] == merged[:-1]).any():
        return np.zeros(values.size, np.bool_)
    place = np.minimum(np.searchsorted(ascending, values), ascending.size - 1)
    return np.asarray(ascending[place] == values)


def needs_direction(n_nodes: int, symmetric: Symmetric | None) -> bool:
    """
    Whether the caller must state a direction for a matrix that has no arrows.

    Such a matrix could be read without one. But the next matrix from the same source may have arrows,
    and code that forgets the direction should fail at once. If `symmetric` is "undirected" or
    "bidirected", the caller has stated that there are no arrows.

    Examples:
        >>> needs_direction(3, None), needs_direction(3, "undirected")
        (True, False)
    """
    return n_nodes > 1 and symmetric not in ("undirected", "bidirected")


def _refuse_symmetric(
    rows: Index,
    columns: Index,
    symmetric_pairs: NDArray[np.bool_],
    symmetric: str | None,
    name: Callable[[int], str],
) -> None:
    k = int(np.flatnonzero(symmetric_pairs)[0])
    pair = f"{name(int(rows[k]))!r} and {name(int(columns[k]))!r}"
    if symmetric == "refuse":
        raise GraphError(f"pairs with both directions were refused; {pair} have both")
    raise AmbiguityError(
        f"{pair} have a 1 in both cells, which may mean an undirected edge, a bidirected edge or a "
        f"cycle",
        *symmetric_remedies(),
    )


def symmetric_remedies() -> tuple[Remedy, ...]:
    """Remedies for an edge that is given in both directions: the three values of `symmetric`."""
    return (
        Remedy("One undirected edge", 'symmetric="undirected"', "--symmetric undirected"),
        Remedy("One bidirected edge", 'symmetric="bidirected"', "--symmetric bidirected"),
        Remedy("Two directed edges", 'symmetric="cycle"', "--symmetric cycle"),
    )


def _refuse_direction(
    rows: Index, columns: Index, one_way: NDArray[np.bool_], name: Callable[[int], str]
) -> None:
    reason = "none was given, and the next matrix may have arrows even if this one has none"
    if one_way.any():
        k = int(np.flatnonzero(one_way)[0])
        reason = f"row {name(int(rows[k]))!r}, column {name(int(columns[k]))!r} has a 1"
    raise AmbiguityError(
        f"a matrix needs the direction in which a 1 points; {reason}",
        *direction_remedies(),
    )


def direction_remedies() -> tuple[Remedy, ...]:
    """Remedies for a matrix without a direction: the two values of `direction`."""
    return (
        Remedy("If cell i, j is i --> j", 'direction="row-to-column"', "--direction row-to-column"),
        Remedy("If it is j --> i", 'direction="column-to-row"', "--direction column-to-row"),
    )
