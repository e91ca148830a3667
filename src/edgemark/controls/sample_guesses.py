"""Guesses for samples of graphs: all samples with the same permutation of their labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from edgemark import _core
from edgemark.controls.draws import DrawnOneByOne, no_null_model
from edgemark.controls.laws import Law
from edgemark.controls.ranking_means import mean_of_ranking
from edgemark.errors import Message
from edgemark.evaluation import Selected
from edgemark.graph import Graph, GraphSamples, GraphStack

__all__ = ["SampleGuesses"]


class SampleGuesses(DrawnOneByOne[Graph, GraphSamples]):
    """Guesses for samples, which keep the structure and the spread of the distribution."""

    @property
    def what(self) -> str:
        """What a guess is."""
        return "all samples with the same permutation of their labels"

    def objection(self) -> Message | None:
        """Labels can be permuted in all samples, unless only candidates count."""
        return no_null_model(self.truth)

    def guess(self, rng: np.random.Generator) -> GraphSamples:
        """Draw one guess."""
        stack = self.estimate.stack
        to = rng.permutation(stack.n_nodes).astype(np.uint64)
        words, starts = _core.renumbered(stack.words, stack.starts, to)
        moved = GraphStack._make(words, starts, stack.like, stack.kinds)
        return GraphSamples._make(moved, self.estimate._raw, self.estimate.n_draws)

    def trivial(self, rng: np.random.Generator) -> Mapping[str, Any]:
        """Give the truth itself, and the graph without edges, each with all the weight."""
        nodes: Any = self.truth.nodes if self.truth.is_named else self.truth.n_nodes
        return {"perfect": self.truth, "empty": Graph(nodes)}

    def exact(self, measure: str, number: Selected) -> tuple[Law | None, float | None]:
        """Give the exact mean of a number, where it has a closed form."""
        metric, convention, _ = number
        options = convention.options
        return None, mean_of_ranking(metric.name, options, self.truth, self.estimate, over_pairs=False)
