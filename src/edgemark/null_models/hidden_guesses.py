"""Guesses for MAGs and PAGs: those of random DAGs with hidden nodes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions.options import Kind
from edgemark.graph import Graph, GraphStack
from edgemark.graph.edge_words import Words
from edgemark.graph.marks import BACKWARD, FORWARD

__all__ = ["NODES_PER_HIDDEN", "random_mags"]

NODES_PER_HIDDEN = 5
"""Number of observed nodes for each hidden node of a random DAG. At least one node is hidden."""

_HIDDEN = 1  # the role of a hidden node in `_core.mag_of`


def random_mags(
    like: Graph, n_edges: int, n_graphs: int, rng: np.random.Generator, *, as_pags: bool
) -> GraphStack:
    """
    Draw MAGs over the nodes of `like`, or the PAGs of their classes, with about `n_edges` edges.

    Each MAG is that of a random DAG with hidden nodes. The edges of the DAG are at uniformly drawn pairs
    and point along a random order. An additional edge of the DAG never removes an edge of the MAG, so
    bisection finds the DAG whose MAG is closest to `n_edges` edges.
    """
    graphs = [_random_mag(like, n_edges, rng) for _ in range(n_graphs)]
    if not as_pags:
        return GraphStack([_graph(like, words, "mag") for words in graphs])
    n = like.n_nodes
    return GraphStack([_graph(like, _core.pag_of(words, n), "pag") for words in graphs])


def _graph(like: Graph, words: Words, kind: Kind) -> Graph:
    return Graph._make(like._names, like.n_nodes, words, kind)


def _random_mag(like: Graph, n_edges: int, rng: np.random.Generator) -> Words:
    n = like.n_nodes
    n_all = n + max(1, -(-n // NODES_PER_HIDDEN))
    roles = np.zeros(n_all, np.uint8)
    roles[n:] = _HIDDEN
    pairs = _words_of_pairs(n_all, rng)

    def projected(k: int) -> Words:
        return _core.mag_of(np.sort(pairs[:k]), roles)

    few, many = 0, pairs.size
    # The MAG of `few` edges of the DAG has fewer than `n_edges` edges, or none. That of `many` has at
    # least `n_edges`.
    while many - few > 1:
        middle = (few + many) // 2
        if projected(middle).size < n_edges:
            few = middle
        else:
            many = middle
    below, above = projected(few), projected(many)
    return below if n_edges - below.size <= above.size - n_edges else above


def _words_of_pairs(n: int, rng: np.random.Generator) -> NDArray[np.uint64]:
    """Return all pairs in random order, as edges that point along a random order of the nodes."""
    firsts, seconds = np.triu_indices(n, 1)
    place = rng.permutation(n)
    states = np.where(place[firsts] < place[seconds], FORWARD, BACKWARD).astype(np.uint64)
    words = (
        firsts.astype(np.uint64) << np.uint64(32) | seconds.astype(np.uint64) << np.uint64(4) | states
    )
    return rng.permutation(words)
