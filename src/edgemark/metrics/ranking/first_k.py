"""Metrics of the pairs with the highest scores: of the first k, by rank, and at the best threshold."""

from __future__ import annotations

import re
from fractions import Fraction
from math import e, floor, inf, log, log2, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import is_whole
from edgemark.conventions.options import EarlyTies, Ranked
from edgemark.conventions.ranking import AT_K, BEST_F1, EARLY_PRECISION, F1_AT_K, RANKED_EDGE_PAIRS
from edgemark.errors import ConventionError, Remedy
from edgemark.graph import Graph
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.graph.likes import GraphLike
from edgemark.metrics.declaration import metric
from edgemark.metrics.ranking.sorted_scores import ranking, sorted_scores
from edgemark.metrics.ranking.values import float_or_array, summed, undefined_without_true
from edgemark.values import AtThreshold, Undefined

__all__ = [
    "best_f1",
    "discounts",
    "early_precision_ratio",
    "f1_at_k",
    "ndcg",
    "places_taken",
    "precision_at_k",
    "recall_at_k",
]

Values = NDArray[np.float64]

_MULTIPLE = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)?E")


def places_taken(k: int | str, n_true: int, size: int) -> int:
    """
    Convert k to a number of pairs, at most all.

    A multiple of the number of true edges is rounded down, but is at least 1. It is computed exactly,
    because in floating point 0.29 of 100 edges would be 28.

    Examples:
        >>> places_taken("1.5E", 3, 12), places_taken("0.29E", 100, 9900), places_taken(20, 3, 12)
        (4, 29, 12)
    """
    multiple = _MULTIPLE.fullmatch(k) if isinstance(k, str) else None
    if multiple is not None:
        return min(size, max(1, floor(Fraction(multiple[1] or 1) * n_true)))
    if not is_whole(k) or k < 1:
        raise ConventionError(
            f"k must be a whole number from 1, or a multiple of the number E of true edges as text; got "
            f"{k!r}",
            Remedy("Take as many pairs as there are true edges", 'k="E"'),
        )
    return min(size, int(k))


def _multiple_of_true(k: int | str) -> float:
    """Return k as a multiple of the number of true edges; inf if k is a number of pairs."""
    multiple = _MULTIPLE.fullmatch(k) if isinstance(k, str) else None
    return inf if multiple is None else float(multiple[1] or 1)


@metric(
    batch="estimates",
    better="higher",
    cite="manning2008",
    candidates=True,
    conventions=AT_K,
    best_by_options=lambda options: 1.0 if _multiple_of_true(options["k"]) <= 1 else nan,
)
def precision_at_k(
    truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed", k: int | str = "E"
) -> float:
    """
    Give the share of true edges among the k pairs with the highest scores, 0 to 1: precision@k.

    If the k-th score is tied, the value is the expected share over random choices among the tied pairs.

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
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

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


@metric(
    batch="estimates",
    better="higher",
    cite="manning2008",
    candidates=True,
    conventions=AT_K,
    best_by_options=lambda options: 1.0 if 1 <= _multiple_of_true(options["k"]) < inf else nan,
)
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
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

    See also:
        precision_at_k: the share of the k pairs that are true.
        f1_at_k: the F1 of both.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B --> C")
        >>> recall_at_k(truth, EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.4)]), k=1)
        0.5
    """
    return _at_k(truth, estimate, of, k, lambda hits, taken, true: hits / true)


@metric(
    batch="estimates",
    better="higher",
    cite="manning2008",
    candidates=True,
    conventions=F1_AT_K,
    best_by_options=lambda options: 1.0 if _multiple_of_true(options["k"]) == 1 else nan,
)
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
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

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
    undefined = undefined_without_true(ranked, of)
    return (
        float_or_array(ratio(ranked.hits(taken), taken, ranked.n_true))
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
            choices among the tied pairs. "beeline": all tied pairs are taken, as in BEELINE, but only
            pairs with scores above 0.

    Returns:
        From 0; 1 is chance, and the best is 1 / (share of true pairs). Undefined if no pair is true;
        with "beeline", also if no score is above 0.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

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
    undefined = undefined_without_true(ranked, of)
    if undefined is not None:
        return undefined
    if ties == "expected":
        return float_or_array(ranked.hits(ranked.n_true) / ranked.n_true / ranked.prevalence)
    order = sorted_scores(truth, estimate, of)
    positive = order.numbers[np.searchsorted(order.numbers, 0.0, "right") :]
    if not positive.size:
        return Undefined("no score is above 0, and BEELINE takes no other pairs")
    lowest = positive[-min(ranked.n_true, positive.size)]
    taken, hits = (x.size - np.searchsorted(x, lowest) for x in (positive, order.true))
    return float(hits / taken / ranked.prevalence)


@metric(
    batch="estimates",
    better="higher",
    cite="jarvelin2002",
    candidates=True,
    conventions=RANKED_EDGE_PAIRS,
)
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
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

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
    undefined = undefined_without_true(ranked, of)
    if undefined is not None:
        return undefined
    tp, n = ranked.counts_at_boundaries()
    bounds = np.minimum(n, last)
    step = (np.diff(tp) > 0) & (np.diff(bounds) > 0)
    gains = discounts(bounds[..., 1:][step]) - discounts(bounds[..., :-1][step])
    gained = summed(np.diff(tp)[step] / np.diff(n)[step] * gains, step)
    return float_or_array(gained / discounts(np.array([min(ranked.n_true, last)]))[0])


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
    # With j = r + 1, the term 1 / log2(j) is close to its integral from j - 0.5 to j + 0.5.
    totals[far] += [_integral(_EXACT_RANKS + 1.5, rank + 1.5) for rank in ranks[far]]
    return totals


def _integral(start: float, end: float) -> float:
    """Return the integral of 1 / log2(x), by Gauss-Legendre quadrature in log x."""
    points, weights = np.polynomial.legendre.leggauss(64)
    middle, half = (log(end) + log(start)) / 2, (log(end) - log(start)) / 2
    u = middle + half * points
    return float(half * np.dot(weights, np.exp(u) / u) / log2(e))


@metric(batch="estimates", better="higher", cite="manning2008", candidates=True, conventions=BEST_F1)
def best_f1(truth: GraphLike, estimate: EdgeConfidences, *, of: Ranked = "directed") -> float:
    """
    Give the highest F1 over all thresholds, 0 to 1, with the threshold chosen on the truth.

    It is an upper bound of what any threshold can reach, not a measure of how well a graph is learned.

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
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

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
    undefined = undefined_without_true(ranked, of)
    if undefined is not None:
        return undefined
    f1 = 2 * ranked.tp / (ranked.n + ranked.n_true)
    if f1.ndim > 1:
        return float_or_array(f1.max(-1))
    best = int(f1.argmax())
    return AtThreshold(float(f1[best]), float(ranked.thresholds[best]))
