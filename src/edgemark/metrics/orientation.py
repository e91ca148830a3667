"""How much was oriented, and whether what was oriented is right for the true causal order."""

from __future__ import annotations

from typing import Literal

import numpy as np

from edgemark import _core
from edgemark.conventions.confusion import ANCESTRAL_PRECISION
from edgemark.conventions.options import Kind
from edgemark.errors import KindError
from edgemark.graph import Graph
from edgemark.graph.equivalence import class_read, refuse_declaration, refuse_false_class
from edgemark.graph.kinds import class_of
from edgemark.graph.likes import GraphLike
from edgemark.graph.marks import (
    BACKWARD,
    BIDIRECTED,
    FORWARD,
    SINGLES,
)
from edgemark.metrics.compared_graphs import cpdag_of
from edgemark.metrics.declaration import metric
from edgemark.metrics.pair_sums import cost_matrix, totals
from edgemark.values import divide

__all__ = ["ancestral_precision", "compelled_recall", "decisiveness"]

_DIRECTED = (FORWARD, BACKWARD)
_COMPELLED = np.stack(
    [
        cost_matrix(lambda s, t: s in _DIRECTED and s in SINGLES.get(t, ())),
        cost_matrix(lambda s, t: s in _DIRECTED),
    ]
)
_DECIDED = np.stack(
    [
        cost_matrix(lambda s, t: sum(e in (*_DIRECTED, BIDIRECTED) for e in SINGLES.get(t, ()))),
        cost_matrix(lambda s, t: len(SINGLES.get(t, ()))),
    ]
)


@metric(batch="estimates", better="higher", two_edges=True, cite="spirtes2000", candidates=True)
def compelled_recall(truth: GraphLike, estimate: GraphLike) -> float:
    """
    Share of the true edges whose direction can be learned that were found with that direction.

    These are the edges that point one way in every DAG equivalent to the truth; of a declared MPDAG, in
    every DAG of its class, so that those that interventions directed count too. Precision of
    orientations says nothing about a learner that hardly orients: read the two beside each other.

    Args:
        truth: a DAG, a CPDAG or, declared so, an MPDAG.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        0 to 1; 1 is best. nan where no direction can be learned.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the truth is neither a DAG, a CPDAG nor a declared MPDAG.

    Examples:
        >>> truth = Graph.parse("A --> B; C --> B; B --> D")
        >>> compelled_recall(truth, Graph.parse("A --> B; C --> B; B --- D")).__round__(2)
        0.67
    """
    found, compelled = totals(_class_of_truth(truth), estimate, _COMPELLED)
    return divide(found, compelled, "the class of the truth has no directed edge")


def _class_of_truth(truth: Graph) -> Graph:
    """The CPDAG of the truth; an MPDAG shows itself what points one way in every DAG of its class."""
    if class_read(truth) == "mpdag":
        return truth
    if truth.kind == "mpdag":
        refuse_false_class(truth, "compelled_recall", "truth")
    return cpdag_of(truth, "truth")


@metric(batch="estimates", better="neither", two_edges=True, cite="spirtes2000", candidates=True)
def decisiveness(truth: GraphLike, estimate: GraphLike) -> float:
    """
    Share of the estimate's edges that are oriented: ``-->`` or ``<->``, neither end left open.

    It describes the estimate; how much can be oriented depends on the truth.

    Args:
        truth: reference graph; only its nodes matter.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        0 to 1; nan where there is no edge.

    Raises:
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> decisiveness(Graph.parse("A --> B --> C"), Graph.parse("A --> B --- C"))
        0.5
    """
    decided, edges = totals(truth, estimate, _DECIDED)
    return divide(decided, edges, "the estimate has no edge")


@metric(better="higher", conventions=ANCESTRAL_PRECISION, cite="spirtes2000")
def ancestral_precision(
    truth: GraphLike, estimate: GraphLike, *, of: Literal["arrowheads", "tails"] = "arrowheads"
) -> float:
    """
    Share of the marks found that are right for the true causal order, adjacent there or not.

    An arrowhead at Y on an edge with X says that Y does not cause X; the tail of X ``-->`` Y says that X
    causes Y. It is fair to MAGs and PAGs, whose edges need not be edges of the true DAG.

    Args:
        truth: a DAG or a MAG, whose directed paths tell who is an ancestor of whom.
        estimate: learned graph on the same nodes, in any order, one edge on a pair.
        of: "arrowheads" of any edge, or "tails" of directed edges.

    Returns:
        0 to 1; 1 is best. nan where there is no such mark.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the truth is neither a DAG nor a MAG, or is declared a PAG; or a pair of the estimate
            carries two edges.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> ancestral_precision(truth, Graph.parse("A --> C; B --> A"))
        0.5
        >>> ancestral_precision(truth, Graph.parse("A --> C; B"), of="tails")
        1.0
    """
    kind: Kind = "mag" if class_of(truth) == "mag" else "dag"
    if kind == "dag":
        refuse_declaration(truth, "ancestral_precision", "truth")
    reason = truth.objection(kind)
    if reason is not None:
        raise KindError(f"ancestral_precision needs a DAG or a MAG as the truth; {reason}")
    refuse_false_class(truth, "ancestral_precision", "truth")
    claims = _core.ancestral_claims(truth.words, estimate.words, truth.n_nodes)
    found, right = claims[:2] if of == "arrowheads" else claims[2:]
    return divide(right, found, "the estimate has no such mark")
