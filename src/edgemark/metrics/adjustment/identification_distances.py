"""Adjustment identification distances, by the set that the estimate adjusts for."""

from __future__ import annotations

from edgemark.conventions.effects import ADJUSTMENT
from edgemark.conventions.options import ComparedClass, Invalid, WrongEffects
from edgemark.graph.likes import GraphLike
from edgemark.metrics.adjustment.classes import compared_classes
from edgemark.metrics.adjustment.mistakes import wrong_effects
from edgemark.metrics.declaration import metric
from edgemark.values import Count

__all__ = ["ancestor_aid", "oset_aid", "parent_aid"]


@metric(better="lower", conventions=ADJUSTMENT, cite="henckel2024", batch="pairs", auto_class="cpdag")
def parent_aid(
    truth: GraphLike,
    estimate: GraphLike,
    *,
    compare: ComparedClass = "auto",
    invalid: Invalid = "raise",
    mistakes: WrongEffects = "all",
) -> Count:
    """
    Count the causal effects that parent adjustment in the estimate infers wrongly: Parent-AID.

    The adjustment identification distance asks, for every ordered pair of a treatment t and an outcome
    y, whether the estimate leads to the correct effect. If y is a parent of t in the estimate, the
    estimate claims that there is no effect. This is wrong if y may be a descendant of t in the truth.
    Otherwise the estimate claims that adjusting for the parents of t identifies the effect. This is
    wrong if this set is not valid in some DAG of the truth's class. For two DAGs, this distance is
    `sid`.

    In a class of DAGs, an effect can also be open: adjustment does not identify it, and it is not known
    to be zero. An effect that is open in both graphs counts as correct, and one that is open in only one
    graph counts as wrong.

    Also called parent adjustment identification distance, as in gadjid.

    Args:
        truth: a DAG, a CPDAG or a declared MPDAG, p nodes.
        estimate: a DAG, a CPDAG or a declared MPDAG on the same nodes.
        compare: which graphs are compared. "auto": two graphs of one class as given, also two declared
            MPDAGs without a partially directed cycle; if the estimate is a CPDAG and the truth a DAG,
            the CPDAG of the truth. "cpdag": the CPDAGs of both. "native": the graphs as given, whatever
            their classes.
        invalid: how to treat an estimate with undirected edges that is not a valid CPDAG: "raise"
            refuses it, "native" reads its walks as they are, "repair" compares the result of `repair`
            and warns.
        mistakes: which mistakes to count. "all": all of them. "zero": an effect claimed to be zero that
            may not be. "amenability": an effect that is identified, or known to be zero, in one graph
            only. "adjustment": an invalid adjustment set.

    Returns:
        Number of wrong ordered pairs, 0 to p(p-1); 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the graphs are of different classes, or not DAGs, CPDAGs or MPDAGs; the error suggests
            a remedy.
        LimitError: the computation needs more memory than is available.

    See also:
        ancestor_aid: with ancestor adjustment.
        oset_aid: with optimal adjustment.
        sid: the same distance, for DAGs only.
        adjustment_aid: also for hidden variables.
        effects: the verdict on each effect.

    References:
        Henckel, Würtzen, Weichwald (2024), Adjustment identification distance: a gadjid for causal
        structure learning, UAI.

    Examples:
        >>> from edgemark import Graph
        >>> truth = Graph.parse("A --> B --> C")
        >>> parent_aid(truth, Graph.parse("A <-- B <-- C"))
        Count(6, of=6)
        >>> parent_aid(truth, Graph.parse("A --- B --- C"))
        Count(0, of=6)
    """
    views = compared_classes("parent_aid", truth, estimate, compare, invalid)
    return wrong_effects(*views, "parents", mistakes)


@metric(better="lower", conventions=ADJUSTMENT, cite="henckel2024", batch="pairs", auto_class="cpdag")
def ancestor_aid(
    truth: GraphLike,
    estimate: GraphLike,
    *,
    compare: ComparedClass = "auto",
    invalid: Invalid = "raise",
    mistakes: WrongEffects = "all",
) -> Count:
    """
    Count the causal effects that ancestor adjustment in the estimate infers wrongly: Ancestor-AID.

    Like `parent_aid`, but the estimate claims effects only on possible descendants of the treatment and
    adjusts for the ancestors of the treatment. It is 0 if no true edge is missing and the causal order
    is right, for any number of extra edges.

    Also called ancestor adjustment identification distance, as in gadjid.

    Args:
        truth: a DAG or a CPDAG, p nodes; as for `parent_aid`.
        estimate: a DAG or a CPDAG on the same nodes; as for `parent_aid`.
        compare: as for `parent_aid`: "auto", "cpdag", "native".
        invalid: as for `parent_aid`: "raise", "native", "repair".
        mistakes: as for `parent_aid`: "all", "zero", "amenability", "adjustment".

    Returns:
        Number of wrong ordered pairs of treatment and outcome, 0 to p(p-1); 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the graphs are of different classes, or not DAGs, CPDAGs or MPDAGs; the error suggests
            a remedy.
        LimitError: the computation needs more memory than is available.

    See also:
        parent_aid: with parent adjustment.
        oset_aid: with optimal adjustment.
        ancestral_errors: errors in the ancestral relations themselves.

    References:
        Henckel, Würtzen, Weichwald (2024), Adjustment identification distance: a gadjid for causal
        structure learning, UAI.

    Examples:
        >>> from edgemark import Graph
        >>> chain = Graph.parse("A --> B --> C --> D")
        >>> tournament = Graph.parse("A --> B --> C --> D; A --> C; A --> D; B --> D")
        >>> ancestor_aid(tournament, chain), parent_aid(tournament, chain)
        (Count(0, of=12), Count(4, of=12))
    """
    views = compared_classes("ancestor_aid", truth, estimate, compare, invalid)
    return wrong_effects(*views, "ancestors", mistakes)


@metric(
    better="lower",
    conventions=ADJUSTMENT,
    cite="henckel2024",
    batch="pairs",
    most_nodes=1000,
    auto_class="cpdag",
)
def oset_aid(
    truth: GraphLike,
    estimate: GraphLike,
    *,
    compare: ComparedClass = "auto",
    invalid: Invalid = "raise",
    mistakes: WrongEffects = "all",
) -> Count:
    """
    Count the causal effects that optimal adjustment in the estimate infers wrongly: Oset-AID.

    Like `ancestor_aid`, but the estimate adjusts for the O-set, which has the least asymptotic variance:
    the parents of the nodes on directed paths from treatment to outcome, without the treatment and its
    descendants. The set depends on the outcome, so the running time grows with p² times the number of
    edges.

    Also called optimal adjustment identification distance, as in gadjid.

    Args:
        truth: a DAG or a CPDAG, p nodes; as for `parent_aid`.
        estimate: a DAG or a CPDAG on the same nodes; as for `parent_aid`.
        compare: as for `parent_aid`: "auto", "cpdag", "native".
        invalid: as for `parent_aid`: "raise", "native", "repair".
        mistakes: as for `parent_aid`: "all", "zero", "amenability", "adjustment".

    Returns:
        Number of wrong ordered pairs of treatment and outcome, 0 to p(p-1); 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the graphs are of different classes, or not DAGs, CPDAGs or MPDAGs; the error suggests
            a remedy.
        LimitError: the computation needs more memory than is available.

    See also:
        parent_aid: with parent adjustment.
        ancestor_aid: with ancestor adjustment.

    References:
        Henckel, Würtzen, Weichwald (2024), Adjustment identification distance: a gadjid for causal
        structure learning, UAI.

    Examples:
        >>> from edgemark import Graph
        >>> chain = Graph.parse("A --> B --> C --> D")
        >>> tournament = Graph.parse("A --> B --> C --> D; A --> C; A --> D; B --> D")
        >>> oset_aid(tournament, chain)
        Count(3, of=12)
    """
    views = compared_classes("oset_aid", truth, estimate, compare, invalid)
    return wrong_effects(*views, "oset", mistakes)
