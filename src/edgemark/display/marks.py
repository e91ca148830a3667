"""
The line of an edge between two nodes, and the marks at its ends, as shapes for any drawing.

The nodes are drawn as pills, see `edgemark.display.layout`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import dist, hypot

from edgemark.display.layout import Curve, Pill, Point

__all__ = ["Arrowhead", "Circle", "Ends", "drawn_ends"]

_SPACE = 1.5  # between an arrowhead and the border of a pill; half of it for a circle
_BISECTIONS = 30


@dataclass(frozen=True, slots=True)
class Arrowhead:
    """A filled triangle; the tip is the first corner."""

    corners: tuple[Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Circle:
    """A hollow circle, at which the line ends."""

    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Ends:
    """
    The shapes of an edge between two pills: its line and the marks at its ends.

    Attributes:
        line: from the mark at the first node to the mark at the second.
        marks: the arrowheads and circles; a tail is the end of the line, without a mark.
    """

    line: tuple[Curve, ...]
    marks: tuple[Arrowhead | Circle, ...]


@dataclass(frozen=True, slots=True)
class _Sizes:
    """The length and half the width of an arrowhead, and the radius of a circle."""

    length: float
    half_width: float
    radius: float


def drawn_ends(
    glyph: str, route: Sequence[Curve], start: Pill, end: Pill, *, scale: float = 1.0
) -> Ends:
    """
    Trim the route of an edge at both ends to where its marks begin.

    Args:
        glyph: the edge in three characters, such as "o->".
        route: curves from a point inside the first pill to a point inside the second.
        start: the first pill.
        end: the second pill.
        scale: the factor by which the marks are enlarged.
    """
    sizes = _Sizes(9.0 * scale, 4.0 * scale, 3.5 * scale)
    first, *rest = route
    first, at_start = _cut_at_mark(_reversed(first), glyph[0], start, sizes)
    *between, last = [_reversed(first), *rest]
    last, at_end = _cut_at_mark(last, glyph[2], end, sizes)
    return Ends((*between, last), (*at_start, *at_end))


def _cut_at_mark(
    curve: Curve, mark: str, pill: Pill, sizes: _Sizes
) -> tuple[Curve, tuple[Arrowhead | Circle, ...]]:
    """
    Trim the end of a curve that is inside a pill.

    Returns:
        The curve up to where its mark begins, and the mark. For a tail, the curve up to the border of
        the pill, and no mark.
    """
    if mark in "<>":
        to_tip = _cut(curve, lambda point: pill.distance(point) - _SPACE)
        line = _cut(to_tip, lambda point: dist(point, to_tip[3]) - sizes.length)
        return line, (_arrowhead(line[3], to_tip[3], sizes.half_width),)
    if mark == "o":
        to_centre = _cut(curve, lambda point: pill.distance(point) - _SPACE / 2 - sizes.radius)
        line = _cut(to_centre, lambda point: dist(point, to_centre[3]) - sizes.radius)
        return line, (Circle(to_centre[3], sizes.radius),)
    return _cut(curve, pill.distance), ()


def _arrowhead(base: Point, tip: Point, half_width: float) -> Arrowhead:
    dx, dy = tip[0] - base[0], tip[1] - base[1]
    length = hypot(dx, dy) or 1.0
    aside = -dy / length * half_width, dx / length * half_width
    return Arrowhead(
        (tip, (base[0] + aside[0], base[1] + aside[1]), (base[0] - aside[0], base[1] - aside[1]))
    )


def _cut(curve: Curve, distance: Callable[[Point], float]) -> Curve:
    """
    Return the part of a curve up to the point at which a distance is 0.

    The distance is positive on the part that is kept, and negative from there to the end.
    """
    before, after = 0.0, 1.0
    for _ in range(_BISECTIONS):
        middle = (before + after) / 2
        if distance(_first_part(curve, middle)[3]) > 0:
            before = middle
        else:
            after = middle
    return _first_part(curve, before)


def _first_part(curve: Curve, share: float) -> Curve:
    """Return a Bézier curve up to a share of its parameter, by de Casteljau's algorithm."""
    a, b, c, d = curve
    ab, bc, cd = _between(a, b, share), _between(b, c, share), _between(c, d, share)
    abc, bcd = _between(ab, bc, share), _between(bc, cd, share)
    return a, ab, abc, _between(abc, bcd, share)


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _reversed(curve: Curve) -> Curve:
    return curve[3], curve[2], curve[1], curve[0]
