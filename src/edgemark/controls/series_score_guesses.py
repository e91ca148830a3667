"""Guesses for edge scores over time: the scores with their variables permuted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from edgemark.controls.laws import Law
from edgemark.errors import Message
from edgemark.evaluation import Selected
from edgemark.graph import TemporalGraph
from edgemark.graph.temporal_scores import TemporalScores

__all__ = ["SeriesScoreGuesses"]


@dataclass(frozen=True)
class SeriesScoreGuesses:
    """Guesses for edge scores over time; lags and autolinks stay."""

    offered: ClassVar[tuple[str, ...]] = ("permuted-labels",)
    bytes_of_one: ClassVar[int] = 0  # few are held at a time

    truth: TemporalGraph
    estimate: TemporalScores
    controls: str

    @property
    def what(self) -> str:
        """What a guess is."""
        return "the scores with their variables permuted"

    def objection(self) -> Message | None:
        """Variables can be permuted in all scores."""
        return None

    def drawn(self, n_guesses: int, rng: np.random.Generator) -> Iterator[TemporalScores]:
        """Draw guesses one by one."""
        like = self.estimate
        for _ in range(n_guesses):
            order = rng.permutation(like.n_nodes)
            values = like._values[:, order[:, None], order]
            yield TemporalScores._make(like._names, values, like.padded_from)

    def trivial(self, rng: np.random.Generator) -> Mapping[str, Any]:
        """Give the truth as scores of 0 and 1, and scores that are all 0."""
        truth = self.truth
        nodes = truth.nodes if truth.is_named else truth.n_nodes
        empty = TemporalGraph(nodes, max_lag=truth.max_lag)
        made = {"perfect": truth, "empty": empty}
        return {name: TemporalScores.from_samples([graph]) for name, graph in made.items()}

    def exact(self, measure: str, number: Selected) -> tuple[Law | None, float | None]:
        """Nothing is known without drawing."""
        return None, None
