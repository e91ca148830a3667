"""Scores of graphs over time: what ``edgemark score`` does where the truth is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgemark.graph import TemporalGraph

__all__ = ["MAIN", "as_cdans"]

MAIN = (
    "temporal_shd:total",
    "f1:lagged",
    "f1:contemporaneous skeleton",
    "f1:contemporaneous",
    "f1:changing modules",
    "f1:summary",
)
"""The columns of a table of several estimates."""


def as_cdans(truth: TemporalGraph, estimate: TemporalGraph) -> str:
    """Write the summary that cdans prints."""
    from edgemark.compat.cdans import evaluate_graph

    return evaluate_graph(estimate, truth).summary() + "\n"
