"""Scores of graphs over time: what ``edgemark score`` does where the truth is one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgemark.graph import TemporalGraph

__all__ = ["MAIN", "as_cdans", "is_over_time", "read_series"]

MAIN = (
    "temporal_shd:total",
    "f1:lagged",
    "f1:contemporaneous skeleton",
    "f1:contemporaneous",
    "f1:changing modules",
    "f1:summary",
)
"""The columns of a table of several estimates."""


def is_over_time(truth: str) -> bool:
    """Whether a file holds a graph over time; a pipe, which can be read only once, does not."""
    from edgemark.io import holds_temporal

    return Path(truth).is_file() and holds_temporal(truth)


def read_series(path: str) -> TemporalGraph:
    """Read a graph over time."""
    import edgemark as em

    return em.read_temporal(path)


def as_cdans(truth: TemporalGraph, estimate: TemporalGraph) -> str:
    """Write the summary that cdans prints."""
    from edgemark.compat.cdans import evaluate_graph

    return evaluate_graph(estimate, truth).summary() + "\n"
