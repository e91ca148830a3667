"""Estimates and truths as plain JSON values, for other processes and for `edgemark.bench.store`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from edgemark.errors import EdgemarkError, FormatError
from edgemark.graph import EdgeScores, Graph, GraphSamples, TemporalGraph
from edgemark.graph.kinds import class_of
from edgemark.graph.temporal_scores import TemporalScores
from edgemark.io import json_graph, temporal_json
from edgemark.io.limits import Limits
from edgemark.io.source import Source

__all__ = ["Learned", "from_plain", "max_lag_of", "to_plain"]

Learned = Graph | TemporalGraph | EdgeScores | GraphSamples | TemporalScores
"""What an algorithm may return. A truth is a `Graph` or a `TemporalGraph`."""
Plain = dict[str, Any]


def to_plain(estimate: Learned) -> Plain:
    """
    Convert an estimate or a truth to values that JSON holds.

    Equal graphs of one declared kind in `GraphSamples` are merged, with the sum of their weights. The
    key "class" of a graph holds its `class_of`: the declared kind, or else the kind that its marks
    suggest. It serves only to find the reference class of a study, and `from_plain` ignores it.

    Examples:
        >>> plain = to_plain(Graph.parse("A --> B", kind="dag"))
        >>> plain["type"], plain["edges"]
        ('graph', [['A', '-->', 'B']])
        >>> from_plain(plain)
        Graph.parse('A --> B', kind='dag')
    """
    if isinstance(estimate, Graph):
        return {"type": "graph", "class": class_of(estimate), **json.loads(json_graph.write(estimate))}
    if isinstance(estimate, TemporalGraph):
        return {"type": "temporal", **json.loads(temporal_json.write(estimate))}
    if isinstance(estimate, GraphSamples):
        samples = estimate.distinct(by_kind=True)
        graphs = [json.loads(json_graph.write(samples[k])) for k in range(len(samples))]
        return {"type": "samples", "graphs": graphs, "weights": samples.weights.tolist()}
    if isinstance(estimate, EdgeScores):
        return {"type": "scores", "nodes": list(estimate.nodes), "cells": _rows(estimate.to_array())}
    return {
        "type": "temporal-scores",
        "nodes": list(estimate.nodes),
        "cells": [_rows(matrix) for matrix in estimate.to_array()],
    }


def _rows(array: Any) -> list[list[float | None]]:
    """Return the rows of a matrix as lists, with None for nan."""
    return [[None if value != value else value for value in row] for row in array.tolist()]


def max_lag_of(plain: Mapping[str, Any]) -> int | None:
    """
    Return the maximum lag of the values of `to_plain`; None unless they are of time series.

    Examples:
        >>> max_lag_of(to_plain(TemporalGraph.parse("A --> B @1; lags 2")))
        2
    """
    if plain.get("type") == "temporal":
        return int(plain["max_lag"])
    return len(plain["cells"]) - 1 if plain.get("type") == "temporal-scores" else None


def from_plain(plain: Mapping[str, Any]) -> Learned:
    """
    Convert the values of `to_plain` back to an estimate or a truth.

    Raises:
        EdgemarkError: the values are not those of an estimate or a truth.
    """
    type_name = str(plain.get("type"))
    if type_name not in _READERS:
        raise FormatError(
            f"the type of an estimate must be one of {', '.join(_READERS)}; got {type_name!r}"
        )
    try:
        return _READERS[type_name](plain)
    except EdgemarkError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise FormatError(
            f"these values are not those of an estimate of type {type_name!r}; "
            f"{type(error).__name__}: {error}"
        ) from None


def _graph(plain: Mapping[str, Any]) -> Graph:
    return json_graph.read(_source(plain))


def _temporal(plain: Mapping[str, Any]) -> TemporalGraph:
    return temporal_json.read(_source(plain))


def _source(plain: Mapping[str, Any]) -> Source:
    """Return the JSON of a graph, without the keys that `to_plain` added."""
    content = {key: value for key, value in plain.items() if key not in ("type", "class")}
    return Source(json.dumps(content).encode(), limits=Limits())


def _samples(plain: Mapping[str, Any]) -> GraphSamples:
    graphs = [_graph(graph) for graph in plain["graphs"]]
    return GraphSamples(graphs, weights=plain["weights"])


def _scores(plain: Mapping[str, Any]) -> EdgeScores:
    cells = np.array(plain["cells"], dtype=np.float64)
    return EdgeScores(cells, plain["nodes"], direction="row-to-column", sign="keep")


def _temporal_scores(plain: Mapping[str, Any]) -> TemporalScores:
    cells = np.array(plain["cells"], dtype=np.float64)
    return TemporalScores(cells, plain["nodes"], direction="row-to-column", first_lag=0, sign="keep")


_READERS: Mapping[str, Callable[[Mapping[str, Any]], Learned]] = {
    "graph": _graph,
    "temporal": _temporal,
    "samples": _samples,
    "scores": _scores,
    "temporal-scores": _temporal_scores,
}
