"""Scores of time series graphs: what ``edgemark score`` does where the truth is one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from edgemark.cli.first_screen import first_report, first_screen
from edgemark.cli.score_each import judge_by, scored
from edgemark.cli.score_layouts import write_as_cdans
from edgemark.cli.score_output import show
from edgemark.cli.score_request import ScoreRequest
from edgemark.cli.score_table import MAIN_OF_SERIES

if TYPE_CHECKING:
    from edgemark.evaluation.regimes import RegimeReports

__all__ = ["score_series"]


def score_series(request: ScoreRequest) -> int:
    """Score time series graphs, and return the exit status."""
    reading = request.demand_fit_for_series()
    names = request.names
    reading.demand_arrays([request.truth, *names])
    truth = reading.read(request.truth)
    if request.layout == "cdans":
        write_as_cdans(request, truth, reading)
        return 0
    several = request.format == "table" and (request.by_regime or len(names) > 1)
    metrics = MAIN_OF_SERIES if several and request.metric is None else request.metric
    judge: Callable[[Any, Any], Any] = (
        _judge_by_regime(metrics)
        if request.by_regime
        else first_report
        if request.is_first_screen
        else judge_by(metrics, None, with_chance=request.with_chance)
    )
    read = partial(reading.read_estimate, truth=truth, add_missing_nodes=request.add_missing_nodes)
    scores = scored(truth, request.truth, [(name, partial(read, name)) for name in names], judge)
    write = first_screen if request.is_first_screen else None
    show(scores, names, request.format, request.output, main=False, write=write)
    return scores.status


def _judge_by_regime(metrics: Sequence[str] | None) -> Callable[[Any, Any], RegimeReports]:
    """What makes a report of each regime."""
    import edgemark as em

    return lambda truth, estimate: em.evaluation.evaluate_regimes(truth, estimate, metrics)
