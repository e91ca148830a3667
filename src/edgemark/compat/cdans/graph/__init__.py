"""The graph of cdans, and Meek's rules of the installed package."""

from __future__ import annotations

from typing import Any

from edgemark.compat.cdans._package import package_attribute
from edgemark.compat.cdans.graph.timeseries_graph import TimeSeriesGraph

__all__ = ["TimeSeriesGraph", "apply_meek_rules"]


def __getattr__(name: str) -> Any:
    return package_attribute("graph", name)
