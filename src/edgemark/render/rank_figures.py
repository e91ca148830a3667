"""
Critical-difference diagrams: average ranks on a line; bars join methods that do not differ
significantly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

from edgemark.display.text import printable
from edgemark.errors import InputTypeError, Remedy, StatisticsError
from edgemark.metrics.declaration import better_by_name
from edgemark.render.matplotlib_extra import (
    axes_or_new,
    content_of,
    demand_file_type,
    demand_matplotlib,
    describe,
    root_figure,
)
from edgemark.stats import Ranking
from edgemark.stats.rank_diagram import diagram_note, halves, shown_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from edgemark.stats.ranking import PostHoc

__all__ = ["diagram", "draw_ranks", "plot_ranks"]

# Lengths in inches: between names, between bars, from the scale to the names, and of the scale.
_LINE, _BAR, _GAP, _SCALE = 0.30, 0.13, 0.12, 3.9
_SIZE, _NOTE_SIZE = 10, 8  # Font sizes in points.
_RC: dict[Any, Any] = {
    "svg.hashsalt": "edgemark",
    "svg.fonttype": "path",
    "font.size": _SIZE,
    "text.parse_math": False,
}


def draw_ranks(
    ranking: Ranking, file_type: str = "svg", *, test: PostHoc = "holm", metric: str = ""
) -> bytes:
    """
    Draw the critical-difference diagram of a ranking into a file, see `plot_ranks`.

    Args:
        ranking: a result of `stats.rank`.
        file_type: "svg", "png" or "pdf".
        test: "holm" or "nemenyi", the test that decides which methods a bar joins, see `plot_ranks`.
        metric: name of the ranked metric, for the title; that of the ranking if it is empty.

    Returns:
        The content of a file.

    Raises:
        FormatError: an unknown file type.
        ConventionError: an unknown test.
        MissingExtraError: matplotlib is not installed.
    """
    demand_file_type(file_type)
    demand_matplotlib()
    import matplotlib

    with matplotlib.rc_context(_RC):
        figure = diagram(ranking, test, metric)
        return content_of(figure, file_type)


def plot_ranks(
    ranking: Ranking,
    ax: Axes | None = None,
    *,
    test: PostHoc = "holm",
    metric: str = "",
) -> Axes:
    """
    Draw a critical-difference diagram: average ranks on a line, and bars that join methods.

    The best method is at the left. If axes are passed, the text is scaled to fit into their current
    size.

    Args:
        ranking: a result of `stats.rank`.
        ax: axes to draw on; None makes a figure of sufficient size.
        test: "holm" joins neighbours in rank without significant differences in Wilcoxon's test with
            Holm's correction. A note names the pairs without a significant difference that no bar can
            join. "nemenyi" joins methods whose average ranks are within the critical difference, which
            is drawn.
        metric: name of the ranked metric, for the title; that of the ranking if it is empty.

    Returns:
        The axes.

    Raises:
        ConventionError: an unknown test.
        InputTypeError: the argument is not a ranking.
        MissingExtraError: matplotlib is not installed.
        StatisticsError: lower values of the named metric are better, but the ranking takes higher values
            for better, or the reverse.

    Examples:
        >>> from edgemark import stats
        >>> table = {"PC": [3, 4, 5, 6, 7, 9], "GES": [2, 3, 4, 5, 6, 7]}
        >>> ax = plot_ranks(stats.rank(table, better="lower"), metric="shd")
        >>> ax.texts[-2].get_text()
        'shd (lower is better)'
    """
    if not isinstance(ranking, Ranking):
        raise InputTypeError(
            f"plot_ranks takes a result of stats.rank(); got {type(ranking).__name__}",
            Remedy("Rank the runs first", "em.figures.plot_ranks(em.stats.rank(table))"),
        )
    _demand_direction(ranking, metric)
    demand_matplotlib()
    if ax is None:
        return diagram(ranking, test, metric).axes[0]
    return _draw(axes_or_new(ax, (1.0, 1.0)), _Diagram.of(ranking, test, metric))


def _demand_direction(ranking: Ranking, metric: str) -> None:
    """Refuse the name of a metric whose better values are not those of the ranking."""
    better = better_by_name(metric)
    if better in ("lower", "higher") and better != ranking.better:
        raise StatisticsError(
            f"metric must name the ranked metric, whose {ranking.better} values are better; got "
            f"{metric!r}, whose {better} values are better"
        )


def diagram(ranking: Ranking, test: PostHoc = "holm", metric: str = "") -> Figure:
    """Draw a figure as large as its text needs."""
    from matplotlib.figure import Figure

    content = _Diagram.of(ranking, test, metric)
    figure = Figure(figsize=(content.width, content.height))
    _draw(figure.add_axes((0.0, 0.0, 1.0, 1.0)), content)
    return figure


@dataclass(frozen=True, slots=True)
class _Diagram:
    """A diagram and its size in inches; `depth` is the distance from the scale to the first names."""

    ranking: Ranking
    test: PostHoc
    title: str
    groups: tuple[tuple[str, ...], ...]
    places: _Places
    height_above: float
    height_below: float
    depth: float

    @classmethod
    def of(cls, ranking: Ranking, test: PostHoc, metric: str) -> _Diagram:
        title = f"{printable(metric or ranking.metric) or 'value'} ({ranking.better} is better)"
        groups = ranking.groups(test)
        left, right = halves(ranking)
        places = _places(ranking, left, right, test, title)
        depth = len(groups) * _BAR + 0.25
        height_below = depth + len(left) * _LINE + 0.3 + 0.15 * diagram_note(ranking, test).count("\n")
        height_above = (0.75 if test == "nemenyi" else 0.45) + 0.3
        return cls(ranking, test, title, groups, places, height_above, height_below, depth)

    @property
    def width(self) -> float:
        return self.places.left + _SCALE + self.places.right

    @property
    def height(self) -> float:
        return self.height_above + self.height_below


def _draw(axes: Axes, content: _Diagram) -> Axes:
    ranking, places = content.ranking, content.places
    left, right = halves(ranking)
    axes.set_xlim(-places.left, _SCALE + places.right)  # Both axes are in inches.
    axes.set_ylim(-content.height_below, content.height_above)
    axes.set_aspect("equal")
    axes.axis("off")
    _draw_axis(axes, places)
    _draw_bars(axes, ranking, places, content.groups)
    _draw_names(axes, ranking, places, left, content.depth, -1)
    _draw_names(axes, ranking, places, right, content.depth, 1)
    if content.test == "nemenyi":
        _draw_critical_difference(axes, places, ranking.critical_difference)
    middle = (_SCALE + places.right - places.left) / 2
    axes.text(middle, content.height_above - 0.08, content.title, ha="center", va="top", fontsize=_SIZE)
    _draw_note(axes, ranking, content.test, -content.height_below + 0.12, middle)
    _fit(axes, content)
    ranks = ", ".join(f"{printable(m)} {ranking.average_rank(m):.2f}" for m in ranking.order)
    describe(axes, f"Average ranks: {content.title}", f"{ranks}. {diagram_note(ranking, content.test)}.")
    return axes


def _fit(axes: Axes, content: _Diagram) -> None:
    """Scale text and lines to the size of the axes, which may be smaller than the diagram."""
    from matplotlib.text import Text

    box = axes.get_window_extent()
    dpi = root_figure(axes).dpi
    scale = min(box.width / content.width, box.height / content.height) / dpi
    for text in axes.findobj(Text):
        text.set_parse_math(False)
        text.set_fontsize(float(text.get_fontsize()) * min(scale, 1.0))
    for line in axes.get_lines():
        line.set_linewidth(line.get_linewidth() * min(scale, 1.0))


@dataclass(frozen=True, slots=True)
class _Places:
    """Positions of ranks 1 to k on the scale, and the margins at its ends, in inches."""

    n_methods: int
    left: float
    right: float

    def at(self, rank: float) -> float:
        return (rank - 1) / (self.n_methods - 1) * _SCALE


def _places(
    ranking: Ranking, left: Sequence[str], right: Sequence[str], test: PostHoc, title: str
) -> _Places:
    k = len(ranking.methods)
    # The bar of the critical difference starts at rank 1 and may end beyond the scale.
    beyond = ranking.critical_difference / (k - 1) * _SCALE - _SCALE if test == "nemenyi" else 0.0
    note_width = max(_width(line, _NOTE_SIZE) for line in diagram_note(ranking, test).split("\n"))
    note_width = max(note_width, _width(title, _SIZE))
    note = max(0.0, note_width + 0.3 - _SCALE) / 2
    margins = [
        max(note, *(_GAP * 2 + 0.15 + _width(_label(ranking, m), _SIZE) for m in side))
        for side in (left, right)
    ]
    return _Places(k, margins[0], max(margins[1], beyond + 0.2))


def _width(text: str, size: float) -> float:
    import matplotlib
    from matplotlib.textpath import TextPath

    with matplotlib.rc_context({"text.parse_math": False}):
        return float(TextPath((0, 0), text, size=size).get_extents().width) / 72


def _label(ranking: Ranking, method: str, side: int = -1) -> str:
    rank = f"{ranking.average_rank(method):.2f}"
    name = shown_names(ranking)[method]
    return f"{name}  {rank}" if side < 0 else f"{rank}  {name}"


def _draw_axis(axes: Axes, places: _Places) -> None:
    axes.plot([0, _SCALE], [0, 0], color="black", linewidth=1.2)
    k = places.n_methods
    step = ceil((k - 1) / 15)
    for rank in range(1, k + 1, step):
        axes.plot([places.at(rank)] * 2, [0, 0.09], color="black", linewidth=1.2)
        axes.text(places.at(rank), 0.14, str(rank), ha="center", va="bottom")


def _draw_bars(axes: Axes, ranking: Ranking, places: _Places, groups: Sequence[Sequence[str]]) -> None:
    for k, group in enumerate(groups):
        first, last = (places.at(ranking.average_rank(group[end])) for end in (0, -1))
        axes.plot(
            [first - 0.04, last + 0.04],
            [-_BAR * (k + 1)] * 2,
            color="black",
            linewidth=3.5,
            solid_capstyle="butt",
            gid=f"group-{k}",
        )


def _draw_names(
    axes: Axes, ranking: Ranking, places: _Places, methods: Sequence[str], depth: float, side: int
) -> None:
    """
    Draw names at the left (side -1) or right (side 1) of the scale, the outermost rank first.

    A line joins each name with its rank.
    """
    end = -_GAP if side < 0 else _SCALE + _GAP
    for k, method in enumerate(methods):
        x, level = places.at(ranking.average_rank(method)), -(depth + k * _LINE)
        axes.plot([x, x, end], [0, level, level], color="black", linewidth=0.9)
        axes.text(
            end + side * 0.06,
            level,
            _label(ranking, method, side),
            ha="right" if side < 0 else "left",
            va="center",
        )


def _draw_critical_difference(axes: Axes, places: _Places, size: float) -> None:
    y, end = 0.48, places.at(1 + size)
    axes.plot([0, end], [y, y], color="black", linewidth=1.2, gid="critical-difference")
    for x in (0, end):
        axes.plot([x, x], [y - 0.05, y + 0.05], color="black", linewidth=1.2)
    axes.text(end / 2, y + 0.06, f"CD = {size:.2f}", ha="center", va="bottom", fontsize=9)


def _draw_note(axes: Axes, ranking: Ranking, test: PostHoc, y: float, x: float) -> None:
    text = diagram_note(ranking, test)
    axes.text(x, y, text, ha="center", va="bottom", fontsize=_NOTE_SIZE, color="0.35")
