"""A report as a table for papers."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from edgemark.report.p_values import p_value_text
from edgemark.report.tables import Table, head

if TYPE_CHECKING:
    from edgemark.report.report import Report
    from edgemark.report.rows import Row

__all__ = ["table_of_report"]

_REFUSED = "not defined on these graphs: {}"
_UNDEFINED = "undefined: no value on these graphs, such as 0 of 0"


def table_of_report(report: Report) -> Table:
    """
    Return a table with a row for each value; a note names the metrics that do not apply to the graphs.
    """
    shown = [row for row in report if row.status != "refused"]
    cells, columns = (_chance_columns, _CHANCE) if report.has_chance else (_count_columns, _COUNTS)
    rows = tuple((_name(row), *cells(row)) for row in shown)
    refused = dict.fromkeys(row.metric for row in report if row.status == "refused")
    notes = [_UNDEFINED] if any(row.status == "undefined" for row in shown) else []
    notes += [_REFUSED.format(", ".join(refused))] if refused else []
    notes += [str(text).rstrip(".") for text in report.warnings]
    title = f"the estimate ({report.estimate}) compared with the truth ({report.truth})"
    return Table(title, ("", *columns), rows, (), tuple(notes))


_COUNTS = ("value", "of", "rate")
_CHANCE = ("value", "chance", "95 % of guesses", "p", "above chance")


def _name(row: Row) -> str:
    return head(":".join(part for part in (row.metric, row.convention) if part), row.better)


def _count_columns(row: Row) -> tuple[str, ...]:
    return _value(row), "" if row.of is None else str(row.of), "" if row.of is None else _text(row.rate)


def _chance_columns(row: Row) -> tuple[str, ...]:
    chance = row.chance
    if chance is None:
        return _value(row), "", "", "", ""
    interval = (
        "" if isnan(chance.low) or isnan(chance.high) else f"{_text(chance.low)} to {_text(chance.high)}"
    )
    p = "–" if isnan(chance.p_value) else p_value_text(chance.p_value, is_at_limit=chance.is_at_limit)
    return _value(row), _text(chance.mean), interval, p, _text(chance.above)


def _value(row: Row) -> str:
    return "undefined" if row.status == "undefined" else _text(row.value)


def _text(value: float) -> str:
    if isnan(value):
        return "–"
    return str(value) if isinstance(value, int) else f"{value:.3f}"
