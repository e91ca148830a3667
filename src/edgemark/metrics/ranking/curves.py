"""Curves over thresholds: ROC curve, precision-recall curve, and F1 of the first k pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from edgemark.conventions.options import Ranked, choices, require
from edgemark.errors import GraphError
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.metrics.declaration import as_sides
from edgemark.metrics.ranking.first_k import places_taken
from edgemark.metrics.ranking.sorted_scores import Ranking, ranking
from edgemark.values import Curve

__all__ = ["f1_curve", "pr_curve", "roc_curve"]

SHARES = ("0.5E", "0.75E", "E", "1.5E", "2E")
"""The default values of k, as multiples of the number E of true edges."""


def roc_curve(truth: Any, scores: Any, *, of: Ranked = "directed") -> Curve:
    """
    Return the ROC curve: true positive rate against false positive rate, as the threshold falls.

    Tied scores form one point. Points within a sequence of false pairs are left out, because they lie on
    a line.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads.
        scores: `EdgeScores` of the same nodes, in any order; `GraphSamples`; or a graph.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        Columns "threshold" (pairs with at least this score are edges), "fpr" and "tpr", from (0, 0) to
        (1, 1).

    Raises:
        AlignmentError: truth and scores do not have the same nodes.
        ConventionError: `of` has an unknown value.
        GraphError: no pair or every pair is true.
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

    See also:
        roc_auc: the area under the curve.
        pr_curve: the precision-recall curve.

    Examples:
        >>> from edgemark import Graph
        >>> curve = roc_curve(Graph.parse("A --> B; C"), Graph.parse("A --> B --> C"))
        >>> curve["fpr"], curve["tpr"]
        (array([0. , 0.2, 1. ]), array([0., 1., 1.]))
    """
    ranked = _ranking(truth, scores, of, needs_false=True)
    tp, n = ranked.counts_at_boundaries()
    fpr, tpr = (n - tp) / (ranked.size - ranked.n_true), tp / ranked.n_true
    columns = np.column_stack([_thresholds(ranked), fpr, tpr])
    return Curve(f"ROC, {of}", ("threshold", "fpr", "tpr"), columns, "fpr")


def pr_curve(truth: Any, scores: Any, *, of: Ranked = "directed") -> Curve:
    """
    Return the precision-recall curve, as the threshold falls.

    Tied scores form one point. Points within a sequence of false pairs are left out; precision falls
    there at constant recall.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads.
        scores: `EdgeScores` of the same nodes, in any order; `GraphSamples`; or a graph.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.

    Returns:
        Columns "threshold" (pairs with at least this score are edges), "recall" and "precision".

    Raises:
        AlignmentError: truth and scores do not have the same nodes.
        ConventionError: `of` has an unknown value.
        GraphError: no pair is true.
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

    See also:
        average_precision: the area under the curve.
        roc_curve: the ROC curve.

    Examples:
        >>> from edgemark import Graph
        >>> curve = pr_curve(Graph.parse("A --> B; C"), Graph.parse("A --> B --> C"))
        >>> curve["recall"], curve["precision"].round(3)
        (array([1., 1.]), array([0.5  , 0.167]))
    """
    ranked = _ranking(truth, scores, of)
    columns = np.column_stack([ranked.thresholds, ranked.tp / ranked.n_true, ranked.tp / ranked.n])
    return Curve(f"precision and recall, {of}", ("threshold", "recall", "precision"), columns, "recall")


def f1_curve(
    truth: Any, scores: Any, *, of: Ranked = "directed", ks: Sequence[int | str] = SHARES
) -> Curve:
    """
    Return precision, recall and F1 of the k pairs with the highest scores, for several k.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads.
        scores: `EdgeScores` of the same nodes, in any order; `GraphSamples`; or a graph.
        of: "directed", "skeleton", "entries" or "ancestral", see `roc_auc`.
        ks: numbers of pairs, or multiples of the number E of true edges, see `precision_at_k`.

    Returns:
        Columns "k", "per true edge", "precision", "recall" and "f1"; expected values if the k-th score
        is tied.

    Raises:
        AlignmentError: truth and scores do not have the same nodes.
        ConventionError: a value of `ks` is not a number of pairs, or `of` has an unknown value.
        GraphError: no pair is true.
        KindError: the truth or the estimate has edges that `of` does not allow, see `roc_auc`.

    See also:
        f1_at_k: the F1 of one k.
        best_f1: the F1 at the best threshold.

    Examples:
        >>> from edgemark import EdgeScores, Graph
        >>> truth = Graph.parse("A --> B --> C; A --> D; B --> D")
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("D", "A", 0.5), ("B", "C", 0.4)],
        ...     nodes=truth.nodes)
        >>> curve = f1_curve(truth, scores)
        >>> curve["k"], curve["f1"].round(3)
        (array([2., 3., 4., 6., 8.]), array([0.333, 0.571, 0.556, 0.533, 0.519]))
    """
    ranked = _ranking(truth, scores, of)
    taken = np.array([places_taken(k, ranked.n_true, ranked.size) for k in ks], np.float64)
    hits = np.array([ranked.hits(k) for k in taken])
    f1 = 2 * hits / (taken + ranked.n_true)
    columns = [taken, taken / ranked.n_true, hits / taken, hits / ranked.n_true, f1]
    names = ("k", "per true edge", "precision", "recall", "f1")
    return Curve(f"first k, {of}", names, np.column_stack(columns), "k")


def _ranking(truth: Any, scores: Any, of: Ranked, *, needs_false: bool = False) -> Ranking:
    require("of", of, choices(Ranked))
    truth, estimate = as_sides(truth, scores)
    ranked = ranking(truth, EdgeConfidences.of(estimate), of)
    if not ranked.n_true or (needs_false and ranked.n_true == ranked.size):
        raise GraphError(
            f"a curve needs true pairs, and a ROC curve false ones too; {ranked.n_true} of "
            f"{ranked.size} pairs ({of}) are true"
        )
    return ranked


def _thresholds(ranked: Ranking) -> Any:
    return np.append(np.inf, ranked.thresholds)
