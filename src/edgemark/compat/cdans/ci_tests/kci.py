"""The kernel test of the installed package cdans."""

from __future__ import annotations

from typing import Any

from edgemark.compat.cdans._package import package_attribute

__all__ = ["KCITest"]  # noqa: F822  the package has them


def __getattr__(name: str) -> Any:
    return package_attribute("ci_tests.kci", name)
