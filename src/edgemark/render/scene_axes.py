"""
Draw a scene on matplotlib axes.

Lines and text scale with the drawing, so they fit axes of any size: widths of lines and sizes of text
are computed when they are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from edgemark.display.scene import FAINT, INK, PAPER, Box, Disc, Part, Pen, Polygon, Scene, Stroke, Text
from edgemark.render.matplotlib_extra import root_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_scene", "inches"]

_PIXELS_PER_INCH = 96.0
_FAINT_OPACITY = 0.45


def inches(scene: Scene) -> tuple[float, float]:
    """Return the width and height at which text has its nominal size."""
    return scene.width / _PIXELS_PER_INCH, scene.height / _PIXELS_PER_INCH


def draw_scene(scene: Scene, axes: Axes) -> None:
    """Draw a scene on axes, whose limits it sets and whose frame, ticks and labels it hides."""
    axes.set_xlim(scene.left, scene.left + scene.width)
    axes.set_ylim(scene.top + scene.height, scene.top)
    axes.set_aspect("equal")
    axes.axis("off")
    for order, part in enumerate(
        _with_combined_boxes(part for group in scene.groups for part in group.parts)
    ):
        artist = _artist(part, axes)
        artist.set_zorder(2 + order * 1e-6)
        artist.set_in_layout(False)  # Every part is inside the limits; a layout need not measure it.
        axes.add_artist(artist)


@dataclass(frozen=True, slots=True)
class _Boxes:
    """Plain boxes of one colour, drawn as one path."""

    boxes: tuple[Box, ...]


def _with_combined_boxes(parts: Iterable[Part]) -> Iterator[Part | _Boxes]:
    """Yield the parts, with consecutive boxes of one colour combined."""

    def appearance(part: Part) -> object:
        plain = isinstance(part, Box) and part.pen is None and not part.corner
        return (part.fill, part.opacity) if plain and isinstance(part, Box) else id(part)

    for _, similar in groupby(parts, appearance):
        group = list(similar)
        boxes = tuple(part for part in group if isinstance(part, Box))
        if len(boxes) > 1 and len(boxes) == len(group):
            yield _Boxes(boxes)
        else:
            yield from group


@cache
def _artist_classes() -> tuple[type[Any], type[Any]]:
    """Define classes of patches and texts that scale with the drawing; this imports matplotlib."""
    from matplotlib.patches import PathPatch
    from matplotlib.patheffects import withStroke
    from matplotlib.text import Text as PlainText

    def points_per_pixel(artist: Any) -> float:
        """Return the size of a pixel of the scene on the axes of an artist, in points."""
        (left, _), (right, _) = artist.axes.transData.transform([(0, 0), (1, 0)])
        return float(abs(right - left) * 72 / root_figure(artist).dpi)

    class ScenePatch(PathPatch):
        pen: Pen | None = None

        def draw(self, renderer: Any) -> None:
            if self.pen is not None:
                scale = points_per_pixel(self)
                self.set_linewidth(self.pen.width * scale)
                if self.pen.dashes:
                    # matplotlib multiplies the lengths of dashes by the width of the line.
                    lengths = [length / self.pen.width for length in self.pen.dashes]
                    self.set_linestyle((0, lengths))
            super().draw(renderer)

    class SceneText(PlainText):
        size = 12.0
        halo = False

        def _scale(self) -> None:
            scale = points_per_pixel(self)
            self.set_fontsize(max(self.size * scale, 0.1))
            if self.halo:
                self.set_path_effects([withStroke(linewidth=3.5 * scale, foreground="white")])

        def draw(self, renderer: Any) -> None:
            self._scale()
            super().draw(renderer)

        def get_window_extent(self, renderer: Any = None, dpi: Any = None) -> Any:
            self._scale()
            return super().get_window_extent(renderer, dpi)

    return ScenePatch, SceneText


def _artist(part: Part | _Boxes, axes: Axes) -> Any:
    if isinstance(part, _Boxes):
        from matplotlib.path import Path

        compound = _artist(part.boxes[0], axes)
        compound.set_path(Path.make_compound_path(*map(_path, part.boxes)))
        return compound
    if isinstance(part, Text):
        return _text(part, axes)
    scene_patch, _ = _artist_classes()
    patch = scene_patch(_path(part), clip_on=False)
    pen = part.pen if isinstance(part, Stroke | Disc | Box) else None
    fill = None if isinstance(part, Stroke) else part.fill
    opacity = part.opacity if isinstance(part, Box) else 1.0
    patch.set_facecolor(_colour(fill, opacity) if fill else "none")
    patch.set_edgecolor(_colour(pen.colour) if pen else "none")
    patch.set_capstyle("butt")
    if pen is None:
        patch.set_linewidth(0)
    patch.pen = pen
    return patch


def _colour(name: str, opacity: float = 1.0) -> tuple[float, float, float, float]:
    from matplotlib import rcParams
    from matplotlib.colors import to_rgba

    if name == PAPER:
        return (1.0, 1.0, 1.0, 1.0)
    alpha = opacity * (_FAINT_OPACITY if name == FAINT else 1.0)
    rgba: tuple[float, float, float, float] = to_rgba(
        rcParams["text.color"] if name in (INK, FAINT) else name, alpha
    )
    return rgba


def _text(text: Text, axes: Axes) -> Any:
    _, scene_text = _artist_classes()
    artist = scene_text(
        text.x,
        text.y,
        text.text,
        color=_colour(text.colour),
        ha={"start": "left", "middle": "center", "end": "right"}[text.anchor],
        va="center_baseline",
        rotation=90 if text.turned else 0,
        rotation_mode="anchor",
        weight="bold" if text.bold else "normal",
        parse_math=False,
        usetex=False,
        clip_on=False,
        transform=axes.transData,
    )
    artist.size, artist.halo = text.size, text.halo
    return artist


def _path(part: Stroke | Polygon | Disc | Box) -> Any:
    from matplotlib.path import Path

    if isinstance(part, Stroke):
        points = [part.curves[0][0], *(p for curve in part.curves for p in curve[1:])]
        return Path(points, [Path.MOVETO, *[Path.CURVE4] * (len(points) - 1)])
    if isinstance(part, Polygon):
        return Path([*part.points, part.points[0]], closed=True)
    if isinstance(part, Disc):
        return Path.circle(part.centre, part.radius)
    return _box_path(part)


def _box_path(box: Box) -> Any:
    from matplotlib.path import Path

    left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    r = min(box.corner, box.width / 2, box.height / 2)
    if not r:
        corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        return Path(corners, closed=True)
    # Distance of the control points of a Bézier curve from the corner, for a quarter of a circle.
    k = 0.4477 * r
    points = [
        (left + r, top), (right - r, top), (right - k, top), (right, top + k), (right, top + r),
        (right, bottom - r), (right, bottom - k), (right - k, bottom), (right - r, bottom),
        (left + r, bottom), (left + k, bottom), (left, bottom - k), (left, bottom - r),
        (left, top + r), (left, top + k), (left + k, top), (left + r, top), (left + r, top),
    ]  # fmt: skip
    line, curve = Path.LINETO, [Path.CURVE4] * 3
    codes = [Path.MOVETO, line, *curve, line, *curve, line, *curve, line, *curve, Path.CLOSEPOLY]
    return Path(points, codes)
