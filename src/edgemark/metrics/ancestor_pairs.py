"""Counts of the pairs of an ancestor and a descendant: in two graphs, and in both of them."""

from __future__ import annotations

from edgemark import _core
from edgemark.graph import Graph
from edgemark.metrics.cache import remembered

__all__ = ["ancestor_pairs"]


def ancestor_pairs(
    truth: Graph, estimate: Graph, truth_is_class: bool = False, estimate_is_class: bool = False
) -> tuple[int, int, int]:
    """
    Count ordered pairs of an ancestor and a descendant: in both graphs, in the truth, in the estimate.

    A pair counts if a directed path leads from its first to its second node. If `truth_is_class` or
    `estimate_is_class`, that graph stands for an equivalence class, and every DAG of the class must have
    such a path. Several metrics need these counts, so they are cached on the estimate for the last
    truth.
    """
    return remembered(
        estimate,
        truth,
        ("ancestor pairs", truth_is_class, estimate_is_class),
        lambda: _core.ancestor_overlap(
            truth.words, truth_is_class, estimate.words, estimate_is_class, truth.n_nodes
        ),
    )
