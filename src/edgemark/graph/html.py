"""A graph as HTML for notebooks: a summary, a picture of a small graph, and its edges."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from edgemark.display.layout import Edge
from edgemark.display.svg import picture
from edgemark.display.text import escaped
from edgemark.graph.core import Graph
from edgemark.graph.edge_words import unpack
from edgemark.graph.kinds import side_of
from edgemark.graph.marks import WRITTEN
from edgemark.graph.text import quoted

__all__ = ["NOT_DRAWN", "svg_of", "write"]

_MAX_DRAWN_NODES = 30
_MAX_DRAWN_EDGES = 90
_MAX_LISTED = 50
_LIST_STYLE = "columns:12em;list-style:none;margin:0.3em 0;padding:0;overflow-wrap:anywhere"


NOT_DRAWN = (
    f"Not drawn: pictures have up to {_MAX_DRAWN_NODES} nodes and {_MAX_DRAWN_EDGES} edges. To draw "
    "the edges near a node: em.plot_diff(graph, graph, around=node)"
)
"""Why a graph has no picture."""


def svg_of(graph: Graph) -> str | None:
    """Draw a small graph as SVG; None for a large graph, or one without nodes."""
    if not 0 < graph.n_nodes <= _MAX_DRAWN_NODES or graph.n_edges > _MAX_DRAWN_EDGES:
        return None
    names = graph.nodes if graph.is_named else [f"#{k}" for k in range(graph.n_nodes)]
    return picture(names, list(_first_edges(graph, _MAX_DRAWN_EDGES)), str(side_of(graph)), alone=True)


def write(graph: Graph) -> str:
    """
    Return HTML: a line of summary, a picture if the graph is small, and a collapsible list of edges.
    """
    summary = str(side_of(graph))
    objection = graph.objection()
    drawn = 0 < graph.n_nodes <= _MAX_DRAWN_NODES and graph.n_edges <= _MAX_DRAWN_EDGES
    parts = [
        f"<div>Graph: {escaped(summary)}{'' if graph.is_named else ', without names'}</div>",
        *([f"<div><b>Not what it is declared:</b> {escaped(objection)}</div>"] if objection else []),
    ]
    if drawn:
        edges = list(_first_edges(graph, _MAX_DRAWN_EDGES))
        names = graph.nodes if graph.is_named else [f"#{k}" for k in range(graph.n_nodes)]
        svg = picture(names, edges, summary)
        parts.append(f'<div style="overflow-x:auto;margin:0.5em 0">{svg}</div>')
    elif graph.n_nodes:
        parts.append(f"<div>{NOT_DRAWN}</div>")
    if graph.n_edges:
        parts.append(_list_of_edges(graph, opened=not drawn))
    body = "\n".join(parts)
    return f'<div class="edgemark-graph" style="font-size:13px;line-height:1.45">\n{body}\n</div>'


def _first_edges(graph: Graph, n_pairs: int) -> Iterator[Edge]:
    """
    Yield the edges of the first `n_pairs` adjacent pairs, with the positions of their nodes. Directed
    edges are written with the arrowhead on the right.
    """
    firsts, seconds, states = unpack(graph.words[:n_pairs])
    for i, j, state in zip(firsts.tolist(), seconds.tolist(), states.tolist(), strict=True):
        for glyph, reverse in WRITTEN[state]:
            yield (j, glyph, i) if reverse else (i, glyph, j)


def _list_of_edges(graph: Graph, *, opened: bool) -> str:
    edges = list(_first_edges(graph, _MAX_LISTED))[:_MAX_LISTED]
    lines = [f"<li>{_label(graph, a)} {escaped(glyph)} {_label(graph, b)}</li>" for a, glyph, b in edges]
    rest = graph.n_edges - len(edges)
    parts = [
        "<details open>" if opened else "<details>",
        '<summary style="cursor:pointer">Edges</summary>',
        f'<ul style="{_LIST_STYLE}">',
        *lines,
        "</ul>",
        *([f"<div>and {rest} more</div>"] if rest else []),
        *_lone_nodes(graph),
        "</details>",
    ]
    return "\n".join(parts)


def _lone_nodes(graph: Graph) -> Iterator[str]:
    firsts, seconds, _ = unpack(graph.words)
    has_edge = np.zeros(graph.n_nodes, bool)
    has_edge[firsts] = has_edge[seconds] = True
    lone = np.flatnonzero(~has_edge)
    if lone.size:
        shown = ", ".join(_label(graph, k) for k in lone[:_MAX_LISTED].tolist())
        rest = f" and {lone.size - _MAX_LISTED} more" if lone.size > _MAX_LISTED else ""
        yield f"<div>Without an edge: {shown}{rest}</div>"


def _label(graph: Graph, node: int) -> str:
    """
    Write a name as `parse` reads it, isolated so that right-to-left text does not affect its neighbours.
    """
    return f"<bdi>{escaped(quoted(graph.nodes[node]) if graph.is_named else f'#{node}')}</bdi>"
