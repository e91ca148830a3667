"""The description of one side of a comparison: its size and its kind."""

from __future__ import annotations

from dataclasses import dataclass

from edgemark.display.text import printable
from edgemark.errors import plural

__all__ = ["Side"]

_UNIT_OF = {"scores": "score", "samples": "sample"}


@dataclass(frozen=True, slots=True)
class Side:
    """
    The description of the truth or the estimate: its size and the kind it was taken for.

    `declared` says whether the graph was declared to be of this kind. For an estimate that is not a
    graph, `kind` is "scores" or "samples", and `edges` is their number. If the marks of a graph taken
    for a DAG also fit a CPDAG, which claims less, `also_cpdag` is true.
    """

    nodes: int
    edges: int
    kind: str
    declared: bool
    name: str = ""
    also_cpdag: bool = False

    def __str__(self) -> str:
        declared = ", declared" if self.declared else " (or CPDAG)" if self.also_cpdag else ""
        name = f"{printable(self.name)}: " if self.name else ""
        if self.kind in _UNIT_OF:
            return f"{name}{plural(self.nodes, 'node')}, {plural(self.edges, _UNIT_OF[self.kind])}"
        is_plain_word = self.kind in ("digraph", "undirected") or self.kind.startswith("time series")
        kind = self.kind if is_plain_word else self.kind.upper()
        return f"{name}{plural(self.nodes, 'node')}, {plural(self.edges, 'edge')}, {kind}{declared}"
