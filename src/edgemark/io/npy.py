"""
Matrices of 0 and 1 as NumPy files.

By default the writer puts a 1 at row i and column j for i --> j. For i --- j, it puts another 1 at row j
and column i. The file stores neither these choices nor names: pass ``direction`` and ``symmetric`` to
read it back.
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Direction, Symmetric
from edgemark.errors import FormatError, Remedy
from edgemark.graph import Graph
from edgemark.io.archive import array_of
from edgemark.io.matrix import ones_of
from edgemark.io.source import Source


def read(source: Source) -> Graph:
    """Read a matrix of 0 and 1."""
    return graph_of(array_of(source.data), None, source)


def write(graph: Graph, direction: Direction, symmetric: Symmetric | None) -> bytes:
    """Write a matrix of 0 and 1."""
    if graph.is_named:
        raise FormatError(
            "the format 'npy' keeps no names; the graph has some",
            Remedy("Write an archive, which keeps them", 'format="npz"', "--to npz"),
        )
    stream = io.BytesIO()
    ones = ones_of(graph, "npy", direction, symmetric or "undirected")
    np.save(stream, np.ascontiguousarray(ones), allow_pickle=False)
    return stream.getvalue()


def graph_of(array: NDArray[Any], names: list[str] | None, source: Source) -> Graph:
    """Build a graph from a dense matrix after a check of its size."""
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise FormatError(f"an adjacency matrix must be square; got shape {array.shape}")
    if array.dtype.kind not in "biuf":
        raise FormatError(f"cells must be the numbers 0 and 1; got an array of {array.dtype}")
    source.limits.check_nodes(array.shape[0])
    # An adjacent pair has at most two cells that are not 0, so this is a lower bound.
    source.limits.check_edges(int(np.count_nonzero(array)) // 2)
    return Graph.from_adjacency(
        array, direction=source.direction, symmetric=source.symmetric, nodes=names
    )
