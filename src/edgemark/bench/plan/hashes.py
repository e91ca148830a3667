"""Hashes and seeds, which are the same on every machine."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

__all__ = ["digest", "digest_of_file", "seed_from"]

_SEED_HEX_DIGITS = 7  # 28 bits, because libraries accept seeds of different sizes


def digest(value: Any) -> str:
    """
    Hash a JSON value; the order of keys does not matter.

    Examples:
        >>> digest({"a": 1, "b": [2]}) == digest({"b": [2], "a": 1})
        True
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of_file(path: Path) -> str:
    """Hash the bytes of a file, which is read again only if its time of change or its size differs."""
    stat = path.stat()
    return _digest_of_bytes(path, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=4096)
def _digest_of_bytes(path: Path, changed: int, size: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def seed_from(*parts: Any) -> int:
    """
    Derive a seed from JSON values.

    Examples:
        >>> seed_from("graph", {"nodes": 20}, 0) == seed_from("graph", {"nodes": 20}, 0)
        True
        >>> 0 <= seed_from("graph", {"nodes": 20}, 1) < 2**28
        True
    """
    return int(digest(parts)[:_SEED_HEX_DIGITS], 16)
