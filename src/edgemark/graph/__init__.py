"""The immutable inputs of metrics: graphs, time series graphs, edge scores and samples of graphs."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from edgemark.graph.candidates import Candidates
from edgemark.graph.core import Edge, Graph
from edgemark.graph.marks import Mark
from edgemark.graph.regimes import Regime
from edgemark.graph.stack import GraphStack
from edgemark.graph.temporal import TemporalGraph

if TYPE_CHECKING:
    from edgemark.graph.samples import CredibleSet, GraphSamples
    from edgemark.graph.scores import EdgeScores
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

_LOADED_WHEN_USED = {
    "CredibleSet": "samples",
    "EdgeScores": "scores",
    "GraphSamples": "samples",
    "TemporalScores": "temporal_scores",
}


def __getattr__(name: str) -> Any:
    if name not in _LOADED_WHEN_USED:
        raise AttributeError(f"module 'edgemark.graph' has no attribute {name!r}")
    value = getattr(import_module(f"edgemark.graph.{_LOADED_WHEN_USED[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
