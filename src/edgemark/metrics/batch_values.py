"""The value of a metric for each of many estimates, usually computed in one call of the core."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import KindError
from edgemark.graph import Graph, GraphStack
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.metrics.batch import GraphBatch, GraphOrBatch, MixedError
from edgemark.metrics.declaration import Metric
from edgemark.metrics.ranking.ranked_graphs import RankedGraphs
from edgemark.metrics.ranking.sorted_scores import ConfidenceBatch, NeedsSingleEstimatesError
from edgemark.values import Confusion

__all__ = ["Part", "numbers_of", "one_by_one", "ranked_together", "values_of_graphs"]

Values = NDArray[np.float64]
Part = tuple[NDArray[np.intp], GraphOrBatch, GraphBatch]
"""Rows of the result, the truth or the truths of these rows, and their estimates."""


def values_of_graphs(
    truth: Graph, stack: GraphStack, metric: Metric, measure: str = "", **options: Any
) -> Values:
    """Return a metric, or one measure of its confusion, for each graph; nan if undefined or refused."""
    values = np.full(len(stack), nan)
    measures = (measure,) if measure else ()
    parts: list[Part] = [(np.arange(len(stack)), truth, GraphBatch(stack))]
    for rows, numbers in numbers_of(parts, metric, options, measures):
        values[rows] = numbers[0]
    return values


def numbers_of(
    parts: list[Part],
    metric: Metric,
    options: Mapping[str, Any],
    measures: Sequence[str],
) -> Iterator[tuple[NDArray[np.intp], Values]]:
    """
    Yield the rows of each part with their values: an array with a row for each measure, or one row.

    If the metric refuses estimates, their values are nan, or their whole part is left out. Parts whose
    graphs differ in a property are split in `parts` itself, so that they are also split for later
    metrics.
    """
    k = 0
    while k < len(parts):
        rows, truth, estimates = parts[k]
        if metric.batch == "none" or metric.takes is not Graph:
            assert isinstance(truth, Graph)
            if metric.batch == "estimates" and metric.takes is EdgeConfidences:
                ranked = estimates.cached("ranked", RankedGraphs)
                yield rows, ranked_together(truth, ranked, metric, options)
            else:
                graphs = estimates.graphs()
                yield rows, one_by_one([truth] * len(rows), graphs, metric, options, measures)
            k += 1
            continue
        try:
            metric.check(truth, estimates)
            value = metric.function(truth, estimates, **options)
        except MixedError as mixed:
            groups = [np.flatnonzero(mixed.yes), np.flatnonzero(~mixed.yes)]
            parts[k : k + 1] = [
                (rows[group], _truths_of_rows(truth, group), GraphBatch(estimates.stack.take(group)))
                for group in groups
            ]
            continue
        except KindError:
            value = None
        if isinstance(value, Confusion):
            numbers = [getattr(value, measure) for measure in measures]
            yield rows, np.array([_one_value_per_row(number, len(rows)) for number in numbers])
        elif value is not None:
            yield rows, _one_value_per_row(value, len(rows))[None]
        k += 1


def _truths_of_rows(truth: GraphOrBatch, which: NDArray[np.intp]) -> GraphOrBatch:
    return GraphBatch(truth.stack.take(which)) if isinstance(truth, GraphBatch) else truth


def one_by_one(
    truths: Sequence[Any],
    estimates: Iterable[Any],
    metric: Metric,
    options: Mapping[str, Any],
    measures: Sequence[str],
) -> Values:
    """
    Return a metric, or measures of its confusion, for each truth and its estimate: a row for each
    measure, or one row, and a column for each estimate. A refused or undefined value is nan.
    """
    values = [
        _numbers(*sides, metric, options, measures) for sides in zip(truths, estimates, strict=True)
    ]
    return np.array(values, np.float64).reshape(len(truths), -1).T


def ranked_together(
    truth: Any, many: ConfidenceBatch, metric: Metric, options: Mapping[str, Any]
) -> Values:
    """
    Return the result of `one_by_one` for a ranking metric, computed for all estimates at once if the
    metric needs only their rankings.
    """
    try:
        value = metric.compute(truth, many, **options)
    except KindError:
        value = nan
    except NeedsSingleEstimatesError:
        return one_by_one([truth] * len(many.estimates), many.estimates, metric, options, ())
    return np.broadcast_to(np.asarray(value, np.float64), (1, len(many.estimates)))


def _numbers(
    truth: Any, estimate: Any, metric: Metric, options: Mapping[str, Any], measures: Sequence[str]
) -> list[float]:
    try:
        value = metric.compute(truth, estimate, **options)
    except KindError:
        return [nan] * max(len(measures), 1)
    if not isinstance(value, Confusion):
        return [float(value)]
    numbers = (getattr(value, measure) for measure in measures)
    return [nan if number is None else float(number) for number in numbers]


def _one_value_per_row(number: Any, size: int) -> Values:
    return np.full(size, nan) if number is None else np.broadcast_to(number, size)
