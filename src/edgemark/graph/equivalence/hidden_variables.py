"""Graphs with hidden variables, which stand for no class of DAGs over their nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edgemark.errors import KindError, Remedy
from edgemark.graph.kinds import Asked, describe, undirected_is_tail_tail

if TYPE_CHECKING:
    from edgemark.conventions.options import Kind
    from edgemark.graph.temporal import TemporalGraph

__all__ = ["has_hidden_variables", "refuse_false_declaration", "refuse_hidden_variables"]

_HIDDEN = frozenset({"mag", "pag"})


def has_hidden_variables(graph: Asked | TemporalGraph) -> bool:
    """
    Whether a graph is declared to be of a kind whose arrows allow hidden common causes.

    Examples:
        >>> from edgemark.graph import Graph
        >>> has_hidden_variables(Graph.parse("A --> B", kind="mag"))
        True
    """
    return graph.kind in _HIDDEN


def refuse_hidden_variables(graph: Asked, what: str, side: str = "graph") -> None:
    """Raise KindError for a declared MAG or PAG, whose arrows do not mean what those of a DAG mean."""
    if not has_hidden_variables(graph) or undirected_is_tail_tail(graph):
        return  # two tails have a refusal of their own, which says how to declare a CPDAG
    problem = (
        f"{what} needs graphs without hidden variables; the {side} is declared "
        f"{describe(str(graph.kind))}, whose arrows allow hidden common causes"
    )
    if graph.is_dag():
        raise KindError(problem, _declared_dag(side))
    raise KindError(problem)


def refuse_false_declaration(graph: Asked, what: str, side: str = "graph") -> None:
    """Raise KindError if edges contradict the declared kind: nobody knows what they stand for."""
    if graph.kind not in ("dag", "digraph", "undirected"):
        return
    marks: Kind = "undirected" if graph.kind == "undirected" else "digraph"
    if marks == "digraph" and graph.is_dag():  # which many graphs answer at once
        return
    reason = graph.objection(marks)
    if reason is None:
        return
    problem = (
        f"{what} needs a graph of the kind that it is declared; the {side} is declared "
        f"{describe(str(graph.kind))}, but {reason}"
    )
    if graph.objection("cpdag") is not None:
        raise KindError(problem)
    option = {"truth": "--truth-kind cpdag", "estimate": "--kind cpdag"}.get(side, "")
    say = "If it stands for a class of DAGs, declare a CPDAG"
    raise KindError(problem, Remedy(say, f'{side}.with_kind("cpdag")', option))


def _declared_dag(side: str) -> Remedy:
    option = {"truth": "--truth-kind dag", "estimate": "--kind dag"}.get(side, "")
    return Remedy("If no variable is hidden, declare a DAG", f'{side}.with_kind("dag")', option)
