"""Average ranks on a line, methods that do not differ joined: the critical-difference diagram."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Any

from edgemark.display.text import printable
from edgemark.errors import FormatError, MissingExtraError
from edgemark.render.criteria_figures import FILE_TYPES
from edgemark.stats import Ranking

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from edgemark.stats.ranking import PostHoc

__all__ = ["diagram", "draw_ranks"]

# In inches: between names, between bars, beside the scale, and the scale itself.
_LINE, _BAR, _GAP, _SCALE = 0.30, 0.13, 0.12, 3.9
_SIZE, _NOTE_SIZE = 10, 8
_LONGEST_NAME = 28
_MOST_PAIRS = 3
_RC: dict[Any, Any] = {
    "svg.hashsalt": "edgemark",
    "svg.fonttype": "path",
    "font.size": _SIZE,
    "text.parse_math": False,
}


def draw_ranks(ranking: Ranking, file_type: str = "svg", *, test: PostHoc = "holm") -> bytes:
    """
    Draw the critical-difference diagram of a ranking.

    Args:
        ranking: what `stats.rank` gives.
        file_type: "svg", "png" or "pdf".
        test: "holm" joins neighbours of whom Wilcoxon's test with Holm's correction tells no two apart,
            and names the pairs not told apart that no bar can join; "nemenyi" joins those whose average
            ranks are within the critical difference, which is drawn.

    Returns:
        The content of a file.

    Raises:
        FormatError: no such file type.
        ConventionError: no such test.
        MissingExtraError: matplotlib is not installed.
    """
    if file_type not in FILE_TYPES:
        raise FormatError(f"a figure's file must end in .{', .'.join(FILE_TYPES)}; got .{file_type}")
    try:
        import matplotlib
    except ImportError:
        raise MissingExtraError("matplotlib", "report") from None
    metadata: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    buffer = BytesIO()
    with matplotlib.rc_context(_RC):
        figure = diagram(ranking, test)
        figure.savefig(buffer, format=file_type, dpi=200, metadata=metadata[file_type])
    return buffer.getvalue()


def diagram(ranking: Ranking, test: PostHoc = "holm") -> Figure:
    """Draw the figure: the best method at the left, the better half named there."""
    from matplotlib.figure import Figure

    groups = ranking.groups(test)
    order = ranking.order
    left, right = order[: (len(order) + 1) // 2], order[: (len(order) - 1) // 2 : -1]
    places = _places(ranking, left, right, test)
    above = 0.75 if test == "nemenyi" else 0.45
    depth = len(groups) * _BAR + 0.25
    below = depth + len(left) * _LINE + 0.3 + 0.15 * _note(ranking, test).count("\n")
    figure = Figure(figsize=(places.left + _SCALE + places.right, above + below))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(-places.left, _SCALE + places.right)  # both axes in inches
    axes.set_ylim(-below, above)
    axes.axis("off")
    _draw_axis(axes, places)
    _draw_bars(axes, ranking, places, groups)
    _draw_names(axes, ranking, places, left, depth, -1)
    _draw_names(axes, ranking, places, right, depth, 1)
    if test == "nemenyi":
        _draw_critical_difference(axes, places, ranking.critical_difference)
    _draw_note(axes, ranking, test, -below + 0.12, (_SCALE + places.right - places.left) / 2)
    return figure


@dataclass(frozen=True, slots=True)
class _Places:
    """Where ranks from 1 to k lie on the scale, and the margins beside it, in inches."""

    n_methods: int
    left: float
    right: float

    def at(self, rank: float) -> float:
        return (rank - 1) / (self.n_methods - 1) * _SCALE


def _places(ranking: Ranking, left: Sequence[str], right: Sequence[str], test: PostHoc) -> _Places:
    k = len(ranking.methods)
    beyond = ranking.critical_difference / (k - 1) * _SCALE - _SCALE if test == "nemenyi" else 0.0
    note_width = max(_width(line, _NOTE_SIZE) for line in _note(ranking, test).split("\n"))
    note = max(0.0, note_width + 0.3 - _SCALE) / 2
    margins = [
        max(note, *(_GAP * 2 + 0.15 + _width(_label(ranking, m), _SIZE) for m in side))
        for side in (left, right)
    ]
    return _Places(k, margins[0], max(margins[1], beyond + 0.2))


def _width(text: str, size: float) -> float:
    from matplotlib.textpath import TextPath

    return float(TextPath((0, 0), text, size=size).get_extents().width) / 72


def _label(ranking: Ranking, method: str, side: int = -1) -> str:
    rank = f"{ranking.average_rank(method):.2f}"
    return f"{_short(method)}  {rank}" if side < 0 else f"{rank}  {_short(method)}"


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
    """Names beside the scale, the outermost rank first, each with a line from its rank."""
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


def _note(ranking: Ranking, test: PostHoc) -> str:
    what = "Nemenyi" if test == "nemenyi" else "Wilcoxon with Holm's correction"
    alpha = round(1 - ranking.level, 12)
    many = f"{len(ranking.blocks.names)} {ranking.blocks.unit}s"
    lines = [
        f"average rank over {many}, 1 is best; bars join methods not told apart ({what}, {alpha:g})"
    ]
    if alike := [" and ".join(map(_short, pair)) for pair in ranking.unjoined(test)]:
        more = f", and {len(alike) - _MOST_PAIRS} pairs more" if len(alike) > _MOST_PAIRS else ""
        lines.append(f"not told apart either, without a bar: {'; '.join(alike[:_MOST_PAIRS])}{more}")
    return "\n".join(lines)


def _draw_note(axes: Axes, ranking: Ranking, test: PostHoc, y: float, x: float) -> None:
    text = _note(ranking, test)
    axes.text(x, y, text, ha="center", va="bottom", fontsize=_NOTE_SIZE, color="0.35")


def _short(name: str) -> str:
    name = printable(name)
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
