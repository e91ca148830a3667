"""Guesses for samples of graphs: all samples with the same permutation of their labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from edgemark import _core
from edgemark.errors import Message
from edgemark.graph import Graph, GraphSamples, GraphStack
from edgemark.metrics.selectors import Number
from edgemark.null_models.laws import Law
from edgemark.null_models.random_dags_and_labels import DrawnOneByOne, no_null_model
from edgemark.null_models.ranking_means import mean_of_ranking

__all__ = ["SampleGuesses"]


class SampleGuesses(DrawnOneByOne[Graph, GraphSamples]):
    """Guesses for samples. One permutation keeps each sample's structure and how much samples differ."""

    @property
    def what(self) -> str:
        """Noun phrase for a guess, for messages."""
        return "all samples with the same permutation of their labels"

    def objection(self) -> Message | None:
        """Explain why the null model is not defined if there are candidates; None if all pairs count."""
        return no_null_model(self.truth)

    def guess(self, rng: np.random.Generator) -> GraphSamples:
        """Draw one guess."""
        stack = self.estimate.stack
        new_numbers = rng.permutation(stack.n_nodes).astype(np.uint64)
        words, starts = _core.renumbered(stack.words, stack.starts, new_numbers)
        renumbered = GraphStack._make(words, starts, stack.like, stack.kinds)
        return GraphSamples._make(renumbered, self.estimate._raw, self.estimate.n_draws)

    def trivial(self, rng: np.random.Generator) -> Mapping[str, Any]:
        """
        Return the truth and the empty graph as samples with as many draws as the estimate, because the
        limit of a log score depends on the number of draws.
        """
        nodes: Any = self.truth.nodes if self.truth.is_named else self.truth.n_nodes
        return {"perfect": self._draws_of(self.truth), "empty": self._draws_of(Graph(nodes))}

    def _draws_of(self, graph: Graph) -> GraphSamples:
        one = GraphSamples([graph])
        return GraphSamples._make(one.stack, one._raw, self.estimate.n_draws)

    def exact(self, measure: str, number: Number) -> tuple[Law | None, float | None]:
        """Return no distribution, and the exact mean of a metric if it has a closed form."""
        metric, convention, _ = number
        options = convention.options
        return None, mean_of_ranking(metric.name, options, self.truth, self.estimate, over_pairs=False)
