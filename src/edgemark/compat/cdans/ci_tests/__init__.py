"""The conditional independence tests of the installed package cdans."""

from __future__ import annotations

from typing import Any

from edgemark.compat.cdans._package import package_attribute

__all__ = ["CITest", "FisherZ", "get_ci_test"]


def __getattr__(name: str) -> Any:
    return package_attribute("ci_tests", name)
