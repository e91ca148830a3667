"""The structural intervention distance (SID), and its bounds over the estimate's equivalence class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from edgemark import _core
from edgemark.arguments import demand_whole
from edgemark.errors import KindError, LimitError, Remedy
from edgemark.graph.equivalence import can_be_repaired, refuse_false_class
from edgemark.graph.equivalence.hidden_variables import warn_how_skeleton_is_read
from edgemark.graph.kinds import class_of
from edgemark.graph.likes import GraphLike
from edgemark.metrics.adjustment.classes import refuse_declarations, remedies_for_hidden, score_members
from edgemark.metrics.adjustment.mistakes import threads_for, words_and_starts, wrong_effects
from edgemark.metrics.batch import GraphBatch, GraphOrBatch
from edgemark.metrics.cache import remembered
from edgemark.metrics.declaration import as_graphs, metric
from edgemark.resources import n_threads
from edgemark.values import Bounds, Count

__all__ = ["sid", "sid_bounds", "sid_lower", "sid_upper"]

_DEFAULT_EFFORT = 1 << 26
_LARGEST_EFFORT = 1 << 40  # A larger search would need hundreds of gigabytes.


def _remedies_instead_of_sid(truth: GraphOrBatch, estimate: GraphOrBatch) -> Iterator[Remedy]:
    """Suggest the distances that accept a CPDAG, a MAG or a PAG, which `sid` refuses."""
    yield from remedies_for_hidden(truth, estimate)
    if class_of(estimate) != "cpdag" or estimate.objection("cpdag") is not None:
        return
    if truth.is_dag():
        yield Remedy(
            "Bound the distance over the class of the estimate",
            "sid_bounds(truth, estimate)",
            "--metric sid_lower --metric sid_upper",
        )
    if class_of(truth) == "dag" or truth.objection("cpdag") is None:
        yield Remedy("Compare classes", "parent_aid(truth, estimate)", "--metric parent_aid")


@metric(
    better="lower",
    kinds=("dag",),
    batch="pairs",
    otherwise=_remedies_instead_of_sid,
    cite="peters2015",
)
def sid(truth: GraphLike, estimate: GraphLike) -> Count:
    """
    Count the interventional distributions that the estimate infers wrongly: SID.

    The structural intervention distance computes, for every ordered pair (i, j), the distribution of j
    under an intervention on i by adjusting for the parents of i in the estimate. If j is one of these
    parents, the estimate claims that there is no effect. SID equals `parent_aid` of two DAGs. A distance
    of 0 does not mean that the graphs are equal, because extra edges alone do no harm.

    Args:
        truth: a DAG, p nodes.
        estimate: a DAG on the same nodes.

    Returns:
        Number of wrong ordered pairs, 0 to p(p-1); 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: one of the graphs is not a DAG.
        LimitError: the computation needs more memory than is available.

    See also:
        sid_bounds: the range of SID over an equivalence class.
        parent_aid: the same question for CPDAGs.
        expected_sid: mean SID of posterior samples.
        temporal_sid: SID of time series graphs.
        effects: the verdict on each effect.

    References:
        Peters, Bühlmann (2015), Structural intervention distance for evaluating causal graphs, Neural
        Computation 27(3).

    Examples:
        >>> from edgemark import Graph
        >>> truth = Graph.parse("A --> B; A --> C; A --> D; A --> E; B --> C; B --> D; B --> E")
        >>> sid(truth, Graph.parse("B --> A; A --> C; A --> D; A --> E; B --> C; B --> D; B --> E"))
        Count(8, of=20)
    """
    refuse_declarations(truth, estimate, "sid")
    refuse_false_class(truth, "sid", "truth")
    refuse_false_class(estimate, "sid", "estimate")
    return wrong_effects(truth, estimate, "parents", "all")


def sid_bounds(truth: Any, estimate: Any, *, effort: int = _DEFAULT_EFFORT) -> Bounds:
    """
    Return the smallest and the largest SID over the DAGs of the estimate's equivalence class.

    The SID of a DAG of the class is a sum over the chain components of the CPDAG. In such a DAG, the
    parents of a node are its parents in the CPDAG and a clique of its neighbours in the component. The
    nodes of a component have a causal order that begins with a maximal clique. The search tries every
    maximal clique, computes the best and the worst order of its nodes, and continues with the remaining
    nodes of the component. It searches each set of remaining nodes only once.

    Args:
        truth: a DAG, p nodes.
        estimate: a CPDAG on the same nodes.
        effort: how many steps the search may take for each chain component. A step examines an edge, or
            one node of a subset of a clique. All nodes together may have effort / 16 parent sets, which
            bounds the memory. The default allows cliques of 18 nodes, and twice the effort about one
            node more. The same effort always gives the same bounds.

    Returns:
        The SID of the DAG nearest to the truth and of the one farthest from it. A component that needs
        more effort gets outer bounds: each node has its best or worst parent set, or each edge its best
        or worst direction, whichever bound is tighter, even if no DAG has all of these. To check them,
        such a component is directed along the causal order of the truth, and against it. If the SIDs of
        the resulting DAGs equal the bounds, the bounds are exact. If not, ``exact`` is false, and
        ``gap`` is the sum of the distances of both bounds from these SIDs.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: the effort is not a whole number of at least 0.
        KindError: the truth is not a DAG, or the estimate is not a CPDAG; the error suggests a remedy.
        LimitError: the computation needs more memory than is available.

    See also:
        sid: the distance of two DAGs.
        over_class: the best, mean and worst value of any metric.

    References:
        Peters, Bühlmann (2015), Structural intervention distance for evaluating causal graphs, Neural
        Computation 27(3). Wienöbst, Bannach, Liskiewicz (2021), Polynomial-time algorithms for counting
        and sampling Markov equivalent DAGs, for the orders that begin with a maximal clique.

    Examples:
        >>> from edgemark import Graph
        >>> sid_bounds(Graph.parse("B --> A; C --> A"), Graph.parse("A --- B --- C"))
        Bounds(lower=Count(1, of=6), upper=Count(4, of=6), exact=True)
    """
    effort = demand_whole("effort", effort, 0)
    truth, estimate = as_graphs(truth, estimate)
    bounds = Bounds(*_bounds(truth, estimate, min(effort, _LARGEST_EFFORT)))
    warn_how_skeleton_is_read(estimate, "estimate")
    return bounds


def _caution_about_outer_bounds(truth: GraphOrBatch, estimate: GraphOrBatch) -> str | None:
    if _bounds(truth, estimate)[2]:
        return None
    return (
        "sid_lower and sid_upper are outer bounds here: the search for the two extreme DAGs reached "
        "its limit of 67 million steps for a chain component, or of 4 million parent sets. Raise the "
        "limits with the option effort of sid_bounds"
    )


@metric(
    better="lower",
    cite="peters2015",
    batch="pairs",
    caution=_caution_about_outer_bounds,
    reads_classes="both",
)
def sid_lower(truth: GraphLike, estimate: GraphLike) -> Count:
    """
    Return the smallest SID over the DAGs of the estimate's equivalence class.

    Also called the lower SID bound.

    Args:
        truth: a DAG, p nodes.
        estimate: a CPDAG on the same nodes.

    Returns:
        The lower bound of `sid_bounds`, 0 to p(p-1). A warning says if the bounds are not exact.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the truth is not a DAG, or the estimate is not a CPDAG.
        LimitError: the computation needs more memory than is available.

    See also:
        sid_upper: the upper bound.
        sid_bounds: both bounds at once.
        over_class: the best, mean and worst value of any metric.

    References:
        Peters, Bühlmann (2015), Structural intervention distance for evaluating causal graphs, Neural
        Computation 27(3).

    Examples:
        >>> from edgemark import Graph
        >>> sid_lower(Graph.parse("B --> A; C --> A"), Graph.parse("A --- B --- C"))
        Count(1, of=6)
    """
    lower: Count = _bounds(truth, estimate)[0]
    return lower


@metric(
    better="lower",
    cite="peters2015",
    batch="pairs",
    caution=_caution_about_outer_bounds,
    reads_classes="both",
)
def sid_upper(truth: GraphLike, estimate: GraphLike) -> Count:
    """
    Return the largest SID over the DAGs of the estimate's equivalence class.

    Also called the upper SID bound.

    Args:
        truth: a DAG, p nodes.
        estimate: a CPDAG on the same nodes.

    Returns:
        The upper bound of `sid_bounds`, 0 to p(p-1). A warning says if the bounds are not exact.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the truth is not a DAG, or the estimate is not a CPDAG.
        LimitError: the computation needs more memory than is available.

    See also:
        sid_lower: the lower bound.
        sid_bounds: both bounds at once.
        over_class: the best, mean and worst value of any metric.

    References:
        Peters, Bühlmann (2015), Structural intervention distance for evaluating causal graphs, Neural
        Computation 27(3).

    Examples:
        >>> from edgemark import Graph
        >>> sid_upper(Graph.parse("B --> A; C --> A"), Graph.parse("A --- B --- C"))
        Count(4, of=6)
    """
    upper: Count = _bounds(truth, estimate)[1]
    return upper


def _bounds(
    truth: GraphOrBatch, estimate: GraphOrBatch, effort: int = _DEFAULT_EFFORT
) -> tuple[Any, Any, bool, int]:
    """
    Return both bounds, whether they are exact, and the gap, see `sid_bounds`.

    The bounds of a batch are arrays. They are exact if all are, and the gap is the sum over the batch.
    """
    if isinstance(estimate, GraphBatch):
        lower, upper, nearest, farthest = estimate.cached(
            ("sid bounds", truth), lambda many: _bounds_from_core(truth, many, effort)
        )
        gap = int((nearest - lower + upper - farthest).sum())
        return lower, upper, gap == 0, gap
    numbers = remembered(
        truth, estimate, ("sid bounds", effort), lambda: _bounds_from_core(truth, estimate, effort)
    )
    lower, upper, nearest, farthest = (int(number[0]) for number in numbers)
    of = 2 * truth.n_pairs
    gap = nearest - lower + upper - farthest
    return Count(lower, of=of), Count(upper, of=of), gap == 0, gap


def _bounds_from_core(
    truth: GraphOrBatch, estimate: GraphOrBatch, effort: int
) -> tuple[Any, Any, Any, Any]:
    refuse_declarations(truth, estimate, "sid_bounds")
    reason = truth.objection("dag")
    if reason is not None:
        raise KindError(f"sid_bounds needs a DAG as the truth; {reason}")
    refuse_false_class(truth, "sid_bounds", "truth")
    reason = estimate.objection("cpdag")
    if reason is not None:
        raise KindError(
            f"sid_bounds needs a CPDAG as the estimate; {reason}", *_remedies_for_cpdag(estimate)
        )
    n = truth.n_nodes
    threads = n_threads() if isinstance(estimate, GraphBatch) else threads_for(n)
    try:
        return _core.sid_bounds(
            *words_and_starts(truth), *words_and_starts(estimate), n, effort, threads
        )
    except MemoryError:
        raise LimitError(
            f"sid_bounds needs more memory than is available for an effort of {effort} steps",
            Remedy("Allow fewer steps with the option effort"),
        ) from None


def _remedies_for_cpdag(graph: GraphOrBatch) -> Iterator[Remedy]:
    if graph.kind == "mpdag" and graph.objection("mpdag") is None:
        yield score_members("sid_bounds")
    elif graph.is_dag() and graph.kind not in ("cpdag", "pdag"):
        yield Remedy("Bound its class", "sid_bounds(truth, to_cpdag(estimate))")
    elif can_be_repaired(graph):
        yield Remedy("Bound the class that repair returns", "sid_bounds(truth, repair(estimate)[0])")
