"""
Standard input and pipes as files.

Commands read a file several times: to find its format, to see whether it holds a time series graph or
scores, and to read it. Standard input and pipes, such as ``<(command)`` of a shell, can be read only
once, so they are copied into temporary files. If the name has no suffix, the copy gets a suffix that
fits the content.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from edgemark.replacing import note_input

__all__ = ["spooled", "standard_input", "with_original_names"]

_NAME = "standard input"
_GRAPHVIZ = re.compile(rb"\s*(?:strict\s+)?(?:di)?graph\b[^\n]*\{", re.IGNORECASE)
_STATED_SEPARATOR = re.compile(rb'"?sep=', re.IGNORECASE)
_SYSTEM_FOLDERS = ("/dev/", "/proc/")  # They have names such as /dev/stdin, /dev/fd/63.


@dataclass(slots=True)
class _Spool:
    """The copies of standard input and pipes: their folders, and their paths by the given names."""

    folders: list[tempfile.TemporaryDirectory[str]] = field(default_factory=list)
    paths: dict[str, str] = field(default_factory=dict)


_SPOOL: ContextVar[_Spool] = ContextVar("spool")


@contextmanager
def standard_input() -> Iterator[None]:
    """A context in which a command can read ``-`` and pipes; the copies are deleted at its end."""
    spool = _Spool()
    token = _SPOOL.set(spool)
    try:
        yield
    finally:
        _SPOOL.reset(token)
        for folder in spool.folders:
            folder.cleanup()


def spooled(path: str) -> str:
    """
    Return a file that can be read many times: the given one, or a copy of stdin or of a pipe.

    Raises:
        OSError: stdin is closed.
        LimitError: stdin or the pipe is larger than a file may be.
    """
    spool = _SPOOL.get(None)
    if spool is None or not (path == "-" or _needs_copy(path)):
        return path
    if path not in spool.paths:
        data = _stdin_content() if path == "-" else _pipe_content(path)
        name = _NAME if path == "-" else "pipe"
        suffix = Path(path).suffix or _suffix(data)
        spool.folders.append(tempfile.TemporaryDirectory(prefix="edgemark-"))
        copy = Path(spool.folders[-1].name) / f"{name}{suffix}"
        copy.write_bytes(data)
        spool.paths[path] = str(copy)
    return spool.paths[path]


def with_original_names(text: str) -> str:
    """Replace the paths of copies in a message by the names of standard input and pipes."""
    spool = _SPOOL.get(None)
    for name, copy in spool.paths.items() if spool is not None else ():
        text = text.replace(copy, _NAME if name == "-" else name)
    return text


def _needs_copy(path: str) -> bool:
    """Return whether a path is a pipe, a device, or a name of the system for an open file."""
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return False  # The reader reports what is wrong.
    if stat.S_ISDIR(mode):
        return False
    return not stat.S_ISREG(mode) or path.startswith(_SYSTEM_FOLDERS)


def _stdin_content() -> bytes:
    if sys.stdin is None:
        raise OSError("stdin is closed")
    stream = getattr(sys.stdin, "buffer", sys.stdin)
    with suppress(AttributeError, OSError, ValueError):  # A stream of Python that is not a file.
        note_input(Path(_NAME), os.fstat(stream.fileno()))
    return _content_within_limit(stream, _NAME)


def _pipe_content(path: str) -> bytes:
    with Path(path).open("rb") as stream:
        note_input(Path(path), os.fstat(stream.fileno()))
        return _content_within_limit(stream, path)


def _content_within_limit(stream: Any, name: str) -> bytes:
    from edgemark.io.limits import Limits

    content = stream.read(Limits().bytes + 1)
    data = content.encode() if isinstance(content, str) else bytes(content)
    Limits().check_bytes(len(data), name)
    return data


def _suffix(data: bytes) -> str:
    r"""
    Return a suffix that fits the content.

    Examples:
        >>> _suffix(b"digraph { a -> b }"), _suffix(b"A; B"), _suffix(b"A,B\n0,1\n0,0")
        ('.dot', '.txt', '.csv')
        >>> _suffix(b"source;target\nA;B"), _suffix(b"A; B\nA --> B"), _suffix(b"A;B")
        ('.csv', '.txt', '.txt')
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
    first, _, rest = data.lstrip(b"\xef\xbb\xbf \t\r\n").partition(b"\n")
    if b"," in first or _STATED_SEPARATOR.match(first):
        return ".csv"
    if b"\t" in first:
        return ".tsv"
    in_columns = b";" in first and first.count(b";") == rest.partition(b"\n")[0].count(b";")
    return ".csv" if in_columns else ".txt"
