"""The style of all figures: readable at column width (85 mm) and in greyscale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from edgemark.display.text import printable
from edgemark.errors import InputTypeError
from edgemark.render.matplotlib_extra import axes_or_new, describe, root_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "COLUMN",
    "GREY",
    "line_styles",
    "logarithmic",
    "named_estimates",
    "new_axes",
    "plain",
    "style_right_scale",
    "with_labels",
    "with_legend",
]

COLUMN = (3.35, 2.9)
"""Width of a column of a paper and the usual height, in inches."""
GREY = "#777777"
# Okabe and Ito's colours, with a darker purple. Each has its own dash and marker, so that colour is
# never the only difference.
_STYLES = (
    ("#0072B2", "-", "o"),
    ("#D55E00", "--", "s"),
    ("#009E73", "-.", "^"),
    ("#AA3377", ":", "D"),
    ("#E69F00", (0, (5, 1, 1, 1, 1, 1)), "v"),
    ("#56B4E9", (0, (8, 2)), "P"),
    ("#000000", (0, (1, 1)), "X"),
)
_SMALL, _TEXT, _TITLE = 7.5, 8.5, 9.5  # Sizes of fonts in points.
_LONGEST = 60  # Names with more characters are shortened.


def line_styles(n: int) -> list[dict[str, Any]]:
    """
    Return colour, dash and marker of n lines: seven styles, then the same with hollow markers, and these
    fourteen again.
    """
    styles = []
    for k in range(n):
        colour, dash, marker = _STYLES[k % len(_STYLES)]
        hollow = {"markerfacecolor": "white"} if k // len(_STYLES) % 2 else {}
        styles.append({"color": colour, "linestyle": dash, "marker": marker, **hollow})
    return styles


def new_axes(ax: Any, size: tuple[float, float] = COLUMN) -> Axes:
    """Return the given axes, or new ones at the width of a column."""
    return axes_or_new(ax, size)


def plain(name: object) -> str:
    """Return a name for display, without control characters and shortened if it is very long."""
    text = printable(str(name))
    return text if len(text) <= _LONGEST else f"{text[:36]}…{text[-22:]}"


def named_estimates(estimates: Any, subject: str) -> dict[str, Any]:
    """
    Return several estimates by their names; a single estimate has the name "". In errors, `subject` is
    the kind of figure, in the plural.
    """
    if not isinstance(estimates, Mapping):
        return {"": estimates}
    if not estimates:
        raise InputTypeError(f"{subject} need at least one estimate; got an empty mapping")
    return {str(name): estimate for name, estimate in estimates.items()}


def with_labels(axes: Axes, title: str, x_label: str, y_label: str, description: str) -> Axes:
    """Set the title, the labels and the style of axes, and store their description."""
    axes.set_title(title, fontsize=_TITLE)
    axes.set_xlabel(x_label, fontsize=_TEXT)
    axes.set_ylabel(y_label, fontsize=_TEXT)
    axes.tick_params(labelsize=_SMALL, width=0.6)
    axes.grid(linewidth=0.4, alpha=0.5)
    axes.set_axisbelow(True)
    for side, spine in axes.spines.items():
        spine.set_linewidth(0.6)
        spine.set_visible(side in ("left", "bottom"))
    _show_dollars_literally(axes)
    describe(axes, title, description)
    return axes


def style_right_scale(axes: Axes) -> None:
    """Style axes with a scale on the right, which starts at 0, or below negative values."""
    lowest = float(axes.dataLim.ymin)
    axes.set_ylim(0 if lowest >= 0 else 1.05 * lowest, None)
    axes.tick_params(labelsize=_SMALL, width=0.6)
    for side, spine in axes.spines.items():
        spine.set_visible(side == "right")


def logarithmic(axes: Axes, axis_name: Literal["x", "y"]) -> None:
    """Give an axis a logarithmic scale with plain numbers as labels."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    axis = axes.xaxis if axis_name == "x" else axes.yaxis
    (axes.set_xscale if axis_name == "x" else axes.set_yscale)("log")
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(NullFormatter())


def with_legend(
    axes: Axes, lines: Iterable[Any] | None = None, columns: int = 1, drop: float = 31.0
) -> None:
    """
    Draw a legend below the axes, with all lines that have a label.

    If `lines` is None, the lines are all those of the axes. `drop` is the distance from the axes in
    points, which leaves room for the ticks and the axis label.
    """
    from matplotlib.transforms import ScaledTranslation

    all_lines: Sequence[Any] = axes.get_lines() if lines is None else list(lines)
    # Matplotlib gives lines without a label one that starts with an underscore.
    labelled = [line for line in all_lines if not str(line.get_label()).startswith("_")]
    if not labelled:
        return
    figure = root_figure(axes)
    axes.legend(
        labelled,
        [str(line.get_label()) for line in labelled],
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        bbox_transform=axes.transAxes + ScaledTranslation(0, -drop / 72, figure.dpi_scale_trans),
        borderaxespad=0,
        frameon=False,
        fontsize=_SMALL,
        handlelength=3.2,
        ncols=columns,
    )
    _show_dollars_literally(axes)


def _show_dollars_literally(axes: Axes) -> None:
    """Show dollar signs in texts literally, instead of as formulas."""
    from matplotlib.text import Text

    for text in axes.findobj(Text):
        text.set_parse_math(False)
