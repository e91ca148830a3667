"""Alignment of two time series graphs: the same variables and maximum lag, or an error with remedies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from edgemark.errors import (
    AlignmentError,
    AmbiguityError,
    EdgemarkError,
    GraphError,
    KindError,
    Message,
    Remedy,
    listing,
)
from edgemark.graph import Graph, TemporalGraph
from edgemark.graph.align import align
from edgemark.graph.estimate import Estimate
from edgemark.graph.lagged_edges import CIRCLE_ARROW
from edgemark.graph.marks import BACKWARD, FORWARD, STATE_OF, UNDIRECTED
from edgemark.graph.regimes import edges_come_and_go
from edgemark.graph.temporal_estimate import TemporalEstimate

__all__ = [
    "OF_REGIMES",
    "circle_notes",
    "has_circles",
    "n_other_edges",
    "over_same_lags",
    "regime_notes",
    "truth_without_lags",
    "undirected_notes",
]

OF_REGIMES = "regime_shd"
"""The metric that compares each regime; all others compare the union of the regimes."""


_MAX_LISTED = 10
_OF_CLASSES = frozenset({FORWARD, BACKWARD, UNDIRECTED})
_CIRCLED = frozenset(state for glyph, state in STATE_OF.items() if "o" in glyph)


def over_same_lags(truth: TemporalGraph, estimate: Any) -> TemporalEstimate:
    """
    Return the estimate with its variables in the order of the truth.

    Raises:
        AlignmentError: the sides differ in their variables or in their largest lags.
        AmbiguityError: a result of another library can be read in more than one way.
        KindError: the estimate is a graph without lags.
    """
    converted: Any = (
        estimate if isinstance(estimate, TemporalEstimate) else _as_temporal(truth, estimate)
    )
    code = "estimate" if converted is estimate else "as_temporal(estimate)"
    _demand_same_lag(truth, converted, code)
    _refuse_context(truth, converted, code)
    aligned: TemporalEstimate = align(truth, converted)
    return aligned


def truth_without_lags(truth: Any, estimate: TemporalEstimate) -> KindError:
    """Return the error for an estimate with lags and a truth without lags."""
    from edgemark.io import as_graph, as_temporal

    if isinstance(truth, TemporalEstimate):
        exchange = Remedy(
            "If the sides are exchanged, give the graph first", "evaluate(estimate, truth)"
        )
        return KindError(
            f"the true graph must be a TemporalGraph; the truth is a {type(truth).__name__}",
            *([exchange] if isinstance(estimate, TemporalGraph) else []),
            Remedy("Cut the scores at a threshold", "evaluate(truth.at(0.5), estimate)"),
        )
    try:
        as_temporal(truth)
    except (TypeError, EdgemarkError):
        pass
    else:
        return KindError(
            f"the true graph must be a TemporalGraph; the truth is a {type(truth).__name__}",
            Remedy("Read its graph", "as_temporal(truth)"),
        )
    try:
        as_graph(truth)
    except (TypeError, EdgemarkError):
        remedy = Remedy(
            "Make the truth a TemporalGraph, with as_temporal or TemporalGraph.from_matrices"
        )
    else:
        remedy = Remedy("Compare the summary graph", "evaluate(truth, estimate.summary())")
    return KindError(
        f"a {type(estimate).__name__} is compared with a TemporalGraph; the truth is a "
        f"{type(truth).__name__}, without lags",
        remedy,
    )


def _as_temporal(truth: TemporalGraph, estimate: Any) -> TemporalGraph:
    from edgemark.io import as_temporal

    if isinstance(estimate, Graph | Estimate):
        raise KindError(
            f"the truth is a time series graph; the estimate is a {type(estimate).__name__}, without "
            "lags",
            Remedy("Compare the summary graphs", "evaluate(truth.summary(), estimate)"),
        )
    try:
        converted = as_temporal(estimate)
    except AmbiguityError as error:
        raise AmbiguityError(error.message.problem, *map(_of_estimate, error.remedies)) from None
    if truth.is_named and not converted.is_named:
        raise AlignmentError(
            "variables are matched by name; the estimate has none",
            Remedy(
                "Name them in the order of the columns of the data, which may differ from the truth: "
                "as_temporal(estimate, nodes=names)"
            ),
        )
    return converted


def _of_estimate(remedy: Remedy) -> Remedy:
    """Write an option of `as_temporal` as the call that takes it."""
    if not remedy.python.startswith(("contemporaneous=", "threshold=")):
        return remedy
    return Remedy(remedy.say, f"as_temporal(estimate, {remedy.python})")


def _demand_same_lag(truth: TemporalGraph, estimate: TemporalEstimate, code: str) -> None:
    if truth.max_lag == estimate.max_lag:
        return
    larger_lag = max(truth.max_lag, estimate.max_lag)
    side, python = ("truth", "truth") if truth.max_lag < larger_lag else ("estimate", code)
    raise AlignmentError(
        f"both sides must have the same largest lag; the truth has {truth.max_lag}, the estimate "
        f"{estimate.max_lag}",
        Remedy(
            f"If the {side} has no edge at longer lags, extend it",
            f"{python}.with_max_lag({larger_lag})",
            f"--max-lag {larger_lag}",
        ),
    )


def _refuse_context(truth: TemporalGraph, estimate: TemporalEstimate, code: str) -> None:
    """Refuse extra variables of the estimate, which may stand for time or context."""
    if not truth.is_named or truth.n_nodes >= estimate.n_nodes:
        return
    true_names = set(truth.nodes)
    extra = [name for name in estimate.nodes if name not in true_names]
    if not true_names < set(estimate.nodes):
        return
    remedies = [
        Remedy(
            "If these variables have no edge in the truth, add them to it",
            f"truth.with_nodes({code}.nodes)",
        )
    ]
    if len(extra) <= _MAX_LISTED and _can_be_left_out(estimate, extra):
        reader = "as_temporal" if isinstance(estimate, TemporalGraph) else "as_temporal_scores"
        say = "If they stand for time or context, convert them"
        remedies.insert(0, Remedy(say, f"{reader}(estimate, surrogate={extra!r})"))
    raise AlignmentError(
        f"the two graphs must have the same nodes; only in the estimate: {listing(extra)}", *remedies
    )


def _can_be_left_out(estimate: TemporalEstimate, extra: list[str]) -> bool:
    if not isinstance(estimate, TemporalGraph):
        return True
    try:
        TemporalGraph.from_surrogate(estimate, extra)
    except GraphError:
        return False
    return True


def circle_notes(truth: TemporalGraph, estimate: TemporalEstimate) -> Iterator[Message]:
    """Warn that edges with circles are errors if the truth has no circles."""
    if truth.kind == "pag" or has_circles(truth):
        return
    if isinstance(estimate, TemporalGraph) and has_circles(estimate):
        names = "f1:lagged adjacencies", "f1:contemporaneous skeleton"
        yield Message(
            "the estimate has circles, as LPCMCI returns them, and the truth has none: edges with "
            "circles count as errors, so even a perfect estimate can have a distance above 0",
            Remedy(
                "If the truth has hidden variables, pass the truth with these variables and name them "
                "as hidden. Then the estimate is compared with what LPCMCI could find"
            ),
            Remedy(
                "Use only the metrics that ignore marks",
                f"evaluate(truth, estimate, {list(names)!r})",
                " ".join(f"--metric '{name}'" for name in names),
            ),
        )


def undirected_notes(truth: TemporalGraph, estimate: TemporalEstimate) -> Iterator[Message]:
    """Warn that undirected edges within a time step are errors if the truth has only directed ones."""
    if not isinstance(estimate, TemporalGraph) or estimate.kind in ("mag", "pag"):
        return
    now, learned = truth._contemporaneous, estimate._contemporaneous.present_states
    if not now.n_edges or not now.is_dag() or UNDIRECTED not in learned or not learned <= _OF_CLASSES:
        return
    conflicts = {frozenset((a, b)) for a, b, lag in estimate.conflicts if lag == 0}
    edges = estimate._contemporaneous.edges()
    undirected = {frozenset((a, b)) for a, mark, b in edges if mark == "---"}
    if undirected <= conflicts:  # Another warning counts them.
        return
    names = "f1:lagged", "f1:contemporaneous skeleton"
    in_one_class = Remedy(
        "Compare the estimate with the class of the truth", "evaluate(to_tiered_mpdag(truth), estimate)"
    )
    has_class = truth.kind in (None, "dag") and not n_other_edges(truth)
    is_class = estimate.kind != "undirected" and has_class
    yield Message(
        "the truth directs its edges within a time step and the estimate has undirected ones, as PCMCI+ "
        "returns them: compared as given, each is an error, even if the class of the estimate contains "
        "the truth",
        *([in_one_class] if is_class else []),
        Remedy(
            "Use only the metrics that ignore these directions",
            f"evaluate(truth, estimate, {list(names)!r})",
            " ".join(f"--metric '{name}'" for name in names),
        ),
    )


def n_other_edges(graph: TemporalGraph) -> int:
    """Count the edges other than ``-->``, at all lags."""
    now = sum(mark != "-->" for _, mark, _ in graph._contemporaneous.edges())
    return now + int((graph._lagged.states != FORWARD).sum())


def has_circles(graph: TemporalGraph) -> bool:
    """Whether some marks are left open."""
    now = graph._contemporaneous.present_states
    return bool((graph._lagged.states == CIRCLE_ARROW).any()) or not _CIRCLED.isdisjoint(now)


def regime_notes(truth: Any, estimate: Any) -> Iterator[Message]:
    """Warn that a graph with regimes is compared as one graph with the edges of all regimes."""
    for side, graph in (("truth", truth), ("estimate", estimate)):
        if isinstance(graph, TemporalGraph) and edges_come_and_go(graph):
            yield Message(
                f"the {side} changes over time: the edges of all its regimes are compared together",
                *_remedies_by_regime(truth, estimate),
            )


def _remedies_by_regime(truth: Any, estimate: Any) -> Iterator[Remedy]:
    """Suggest a comparison by regime, if both sides are graphs of the same time."""
    sides = [side for side in (truth, estimate) if isinstance(side, TemporalGraph)]
    ends = {side.regimes[-1].end for side in sides if side.regimes}
    if len(sides) == 2 and len(ends) == 1:
        yield Remedy("Compare each regime", "evaluate_regimes(truth, estimate)", "--by-regime")
