"""
The objects that files can hold: one table for all readers and writers.

The formats of graphs have names and a table of their own, in `formats`. Other objects are written in one
format for each suffix; some readers also recognise other layouts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

from edgemark.errors import FormatError, Remedy
from edgemark.io.formats import FORMATS
from edgemark.io.source import refuse_compressed_input, refuse_compressed_output

__all__ = ["CONTENTS", "Contents"]


@dataclass(frozen=True, slots=True)
class Contents:
    """
    One type of object that files can hold.

    Attributes:
        name: name of the class.
        plural: what messages call several of these objects.
        reader: the function of `edgemark.io` that reads one.
        writer: the function of `edgemark.io` that writes one.
        reads: suffixes of the files that can be read.
        writes: suffixes of the files that can be written. The first one stores the most.

    Examples:
        >>> CONTENTS["GraphSamples"].writes
        ('.npz',)
    """

    name: str
    plural: str
    reader: str
    writer: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]

    def demand_readable(self, path: Path) -> None:
        """Raise FormatError if no such object can be read from a file with this suffix."""
        suffix = path.suffix.lower()
        if suffix not in self.reads:
            refuse_compressed_input(path)
            others = " or ".join(
                contents.plural for contents in CONTENTS.values() if suffix in contents.reads
            )
            hint = f". Files {suffix} can hold {others}" if others else ""
            raise FormatError(
                f"{self.plural} are read from {', '.join(self.reads)}; got {path.name!r}{hint}"
            )

    def demand_writable(self, path: Path) -> None:
        """Raise FormatError if no such object can be written to a file with this suffix."""
        if path.suffix.lower() not in self.writes:
            self.refuse_writing(path.name)

    def refuse_writing(self, name: str) -> NoReturn:
        """Raise FormatError with the name of the file."""
        refuse_compressed_output(Path(name))
        raise FormatError(f"{self.plural} are written as {', '.join(self.writes)}; got {name!r}")


_GRAPH_SUFFIXES = tuple(dict.fromkeys(suffix for entry in FORMATS.values() for suffix in entry.suffixes))
_TABLES = (".csv", ".tsv")
_ARRAYS = (".npy", ".npz")
_ALL = (
    Contents("Graph", "graphs", "read", "write", _GRAPH_SUFFIXES, _GRAPH_SUFFIXES),
    Contents(
        "EdgeScores", "edge scores", "read_scores", "write_scores",
        (*_ARRAYS, *_TABLES), (".npz", *_TABLES),
    ),
    Contents(
        "GraphSamples", "samples of graphs", "read_samples", "write_samples",
        (*_ARRAYS, *_TABLES), (".npz",),
    ),
    Contents(
        "TemporalGraph", "time series graphs", "read_temporal", "write_temporal",
        (".json", ".txt", *_TABLES, *_ARRAYS), (".json", ".txt", *_TABLES),
    ),
    Contents(
        "TemporalScores", "time series scores", "read_temporal_scores", "write_temporal_scores",
        _ARRAYS, (".npz",),
    ),
    Contents("Candidates", "candidates", "read_candidates", "write_candidates", _TABLES, _TABLES),
    Contents(
        "CauseMeResult", "results for CauseMe", "read_causeme", "write_causeme", (".json",), (".json",)
    ),
)  # fmt: skip

CONTENTS: Mapping[str, Contents] = MappingProxyType({contents.name: contents for contents in _ALL})
"""Every type of object that files can hold, by its class."""


def remedies_for_wrong_writer(value: Any, argument: str) -> list[Remedy]:
    """Remedies for an object that was passed to the wrong writer; empty if no writer accepts it."""
    names = [cls.__name__ for cls in type(value).__mro__ if cls.__module__.startswith("edgemark.")]
    contents = next((CONTENTS[name] for name in names if name in CONTENTS), None)
    if contents is None:
        return []
    argument_code = f"[{argument}]" if contents.name == "CauseMeResult" else argument
    return [
        Remedy(
            f"Write {contents.plural} with their own function",
            f"{contents.writer}({argument_code}, path)",
        )
    ]
