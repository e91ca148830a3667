"""The formats that can be read and written. To add one, add a module to this folder and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from edgemark.errors import ConventionError, Remedy

if TYPE_CHECKING:
    from edgemark.conventions.options import Direction, Symmetric
    from edgemark.graph import Graph
    from edgemark.io.source import Source

__all__ = ["FORMATS", "Format"]


@dataclass(frozen=True, slots=True)
class Format:
    """
    A file format for graphs.

    The module `home` of this package is imported at first use. It defines ``read(source) -> Graph`` and
    ``write(graph) -> bytes``. If `takes` contains "direction", the latter is
    ``write(graph, direction, symmetric)``. If formats that can be recognised share a suffix, each also
    defines ``sniff(source) -> bool``.

    Attributes:
        name: the value of `format=`.
        suffixes: suffixes of file names; formats that share one are distinguished by content.
        summary: one line about what the format stores.
        home: the name of the module.
        only_by_name: never recognised, because its files look like those of another format.
        takes: the options that have an effect on reading: "direction", "symmetric" or both. Those of a
            matrix also have an effect on writing.
        memory: the most bytes of memory that reading a byte of text needs, as measured; 0 if the reader
            computes it from the size of the arrays.

    Examples:
        >>> FORMATS["json"].suffixes
        ('.json',)
    """

    name: str
    suffixes: tuple[str, ...]
    summary: str
    home: str
    only_by_name: bool = False
    takes: frozenset[str] = frozenset()
    memory: int = 0

    def read(self, source: Source) -> Graph:
        """Read the graph that a file holds, and record the options that have no effect."""
        for option in ("direction", "symmetric"):
            if option not in self.takes:
                source.note_idle_option(option)
        source.limits.check_text(len(source.data), self.memory)
        graph: Graph = self._module().read(source)
        return graph

    def write(
        self, graph: Graph, direction: Direction | None = None, symmetric: Symmetric | None = None
    ) -> bytes:
        """
        Return the content of a file that holds the graph.

        Raises:
            FormatError: the format cannot hold the graph.
            ConventionError: an option has no effect on what the format writes.
        """
        if "direction" in self.takes:
            matrix: bytes = self._module().write(graph, direction or "row-to-column", symmetric)
            return matrix
        for option, value in (("direction", direction), ("symmetric", symmetric)):
            if value is not None:
                raise ConventionError(
                    f"{option} is for matrices of 0 and 1; got it for the format {self.name!r}, which "
                    f"defines its edges itself. Leave it out"
                )
        data: bytes = self._module().write(graph)
        return data

    def sniff(self, source: Source) -> bool:
        """Return whether a file looks like this format instead of another one with the same suffix."""
        # Even the first line may be too large to read, because a file may have only one line.
        source.limits.check_text(len(source.data), self.memory)
        looks: bool = self._module().sniff(source)
        return looks

    def _module(self) -> Any:
        return import_module(f"edgemark.io.{self.home}")


_MATRIX_OPTIONS = frozenset({"direction", "symmetric"})
_SYMMETRIC_OPTION = frozenset({"symmetric"})
_ALL = (
    Format("json", (".json",), "edgemark's own schema; keeps everything", "json_graph", memory=40),
    Format("text", (".txt",), "edgemark's own text, one edge a line: A --> B", "text", memory=84),
    Format(
        "edges", (".csv", ".tsv"), "table of edges: source,mark,target; also Bayesys", "edge_list",
        takes=_SYMMETRIC_OPTION, memory=64,
    ),
    Format(
        "adjacency", (".csv", ".tsv"), "matrix of 0 and 1 under a row of names", "adjacency_csv",
        takes=_MATRIX_OPTIONS, memory=46,
    ),
    Format("npy", (".npy",), "NumPy matrix of 0 and 1, no names", "npy", takes=_MATRIX_OPTIONS),
    Format(
        "npz", (".npz",), "NumPy archive: matrix, names, how to read it", "npz",
        takes=_MATRIX_OPTIONS,
    ),
    Format("tetrad", (".txt",), "text of Tetrad and causal-learn", "tetrad", memory=78),
    Format(
        "bnlearn", (".txt",), "model string of bnlearn, for a DAG: [A][B|A]", "model_string", memory=76
    ),
    Format("dot", (".dot", ".gv"), "Graphviz", "dot", takes=_SYMMETRIC_OPTION, memory=80),
    Format(
        "pcalg-cpdag", (".csv", ".tsv"), "pcalg's amat.cpdag as CSV", "pcalg_cpdag",
        only_by_name=True, memory=46,
    ),
    Format(
        "pcalg-pag", (".csv", ".tsv"), "pcalg's amat.pag as CSV", "pcalg_pag",
        only_by_name=True, memory=46,
    ),
)  # fmt: skip

FORMATS: Mapping[str, Format] = MappingProxyType({f.name: f for f in _ALL})
"""Every format by name. `write` uses the first of those that share a suffix."""


def named(name: str) -> Format:
    """Return a format by name. Raises ConventionError for an unknown one."""
    if not isinstance(name, str) or name not in FORMATS:
        raise ConventionError.unknown("format", name, FORMATS)
    return FORMATS[name]


def of_suffix(suffix: str) -> list[Format]:
    """List the formats with this suffix that can be recognised."""
    return [f for f in FORMATS.values() if suffix.lower() in f.suffixes and not f.only_by_name]


def remedy_to_write_json() -> Remedy:
    """Remedy for a graph that another format cannot hold."""
    return Remedy("Write JSON, which holds every graph", 'format="json"', "--to json")


def described_formats() -> str:
    """
    List the formats and their suffixes for a message.

    Examples:
        >>> described_formats().split(", ")[0]
        "'json' (.json)"
    """
    return ", ".join(f"{f.name!r} ({' '.join(f.suffixes)})" for f in FORMATS.values())
