"""Messages over a pipe: eight bytes of length, then JSON."""

from __future__ import annotations

import json
import os
import struct
from typing import Any

__all__ = ["LENGTH_BYTES", "ClosedError", "packed", "read_frame", "write_frame"]

_HEAD = struct.Struct(">Q")
LENGTH_BYTES = _HEAD.size
_CHUNK = 1 << 20


class ClosedError(Exception):
    """The other end of the pipe is gone."""


def packed(value: Any) -> bytes:
    """Return the bytes of a message; raise ValueError for nan and infinity, which JSON lacks."""
    body = json.dumps(value, allow_nan=False).encode()
    return _HEAD.pack(len(body)) + body


def write_frame(fd: int, value: Any) -> None:
    """Write a message; raise `ClosedError` if the other end is closed."""
    unsent = memoryview(packed(value))
    try:
        while unsent:
            unsent = unsent[os.write(fd, unsent) :]
    except BrokenPipeError:
        raise ClosedError from None


def read_frame(fd: int) -> Any:
    """Read a message; raise `ClosedError` at the end of the pipe, ValueError if it is not JSON."""
    (length,) = _HEAD.unpack(_exactly(fd, _HEAD.size))
    return json.loads(_exactly(fd, length))


def _exactly(fd: int, length: int) -> bytes:
    parts = []
    while length:
        part = os.read(fd, min(length, _CHUNK))
        if not part:
            raise ClosedError
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
