"""What other packages count, such as a confusion table, to compute their metric values from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from edgemark.errors import KindError
from edgemark.graph import Graph
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
    "Counting",
    "counting_of_convention",
    "counting_of_views",
    "demand_true_dag",
    "only_acyclic_if_directed",
    "only_dags",
    "paired",
]

# Types of edge, as in `edge_type_table`.
NONE, ARC, BACK, LINE = "none", "-->", "<--", "---"


@dataclass(frozen=True, slots=True, eq=False)
class Counting:
    """
    What a package counts, such as a confusion table, to compute its metric values from it.

    Attributes:
        metric: the metric of edgemark that counts the same, or "" if only packages do.
        name: the convention of that metric, or a description of what is counted.
        compute: a function that returns the counts of truth and estimate, or raises KindError if the
            counts are not defined for these graphs.
        compared: the classes to which truth and estimate are converted before they are compared; "" if
            a graph is compared as given.
    """

    metric: str
    name: str
    compute: Callable[[Graph, Graph], Any]
    compared: tuple[str, str] = ("", "")


def counting_of_convention(metric: str, name: str) -> Counting:
    """Return the counts of one of edgemark's conventions."""
    declared = REGISTRY[metric]
    convention = next(known for known in declared.conventions if known.name == name)

    def compute(truth: Graph, estimate: Graph) -> Any:
        declared.check(truth, estimate)
        return declared.function(truth, estimate, **convention.options)

    return Counting(metric, name, compute, convention.target_classes)


def only_dags(counting: Counting, package: str) -> Counting:
    """Return the same counts, but refuse graphs that are not DAGs."""

    def compute(truth: Graph, estimate: Graph) -> Any:
        for graph, side in ((truth, "truth"), (estimate, "estimate")):
            _demand_dag(graph, f"{package} computes this number only for DAGs; in the {side}")
        return counting.compute(truth, estimate)

    return replace(counting, compute=compute)


def only_acyclic_if_directed(counting: Counting, package: str) -> Counting:
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
        return counting.compute(truth, estimate)

    return replace(counting, compute=compute)


def demand_true_dag(truth: Graph, package: str) -> None:
    """Raise KindError unless the truth is a DAG, without which a package does not compute a number."""
    _demand_dag(truth, f"{package} computes this number only if the truth is a DAG; here")


def _demand_dag(graph: Graph, problem: str) -> None:
    # There is no remedy: a graph with undirected edges is not a DAG, whatever its declared kind.
    if reason := graph.objection("dag"):
        raise KindError(f"{problem}, {reason}")


def counting_of_views(counting: Counting, view: Callable[[Graph], Graph], name: str) -> Counting:
    """Return the same counts for graphs that `view` derives from those given."""
    return Counting("", name, lambda truth, estimate: counting.compute(view(truth), view(estimate)))


def paired(first: Counting, second: Counting) -> Counting:
    """Return both counts as a pair, for numbers that need both."""

    def compute(truth: Graph, estimate: Graph) -> tuple[Any, Any]:
        return first.compute(truth, estimate), second.compute(truth, estimate)

    return Counting("", f"{first.name}, {second.name}", compute, first.compared)


EDGE_TYPES = Counting("", "edge types", edge_type_table)
EDGE_TYPES_OF_CPDAGS = Counting(
    "",
    "edge types of CPDAGs",
    lambda truth, estimate: edge_type_table(*both_to_cpdag(truth, estimate)),
    ("cpdag", "cpdag"),
)

PAIR_MISMATCH = counting_of_convention("shd", "pair mismatch")
ARC_HAMMING = counting_of_convention("shd", "arc Hamming")
SHD_OF_CPDAGS = counting_of_convention("shd", "both to CPDAG")
SHD_OF_SKELETONS = counting_of_convention("shd", "skeleton")
SKELETON_CONFUSION = counting_of_convention("confusion", "skeleton")
EXACT_CONFUSION = counting_of_convention("confusion", "exact")
ENTRIES_CONFUSION = counting_of_convention("confusion", "entries")
ARROWHEADS_CONFUSION = counting_of_convention("confusion", "arrowheads")
ARROWHEADS_SHARED_CONFUSION = counting_of_convention("confusion", "arrowheads shared")
