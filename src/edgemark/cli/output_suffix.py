"""Refusal of output files whose suffix names another format than the one written."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from edgemark.errors import FormatError, Remedy

__all__ = ["refuse_other_suffix"]

_FORMAT_OF_SUFFIX: Final = {".csv": "csv", ".json": "json", ".md": "markdown", ".tex": "latex"}
"""The format that each suffix names. Other programs choose by the suffix how to read such a file."""

_USUAL_FORMATS: Final = ("table", "json", "csv")


def refuse_other_suffix(
    output: str | None, format: str, formats: tuple[str, ...] = _USUAL_FORMATS
) -> None:
    """
    Refuse an output file whose suffix names another format that the command can write.

    Commands call this before they compute anything.

    Args:
        output: the file; None or ``-`` for standard output.
        format: the format that the command writes.
        formats: the formats that the command can write.

    Raises:
        FormatError: the suffix names another of the formats, or compression such as ``.gz``.
    """
    if output is None or output == "-":
        return
    from edgemark.io.source import refuse_compressed_output

    refuse_compressed_output(Path(output))
    suffix = Path(output).suffix.lower()
    wanted = _FORMAT_OF_SUFFIX.get(suffix, format)
    if wanted != format and wanted in formats:
        raise FormatError(
            f"a {suffix} file needs --format {wanted}; got --format {format} for {output!r}",
            Remedy(f"Write {wanted}", shell=f"--format {wanted}"),
        )
