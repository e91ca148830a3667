"""
Graphviz.

The ends of an edge are what Graphviz draws: `arrowhead` and `arrowtail` as far as `dir` shows them,
``normal`` and its like an arrow, ``none`` a tail, ``odot`` or ``dot`` a circle. A node goes by what is
drawn for it: its label, or its own name where it has none or one of markup. An edge of ``style=invis``
is not drawn, a common way to push nodes into place: it is no edge, though its nodes are nodes.

``a -> b; b -> a`` may be a cycle of two or one edge drawn without thought of marks, so the caller says
which, by `symmetric` or `kind`. Two edges that both say `dir` themselves are what they say.

The writer numbers the nodes, ``n0``, and puts the names into labels, in which Graphviz finds neither
markup nor links, whatever a name holds. Both edges of a cycle of two say ``dir=forward``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from edgemark.conventions import Kind, Symmetric
from edgemark.errors import AmbiguityError, FormatError, GraphError
from edgemark.graph import Graph
from edgemark.graph.adjacency import as_names
from edgemark.io.dot_parser import Drawing, parsed
from edgemark.io.dot_tokens import label_text, quoted_label
from edgemark.io.source import Source

_UNNAMED = "edgemark_unnamed"
_SYMMETRIC_OF: dict[Kind | None, Symmetric] = {
    "pdag": "undirected", "cpdag": "undirected", "mpdag": "undirected", "digraph": "cycle",
}  # fmt: skip
_WRITTEN = {
    "-->": "",
    "---": " [dir=none]",
    "<->": " [dir=both]",
    "o->": " [dir=both, arrowtail=odot]",
    "o-o": " [dir=both, arrowtail=odot, arrowhead=odot]",
    "o--": " [dir=back, arrowtail=odot]",
    "--o": " [arrowhead=odot]",
}
_ARC_OF_A_CYCLE = " [dir=forward]"

_Node = TypeVar("_Node", int, str)


def read(source: Source) -> Graph:
    """Read a Graphviz file."""
    drawing = parsed(source.text, source.limits)
    ids = list(drawing.nodes)
    if drawing.graph_attributes.get(_UNNAMED) == "true":
        if ids != [f"n{k}" for k in range(len(ids))]:
            raise FormatError(f"the nodes of a graph with {_UNNAMED} must be n0, n1, ... in order")
        place = {node: k for k, node in enumerate(ids)}
        return Graph(len(ids), _settled(drawing, place, source))
    names = dict(zip(ids, as_names(_name(drawing, node) for node in ids), strict=True))
    return Graph(names.values(), _settled(drawing, names, source))


def write(graph: Graph) -> bytes:
    """Write a Graphviz file."""
    ids = {name: f"n{k}" for k, name in enumerate(graph.nodes)}
    lines = ["digraph {"]
    if graph.is_named:
        lines += [f"  {ids[name]} [label={quoted_label(name)}];" for name in graph.nodes]
    else:
        lines += [f"  graph [{_UNNAMED}=true];", *(f"  {node};" for node in ids.values())]
    edges = graph.edges()
    arcs = {(a, b) for a, glyph, b in edges if glyph == "-->"} if graph.has_two_edges_on_a_pair else ()
    for a, glyph, b in edges:
        in_cycle = glyph == "-->" and (b, a) in arcs
        lines.append(f"  {ids[a]} -> {ids[b]}{_ARC_OF_A_CYCLE if in_cycle else _WRITTEN[glyph]};")
    return ("\n".join(lines) + "\n}\n").encode()


def _settled(
    drawing: Drawing, names: Mapping[str, _Node], source: Source
) -> list[tuple[_Node, str, _Node]]:
    """Give the edges, once it is settled what a -> b with b -> a means."""
    edges = [(names[a], glyph, names[b]) for a, glyph, b, _ in drawing.edges]
    arcs: dict[tuple[_Node, _Node], bool] = {}
    for (a, glyph, b), (_, _, _, says_dir) in zip(edges, drawing.edges, strict=True):
        if glyph in ("-->", "<--"):
            arc = (a, b) if glyph == "-->" else (b, a)
            if arc in arcs:
                return edges  # an edge given twice is refused, whatever the rest means
            arcs[arc] = says_dir
    both = {
        (a, b)
        for (a, b), says_dir in arcs.items()
        if a != b and (b, a) in arcs and not (says_dir and arcs[b, a])
    }
    symmetric = source.symmetric or _SYMMETRIC_OF.get(source.kind)
    if not both or symmetric == "cycle":
        return edges
    a, b = min(both)
    if symmetric == "refuse":
        raise GraphError(f"edges both ways were refused; got {a!r} -> {b!r} and {b!r} -> {a!r}")
    if symmetric is None:
        raise AmbiguityError(
            f"the drawing has both {a!r} -> {b!r} and {b!r} -> {a!r}, which may mean one undirected "
            f'edge, one bidirected edge or a cycle of two; say which: symmetric="undirected", '
            f'"bidirected", "cycle" or "refuse". In the file, dir=none, dir=both or dir=forward at '
            f"each edge says it"
        )
    glyph = "---" if symmetric == "undirected" else "<->"
    kept = [e for e in edges if not (e[1] in ("-->", "<--") and (e[0], e[2]) in both)]
    return kept + [(a, glyph, b) for a, b in sorted(both) if a < b]


def _name(drawing: Drawing, node: str) -> str:
    label = drawing.nodes[node].get("label", "")
    return (label_text(label, node) if isinstance(label, str) else "") or node
