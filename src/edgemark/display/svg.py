"""A small graph as an inline SVG picture: no scripts, no styles to load, the colour of the text."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from math import dist, hypot

from edgemark.display.layout import RADIUS, Curve, Edge, Layout, Pill, Point, arranged
from edgemark.display.text import escaped, printable

__all__ = ["picture"]

_FONT = 12
_WIDE, _USUAL, _NARROW = 1.0, 0.62, 0.36
_LONGEST = 14
_MARGIN = 4.0
_ARROW, _HALF_ARROW = 9.0, 4.0
_CIRCLE = 3.5
_AIR = 1.5
_ROUNDS = 30


def picture(names: Sequence[str], edges: Sequence[Edge], summary: str) -> str:
    """Draw nodes by their names and edges by positions; `summary` is for those who do not see it."""
    shown = [shortened(printable(name)) for name in names]
    layout = arranged([max(_width(text) / 2 - RADIUS / 2, 0.0) for text in shown], edges)
    left, top, width, height = _frame(layout)
    lines = [
        f'<svg role="img" aria-label="{escaped(summary)}" width="{width}" height="{height}" '
        f'viewBox="{left} {top} {width} {height}" font-size="{_FONT}" text-anchor="middle" '
        f'style="width:100%;min-width:{width * 3 // 5}px;max-width:{width}px;height:auto">'
    ]
    for (a, glyph, b), route in zip(edges, layout.routes, strict=True):
        title = f"{escaped(names[a])} {escaped(glyph)} {escaped(names[b])}"
        lines.append(
            f"<g><title>{title}</title>{_edge(glyph, route, layout.pills[a], layout.pills[b])}</g>"
        )
    lines += [_node(*node) for node in zip(names, shown, layout.pills, strict=True)]
    return "\n".join([*lines, "</svg>"])


def shortened(name: str, most: int = _LONGEST) -> str:
    """
    Leave out the middle of a long name: both its ends may tell it from others.

    Examples:
        >>> shortened("temperature_at_depth_12", 14)
        'tempera…pth_12'
    """
    if len(name) <= most:
        return name
    return f"{name[: most // 2]}…{name[len(name) - (most - 1) // 2 :]}"


def _width(text: str) -> float:
    """About how wide a text is drawn, whatever the font."""
    return _FONT * sum(
        _WIDE if _is_wide(c) else _NARROW if c in "ijl.,:;|'![]() " else _USUAL for c in text
    )


def _is_wide(character: str) -> bool:
    return character in "mwMW@%" or unicodedata.east_asian_width(character) in "WF"


def _frame(layout: Layout) -> tuple[int, int, int, int]:
    """Left, top, width and height of what is drawn."""
    xs = [p.x + side * (p.half + RADIUS) for p in layout.pills for side in (-1, 1)]
    ys = [p.y + side * RADIUS for p in layout.pills for side in (-1, 1)]
    for curve in (curve for route in layout.routes for curve in route):
        xs += [point[0] for point in curve]
        ys += [point[1] for point in curve]
    left, top = int(min(xs) - _MARGIN), int(min(ys) - _MARGIN)
    return left, top, int(max(xs) + _MARGIN) + 1 - left, int(max(ys) + _MARGIN) + 1 - top


def _node(name: str, shown: str, pill: Pill) -> str:
    x, y = pill.x - pill.half - RADIUS, pill.y - RADIUS
    return (
        f'<g><title>{escaped(name)}</title><rect x="{x:.1f}" y="{y:.1f}" '
        f'width="{2 * (pill.half + RADIUS):.1f}" height="{2 * RADIUS:.1f}" rx="{RADIUS:.1f}" '
        f'fill="currentColor" fill-opacity="0.08" stroke="currentColor" stroke-opacity="0.45"/>'
        f'<text x="{pill.x:.1f}" y="{pill.y:.1f}" dy="0.35em" fill="currentColor" '
        f'style="white-space:pre">{escaped(shown)}</text></g>'
    )


# ---- edges


def _edge(glyph: str, route: Sequence[Curve], start: Pill, end: Pill) -> str:
    """A line between two pills, with a mark at each of its ends."""
    first, *rest = route
    first, mark_at_start = _marked(_turned(first), glyph[0], start)
    *between, last = [_turned(first), *rest]
    last, mark_at_end = _marked(last, glyph[2], end)
    path = "".join(
        f"C{b[0]:.1f} {b[1]:.1f} {c[0]:.1f} {c[1]:.1f} {d[0]:.1f} {d[1]:.1f}"
        for _, b, c, d in (*between, last)
    )
    x, y = (*between, last)[0][0]
    line = f'<path d="M{x:.1f} {y:.1f}{path}" fill="none" stroke="currentColor" stroke-width="1.2"/>'
    return f"{line}{mark_at_start}{mark_at_end}"


def _marked(curve: Curve, mark: str, pill: Pill) -> tuple[Curve, str]:
    """Cut a curve that ends inside a pill where its mark begins, and draw the mark."""
    if mark in "<>":
        to_tip = _cut(curve, lambda point: pill.distance(point) - _AIR)
        line = _cut(to_tip, lambda point: dist(point, to_tip[3]) - _ARROW)
        return line, _arrowhead(line[3], to_tip[3])
    if mark == "o":
        to_centre = _cut(curve, lambda point: pill.distance(point) - _AIR / 2 - _CIRCLE)
        line = _cut(to_centre, lambda point: dist(point, to_centre[3]) - _CIRCLE)
        return line, _circle(to_centre[3])
    return _cut(curve, pill.distance), ""


def _circle(centre: Point) -> str:
    return (
        f'<circle cx="{centre[0]:.1f}" cy="{centre[1]:.1f}" r="{_CIRCLE}" fill="none" '
        f'stroke="currentColor" stroke-width="1.2"/>'
    )


def _arrowhead(base: Point, tip: Point) -> str:
    dx, dy = tip[0] - base[0], tip[1] - base[1]
    length = hypot(dx, dy) or 1.0
    aside = -dy / length * _HALF_ARROW, dx / length * _HALF_ARROW
    corners = tip, (base[0] + aside[0], base[1] + aside[1]), (base[0] - aside[0], base[1] - aside[1])
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return f'<polygon points="{points}" fill="currentColor"/>'


def _cut(curve: Curve, distance: Callable[[Point], float]) -> Curve:
    """The part of a curve where a distance is positive, up to where it is 0."""
    before, after = 0.0, 1.0
    for _ in range(_ROUNDS):
        middle = (before + after) / 2
        if distance(_first_part(curve, middle)[3]) > 0:
            before = middle
        else:
            after = middle
    return _first_part(curve, before)


def _first_part(curve: Curve, share: float) -> Curve:
    """A Bézier curve up to a share of its parameter, by de Casteljau's construction."""
    a, b, c, d = curve
    ab, bc, cd = _between(a, b, share), _between(b, c, share), _between(c, d, share)
    abc, bcd = _between(ab, bc, share), _between(bc, cd, share)
    return a, ab, abc, _between(abc, bcd, share)


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _turned(curve: Curve) -> Curve:
    return curve[3], curve[2], curve[1], curve[0]
