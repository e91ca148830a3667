"""A small graph as an inline SVG picture in the text colour, without scripts or external styles."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from edgemark.display.layout import RADIUS, Curve, Edge, Layout, Pill, layout_of
from edgemark.display.marks import Arrowhead, Circle, drawn_ends
from edgemark.display.text import escaped, printable

__all__ = ["picture", "shortened", "text_width"]

_NAMESPACE = 'xmlns="http://www.w3.org/2000/svg" '
_FONT = 12
_WIDE, _USUAL, _NARROW = 1.0, 0.62, 0.36
_LONGEST = 14
_MARGIN = 4.0


def picture(names: Sequence[str], edges: Sequence[Edge], summary: str, *, alone: bool = False) -> str:
    """
    Draw a graph from the names of its nodes and from its edges.

    An edge is the position of its first node in `names`, its glyph, and the position of its second node.
    Screen readers read `summary`. A picture that stands `alone`, such as a file, declares the SVG
    namespace.
    """
    short_names = [shortened(printable(name)) for name in names]
    layout = layout_of([max(text_width(text) / 2 - RADIUS / 2, 0.0) for text in short_names], edges)
    left, top, width, height = _frame(layout)
    namespace = _NAMESPACE if alone else ""
    lines = [
        f'<svg {namespace}role="img" aria-label="{escaped(summary)}" width="{width}" height="{height}" '
        f'viewBox="{left} {top} {width} {height}" font-size="{_FONT}" text-anchor="middle" '
        f'style="width:100%;min-width:{width * 3 // 5}px;max-width:{width}px;height:auto">'
    ]
    for (a, glyph, b), route in zip(edges, layout.routes, strict=True):
        title = f"{escaped(names[a])} {escaped(glyph)} {escaped(names[b])}"
        lines.append(
            f"<g><title>{title}</title>{_edge(glyph, route, layout.pills[a], layout.pills[b])}</g>"
        )
    lines += [_node(*node) for node in zip(names, short_names, layout.pills, strict=True)]
    return "\n".join([*lines, "</svg>"])


def shortened(name: str, max_length: int = _LONGEST) -> str:
    """
    Shorten a long name in the middle, because both ends may distinguish it from others.

    Examples:
        >>> shortened("temperature_at_depth_12", 14)
        'tempera…pth_12'
    """
    if len(name) <= max_length:
        return name
    return f"{name[: max_length // 2]}…{name[len(name) - (max_length - 1) // 2 :]}"


def text_width(text: str, size: float = _FONT) -> float:
    """Estimate the width of a text in pixels, in a sans-serif font whose size is given in pixels."""
    return size * sum(
        _WIDE if _is_wide(c) else _NARROW if c in "ijl.,:;|'![]() " else _USUAL for c in text
    )


def _is_wide(character: str) -> bool:
    return character in "mwMW@%" or unicodedata.east_asian_width(character) in "WF"


def _frame(layout: Layout) -> tuple[int, int, int, int]:
    """Return left, top, width and height of the drawing."""
    xs = [p.x + side * (p.half + RADIUS) for p in layout.pills for side in (-1, 1)]
    ys = [p.y + side * RADIUS for p in layout.pills for side in (-1, 1)]
    for curve in (curve for route in layout.routes for curve in route):
        xs += [point[0] for point in curve]
        ys += [point[1] for point in curve]
    left, top = int(min(xs) - _MARGIN), int(min(ys) - _MARGIN)
    return left, top, int(max(xs) + _MARGIN) + 1 - left, int(max(ys) + _MARGIN) + 1 - top


def _node(name: str, short_name: str, pill: Pill) -> str:
    x, y = pill.x - pill.half - RADIUS, pill.y - RADIUS
    return (
        f'<g><title>{escaped(name)}</title><rect x="{x:.1f}" y="{y:.1f}" '
        f'width="{2 * (pill.half + RADIUS):.1f}" height="{2 * RADIUS:.1f}" rx="{RADIUS:.1f}" '
        f'fill="currentColor" fill-opacity="0.08" stroke="currentColor" stroke-opacity="0.45"/>'
        f'<text x="{pill.x:.1f}" y="{pill.y:.1f}" dy="0.35em" fill="currentColor" '
        f'style="white-space:pre">{escaped(short_name)}</text></g>'
    )


# ---- edges


def _edge(glyph: str, route: Sequence[Curve], start: Pill, end: Pill) -> str:
    """Draw a line between two nodes, and the marks at its ends."""
    drawn = drawn_ends(glyph, route, start, end)
    path = "".join(
        f"C{b[0]:.1f} {b[1]:.1f} {c[0]:.1f} {c[1]:.1f} {d[0]:.1f} {d[1]:.1f}"
        for _, b, c, d in drawn.line
    )
    x, y = drawn.line[0][0]
    line = f'<path d="M{x:.1f} {y:.1f}{path}" fill="none" stroke="currentColor" stroke-width="1.2"/>'
    return line + "".join(map(_mark, drawn.marks))


def _mark(mark: Arrowhead | Circle) -> str:
    if isinstance(mark, Arrowhead):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in mark.corners)
        return f'<polygon points="{points}" fill="currentColor"/>'
    return (
        f'<circle cx="{mark.centre[0]:.1f}" cy="{mark.centre[1]:.1f}" r="{mark.radius:g}" fill="none" '
        f'stroke="currentColor" stroke-width="1.2"/>'
    )
