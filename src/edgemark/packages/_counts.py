"""The counts that the numbers of packages are computed from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from edgemark.errors import KindError
from edgemark.graph import Graph
from edgemark.graph.kinds import remedies_for_two_tails
from edgemark.metrics import REGISTRY, edge_type_table
from edgemark.metrics.compared_graphs import both_to_cpdag

__all__ = [
    "ARC",
    "ARC_HAMMING",
    "ARROWHEADS",
    "ARROWHEADS_SHARED",
    "BACK",
    "BOTH_TO_CPDAG",
    "CPDAG_TYPES",
    "ENTRIES",
    "EXACT",
    "LINE",
    "NONE",
    "PAIR_MISMATCH",
    "SKELETON",
    "SKELETON_SHD",
    "TYPES",
    "Counts",
    "counted",
    "only_acyclic_if_directed",
    "only_dags",
    "together",
    "viewed",
]

# Types of edge, as in `edge_type_table`.
NONE, ARC, BACK, LINE = "none", "-->", "<--", "---"


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """
    The counts that the numbers of a package are computed from.

    Attributes:
        metric: the metric of edgemark with these counts, or "" if only packages have them.
        name: its convention, or a description of the counts.
        of: a function that returns the counts of truth and estimate, or raises KindError if there are
            none.
        compared: classes of the graphs that are compared instead of those given; "" for as given.
    """

    metric: str
    name: str
    of: Callable[[Graph, Graph], Any]
    compared: tuple[str, str] = ("", "")


def counted(metric: str, name: str) -> Counts:
    """Return the counts of one of edgemark's conventions."""
    declared = REGISTRY[metric]
    convention = next(known for known in declared.conventions if known.name == name)

    def of(truth: Graph, estimate: Graph) -> Any:
        declared.check(truth, estimate)
        return declared.function(truth, estimate, **convention.options)

    return Counts(metric, name, of, convention.converted)


def only_dags(counts: Counts, package: str) -> Counts:
    """Return the same counts, but refuse graphs that are not DAGs."""

    def of(truth: Graph, estimate: Graph) -> Any:
        for graph, side in ((truth, "truth"), (estimate, "estimate")):
            _demand_dag(graph, f"{package} computes this number only for DAGs; in the {side}")
        return counts.of(truth, estimate)

    return replace(counts, of=of)


def only_acyclic_if_directed(counts: Counts, package: str) -> Counts:
    """
    Return the same counts, but refuse a cyclic graph without ``---``, which the package stores as a DAG.
    """

    def of(truth: Graph, estimate: Graph) -> Any:
        for graph, side in ((truth, "truth"), (estimate, "estimate")):
            if graph.objection("digraph") is None:
                _demand_dag(
                    graph, f"{package} stores a graph without undirected edges as a DAG; in the {side}"
                )
        return counts.of(truth, estimate)

    return replace(counts, of=of)


def _demand_dag(graph: Graph, problem: str) -> None:
    if reason := graph.objection("dag"):
        raise KindError(f"{problem}, {reason}", *remedies_for_two_tails(graph))


def viewed(counts: Counts, view: Callable[[Graph], Graph], name: str) -> Counts:
    """Return the same counts for graphs that `view` derives from those given."""
    return Counts("", name, lambda truth, estimate: counts.of(view(truth), view(estimate)))


def together(first: Counts, second: Counts) -> Counts:
    """Return both counts as a pair, for numbers that need both."""

    def of(truth: Graph, estimate: Graph) -> tuple[Any, Any]:
        return first.of(truth, estimate), second.of(truth, estimate)

    return Counts("", f"{first.name}, {second.name}", of, first.compared)


TYPES = Counts("", "edge types", edge_type_table)
CPDAG_TYPES = Counts(
    "",
    "edge types of CPDAGs",
    lambda truth, estimate: edge_type_table(*both_to_cpdag(truth, estimate)),
    ("cpdag", "cpdag"),
)

PAIR_MISMATCH = counted("shd", "pair mismatch")
ARC_HAMMING = counted("shd", "arc Hamming")
BOTH_TO_CPDAG = counted("shd", "both to CPDAG")
SKELETON_SHD = counted("shd", "skeleton")
SKELETON = counted("confusion", "skeleton")
EXACT = counted("confusion", "exact")
ENTRIES = counted("confusion", "entries")
ARROWHEADS = counted("confusion", "arrowheads")
ARROWHEADS_SHARED = counted("confusion", "arrowheads shared")
