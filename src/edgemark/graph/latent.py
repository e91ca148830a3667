"""Graphs with hidden variables: marginal graphs of DAGs, and m-separation."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from typing import Any, Literal, overload

import numpy as np

from edgemark import _core
from edgemark.conventions.options import choices, require
from edgemark.errors import (
    ClassWarning,
    GraphError,
    InputTypeError,
    KindError,
    Remedy,
    levels_to_caller,
)
from edgemark.graph.core import Graph
from edgemark.graph.equivalence import extension, to_mag
from edgemark.graph.equivalence.hidden_variables import refuse_hidden_variables, refuse_untrue_kind
from edgemark.graph.equivalence.reading import kind_read, refuse_false_class
from edgemark.graph.kinds import (
    WITHOUT_SELECTION,
    class_of,
    demand,
    describe,
    describe_directed_cycle,
    remedies_for_no_mag,
)
from edgemark.graph.marks import ANCESTRAL_STATES, CYCLE, UNDIRECTED
from edgemark.graph.pair_lists import several_nodes
from edgemark.graph.temporal import TemporalGraph
from edgemark.resources import demand_memory, room_for, too_much_memory

__all__ = ["Projected", "latent_projection", "m_separated", "member_for_separations"]

Projected = Literal["mag", "admg"]

_OBSERVED, _HIDDEN, _SELECTED = 0, 1, 2
_BYTES_OF_EDGE = 112
"""Memory that a projection takes at its peak for each edge of the result, as the tests measure."""
_CLASSES_OF_DAGS = frozenset({"cpdag", "mpdag", "pdag", "undirected"})


@overload
def latent_projection(
    dag: Graph, hidden: Iterable[str] = ..., selected: Iterable[str] = ..., *, to: Projected = ...
) -> Graph: ...
@overload
def latent_projection(
    dag: TemporalGraph, hidden: Iterable[str] = ..., *, to: Projected = ..., max_lag: int | None = ...
) -> TemporalGraph: ...
def latent_projection(
    dag: Any,
    hidden: Iterable[str] = (),
    selected: Iterable[str] = (),
    *,
    to: Projected = "mag",
    max_lag: int | None = None,
) -> Any:
    r"""
    Return the MAG or ADMG over the observed nodes of a DAG or time series graph with hidden nodes.

    In the MAG, x and y are adjacent if an inducing path joins them, that is, if no set of observed nodes
    separates them given the selected nodes. The mark at x is a tail if x is an ancestor of y or of a
    selected node, else an arrowhead. The ADMG (Verma's latent projection) has :math:`x \to y` if a
    directed path leads from x to y through hidden nodes only. It has :math:`x \leftrightarrow y` if x
    and y have a hidden common cause that reaches both through hidden nodes only. A pair may have both
    edges.

    A time series graph has no first time step, and its projection takes the infinite past into account.
    Its ADMG has all edges of up to `max_lag` steps. Its MAG is that of the window from t - `max_lag` to
    t: the observed variables before the window are hidden too. It has the edges into time t, which also
    exist at all earlier steps. (At the first steps of a window the past may confound more nodes.) The
    time needed is quadratic in the number of nodes of the window, one for each variable and time step.

    Args:
        dag: an acyclic graph of directed edges, or a `TemporalGraph` of such edges.
        hidden: nodes that are not observed.
        selected: nodes on which the sample was selected; only for "mag", and not for time series graphs.
        to: "mag" or "admg".
        max_lag: the largest lag of the projection of a time series graph; None takes that of the graph.

    Returns:
        A graph of the observed nodes in their order, declared a MAG or an ADMG; a `TemporalGraph` if one
        was given. If the nodes have no names, the observed nodes are named by their positions; only a
        `TemporalGraph` without hidden nodes stays without names.

    Raises:
        GraphError: a name that is not a node of the graph, a node that is both hidden and selected, or
            no node is left.
        KindError: the graph is not a DAG, has regimes whose edges differ, or is declared a MAG, a PAG
            or a kind that its edges contradict; `selected` is given for an ADMG or a time series graph;
            or `max_lag` is given for a graph without lags.
        LimitError: the projection needs more memory than is available; or the window of a time series
            graph and the steps before it, up to the longest lag, have more than 20,000 nodes.

    Warns:
        ClassWarning: an edge ``-->`` of the MAG leads from a cause of the selection to a node that it
            does not cause, and no edge ``---`` shows the selection.

    References:
        Richardson and Spirtes (2002), Ancestral graph Markov models, doi:10.1214/aos/1031689015.
        Gerhardus, Wahl, Faltenbacher, Ninad, Runge (2023), Projecting infinite time series graphs to
        finite marginal graphs using number theory, arXiv:2310.05526.

    Examples:
        >>> dag = Graph.parse("L --> A; L --> B; A --> C")
        >>> latent_projection(dag, hidden=["L"])
        Graph.parse('A <-> B; A --> C', kind='mag')
        >>> latent_projection(Graph.parse("A --> S; B --> S"), selected=["S"])
        Graph.parse('A --- B', kind='mag')
        >>> series = TemporalGraph.parse("L --> L @2; L --> A; L --> B @1; lags 2")
        >>> latent_projection(series, hidden=["L"], max_lag=1)
        TemporalGraph.parse('A <-> B @1; B <-> A @1; lags 1', kind='mag')
    """
    require("to", to, choices(Projected))
    if isinstance(dag, TemporalGraph):
        return _project_over_time(
            dag, as_list(hidden, "hidden"), as_list(selected, "selected"), to, max_lag
        )
    if max_lag is not None:
        raise KindError("max_lag is for time series graphs; got a graph without lags")
    refuse_hidden_variables(dag, "a latent projection")
    try:
        demand(dag, "dag", "a latent projection")
    except KindError as error:
        raise error.advising(*_remedies_for_no_dag(dag)) from None
    refuse_untrue_kind(dag, "a latent projection")
    refuse_false_class(dag, "a latent projection")
    n = dag.n_nodes
    demand_memory(n * n * 5 // 8, f"a latent projection of {n} nodes")
    roles = _roles(dag, as_list(hidden, "hidden"), as_list(selected, "selected"), to)
    names = tuple(name for name, role in zip(dag.nodes, roles, strict=True) if role == _OBSERVED)
    project = _core.mag_of if to == "mag" else _core.admg_of
    max_edges = room_for(_BYTES_OF_EDGE)
    words = project(dag.words, roles, max_edges)
    if len(words) > max_edges:
        raise too_much_memory(
            _BYTES_OF_EDGE * (max_edges + 1),
            f"a latent projection of {n} nodes to more than {max_edges:,} edges",
        )
    projected = Graph._make(names, len(names), words, to)
    if (roles == _SELECTED).any():
        _warn_of_hidden_selection(projected, dag)
    return projected


def _warn_of_hidden_selection(mag: Graph, dag: Graph) -> None:
    """Warn of a tail that only the selection explains, if no edge --- shows that there is selection."""
    if not mag.present_states <= WITHOUT_SELECTION:
        return
    arrows = [(cause, effect) for cause, mark, effect in mag.edges() if mark == "-->"]
    ancestors = {effect: dag.ancestors(effect) for _, effect in arrows}
    false_cause = next((arrow for arrow in arrows if arrow[0] not in ancestors[arrow[1]]), None)
    if false_cause is not None:
        cause, effect = false_cause
        text = (
            f"the MAG has {cause} --> {effect} because {cause} is an ancestor of a selected node; it is "
            f"no ancestor of {effect}. No edge --- shows the selection, so metrics of ancestors and "
            f"effects would read {cause} as a cause of {effect}. Use metrics of separations or marks"
        )
        warnings.warn(text, ClassWarning, stacklevel=levels_to_caller())


def _remedies_for_no_dag(graph: Graph) -> tuple[Remedy, ...]:
    if describe_directed_cycle(graph):
        return remedies_for_no_mag(graph)
    return (Remedy("Give the DAG with the hidden nodes; a class of DAGs has several projections"),)


def _project_over_time(
    graph: TemporalGraph, hidden: list[str], selected: list[str], to: Projected, max_lag: int | None
) -> TemporalGraph:
    from edgemark.graph.equivalence.series_latent import project_series

    if selected:
        raise KindError(
            f"the projection of a time series graph has no selected variables; got {selected}",
            Remedy("Leave out selected"),
        )
    projected = project_series(graph, hidden, to, max_lag)
    if graph.is_named or not hidden:
        return projected
    positions = {graph.index(node) for node in hidden}
    return projected.with_nodes([name for k, name in enumerate(graph.nodes) if k not in positions])


def as_list(nodes: Iterable[str], what: str) -> list[str]:
    """Return a list of nodes, whose order does not matter; refuse a single string."""
    if isinstance(nodes, str):
        raise InputTypeError(
            f"{what} must be a list of node names; got the string {nodes!r}",
            Remedy("Give a list", f"{what}=[{nodes!r}]"),
        )
    return several_nodes(nodes, what)


def _roles(dag: Graph, hidden: list[str], selected: list[str], to: Projected) -> np.ndarray:
    roles = np.full(dag.n_nodes, _OBSERVED, dtype=np.uint8)
    for nodes, role in ((hidden, _HIDDEN), (selected, _SELECTED)):
        for node in nodes:
            place = dag.index(node)
            if roles[place] not in (_OBSERVED, role):
                raise GraphError(
                    f"a node is hidden or selected, not both; {node!r} is in both lists",
                    Remedy("Take it out of one of them"),
                )
            roles[place] = role
    if selected and to == "admg":
        raise KindError(
            f"an ADMG has no marks for selection; got {len(selected)} selected", Remedy("", 'to="mag"')
        )
    if dag.n_nodes and not (roles == _OBSERVED).any():
        raise GraphError(
            "at least one node must be observed; all of them are hidden or selected",
            Remedy("Leave the observed nodes out of the list"),
        )
    return roles


def m_separated(graph: Graph, a: str, b: str, given: Iterable[str] = ()) -> bool:
    """
    Return whether a set of nodes m-separates two nodes in a DAG, a MAG or an ADMG.

    A path is open if each of its colliders is in the set or an ancestor of it, and no other node on the
    path is in the set. Two nodes are m-separated if no path between them is open; in a DAG this is
    d-separation.

    Args:
        graph: a DAG, a MAG or an ADMG. A graph with ``---`` and no declared kind is refused, since it
            would be a CPDAG: pass a member of its class, such as ``extension(graph)``, or declare a MAG.
        a: a node.
        b: another node.
        given: the separating set.

    Raises:
        GraphError: a name that is not a node, `a` is `b`, or one of them is in `given`.
        KindError: the graph has circles or a directed cycle, stands for a class of DAGs or MAGs, or
            has edges that contradict its declared kind.

    References:
        Richardson and Spirtes (2002), Ancestral graph Markov models, doi:10.1214/aos/1031689015.

    Examples:
        >>> graph = Graph.parse("A --> B <-> C")
        >>> m_separated(graph, "A", "C"), m_separated(graph, "A", "C", ["B"])
        (True, False)
    """
    _demand_paths_without_circles(graph)
    start, end = graph.index(a), graph.index(b)
    conditioned = np.zeros(graph.n_nodes, dtype=np.uint8)
    conditioned[[graph.index(node) for node in as_list(given, "given")]] = 1
    if start == end:
        raise GraphError(f"two different nodes are needed; got {a!r} twice")
    for node, place in ((a, start), (b, end)):
        if conditioned[place]:
            raise GraphError(f"the two nodes must not be in the separating set; {node!r} is")
    is_connected = _core.m_connected(
        graph.words, graph.n_nodes, np.array([start], np.uint32), conditioned
    )
    return not is_connected[end]


def _demand_paths_without_circles(graph: Graph) -> None:
    needed = "m-separation needs a DAG, a MAG or an ADMG"
    kind = class_of(graph)
    if kind in _CLASSES_OF_DAGS and graph.objection("dag"):
        described = f"{describe(kind)}, which stands for a class of DAGs"
        if graph.kind is None:
            described = "a graph with --- without a declared kind, which is read as a CPDAG"
        raise KindError(f"{needed}; got {described}", *_remedies_for_paths(graph))
    if kind == "pag" or not graph.present_states <= ANCESTRAL_STATES | {CYCLE}:
        raise KindError(
            f"{needed}; got a PAG, which stands for a class of MAGs",
            Remedy("Take a member of the class", "m_separated(to_mag(graph), a, b, given)"),
        )
    if graph.kind is not None and (reason := graph.objection()):
        raise KindError(
            f"{needed}; the graph is declared {describe(graph.kind)}, but {reason}",
            *_remedies_for_admg(graph),
        )
    refuse_false_class(graph, "m-separation")
    if UNDIRECTED in graph.present_states and (reason := graph.objection("mag")):
        raise KindError(f"{needed}; the graph has --- and is not a MAG: {reason}")
    if reason := describe_directed_cycle(graph):
        raise KindError(
            f"m-separation needs a graph without directed cycles; {reason}", *remedies_for_no_mag(graph)
        )


def member_for_separations(graph: Graph, what: str, side: str = "graph") -> Graph:
    """Return a graph with the same m-separations: the graph itself, or a member of its class."""
    kind = kind_read(graph, what, side)
    if kind in ("dag", "cpdag", "mpdag"):
        if reason := graph.objection(kind):
            raise KindError(f"{what} needs {describe(kind)} as the {side}; {reason}")
        return graph if kind == "dag" else graph.cached("a member", extension)
    if kind == "pag":
        if reason := graph.objection("pag"):
            raise KindError(
                f"{what} needs a valid PAG as the {side}; {reason}",
                Remedy("Compare the marks, which needs no class, by shd or endpoint_hamming"),
            )
        return to_mag(graph)
    if kind == "digraph":
        raise KindError(
            f"{what} needs a graph without directed cycles; {describe_directed_cycle(graph)}",
            *remedies_for_no_mag(graph),
        )
    if reason := graph.objection(kind):
        ways = remedies_for_no_mag(graph) if kind == "mag" else ()
        raise KindError(f"{what} needs {describe(kind)} as the {side}; {reason}", *ways)
    return graph


def _remedies_for_admg(graph: Graph) -> tuple[Remedy, ...]:
    """Remedy for a graph that is declared something else, but has the edges of an ADMG."""
    if graph.with_kind("admg").objection() is not None:
        return remedies_for_no_mag(graph)
    return (Remedy("Declare an ADMG", 'm_separated(graph.with_kind("admg"), a, b, given)'),)


def _remedies_for_paths(graph: Graph) -> Iterator[Remedy]:
    """Remedy for a graph whose --- stand for either direction."""
    if graph.objection("pdag") is None and _core.extension(graph.words, graph.n_nodes) is not None:
        yield Remedy("Take a member of the class", "m_separated(extension(graph), a, b, given)")
    if graph.kind is None and graph.objection("mag") is None:
        yield Remedy(
            "If --- comes from selection, declare a MAG",
            'm_separated(graph.with_kind("mag"), a, b, given)',
        )
