"""The differences of two time series graphs, each in words and with its cost in each distance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from edgemark.errors import KindError, Remedy
from edgemark.graph import TemporalGraph
from edgemark.graph.marks import WRITTEN
from edgemark.graph.regimes import edges_come_and_go
from edgemark.metrics.difference import Difference, PairError, error_of, in_words

__all__ = ["DISTANCES_OVER_TIME", "differences_over_time"]

DISTANCES_OVER_TIME = tuple(
    ("temporal_shd", convention) for convention in ("total", "lagged", "contemporaneous", "window")
)
"""The distances of time series graphs that add up over pairs and lags, each with its convention."""

Place = tuple[int, int, int]
"""Lag, earlier and later variable; at lag 0, the variables in the order of the nodes."""


def differences_over_time(truth: TemporalGraph, estimate: TemporalGraph) -> tuple[Difference, ...]:
    """List the variable pairs and lags on which two time series graphs differ."""
    for graph, side in ((truth, "truth"), (estimate, "estimate")):
        if edges_come_and_go(graph):
            raise KindError(
                f"the {side} must be the same at all times; it has {len(graph.regimes)} regimes, whose "
                f"edges differ",
                Remedy(
                    "Compare the graphs of one time step", "differences(truth.at(0), estimate.at(0))"
                ),
                Remedy("The command edgemark score --by-regime scores each time interval"),
            )
    true_states, estimated_states = _states(truth), _states(estimate)
    places = sorted({place for place, _ in true_states.items() ^ estimated_states.items()})
    differing = [
        _difference(truth, place, true_states.get(place, 0), estimated_states.get(place, 0))
        for place in places
    ]
    return (*differing, *_changes(truth, estimate))


def _states(graph: TemporalGraph) -> dict[Place, int]:
    """Return the state of each variable pair and lag with an edge."""
    words = graph._contemporaneous.words.tolist()  # A word holds two positions of nodes and a state.
    now = {(0, word >> 32, word >> 4 & 0x0FFFFFFF): word & 15 for word in words}
    columns = (part.tolist() for part in (*graph._lagged.unpack(), graph._lagged.states))
    return now | {(lag, i, j): state for lag, i, j, state in zip(*columns, strict=True)}


def _difference(graph: TemporalGraph, place: Place, true_state: int, estimated_state: int) -> Difference:
    lag, i, j = place
    a, b = graph.nodes[i], graph.nodes[j]
    earlier, later = (f"{a}(t-{lag})", f"{b}(t)") if lag else (a, b)
    now = graph._contemporaneous
    return Difference(
        (a, b),
        _edge_text(a, b, lag, true_state),
        _edge_text(a, b, lag, estimated_state),
        in_words(now, true_state, earlier, later),
        in_words(now, estimated_state, earlier, later),
        error_of(true_state, estimated_state),
        _costs(graph, lag),
        lag,
    )


def _edge_text(a: str, b: str, lag: int, state: int) -> str:
    """
    Write the edges of a pair and lag as `TemporalGraph.parse` reads them; without an edge, only the
    names.
    """
    from edgemark.graph.text import quoted

    a, b = quoted(a), quoted(b)
    lag_text = f" @{lag}" if lag else ""
    edges = [
        f"{b} {glyph} {a}{lag_text}" if is_reversed else f"{a} {glyph} {b}{lag_text}"
        for glyph, is_reversed in WRITTEN.get(state, ())
    ]
    return "; ".join(edges) or f"{a}     {b}{lag_text}"


def _costs(graph: TemporalGraph, lag: int | None) -> Mapping[tuple[str, str], float]:
    """Return the contribution of a pair and lag to each distance; without a lag, it is 0."""
    if lag is None:
        return dict.fromkeys(DISTANCES_OVER_TIME, 0.0)
    costs = 1.0, float(lag > 0), float(lag == 0), float(graph.max_lag + 1 - lag)
    return dict(zip(DISTANCES_OVER_TIME, costs, strict=True))


def _changes(truth: TemporalGraph, estimate: TemporalGraph) -> Iterator[Difference]:
    """List the variables whose mechanism changes in one graph only."""
    changing_in_truth, changing_in_estimate = set(truth.changing), set(estimate.changing)
    for name in truth.nodes:
        if name in changing_in_truth ^ changing_in_estimate:
            changes = f"changing {name}", f"the mechanism of {name} changes over time"
            stays = name, f"the mechanism of {name} does not change over time"
            (true_edge, true_words), (estimated_edge, estimated_words) = (
                (changes, stays) if name in changing_in_truth else (stays, changes)
            )
            error: PairError = "missing" if name in changing_in_truth else "extra"
            costs = _costs(truth, None)
            yield Difference(
                (name, name), true_edge, estimated_edge, true_words, estimated_words, error, costs
            )
