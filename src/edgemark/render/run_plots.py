"""
Figures of values by method, of an estimate next to random guessing, of time and accuracy, and of time
by size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, nan
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from edgemark.conventions.options import choices, require
from edgemark.errors import InputTypeError, StatisticsError, plural
from edgemark.render.plot_style import (
    COLUMN,
    GREY,
    line_styles,
    logarithmic,
    new_axes,
    plain,
    with_labels,
    with_legend,
)
from edgemark.report import Report
from edgemark.report.chance_picture import MOST_ROWS, above_chance
from edgemark.stats import Runs, Summary, summarize
from edgemark.stats.chosen_numbers import chosen_numbers
from edgemark.stats.known_metrics import better_of, demand_known_direction, is_judged
from edgemark.stats.missing_runs import completed
from edgemark.stats.runs import Run, number_name
from edgemark.stats.runs_by_method import runs_of_methods

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_chance", "plot_growth", "plot_time", "plot_values"]

ValuesKind = Literal["box", "interval"]
_ROW = 0.3  # height of a method in inches


def plot_values(
    values: Any,
    ax: Axes | None = None,
    *,
    metric: str = "",
    kind: ValuesKind = "box",
    level: float = 0.95,
) -> Axes:
    """
    Draw a metric of each method over its runs: boxes with every run, or means with intervals.

    Boxes show quartiles, with a line at the median and whiskers to the smallest and largest value.
    Intervals are Student's t for the mean over replicates, as in `stats.summarize` of the same table.
    With intervals, the title says what the replicates are, and the label of each method has their number
    n. Methods are in order of appearance. If some runs of a method have no value, its label says how
    many have one.

    Args:
        values: a table of runs, see `stats.as_runs`; or a mapping of values by method.
        ax: axes to draw on; None makes a figure whose height fits the methods.
        metric: selector of a metric, such as "shd:both to CPDAG", if the table has several.
        kind: "box" or "interval".
        level: confidence of the intervals.

    Returns:
        The axes.

    Raises:
        ConventionError: an unknown value of `kind`, or an unknown metric.
        MissingExtraError: matplotlib is not installed.
        StatisticsError: no runs, or several metrics without `metric`.

    Examples:
        >>> rows = [{"method": m, "seed": s, "metric": "shd", "value": v}
        ...         for m, v in [("PC", 3), ("GES", 2)] for s in range(3)]
        >>> plot_values(rows).get_xlabel()
        'shd (lower is better)'
        >>> plot_values(rows[:5]).get_yticklabels()[1].get_text()
        'GES (2 of 3 runs)'
    """
    require("kind", kind, choices(ValuesKind))
    runs = _one_number(runs_of_methods(values), metric)
    methods, of_method = runs.methods, completed(runs).by_method()
    rows = summarize(runs, level=level) if kind == "interval" else ()
    summaries = {row.method: row.summary for row in rows}
    axes = new_axes(ax, (COLUMN[0], 1.0 + _ROW * max(len(methods), 2)))
    descriptions, labels = [], []
    for k, (method, style) in enumerate(zip(methods, line_styles(len(methods)), strict=True)):
        if kind == "box":
            description = _draw_box(axes, of_method[method], k, style)
        else:
            description = _draw_interval(axes, summaries[method], k, style)
        descriptions.append(f"{plain(method)}: {description}")
        labels.append(f"{plain(method)}{_how_many(of_method[method], summaries.get(method))}")
    axes.set_yticks(range(len(methods)), labels)
    axes.set_ylim(len(methods) - 0.4, -0.6)
    name = number_name(runs.rows[0].number) or "value"
    title = "Quartiles, every run"
    if kind == "interval":
        title = f"Mean and {100 * level:g}% t interval over n {summaries[methods[0]].unit}s"
    with_labels(
        axes, title, f"{name}{_direction(runs)}", "",
        f"{name} of each method. {'; '.join(descriptions)}.",
    )  # fmt: skip
    axes.grid(visible=False, axis="y")
    return axes


def plot_chance(report: Report, ax: Axes | None = None) -> Axes:
    """
    Draw the metrics of an estimate next to the scores of random guessing.

    Every metric has its own scale, from the mean of random guessing (0) to a perfect estimate (1). The
    band holds 95 % of the guesses. Metrics without a null model or without a best value are left out,
    and the legend has their number.

    Args:
        report: a result of `chance`.
        ax: axes to draw on; None makes a figure whose height fits the rows.

    Returns:
        The axes.

    Raises:
        InputTypeError: the argument is not a report.
        MissingExtraError: matplotlib is not installed.
        StatisticsError: no row can be drawn, or more than 60.

    Examples:
        >>> from edgemark import Graph, chance
        >>> truth, found = Graph.parse("A --> B --> C; D --> C"), Graph.parse("A --> B --> C; D")
        >>> ax = plot_chance(chance(truth, found, ["shd:skeleton", "f1:skeleton"], n_guesses=20))
        >>> [tick.get_text() for tick in ax.get_yticklabels()]
        ['shd:skeleton', 'f1:skeleton']
    """
    if not isinstance(report, Report):
        raise InputTypeError(f"plot_chance takes a report of chance(); got {type(report).__name__}")
    rows, left_out = [], []
    for row in report:
        name = f"{row.metric}:{row.convention}".strip(":")
        scaled = above_chance(row)
        if scaled is None:
            left_out.append(name)
        else:
            rows.append((name, *scaled))
    if not rows:
        raise StatisticsError(
            "no row of the report can be compared with guessing; use chance(truth, estimate)"
        )
    if len(rows) > MOST_ROWS:
        raise StatisticsError(
            f"a figure shows up to {MOST_ROWS} numbers; got {len(rows)}. Choose some by metrics="
        )
    axes = new_axes(ax, (COLUMN[0], 1.3 + 0.22 * len(rows)))
    for k, (_, value, low, high) in enumerate(rows):
        axes.barh(k, high - low, left=low, height=0.62, color="#BBBBBB", label="_band")
        axes.plot(value, k, color="#0072B2", marker="D", markersize=5, linestyle="none", label="_value")
    axes.axvline(0, color=GREY, linewidth=0.9, linestyle=":", label="_mean of the guesses")
    axes.axvline(1, color="black", linewidth=0.9, label="_perfect")
    values_shown = [end for _, value, low, high in rows for end in (value, low, high, 0.0, 1.0)]
    pad = 0.04 * (max(values_shown) - min(values_shown))
    axes.set_xlim(min(values_shown) - pad, max(values_shown) + pad)
    axes.set_yticks(range(len(rows)), [plain(name) for name, *_ in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    descriptions = "; ".join(f"{n} {v:.2f} (guesses {a:.2f} to {b:.2f})" for n, v, a, b in rows)
    rest = f" Not shown: {', '.join(left_out)}." if left_out else ""
    with_labels(
        axes, "Against random guessing", "0: mean of the guesses, 1: perfect", "",
        f"An estimate between the mean of random guesses, 0, and a perfect one, 1. "
        f"{descriptions}.{rest}",
    )  # fmt: skip
    axes.grid(visible=False, axis="y")
    band = axes.barh([0], [0], color="#BBBBBB", label="95 % of the guesses")
    mark = axes.plot(
        [], [], color="#0072B2", marker="D", markersize=5, linestyle="none", label="the estimate"
    )
    unshown = (
        axes.plot([], [], linestyle="none", label=f"not shown: {len(left_out)}") if left_out else []
    )
    with_legend(axes, [band, *mark, *unshown])
    return axes


def plot_time(
    points: Mapping[str, Sequence[tuple[float, float]]],
    ax: Axes | None = None,
    *,
    metric: str,
    better: Literal["lower", "higher"],
) -> Axes:
    """
    Draw time against accuracy: every run, the medians, and the Pareto front of the methods.

    Args:
        points: for each method, one pair (seconds, score) for each run.
        ax: axes to draw on; None makes a figure of the width of a column.
        metric: name of the score, for the axis.
        better: whether "lower" or "higher" scores are better.

    Returns:
        The axes.

    Raises:
        ConventionError: an unknown value of `better`.
        InputTypeError: the points are not a mapping of pairs of numbers.
        MissingExtraError: matplotlib is not installed.
        StatisticsError: no methods; a number that is not finite; a time that is not above 0; or `better`
            is wrong for `metric`, if that is a metric of edgemark.

    Examples:
        >>> ax = plot_time({"PC": [(0.1, 5), (0.2, 4)], "GES": [(2.0, 2)]}, metric="shd", better="lower")
        >>> [text.get_text() for text in ax.get_legend().get_texts()]
        ['PC', 'GES', 'no other is faster and better']
    """
    require("better", better, ("lower", "higher"))
    demand_known_direction(better, Runs((Run(nan, metric=metric),)))
    pairs_of = {
        str(name): _pairs(name, points_of_method)
        for name, points_of_method in _mapping(points, "points").items()
    }
    axes = new_axes(ax)
    medians = {name: np.median(pairs, axis=0) for name, pairs in pairs_of.items()}
    for (name, pairs), style in zip(pairs_of.items(), line_styles(len(pairs_of)), strict=True):
        style_of_points = {key: style[key] for key in style if key != "linestyle"}
        axes.plot(*pairs.T, linestyle="none", markersize=3, alpha=0.4, label="_runs", **style_of_points)
        axes.plot(*medians[name], linestyle="none", markersize=8, label=plain(name), **style_of_points)
    sign = 1 if better == "lower" else -1
    front = sorted(
        point.tolist()
        for name, point in medians.items()
        if not any(_beats(other, point, sign) for key, other in medians.items() if key != name)
    )
    axes.plot(
        *zip(*front, strict=True), color=GREY, linewidth=0.9, linestyle=":", drawstyle="steps-post",
        label="no other is faster and better",
    )  # fmt: skip
    logarithmic(axes, "x")
    descriptions = "; ".join(f"{plain(n)} {m[0]:.3g} s and {m[1]:.3g}" for n, m in medians.items())
    with_labels(
        axes, "Time and accuracy", "seconds", f"{plain(metric)} ({better} is better)",
        f"Seconds against {plain(metric)}; medians: {descriptions}.",
    )  # fmt: skip
    with_legend(axes, columns=2)
    return axes


def plot_growth(
    seconds: Mapping[str, Mapping[float, float]], ax: Axes | None = None, *, size: str = "nodes"
) -> Axes:
    """
    Draw how time grows with size, both on logarithmic scales, with the exponent of each line.

    The exponent is the slope of the line through the larger half of the sizes: 1 is linear, 2 quadratic.

    Args:
        seconds: for each measured function, its times in seconds by size.
        ax: axes to draw on; None makes a figure of the width of a column.
        size: what the size is the number of, for the title and the axis.

    Returns:
        The axes.

    Raises:
        InputTypeError: the argument is not a mapping of mappings.
        MissingExtraError: matplotlib is not installed.
        StatisticsError: there are no measurements, or a size or a time is not finite or not above 0.

    Examples:
        >>> ax = plot_growth({"shd": {100: 1e-5, 1000: 1e-3}})
        >>> ax.get_legend().get_texts()[0].get_text()
        'shd, exponent 2.0'
    """
    pairs_of = {
        str(name): _pairs(name, list(_mapping(times, "times by size").items()))
        for name, times in _mapping(seconds, "seconds").items()
    }
    axes, labels = new_axes(ax), []
    for (name, pairs), style in zip(pairs_of.items(), line_styles(len(pairs_of)), strict=True):
        if (pairs[:, 1] <= 0).any():
            raise StatisticsError(f"times must be above 0; got {pairs[:, 1].min():g} for {name!r}")
        ordered = pairs[np.argsort(pairs[:, 0])]
        exponent = _exponent(ordered)
        label = plain(name) + (f", exponent {exponent:.1f}" if isfinite(exponent) else "")
        labels.append(label)
        axes.plot(*ordered.T, markersize=4, linewidth=1.3, label=label, **style)
    logarithmic(axes, "x")
    logarithmic(axes, "y")
    with_labels(
        axes, f"Time by number of {plain(size)}", plain(size), "seconds",
        f"Seconds by number of {plain(size)}: {'; '.join(labels)}.",
    )  # fmt: skip
    with_legend(axes, columns=1)
    return axes


# ---- rows of methods


def _one_number(runs: Runs, metric: str) -> Runs:
    numbers = runs.by_number()
    if not numbers:
        raise StatisticsError("a figure needs runs; got none")
    matching = chosen_numbers(metric, None, numbers) if metric else list(numbers)
    if len(matching) > 1:
        raise StatisticsError(
            f"a figure shows one number; got {len(matching)}: "
            f"{', '.join(map(number_name, matching[:5]))}. Choose one: "
            f"metric={number_name(matching[0])!r}"
        )
    return numbers[matching[0]]


def _direction(runs: Runs) -> str:
    better = better_of(runs) if is_judged(runs) else None
    return "" if better is None else f" ({better} is better)"


def _how_many(runs: Runs, summary: Summary | None) -> str:
    """Label the number of replicates of a mean, and that of runs with a value if some have none."""
    n_values = sum(run.status == "ok" for run in runs)
    n = [] if summary is None else [f"n = {summary.n}"]
    of_all = [f"{n_values} of {plural(len(runs), 'run')}"] if n_values < len(runs) else []
    return f" ({', '.join([*n, *of_all])})" if n or of_all else ""


def _draw_box(axes: Axes, runs: Runs, k: int, style: Mapping[str, Any]) -> str:
    values = np.array([run.value for run in runs if run.status == "ok"])
    missing = len(runs) - values.size
    if not values.size:
        return f"no value in {plural(missing, 'run')}"
    low, first, median, third, high = np.quantile(values, [0, 0.25, 0.5, 0.75, 1])
    axes.plot([low, high], [k, k], color=style["color"], linewidth=1, zorder=2)
    axes.barh(
        k,
        third - first,
        left=first,
        height=0.5,
        facecolor="white",
        edgecolor=style["color"],
        linewidth=1.2,
        zorder=3,
    )
    axes.plot([median, median], [k - 0.25, k + 0.25], color=style["color"], linewidth=2.4, zorder=4)
    # Offsets for overlapping points, equal in every drawing.
    spread = 0.13 * np.sin(2.4 * np.arange(values.size))
    axes.plot(
        values,
        k + spread,
        linestyle="none",
        marker=style["marker"],
        markersize=2.6,
        color=style["color"],
        alpha=0.6,
        zorder=5,
    )
    rest = f", {plural(missing, 'run')} without a value" if missing else ""
    return f"median {median:.3g}, {low:.3g} to {high:.3g} in {plural(values.size, 'run')}{rest}"


def _draw_interval(axes: Axes, summary: Summary, k: int, style: Mapping[str, Any]) -> str:
    if not isfinite(summary.mean):
        return "no value"
    low, high = summary.t.low, summary.t.high
    axes.plot(
        summary.mean, k, linestyle="none", marker=style["marker"], markersize=6, color=style["color"]
    )
    if isfinite(low) and isfinite(high):
        axes.plot([low, high], [k, k], color=style["color"], linewidth=1.6)
        for end in (low, high):
            axes.plot([end, end], [k - 0.12, k + 0.12], color=style["color"], linewidth=1.6)
        return f"mean {summary.mean:.3g}, {low:.3g} to {high:.3g} over {plural(summary.n, summary.unit)}"
    return f"mean {summary.mean:.3g} over {plural(summary.n, summary.unit)}, no interval"


# ---- points


def _mapping(argument: Any, name: str) -> Mapping[Any, Any]:
    if not isinstance(argument, Mapping):
        raise InputTypeError(f"{name} must be a mapping; got {type(argument).__name__}")
    if not argument:
        raise StatisticsError(f"{name} must not be empty")
    return argument


def _pairs(name: object, points: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    try:
        pairs = np.array(points, np.float64)
    except (TypeError, ValueError):
        pairs = np.empty(0)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise InputTypeError(f"{plain(name)!r} needs pairs of two numbers")
    if not np.isfinite(pairs).all() or (pairs[:, 0] <= 0).any():
        raise StatisticsError(f"{plain(name)!r} needs finite numbers, the first of each pair above 0")
    return pairs


def _beats(other: Any, point: Any, sign: int) -> bool:
    """Whether a method is neither slower nor worse, and better in time or score."""
    return bool(
        other[0] <= point[0]
        and sign * other[1] <= sign * point[1]
        and (other[0] < point[0] or sign * other[1] < sign * point[1])
    )


def _exponent(ordered: Any) -> float:
    """Slope of the least-squares line through the larger half of the sizes, on logarithmic scales."""
    half = ordered[min(len(ordered) // 2, max(len(ordered) - 2, 0)) :]
    x, y = np.log(half).T
    spread = x - x.mean()
    return float((spread * (y - y.mean())).sum() / (spread**2).sum()) if spread.any() else nan
