"""
Standard input as a file.

Commands read a file more than once: to find its format, and to see whether it holds a time series
graph or scores. Standard input can be read only once, so it is copied into a temporary file, whose
suffix is chosen by the content.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["spooled", "standard_input", "with_its_name"]

_NAME = "standard input"
_GRAPHVIZ = re.compile(rb"\s*(?:strict\s+)?(?:di)?graph\b[^\n]*\{", re.IGNORECASE)


@dataclass(slots=True)
class _Spool:
    """The content of stdin, after a command has read it."""

    folders: list[tempfile.TemporaryDirectory[str]] = field(default_factory=list)
    path: str = ""


_SPOOL: ContextVar[_Spool] = ContextVar("spool")


@contextmanager
def standard_input() -> Iterator[None]:
    """Let one command read ``-``; the copy is deleted at its end."""
    spool = _Spool()
    token = _SPOOL.set(spool)
    try:
        yield
    finally:
        _SPOOL.reset(token)
        for folder in spool.folders:
            folder.cleanup()


def spooled() -> str:
    """
    Return the file that holds what came from stdin.

    Raises:
        OSError: stdin is closed.
        LimitError: it holds more than a file may.
    """
    from edgemark.io.limits import Limits

    spool = _SPOOL.get()
    if not spool.path:
        if sys.stdin is None:
            raise OSError("stdin is closed")
        stream = getattr(sys.stdin, "buffer", sys.stdin)
        content = stream.read(Limits().bytes + 1)
        data = content.encode() if isinstance(content, str) else content
        Limits().check_bytes(len(data), _NAME)
        spool.folders.append(tempfile.TemporaryDirectory(prefix="edgemark-"))
        place = Path(spool.folders[0].name) / f"{_NAME}{_suffix(data)}"
        place.write_bytes(data)
        spool.path = str(place)
    return spool.path


def with_its_name(text: str) -> str:
    """Name standard input in a message, instead of the file that holds it."""
    spool = _SPOOL.get(None)
    return text.replace(spool.path, _NAME) if spool is not None and spool.path else text


def _suffix(data: bytes) -> str:
    r"""
    Return the suffix of the formats that the content may be of.

    Examples:
        >>> _suffix(b"digraph { a -> b }"), _suffix(b"A; B"), _suffix(b"A,B\n0,1\n0,0")
        ('.dot', '.txt', '.csv')
    """
    from edgemark.errors import EdgemarkError
    from edgemark.io import text
    from edgemark.io.source import Source

    for start, suffix in ((b"\x93NUMPY", ".npy"), (b"PK", ".npz")):
        if data.startswith(start):
            return suffix
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return ".json"
    if _GRAPHVIZ.match(data):
        return ".dot"
    try:
        if text.sniff(Source(data)):
            return ".txt"
    except EdgemarkError:
        return ".txt"
    return ".csv" if b"," in data.lstrip().partition(b"\n")[0] else ".txt"
