"""
Checks whether the declared kind of a graph lets it represent a class of DAGs over its nodes.

MAGs and PAGs are refused, and so are graphs whose edges contradict their kind. A declared undirected
graph is accepted with a warning. In the errors, `what` names the function, and `side` the graph.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from edgemark.errors import ClassWarning, KindError, Message, Remedy, levels_to_caller
from edgemark.graph.kinds import HasKind, allows_states, describe, undirected_is_tail_tail
from edgemark.graph.marks import FORWARD

if TYPE_CHECKING:
    from edgemark.conventions.options import Kind
    from edgemark.graph.core import Graph
    from edgemark.graph.temporal import TemporalGraph

__all__ = [
    "NOTHING_HIDDEN",
    "contradicts_kind",
    "declare_dag",
    "declares_no_class",
    "has_hidden_variables",
    "refuse_declaration",
    "refuse_declaration_over_time",
    "refuse_false_declaration",
    "refuse_hidden_variables",
    "refuse_untrue_kind",
    "skeleton_note",
    "warn_how_skeleton_is_read",
]

NOTHING_HIDDEN = "If no variable is hidden, declare a DAG"
"""What a remedy says that does not apply if a user has named hidden variables."""

_HIDDEN = frozenset({"mag", "pag"})


def has_hidden_variables(graph: HasKind | TemporalGraph) -> bool:
    """
    Whether a graph is declared to be of a kind whose arrows allow hidden common causes.

    Examples:
        >>> from edgemark.graph import Graph
        >>> has_hidden_variables(Graph.parse("A --> B", kind="mag"))
        True
    """
    return graph.kind in _HIDDEN


def refuse_hidden_variables(graph: HasKind, what: str, side: str = "graph") -> None:
    """
    Raise KindError for a declared MAG or PAG, since its arrows have another meaning than those of a DAG.

    A MAG or PAG with edges ``---`` is left to the caller: its edges have two tails, and the caller's
    error about them explains how to declare a CPDAG.
    """
    if not has_hidden_variables(graph) or undirected_is_tail_tail(graph):
        return
    problem = (
        f"{what} needs graphs without hidden variables; the {side} is declared "
        f"{describe(str(graph.kind))}, whose arrows allow hidden common causes"
    )
    if graph.is_dag():
        raise KindError(problem, declare_dag(side, NOTHING_HIDDEN))
    raise KindError(problem)


def refuse_declaration(graph: HasKind, what: str, side: str = "graph") -> None:
    """Refuse a graph as `refuse_hidden_variables` and `refuse_false_declaration` do."""
    refuse_hidden_variables(graph, what, side)
    refuse_false_declaration(graph, what, side)


def declares_no_class(graph: HasKind) -> bool:
    """Whether `refuse_declaration` refuses a graph."""
    try:
        refuse_declaration(graph, "it")
    except KindError:
        return True
    return False


def refuse_untrue_kind(graph: HasKind, what: str, *remedies: Remedy) -> None:
    """Raise KindError unless a graph meets every requirement of its declared kind."""
    if graph.kind is not None and (reason := graph.objection()):
        raise KindError(
            f"{what} needs a graph whose edges fit its declared kind; it is declared "
            f"{describe(graph.kind)}, but {reason}",
            *remedies,
        )


def refuse_false_declaration(graph: HasKind, what: str, side: str = "graph") -> None:
    """
    Raise KindError if the edges of a declared DAG, digraph or undirected graph contradict that kind.

    The meaning of the edges is then unknown. Declared CPDAGs, PDAGs and MPDAGs are left to
    `refuse_false_class`.
    """
    if graph.kind not in ("dag", "digraph", "undirected"):
        return
    required_kind: Kind = "undirected" if graph.kind == "undirected" else "digraph"
    if required_kind == "digraph" and graph.is_dag():  # One call checks all graphs of a stack.
        return
    reason = graph.objection(required_kind)
    if reason is None:
        return
    problem = (
        f"{what} needs a graph whose edges fit its declared kind; the {side} is declared "
        f"{describe(str(graph.kind))}, but {reason}"
    )
    if graph.objection("cpdag") is not None:
        raise KindError(problem)
    option = {"truth": "--truth-kind cpdag", "estimate": "--kind cpdag"}.get(side, "")
    say = "If it stands for a class of DAGs, declare a CPDAG"
    raise KindError(problem, Remedy(say, f'{side}.with_kind("cpdag")', option))


def contradicts_kind(graph: TemporalGraph) -> bool:
    """
    Whether the edges of a time series graph have marks that its declared kind does not allow.

    Examples:
        >>> from edgemark.graph import TemporalGraph
        >>> contradicts_kind(TemporalGraph.parse("A --- B; lags 1", kind="dag"))
        True
    """
    if not allows_states(graph.kind, graph._contemporaneous.present_states):
        return True
    return not allows_states(graph.kind, set(np.unique(graph._lagged.states).tolist()) - {FORWARD})


def refuse_declaration_over_time(
    graph: TemporalGraph, what: str, side: str = "graph", *remedies: Remedy
) -> None:
    """Raise KindError for a declared kind that allows hidden variables, or that the edges contradict."""
    declaration = f"the {side} is declared {describe(str(graph.kind))}"
    if has_hidden_variables(graph):
        problem = f"{what} needs graphs without hidden variables; {declaration}"
        raise KindError(f"{problem}, whose arrows allow hidden common causes", *remedies)
    if contradicts_kind(graph):
        problem = f"{what} needs graphs whose edges fit their declared kind; {declaration}"
        raise KindError(f"{problem}, but {graph.objection()}", *remedies)


def skeleton_note(graph: Graph | TemporalGraph, side: str = "graph") -> Message | None:
    """
    Return the warning that a declared undirected graph is read as a CPDAG without unshielded colliders.

    None for graphs of other kinds, for graphs without edges, and for time series graphs without
    contemporaneous edges.
    """
    if graph.kind != "undirected":
        return None
    if (contemporaneous := getattr(graph, "_contemporaneous", None)) is not None:
        return _note_of_series(contemporaneous, side)
    if not graph.n_edges:
        return None
    option = {"truth": "--truth-kind cpdag", "estimate": "--kind cpdag"}.get(side, "")
    return Message(
        f"the {side}, an undirected graph, is read as a CPDAG without unshielded colliders; a skeleton "
        "may have some",
        Remedy("If it is a CPDAG, declare it", f'{side}.with_kind("cpdag")', option),
    )


def _note_of_series(contemporaneous: Graph, side: str) -> Message | None:
    if not contemporaneous.n_edges:
        return None
    return Message(
        f"the edges within a time step of the {side}, an undirected graph, are read as those of a "
        "class in which they form no unshielded collider; a skeleton may have some",
        Remedy('If it is such a class, build it with kind="cpdag"'),
    )


def warn_how_skeleton_is_read(graph: Graph | TemporalGraph, side: str = "graph") -> None:
    """Warn that a declared undirected graph, which may be a skeleton, is read as a CPDAG."""
    if note := skeleton_note(graph, side):
        warnings.warn(note, ClassWarning, stacklevel=levels_to_caller())


def declare_dag(side: str, say: str) -> Remedy:
    """Return the remedy that declares a graph a DAG; `side` is its name in code."""
    option = {"truth": "--truth-kind dag", "estimate": "--kind dag"}.get(side, "")
    return Remedy(say, f'{side}.with_kind("dag")', option)
