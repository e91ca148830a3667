"""The colour and line style of each verdict, and the title, legend and notes around a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from edgemark.display.layout import Curve
from edgemark.display.scene import INK, Disc, Group, Part, Pen, Polygon, Scene, Stroke, Text
from edgemark.display.svg import text_width
from edgemark.render.compared import Compared, Verdict

__all__ = ["LEGEND_SIZE", "PENS", "companion", "framed", "legend_entry", "straight"]

# Okabe and Ito's colours, with a darker purple for a white background. The lines differ in greyscale
# too.
PENS: dict[Verdict, Pen] = {
    "right": Pen(INK, 1.1),
    "missing": Pen("#D55E00", 1.9, (7.0, 4.0)),
    "extra": Pen("#0072B2", 2.3, (2.0, 3.0)),
    "reversed": Pen("#AA3377", 1.9, (10.0, 3.0, 2.0, 3.0)),
    "wrong mark": Pen("#009E73", 3.0),
}
LEGEND_SIZE = 11.5
_ROW = 19.0
_SAMPLE = 34.0  # width of the sample line before the text of an entry
_GAP = 16.0
_NARROWEST = 345.0
_MARGIN = 8.0


def companion(pen: Pen) -> Pen:
    """Return the style of a true edge that is drawn next to an estimated edge with other marks."""
    return replace(pen, width=1.0, dashes=())


def straight(x1: float, y1: float, x2: float, y2: float) -> Curve:
    """Return a straight line as a curve."""
    return (
        (x1, y1),
        (x1 + (x2 - x1) / 3, y1 + (y2 - y1) / 3),
        (x1 + 2 * (x2 - x1) / 3, y1 + 2 * (y2 - y1) / 3),
        (x2, y2),
    )


@dataclass(frozen=True, slots=True)
class _Entry:
    text: str
    parts: tuple[Part, ...]

    @property
    def width(self) -> float:
        return _SAMPLE + 6 + text_width(self.text, LEGEND_SIZE)


def legend_entry(text: str, parts: tuple[Part, ...]) -> _Entry:
    """Return a legend entry: its text, and a sample that is drawn from (0, 0) to the right."""
    return _Entry(text, parts)


def entries(compared: Compared) -> list[_Entry]:
    """
    Return a legend entry with the count of each verdict on edges, and one for each verdict on changing
    mechanisms that occurs.
    """
    legend = []
    for verdict, count in compared.counts.items():
        text = f"{verdict} {count}"
        if verdict == "wrong mark" and count:
            text += " (thin: truth)"
        legend.append(_Entry(text, _sample(verdict)))
    for verdict in PENS:
        count = sum(verdict_of_variable == verdict for _, verdict_of_variable in compared.changing)
        if count:
            disc = Disc((_SAMPLE / 2, 0), 8, PENS[verdict]), Text(_SAMPLE / 2, 0, "Δ", 9)
            legend.append(_Entry(f"changing: {verdict} {count}", disc))
    return legend


def _sample(verdict: Verdict) -> tuple[Part, ...]:
    pen = PENS[verdict]
    if verdict != "wrong mark":
        head = Polygon(((_SAMPLE, 0), (_SAMPLE - 9, 4), (_SAMPLE - 9, -4)), pen.colour)
        return Stroke((straight(0, 0, _SAMPLE - 9, 0),), pen), head
    thick, thin = straight(0, -2.5, _SAMPLE, -2.5), straight(0, 3.5, _SAMPLE, 3.5)
    return Stroke((thick,), pen), Stroke((thin,), companion(pen))


def framed(
    compared: Compared,
    groups: Sequence[Group],
    box: tuple[float, float, float, float],
    title: str,
    notes: Sequence[str] = (),
    legend: Sequence[_Entry] | None = None,
) -> Scene:
    """
    Put a title above a drawing with a bounding box (left, top, right, bottom), and the legend and the
    notes below. The default legend is that of the verdicts.
    """
    left, top, right, bottom = box
    width = max(right - left, _NARROWEST, text_width(title, 13) + 10)
    middle = (left + right) / 2
    left, right = middle - width / 2, middle + width / 2
    drawn_groups = list(groups)
    if title:
        top -= 26
        drawn_groups.append(Group((Text(middle, top + 9, title, 13, bold=True),)))
    y = bottom + 16
    rows = _rows(entries(compared) if legend is None else list(legend), width)
    for row in rows:
        x = middle - (sum(entry.width for entry in row) + _GAP * (len(row) - 1)) / 2
        for entry in row:
            sample = Scene(0, 0, 0, 0, (Group(entry.parts),), "", "").moved(x, y).groups[0]
            text = Text(x + _SAMPLE + 6, y, entry.text, LEGEND_SIZE, "start")
            drawn_groups.append(Group((*sample.parts, text)))
            x += entry.width + _GAP
        y += _ROW
    for note in notes:
        drawn_groups.append(Group((Text(middle, y, note, 10.5, colour=INK),)))
        width = max(width, text_width(note, 10.5) + 4)
        y += 16
    left = min(left, middle - width / 2)
    return Scene(
        left - _MARGIN,
        top - _MARGIN,
        max(width, right - left) + 2 * _MARGIN,
        y - 8 - top + 2 * _MARGIN,
        tuple(drawn_groups),
        title or "Difference of two graphs",
        compared.description,
    )


def _rows(legend: list[_Entry], width: float) -> list[list[_Entry]]:
    rows: list[list[_Entry]] = [[]]
    for entry in legend:
        used = sum(entry_of_row.width + _GAP for entry_of_row in rows[-1])
        if rows[-1] and used + entry.width > width:
            rows.append([])
        rows[-1].append(entry)
    return [row for row in rows if row]
