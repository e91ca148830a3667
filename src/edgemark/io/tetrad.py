"""
The text format of Tetrad and causal-learn.

::

    Graph Nodes:
    A;B;C

    Graph Edges:
    1. A o-> B
    2. B --> C dd nl [B --> C]:0.98;[no edge]:0.02

The reader ignores the annotations of Tetrad's PAGs and bootstrap shares after an edge, and the sections
on ambiguous and underlined triples and on attributes. It matches edges against the list of nodes, so
names may contain spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from edgemark.errors import FormatError, listing
from edgemark.graph import Graph
from edgemark.graph.marks import GLYPHS
from edgemark.io.formats import write_json
from edgemark.io.matrix import demand_names
from edgemark.io.source import Source

_NODES, _EDGES = "Graph Nodes:", "Graph Edges:"
_SECTION = re.compile(r"(?:Graph|Ambiguous|Underlin|Dotted)[^:;]*:")
_NUMBERED = re.compile(r"\s*\d+\. ")
_GLYPH = re.compile(rf" ({'|'.join(map(re.escape, GLYPHS))})(?= )")
_PAG_WORDS = (" dd", " pd", " nl", " pl")
_PLAIN = re.compile(r"[\w.\-]+")
_MOST_READINGS = 50

Edge = tuple[str, str, str]


def read(source: Source) -> Graph:
    """Read Tetrad's text."""
    names: list[str] | None = None
    edges: list[Edge] = []
    places: dict[str, int] = {}
    for section, number, line in _lines(source.text):
        if section == _NODES and names is None:
            names = _names(line)
            places = {name: k for k, name in enumerate(names)}
            source.limits.check_nodes(len(names))
        elif section == _EDGES:
            if names is None:
                raise FormatError(f"line {number}: '{_NODES}' with the names must stand before edges")
            edges.append(_edge(line, number, places))
            source.limits.check_edges(len(edges))
    if names is None:
        raise FormatError(f"Tetrad's text must start with '{_NODES}' and a line of names; got neither")
    return Graph(names, edges)


def write(graph: Graph) -> bytes:
    """Write Tetrad's text; names that it cannot represent are refused."""
    demand_names(graph, "tetrad")
    nodes = ";".join(graph.nodes)
    edges = (f"{k}. {a} {glyph} {b}\n" for k, (a, glyph, b) in enumerate(graph.edges(), 1))
    text = f"{_NODES}\n{nodes}\n\n{_EDGES}\n{''.join(edges)}\n"
    if not nodes or not all(map(_PLAIN.fullmatch, graph.nodes)):
        _check_it_reads_back(graph, text)
    return text.encode()


def sniff(source: Source) -> bool:
    """Whether the first line that is not blank is the heading of the nodes."""
    return source.text.lstrip().startswith(_NODES)


def _check_it_reads_back(graph: Graph, text: str) -> None:
    try:
        again = read(Source(text.encode()))
        same = again == graph and again.nodes == graph.nodes
    except ValueError:
        same = False
    if not same:
        raise FormatError(
            f"names in Tetrad's text must not contain ';', a line end or NUL, nor look like an edge; "
            f"got {listing(graph.nodes)}",
            write_json(),
        )


def _lines(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield each line that is not blank, with its section and its line number."""
    section, names_come = "", False
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")
        if not line.strip():
            continue
        heading = line.strip()
        if heading == _EDGES or (not names_come and _SECTION.fullmatch(heading)):
            section = heading
            names_come = section == _NODES
        else:
            names_come = False
            yield section, number, line


def _names(line: str) -> list[str]:
    if ";" in line:
        return line.removesuffix(";").split(";")
    return [name.strip() for name in line.split(",")]


def _edge(line: str, number: int, places: Mapping[str, int]) -> Edge:
    parts = line.split(" ")
    start = _NUMBERED.match(line)
    if start and len(parts) == 4 and parts[2] in GLYPHS and parts[1] in places and parts[3] in places:
        return parts[1], parts[2], parts[3]
    if start is None:
        raise FormatError(f"line {number}: an edge must look like '1. A --> B'; got {line[:60]!r}")
    body = line[start.end() :]
    for cut in _with_and_without_annotations(body):
        found = _readings(cut, places)
        if len(found) == 1:
            return found[0]
        if found:
            raise FormatError(
                f"line {number}: an edge must be readable in one way only; got {body[:60]!r}, with "
                f"{len(found)}"
            )
    raise FormatError(
        f"line {number}: an edge must join two nodes of '{_NODES}' by one of {' '.join(GLYPHS)}; got "
        f"{body[:60]!r}. The nodes are {listing(list(places))}"
    )


def _readings(body: str, places: Mapping[str, int]) -> list[Edge]:
    """All splits of a line into two known names and an edge between them."""
    found: list[Edge] = []
    for count, match in enumerate(_GLYPH.finditer(body)):
        if count == _MOST_READINGS:
            break
        a, b = body[: match.start()], body[match.end() + 1 :]
        if a in places and b in places:
            found.append((a, match[1], b))
    return found


def _with_and_without_annotations(body: str) -> Iterator[str]:
    """Yield the line as it is, then the line without Tetrad's annotations after the edge."""
    yield body
    at = body.find(" [")
    for _ in range(_MOST_READINGS):
        cut = (body if at < 0 else body[:at]).rstrip()
        for _ in range(len(_PAG_WORDS)):
            yield cut
            if not cut.endswith(_PAG_WORDS):
                break
            cut = cut[:-3].rstrip()
        yield cut
        if at < 0:
            return
        at = body.find(" [", at + 1)
