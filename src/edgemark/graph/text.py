"""Graphs as text such as ``A --> B o-> C; D``, which may begin with ``kind: pag``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from edgemark.conventions.options import KINDS, Kind, choices
from edgemark.errors import FormatError, GraphError, InputTypeError
from edgemark.graph.marks import GLYPHS, STATE_OF, WRITTEN

if TYPE_CHECKING:
    from edgemark.graph.core import Graph

Token = tuple[str, int]
"""
A token and its place in the text. The place is one number, to save memory: line times `_COLUMNS` plus
column.
"""

_COLUMNS = 1 << 32

_TOKEN = re.compile(
    r'(?P<end>[;\n])|(?P<quoted>"(?:[^"\\\n]|\\.)*+")|(?P<bare>[^\s;"]+)|(?P<space>\s+?)'
)
_POSITION = re.compile(r"#([0-9]{1,9})")
"""A node without a name, by its position in the graph."""
_TYPESET_EDGES = ("→", "←", "↔", "⟶", "⟵", "⟷", "⇒", "⇐", "—>", "–>", "<—", "<–")
"""Edges with the arrows and dashes that word processors insert."""
_EDGE = "|".join(re.escape(edge) for edge in (*GLYPHS, "->", "<-", "--", "=>", "<=", *_TYPESET_EDGES))
_CONTAINS_EDGE = (
    rf".+(?:->|<-|--|{'|'.join(_TYPESET_EDGES)}).+"  # without o-o, which ordinary words may contain
)
_KIND = "kind:"
_KINDS_WITHOUT_SPACE = frozenset(_KIND + kind for kind in KINDS)
_MODEL_STRING = re.compile(r"\[[^\[\]]+\]\[[^\[\]]+\]")
"""The beginning of a model string of bnlearn, such as ``[A][B|A]``."""
_LOOKS_LIKE_EDGE = re.compile(rf"(?:{_EDGE}|{_CONTAINS_EDGE})\Z", re.DOTALL)


def parse(text: str) -> tuple[list[str] | int, list[tuple[Any, str, Any]], Kind | None]:
    """
    Return the nodes, the edges and the declared kind of a text.

    The nodes are a list of names, in the order of the text; or only their number, if the text has
    positions such as ``#0``.
    """
    if not isinstance(text, str):
        raise InputTypeError(f"parse takes text; got {type(text).__name__}")
    nodes: dict[str | int, None] = {}
    edges: list[tuple[Any, str, Any]] = []
    kind: Kind | None = None
    for number, statement in enumerate(statements(text)):
        if number == 0 and (kind := kind_of(statement)):
            continue
        ends, glyphs = ends_and_glyphs(statement)
        nodes.update(dict.fromkeys(ends))
        edges.extend(zip(ends, glyphs, ends[1:], strict=False))
    return names_or_number(nodes), edges, kind


def kind_of(statement: Sequence[Token]) -> Kind | None:
    """Return the kind that a statement such as ``kind: cpdag`` declares; None for other statements."""
    words = [token for token, _ in statement]
    if len(words) != 2 or words[0] != _KIND:
        return None
    if words[1] not in KINDS:
        raise FormatError(
            f"{where(statement[1][1])}: the kind must be one of {', '.join(choices(Kind))}; got "
            f"{words[1]!r}"
        )
    return cast("Kind", words[1])


def kind_line(graph: Graph) -> list[str]:
    """
    Return the statement that declares the kind of a graph, in a list; empty if no kind is declared.
    """
    return [] if graph.kind is None else [f"{_KIND} {graph.kind}"]


def names_or_number(nodes: Mapping[str | int, None]) -> list[str] | int:
    """Return the names in order, or the number of nodes if they are positions such as ``#0``."""
    positions = [node for node in nodes if isinstance(node, int)]
    names = [node for node in nodes if isinstance(node, str)]
    if not positions:
        return names
    if names:
        raise FormatError(
            f"a graph has names or positions, not both; got {names[0]!r} and '#{positions[0]}'. Put "
            f"quotes around a name that starts with #"
        )
    if len(positions) <= max(positions):
        missing = next(k for k in count() if k not in nodes)
        raise FormatError(f"positions must be listed without gaps; #{missing} is missing")
    return len(positions)


def ends_and_glyphs(statement: Sequence[Token]) -> tuple[list[str | int], list[str]]:
    """Return the nodes of a chain such as ``A --> B <-- C``, and the edges between them."""
    ends: list[str | int] = []
    glyphs: list[str] = []
    for token, place in statement:
        if len(ends) == len(glyphs):
            ends.append(node_named(token, place))
        else:
            glyphs.append(_glyph(token, place))
    if len(ends) == len(glyphs):
        token, place = statement[-1]
        raise FormatError(f"{where(place)}: an edge needs a node on each side; got {token!r} last")
    return ends, glyphs


def statements(text: str) -> Iterator[list[Token]]:
    """Iterate over the statements between semicolons and line ends, each as a list of tokens."""
    statement: list[Token] = []
    line, line_start, offset = 1, 0, 0
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        place = line * _COLUMNS + offset - line_start + 1
        if match is None:
            raise FormatError(f'{where(place)}: a double quote is not closed; inside names write \\"')
        offset = match.end()
        if match["end"]:
            if statement:
                yield statement
                statement = []
            if match["end"] == "\n":
                line, line_start = line + 1, offset
        elif not match["space"]:
            statement.append((match[0], place))
    if statement:
        yield statement


def node_named(token: str, place: int) -> str | int:
    """Return the name or the position that a token stands for."""
    if token.startswith('"'):
        try:
            return str(json.loads(token, strict=False))
        except ValueError as error:
            raise FormatError(f"{where(place)}: {token} is not a quoted name: {error}") from None
    position = _POSITION.fullmatch(token)
    if position:
        return int(position[1])
    if token.startswith("#"):
        raise FormatError(
            f"{where(place)}: {token!r} is not a position. Put quotes around a name that starts with #"
        )
    if _LOOKS_LIKE_EDGE.match(token):
        raise FormatError(
            f"{where(place)}: a node is required; got {token!r}. Put spaces around an edge, and quotes "
            f"around a name that looks like one"
        )
    if token in _KINDS_WITHOUT_SPACE:
        raise FormatError(
            f"{where(place)}: a kind must follow a space, as in 'kind: dag', and be the first line; got "
            f"{token!r}. Put quotes around it if it is a name"
        )
    if _MODEL_STRING.match(token):
        raise FormatError(
            f"{where(place)}: a node is required; got {token[:40]!r}, which looks like a model string "
            f"of bnlearn. Put quotes around it if it is a name"
        )
    if _ends_in_comma(token):
        raise FormatError(
            f"{where(place)}: edges and nodes are separated by ; or line ends; got {token!r}. Leave out "
            f"the comma, or put quotes around a name that ends with one"
        )
    return token


def _ends_in_comma(token: str) -> bool:
    """Whether a token may be a name and the comma of a list, as in ``A --> B,``."""
    return len(token) > 1 and token.endswith(",")


def _glyph(token: str, place: int) -> str:
    if token not in STATE_OF:
        raise FormatError(
            f"{where(place)}: an edge is required, one of {' '.join(GLYPHS)}; got {token!r}. Write "
            f"an edge as A --> B, separate nodes by ; or line ends, and put names with spaces in double "
            f"quotes"
        )
    return token


def where(place: int) -> str:
    """Describe a place in a text, see `Token`."""
    return f"line {place // _COLUMNS}, column {place % _COLUMNS}"


def quoted(name: str) -> str:
    """Write a name so that `parse` reads it back; without quotes if possible."""
    plain = name.isprintable() and not re.search(r'[\s;"]', name) and not name.startswith("#")
    is_taken = name in _KINDS_WITHOUT_SPACE or _LOOKS_LIKE_EDGE.match(name) or _MODEL_STRING.match(name)
    if plain and not is_taken and not _ends_in_comma(name):
        return name
    escaped = json.dumps(name, ensure_ascii=False)
    return "".join(c if c.isprintable() else _escape(c) for c in escaped)


def _escape(character: str) -> str:
    return json.dumps(character)[1:-1]


def labels(graph: Graph) -> list[str]:
    """Return the text of each node: its name, in quotes if necessary, or its position."""
    if not graph.is_named:
        return [f"#{k}" for k in range(graph.n_nodes)]
    return [quoted(name) for name in graph.nodes]


def write(graph: Graph) -> str:
    """Write the edges, then the nodes without an edge, on one line."""
    names = dict(zip(graph.nodes, labels(graph), strict=True))
    edges = graph.edges()
    with_edge = {node for a, _, b in edges for node in (a, b)}
    statements = [f"{names[a]} {glyph} {names[b]}" for a, glyph, b in edges]
    statements += [names[node] for node in graph.nodes if node not in with_edge]
    return "; ".join(statements)


def between(graph: Graph, a: str, b: str) -> str:
    """Return the edges between two nodes as text, see `Graph.between`."""
    i, j = sorted((graph.index(a), graph.index(b)))
    if i == j:
        raise GraphError(f"an edge has two different ends; got {a!r} twice")
    # Each word has the first node in its upper 32 bits, the second in the next 28, and the state of the
    # pair in the lowest 4. The words are sorted.
    place = int(np.searchsorted(graph.words, np.uint64(i << 32 | j << 4)))
    word = int(graph.words[place]) if place < graph.words.size else 0
    if word >> 4 != (i << 28 | j):
        return f"{quoted(a)}     {quoted(b)}"
    first, second = quoted(graph.nodes[i]), quoted(graph.nodes[j])
    return "; ".join(
        f"{second} {glyph} {first}" if reverse else f"{first} {glyph} {second}"
        for glyph, reverse in WRITTEN[word & 15]
    )
