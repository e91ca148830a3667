"""Effects over time: how many would be estimated wrongly within a window of time steps?"""

from __future__ import annotations

from collections.abc import Iterator

from edgemark.conventions.options import ComparedOverTime, Strategy
from edgemark.conventions.temporal import TEMPORAL_AID, TEMPORAL_SID
from edgemark.errors import KindError, LimitError, Remedy
from edgemark.graph import Graph, TemporalGraph
from edgemark.graph.equivalence import chain_objection
from edgemark.graph.equivalence.hidden_variables import refuse_declaration_over_time
from edgemark.graph.equivalence.temporal_classes import (
    arrow_of_knowledge,
    other_edge_over_time,
    stands_for_class,
    tiered_mpdag,
    window_of_effects,
)
from edgemark.graph.likes import TemporalLike
from edgemark.graph.marks import BACKWARD, CYCLE, FORWARD, UNDIRECTED
from edgemark.graph.regimes import edges_come_and_go
from edgemark.graph.temporal_checks import checked_length
from edgemark.graph.text import quoted
from edgemark.graph.unrolled import window_of
from edgemark.metrics.adjustment import wrong_effects
from edgemark.metrics.declaration import metric
from edgemark.values import Count

__all__ = ["temporal_aid", "temporal_sid"]

_MOST_NODES = 10_000  # of the window, unless the metric is asked for by name
_MOST_NODES_AT_ALL = 200_000  # of the window, whose effects take a minute or more


@metric(better="lower", conventions=TEMPORAL_SID, cite="peters2015", most_nodes=_MOST_NODES)
def temporal_sid(truth: TemporalLike, estimate: TemporalLike, *, length: int | None = None) -> Count:
    """
    Count the interventional distributions that the estimate gets wrong within a window of time.

    The `sid` of the unrolled graphs: for every ordered pair of a variable at one time step and a
    variable at the same or another one, adjusted for are the parents in the estimate. The window begins
    without a past, and effects longer than it are not seen: numbers of windows of different lengths
    cannot be compared. The time needed is quadratic in p and in the length of the window.

    Args:
        truth: reference graph, p variables and lags to L; edges ``-->`` only, no cycle.
        estimate: learned graph on the same variables, in any order, and to the same lag; the same holds.
        length: number of time steps T; None takes L + 1.

    Returns:
        Pairs got wrong, of pT(pT-1).

    Raises:
        AlignmentError: the graphs do not have the same variables and largest lag.
        GraphError: a length below 1.
        KindError: the graphs are none of time series, have other edges or a cycle, or are declared what
            their edges contradict.
        LimitError: a window of more than 200,000 nodes, or more memory than is free.

    References:
        Peters, Bühlmann (2015), Structural intervention distance for evaluating causal graphs, Neural
        Computation 27(3).

    Examples:
        >>> truth = TemporalGraph.parse("A --> A @1; A --> B @1; lags 1")
        >>> temporal_sid(truth, TemporalGraph.parse("A --> A @1; B --> A @1; lags 1"))
        Count(2, of=12)
    """
    steps = _steps(truth, length)
    for graph, side in ((truth, "truth"), (estimate, "estimate")):
        _demand_arrows(graph, "temporal_sid", side)
        reason = window_of(graph, steps).objection("dag")
        if reason is not None:
            raise KindError(
                f"temporal_sid needs a DAG as the {side}; {reason}{_of_all_regimes(graph)}",
                *_ways_by_regime("temporal_sid", truth, estimate),
                *_ways_by_aid(truth, estimate, steps, length),
            )
    views = [window_of_effects(graph, steps) for graph in (truth, estimate)]
    return wrong_effects(views[0], views[1], "parents", "all")


def _of_all_regimes(graph: TemporalGraph) -> str:
    """Say that what is wrong with a graph may be so in none of its regimes."""
    return ", when all its regimes are put together" if edges_come_and_go(graph) else ""


def _ways_by_regime(name: str, truth: TemporalGraph, estimate: TemporalGraph) -> Iterator[Remedy]:
    if edges_come_and_go(truth) or edges_come_and_go(estimate):
        say = "Compare each stretch of time by itself"
        yield Remedy(say, f'evaluate_regimes(truth, estimate, "{name}")')


def _ways_by_aid(
    truth: TemporalGraph, estimate: TemporalGraph, steps: int, length: int | None
) -> list[Remedy]:
    """How `temporal_aid` compares two graphs of which one is no DAG, if it does."""
    ways: tuple[ComparedOverTime, ...] = ("auto", "tiered-mpdag", "native")
    for compare in ways:
        if not _compares(truth, estimate, steps, compare):
            continue
        options = "" if compare == "auto" else f', compare="{compare}"'
        options += "" if length is None else f", length={length}"
        shell = "--metric temporal_aid" if compare == "auto" and length is None else ""
        say = "Compare the classes of DAGs" if compare != "native" else "Compare the graphs as given"
        return [Remedy(say, f"temporal_aid(truth, estimate{options})", shell)]
    return []


@metric(better="lower", conventions=TEMPORAL_AID, cite="henckel2024", most_nodes=_MOST_NODES)
def temporal_aid(
    truth: TemporalLike,
    estimate: TemporalLike,
    *,
    strategy: Strategy = "parents",
    length: int | None = None,
    compare: ComparedOverTime = "auto",
) -> Count:
    """
    Count the effects that adjusting after the estimate gets wrong within a window of time.

    `parent_aid`, `ancestor_aid` or `oset_aid` of the unrolled graphs, see `temporal_sid` for the window.
    Where the estimate leaves edges within a time step undirected, the truth does so too as far as no
    data can direct them, see `to_tiered_mpdag`: not as in a CPDAG, which leaves edges over time
    undirected. The time needed is quadratic in p and in the length of the window.

    Args:
        truth: reference graph, p variables and lags to L; edges ``-->`` over time, and within a time
            step a DAG or a class of DAGs.
        estimate: learned graph on the same variables, in any order, and to the same lag.
        strategy: what is adjusted for, "parents", "ancestors" or the optimal set, "oset".
        length: number of time steps T; None takes L + 1.
        compare: "auto" takes the tiered MPDAG of the truth if the estimate has undirected edges or is
            declared a class; "tiered-mpdag" those of both; "native" the graphs as given, whether their
            undirected edges are closed under Meek's rules or not.

    Returns:
        Pairs got wrong, of pT(pT-1).

    Raises:
        AlignmentError: the graphs do not have the same variables and largest lag.
        GraphError: a length below 1.
        KindError: the graphs are none of time series, have other edges than these, are declared what
            their edges contradict, or are of different classes; it says the way out.
        LimitError: a window of more than 200,000 nodes, or more memory than is free.

    References:
        Henckel, Würtzen, Weichwald (2024), Adjustment identification distance: a gadjid for causal
        structure learning, UAI.

    Examples:
        >>> truth = TemporalGraph.parse("A --> A @1; A --> B; C --> D; lags 1")
        >>> temporal_aid(truth, TemporalGraph.parse("A --> A @1; A --> B; C --- D; lags 1"))
        Count(0, of=56)
        >>> temporal_aid(truth, TemporalGraph.parse("A --> A @1; B --> A; C --- D; lags 1"))
        Count(8, of=56)
    """
    views = _views(truth, estimate, _steps(truth, length), compare)
    return wrong_effects(views[0], views[1], strategy, "all")


def _views(
    truth: TemporalGraph, estimate: TemporalGraph, steps: int, compare: ComparedOverTime
) -> list[Graph]:
    """The windows of both graphs, of one class unless they are compared as given."""
    _demand_arrows(truth, "temporal_aid", "truth")
    _demand_arrows(estimate, "temporal_aid", "estimate")
    if compare == "tiered-mpdag":
        truth, estimate = tiered_mpdag(truth), tiered_mpdag(estimate)
    elif compare == "auto":
        truth = _of_same_class(truth, estimate, steps)
    views = [
        _readable(graph, side, steps, compare)
        for graph, side in ((truth, "truth"), (estimate, "estimate"))
    ]
    if compare != "native":
        _refuse_more_knowledge(truth, estimate)
    return views


def _refuse_more_knowledge(truth: TemporalGraph, estimate: TemporalGraph) -> None:
    """Refuse arrows that the truth was not given: it leaves open what no data over time can direct."""
    arrow = arrow_of_knowledge(estimate)
    if arrow is None or arrow_of_knowledge(truth) is not None:
        return
    raise KindError(
        f"temporal_aid compares graphs of one class; in the estimate neither colliders nor the past "
        f"direct {arrow}, which the class of the truth leaves undirected or turns",
        Remedy("Read the walks of the graphs as given", 'compare="native"'),
    )


def _demand_arrows(graph: TemporalGraph, name: str, side: str) -> None:
    """Refuse edges that are neither directed nor undirected, and say whose they are."""
    edges_alone = Remedy("Compare the edges", "temporal_shd(truth, estimate)", "--metric temporal_shd")
    edge = other_edge_over_time(graph) or _other_edge_now(graph.contemporaneous())
    if edge is None:
        refuse_declaration_over_time(graph, name, side, edges_alone)
        return
    why = (
        "which stands for hidden variables, so that no estimate can be compared with this truth"
        if side == "truth" and "<->" in edge
        else "which does not say what is adjusted for"
    )
    raise KindError(
        f"{name} needs edges --> over lags, and --> or --- within a time step; the {side} has {edge}, "
        f"{why}",
        edges_alone,
    )


def _steps(graph: TemporalGraph, length: int | None) -> int:
    """The length of the window, which must not take hours to compare."""
    steps = checked_length(graph.max_lag + 1 if length is None else length)
    if steps * graph.n_nodes > _MOST_NODES_AT_ALL:
        most = _MOST_NODES_AT_ALL // graph.n_nodes
        raise LimitError(
            f"the effects of a window are compared for at most {_MOST_NODES_AT_ALL} nodes, each a "
            f"variable at a time step; got {graph.n_nodes} variables at {steps} time steps",
            Remedy("Take a shorter window", f"length={most}") if most else Remedy(),
        )
    return steps


def _other_edge_now(graph: Graph) -> str | None:
    if graph.present_states <= {FORWARD, BACKWARD, UNDIRECTED, CYCLE}:
        return None
    a, glyph, b = next(edge for edge in graph.edges() if edge[1] not in ("-->", "<--", "---"))
    return f"{quoted(a)} {glyph} {quoted(b)} @0"


def _of_same_class(truth: TemporalGraph, estimate: TemporalGraph, steps: int) -> TemporalGraph:
    if stands_for_class(estimate):
        return tiered_mpdag(truth)
    if stands_for_class(truth):
        raise KindError(
            "temporal_aid compares graphs of one class; the truth stands for a class of DAGs, and the "
            "estimate is a DAG",
            *_ways_of_comparing(truth, estimate, steps),
        )
    return truth


def _ways_of_comparing(truth: TemporalGraph, estimate: TemporalGraph, steps: int) -> list[Remedy]:
    remedies = [
        Remedy("Compare the classes of both", 'compare="tiered-mpdag"'),
        Remedy("Compare the graphs as given", 'compare="native"'),
    ]
    ways: tuple[ComparedOverTime, ...] = ("tiered-mpdag", "native")
    return [
        remedy
        for way, remedy in zip(ways, remedies, strict=True)
        if _compares(truth, estimate, steps, way)
    ]


def _compares(
    truth: TemporalGraph, estimate: TemporalGraph, steps: int, compare: ComparedOverTime
) -> bool:
    try:
        _views(truth, estimate, steps, compare)
    except KindError:
        return False
    return True


def _readable(graph: TemporalGraph, side: str, steps: int, compare: ComparedOverTime) -> Graph:
    """The window of a graph whose walks tell what holds in its class."""
    window = window_of_effects(graph, steps)
    no_walks = window.objection("pdag")
    reason = no_walks
    if compare != "native":
        reason = window.objection() or (chain_objection(window) if stands_for_class(graph) else None)
    if reason is None:
        return window
    raise KindError(
        f"temporal_aid needs a DAG or a class of DAGs as the {side}; {reason}{_of_all_regimes(graph)}",
        *_ways_by_regime("temporal_aid", graph, graph),
        *([] if no_walks else [Remedy("Read the walks of the graphs as given", 'compare="native"')]),
    )
