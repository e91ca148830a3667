"""The bytes of one file, with the options of the caller."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from edgemark.conventions.options import Direction, Kind, Symmetric
from edgemark.errors import FormatError, Remedy
from edgemark.io.limits import Limits

_BLANK = re.compile(r"[^\S\r\n]")
COMPRESSED = {".gz": "gunzip -c", ".bz2": "bunzip2 -c", ".xz": "unxz -c", ".zst": "unzstd -c"}
"""Suffixes of compressed files, and the command that prints their content."""
_COMPRESSED_STARTS = {
    b"\x1f\x8b": ".gz",
    b"BZh": ".bz2",
    b"\xfd7zXZ": ".xz",
    b"\x28\xb5\x2f\xfd": ".zst",
}
_COMPRESSING = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zst": "zstd"}
"""Suffixes of compressed files, and the command that makes them."""
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def refuse_compressed_input(path: Path) -> None:
    """Refuse to read a file whose suffix says that it is compressed."""
    suffix = path.suffix.lower()
    if suffix in COMPRESSED:
        raise FormatError(
            f"a file must not be compressed; got {path.name!r}",
            Remedy(f"Uncompress it first, or read it from a pipe: {COMPRESSED[suffix]} FILE"),
        )


def refuse_compressed_output(path: Path) -> None:
    """Refuse to write a file whose suffix says that it is compressed."""
    suffix = path.suffix.lower()
    if suffix in _COMPRESSING:
        raise FormatError(
            f"an output is not compressed, so its name must not end in {suffix}; got {path.name!r}",
            Remedy(f"Write {path.stem}, and compress it afterwards: {_COMPRESSING[suffix]} FILE"),
        )


@dataclass(frozen=True)
class Source:
    """
    The bytes of one file, with the options of the caller.

    Attributes:
        data: the bytes.
        direction: which way a matrix points; None if not stated.
        symmetric: what 1 in both cells of a pair means; None if not stated.
        limits: limits on size and memory.
        kind: the declared kind of the graph; None if not stated.
        format_is_stated: whether the caller named the format; if not, the format was recognised.
        idle: options of the caller that have no effect on this file; filled by the reader.
        separator: what separated the fields of a table in the file, before they were rewritten with
            commas.
    """

    data: bytes
    direction: Direction | None = None
    symmetric: Symmetric | None = None
    limits: Limits = field(default_factory=Limits)
    kind: Kind | None = None
    format_is_stated: bool = True
    idle: set[str] = field(default_factory=set, compare=False)
    separator: str = ","

    def note_idle_option(
        self, option: Literal["direction", "symmetric"], value: str | None = None
    ) -> None:
        """
        Record that an option has no effect, unless it is missing or equals the value that the file
        states.
        """
        if getattr(self, option) not in (None, value):
            self.idle.add(option)

    @cached_property
    def has_blanks_without_quotes(self) -> bool:
        """Whether the text has no double quotes and some blanks, which may surround its fields."""
        return '"' not in self.text and _BLANK.search(self.text) is not None

    @cached_property
    def text(self) -> str:
        """
        The bytes as UTF-8, without a byte-order mark. If lines end with carriage returns alone, these
        become line feeds.

        Raises:
            LimitError: the text would take more memory than `limits` allows.
            FormatError: the file is compressed or empty, or the bytes are not UTF-8 text, which has no
                NUL bytes. Unless the bytes seem to be UTF-16, the message names the position of the
                first wrong one.
        """
        self.limits.check_text(len(self.data))
        for start, suffix in _COMPRESSED_STARTS.items():
            if self.data.startswith(start):
                raise FormatError(
                    f"a file must not be compressed; its first bytes are those of a {suffix} file",
                    Remedy(f"Uncompress it first, or read it from a pipe: {COMPRESSED[suffix]} FILE"),
                )
        if self.data.startswith(_UTF_16):
            raise FormatError("text must be UTF-8; got UTF-16. Save the file as UTF-8")
        try:
            text = self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise FormatError(
                f"text must be UTF-8; got byte 0x{self.data[error.start]:02x} at offset {error.start}. "
                f"Save the file as UTF-8, or name its format if it is not text"
            ) from None
        if "\0" in text:
            if _seems_utf_16(self.data):
                raise FormatError(
                    "text must be UTF-8; every second byte is 0, as in UTF-16 without a byte order "
                    "mark. Save the file as UTF-8"
                )
            raise FormatError(
                f"text must not hold NUL bytes; got one at offset {self.data.index(0)}. Save the "
                f"file as UTF-8, or name its format if it is not text"
            )
        text = text.removeprefix("\ufeff")
        if not text.strip():
            raise FormatError(
                "a file must have content, such as the nodes of a graph; got an empty file"
            )
        # Old programs of the Mac end lines with a carriage return alone.
        return text if "\n" in text else text.replace("\r", "\n")


def _seems_utf_16(data: bytes) -> bool:
    """Whether every second byte is 0, and no other, as in Latin text in UTF-16."""
    first, second = data[::2], data[1::2]
    return len(data) % 2 == 0 and any(
        not any(zeros) and 0 not in others for zeros, others in ((first, second), (second, first))
    )
