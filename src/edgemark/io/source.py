"""The bytes of one file, with what the caller says about them."""

from __future__ import annotations

import codecs
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from edgemark.conventions.options import Direction, Kind, Symmetric
from edgemark.errors import FormatError
from edgemark.io.limits import Limits

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True)
class Source:
    """
    The bytes of one file, with what the caller says about them.

    Attributes:
        data: the bytes.
        direction: which way a matrix points; None where nobody said.
        symmetric: what 1 in both cells of a pair means; None where nobody said.
        limits: what the graph may cost.
        kind: what the graph will be declared to be; None where nobody said.
        format_said: whether the caller named the format, and did not leave it to be recognised.
        idle: what the caller said although the file says it itself; filled by the reader.
    """

    data: bytes
    direction: Direction | None = None
    symmetric: Symmetric | None = None
    limits: Limits = field(default_factory=Limits)
    kind: Kind | None = None
    format_said: bool = True
    idle: set[str] = field(default_factory=set, compare=False)

    def says_itself(self, option: Literal["direction", "symmetric"], value: str | None = None) -> None:
        """Note that an option has no effect: the file says it, or has nothing that it could explain."""
        if getattr(self, option) not in (None, value):
            self.idle.add(option)

    @cached_property
    def text(self) -> str:
        """
        The bytes as UTF-8, without a byte-order mark.

        Raises:
            LimitError: it would take more memory than `limits` allows.
            FormatError: no text, or not UTF-8; the message has the place of the first wrong byte. A NUL
                byte is UTF-8, but stands in no text.
        """
        self.limits.check_text(len(self.data))
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
            raise FormatError(
                f"text must not hold NUL bytes; got one at offset {self.data.index(0)}. Save the "
                f"file as UTF-8, or name its format if it is not text"
            )
        text = text.removeprefix("\ufeff")
        if not text.strip():
            raise FormatError("a file of a graph must list its nodes; got an empty file")
        return text
