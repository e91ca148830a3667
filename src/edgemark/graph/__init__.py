"""The immutable inputs of metrics: graphs, edge scores, graph samples and candidate pairs."""

from typing import TYPE_CHECKING

from edgemark.graph.candidates import Candidates
from edgemark.graph.core import Edge, Graph
from edgemark.graph.marks import Mark
from edgemark.graph.regimes import Regime
from edgemark.graph.stack import GraphStack
from edgemark.graph.temporal import TemporalGraph

if TYPE_CHECKING:
    from edgemark.graph.graph_samples import CredibleSet, GraphSamples
    from edgemark.graph.scores import EdgeScores
    from edgemark.graph.temporal_scores import TemporalScores
else:
    from edgemark.lazy_names import loaded_when_used

    __getattr__, __dir__ = loaded_when_used(
        __name__,
        {
            "CredibleSet": "graph_samples",
            "EdgeScores": "scores",
            "GraphSamples": "graph_samples",
            "TemporalScores": "temporal_scores",
        },
    )

__all__ = [
    "Candidates",
    "CredibleSet",
    "Edge",
    "EdgeScores",
    "Graph",
    "GraphSamples",
    "GraphStack",
    "Mark",
    "Regime",
    "TemporalGraph",
    "TemporalScores",
]
