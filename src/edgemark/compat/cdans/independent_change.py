"""The scores of independent change of the installed package cdans."""

from __future__ import annotations

from typing import Any

from edgemark.compat.cdans._package import of_the_package


def __getattr__(name: str) -> Any:
    return of_the_package("independent_change", name)
