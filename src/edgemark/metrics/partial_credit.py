"""The scores of Bayesys, which give half credit for a reversed edge: BSF and DDM."""

from __future__ import annotations

from math import nan
from typing import Any, Literal

import numpy as np

from edgemark.conventions.confusion import DDM
from edgemark.errors import KindError
from edgemark.graph import Graph
from edgemark.graph.likes import GraphLike
from edgemark.graph.marks import DIRECTED, UNDIRECTED
from edgemark.metrics.declaration import as_graphs, metric
from edgemark.metrics.pair_sums import cost_matrix, totals
from edgemark.values import BayesysCounts, Undefined, divide

__all__ = ["bayesys_counts", "bsf", "ddm"]


def _is_matched(true: int, found: int) -> bool:
    return true == found != 0 or (true == UNDIRECTED and found in DIRECTED)


def _is_half_matched(true: int, found: int) -> bool:
    return true in DIRECTED and found != true and found != 0


# In the order of the fields of BayesysCounts. The state 0 means that a pair has no edge.
_COUNT_MATRICES = np.stack(
    [
        cost_matrix(_is_matched),
        cost_matrix(_is_half_matched),
        cost_matrix(lambda true, found: true == 0 != found),
        cost_matrix(lambda true, found: true != 0 == found),
        cost_matrix(lambda true, found: true == found == 0),
    ]
)


def _counts(truth: Graph, estimate: Graph) -> BayesysCounts:
    if not truth.present_states | estimate.present_states <= DIRECTED | {UNDIRECTED}:
        raise KindError("Bayesys counts edges --> and ---, one on a pair; the graphs have other edges")
    return BayesysCounts(*totals(truth, estimate, _COUNT_MATRICES))


def bayesys_counts(truth: Any, estimate: Any) -> BayesysCounts:
    """
    Count matched, half-matched, extra, missing and absent edges as Bayesys does.

    A directed edge found for an undirected one is a match. A reversed edge is a half match, and so is an
    undirected edge found for a directed one.

    Args:
        truth: reference graph, of ``-->`` and ``---``: a Graph, or an object `as_graph` reads.
        estimate: learned graph on the same nodes, in any order.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a graph has edges other than ``-->`` and ``---``, or two edges on a pair.

    References:
        Constantinou (2019), Evaluating structure learning algorithms with a balanced scoring function,
        arXiv:1905.12666.

    Examples:
        >>> truth = Graph.parse("A --> B --> C --> D")
        >>> counts = bayesys_counts(truth, Graph.parse("A --> B; C --> B; A --> D"))
        >>> counts.f1, counts
        (0.5, BayesysCounts(matched=1, half_matched=1, extra=1, missing=1, absent=2))
    """
    return _counts(*as_graphs(truth, estimate))


@metric(
    batch="estimates",
    better="higher",
    worst=-1.0,
    cite="constantinou2019",
    candidates=True,
    normaliser="true edges and absent edges",
)
def bsf(truth: GraphLike, estimate: GraphLike) -> float:
    r"""
    Score edges and non-edges with equal weight, -1 to 1: balanced scoring function (BSF).

    .. math:: (TP / a + TN / i - FP / i - FN / a) / 2

    where :math:`a` is the number of edges of the truth and :math:`i` that of its pairs without an edge.
    With the half credit of `bayesys_counts`, TP is the credit and FN = a - TP; FP is the number of extra
    edges and TN = i - FP. Without half credit it is Youden's J.

    Args:
        truth: reference graph, of ``-->`` and ``---``.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        -1 to 1; 1 is best, and the empty graph has 0. nan if all or no pairs of the truth are adjacent.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a graph has edges other than ``-->`` and ``---``, or two edges on a pair.

    See also:
        ddm: net share of true edges.
        bayesys_counts: the counts with half credit.
        weighted_shd: a distance with the same half credit.

    References:
        Constantinou (2019), arXiv:1905.12666.

    Examples:
        >>> truth = Graph.parse("A --> B --> C --> D")
        >>> round(bsf(truth, Graph.parse("A --> B; C --> B; A --> D")), 3)
        0.167
    """
    counts = _counts(truth, estimate)
    true, false = counts.true_edges, counts.extra + counts.absent
    of_edges = divide(2 * counts.credit - true, true, "the truth has no edge")
    of_absent = divide(counts.absent - counts.extra, false, "every pair of the truth is adjacent")
    undefined = [part for part in (of_edges, of_absent) if isinstance(part, Undefined)]
    return undefined[0] if undefined else (of_edges + of_absent) / 2


@metric(
    batch="estimates",
    better="higher",
    worst=nan,
    conventions=DDM,
    cite="constantinou2019",
    candidates=True,
    normaliser="true edges",
)
def ddm(
    truth: GraphLike, estimate: GraphLike, *, missed: Literal["uncredited", "absent"] = "uncredited"
) -> float:
    r"""
    Give the share of true edges found, less extra and missed edges: DAG dissimilarity metric (DDM).

    .. math:: (TP - FN - FP) / a

    where :math:`a` is the number of edges of the truth. TP is the credit, with the half credit of
    `bayesys_counts`, and FP is the number of extra edges.

    Args:
        truth: reference graph, of ``-->`` and ``---``.
        estimate: learned graph on the same nodes, in any order.
        missed: what FN counts: "uncredited" is a - TP, as in causaliq; "absent" counts only true edges
            whose nodes are not adjacent in the estimate.

    Returns:
        At most 1, which is best; -1 for the empty graph; no lower bound. nan if the truth has no edge.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a graph has edges other than ``-->`` and ``---``, or two edges on a pair.

    See also:
        bsf: balanced over edges and non-edges.
        bayesys_counts: the counts with half credit.

    References:
        Constantinou (2019), arXiv:1905.12666.

    Examples:
        >>> truth = Graph.parse("A --> B --> C --> D")
        >>> found = Graph.parse("A --> B; C --> B; A --> D")
        >>> round(ddm(truth, found), 3), round(ddm(truth, found, missed="absent"), 3)
        (-0.333, -0.167)
    """
    counts = _counts(truth, estimate)
    fn = counts.true_edges - counts.credit if missed == "uncredited" else counts.missing
    return divide(counts.credit - fn - counts.extra, counts.true_edges, "the truth has no edge")
