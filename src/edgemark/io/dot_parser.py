"""Parse the nodes and edges of a Graphviz file."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import AmbiguityError, FormatError, Remedy
from edgemark.graph.ambiguity import is_called_pvalue
from edgemark.graph.edge_attributes import contradiction, is_weight, may_contradict
from edgemark.graph.marks import STATE_OF
from edgemark.graph.unread_attributes import UnreadAttributes, is_decoration
from edgemark.io.dot_tokens import Token, tokens_of
from edgemark.io.limits import Limits

_MAX_DEPTH = 100
_NOT_DRAWN = 0
# A positive integer is taken for a weight of the layout: Graphviz draws edges with high weights shorter.
_LAYOUT_WEIGHT = re.compile(r"\s*\+?0*[1-9][0-9]*(?:\.0*)?\s*")
_TRANSPARENT = re.compile(r"(?:(?:/x11)?/?transparent|#[0-9a-f]{6}00)(?:;[0-9.]*)?", re.IGNORECASE)
_DECIMAL = re.compile(r"\s*[+-]?[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?\s*")
_LABELS = frozenset({"headlabel", "label", "taillabel", "xlabel"})
_MAX_NUMBERS_SHOWN = 3
_BYTES_OF_AN_EDGE = 100  # while the graph is built
_READ_ATTRIBUTES = frozenset(
    {"label", "xlabel", "headlabel", "taillabel", "style", "color", "fillcolor", "dir", "arrowhead",
     "arrowtail", "weight", "edgemark_unnamed"}
)  # fmt: skip
"""
Attributes that are stored. Other attributes of edges are only checked: a contradiction such as lag=1 is
refused, and a number such as prob=0.5 gets a warning.
"""
_KEYWORDS = ("node", "edge", "graph", "digraph", "subgraph", "strict")
_MARK_OF_SHAPE = {
    "none": "-", "odot": "o", "dot": "o",
    **dict.fromkeys(("normal", "onormal", "vee", "open", "empty", "halfopen"), ">"),
}  # fmt: skip
# For each value of dir: whether the mark at the tail is drawn, and whether that at the head is.
_SHOWN_ENDS = {
    "forward": (False, True),
    "back": (True, False),
    "both": (True, True),
    "none": (False, False),
}


_QUESTIONS = {
    "absence": (
        "every edge that is drawn is read as present",
        "If it says that the edge is absent, remove the edge, or draw it with style=invis",
    ),
    "lag": (
        "a Graphviz file holds a graph without lags",
        "If it is a lag, write the time series graph as a table of source,target,lag",
    ),
    "mark": (
        "the marks of an edge are read from dir, arrowhead and arrowtail",
        "If it says what the edge is, draw it so, such as dir=both for <->",
    ),
}
"""For what an unread attribute may be about: how the file is read without it, and what to do."""


class Markup:
    """The value of an attribute that is markup, ``<...>``, instead of text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return "<...>"


Attributes = dict[str, "str | Markup"]


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
        depth: the number of braces around these.
        members: positions of the nodes.
    """

    node: Attributes
    edge: Attributes
    unread: Attributes
    depth: int
    members: dict[int, None] = field(default_factory=dict)


def parsed(text: str, limits: Limits) -> Drawing:
    """
    Read a Graphviz file.

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
        self._position_of: dict[str, int] = {}
        self._attributes_of: list[Attributes] = []
        self._tails, self._heads = array("i"), array("i")
        self._states, self._has_own_dir = array("b"), array("b")
        self._multiplied = 0
        self._unread: Attributes = {}  # unread attributes of the last statement

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
        self._drawing.nodes = dict(zip(self._position_of, self._attributes_of, strict=True))
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
        ends = [self._nodes_at_end(scope)]
        if ends == [None]:
            return
        while self._token.kind == "edge":
            arrow = self._next().text
            if (arrow == "->") != self._directed:
                required = "-> in a digraph" if self._directed else "-- in a graph"
                raise FormatError(f"line {line}: an edge must be written {required}; got {arrow!r}")
            ends.append(self._nodes_at_end(scope, after_edge=True))
        attributes = self._attributes()
        chain = [end for end in ends if end is not None]
        unread = {**scope.unread, **self._unread} if len(chain) > 1 else {}
        if len(chain) == 1 and len(chain[0]) == 1:
            self._add_attributes(chain[0][0], attributes)
        for left, right in pairwise(chain):
            shown = {**scope.edge, **attributes}
            is_joined = self._join(left, right, shown, "dir" in attributes, line)
            if not is_joined:
                continue
            is_drawn = not {"dir", "arrowhead", "arrowtail"}.isdisjoint(shown)
            self._note_others(unread, is_drawn)
            if unread:
                self._refuse_unread(unread, left[0], right[0], is_drawn, line)
                self._note_numbers(unread)

    def _refuse_unread(
        self, unread: Attributes, left: int, right: int, is_drawn: bool, line: int
    ) -> None:
        """Refuse an edge with attributes such as lag=1 or mark="<->", as networkx graphs have them."""
        # `contradiction` accepts the names lag and mark, which are read in networkx but not here.
        key_of = {name: f"{name}s" if name in ("lag", "mark") else name for name in unread}
        data = {key_of[name]: _converted(value) for name, value in unread.items()}
        if is_drawn:
            data["mark"] = ""  # What is drawn answers the question about the marks.
        if found := contradiction(data, self._directed):
            name = next(name for name in unread if key_of[name] == found[0])
            names, (about, way) = list(self._position_of), _QUESTIONS[found[1]]
            raise AmbiguityError(
                f"line {line}: {about}; the edge of {names[left]!r} and {names[right]!r} has "
                f"{name}={str(_converted(unread[name]))!r}",
                Remedy(way),
                Remedy("If it means something else, rename it"),
            )

    def _note_numbers(self, unread: Attributes) -> None:
        """Note attributes such as prob=0.5 and pvalue=0.01, which are not read."""
        for name, value in unread.items():
            number = _converted(value)
            if is_called_pvalue(name) or is_weight(name, number):
                _note(self._drawing.unread_numbers, f"{name}={number}")

    def _note_others(self, unread: Attributes, is_drawn: bool) -> None:
        """Note attributes such as regime=1; what is drawn answers questions about the marks."""
        data = {name: _typed(value) for name, value in unread.items()}
        if is_drawn:
            data.setdefault("mark", "")
        self._drawing.unread_others.add(data)

    def _add_attributes(self, node: int, attributes: Attributes) -> None:
        """Add the attributes of a statement to a node."""
        if attributes:  # A new dictionary, because nodes with the same defaults share one.
            self._attributes_of[node] = {**self._attributes_of[node], **attributes}

    def _defaults(self, what: str, scope: _Scope) -> None:
        if self._token.kind != "[":
            raise self._syntax_error(f"the attributes of '{what}'")
        attributes = self._attributes()
        if what == "node":
            scope.node = {**scope.node, **attributes}
        elif what == "edge":
            scope.edge = {**scope.edge, **attributes}
            scope.unread = {**scope.unread, **self._unread}
        else:
            scope.unread = {**scope.unread, **_about_edges(self._unread)}
            if scope.depth == 0:
                self._drawing.graph_attributes.update(attributes)

    def _nodes_at_end(self, scope: _Scope, after_edge: bool = False) -> list[int] | None:
        """Read the nodes at one end of an edge; None if the statement sets an attribute instead."""
        if self._is_word("subgraph") or self._token.kind == "{":
            return self._group(scope)
        name = self._id("a node")
        if not after_edge and self._accept("="):
            value = self._value()
            if scope.depth == 0 and name in _READ_ATTRIBUTES:
                self._drawing.graph_attributes[name] = value
            scope.unread = {**scope.unread, **_about_edges({name: value})}
            return None
        for _ in range(2):
            if self._accept(":"):
                self._id("a port")
        position = self._position_of.setdefault(name, len(self._position_of))
        if position == len(self._attributes_of):
            self._attributes_of.append(scope.node)
            self._limits.check_nodes(len(self._position_of))
        scope.members[position] = None
        return [position]

    def _group(self, scope: _Scope) -> list[int]:
        if self._is_word("subgraph"):
            self._next()
            if self._token.kind in ("name", "quoted"):
                self._next()
        inner = _Scope(scope.node, scope.edge, scope.unread, scope.depth + 1)
        self._statements(inner)
        scope.members.update(inner.members)
        return list(inner.members)

    # ---- attributes

    def _attributes(self) -> Attributes:
        attributes: Attributes = {}
        self._unread = {}
        while self._accept("["):
            while not self._accept("]"):
                name = self._id("the name of an attribute")
                self._expect("=", "= and the attribute's value")
                value = self._value()
                if name in _READ_ATTRIBUTES:
                    attributes[name] = value
                elif not is_decoration(name):
                    self._unread[name] = value
                if not self._accept(";"):
                    self._accept(",")
        return attributes

    def _value(self) -> str | Markup:
        token = self._token
        if self._accept("html"):
            return Markup(token.text)
        return self._id("the value of an attribute")

    # ---- edges

    def _join(
        self, left: list[int], right: list[int], attributes: Attributes, has_own_dir: bool, line: int
    ) -> bool:
        """
        Add an edge from every node on the left to every node on the right. Return whether any is drawn.
        """
        state = _state(attributes, self._directed, line)
        if state != _NOT_DRAWN:
            weight = attributes.get("weight")
            if isinstance(weight, str) and not _LAYOUT_WEIGHT.fullmatch(weight):
                _note(self._drawing.unread_weights, weight)
            for name in sorted(_LABELS & attributes.keys()):
                label = attributes[name]
                if isinstance(label, str) and _DECIMAL.fullmatch(label):
                    _note(self._drawing.unread_numbers, f"{name}={label}")
        number = len(left) * len(right)
        self._limits.check_edges(len(self._tails) + number)
        if number == 1:
            self._tails.append(left[0])
            self._heads.append(right[0])
        else:
            # The sizes of two groups multiply, so a small file may hold a huge number of edges.
            self._multiplied += number
            self._limits.check_bytes(_BYTES_OF_AN_EDGE * self._multiplied, "the joined groups")
            self._tails.frombytes(np.repeat(np.array(left, np.intc), len(right)).tobytes())
            self._heads.frombytes(np.tile(np.array(right, np.intc), len(left)).tobytes())
        self._states.frombytes(bytes([state]) * number)
        self._has_own_dir.frombytes(bytes([has_own_dir]) * number)
        return state != _NOT_DRAWN and number > 0

    def _add_drawn_edges(self, *, strict: bool) -> None:
        """Add the edges to the drawing; in a strict graph only the last edge of a pair remains."""
        edges = np.column_stack([np.array(self._tails, np.int64), np.array(self._heads, np.int64)])
        states, has_own_dir = np.array(self._states, np.int64), np.array(self._has_own_dir, np.bool_)
        positions = np.arange(len(edges))
        if strict:
            pairs = edges if self._directed else np.sort(edges, axis=1)
            keys = pairs[:, 0] * len(self._position_of) + pairs[:, 1]
            positions = len(edges) - 1 - np.unique(keys[::-1], return_index=True)[1]
        positions = positions[states[positions] != _NOT_DRAWN]
        drawing = self._drawing
        drawing.edges, drawing.states, drawing.has_own_dir = (
            edges[positions],
            states[positions],
            has_own_dir[positions],
        )


def _about_edges(attributes: Attributes) -> Attributes:
    """
    Return the attributes of a graph that may be about each of its edges, such as lag=1.

    A weight of a graph, such as score=-120.5, is about the graph itself.
    """
    return {name: value for name, value in attributes.items() if name == "mark" or may_contradict(name)}


def _note(numbers: list[str], number: str) -> None:
    """Add a number for the message, which shows the first ones only."""
    if len(numbers) < _MAX_NUMBERS_SHOWN:
        numbers.append(number)


def _converted(value: str | Markup) -> Any:
    """
    Return the value of an attribute as it was in networkx. pydot writes ``<->`` without quotes, so that
    it is parsed as markup.

    Examples:
        >>> _converted("2"), _converted("True"), _converted("<->")
        (2, True, '<->')
        >>> _converted(Markup("-"))
        '<->'
    """
    text = f"<{value.text}>" if isinstance(value, Markup) else value.strip(" \"'")
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,6}", text) else text


def _typed(value: str | Markup) -> Any:
    """
    Return the value of an attribute as a number, a boolean or text.

    Examples:
        >>> _typed("0.5"), _typed("2"), _typed("true"), _typed("high")
        (0.5, 2, True, 'high')
    """
    converted = _converted(value)
    if isinstance(converted, str) and _DECIMAL.fullmatch(converted):
        return float(converted)
    return converted


def _state(attributes: Attributes, directed: bool, line: int) -> int:
    if "invis" in re.split(r"[\s,]+", str(attributes.get("style", ""))) or _is_transparent(attributes):
        return _NOT_DRAWN
    direction = attributes.get("dir", "forward" if directed else "none")
    if not isinstance(direction, str) or direction.lower() not in _SHOWN_ENDS:
        raise FormatError(f"line {line}: dir must be one of {', '.join(_SHOWN_ENDS)}; got {direction!r}")
    at_tail, at_head = _SHOWN_ENDS[direction.lower()]
    left = _shape(attributes, "arrowtail", line) if at_tail else "-"
    right = _shape(attributes, "arrowhead", line) if at_head else "-"
    return STATE_OF[f"{'<' if left == '>' else left}-{right}"]


def _is_transparent(attributes: Attributes) -> bool:
    """
    Whether nothing of an edge is visible: neither its lines nor the filling of its ends.

    Examples:
        >>> _is_transparent({"color": "transparent"}), _is_transparent({"color": "transparent:red"})
        (True, False)
        >>> _is_transparent({"color": "transparent", "fillcolor": "red"})
        False
    """
    if "color" not in attributes:
        return False
    colours = [str(attributes[name]) for name in ("color", "fillcolor") if name in attributes]
    return all(_TRANSPARENT.fullmatch(one.strip()) for text in colours for one in text.split(":"))


def _shape(attributes: Attributes, end: str, line: int) -> str:
    shape = attributes.get(end, "normal")
    if not isinstance(shape, str) or shape.lower() not in _MARK_OF_SHAPE:
        raise FormatError(
            f"line {line}: {end} must be a shape that stands for a mark, one of "
            f"{', '.join(_MARK_OF_SHAPE)}; got {shape!r}"
        )
    return _MARK_OF_SHAPE[shape.lower()]
