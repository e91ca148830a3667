"""The adapters that a plan can name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edgemark.bench import adapters as _adapters

__all__ = ["Adapter", "adapters"]

Adapter = Any


def adapters() -> Mapping[str, Adapter]:
    """Return every adapter by its name."""
    return getattr(_adapters, "ADAPTERS", {})
