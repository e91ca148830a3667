"""
Tables for papers: a table of texts, and its forms for a terminal, for Markdown and for LaTeX.

An object with a table for a paper derives from `HasPaperTable`; its method `_table` returns the table.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING

from edgemark.display.tex import without_ligatures
from edgemark.display.text import printable
from edgemark.values import exceeds

if TYPE_CHECKING:
    from edgemark.display.scene import Scene

__all__ = [
    "NO_BEST",
    "HasPaperTable",
    "Table",
    "as_latex",
    "as_markdown",
    "as_text",
    "best_in_column",
    "head",
]

NO_BEST = (
    "no best value is marked, because the estimates are graphs of several classes; compare them in one "
    "class"
)
"""The note of a table whose values cannot be ranked."""

_STARS = re.compile(r"\*+")
_MAX_WIDTH = 100  # If the headings are longer together, the columns are numbered.
Rows = tuple[tuple[str, ...], ...]
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
    "†": r"$^\dagger$",
    "‡": r"$^\ddagger$",
    "–": r"\textendash{}",
    "−": "$-$",
    "§": r"\S{}",
    "‖": r"$\parallel$",
    "↓": r"$\downarrow$",
    "↑": r"$\uparrow$",
    "✓": r"$\checkmark$",
    "²": r"\textsuperscript{2}",
    "×": r"$\times$",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


@dataclass(frozen=True, slots=True)
class Table:
    """
    A table of texts.

    Attributes:
        title: what the table shows.
        head: the names of the columns; the first one is the heading of the names of the rows.
        rows: the cells.
        best: cells that are set in bold, as (row, column).
        notes: sentences below it.
    """

    title: str
    head: tuple[str, ...]
    rows: Rows
    best: Collection[tuple[int, int]] = ()
    notes: tuple[str, ...] = ()


def as_text(table: Table) -> str:
    """
    Write a table with aligned columns; the best cells have a star.

    If the headings are too long together, they become numbers, which are explained below.

    Examples:
        >>> print(as_text(Table("SHD", ("", "asia"), (("PC", "3.0"), ("GES", "2.0")), {(1, 1)})))
        SHD
             asia
        PC    3.0
        GES  2.0*
    """
    rows = [
        [printable(cell) + ("*" if (r, c) in table.best else "") for c, cell in enumerate(row)]
        for r, row in enumerate(table.rows)
    ]
    head = [printable(cell) for cell in table.head]
    legend: list[str] = []
    if sum(len(cell) + 2 for cell in head) > _MAX_WIDTH:
        legend = [f"[{k}] {cell}" for k, cell in enumerate(head[1:], 1)]
        head = [head[0], *(f"[{k}]" for k in range(1, len(head)))]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [_aligned(row, widths) for row in [head, *rows]]
    # A terminal shows a star instead of bold.
    notes = [f"*:{note[5:]}" if note.startswith("bold:") else note for note in table.notes]
    return "\n".join([printable(table.title), *lines, *legend, *notes])


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    first = row[0].ljust(widths[0])
    rest = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
    return "  ".join([first, *rest]).rstrip()


def as_markdown(table: Table) -> str:
    """
    Write a table for Markdown; the best cells are bold.

    Examples:
        >>> print(as_markdown(Table("SHD", ("", "asia"), (("PC", "3.0"),), {(0, 1)})))
        **SHD**
        <BLANKLINE>
        |  | asia |
        |:---|---:|
        | PC | **3.0** |
    """

    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cells)} |"

    rows = [
        [
            f"**{_escaped(cell)}**" if (r, c) in table.best else _escaped(cell)
            for c, cell in enumerate(row)
        ]
        for r, row in enumerate(table.rows)
    ]
    rule = f"|:---|{'---:|' * (len(table.head) - 1)}"
    body = [line([_escaped(cell) for cell in table.head]), rule, *map(line, rows)]
    notes = [part for note in table.notes for part in ("", _escaped(note))]
    return "\n".join([f"**{_escaped(table.title)}**", "", *body, *notes])


def _escaped(cell: str) -> str:
    return re.sub(r"([\\|*_`<>\[\]])", r"\\\1", printable(cell))


def _sentence(note: str, names: Collection[str]) -> str:
    """
    End a note in a full stop, and begin it in a capital letter.

    Symbols of one letter, names of rows and columns, and code keep their case.
    """
    word = re.match(r"[a-z]{2,}(?=:? )", note)
    begun = note if word is None or word[0] in names else note[0].upper() + note[1:]
    return begun if begun.endswith(".") else f"{begun}."


def as_latex(table: Table, label: str = "") -> str:
    r"""
    Write a table for LaTeX with the rules of booktabs; the best cells are bold.

    Examples:
        >>> print(as_latex(Table("SHD", ("", "asia_2"), (("PC", "3.0 ± 1"),), {(0, 1)})))
        \begin{table}
        \centering
        \caption{SHD.}
        \begin{tabular}{lr}
        \toprule
         & asia\_2 \\
        \midrule
        PC & \textbf{3.0 $\pm$ 1} \\
        \bottomrule
        \end{tabular}
        \end{table}
    """
    rows = [
        [
            f"\\textbf{{{_tex(cell)}}}" if (r, c) in table.best else _tex(cell)
            for c, cell in enumerate(row)
        ]
        for r, row in enumerate(table.rows)
    ]
    names = {cell.partition(" ")[0] for cell in (*table.head, *(row[0] for row in table.rows))}
    caption = " ".join([f"{table.title}.", *(_sentence(note, names) for note in table.notes)])
    lines = [
        r"\begin{table}",
        r"\centering",
        f"\\caption{{{_tex(caption)}}}",
        *([f"\\label{{{label}}}"] if label else []),
        f"\\begin{{tabular}}{{l{'r' * (len(table.head) - 1)}}}",
        r"\toprule",
        _tex_line([_tex(cell) for cell in table.head]),
        r"\midrule",
        *map(_tex_line, rows),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines)


def _tex_line(cells: Sequence[str]) -> str:
    """
    Write a row. Protect a bracket at its start, which LaTeX would read as an option of the line above.
    """
    guard = "{}" if cells[0].startswith("[") else ""
    return f"{guard}{' & '.join(cells)} \\\\"


def _tex(text: str) -> str:
    """Write text for LaTeX, with superscript stars for marks of significance."""
    parts = _STARS.split(printable(text))
    marks = [f"$^{{{stars}}}$" for stars in _STARS.findall(printable(text))]
    plain = [without_ligatures("".join(_LATEX.get(c, c) for c in part)) for part in parts]
    return "".join(a + b for a, b in zip(plain, [*marks, ""], strict=True))


# ---- objects with a table


class HasPaperTable:
    """The base class of objects with a table for a paper."""

    __slots__ = ()

    @abstractmethod
    def _table(self) -> Table:
        """Return the table."""

    def _picture(self) -> Scene | str:
        """
        Return the picture that notebooks show below the table, or the reason why there is none; "" to
        show only the table.
        """
        return ""

    def _repr_html_(self) -> str:
        from edgemark.report.table_html import table_html

        return table_html(self._table(), getattr(self, "warnings", ()), self._picture())

    def _repr_svg_(self) -> str | None:
        picture = self._picture()
        if isinstance(picture, str):
            return None
        from edgemark.display.scene_svg import scene_svg

        return scene_svg(picture, paper="none")

    def to_latex(self, *, caption: str | None = None, label: str = "") -> str:
        r"""
        Write a table for LaTeX, with the rules of the package booktabs.

        Args:
            caption: the caption, which the notes follow; None for the default.
            label: the label for ``\ref``; empty for none.
        """
        return as_latex(_with_caption(self._table(), caption), label)

    def to_markdown(self, *, caption: str | None = None) -> str:
        """
        Write a table for Markdown.

        Args:
            caption: the caption; None for the default.
        """
        return as_markdown(_with_caption(self._table(), caption))


def _with_caption(table: Table, caption: str | None) -> Table:
    return table if caption is None else replace(table, title=caption.rstrip("."))


def head(name: str, better: str | None) -> str:
    """
    Write the heading of a column: the name of the number, with an arrow in the better direction.

    Examples:
        >>> head("shd:pair mismatch", "lower"), head("f1", "higher"), head("seconds", None)
        ('shd:pair mismatch ↓', 'f1 ↑', 'seconds')
    """
    arrow = {"lower": " ↓", "higher": " ↑", "ratio": " ↑"}.get(better or "", "")
    return f"{name}{arrow}"


def best_in_column(values: Sequence[float], better: str | None) -> list[int]:
    """
    Return the positions of all values that are the best, up to rounding.

    The list is empty if fewer than two values are defined, or if neither higher nor lower values are
    known to be better.

    Examples:
        >>> best_in_column([1.0, float("nan"), 1.0, 2.0], "lower"), best_in_column([1.0], "lower")
        ([0, 2], [])
        >>> best_in_column([float("inf"), 1.0], "higher")
        [0]
    """
    defined = [value for value in values if not isnan(value)]
    if len(defined) < 2 or better not in ("lower", "higher", "ratio"):
        return []
    best = min(defined) if better == "lower" else max(defined)
    is_as_good = [not (isnan(value) or exceeds(value, best) or exceeds(best, value)) for value in values]
    return [k for k, as_good in enumerate(is_as_good) if as_good]
