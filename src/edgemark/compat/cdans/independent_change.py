"""The scores of independent change of the installed package cdans."""

from __future__ import annotations

from typing import Any

from edgemark.compat.cdans._package import package_attribute


def __getattr__(name: str) -> Any:
    return package_attribute("independent_change", name)
