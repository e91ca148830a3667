"""
Our text: what `Graph.parse` reads.

The writer lists all nodes in the first line, so that their order is kept, then an edge a line.
"""

from __future__ import annotations

from edgemark.errors import FormatError
from edgemark.graph import Edge, Graph
from edgemark.graph.marks import GLYPHS, STATE_OF
from edgemark.graph.text import labels, parse, quoted
from edgemark.io.limits import Limits
from edgemark.io.source import Source


def read(source: Source) -> Graph:
    """Read our text."""
    text = source.text
    if "#" in text:
        return Graph.parse(text)
    try:
        nodes, edges = _by_lines(text, source.limits)
    except FormatError:
        return Graph.parse(text)  # which says where it fails
    return Graph(nodes, edges)


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


def _by_lines(text: str, limits: Limits) -> tuple[dict[str, None], list[Edge]]:
    """Nodes and edges, line by line; most lines are one edge, which needs no parser."""
    nodes: dict[str, None] = {}
    edges: list[Edge] = []
    simple: set[str] = set()
    for line in text.split("\n"):
        parts = line.split()
        alone = ";" not in line and '"' not in line
        if alone and len(parts) == 3 and parts[1] in STATE_OF:
            a, glyph, b = parts
            nodes[a] = nodes[b] = None
            simple.update((a, b))
            edges.append((a, glyph, b))
        elif alone and len(parts) == 1:
            nodes[parts[0]] = None
            simple.add(parts[0])
        elif parts:
            more, its_edges = parse(line)
            nodes.update(dict.fromkeys(more if isinstance(more, list) else ()))
            edges.extend(its_edges)
        limits.check_nodes(len(nodes))
        limits.check_edges(len(edges))
    if any(quoted(name) != name for name in simple):
        raise FormatError("a name that only the parser can judge")
    return nodes, edges
