"""The style of all figures: readable at column width (85 mm) and in greyscale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from edgemark.display.text import printable
from edgemark.errors import InputTypeError
from edgemark.render.matplotlib_extra import axes_or_new, describe

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "COLUMN",
    "GREY",
    "dressed",
    "line_styles",
    "logarithmic",
    "named_sides",
    "new_axes",
    "plain",
    "with_legend",
]

COLUMN = (3.35, 2.9)
"""Width of a column of a paper and the usual height, in inches."""
GREY = "#777777"
# Okabe and Ito's colours, each with its own dash and marker, so that colour is never the only
# difference.
_STYLES = (
    ("#0072B2", "-", "o"),
    ("#D55E00", "--", "s"),
    ("#009E73", "-.", "^"),
    ("#AA3377", ":", "D"),
    ("#E69F00", (0, (5, 1, 1, 1, 1, 1)), "v"),
    ("#56B4E9", (0, (8, 2)), "P"),
    ("#000000", (0, (1, 1)), "X"),
)
_SMALL, _TEXT, _TITLE = 7.5, 8.5, 9.5
_LONGEST = 60


def line_styles(n: int) -> list[dict[str, Any]]:
    """Colour, dash and marker of n lines; after seven they repeat with hollow markers."""
    found = []
    for k in range(n):
        colour, dash, marker = _STYLES[k % len(_STYLES)]
        hollow = {"markerfacecolor": "white"} if k // len(_STYLES) % 2 else {}
        found.append({"color": colour, "linestyle": dash, "marker": marker, **hollow})
    return found


def new_axes(ax: Any, size: tuple[float, float] = COLUMN) -> Axes:
    """The given axes, or new ones at the width of a column."""
    return axes_or_new(ax, size)


def plain(name: object) -> str:
    """A name for display: without control characters, and shortened in the middle if it is very long."""
    text = printable(str(name))
    return text if len(text) <= _LONGEST else f"{text[:36]}…{text[-22:]}"


def named_sides(estimates: Any, what: str) -> dict[str, Any]:
    """One estimate, or several by their names."""
    if not isinstance(estimates, Mapping):
        return {"": estimates}
    if not estimates:
        raise InputTypeError(f"{what} need at least one estimate; got an empty mapping")
    return {str(name): one for name, one in estimates.items()}


def dressed(axes: Axes, title: str, across: str, up: str, description: str) -> Axes:
    """Set title and labels of axes, and store their description."""
    axes.set_title(title, fontsize=_TITLE)
    axes.set_xlabel(across, fontsize=_TEXT)
    axes.set_ylabel(up, fontsize=_TEXT)
    axes.tick_params(labelsize=_SMALL, width=0.6)
    axes.grid(linewidth=0.4, alpha=0.5)
    axes.set_axisbelow(True)
    for side, spine in axes.spines.items():
        spine.set_linewidth(0.6)
        spine.set_visible(side in ("left", "bottom"))
    _literal(axes)
    describe(axes, title, description)
    return axes


def logarithmic(axes: Axes, which: Literal["x", "y"]) -> None:
    """Give an axis a logarithmic scale with plain numbers as labels."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    axis = axes.xaxis if which == "x" else axes.yaxis
    (axes.set_xscale if which == "x" else axes.set_yscale)("log")
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(NullFormatter())


def with_legend(
    axes: Axes, lines: Iterable[Any] | None = None, columns: int = 1, drop: float = 31.0
) -> None:
    """Draw a legend below the axes; `drop` points leave room for ticks and label."""
    from matplotlib.transforms import ScaledTranslation

    found: Sequence[Any] = axes.get_lines() if lines is None else list(lines)
    shown = [line for line in found if not str(line.get_label()).startswith("_")]
    if not shown:
        return
    figure = axes.get_figure(root=True)
    assert figure is not None
    axes.legend(
        shown,
        [str(line.get_label()) for line in shown],
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        bbox_transform=axes.transAxes + ScaledTranslation(0, -drop / 72, figure.dpi_scale_trans),
        borderaxespad=0,
        frameon=False,
        fontsize=_SMALL,
        handlelength=3.2,
        ncols=columns,
    )
    _literal(axes)


def _literal(axes: Axes) -> None:
    """Escape dollar signs in names, so that they are shown literally."""
    from matplotlib.text import Text

    for text in axes.findobj(Text):
        text.set_parse_math(False)
