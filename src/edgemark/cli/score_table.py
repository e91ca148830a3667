"""Reports as text: one full report, or a table with a row for each report."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from edgemark.cli.console import emit, has_color, warn, wrapped
from edgemark.cli.tables import Column, in_blocks, number, tables_text
from edgemark.conventions.edit_distance import NCED
from edgemark.display.text import printable
from edgemark.errors import listing

if TYPE_CHECKING:
    from rich.table import Table

    from edgemark.cli.score_output import Scores
    from edgemark.report import Report, Row

__all__ = [
    "CLAIMS",
    "LEGEND_OF_CLAIMS",
    "MAIN",
    "MAIN_OF_SCORES",
    "MAIN_OF_SERIES",
    "Head",
    "MakeTables",
    "WriteReport",
    "footnotes",
    "print_scores",
    "report_text",
    "score_tables",
    "warnings_once",
]

MakeTables = Callable[[str, bool], tuple[str, list[str]]]
"""
Returns tables as one text, and notes. Its arguments: the folder to leave out of the names of all
estimates, or "", and whether to leave out colour.
"""
WriteReport = Callable[["Report", bool], str]
"""Returns the text of a report; the second argument tells whether it is in colour."""
_BEST = "bold green"
_LABEL_WIDTH = len("estimate  ")
_HEAD_WIDTH = 10


@dataclass(frozen=True, slots=True)
class Head:
    """
    A row of a report as a column of a table.

    Attributes:
        metric: the metric of the row.
        convention: the convention of the row.
        text: the heading of the column, which may have several lines.
        as_rate: whether a count is shown as a share of the largest possible count.
    """

    metric: str
    convention: str
    text: str
    as_rate: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """The metric and the convention of the row."""
        return self.metric, self.convention

    @property
    def selector(self) -> str:
        """The selector that chooses the row."""
        return f"{self.metric}:{self.convention}"


MAIN = (
    Head("shd", "pair mismatch", "SHD"),
    Head("shd", "both to CPDAG", "CPDAG\nSHD"),
    Head("f1", "skeleton", "skeleton\nF1"),
    Head("f1", "directed", "directed\nF1"),
    Head("precision", "arrowheads", "arrow\nprec."),
    Head("recall", "arrowheads", "arrow\nrecall"),
    Head("nced", NCED[0].name, "nCED"),
)
"""The columns of a table of graphs."""
CLAIMS = (
    Head("shd", "skeleton", "adjacency\nwrong", as_rate=True),
    Head("mark_errors", "decided", "marks\nwrong", as_rate=True),
    Head("mark_coverage", "estimate", "marks\ndecided"),
    Head("ancestral_errors", "decided", "ancestry\nwrong", as_rate=True),
    Head("ancestral_coverage", "estimate", "ancestry\ndecided"),
    Head("adjustment_aid", "decided", "effects\nwrong", as_rate=True),
    Head("adjustment_coverage", "estimate", "effects\ndecided"),
)
"""The columns of a table of claims, which `LEGEND_OF_CLAIMS` explains."""
LEGEND_OF_CLAIMS = (
    "An estimate makes claims about adjacencies, the marks (arrowheads and tails) on edges of both "
    "graphs, ancestors, and the sets to adjust for. wrong: share of the claims that the truth "
    "contradicts. decided: share of the questions that the estimate answers with a claim."
)
MAIN_OF_SCORES = (
    Head("roc_auc", "directed", "ROC\nAUC"),
    Head("average_precision", "directed", "average\nprec."),
    Head("roc_auc", "skeleton", "skeleton\nROC AUC"),
    Head("average_precision", "skeleton", "skeleton\nav. prec."),
    Head("f1_at_k", "directed, k = E", "F1 at\nk = E"),
)
"""The columns of a table of edge scores."""
MAIN_OF_SERIES = (
    "temporal_shd:total",
    "f1:lagged",
    "f1:contemporaneous skeleton",
    "f1:contemporaneous",
    "f1:changing modules",
    "f1:summary",
)
"""The metrics of a table of time series graphs."""
LEGEND = (
    "SHD: node pairs that differ; CPDAG SHD: after both graphs are replaced by their CPDAGs. "
    f"arrow: precision and recall of arrowheads. nCED: normed causal edit distance, {NCED[0].name}. "
    "Best is 0 in SHD and nCED, 1 elsewhere."
)


def print_scores(
    scores: Scores,
    *,
    is_single: bool,
    main: bool,
    output: str | None,
    make_tables: MakeTables | None = None,
    write_report: WriteReport | None = None,
) -> None:
    """
    Print the report of one estimate, or tables of several with their warnings.

    `main` states whether the tables have the default columns instead of all metrics. `write_report` and
    `make_tables` replace the default report and the default tables.
    """
    if not scores.reports:
        return
    if is_single:
        report = with_short_names(scores.reports[0])
        in_color = output is None and has_color()
        emit(str(report) if write_report is None else write_report(report, in_color), output)
        return
    heads = _main_heads(scores.reports) if main else _all_heads(scores.reports)
    lines = [f"truth  {_truth_line(_with_whole_truth(scores.reports))}"]
    folder = _common_folder([report.estimate.name for report in scores.reports])
    if folder:
        lines.append(f"estimates in {shortened(folder, 80 - len('estimates in '))}")
    plain = output is not None
    more_notes: list[str] = []
    if make_tables is None:
        text = tables_text(*score_tables(scores.reports, heads, folder), plain=plain)
    else:
        text, more_notes = make_tables(folder, plain)
    lines += ["", text]
    if notes := [*footnotes(scores.reports, heads, main=main), *more_notes]:
        lines += ["", *(line for text in notes for line in wrapped(text))]
    emit("\n".join(lines), output)
    for text in warnings_once(scores.reports):
        warn(text)


def report_text(report: Report) -> str:
    """Return the full report as text, with long names shortened."""
    return str(with_short_names(report))


def with_short_names(report: Report) -> Report:
    """Shorten long names of the two graphs, so that their lines fit into 80 columns."""
    sides = {}
    for side in (report.truth, report.estimate):
        width_of_rest = _LABEL_WIDTH + len(str(replace(side, name=""))) + len(": ")
        sides[side] = replace(side, name=shortened(side.name, 80 - width_of_rest))
    return replace(report, truth=sides[report.truth], estimate=sides[report.estimate])


def shortened(name: str, max_width: int) -> str:
    """
    Leave out the beginning of a name that is wider than `max_width` columns.

    Examples:
        >>> shortened("results/run-17/pc.json", 14)
        '...-17/pc.json'
    """
    from rich.cells import cell_len

    name = printable(name)
    if cell_len(name) <= max_width:
        return name
    while name and cell_len(name) > max_width - 3:
        name = name[1:]
    return f"...{name}"


# ---- the table


def score_tables(
    reports: Sequence[Report],
    heads: Sequence[Head],
    folder: str = "",
    *,
    ranked: bool = True,
    unranked: Sequence[Report] = (),
) -> list[Table]:
    """
    Return the table of several reports, in blocks of columns that fit the terminal.

    The best number of each column is marked.

    Reports in `unranked`, such as that of the truth, are never marked. Without `ranked`, no number is
    marked, and a column states the class of each estimate, because numbers of different classes cannot
    be compared.
    """
    rows = [{(row.metric, row.convention): row for row in report} for report in reports]
    ranked_rows = [row for row, report in zip(rows, reports, strict=True) if report not in unranked]
    best = {
        head.key: _best_value([row[head.key] for row in ranked_rows if head.key in row])
        if ranked
        else None
        for head in heads
    }
    names = [report.estimate.name.removeprefix(folder) for report in reports]
    cells = [
        [name, *(_cell(row.get(head.key), as_rate=head.as_rate) for head in heads)]
        for name, row in zip(names, rows, strict=True)
    ]
    styles = [
        [
            "",
            *(
                _BEST if report not in unranked and _equals(row.get(head.key), best[head.key]) else ""
                for head in heads
            ),
        ]
        for row, report in zip(rows, reports, strict=True)
    ]
    columns = [Column(head.text, right=True) for head in heads]
    if not ranked:
        columns.insert(0, Column("class"))
        for k, report in enumerate(reports):
            cells[k].insert(1, _class(report))
            styles[k].insert(1, "")
    if any(report.estimate.kind == "samples" for report in reports):
        columns.insert(0, Column("samples", right=True))
        for k, report in enumerate(reports):
            cells[k].insert(1, str(report.estimate.edges) if report.estimate.kind == "samples" else "")
            styles[k].insert(1, "")
    return in_blocks(Column("estimate"), columns, cells, styles=styles)


def _class(report: Report) -> str:
    kind = report.estimate.kind
    return kind if kind in ("digraph", "undirected") else kind.upper()


def _cell(row: Row | None, *, as_rate: bool = False) -> str:
    if row is None or row.status == "refused":
        return "-"
    if as_rate and row.of is not None and row.status == "ok":
        return f"{row.value / row.of:.3f}" if row.of else "nan"
    return number(row.value) if isinstance(row.value, int) or row.status != "ok" else f"{row.value:.3f}"


def _best_value(rows: Iterable[Row]) -> float | None:
    defined = [row for row in rows if row.status == "ok"]
    if len(defined) < 2 or defined[0].better == "neither":
        return None
    return (min if defined[0].better == "lower" else max)(row.value for row in defined)


def _equals(row: Row | None, best: float | None) -> bool:
    return row is not None and row.status == "ok" and row.value == best


def _main_heads(reports: Sequence[Report]) -> list[Head]:
    """Return the main columns of graphs, of scores, or of both."""
    present = {(row.metric, row.convention) for report in reports for row in report}
    return [head for head in (*MAIN, *MAIN_OF_SCORES) if head.key in present]


def _all_heads(reports: Sequence[Report]) -> list[Head]:
    """Return a column for every metric of the first report."""
    keys = dict.fromkeys((row.metric, row.convention) for row in reports[0])
    return [Head(metric, convention, _head_text(metric, convention)) for metric, convention in keys]


def _head_text(metric: str, convention: str) -> str:
    return "\n".join(
        line
        for text in (metric.replace("_", " "), convention)
        for line in textwrap.wrap(text, _HEAD_WIDTH, break_long_words=False)
    )


def _common_folder(names: Sequence[str]) -> str:
    """
    Return the folder of all files, with a slash at its end; empty for one file or several folders.
    """
    folders = {str(PurePath(name).parent) for name in names}
    folder = f"{folders.pop()}/" if len(folders) == 1 else ""
    is_common = all(name.startswith(folder) for name in names)
    return folder if len(names) > 1 and is_common and len(folder) > len("./") else ""


# ---- above and below the table


def _with_whole_truth(reports: Sequence[Report]) -> Report:
    """
    Return the report whose truth has the most edges, since the truth of others may be a single regime.

    Only reports whose truth has the kind of the first report's truth are considered.
    """
    kind = reports[0].truth.kind
    return max(
        (report for report in reports if report.truth.kind == kind),
        key=lambda report: report.truth.edges,
    )


def _truth_line(report: Report) -> str:
    width_of_rest = len("truth  ") + len(str(replace(report.truth, name=""))) + len(": ")
    return str(replace(report.truth, name=shortened(report.truth.name, 80 - width_of_rest)))


def footnotes(reports: Sequence[Report], heads: Sequence[Head], *, main: bool) -> list[str]:
    """Explain the columns and the signs in a table."""
    shown = {head.key for head in heads}
    statuses = {
        row.status for report in reports for row in report if (row.metric, row.convention) in shown
    }
    notes = [LEGEND] if main and MAIN[0].key in shown else []
    if "refused" in statuses:
        notes.append("-: not defined on these graphs; the report of one estimate gives the reason.")
    if "undefined" in statuses:
        notes.append("nan: nothing to count, 0 of 0.")
    return notes


def warnings_once(reports: Sequence[Report]) -> list[str]:
    """List the warnings of several reports, each once, with the estimates that it concerns."""
    estimates: dict[str, list[str]] = {}
    for report in reports:
        for text in report.warnings:
            estimates.setdefault(text, []).append(report.estimate.name)
    estimates_of_warning = {
        text: "all estimates" if len(names) == len(reports) else listing(names, most=3)
        for text, names in estimates.items()
    }
    return [f"{names}: {text}" for text, names in estimates_of_warning.items()]
