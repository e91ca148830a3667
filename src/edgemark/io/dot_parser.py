"""Parse the nodes and edges of a Graphviz file."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import FormatError
from edgemark.graph.ambiguity import is_called_pvalue
from edgemark.graph.edge_attributes import is_nothing, is_weight
from edgemark.graph.edge_labels import LABELS
from edgemark.graph.unread_attributes import UnreadAttributes, is_decoration
from edgemark.io.dot_attributes import (
    DECIMAL,
    NOT_DRAWN,
    READ_ATTRIBUTES,
    WHOLE,
    Attributes,
    Markup,
    about_edges,
    drawn_state,
    has_drawn_marks,
    networkx_value,
    number_or_text,
    refuse_contradicting_label,
    refuse_contradiction,
)
from edgemark.io.dot_tokens import Token, tokens_of
from edgemark.io.limits import Limits

_MAX_DEPTH = 100  # of braces inside braces
# A positive integer is taken for a weight of the layout: Graphviz draws edges with high weights shorter.
_LAYOUT_WEIGHT = re.compile(r"\s*\+?0*[1-9][0-9]*(?:\.0*)?\s*")
_MAX_NUMBERS_SHOWN = 3
_BYTES_OF_AN_EDGE = 100  # while the graph is built
_KEYWORDS = ("node", "edge", "graph", "digraph", "subgraph", "strict")


@dataclass(slots=True)
class Drawing:
    """
    The drawing that a file describes.

    Attributes:
        nodes: attributes of each node, in order of appearance.
        edges: positions of the nodes at both ends of each edge, shape (edges, 2).
        states: the state of each edge, see `edgemark.graph.marks`.
        has_own_dir: whether each edge has a `dir` of its own.
        unread_weights: the first edge weights that are not positive integers, such as 0 and 0.5.
        unread_numbers: the first other numbers of edges that are not read, such as prob=0.5.
        unread_others: other attributes that are not read, such as regime=1.
        graph_attributes: the attributes of the graph itself.
    """

    nodes: dict[str, Attributes] = field(default_factory=dict)
    edges: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 2), np.int64))
    states: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    has_own_dir: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    unread_weights: list[str] = field(default_factory=list)
    unread_numbers: list[str] = field(default_factory=list)
    unread_others: UnreadAttributes = field(default_factory=lambda: UnreadAttributes(("mark",)))
    graph_attributes: Attributes = field(default_factory=dict)


@dataclass(slots=True)
class _Scope:
    """
    The default attributes inside a pair of braces, and the nodes that occur there.

    Attributes:
        node: attributes of nodes that are read.
        edge: attributes of edges that are read.
        unread: attributes of edges that may have a meaning, but are not read, such as lag=1.
        depth: how many other pairs of braces are around this pair.
        members: positions of the nodes, in order of appearance.
    """

    node: Attributes
    edge: Attributes
    unread: Attributes
    depth: int
    members: dict[int, None] = field(default_factory=dict)


def parsed(text: str, limits: Limits) -> Drawing:
    """
    Parse the text of a Graphviz file.

    Raises:
        FormatError: the text is not a Graphviz file, or an edge ends in a shape that is not a mark. The
            message names the line.
        AmbiguityError: an edge has an attribute that may contradict how it is drawn, such as lag=1.
        LimitError: more nodes or edges than the limits allow.
    """
    return _Parser(text, limits).graph()


class _Parser:
    def __init__(self, text: str, limits: Limits) -> None:
        self._tokens: Iterator[Token] = tokens_of(text)
        self._token = next(self._tokens)
        self._limits = limits
        self._drawing = Drawing()
        self._directed = True
        self._names: list[str] = []
        self._position_of: dict[str, int] = {}
        self._attributes_of: list[Attributes] = []
        self._tails, self._heads = array("i"), array("i")
        self._states, self._has_own_dir = array("b"), array("b")
        self._n_edges_of_groups = 0

    # ---- tokens

    def _next(self) -> Token:
        token = self._token
        if token.kind != "end":
            self._token = next(self._tokens)
        return token

    def _is_word(self, *words: str) -> bool:
        return self._token.kind == "name" and self._token.text.lower() in words

    def _accept(self, kind: str) -> bool:
        if self._token.kind == kind:
            self._next()
            return True
        return False

    def _expect(self, kind: str, what: str) -> None:
        if not self._accept(kind):
            raise self._syntax_error(what)

    def _syntax_error(self, what: str) -> FormatError:
        got = repr(self._token.text[:40]) if self._token.kind != "end" else "the end of the file"
        return FormatError(f"line {self._token.line}: {what} is required here; got {got}")

    def _id(self, what: str) -> str:
        token = self._token
        if token.kind not in ("name", "quoted") or self._is_word(*_KEYWORDS):
            raise self._syntax_error(what)
        self._next()
        text = token.text
        while token.kind == "quoted" and self._accept("+"):
            if self._token.kind != "quoted":
                raise self._syntax_error("a quoted text after +")
            text += self._next().text
        return text

    # ---- statements

    def graph(self) -> Drawing:
        strict = self._is_word("strict") and bool(self._next())
        if self._is_word("dag", "pdag", "mag", "pag"):
            raise FormatError(
                f"line {self._token.line}: graph or digraph is required here; got "
                f"{self._token.text!r}, which begins a text of DAGitty. Write each edge on a line of a "
                ".txt, as in A --> B"
            )
        if not self._is_word("graph", "digraph"):
            raise self._syntax_error("graph or digraph")
        self._directed = self._next().text.lower() == "digraph"
        self._drawing.unread_others = UnreadAttributes(("mark",), self._directed)
        if self._token.kind in ("name", "quoted", "html"):
            self._next()
        self._statements(_Scope({}, {}, {}, 0))
        if self._token.kind != "end":
            raise self._syntax_error("the end of the file")
        self._add_drawn_edges(strict=strict)
        self._drawing.nodes = dict(zip(self._names, self._attributes_of, strict=True))
        return self._drawing

    def _statements(self, scope: _Scope) -> None:
        if scope.depth > _MAX_DEPTH:
            raise FormatError(f"line {self._token.line}: braces may be {_MAX_DEPTH} deep; got more")
        self._expect("{", "an opening brace")
        while not self._accept("}"):
            if self._token.kind == "end":
                raise self._syntax_error("a closing brace")
            if not self._accept(";"):
                self._statement(scope)

    def _statement(self, scope: _Scope) -> None:
        if self._is_word("graph", "node", "edge"):
            self._defaults(self._next().text.lower(), scope)
            return
        line = self._token.line
        if self._at_group():
            left = self._group(scope)
        else:
            name = self._id("a node")
            if self._accept("="):
                self._set_graph_attribute(name, scope)
                return
            left = [self._node(name, scope)]
        chain = [left]
        while self._token.kind == "edge":
            arrow = self._next().text
            if (arrow == "->") != self._directed:
                required = "-> in a digraph" if self._directed else "-- in a graph"
                raise FormatError(f"line {line}: an edge must be written {required}; got {arrow!r}")
            chain.append(
                self._group(scope) if self._at_group() else [self._node(self._id("a node"), scope)]
            )
        attributes, unread = self._attributes()
        if len(chain) > 1:
            edge_attributes, edge_unread = {**scope.edge, **attributes}, {**scope.unread, **unread}
            for left, right in pairwise(chain):
                self._add_edges(left, right, edge_attributes, edge_unread, "dir" in attributes, line)
        elif len(left) == 1:
            self._add_attributes(left[0], attributes)

    def _add_attributes(self, node: int, attributes: Attributes) -> None:
        """Add the attributes of a statement to a node."""
        if attributes:  # A new dictionary, because nodes with the same defaults share one.
            self._attributes_of[node] = {**self._attributes_of[node], **attributes}

    def _defaults(self, what: str, scope: _Scope) -> None:
        if self._token.kind != "[":
            raise self._syntax_error(f"the attributes of '{what}'")
        attributes, unread = self._attributes()
        if what == "node":
            scope.node = {**scope.node, **attributes}
        elif what == "edge":
            scope.edge = {**scope.edge, **attributes}
            scope.unread = {**scope.unread, **unread}
        else:
            scope.unread = {**scope.unread, **about_edges(unread)}
            if scope.depth == 0:
                self._drawing.graph_attributes.update(attributes)

    def _set_graph_attribute(self, name: str, scope: _Scope) -> None:
        value = self._value()
        if scope.depth == 0 and name in READ_ATTRIBUTES:
            self._drawing.graph_attributes[name] = value
        scope.unread = {**scope.unread, **about_edges({name: value})}

    def _node(self, name: str, scope: _Scope) -> int:
        """Read past the ports of a node, and return its position; a new node gets the defaults."""
        for _ in range(2):
            if self._accept(":"):
                self._id("a port")
        position = self._position_of.setdefault(name, len(self._position_of))
        if position == len(self._attributes_of):
            self._names.append(name)
            self._attributes_of.append(scope.node)
            self._limits.check_nodes(len(self._position_of))
        scope.members[position] = None
        return position

    def _at_group(self) -> bool:
        return self._is_word("subgraph") or self._token.kind == "{"

    def _group(self, scope: _Scope) -> list[int]:
        """Read a subgraph, and return the positions of its nodes."""
        if self._is_word("subgraph"):
            self._next()
            if self._token.kind in ("name", "quoted"):
                self._next()
        inner = _Scope(scope.node, scope.edge, scope.unread, scope.depth + 1)
        self._statements(inner)
        scope.members.update(inner.members)
        return list(inner.members)

    # ---- attributes

    def _attributes(self) -> tuple[Attributes, Attributes]:
        """Return the attributes that are read, and those that are not but may have a meaning."""
        attributes: Attributes = {}
        unread: Attributes = {}
        while self._accept("["):
            while not self._accept("]"):
                name = self._id("the name of an attribute")
                self._expect("=", "= and the attribute's value")
                value = self._value()
                if name in READ_ATTRIBUTES:
                    attributes[name] = value
                elif not is_decoration(name):
                    unread[name] = value
                if not self._accept(";"):
                    self._accept(",")
        return attributes, unread

    def _value(self) -> str | Markup:
        token = self._token
        if self._accept("html"):
            return Markup(token.text)
        return self._id("the value of an attribute")

    # ---- edges

    def _add_edges(
        self,
        left: list[int],
        right: list[int],
        attributes: Attributes,
        unread: Attributes,
        has_own_dir: bool,
        line: int,
    ) -> None:
        """Add an edge from every node on the left to every node on the right."""
        state = drawn_state(attributes, self._directed, line)
        number = len(left) * len(right)
        if state != NOT_DRAWN:
            self._note_weight_and_labels(attributes, left, right, line)
        self._limits.check_edges(len(self._tails) + number)
        if number == 1:
            self._tails.append(left[0])
            self._heads.append(right[0])
        else:
            # The sizes of two groups multiply, so a small file may hold a huge number of edges.
            self._n_edges_of_groups += number
            self._limits.check_bytes(_BYTES_OF_AN_EDGE * self._n_edges_of_groups, "the joined groups")
            self._tails.frombytes(np.repeat(np.array(left, np.intc), len(right)).tobytes())
            self._heads.frombytes(np.tile(np.array(right, np.intc), len(left)).tobytes())
        self._states.frombytes(bytes([state]) * number)
        self._has_own_dir.frombytes(bytes([has_own_dir]) * number)
        if state != NOT_DRAWN and number > 0:
            marks_are_drawn = has_drawn_marks(attributes)
            self._note_others(unread, marks_are_drawn)
            if unread:
                ends = self._names[left[0]], self._names[right[0]]
                refuse_contradiction(unread, ends, self._directed, marks_are_drawn, line)
                self._note_numbers(unread)

    def _note_weight_and_labels(
        self, attributes: Attributes, left: list[int], right: list[int], line: int
    ) -> None:
        """Note a weight such as 0.5, and labels that are numbers; refuse labels such as "lag 1"."""
        weight = attributes.get("weight")
        if isinstance(weight, str) and not (is_nothing(weight) or _LAYOUT_WEIGHT.fullmatch(weight)):
            _note(self._drawing.unread_weights, weight)
        for name in sorted(LABELS & attributes.keys()):
            label = attributes[name]
            if not isinstance(label, str) or not left or not right:
                continue
            ends = self._names[left[0]], self._names[right[0]]
            marks_are_drawn = has_drawn_marks(attributes)
            refuse_contradicting_label(name, label, ends, self._directed, marks_are_drawn, line)
            if DECIMAL.fullmatch(label) or WHOLE.fullmatch(label):
                _note(self._drawing.unread_numbers, f"{name}={label}")

    def _note_numbers(self, unread: Attributes) -> None:
        """Note attributes such as prob=0.5 and pvalue=0.01, which are not read."""
        for name, value in unread.items():
            number = networkx_value(value)
            if is_called_pvalue(name) or is_weight(name, number):
                _note(self._drawing.unread_numbers, f"{name}={number}")

    def _note_others(self, unread: Attributes, marks_are_drawn: bool) -> None:
        """Note attributes such as regime=1; attributes about marks only if no marks are drawn."""
        data = {name: number_or_text(value) for name, value in unread.items()}
        if marks_are_drawn:
            data.setdefault("mark", "")
        self._drawing.unread_others.add(data)

    def _add_drawn_edges(self, *, strict: bool) -> None:
        """Add the edges to the drawing; in a strict graph only the last edge of a pair remains."""
        edges = np.column_stack([np.array(self._tails, np.int64), np.array(self._heads, np.int64)])
        states, has_own_dir = np.array(self._states, np.int64), np.array(self._has_own_dir, np.bool_)
        positions = np.arange(len(edges))
        if strict:
            pairs = edges if self._directed else np.sort(edges, axis=1)
            keys = pairs[:, 0] * len(self._position_of) + pairs[:, 1]
            # The last edge of each pair is the first one in reverse order.
            positions = len(edges) - 1 - np.unique(keys[::-1], return_index=True)[1]
        positions = positions[states[positions] != NOT_DRAWN]
        self._drawing.edges = edges[positions]
        self._drawing.states = states[positions]
        self._drawing.has_own_dir = has_own_dir[positions]


def _note(numbers: list[str], number: str) -> None:
    """Add a number to those that a warning shows, unless it has enough."""
    if len(numbers) < _MAX_NUMBERS_SHOWN:
        numbers.append(number)
