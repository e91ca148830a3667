"""
Make untrusted text safe for a terminal, a page and a CSV file.

Graphs need `printable`. The modules csv and html are imported when first used, so this import is fast.
"""

from collections.abc import Iterable
from typing import Any

__all__ = ["clipped", "csv_line", "escaped", "on_one_line", "printable"]


def printable(text: str) -> str:
    r"""
    Escape characters that cannot be printed: those that control a terminal, and direction marks.

    Examples:
        >>> printable("a\x1b[31m")
        'a\\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def on_one_line(text: str) -> str:
    r"""
    Join the lines of a text, such as the reason of a failed run, by spaces.

    Examples:
        >>> on_one_line("no memory:\n  2 GiB\n")
        'no memory: 2 GiB'
    """
    lines = text.splitlines()
    return text if len(lines) < 2 and text == "".join(lines) else " ".join(text.split())


def clipped(text: str, max_length: int = 2000) -> str:
    """
    Shorten a very long text in the middle, such as a name with a million letters.

    The result has `max_length` characters of the text, and the number of characters left out.

    Examples:
        >>> clipped("abcdefghij", max_length=4)
        'ab [... 6 characters ...] ij'
        >>> clipped("abcdefghij", max_length=5)
        'ab [... 5 characters ...] hij'
    """
    n_left_out = len(text) - max_length
    if n_left_out <= 0:
        return text
    n_begin = max_length // 2
    end = text[n_begin + n_left_out :]
    return f"{text[:n_begin]} [... {n_left_out} characters ...] {end}"


def csv_line(values: Iterable[Any]) -> str:
    r"""
    Write one row of CSV; None is an empty field.

    Before Python 3.13, the csv writer does not quote a carriage return unless it ends lines with one.

    Examples:
        >>> csv_line(["a\rb", None, 0.5])
        '"a\rb",,0.5\n'
    """
    import csv
    import io

    out = io.StringIO()
    csv.writer(out).writerow(values)
    return out.getvalue().removesuffix("\r\n") + "\n"


def escaped(text: str) -> str:
    r"""
    Escape text for HTML, also in attributes: no markup, and no effect on the direction of other text.

    Examples:
        >>> escaped("<b>\u202e")
        '&lt;b&gt;\\u202e'
    """
    from html import escape

    return escape(printable(text))
