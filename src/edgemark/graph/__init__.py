"""What comes in: graphs, over time too, scores of edges, samples of graphs. Immutable."""

from edgemark.graph.candidates import Candidates
from edgemark.graph.core import Edge, Graph
from edgemark.graph.marks import Mark
from edgemark.graph.regimes import Regime
from edgemark.graph.samples import CredibleSet, GraphSamples
from edgemark.graph.scores import EdgeScores
from edgemark.graph.stack import GraphStack
from edgemark.graph.temporal import TemporalGraph
from edgemark.graph.temporal_scores import TemporalScores

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
