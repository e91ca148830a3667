"""
A drawing that is independent of the output format: shapes in pixels, y downwards.

`scene_svg` writes it as SVG and `scene_tikz` as TikZ; `render` draws it on axes of matplotlib.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from edgemark.display.layout import Curve, Point

__all__ = [
    "FAINT",
    "INK",
    "PAPER",
    "Anchor",
    "Box",
    "Disc",
    "Group",
    "Part",
    "Pen",
    "Polygon",
    "Scene",
    "Stroke",
    "Text",
    "in_grid",
]

INK, FAINT, PAPER = "ink", "faint", "paper"
"""
Colours of the page: its text, a paler text, and its background. Other colours are written as #rrggbb.
"""

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Pen:
    """The style of a line; `dashes` are alternating lengths of dashes and gaps, in pixels."""

    colour: str = INK
    width: float = 1.2
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line along curves."""

    curves: tuple[Curve, ...]
    pen: Pen


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed shape without a border."""

    points: tuple[Point, ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle with a border, a fill, or both."""

    centre: Point
    radius: float
    pen: Pen | None = None
    fill: str | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle whose corners may be round; `opacity` is that of the fill."""

    x: float
    y: float
    width: float
    height: float
    corner: float = 0.0
    pen: Pen | None = None
    fill: str | None = None
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """
    A line of text, with its middle at height y. A `halo` hides the lines behind the text. `turned` text
    runs upwards.
    """

    x: float
    y: float
    text: str
    size: float = 12.0
    anchor: Anchor = "middle"
    colour: str = INK
    bold: bool = False
    halo: bool = False
    turned: bool = False


Part = Stroke | Polygon | Disc | Box | Text


@dataclass(frozen=True, slots=True)
class Group:
    """Parts that belong together. In SVG, the title is shown as a tooltip."""

    parts: tuple[Part, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """
    A whole drawing.

    Attributes:
        left: smallest x.
        top: smallest y.
        width: width of the drawing.
        height: height of the drawing.
        groups: the groups in drawing order.
        title: a short title.
        description: a text description for screen readers.
    """

    left: float
    top: float
    width: float
    height: float
    groups: tuple[Group, ...]
    title: str
    description: str

    def moved(self, dx: float, dy: float) -> Scene:
        """Return the same drawing at another position."""
        groups = tuple(
            replace(group, parts=tuple(_moved(part, dx, dy) for part in group.parts))
            for group in self.groups
        )
        return replace(self, left=self.left + dx, top=self.top + dy, groups=groups)


def in_grid(scenes: Iterable[Scene], columns: int, gap: float = 28.0) -> Iterator[Scene]:
    """Move scenes to the cells of a grid with the given number of columns, filled row by row."""
    all_scenes = list(scenes)
    rows = [all_scenes[k : k + columns] for k in range(0, len(all_scenes), columns)]
    widths = [max(s.width for s in all_scenes[k::columns]) for k in range(min(columns, len(all_scenes)))]
    y = 0.0
    for row in rows:
        x = 0.0
        for scene, width in zip(row, widths, strict=False):
            yield scene.moved(x + (width - scene.width) / 2 - scene.left, y - scene.top)
            x += width + gap
        y += max(scene.height for scene in row) + gap


def _moved(part: Part, dx: float, dy: float) -> Part:
    def at(point: Point) -> Point:
        return point[0] + dx, point[1] + dy

    if isinstance(part, Stroke):
        return replace(part, curves=tuple((at(a), at(b), at(c), at(d)) for a, b, c, d in part.curves))
    if isinstance(part, Polygon):
        return replace(part, points=tuple(map(at, part.points)))
    if isinstance(part, Disc):
        return replace(part, centre=at(part.centre))
    return replace(part, x=part.x + dx, y=part.y + dy)
