"""The nodes and edges of a Graphviz file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from edgemark.errors import FormatError
from edgemark.io.dot_tokens import Token, tokens_of
from edgemark.io.limits import Limits

_DEEPEST = 100
_NOT_DRAWN = ""
_KEYWORDS = ("node", "edge", "graph", "digraph", "subgraph", "strict")
_ENDS = {
    "none": "-", "odot": "o", "dot": "o",
    **dict.fromkeys(("normal", "onormal", "vee", "open", "empty", "halfopen"), ">"),
}  # fmt: skip
_SHOWN = {"forward": (False, True), "back": (True, False), "both": (True, True), "none": (False, False)}


class Markup:
    """A value of markup, ``<...>``, which is not text."""

    def __repr__(self) -> str:
        return "<...>"


Attributes = dict[str, "str | Markup"]
Edge = tuple[str, str, str, bool]


@dataclass(slots=True)
class Drawing:
    """
    What a file draws.

    Attributes:
        nodes: attributes of each node, in order of appearance.
        edges: node, mark, node, and whether its own statement says `dir`.
        graph_attributes: of the graph itself.
    """

    nodes: dict[str, Attributes] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    graph_attributes: Attributes = field(default_factory=dict)


@dataclass(slots=True)
class _Scope:
    """The defaults in force inside a pair of braces, and the nodes named there."""

    node: Attributes
    edge: Attributes
    depth: int
    members: dict[str, None] = field(default_factory=dict)


def parsed(text: str, limits: Limits) -> Drawing:
    """
    Read a Graphviz file.

    Raises:
        FormatError: it is not one, or an edge ends in a shape that is no mark; with the line.
        LimitError: more nodes or edges than the limits allow.
    """
    return _Parser(text, limits).graph()


class _Parser:
    def __init__(self, text: str, limits: Limits) -> None:
        self._tokens: Iterator[Token] = tokens_of(text)
        self._here = next(self._tokens)
        self._limits = limits
        self._drawing = Drawing()
        self._directed = True
        self._merged: dict[tuple[str, str], int] | None = None

    # ---- words

    def _next(self) -> Token:
        token = self._here
        if token.kind != "end":
            self._here = next(self._tokens)
        return token

    def _is_word(self, *words: str) -> bool:
        return self._here.kind == "name" and self._here.text.lower() in words

    def _accept(self, kind: str) -> bool:
        if self._here.kind == kind:
            self._next()
            return True
        return False

    def _expect(self, kind: str, what: str) -> None:
        if not self._accept(kind):
            raise self._wrong(what)

    def _wrong(self, what: str) -> FormatError:
        got = repr(self._here.text[:40]) if self._here.kind != "end" else "the end of the file"
        return FormatError(f"line {self._here.line}: {what} must stand here; got {got}")

    def _id(self, what: str) -> str:
        token = self._here
        if token.kind not in ("name", "quoted") or self._is_word(*_KEYWORDS):
            raise self._wrong(what)
        self._next()
        text = token.text
        while token.kind == "quoted" and self._accept("+"):
            if self._here.kind != "quoted":
                raise self._wrong("a quoted text after +")
            text += self._next().text
        return text

    # ---- statements

    def graph(self) -> Drawing:
        strict = self._is_word("strict") and bool(self._next())
        if not self._is_word("graph", "digraph"):
            raise self._wrong("graph or digraph")
        self._directed = self._next().text.lower() == "digraph"
        self._merged = {} if strict else None
        if self._here.kind in ("name", "quoted", "html"):
            self._next()
        self._statements(_Scope({}, {}, 0))
        if self._here.kind != "end":
            raise self._wrong("nothing more")
        self._drawing.edges = [edge for edge in self._drawing.edges if edge[1] != _NOT_DRAWN]
        return self._drawing

    def _statements(self, scope: _Scope) -> None:
        if scope.depth > _DEEPEST:
            raise FormatError(f"line {self._here.line}: braces may be {_DEEPEST} deep; got more")
        self._expect("{", "an opening brace")
        while not self._accept("}"):
            if self._here.kind == "end":
                raise self._wrong("a closing brace")
            if not self._accept(";"):
                self._statement(scope)

    def _statement(self, scope: _Scope) -> None:
        if self._is_word("graph", "node", "edge"):
            self._defaults(self._next().text.lower(), scope)
            return
        line = self._here.line
        ends = [self._end(scope)]
        if ends == [None]:
            return
        while self._here.kind == "edge":
            arrow = self._next().text
            if (arrow == "->") != self._directed:
                wanted = "-> in a digraph" if self._directed else "-- in a graph"
                raise FormatError(f"line {line}: an edge must be written {wanted}; got {arrow!r}")
            ends.append(self._end(scope, after_edge=True))
        attributes = self._attributes()
        chain = [end for end in ends if end is not None]
        if len(chain) == 1 and len(chain[0]) == 1:
            self._drawing.nodes[chain[0][0]].update(attributes)
        for left, right in pairwise(chain):
            self._join(left, right, {**scope.edge, **attributes}, "dir" in attributes, line)

    def _defaults(self, what: str, scope: _Scope) -> None:
        if self._here.kind != "[":
            raise self._wrong(f"the attributes of '{what}'")
        attributes = self._attributes()
        if what == "node":
            scope.node = {**scope.node, **attributes}
        elif what == "edge":
            scope.edge = {**scope.edge, **attributes}
        elif scope.depth == 0:
            self._drawing.graph_attributes.update(attributes)

    def _end(self, scope: _Scope, after_edge: bool = False) -> list[str] | None:
        """Read the nodes at one end of an edge; None where the statement set an attribute instead."""
        if self._is_word("subgraph") or self._here.kind == "{":
            return self._group(scope)
        name = self._id("a node")
        if not after_edge and self._accept("="):
            value = self._value()
            if scope.depth == 0:
                self._drawing.graph_attributes[name] = value
            return None
        for _ in range(2):
            if self._accept(":"):
                self._id("a port")
        if name not in self._drawing.nodes:
            self._drawing.nodes[name] = dict(scope.node)
            self._limits.check_nodes(len(self._drawing.nodes))
        scope.members[name] = None
        return [name]

    def _group(self, scope: _Scope) -> list[str]:
        if self._is_word("subgraph"):
            self._next()
            if self._here.kind in ("name", "quoted"):
                self._next()
        inner = _Scope(scope.node, scope.edge, scope.depth + 1)
        self._statements(inner)
        scope.members.update(inner.members)
        return list(inner.members)

    # ---- attributes

    def _attributes(self) -> Attributes:
        attributes: Attributes = {}
        while self._accept("["):
            while not self._accept("]"):
                name = self._id("the name of an attribute")
                self._expect("=", "= and the attribute's value")
                attributes[name] = self._value()
                if not self._accept(";"):
                    self._accept(",")
        return attributes

    def _value(self) -> str | Markup:
        if self._accept("html"):
            return Markup()
        return self._id("the value of an attribute")

    # ---- edges

    def _join(
        self, left: list[str], right: list[str], attributes: Attributes, says_dir: bool, line: int
    ) -> None:
        glyph = _glyph(attributes, self._directed, line)
        self._limits.check_edges(len(self._drawing.edges) + len(left) * len(right))
        for a in left:
            for b in right:
                self._add((a, glyph, b, says_dir))

    def _add(self, edge: Edge) -> None:
        """Keep an edge; in a strict graph the last one of a pair is the only one."""
        if self._merged is not None:
            a, _, b, _ = edge
            key = (a, b) if self._directed or a <= b else (b, a)
            place = self._merged.setdefault(key, len(self._drawing.edges))
            if place < len(self._drawing.edges):
                self._drawing.edges[place] = edge
                return
        self._drawing.edges.append(edge)


def _glyph(attributes: Attributes, directed: bool, line: int) -> str:
    if "invis" in re.split(r"[\s,]+", str(attributes.get("style", ""))):
        return _NOT_DRAWN
    shown = attributes.get("dir", "forward" if directed else "none")
    if not isinstance(shown, str) or shown.lower() not in _SHOWN:
        raise FormatError(f"line {line}: dir must be one of {', '.join(_SHOWN)}; got {shown!r}")
    at_tail, at_head = _SHOWN[shown.lower()]
    left = _shape(attributes, "arrowtail", line) if at_tail else "-"
    right = _shape(attributes, "arrowhead", line) if at_head else "-"
    return f"{'<' if left == '>' else left}-{right}"


def _shape(attributes: Attributes, end: str, line: int) -> str:
    shape = attributes.get(end, "normal")
    if not isinstance(shape, str) or shape.lower() not in _ENDS:
        raise FormatError(
            f"line {line}: {end} must be a shape that stands for a mark, one of {', '.join(_ENDS)}; got "
            f"{shape!r}"
        )
    return _ENDS[shape.lower()]
