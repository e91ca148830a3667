"""Scores of graphs over time: what ``edgemark score`` does where the truth is one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from edgemark.evaluation.regimes import RegimeReports
    from edgemark.graph import TemporalGraph
    from edgemark.report import Report

__all__ = ["MAIN", "ByRegime", "as_cdans", "judge_by_regime", "parts"]

MAIN = (
    "temporal_shd:total",
    "f1:lagged",
    "f1:contemporaneous skeleton",
    "f1:contemporaneous",
    "f1:changing modules",
    "f1:summary",
)
"""The columns of a table of several estimates."""


ByRegime = Annotated[
    bool,
    typer.Option(
        "--by-regime",
        help="Score each regime of time series graphs by itself, and then all of them together.",
    ),
]


def judge_by_regime(metrics: Sequence[str] | None) -> Callable[[Any, Any], RegimeReports]:
    """What makes a report of each stretch of time."""
    import edgemark as em

    return lambda truth, estimate: em.evaluation.evaluate_regimes(truth, estimate, metrics)


def parts(found: Report | RegimeReports) -> Iterator[tuple[str, Report]]:
    """Reports, each with what is put behind the estimate's name."""
    from edgemark.evaluation.regimes import RegimeReports

    if not isinstance(found, RegimeReports):
        yield "", found
        return
    for stretch in found:
        yield f", {stretch}", stretch.report
    yield ", all steps", found.pooled


def as_cdans(truth: TemporalGraph, estimate: TemporalGraph) -> str:
    """Write the summary that cdans prints."""
    from edgemark.compat.cdans import evaluate_graph

    return evaluate_graph(estimate, truth).summary() + "\n"
