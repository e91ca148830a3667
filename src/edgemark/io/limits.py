"""
Limits on reading files, which every reader checks before it allocates memory.

One number scales all limits: the memory that reading may take, 2 GiB by default. The environment
variable EDGEMARK_MAX_MEMORY sets it for a whole process, `Limits` for one call. Functions that allocate
memory for data that are already in memory call `edgemark.resources.demand_memory`, which reads the same
variable.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import IO, Any

from edgemark.arguments import as_number
from edgemark.errors import FormatError, InputTypeError, LimitError, Remedy
from edgemark.resources import command_with_memory, max_memory, size_text

__all__ = ["Limits", "read_all"]

_DEFAULTS = {"bytes": 2**30, "nodes": 10**6, "edges": 5 * 10**7, "memory": 2**31}
_MAX_BYTES_OF = {"bytes": 128, "nodes": 2000, "edges": 400, "memory": 1}
"""Bytes of memory for one node, edge or byte of text, in the reader that needs the most."""
_BYTES_OF_EDGE = 160  # An edge that is read as text: its row, its ends, its place in the graph.
_BYTES_OF_TEXT = 12  # a byte of text: decoded, and copied when line ends or separators are rewritten
_CHUNK_SIZE = 2**20
_LARGEST_USEFUL_LIMIT = 10**15  # No machine has this much memory, so a higher limit would not help.


class Limits:
    """
    Limits on the size and memory of a file, so that a forged file cannot exhaust memory.

    Args:
        bytes: size of the file, and of what an archive unpacks to; None for 1 GiB.
        nodes: nodes of the graph; None for a million.
        edges: edges of the graph; None for 50 million.
        memory: bytes that reading may take at once, estimated before they are taken; None for 2 GiB.
            Limits that are None scale with the environment variable EDGEMARK_MAX_MEMORY, such as "8GB",
            if it is set.

    Examples:
        >>> Limits(nodes=10).nodes, Limits().memory == 2**31
        (10, True)
    """

    __slots__ = ("_stated",)

    _stated: dict[str, int]

    def __init__(
        self,
        bytes: int | None = None,
        nodes: int | None = None,
        edges: int | None = None,
        memory: int | None = None,
    ) -> None:
        stated = {"bytes": bytes, "nodes": nodes, "edges": edges, "memory": memory}
        for name, limit in stated.items():
            if limit is not None and not isfinite(as_number(limit)):
                raise InputTypeError(f"the limit {name} must be a number; got {limit!r}")
        self._stated = {name: int(limit) for name, limit in stated.items() if limit is not None}

    @property
    def bytes(self) -> int:
        """The largest size of the file, and of what an archive unpacks to."""
        return self._limit("bytes")

    @property
    def nodes(self) -> int:
        """The largest number of nodes."""
        return self._limit("nodes")

    @property
    def edges(self) -> int:
        """The largest number of edges."""
        return self._limit("edges")

    @property
    def memory(self) -> int:
        """The largest number of bytes that reading may take at once."""
        return self._limit("memory")

    def _limit(self, name: str) -> int:
        if name in self._stated:
            return self._stated[name]
        default, memory = _DEFAULTS[name], max_memory()
        return default if memory is None else default * memory // _DEFAULTS["memory"]

    def __eq__(self, other: object) -> bool:
        return self._stated == other._stated if isinstance(other, Limits) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._stated.items()))

    def __repr__(self) -> str:
        return f"Limits({', '.join(f'{name}={limit}' for name, limit in self._stated.items())})"

    # ---- checks for readers

    def check_bytes(self, size: int, what: str = "the file") -> None:
        """Raise LimitError if a size exceeds `bytes`."""
        self._check("bytes", size, what, "bytes")

    def check_nodes(self, number: int) -> None:
        """Raise LimitError for more nodes than `nodes`."""
        self._check("nodes", number, "the graph", "nodes")

    def check_edges(self, number: int, *, bytes_each: int = _BYTES_OF_EDGE) -> None:
        """Raise LimitError for more edges than `edges`, or if they take more memory than `memory`."""
        self._check("edges", number, "the graph", "edges")
        self.check_memory(number * bytes_each, f"a graph of {number} edges")

    def check_text(self, size: int, bytes_each: int = _BYTES_OF_TEXT) -> None:
        """Raise LimitError if a text of this size takes more memory than `memory`."""
        self.check_memory(bytes_each * size, f"text of {size_text(size)}")

    def check_memory(self, n_bytes: int, what: str) -> None:
        """Raise LimitError if an allocation would take more than `memory`."""
        limit = self.memory
        if n_bytes > limit:
            raise LimitError(
                f"{what} takes about {size_text(n_bytes)} of memory to read; the limit is "
                f"{size_text(limit)}",
                self._remedy_by_higher_limit("memory", n_bytes),
            )

    def _check(self, name: str, number: int, what: str, unit: str) -> None:
        limit = getattr(self, name)
        if number > limit:
            shown = (
                f"{number} or more"
                if number < _LARGEST_USEFUL_LIMIT
                else f"a number of {len(str(number))} digits"
            )
            raise LimitError(
                f"{what} may have at most {limit} {unit}; got {shown}",
                *(
                    [self._remedy_by_higher_limit(name, number)]
                    if number < _LARGEST_USEFUL_LIMIT
                    else []
                ),
            )

    def _remedy_by_higher_limit(self, name: str, number: int) -> Remedy:
        """Remedy for a file that is large on purpose."""
        stated = self._stated | {name: number}
        memory = number * _MAX_BYTES_OF[name]  # The file must also pass this limit.
        if memory > self.memory:
            stated["memory"] = memory
        options = ", ".join(f"{option}={limit}" for option, limit in stated.items())
        scaled = max(-(-number * _DEFAULTS["memory"] // _DEFAULTS[name]), memory)
        return Remedy("Raise the limit", f"limits=Limits({options})", command_with_memory(scaled))


def read_all(file: IO[Any], limits: Limits) -> bytes:
    """
    Read all bytes of an open file that is not too large.

    Raises:
        FormatError: a device that has no end, such as /dev/zero.
        LimitError: more bytes than `limits` allows.
    """
    status = os.fstat(file.fileno())
    if stat.S_ISBLK(status.st_mode) or (stat.S_ISCHR(status.st_mode) and not _has_an_end(file)):
        raise FormatError("the path must lead to a file or a pipe; got a device")
    if not stat.S_ISREG(status.st_mode):
        return b"".join(_chunks(file, limits))
    limits.check_bytes(status.st_size)
    limits.check_memory(status.st_size, f"a file of {size_text(status.st_size)}")
    data: bytes = file.read(status.st_size + 1)  # This call allocates as much memory as requested.
    if len(data) > status.st_size:  # a file that grows, or one of /proc, whose size is 0
        data = b"".join([data, *_chunks(file, limits, len(data))])
    return data


def _has_an_end(file: IO[Any]) -> bool:
    return file.isatty() or os.fstat(file.fileno()).st_rdev == Path(os.devnull).stat().st_rdev


def _chunks(file: IO[Any], limits: Limits, size: int = 0) -> Iterator[bytes]:
    """Read a stream up to the limit."""
    while chunk := file.read(_CHUNK_SIZE):
        size += len(chunk)
        limits.check_bytes(size)
        yield chunk
