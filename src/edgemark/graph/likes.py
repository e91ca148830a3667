"""Types of objects that users may pass instead of a graph, for type checkers."""

from typing import Any, TypeAlias

from edgemark.graph.core import Graph
from edgemark.graph.temporal import TemporalGraph

__all__ = ["GraphLike", "TemporalLike"]

GraphLike: TypeAlias = Graph | Any
"""A graph, or any object that `as_graph` reads, such as those of networkx or causal-learn."""

TemporalLike: TypeAlias = TemporalGraph | Any
"""A time series graph, or any object that `as_temporal` reads, such as the results of tigramite."""
