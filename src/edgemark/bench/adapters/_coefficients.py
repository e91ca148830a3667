"""Convert matrices of coefficients or arrows to graphs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from edgemark.graph import Graph

__all__ = ["admg_of_coefficients", "cpdag_of_arrows", "dag_of_coefficients"]


def dag_of_coefficients(matrix: NDArray[np.float64], names: Sequence[str]) -> Graph:
    """
    Read the matrix B of x = B x + e, as in LiNGAM: columns are causes, rows are effects.

    Examples:
        >>> dag_of_coefficients(np.array([[0, 0.5], [0, 0]]), ["A", "B"])
        Graph.parse('B --> A', kind='dag')
    """
    return Graph.from_adjacency(
        (matrix != 0).astype(int), direction="column-to-row", nodes=names, kind="dag"
    )


def admg_of_coefficients(matrix: NDArray[np.float64], names: Sequence[str]) -> Graph:
    """
    Read the matrix B of x = B x + e, in which nan marks a pair with a hidden common cause.

    Examples:
        >>> hidden = np.nan
        >>> admg_of_coefficients(np.array([[0, 0, 0], [2, 0, hidden], [0, hidden, 0]]), ["A", "B", "C"])
        Graph.parse('A --> B; B <-> C', kind='admg')
    """
    hidden = np.isnan(matrix) | np.isnan(matrix.T)
    edges = [(names[j], "-->", names[i]) for i, j in np.argwhere((matrix != 0) & ~hidden)]
    edges += [(names[i], "<->", names[j]) for i, j in np.argwhere(np.triu(hidden, 1))]
    return Graph(names, edges, kind="admg")


def cpdag_of_arrows(matrix: NDArray[np.float64], names: Sequence[str]) -> Graph:
    """
    Read a matrix whose rows are causes and whose columns are effects.

    Entries in both cells of a pair are an undirected edge.

    Examples:
        >>> cpdag_of_arrows(np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]]), ["A", "B", "C"])
        Graph.parse('A --> B; C --> B', kind='cpdag')
    """
    return Graph.from_adjacency(
        (matrix != 0).astype(int),
        direction="row-to-column",
        symmetric="undirected",
        nodes=names,
        kind="cpdag",
    )
