"""Confidence scores of an estimate, which ranking metrics read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from edgemark.conventions.options import Ranked
from edgemark.errors import KindError
from edgemark.graph.core import Graph

if TYPE_CHECKING:
    from edgemark.graph.scores import EdgeScores

__all__ = ["EdgeConfidences"]


class EdgeConfidences(ABC):
    """An estimate with a confidence for each edge: edge scores, or samples, whose marginals are used."""

    __slots__ = ()

    @abstractmethod
    def edge_scores(self, of: Ranked = "directed") -> EdgeScores:
        """
        Return the scores to rank, see `roc_auc`.

        If unordered pairs are ranked, a pair has the higher score of its two directions.

        Raises:
            KindError: the estimate has no such scores.
        """

    @classmethod
    def of(cls, estimate: Any) -> EdgeConfidences:
        """
        Read an estimate with confidences, or a graph, whose edges all have full confidence.

        Raises:
            KindError: another estimate.
        """
        if isinstance(estimate, Graph):
            return _GraphConfidences(estimate)
        if isinstance(estimate, EdgeConfidences):
            return estimate
        raise KindError(
            f"a ranking needs EdgeScores, GraphSamples or a graph; got {type(estimate).__name__}"
        )


class _GraphConfidences(EdgeConfidences):
    """The confidences of a graph: 1 for its edges and paths, 0 for all others."""

    __slots__ = ("graph",)

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def edge_scores(self, of: Ranked = "directed") -> EdgeScores:
        from edgemark.graph.graph_samples import GraphSamples
        from edgemark.graph.scores import EdgeScores

        if of == "skeleton":
            return EdgeScores.of(self.graph.skeleton())
        if of == "ancestral":
            return self.graph.cached("ancestral scores", lambda g: GraphSamples.of(g).edge_scores(of))
        return EdgeScores.of(self.graph)
