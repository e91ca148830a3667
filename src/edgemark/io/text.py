"""
Our text: what `Graph.parse` reads.

The writer lists all nodes in the first line, so that their order is kept, then an edge a line.
"""

from __future__ import annotations

from edgemark.errors import FormatError
from edgemark.graph import Graph
from edgemark.graph.marks import GLYPHS
from edgemark.graph.text import labels
from edgemark.io.source import Source

_SHORTEST_EDGE = len("A --> B")


def read(source: Source) -> Graph:
    """Read our text."""
    _check_limits(source)
    return Graph.parse(source.text)


def write(graph: Graph) -> bytes:
    """Write our text."""
    if not graph.n_nodes:
        raise FormatError("text needs a node; the graph has none. JSON can hold it")
    written = labels(graph)
    of = dict(zip(graph.nodes, written, strict=True))
    lines = ["; ".join(written), *(f"{of[a]} {glyph} {of[b]}" for a, glyph, b in graph.edges())]
    return ("\n".join(lines) + "\n").encode()


def sniff(source: Source) -> bool:
    """Whether the first line is nodes and edges, and there is an edge unless there is one line only."""
    text = source.text.strip()
    first, *rest = text.split("\n", 1)
    try:
        graph = Graph.parse(first)
    except ValueError:
        return False
    return not rest or bool(graph.n_edges) or any(f" {glyph} " in text for glyph in GLYPHS)


def _check_limits(source: Source) -> None:
    """Refuse what is certainly too large before it is taken apart."""
    text, limits = source.text, source.limits
    if '"' in text:
        return
    if len(text) > limits.edges * _SHORTEST_EDGE:
        limits.check_edges(sum(text.count(f" {glyph} ") for glyph in GLYPHS))
    if len(text) > limits.nodes * len("A;"):
        limits.check_nodes(len(set(text.replace(";", " ").split()).difference(GLYPHS)))
