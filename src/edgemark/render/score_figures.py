"""One figure about scores or samples: ROC, precision and recall, SHD and F1, reliability."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from edgemark.conventions.options import Ranked, Symmetric
from edgemark.evaluation.thresholds import threshold_sweep
from edgemark.graph import EdgeScores, Graph, GraphSamples
from edgemark.metrics import Reliability, average_precision, pr_curve, reliability, roc_auc, roc_curve
from edgemark.metrics.ranking.sorted_scores import ranking
from edgemark.render.criteria_figures import RC
from edgemark.render.matplotlib_extra import content_of, demand_file_type, demand_matplotlib

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw", "reliabilities"]

# Okabe and Ito's colours, each with its own dash, so that colour is never the only difference.
_LINES: dict[Ranked, tuple[str, str]] = {"directed": ("#0072B2", "-"), "skeleton": ("#D55E00", "--")}
_RELIABILITY_LINES: dict[str, tuple[str, str]] = {
    "directed": _LINES["directed"],
    "directed, of the class": ("#009E73", "-."),
    "skeleton": _LINES["skeleton"],
}
_SHD = ("#000000", ":")
_MAX_THRESHOLDS = 3000


def draw(
    truth: Graph,
    estimate: EdgeScores | GraphSamples,
    file_type: str = "svg",
    symmetric: Symmetric = "cycle",
) -> bytes:
    """
    Draw ROC, precision-recall, SHD and F1 by threshold, and for samples a reliability diagram.

    Args:
        truth: reference graph.
        estimate: scores or samples with the nodes in the truth's order.
        file_type: "svg", "png" or "pdf".
        symmetric: the edge of a pair with both directions above a threshold, see `threshold_sweep`.

    Returns:
        The content of a file.

    Raises:
        ConventionError: an unknown value of `symmetric`.
        FormatError: an unknown file type.
        GraphError: the truth has no edge, or every possible one.
        MissingExtraError: matplotlib is not installed.
    """
    demand_file_type(file_type)
    demand_matplotlib()
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(RC):
        panels: list[Callable[..., None]] = [
            _roc,
            _precision_recall,
            partial(_sweep, symmetric=symmetric),
        ]
        if isinstance(estimate, GraphSamples):
            panels.append(_reliability)
        figure = Figure(figsize=(3.4 * len(panels), 4.0), layout="constrained")
        for axes, panel in zip(figure.subplots(1, len(panels)), panels, strict=True):
            panel(axes, truth, estimate)
        return content_of(
            figure, file_type, "Scores of edges against the truth", _description(truth, estimate)
        )


def _description(truth: Graph, scores: EdgeScores | GraphSamples) -> str:
    """Return a text with the ROC areas and the average precisions."""
    areas = [
        f"{of}: ROC area {roc_auc(truth, scores, of=of):.3f}, average precision "
        f"{average_precision(truth, scores, of=of):.3f}"
        for of in _LINES
    ]
    return f"ROC curve, precision and recall, F1 and SHD by threshold. {'; '.join(areas)}."


def reliabilities(truth: Graph, estimate: EdgeScores | GraphSamples) -> dict[str, Reliability]:
    """
    Return the reliability of directed edges, of edges in the truth's class, and of adjacencies.

    The first is left out if the truth has other edges than -->, the second if it is not a DAG or CPDAG.
    """
    result = {}
    if truth.objection("digraph") is None:
        result["directed"] = reliability(truth, estimate)
    if truth.is_dag() or truth.objection("cpdag") is None:
        result["directed, of the class"] = reliability(truth, estimate, against="class")
    return result | {"skeleton": reliability(truth, estimate, of="skeleton")}


def _roc(axes: Axes, truth: Graph, scores: EdgeScores | GraphSamples) -> None:
    for of, (colour, dash) in _LINES.items():
        curve = roc_curve(truth, scores, of=of)
        area = roc_auc(truth, scores, of=of)
        label = f"{of}, area {area:.3f}"
        axes.plot(curve["fpr"], curve["tpr"], color=colour, linestyle=dash, label=label)
    axes.plot([0, 1], [0, 1], color="#999999", linewidth=0.8, label="chance")
    _frame(axes, "ROC", "false positive rate", "recall")
    _legend(axes, axes.get_lines())


def _precision_recall(axes: Axes, truth: Graph, scores: EdgeScores | GraphSamples) -> None:
    for of, (colour, dash) in _LINES.items():
        curve = pr_curve(truth, scores, of=of)
        average = average_precision(truth, scores, of=of)
        # The area below these steps is the average precision: each step ends at its recall.
        recall = np.append(0.0, curve["recall"])
        precision = np.append(curve["precision"][curve["recall"] > 0][:1], curve["precision"])
        axes.plot(
            recall, precision, color=colour, linestyle=dash, drawstyle="steps-pre",
            label=f"{of}, average {average:.3f}",
        )  # fmt: skip
        prevalence = ranking(truth, scores, of).prevalence
        axes.axhline(prevalence, color=colour, linestyle=dash, linewidth=0.6, alpha=0.6)
    axes.plot([], [], color="#999999", linewidth=0.6, label="share that is true: chance")
    _frame(axes, "Precision and recall", "recall", "precision")
    _legend(axes, axes.get_lines())


def _sweep(axes: Axes, truth: Graph, scores: EdgeScores | GraphSamples, symmetric: Symmetric) -> None:
    sweep = threshold_sweep(truth, scores.edge_scores(), symmetric=symmetric)
    drawn = np.unique(np.linspace(0, len(sweep) - 1, _MAX_THRESHOLDS).astype(int))
    thresholds = sweep.thresholds[drawn]
    counts = axes.twinx()
    lines: list[Any] = []
    for of, (colour, dash) in _LINES.items():
        lines += axes.plot(
            thresholds, sweep["f1", of][drawn], color=colour, linestyle=dash, drawstyle="steps-pre",
            label=f"F1, {of}",
        )  # fmt: skip
    colour, dash = _SHD
    lines += counts.plot(
        thresholds, sweep["shd"][drawn], color=colour, linestyle=dash, drawstyle="steps-pre",
        label="SHD (right scale)",
    )  # fmt: skip
    _frame(axes, "Graphs above a threshold", "threshold", "F1")
    if thresholds[-1] < thresholds[0]:
        axes.set_xlim(thresholds[-1], thresholds[0])
    counts.set_ylim(0, None)
    counts.set_ylabel("SHD")
    counts.spines["right"].set_visible(True)
    _legend(axes, lines)


def _reliability(axes: Axes, truth: Graph, scores: EdgeScores | GraphSamples) -> None:
    for of, bins in reliabilities(truth, scores).items():
        colour, dash = _RELIABILITY_LINES[of]
        axes.plot(
            bins.predicted, bins.observed, color=colour, linestyle=dash, marker="o", markersize=3,
            label=f"{of}, error {bins.error:.3f}",
        )  # fmt: skip
        # The number of pairs in each bin, which shows how reliable its point is.
        sizes = 0.2 * bins.counts / bins.counts.max()
        axes.vlines(bins.predicted, 0, sizes, color=colour, linewidth=3, alpha=0.35)
    axes.plot([0, 1], [0, 1], color="#999999", linewidth=0.8, label="calibrated")
    axes.plot([], [], color="#999999", linewidth=3, alpha=0.35, label="pairs in the bin")
    _frame(axes, "Reliability", "probability of the edge", "share that is true")
    _legend(axes, axes.get_lines())


def _frame(axes: Axes, title: str, x_label: str, y_label: str) -> None:
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.set_ylim(-0.02, 1.02)
    axes.grid(linewidth=0.4, alpha=0.5)


def _legend(axes: Axes, lines: Sequence[Any]) -> None:
    """Draw the legend below the axis."""
    lines = [line for line in lines if not line.get_label().startswith("_")]
    names = [line.get_label() for line in lines]
    axes.legend(lines, names, loc="upper center", bbox_to_anchor=(0.5, -0.17), borderaxespad=0)
