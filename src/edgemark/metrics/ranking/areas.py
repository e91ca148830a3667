"""Areas under the ROC curve and under the precision-recall curve of edge scores."""

from __future__ import annotations

from collections.abc import Mapping
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import as_number
from edgemark.conventions.options import PartialArea, Ranked
from edgemark.conventions.ranking import (
    AVERAGE_PRECISION,
    PARTIAL_ROC_AUC,
    PR_TRAPEZOID,
    RANKED_EDGE_PAIRS,
    ROC_AUC,
)
from edgemark.errors import ConventionError
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.graph.likes import GraphLike
from edgemark.metrics.declaration import metric
from edgemark.metrics.ranking.sorted_scores import Ranking, ranking
from edgemark.metrics.ranking.values import float_or_array, summed, undefined_without_true

__all__ = [
    "area_under_roc",
    "auprc_normalised",
    "auprc_ratio",
    "average_precision",
    "davis_goadrich",
    "mean_precision",
    "partial_roc_auc",
    "pr_trapezoid",
    "roc_auc",
]

Values = NDArray[np.float64]


@metric(batch="estimates", better="higher", cite="hanley1982", conventions=ROC_AUC, candidates=True)
def roc_auc(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    """
    Give the area under the ROC curve, 0 to 1: how often a true edge scores higher than a false one.

    Also called ROC AUC, AUROC or AUC. A tie counts one half, and random guessing gives 0.5. A graph has
    scores 0 and 1; its curve has three points, and the area is (1 + recall - false positive rate) / 2.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores on the same nodes, in any order; a graph, whose edges score 1; or
            `GraphSamples`, scored by the weight of the samples that have the edge (or path).
        of: what is ranked.

            - "directed": all p(p-1) ordered pairs, without the diagonal. A pair is true if the truth has
              ``-->``; other edges of the truth make both directions false.
            - "skeleton": all p(p-1)/2 unordered pairs. A pair is true if the truth has any edge. Its
              score is the higher one of its two directions, or the weight of samples with any edge.
            - "entries": all p(p-1) ordered pairs. A pair is true if the truth has ``-->``, and in both
              directions if it has ``---``, as in the adjacency matrix of a CPDAG.
            - "ancestral": all p(p-1) ordered pairs. A pair is true if the truth has a directed path from
              the first to the second node. Its score is the weight of samples with such a path.

    Returns:
        0 to 1; 1 is best. Undefined if no pair or every pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: the estimate has edges other than ``-->`` and ``---``, which only "skeleton" ranks.
            "entries" also needs a truth with these edges only, and not with both ``---`` and 2-cycles.
            "ancestral" needs a directed truth and an estimate other than plain scores.

    See also:
        average_precision: the area under the precision-recall curve, for sparse graphs.
        partial_roc_auc: at low false positive rates only.
        roc_curve: the curve itself.
        temporal_roc_auc: for lagged edge scores.

    References:
        Hanley, McNeil (1982), doi:10.1148/radiology.143.1.7063747.

    Examples:
        >>> from edgemark import EdgeScores, Graph
        >>> truth = Graph.parse("A --> B --> C")
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "B", 0.6), ("B", "C", 0.5)])
        >>> roc_auc(truth, scores)
        0.875
        >>> roc_auc(truth, scores, of="skeleton")
        1.0
    """
    ranked = ranking(truth, estimate, of)
    undefined = undefined_without_true(ranked, of, needs_false=True)
    return area_under_roc(ranked) if undefined is None else undefined


def area_under_roc(ranked: Ranking) -> float:
    """Return the probability that a true pair precedes a false one; needs at least one of each."""
    tp, n = ranked.counts_at_boundaries()
    twice_area = np.vecdot(np.diff(n - tp), tp[..., 1:] + tp[..., :-1])
    return float_or_array(twice_area / 2 / ranked.n_true / (ranked.size - ranked.n_true))


@metric(
    batch="estimates", better="higher", cite="boyd2013", candidates=True, conventions=AVERAGE_PRECISION
)
def average_precision(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    r"""
    Give the average precision, 0 to 1: area under the precision-recall curve (AUPRC, PR AUC) as steps.

    .. math:: \sum_n (R_n - R_{n-1}) P_n

    over the distinct scores from the highest down, as in scikit-learn. Tied pairs form one step, so the
    result differs from the mean over all orders of these pairs. Constant scores give the share of true
    pairs.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        0 to 1; 1 is best. Undefined if no pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

    See also:
        davis_goadrich: the area with exact interpolation.
        auprc_ratio: as a multiple of chance.
        auprc_normalised: rescaled so that chance is 0.
        roc_auc: the area under the ROC curve.
        pr_curve: the curve itself.

    Examples:
        >>> from edgemark import EdgeScores, Graph
        >>> truth = Graph.parse("A --> B --> C")
        >>> tied = EdgeScores.from_edges([("A", "B", 1), ("B", "A", 1), ("B", "C", 1)])
        >>> average_precision(truth, tied)
        0.6666666666666666
    """
    ranked = ranking(truth, estimate, of)
    undefined = undefined_without_true(ranked, of)
    return mean_precision(ranked) if undefined is None else undefined


def mean_precision(ranked: Ranking) -> float:
    """Return the mean precision at the true pairs; needs at least one."""
    return float_or_array(np.vecdot(np.diff(ranked.tp, prepend=0), ranked.tp / ranked.n) / ranked.n_true)


@metric(
    batch="estimates", better="ratio", cite="pratapa2020", candidates=True, conventions=RANKED_EDGE_PAIRS
)
def auprc_ratio(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    """
    Give the average precision as a multiple of chance (the share of true pairs): AUPRC ratio.

    Also called AUPRC over random, or fold improvement of AUPRC (BEELINE).

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        From 0; 1 is chance, and the best is 1 / (share of true pairs). Undefined if no pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

    See also:
        average_precision: the area itself.
        early_precision_ratio: the same for the first edges.

    Examples:
        >>> from edgemark import EdgeScores, Graph
        >>> truth = Graph.parse("A --> B; C")
        >>> auprc_ratio(truth, EdgeScores.from_edges([("A", "B", 1)], nodes=truth.nodes))
        6.0
    """
    ranked = ranking(truth, estimate, of)
    undefined = undefined_without_true(ranked, of)
    return mean_precision(ranked) / ranked.prevalence if undefined is None else undefined


@metric(
    batch="estimates",
    better="higher",
    worst=nan,
    cite="boyd2013",
    candidates=True,
    conventions=RANKED_EDGE_PAIRS,
)
def auprc_normalised(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    r"""
    Give the average precision, rescaled so that constant scores give 0 and perfect ones 1.

    .. math:: (AP - \pi) / (1 - \pi)

    where :math:`\pi` is the share of true pairs.

    Also called normalised AUPRC or AUCNPR.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        At most 1, which is best; below 0 is worse than chance. Undefined if no pair or every pair is
        true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

    See also:
        average_precision: the area itself.
        auprc_ratio: as a multiple of chance.

    Examples:
        >>> from edgemark import EdgeScores, Graph
        >>> truth = Graph.parse("A --> B; C")
        >>> auprc_normalised(truth, EdgeScores.from_edges([("A", "B", 1)], nodes=truth.nodes))
        1.0
    """
    ranked = ranking(truth, estimate, of)
    undefined = undefined_without_true(ranked, of, needs_false=True)
    if undefined is not None:
        return undefined
    return (mean_precision(ranked) - ranked.prevalence) / (1 - ranked.prevalence)


@metric(
    batch="estimates", better="higher", cite="davis2006", candidates=True, conventions=RANKED_EDGE_PAIRS
)
def davis_goadrich(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    """
    Give the area under the precision-recall curve with the interpolation of Davis and Goadrich, 0 to 1.

    From one score to the next, true and false pairs are added at a constant rate, so precision follows a
    curve. The area is integrated in closed form. Constant scores give exactly the share of true pairs.

    Also called AUPRC or AUCPR, as in the R package PRROC.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        0 to 1; 1 is best. Undefined if no pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

    See also:
        average_precision: the area as steps, as in scikit-learn.
        pr_trapezoid: straight lines, whose area is wrong, mostly too large, if scores tie.

    References:
        Davis, Goadrich (2006), doi:10.1145/1143844.1143874.

    Examples:
        >>> from edgemark import EdgeScores, Graph
        >>> truth = Graph.parse("A --> B; C")
        >>> round(davis_goadrich(truth, EdgeScores([[0, 1, 1], [1, 0, 1], [1, 1, 0]], truth.nodes)), 4)
        0.1667
    """
    ranked = ranking(truth, estimate, of)
    undefined = undefined_without_true(ranked, of)
    if undefined is not None:
        return undefined
    tp, n = ranked.counts_at_boundaries()
    new_true, new_pairs = np.diff(tp), np.diff(n)
    gains = new_true > 0  # Steps without a new true pair add no area.
    new_true, new_pairs = new_true[gains], new_pairs[gains]
    tp_before, n_before = tp[..., :-1][gains], n[..., :-1][gains]
    rate = new_pairs / new_true  # The number of pairs for each true pair.
    offset = n_before - rate * tp_before
    growth = np.log1p(np.divide(new_pairs, n_before, out=np.zeros_like(new_pairs), where=n_before > 0))
    return float_or_array(summed(new_true / rate - offset / rate**2 * growth, gains) / ranked.n_true)


@metric(batch="estimates", better="higher", cite="davis2006", candidates=True, conventions=PR_TRAPEZOID)
def pr_trapezoid(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    """
    Give the area under straight lines between the points of the precision-recall curve, 0 to 1.

    The curve begins at precision 1. The area is wrong if scores tie, because precision follows a
    curve from one score to the next, not a line. It is mostly too large: constant scores give 0.625 if a
    quarter of the pairs is true. Use it only to reproduce numbers that were computed with
    ``auc(recall, precision)``. Otherwise use `average_precision` or `davis_goadrich`.

    Also called PR AUC by trapezoids.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        0 to 1; 1 is best. Undefined if no pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

    See also:
        average_precision: the area as steps.
        davis_goadrich: the area with exact interpolation.

    Examples:
        >>> from edgemark import EdgeScores, Graph
        >>> constant = EdgeScores([[0, 1, 1], [1, 0, 1], [1, 1, 0]], ["A", "B", "C"])
        >>> truth = Graph.parse("A --> B; A --> C; B --> C")
        >>> pr_trapezoid(truth, constant), average_precision(truth, constant)
        (0.75, 0.5)
    """
    ranked = ranking(truth, estimate, of)
    undefined = undefined_without_true(ranked, of)
    if undefined is not None:
        return undefined
    precision = ranked.tp / ranked.n
    before = np.concatenate([np.ones((*precision.shape[:-1], 1)), precision[..., :-1]], -1)
    twice_area = np.vecdot(np.diff(ranked.tp, prepend=0), precision + before)
    return float_or_array(twice_area / 2 / ranked.n_true)


def _best_partial_area(options: Mapping[str, Any]) -> float:
    return float(options["max_fpr"]) if options["scale"] == "raw" else 1.0


@metric(
    batch="estimates",
    better="higher",
    worst=nan,
    cite="mcclish1989",
    candidates=True,
    conventions=PARTIAL_ROC_AUC,
    best_by_options=_best_partial_area,
)
def partial_roc_auc(
    truth: GraphLike,
    estimate: EdgeConfidences,
    *,
    of: Ranked = "directed",
    max_fpr: float = 0.1,
    scale: PartialArea = "mcclish",
) -> float:
    """
    Give the area under the ROC curve at low false positive rates, by default rescaled to at most 1.

    Also called partial AUC or pAUC.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        max_fpr: largest false positive rate of the area, above 0 and at most 1.
        scale: "mcclish" rescales the area so that random guessing gives 0.5 and the best is 1. "raw" is
            the area itself, at most `max_fpr`.

    Returns:
        With "mcclish" at most 1, which is best; the lowest possible value is 0 if `max_fpr` is 1, and
        comes close to 0.5 if it is small. With "raw" 0 to `max_fpr`, which is best. Undefined if no pair
        or every pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: `max_fpr` is not a number above 0 and at most 1.
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

    See also:
        roc_auc: the whole area.
        early_precision_ratio: the quality of the first edges.

    References:
        McClish (1989), doi:10.1177/0272989X8900900307.

    Examples:
        >>> from edgemark import EdgeScores, Graph
        >>> truth = Graph.parse("A --> B; C")
        >>> scores = EdgeScores.from_edges([("A", "C", 0.9), ("A", "B", 0.8)], nodes=truth.nodes)
        >>> partial_roc_auc(truth, scores, max_fpr=0.4, scale="raw")
        0.2
    """
    if not 0 < as_number(max_fpr) <= 1:
        raise ConventionError(f"max_fpr must be a number above 0 and at most 1; got {max_fpr!r}")
    max_fpr = float(max_fpr)
    ranked = ranking(truth, estimate, of)
    undefined = undefined_without_true(ranked, of, needs_false=True)
    if undefined is not None:
        return undefined
    tp, n = ranked.counts_at_boundaries()
    fpr, tpr = (n - tp) / (ranked.size - ranked.n_true), tp / ranked.n_true
    area = float_or_array(_area_up_to(max_fpr, fpr, tpr))
    if scale == "raw":
        return area
    area_of_chance = max_fpr**2 / 2
    return (1 + (area - area_of_chance) / (max_fpr - area_of_chance)) / 2


def _area_up_to(x: float, xs: Values, ys: Values) -> Any:
    """Return the area under the lines between points, up to x."""
    before, after = xs[..., :-1], xs[..., 1:]
    width = np.minimum(after, x) - np.minimum(before, x)
    share = np.divide(width, after - before, out=np.zeros_like(width), where=after > before)
    start, rise = ys[..., :-1], np.diff(ys)
    return np.vecdot(width, start + (start + share * rise)) / 2
