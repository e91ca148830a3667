"""A table for papers as HTML for notebooks. It loads nothing, and takes the colours of the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from edgemark.display.elements import Element, Markup, as_html, element
from edgemark.display.scene_svg import scene_svg

if TYPE_CHECKING:
    from edgemark.display.scene import Scene
    from edgemark.report.tables import Table

__all__ = ["drawn", "table_html"]

_CELL = "padding:0.15em 0.8em 0.15em 0.2em;border:0;text-align:{};font-weight:{}"
_HEAD = "padding:0.15em 0.8em 0.15em 0.2em;border:0;border-bottom:1px solid #8889;text-align:{}"


def table_html(table: Table, warnings: Iterable[object] = (), picture: Scene | str = "") -> str:
    """
    Write a table with its notes, a picture or the reason why there is none, and those warnings whose
    text is in no note.
    """
    heads = [
        element("th", name, scope="col", style=_HEAD.format(_alignment(k)))
        for k, name in enumerate(table.head)
    ]
    rows = [
        element("tr", (_cell(table, r, c) for c in range(len(row)))) for r, row in enumerate(table.rows)
    ]
    texts_of_warnings = dict.fromkeys(
        text for text in map(str, warnings) if not any(text.rstrip(".") in note for note in table.notes)
    )
    return as_html(
        element(
            "div",
            element("div", element("b", table.title)),
            element(
                "div",
                element(
                    "table",
                    element("thead", element("tr", heads)),
                    element("tbody", rows),
                    style="border-collapse:collapse;font-size:inherit;width:auto;margin:0.3em 0",
                ),
                style="overflow-x:auto",
            ),
            (element("div", note, style="opacity:0.8") for note in table.notes),
            drawn(picture),
            (element("div", element("b", "Warning: "), text) for text in texts_of_warnings),
            class_="edgemark-table",
            style="font-size:13px;line-height:1.45",
        )
    )


def drawn(picture: Scene | str) -> Element | None:
    """Write a picture, or the reason why there is none."""
    if isinstance(picture, str):
        return element("div", picture) if picture else None
    svg = Markup(scene_svg(picture, paper="none"))
    return element("div", svg, style="overflow-x:auto;margin:0.5em 0")


def _alignment(column: int) -> str:
    return "right" if column else "left"


def _cell(table: Table, r: int, c: int) -> Element:
    weight = "bold" if (r, c) in table.best else "normal"
    tag, scope = ("td", None) if c else ("th", "row")
    return element(tag, table.rows[r][c], scope=scope, style=_CELL.format(_alignment(c), weight))
