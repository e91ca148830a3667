"""
NumPy arrays in files that nobody vouches for.

The header of a ``.npy`` file is compared with the file's size before anything is allocated, and
nothing is unpickled. An archive is unpacked no further than the limit, whatever it declares.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.lib import format as npy_format
from numpy.typing import NDArray

from edgemark.errors import FormatError
from edgemark.io.limits import Limits

_MAGIC = b"\x93NUMPY"
_READ_HEADER = {
    (1, 0): npy_format.read_array_header_1_0,
    (2, 0): npy_format.read_array_header_2_0,
}
_UNREADABLE = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError,
    MemoryError, OverflowError,
)  # fmt: skip


def array_of(data: bytes, what: str = "the file") -> NDArray[Any]:
    """
    Read an array from the bytes of a ``.npy`` file, sharing their memory.

    Raises:
        FormatError: no such file, objects that would have to be unpickled, or a header that does not
            fit the size.
    """
    if not data.startswith(_MAGIC):
        got = "a pickle" if data[:1] == b"\x80" else "something else" if data else "nothing"
        raise FormatError(f"{what} must be an array as np.save writes it; got {got}")
    stream = io.BytesIO(data)
    shape, in_columns, dtype = _header(stream, what)
    if dtype.hasobject:
        raise FormatError(
            f"{what} must hold numbers or text; got Python objects, which only unpickling could read, "
            f"and a pickle can run any code. Save array.astype(int), names as np.array(names, dtype=str)"
        )
    count = 1
    for length in shape:
        count *= length
    size, held = count * dtype.itemsize, len(data) - stream.tell()
    if size != held:
        raise FormatError(
            f"{what} must hold as much as its header says, {dtype} of shape {shape}, {size} bytes; got "
            f"{held} bytes. It is cut off or not a NumPy file"
        )
    if not size:
        return np.zeros(shape, dtype)
    flat = np.frombuffer(data, dtype, count, stream.tell())
    return flat.reshape(shape, order="F" if in_columns else "C")


def _header(stream: io.BytesIO, what: str) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    try:
        version = npy_format.read_magic(stream)
        shape, in_columns, dtype = _READ_HEADER[version](stream)
    except (KeyError, ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as error:
        raise FormatError(
            f"{what} must start with a NumPy header; got one that is broken: {error}"
        ) from None
    if any(length < 0 for length in shape):
        raise FormatError(f"{what} must have a shape of numbers from 0; got {shape}")
    return shape, in_columns, dtype


class Archive:
    """
    The arrays in the bytes of a ``.npz`` file.

    Raises:
        FormatError: no zip archive, or a broken one.
        LimitError: it declares more bytes than the limit.
    """

    def __init__(self, data: bytes, limits: Limits) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            members = self._zip.infolist()
        except _UNREADABLE as error:
            raise FormatError(f"the file must be an archive as np.savez writes it; {error}") from None
        limits.check_bytes(sum(member.file_size for member in members), "the unpacked archive")
        self._members = {
            member.filename.removesuffix(".npy"): member
            for member in members
            if member.filename.endswith(".npy")
        }
        self._limits = limits

    @property
    def names(self) -> tuple[str, ...]:
        """What the arrays are called."""
        return tuple(self._members)

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def __getitem__(self, name: str) -> NDArray[Any]:
        member = self._members[name]
        try:
            with self._zip.open(member) as stream:
                data = stream.read(self._limits.bytes + 1)
        except _UNREADABLE as error:
            raise FormatError(f"the archive's array {name!r} cannot be unpacked; {error}") from None
        self._limits.check_bytes(len(data), "the unpacked archive")
        return array_of(data, f"the archive's array {name!r}")


def packed(arrays: Iterable[tuple[str, NDArray[Any]]]) -> bytes:
    """Give the bytes of a ``.npz`` file, the same for the same arrays."""
    stream = io.BytesIO()
    np.savez_compressed(stream, allow_pickle=False, **dict(arrays))
    return stream.getvalue()
