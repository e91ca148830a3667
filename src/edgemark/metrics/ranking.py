"""
Metrics of edge scores that need no threshold: do true edges have the highest scores?

The stored order of tied scores never matters. ROC AUC, the metrics of the first k pairs, early precision
("expected") and nDCG are means over all orders of the tied pairs. Average precision, its two ratios,
Davis and Goadrich's area, the trapezoid, partial ROC AUC and the best F1 treat all pairs of one score as
one step of the curve, like scikit-learn; this differs from the mean over orders.

One file, because each metric is a few lines of code with a long documentation.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import e, floor, isnan, log, log2, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import as_number, is_whole
from edgemark.conventions.confusion import THREE_POINTS
from edgemark.conventions.options import Diagonal, EarlyTies, PartialArea, Ranked
from edgemark.conventions.ranking import (
    AT_K,
    AVERAGE_PRECISION,
    BEST_F1,
    EARLY_PRECISION,
    F1_AT_K,
    PARTIAL_ROC_AUC,
    PR_TRAPEZOID,
    RANKING,
    ROC_AUC,
)
from edgemark.errors import ConventionError, Remedy
from edgemark.graph import Graph
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.graph.likes import GraphLike
from edgemark.metrics.candidate_pairs import counted_places
from edgemark.metrics.declaration import REGISTRY, metric
from edgemark.metrics.sorted_scores import Ranking, ranking, sorted_scores
from edgemark.values import AtThreshold, Undefined, divide

__all__ = [
    "auprc_normalised",
    "auprc_ratio",
    "average_precision",
    "best_f1",
    "davis_goadrich",
    "early_precision_ratio",
    "f1_at_k",
    "ndcg",
    "partial_roc_auc",
    "pr_trapezoid",
    "precision_at_k",
    "recall_at_k",
    "roc_auc",
    "three_point_prc_auc",
    "three_point_roc_auc",
]

Values = NDArray[np.float64]

_NO_TRUE_PAIR = {
    "directed": "the truth has no edge -->",
    "skeleton": "the truth has no edge",
    "entries": "the truth has no edge --> or ---",
    "ancestral": "the truth has no directed path",
}
_NO_TRUE_CANDIDATE = {
    "directed": "no candidate is an edge --> of the truth",
    "skeleton": "no candidate is an edge of the truth",
    "entries": "no candidate is an edge --> or --- of the truth",
    "ancestral": "no candidate has a directed path in the truth",
}
_ALL_TRUE = "every place is a true edge, so there is no false one"


def _undefined_without_true(
    ranked: Ranking, of: Ranked, *, needs_false: bool = False
) -> Undefined | None:
    """Return an undefined value if there is no true pair, or no false one although one is needed."""
    if not ranked.size:
        return Undefined("no pair of nodes is counted")
    if not ranked.n_true:
        return Undefined(_NO_TRUE_CANDIDATE[of] if ranked.left_out else _NO_TRUE_PAIR[of])
    if needs_false and ranked.n_true == ranked.size:
        return Undefined(_ALL_TRUE)
    return None


# ---- areas


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
            - "entries": all p(p-1) ordered pairs. A pair is true if the truth has ``-->`` or, in both
              directions, ``---``, as in the adjacency matrix of a CPDAG.
            - "ancestral": all p(p-1) ordered pairs. A pair is true if the truth has a directed path from
              the first to the second node. Its score is the weight of samples with such a path.

    Returns:
        0 to 1; 1 is best. Undefined if no pair or every pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: the estimate has edges other than ``-->`` and ``---``, which only "skeleton" ranks.
            "entries" needs such a truth. "ancestral" needs a directed truth and an estimate other than
            plain scores.

    See also:
        average_precision: the area under the precision-recall curve, for sparse graphs.
        partial_roc_auc: at low false positive rates only.
        roc_curve: the curve itself.
        temporal_roc_auc: for lagged edge scores.

    References:
        Hanley, McNeil (1982), doi:10.1148/radiology.143.1.7063747.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B --> C")
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "B", 0.6), ("B", "C", 0.5)])
        >>> roc_auc(truth, scores)
        0.875
        >>> roc_auc(truth, scores, of="skeleton")
        1.0
    """
    ranked = ranking(truth, estimate, of)
    undefined = _undefined_without_true(ranked, of, needs_false=True)
    return area_under_roc(ranked) if undefined is None else undefined


def area_under_roc(ranked: Ranking) -> float:
    """Return the probability that a true pair precedes a false one; needs at least one of each."""
    tp, n = ranked.counts_at_boundaries()
    twice = np.vecdot(np.diff(n - tp), tp[..., 1:] + tp[..., :-1])
    return _float_or_array(twice / 2 / ranked.n_true / (ranked.size - ranked.n_true))


def _float_or_array(number: Any) -> float:
    """Return the value of one ranking as a float, or the values of several rankings as an array."""
    numbers: float = number if np.ndim(number) else float(number)
    return numbers


def _summed(parts: Values, step: NDArray[np.bool_]) -> Any:
    """Sum the parts of the selected steps; for several rankings, sum each row."""
    if step.ndim == 1:
        return parts.sum()
    return np.bincount(np.nonzero(step)[0], parts, len(step))


@metric(
    batch="estimates", better="higher", cite="boyd2013", candidates=True, conventions=AVERAGE_PRECISION
)
def average_precision(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    r"""
    Give the average precision, 0 to 1: area under the precision-recall curve (AUPRC, PR AUC) as steps.

    .. math:: \sum_n (R_n - R_{n-1}) P_n

    over the distinct scores from the highest down, as in scikit-learn. Tied pairs form one step, which
    differs from the mean over their orders. Constant scores give the share of true pairs.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        0 to 1; 1 is best. Undefined if no pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: see `roc_auc`.

    See also:
        davis_goadrich: the area with exact interpolation.
        auprc_ratio: as a multiple of chance.
        auprc_normalised: rescaled so that chance is 0.
        roc_auc: the area under the ROC curve.
        pr_curve: the curve itself.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B --> C")
        >>> tied = EdgeScores.from_edges([("A", "B", 1), ("B", "A", 1), ("B", "C", 1)])
        >>> average_precision(truth, tied)
        0.6666666666666666
    """
    ranked = ranking(truth, estimate, of)
    undefined = _undefined_without_true(ranked, of)
    return mean_precision(ranked) if undefined is None else undefined


def mean_precision(ranked: Ranking) -> float:
    """Return the mean precision at the true pairs; needs at least one."""
    return _float_or_array(
        np.vecdot(np.diff(ranked.tp, prepend=0), ranked.tp / ranked.n) / ranked.n_true
    )


@metric(batch="estimates", better="ratio", cite="pratapa2020", candidates=True, conventions=RANKING)
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
        KindError: see `roc_auc`.

    See also:
        average_precision: the area itself.
        early_precision_ratio: the same for the first edges.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B; C")
        >>> auprc_ratio(truth, EdgeScores.from_edges([("A", "B", 1)], nodes=truth.nodes))
        6.0
    """
    ranked = ranking(truth, estimate, of)
    undefined = _undefined_without_true(ranked, of)
    return mean_precision(ranked) / ranked.prevalence if undefined is None else undefined


@metric(
    batch="estimates", better="higher", worst=nan, cite="boyd2013", candidates=True, conventions=RANKING
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
        KindError: see `roc_auc`.

    See also:
        average_precision: the area itself.
        auprc_ratio: as a multiple of chance.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B; C")
        >>> auprc_normalised(truth, EdgeScores.from_edges([("A", "B", 1)], nodes=truth.nodes))
        1.0
    """
    ranked = ranking(truth, estimate, of)
    undefined = _undefined_without_true(ranked, of, needs_false=True)
    if undefined is not None:
        return undefined
    return (mean_precision(ranked) - ranked.prevalence) / (1 - ranked.prevalence)


@metric(batch="estimates", better="higher", cite="davis2006", candidates=True, conventions=RANKING)
def davis_goadrich(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    """
    Give the area under the precision-recall curve with the interpolation of Davis and Goadrich, 0 to 1.

    Between two scores, true and false pairs are added at a constant rate, so precision follows a curve.
    The area is integrated in closed form. Constant scores give exactly the share of true pairs.

    Also called AUPRC or AUCPR, as in the R package PRROC.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        0 to 1; 1 is best. Undefined if no pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: see `roc_auc`.

    See also:
        average_precision: the area as steps, as in scikit-learn.
        pr_trapezoid: straight lines, which give too large areas.

    References:
        Davis, Goadrich (2006), doi:10.1145/1143844.1143874.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B; C")
        >>> round(davis_goadrich(truth, EdgeScores([[0, 1, 1], [1, 0, 1], [1, 1, 0]], truth.nodes)), 4)
        0.1667
    """
    ranked = ranking(truth, estimate, of)
    undefined = _undefined_without_true(ranked, of)
    if undefined is not None:
        return undefined
    tp, n = ranked.counts_at_boundaries()
    new_true, new_pairs = np.diff(tp), np.diff(n)
    step = new_true > 0
    new_true, new_pairs = new_true[step], new_pairs[step]
    tp_before, n_before = tp[..., :-1][step], n[..., :-1][step]
    rate = new_pairs / new_true  # The number of pairs for each true pair: 1 + h.
    offset = n_before - rate * tp_before
    growth = np.log1p(np.divide(new_pairs, n_before, out=np.zeros_like(new_pairs), where=n_before > 0))
    return _float_or_array(_summed(new_true / rate - offset / rate**2 * growth, step) / ranked.n_true)


@metric(batch="estimates", better="higher", cite="davis2006", candidates=True, conventions=PR_TRAPEZOID)
def pr_trapezoid(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    """
    Give the area under straight lines between the points of the precision-recall curve, 0 to 1.

    The curve begins at precision 1. The area is too large if scores tie, because precision does not fall
    along a straight line: constant scores give 0.625 if a quarter of the pairs is true. Use it only to
    reproduce numbers that were computed with ``auc(recall, precision)``. Otherwise use
    `average_precision` or `davis_goadrich`.

    Also called PR AUC by trapezoids.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        0 to 1; 1 is best. Undefined if no pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: see `roc_auc`.

    See also:
        average_precision: the area as steps.
        davis_goadrich: the area with exact interpolation.

    Examples:
        >>> from edgemark import EdgeScores
        >>> constant = EdgeScores([[0, 1, 1], [1, 0, 1], [1, 1, 0]], ["A", "B", "C"])
        >>> truth = Graph.parse("A --> B; A --> C; B --> C")
        >>> pr_trapezoid(truth, constant), average_precision(truth, constant)
        (0.75, 0.5)
    """
    ranked = ranking(truth, estimate, of)
    undefined = _undefined_without_true(ranked, of)
    if undefined is not None:
        return undefined
    precision = ranked.tp / ranked.n
    before = np.concatenate([np.ones((*precision.shape[:-1], 1)), precision[..., :-1]], -1)
    twice = np.vecdot(np.diff(ranked.tp, prepend=0), precision + before)
    return _float_or_array(twice / 2 / ranked.n_true)


@metric(
    batch="estimates",
    better="higher",
    worst=nan,
    cite="mcclish1989",
    candidates=True,
    conventions=PARTIAL_ROC_AUC,
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
    Give the area under the ROC curve at low false positive rates, 0 to 1: partial AUC.

    Also called pAUC.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        max_fpr: largest false positive rate of the area, above 0 and at most 1.
        scale: "mcclish" rescales the area so that random guessing gives 0.5 and the best is 1. "raw" is
            the area itself, at most `max_fpr`.

    Returns:
        0 to 1; 1 is best. Undefined if no pair or every pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: `max_fpr` is out of range.
        KindError: see `roc_auc`.

    See also:
        roc_auc: the whole area.
        early_precision_ratio: the quality of the first edges.

    References:
        McClish (1989), doi:10.1177/0272989X8900900307.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B; C")
        >>> scores = EdgeScores.from_edges([("A", "C", 0.9), ("A", "B", 0.8)], nodes=truth.nodes)
        >>> partial_roc_auc(truth, scores, max_fpr=0.4, scale="raw")
        0.2
    """
    if not 0 < as_number(max_fpr) <= 1:
        raise ConventionError(f"max_fpr must be a number above 0 and at most 1; got {max_fpr!r}")
    max_fpr = float(max_fpr)
    ranked = ranking(truth, estimate, of)
    undefined = _undefined_without_true(ranked, of, needs_false=True)
    if undefined is not None:
        return undefined
    tp, n = ranked.counts_at_boundaries()
    fpr, tpr = (n - tp) / (ranked.size - ranked.n_true), tp / ranked.n_true
    area = _float_or_array(_area_up_to(max_fpr, fpr, tpr))
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


# ---- the first k


_SHARE = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)?E")


def places_taken(k: int | str, n_true: int, size: int) -> int:
    """
    Convert k to a number of pairs, at most all.

    A multiple of the number of true edges is rounded down, but is at least 1. It is computed exactly,
    because in floating point 0.29 of 100 edges would be 28.

    Examples:
        >>> places_taken("1.5E", 3, 12), places_taken("0.29E", 100, 9900), places_taken(20, 3, 12)
        (4, 29, 12)
    """
    share = _SHARE.fullmatch(k) if isinstance(k, str) else None
    if share is not None:
        return min(size, max(1, floor(Fraction(share[1] or 1) * n_true)))
    if not is_whole(k) or k < 1:
        raise ConventionError(
            f"k must be a whole number from 1, or a multiple of the number E of true edges as text; got "
            f"{k!r}",
            Remedy("Take as many places as there are true edges", 'k="E"'),
        )
    return min(size, int(k))


@metric(batch="estimates", better="higher", cite="manning2008", candidates=True, conventions=AT_K)
def precision_at_k(
    truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed", k: int | str = "E"
) -> float:
    """
    Give the share of true edges among the k pairs with the highest scores, 0 to 1: precision@k.

    If the k-th score is tied, it is the expected share over random choices among the tied pairs.

    Also called P@k or top-k precision.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        k: number of pairs, or a multiple of the number E of true edges as text, such as "E" or "0.5E". A
            multiple is rounded down. k is at least 1 and at most all pairs.

    Returns:
        0 to 1; 1 is best. Undefined if no pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: `k` is not a number of pairs.
        KindError: see `roc_auc`.

    See also:
        recall_at_k: the share of all true edges.
        early_precision_ratio: as a multiple of chance.
        f1_curve: several k at once.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B --> C")
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.4), ("C", "A", 0.4)])
        >>> precision_at_k(truth, scores), precision_at_k(truth, scores, k=1)
        (0.75, 1.0)
    """
    return _at_k(truth, estimate, of, k, lambda hits, taken, true: hits / taken)


@metric(batch="estimates", better="higher", cite="manning2008", candidates=True, conventions=AT_K)
def recall_at_k(
    truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed", k: int | str = "E"
) -> float:
    """
    Give the share of true edges that are among the k highest scores, 0 to 1: recall@k.

    Also called top-k recall or TPR at k.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        k: number of pairs, see `precision_at_k`.

    Returns:
        0 to 1; 1 is best and is possible only if k is at least the number of true edges. Undefined if no
        pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: `k` is not a number of pairs.
        KindError: see `roc_auc`.

    See also:
        precision_at_k: the share of the k pairs.
        f1_at_k: the F1 of both.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B --> C")
        >>> recall_at_k(truth, EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.4)]), k=1)
        0.5
    """
    return _at_k(truth, estimate, of, k, lambda hits, taken, true: hits / true)


@metric(batch="estimates", better="higher", cite="manning2008", candidates=True, conventions=F1_AT_K)
def f1_at_k(
    truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed", k: int | str = "E"
) -> float:
    """
    Give the F1 of the graph whose edges are the k pairs with the highest scores, 0 to 1.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        k: number of pairs, see `precision_at_k`.

    Returns:
        0 to 1; 1 is best and is possible only if k is the number of true edges. Undefined if no pair is
        true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: `k` is not a number of pairs.
        KindError: see `roc_auc`.

    See also:
        best_f1: the best threshold.
        f1_curve: several k at once.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B --> C")
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.4), ("C", "A", 0.4)])
        >>> f1_at_k(truth, scores), f1_at_k(truth, scores, k="0.5E")
        (0.75, 0.6666666666666666)
    """
    return _at_k(truth, estimate, of, k, lambda hits, taken, true: 2 * hits / (taken + true))


def _at_k(truth: Graph, estimate: EdgeConfidences, of: Ranked, k: int | str, ratio: Any) -> float:
    ranked = ranking(truth, estimate, of)
    taken = places_taken(k, ranked.n_true, ranked.size)
    undefined = _undefined_without_true(ranked, of)
    return (
        _float_or_array(ratio(ranked.hits(taken), taken, ranked.n_true))
        if undefined is None
        else undefined
    )


@metric(
    batch="estimates", better="ratio", cite="pratapa2020", candidates=True, conventions=EARLY_PRECISION
)
def early_precision_ratio(
    truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed", ties: EarlyTies = "expected"
) -> float:
    """
    Give the precision of the first E pairs, for E true edges, as a multiple of chance.

    Also called early precision ratio (EPR), as in BEELINE.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        ties: how to treat ties of the last score taken. "expected": the expected precision over random
            choices among the tied pairs. "beeline": all tied pairs are taken, as in BEELINE, but never
            pairs with score 0.

    Returns:
        From 0; 1 is chance, and the best is 1 / (share of true pairs). Undefined if no pair is true, or
        if all scores are 0 with "beeline".

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: see `roc_auc`.

    See also:
        precision_at_k: the precision itself.
        auprc_ratio: the same for the whole ranking.

    References:
        Pratapa, Jalihal, Law, Bharadwaj, Murali (2020), doi:10.1038/s41592-019-0690-6.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B --> C")
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.4), ("C", "A", 0.4)])
        >>> early_precision_ratio(truth, scores)
        2.25
        >>> early_precision_ratio(truth, scores, ties="beeline")
        2.0
    """
    ranked = ranking(truth, estimate, of)
    undefined = _undefined_without_true(ranked, of)
    if undefined is not None:
        return undefined
    if ties == "expected":
        return _float_or_array(ranked.hits(ranked.n_true) / ranked.n_true / ranked.prevalence)
    order = sorted_scores(truth, estimate, of)
    positive = order.numbers[np.searchsorted(order.numbers, 0.0, "right") :]
    if not positive.size:
        return Undefined("all scores are 0, and BEELINE takes no pair with score 0")
    lowest = positive[-min(ranked.n_true, positive.size)]
    taken, hits = (x.size - np.searchsorted(x, lowest) for x in (positive, order.true))
    return float(hits / taken / ranked.prevalence)


@metric(batch="estimates", better="higher", cite="jarvelin2002", candidates=True, conventions=RANKING)
def ndcg(
    truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed", k: int | str | None = None
) -> float:
    r"""
    Give the normalised discounted cumulative gain of the true edges, 0 to 1: nDCG.

    .. math:: \sum_{r \in \text{ranks of true edges}} \frac{1}{\log_2(r + 1)}

    divided by the same sum for the best order. Tied pairs share their gains.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        k: number of pairs that count, see `precision_at_k`; None for all.

    Returns:
        0 to 1; 1 is best. Undefined if no pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: `k` is not a number of pairs.
        KindError: see `roc_auc`.

    See also:
        average_precision: precision at the true edges.
        precision_at_k: without discount by rank.

    References:
        Järvelin, Kekäläinen (2002), doi:10.1145/582415.582418.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B --> C")
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.5), ("B", "C", 0.4)])
        >>> round(ndcg(truth, scores), 4)
        0.9197
    """
    ranked = ranking(truth, estimate, of)
    last = ranked.size if k is None else places_taken(k, ranked.n_true, ranked.size)
    undefined = _undefined_without_true(ranked, of)
    if undefined is not None:
        return undefined
    tp, n = ranked.counts_at_boundaries()
    bounds = np.minimum(n, last)
    step = (np.diff(tp) > 0) & (np.diff(bounds) > 0)
    gains = discounts(bounds[..., 1:][step]) - discounts(bounds[..., :-1][step])
    gained = _summed(np.diff(tp)[step] / np.diff(n)[step] * gains, step)
    return _float_or_array(gained / discounts(np.array([min(ranked.n_true, last)]))[0])


_EXACT_RANKS = 2**20


def discounts(ranks: NDArray[Any]) -> Values:
    """
    Sum 1 / log2(r + 1) over the ranks r up to each given rank; ranks beyond 2**20 use an integral.

    Examples:
        >>> discounts(np.array([0, 1, 3]))
        array([0.        , 1.        , 2.13092975])
    """
    ranks = np.asarray(ranks, np.float64)
    summed_ranks = np.minimum(ranks, _EXACT_RANKS)
    largest = int(summed_ranks.max(initial=0))
    sums = np.append(0.0, np.cumsum(1 / np.log2(np.arange(2.0, largest + 2))))
    totals: Values = sums[summed_ranks.astype(np.intp)]
    far = ranks > _EXACT_RANKS
    # The term 1 / log2(j) is close to its integral from j - 0.5 to j + 0.5.
    totals[far] += [_integral(_EXACT_RANKS + 1.5, rank + 1.5) for rank in ranks[far]]
    return totals


def _integral(start: float, end: float) -> float:
    """Integral of 1 / log2(x), by Gauss and Legendre in log x."""
    points, weights = np.polynomial.legendre.leggauss(64)
    middle, half = (log(end) + log(start)) / 2, (log(end) - log(start)) / 2
    u = middle + half * points
    return float(half * np.dot(weights, np.exp(u) / u) / log2(e))


# ---- thresholds chosen on the truth


@metric(batch="estimates", better="higher", cite="manning2008", candidates=True, conventions=BEST_F1)
def best_f1(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    """
    Give the highest F1 over all thresholds, 0 to 1, with the threshold chosen on the truth.

    It is an upper bound for comparing scores. It does not say how well a graph is learned, because the
    threshold is chosen with the truth.

    Also called optimal F1, maximum F1 or F-max.

    Args:
        truth: reference graph, p nodes.
        estimate: edge scores, a graph (each edge scores 1) or samples; the same nodes in any order.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        0 to 1; 1 is best. Its ``threshold`` is the highest one that reaches this F1; pairs with at least
        this score are edges. Undefined if no pair is true.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: see `roc_auc`.

    See also:
        f1_at_k: the F1 of the first k pairs.
        threshold_sweep: other metrics at every threshold.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B --> C")
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.5), ("B", "C", 0.4)])
        >>> best = best_f1(truth, scores)
        >>> best, best.threshold
        (0.8, 0.4)
    """
    ranked = ranking(truth, estimate, of)
    undefined = _undefined_without_true(ranked, of)
    if undefined is not None:
        return undefined
    f1 = 2 * ranked.tp / (ranked.n + ranked.n_true)
    if f1.ndim > 1:
        return _float_or_array(f1.max(-1))
    best = int(f1.argmax())
    return AtThreshold(float(f1[best]), float(ranked.thresholds[best]))


# ---- metrics of graphs


@metric(
    batch="estimates",
    better="higher",
    two_edges=True,
    cite="rehak",
    candidates=True,
    conventions=THREE_POINTS,
)
def three_point_roc_auc(
    truth: GraphLike, estimate: GraphLike, *, diagonal: Diagonal = "excluded"
) -> float:
    """
    Give the area under the three-point ROC curve of a graph, 0 to 1: its balanced accuracy.

    The curve leads from (0, 0) over the graph's false positive rate and recall to (1, 1). The area is (1
    + recall - false positive rate) / 2, the balanced accuracy of directed edges.

    Also called balanced accuracy.

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.
        diagonal: whether the diagonal counts as pairs without an edge. "excluded": p(p-1) pairs.
            "counted": p² pairs, as in the nCED paper, which improves the value of every graph with a
            false edge.

    Returns:
        0 to 1; 1 is best. nan if the truth has no directed edge, or all of them.

    Raises:
        AlignmentError: the graphs do not have the same nodes.

    See also:
        roc_auc: for edge scores.
        three_point_prc_auc: the area under the precision-recall curve.

    References:
        Rehak, Falkenstein, Doehner, Beyerer, Metrics for the Evaluation of Learned Causal Graphs Based
        on Ground Truth.

    Examples:
        >>> three_point_roc_auc(Graph.parse("A --> B --> C"), Graph.parse("A --> B; C --> B"))
        0.625
    """
    counts, places = _directed(truth, estimate, diagonal)
    n_true = counts.tp + counts.fn
    return _value_or_reason(
        (1 + divide(counts.tp, n_true) - divide(counts.fp, places - n_true)) / 2, n_true
    )


@metric(
    batch="estimates",
    better="higher",
    two_edges=True,
    cite="rehak",
    candidates=True,
    conventions=THREE_POINTS,
)
def three_point_prc_auc(
    truth: GraphLike, estimate: GraphLike, *, diagonal: Diagonal = "excluded"
) -> float:
    """
    Give the average precision of a graph, 0 to 1: its precision up to its recall, then chance.

    Also called AUPRC of a graph.

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.
        diagonal: "excluded", or "counted" as in the nCED paper, see `three_point_roc_auc`.

    Returns:
        0 to 1; 1 is best. nan if the truth has no directed edge.

    Raises:
        AlignmentError: the graphs do not have the same nodes.

    See also:
        average_precision: for edge scores.
        three_point_roc_auc: the area under the ROC curve.

    References:
        Rehak, Falkenstein, Doehner, Beyerer, Metrics for the Evaluation of Learned Causal Graphs Based
        on Ground Truth.

    Examples:
        >>> truth, found = Graph.parse("A --> B --> C"), Graph.parse("A --> B; C --> B")
        >>> round(three_point_prc_auc(truth, found), 4)
        0.4167
    """
    counts, places = _directed(truth, estimate, diagonal)
    n_true, n_estimated = counts.tp + counts.fn, counts.tp + counts.fp
    recalled = divide(counts.tp * counts.tp, n_true * (n_estimated + (n_estimated == 0)))
    return _value_or_reason(recalled + divide(counts.fn, n_true) * divide(n_true, places), n_true)


def _value_or_reason(value: float, n_true: float) -> float:
    """Return the value, or the reason why it is undefined; return the values of a batch."""
    if isinstance(value, np.ndarray) or not isnan(value):
        return value
    return Undefined(_ALL_TRUE if n_true else _NO_TRUE_PAIR["directed"])


def _directed(truth: Graph, estimate: Graph, diagonal: Diagonal) -> tuple[Any, int]:
    cells = counted_places(truth) + (truth.n_nodes if diagonal == "counted" else 0)
    return REGISTRY["confusion"].function(truth, estimate, of="directed"), cells
