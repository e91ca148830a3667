"""Comparison of one estimate with one truth, as a report."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import isnan, nan
from typing import Any

from edgemark.conventions.convention import Convention
from edgemark.conventions.options import Reference
from edgemark.conventions.references import REFERENCES
from edgemark.errors import (
    AlignmentError,
    ClassWarning,
    EdgemarkError,
    KindError,
    Remedy,
    plural,
)
from edgemark.evaluation.hidden_series import code_of_observed, observed_series, refuse_hidden_nodes
from edgemark.evaluation.named_operands import error_about_observed, report_about_observed
from edgemark.evaluation.references import mapped_sides, notes_on_lost_directions
from edgemark.evaluation.report_warnings import report_warnings, warnings_of_whole_series
from edgemark.graph import Candidates, Graph, TemporalGraph
from edgemark.graph.equivalence import can_be_repaired, repair
from edgemark.graph.equivalence.temporal_classes import stands_for_class
from edgemark.graph.estimate import Estimate
from edgemark.graph.kinds import class_of, side_of
from edgemark.graph.latent import as_list, latent_projection
from edgemark.metrics import Metric
from edgemark.metrics.compared_graphs import skeleton_notes
from edgemark.metrics.counted_lags import counted_lags, is_range_of_lags, needs_negatives
from edgemark.metrics.declaration import as_sides, better_measure
from edgemark.metrics.restricted_pairs import candidates_of, fingerprint_of
from edgemark.metrics.selectors import Number, Requested, selected_for
from edgemark.report import Report, Row
from edgemark.values import COUNTS, Confusion, Count, Undefined

__all__ = ["evaluate", "report_of"]

Find = Callable[[Metric, Mapping[str, Any]], Any]
"""A function that returns the value of a metric, given the options of a convention."""


def evaluate(
    truth: Any,
    estimate: Any,
    metrics: Iterable[str] | str | None = None,
    *,
    candidates: Candidates | None = None,
    hidden: Iterable[str] = (),
    reference: Reference | None = None,
) -> Report:
    """
    Compare an estimate with the truth by every applicable metric, and return a report.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads; or a `TemporalGraph`.
        estimate: an estimate on the same nodes, in any order: a graph, `EdgeScores` or
            `GraphSamples`. For a time series truth: a `TemporalGraph`, an object `as_temporal` reads, or
            `TemporalScores`.
        metrics: names such as "shd" (all its conventions), "shd:arc hamming" (one of them), "confusion",
            "f1" (of every confusion) or "f1:skeleton". None takes all metrics for this type of estimate,
            except for rarely used conventions, such as "f1:entries"; request these by name.
        candidates: the ordered pairs that count, see `Candidates`. None takes all pairs, or all pairs
            that `EdgeScores` have a score for.
        hidden: nodes of a true DAG that the estimate does not have. The truth is replaced by its MAG
            over the other nodes, see `latent_projection`. A time series graph is replaced by the MAG of
            the window of the estimate; if the estimate is a PAG or has circles, by the `lpcmci_target`
            of this MAG.
        reference: the class to which both graphs are converted before the comparison, "dag", "cpdag" or
            "pag"; "auto" is the coarser class of the two. Methods can be ranked together only in one
            class, see `common_reference`. None compares the graphs as given.

    Returns:
        A report with one row for each metric and convention, in the order of the metrics. A metric that
        is not defined on these graphs has a row with the status "refused" and the reason.

    Raises:
        AlignmentError: the graphs do not have the same nodes, or not the same maximum lag; or the
            estimate has a hidden node.
        ConventionError: a name in `metrics`, or `reference`, is unknown.
        GraphError: a hidden node is not a node of the truth, or no node is left.
        KindError: only one of the two is a time series graph; `hidden` is given and the truth is not a
            DAG; `candidates` are given for time series graphs; or a graph cannot be converted to the
            `reference` class.

    Warns:
        ClassWarning: something affects how to read the report, such as graphs of different classes, a
            graph that is not of its declared kind, or a maximum lag that was guessed. The `warnings` of
            the report have the same text.

    Examples:
        >>> from edgemark import Graph
        >>> truth, found = Graph.parse("A --> B --> C"), Graph.parse("A --> B <-- C")
        >>> report = evaluate(truth, found, ["shd", "f1:skeleton"])
        >>> report["shd", "both to CPDAG"].value, report["f1", "skeleton"].value
        (2, 1.0)
    """
    hidden_nodes = as_list(hidden, "hidden") if hidden is not None else []
    if not hidden_nodes:
        report = _compared(truth, estimate, metrics, candidates, reference)
    else:
        observed = _observed(truth, hidden_nodes, estimate)
        names = {"truth": code_of_observed(observed, hidden_nodes)}
        try:
            report = _compared(observed, estimate, metrics, candidates, reference)
        except EdgemarkError as error:
            raise error_about_observed(error, names) from None
        report = report_about_observed(report, names)
    for note in report.warnings:
        warnings.warn(note, ClassWarning, stacklevel=2)
    return report


def _compared(
    truth: Any,
    estimate: Any,
    metrics: Requested,
    candidates: Candidates | None,
    reference: Reference | None,
) -> Report:
    """Return the report of `evaluate` for a truth without hidden nodes."""
    sides = as_sides(truth, estimate, candidates)
    notes: Iterable[str] = ()
    if reference is not None:
        mapped = mapped_sides(*sides, reference)
        notes = (*skeleton_notes(*sides), *notes_on_lost_directions(sides, mapped))
        sides = mapped
    report = report_of(*sides, metrics)
    return replace(report, warnings=(*report.warnings, *notes))


def _observed(truth: Any, hidden: Sequence[str], estimate: Any) -> Graph | TemporalGraph:
    """Return the MAG of a true DAG over its observed nodes; for time series, see `observed_series`."""
    if isinstance(truth, TemporalGraph):
        return observed_series(truth, hidden, estimate)
    if not isinstance(truth, Graph):
        from edgemark.io import as_graph

        truth = as_graph(truth)
    observed: Graph = latent_projection(truth, hidden)
    hidden_names = [truth.nodes[truth.index(node)] for node in hidden]
    if not getattr(estimate, "is_named", True):
        observed_nodes = f"[node for node in as_graph(truth).nodes if node not in {hidden_names}]"
        raise AlignmentError(
            "nodes are matched by name if some are hidden; the estimate has none",
            Remedy(
                "If its positions follow the order of the observed nodes, name them",
                f"estimate.with_nodes({observed_nodes})",
            ),
        )
    refuse_hidden_nodes(hidden_names, estimate)
    return observed


def values_of(truth: Any, estimate: Any) -> Find:
    """Return a function that computes a metric of two aligned sides."""
    return lambda metric, options: metric.compute(truth, estimate, **options)


def report_of(truth: Any, estimate: Any, metrics: Requested, find: Find | None = None) -> Report:
    """
    Like `evaluate`, for aligned sides. Warnings are stored in the report and not raised.

    `find` returns the value of a metric with its options, such as a value pooled over regimes. By
    default, the metric is computed for the two sides, and the report warns of regimes and cycles too.
    """
    is_whole_comparison = find is None
    find = find or values_of(truth, estimate)
    rows: list[Row] = []
    chosen = selected_for(metrics, estimate)
    for selected in chosen:
        metric, convention, _ = selected
        row = Row(
            metric.name,
            convention.name,
            source=source_of(metric.cite, convention.used_by),
            compared=compared_text(metric, convention, truth, estimate),
            value=nan,
            count=None,
            of=None,
            better=metric.better,
            candidates=fingerprint_of(truth) or counted_lags(metric.name, convention.name, truth),
        )
        if metrics is None and metric.takes_long(truth):
            rows.append(replace(row, status="refused", reason=_reason_left_out(metric)))
        else:
            rows.extend(rows_from(row, selected, find))
    notes = [*report_warnings(truth, estimate, chosen, rows)]
    if is_whole_comparison:
        notes += warnings_of_whole_series(truth, estimate, rows)
    return Report(tuple(rows), side_of(truth), side_of(estimate), tuple(dict.fromkeys(notes)))


# ---- rows


def rows_from(start: Row, selected: Number, find: Find) -> Iterator[Row]:
    """Fill in a row without a value; a confusion gives one row for each requested count or ratio."""
    metric, convention, measures = selected
    try:
        value = find(metric, convention.options)
    except KindError as error:
        for name in measures or (metric.name,):
            better = better_measure(name) if measures else metric.better
            pairs = _candidates_of_measure(start, name)
            row = replace(start, metric=name, better=better, candidates=pairs)
            yield replace(row, status="refused", reason=error.message)
        return
    if isinstance(value, Confusion):
        for name in measures:
            yield _measure_row(start, value, name)
    elif isinstance(value, Count):
        yield replace(start, value=int(value), count=int(value), of=value.of)
    elif isnan(value):
        reason = value.reason if isinstance(value, Undefined) else "nothing to count: 0 of 0"
        yield replace(start, status="undefined", reason=reason)
    else:
        yield replace(start, value=value)


def _measure_row(start: Row, value: Confusion, name: str) -> Row:
    """Return the row of one count or ratio of a confusion. `replace` would be too slow."""
    number = getattr(value, name)
    count, of = (number, None) if name in COUNTS else value.fraction(name) or (None, None)
    if isinstance(value.tp, float):  # Half edges are not counts.
        count = of = None
    row = (name, start.convention, start.source, start.compared)
    better, pairs = better_measure(name), _candidates_of_measure(start, name)
    if number is None or isnan(number):
        reason = value.why_undefined(name)
        return Row(*row, nan, count, of, better, "undefined", reason, candidates=pairs)
    return Row(*row, number, count, of, better, candidates=pairs)


def _candidates_of_measure(start: Row, name: str) -> str:
    """Return the candidates of a measure, or "" if they are lags that do not change its value."""
    if start.metric == name or not is_range_of_lags(start.candidates) or needs_negatives(name):
        return start.candidates
    return ""


@cache
def source_of(cite: str, used_by: tuple[str, ...]) -> str:
    """Return the reference of a metric, and the packages that use its convention."""
    reference = REFERENCES[cite]
    return f"{reference}; used by {', '.join(used_by)}" if used_by else reference


def _reason_left_out(metric: Metric) -> str:
    nodes = "nodes of the window" if metric.over_time else "nodes"
    return (
        f"above {metric.most_nodes} {nodes} it is left out unless it is requested by name: "
        f"{metric.name!r}"
    )


def compared_text(metric: Metric, convention: Convention, truth: Any, estimate: Any) -> str:
    """
    Return the classes that both graphs are compared as.

    If there are candidates, add how many of the ordered pairs count.
    """
    candidates = candidates_of(truth)
    classes = _compared_classes(metric, convention, truth, estimate)
    if candidates is None:
        return classes
    return f"{classes}; {len(candidates)} of {2 * truth.n_pairs} ordered pairs"


def _compared_classes(metric: Metric, convention: Convention, truth: Any, estimate: Any) -> str:
    true_class, estimated_class = _class_name(truth), _class_name(estimate)
    if isinstance(estimate, TemporalGraph):
        tiered, compare = "tiered MPDAG", _compare(metric, convention)
        if compare == "tiered-mpdag":
            return f"{tiered} / {tiered}"
        reads_truth_as_class = (
            metric.auto_class == "tiered-mpdag" and compare == "auto" and stands_for_class(estimate)
        )
        return f"{tiered if reads_truth_as_class else true_class} / {estimated_class}"
    text = compared_kinds(metric, convention, (true_class, estimated_class))
    is_read_as_cpdag = _compare(metric, convention) == "auto" and estimated_class in _READ_AS_CPDAGS
    if is_read_as_cpdag and convention.options.get("invalid") == "repair" and can_be_repaired(estimate):
        text += f", {plural(repair(estimate)[1], 'mark')} changed"
    return text


_READ_AS_CPDAGS = ("cpdag", "pdag", "undirected")


def compared_kinds(metric: Metric, convention: Convention, kinds: tuple[str, str]) -> str:
    """
    Return the classes that a truth and an estimate of these kinds are compared as, such as "dag / dag".

    Args:
        metric: the metric.
        convention: its convention.
        kinds: the kinds of the truth and the estimate, graphs without lags.
    """
    true_class, estimated_class = kinds
    if _compare(metric, convention) == "auto":
        reads_pags = metric.auto_class == "pag"
        if estimated_class in _READ_AS_CPDAGS:
            truth_as = "pag" if reads_pags and true_class in ("mag", "pag") else "cpdag"
            return f"{truth_as} / cpdag"
        if reads_pags and estimated_class == "pag":
            return "pag / pag"
    truth_as, estimate_as = convention.target_classes
    return f"{truth_as or true_class} / {estimate_as or estimated_class}"


def _compare(metric: Metric, convention: Convention) -> Any:
    """Return the option `compare` of a metric in a convention; None if it has no such option."""
    return convention.options.get("compare", metric.defaults.get("compare"))


def _class_name(graph: Graph | Estimate) -> str:
    if isinstance(graph, TemporalGraph):
        return "time series"
    return class_of(graph) if isinstance(graph, Graph) else graph.side.kind
