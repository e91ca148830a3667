"""Matrices of scores in files of NumPy, of scipy.sparse and in tables."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from edgemark.errors import FormatError
from edgemark.graph.ambiguity import is_called_pvalue, is_lowest_first
from edgemark.io.adjacency_csv import cells_of
from edgemark.io.archive import Archive, array_of
from edgemark.io.limits import Limits
from edgemark.io.npz import is_sparse, names_of, sparse_entries
from edgemark.io.separators import with_commas, with_nan
from edgemark.io.source import Source

__all__ = ["matrix_of"]

# Memory for a number as float64, and for a copy if the matrix is transposed or its signs change.
_BYTES_OF_CELL = 16


def _description(shape: tuple[int, ...]) -> str:
    return f"a matrix of {shape[0]} x {shape[1]} scores"


def matrix_of(source: Source, suffix: str) -> tuple[Any, list[str] | None, str]:
    """Read the numbers, the names of the nodes and the name of a matrix, after a check of its size."""
    if suffix == ".npy":
        array, names, matrix_name = array_of(source.data), None, ""
    elif suffix == ".npz":
        array, names, matrix_name = _matrix_of_archive(
            Archive(source.data, source.limits), source.limits
        )
    else:
        return _matrix_of_csv(with_nan(with_commas(source, suffix)))
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise FormatError(f"a matrix of scores must be square; got shape {array.shape}")
    source.limits.check_nodes(array.shape[0])
    if not hasattr(array, "tocoo"):
        source.limits.check_memory(array.nbytes + _BYTES_OF_CELL * array.size, _description(array.shape))
    return array, names, matrix_name


def _matrix_of_archive(archive: Archive, limits: Limits) -> tuple[Any, list[str] | None, str]:
    names = names_of(archive["nodes"]) if "nodes" in archive else None
    if is_sparse(archive):
        from scipy.sparse import coo_array

        n_nodes, rows, columns, data = sparse_entries(archive, limits)
        return coo_array((data, (rows, columns)), shape=(n_nodes, n_nodes)), names, ""
    others = [name for name in archive.names if name != "nodes"]
    if len(others) != 1:
        raise FormatError(
            f"an archive of scores must hold one matrix, and nothing else but 'nodes'; got "
            f"{', '.join(map(repr, archive.names[:8])) or 'no array'}"
        )
    return archive[others[0]], names, others[0]


def _matrix_of_csv(source: Source) -> tuple[Any, list[str] | None, str]:
    cells = cells_of(source, None)
    shape = (cells.n_nodes, cells.n_nodes)
    source.limits.check_memory(_BYTES_OF_CELL * math.prod(shape), _description(shape))
    matrix = np.zeros(shape)
    matrix[cells.rows, cells.columns] = cells.values
    # The top left cell may name the numbers, such as p-value, or only head the column of nodes.
    names_numbers = is_called_pvalue(cells.corner) or is_lowest_first(cells.corner)
    return matrix, cells.names, cells.corner if names_numbers else ""
