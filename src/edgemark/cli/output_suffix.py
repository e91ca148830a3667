"""The suffix of an output file, which must not name another format than that of the output."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from edgemark.errors import FormatError, Remedy

__all__ = ["refuse_other_suffix"]

_FORMATS: Final = {".csv": "csv", ".json": "json", ".md": "markdown", ".tex": "latex"}
"""The formats that a suffix names. Programs read such files by their suffix."""


_DATA_FORMATS: Final = ("table", "json", "csv")


def refuse_other_suffix(
    output: str | None, format: str, formats: tuple[str, ...] = _DATA_FORMATS
) -> None:
    """
    Refuse a file whose suffix names another format before anything is computed.

    Args:
        output: the file; None or ``-`` for standard output.
        format: the format of the output.
        formats: the formats that the command can write.

    Raises:
        FormatError: a compressed file, or a table for people in a file such as scores.csv.
    """
    if output is None or output == "-":
        return
    from edgemark.io.source import refuse_compressed_output

    refuse_compressed_output(Path(output))
    suffix = Path(output).suffix.lower()
    wanted = _FORMATS.get(suffix, format)
    if wanted != format and wanted in formats:
        raise FormatError(
            f"a {suffix} file needs --format {wanted}; got --format {format} for {output!r}",
            Remedy(f"Write {wanted}", shell=f"--format {wanted}"),
        )
