"""
Names, signatures and outputs of cdans 0.1.0, over edgemark's metrics.

A prediction comes before the truth, and every 0 of 0 is 0.0, as in the original. Its algorithm is its
own: ``CDANs`` is the class of the installed package, whose graphs are taken here as they are.
"""

from __future__ import annotations

from typing import Any

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
    "shd",
]

_OF_THE_PACKAGE = ("CDANs", "CDANsResult")


def __getattr__(name: str) -> Any:
    if name not in _OF_THE_PACKAGE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        import cdans
    except ImportError:
        raise MissingExtraError("cdans", "algorithms") from None
    return getattr(cdans, name)
