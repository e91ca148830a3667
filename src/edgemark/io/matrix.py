"""Matrices of zeros and ones in files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Direction, Symmetric
from edgemark.errors import AlignmentError, FormatError, Remedy
from edgemark.graph import Graph
from edgemark.graph.adjacency import SYMMETRIC_STATE, states
from edgemark.graph.edge_words import unpack, words_of
from edgemark.graph.given_nodes import checked_nodes
from edgemark.graph.marks import BACKWARD, BIDIRECTED, FORWARD, UNDIRECTED
from edgemark.io.formats import remedy_to_write_json
from edgemark.io.source import Source
from edgemark.resources import demand_memory


def graph_of_ones(
    names: Sequence[str] | None, n_nodes: int, rows: Any, columns: Any, source: Source
) -> Graph:
    """Build a graph from the positions of the ones and the options of the caller."""

    def name(k: int) -> str:
        return names[k] if names is not None else str(k)

    source.limits.check_nodes(n_nodes)
    source.limits.check_edges(len(rows) // 2)  # An edge has one or two ones.
    valid_names, n_nodes = checked_nodes(n_nodes if names is None else names)
    rows, columns = np.asarray(rows, np.int64), np.asarray(columns, np.int64)
    firsts, seconds, state = states(rows, columns, n_nodes, source.direction, source.symmetric, name)
    return Graph._make(valid_names, n_nodes, words_of(firsts, seconds, state, name))


def are_positions(names: Sequence[str]) -> bool:
    """
    Whether names only count the nodes in their order, from 0 or from 1.

    Examples:
        >>> are_positions(["0", "1"]), are_positions(["1", "2"]), are_positions(["2", "1"])
        (True, True, False)
    """
    return list(names) in [[str(k + first) for k in range(len(names))] for first in (0, 1)]


def with_names_of_rows(graph: Graph, nodes: Sequence[str]) -> Graph:
    """
    Give a graph of a matrix the nodes of the caller.

    If the names are the same, the nodes are put into the order of the caller. If the matrix only counts
    its rows, the nodes are renamed.
    """
    try:
        return graph.with_nodes(nodes)
    except AlignmentError as error:
        if len(nodes) != graph.n_nodes or not set(nodes).isdisjoint(graph.nodes):
            raise
        if are_positions(graph.nodes):
            return graph.renamed(dict(zip(graph.nodes, nodes, strict=True)))
        raise error.advising(
            Remedy(
                "If they name the rows in this order, read the file without nodes, and rename its "
                "nodes: graph.renamed(dict(zip(graph.nodes, nodes)))"
            )
        ) from None


def ones_of(
    graph: Graph,
    format: str,
    direction: Direction = "row-to-column",
    symmetric: Symmetric | None = "undirected",
) -> NDArray[np.uint8]:
    """
    Return the matrix of a graph under these options.

    Raises:
        FormatError: the graph has no nodes, or an edge that is neither --> nor what `symmetric` means.
        LimitError: the matrix needs more memory than is free, or than EDGEMARK_MAX_MEMORY.
    """
    if not graph.n_nodes:
        raise FormatError(
            f"the format {format!r} needs a node; the graph has none",
            remedy_to_write_json(),
        )
    symmetric_state = SYMMETRIC_STATE.get(str(symmetric), FORWARD)
    if not graph.present_states <= {FORWARD, BACKWARD, symmetric_state}:
        raise _error_for_edge(graph, symmetric_state)
    demand_memory(2 * graph.n_nodes**2, f"a matrix of {graph.n_nodes} nodes", remedy_to_write_json())
    ones = np.zeros((graph.n_nodes, graph.n_nodes), np.uint8)
    firsts, seconds, state = unpack(graph.words)
    ones[firsts, seconds] = state != BACKWARD
    ones[seconds, firsts] = state != FORWARD
    return ones if direction == "row-to-column" else ones.T


def symmetric_of(graph: Graph) -> Symmetric:
    """
    Return the value of `symmetric` with which a matrix can hold the graph.

    It is "undirected" if every value is possible, or none is.
    """
    word_of = {state: word for word, state in SYMMETRIC_STATE.items()}
    words = [word_of[state] for state in sorted(graph.present_states) if state in word_of]
    return cast("Symmetric", words[0] if len(words) == 1 else "undirected")


def _error_for_edge(graph: Graph, symmetric_state: int) -> FormatError:
    """Name an edge that a matrix of zeros and ones cannot hold."""
    # The last four bits of a word are the state of the edge, see `edgemark.graph.edge_words`.
    is_other = ~np.isin(graph.words & np.uint64(15), sorted({FORWARD, BACKWARD, symmetric_state}))
    first, second, _ = unpack(graph.words[is_other][:1])
    edge = graph.between(graph.nodes[int(first[0])], graph.nodes[int(second[0])])
    held_edges = {FORWARD: "-->", UNDIRECTED: "--> and ---", BIDIRECTED: "--> and <->"}
    problem = (
        f"a matrix of 0 and 1 holds {held_edges.get(symmetric_state, 'directed edges')}; got {edge}. "
        f"The formats 'json', 'text' and 'edges' hold every edge"
    )
    fitting = symmetric_of(graph)
    if SYMMETRIC_STATE[fitting] == symmetric_state or not graph.present_states <= {
        FORWARD, BACKWARD, SYMMETRIC_STATE[fitting],
    }:  # fmt: skip
        return FormatError(problem)
    return FormatError(
        problem,
        Remedy("Let a 1 in both cells stand for it", f'symmetric="{fitting}"', f"--symmetric {fitting}"),
    )


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
            f"the format {format!r} keeps nodes by name; the graph has none",
            Remedy("Name them", "graph.with_nodes(graph.nodes)"),
            remedy_to_write_json(),
        )
