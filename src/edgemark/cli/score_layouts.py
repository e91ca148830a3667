"""``edgemark score --layout``: the output formats of other packages."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING, Any

from edgemark.cli.console import emit, note
from edgemark.cli.inputs import refuse_idle
from edgemark.cli.score_request import ScoreRequest
from edgemark.cli.series_inputs import SeriesReader, score_the_summary, warn_of_joined_regimes
from edgemark.conventions.options import Symmetric
from edgemark.errors import EdgemarkError

if TYPE_CHECKING:
    from edgemark.cli.inputs import FileReader
    from edgemark.graph import Graph, TemporalGraph

__all__ = ["write_as_cdans", "write_as_rcgnn"]


def write_as_cdans(request: ScoreRequest, truth: TemporalGraph, reader: SeriesReader) -> None:
    """Write the summary that the package cdans prints."""
    from edgemark.compat.cdans import evaluate_graph

    name = request.only_estimate("--layout")
    summary = score_the_summary(request.truth, name)
    estimate = reader.read_estimate(name, truth, summary, add_missing_nodes=request.add_missing_nodes)
    for graph, path in ((truth, request.truth), (estimate, name)):
        warn_of_joined_regimes(graph, path, "--layout cdans")
    emit(evaluate_graph(estimate, truth).summary() + "\n", request.output)


def write_as_rcgnn(
    request: ScoreRequest, truth: Graph, read: Callable[[str], Any], reader: FileReader
) -> None:
    """
    Write the metrics of RC-GNN as JSON: those of graphs, and for scores those of rankings too.

    They are written to --output, else to the file that --dataset and --seed name, else to stdout.
    `reader` is the one that `read` uses.
    """
    name = request.only_estimate("--layout")
    estimate = read(name)
    refuse_idle(reader.idle)
    text = _as_rcgnn(truth, estimate, name, request.symmetric_above_threshold)
    emit(text, request.output or request.file_of_layout)
    if request.file_of_layout and not request.output:
        note(f"written to {request.file_of_layout}")


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
