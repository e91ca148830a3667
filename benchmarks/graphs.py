"""Random graphs for the benchmarks."""

from __future__ import annotations

import numpy as np

from edgemark import Graph


def random_dag(n_nodes: int, n_edges: int, seed: int) -> Graph:
    """A DAG with a random order of its unnamed nodes and edges drawn uniformly."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(n_nodes)
    pairs = np.empty(0, np.int64)
    while pairs.size < n_edges:
        fresh = rng.integers(0, n_nodes * n_nodes, 2 * n_edges)
        i, j = np.divmod(fresh, n_nodes)
        pairs = np.unique(np.concatenate([pairs, fresh[i < j]]))
    chosen = rng.permutation(pairs)[:n_edges]
    i, j = np.divmod(chosen, n_nodes)
    edges = zip(order[i].tolist(), ["-->"] * n_edges, order[j].tolist(), strict=True)
    return Graph(n_nodes, edges)


def matrix(graph: Graph) -> np.ndarray:
    """The graph as gadjid reads it, row to column: int8, 1 directed, 2 undirected."""
    marks = graph.marks
    return ((marks == 2) & (marks.T == 3)).astype(np.int8) + 2 * np.triu(
        (marks == 3) & (marks.T == 3)
    ).astype(np.int8)
