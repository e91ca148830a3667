"""The numbers of a report on one scale, from random guessing to a perfect estimate, as a drawing."""

from __future__ import annotations

from math import isfinite, nan
from typing import TYPE_CHECKING

from edgemark.display.intervals import Bar, Panel, interval_scene
from edgemark.display.scene import Scene
from edgemark.report.layout import number

if TYPE_CHECKING:
    from edgemark.report.report import Report
    from edgemark.report.rows import Row

__all__ = ["MOST_ROWS", "above_chance", "chance_scene"]

MOST_ROWS = 60
"""A picture with more rows cannot be read."""


def above_chance(row: Row) -> tuple[float, float, float] | None:
    """
    Place a row on the scale from the mean of random guessing (0) to a perfect estimate (1).

    Returns:
        The estimate, and the two ends of the middle 95 % of the guesses. None if the row has no
        value, no guesses or no value of a perfect estimate, or if guessing is perfect.
    """
    chance = row.chance
    if chance is None or row.status != "ok":
        return None
    span = chance.best - chance.mean
    numbers = float(row.value), chance.low, chance.high, chance.mean, chance.best
    if not all(map(isfinite, numbers)) or not span:
        return None
    value, *ends = ((x - chance.mean) / span for x in numbers[:3])
    return value, min(ends), max(ends)


def chance_scene(report: Report) -> Scene | str:
    """
    Draw all numbers that can be compared with guessing.

    Returns:
        The picture, or the reason why there is none; "" if the report was made without guessing.
    """
    if not report.has_chance:
        return ""
    bars = tuple(bar for row in report if (bar := _bar(row)) is not None)
    if not bars:
        return "Not drawn: no number can be compared with guessing."
    if len(bars) > MOST_ROWS:
        return (
            f"Not drawn: a picture has up to {MOST_ROWS} numbers, and this report has {len(bars)}. "
            'Choose some: chance(truth, estimate, ["shd", "f1"])'
        )
    ends = ("0: mean of the guesses", "1: perfect")
    panel = Panel("Against random guessing", (*bars, _PERFECT), zero=True, ends=ends)
    left_out = len(report) - len(bars)
    note = "dot: the estimate; bar: 95 % of the guesses" + (
        f"; not shown: {left_out}" if left_out else ""
    )
    return interval_scene([panel], "Against random guessing", note)


_PERFECT = Bar("a perfect estimate", 1.0, nan, nan, "", hollow=True)


def _bar(row: Row) -> Bar | None:
    position = above_chance(row)
    if position is None or row.chance is None:
        return None
    name = f"{row.metric}:{row.convention}".strip(":")
    return Bar(name, *position, f"{number(row)} ({row.chance.mean:.3g} by guessing)")
