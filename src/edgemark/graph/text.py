"""Graphs as text: ``A --> B o-> C; D``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from edgemark.errors import FormatError
from edgemark.graph.marks import GLYPHS, STATE_OF

if TYPE_CHECKING:
    from edgemark.graph.core import Graph

_TOKEN = re.compile(r'(?P<end>[;\n])|(?P<quoted>"(?:[^"\\\n]|\\.)*")|(?P<bare>[^\s;"]+)|(?P<space>\s+?)')
_POSITION = re.compile(r"#(\d{1,9})")
_ARROWS = "|".join(re.escape(g) for g in (*GLYPHS, "->", "<-"))
_LOOKS_LIKE_EDGE = re.compile(rf"^(?:{_ARROWS}|--|=>|<=)$|^.+(?:{_ARROWS}).+$")


def parse(text: str) -> tuple[Any, list[tuple[Any, str, Any]]]:
    """Nodes (names in order, or a number) and edges of a text."""
    if not isinstance(text, str):
        raise TypeError(f"parse takes text; got {type(text).__name__}")
    nodes: dict[str, None] = {}
    positions: dict[str, int] = {}
    edges: list[tuple[str, str, str]] = []
    for statement in _statements(text):
        names = [_node(token, place, positions) for token, place in statement[::2]]
        glyphs = [_glyph(token, place) for token, place in statement[1::2]]
        if len(names) == len(glyphs):
            token, place = statement[-1]
            raise FormatError(f"{_where(place)}: an edge needs a node on each side; got {token!r} last")
        nodes.update(dict.fromkeys(names))
        edges.extend(zip(names, glyphs, names[1:], strict=False))
    if not positions:
        return list(nodes), edges
    return _unnamed(nodes, positions, edges)


def _unnamed(
    nodes: dict[str, None], positions: dict[str, int], edges: list[tuple[str, str, str]]
) -> tuple[int, list[tuple[int, str, int]]]:
    named = [node for node in nodes if node not in positions]
    if named:
        raise FormatError(
            f"a graph has names or positions, not both; got {named[0]!r} beside "
            f"{next(iter(positions))!r}. Quote a name that starts with #"
        )
    n_nodes = max(positions.values()) + 1
    if len(set(positions.values())) < n_nodes:
        missing = min(set(range(n_nodes)) - set(positions.values()))
        raise FormatError(f"positions must be listed without gaps; #{missing} is missing")
    return n_nodes, [(positions[a], glyph, positions[b]) for a, glyph, b in edges]


def _statements(text: str) -> Iterator[list[tuple[str, tuple[int, int]]]]:
    statement: list[tuple[str, tuple[int, int]]] = []
    line, start, at = 1, 0, 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        place = (line, at - start + 1)
        if match is None:
            raise FormatError(f'{_where(place)}: a double quote is not closed; inside names write \\"')
        at = match.end()
        if match["end"]:
            if statement:
                yield statement
                statement = []
            if match["end"] == "\n":
                line, start = line + 1, at
        elif not match["space"]:
            statement.append((match[0], place))
    if statement:
        yield statement


def _node(token: str, place: tuple[int, int], positions: dict[str, int]) -> str:
    if token.startswith('"'):
        try:
            name = json.loads(token, strict=False)
        except ValueError as error:
            raise FormatError(f"{_where(place)}: {token} is not a quoted name: {error}") from None
        return str(name)
    position = _POSITION.fullmatch(token)
    if position:
        positions[token] = int(position[1])
    elif token.startswith("#"):
        raise FormatError(f"{_where(place)}: {token!r} is no position; quote a name that starts with #")
    elif _LOOKS_LIKE_EDGE.match(token):
        raise FormatError(
            f"{_where(place)}: a node must stand here; got {token!r}. Put spaces round an edge, and "
            f"quotes round a name that looks like one"
        )
    return token


def _glyph(token: str, place: tuple[int, int]) -> str:
    if token not in STATE_OF:
        raise FormatError(
            f"{_where(place)}: an edge must stand here, one of {' '.join(GLYPHS)}; got {token!r}. "
            f"Nodes are separated by ; or line ends, names with spaces stand in double quotes"
        )
    return token


def _where(place: tuple[int, int]) -> str:
    return f"line {place[0]}, column {place[1]}"


def quoted(name: str) -> str:
    """Write a name so that `parse` reads it back; plain where that is possible."""
    plain = name.isprintable() and not re.search(r'[\s;"]', name) and not name.startswith("#")
    if plain and not _LOOKS_LIKE_EDGE.match(name):
        return name
    escaped = json.dumps(name, ensure_ascii=False)
    return "".join(c if c.isprintable() else _escape(c) for c in escaped)


def _escape(character: str) -> str:
    return json.dumps(character)[1:-1]


def labels(graph: Graph) -> list[str]:
    """How each node is written in text."""
    if not graph.is_named:
        return [f"#{k}" for k in range(graph.n_nodes)]
    return [quoted(name) for name in graph.nodes]


def write(graph: Graph) -> str:
    """Edges, then the nodes that have none, as one line."""
    names = dict(zip(graph.nodes, labels(graph), strict=True))
    edges = graph.edges()
    with_edge = {node for a, _, b in edges for node in (a, b)}
    statements = [f"{names[a]} {glyph} {names[b]}" for a, glyph, b in edges]
    statements += [names[node] for node in graph.nodes if node not in with_edge]
    return "; ".join(statements)
