"""The parts of pages: sections, tables, lists, notes, and numbers as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isnan

from edgemark.display.elements import Element, Node, element

_SHORT = 22
"""A text of up to this many letters is not broken into lines."""
_FEW_ROWS = 3
"""A table of up to this many rows has filters only if a column with a filter has several values."""
_LONG_WORD = 24
"""Words in a heading with more letters may be broken, so that they do not widen the column."""

__all__ = [
    "Cell",
    "Column",
    "DataTable",
    "Section",
    "data_table",
    "facts",
    "filter_and_sort_help",
    "link",
    "missing",
    "note",
    "notes",
    "number",
    "opened",
    "preformatted",
    "section",
]


@dataclass(frozen=True, slots=True)
class Section:
    """
    A part of a page with a heading.

    Attributes:
        key: the target of links to it, unique on the page.
        title: the heading.
        body: the content below the heading.
    """

    key: str
    title: str
    body: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """
    A column of a table.

    Attributes:
        name: the heading of the column.
        number: whether it holds numbers, which are aligned at the right and sorted by value.
        filtered: whether rows can be filtered by its content.
        falling: whether the largest value comes first when the table is sorted by the column.
        meaning: tooltip of the heading.
        sortable: whether rows can be sorted by it.
    """

    name: str
    number: bool = False
    filtered: bool = False
    falling: bool = False
    meaning: str = ""
    sortable: bool = True


@dataclass(frozen=True, slots=True)
class Cell:
    """
    A cell of a table.

    Attributes:
        shown: the content of the cell.
        order: the value by which the cell is sorted, if that is not the text.
        best: whether the value is the best of its column.
        mark: CSS classes of the cell, separated by spaces.
    """

    shown: Node
    order: float | None = None
    best: bool = False
    mark: str = ""


@dataclass(frozen=True, slots=True)
class DataTable:
    """
    A table that can be sorted and filtered.

    Attributes:
        key: the target of links to it, unique on the page.
        title: the caption.
        columns: the first one names the rows.
        rows: a cell for each column.
        searched: whether there may be a field that filters its rows by text, and filters of columns.
            A table that is too small to need them has none.
    """

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Cell | str]]
    searched: bool = True


def section(part: Section) -> Element:
    """Write a section with its heading."""
    head = element("h2", part.title, id=f"{part.key}-title")
    return element("section", head, part.body, id=part.key, aria_labelledby=f"{part.key}-title")


def data_table(table: DataTable) -> Element:
    """
    Write a table. The script of the page adds the controls that sort and filter it.

    The heading of a column without a name is "details", for screen readers only.
    """
    heads = [
        element(
            "th",
            element("span", column.name) if column.name else element("span", "details", class_="unseen"),
            scope="col",
            class_=_heading_classes(column),
            title=column.meaning or None,
            data_filter=column.filtered,
            data_falling=column.falling,
            data_plain=not column.sortable,
        )
        for column in table.columns
    ]
    rows = (
        element("tr", (_cell(cell, column, k) for k, (cell, column) in _with_columns(row, table)))
        for row in table.rows
    )
    table_element = element(
        "table",
        element("caption", table.title),
        element("thead", element("tr", heads)),
        element("tbody", rows),
    )
    frame = element(
        "div",
        table_element,
        class_="scroll",
        tabindex=0,
        role="group",
        aria_label=f"Table: {table.title}",
    )
    return element("div", frame, class_="data", id=table.key, data_searched=_has_filters(table))


def _heading_classes(column: Column) -> str | None:
    """Return the CSS classes of a heading: "n" for numbers, "long" for a long word."""
    is_long = any(len(word) > _LONG_WORD for word in column.name.split())
    return " ".join([*(["n"] if column.number else []), *(["long"] if is_long else [])]) or None


def _has_filters(table: DataTable) -> bool:
    """
    Whether the table has filters: it is `searched`, and has more than three rows, or a column with a
    filter in which rows differ.
    """
    return table.searched and (len(table.rows) > _FEW_ROWS or bool(_fields(table)))


def _fields(table: DataTable) -> list[str]:
    """Return the names of the columns that have a filter."""
    return [
        column.name
        for k, column in enumerate(table.columns)
        if column.filtered and len({_text(row[k]) for row in table.rows}) > 1
    ]


def filter_and_sort_help(table: DataTable) -> str:
    """
    Explain how to filter and sort the rows of a table; "" if that is not possible.

    Examples:
        >>> columns = (Column("run"), Column("algorithm", filtered=True), Column("cause", filtered=True))
        >>> filter_and_sort_help(DataTable("failures", "Failures", columns, [["1", "PC", "error"]]))
        ''
        >>> rows = [["1", "PC", "error"], ["2", "GES", "timeout"]]
        >>> filter_and_sort_help(DataTable("failures", "Failures", columns, rows))
        'Filter the rows by their text, algorithm or cause. Choose a heading to sort.'
    """
    if len(table.rows) < 2:
        return ""
    *first, last = ["text", *_fields(table)]
    fields = f"{', '.join(first)} or {last}" if first else last
    filters = f"Filter the rows by their {fields}. " if _has_filters(table) else ""
    return f"{filters}Choose a heading to sort."


def _text(cell: Cell | str) -> Node:
    return cell if isinstance(cell, str) else cell.shown


def _with_columns(
    row: Sequence[Cell | str], table: DataTable
) -> Iterable[tuple[int, tuple[Cell | str, Column]]]:
    return enumerate(zip(row, table.columns, strict=True))


def _cell(content: Cell | str, column: Column, k: int) -> Element:
    """Write the cell of column k. Its CSS classes are "n" for a number, and "s" for a short text."""
    cell = Cell(content) if isinstance(content, str) else content
    classes = [*(["n"] if column.number else []), *(["best"] if cell.best else []), *cell.mark.split()]
    if isinstance(cell.shown, str) and 0 < len(cell.shown) <= _SHORT and not column.number:
        classes.append("s")
    order = None if cell.order is None else "nan" if isnan(cell.order) else f"{cell.order:.12g}"
    tag, scope = ("th", "row") if k == 0 else ("td", None)
    return element(tag, cell.shown, scope=scope, class_=" ".join(classes) or None, data_v=order)


def facts(pairs: Iterable[tuple[str, Node | Iterable[Node]]]) -> Element:
    """Write a list of names with their values."""
    return element(
        "dl", (element("div", element("dt", name), element("dd", value)) for name, value in pairs)
    )


def opened(summary: Node, *inside: Node | Iterable[Node], key: str | None = None) -> Element:
    """Write a part that opens when its summary is chosen, or when a link to its key is followed."""
    return element("details", element("summary", summary), *inside, id=key)


def link(text: str, key: str) -> Element:
    """Write a link to another part of the page."""
    return element("a", text, href=f"#{key}")


def note(*inside: Node | Iterable[Node]) -> Element:
    """Write a paragraph in small letters."""
    return element("p", *inside, class_="note")


def notes(texts: Iterable[Node]) -> Element:
    """Write texts as the items of a list."""
    return element("ul", (element("li", text) for text in texts), class_="notes")


def preformatted(text: str) -> Element:
    """Write lines unchanged, with line breaks between them."""
    lines = text.splitlines()
    parts = [part for line in lines for part in (line, element("br"))][:-1]
    return element("pre", parts, tabindex=0)


def number(value: float) -> str:
    """
    Write a number: integers below 10^15 in full, other numbers with three decimals.

    If the absolute value of another number is at least 100, it has one decimal, and if it is below 0.1,
    three significant digits.

    Examples:
        >>> number(3), number(3.0), number(2 / 3), number(0.000163), number(1234.5), number(float("nan"))
        ('3', '3', '0.667', '0.000163', '1234.5', '–')
    """
    if isnan(value):
        return "–"
    if float(value).is_integer() and abs(value) < 1e15:
        return str(int(value))
    if abs(value) >= 100:
        return f"{value:.1f}"
    return f"{value:.3f}" if abs(value) >= 0.1 else f"{value:#.3g}"


def missing(reason: str, word: str = "undefined") -> Element:
    """Write that there is no value, with the reason."""
    return element("span", word, title=reason or None, class_="undefined")
