"""
All metrics, one module for each family; `REGISTRY` holds what each metric declares.

The first use of a metric loads all families, or only its own family if it is one of the most common
metrics.
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from edgemark.metrics.families import *  # noqa: F403
    from edgemark.metrics.families import __all__ as __all__

FAMILY_OF: MappingProxyType[str, str] = MappingProxyType(
    {
        "shd": "hamming_distances",
        "weighted_shd": "hamming_distances",
        "endpoint_hamming": "hamming_distances",
        "nced": "normed_edit_distance",
        "sid": "adjustment",
        "sid_bounds": "adjustment",
        "parent_aid": "adjustment",
        "ancestor_aid": "adjustment",
        "oset_aid": "adjustment",
        "confusion": "recovery",
    }
)
"""The most common metrics; using one of them loads only its family."""


def __getattr__(name: str) -> Any:
    if name.startswith("_") and name != "__all__":
        raise AttributeError(f"module 'edgemark.metrics' has no attribute {name!r}")
    family = FAMILY_OF.get(name, "families")
    try:
        value = getattr(import_module(f"edgemark.metrics.{family}"), name)
    except AttributeError:
        raise AttributeError(f"module 'edgemark.metrics' has no attribute {name!r}") from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(import_module("edgemark.metrics.families").__all__)
