"""
Names, signatures and outputs of cdans 0.1.0, computed with edgemark's metrics.

``from edgemark.compat.cdans import ...`` replaces ``from cdans import ...``, in the submodules too. As
in the original, the prediction comes before the truth, every 0 of 0 is 0.0, variables are matched by
position, and a seed gives the same data set. The algorithm, its steps, its independence tests and
the plots come from the installed package; everything else works without it.

Differences:

- ``CDANs.fit`` refuses series with missing or infinite values, and series that are not longer than the
  largest lag.
- `evaluate_graph` and `shd` warn if both graphs have names that differ by position, and refuse edges
  that no such graph can have, such as a lag above ``tau_max``.
- `generate_synthetic_cdans` warns if its series grows without bound.
- Graphs of edgemark are accepted too. Two of them are matched by name, and so are one of
  them and a graph of cdans that has names.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from edgemark.compat.cdans.evaluation import (
    GraphMetrics,
    StructureRecoveryMetrics,
    evaluate_graph,
    shd,
)
from edgemark.compat.cdans.graph import TimeSeriesGraph
from edgemark.compat.cdans.utils import SyntheticDataset, generate_synthetic_cdans

__version__ = "0.1.0"

__all__ = [
    "CDANs",
    "CDANsResult",
    "GraphMetrics",
    "StructureRecoveryMetrics",
    "SyntheticDataset",
    "TimeSeriesGraph",
    "__version__",
    "evaluate_graph",
    "generate_synthetic_cdans",
    "plot_process_graph",
    "plot_time_series_graph",
    "shd",
]

_SUBMODULE_OF = {
    "CDANs": "algorithm",
    "CDANsResult": "algorithm",
    "plot_process_graph": "plotting",
    "plot_time_series_graph": "plotting",
}
_SUBMODULES = ("algorithm", "ci_tests", "independent_change", "plotting", "steps")


def __getattr__(name: str) -> Any:
    if name in _SUBMODULES:
        return import_module(f"edgemark.compat.cdans.{name}")
    if name in _SUBMODULE_OF:
        return getattr(import_module(f"edgemark.compat.cdans.{_SUBMODULE_OF[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
