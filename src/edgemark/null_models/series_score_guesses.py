"""Guesses for lagged edge scores: the scores with their variables permuted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from edgemark.graph import TemporalGraph
from edgemark.graph.temporal_scores import TemporalScores
from edgemark.null_models.random_dags_and_labels import DrawnOneByOne

__all__ = ["SeriesScoreGuesses"]


class SeriesScoreGuesses(DrawnOneByOne[TemporalGraph, TemporalScores]):
    """Guesses for lagged edge scores: permuted variables; lags stay, and autolinks stay autolinks."""

    @property
    def what(self) -> str:
        """Noun phrase for a guess, for messages."""
        return "the scores with their variables permuted"

    def guess(self, rng: np.random.Generator) -> TemporalScores:
        """Draw one guess."""
        like = self.estimate
        order = rng.permutation(like.n_nodes)
        values = like._values[:, order[:, None], order]
        return TemporalScores._make(like._names, values, like.padded_from)

    def trivial(self, rng: np.random.Generator) -> Mapping[str, Any]:
        """Return the truth as scores of 0 and 1, and scores that are all 0."""
        truth = self.truth
        nodes = truth.nodes if truth.is_named else truth.n_nodes
        empty = TemporalGraph(nodes, max_lag=truth.max_lag)
        # `from_samples` would warn about regimes and of other edges than -->.
        edges = [edge for edge in truth.edges() if edge[1] == "-->"]
        full = TemporalGraph(nodes, edges, max_lag=truth.max_lag, cycles="keep")
        graphs = {"perfect": full, "empty": empty}
        return {name: TemporalScores.from_samples([graph]) for name, graph in graphs.items()}
