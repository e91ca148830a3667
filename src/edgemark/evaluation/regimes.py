"""Comparison of time series graphs regime by regime."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import isnan
from typing import Any

from edgemark.errors import ClassWarning, KindError, Remedy, a_type
from edgemark.evaluation.estimate import report_of
from edgemark.graph import TemporalGraph
from edgemark.metrics import Metric
from edgemark.metrics.declaration import as_sides
from edgemark.metrics.temporal import shared_regimes
from edgemark.metrics.temporal_inputs import OF_REGIMES
from edgemark.report import Report
from edgemark.values import Confusion, Undefined

__all__ = ["RegimeReports", "Stretch", "evaluate_regimes"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """
    The report of a time interval in which neither graph changes.

    Attributes:
        start: first time step of the interval.
        end: first time step after the interval.
        report: report of the graphs that hold in the interval.
    """

    start: int
    end: int
    report: Report

    def __str__(self) -> str:
        return f"steps {self.start} to {self.end - 1}"


@dataclass(frozen=True, slots=True)
class RegimeReports:
    """
    One report for each time interval, and a pooled report.

    Attributes:
        stretches: the intervals with their reports, in order of time.
        pooled: report over all time steps. Counts of confusions are means over the steps, and ratios
            such as precision are computed from these. All other numbers are means over the steps, and
            undefined if they are undefined in an interval.
    """

    stretches: tuple[Stretch, ...]
    pooled: Report

    def __len__(self) -> int:
        return len(self.stretches)

    def __iter__(self) -> Iterator[Stretch]:
        return iter(self.stretches)

    def to_dict(self) -> dict[str, Any]:
        """Return all reports as plain values."""
        stretches = [{"start": s.start, "end": s.end, **s.report.to_dict()} for s in self.stretches]
        return {"stretches": stretches, "pooled": self.pooled.to_dict()}

    def __str__(self) -> str:
        parts = [(str(stretch), stretch.report) for stretch in self.stretches]
        parts.append(("all steps", self.pooled))
        return "\n\n".join(f"{title.upper()}\n{report}" for title, report in parts)


def evaluate_regimes(
    truth: TemporalGraph, estimate: Any, metrics: Iterable[str] | str | None = None
) -> RegimeReports:
    """
    Compare time series graphs regime by regime, and return one report for each time interval.

    Args:
        truth: reference graph; a graph without regimes holds at all times.
        estimate: a `TemporalGraph` on the same variables and to the same lag. Its regimes may begin at
            other times; a graph without regimes holds at all times.
        metrics: names such as "temporal_shd" or "f1:lagged", as for `evaluate`; None takes all.

    Returns:
        One report for each interval in which neither graph changes, and a pooled report.

    Raises:
        AlignmentError: the graphs do not have the same variables and maximum lag.
        ConventionError: a name in `metrics` is unknown.
        KindError: neither graph has regimes, the regimes do not cover the same time, or a graph is not a
            time series graph.

    Warns:
        ClassWarning: see `evaluate`.

    Examples:
        >>> from edgemark.graph import Regime
        >>> early, late = TemporalGraph.parse("A --> B @1; lags 1"), TemporalGraph.parse("A; B; lags 1")
        >>> truth = TemporalGraph.from_regimes([Regime(0, 50, early), Regime(50, 80, late)])
        >>> found = evaluate_regimes(truth, early, ["precision:lagged", "temporal_shd:total"])
        >>> [(str(part), part.report["precision"].value) for part in found]
        [('steps 0 to 49', 1.0), ('steps 50 to 79', 0.0)]
        >>> found.pooled["precision"].value, found.pooled["temporal_shd"].value
        (0.625, 0.375)
    """
    truth, estimate = as_sides(truth, estimate)
    if not isinstance(truth, TemporalGraph):
        raise KindError(
            "only time series graphs have regimes; the truth is a graph without lags",
            Remedy("Compare the graphs as a whole", "evaluate(truth, estimate)"),
        )
    if not isinstance(estimate, TemporalGraph):
        raise KindError(
            f"evaluate_regimes needs a TemporalGraph as the estimate; got {a_type(estimate)}",
            Remedy("Cut the scores at a threshold", "evaluate_regimes(truth, estimate.at(0.5))"),
            Remedy(
                "Compare the scores with the true graph of each regime",
                "[evaluate(regime.graph, estimate) for regime in truth.regimes]",
            ),
        )
    regimes = shared_regimes(truth, estimate)
    if not regimes:
        raise KindError(
            "a report by regime needs a graph with regimes; neither graph has any",
            Remedy(
                "Compare the graphs as a whole; in the shell, leave out --by-regime",
                "evaluate(truth, estimate)",
            ),
        )
    if isinstance(metrics, Iterator):
        metrics = tuple(metrics)  # An iterator could be read only once.

    def pooled(metric: Metric, options: Mapping[str, Any]) -> Any:
        if metric.name == OF_REGIMES:
            # This metric is itself a mean over the steps.
            return metric.compute(truth, estimate, **options)
        values = [
            metric.compute(true_graph, estimated_graph, **options)
            for _, _, true_graph, estimated_graph in regimes
        ]
        return _pooled(values, [(start, end) for start, end, *_ in regimes])

    stretches = tuple(
        Stretch(start, end, report_of(true_graph, estimated_graph, metrics))
        for start, end, true_graph, estimated_graph in regimes
    )
    pooled_report = report_of(truth, estimate, metrics, pooled)
    for note in dict.fromkeys(
        chain(*(stretch.report.warnings for stretch in stretches), pooled_report.warnings)
    ):
        warnings.warn(note, ClassWarning, stacklevel=2)
    return RegimeReports(stretches, pooled_report)


def _pooled(values: Sequence[Any], stretches: Sequence[tuple[int, int]]) -> Any:
    """
    Return the mean of numbers or of confusions over all intervals, weighted by their lengths.
    """
    steps = [end - start for start, end in stretches]

    def mean(numbers: Iterable[float]) -> float:
        return sum(n * number for n, number in zip(steps, numbers, strict=True)) / sum(steps)

    if isinstance(values[0], Confusion):
        counts = [(c.tp, c.fp, c.fn, c.tn) for c in values]
        tp, fp, fn, tn = zip(*counts, strict=True)
        return Confusion(mean(tp), mean(fp), mean(fn), None if None in tn else mean(tn))
    for value, (start, end) in zip(values, stretches, strict=True):
        if isnan(value):
            reason = value.reason if isinstance(value, Undefined) else "0 of 0"
            return Undefined(f"it is undefined in steps {start} to {end - 1}: {reason}")
    return mean(values)
