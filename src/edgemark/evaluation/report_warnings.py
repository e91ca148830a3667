"""The warnings of a report about its truth and its estimate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from edgemark.errors import Message, Remedy, plural
from edgemark.evaluation.class_warnings import warnings_of_classes, warnings_of_sampled_classes
from edgemark.evaluation.uncounted_edges import notes_on_uncounted
from edgemark.graph import EdgeScores, Graph, GraphSamples, TemporalGraph, TemporalScores
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.graph.equivalence.temporal_classes import is_equivalence_class_over_time
from edgemark.graph.kinds import class_of, describe, describe_directed_cycle
from edgemark.graph.marks import BACKWARD, CYCLE, FORWARD, UNDIRECTED
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.metrics import REGISTRY
from edgemark.metrics.compared_graphs import sides_read, skeleton_notes
from edgemark.metrics.restricted_pairs import candidates_of
from edgemark.metrics.selectors import Number
from edgemark.metrics.temporal_inputs import (
    OF_REGIMES,
    circle_notes,
    n_other_edges,
    regime_notes,
    undirected_notes,
)
from edgemark.report import Row

__all__ = [
    "report_warnings",
    "warnings_of_one_estimate",
    "warnings_of_scored_marks",
    "warnings_of_whole_series",
]

_DIRECTED = frozenset({FORWARD, BACKWARD, CYCLE})
"""The states of pairs with edges --> only."""

_COUNT_DIRECTIONS_AT_LAG_0 = frozenset({"total", "contemporaneous", "all lags", "window", "summary"})
"""The conventions that count undirected edges within a time step as errors."""


def report_warnings(
    truth: Any, estimate: Any, chosen: Sequence[Number], rows: Sequence[Row]
) -> Iterator[str]:
    """Yield the warnings that a reader of these rows needs about the truth and the estimate."""
    yield from _warnings_of_graphs(truth, estimate, chosen, rows)
    yield from skeleton_notes(truth, estimate, _sides_read(chosen, rows))


def _warnings_of_graphs(
    truth: Any, estimate: Any, chosen: Sequence[Number], rows: Sequence[Row]
) -> Iterator[str]:
    yield from _warnings_of_sides(truth, estimate)
    if isinstance(truth, Graph):
        yield from notes_on_uncounted(truth, estimate)
    if isinstance(truth, TemporalGraph):
        yield from _warnings_of_compared_series(truth, estimate, rows)
        return
    if isinstance(estimate, Graph):
        yield from warnings_of_classes(truth, estimate, chosen, rows)
    if isinstance(estimate, EdgeScores):
        yield from _warnings_of_scored_pairs(truth, estimate)
        if any(_is_ranking_of_directions(row) for row in rows):
            yield from _warning_of_true_marks(truth)
    if isinstance(estimate, GraphSamples):
        yield from _warnings_of_samples(truth, estimate, rows)
    yield from _cautions(truth, estimate, rows)


def warnings_of_one_estimate(truth: Any, estimate: Any, rows: Sequence[Row]) -> Iterator[str]:
    """
    Yield the warnings about one estimate of a table and its truth.

    Warnings that may be true of many estimates at once, such as those about the compared classes, are
    worded by `batch_warnings` for the whole table.
    """
    yield from _warnings_of_sides(truth, estimate)
    if isinstance(truth, TemporalGraph):
        yield from _warnings_of_compared_series(truth, estimate, rows)
        yield from _warnings_of_cycles_within_a_step(truth, estimate)
        return
    if isinstance(estimate, EdgeScores):
        yield from _warnings_of_scored_pairs(truth, estimate)
    yield from _cautions(truth, estimate, rows)


def _warnings_of_sides(truth: Any, estimate: Any) -> Iterator[str]:
    for side, graph in (("truth", truth), ("estimate", estimate)):
        yield from _warnings_of_side(graph, side)


def _warnings_of_compared_series(
    truth: TemporalGraph, estimate: Any, rows: Sequence[Row]
) -> Iterator[str]:
    yield from _warnings_of_lag_0(truth, estimate)
    if any(row.metric in ("temporal_shd", OF_REGIMES) for row in rows):
        yield from circle_notes(truth, estimate)
    if any(_counts_directions_at_lag_0(row) for row in rows):
        yield from undirected_notes(truth, estimate)
    if isinstance(estimate, TemporalScores):
        yield from _warning_of_true_series(truth)


def _cautions(truth: Any, estimate: Any, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the warnings of metrics whose value may be misleading for these sides."""
    for name in dict.fromkeys(row.metric for row in rows if row.status == "ok"):
        caution = REGISTRY[name].caution if name in REGISTRY else None
        if caution is not None and (note := caution(truth, estimate)):
            yield note


def _warnings_of_side(graph: Any, side: str) -> Iterator[str]:
    if isinstance(graph, Graph):
        kind = class_of(graph)
        if reason := graph.objection(kind):
            how_classed = "declared" if graph.kind is not None else "taken for"
            cause = "" if graph.kind is not None else " because of its marks"
            yield f"the {side} is {how_classed} {describe(kind)}{cause}, but {reason}"
    if isinstance(graph, TemporalGraph):
        if graph.kind is not None and (reason := _objection_over_time(graph)):
            yield f"the {side} is declared {describe(graph.kind)}, but {reason}"
        yield from _warnings_of_series(graph, side)
    if isinstance(graph, TemporalEstimate):
        yield from _warnings_of_padding(graph, side)


def _objection_over_time(graph: TemporalGraph) -> str | None:
    """Return the objection to the declared kind; the past may direct edges that no CPDAG directs."""
    reason = graph.objection()
    if reason and graph.kind == "cpdag" and is_equivalence_class_over_time(graph):
        return None
    return reason


def _warnings_of_series(graph: TemporalGraph, side: str) -> Iterator[str]:
    # A graph of several regimes has no conflicts of its own; the graphs of its regimes keep them.
    conflicts = {*graph.conflicts, *(one for regime in graph.regimes for one in regime.graph.conflicts)}
    if conflicts:
        yield (
            f"the tests of the {side} contradict each other on {plural(len(conflicts), 'edge')}, "
            f"which count as edges without orientation"
        )
    if graph.lag_guessed:
        yield Message(
            f"the {side} does not state its maximum lag; {graph.max_lag}, the largest that occurs, is "
            f"used",
            Remedy("State it", f"{side}.with_max_lag({graph.max_lag})", f"--max-lag {graph.max_lag}"),
        )


def _warnings_of_padding(graph: TemporalEstimate, side: str) -> Iterator[str]:
    """Warn about an estimate of a smaller maximum lag, which was extended with empty lags."""
    if graph.padded_from is not None:
        yield (
            f"the {side} was searched to lag {graph.padded_from} only: longer lags, up to "
            f"{graph.max_lag}, count as lags without edges"
        )


def _warnings_of_lag_0(truth: TemporalGraph, estimate: TemporalEstimate) -> Iterator[str]:
    """Warn about an estimate without lag 0, such as that of a VAR or of a search with tau_min=1."""
    n_true = truth._contemporaneous.n_edges
    if n_true and truth.max_lag and not estimate.has_lag_0:
        yield (
            f"the estimate has no lag 0, at which the truth has {plural(n_true, 'edge')}: they count "
            f"as missing. If lag 0 was not searched, read the rows 'lagged'"
        )


def _counts_directions_at_lag_0(row: Row) -> bool:
    """Return whether a row counts an undirected edge within a time step as an error."""
    return row.metric == OF_REGIMES or row.convention in _COUNT_DIRECTIONS_AT_LAG_0


def _warning_of_true_series(truth: TemporalGraph) -> Iterator[str]:
    """Warn of true edges other than -->, which rankings of lagged scores do not count."""
    if others := n_other_edges(truth):
        yield (
            f"the truth has {plural(others, 'edge')} other than -->, which rankings of scores count as "
            f"absent"
        )


def _warnings_of_scored_pairs(truth: Graph, scores: EdgeScores) -> Iterator[str]:
    """Warn of pairs without a score, and of equal scores in both directions."""
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


def warnings_of_scored_marks(
    truth: Graph, estimate: EdgeScores | GraphSamples, rows: Sequence[Row]
) -> Iterator[str]:
    """Yield the warnings about the classes of samples, and about edges other than -->."""
    if isinstance(estimate, GraphSamples):
        yield from _warnings_of_samples(truth, estimate, rows)
    elif any(_is_ranking_of_directions(row) for row in rows):
        yield from _warning_of_true_marks(truth)


def _warnings_of_samples(truth: Any, samples: GraphSamples, rows: Sequence[Row]) -> Iterator[str]:
    yield from warnings_of_sampled_classes(truth, samples, rows)
    if any(_is_ranking_of_directions(row) and row.status == "ok" for row in rows):
        yield from _warning_of_true_marks(truth)
    if any(_scores_directed_edges(row) for row in rows) and not _have_directed_edges_only(samples):
        yield (
            "the samples have edges other than -->, which count as absent in the rows 'directed' and "
            "'ancestral' of edge_brier, edge_log_score and edge_calibration_error. Read the rows "
            "'skeleton', or pair_brier and pair_log_score"
        )


def _have_directed_edges_only(samples: GraphSamples) -> bool:
    """Return whether all samples with weight have only edges -->."""
    if samples.present_states <= _DIRECTED or samples.weights.all():
        return samples.present_states <= _DIRECTED
    return samples.distinct().present_states <= _DIRECTED


def _is_ranking_of_directions(row: Row) -> bool:
    """Return whether a row ranks ordered pairs by their scores, or by their share of the samples."""
    is_ranking = row.metric in REGISTRY and REGISTRY[row.metric].takes is EdgeConfidences
    return is_ranking and row.convention.startswith("directed")


def _scores_directed_edges(row: Row) -> bool:
    """Return whether a row of samples scores the probabilities of directed edges or paths."""
    scores = ("edge_brier", "edge_log_score", "edge_calibration_error")
    counted = row.convention.startswith(("directed", "ancestral"))
    return row.metric in scores and row.status == "ok" and counted


def _warning_of_true_marks(truth: Graph) -> Iterator[str]:
    """Warn of true edges other than -->, which the rows 'directed' do not count."""
    if not truth.present_states <= _DIRECTED:
        problem = "the truth has edges other than -->, which count as absent in the rows 'directed'. "
        if truth.present_states <= _DIRECTED - {CYCLE} | {UNDIRECTED}:
            entries = "Read the rows 'skeleton', or request rows that count ---, such as roc_auc:entries"
            yield problem + entries
        else:
            yield problem + "Read the rows 'skeleton'"


def _sides_read(chosen: Iterable[Number], rows: Iterable[Row]) -> set[str]:
    """Return the sides, "truth" or "estimate", that a row with a value reads as an equivalence class."""
    with_value = {(row.metric, row.convention) for row in rows if row.status == "ok"}
    return {
        side
        for metric, convention, measures in chosen
        if any((name, convention.name) in with_value for name in measures or (metric.name,))
        for side in sides_read(metric, convention.options)
    }


def warnings_of_whole_series(truth: Any, estimate: Any, rows: Sequence[Row]) -> Iterator[str]:
    """Yield warnings about a time series graph as a whole, across its regimes."""
    if any(row.metric != OF_REGIMES for row in rows):
        yield from regime_notes(truth, estimate)
    yield from _warnings_of_cycles_within_a_step(truth, estimate)


def _warnings_of_cycles_within_a_step(truth: Any, estimate: Any) -> Iterator[str]:
    for side, graph in (("truth", truth), ("estimate", estimate)):
        if not isinstance(graph, TemporalGraph):
            continue
        if cycle := describe_directed_cycle(graph._contemporaneous):
            yield f"the {side} is cyclic within a time step: {cycle}"
