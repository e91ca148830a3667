"""Guesses for edge scores: the scores permuted over the pairs, or with their labels permuted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from edgemark.errors import Message, Remedy, plural
from edgemark.graph import Candidates, EdgeScores, Graph
from edgemark.graph.edge_words import Index
from edgemark.graph.score_storage import Cells, Dense, sparse
from edgemark.metrics.restricted_pairs import candidates_of
from edgemark.metrics.selectors import Number
from edgemark.null_models.laws import Law
from edgemark.null_models.random_dags_and_labels import (
    DrawnOneByOne,
    distinct_integers,
    nodes_of_unordered,
)
from edgemark.null_models.ranking_means import mean_of_ranking, moves_unordered

__all__ = ["ScoreGuesses", "permuted_nodes", "permuted_over_pairs"]


class ScoreGuesses(DrawnOneByOne[Graph, EdgeScores]):
    """Guesses for edge scores: permuted over the pairs, or with the labels of their nodes permuted."""

    offered: ClassVar[tuple[str, ...]] = ("permuted-scores", "permuted-labels")

    @property
    def _candidates(self) -> Candidates | None:
        return candidates_of(self.truth)

    @property
    def what(self) -> str:
        """Noun phrase for a guess, for messages."""
        if self.null_model == "permuted-labels":
            return "the scores with the labels of their nodes permuted"
        if moves_unordered(self.estimate, self._candidates):
            return "the scores permuted over unordered pairs, since they are symmetric"
        if self._candidates is None:
            return "the scores permuted over all pairs"
        return f"the scores permuted over {plural(len(self._candidates), 'candidate')}"

    def objection(self) -> Message | None:
        """Explain why labels cannot be permuted over candidates; None if the null model is defined."""
        if self.null_model == "permuted-scores" or self._candidates is None:
            return None
        return Message(
            "permuted labels are not defined over candidates, because pairs without a score would "
            "become candidates",
            Remedy(
                "Permute the scores over the candidates",
                'null_model="permuted-scores"',
                "--null-model permuted-scores",
            ),
        )

    def guess(self, rng: np.random.Generator) -> EdgeScores:
        """Draw one guess."""
        if self.null_model == "permuted-labels":
            return permuted_nodes(self.estimate, rng)
        return permuted_over_pairs(self.estimate, rng, self._candidates)

    def trivial(self, rng: np.random.Generator) -> Mapping[str, Any]:
        """Return two estimates: the truth, and the empty graph, which gives all pairs the same score."""
        nodes: Any = self.truth.nodes if self.truth.is_named else self.truth.n_nodes
        return {"perfect": self.truth, "empty": Graph(nodes)}

    def exact(self, measure: str, number: Number) -> tuple[Law | None, float | None]:
        """Return the exact mean of a metric if it has a closed form."""
        metric, convention, _ = number
        permuted = self.null_model == "permuted-scores"
        mean = mean_of_ranking(
            metric.name, convention.options, self.truth, self.estimate, over_pairs=permuted
        )
        return None, mean


def permuted_nodes(scores: EdgeScores, rng: np.random.Generator) -> EdgeScores:
    """The scores with their node names permuted at random."""
    order = rng.permutation(scores.n_nodes).astype(np.int64)
    return _with_cells(scores, scores._cells.moved(order, scores.n_nodes))


def permuted_over_pairs(
    scores: EdgeScores, rng: np.random.Generator, candidates: Candidates | None = None
) -> EdgeScores:
    """
    The same scores, permuted uniformly over all pairs, or over the candidates if they are given.

    Symmetric scores stay symmetric, unless only one direction of some pair is a candidate.
    """
    cells, n = scores._cells, scores.n_nodes
    if candidates is not None and not moves_unordered(scores, candidates):
        starts, ends = candidates.starts, candidates.ends
        return _with_cells(
            scores, _in_form_of(cells, starts, ends, rng.permutation(cells.at(starts, ends)))
        )
    starts, ends, numbers = cells.triples()
    if scores.is_symmetric:
        if candidates is None:
            numbers = numbers[starts < ends]
            firsts, seconds = nodes_of_unordered(
                distinct_integers(n * (n - 1) // 2, numbers.size, rng), n
            )
        else:
            pairs, _ = candidates.unordered()
            # `unordered` packs the two positions of a pair into one number.
            firsts, seconds = pairs >> 28, pairs & 0x0FFFFFFF
            numbers = rng.permutation(cells.at(firsts, seconds))
        starts, ends = np.concatenate([firsts, seconds]), np.concatenate([seconds, firsts])
        numbers = np.concatenate([numbers, numbers])
    else:
        starts, others = np.divmod(distinct_integers(n * (n - 1), numbers.size, rng), max(n - 1, 1))
        ends = others + (others >= starts)
    return _with_cells(scores, _in_form_of(cells, starts, ends, numbers))


def _with_cells(scores: EdgeScores, cells: Cells) -> EdgeScores:
    return scores._of_same_kind(scores._names, cells, scores._candidates, scores._unlisted)


def _in_form_of(cells: Cells, starts: Index, ends: Index, numbers: Any) -> Cells:
    """Store scores of pairs in the same form as `cells`: in a dense matrix, or as a sparse list."""
    if not isinstance(cells, Dense):
        return sparse(cells.n, starts, ends, numbers)
    matrix = np.zeros((cells.n, cells.n))
    matrix[starts, ends] = numbers
    matrix.flags.writeable = False
    return Dense(matrix)
