"""The class of graph that truth and estimates are compared in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from edgemark.errors import KindError
from edgemark.graph import Graph
from edgemark.graph.equivalence import extension, to_cpdag
from edgemark.graph.equivalence.mags_and_pags import to_pag
from edgemark.graph.kinds import class_of, describe

__all__ = ["AS_GIVEN", "coarsest", "mapped"]

AS_GIVEN = "as-given"
_COARSENESS = {"dag": 0, "digraph": 0, "admg": 0, "mpdag": 1, "pdag": 1, "undirected": 1, "cpdag": 1}
_COARSENESS |= {"mag": 2, "pag": 2}
_NAMES = ("dag", "cpdag", "pag")


def coarsest(classes: Iterable[str]) -> str:
    """
    Return the coarsest class among some: "pag", "cpdag" or "dag"; "as-given" if none of them is one.

    Examples:
        >>> coarsest(["dag", "cpdag", "scores"]), coarsest(["temporal"])
        ('cpdag', 'as-given')
    """
    found = [_COARSENESS[one] for one in classes if one in _COARSENESS]
    return _NAMES[max(found)] if found else AS_GIVEN


def mapped(side: Any, reference: str, what: str) -> Any:
    """
    Map the truth or an estimate to the reference class; what is no graph stays as it is.

    Args:
        side: the truth or an estimate.
        reference: "dag", "cpdag", "pag" or "as-given".
        what: "truth" or "estimate", for errors.

    Raises:
        KindError: there is no such graph of that class.

    Examples:
        >>> mapped(Graph.parse("A --> B"), "cpdag", "truth")
        Graph.parse('A --- B', kind='cpdag')
        >>> mapped(Graph.parse("A --- B"), "dag", "estimate")
        Traceback (most recent call last):
        ...
        edgemark.errors.KindError: the reference class is a DAG; the estimate is a CPDAG, ...
    """
    if not isinstance(side, Graph) or reference == AS_GIVEN:
        return side
    return _MAPPINGS[reference](side, what)


def _to_dag(graph: Graph, what: str) -> Graph:
    """A cyclic graph stays one, for the metrics that allow it."""
    kind = class_of(graph)
    if kind not in ("mag", "pag", "admg") and graph.objection("digraph") is None:
        return graph.with_kind("dag") if graph.is_dag() else graph
    raise KindError(
        f"the reference class is a DAG; the {what} is {describe(kind)}, which may stand for several. "
        f'Write reference = "auto", or the class of the coarsest algorithm'
    )


def _to_cpdag(graph: Graph, what: str) -> Graph:
    kind = class_of(graph)
    if graph.is_dag() and kind not in ("mag", "pag", "admg"):
        return graph if kind == "cpdag" else to_cpdag(graph)
    if kind == "cpdag":
        return graph
    if kind in ("mpdag", "pdag"):
        return to_cpdag(extension(graph))
    if kind == "undirected":
        return graph.with_kind("cpdag")
    raise KindError(f"the reference class is a CPDAG; the {what} is {describe(kind)}, which has none")


def _to_pag(graph: Graph, what: str) -> Graph:
    kind = class_of(graph)
    if kind == "pag":
        return graph
    if kind == "mag":
        return to_pag(graph)
    if graph.is_dag():
        return to_pag(graph.with_kind(None))
    if kind in ("cpdag", "mpdag", "pdag"):
        return to_pag(extension(graph).with_kind(None))
    raise KindError(f"the reference class is a PAG; the {what} is {describe(kind)}, which has none")


_MAPPINGS = {"dag": _to_dag, "cpdag": _to_cpdag, "pag": _to_pag}
