"""``edgemark score --html``: the page of the estimates that were scored."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from edgemark.cli.console import fitting
from edgemark.cli.html_output import write_html

if TYPE_CHECKING:
    from edgemark.cli.score_output import Scores
    from edgemark.graph import Candidates
    from edgemark.report import Report

__all__ = ["read_for_page", "write_page"]


def read_for_page(read: Callable[[str], Any], estimates: dict[str, Any], name: str) -> Any:
    """Read an estimate, and store it for the page."""
    estimates[name] = read(name)
    return estimates[name]


def write_page(
    place: str,
    truth: Any,
    estimates: Mapping[str, Any],
    scores: Scores,
    report_fully: Callable[[Any, Any], Report] | None,
    candidates: Candidates | None,
) -> None:
    """
    Write the page to a file, or to standard output if `place` is ``-``.

    `report_fully` computes full reports; None if those in `scores` have every metric already.
    """
    from edgemark.errors import EdgemarkWarning
    from edgemark.pages.judged import Judged
    from edgemark.pages.score import page_of

    judged = []
    for report in scores.reports:
        name = report.estimate.name
        if report_fully is not None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", EdgemarkWarning)  # The page shows the warnings.
                full_report = report_fully(truth, estimates[name])
            report = replace(
                full_report,
                rows=tuple(replace(row, reason=fitting(row.reason)) for row in full_report),
                truth=report.truth,
                estimate=replace(full_report.estimate, name=name),
            )
        judged.append(Judged(name, estimates[name], report))
    page = page_of(truth, judged, failed=scores.failed, candidates=candidates)
    write_html(page, place)
