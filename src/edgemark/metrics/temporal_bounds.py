"""Bounds of the temporal SID over the DAGs of an estimate, even if its edges contradict each other."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import numpy as np

from edgemark.errors import ClassWarning, KindError, LimitError, Remedy, levels_to_caller
from edgemark.graph import Graph, TemporalGraph
from edgemark.graph.edge_words import sorted_words, unpack
from edgemark.graph.equivalence.hidden_variables import refuse_declaration_over_time
from edgemark.graph.equivalence.temporal_classes import demand_arrows_over_time
from edgemark.graph.marks import BACKWARD, FORWARD, UNDIRECTED
from edgemark.graph.temporal_checks import directed_cycle
from edgemark.metrics.declaration import as_sides
from edgemark.metrics.temporal_effects import temporal_sid
from edgemark.metrics.temporal_inputs import regime_notes
from edgemark.values import Bounds

__all__ = ["temporal_sid_bounds"]

_MAX_UNDIRECTED = 12
_Node = tuple[int, int]
"""A variable and its lag."""


def temporal_sid_bounds(truth: Any, estimate: Any, *, length: int | None = None) -> Bounds:
    """
    Return the smallest and the largest temporal SID over the DAGs that an estimate allows.

    A DAG of the estimate directs each undirected edge within a time step, without a directed cycle. It
    adds no unshielded collider, except colliders with a conflict. A conflict is an edge whose tests
    contradict each other, such as ``x-x`` of PCMCI+; within a time step, it is read as an undirected
    edge, even if the edge is directed. If there is no such DAG, every way to direct the edges without a
    directed cycle is allowed. Bounds therefore also exist for estimates that `temporal_aid` refuses. The
    running time is exponential in the number of undirected edges.

    Args:
        truth: a DAG over time.
        estimate: a `TemporalGraph` or an object `as_temporal` reads, over the same variables and lags,
            with edges ``-->``, and ``---`` within a time step.
        length: number of time steps of the window; None takes the maximum lag + 1.

    Returns:
        The temporal SID of the DAG nearest to the truth, and of the one farthest from it.

    Raises:
        AlignmentError: the graphs do not have the same variables and maximum lag.
        GraphError: the length is below 1.
        KindError: the truth is not a DAG; the estimate has circles, ``<->``, or a directed cycle within
            a time step, or is declared a MAG or a PAG.
        LimitError: the estimate has more than 12 undirected edges, or the window is too large for
            `temporal_sid`.

    See also:
        temporal_sid: the distance of two DAGs.
        temporal_aid: for estimates that are equivalence classes.

    References:
        Peters, Bühlmann (2015), Structural intervention distance for evaluating causal graphs, Neural
        Computation 27(3).

    Examples:
        >>> truth = TemporalGraph.parse("A --> A @1; A --> B; C --> B; lags 1")
        >>> conflict = TemporalGraph(["A", "B", "C"], [("A", "-->", "A", 1), ("A", "---", "B", 0),
        ...     ("C", "---", "B", 0)], max_lag=1, conflicts=[("A", "B", 0)])
        >>> temporal_sid_bounds(truth, conflict)
        Bounds(lower=Count(0, of=30), upper=Count(20, of=30), exact=True)
    """
    truth_over_time, estimate_over_time = as_sides(truth, estimate)
    if not isinstance(estimate_over_time, TemporalGraph):
        raise KindError(
            f"temporal_sid_bounds compares time series graphs; got {type(estimate_over_time).__name__}"
        )
    has_regimes = _warn_of_joined_regimes(truth_over_time, estimate_over_time)
    if has_regimes:
        truth_over_time = _without_regimes(truth_over_time)  # temporal_sid would warn for every DAG.
    try:
        _refuse_other_edges(estimate_over_time)
        undirected_conflicts = _with_undirected_conflicts(estimate_over_time)
        _refuse_too_many_directions(undirected_conflicts)
        dags = _dags_of(undirected_conflicts)
        counts = [temporal_sid(truth_over_time, dag, length=length) for dag in dags]
    except KindError as error:
        # The remedies of temporal_sid may not work for all DAGs. temporal_shd accepts all graphs.
        problem = error.message.problem.replace("temporal_sid needs", "temporal_sid_bounds needs")
        remedy = Remedy("Compare the edges", "temporal_shd(truth, estimate)")
        raise KindError(problem, *([_by_time_step()] if has_regimes else []), remedy) from None
    return Bounds(min(counts, key=int), max(counts, key=int))


def _warn_of_joined_regimes(truth: TemporalGraph, estimate: TemporalGraph) -> bool:
    """Warn that the edges of all regimes are compared together; return whether a side has regimes."""
    problems = [note.problem for note in regime_notes(truth, estimate)]
    for problem in problems:
        warnings.warn(ClassWarning(problem, _by_time_step()), stacklevel=levels_to_caller())
    return bool(problems)


def _by_time_step() -> Remedy:
    code = "temporal_sid_bounds(truth.at(time), estimate.at(time))"
    return Remedy("Compare the graphs of one time step", code)


def _without_regimes(graph: TemporalGraph) -> TemporalGraph:
    return type(graph)._make(graph._lagged, graph._contemporaneous, graph._changing.copy())


def _refuse_other_edges(graph: TemporalGraph) -> None:
    name = "temporal_sid_bounds"
    refuse_declaration_over_time(graph, name, "estimate")
    demand_arrows_over_time(graph, name)
    contemporaneous = graph._contemporaneous
    if not contemporaneous.present_states <= {FORWARD, BACKWARD, UNDIRECTED}:
        raise KindError(
            f"{name} needs edges --> and --- within a time step; the estimate has other edges there"
        )


def _refuse_too_many_directions(graph: TemporalGraph) -> None:
    name, contemporaneous = "temporal_sid_bounds", graph._contemporaneous
    if reason := directed_cycle(contemporaneous):
        raise KindError(
            f"{name} needs an estimate without a directed cycle within a time step; {reason}"
        )
    n_undirected = int((contemporaneous.words & np.uint64(15) == UNDIRECTED).sum())
    if n_undirected > _MAX_UNDIRECTED:
        raise LimitError(
            f"{name} tries all directions of at most {_MAX_UNDIRECTED} undirected edges; the estimate "
            f"has {n_undirected}"
        )


def _with_undirected_conflicts(graph: TemporalGraph) -> TemporalGraph:
    """Return the graph in which each edge within a time step that has a conflict is undirected."""
    conflicts = {frozenset((graph.index(a), graph.index(b))) for a, b, lag in graph.conflicts if not lag}
    if not conflicts:
        return graph
    contemporaneous = graph._contemporaneous
    firsts, seconds, states = unpack(contemporaneous.words)
    pairs = zip(firsts.tolist(), seconds.tolist(), strict=True)
    in_conflict = np.array([frozenset(pair) in conflicts for pair in pairs], bool)
    words = sorted_words(firsts, seconds, np.where(in_conflict, UNDIRECTED, states).astype(np.uint8))
    within_step = Graph._make(graph._names, graph.n_nodes, words, contemporaneous.kind)
    changing = graph._changing.copy()
    return TemporalGraph._make(graph._lagged, within_step, changing, conflicts=graph.conflicts)


def _dags_of(graph: TemporalGraph) -> list[TemporalGraph]:
    """Return the DAGs that add no collider without a conflict; else all acyclic orientations."""
    dags = [*_acyclic_orientations(graph)]
    known_colliders = _colliders(graph)
    conflicts = {frozenset((graph.index(a), graph.index(b))) for a, b, lag in graph.conflicts if not lag}
    members = [
        dag
        for dag in dags
        if all(_has_conflict(collider, conflicts) for collider in _colliders(dag) - known_colliders)
    ]
    return members or dags


def _has_conflict(collider: tuple[_Node, int, _Node], conflicts: set[frozenset[int]]) -> bool:
    """Return whether an edge of the collider within the last time step has a conflict."""
    first, middle, second = collider
    return any(not lag and frozenset((v, middle)) in conflicts for v, lag in (first, second))


def _acyclic_orientations(graph: TemporalGraph) -> Iterator[TemporalGraph]:
    contemporaneous = graph._contemporaneous
    firsts, seconds, states = unpack(contemporaneous.words)
    undirected = np.flatnonzero(states == UNDIRECTED)
    for directions in product((FORWARD, BACKWARD), repeat=undirected.size):
        directed = states.copy()
        directed[undirected] = directions
        words = sorted_words(firsts, seconds, directed)
        oriented = Graph._make(graph._names, graph.n_nodes, words, "dag")
        if directed_cycle(oriented) is None:
            yield TemporalGraph._make(graph._lagged, oriented, graph._changing.copy())


def _colliders(graph: TemporalGraph) -> set[tuple[_Node, int, _Node]]:
    """
    Return the unshielded colliders at variables of the last time step.

    Each is (cause, variable, cause); the two causes are not adjacent, and have lags of 0 or more.
    """
    causes: dict[int, set[_Node]] = {v: set() for v in range(graph.n_nodes)}
    adjacent: set[tuple[int, int, int]] = set()
    firsts, seconds, states = (part.tolist() for part in unpack(graph._contemporaneous.words))
    for a, b, state in zip(firsts, seconds, states, strict=True):
        adjacent |= {(a, b, 0), (b, a, 0)}
        if state != UNDIRECTED:
            cause, effect = (a, b) if state == FORWARD else (b, a)
            causes[effect].add((cause, 0))
    lags, starts, ends = (part.tolist() for part in graph._lagged.unpack())
    for lag, a, b in zip(lags, starts, ends, strict=True):
        adjacent.add((a, b, lag))
        causes[b].add((a, lag))
    return {
        (x, middle, y)
        for middle, causes_of_middle in causes.items()
        for x, y in combinations(sorted(causes_of_middle), 2)
        if not _are_adjacent(x, y, adjacent)
    }


def _are_adjacent(x: _Node, y: _Node, adjacent: set[tuple[int, int, int]]) -> bool:
    (a, lag_of_x), (b, lag_of_y) = x, y
    if lag_of_x < lag_of_y:
        return (b, a, lag_of_y - lag_of_x) in adjacent
    return (a, b, lag_of_x - lag_of_y) in adjacent
