"""The true graph of a model of time series, with hidden variables projected out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from edgemark.data.series import Mechanisms, SeriesModel
from edgemark.graph import Regime, TemporalGraph
from edgemark.graph.temporal import LaggedEdge

__all__ = ["truth", "truth_with_times"]

_Arcs = dict[str, list[tuple[str, int]]]
_PathEnds = tuple[str, str, int]
"""Two descendants of one hidden value, and by how many steps the second is later than the first."""


def truth(model: SeriesModel) -> TemporalGraph:
    """The graph with the edges of all regimes."""
    return _graph(model, model.mechanisms, model.changing)


def truth_with_times(model: SeriesModel, starts: Iterable[int], n_steps: int) -> TemporalGraph:
    """The same graph with the regimes and their times; regimes without a time step are left out."""
    if len(model.mechanisms) == 1:
        return truth(model)
    drifting = [d.variable for d in model.drifts]
    all_starts = list(starts)
    regimes = [
        Regime(start, end, _graph(model, [m], drifting))
        for m, start, end in zip(model.mechanisms, all_starts, [*all_starts[1:], n_steps], strict=True)
        if end > start
    ]
    return _graph(model, model.mechanisms, model.changing, regimes)


def _graph(
    model: SeriesModel,
    mechanisms: Sequence[Mechanisms],
    changing: Iterable[str],
    regimes: Iterable[Regime] = (),
) -> TemporalGraph:
    edges: dict[LaggedEdge, None] = {}
    for m in mechanisms:
        edges.update(dict.fromkeys(_directed(model, m)))
        edges.update(dict.fromkeys(_bidirected(model, m)))
    return TemporalGraph(
        model.observed,
        list(edges),
        max_lag=_max_lag(model),
        changing=_observed_changing(model, mechanisms, changing),
        regimes=regimes,
        kind=None if len(mechanisms) > 1 else "admg" if model.hidden else "dag",
        cycles="keep",  # Two regimes may have opposite directions.
    )


def _max_lag(model: SeriesModel) -> int:
    assert model.max_lag is not None  # The constructor has set it.
    return model.max_lag


def _arcs(mechanisms: Mechanisms) -> _Arcs:
    """Targets and lags of the effects of each variable."""
    arcs: _Arcs = defaultdict(list)
    for e in mechanisms.effects:
        arcs[e.source].append((e.target, e.lag))
    return arcs


def _directed(model: SeriesModel, mechanisms: Mechanisms) -> list[LaggedEdge]:
    """Effects between observed variables, and paths between them through hidden variables only."""
    arcs, hidden, max_lag = _arcs(mechanisms), set(model.hidden), _max_lag(model)
    edges: list[LaggedEdge] = []
    for source in model.observed:
        waiting, seen = [(source, 0)], set()
        while waiting:
            variable, lag_so_far = waiting.pop()
            for target, lag in arcs[variable]:
                arrival = target, lag_so_far + lag
                if arrival[1] > max_lag or arrival in seen:
                    continue
                seen.add(arrival)
                if target in hidden:
                    waiting.append(arrival)
                else:
                    edges.append((source, "-->", target, arrival[1]))
    return edges


def _bidirected(model: SeriesModel, mechanisms: Mechanisms) -> list[LaggedEdge]:
    """
    Pairs of observed variables with a common hidden cause, along paths of hidden variables only.

    The search follows two paths from one hidden value along the effects. A path ends at an observed
    variable. The path with the earlier end is extended first. So until one of the paths ends, their two
    ends are never further apart than the largest lag of an effect.
    """
    arcs, hidden, max_lag = _arcs(mechanisms), set(model.hidden), _max_lag(model)
    waiting: list[_PathEnds] = [(h, h, 0) for h in model.hidden]
    seen = set(waiting)
    while waiting:
        first, second, steps_later = waiting.pop()
        for path_ends in _next_ends(arcs, hidden, (first, second, steps_later)):
            stuck_behind = path_ends[0] not in hidden and path_ends[2] > max_lag
            stuck_ahead = path_ends[1] not in hidden and -path_ends[2] > max_lag
            if not (stuck_behind or stuck_ahead or path_ends in seen):
                seen.add(path_ends)
                waiting.append(path_ends)
    rank = {v: k for k, v in enumerate(model.variables)}
    return [
        (a, "<->", b, steps_later)
        for a, b, steps_later in sorted(seen, key=lambda w: (rank[w[0]], rank[w[1]], w[2]))
        if not {a, b} & hidden
        if (0 < steps_later <= max_lag) or (steps_later == 0 and rank[a] < rank[b])
    ]


def _next_ends(arcs: _Arcs, hidden: set[str], path_ends: _PathEnds) -> list[_PathEnds]:
    first, second, steps_later = path_ends
    first_moves = first in hidden and (second not in hidden or steps_later >= 0)
    second_moves = second in hidden and (first not in hidden or steps_later <= 0)
    moved = [(v, second, steps_later - lag) for v, lag in arcs[first] if first_moves]
    return moved + [(first, v, steps_later + lag) for v, lag in arcs[second] if second_moves]


def _observed_changing(
    model: SeriesModel, mechanisms: Sequence[Mechanisms], changing: Iterable[str]
) -> list[str]:
    """Observed variables that change, or that are effects of changing hidden variables."""
    targets: dict[str, set[str]] = defaultdict(set)
    for mechanism in mechanisms:
        for e in mechanism.effects:
            targets[e.source].add(e.target)
    hidden, reached = set(model.hidden), set(changing)
    waiting = [v for v in reached if v in hidden]
    while waiting:
        newly_reached = targets[waiting.pop()] - reached
        reached |= newly_reached
        waiting += [v for v in newly_reached if v in hidden]
    return [v for v in model.observed if v in reached]
