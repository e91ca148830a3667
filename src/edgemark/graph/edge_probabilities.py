"""Edge probabilities of an estimate, which metrics of calibration read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Marginal
from edgemark.errors import KindError, Remedy
from edgemark.graph.score_precision import DOUBLE
from edgemark.graph.scores import EdgeScores

__all__ = ["EdgeProbabilities"]


@dataclass(frozen=True, slots=True, eq=False)
class EdgeProbabilities:
    """
    The probability of each edge, adjacency and directed path.

    Attributes:
        marginals: a function that returns the matrix of one relation, see `GraphSamples.marginals`. It
            raises KindError if the estimate has no probabilities of this relation, or has scores below 0
            or above 1.
        n_draws: number of draws from which the probabilities were computed, 1 for a graph; None for
            scores.
        precision: the float type in which the probabilities were given.
    """

    marginals: Callable[[Marginal], NDArray[np.float64]]
    n_draws: int | None
    precision: np.dtype[Any] = DOUBLE

    @classmethod
    def of(cls, estimate: Any) -> Self:
        """
        Read samples, a graph, or scores that are probabilities.

        `marginals` checks the scores when it is called.

        Raises:
            KindError: another estimate.
        """
        if isinstance(estimate, EdgeScores):
            return cls(lambda of: _probabilities_of_scores(estimate, of), None, estimate._dtype)
        from edgemark.graph.graph_samples import GraphSamples

        samples = GraphSamples.of(estimate)
        return cls(samples.marginals, samples.n_draws)


def _probabilities_of_scores(scores: EdgeScores, of: Marginal) -> NDArray[np.float64]:
    if of != scores.relation:
        raise KindError(
            f"probabilities of {of} relations need GraphSamples; the scores are those of "
            f"{scores.relation} relations",
            Remedy("Use the relation of the scores", f'of="{scores.relation}"'),
        )
    array = scores.to_array()
    outside = np.argwhere((array < 0) | (array > 1))
    if outside.size:
        i, j = outside[0].tolist()
        a, b = scores.nodes[i], scores.nodes[j]
        raise KindError(
            f"probabilities must be from 0 to 1; the score of {a!r} to {b!r} is {array[i, j]:g}",
            Remedy("Rank scores that are not probabilities", "roc_auc(truth, scores)", "-m roc_auc"),
        )
    return array
