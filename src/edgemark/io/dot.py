"""
Read and write Graphviz files.

The marks of an edge are those that Graphviz draws: `arrowhead` and `arrowtail`, if `dir` shows them.
``normal`` and similar shapes are an arrowhead, ``none`` is a tail, ``odot`` or ``dot`` a circle. The
name of a node is the drawn label, or the name in the file if the label is missing or is markup. An
edge with ``style=invis`` or ``color=transparent`` only places nodes and is not drawn. It is not read
as an edge, but its two nodes are read.

Other attributes of edges are not read. A `weight` concerns the layout; a weight that is not a positive
integer is dropped with a warning. Other numbers, such as ``prob=0.5``, ``pvalue=0.01`` and
``label="0.5"``, are dropped with a warning too. Attributes that contradict what is drawn, such as
``lag=1``, ``mark="<->"`` and ``present=false``, are refused, because networkx writes them. So are
labels such as "lag 1" and, unless the marks of the edge are drawn, labels such as "<->". ``edge
[lag=1]`` and ``graph [lag=1]`` apply to the edges after them. Attributes such as ``color`` and
``penwidth`` only change the picture and are dropped. All other attributes are dropped too, with a
warning if they are numbers, booleans, or texts that are not the same at all edges.

``a -> b; b -> a`` may be a cycle of two nodes or one undirected edge, so the caller must state it with
`symmetric` or `kind`. Two edges that both have their own `dir` are read as written.

The writer numbers the nodes (``n0``) and writes the names as labels, escaped so that Graphviz finds
neither markup nor links in them. Both edges of a cycle of two nodes get ``dir=forward``.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Kind, Symmetric
from edgemark.errors import (
    AmbiguityError,
    ClassWarning,
    FormatError,
    GraphError,
    Remedy,
    levels_to_caller,
)
from edgemark.graph import Graph
from edgemark.graph.adjacency import SYMMETRIC_STATE, symmetric_remedies
from edgemark.graph.edge_words import Index, words_of
from edgemark.graph.frame_values import as_names
from edgemark.graph.given_nodes import checked_nodes
from edgemark.graph.marks import BACKWARD, FORWARD
from edgemark.io.dot_parser import Drawing, parsed
from edgemark.io.dot_tokens import label_text, quoted_label
from edgemark.io.source import Source

_UNNAMED = "edgemark_unnamed"
_SYMMETRIC_OF: dict[Kind | None, Symmetric] = {
    "pdag": "undirected", "cpdag": "undirected", "mpdag": "undirected", "digraph": "cycle",
}  # fmt: skip
_ATTRIBUTES_OF = {
    "-->": "",
    "---": " [dir=none]",
    "<->": " [dir=both]",
    "o->": " [dir=both, arrowtail=odot]",
    "o-o": " [dir=both, arrowtail=odot, arrowhead=odot]",
    "o--": " [dir=back, arrowtail=odot]",
    "--o": " [arrowhead=odot]",
}
_ATTRIBUTES_IN_CYCLE = " [dir=forward]"


def read(source: Source) -> Graph:
    """Read a Graphviz file."""
    drawing = parsed(source.text, source.limits)
    _warn_of_unread_numbers(drawing)
    ids = list(drawing.nodes)
    names: list[str] | None = None
    if drawing.graph_attributes.get(_UNNAMED) != "true":
        names = as_names(_names_of_pyagrum(drawing) or (_name(drawing, node) for node in ids))
    elif ids != [f"n{k}" for k in range(len(ids))]:
        raise FormatError(f"the nodes of a graph with {_UNNAMED} must be n0, n1, ... in order")
    valid_names, n_nodes = checked_nodes(len(ids) if names is None else names)

    def name(k: int) -> str:
        return str(k) if valid_names is None else valid_names[k]

    firsts, seconds, states = _ends_and_states(drawing, name, source)
    return Graph._make(valid_names, n_nodes, words_of(firsts, seconds, states, name))


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
        lines.append(
            f"  {ids[a]} -> {ids[b]}{_ATTRIBUTES_IN_CYCLE if in_cycle else _ATTRIBUTES_OF[glyph]};"
        )
    return ("\n".join(lines) + "\n}\n").encode()


def _ends_and_states(
    drawing: Drawing, name: Callable[[int], str], source: Source
) -> tuple[Index, Index, Index]:
    """Return the ends and the states of the edges; the options define what a -> b with b -> a means."""
    firsts, seconds, states = drawing.edges[:, 0], drawing.edges[:, 1], drawing.states
    symmetric = source.symmetric or _SYMMETRIC_OF.get(source.kind)
    both_ways = _drawn_both_ways(drawing)
    if symmetric == "cycle" or not both_ways.any():
        return firsts, seconds, states
    k = int(np.flatnonzero(both_ways)[0])
    a, b = name(int(firsts[k])), name(int(seconds[k]))
    if symmetric == "refuse":
        raise GraphError(f"edges both ways were refused; got {a!r} -> {b!r} and {b!r} -> {a!r}")
    if symmetric is None:
        raise AmbiguityError(
            f"an edge drawn both ways may be undirected, bidirected or a cycle; the drawing has "
            f"{a!r} -> {b!r} and {b!r} -> {a!r}, not both with a dir= of their own",
            *symmetric_remedies(),
        )
    # Keep one of the two edges: the one from the node that comes first to the node that comes second.
    from_first_node = (firsts < seconds) == (states == FORWARD)
    becomes_one = both_ways & from_first_node
    is_kept = ~both_ways | becomes_one
    states = np.where(becomes_one, SYMMETRIC_STATE[symmetric], states)
    return firsts[is_kept], seconds[is_kept], states[is_kept]


def _drawn_both_ways(drawing: Drawing) -> NDArray[np.bool_]:
    """Find the edges that are half of a -> b with b -> a, unless both have their own `dir`."""
    firsts, seconds, states = drawing.edges[:, 0], drawing.edges[:, 1], drawing.states
    directed = np.flatnonzero((states == FORWARD) | (states == BACKWARD))
    forward = states[directed] == FORWARD
    starts = np.where(forward, firsts[directed], seconds[directed])
    ends = np.where(forward, seconds[directed], firsts[directed])
    keys, mirrored = starts * len(drawing.nodes) + ends, ends * len(drawing.nodes) + starts
    order = np.argsort(keys)
    both_ways = np.zeros(len(states), np.bool_)
    sorted_keys = keys[order]
    if not keys.size or (sorted_keys[1:] == sorted_keys[:-1]).any():
        return both_ways  # A repeated edge is refused in any case.
    position = np.minimum(np.searchsorted(sorted_keys, mirrored), keys.size - 1)
    has_mirror = (sorted_keys[position] == mirrored) & (starts != ends)
    has_dir = drawing.has_own_dir[directed]
    both_ways[directed] = has_mirror & ~(has_dir & has_dir[order[position]])
    return both_ways


def _warn_of_unread_numbers(drawing: Drawing) -> None:
    """Warn about weights other than positive integers, and about other numbers such as prob=0.5."""
    if weights := drawing.unread_weights:
        _warn(
            "the weights in a Graphviz file are for the layout and are not read as scores; got "
            f"weight={', '.join(weights)}",
            Remedy("If the weights are scores, write them as a table of source,target,score"),
        )
    if numbers := drawing.unread_numbers:
        _warn(
            f"numbers at the edges of a Graphviz file are not read; got {', '.join(numbers)}",
            Remedy("If they are scores, write them as a table of source,target,score"),
            Remedy("If they are p-values, write them as a table of source,target,p_value"),
            Remedy("If they are lags, write the time series graph as a table of source,target,lag"),
        )
    if others := drawing.unread_others.texts():
        _warn(
            "attributes of edges that Graphviz does not draw are not read, unless edgemark knows their "
            f"names; got {', '.join(others)}",
            Remedy("If they do not matter, leave them out"),
            Remedy(
                "If one states the type of an edge, draw the edge that way, such as dir=both for <->; "
                "if an edge is absent, leave it out"
            ),
        )


def _warn(problem: str, *remedies: Remedy) -> None:
    warnings.warn(ClassWarning(problem, *remedies), stacklevel=levels_to_caller())


def _names_of_pyagrum(drawing: Drawing) -> list[str]:
    """
    Return the names of the nodes as `toDot` of pyAgrum's DAG and PDAG writes them: 0 [label="(0) A"].

    Return an empty list if some node has another label.
    """
    names = []
    for node, attributes in drawing.nodes.items():
        label = attributes.get("label")
        start = f"({node}) "
        if not node.isdecimal() or not isinstance(label, str) or not label.startswith(start):
            return []
        names.append(label_text(label, node).removeprefix(start))
    return names


def _name(drawing: Drawing, node: str) -> str:
    label = drawing.nodes[node].get("label", "")
    return (label_text(label, node) if isinstance(label, str) else "") or node
