"""
Graphviz.

The ends of an edge are what Graphviz draws: `arrowhead` and `arrowtail` as far as `dir` shows them,
``normal`` and its like an arrow, ``none`` a tail, ``odot`` or ``dot`` a circle. A node goes by what is
drawn for it: its label, or its own name where it has none or one of markup.

The writer numbers the nodes, ``n0``, and puts the names into labels, in which Graphviz finds neither
markup nor links, whatever a name holds.
"""

from __future__ import annotations

from edgemark.errors import FormatError
from edgemark.graph import Graph
from edgemark.graph.adjacency import as_names
from edgemark.io.dot_parser import Drawing, parsed
from edgemark.io.dot_tokens import label_text, quoted_label
from edgemark.io.source import Source

_UNNAMED = "edgemark_unnamed"
_WRITTEN = {
    "-->": "",
    "---": " [dir=none]",
    "<->": " [dir=both]",
    "o->": " [dir=both, arrowtail=odot]",
    "o-o": " [dir=both, arrowtail=odot, arrowhead=odot]",
    "o--": " [dir=back, arrowtail=odot]",
    "--o": " [arrowhead=odot]",
}


def read(source: Source) -> Graph:
    """Read a Graphviz file."""
    drawing = parsed(source.text, source.limits)
    ids = list(drawing.nodes)
    if drawing.graph_attributes.get(_UNNAMED) == "true":
        if ids != [f"n{k}" for k in range(len(ids))]:
            raise FormatError(f"the nodes of a graph with {_UNNAMED} must be n0, n1, ... in order")
        place = {node: k for k, node in enumerate(ids)}
        return Graph(len(ids), [(place[a], glyph, place[b]) for a, glyph, b in drawing.edges])
    names = dict(zip(ids, as_names(_name(drawing, node) for node in ids), strict=True))
    return Graph(names.values(), [(names[a], glyph, names[b]) for a, glyph, b in drawing.edges])


def write(graph: Graph) -> bytes:
    """Write a Graphviz file."""
    ids = {name: f"n{k}" for k, name in enumerate(graph.nodes)}
    lines = ["digraph {"]
    if graph.is_named:
        lines += [f"  {ids[name]} [label={quoted_label(name)}];" for name in graph.nodes]
    else:
        lines += [f"  graph [{_UNNAMED}=true];", *(f"  {node};" for node in ids.values())]
    lines += [f"  {ids[a]} -> {ids[b]}{_WRITTEN[glyph]};" for a, glyph, b in graph.edges()]
    return ("\n".join(lines) + "\n}\n").encode()


def _name(drawing: Drawing, node: str) -> str:
    label = drawing.nodes[node].get("label", "")
    return (label_text(label, node) if isinstance(label, str) else "") or node
