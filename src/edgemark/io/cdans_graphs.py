"""Graphs, results and data sets of the package cdans, and objects with the attributes of its graphs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from edgemark.errors import FormatError
from edgemark.graph import TemporalGraph
from edgemark.graph.frame_values import agreed_names
from edgemark.io.series_refusals import unsupported_series


def temporal_of(obj: Any, options: Mapping[str, Any], nodes: list[str] | None) -> TemporalGraph:
    """Read a CDANsResult, a TimeSeriesGraph or a SyntheticDataset."""
    if hasattr(obj, "contemporaneous_edges"):
        return _of_dataset(obj, nodes)
    graph = getattr(obj, "graph", obj)
    if not hasattr(graph, "contemp_adj"):
        raise unsupported_series(obj)
    return _of_graph(graph, nodes)


def _of_graph(graph: Any, nodes: list[str] | None) -> TemporalGraph:
    contemporaneous = np.asarray(graph.contemp_adj)
    if not np.isin(contemporaneous, (0, 1)).all():
        raise FormatError("contemp_adj must hold zeros and ones")
    own_names = getattr(graph, "var_names", None) or None
    names = agreed_names(nodes, None if own_names is None else map(str, own_names), "a graph")
    edges = [
        (int(i), "---" if contemporaneous[j, i] else "-->", int(j), 0)
        for i, j in zip(*np.nonzero(contemporaneous), strict=True)
        if not contemporaneous[j, i] or i < j
    ]
    return _series_of_edges(graph.n_vars, graph.tau_max, edges, graph, names, "pdag")


def _of_dataset(data: Any, nodes: list[str] | None) -> TemporalGraph:
    edges = [(i, "-->", j, 0) for i, j in sorted(data.contemporaneous_edges)]
    longest_lag = max((lag for _, _, lag in data.lagged_edges), default=1)
    tau_max = data.metadata.get("tau_max")
    return _series_of_edges(
        data.n_vars, longest_lag if tau_max is None else tau_max, edges, data, nodes, "dag"
    )


def _series_of_edges(
    n_vars: int, tau_max: int, edges: list[tuple[int, str, int, int]], source: Any, names: Any, kind: Any
) -> TemporalGraph:
    labels: list[Any] = list(range(n_vars)) if names is None else [str(name) for name in names]
    lagged_edges = [(i, "-->", j, lag) for i, j, lag in sorted(source.lagged_edges)]
    return TemporalGraph(
        n_vars if names is None else labels,
        [(labels[i], glyph, labels[j], int(lag)) for i, glyph, j, lag in edges + lagged_edges],
        max_lag=int(tau_max),
        changing=[labels[i] for i in sorted(source.changing_modules)],
        kind=kind,
        cycles="keep",
    )
