"""Write a scene as SVG, with a title and a description for screen readers, without scripts or links."""

from __future__ import annotations

from zlib import crc32

from edgemark.display.scene import (
    FAINT,
    INK,
    PAPER,
    Box,
    Disc,
    Group,
    Part,
    Pen,
    Polygon,
    Scene,
    Stroke,
    Text,
)
from edgemark.display.text import escaped

__all__ = ["scene_svg"]

_SANS = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
_FAINT_OPACITY = 0.45
_TOUCH_WIDTH = 14
"""Width of an invisible line that can be touched, since the drawn lines are too thin for a finger."""
_KEEP_BLANKS = ' style="white-space:pre"'


def scene_svg(scene: Scene, *, paper: str = "#ffffff", in_page: bool = False) -> str:
    """
    Write a scene as one SVG element, which is also a complete file.

    Lines and text without a colour of their own have the text colour of the page; in a file they are
    black.

    Args:
        scene: the drawing.
        paper: background colour; "none" for no background, for pages with a dark mode. Labels on lines
            then have no background either.
        in_page: whether the SVG is part of a page. The style sheet of the page then has its styles,
            because the security policy forbids style attributes, and the script of the page makes
            groups with a title accessible by keyboard.
    """
    left, top, width, height = (round(x, 1) for x in (scene.left, scene.top, scene.width, scene.height))
    key = f"em{crc32(repr(scene).encode('utf-8', 'backslashreplace')):08x}"
    role, style = ("img", ' style="max-width:100%;height:auto"') if not in_page else ("group", "")
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="{role}" aria-labelledby="{key}-t {key}-d" '
        f'width="{width:g}" height="{height:g}" viewBox="{left:g} {top:g} {width:g} {height:g}" '
        f'font-family="{_SANS}"{style}>',
        f'<title id="{key}-t">{escaped(scene.title)}</title>',
        f'<desc id="{key}-d">{escaped(scene.description)}</desc>',
    ]
    if paper != "none":
        background_box = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
        lines.append(f'<rect {background_box} fill="{escaped(paper)}"/>')
    groups = [_group(group, paper, in_page=in_page) for group in scene.groups]
    text = "\n".join([*lines, *groups, "</svg>", ""])
    return text.replace(_KEEP_BLANKS, "") if in_page else text


def _group(group: Group, paper: str, *, in_page: bool) -> str:
    parts = "".join(_part(part, paper) for part in group.parts)
    if not group.title:
        return parts
    if not in_page:
        return f"<g><title>{escaped(group.title)}</title>{parts}</g>"
    touch_areas = "".join(
        f'<path d="{_path(part)}" fill="none" stroke="transparent" stroke-width="{_TOUCH_WIDTH}"/>'
        for part in group.parts
        if isinstance(part, Stroke)
    )
    return f'<g role="img" tabindex="-1"><title>{escaped(group.title)}</title>{touch_areas}{parts}</g>'


def _part(part: Part, paper: str) -> str:
    if isinstance(part, Stroke):
        return f'<path d="{_path(part)}" fill="none"{_pen(part.pen)}/>'
    if isinstance(part, Polygon):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in part.points)
        return f'<polygon points="{points}"{_fill(part.fill, paper)}/>'
    if isinstance(part, Disc):
        place = f'cx="{part.centre[0]:.1f}" cy="{part.centre[1]:.1f}" r="{part.radius:.1f}"'
        return f"<circle {place}{_fill(part.fill, paper)}{_pen(part.pen)}/>"
    if isinstance(part, Box):
        place = f'x="{part.x:.1f}" y="{part.y:.1f}" width="{part.width:.1f}" height="{part.height:.1f}"'
        corner = f' rx="{part.corner:.1f}"' if part.corner else ""
        return f"<rect {place}{corner}{_fill(part.fill, paper, part.opacity)}{_pen(part.pen)}/>"
    return _text(part, paper)


def _path(stroke: Stroke) -> str:
    x, y = stroke.curves[0][0]
    return f"M{x:.1f} {y:.1f}" + "".join(
        f"C{b[0]:.1f} {b[1]:.1f} {c[0]:.1f} {c[1]:.1f} {d[0]:.1f} {d[1]:.1f}"
        for _, b, c, d in stroke.curves
    )


def _text(text: Text, paper: str) -> str:
    turn = f' transform="rotate(-90 {text.x:.1f} {text.y:.1f})"' if text.turned else ""
    halo = ""
    if text.halo and paper != "none":
        halo = (
            f' stroke="{escaped(paper)}" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke"'
        )
    weight = ' font-weight="bold"' if text.bold else ""
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    return (
        f'<text x="{text.x:.1f}" y="{text.y:.1f}" dy="0.35em" font-size="{text.size:g}"{anchor}{weight}'
        f"{_fill(text.colour, paper)}{halo}{turn}{_KEEP_BLANKS}>{escaped(text.text)}</text>"
    )


def _pen(pen: Pen | None) -> str:
    if pen is None:
        return ""
    dashes = f' stroke-dasharray="{" ".join(f"{x:g}" for x in pen.dashes)}"' if pen.dashes else ""
    colour = "currentColor" if pen.colour in (INK, FAINT) else pen.colour
    faint = f' stroke-opacity="{_FAINT_OPACITY}"' if pen.colour == FAINT else ""
    return f' stroke="{colour}"{faint} stroke-width="{pen.width:g}"{dashes}'


def _fill(fill: str | None, paper: str, opacity: float = 1.0) -> str:
    if fill is None or (fill == PAPER and paper == "none"):
        return ' fill="none"'
    share = opacity * (_FAINT_OPACITY if fill == FAINT else 1.0)
    colour = {INK: "currentColor", FAINT: "currentColor", PAPER: escaped(paper)}.get(fill, fill)
    return f' fill="{colour}"' + (f' fill-opacity="{share:.2g}"' if share < 1 else "")
