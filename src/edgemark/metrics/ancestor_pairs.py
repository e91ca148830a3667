"""Counts of the pairs of an ancestor and a descendant that two graphs share."""

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

    A pair counts if a directed path leads from its first to its second node. If a graph stands for an
    equivalence class, every member must have such a path. The counts are cached on the estimate for the
    last truth, because several metrics need them.
    """
    return remembered(
        estimate,
        truth,
        ("ancestor pairs", truth_is_class, estimate_is_class),
        lambda: _core.ancestor_overlap(
            truth.words, truth_is_class, estimate.words, estimate_is_class, truth.n_nodes
        ),
    )
