"""The reference class: the class of graph in which truth and estimates are compared."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, cast

from edgemark.conventions.classes import AS_GIVEN, coarsest
from edgemark.conventions.options import Kind, Reference, choices, require
from edgemark.errors import EdgemarkError, InputTypeError, KindError, Message, Remedy
from edgemark.graph import Graph
from edgemark.graph.equivalence import extension, kind_read, to_cpdag
from edgemark.graph.equivalence.mags_and_pags import to_pag
from edgemark.graph.kinds import class_of, describe
from edgemark.metrics.restricted_pairs import with_candidates_of

__all__ = [
    "common_class_with_truth",
    "common_reference",
    "left_out",
    "mapped",
    "mapped_sides",
    "notes_on_lost_directions",
]


def common_reference(graphs: Iterable[Any]) -> Reference | None:
    """
    Return the class in which methods can be ranked: the coarsest class of their graphs and the truth.

    A comparison of each estimate in its own class would favour estimates that state little:
    A --> B, A --- B and A o-o B would all be perfect for the truth A --> B. In one class, no estimate
    gains by leaving marks open.

    A graph that cannot be converted to its own class is ignored, such as a MAG with selection, which
    has no PAG here. It cannot be ranked, and does not affect the class of the others.

    Args:
        graphs: a list of the estimates and the truth; objects that are not graphs are ignored.

    Returns:
        "pag", "cpdag" or "dag", for the option `reference` of `evaluate`; None if there is no graph of
        such a class.

    Raises:
        InputTypeError: a single graph instead of a list.

    Examples:
        >>> common_reference([Graph.parse("A --> B"), Graph.parse("A --- B")])
        'cpdag'
    """
    if isinstance(graphs, Graph):
        raise InputTypeError("a common class needs a list of graphs; got a single graph")
    coarsest_class = coarsest(
        class_of(graph)
        for graph in graphs
        if isinstance(graph, Graph) and _reason_without_class(graph) is None
    )
    return None if coarsest_class == AS_GIVEN else cast(Reference, coarsest_class)


def common_class_with_truth(truth: Graph, estimates: Collection[Any]) -> Reference | None:
    """
    Return the class in which estimates of one truth can be ranked; None if there is none.

    It is the coarsest class of these graphs and the truth to which the truth can be converted.

    Examples:
        >>> cycle, dag = Graph.parse("A --> B --> A"), Graph.parse("A --> B")
        >>> common_class_with_truth(cycle, [dag, Graph.parse("A --- B")])
        'dag'
    """
    graphs = [truth, *(graph for graph in estimates if isinstance(graph, Graph))]
    classes = {own_class for graph in graphs if (own_class := common_reference([graph])) is not None}
    while classes:
        candidate = cast(Reference, coarsest(classes))
        if _reason_not_converted(truth, candidate, "truth") is None:
            return candidate
        classes.remove(candidate)
    return None


def left_out(truth: Graph, estimates: Mapping[str, Any], reference: str) -> dict[str, Message]:
    """
    Return the estimates that cannot be converted to the class of the ranking, each with the reason.
    """
    reasons = {}
    for name, estimate in estimates.items():
        if not isinstance(estimate, Graph):
            continue
        own_class = coarsest([class_of(estimate)])
        if coarsest([own_class, reference]) == reference:
            reason = _reason_not_converted(estimate, reference, "estimate")
        else:  # The estimate or the truth cannot be converted to the class of the estimate.
            reason = _reason_without_class(estimate) or _reason_not_converted(truth, own_class, "truth")
        if reason is not None:
            reasons[name] = reason
    return reasons


def _reason_without_class(graph: Graph) -> Message | None:
    """Explain why a graph cannot be converted to its own class; None if it can."""
    return graph.cached(
        "why without class", lambda g: _reason_not_converted(g, coarsest([class_of(g)]), "estimate")
    )


def _reason_not_converted(graph: Graph, reference: str, side: str) -> Message | None:
    try:
        mapped(graph, reference, side)
    except EdgemarkError as error:
        return error.message
    return None


def mapped_sides(truth: Any, estimate: Any, reference: str) -> tuple[Any, Any]:
    """
    Return both sides in one class; "auto" is the coarser class of the two. The truth keeps its
    candidates.

    Raises:
        KindError: a side is not a graph, or cannot be converted to that class.
    """
    require("reference", reference, choices(Reference))
    for side, what in ((truth, "truth"), (estimate, "estimate")):
        if not isinstance(side, Graph):
            raise KindError(
                f"reference converts graphs without lags to one class; the {what} is "
                f"{type(side).__name__}. Compare it without reference"
            )
    name = coarsest(map(class_of, (truth, estimate))) if reference == "auto" else reference
    return with_candidates_of(truth, mapped(truth, name, "truth")), mapped(estimate, name, "estimate")


def notes_on_lost_directions(sides: Iterable[Any], converted: Iterable[Any]) -> Iterator[str]:
    """
    Yield a note for each side that is not a CPDAG and loses directions in the conversion.

    Examples:
        >>> truth, found = Graph.parse("A --> B --> C"), Graph.parse("A --> B --- C")
        >>> for note in notes_on_lost_directions((truth, found), mapped_sides(truth, found, "pag")):
        ...     print(note)
        the estimate is not a CPDAG: A --> B would be A --- B in the CPDAG of its class. ...
    """
    for what, side, result in zip(("truth", "estimate"), sides, converted, strict=True):
        if class_of(side) in ("cpdag", "pdag") and result != side and (why := side.objection("cpdag")):
            yield (
                f"the {what} is not a CPDAG: {why}. It is compared as its class, without the directions "
                f"that the class leaves open"
            )


def mapped(side: Any, reference: str, what: str) -> Any:
    """
    Convert the truth or an estimate to the reference class; other objects stay as they are.

    Args:
        side: the truth or an estimate.
        reference: "dag", "cpdag", "pag" or "as-given".
        what: "truth" or "estimate", for errors.

    Raises:
        KindError: the graph cannot be converted to that class.

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
    return _CONVERSIONS[reference](side, what)


def _to_dag(graph: Graph, what: str) -> Graph:
    """Read a graph as a DAG. A cyclic graph stays as it is, for metrics that allow cycles."""
    kind = kind_read(graph, "the reference class", what)
    if kind not in ("mag", "pag", "admg") and graph.objection("digraph") is None:
        return graph.with_kind("dag") if graph.is_dag() else graph
    if kind == "admg":
        raise _error_of_admg("a DAG", what)
    raise KindError(
        f"the reference class is a DAG; the {what} is {describe(kind)}, which may stand for several "
        "DAGs",
        Remedy("Compare in the coarser class", 'reference="auto"', "--reference auto"),
    )


def _error_of_admg(reference: str, what: str) -> KindError:
    return KindError(
        f"the reference class is {reference}; the {what} is an ADMG, and no reference class has ADMGs. "
        f"Score it as given, without a reference class"
    )


def _kind_in_class(graph: Graph, what: str) -> Kind:
    """Return the kind of a graph. A digraph or ADMG whose edges form a DAG is a DAG here."""
    kind = class_of(graph)
    return kind_read(graph, "the reference class", what) if kind in ("digraph", "admg") else kind


def _to_cpdag(graph: Graph, what: str) -> Graph:
    """Convert a graph to a CPDAG. An MPDAG or a PDAG loses the directions that come from knowledge."""
    kind = _kind_in_class(graph, what)
    if kind in ("mpdag", "pdag"):
        return to_cpdag(extension(graph).with_kind(None))
    if kind == "cpdag":
        return graph
    if graph.is_dag() and kind not in ("mag", "pag", "admg"):
        return to_cpdag(graph)
    if kind == "undirected":
        return graph.with_kind("cpdag")
    if kind == "admg":
        raise _error_of_admg("a CPDAG", what)
    raise KindError(f"the reference class is a CPDAG; the {what} is {describe(kind)}, which has none")


def _to_pag(graph: Graph, what: str) -> Graph:
    kind = _kind_in_class(graph, what)
    if kind == "pag":
        return graph
    if kind == "mag":
        return to_pag(graph)
    if graph.is_dag():
        return to_pag(graph.with_kind(None))
    if kind in ("cpdag", "mpdag", "pdag", "undirected"):
        return to_pag(extension(graph).with_kind(None))
    if kind == "admg":
        raise _error_of_admg("a PAG", what)
    raise KindError(f"the reference class is a PAG; the {what} is {describe(kind)}, which has none")


_CONVERSIONS = {"dag": _to_dag, "cpdag": _to_cpdag, "pag": _to_pag}
