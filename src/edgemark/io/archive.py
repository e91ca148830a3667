"""
Read NumPy arrays from untrusted files.

The header of a ``.npy`` file is checked against the size of the file before any memory is allocated, and
nothing is unpickled. The sizes that an archive declares are checked against the limit, and no more bytes
than these are unpacked.
"""

from __future__ import annotations

import io
import math
import re
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterable
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import FormatError, Remedy
from edgemark.io.limits import Limits

_MAGIC = b"\x93NUMPY"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_END_OF_ZIP = b"PK\x05\x06"
_SIZE_OF_END = 22  # bytes of the record at the end of a zip archive, without its comment
_WIDTH_OF_LENGTH = {b"\x01\x00": 2, b"\x02\x00": 4}  # bytes of the number before the header, by version
_MAX_HEADER = 10_000
_ENTRY = re.compile(r"""(['"])(descr|fortran_order|shape)\1 ?: ?(True|False|'[^']*'|\([^()]*\)) ?""")
_HEADER = re.compile(r"""\{ ?(?:['"]\w+['"] ?: ?(?:True|False|'[^']*'|\([^()]*\)) ?,? ?){3}\}[ \n]*""")
_SIZE = "(?:0|[1-9][0-9]{0,17})L?"
_SHAPE = re.compile(rf"\((?:{_SIZE}(?:, ?{_SIZE})*,?)? ?\)")
_DTYPE = re.compile(r"'[<>|=]?(?:b1|\?|[iuf][0-9]{1,2}|[US][1-9][0-9]{0,8})'")
_CHUNK_SIZE = 2**20
_ARRAYS_OF_TIGRAMITE = frozenset({"p_matrix", "val_matrix"})
_COMPRESSION_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_UNPACKING_ERRORS = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError,
    MemoryError, OverflowError, struct.error,
)  # fmt: skip


def array_of(data: bytes | bytearray, what: str = "the file") -> NDArray[Any]:
    """
    Read an array from the bytes of a ``.npy`` file, sharing their memory.

    Raises:
        FormatError: the data are not a ``.npy`` file, hold objects that need unpickling, or have a
            header that does not fit their size.
    """
    if not data.startswith(_MAGIC):
        got = "a pickle" if data[:1] == b"\x80" else "something else" if data else "nothing"
        raise FormatError(f"{what} must be an array as np.save writes it; got {got}")
    entries, end = _header(data, what)
    dtype, shape = _dtype(entries["descr"], what), _shape(entries["shape"], what)
    count = math.prod(shape)
    size, available = count * dtype.itemsize, len(data) - end
    if size != available:
        raise FormatError(
            f"{what} must hold the {size} bytes that its header declares, {dtype} of shape {shape}; got "
            f"{available} bytes. It is cut off or not a NumPy file"
        )
    flat = np.frombuffer(data, dtype, count, end) if count else np.zeros(0, dtype)
    if dtype.kind == "U" and count:
        codes = flat.view(np.dtype("u4").newbyteorder(dtype.byteorder))
        if codes.max() > sys.maxunicode:
            raise FormatError(f"{what} must hold Unicode text; got a character that does not exist")
    if dtype.kind == "b" and count and flat.view(np.uint8).max() > 1:
        raise FormatError(f"{what} must hold 0 or 1 in every byte of a boolean array; got another byte")
    try:
        return flat.reshape(shape, order="F" if entries["fortran_order"] == "True" else "C")
    except ValueError:  # more dimensions than NumPy allows, or too large ones beside one of size 0
        raise FormatError(
            f"{what} must have a shape that NumPy allows; got {entries['shape'][:80]}"
        ) from None


def _header(data: bytes | bytearray, what: str) -> tuple[dict[str, str], int]:
    """Return the entries of the header as text, and the position of its end."""
    width = _WIDTH_OF_LENGTH.get(bytes(data[6:8]), 0)
    start = 8 + width
    end = start + int.from_bytes(data[8:start], "little")
    entries: dict[str, str] = {}
    if width and end <= len(data) and end - start <= _MAX_HEADER:
        match = _HEADER.fullmatch(data[start:end].decode("latin-1"))
        entries = {key: value for _, key, value in _ENTRY.findall(match[0])} if match else {}
    if len(entries) < 3 or entries["fortran_order"] not in ("True", "False"):
        raise FormatError(
            f"{what} must start with a NumPy header for one array of numbers or text; got another one, "
            f"or a broken one: {bytes(data[:80])!r}"
        )
    return entries, end


def _shape(text: str, what: str) -> tuple[int, ...]:
    if not _SHAPE.fullmatch(text):
        raise FormatError(f"{what} must have a shape of whole numbers, 0 or more; got {text[:80]}")
    return tuple(map(int, re.findall("[0-9]+", text)))


def _dtype(text: str, what: str) -> np.dtype[Any]:
    if "O" in text:
        raise FormatError(
            f"{what} must hold real numbers or text; got Python objects, which are never unpickled, "
            f"because a pickle can run any code",
            Remedy("Save numbers as array.astype(int), and names as np.array(names, dtype=str)"),
        )
    if re.fullmatch(r"'[<>|=]?c[0-9]{1,2}'", text):
        raise FormatError(
            f"{what} must hold real numbers or text; got complex ones",
            Remedy("Save the real parts: array.real"),
        )
    if not _DTYPE.fullmatch(text):
        raise FormatError(f"{what} must hold real numbers or text; got {text[:80]}")
    try:
        return np.dtype(text[1:-1])
    except TypeError as error:
        raise FormatError(f"{what} must hold real numbers or text; {error}") from None


class Archive:
    """
    The arrays in the bytes of a ``.npz`` file.

    Raises:
        FormatError: the data are not a zip archive, are broken, or hold an array twice.
        LimitError: the archive declares more bytes than the limit.
    """

    def __init__(self, data: bytes, limits: Limits) -> None:
        if not data.startswith(_ZIP):  # zipfile would also accept an archive that begins in later bytes
            raise FormatError("the file must be an archive as np.savez writes it; got something else")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            members = self._zip.infolist()
        except _UNPACKING_ERRORS as error:
            raise FormatError(f"the file must be an archive as np.savez writes it; {error}") from None
        _refuse_further_bytes(data, self._zip, members)
        unpacked = sum(member.file_size for member in members)
        limits.check_bytes(unpacked, "the unpacked archive")
        limits.check_memory(unpacked, "the unpacked archive")
        self._members = {
            member.filename.removesuffix(".npy"): member
            for member in members
            if member.filename.endswith(".npy")
        }
        if len(self._members) < sum(member.filename.endswith(".npy") for member in members):
            raise FormatError("an archive must hold each of its arrays once; got one of them twice")
        self._limits = limits

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the arrays."""
        return tuple(self._members)

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def __getitem__(self, name: str) -> NDArray[Any]:
        member = self._members[name]
        if member.compress_type not in _COMPRESSION_METHODS:
            raise FormatError(
                f"the archive's array {name!r} must be packed as np.savez_compressed does; got method "
                f"{member.compress_type}"
            )
        try:
            data = self._unpacked(member)
        except _UNPACKING_ERRORS as error:
            raise FormatError(f"the archive's array {name!r} cannot be unpacked; {error}") from None
        return array_of(data, f"the archive's array {name!r}")

    def _unpacked(self, member: zipfile.ZipInfo) -> bytearray:
        """Unpack as many bytes as the archive declares, in one piece of memory, and no more."""
        data = bytearray(member.file_size)
        view, offset = memoryview(data), 0
        with self._zip.open(member) as stream:
            while chunk := stream.read(min(_CHUNK_SIZE, len(data) - offset)):
                view[offset : offset + len(chunk)] = chunk
                offset += len(chunk)
        if offset < len(data):
            raise EOFError("it ends before the size that it declares")
        return data


def _refuse_further_bytes(data: bytes, archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> None:
    """Refuse bytes before or after an archive, such as a second archive; zipfile skips them."""
    end = data.rfind(_END_OF_ZIP) + _SIZE_OF_END + len(archive.comment)
    if end != len(data) or (members and min(member.header_offset for member in members) != 0):
        raise FormatError(
            "the file must hold one archive as np.savez writes it; got more bytes before or after it",
            Remedy("Write each archive to its own file"),
        )


def packed(arrays: Iterable[tuple[str, NDArray[Any]]]) -> bytes:
    """Return the bytes of a ``.npz`` file; equal arrays give equal bytes."""
    stream = io.BytesIO()
    array_of_name: dict[str, Any] = dict(arrays)
    # allow_pickle=False is not given, because NumPy 2.0 would store it as an array.
    np.savez_compressed(stream, **array_of_name)
    return stream.getvalue()


def refuse_scores_over_time(archive: Archive) -> None:
    """Raise an error if an archive that is read as a graph holds time series scores, or tigramite's."""
    names = set(archive.names)
    of_tigramite = names - {"nodes"}
    is_of_tigramite = bool(of_tigramite) and all(
        name in _ARRAYS_OF_TIGRAMITE and archive[name].ndim == 3 for name in of_tigramite
    )
    if is_of_tigramite and "p_matrix" in names:
        _refuse_pvalues_over_time(*names)
    if is_of_tigramite or {"scores", "first_lag"} <= names:
        raise FormatError(
            "a graph is required; this archive holds scores of a time series, which the commands do "
            "not compare",
            Remedy("Rank the scores", "evaluate(truth, edgemark.io.read_temporal_scores(path))"),
            Remedy("Keep the edges above a threshold", "edgemark.io.read_temporal_scores(path).at(0.5)"),
        )


def _refuse_pvalues_over_time(*names: str) -> NoReturn:
    """Raise the error for a file of tigramite's p-values that was read as a graph."""
    nodes = ', nodes=[str(name) for name in numpy.load(path)["nodes"]]' if "nodes" in names else ""
    scores = f"edgemark.io.as_temporal_scores(dict(numpy.load(path)){{}}{nodes})"
    of_pvalues = scores.format(', of="p-value"')
    strengths = Remedy("Rank the test statistics", f"import numpy; evaluate(truth, {scores.format('')})")
    raise FormatError(
        "a graph is required; this archive holds p-values of a time series, which the commands do not "
        "compare",
        Remedy("Rank the p-values", f"import numpy; evaluate(truth, {of_pvalues})"),
        Remedy(
            "Keep the edges whose p-value is at most a level", f"import numpy; {of_pvalues}.at(-0.05)"
        ),
        *([strengths] if "val_matrix" in names else []),
    )
