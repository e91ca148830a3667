"""The four steps of the installed package cdans."""

from __future__ import annotations

from typing import Any

from edgemark.compat.cdans._package import package_attribute

__all__ = ["build_partial_graph", "discover_lagged_adjacencies", "orient_edges", "refine_skeleton"]


def __getattr__(name: str) -> Any:
    return package_attribute("steps", name)
