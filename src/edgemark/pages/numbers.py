"""All numbers of a report as a table, each with its convention and its source."""

from __future__ import annotations

from math import isnan, nan

from edgemark.pages.blocks import (
    Cell,
    Column,
    DataTable,
    Section,
    data_table,
    filter_and_sort_help,
    note,
    number,
)
from edgemark.pages.conventions import about, count_of, value_of
from edgemark.report import Report, Row

__all__ = ["numbers_section"]


def numbers_section(report: Report, key: str = "numbers", title: str = "All numbers") -> Section:
    """Make a table of all rows; undefined and refused ones are listed with the reason."""
    chance = report.has_chance
    columns = [
        Column("metric", filtered=True),
        Column("convention"),
        Column("value", number=True),
        Column("count", number=True, meaning="what was counted, out of the largest possible number"),
        Column("rate", number=True, meaning="the count as a share of the largest possible number"),
        Column("better", filtered=True),
        *(_CHANCE if chance else ()),
        Column("status", filtered=True),
        Column("convention and source", sortable=False),
    ]
    rows = [_row(row, chance=chance) for row in report]
    table = DataTable(f"{key}-table", title, tuple(columns), rows)
    lead = note(
        "Every number of the report, with its convention. Undefined and refused numbers are listed "
        f"with the reason. {filter_and_sort_help(table)}".rstrip()
    )
    return Section(key, title, (lead, data_table(table)))


_CHANCE = (
    Column("guessing", number=True, meaning="mean over random guesses"),
    Column("p", number=True, meaning="probability that a guess scores at least as well"),
    Column("above", number=True, meaning="0 is guessing, 1 is perfect"),
)


def _row(row: Row, *, chance: bool) -> list[Cell | str]:
    shown = "–" if row.status == "refused" else value_of(row)
    rate = nan if row.of is None else row.rate
    guesses: list[Cell | str] = []
    if chance:
        guess = row.chance
        values = (nan, nan, nan) if guess is None else (guess.mean, guess.p_value, guess.above)
        guesses = [Cell(number(value), value) for value in values]
    return [
        row.metric,
        row.convention,
        Cell(shown, row.value),
        Cell(count_of(row), nan if row.of is None or row.count is None else row.count),
        Cell("" if isnan(rate) else number(rate), rate),
        row.better,
        *guesses,
        row.status,
        Cell(about(row)),
    ]
