"""
edgemark's text format, which `Graph.parse` reads.

The writer declares the kind in a line ``kind: cpdag``, if the graph has one. The next line lists all
nodes, which preserves their order. Then each line holds one edge.
"""

from __future__ import annotations

import json

from edgemark.errors import FormatError, Remedy
from edgemark.graph import Edge, Graph
from edgemark.graph.marks import GLYPHS, STATE_OF
from edgemark.graph.text import kind_line, kind_of, labels, parse, quoted, statements
from edgemark.io.formats import remedy_to_write_json
from edgemark.io.limits import Limits
from edgemark.io.source import Source


def read(source: Source) -> Graph:
    """Read edgemark's text."""
    text = source.text
    if _is_row(text):
        raise FormatError(
            f"a text without an edge must list nodes; got {text.strip()[:40]!r}, which may be a "
            f"row of a table",
            Remedy("If it is a table, rename the file to end in .csv"),
            Remedy("If it is one node, put its name in double quotes"),
        )
    if _may_be_model_string(text):
        raise FormatError(
            f"a text without an edge must list nodes; got {text.strip()[:40]!r}, which may be a model "
            f"string of bnlearn without its beginning or its end",
            Remedy("If it is a model string, complete it, such as [A][B|A]"),
            Remedy("If it is one node, put its name in double quotes"),
        )
    if "#" in text:  # The parser removes comments.
        return Graph.parse(text)
    head, _, body = text.partition("\n")
    kind = kind_of(next(statements(head), ())) if ";" not in head else None
    nodes_and_edges = _read_line_by_line(text if kind is None else body, source.limits)
    return Graph.parse(text) if nodes_and_edges is None else Graph(*nodes_and_edges, kind=kind)


def write(graph: Graph) -> bytes:
    """Write edgemark's text."""
    if not graph.n_nodes:
        raise FormatError(
            "the format 'text' needs a node; the graph has none",
            remedy_to_write_json(),
        )
    node_labels = [_unambiguous_label(label) for label in labels(graph)]
    label_of = dict(zip(graph.nodes, node_labels, strict=True))
    edges = [f"{label_of[a]} {glyph} {label_of[b]}" for a, glyph, b in graph.edges()]
    lines = [*kind_line(graph), "; ".join(node_labels), *edges]
    return ("\n".join(lines) + "\n").encode()


def _unambiguous_label(label: str) -> str:
    """Quote names such as [A] and A,B, which would look like another format."""
    is_bracketed = label.startswith("[") and label.endswith("]")
    is_ambiguous = is_bracketed or _is_row(label) or _may_be_model_string(label)
    return json.dumps(label, ensure_ascii=False) if is_ambiguous else label


def _is_row(text: str) -> bool:
    """Whether a text without an edge may be a row of a table instead of a node."""
    return "," in text and len(text.split()) == 1 and not set(text) & set(';"')


def _may_be_model_string(text: str) -> bool:
    """
    Whether a text without an edge may be a part of a model string of bnlearn instead of a node.

    Examples:
        >>> _may_be_model_string("[A][B|A"), _may_be_model_string("A[0]|B[1]")
        (True, False)
    """
    text = text.strip()
    has_parts = "][" in text or (text.startswith("[") and "|" in text)
    return has_parts and len(text.split()) == 1 and not set(text) & set(';"')


def sniff(source: Source) -> bool:
    """Whether the first line can be read as nodes or edges; a longer text must also have an edge."""
    text = source.text.strip()
    first, *rest = text.split("\n", 1)
    try:
        if rest and kind_of(next(statements(first), ())):
            first, *rest = rest[0].split("\n", 1)
        graph = Graph.parse(first)
    except ValueError:
        return False
    return not rest or bool(graph.n_edges) or any(f" {glyph} " in text for glyph in GLYPHS)


def _read_line_by_line(text: str, limits: Limits) -> tuple[list[str], list[Edge]] | None:
    """
    Read nodes and edges line by line. Most lines are a single edge, which needs no parser.

    Return None if the parser has to read the whole text, or to report an error. No FormatError is
    raised here, because its traceback would keep the nodes and edges read so far in memory.
    """
    nodes: dict[str, None] = {}
    edges: list[Edge] = []
    unparsed: set[str] = set()  # names that the parser has not checked
    for line in text.split("\n"):
        parts = line.split()
        is_single_statement = ";" not in line and '"' not in line
        if is_single_statement and len(parts) == 3 and parts[1] in STATE_OF:
            a, glyph, b = parts
            nodes[a] = nodes[b] = None
            unparsed.update((a, b))
            edges.append((a, glyph, b))
        elif is_single_statement and len(parts) == 1:
            nodes[parts[0]] = None
            unparsed.add(parts[0])
        elif parts:
            try:
                its_nodes, its_edges, kind = parse(line)
            except FormatError:
                return None
            if kind is not None:
                return None
            nodes.update(dict.fromkeys(its_nodes if isinstance(its_nodes, list) else ()))
            edges.extend(its_edges)
        limits.check_nodes(len(nodes))
        limits.check_edges(len(edges))
    if any(quoted(name) != name for name in unparsed):
        return None
    return list(nodes), edges
