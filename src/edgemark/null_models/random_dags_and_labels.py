"""
What several null models share: random DAGs, permuted labels, and guesses that are drawn one by one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Kind
from edgemark.errors import Message
from edgemark.graph import Graph, GraphStack, TemporalGraph
from edgemark.graph.edge_words import Words, unpack
from edgemark.graph.marks import FLIP, FORWARD
from edgemark.metrics.restricted_pairs import candidates_of
from edgemark.metrics.selectors import Number
from edgemark.null_models.laws import Law

__all__ = [
    "DrawnOneByOne",
    "distinct_integers",
    "no_null_model",
    "nodes_of_unordered",
    "permuted_labels",
    "random_dags",
]

Index = NDArray[np.int64]
T = TypeVar("T", Graph, TemporalGraph)
E = TypeVar("E")


@dataclass(frozen=True)
class DrawnOneByOne(ABC, Generic[T, E]):
    """
    Guesses for an estimate that is not a single graph: permutations of the estimate.

    By default, the only null model permutes the labels and is always defined, and no metric has an exact
    distribution or mean. Subclasses override these defaults.
    """

    offered: ClassVar[tuple[str, ...]] = ("permuted-labels",)
    bytes_of_one: ClassVar[int] = 0  # The memory is not counted: few guesses exist at a time.

    truth: T
    estimate: E
    null_model: str

    @abstractmethod
    def guess(self, rng: np.random.Generator) -> E:
        """Draw one guess."""

    def drawn(self, n_guesses: int, rng: np.random.Generator) -> Iterator[E]:
        """Draw guesses one by one."""
        return (self.guess(rng) for _ in range(n_guesses))

    def objection(self) -> Message | None:
        """Explain why the null model is not defined for the estimate; None if it is."""
        return None

    def exact(self, measure: str, number: Number) -> tuple[Law | None, float | None]:
        """Return the exact distribution of a metric, or else its exact mean, or neither."""
        return None, None


def no_null_model(truth: Graph) -> Message | None:
    """Explain why graphs and samples have no null model over candidates; None if all pairs count."""
    if candidates_of(truth) is None:
        return None
    return Message(
        "graphs and samples have no null model over candidates; only edge scores have one, which "
        "permutes the scores over the candidates"
    )


def distinct_integers(n: int, size: int, rng: np.random.Generator) -> Index:
    """Draw distinct integers below n, in random order."""
    integers: Index = rng.choice(n, size, replace=False) if size else np.empty(0, np.int64)
    return integers


def nodes_of_unordered(pairs: Index, n: int) -> tuple[Index, Index]:
    """
    Return the two nodes of unordered pairs, which are numbered row by row: (0, 1), (0, 2), ..., (1, 2).
    """
    first_of_row = np.arange(n) * (2 * n - np.arange(n) - 1) // 2
    firsts = np.searchsorted(first_of_row[: max(n - 1, 1)], pairs, side="right") - 1
    return firsts, pairs - first_of_row[firsts] + firsts + 1


def random_dags(like: Graph, n_edges: int, n_graphs: int, rng: np.random.Generator) -> GraphStack:
    """
    Draw DAGs on the nodes of `like`: their order and the pairs with an edge are uniform.

    Each edge points along the order.
    """
    pairs = np.empty((n_graphs, n_edges), np.int64)
    for row in pairs:
        row[:] = rng.choice(like.n_pairs, n_edges, replace=False, shuffle=False)
    earlier, later = nodes_of_unordered(pairs, like.n_nodes)
    return _relabelled(like, earlier, later, np.full(pairs.shape, FORWARD), "dag", rng)


def permuted_labels(graph: Graph, n_graphs: int, rng: np.random.Generator) -> GraphStack:
    """Return copies of the graph with its node names permuted at random."""
    firsts, seconds, states = (
        np.broadcast_to(part, (n_graphs, part.size)) for part in unpack(graph.words)
    )
    return _relabelled(graph, firsts, seconds, states, graph.kind, rng)


def _relabelled(
    like: Graph,
    firsts: Index,
    seconds: Index,
    states: Index,
    kind: Kind | None,
    rng: np.random.Generator,
) -> GraphStack:
    """Permute the nodes of graphs with equal numbers of edges. Each graph is a row of the arrays."""
    n_graphs, n_edges = firsts.shape
    labels = rng.permuted(np.broadcast_to(np.arange(like.n_nodes), (n_graphs, like.n_nodes)), axis=1)
    a, b = (np.take_along_axis(labels, side, axis=1).astype(np.uint64) for side in (firsts, seconds))
    states_from_low: Words = np.where(a > b, FLIP[states], states.astype(np.uint64))
    low: Words = np.minimum(a, b)
    high: Words = np.maximum(a, b)
    words = np.bitwise_or(low << np.uint64(32), high << np.uint64(4)) | states_from_low
    words.sort(axis=1)
    starts = np.arange(n_graphs + 1, dtype=np.uint64) * np.uint64(n_edges)
    return GraphStack._make(words.ravel(), starts, like, (kind,) * n_graphs)
