"""The same nodes on both sides, by name, or a clear refusal."""

from __future__ import annotations

from typing import TypeVar

from edgemark.errors import AlignmentError, listing
from edgemark.graph.core import Graph
from edgemark.graph.estimates import Estimate

Found = TypeVar("Found", Graph, Estimate)


def align(
    truth: Graph | Estimate, estimate: Found, sides: tuple[str, str] = ("truth", "estimate")
) -> Found:
    """
    Give the estimate with its nodes in the truth's order.

    Args:
        truth: the graph whose order it is.
        estimate: the other graph.
        sides: what a message calls the two.

    Raises:
        AlignmentError: the nodes differ, or only one of the graphs has names.

    Examples:
        >>> align(Graph.parse("A --> B"), Graph.parse("B --> A")).nodes
        ('A', 'B')
    """
    same_naming = truth.is_named == estimate.is_named
    if same_naming and truth.nodes == estimate.nodes:
        return estimate
    known = estimate._cache.get("aligned")
    if same_naming and known is not None and known.nodes is truth.nodes:
        return known  # type: ignore[no-any-return]
    _check(truth, estimate, *sides)
    aligned = estimate._cache["aligned"] = estimate.with_nodes(truth.nodes)
    return aligned


def _check(truth: Graph | Estimate, estimate: Graph | Estimate, first: str, second: str) -> None:
    if truth.is_named != estimate.is_named:
        named, unnamed = (first, second) if truth.is_named else (second, first)
        raise AlignmentError(
            f"nodes are matched by name, and the {unnamed} has none. If its positions follow the "
            f"{named}'s order, name them: {unnamed}.with_nodes({named}.nodes), or nodes={named}.nodes "
            f"where it is built or read"
        )
    if not truth.is_named:
        raise AlignmentError(
            f"the {first} has {truth.n_nodes} unnamed nodes, the {second} {estimate.n_nodes}; "
            f"without names they must have the same number"
        )
    of_truth, of_estimate = set(truth.nodes), set(estimate.nodes)
    missing = [name for name in truth.nodes if name not in of_estimate]
    extra = [name for name in estimate.nodes if name not in of_truth]
    if not missing and not extra:
        return
    parts = [f"only in the {first}: {listing(missing)}"] if missing else []
    parts += [f"only in the {second}: {listing(extra)}"] if extra else []
    way_out = _way_out(truth, estimate, missing, first)
    raise AlignmentError(f"the two graphs must have the same nodes; {'; '.join(parts)}. {way_out}")


def _way_out(truth: Graph | Estimate, estimate: Graph | Estimate, missing: list[str], first: str) -> str:
    if len(missing) == truth.n_nodes == estimate.n_nodes:
        return (
            "If the learner named its columns itself (X1, X2, ...), give it your names; causal-learn "
            "takes node_names="
        )
    return (
        f"If a node is missing because it has no edge, keep it: nodes={first}.nodes where the graph is "
        f"built or read, or graph.with_nodes(...)"
    )
