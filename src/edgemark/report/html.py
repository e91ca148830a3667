"""
A report as HTML for notebooks.

It has no scripts, loads nothing, and takes its colours from the page around it. Every number has its
convention in the same row. A tooltip shows its fraction and its source.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from edgemark.display.elements import as_html
from edgemark.display.text import escaped
from edgemark.report.chance_picture import chance_scene
from edgemark.report.chance_text import LEGEND, cells, shown
from edgemark.report.layout import (
    Recovery,
    Section,
    conversions,
    decimal,
    head,
    number,
    recovery,
    refusals_by_reason,
    sections,
)
from edgemark.report.table_html import drawn
from edgemark.values import COUNTS, Confusion

if TYPE_CHECKING:
    from edgemark.report import Report, Row

__all__ = ["write"]

_NAMES = dict(
    zip(COUNTS, ("true positives", "false positives", "false negatives", "true negatives"), strict=True)
)
_STYLE = """<style>
.edgemark-report { font-size: 13px; line-height: 1.45; }
.edgemark-report > div { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 1em 3em; }
.edgemark-report section { max-width: 100%; overflow-x: auto; margin: 1em 0 0; }
.edgemark-report table { border-collapse: collapse; table-layout: auto; width: auto; margin: 0;
  font-size: inherit; }
.edgemark-report tr th, .edgemark-report tr td { padding: 0.15em 0.7em 0.15em 0.3em; border: 0;
  vertical-align: baseline; font-weight: normal; white-space: nowrap; }
.edgemark-report th:not(.number), .edgemark-report td:not(.number) { text-align: left; }
.edgemark-report thead tr th { font-weight: bold; border-bottom: 1px solid #8889; }
.edgemark-report tr .number { text-align: right; padding: 0.15em 0.3em 0.15em 0.9em;
  font-variant-numeric: tabular-nums; }
.edgemark-report tr .text { white-space: normal; overflow-wrap: anywhere; }
.edgemark-report [title] { cursor: help; }
.edgemark-report p, .edgemark-report ul { margin: 0.8em 0 0; padding-left: 0.3em; }
.edgemark-report p + ul { margin-top: 0.1em; padding-left: 1.5em; }
.edgemark-report p, .edgemark-report li { max-width: 62em; overflow-wrap: anywhere; }
.edgemark-report .warning { border-left: 3px solid #d90; padding-left: 0.7em; }
</style>"""


def write(report: Report) -> str:
    """
    Write both graphs, the tables of numbers, what is undefined or refused, and warnings.

    A report with the scores of random guessing has one table of numbers. Any other has one for each
    section.
    """
    confusions = recovery(report.rows)
    tables = _chance(report) if report.has_chance else _tables(report, confusions)
    undefined = [(f"{row.metric} of {row.convention}", row.reason) for row in confusions.undefined]
    absent = ", ".join(map(escaped, confusions.absent))
    parts = [
        '<div class="edgemark-report">',
        _STYLE,
        _sides(report),
        *tables,
        *([f"<p><b>In neither graph:</b> {absent}</p>"] if absent else []),
        *_reasons("Compared as", conversions(report).items()),
        *_reasons("Undefined, nothing to count", undefined),
        *_reasons("Not defined here", refusals_by_reason(report.rows)),
        *map(_warning, report.warnings),
        "</div>",
    ]
    return "\n".join(parts)


def _tables(report: Report, confusions: Recovery) -> list[str]:
    values = [_section(section) for section in sections(report.rows)]
    tables = [*(["<div>", *values, "</div>"] if values else []), *_recovery_table(confusions)]
    return ["<div>", *tables, "</div>"] if tables else []


def _sides(report: Report) -> str:
    lines = "".join(
        f'<tr><th scope="row">{name}</th><td class="text">{escaped(str(side))}</td></tr>'
        for name, side in (("truth", report.truth), ("estimate", report.estimate))
    )
    return f"<table><tbody>{lines}</tbody></table>"


def _section(section: Section) -> str:
    heads = ["value", "of", "rate"] if section.has_rates else ["value"]
    lines = []
    for row in section.rows:
        of, rate = ("", "") if row.of is None else (str(row.of), decimal(row.rate))
        numbers = [number(row), of, rate][: len(heads)]
        title = _tooltip(row)
        lines.append(
            f'<tr><th scope="row">{escaped(row.metric)}</th><td>{escaped(row.convention)}</td>'
            f"{''.join(_number_cell(text, title) for text in numbers)}</tr>"
        )
    columns = "".join(f'<th scope="col" class="number">{name}</th>' for name in heads)
    first = f'<th scope="colgroup" colspan="2">{escaped(section.title)}</th>'
    return _table_of(f"{first}{columns}", lines)


def _recovery_table(confusions: Recovery) -> Iterator[str]:
    if not confusions.rows:
        return
    lines = []
    for convention, measures in confusions.rows.items():
        numbers = [
            _number_cell(number(row), _tooltip(row)) if (row := measures.get(name)) else "<td></td>"
            for name in confusions.columns
        ]
        lines.append(f'<tr><th scope="row">{escaped(convention)}</th>{"".join(numbers)}</tr>')
    columns = "".join(
        f'<th scope="col" class="number" title="{escaped(_meaning(name))}">{head(name)}</th>'
        for name in confusions.columns
    )
    yield _table_of(f'<th scope="col">RECOVERY</th>{columns}', lines)


def _chance(report: Report) -> Iterator[str]:
    lines = [
        f'<tr><th scope="row">{escaped(row.metric)}</th><td>{escaped(row.convention)}</td>'
        f"{''.join(_number_cell(text.strip(), _tooltip(row)) for text in cells(row))}</tr>"
        for row in shown(report)
    ]
    heads = ("value", "chance", "95 % of guesses", "p", "above")
    columns = "".join(f'<th scope="col" class="number">{name}</th>' for name in heads)
    yield _table_of(f'<th scope="colgroup" colspan="2">AGAINST GUESSING</th>{columns}', lines)
    yield f"<p>{escaped(LEGEND)}</p>"
    if (picture := drawn(chance_scene(report))) is not None:
        yield as_html(picture)


def _warning(text: str) -> str:
    if text.startswith("chance"):  # A note on how many guesses were drawn, or why there are none.
        return f"<p>{escaped(text)}</p>"
    return f'<p class="warning"><b>Warning:</b> {escaped(text)}</p>'


def _meaning(measure: str) -> str:
    summary = getattr(Confusion, measure).__doc__ if measure not in COUNTS else ""
    return _NAMES.get(measure) or (summary or measure).strip().partition("\n")[0]


def _table_of(heads: str, lines: Iterable[str]) -> str:
    body = "\n".join(lines)
    return f"<section><table><thead><tr>{heads}</tr></thead>\n<tbody>{body}</tbody></table></section>"


def _number_cell(text: str, title: str) -> str:
    return f'<td class="number" title="{title}">{text}</td>' if text else "<td></td>"


def _tooltip(row: Row) -> str:
    """
    Return the tooltip of a number: its fraction, the number itself if it has none, or why it is missing;
    then the classes that were compared, and the source of the number.
    """
    value = number(row) if row.count is None or row.of is None else f"{row.count} of {row.of}"
    content = row.reason or value
    return escaped(f"{row.metric}, {row.convention}: {content} ({row.compared}). {row.source}")


def _reasons(title: str, reasons: Iterable[tuple[str, str]]) -> Iterator[str]:
    lines = [f"<li><b>{escaped(name)}:</b> {escaped(reason)}</li>" for name, reason in reasons]
    if lines:
        yield "\n".join([f"<p><b>{title}</b></p>", "<ul>", *lines, "</ul>"])
