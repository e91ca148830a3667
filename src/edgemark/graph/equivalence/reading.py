"""
How a graph is read: one policy for every function and metric about classes of DAGs.

The declared kind and the edges decide together; marks alone cannot tell a DAG from a CPDAG or an MPDAG
that happens to be fully directed.

==================  ==================  ===================================  ========================
declared            only ``-->``,       ``-->`` and ``---``                  only ``---``
                    acyclic
==================  ==================  ===================================  ========================
nothing             a DAG               a CPDAG if it is one, else refused   as on the left
dag, digraph, admg  a DAG               refused: the edges contradict it     refused
cpdag               a CPDAG if it is    a CPDAG if it is one, else refused   as on the left
                    one, else refused
pdag                as cpdag            as cpdag                             as cpdag
mpdag               an MPDAG if it is   an MPDAG if it is one, else refused  as on the left
                    one, else refused
undirected          refused             refused                              a CPDAG if it is one, with
                                                                             a warning, else refused
mag, pag            refused             refused                              refused
==================  ==================  ===================================  ========================

Functions that read classes refuse directed cycles, and edges other than ``-->`` and ``---``. `to_cpdag`,
`to_icpdag`, `to_pag` and `pattern` refuse every MPDAG, because they would lose its knowledge. The other
functions that need a DAG take a CPDAG or an MPDAG whose edges are all directed: its class has one DAG.
`extension`, `pattern` and `repair` work on marks, so they accept a PDAG that is not a CPDAG. `repair`
and the distances that repair their input also accept an invalid CPDAG, which is their purpose. `repair`
accepts an MPDAG too, and returns a CPDAG without its knowledge.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from edgemark.conventions.options import Kind
from edgemark.errors import KindError, Remedy
from edgemark.graph.equivalence.hidden_variables import (
    declare_dag,
    declares_no_class,
    refuse_false_declaration,
)
from edgemark.graph.kinds import HasKind, class_of, describe, is_plain_dag

__all__ = [
    "Reading",
    "class_read",
    "kind_read",
    "refuse_false_class",
    "refuse_knowledge",
    "remedies_for_arrows",
]

Reading = Literal["dag", "cpdag", "mpdag"]

_CLASSES = frozenset({"cpdag", "pdag", "undirected"})


def class_read(graph: HasKind) -> Reading | None:
    """
    Return how the policy above reads a graph; None if it refuses the graph.

    Examples:
        >>> from edgemark.graph import Graph
        >>> chain = Graph.parse("A --> B --> C")
        >>> class_read(chain), class_read(chain.with_kind("mpdag")), class_read(chain.with_kind("pdag"))
        ('dag', 'mpdag', None)
    """
    return graph.cached("class read", _find_reading)


def _find_reading(graph: HasKind) -> Reading | None:
    if is_plain_dag(graph):
        return "dag"
    if declares_no_class(graph):
        return None
    kind = class_of(graph)
    if kind == "mpdag":
        return "mpdag" if graph.objection("mpdag") is None else None
    if kind in _CLASSES:
        return "cpdag" if graph.objection("cpdag") is None else None
    return "dag" if kind in ("dag", "digraph", "admg") and graph.is_dag() else None


def kind_read(graph: HasKind, what: str, side: str = "graph") -> Kind:
    """
    Return the kind that a function reads if it also accepts graphs with hidden variables.

    It extends the policy above to MAGs, PAGs and ADMGs, which keep their kinds. There are two more
    differences: an ADMG or MPDAG whose edges are those of a DAG is read as a DAG, and the function does
    not check whether the edges of a CPDAG, MPDAG, MAG or PAG are valid.

    Raises:
        KindError: the edges contradict the declared kind.

    Examples:
        >>> from edgemark.graph import Graph
        >>> kind_read(Graph.parse("A --> B", kind="digraph"), "a function")
        'dag'
        >>> kind_read(Graph.parse("A --> B", kind="mag"), "a function")
        'mag'
    """
    refuse_false_declaration(graph, what, side)
    kind = class_of(graph)
    if kind in ("digraph", "admg", "mpdag") and graph.is_dag():
        return "dag"
    return "cpdag" if kind in ("pdag", "undirected") else kind


def refuse_false_class(graph: HasKind, what: str, side: str = "graph") -> None:
    """Raise KindError if a graph is declared to represent a class of DAGs but represents none."""
    if graph.kind not in ("cpdag", "pdag", "mpdag") or class_read(graph) is not None:
        return
    reason = graph.objection("mpdag" if graph.kind == "mpdag" else "cpdag")
    declaration = f"the {side} is declared {describe(graph.kind)}"
    if graph.kind == "pdag":
        problem = f"{what} reads a PDAG as a CPDAG; {declaration}, but {reason}"
    else:
        problem = f"{what} needs a graph whose edges fit its declared kind; {declaration}, but {reason}"
    raise KindError(problem, *remedies_for_arrows(graph, side))


def remedies_for_arrows(graph: HasKind, side: str) -> Iterator[Remedy]:
    """Remedies for a graph with more arrows than a CPDAG: declare another kind."""
    if graph.kind not in ("cpdag", "pdag"):
        return
    if graph.is_dag():
        yield declare_dag(side, "If it is a DAG, declare it")
    if graph.objection("mpdag") is None:
        yield Remedy(
            "If knowledge or interventions directed its edges, declare an MPDAG",
            f'{side}.with_kind("mpdag")',
        )


def refuse_knowledge(
    graph: HasKind, what: str, *remedies: Remedy, side: str = "graph", needs: str = "a DAG or a CPDAG"
) -> None:
    """Raise KindError for a declared MPDAG: the directions from background knowledge would be lost."""
    if graph.kind == "mpdag":
        raise KindError(
            f"{what} needs {needs}; the {side} is declared an MPDAG, whose arrows knowledge or "
            f"interventions may have directed",
            *remedies,
        )
