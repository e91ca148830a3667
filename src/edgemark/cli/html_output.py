"""The page of ``--html``: a file, or standard output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edgemark.cli.console import emit, note, use_utf8

if TYPE_CHECKING:
    from edgemark.pages.page import Page

__all__ = ["STDOUT", "is_alone", "write_html"]

STDOUT = "-"


def is_alone(html: str | None, output: str | None) -> bool:
    """Return whether the page goes to standard output, so that no text may be printed there."""
    return html == STDOUT and output in (None, STDOUT)


def write_html(page: Page, place: str) -> None:
    """Write a page to a file, or to standard output if `place` is ``-``."""
    if place == STDOUT:
        use_utf8()
        emit(page.to_html())
        return
    page.write(place)
    note(f"{place}: written")
