"""
The text format of Tetrad and causal-learn.

::

    Graph Nodes:
    A;B;C

    Graph Edges:
    1. A o-> B
    2. B --> C dd nl [B --> C]:0.98;[no edge]:0.02

The reader ignores the annotations of Tetrad's PAGs after an edge, and the sections on ambiguous and
underlined triples and on attributes. It drops bootstrap probabilities after an edge, and warns unless
all of them are 0 or 1. It refuses all other sections, and a section that occurs twice. It matches edges
against the list of nodes, so names may contain spaces. It refuses time series graphs: in these, Tetrad
writes ``A:1`` for the variable A one time step earlier.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping

from edgemark.errors import (
    AmbiguityError,
    ClassWarning,
    FormatError,
    Remedy,
    levels_to_caller,
    listing,
)
from edgemark.graph import Graph
from edgemark.graph.marks import GLYPHS
from edgemark.io.formats import remedy_to_write_json
from edgemark.io.matrix import demand_names
from edgemark.io.source import Source

_NODES, _EDGES = "Graph Nodes:", "Graph Edges:"
_SIMILAR_TO_EDGES = frozenset({"graph edge:", "graph edges:"})
_SECTION = re.compile(r"(?:Graph|Ambiguous|Underlin|Dotted)[^:;]*:")
_IGNORED = re.compile(r"Graph (?:Node )?Attributes:|(?:Ambiguous|Underlin|Dotted)[^:;]*:")
_LAGGED = re.compile(r"(.+):0*[1-9][0-9]*")  # how Tetrad names a variable at an earlier time step
_NUMBERED = re.compile(r"\s*\d+\. ")
_GLYPH = re.compile(rf" ({'|'.join(map(re.escape, GLYPHS))})(?= )")
_PROBABILITY = re.compile(r"\[[^\[\]]*\]: *([0-9]*[.,]?[0-9]+)")  # [no edge]:0.6, or 0,6 in some locales
# Definitely or possibly direct; no or possibly a latent confounder.
_PAG_WORDS = (" dd", " pd", " nl", " pl")
_SAFE_NAME = re.compile(r"[\w.\-]+")
_SEPARATOR = re.compile(r"[;\r\n\0]")
_MAX_TRIES = 50  # for one line, so that a long line takes little time

Edge = tuple[str, str, str]


def read(source: Source) -> Graph:
    """Read Tetrad's text."""
    names: list[str] | None = None
    edges: list[Edge] = []
    position_of: dict[str, int] = {}
    uncertain_edge = ""
    for section, number, line in _lines(source.text):
        if section == _NODES:
            if names is not None:
                raise FormatError(
                    f"line {number}: '{_NODES}' must be followed by one line of names, and a file must "
                    f"hold one graph; got more names: {line[:60]!r}. Write each graph to its own file"
                )
            names = _names(line)
            position_of = {name: k for k, name in enumerate(names)}
            source.limits.check_nodes(len(names))
        elif section == _EDGES:
            if names is None:
                raise FormatError(f"line {number}: '{_NODES}' with the names must come before the edges")
            edges.append(edge := _edge(line, number, position_of))
            uncertain_edge = uncertain_edge or _uncertain_edge(line, edge)
            source.limits.check_edges(len(edges))
        elif not section:
            raise FormatError(
                f"line {number}: Tetrad's text must start with '{_NODES}'; got {line[:60]!r} before it",
                Remedy("Leave out the lines before the graph"),
            )
        elif _NUMBERED.match(line) and _GLYPH.search(line):
            raise FormatError(
                f"line {number}: the edges must be below '{_EDGES}'; got {line[:60]!r} below {section!r}"
            )
    if names is None:
        raise FormatError(f"Tetrad's text must start with '{_NODES}' and a line of names; got neither")
    if _EDGES not in source.text:
        raise FormatError(
            f"Tetrad's text must have a line '{_EDGES}' below the names, even without edges; got none. "
            "The file may be cut off"
        )
    _refuse_lagged(names)
    if uncertain_edge:
        _warn_of_probabilities(uncertain_edge)
    return Graph(names, edges)


def write(graph: Graph) -> bytes:
    """Write Tetrad's text; names that it cannot represent are refused."""
    demand_names(graph, "tetrad")
    nodes = ";".join(graph.nodes)
    edges = (f"{k}. {a} {glyph} {b}\n" for k, (a, glyph, b) in enumerate(graph.edges(), 1))
    text = f"{_NODES}\n{nodes}\n\n{_EDGES}\n{''.join(edges)}\n"
    if not nodes or not all(map(_SAFE_NAME.fullmatch, graph.nodes)):
        _check_it_reads_back(graph, text)
    return text.encode()


def sniff(source: Source) -> bool:
    """Whether the first line that is not blank is the heading of the nodes."""
    return source.text.lstrip().startswith(_NODES)


def _check_it_reads_back(graph: Graph, text: str) -> None:
    """Refuse names that `read` would take for something else."""
    try:
        reread = read(Source(text.encode()))
        same = reread == graph and reread.nodes == graph.nodes
    except ValueError:
        same = False
    if not same:
        unsafe = [name for name in graph.nodes if _SEPARATOR.search(name)]
        unsafe = unsafe or [name for name in graph.nodes if not _SAFE_NAME.fullmatch(name)]
        raise FormatError(
            f"names in Tetrad's text must not contain ';', a line end or NUL, nor look like an edge or "
            f"a lag such as A:1; got {listing(unsafe or graph.nodes)}",
            remedy_to_write_json(),
        )


def _refuse_lagged(names: list[str]) -> None:
    """Refuse the names of a time series graph, such as A and A:1."""
    known = set(names)
    for name in names:
        if (variable := _LAGGED.fullmatch(name)) and variable[1] in known:
            raise AmbiguityError(
                f"a graph must have one node for each variable; in Tetrad, {name!r} is {variable[1]!r} "
                f"at an earlier time step",
                Remedy(
                    "If the graph is a time series graph, write it as a table of "
                    "source,mark,target,lag, and read it with read_temporal"
                ),
                Remedy(
                    f"If {name!r} is a variable of its own, rename it, for example to "
                    f"{name.replace(':', '_')}"
                ),
            )


def _uncertain_edge(line: str, edge: Edge) -> str:
    """
    Return the text of an edge with its bootstrap probabilities if one of them is not 0 or 1; else "".

    Examples:
        >>> _uncertain_edge("1. A --> B [no edge]:0.4;[A --> B]:0.6;", ("A", "-->", "B"))
        'A --> B [no edge]:0.4;[A --> B]:0.6;'
        >>> _uncertain_edge("1. A --> B [A --> B]:1.0000;", ("A", "-->", "B"))
        ''
    """
    if "]:" not in line:
        return ""
    body = line.partition(". ")[2]
    numbers = _PROBABILITY.findall(body[len(" ".join(edge)) :])
    is_certain = all(float(number.replace(",", ".")) in (0, 1) for number in numbers)
    return "" if is_certain else body


def _warn_of_probabilities(edge: str) -> None:
    warnings.warn(
        ClassWarning(
            f"bootstrap probabilities in Tetrad's text are not read; got {edge.strip()[:80]!r}",
            Remedy(
                "If you need them, write them as a table of source,target,score, and read it as edge "
                "scores"
            ),
        ),
        stacklevel=levels_to_caller(),
    )


def _check_section(heading: str, number: int, earlier: set[str]) -> None:
    """Refuse a section that is not known, or that occurs for the second time."""
    if heading.lower() in _SIMILAR_TO_EDGES and heading != _EDGES:
        raise FormatError(f"line {number}: the edges must be below '{_EDGES}'; got {heading!r}")
    if heading not in (_NODES, _EDGES) and not _IGNORED.fullmatch(heading):
        raise FormatError(
            f"line {number}: a section of Tetrad's text must be nodes, edges, attributes, or ambiguous "
            f"or underlined triples; got {heading[:60]!r}",
            Remedy("If its lines are not part of the graph, leave them out"),
        )
    if heading in earlier:
        raise FormatError(
            f"line {number}: each section must occur once, since a file holds one graph; got "
            f"{heading!r} again. Write each graph to its own file"
        )


def _lines(text: str) -> Iterator[tuple[str, int, str]]:
    """
    Yield each line that is not blank, with its section and its line number.

    Raises FormatError for a section that is not known, or that occurs twice.
    """
    section, names_follow = "", False  # The line of names may look like a heading.
    sections: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")
        if not line.strip():
            continue
        heading = line.strip()
        if heading == _EDGES or (not names_follow and _SECTION.fullmatch(heading)):
            section = heading
            _check_section(section, number, sections)
            sections.add(section)
            names_follow = section == _NODES
        else:
            names_follow = False
            yield section, number, line


def _names(line: str) -> list[str]:
    """Split the line of names at semicolons, or at commas if it has no semicolon."""
    if ";" in line:
        return line.removesuffix(";").split(";")
    return [name.strip() for name in line.split(",")]


def _edge(line: str, number: int, position_of: Mapping[str, int]) -> Edge:
    parts = line.split(" ")  # Four parts are a plain edge, which needs no search.
    start = _NUMBERED.match(line)
    if (
        start
        and len(parts) == 4
        and parts[2] in GLYPHS
        and parts[1] in position_of
        and parts[3] in position_of
    ):
        return parts[1], parts[2], parts[3]
    if start is None:
        raise FormatError(f"line {number}: an edge must look like '1. A --> B'; got {line[:60]!r}")
    body = line[start.end() :]
    for text in _with_and_without_annotations(body):
        readings = _readings(text, position_of)
        if len(readings) == 1:
            return readings[0]
        if readings:
            raise FormatError(
                f"line {number}: an edge must be readable in one way only; got {body[:60]!r}, which has "
                f"{len(readings)} readings"
            )
    raise FormatError(
        f"line {number}: an edge must join two nodes of '{_NODES}' by one of {' '.join(GLYPHS)}; got "
        f"{body[:60]!r}. The nodes are {listing(list(position_of))}"
    )


def _readings(body: str, position_of: Mapping[str, int]) -> list[Edge]:
    """Split a line into two known names and the edge between them, at each of its first 50 glyphs."""
    readings: list[Edge] = []
    for count, match in enumerate(_GLYPH.finditer(body)):
        if count == _MAX_TRIES:
            break
        a, b = body[: match.start()], body[match.end() + 1 :]
        if a in position_of and b in position_of:
            readings.append((a, match[1], b))
    return readings


def _with_and_without_annotations(body: str) -> Iterator[str]:
    """Yield the line as it is, then the line without Tetrad's annotations after the edge."""
    yield body
    bracket = body.find(" [")
    for _ in range(_MAX_TRIES):
        text = (body if bracket < 0 else body[:bracket]).rstrip()
        for _ in range(len(_PAG_WORDS)):
            yield text
            if not text.endswith(_PAG_WORDS):
                break
            text = text[:-3].rstrip()
        yield text
        if bracket < 0:
            return
        bracket = body.find(" [", bracket + 1)
