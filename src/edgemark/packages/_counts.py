"""The counts, such as a confusion table, from which other packages compute their metric values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from edgemark.errors import KindError
from edgemark.graph import Graph
from edgemark.graph.kinds import remedies_for_undirected_edges
from edgemark.metrics import REGISTRY, edge_type_table
from edgemark.metrics.compared_graphs import both_to_cpdag

__all__ = [
    "ARC",
    "ARC_HAMMING",
    "ARROWHEADS_CONFUSION",
    "ARROWHEADS_SHARED_CONFUSION",
    "BACK",
    "EDGE_TYPES",
    "EDGE_TYPES_OF_CPDAGS",
    "ENTRIES_CONFUSION",
    "EXACT_CONFUSION",
    "LINE",
    "NONE",
    "PAIR_MISMATCH",
    "SHD_OF_CPDAGS",
    "SHD_OF_SKELETONS",
    "SKELETON_CONFUSION",
    "Counts",
    "counts_of_convention",
    "counts_of_views",
    "only_acyclic_if_directed",
    "only_dags",
    "paired",
]

# Types of edge, as in `edge_type_table`.
NONE, ARC, BACK, LINE = "none", "-->", "<--", "---"


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """
    The counts, such as a confusion table, from which a package computes its metric values.

    Attributes:
        metric: the metric of edgemark with these counts, or "" if only packages have them.
        name: the convention of that metric, or a description of the counts.
        compute: a function that returns the counts of truth and estimate, or raises KindError if the
            counts are not defined for these graphs.
        compared: the classes to which truth and estimate are converted before they are compared; "" if
            a graph is compared as given.
    """

    metric: str
    name: str
    compute: Callable[[Graph, Graph], Any]
    compared: tuple[str, str] = ("", "")


def counts_of_convention(metric: str, name: str) -> Counts:
    """Return the counts of one of edgemark's conventions."""
    declared = REGISTRY[metric]
    convention = next(known for known in declared.conventions if known.name == name)

    def compute(truth: Graph, estimate: Graph) -> Any:
        declared.check(truth, estimate)
        return declared.function(truth, estimate, **convention.options)

    return Counts(metric, name, compute, convention.target_classes)


def only_dags(counts: Counts, package: str) -> Counts:
    """Return the same counts, but refuse graphs that are not DAGs."""

    def compute(truth: Graph, estimate: Graph) -> Any:
        for graph, side in ((truth, "truth"), (estimate, "estimate")):
            _demand_dag(graph, f"{package} computes this number only for DAGs; in the {side}")
        return counts.compute(truth, estimate)

    return replace(counts, compute=compute)


def only_acyclic_if_directed(counts: Counts, package: str) -> Counts:
    """
    Return the same counts, but refuse a directed graph with a cycle.

    The package stores every graph without undirected edges as a DAG.
    """

    def compute(truth: Graph, estimate: Graph) -> Any:
        for graph, side in ((truth, "truth"), (estimate, "estimate")):
            if graph.objection("digraph") is None:
                _demand_dag(
                    graph, f"{package} stores a graph without undirected edges as a DAG; in the {side}"
                )
        return counts.compute(truth, estimate)

    return replace(counts, compute=compute)


def _demand_dag(graph: Graph, problem: str) -> None:
    if reason := graph.objection("dag"):
        raise KindError(f"{problem}, {reason}", *remedies_for_undirected_edges(graph))


def counts_of_views(counts: Counts, view: Callable[[Graph], Graph], name: str) -> Counts:
    """Return the same counts for graphs that `view` derives from those given."""
    return Counts("", name, lambda truth, estimate: counts.compute(view(truth), view(estimate)))


def paired(first: Counts, second: Counts) -> Counts:
    """Return both counts as a pair, for numbers that need both."""

    def compute(truth: Graph, estimate: Graph) -> tuple[Any, Any]:
        return first.compute(truth, estimate), second.compute(truth, estimate)

    return Counts("", f"{first.name}, {second.name}", compute, first.compared)


EDGE_TYPES = Counts("", "edge types", edge_type_table)
EDGE_TYPES_OF_CPDAGS = Counts(
    "",
    "edge types of CPDAGs",
    lambda truth, estimate: edge_type_table(*both_to_cpdag(truth, estimate)),
    ("cpdag", "cpdag"),
)

PAIR_MISMATCH = counts_of_convention("shd", "pair mismatch")
ARC_HAMMING = counts_of_convention("shd", "arc Hamming")
SHD_OF_CPDAGS = counts_of_convention("shd", "both to CPDAG")
SHD_OF_SKELETONS = counts_of_convention("shd", "skeleton")
SKELETON_CONFUSION = counts_of_convention("confusion", "skeleton")
EXACT_CONFUSION = counts_of_convention("confusion", "exact")
ENTRIES_CONFUSION = counts_of_convention("confusion", "entries")
ARROWHEADS_CONFUSION = counts_of_convention("confusion", "arrowheads")
ARROWHEADS_SHARED_CONFUSION = counts_of_convention("confusion", "arrowheads shared")
