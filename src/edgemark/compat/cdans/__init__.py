"""
Names, signatures and outputs of cdans 0.1.0, over edgemark's metrics.

A prediction comes before the truth, and every 0 of 0 is 0.0, as in the original. The algorithm and the
plots are those of the installed package; ``CDANs.fit`` also refuses series with missing values, and
those that are no longer than the largest lag.
"""

from __future__ import annotations

from typing import Any

from edgemark.compat.cdans._algorithm import checked_algorithm
from edgemark.compat.cdans._graph import TimeSeriesGraph
from edgemark.compat.cdans._metrics import (
    GraphMetrics,
    StructureRecoveryMetrics,
    evaluate_graph,
    shd,
)
from edgemark.data.cdans_series import SyntheticDataset, generate_synthetic_cdans
from edgemark.errors import MissingExtraError

__all__ = [
    "CDANs",
    "CDANsResult",
    "GraphMetrics",
    "StructureRecoveryMetrics",
    "SyntheticDataset",
    "TimeSeriesGraph",
    "evaluate_graph",
    "generate_synthetic_cdans",
    "plot_process_graph",
    "plot_time_series_graph",
    "shd",
]

_OF_THE_PACKAGE = ("CDANs", "CDANsResult", "plot_process_graph", "plot_time_series_graph")


def __getattr__(name: str) -> Any:
    if name not in _OF_THE_PACKAGE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        import cdans
    except ImportError:
        raise MissingExtraError("cdans", "algorithms") from None
    found = getattr(cdans, name)
    return checked_algorithm(found) if name == "CDANs" else found
