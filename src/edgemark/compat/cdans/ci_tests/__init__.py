"""The conditional independence tests of the installed package cdans."""

from __future__ import annotations

from typing import Any

from edgemark.compat.cdans._package import of_the_package

__all__ = ["CITest", "FisherZ", "get_ci_test"]


def __getattr__(name: str) -> Any:
    return of_the_package("ci_tests", name)
