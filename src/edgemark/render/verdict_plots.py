"""Verdicts on effects as a heat map, and metrics along a sequence of graphs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from edgemark.errors import InputTypeError
from edgemark.metric_criteria import Series
from edgemark.metrics import Effects
from edgemark.metrics.effect_verdicts import VERDICTS
from edgemark.render.plot_style import (
    COLUMN,
    line_styles,
    new_axes,
    plain,
    style_right_scale,
    with_labels,
    with_legend,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_effects", "plot_series"]

# The colours go from pale to dark, which keeps their order in greyscale. If there is room, each verdict
# other than "right" also has a sign.
_COLOURS = ("#F0F0F0", "#F0C75E", "#5DA5D9", "#8A3A1A")
_SIGNS = ("", "0", "?", "×")
_MOST_NODES_WITH_SIGNS, _MOST_NAMES = 30, 60
_LONGEST_NAME = 20
_BETTER = {"lower": "lower", "higher": "higher", "ratio": "higher", "neither": "neither"}
"""Which values are better, by `Series.better`."""


def plot_effects(effects: Effects, ax: Axes | None = None) -> Axes:
    """
    Draw the verdict on every effect: a row for each treatment, a column for each outcome.

    Args:
        effects: a result of `metrics.effects`.
        ax: axes to draw on; None makes a figure as wide as a column of a paper.

    Returns:
        The axes.

    Raises:
        InputTypeError: the argument is not a result of `metrics.effects`.
        MissingExtraError: matplotlib is not installed.

    Examples:
        >>> from edgemark import Graph, metrics
        >>> verdicts = metrics.effects(Graph.parse("A --> B --> C"), Graph.parse("A <-- B --> C"))
        >>> [text.get_text() for text in plot_effects(verdicts).get_legend().get_texts()]
        ['right 3', '0 claimed zero 1', '? not amenable 0', '× invalid adjustment set 2']
    """
    if not isinstance(effects, Effects):
        raise InputTypeError(
            f"plot_effects takes verdicts of metrics.effects; got {type(effects).__name__}"
        )
    axes = new_axes(ax, (COLUMN[0], COLUMN[0] + 0.6))
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    codes = effects.codes
    axes.imshow(
        codes,
        cmap=ListedColormap(list(_COLOURS)),
        vmin=-0.5,
        vmax=3.5,
        interpolation="nearest",
        aspect="auto",
    )
    columns = [effects.truth.index(name) for name in effects.treatments]
    diagonal = np.zeros(codes.shape, bool)
    diagonal[np.arange(len(columns)), columns] = True
    if max(codes.shape, default=0) <= _MOST_NODES_WITH_SIGNS:
        for row, column in zip(*np.nonzero(codes), strict=True):
            code = int(codes[row, column])
            colour = "white" if code == 3 else "black"
            axes.text(column, row, _SIGNS[code], ha="center", va="center", fontsize=7, color=colour)
        for row, column in zip(*np.nonzero(diagonal), strict=True):
            axes.text(column, row, "–", ha="center", va="center", fontsize=7, color="#999999")
    _name_ticks(axes, effects)
    has_names = len(effects.outcomes) <= _MOST_NAMES
    names = [_short(name) for name in effects.outcomes] if has_names else []
    longest = max(map(len, names), default=0)
    counts = [int(((codes == k) & ~diagonal).sum()) for k in range(4)]
    counts_in_words = ", ".join(
        f"{count} {verdict}" for count, verdict in zip(counts, VERDICTS, strict=True)
    )
    with_labels(
        axes, f"Effects, {effects.strategy}: {effects.n_wrong} wrong", "outcome", "treatment",
        f"Verdict on the effect of each treatment on each outcome: {counts_in_words}.",
    )  # fmt: skip
    axes.grid(visible=False)
    with_legend(
        axes,
        [
            Patch(
                facecolor=colour,
                edgecolor="#555555",
                linewidth=0.5,
                label=f"{sign} {verdict} {count}".strip(),
            )
            for colour, sign, verdict, count in zip(_COLOURS, _SIGNS, VERDICTS, counts, strict=True)
        ],
        drop=34 + 4.5 * longest,  # The names of the outcomes are vertical, above the legend.
    )
    return axes


def plot_series(
    series: Iterable[Series], ax: Axes | None = None, *, steps: str = "changes made"
) -> Axes:
    """
    Draw metrics along a sequence of graphs, such as a transformation of the truth.

    Metrics whose values are all between 0 and 1 use the left scale, all others the right one. Undefined
    values leave a gap.

    Args:
        series: a result of `metric_criteria.series`.
        ax: axes to draw on; None makes a figure as wide as a column of a paper.
        steps: name of the steps, for the axis.

    Returns:
        The axes of the left scale.

    Raises:
        InputTypeError: the argument is not a result of `metric_criteria.series`.
        MissingExtraError: matplotlib is not installed.

    Examples:
        >>> from edgemark import Graph, metric_criteria as mc
        >>> made = mc.landmarks(Graph.parse("A --> B --> C"))
        >>> graphs = mc.transformation(made.truth, made.empty)
        >>> ax = plot_series(mc.series(made.truth, graphs, ["nced", "shd:skeleton"]))
        >>> [text.get_text() for text in ax.get_legend().get_texts()]
        ['nced:k = 0.2 (lower is better)', 'shd:skeleton (lower is better, right scale)']
    """
    all_series = list(series)
    other = next((each for each in all_series if not isinstance(each, Series)), None)
    if other is not None or not all_series:
        raise InputTypeError(
            "plot_series takes results of metric_criteria.series; got "
            f"{type(other).__name__ if all_series else 'nothing'}"
        )
    axes, right_axes, lines = new_axes(ax), None, []
    for each, style in zip(all_series, line_styles(len(all_series)), strict=True):
        values = np.array(each.values, float)
        finite = values[np.isfinite(values)]
        on_left = not finite.size or (finite.min() >= 0 and finite.max() <= 1)
        if not on_left and right_axes is None:
            right_axes = axes.twinx()
        axes_of_metric = axes if on_left or right_axes is None else right_axes
        better = f"{_BETTER[each.better]} is better"
        label = f"{each.name} ({better}{'' if on_left else ', right scale'})"
        lines += axes_of_metric.plot(values, markersize=4, linewidth=1.3, label=label, **style)
    axes.set_ylim(-0.03, 1.03)
    if right_axes is not None:
        style_right_scale(right_axes)
    descriptions = "; ".join(
        f"{each.name} from {each.values[0]:.3g} to {each.values[-1]:.3g}" for each in all_series
    )
    with_labels(axes, "Along a sequence of graphs", plain(steps), "score", f"{descriptions}.")
    with_legend(axes, lines)
    return axes


def _name_ticks(axes: Axes, effects: Effects) -> None:
    for names, set_ticks, rotation in (
        (effects.outcomes, axes.set_xticks, {"rotation": 90}),
        (effects.treatments, axes.set_yticks, {}),
    ):
        text_options: dict[str, Any] = rotation
        if len(names) <= _MOST_NAMES:
            set_ticks(range(len(names)), [_short(name) for name in names], **text_options)


def _short(name: str) -> str:
    return plain(name)[:_LONGEST_NAME]
