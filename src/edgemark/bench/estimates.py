"""Estimates and truths as plain JSON values, for other processes and for `edgemark.bench.store`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

import numpy as np

from edgemark.conventions.options import Ranked, choices
from edgemark.errors import EdgemarkError, FormatError, shown
from edgemark.graph import EdgeScores, Graph, GraphSamples, TemporalGraph
from edgemark.graph.kinds import class_of
from edgemark.graph.score_precision import PRECISIONS
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
        weights = samples._raw.tolist()
        return {"type": "samples", "graphs": graphs, "weights": weights, "draws": samples.n_draws}
    if isinstance(estimate, EdgeScores):
        return {
            "type": "scores",
            "nodes": list(estimate.nodes),
            "cells": _rows(estimate.to_array()),
            "relation": estimate.relation,
            "precision": estimate._dtype.name,
            "unlisted": estimate._unlisted,
        }
    return {
        "type": "temporal-scores",
        "nodes": list(estimate.nodes),
        "cells": [_rows(matrix) for matrix in estimate.to_array()],
        "precision": estimate._dtype.name,
        "padded_from": estimate.padded_from,
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
    samples = GraphSamples(graphs, weights=plain["weights"])
    draws = plain.get("draws", len(samples))
    _demand("draws", isinstance(draws, int) and draws >= len(samples), draws)
    return GraphSamples._make(samples.stack, samples._raw, draws)


def _scores(plain: Mapping[str, Any]) -> EdgeScores:
    cells = np.array(plain["cells"], dtype=_precision(plain))
    scores = EdgeScores(cells, plain["nodes"], direction="row-to-column", sign="keep")
    relation, unlisted = plain.get("relation", "directed"), plain.get("unlisted")
    _demand("relation", relation in choices(Ranked), relation)
    _demand("unlisted", unlisted is None or isfinite(unlisted), unlisted)
    return EdgeScores._make(
        scores._names, scores._cells, scores._dtype, relation, scores.candidates, unlisted
    )


def _temporal_scores(plain: Mapping[str, Any]) -> TemporalScores:
    cells = np.array(plain["cells"], dtype=_precision(plain))
    scores = TemporalScores(cells, plain["nodes"], direction="row-to-column", first_lag=0, sign="keep")
    last = plain.get("padded_from")
    _demand("padded_from", last is None or last in range(scores.max_lag), last)
    return TemporalScores._make(scores._names, scores._values, last, scores._dtype)


def _precision(plain: Mapping[str, Any]) -> str:
    """Return the float type of scores; studies of earlier versions state none and have float64."""
    precision = plain.get("precision", "float64")
    _demand("precision", precision in PRECISIONS, precision)
    return str(precision)


def _demand(key: str, is_valid: bool, value: object) -> None:
    if not is_valid:
        raise FormatError(f"the value of {key!r} is not that of an estimate; got {shown(value)}")


_READERS: Mapping[str, Callable[[Mapping[str, Any]], Learned]] = {
    "graph": _graph,
    "temporal": _temporal,
    "samples": _samples,
    "scores": _scores,
    "temporal-scores": _temporal_scores,
}
