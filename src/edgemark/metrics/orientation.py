"""Orientation metrics: how many edges are oriented, and how many orientations are right."""

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
from edgemark.graph.marks import BIDIRECTED, DIRECTED, SINGLES
from edgemark.metrics.ancestor_pairs import refuse_claims_under_selection
from edgemark.metrics.cache import remembered
from edgemark.metrics.compared_graphs import cpdag_of
from edgemark.metrics.declaration import metric
from edgemark.metrics.pair_sums import cost_matrix, totals
from edgemark.values import divide

__all__ = ["ancestral_precision", "compelled_recall", "decisiveness"]

# What a pair adds to the numerator and to the denominator, if its state is s in the truth and t in the
# estimate. A state may stand for two edges, which `SINGLES` lists.
_COMPELLED_MATRICES = np.stack(
    [
        cost_matrix(lambda s, t: s in DIRECTED and s in SINGLES.get(t, ())),
        cost_matrix(lambda s, t: s in DIRECTED),
    ]
)
_ORIENTED_MATRICES = np.stack(
    [
        cost_matrix(lambda s, t: sum(edge in DIRECTED | {BIDIRECTED} for edge in SINGLES.get(t, ()))),
        cost_matrix(lambda s, t: len(SINGLES.get(t, ()))),
    ]
)


@metric(
    batch="estimates",
    better="higher",
    two_edges_on_a_pair=True,
    cite="spirtes2000",
    candidates=True,
    reads_classes="truth",
    normaliser="compelled edges",
)
def compelled_recall(truth: GraphLike, estimate: GraphLike) -> float:
    """
    Give the share of the identifiable edge directions that were found, 0 to 1.

    A direction is identifiable (compelled) if the edge points the same way in every DAG that is Markov
    equivalent to the truth. If the truth is a declared MPDAG, it is enough that the edge does so in
    every DAG of the MPDAG's class, so edges that interventions directed count too. Read this recall
    together with the precision of orientations, which can be high for a method that orients few edges.

    Also called recall of compelled edges, or of identifiable orientations.

    Args:
        truth: a DAG, a CPDAG or a declared MPDAG.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        0 to 1; 1 is best. nan if no direction is identifiable.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the truth is neither a DAG, a CPDAG nor a declared MPDAG.

    See also:
        orientation_accuracy: correct marks among correct adjacencies.
        decisiveness: the share of oriented edges.
        confusion: of="arrowheads" counts all arrowheads.

    Examples:
        >>> truth = Graph.parse("A --> B; C --> B; B --> D")
        >>> compelled_recall(truth, Graph.parse("A --> B; C --> B; B --- D")).__round__(2)
        0.67
    """
    recovered, compelled = totals(_class_of_truth(truth), estimate, _COMPELLED_MATRICES)
    return divide(recovered, compelled, "the class of the truth has no directed edge")


def _class_of_truth(truth: Graph) -> Graph:
    """Return the CPDAG of the truth, or the truth itself if it is a declared MPDAG."""
    if class_read(truth) == "mpdag":
        return truth
    if truth.kind == "mpdag":
        refuse_false_class(truth, "compelled_recall", "truth")
    return cpdag_of(truth, "truth")


@metric(
    batch="estimates", better="neither", two_edges_on_a_pair=True, cite="spirtes2000", candidates=True
)
def decisiveness(truth: GraphLike, estimate: GraphLike) -> float:
    """
    Give the share of the estimate's edges that are oriented, ``-->`` or ``<->``, 0 to 1.

    A higher value is neither better nor worse, because the truth determines how many edges can be
    oriented.

    Also called the share of oriented edges.

    Args:
        truth: reference graph; only its nodes matter, and its candidate pairs if it has any.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        0 to 1. nan if the estimate has no edge.

    Raises:
        AlignmentError: the graphs do not have the same nodes.

    See also:
        compelled_recall: identifiable directions that were found.
        ancestral_coverage: the share of decided ancestral relations.

    Examples:
        >>> decisiveness(Graph.parse("A --> B --> C"), Graph.parse("A --> B --- C"))
        0.5
    """
    oriented, edges = totals(truth, estimate, _ORIENTED_MATRICES)
    return divide(oriented, edges, "the estimate has no edge")


@metric(
    better="higher",
    conventions=ANCESTRAL_PRECISION,
    cite="spirtes2000",
    normaliser="marks of the estimate",
)
def ancestral_precision(
    truth: GraphLike, estimate: GraphLike, *, of: Literal["arrowheads", "tails"] = "arrowheads"
) -> float:
    """
    Give the share of the estimate's arrowheads or tails that agree with the true ancestors, 0 to 1.

    An arrowhead at Y on an edge with X means that Y does not cause X. The tail of X ``-->`` Y means that
    X causes Y. The metric suits MAGs and PAGs, because an edge need not be an edge of the true DAG.

    Args:
        truth: a DAG or a MAG; its directed paths determine the ancestors.
        estimate: learned graph on the same nodes, in any order, with at most one edge on a pair.
        of: "arrowheads" of all edges, or "tails" of directed edges.

    Returns:
        0 to 1; 1 is best. nan if the estimate has no such mark.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the truth is neither a DAG nor a MAG, is declared a PAG, has selection, or is not of
            its declared kind; or a pair of nodes has two edges.

    See also:
        ancestral_errors: wrong claims about ancestors.
        confusion: of="arrowheads" compares with the marks of the truth.

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
    refuse_claims_under_selection(truth, "ancestral relations", "truth", kind=kind)
    claims = remembered(
        estimate,
        truth,
        "claims of marks",
        lambda: _core.ancestral_claims(truth.words, estimate.words, truth.n_nodes),
    )
    claimed, right = claims[:2] if of == "arrowheads" else claims[2:]
    return divide(right, claimed, "the estimate has no such mark")
