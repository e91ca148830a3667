"""Guesses for edge scores: the scores permuted over the pairs, or with their labels permuted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from edgemark.controls.laws import Law
from edgemark.controls.ranking_means import mean_of_ranking
from edgemark.errors import Message
from edgemark.evaluation import Selected
from edgemark.graph import EdgeScores, Graph
from edgemark.graph.cells import Cells, Dense, sparse
from edgemark.graph.words import Index

__all__ = ["ScoreGuesses", "permuted_nodes", "permuted_over_pairs"]


@dataclass(frozen=True)
class ScoreGuesses:
    """Guesses for edge scores."""

    offered: ClassVar[tuple[str, ...]] = ("permuted-scores", "permuted-labels")
    bytes_of_one: ClassVar[int] = 0  # guesses are scored as they are drawn

    truth: Graph
    estimate: EdgeScores
    controls: str

    @property
    def what(self) -> str:
        """What a guess is."""
        if self.controls == "permuted-labels":
            return "the scores with the labels of their nodes permuted"
        pairs = "unordered pairs, since they are symmetric" if self.estimate.is_symmetric else "pairs"
        return f"the scores permuted over all {pairs}"

    def objection(self) -> Message | None:
        """Both null models are defined for all scores."""
        return None

    def drawn(self, n_guesses: int, rng: np.random.Generator) -> Iterator[EdgeScores]:
        """Draw guesses one by one."""
        draw = permuted_nodes if self.controls == "permuted-labels" else permuted_over_pairs
        for _ in range(n_guesses):
            yield draw(self.estimate, rng)

    def trivial(self, rng: np.random.Generator) -> Mapping[str, Any]:
        """Give the truth itself, and scores that are all the same."""
        nodes: Any = self.truth.nodes if self.truth.is_named else self.truth.n_nodes
        return {"perfect": self.truth, "empty": Graph(nodes)}

    def exact(self, measure: str, number: Selected) -> tuple[Law | None, float | None]:
        """Give the exact mean of a number, where it has a closed form."""
        metric, convention, _ = number
        permuted = self.controls == "permuted-scores"
        mean = mean_of_ranking(
            metric.name, convention.options, self.truth, self.estimate, over_pairs=permuted
        )
        return None, mean


def permuted_nodes(scores: EdgeScores, rng: np.random.Generator) -> EdgeScores:
    """The scores again, their nodes named in a random order."""
    order = rng.permutation(scores.n_nodes).astype(np.int64)
    return scores._changed(scores._names, scores._cells.moved(order, scores.n_nodes))


def permuted_over_pairs(scores: EdgeScores, rng: np.random.Generator) -> EdgeScores:
    """The same numbers at other pairs, all places being as likely; symmetric scores stay symmetric."""
    cells, n = scores._cells, scores.n_nodes
    starts, ends, numbers = cells.triples()
    if scores.is_symmetric:
        numbers = numbers[starts < ends]
        pairs = _some(n * (n - 1) // 2, numbers.size, rng)
        firsts, seconds = _unordered(pairs, n)
        starts, ends = np.concatenate([firsts, seconds]), np.concatenate([seconds, firsts])
        numbers = np.concatenate([numbers, numbers])
    else:
        starts, others = np.divmod(_some(n * (n - 1), numbers.size, rng), max(n - 1, 1))
        ends = others + (others >= starts)
    return scores._changed(scores._names, _like(cells, starts, ends, numbers))


def _some(n: int, size: int, rng: np.random.Generator) -> Index:
    """Different numbers below n, in random order."""
    found: Index = rng.choice(n, size, replace=False) if size else np.empty(0, np.int64)
    return found


def _unordered(pairs: Index, n: int) -> tuple[Index, Index]:
    """Both nodes of unordered pairs that are numbered row by row."""
    first_of_row = np.arange(n) * (2 * n - np.arange(n) - 1) // 2
    firsts = np.searchsorted(first_of_row[: max(n - 1, 1)], pairs, side="right") - 1
    return firsts, pairs - first_of_row[firsts] + firsts + 1


def _like(cells: Cells, starts: Index, ends: Index, numbers: Any) -> Cells:
    """Numbers at their places, stored as other cells are."""
    if not isinstance(cells, Dense):
        return sparse(cells.n, starts, ends, numbers)
    matrix = np.zeros((cells.n, cells.n))
    matrix[starts, ends] = numbers
    matrix.flags.writeable = False
    return Dense(matrix)
