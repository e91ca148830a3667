"""Means of metrics over weighted samples of graphs."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Kind
from edgemark.errors import ClassWarning, EdgemarkWarning, InputTypeError
from edgemark.evaluation.batch import stack_scored
from edgemark.graph import Candidates, GraphSamples
from edgemark.graph.kinds import class_of, side_of
from edgemark.metrics.declaration import as_sides
from edgemark.report import Report, Row

__all__ = ["expected"]


def expected(
    truth: Any,
    samples: GraphSamples,
    metrics: Iterable[str] | str | None = None,
    *,
    candidates: Candidates | None = None,
) -> Report:
    """
    Return a report with the mean of each metric over weighted samples of graphs.

    The mean of a ratio, such as precision, differs from the ratio of the mean counts. For the
    distribution of the values, use ``evaluate_many(truth, samples.stack, metrics)``, which has one
    row for each sample.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads.
        samples: graphs on the same nodes.
        metrics: metrics of two graphs, named as for `evaluate`; None takes its default ones.
        candidates: the ordered pairs that count, see `Candidates`; None for all.

    Returns:
        A report whose `value` is the mean in each row. If a metric is undefined or refused on some
        samples, the mean is undefined too; the reason states their share of the weight and the mean over
        the other samples. `compared` names the classes of all samples.

    Raises:
        AlignmentError: truth and samples do not have the same nodes.
        ConventionError: a name in `metrics` is unknown.
        TypeError: `samples` are not `GraphSamples`.

    Warns:
        ClassWarning: some samples are of another class than the truth, see `evaluate`.

    Examples:
        >>> from edgemark import Graph
        >>> truth = Graph.parse("A --> B --> C")
        >>> samples = GraphSamples([truth, truth, Graph.parse("A --> B; C"), Graph.parse("A; B; C")])
        >>> report = expected(truth, samples, ["shd:pair mismatch", "precision:directed"])
        >>> report["shd"].value, report["precision"].value
        (0.75, nan)
        >>> print(report["precision"].reason)
        undefined or refused on 0.25 of the weight; the mean over the rest is 1
    """
    if not isinstance(samples, GraphSamples):
        raise InputTypeError(f"expected takes GraphSamples; got {type(samples).__name__}")
    truth, samples = as_sides(truth, samples)
    distinct = samples.distinct(by_kind=True)
    table = stack_scored(truth, distinct.stack, metrics, candidates)
    first_of_class: dict[Kind, int] = {}
    for k, graph in enumerate(distinct.stack):
        first_of_class.setdefault(class_of(graph), k)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", EdgemarkWarning)  # Raised below, each once.
        reports = [table.report(k) for k in first_of_class.values()]
    notes = dict.fromkeys(note for report in reports for note in report.warnings)
    for note in notes:
        warnings.warn(note, ClassWarning, stacklevel=2)
    rows = (
        _row(_with_every_class(same_row), distinct, values)
        for *same_row, values in zip(*reports, table.values.T, strict=True)
    )
    return Report(tuple(rows), side_of(truth), samples.side, tuple(notes))


def _with_every_class(rows: Sequence[Row]) -> Row:
    """Return the first row, with the classes that are compared in any of them."""
    classes, semicolon, pairs = rows[0].compared.partition(";")
    if " / " in classes:
        sides = zip(*(row.compared.partition(";")[0].split(" / ", 1) for row in rows), strict=True)
        classes = " / ".join(" and ".join(dict.fromkeys(side)) for side in sides)
    return replace(rows[0], compared=f"{classes}{semicolon}{pairs}")


def _row(first: Row, samples: GraphSamples, values: NDArray[np.float64]) -> Row:
    """Return the row of a mean, based on the row of the first sample."""
    start = replace(first, value=nan, count=None, of=None, status="ok", reason="")
    defined = ~np.isnan(values)
    if defined.all():
        return replace(start, value=samples.mean(values))
    if not defined.any() and first.reason:
        return replace(start, status=first.status, reason=first.reason)
    share = samples.mean(defined)
    over_rest = samples.mean(np.where(defined, values, 0)) / share if share else nan
    return replace(
        start,
        status="undefined",
        reason=f"undefined or refused on {1 - share:.3g} of the weight; the mean over the rest is "
        f"{over_rest:.3g}",
    )
