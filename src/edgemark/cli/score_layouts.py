"""``edgemark score --layout``: the output formats of other packages."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any

from edgemark.cli.console import emit, note
from edgemark.cli.score_request import ScoreRequest
from edgemark.cli.series_inputs import SeriesReading, warn_of_joined_regimes
from edgemark.conventions.options import Symmetric
from edgemark.errors import EdgemarkError

if TYPE_CHECKING:
    from edgemark.graph import Graph, TemporalGraph

__all__ = ["write_as_cdans", "write_as_rcgnn"]


def write_as_cdans(request: ScoreRequest, truth: TemporalGraph, reading: SeriesReading) -> None:
    """Write the summary that the package cdans prints."""
    from edgemark.compat.cdans import evaluate_graph

    name = request.only_name("--layout")
    estimate = reading.read(name)
    for graph, path in ((truth, request.truth), (estimate, name)):
        warn_of_joined_regimes(graph, path, "--layout cdans")
    emit(evaluate_graph(estimate, truth).summary() + "\n", request.output)


def write_as_rcgnn(request: ScoreRequest, truth: Graph, used: set[str]) -> None:
    """
    Write the metrics JSON of RC-GNN, to the file that --dataset and --seed name if they are given.
    """
    name = request.only_name("--layout")
    read = request.reading(used).read_any_estimate
    estimate = read(name, truth, add_missing_nodes=request.add_missing_nodes)
    emit(_as_rcgnn(truth, estimate, name, request.symmetric_of_scores), request.output or request.file)
    if request.file and not request.output:
        note(f"written to {request.file}")


def _as_rcgnn(truth: Graph, estimate: Any, name: str, symmetric: Symmetric) -> str:
    from edgemark.compat.rcgnn import graph_metrics, ranking_metrics
    from edgemark.graph import EdgeScores, GraphSamples

    if isinstance(estimate, GraphSamples):
        raise EdgemarkError(f"{name}: --layout rcgnn needs a graph or scores; the file holds samples")
    if isinstance(estimate, EdgeScores):
        values = graph_metrics(truth, estimate.at(0.5, symmetric=symmetric))
        values |= ranking_metrics(truth, estimate)
    else:
        values = graph_metrics(truth, estimate)
    plain = {key: value if isfinite(value) else None for key, value in values.items()}
    return json.dumps(plain, indent=2, allow_nan=False)
