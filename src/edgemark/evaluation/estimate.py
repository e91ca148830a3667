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
    KindError,
    Message,
    Remedy,
    plural,
)
from edgemark.evaluation.class_warnings import warnings_of_classes, warnings_of_sampled_classes
from edgemark.evaluation.hidden_series import observed_series, refuse_hidden_nodes
from edgemark.evaluation.references import mapped_sides
from edgemark.evaluation.uncounted_edges import notes_on_uncounted
from edgemark.graph import Candidates, EdgeScores, Graph, GraphSamples, TemporalGraph
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.graph.equivalence import can_be_repaired, repair
from edgemark.graph.equivalence.temporal_classes import stands_for_class
from edgemark.graph.estimate import Estimate
from edgemark.graph.kinds import class_of, describe, describe_directed_cycle, side_of
from edgemark.graph.latent import as_list, latent_projection
from edgemark.graph.marks import BACKWARD, CYCLE, FORWARD, UNDIRECTED
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.metrics import REGISTRY, Metric
from edgemark.metrics.compared_graphs import sides_read, skeleton_notes
from edgemark.metrics.declaration import as_sides, better_measure
from edgemark.metrics.restricted_pairs import candidates_of, fingerprint_of
from edgemark.metrics.selectors import Number, Requested, selected_for
from edgemark.metrics.temporal_inputs import OF_REGIMES, circle_notes, regime_notes
from edgemark.report import Report, Row
from edgemark.values import COUNTS, Confusion, Count, Undefined

__all__ = ["evaluate", "report_of"]

Find = Callable[[Metric, Mapping[str, Any]], Any]
"""A function that returns the value of a metric in one of its conventions."""


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
            "f1" (of every confusion) or "f1:skeleton". None takes all metrics for such estimates,
            without some rarely used conventions, such as "f1:entries"; request these by name.
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
    if hidden is not None and (hidden_nodes := as_list(hidden, "hidden")):
        truth = _observed(truth, hidden_nodes, estimate)
    sides = as_sides(truth, estimate, candidates)
    notes: Iterable[str] = ()
    if reference is not None:
        mapped = mapped_sides(*sides, reference)
        notes = tuple(skeleton_notes(*sides))
        sides = mapped
    report = report_of(*sides, metrics)
    report = replace(report, warnings=(*report.warnings, *notes))
    for note in report.warnings:
        warnings.warn(note, ClassWarning, stacklevel=2)
    return report


def _observed(truth: Any, hidden: Sequence[str], estimate: Any) -> Graph | TemporalGraph:
    """Return the MAG of a true DAG over its observed nodes, or see `observed_series` for time series."""
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
    """Return the function that computes metrics of two aligned sides."""
    return lambda metric, options: metric.compute(truth, estimate, **options)


def report_of(truth: Any, estimate: Any, metrics: Requested, find: Find | None = None) -> Report:
    """
    Like `evaluate`, for aligned sides. Warnings are stored in the report and not raised.

    `find` computes the value of a metric with its options; by default, the metric itself does.
    """
    is_whole_comparison = find is None
    find = find or values_of(truth, estimate)
    rows: list[Row] = []
    chosen = selected_for(metrics, estimate)
    for number in chosen:
        metric, convention, _ = number
        start = Row(
            metric.name,
            convention.name,
            _source_of(metric.cite, convention.used_by),
            _compared(metric, convention, truth, estimate),
            nan,
            None,
            None,
            metric.better,
            candidates=fingerprint_of(truth),
        )
        if metrics is None and metric.takes_long(truth):
            rows.append(replace(start, status="refused", reason=_reason_left_out(metric)))
        else:
            rows.extend(rows_from(start, number, find))
    notes = [*_warnings(truth, estimate, chosen, rows)]
    notes += skeleton_notes(truth, estimate, _sides_read(chosen, rows))
    if is_whole_comparison:
        notes += _warnings_of_whole_series(truth, estimate, rows)
    return Report(tuple(rows), side_of(truth), side_of(estimate), tuple(dict.fromkeys(notes)))


def _class_name(side: Graph | Estimate) -> str:
    if isinstance(side, TemporalGraph):
        return "time series"
    return class_of(side) if isinstance(side, Graph) else side.side.kind


# ---- rows


def rows_from(start: Row, number: Number, find: Find) -> Iterator[Row]:
    """Return the rows of a metric in one convention, based on a row without value."""
    metric, convention, measures = number
    try:
        value = find(metric, convention.options)
    except KindError as error:
        for name in measures or (metric.name,):
            better = better_measure(name) if measures else metric.better
            yield replace(start, metric=name, better=better, status="refused", reason=error.message)
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
    """Return the row of one measure, based on a row without value. `replace` would be too slow."""
    number = getattr(value, name)
    count, of = (number, None) if name in COUNTS else value.fraction(name) or (None, None)
    if isinstance(value.tp, float):  # Half edges are not counts.
        count = of = None
    row = (name, start.convention, start.source, start.compared)
    better, pairs = better_measure(name), start.candidates
    if number is None or isnan(number):
        reason = value.why_undefined(name)
        return Row(*row, nan, count, of, better, "undefined", reason, candidates=pairs)
    return Row(*row, number, count, of, better, candidates=pairs)


@cache
def _source_of(cite: str, used_by: tuple[str, ...]) -> str:
    reference = REFERENCES[cite]
    return f"{reference}; used by {', '.join(used_by)}" if used_by else reference


def _reason_left_out(metric: Metric) -> str:
    of = " of the window" if metric.over_time else ""
    name = metric.name
    return f"above {metric.most_nodes} nodes{of} it is left out unless it is requested by name: {name!r}"


def _compared(metric: Metric, convention: Convention, truth: Any, estimate: Any) -> str:
    candidates = candidates_of(truth)
    what = _compared_kinds(metric, convention, truth, estimate)
    if candidates is None:
        return what
    return f"{what}; {len(candidates)} of {2 * truth.n_pairs} ordered pairs"


def _compared_kinds(metric: Metric, convention: Convention, truth: Any, estimate: Any) -> str:
    kinds = _class_name(truth), _class_name(estimate)
    compare = convention.options.get("compare", metric.defaults.get("compare"))
    if isinstance(estimate, TemporalGraph):
        tiered = "tiered MPDAG"
        if compare == "tiered-mpdag":
            return f"{tiered} / {tiered}"
        by_class = (
            metric.auto_class == "tiered-mpdag" and compare == "auto" and stands_for_class(estimate)
        )
        return f"{tiered if by_class else kinds[0]} / {kinds[1]}"
    if compare == "auto":
        reads_pags = metric.auto_class == "pag"
        if kinds[1] in ("cpdag", "pdag", "undirected"):
            estimated = "cpdag"
            if convention.options.get("invalid") == "repair" and can_be_repaired(estimate):
                estimated += f", {plural(repair(estimate)[1], 'mark')} changed"
            compared_truth = "pag" if reads_pags and kinds[0] in ("mag", "pag") else "cpdag"
            return f"{compared_truth} / {estimated}"
        if reads_pags and kinds[1] == "pag":
            return "pag / pag"
    compared_truth, estimated = convention.target_classes
    return f"{compared_truth or kinds[0]} / {estimated or kinds[1]}"


# ---- warnings

_DIRECTED = frozenset({FORWARD, BACKWARD, CYCLE})


def _warnings(truth: Any, estimate: Any, chosen: Sequence[Number], rows: Sequence[Row]) -> Iterator[str]:
    for side, graph in (("truth", truth), ("estimate", estimate)):
        if isinstance(graph, Graph):
            kind = class_of(graph)
            if reason := graph.objection(kind):
                if graph.kind is not None:
                    yield f"the {side} is declared {describe(kind)}, but {reason}"
                else:
                    yield f"the {side} is taken for {describe(kind)} because of its marks, but {reason}"
        if isinstance(graph, TemporalGraph):
            reason = graph.objection()
            if reason is not None and graph.kind is not None:
                yield f"the {side} is declared {describe(graph.kind)}, but {reason}"
            yield from _warnings_of_series(graph, side)
        if isinstance(graph, TemporalEstimate):
            yield from _warnings_of_padding(graph, side)
    if isinstance(truth, Graph):
        yield from notes_on_uncounted(truth, estimate)
    if isinstance(truth, TemporalGraph):
        yield from _warnings_of_lag_0(truth, estimate)
        if any(row.metric in ("temporal_shd", OF_REGIMES) for row in rows):
            yield from circle_notes(truth, estimate)
        return
    if isinstance(estimate, Graph):
        yield from warnings_of_classes(truth, estimate, chosen, rows)
    if isinstance(estimate, EdgeScores):
        yield from _warnings_of_scores(truth, estimate)
    if isinstance(estimate, GraphSamples):
        yield from warnings_of_sampled_classes(truth, estimate, rows)
        if any(_ranks_directions(row) for row in rows):
            yield from _warning_of_true_marks(truth)
    if (
        isinstance(estimate, GraphSamples)
        and not estimate.present_states <= _DIRECTED
        and any(_scores_directed_edges(row) for row in rows)
    ):
        yield (
            "the samples have edges other than -->, which count as absent in the rows 'directed' of "
            "edge_brier, edge_log_score and edge_calibration_error. Read the rows 'skeleton', or "
            "pair_brier and pair_log_score"
        )
    for name in dict.fromkeys(row.metric for row in rows if row.status == "ok"):
        caution = REGISTRY[name].caution if name in REGISTRY else None
        if caution is not None and (note := caution(truth, estimate)):
            yield note


def _sides_read(chosen: Iterable[Number], rows: Iterable[Row]) -> set[str]:
    """Name the sides that some row with a value reads as an equivalence class."""
    with_value = {(row.metric, row.convention) for row in rows if row.status == "ok"}
    return {
        side
        for metric, convention, measures in chosen
        if any((name, convention.name) in with_value for name in measures or (metric.name,))
        for side in sides_read(metric, convention.options)
    }


def _warnings_of_series(graph: TemporalGraph, side: str) -> Iterator[str]:
    if graph.conflicts:
        yield (
            f"the tests of the {side} contradict each other on {plural(len(graph.conflicts), 'edge')}, "
            f"which count as edges without orientation"
        )
    if graph.lag_guessed:
        yield Message(
            f"the {side} does not state its maximum lag; {graph.max_lag}, the largest that occurs, is "
            f"used",
            Remedy("State it", f"{side}.with_max_lag({graph.max_lag})", f"--max-lag {graph.max_lag}"),
        )


def _warnings_of_whole_series(truth: Any, estimate: Any, rows: Sequence[Row]) -> Iterator[str]:
    """Yield warnings about a time series graph as a whole, across its regimes."""
    if any(row.metric != OF_REGIMES for row in rows):
        yield from regime_notes(truth, estimate)
    for side, graph in (("truth", truth), ("estimate", estimate)):
        if not isinstance(graph, TemporalGraph):
            continue
        if cycle := describe_directed_cycle(graph.contemporaneous()):
            yield f"the {side} is cyclic within a time step: {cycle}"


def _warnings_of_padding(graph: TemporalEstimate, side: str) -> Iterator[str]:
    if graph.padded_from is not None:
        yield (
            f"the {side} was searched to lag {graph.padded_from} only: longer lags, up to "
            f"{graph.max_lag}, count as lags without edges"
        )


def _warnings_of_lag_0(truth: TemporalGraph, estimate: TemporalEstimate) -> Iterator[str]:
    """Warn about an estimate without lag 0, such as that of a VAR or of a search with tau_min=1."""
    n_true = truth.contemporaneous().n_edges
    if n_true and truth.max_lag and not estimate.has_lag_0:
        yield (
            f"the estimate has no lag 0, at which the truth has {plural(n_true, 'edge')}: they count "
            f"as missing. If lag 0 was not searched, read the rows 'lagged'"
        )


def _warnings_of_scores(truth: Graph, scores: EdgeScores) -> Iterator[str]:
    if scores.candidates is not None and candidates_of(truth) is scores.candidates:
        yield (
            f"only the {len(scores.candidates)} of {2 * truth.n_pairs} ordered pairs that have a score "
            f"are counted"
        )
    if scores.is_symmetric:
        yield (
            "the scores are symmetric: both directions of every pair have the same score, so the rows "
            "'directed' cannot be better than chance about directions. Read the rows 'skeleton'"
        )
    yield from _warning_of_true_marks(truth)


def _ranks_directions(row: Row) -> bool:
    """Whether a row of samples ranks ordered pairs by their share of the samples."""
    is_ranking = row.metric in REGISTRY and REGISTRY[row.metric].takes is EdgeConfidences
    return is_ranking and row.status == "ok" and row.convention.startswith("directed")


def _scores_directed_edges(row: Row) -> bool:
    """Whether a row of samples scores the probabilities of directed edges."""
    scores = ("edge_brier", "edge_log_score", "edge_calibration_error")
    return row.metric in scores and row.status == "ok" and row.convention.startswith("directed")


def _warning_of_true_marks(truth: Graph) -> Iterator[str]:
    if not truth.present_states <= _DIRECTED:
        problem = "the truth has edges other than -->, which count as absent in the rows 'directed'. "
        if truth.present_states <= _DIRECTED - {CYCLE} | {UNDIRECTED}:
            entries = "Read the rows 'skeleton', or request rows that count ---, such as roc_auc:entries"
            yield problem + entries
        else:
            yield problem + "Read the rows 'skeleton'"
