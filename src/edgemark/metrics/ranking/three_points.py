"""Areas under the ROC and precision-recall curves of a graph without edge scores: three points each."""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy as np

from edgemark.conventions.confusion import THREE_POINTS
from edgemark.conventions.options import Diagonal
from edgemark.graph import Graph
from edgemark.graph.likes import GraphLike
from edgemark.metrics.declaration import REGISTRY, metric
from edgemark.metrics.ranking.values import ALL_TRUE, no_true_pair
from edgemark.metrics.restricted_pairs import counted_ordered_pairs
from edgemark.values import Undefined, divide

__all__ = ["three_point_prc_auc", "three_point_roc_auc"]


@metric(
    batch="estimates",
    better="higher",
    two_edges_on_a_pair=True,
    cite="rehak",
    candidates=True,
    conventions=THREE_POINTS,
    normaliser="TP + FN and FP + TN",
)
def three_point_roc_auc(
    truth: GraphLike, estimate: GraphLike, *, diagonal: Diagonal = "excluded"
) -> float:
    """
    Give the area under the three-point ROC curve of a graph, 0 to 1: its balanced accuracy.

    The curve joins three points: (0, 0), the graph's point (false positive rate, recall), and (1, 1).
    The area is (1 + recall - false positive rate) / 2, the balanced accuracy of directed edges.

    Also called balanced accuracy.

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.
        diagonal: whether the diagonal counts as pairs without an edge. "excluded": p(p-1) pairs.
            "counted": p² pairs, as in the nCED paper (the reference below). This improves the value of
            every graph with an extra edge.

    Returns:
        0 to 1; 1 is best. nan if no pair that counts, or every such pair, is a directed edge of the
        truth.

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
    area = (1 + divide(counts.tp, n_true) - divide(counts.fp, places - n_true)) / 2
    return _value_or_reason(area, n_true, truth)


@metric(
    batch="estimates",
    better="higher",
    two_edges_on_a_pair=True,
    cite="rehak",
    candidates=True,
    conventions=THREE_POINTS,
    normaliser="TP + FN and TP + FP",
)
def three_point_prc_auc(
    truth: GraphLike, estimate: GraphLike, *, diagonal: Diagonal = "excluded"
) -> float:
    """
    Give the average precision of a graph, 0 to 1: its precision up to its recall, then chance.

    Beyond the recall of the graph, the precision is that of random guessing: the share of the pairs that
    are directed edges of the truth.

    Also called AUPRC of a graph.

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.
        diagonal: whether the diagonal counts as pairs without an edge. "excluded": p(p-1) pairs.
            "counted": p² pairs, as in the nCED paper (the reference below). This lowers the value of
            every graph that misses an edge.

    Returns:
        0 to 1; 1 is best. nan if no pair that counts is a directed edge of the truth.

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
    # A graph without directed edges has no precision. Its recall is 0, and the product counts as 0.
    up_to_recall = divide(counts.tp * counts.tp, n_true * (n_estimated + (n_estimated == 0)))
    beyond_recall = divide(counts.fn, n_true) * divide(n_true, places)
    return _value_or_reason(up_to_recall + beyond_recall, n_true, truth)


def _value_or_reason(value: float, n_true: float, truth: Graph) -> float:
    """Return the value, or why it is undefined. The values of a batch are returned as they are."""
    if isinstance(value, np.ndarray) or not isnan(value):
        return value
    some_left_out = counted_ordered_pairs(truth) < truth.n_nodes * (truth.n_nodes - 1)
    return Undefined(ALL_TRUE if n_true else no_true_pair("directed", some_left_out))


def _directed(truth: Graph, estimate: Graph, diagonal: Diagonal) -> tuple[Any, int]:
    """Return the confusion of directed edges, and the number of ordered pairs that count."""
    places = counted_ordered_pairs(truth) + (truth.n_nodes if diagonal == "counted" else 0)
    return REGISTRY["confusion"].function(truth, estimate, of="directed"), places
