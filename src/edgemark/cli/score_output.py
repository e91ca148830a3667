"""The results of ``edgemark score`` as text, JSON and CSV."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from edgemark.cli.console import emit, for_shell, use_utf8, warn

if TYPE_CHECKING:
    from edgemark.cli.score_table import MakeTables, WriteReport
    from edgemark.report import Report, Row

__all__ = ["Scores", "show", "with_names_of_graphs", "write_for_programs"]

SCHEMA, SCHEMA_VERSION = "edgemark.scores", 1


@dataclass(frozen=True, slots=True)
class Scores:
    """
    The scores of several estimates.

    Attributes:
        reports: the reports of the estimates that were scored.
        failed: the name and the error of each other estimate.
        truth: the name of the truth.
    """

    reports: tuple[Report, ...]
    failed: tuple[tuple[str, str], ...]
    truth: str = ""

    @property
    def status(self) -> int:
        """Exit status: 1 if some estimate failed or has no value of any metric, else 0."""
        has_empty_report = any(all(row.status != "ok" for row in report) for report in self.reports)
        return 1 if self.failed or has_empty_report else 0


def show(
    scores: Scores,
    names: Sequence[str],
    format: str,
    output: str | None,
    main: bool = False,
    make_tables: MakeTables | None = None,
    write_report: WriteReport | None = None,
) -> None:
    """
    Write the reports.

    `names` are those of all estimates. `main` states whether a table has the default columns instead of
    all metrics. `make_tables` returns the tables of several reports and their notes; by default there is
    one table. `write_report` returns the text of a single report, by default the list of all its rows.
    """
    if format == "table":
        from edgemark.cli.score_table import print_scores

        is_single = len(names) == 1 and len(scores.reports) <= 1
        print_scores(
            scores,
            is_single=is_single,
            main=main,
            output=output,
            make_tables=make_tables,
            write_report=write_report,
        )
    else:
        write_for_programs(scores, format, output)


def write_for_programs(scores: Scores, format: str, output: str | None) -> None:
    """Write JSON or CSV for programs. CSV has no place for warnings: they are printed to stderr."""
    use_utf8()
    emit(_as_json(scores) if format == "json" else _as_csv(scores), output)
    if format == "csv":
        from edgemark.cli.score_table import warnings_once

        for text in warnings_once(scores.reports):
            warn(text)


def with_names_of_graphs(report: Report, truth: str, estimate: str) -> Report:
    """Return a report with the names of its graphs, and with remedies as options of the command."""
    return replace(
        report,
        rows=tuple(_with_shell_remedies(row) for row in report),
        truth=replace(report.truth, name=truth),
        estimate=replace(report.estimate, name=estimate),
        warnings=tuple(for_shell(text) for text in report.warnings),
    )


def _with_shell_remedies(row: Row) -> Row:
    if row.chance is not None:
        chance = replace(row.chance, reason=for_shell(row.chance.reason))
        row = replace(row, chance=chance)
    return replace(row, reason=for_shell(row.reason))


def _as_json(scores: Scores) -> str:
    content = {
        "format": SCHEMA,
        "version": SCHEMA_VERSION,
        "reports": [report.to_dict() for report in scores.reports],
        "failed": [
            {"truth": scores.truth, "estimate": name, "error": error} for name, error in scores.failed
        ],
    }
    return json.dumps(content, indent=1, allow_nan=False)


def _as_csv(scores: Scores) -> str:
    from edgemark.display.text import csv_line
    from edgemark.report import COLUMNS

    columns = scores.reports[0].columns if scores.reports else COLUMNS
    lines = [csv_line(["truth", "estimate", *columns])]
    lines += [report.to_csv(header=False) for report in scores.reports]
    for name, error in scores.failed:
        row = {"status": "failed", "reason": error}
        lines.append(csv_line([scores.truth, name, *(row.get(column, "") for column in columns)]))
    return "".join(lines)
