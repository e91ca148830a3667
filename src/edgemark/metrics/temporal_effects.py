"""Distances between time series graphs by their causal effects within a window of time steps."""

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
from edgemark.graph.window_and_summary import cached_window
from edgemark.metrics.adjustment.mistakes import wrong_effects
from edgemark.metrics.declaration import metric
from edgemark.values import Count

__all__ = ["temporal_aid", "temporal_sid"]

_MAX_NODES_UNREQUESTED = 10_000  # nodes of the window, unless the metric is requested by name
_MAX_NODES = 200_000  # nodes of the window; so many take a minute or more


@metric(better="lower", conventions=TEMPORAL_SID, cite="peters2015", most_nodes=_MAX_NODES_UNREQUESTED)
def temporal_sid(truth: TemporalLike, estimate: TemporalLike, *, length: int | None = None) -> Count:
    """
    Count the interventional distributions that the estimate infers wrongly in a window: temporal SID.

    It is the `sid` of the unrolled graphs, over all ordered pairs of variables at time steps of the
    window. The window has no edges from the time before it, and no effects that take longer than the
    window. Do not compare values from windows of different lengths. The running time is quadratic in p
    and in the length of the window.

    Args:
        truth: reference graph, p variables and lags to L, with edges ``-->`` only and without a cycle.
        estimate: learned graph on the same variables, in any order, and to the same lag, also with edges
            ``-->`` only and without a cycle.
        length: number of time steps T of the window; None takes the maximum lag + 1.

    Returns:
        Number of wrong ordered pairs, 0 to pT(pT-1); 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same variables and maximum lag.
        GraphError: the length is below 1.
        KindError: a graph is not a time series graph, has other edges or a cycle, or is not of its
            declared kind.
        LimitError: the window has more than 200,000 nodes, or needs more memory than is free.

    See also:
        sid: for graphs without lags.
        temporal_aid: also for equivalence classes.

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
        _refuse_other_edges(graph, "temporal_sid", side)
        reason = cached_window(graph, steps).objection("dag")
        if reason is not None:
            raise KindError(
                f"temporal_sid needs a DAG as the {side}; {reason}{_remark_on_regimes(graph)}",
                *_remedies_by_regime("temporal_sid", truth, estimate),
                *_remedies_by_aid(truth, estimate, steps, length),
            )
    windows = [window_of_effects(graph, steps) for graph in (truth, estimate)]
    return wrong_effects(windows[0], windows[1], "parents", "all")


def _remark_on_regimes(graph: TemporalGraph) -> str:
    """Return a remark that the problem may concern only the union of all regimes."""
    return ", after all its regimes are combined" if edges_come_and_go(graph) else ""


def _remedies_by_regime(name: str, truth: TemporalGraph, estimate: TemporalGraph) -> Iterator[Remedy]:
    if edges_come_and_go(truth) or edges_come_and_go(estimate):
        say = "Compare each regime separately"
        yield Remedy(say, f'evaluate_regimes(truth, estimate, "{name}")')


def _remedies_by_aid(
    truth: TemporalGraph, estimate: TemporalGraph, steps: int, length: int | None
) -> list[Remedy]:
    """Suggest `temporal_aid`, with the first option under which it accepts both graphs."""
    comparisons: tuple[ComparedOverTime, ...] = ("auto", "tiered-mpdag", "native")
    for compare in comparisons:
        if not _compares(truth, estimate, steps, compare):
            continue
        options = "" if compare == "auto" else f', compare="{compare}"'
        options += "" if length is None else f", length={length}"
        shell = "--metric temporal_aid" if compare == "auto" and length is None else ""
        say = "Compare the classes of DAGs" if compare != "native" else "Compare the graphs as given"
        return [Remedy(say, f"temporal_aid(truth, estimate{options})", shell)]
    return []


@metric(
    better="lower",
    conventions=TEMPORAL_AID,
    cite="henckel2024",
    most_nodes=_MAX_NODES_UNREQUESTED,
    auto_class="tiered-mpdag",
)
def temporal_aid(
    truth: TemporalLike,
    estimate: TemporalLike,
    *,
    strategy: Strategy = "parents",
    length: int | None = None,
    compare: ComparedOverTime = "auto",
) -> Count:
    """
    Count the causal effects that adjustment in the estimate infers wrongly in a window: temporal AID.

    It is `parent_aid`, `ancestor_aid` or `oset_aid` of the unrolled graphs; see `temporal_sid` for the
    window. If the estimate represents an equivalence class, the truth is replaced by its tiered MPDAG,
    in which only edges that data can direct are directed, see `to_tiered_mpdag`. Unlike in a CPDAG,
    lagged edges stay directed. The running time is quadratic in p and in the length of the window.

    Args:
        truth: reference graph, p variables and lags to L. Lagged edges must be ``-->``. The edges within
            a time step must form a DAG or an equivalence class of DAGs.
        estimate: learned graph on the same variables, in any order, and to the same lag.
        strategy: the adjustment set: "parents", "ancestors" or the optimal set, "oset".
        length: number of time steps T of the window; None takes the maximum lag + 1.
        compare: which graphs are compared. "auto": if the estimate has undirected edges or is declared
            as a class, the tiered MPDAG of the truth. "tiered-mpdag": those of both. "native": the
            graphs as given, even if Meek's rules direct some of their undirected edges.

    Returns:
        Number of wrong ordered pairs, 0 to pT(pT-1); 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same variables and maximum lag.
        GraphError: the length is below 1.
        KindError: a graph is not a time series graph, has other edges, or is not of its declared kind;
            or the graphs are of different classes. The error suggests a remedy.
        LimitError: the window has more than 200,000 nodes, or needs more memory than is free.

    See also:
        parent_aid: for graphs without lags.
        temporal_sid: for DAGs only.

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
    windows = _compared_windows(truth, estimate, _steps(truth, length), compare)
    return wrong_effects(windows[0], windows[1], strategy, "all")


def _compared_windows(
    truth: TemporalGraph, estimate: TemporalGraph, steps: int, compare: ComparedOverTime
) -> list[Graph]:
    """Return the windows of both graphs, of one class unless they are compared as given."""
    _refuse_other_edges(truth, "temporal_aid", "truth")
    _refuse_other_edges(estimate, "temporal_aid", "estimate")
    if compare == "tiered-mpdag":
        truth, estimate = _class_of(truth, "truth"), _class_of(estimate, "estimate")
    elif compare == "auto":
        truth = _truth_of_same_class(truth, estimate, steps)
    windows = [
        _checked_window(graph, side, steps, compare)
        for graph, side in ((truth, "truth"), (estimate, "estimate"))
    ]
    if compare != "native":
        _refuse_more_knowledge(truth, estimate)
    return windows


def _refuse_more_knowledge(truth: TemporalGraph, estimate: TemporalGraph) -> None:
    """Refuse directed edges of the estimate that no data can direct, if the truth has none."""
    arrow = arrow_of_knowledge(estimate)
    if arrow is None or arrow_of_knowledge(truth) is not None:
        return
    raise KindError(
        "temporal_aid compares graphs of one class; in the estimate neither colliders nor the past "
        f"direct {arrow}, but they direct every edge --> in the class of the truth",
        Remedy("Compare the graphs as given", 'compare="native"'),
    )


def _refuse_other_edges(graph: TemporalGraph, name: str, side: str) -> None:
    """Refuse edges other than ``-->`` and, at lag 0, ``---``; and a declared kind that does not fit."""
    compare_edges = Remedy("Compare the edges", "temporal_shd(truth, estimate)", "--metric temporal_shd")
    edge = other_edge_over_time(graph) or _other_contemporaneous_edge(graph._contemporaneous)
    if edge is None:
        refuse_declaration_over_time(graph, name, side, compare_edges)
        return
    reason = (
        "which stands for hidden variables, so no estimate can be compared with this truth"
        if side == "truth" and "<->" in edge
        else "from which no adjustment set follows"
    )
    needed = "-->" if name == "temporal_sid" else "--> over lags, and --> or --- within a time step"
    raise KindError(f"{name} needs edges {needed}; the {side} has {edge}, {reason}", compare_edges)


def _steps(graph: TemporalGraph, length: int | None) -> int:
    """Return the length of the window; refuse one with more than 200,000 nodes."""
    steps = checked_length(graph.max_lag + 1 if length is None else length)
    if steps * graph.n_nodes > _MAX_NODES:
        longest = _MAX_NODES // graph.n_nodes
        raise LimitError(
            f"the effects of a window are compared for at most {_MAX_NODES} nodes, each a "
            f"variable at a time step; got {graph.n_nodes} variables at {steps} time steps",
            Remedy("Take a shorter window", f"length={longest}") if longest else Remedy(),
        )
    return steps


def _other_contemporaneous_edge(graph: Graph) -> str | None:
    if graph.present_states <= {FORWARD, BACKWARD, UNDIRECTED, CYCLE}:
        return None
    a, glyph, b = next(edge for edge in graph.edges() if edge[1] not in ("-->", "<--", "---"))
    return f"{quoted(a)} {glyph} {quoted(b)} @0"


def _truth_of_same_class(truth: TemporalGraph, estimate: TemporalGraph, steps: int) -> TemporalGraph:
    if stands_for_class(estimate):
        return _class_of(truth, "truth")
    if stands_for_class(truth):
        raise KindError(
            "temporal_aid compares graphs of one class; the truth stands for a class of DAGs, and the "
            "estimate is a DAG",
            *_remedies_of_comparing(truth, estimate, steps),
        )
    return truth


def _remedies_of_comparing(truth: TemporalGraph, estimate: TemporalGraph, steps: int) -> list[Remedy]:
    remedies = [
        Remedy("Compare the classes of both", 'compare="tiered-mpdag"'),
        Remedy("Compare the graphs as given", 'compare="native"'),
    ]
    comparisons: tuple[ComparedOverTime, ...] = ("tiered-mpdag", "native")
    return [
        remedy
        for comparison, remedy in zip(comparisons, remedies, strict=True)
        if _compares(truth, estimate, steps, comparison)
    ]


def _compares(
    truth: TemporalGraph, estimate: TemporalGraph, steps: int, compare: ComparedOverTime
) -> bool:
    try:
        _compared_windows(truth, estimate, steps, compare)
    except KindError:
        return False
    return True


def _checked_window(graph: TemporalGraph, side: str, steps: int, compare: ComparedOverTime) -> Graph:
    """
    Return the window of a graph; refuse one that is neither a DAG nor a class of DAGs.

    If the graphs are compared as given, any PDAG is accepted.
    """
    window = window_of_effects(graph, steps)
    not_pdag = window.objection("pdag")
    reason = not_pdag
    if compare != "native":
        # A shorter window may lack the lagged edges that direct an edge.
        whole_window = window_of_effects(graph, graph.max_lag + 1)
        reason = _objection(whole_window, graph) or _objection(window, graph)
    if reason is None:
        return window
    raise _no_class(graph, side, reason, is_pdag=not_pdag is None)


def _objection(window: Graph, graph: TemporalGraph) -> str | None:
    """Return why the window is not of its kind or, for a class, not a chain graph; None if it is."""
    return window.objection() or (chain_objection(window) if stands_for_class(graph) else None)


def _class_of(graph: TemporalGraph, side: str) -> TemporalGraph:
    """Return the tiered MPDAG of a graph; the error names the side and says what to type instead."""
    try:
        return tiered_mpdag(graph)
    except KindError as error:
        window = window_of_effects(graph, graph.max_lag + 1)
        reason = _objection(window, graph) or error.message.problem
        raise _no_class(graph, side, reason, is_pdag=window.objection("pdag") is None) from None


def _no_class(graph: TemporalGraph, side: str, reason: str, *, is_pdag: bool) -> KindError:
    """Return the error for a graph that is neither a DAG nor a class of DAGs."""
    return KindError(
        f"temporal_aid needs a DAG or a class of DAGs as the {side}; {reason}"
        f"{_remark_on_regimes(graph)}",
        *_remedies_by_regime("temporal_aid", graph, graph),
        *([Remedy("Compare the graphs as given", 'compare="native"')] if is_pdag else []),
    )
