"""What a ranking reads of an estimate: how sure it is of each edge, adjacency and directed path."""

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
    """What is sure to some degree of edges: scores, or samples by their marginals."""

    __slots__ = ()

    @abstractmethod
    def edge_scores(self, of: Ranked = "directed") -> EdgeScores:
        """
        Give the scores of what is ranked, see `roc_auc`.

        Where unordered pairs are, the higher score of the two directions is a pair's.

        Raises:
            KindError: nothing is said of it.
        """

    @classmethod
    def of(cls, estimate: Any) -> EdgeConfidences:
        """
        Read such an estimate, or a graph, which is sure of all that it has.

        Raises:
            KindError: another estimate.
        """
        if isinstance(estimate, Graph):
            return _OfGraph(estimate)
        if isinstance(estimate, EdgeConfidences):
            return estimate
        raise KindError(
            f"a ranking needs EdgeScores, GraphSamples or a graph; got {type(estimate).__name__}"
        )


class _OfGraph(EdgeConfidences):
    """A graph, which is sure of its edges and paths and of no others."""

    __slots__ = ("graph",)

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def edge_scores(self, of: Ranked = "directed") -> EdgeScores:
        from edgemark.graph.samples import GraphSamples
        from edgemark.graph.scores import EdgeScores

        if of == "skeleton":
            return EdgeScores.of(self.graph.skeleton())
        if of == "ancestral":
            return self.graph.cached("ancestral scores", lambda g: GraphSamples.of(g).edge_scores(of))
        return EdgeScores.of(self.graph)
