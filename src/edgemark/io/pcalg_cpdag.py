"""
pcalg's `amat.cpdag` as CSV: m[a, b] = 0 and m[b, a] = 1 is a --> b, and ones in both cells are a --- b.

The file looks like any other matrix of 0 and 1, so it is read in this way only if the user names this
format.
"""

from __future__ import annotations

from dataclasses import replace

from edgemark.graph import Graph
from edgemark.io import adjacency_csv
from edgemark.io.csv_rows import names_line
from edgemark.io.matrix import demand_names, digits, ones_of
from edgemark.io.source import Source


def read(source: Source) -> Graph:
    """Read pcalg's matrix of a CPDAG."""
    return adjacency_csv.read(replace(source, direction="column-to-row", symmetric="undirected"))


def write(graph: Graph) -> bytes:
    """Write pcalg's matrix of a CPDAG."""
    demand_names(graph, "pcalg-cpdag")
    return names_line(graph.nodes).encode() + digits(ones_of(graph, "pcalg-cpdag", "column-to-row"))
