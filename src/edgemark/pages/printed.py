"""The section of a page with the numbers that other packages print for its two graphs."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from math import nan
from typing import Any

from edgemark.display.elements import Element
from edgemark.errors import EdgemarkError, EdgemarkWarning, Message, plural
from edgemark.packages import PACKAGES, printed_by
from edgemark.pages.blocks import (
    Cell,
    Column,
    DataTable,
    Section,
    data_table,
    note,
    notes,
    number,
    opened,
)
from edgemark.report import Row

__all__ = ["printed_section"]


def printed_section(truth: Any, estimate: Any, key: str = "printed") -> Section | None:
    """Write a row for each number that a package prints; None if no package reads such graphs."""
    rows: list[Sequence[Cell | str]] = []
    refused: list[str] = []
    for name in PACKAGES:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", EdgemarkWarning)
                printout = printed_by(truth, estimate, name)
        except (EdgemarkError, TypeError) as error:
            refused.append(f"{name}: {error}")
            continue
        rows += [_row(printout.package, row) for row in printout]
    if not rows:
        return None
    columns = (
        Column("prints"),
        Column("value", number=True),
        Column("package", filtered=True),
        Column("edgemark calls it", filtered=False),
        Column("remark"),
    )
    body = [
        note(
            "The numbers that other packages print for these two graphs, under the names in these "
            "packages. If a package prints a constant for an undefined ratio, the remark says so."
        ),
        data_table(DataTable(f"{key}-table", "What other packages print", columns, rows)),
        *_left_out(refused),
    ]
    return Section(key, "What other packages print", tuple(body))


def _row(package: str, row: Row) -> list[Cell | str]:
    value = Cell("–", nan) if row.status != "ok" else Cell(number(row.value), row.value)
    # As in `rosetta`: remedies name numbers of edgemark, not those of the package.
    remark = row.reason.problem if isinstance(row.reason, Message) else row.reason
    return [
        row.metric,
        value,
        package,
        row.source.removeprefix(f"{package}: "),
        remark,
    ]


def _left_out(refused: Sequence[str]) -> Iterator[Element]:
    if refused:
        yield opened(f"{plural(len(refused), 'package')} cannot compare these graphs", notes(refused))
