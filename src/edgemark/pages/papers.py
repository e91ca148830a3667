"""Tables for papers, shown on HTML pages as tables that can be sorted."""

from __future__ import annotations

from edgemark.display.elements import Node
from edgemark.pages.blocks import Cell, Column, DataTable, data_table, notes, opened
from edgemark.report.tables import Table

__all__ = ["paper_table"]


def paper_table(table: Table, key: str, first: str = "", *, marked: bool = True) -> list[Node]:
    """
    Write a table with its notes.

    Args:
        table: the table for a paper.
        key: the target of links to the table.
        first: heading of the first column, if it has none.
        marked: whether the best value is bold. The page explains bold values once, at its top, so the
            note about them is left out here.
    """
    head = [table.head[0] or first, *table.head[1:]]
    columns = tuple(Column(name, number=k > 0 and _is_number(table, k)) for k, name in enumerate(head))
    rows = [
        [Cell(text, best=marked and (r, c) in table.best) for c, text in enumerate(row)]
        for r, row in enumerate(table.rows)
    ]
    notes_without_bold = [text for text in table.notes if not text.startswith("bold:")]
    return [
        data_table(DataTable(key, table.title, columns, rows, searched=len(rows) > 12)),
        *([opened("how to read this table", notes(notes_without_bold))] if notes_without_bold else []),
    ]


def _is_number(table: Table, k: int) -> bool:
    """Whether most filled cells of a column begin with a digit, apart from signs such as - and >."""
    texts = [row[k].lstrip("-−> ") for row in table.rows if row[k] and not row[k].startswith("–")]
    return bool(texts) and sum(text[:1].isdigit() for text in texts) * 2 > len(texts)
