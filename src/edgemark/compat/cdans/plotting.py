"""The plots of the installed package cdans."""

from __future__ import annotations

from typing import Any

from edgemark.compat.cdans._package import package_attribute

__all__ = ["plot_process_graph", "plot_time_series_graph"]  # noqa: F822  the package has them


def __getattr__(name: str) -> Any:
    return package_attribute("plotting", name)
