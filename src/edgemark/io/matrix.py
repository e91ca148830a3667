"""Matrices of zeros and ones, as files keep them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import FormatError, Remedy
from edgemark.graph import Graph
from edgemark.graph.adjacency import states
from edgemark.graph.marks import BACKWARD, FORWARD, UNDIRECTED
from edgemark.graph.nodes import checked_nodes
from edgemark.graph.words import unpack, words_of
from edgemark.io.source import Source
from edgemark.machine import demand_memory

_HELD = frozenset({FORWARD, BACKWARD, UNDIRECTED})


def graph_of_ones(
    names: Sequence[str] | None, n_nodes: int, rows: Any, columns: Any, source: Source
) -> Graph:
    """Build a graph from the places of the ones, as the caller says they are to be read."""

    def name(k: int) -> str:
        return names[k] if names is not None else str(k)

    source.limits.check_nodes(n_nodes)
    source.limits.check_edges(len(rows) // 2)
    checked, n_nodes = checked_nodes(n_nodes if names is None else names)
    rows, columns = np.asarray(rows, np.int64), np.asarray(columns, np.int64)
    firsts, seconds, state = states(rows, columns, n_nodes, source.direction, source.symmetric, name)
    return Graph._make(checked, n_nodes, words_of(firsts, seconds, state, name))


def ones_of(graph: Graph, format: str) -> NDArray[np.uint8]:
    """
    Give the matrix whose 1 at row i and column j is i --> j, and both cells of a pair i --- j.

    Raises:
        FormatError: the graph has no nodes, or edges of other marks.
        LimitError: the matrix needs more memory than is free, or than EDGEMARK_MAX_MEMORY.
    """
    if not graph.n_nodes:
        raise FormatError(f"the format {format!r} needs a node; the graph has none. JSON can hold it")
    if not graph.present_states <= _HELD:
        wrong = ~np.isin(graph.words & np.uint64(15), sorted(_HELD))
        first, second, _ = unpack(graph.words[wrong][:1])
        edge = graph.between(graph.nodes[int(first[0])], graph.nodes[int(second[0])])
        raise FormatError(
            f"a matrix of 0 and 1 holds --> and ---; got {edge}. The formats 'json', 'text' and 'edges' "
            f"hold every edge"
        )
    demand_memory(
        2 * graph.n_nodes**2,
        f"a matrix of {graph.n_nodes} nodes",
        Remedy("Write a format that grows with edges: 'json', 'text' or 'edges'"),
    )
    ones = np.zeros((graph.n_nodes, graph.n_nodes), np.uint8)
    firsts, seconds, state = unpack(graph.words)
    ones[firsts, seconds] = state != BACKWARD
    ones[seconds, firsts] = state != FORWARD
    return ones


def digits(matrix: NDArray[np.uint8]) -> bytes:
    r"""
    Write a matrix of numbers below ten as the rows of a CSV file.

    Examples:
        >>> digits(np.array([[0, 1], [0, 0]], np.uint8))
        b'0,1\n0,0\n'
    """
    n_rows, n_columns = matrix.shape
    text = np.full((n_rows, 2 * n_columns), ord(","), np.uint8)
    text[:, ::2] = matrix + ord("0")
    text[:, -1] = ord("\n")
    return text.tobytes()


def demand_names(graph: Graph, format: str) -> None:
    """Raise FormatError for a graph whose nodes have no names."""
    if not graph.is_named:
        raise FormatError(
            f"the format {format!r} keeps nodes by name; the graph has none. Name them with "
            f"graph.with_nodes([...]), or write 'json', 'text', 'npz' or 'adjacency', which hold "
            f"unnamed ones"
        )
