"""``edgemark score`` for a truth that is a time series graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from edgemark.cli.console import warn
from edgemark.cli.first_screen import first_report, first_screen
from edgemark.cli.html_output import is_alone
from edgemark.cli.knowledge import refuse_hidden_nodes
from edgemark.cli.score_each import reporter_of, score_estimates
from edgemark.cli.score_layouts import write_as_cdans
from edgemark.cli.score_output import show
from edgemark.cli.score_page import read_for_page, write_page
from edgemark.cli.score_request import ScoreRequest
from edgemark.cli.score_table import MAIN_OF_SERIES
from edgemark.cli.series_inputs import SeriesReader, score_the_summary
from edgemark.errors import Remedy

if TYPE_CHECKING:
    from edgemark.evaluation.regimes import RegimeReports
    from edgemark.graph import TemporalGraph

__all__ = ["score_series"]

_TruthRead = tuple[str | None, int]
"""The kind and the maximum lag of the truth over the observed variables."""


def score_series(request: ScoreRequest) -> int:
    """Score time series graphs, and return the exit status."""
    reader = request.checked_series_reader()
    names = request.names
    reader.refuse_contemporaneous_without_arrays([request.truth, *names])
    full_truth = reader.read(request.truth)
    truth = request.observed_of_series(full_truth)
    if request.layout == "cdans":
        write_as_cdans(request, truth, reader)
        return 0
    several = request.format == "table" and (request.by_regime or len(names) > 1)
    metrics = MAIN_OF_SERIES if several and request.metric is None else request.metric
    report: Callable[[Any, Any], Any] = (
        _reporter_of_regimes(metrics)
        if request.by_regime
        else first_report
        if request.is_first_screen
        else reporter_of(metrics, None, with_chance=request.with_chance)
    )
    truths_read: set[_TruthRead] = set()
    if request.hidden:
        report = partial(_report_on_observed, request, report, full_truth, truths_read)
    read = partial(_read_estimate, request, reader, truth)
    estimates: dict[str, Any] = {}
    if request.html is not None:
        read = partial(read_for_page, read, estimates)
    readers = [(name, partial(_read_observed, request, read, name)) for name in names]
    scores = score_estimates(truth, request.truth, readers, report)
    _warn_of_several_truths(truths_read)
    write_report = first_screen if request.is_first_screen else None
    if not is_alone(request.html, request.output):
        show(scores, names, request.format, request.output, write_report=write_report)
    if request.html is not None:
        has_main_metrics_only = several or request.is_first_screen
        report_fully = reporter_of(request.metric, None) if has_main_metrics_only else None
        if report_fully is not None and request.hidden:
            report_fully = partial(_report_on_observed, request, report_fully, full_truth, truths_read)
        write_page(request.html, truth, estimates, scores, report_fully, None)
    return scores.status


def _warn_of_several_truths(truths_read: set[_TruthRead]) -> None:
    """Warn if estimates are compared with a PAG and with a MAG, or over windows of several lengths."""
    if len({kind for kind, _ in truths_read}) > 1:
        warn(
            "estimates with circles are compared with what LPCMCI could find of the truth, a PAG, and "
            "the others with its MAG: do not rank one against the other"
        )
    lags = {max_lag for _, max_lag in truths_read}
    if len(lags) > 1:
        warn(
            f"the estimates have the maximum lags {', '.join(map(str, sorted(lags)))}, and each is "
            "compared with the truth over a window of its own: do not rank one against the other. "
            f"Extend them to one lag: --max-lag {max(lags)}"
        )


def _read_estimate(
    request: ScoreRequest, reader: SeriesReader, truth: TemporalGraph, name: str
) -> TemporalGraph:
    summary = Remedy("Compare it with the summary graph of the truth", shell="--summary")
    if request.by_regime:  # --summary excludes --by-regime, so the remedy is another command.
        summary = score_the_summary(request.truth, name)
    return reader.read_estimate(name, truth, summary, add_missing_nodes=request.add_missing_nodes)


def _read_observed(request: ScoreRequest, read: Callable[[str], Any], name: str) -> Any:
    estimate = read(name)
    refuse_hidden_nodes(name, estimate.nodes, request.hidden)
    return estimate


def _report_on_observed(
    request: ScoreRequest,
    report: Callable[[Any, Any], Any],
    full_truth: TemporalGraph,
    truths_read: set[_TruthRead],
    _: Any,
    estimate: Any,
) -> Any:
    """
    Report on an estimate and the truth over the observed variables, whatever truth is passed.

    The kind of that truth, a MAG or a PAG, and its maximum lag are added to `truths_read`.
    """
    truth = request.truth_for_estimate(full_truth, estimate)
    truths_read.add((truth.kind, truth.max_lag))
    return report(truth, estimate)


def _reporter_of_regimes(metrics: Sequence[str] | None) -> Callable[[Any, Any], RegimeReports]:
    """Return the function that reports on each regime."""
    import edgemark as em

    return lambda truth, estimate: em.evaluation.evaluate_regimes(truth, estimate, metrics)
