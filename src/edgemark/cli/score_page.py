"""``edgemark score --html``: the page of the estimates that were scored."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from edgemark.cli.html_output import write_html

if TYPE_CHECKING:
    from edgemark.cli.score_output import Scores
    from edgemark.graph import Candidates
    from edgemark.report import Report

__all__ = ["held_for_page", "write_page"]


def held_for_page(read: Callable[[str], Any], held: dict[str, Any], name: str) -> Any:
    """Read an estimate, and store it for the page."""
    held[name] = read(name)
    return held[name]


def write_page(
    place: str,
    truth: Any,
    held: Mapping[str, Any],
    scores: Scores,
    judge: Callable[[Any, Any], Report] | None,
    candidates: Candidates | None,
) -> None:
    """Write the page. `judge` computes full reports if those in `scores` have only the main metrics."""
    from edgemark.errors import EdgemarkWarning
    from edgemark.pages.judged import Judged
    from edgemark.pages.score import page_of

    judged = []
    for report in scores.reports:
        name = report.estimate.name
        if judge is not None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", EdgemarkWarning)  # the page holds the same texts
                whole = judge(truth, held[name])
            report = replace(whole, truth=report.truth, estimate=replace(whole.estimate, name=name))
        judged.append(Judged(name, held[name], report))
    page = page_of(truth, judged, failed=scores.failed, candidates=candidates)
    write_html(page, place)
