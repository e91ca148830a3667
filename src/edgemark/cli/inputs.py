"""From arguments to graphs."""

from __future__ import annotations

import glob
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from edgemark.conventions import Direction, Kind, Symmetric

if TYPE_CHECKING:
    from edgemark.graph import Graph

__all__ = ["Reading", "checked", "expanded"]


@dataclass(frozen=True, slots=True)
class Reading:
    """
    How files are to be read.

    Attributes:
        format: a name in `edgemark.io.FORMATS`; None to recognise it.
        direction: which way a matrix points.
        symmetric: what 1 in both cells of a pair means.
        kind: what graphs are declared to be; None takes the file's word.
    """

    format: str | None = None
    direction: Direction | None = None
    symmetric: Symmetric | None = None
    kind: Kind | None = None

    def read(self, path: str) -> Graph:
        """Read a file."""
        import edgemark as em

        return em.read(
            checked(path),
            self.format,
            direction=self.direction,
            symmetric=self.symmetric,
            kind=self.kind,
        )

    def read_estimate(self, path: str, truth: Graph, *, add_missing_nodes: bool) -> Graph:
        """Read an estimate, on request over the truth's nodes if it has no other."""
        from edgemark.errors import AlignmentError

        graph = self.read(path)
        if graph.is_named and not truth.is_named:
            raise AlignmentError(
                f"{path}: nodes are matched by name, and the truth has none. Name its nodes first: a "
                "matrix in CSV takes names in a first row, and JSON holds them"
            )
        if not add_missing_nodes or not truth.is_named:
            return graph
        if graph.is_named and not set(graph.nodes) <= set(truth.nodes):
            return graph  # comparing refuses it, and lists what either side lacks
        if not graph.is_named and graph.n_nodes != truth.n_nodes:
            raise AlignmentError(
                f"{path}: a matrix without names can take the truth's {truth.n_nodes} names only if it "
                f"has as many nodes; got {graph.n_nodes}"
            )
        return graph.with_nodes(truth.nodes)


def checked(path: str) -> str:
    """Refuse ``-``, which elsewhere means stdin or stdout and here would be a file of that name."""
    from edgemark.errors import EdgemarkError

    if path == "-":
        raise EdgemarkError(
            "- is not supported for stdin or stdout; use /dev/stdin or /dev/stdout and say the format, "
            "or ./- for a file of that name"
        )
    return path


def expanded(patterns: Iterable[str]) -> list[str]:
    """
    Give the files that patterns such as ``results/*.json`` stand for, each once.

    A name that exists is that file, and a pattern without a match stays, to be reported when read.

    Examples:
        >>> expanded(["no such folder/*.json", "a.json", "a.json"])
        ['no such folder/*.json', 'a.json']
    """
    files: dict[str, None] = {}
    for pattern in patterns:
        found = [pattern]
        if glob.has_magic(pattern) and not Path(pattern).exists():
            found = sorted(glob.glob(pattern, recursive=True)) or found  # noqa: PTH207 - keeps names as given
        files.update(dict.fromkeys(found))
    return list(files)
