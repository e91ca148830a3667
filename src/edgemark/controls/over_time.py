"""Guesses for graphs over time series: the estimate with its variables permuted, scored one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import nan

import numpy as np
from numpy.typing import NDArray

from edgemark.evaluation import Selected, rows_from
from edgemark.graph import Regime, TemporalGraph
from edgemark.progress import Show, uncounted
from edgemark.report import Row

__all__ = ["numbers", "permuted_variables", "without_edges"]

Numbers = dict[tuple[str, str], NDArray[np.float64]]


def permuted_variables(
    graph: TemporalGraph, n_graphs: int, rng: np.random.Generator, show: Show = uncounted
) -> Iterator[TemporalGraph]:
    """The graph again and again, its variables named in a random order each time; lags stay."""
    for _ in show("guesses", range(n_graphs)):
        order = rng.permutation(graph.n_nodes)
        yield _renamed(graph, {a: graph.nodes[k] for a, k in zip(graph.nodes, order, strict=True)})


def _renamed(graph: TemporalGraph, name: dict[str, str]) -> TemporalGraph:
    place = {node: k for k, node in enumerate(graph.nodes)}
    to: dict[str, str | int] = {a: b if graph.is_named else place[b] for a, b in name.items()}
    return TemporalGraph(
        graph.nodes if graph.is_named else graph.n_nodes,
        [(to[a], glyph, to[b], lag) for a, glyph, b, lag in graph.edges()],
        max_lag=graph.max_lag,
        changing=[to[a] for a in graph.changing],
        regimes=[Regime(r.start, r.end, _renamed(r.graph, name)) for r in graph.regimes],
        kind=graph.kind,
        cycles="keep",
        conflicts=[(to[a], to[b], lag) for a, b, lag in graph.conflicts],
    )


def without_edges(like: TemporalGraph) -> TemporalGraph:
    """A graph over the same variables and lags."""
    return TemporalGraph(like.nodes if like.is_named else like.n_nodes, max_lag=like.max_lag)


def numbers(
    truth: TemporalGraph, guesses: Iterable[TemporalGraph], asked: Sequence[Selected]
) -> Numbers:
    """Every number of every guess; nan where it is undefined or refused."""
    found: dict[tuple[str, str], list[float]] = {}
    for guess in guesses:
        for metric, convention, measures in asked:
            start = Row(metric.name, convention.name, "", "", nan, None, None, metric.better)
            for row in rows_from(start, (metric, convention, measures), truth, guess):
                found.setdefault((row.metric, row.convention), []).append(row.value)
    return {key: np.array(values) for key, values in found.items()}
