"""A drawing of means with their intervals, in rows on one scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

from edgemark.display.layout import Point
from edgemark.display.scene import FAINT, INK, Disc, Group, Part, Pen, Scene, Stroke, Text
from edgemark.display.svg import shortened, text_width
from edgemark.display.text import printable

__all__ = ["Bar", "Panel", "interval_scene", "line", "scale_marks"]

# Font sizes, then the heights, widths and gaps of the parts of a panel, in pixels.
_SIZE, _SMALL = 12.0, 11.0
_ROW, _SCALE, _GAP = 22.0, 260.0, 14.0
_HEAD, _FOOT, _END_LABELS = 26.0, 34.0, 14.0
_LONGEST = 30  # letters of a name
_N_STEPS = 5  # about as many steps from mark to mark on a scale


@dataclass(frozen=True, slots=True)
class Bar:
    """
    A row of a panel: a value with its interval.

    Attributes:
        name: the name of the row.
        middle: the value; nan if there is none.
        low: lower end of the interval; nan if there is none.
        high: upper end of the interval.
        text: the numbers, written at the end of the row.
        hollow: whether the dot is hollow, which shows that some runs have no value.
    """

    name: str
    middle: float
    low: float
    high: float
    text: str
    hollow: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """
    Rows on one scale.

    Attributes:
        title: the text above the rows.
        bars: the rows.
        zero: whether the scale includes 0, which is marked by a line.
        ends: the meaning of the left and of the right end of the scale.
    """

    title: str
    bars: tuple[Bar, ...]
    zero: bool = False
    ends: tuple[str, str] = ("", "")


def interval_scene(panels: Sequence[Panel], title: str, note: str = "") -> Scene:
    """
    Draw panels below each other.

    Args:
        panels: at least one, with at least one bar each.
        title: short title for screen readers.
        note: a line of text below the panels.
    """
    names = [_name(bar.name) for panel in panels for bar in panel.bars]
    names_width = max(text_width(name, _SIZE) for name in names) + _GAP
    texts_width = max(text_width(bar.text, _SMALL) for panel in panels for bar in panel.bars) + _GAP
    groups: list[Group] = []
    y = 0.0
    for panel in panels:
        groups += _panel(panel, y, -names_width)
        y += _HEAD + _ROW * len(panel.bars) + (_END_LABELS if any(panel.ends) else 0.0) + _FOOT
    if note:
        groups.append(Group((Text(-names_width, y + 2, note, _SMALL, "start"),)))
        y += _ROW
    texts = [*(panel.title for panel in panels), note]
    width = max(names_width + _SCALE + texts_width, *(text_width(text, _SIZE) + _GAP for text in texts))
    description = "; ".join(f"{panel.title}: {_in_words(panel)}" for panel in panels)
    return Scene(-names_width, 0.0, width, y, tuple(groups), title, f"{description}. {note}".strip())


def _in_words(panel: Panel) -> str:
    return ", ".join(f"{printable(bar.name)} {bar.text}" for bar in panel.bars)


def _name(text: str) -> str:
    return shortened(printable(text), _LONGEST)


def _panel(panel: Panel, top: float, left: float) -> list[Group]:
    finite_values = [x for bar in panel.bars for x in (bar.middle, bar.low, bar.high) if isfinite(x)]
    marks = scale_marks(
        *(
            (min([*finite_values, 0.0]), max([*finite_values, 0.0]))
            if panel.zero or not finite_values
            else _range_of(finite_values)
        )
    )
    low, high = marks[0], marks[-1]

    def x_of(value: float) -> float:
        return (value - low) / (high - low) * _SCALE

    base = top + _HEAD + _ROW * len(panel.bars)
    axis: list[Part] = [Text(left, top + 11, panel.title, _SIZE, "start", bold=True)]
    axis.append(Stroke((line((0.0, base), (_SCALE, base)),), Pen(FAINT)))
    for mark in marks:
        axis.append(Stroke((line((x_of(mark), base), (x_of(mark), base + 4)),), Pen(FAINT)))
        axis.append(Text(x_of(mark), base + 13, f"{mark:g}", _SMALL))
    if panel.zero:
        axis.append(
            Stroke((line((x_of(0.0), base), (x_of(0.0), top + _HEAD)),), Pen(FAINT, 1.2, (3, 3)))
        )
    if any(panel.ends):
        axis.append(Text(0.0, base + 27, panel.ends[0], _SMALL, "start"))
        axis.append(Text(_SCALE, base + 27, panel.ends[1], _SMALL, "end"))
    bars = [_bar(bar, x_of, top + _HEAD + _ROW * (k + 0.5)) for k, bar in enumerate(panel.bars)]
    return [Group(tuple(axis)), *bars]


def _bar(bar: Bar, x_of: Callable[[float], float], y: float) -> Group:
    parts: list[Part] = [Text(-_GAP / 2, y, _name(bar.name), _SIZE, "end")]
    if isfinite(bar.low) and isfinite(bar.high):
        a, b = x_of(bar.low), x_of(bar.high)
        parts.append(Stroke((line((a, y), (b, y)),), Pen(INK, 1.6)))
        parts += [Stroke((line((x, y - 4), (x, y + 4)),), Pen(INK, 1.6)) for x in (a, b)]
    if isfinite(bar.middle):
        parts.append(Disc((x_of(bar.middle), y), 4.0, Pen(INK, 1.4), None if bar.hollow else INK))
    parts.append(Text(_SCALE + _GAP / 2, y, bar.text, _SMALL, "start"))
    return Group(tuple(parts), f"{printable(bar.name)}: {bar.text}")


def _range_of(values: Sequence[float]) -> tuple[float, float]:
    """Return the smallest and the largest value; if they are equal, a range around them."""
    low, high = min(values), max(values)
    return (low, high) if low < high else (low - abs(low) * 0.1 - 0.5, high + abs(high) * 0.1 + 0.5)


def scale_marks(low: float, high: float) -> list[float]:
    """
    Return the marks of a scale from `low` or below to `high` or above; they are round numbers.

    If the two are equal, the marks are that number and the number 1 above it.

    Examples:
        >>> scale_marks(0, 9.7), scale_marks(0.31, 0.52), scale_marks(0, 0)
        ([0.0, 2.0, 4.0, 6.0, 8.0, 10.0], [0.3, 0.35, 0.4, 0.45, 0.5, 0.55], [0.0, 1.0])
        >>> scale_marks(0, 9e-15)
        [0.0, 2e-15, 4e-15, 6e-15, 8e-15, 1e-14]
    """
    if not low < high:
        return [float(low), low + 1.0]
    rough = (high - low) / _N_STEPS
    power = 10.0 ** floor(log10(rough))
    size = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    first, last = floor(low / size + 1e-9), ceil(high / size - 1e-9)
    digits = max(12, 2 - floor(log10(size)))  # More than 12 for a size below 1e-10.
    return [round(k * size, digits) for k in range(first, last + 1)]


def line(a: Point, b: Point) -> tuple[Point, Point, Point, Point]:
    """Return a straight line as a cubic Bézier curve."""
    return a, a, b, b
