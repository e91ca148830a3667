"""Figures of edge scores and samples: curves over thresholds, and reliability diagrams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from edgemark.conventions.options import Marginal, Ranked, Symmetric, choices, require
from edgemark.errors import InputTypeError, KindError
from edgemark.evaluation.thresholds import BestThreshold, ThresholdSweep, threshold_sweep
from edgemark.graph import EdgeScores, GraphSamples
from edgemark.graph.align import align
from edgemark.io import as_graph
from edgemark.metrics import (
    average_precision,
    f1_curve,
    pr_curve,
    reliability,
    roc_auc,
    roc_curve,
)
from edgemark.metrics.ranking.sorted_scores import ranking
from edgemark.render.plot_style import (
    GREY,
    line_styles,
    named_estimates,
    new_axes,
    plain,
    style_right_scale,
    with_labels,
    with_legend,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_f1_at_k", "plot_pr", "plot_reliability", "plot_roc", "plot_thresholds"]

_MOST_THRESHOLDS = 3000
_MOST_K = 300
_HOLLOW: dict[str, Any] = {
    "linestyle": "none",
    "markersize": 9,
    "markeredgewidth": 1.6,
    "fillstyle": "none",
    "clip_on": False,
    "zorder": 5,
}


def plot_roc(
    truth: Any,
    estimates: Any,
    ax: Axes | None = None,
    *,
    of: Ranked = "directed",
    threshold: float | None = None,
) -> Axes:
    """
    Draw ROC curves of scores or samples, with their areas, the operating point and the line of chance.

    Args:
        truth: reference graph.
        estimates: `EdgeScores` or `GraphSamples`; or a mapping from names to several of them.
        ax: axes to draw on; None makes a figure as wide as a column of a paper.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        threshold: mark the point of the graph of all edges with a higher score; None marks no point.

    Returns:
        The axes.

    Raises:
        AlignmentError: the nodes differ.
        ConventionError: an unknown value of `of`.
        GraphError: no pair is true, or every pair is.
        InputTypeError: an estimate is a graph.
        KindError: `of` is "ancestral", and an estimate is scores of edges.
        MissingExtraError: matplotlib is not installed.

    Examples:
        >>> from edgemark import EdgeScores, Graph
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.5), ("B", "C", 0.4)])
        >>> plot_roc(Graph.parse("A --> B --> C"), scores).get_legend().get_texts()[0].get_text()
        'area 0.875'
    """
    axes, areas = new_axes(ax), []
    for name, scores, style in _estimates(truth, estimates, of):
        curve, area = roc_curve(truth, scores, of=of), float(roc_auc(truth, scores, of=of))
        areas.append(f"{name or 'the scores'} {area:.3f}")
        label = f"{name}, area {area:.3f}" if name else f"area {area:.3f}"
        axes.plot(curve["fpr"], curve["tpr"], label=label, **_line(style))
        _operating_point(axes, curve, ("fpr", "tpr"), threshold, style)
    axes.plot([0, 1], [0, 1], color=GREY, linewidth=0.8, linestyle=":", label="chance, area 0.5")
    _unit_square(axes)
    with_labels(
        axes, f"ROC, {_noun(of)}", "false positive rate", "recall",
        f"ROC curves of {_noun(of)}. Areas: {', '.join(areas)}; chance has 0.5.",
    )  # fmt: skip
    _legend(axes, threshold)
    return axes


def plot_pr(
    truth: Any,
    estimates: Any,
    ax: Axes | None = None,
    *,
    of: Ranked = "directed",
    threshold: float | None = None,
) -> Axes:
    """
    Draw precision against recall, with average precision, the operating point and chance.

    Chance is a horizontal line at the share of true pairs.

    Args:
        truth: reference graph.
        estimates: `EdgeScores` or `GraphSamples`; or a mapping from names to several of them.
        ax: axes to draw on; None makes a figure as wide as a column of a paper.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        threshold: mark the point of the graph of all edges with a higher score; None marks no point.

    Returns:
        The axes.

    Raises:
        AlignmentError: the nodes differ.
        ConventionError: an unknown value of `of`.
        GraphError: no pair is true.
        InputTypeError: an estimate is a graph.
        KindError: `of` is "ancestral", and an estimate is scores of edges.
        MissingExtraError: matplotlib is not installed.

    Examples:
        >>> from edgemark import EdgeScores, Graph
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.5), ("B", "C", 0.4)])
        >>> ax = plot_pr(Graph.parse("A --> B --> C"), {"mine": scores}, threshold=0.45)
        >>> [text.get_text() for text in ax.get_legend().get_texts()]
        ['mine, average 0.833', 'chance 0.333', 'scores above 0.45']
    """
    axes, averages = new_axes(ax), []
    chances = []
    for name, scores, style in _estimates(truth, estimates, of):
        curve, average = pr_curve(truth, scores, of=of), float(average_precision(truth, scores, of=of))
        averages.append(f"{name or 'the scores'} {average:.3f}")
        # Average precision is the area under steps: each precision extends back to the previous recall.
        recall = np.append(0.0, curve["recall"])
        precision = np.append(curve["precision"][curve["recall"] > 0][:1], curve["precision"])
        label = f"{name}, average {average:.3f}" if name else f"average {average:.3f}"
        axes.plot(recall, precision, drawstyle="steps-pre", label=label, **_line(style))
        _operating_point(axes, curve, ("recall", "precision"), threshold, style)
        chances.append(ranking(truth, scores, of).prevalence)
    for chance in dict.fromkeys(chances):
        axes.axhline(chance, color=GREY, linewidth=0.8, linestyle=":", label=f"chance {chance:.3f}")
    _unit_square(axes)
    with_labels(
        axes, f"Precision and recall, {_noun(of)}", "recall", "precision",
        f"Precision against recall of {_noun(of)}. Average precision: {', '.join(averages)}; chance has "
        f"{', '.join(f'{chance:.3f}' for chance in dict.fromkeys(chances))}.",
    )  # fmt: skip
    _legend(axes, threshold)
    return axes


def plot_f1_at_k(truth: Any, estimates: Any, ax: Axes | None = None, *, of: Ranked = "directed") -> Axes:
    """
    Draw F1 of the k pairs with the highest scores against k, with the best k and chance.

    k goes from 1 to three times the number of true pairs, or to the number of all pairs if that is
    smaller. At most 300 values of k are drawn, and the best k is one of them. A vertical line marks the
    number of true pairs. A random choice of k pairs has an expected F1 of 2 k p / (k + m), where m is
    the number of true pairs, and p is their share of all pairs.

    Args:
        truth: reference graph.
        estimates: `EdgeScores` or `GraphSamples`; or a mapping from names to several of them.
        ax: axes to draw on; None makes a figure as wide as a column of a paper.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        The axes.

    Raises:
        AlignmentError: the nodes differ.
        ConventionError: an unknown value of `of`.
        GraphError: no pair is true.
        InputTypeError: an estimate is a graph.
        KindError: `of` is "ancestral", and an estimate is scores of edges.
        MissingExtraError: matplotlib is not installed.

    Examples:
        >>> from edgemark import EdgeScores, Graph
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.5), ("B", "C", 0.4)])
        >>> ax = plot_f1_at_k(Graph.parse("A --> B --> C"), scores)
        >>> ax.get_legend().get_texts()[0].get_text()
        'best 0.800 at k = 3'
    """
    axes, descriptions = new_axes(ax), []
    last_ks: dict[tuple[int, int], float] = {}
    for name, scores, style in _estimates(truth, estimates, of):
        ranked = ranking(truth, scores, of)
        largest_k = min(ranked.size, 3 * ranked.n_true)
        ks = dict.fromkeys(
            np.linspace(1, largest_k, min(largest_k, _MOST_K)).round().astype(int).tolist()
        )
        curve = f1_curve(truth, scores, of=of, ks=list(ks))
        best = int(np.nanargmax(curve["f1"]))
        best_in_words = f"best {curve['f1'][best]:.3f} at k = {curve['k'][best]:g}"
        descriptions.append(f"{name}: {best_in_words}" if name else best_in_words)
        axes.plot(
            curve["k"],
            curve["f1"],
            label=f"{name}, {best_in_words}" if name else best_in_words,
            **_line(style),
        )
        point = {"color": style["color"], "marker": style["marker"]}
        axes.plot(curve["k"][best], curve["f1"][best], label="_best", **point, **_HOLLOW)
        last_ks[ranked.n_true, ranked.size] = max(float(curve["k"].max()), ranked.n_true)
    for (n_true, size), last_k in last_ks.items():
        k = np.linspace(1, last_k, 200)
        expected = 2 * k * n_true / size / (k + n_true)
        axes.plot(k, expected, color=GREY, linewidth=0.8, linestyle=":", label="chance")
        axes.axvline(n_true, color=GREY, linewidth=0.6, label="_k")
        axes.annotate(
            f"true: {n_true}", (n_true, 0.0), xytext=(2, 2), textcoords="offset points",
            fontsize=7, color=GREY, va="bottom",
        )  # fmt: skip
    axes.set_ylim(-0.02, 1.02)
    with_labels(
        axes, f"F1 of the first k, {_noun(of)}", "k", "F1",
        f"F1 of the k highest scores against k, {_noun(of)}. {'; '.join(descriptions)}.",
    )  # fmt: skip
    _legend(axes, None)
    return axes


def plot_thresholds(
    truth: Any,
    scores: EdgeScores | GraphSamples | ThresholdSweep,
    ax: Axes | None = None,
    *,
    metrics: Any = None,
    threshold: float | None = None,
    symmetric: Symmetric = "cycle",
) -> Axes:
    """
    Draw metrics against the threshold of edge scores: F1 of directed edges and skeleton, and SHD.

    The graph at a threshold has all edges with a higher score. Metrics whose values are all between 0
    and 1 use the left scale, all others the right one. A hollow marker marks the best threshold of each
    metric, which is chosen on the truth.

    Args:
        truth: reference graph.
        scores: `EdgeScores` or `GraphSamples`; or a result of `threshold_sweep`, for which `truth`,
            `metrics` and `symmetric` have no effect.
        ax: axes to draw on; None makes a figure as wide as a column of a paper.
        metrics: names as for `threshold_sweep`; None for the three above.
        threshold: a threshold to mark with a vertical line; None marks none.
        symmetric: the edge of a pair with both directions above a threshold, see `threshold_sweep`.

    Returns:
        The axes of the left scale.

    Raises:
        AlignmentError: the nodes differ.
        ConventionError: an unknown metric, or an unknown value of `symmetric`.
        InputTypeError: the scores are a graph.
        MissingExtraError: matplotlib is not installed.

    Examples:
        >>> from edgemark import EdgeScores, Graph
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.5), ("B", "C", 0.4)])
        >>> ax = plot_thresholds(Graph.parse("A --> B --> C"), scores, metrics="f1:directed")
        >>> ax.get_legend().get_texts()[0].get_text()
        'f1:directed, best 0.8 above 0'
    """
    axes = new_axes(ax)
    sweep = scores
    if not isinstance(sweep, ThresholdSweep):
        ((_, aligned, _),) = _estimates(truth, {"": scores}, "directed")
        options = {} if metrics is None else {"metrics": metrics}
        sweep = threshold_sweep(truth, aligned.edge_scores(), symmetric=symmetric, **options)
    drawn = np.unique(np.linspace(0, len(sweep) - 1, _MOST_THRESHOLDS).astype(int))
    thresholds, lines, descriptions, right_axes = sweep.thresholds, [], [], None
    for column, style in zip(sweep.columns, line_styles(len(sweep.columns)), strict=True):
        values, name = sweep[column], ":".join(column).strip(":")
        text, k = name, None
        if np.isfinite(values).any() and (best := _best(sweep, column)) is not None:
            k, text = best.k, f"{name}, best {best.value:.3g} above {best.threshold:.3g}"
        finite = values[np.isfinite(values)]
        on_left = not finite.size or (finite.min() >= 0 and finite.max() <= 1)
        if not on_left and right_axes is None:
            right_axes = axes.twinx()
        axes_of_metric = axes if on_left or right_axes is None else right_axes
        label = text if on_left else f"{text} (right scale)"
        lines += axes_of_metric.plot(
            thresholds[drawn], values[drawn], drawstyle="steps-pre", label=label, **_line(style)
        )
        descriptions.append(text)
        if k is not None:
            point = {"color": style["color"], "marker": style["marker"]}
            axes_of_metric.plot(thresholds[k], values[k], label="_best", **point, **_HOLLOW)
    if threshold is not None:
        lines.append(
            axes.axvline(
                threshold, color=GREY, linewidth=0.9, linestyle="--", label=f"used: {threshold:g}"
            )
        )
    axes.set_ylim(-0.02, 1.02)
    if right_axes is not None:
        style_right_scale(right_axes)
    if thresholds[-1] < thresholds[0]:
        pad = 0.02 * (thresholds[0] - thresholds[-1])
        axes.set_xlim(thresholds[-1] - pad, thresholds[0] + pad)
    with_labels(
        axes, "Graphs above a threshold", "threshold", "share",
        f"Metrics of the graphs above each threshold. {'; '.join(descriptions)}.",
    )  # fmt: skip
    with_legend(axes, lines)
    return axes


def plot_reliability(
    truth: Any,
    estimates: Any,
    ax: Axes | None = None,
    *,
    of: Marginal = "directed",
    n_bins: int = 10,
) -> Axes:
    """
    Draw how often edges of each probability are true: a reliability diagram.

    A calibrated estimate is on the diagonal. The bars below show the number of pairs in each bin, for
    each estimate relative to its largest bin.

    Args:
        truth: reference graph.
        estimates: `GraphSamples`, or `EdgeScores` that are probabilities; or a mapping from names to
            several of them.
        ax: axes to draw on; None makes a figure as wide as a column of a paper.
        of: "directed", "skeleton" or "ancestral", see `edge_brier`.
        n_bins: number of bins of equal width.

    Returns:
        The axes.

    Raises:
        AlignmentError: the nodes differ.
        ConventionError: an unknown value of `of`, or `n_bins` is out of range.
        InputTypeError: an estimate is a graph.
        KindError: the scores are not probabilities, or are those of another relation than `of`; or the
            truth is not directed, unless `of` is "skeleton".
        MissingExtraError: matplotlib is not installed.

    Examples:
        >>> from edgemark import Graph, GraphSamples
        >>> truth = Graph.parse("A --> B --> C")
        >>> samples = GraphSamples([truth, truth, truth, Graph.parse("A <-- B --> C")])
        >>> plot_reliability(truth, samples).get_legend().get_texts()[0].get_text()
        'mean error 0.083'
    """
    axes, descriptions = new_axes(ax), []
    for name, scores, style in _estimates(truth, estimates, of):
        bins = reliability(truth, scores, of=of, n_bins=n_bins)
        error_in_words = f"mean error {bins.error:.3f}"
        descriptions.append(f"{name}: {error_in_words}" if name else error_in_words)
        label = f"{name}, {error_in_words}" if name else error_in_words
        axes.plot(bins.predicted, bins.observed, markersize=4, linewidth=1.3, label=label, **style)
        sizes = 0.2 * bins.counts / max(int(bins.counts.max(initial=1)), 1)
        axes.vlines(bins.predicted, 0, sizes, color=style["color"], linewidth=4, alpha=0.35)
    axes.plot([0, 1], [0, 1], color=GREY, linewidth=0.8, linestyle=":", label="calibrated")
    axes.plot([], [], color=GREY, linewidth=4, alpha=0.35, label="pairs in the bin")
    _unit_square(axes)
    with_labels(
        axes, f"Reliability, {_noun(of)}", "probability of the edge", "share that is true",
        f"Share of true edges against their probability, {_noun(of)}. {'; '.join(descriptions)}.",
    )  # fmt: skip
    _legend(axes, None)
    return axes


# ---- shared parts


def _estimates(truth: Any, estimates: Any, of: Ranked) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Yield the name, the scores with nodes in the truth's order, and the style of each line."""
    require("of", of, choices(Ranked))
    by_name = named_estimates(estimates, "curves")
    graph = as_graph(truth)
    for (name, estimate), style in zip(by_name.items(), line_styles(len(by_name)), strict=True):
        if not isinstance(estimate, EdgeScores | GraphSamples):
            raise InputTypeError(
                f"curves need scores or samples; got {type(estimate).__name__}. A graph is a single "
                "point, which confusion(truth, graph) computes"
            )
        yield plain(name), align(graph, estimate), style


def _line(style: Mapping[str, Any]) -> dict[str, Any]:
    """Return the style of a curve, without markers."""
    return {"color": style["color"], "linestyle": style["linestyle"], "linewidth": 1.4}


def _noun(of: Ranked) -> str:
    return {"directed": "directed edges", "ancestral": "directed paths"}.get(of, of)


def _operating_point(
    axes: Axes, curve: Any, columns: tuple[str, str], threshold: float | None, style: Mapping[str, Any]
) -> None:
    """Draw the point of the graph whose edges have a score above the threshold."""
    if threshold is None:
        return
    above = np.flatnonzero(curve["threshold"] > threshold)
    if above.size:
        x, y = (curve[column][above[-1]] for column in columns)
        axes.plot(
            x, y, color=style["color"], marker=style["marker"], label="_operating", gid="operating",
            **_HOLLOW,
        )  # fmt: skip


def _best(sweep: ThresholdSweep, column: tuple[str, str]) -> BestThreshold | None:
    """Return the best threshold; None if the metric has none, since it only describes the graph."""
    try:
        return sweep.best(column)
    except KindError:
        return None


def _unit_square(axes: Axes) -> None:
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(-0.02, 1.02)


def _legend(axes: Axes, threshold: float | None) -> None:
    if threshold is not None:
        axes.plot([], [], color="black", marker="o", label=f"scores above {threshold:g}", **_HOLLOW)
    with_legend(axes)
