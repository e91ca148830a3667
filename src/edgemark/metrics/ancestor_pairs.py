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

    Directed paths decide, or, where a graph is that of a class, whether there is one in every member.
    Several metrics need the counts, so the last ones of the estimate are kept.
    """
    return remembered(
        estimate,
        truth,
        ("ancestor pairs", truth_is_class, estimate_is_class),
        lambda: _core.ancestor_overlap(
            truth.words, truth_is_class, estimate.words, estimate_is_class, truth.n_nodes
        ),
    )
