"""A report as text of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from edgemark.display.text import clipped, printable
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

if TYPE_CHECKING:
    from edgemark.report import Report, Row

_WIDTH = 80


def write(report: Report) -> str:
    """Write both graphs, every section that has a row, the confusions, what is refused, and warnings."""
    lines = [f"truth     {report.truth}", f"estimate  {report.estimate}"]
    for section in sections(report.rows):
        lines += ["", *_section(section)]
    lines += _recovery(recovery(report.rows))
    for classes, names in conversions(report).items():
        lines += ["", *_wrapped(f"compared as {classes}: {names}")]
    refused = refusals_by_reason(report.rows)
    if refused:
        lines += ["", "NOT DEFINED HERE"]
        for names, reason in refused:
            lines += _wrapped(f"{names}: {reason}")
    for text in report.warnings:
        lines += ["", *_wrapped(f"warning: {text}")]
    return "\n".join(lines)


def _section(section: Section) -> Iterator[str]:
    heads = f"{section.title:<46}{'value':>10}"
    yield f"{heads}{'of':>12}{'rate':>10}" if section.has_rates else heads
    width = max(20, *(len(row.metric) + 2 for row in section.rows))
    for row in section.rows:
        line = f"{row.metric:<{width}}{row.convention:<{46 - width}}{number(row):>10}"
        yield line if row.of is None else f"{line}{row.of:>12}{decimal(row.rate):>10}"


def _recovery(confusions: Recovery) -> list[str]:
    lines = []
    if confusions.rows:
        lines += ["", *_table(confusions.rows, confusions.columns)]
    for row in confusions.undefined:
        lines += _wrapped(f"{row.metric} of {row.convention} is undefined: {row.reason}")
    if confusions.absent:
        lines += ["", *_wrapped(f"in neither graph: {', '.join(confusions.absent)}")]
    return lines


def _table(rows: Mapping[str, Mapping[str, Row]], columns: Sequence[str]) -> list[str]:
    lines = [["RECOVERY", *map(head, columns)]]
    lines += [
        [name, *(number(measures[column]) if column in measures else "" for column in columns)]
        for name, measures in rows.items()
    ]
    widths = [max(7, *(len(line[k]) + 2 for line in lines)) for k in range(len(columns) + 1)]
    widths[0] = max(widths[0], 22)
    # A table that is too wide leaves out the true negatives.
    if sum(widths) > _WIDTH and "tn" in columns and len(columns) > 1:
        return _table(rows, [name for name in columns if name != "tn"])
    return [
        line[0].ljust(widths[0])
        + "".join(column.rjust(w) for column, w in zip(line[1:], widths[1:], strict=True))
        for line in lines
    ]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(
        clipped(printable(text)), _WIDTH, subsequent_indent="  ", break_on_hyphens=False
    )
