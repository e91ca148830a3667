"""Tables that fit the terminal, whatever their cells contain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from math import isnan
from typing import TYPE_CHECKING

from edgemark.cli.console import has_color, width
from edgemark.display.text import clipped, printable

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["Column", "in_blocks", "number", "table", "tables_text"]

_GAP = 2


@dataclass(frozen=True, slots=True)
class Column:
    """
    A column of a table.

    Attributes:
        head: the heading, which may have several lines.
        right: whether its cells are aligned at the right, as for numbers.
        width: in columns of the terminal; None to share the remaining width.
        no_wrap: whether its cells must not be broken into lines.
    """

    head: str
    right: bool = False
    width: int | None = None
    no_wrap: bool = False


def number(value: float) -> str:
    """
    Write a number with up to three decimals.

    Examples:
        >>> number(3), number(0.5), number(1 / 3), number(float("nan"))
        ('3', '0.5', '0.333', 'nan')
    """
    if isnan(value):
        return "nan"
    return str(value) if isinstance(value, int) else f"{value:.3f}".rstrip("0").rstrip(".")


def table(
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    *,
    gap: int = _GAP,
    styles: Sequence[Sequence[str]] = (),
) -> Table:
    """Return a table of plain text; nothing in a cell is read as markup."""
    from rich.table import Table
    from rich.text import Text

    def text(cell: str, style: str = "") -> Text:
        lines = "\n".join(clipped(printable(line)) for line in cell.split("\n"))
        return Text(lines, style, overflow="fold")

    built = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="bold")
    n_line_ends = max(column.head.count("\n") for column in columns)
    for column in columns:
        built.add_column(
            text("\n" * (n_line_ends - column.head.count("\n")) + column.head),
            justify="right" if column.right else "left",
            width=column.width,
            no_wrap=column.no_wrap,
        )
    for k, row in enumerate(rows):
        row_styles = styles[k] if styles else [""] * len(row)
        built.add_row(*(text(cell, style) for cell, style in zip(row, row_styles, strict=True)))
    return built


def in_blocks(
    names: Column,
    numbers: Sequence[Column],
    rows: Sequence[Sequence[str]],
    *,
    gap: int = _GAP,
    styles: Sequence[Sequence[str]] = (),
) -> list[Table]:
    """
    Return tables of names and numbers. A table that is too wide is split, and each part has the names.
    """
    from rich.cells import cell_len

    def natural_width(k: int, head: str) -> int:
        cells = [line for cell in (head, *(row[k] for row in rows)) for line in cell.split("\n")]
        return max(cell_len(printable(line)) for line in cells)

    widths = [natural_width(k, column.head) + gap for k, column in enumerate(numbers, 1)]
    name_width = min(natural_width(0, names.head) + gap, max(width() - sum(widths), width() // 4))
    tables, start = [], 0
    while start < len(numbers):
        stop, used = start + 1, name_width + widths[start]
        while stop < len(numbers) and used + widths[stop] <= width() + gap:
            used, stop = used + widths[stop], stop + 1
        shown = [0, *range(start + 1, stop + 1)]
        columns = [Column(names.head, width=name_width - gap)]
        columns += [Column(numbers[k - 1].head, True, widths[k - 1] - gap, True) for k in shown[1:]]
        shown_rows = [[_broken(row[0], name_width - gap), *(row[k] for k in shown[1:])] for row in rows]
        tables.append(
            table(columns, shown_rows, gap=gap, styles=[[s[k] for k in shown] for s in styles])
        )
        start = stop
    return tables


def _broken(name: str, max_width: int) -> str:
    r"""
    Break a name that is wider than `max_width` columns, at the signs between its words.

    Examples:
        >>> _broken("runs/fci-chisq.json", 12).split("\n")
        ['runs/fci-', 'chisq.json']
    """
    from rich.cells import cell_len

    lines = [""]
    for word in re.findall(r"[^/_ -]*[/_ -]|[^/_ -]+", printable(name)):
        if lines[-1] and cell_len(lines[-1] + word) > max_width:
            lines.append("")
        lines[-1] += word
    return "\n".join(lines)


def tables_text(*tables: Table, plain: bool = False) -> str:
    """Write tables as text, with a blank line between; in colour if the terminal supports it."""
    from rich.console import Console

    buffer = StringIO()
    console = Console(
        file=buffer,
        width=width(),
        force_terminal=has_color() and not plain,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for k, part in enumerate(tables):
        if k:
            console.print()
        console.print(part)
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines())
