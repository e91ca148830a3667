"""Figures 3 and 6 of the nCED paper, drawn from computed series."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from edgemark.metric_criteria.specimens import paper_truth
from edgemark.metric_criteria.transformations import Series, landmarks, series_of
from edgemark.metric_criteria.verdicts import RUNS
from edgemark.metrics.selectors import selected
from edgemark.render.matplotlib_extra import FILE_TYPES, content_of, demand_file_type, demand_matplotlib

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["FIGURES", "FILE_TYPES", "RC", "draw"]

FigureNumber = Literal["3", "6"]
_TITLES_AND_DESCRIPTIONS = {
    "3": (
        "Figure 3 of the nCED paper",
        "nCED for k from 0 to 0.5 along six transformations between the truth and graphs that are "
        "empty, reversed, undirected, or have one circle on each edge.",
    ),
    "6": (
        "Figure 6 of the nCED paper",
        "ROC AUC, PRC AUC, F1, TPR, FPR, nCED and SHD while true edges are removed and false ones "
        "added.",
    ),
}
KS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
_LABELS = {
    "truth": "$G^*$",
    "empty": "$G_e$",
    "reversed": "$G_i$",
    "half_open": "$G_{u,1}$",
    "undirected": "$G_{u,2}$",
}
# Okabe and Ito's colours, each with its own marker, so that colour is never the only difference.
_LINES = {
    "balanced_accuracy:directed": ("ROC AUC (three points)", "#0072B2", "o", "-"),
    "three_point_prc_auc:directed": ("PRC AUC (three points)", "#56B4E9", "P", "-"),
    "f1:directed": ("F1", "#D55E00", "^", "-"),
    "recall:directed": ("TPR", "#009E73", "s", "--"),
    "fpr:directed": ("FPR", "#E69F00", "v", "--"),
    "nced:k = 0.2": ("nCED", "#000000", "D", "-"),
    "shd:arc hamming": ("SHD (right scale)", "#CC79A7", "x", ":"),
}
_RIGHT_SCALE = "shd:arc hamming"
_TOP_OF_RIGHT_SCALE = 15  # The largest SHD in these figures is 14.
# Settings of matplotlib. The salt replaces random identifiers, so the same figure gives the same file.
RC: dict[Any, Any] = {
    "svg.hashsalt": "edgemark",
    "svg.fonttype": "path",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.linewidth": 0.8,
    "legend.frameon": False,
}


def draw(number: FigureNumber, file_type: str = "svg") -> bytes:
    """
    Draw a figure of the nCED paper.

    Args:
        number: "3", nCED for several k along six transformations, or "6", several metrics along two.
        file_type: "svg", "png" or "pdf".

    Returns:
        The content of a file.

    Raises:
        FormatError: an unknown file type.
        MissingExtraError: matplotlib is not installed.
    """
    demand_file_type(file_type)
    demand_matplotlib()
    import matplotlib

    with matplotlib.rc_context(RC):
        title, description = _TITLES_AND_DESCRIPTIONS[number]
        return content_of(FIGURES[number](), file_type, title, description)


# ---- Figure 3


def _figure_3() -> Figure:
    from matplotlib import colormaps
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 5.0), layout="constrained")
    panels = figure.subplots(2, 3, sharex=True, sharey=True)
    colours = colormaps["viridis"]([0.85 * k / KS[-1] for k in KS])
    for axes, letter in zip(panels.flat, "abcdef", strict=True):
        for colour, marker, series in zip(colours, "osD^vP", _series_over_k(f"3{letter}"), strict=True):
            axes.plot(series.values, color=colour, marker=marker, markersize=3.5, linewidth=1.3)
        _style_panel(axes, f"3{letter}")
        axes.set_ylim(-0.02, 0.72)
    for axes in panels[:, 0]:
        axes.set_ylabel("nCED")
    for axes in panels[-1]:
        axes.set_xlabel("steps")
    lines = panels.flat[0].get_lines()
    names = [f"k = {k:g}" for k in KS]
    figure.legend(lines, names, loc="outside lower center", ncols=len(KS))
    return figure


def _series_over_k(run: str) -> list[Series]:
    """Return the series of nCED along a transformation for every k."""
    graphs_of_paper = landmarks(paper_truth())
    graphs = RUNS[run].graphs(graphs_of_paper)
    numbers = selected(f"nced:k={k:g}" for k in KS)
    return [series for number in numbers for series in series_of(graphs_of_paper.truth, graphs, number)]


# ---- Figure 6


def _figure_6() -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    lines: Sequence[Any] = ()
    for axes, run in ((left, "6a"), (right, "6b")):
        counts = axes.twinx()
        lines = [_line(counts if name == _RIGHT_SCALE else axes, name, run) for name in _LINES]
        _style_panel(axes, run)
        axes.set_ylim(-0.03, 1.03)
        counts.set_ylim(-0.03 * _TOP_OF_RIGHT_SCALE, 1.03 * _TOP_OF_RIGHT_SCALE)
        counts.set_ylabel("SHD")
        axes.set_xlabel("steps")
        axes.set_ylabel("score")
        counts.spines["right"].set_visible(True)
    figure.legend(lines, [line.get_label() for line in lines], loc="outside lower center", ncols=4)
    return figure


def _line(axes: Axes, name: str, run: str) -> Any:
    label, colour, marker, dash = _LINES[name]
    graphs_of_paper = landmarks(paper_truth())
    (number,) = selected(name)
    (series,) = series_of(graphs_of_paper.truth, RUNS[run].graphs(graphs_of_paper), number)
    (line,) = axes.plot(
        series.values,
        label=label,
        color=colour,
        marker=marker,
        linestyle=dash,
        markersize=5,
        markerfacecolor="none",
        linewidth=1.4,
    )
    return line


# ---- Both figures


def _style_panel(axes: Axes, run: str) -> None:
    start, end = _LABELS[RUNS[run].start], _LABELS[RUNS[run].end]
    axes.set_title(rf"({run[1]}) {start} $\to$ {end}", fontsize=10)
    axes.set_xticks(range(8))
    axes.grid(axis="y", linewidth=0.4, alpha=0.5)
    axes.spines["right"].set_visible(False)


FIGURES = {"3": _figure_3, "6": _figure_6}
