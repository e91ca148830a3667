"""Paths of files that are read and written."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

from edgemark.errors import InputTypeError, Remedy

__all__ = ["checked_path"]


def checked_path(path: str | os.PathLike[str]) -> Path:
    """Return a path after checking it; InputTypeError if it is none, OSError if no file can have it."""
    if not isinstance(path, str | os.PathLike):
        raise InputTypeError(
            f"path must be str or os.PathLike; got {type(path).__name__}", *_remedies_for(path)
        )
    file_path = Path(path)
    try:
        can_exist = b"\0" not in os.fsencode(file_path)
    except UnicodeEncodeError:
        can_exist = False
    if not can_exist:
        raise OSError(errno.EINVAL, "no file can have this name", str(file_path))
    return file_path


def _remedies_for(value: Any) -> list[Remedy]:
    """How to get the path of an open file, or what to do with an object that is in no file."""
    if isinstance(value, bytes):
        return [Remedy("Decode the path", "os.fsdecode(path)")]
    if isinstance(getattr(value, "name", None), str) and hasattr(value, "read"):
        return [Remedy("Give the path of the open file", "path.name")]
    if hasattr(value, "getvalue"):
        return [Remedy("Text in memory has no path. Use a file on disk instead")]
    if hasattr(value, "__array__") or hasattr(value, "__iter__"):
        return [Remedy("Objects in memory need no file. Convert them: see help(edgemark.as_graph)")]
    return []
