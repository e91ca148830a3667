"""The normed causal edit distance (nCED)."""

from __future__ import annotations

from numbers import Real

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.edit_distance import NCED
from edgemark.errors import ConventionError, KindError, Remedy
from edgemark.graph import Graph
from edgemark.graph.kinds import undirected_is_tail_tail
from edgemark.graph.likes import GraphLike
from edgemark.graph.marks import MARK_AT_FIRST, MARK_AT_SECOND, UNDIRECTED, Mark
from edgemark.metrics.compared_graphs import Side
from edgemark.metrics.declaration import metric
from edgemark.metrics.pair_sums import Additive, Matrix, cost_matrix, total
from edgemark.metrics.restricted_pairs import counted_pairs
from edgemark.values import Undefined

__all__ = ["nced"]

_CODE = {Mark.ARROW: 1, Mark.CIRCLE: -1, Mark.TAIL: 0}


def _code(state: int) -> tuple[int, int]:
    """Return the paper's codes for the endpoints at the first and the second node of a pair."""
    if state == UNDIRECTED:
        return -1, -1
    if state not in MARK_AT_FIRST:
        return 0, 0
    return _CODE[MARK_AT_FIRST[state]], _CODE[MARK_AT_SECOND[state]]


def _n_decided_wrongly(s: int, t: int) -> int:
    """Count the ends of cost 1 of a pair in state s in the truth and in state t in the estimate."""
    return sum(end not in (true_end, -1) for true_end, end in zip(_code(s), _code(t), strict=True))


def _n_left_open(s: int, t: int) -> int:
    """Count the ends of cost k of such a pair."""
    return sum(end == -1 and true_end != -1 for true_end, end in zip(_code(s), _code(t), strict=True))


_DECIDED_WRONGLY: Matrix = cost_matrix(_n_decided_wrongly)
_LEFT_OPEN: Matrix = cost_matrix(_n_left_open)


def _refuse_two_tails(truth: Graph, estimate: Side, **_: float) -> tuple[Graph, Side]:
    """Refuse tail-tail edges, which have the same code as no edge."""
    for graph, side in ((truth, "truth"), (estimate, "estimate")):
        if undirected_is_tail_tail(graph):
            raise KindError(
                f"nCED reads --- as an undirected edge of a CPDAG. In the {side} it has two tails "
                "(because of the kind, or of edges with <-> or circles), which nCED cannot tell from "
                "no edge",
                Remedy(
                    "Count ends of edges instead",
                    "endpoint_hamming(truth, estimate)",
                    "-m endpoint_hamming",
                ),
            )
    return truth, estimate


def _costs(n_pairs: int, *, k: float) -> NDArray[np.float64]:
    return (_DECIDED_WRONGLY + k * _LEFT_OPEN) / max(2 * n_pairs, 1)


def _caution(truth: Graph, estimate: Graph) -> str | None:
    if not any(
        mark is Mark.CIRCLE or state == UNDIRECTED
        for state in truth.present_states & MARK_AT_FIRST.keys()
        for mark in (MARK_AT_FIRST[state], MARK_AT_SECOND[state])
    ):
        return None
    return (
        "nCED is meant for a DAG or a MAG as the truth; this truth has undirected edges or circles, "
        "and each of their open ends costs 1 if the estimate decides it"
    )


@metric(
    batch="estimates",
    better="lower",
    worst=1.0,
    conventions=NCED,
    cite="rehak",
    caution=_caution,
    candidates=True,
    additive=Additive(_costs, _refuse_two_tails),
    normaliser="p(p-1)",
)
def nced(truth: GraphLike, estimate: GraphLike, *, k: float = 0.2) -> float:
    r"""
    Average the endpoint errors with a discount for open ends: normed causal edit distance (nCED).

    .. math:: \mathrm{nCED} = \frac{1}{p(p-1)} \sum_{i \ne j} f(e_{ij}, e^*_{ij}), \quad
              f(e, e^*) = \begin{cases} 0 & e = e^* \\ k & e \ne e^*, e = -1 \\ 1 & \text{else}
              \end{cases}

    where :math:`e_{ij}` is the code of the mark at j in the estimate and :math:`e^*_{ij}` that in the
    truth: arrowhead 1, circle or undirected edge -1, tail or no edge 0. The paper does not state a code
    for ``<->``. Here it is (1, 1), which agrees with the paper's remark that no DAG is perfect for a
    truth with such an edge.

    Also called normalised causal edit distance.

    Args:
        truth: reference graph, p nodes. The paper allows DAGs and MAGs; undirected edges and circles
            give a warning.
        estimate: learned graph on the same nodes, in any order.
        k: cost of an endpoint left open, 0 to 1. The paper recommends 0 < k < 0.5. With 0, a graph other
            than the truth can be perfect. With 0.5, the true skeleton is no better than a graph without
            edges.

    Returns:
        0 to 1; 0 is best. nan if there is no pair to compare. Not symmetric in truth and estimate.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: `k` is not a number from 0 to 1.
        KindError: a pair has two edges, or an edge has two tails, which have the code of no edge.

    See also:
        endpoint_hamming: endpoint errors without discount.
        shd: errors by node pairs.

    References:
        Rehak, Falkenstein, Doehner, Beyerer, Metrics for the Evaluation of Learned Causal Graphs Based
        on Ground Truth.

    Examples:
        >>> truth = Graph.parse("A --> B; C")
        >>> nced(truth, Graph.parse("A --- B; C"), k=0.25)
        0.08333333333333333
        >>> nced(truth, Graph.parse("B --> A; C"))
        0.3333333333333333
    """
    if isinstance(k, bool) or not isinstance(k, Real) or not 0 <= k <= 1:
        raise ConventionError(f"nced: k must be a number from 0 to 1; got {k!r}")
    _refuse_two_tails(truth, estimate)
    if counted_pairs(truth) == 0:
        return Undefined("there is no pair to compare")
    k = float(k)
    cost = total(truth, estimate, _DECIDED_WRONGLY) + k * total(truth, estimate, _LEFT_OPEN)
    return cost / (2 * counted_pairs(truth))
