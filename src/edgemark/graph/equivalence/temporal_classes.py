"""The equivalence class of a time series graph: causes never come after their effects."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import EdgemarkError, InputTypeError, KindError, Remedy
from edgemark.graph.core import Graph
from edgemark.graph.edge_words import sorted_words, unpack
from edgemark.graph.equivalence.background_knowledge import to_mpdag
from edgemark.graph.equivalence.cpdags import extension
from edgemark.graph.equivalence.hidden_variables import (
    has_hidden_variables,
    refuse_declaration_over_time,
    warn_how_skeleton_is_read,
)
from edgemark.graph.lagged_edges import WRITTEN_LAGGED
from edgemark.graph.marks import FORWARD, UNDIRECTED
from edgemark.graph.regimes import edges_come_and_go, warn_of_joined_regimes
from edgemark.graph.text import quoted

if TYPE_CHECKING:
    from edgemark.graph.temporal import TemporalGraph

__all__ = [
    "arrow_of_knowledge",
    "demand_arrows_over_time",
    "is_equivalence_class_over_time",
    "other_edge_over_time",
    "stands_for_class",
    "tiered_mpdag",
    "to_tiered_mpdag",
    "window_of_effects",
]

_KINDS_OF_CLASSES = frozenset({"cpdag", "pdag", "mpdag", "undirected"})


def to_tiered_mpdag(graph: TemporalGraph) -> TemporalGraph:
    """
    Return the equivalence class of a time series graph: edges that no data can direct are undirected.

    This is the class of the unrolled graph with the order of time as background knowledge, closed under
    Meek's rules 1 to 4. An edge is the same at all time steps: if the past directs it at one step, it is
    directed at every step. The CPDAG of the unrolled graph, by contrast, could have undirected lagged
    edges.

    Args:
        graph: a time series graph whose lagged edges are ``-->``, and whose contemporaneous edges form a
            DAG or such a class.

    Returns:
        A graph over the same variables, its contemporaneous edges declared an MPDAG. Cached.

    Raises:
        KindError: a lagged edge is not ``-->``; the contemporaneous edges form neither a DAG nor such a
            class; or the graph is declared a MAG, a PAG or a kind that its edges contradict.
        TypeError: the graph is not a `TemporalGraph`.

    References:
        Bang, Didelez (2023), Do we become wiser with time? On causal equivalence with tiered background
        knowledge, UAI.

    Examples:
        >>> from edgemark.graph import TemporalGraph
        >>> to_tiered_mpdag(TemporalGraph.parse("A --> A @1; A --> B; C --> D; lags 1"))
        TemporalGraph.parse('A --> B; C --- D; A --> A @1; lags 1', kind='mpdag')
    """
    from edgemark.graph.temporal import TemporalGraph

    if isinstance(graph, TemporalGraph):
        warn_how_skeleton_is_read(graph)
        try:
            mpdag = tiered_mpdag(graph)
        except KindError as error:
            raise _explained_by_regimes(error, graph) from None
        warn_of_joined_regimes(graph, "tiered MPDAG")
        return mpdag
    problem = f"to_tiered_mpdag takes a TemporalGraph; got {type(graph).__name__}"
    if isinstance(graph, Graph) and graph.is_dag() and not has_hidden_variables(graph):
        raise InputTypeError(problem, Remedy("Take the class of the DAG", "to_cpdag(graph)"))
    raise InputTypeError(problem)


def _explained_by_regimes(error: KindError, graph: TemporalGraph) -> KindError:
    """Return the error. If each regime has a class, and only their union has none, say so."""
    if not edges_come_and_go(graph):
        return error
    try:
        for regime in graph.regimes:
            tiered_mpdag(regime.graph)
    except KindError:
        return error
    return KindError(
        f"{error.message.problem}, after all its regimes are combined",
        Remedy(
            "Take the class of each regime, or of one time step",
            f"to_tiered_mpdag(graph.at({graph.regimes[0].start}))",
        ),
    )


def tiered_mpdag(graph: TemporalGraph) -> TemporalGraph:
    """Return the class as `to_tiered_mpdag` does, without the warning about a skeleton."""
    return graph.cached("tiered MPDAG", _find_tiered_mpdag)


def _find_tiered_mpdag(graph: TemporalGraph) -> TemporalGraph:
    demand_arrows_over_time(graph, "the tiered MPDAG of a graph")
    n = graph.n_nodes
    window = window_of_effects(graph, graph.max_lag + 1)
    tiers = [window.nodes[k : k + n] for k in range(0, window.n_nodes, max(n, 1))]
    try:
        mpdag = to_mpdag(window, tiers=tiers)
    except KindError as error:
        # the remedies of that error are for graphs without lags
        raise KindError(error.message.problem) from None
    return type(graph)._make(
        graph._lagged,
        Graph._make(graph._names, n, _words_of_last_step(mpdag, graph), "mpdag"),
        graph._changing.copy(),
        regimes=tuple(replace(r, graph=tiered_mpdag(r.graph)) for r in graph.regimes),
        conflicts=graph.conflicts,
        padded_from=graph.padded_from,
        lag_guessed=graph.lag_guessed,
    )


def _words_of_last_step(window: Graph, graph: TemporalGraph) -> NDArray[np.uint64]:
    """Return the edges within the last time step of a window, which holds all causes of that step."""
    first_node = graph.n_nodes * graph.max_lag
    firsts, seconds, states = unpack(window.words)
    is_last = firsts >= first_node
    return sorted_words(firsts[is_last] - first_node, seconds[is_last] - first_node, states[is_last])


def demand_arrows_over_time(graph: TemporalGraph, what: str) -> None:
    """
    Raise KindError unless all lagged edges are ``-->``, and the declared kind allows no hidden variables
    and agrees with the edges.
    """
    refuse_declaration_over_time(graph, what)
    edge = other_edge_over_time(graph)
    if edge is not None:
        raise KindError(f"{what} needs lagged edges --> only; got {edge}")


def other_edge_over_time(graph: TemporalGraph) -> str | None:
    """Return a lagged edge that is not ``-->``, as text; None if there is none."""
    lagged = graph._lagged
    positions = np.flatnonzero(lagged.states != FORWARD)
    if positions.size:
        lag, start, end = (int(part[positions[0]]) for part in lagged.unpack())
        glyph = WRITTEN_LAGGED[int(lagged.states[positions[0]])][-1]
        a, b = quoted(graph.nodes[start]), quoted(graph.nodes[end])
        return f"{a} {glyph} {b} @{lag}"
    return None


def arrow_of_knowledge(graph: TemporalGraph) -> str | None:
    """
    Return, as text, a contemporaneous arrow that only background knowledge directs, or None.

    Such an arrow follows from neither the unshielded colliders nor the lagged edges of the graph. A
    graph that represents no equivalence class has none.
    """
    return graph.cached("arrow of knowledge", _find_arrow_of_knowledge)


def _find_arrow_of_knowledge(graph: TemporalGraph) -> str | None:
    if not stands_for_class(graph):
        return None
    words = _words_of_last_step(extension(window_of_effects(graph, graph.max_lag + 1)), graph)
    dag = Graph._make(graph._names, graph.n_nodes, words, "dag")
    member = type(graph)._make(graph._lagged, dag, graph._changing.copy())
    declared, implied = graph._contemporaneous, tiered_mpdag(member)._contemporaneous
    arrows = ((a, b) for a, glyph, b in declared.edges() if glyph == "-->")
    from_knowledge = (pair for pair in arrows if implied.between(*pair) != declared.between(*pair))
    return next((f"{quoted(a)} --> {quoted(b)}" for a, b in from_knowledge), None)


def is_equivalence_class_over_time(graph: TemporalGraph) -> bool:
    """
    Whether colliders and the past direct exactly the contemporaneous edges that are directed.

    The contemporaneous edges alone need not be a CPDAG, because the past may direct some of them.

    Examples:
        >>> from edgemark.graph import TemporalGraph
        >>> edges = [("A", "-->", "A", 1), ("A", "-->", "B", 0)]
        >>> is_equivalence_class_over_time(TemporalGraph(["A", "B"], edges, max_lag=1, kind="cpdag"))
        True
        >>> is_equivalence_class_over_time(TemporalGraph(["A", "B"], edges[1:], max_lag=1, kind="cpdag"))
        False
    """
    try:
        tiered_mpdag(graph)
    except EdgemarkError:
        return False
    return arrow_of_knowledge(graph) is None


def stands_for_class(graph: TemporalGraph) -> bool:
    """Whether some contemporaneous edges are undirected, or could be by the declared kind."""
    return graph.kind in _KINDS_OF_CLASSES or UNDIRECTED in graph._contemporaneous.present_states


def window_of_effects(graph: TemporalGraph, length: int) -> Graph:
    """
    Return the graph over `length` time steps, declared a DAG, or an MPDAG if it represents a class.
    """
    from edgemark.graph.window_and_summary import cached_window

    return graph.cached(
        ("window of effects", length),
        lambda g: cached_window(g, length).with_kind("mpdag" if stands_for_class(g) else "dag"),
    )
