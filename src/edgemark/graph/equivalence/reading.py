"""
Whether a graph is read as a DAG, a CPDAG or an MPDAG: one policy for all functions and metrics that are
about classes of DAGs.

The declared kind and the edges decide together, because marks alone cannot tell a DAG from a CPDAG or
an MPDAG whose edges are all directed.

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

A graph without edges is read by the first column, or as a CPDAG if it is declared undirected. Directed
cycles are refused, and so are edges other than ``-->`` and ``---``.

Some functions differ from the table:

- A function that needs a DAG accepts a CPDAG or an MPDAG whose edges are all directed, because the class
  of such a graph has one DAG. But `to_cpdag`, `to_icpdag`, `to_pag` and `pattern` refuse every MPDAG,
  because their result would lose its background knowledge.
- `extension`, `pattern` and `repair` do not need a class, so they accept a PDAG that is not a CPDAG.
- `repair`, and the distances that repair their input, also accept a graph that is declared a CPDAG but
  is invalid, because they exist to repair it. `repair` accepts an MPDAG too, and returns a CPDAG without
  the background knowledge.
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

_READ_AS_CPDAG = frozenset({"cpdag", "pdag", "undirected"})


def class_read(graph: HasKind) -> Reading | None:
    """
    Return the kind that a graph is read as, by the policy of this module; None if it is refused.

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
    if kind in _READ_AS_CPDAG:
        return "cpdag" if graph.objection("cpdag") is None else None
    return "dag" if kind in ("dag", "digraph", "admg") and graph.is_dag() else None


def kind_read(graph: HasKind, what: str, side: str = "graph") -> Kind:
    """
    Return the kind that a graph is read as by functions that also accept MAGs, PAGs and ADMGs.

    These keep their kinds, except that an ADMG whose edges form a DAG is read as a DAG. An MPDAG whose
    edges form a DAG is read as a DAG too, and a directed graph with cycles keeps its kind.

    Callers must check whether the edges are valid. This function checks only that a declared DAG or
    directed graph has no edges other than ``-->``, and a declared undirected graph none other than
    ``---``. In errors, `what` names the function and `side` the graph.

    Raises:
        KindError: a graph that is declared a DAG, directed or undirected has other edges.

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
    """Raise KindError if a graph is declared a CPDAG, PDAG or MPDAG but represents no class of DAGs."""
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
    """Offer other kinds for a graph that is declared a CPDAG or a PDAG but is not a valid CPDAG."""
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
    """Raise KindError for a declared MPDAG, because the result would lose its background knowledge."""
    if graph.kind == "mpdag":
        raise KindError(
            f"{what} needs {needs}; the {side} is declared an MPDAG, whose arrows knowledge or "
            f"interventions may have directed",
            *remedies,
        )
