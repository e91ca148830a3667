"""
How well scores put true edges first, without any threshold.

The order in which tied scores happen to be stored never counts. ROC AUC, the numbers of the first k,
early precision ("expected") and nDCG are the mean over all orders of the tied places. Average precision,
its two ratios, Davis and Goadrich's area, the trapezoid, partial ROC AUC and the best F1 take the places
of one score together, as one step of the curve; this is what scikit-learn does, and it is not that mean.

One file, because each metric is a few lines of code under a long documentation.
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

_TRUE_PLACES = {
    "directed": "the truth has no edge -->",
    "skeleton": "the truth has no edge",
    "entries": "the truth has no edge --> or ---",
    "ancestral": "the truth has no directed path",
}
_NO_CANDIDATE = {
    "directed": "no candidate is an edge --> of the truth",
    "skeleton": "no candidate is an edge of the truth",
    "entries": "no candidate is an edge --> or --- of the truth",
    "ancestral": "no candidate has a directed path in the truth",
}
_ALL_TRUE = "every place is a true edge: there is none that should come later"


def _without_true(found: Ranking, of: Ranked, *, needs_false: bool = False) -> Undefined | None:
    """The value to give where there is no true place, or no false one and some are needed."""
    if not found.size:
        return Undefined("no pair of nodes is counted")
    if not found.n_true:
        return Undefined(_NO_CANDIDATE[of] if found.left_out else _TRUE_PLACES[of])
    if needs_false and found.n_true == found.size:
        return Undefined(_ALL_TRUE)
    return None


# ---- areas


@metric(batch="estimates", better="higher", cite="hanley1982", conventions=ROC_AUC, candidates=True)
def roc_auc(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    """
    Chance that a true edge scores higher than a false one: area under the ROC curve.

    A tie counts one half. 0.5 is what guessing gives. Of a graph, where scores are 0 and 1, it is the
    area under the curve of three points, (1 + recall - false positive rate) / 2.

    Args:
        truth: reference graph, p nodes.
        estimate: scores of the same nodes, in any order; a graph, whose edges score 1; or
            `GraphSamples`, by the share of the weight that has what is ranked.
        of: what is ranked.

            - "directed": ordered pairs, true where the truth has ``-->``; its other edges are false
              either way. p(p-1) places: a node and itself are none.
            - "skeleton": unordered pairs, true where the truth has any edge, by the higher of their two
              scores, or the share of samples with any edge. p(p-1)/2 places.
            - "entries": ordered pairs, true where the truth has ``-->`` or, both ways, ``---``, as in
              the adjacency matrix of a CPDAG. p(p-1) places.
            - "ancestral": ordered pairs, true where the truth has a directed path from one to the other,
              by the share of samples with one. p(p-1) places.

    Returns:
        0 to 1; 1 is best. Undefined if the truth has no such edge, or all of them.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: the estimate has edges other than ``-->`` and ``---``, which only "skeleton" ranks;
            "entries" needs such a truth, "ancestral" a directed one, and no plain scores.

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
    found = ranking(truth, estimate, of)
    undefined = _without_true(found, of, needs_false=True)
    return area_under_roc(found) if undefined is None else undefined


def area_under_roc(found: Ranking) -> float:
    """Chance that a true place comes before a false one; needs both."""
    tp, n = found.from_nothing()
    twice = np.vecdot(np.diff(n - tp), tp[..., 1:] + tp[..., :-1])
    return _each(twice / 2 / found.n_true / (found.size - found.n_true))


def _each(number: Any) -> float:
    """Give the number of a ranking as a float; those of many, which only `ranked_together` asks for."""
    numbers: float = number if np.ndim(number) else float(number)
    return numbers


def _summed(parts: Values, step: NDArray[np.bool_]) -> Any:
    """Sum the parts of the steps that are counted, of many rankings for each row."""
    if step.ndim == 1:
        return parts.sum()
    return np.bincount(np.nonzero(step)[0], parts, len(step))


@metric(
    batch="estimates", better="higher", cite="boyd2013", candidates=True, conventions=AVERAGE_PRECISION
)
def average_precision(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    r"""
    Mean precision at the true edges: area under the precision-recall curve as steps.

    .. math:: \sum_n (R_n - R_{n-1}) P_n

    over the scores from the highest down, those of one score together as in scikit-learn. That is not
    the mean over the orders of tied places. Constant scores give the share of places that are true.

    Args:
        truth: reference graph, p nodes.
        estimate: scores of the same nodes, in any order; of a graph, 1 for an edge; samples.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        0 to 1; 1 is best. Undefined if the truth has no such edge.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: see `roc_auc`.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B --> C")
        >>> tied = EdgeScores.from_edges([("A", "B", 1), ("B", "A", 1), ("B", "C", 1)])
        >>> average_precision(truth, tied)
        0.6666666666666666
    """
    found = ranking(truth, estimate, of)
    undefined = _without_true(found, of)
    return mean_precision(found) if undefined is None else undefined


def mean_precision(found: Ranking) -> float:
    """Precision at the true places, in the mean; needs one."""
    return _each(np.vecdot(np.diff(found.tp, prepend=0), found.tp / found.n) / found.n_true)


@metric(batch="estimates", better="ratio", cite="pratapa2020", candidates=True, conventions=RANKING)
def auprc_ratio(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    """
    Average precision as a multiple of the share of places that are true, which constant scores get.

    Args:
        truth: reference graph, p nodes.
        estimate: scores of the same nodes, in any order; of a graph, 1 for an edge; samples.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        0 up; 1 is chance, the best is 1 / (share that is true). Undefined if the truth has no such edge.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: see `roc_auc`.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B; C")
        >>> auprc_ratio(truth, EdgeScores.from_edges([("A", "B", 1)], nodes=truth.nodes))
        6.0
    """
    found = ranking(truth, estimate, of)
    undefined = _without_true(found, of)
    return mean_precision(found) / found.prevalence if undefined is None else undefined


@metric(
    batch="estimates", better="higher", worst=nan, cite="boyd2013", candidates=True, conventions=RANKING
)
def auprc_normalised(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    r"""
    Average precision, moved and stretched so that constant scores give 0 and perfect ones 1.

    .. math:: (AP - \pi) / (1 - \pi)

    with :math:`\pi` the share of places that are true.

    Args:
        truth: reference graph, p nodes.
        estimate: scores of the same nodes, in any order; of a graph, 1 for an edge; samples.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        Up to 1, which is best; below 0 for worse than chance. Undefined if the truth has no such edge,
        or all of them.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: see `roc_auc`.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B; C")
        >>> auprc_normalised(truth, EdgeScores.from_edges([("A", "B", 1)], nodes=truth.nodes))
        1.0
    """
    found = ranking(truth, estimate, of)
    undefined = _without_true(found, of, needs_false=True)
    if undefined is not None:
        return undefined
    return (mean_precision(found) - found.prevalence) / (1 - found.prevalence)


@metric(batch="estimates", better="higher", cite="davis2006", candidates=True, conventions=RANKING)
def davis_goadrich(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    """
    Area under the precision-recall curve, interpolated as the counts allow.

    Between two scores true and false edges are taken in at a constant rate, so that precision bends as
    it must; integrated in closed form. Constant scores give exactly the share of places that are true.

    Args:
        truth: reference graph, p nodes.
        estimate: scores of the same nodes, in any order; of a graph, 1 for an edge; samples.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        0 to 1; 1 is best. Undefined if the truth has no such edge.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: see `roc_auc`.

    References:
        Davis, Goadrich (2006), doi:10.1145/1143844.1143874.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B; C")
        >>> round(davis_goadrich(truth, EdgeScores([[0, 1, 1], [1, 0, 1], [1, 1, 0]], truth.nodes)), 4)
        0.1667
    """
    found = ranking(truth, estimate, of)
    undefined = _without_true(found, of)
    if undefined is not None:
        return undefined
    tp, n = found.from_nothing()
    more, places = np.diff(tp), np.diff(n)
    step = more > 0
    more, places = more[step], places[step]
    tp_before, n_before = tp[..., :-1][step], n[..., :-1][step]
    rate = places / more  # places taken in for each true one: 1 + h
    offset = n_before - rate * tp_before
    growth = np.log1p(np.divide(places, n_before, out=np.zeros_like(places), where=n_before > 0))
    return _each(_summed(more / rate - offset / rate**2 * growth, step) / found.n_true)


@metric(batch="estimates", better="higher", cite="davis2006", candidates=True, conventions=PR_TRAPEZOID)
def pr_trapezoid(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    """
    Area under straight lines between the points of the precision-recall curve, from precision 1.

    Too high wherever scores tie, since precision does not fall along a line: constant scores give 0.625
    where a quarter is true, although nothing was ranked. Kept to reproduce numbers that were computed
    so, by ``auc(recall, precision)``; `average_precision` and `davis_goadrich` are right.

    Args:
        truth: reference graph, p nodes.
        estimate: scores of the same nodes, in any order; of a graph, 1 for an edge; samples.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        0 to 1; 1 is best. Undefined if the truth has no such edge.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: see `roc_auc`.

    Examples:
        >>> from edgemark import EdgeScores
        >>> constant = EdgeScores([[0, 1, 1], [1, 0, 1], [1, 1, 0]], ["A", "B", "C"])
        >>> truth = Graph.parse("A --> B; A --> C; B --> C")
        >>> pr_trapezoid(truth, constant), average_precision(truth, constant)
        (0.75, 0.5)
    """
    found = ranking(truth, estimate, of)
    undefined = _without_true(found, of)
    if undefined is not None:
        return undefined
    precision = found.tp / found.n
    before = np.concatenate([np.ones((*precision.shape[:-1], 1)), precision[..., :-1]], -1)
    twice = np.vecdot(np.diff(found.tp, prepend=0), precision + before)
    return _each(twice / 2 / found.n_true)


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
    Area under the ROC curve where few false edges are taken in.

    Args:
        truth: reference graph, p nodes.
        estimate: scores of the same nodes, in any order; of a graph, 1 for an edge; samples.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        max_fpr: false positive rate up to which the area is taken, above 0, at most 1.
        scale: "mcclish" for McClish's scale, on which guessing gives 0.5 and the best is 1; "raw" for
            the area itself, of which the best is `max_fpr`.

    Returns:
        0 to 1; 1 is best. Undefined if the truth has no such edge, or all of them.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: `max_fpr` is not such a number.
        KindError: see `roc_auc`.

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
    found = ranking(truth, estimate, of)
    undefined = _without_true(found, of, needs_false=True)
    if undefined is not None:
        return undefined
    tp, n = found.from_nothing()
    fpr, tpr = (n - tp) / (found.size - found.n_true), tp / found.n_true
    area = _each(_area_up_to(max_fpr, fpr, tpr))
    if scale == "raw":
        return area
    lowest = max_fpr**2 / 2
    return (1 + (area - lowest) / (max_fpr - lowest)) / 2


def _area_up_to(x: float, xs: Values, ys: Values) -> Any:
    """Area under the lines between points, as far as x."""
    before, after = xs[..., :-1], xs[..., 1:]
    width = np.minimum(after, x) - np.minimum(before, x)
    share = np.divide(width, after - before, out=np.zeros_like(width), where=after > before)
    start, rise = ys[..., :-1], np.diff(ys)
    return np.vecdot(width, start + (start + share * rise)) / 2


# ---- the first k


_SHARE = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)?E")


def places_taken(k: int | str, n_true: int, size: int) -> int:
    """
    Turn k into a number of places, at most all.

    A multiple of the true edges is rounded down, but at least 1. It is computed exactly: in floating
    point 0.29 of 100 edges would be 28.

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
    Share of the k highest scored places that is true.

    Where the k-th score is tied it is the expected share, over which of the tied places are taken.

    Args:
        truth: reference graph, p nodes.
        estimate: scores of the same nodes, in any order; of a graph, 1 for an edge; samples.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        k: a number of places, or a multiple of the number of true edges, as text: "E", "0.5E". It is
            rounded down, is at least 1, and at most all places.

    Returns:
        0 to 1; 1 is best. Undefined if the truth has no such edge.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: no such k.
        KindError: see `roc_auc`.

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
    Share of the true edges that is among the k highest scored places.

    Args:
        truth: reference graph, p nodes.
        estimate: scores of the same nodes, in any order; of a graph, 1 for an edge; samples.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        k: how many places, see `precision_at_k`.

    Returns:
        0 to 1; 1 is best, and needs k to be no less than the number of true edges. Undefined if the
        truth has no such edge.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: no such k.
        KindError: see `roc_auc`.

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
    F1 of the graph that has the k highest scored places as its edges.

    Args:
        truth: reference graph, p nodes.
        estimate: scores of the same nodes, in any order; of a graph, 1 for an edge; samples.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        k: how many places, see `precision_at_k`.

    Returns:
        0 to 1; 1 is best, and needs k to be the number of true edges. Undefined if the truth has no
        such edge.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: no such k.
        KindError: see `roc_auc`.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B --> C")
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.4), ("C", "A", 0.4)])
        >>> f1_at_k(truth, scores), f1_at_k(truth, scores, k="0.5E")
        (0.75, 0.6666666666666666)
    """
    return _at_k(truth, estimate, of, k, lambda hits, taken, true: 2 * hits / (taken + true))


def _at_k(truth: Graph, estimate: EdgeConfidences, of: Ranked, k: int | str, ratio: Any) -> float:
    found = ranking(truth, estimate, of)
    taken = places_taken(k, found.n_true, found.size)
    undefined = _without_true(found, of)
    return _each(ratio(found.hits(taken), taken, found.n_true)) if undefined is None else undefined


@metric(
    batch="estimates", better="ratio", cite="pratapa2020", candidates=True, conventions=EARLY_PRECISION
)
def early_precision_ratio(
    truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed", ties: EarlyTies = "expected"
) -> float:
    """
    Precision of as many places as there are true edges, as a multiple of what chance gives.

    Args:
        truth: reference graph, p nodes.
        estimate: scores of the same nodes, in any order; of a graph, 1 for an edge; samples.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        ties: where the last score taken is tied. "expected": the expected precision over which of the
            tied places are taken; "beeline": of all of them, so of more places, but never of places
            that score 0, as BEELINE has it.

    Returns:
        0 up; 1 is chance, the best is 1 / (share of places that are true). Undefined if the truth has no
        such edge, or, under "beeline", if all scores are 0.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: see `roc_auc`.

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
    found = ranking(truth, estimate, of)
    undefined = _without_true(found, of)
    if undefined is not None:
        return undefined
    if ties == "expected":
        return _each(found.hits(found.n_true) / found.n_true / found.prevalence)
    order = sorted_scores(truth, estimate, of)
    positive = order.numbers[np.searchsorted(order.numbers, 0.0, "right") :]
    if not positive.size:
        return Undefined("all scores are 0, of which BEELINE takes none")
    lowest = positive[-min(found.n_true, positive.size)]
    taken, hits = (x.size - np.searchsorted(x, lowest) for x in (positive, order.true))
    return float(hits / taken / found.prevalence)


@metric(batch="estimates", better="higher", cite="jarvelin2002", candidates=True, conventions=RANKING)
def ndcg(
    truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed", k: int | str | None = None
) -> float:
    r"""
    Discounted gain of the true edges, as a share of what the best order gets.

    .. math:: \sum_{r \in \text{ranks of true edges}} \frac{1}{\log_2(r + 1)}

    divided by the same sum over the first ranks. Tied places share their gains.

    Args:
        truth: reference graph, p nodes.
        estimate: scores of the same nodes, in any order; of a graph, 1 for an edge; samples.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        k: how many places count, see `precision_at_k`; None for all.

    Returns:
        0 to 1; 1 is best. Undefined if the truth has no such edge.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: no such k.
        KindError: see `roc_auc`.

    References:
        Järvelin, Kekäläinen (2002), doi:10.1145/582415.582418.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B --> C")
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.5), ("B", "C", 0.4)])
        >>> round(ndcg(truth, scores), 4)
        0.9197
    """
    found = ranking(truth, estimate, of)
    last = found.size if k is None else places_taken(k, found.n_true, found.size)
    undefined = _without_true(found, of)
    if undefined is not None:
        return undefined
    tp, n = found.from_nothing()
    bounds = np.minimum(n, last)
    step = (np.diff(tp) > 0) & (np.diff(bounds) > 0)
    gains = discounts(bounds[..., 1:][step]) - discounts(bounds[..., :-1][step])
    gained = _summed(np.diff(tp)[step] / np.diff(n)[step] * gains, step)
    return _each(gained / discounts(np.array([min(found.n_true, last)]))[0])


_EXACT_RANKS = 2**20


def discounts(ranks: NDArray[Any]) -> Values:
    """
    Sum 1 / log2(r + 1) over the ranks r up to each of some; beyond 2**20 as an integral.

    Examples:
        >>> discounts(np.array([0, 1, 3]))
        array([0.        , 1.        , 2.13092975])
    """
    ranks = np.asarray(ranks, np.float64)
    near = np.minimum(ranks, _EXACT_RANKS)
    most = int(near.max(initial=0))
    sums = np.append(0.0, np.cumsum(1 / np.log2(np.arange(2.0, most + 2))))
    found: Values = sums[near.astype(np.intp)]
    far = ranks > _EXACT_RANKS
    found[far] += [_integral(_EXACT_RANKS + 1.5, rank + 1.5) for rank in ranks[far]]
    return found


def _integral(start: float, end: float) -> float:
    """Integral of 1 / log2(x), by Gauss and Legendre in log x."""
    points, weights = np.polynomial.legendre.leggauss(64)
    middle, half = (log(end) + log(start)) / 2, (log(end) - log(start)) / 2
    u = middle + half * points
    return float(half * np.dot(weights, np.exp(u) / u) / log2(e))


# ---- chosen on the truth


@metric(batch="estimates", better="higher", cite="manning2008", candidates=True, conventions=BEST_F1)
def best_f1(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    """
    The highest F1 at any threshold, chosen on the truth.

    It is an upper bound for comparing scores, and no estimate of how well a graph is learned, since the
    threshold is chosen by looking at the answer.

    Args:
        truth: reference graph, p nodes.
        estimate: scores of the same nodes, in any order; of a graph, 1 for an edge; samples.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        0 to 1; 1 is best. Its ``threshold`` is the highest one at which it is reached: places that
        score at least as much are taken. Undefined if the truth has no such edge.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: see `roc_auc`.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B --> C")
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.5), ("B", "C", 0.4)])
        >>> best = best_f1(truth, scores)
        >>> best, best.threshold
        (0.8, 0.4)
    """
    found = ranking(truth, estimate, of)
    undefined = _without_true(found, of)
    if undefined is not None:
        return undefined
    f1 = 2 * found.tp / (found.n + found.n_true)
    if f1.ndim > 1:
        return _each(f1.max(-1))
    best = int(f1.argmax())
    return AtThreshold(float(f1[best]), float(found.thresholds[best]))


# ---- of graphs


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
    Area under the ROC curve of a graph: (0, 0), its false positive rate and recall, (1, 1).

    It is (1 + recall - false positive rate) / 2, the balanced accuracy of directed edges.

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.
        diagonal: whether a node and itself are a place that no edge was found at. "excluded": p(p-1)
            places; "counted": p p of them, as the nCED paper has it, which makes every graph better.

    Returns:
        0 to 1; 1 is best. nan if the truth has no directed edge, or all of them.

    Raises:
        AlignmentError: the graphs do not have the same nodes.

    References:
        Rehak, Falkenstein, Doehner, Beyerer, Metrics for the Evaluation of Learned Causal Graphs Based
        on Ground Truth.

    Examples:
        >>> three_point_roc_auc(Graph.parse("A --> B --> C"), Graph.parse("A --> B; C --> B"))
        0.625
    """
    c, places = _directed(truth, estimate, diagonal)
    true = c.tp + c.fn
    return _or_reason((1 + divide(c.tp, true) - divide(c.fp, places - true)) / 2, true)


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
    Average precision of a graph: its precision up to its recall, then the share of true places.

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.
        diagonal: "excluded", or "counted" as in the nCED paper, see `three_point_roc_auc`.

    Returns:
        0 to 1; 1 is best. nan if the truth has no directed edge.

    Raises:
        AlignmentError: the graphs do not have the same nodes.

    References:
        Rehak, Falkenstein, Doehner, Beyerer, Metrics for the Evaluation of Learned Causal Graphs Based
        on Ground Truth.

    Examples:
        >>> truth, found = Graph.parse("A --> B --> C"), Graph.parse("A --> B; C --> B")
        >>> round(three_point_prc_auc(truth, found), 4)
        0.4167
    """
    c, places = _directed(truth, estimate, diagonal)
    true, found = c.tp + c.fn, c.tp + c.fp
    recalled = divide(c.tp * c.tp, true * (found + (found == 0)))
    return _or_reason(recalled + divide(c.fn, true) * divide(true, places), true)


def _or_reason(value: float, true: float) -> float:
    """The value, or why it is nan; of many graphs the values."""
    if isinstance(value, np.ndarray) or not isnan(value):
        return value
    return Undefined(_ALL_TRUE if true else _TRUE_PLACES["directed"])


def _directed(truth: Graph, estimate: Graph, diagonal: Diagonal) -> tuple[Any, int]:
    cells = counted_places(truth) + (truth.n_nodes if diagonal == "counted" else 0)
    return REGISTRY["confusion"].function(truth, estimate, of="directed"), cells
