"""Reports with the names of files, in the words of a command."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from edgemark.cli.console import SCORING
from edgemark.errors import in_shell

if TYPE_CHECKING:
    from edgemark.report import Report, Row

__all__ = ["named"]


def named(report: Report, truth: str, estimate: str, options: Collection[str] = SCORING) -> Report:
    """Give a report the names of its two graphs, and the words of a command with these options."""
    return replace(
        report,
        rows=tuple(_in_shell(row, options) for row in report),
        truth=replace(report.truth, name=truth),
        estimate=replace(report.estimate, name=estimate),
        warnings=tuple(in_shell(text, options) for text in report.warnings),
    )


def _in_shell(row: Row, options: Collection[str]) -> Row:
    if row.chance is not None:
        chance = replace(row.chance, reason=in_shell(row.chance.reason, options))
        row = replace(row, chance=chance)
    return replace(row, reason=in_shell(row.reason, options))
