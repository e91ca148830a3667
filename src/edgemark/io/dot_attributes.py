"""The attributes of edges in a Graphviz file: the drawn marks, and attributes that contradict them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

from edgemark.errors import AmbiguityError, FormatError, Remedy
from edgemark.graph.edge_attributes import contradiction, may_contradict
from edgemark.graph.edge_ends import contradiction_at_ends
from edgemark.graph.marks import STATE_OF

__all__ = [
    "DECIMAL",
    "NOT_DRAWN",
    "READ_ATTRIBUTES",
    "WHOLE",
    "Attributes",
    "Markup",
    "about_edges",
    "drawn_state",
    "has_drawn_marks",
    "networkx_value",
    "number_or_text",
    "refuse_contradicting_label",
    "refuse_contradiction",
]

READ_ATTRIBUTES = frozenset(
    {"label", "xlabel", "headlabel", "taillabel", "style", "color", "fillcolor", "dir", "arrowhead",
     "arrowtail", "weight", "edgemark_unnamed"}
)  # fmt: skip
"""
Attributes that are stored. Other attributes of edges are only checked: a contradiction such as lag=1 is
refused, and a number such as prob=0.5 gets a warning.
"""
NOT_DRAWN = 0
"""The state of an edge that is invisible or transparent."""
_TRANSPARENT = re.compile(r"(?:(?:/x11)?/?transparent|#[0-9a-f]{6}00)(?:;[0-9.]*)?", re.IGNORECASE)
DECIMAL = re.compile(r"\s*[+-]?[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?\s*")
WHOLE = re.compile(r"\s*[+-]?[0-9]{1,9}\s*")
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
_READING_AND_REMEDY = {
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
"""For what an attribute contradicts: how the file is read, and what to do if the attribute is right."""


class Markup:
    """The value of an attribute that is markup, ``<...>``, instead of text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return "<...>"


Attributes = dict[str, "str | Markup"]


def drawn_state(attributes: Attributes, directed: bool, line: int) -> int:
    """
    Return the state of an edge as it is drawn, see `edgemark.graph.marks`; or `NOT_DRAWN`.

    Raises:
        FormatError: an unknown `dir`, or an end whose shape is not a mark. The message names the line.
    """
    if "invis" in re.split(r"[\s,]+", str(attributes.get("style", ""))) or _is_transparent(attributes):
        return NOT_DRAWN
    direction = attributes.get("dir", "forward" if directed else "none")
    if not isinstance(direction, str) or direction.lower() not in _SHOWN_ENDS:
        raise FormatError(f"line {line}: dir must be one of {', '.join(_SHOWN_ENDS)}; got {direction!r}")
    at_tail, at_head = _SHOWN_ENDS[direction.lower()]
    left = _mark(attributes, "arrowtail", line) if at_tail else "-"
    right = _mark(attributes, "arrowhead", line) if at_head else "-"
    return STATE_OF[f"{'<' if left == '>' else left}-{right}"]


def _is_transparent(attributes: Attributes) -> bool:
    """
    Return whether nothing of an edge is visible: neither its lines nor the filling of its ends.

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


def _mark(attributes: Attributes, end: str, line: int) -> str:
    shape = attributes.get(end, "normal")
    if not isinstance(shape, str) or shape.lower() not in _MARK_OF_SHAPE:
        raise FormatError(
            f"line {line}: {end} must be a shape that stands for a mark, one of "
            f"{', '.join(_MARK_OF_SHAPE)}; got {shape!r}"
        )
    return _MARK_OF_SHAPE[shape.lower()]


def has_drawn_marks(attributes: Attributes) -> bool:
    """Return whether the marks of an edge are drawn with an attribute, instead of by default."""
    return not {"dir", "arrowhead", "arrowtail"}.isdisjoint(attributes)


def refuse_contradiction(
    unread: Attributes, ends: Sequence[str], directed: bool, marks_are_drawn: bool, line: int
) -> None:
    """
    Refuse an edge with attributes such as lag=1 or mark="<->", which networkx graphs have.

    Raises:
        AmbiguityError: an unread attribute contradicts the drawn edge.
    """
    # `contradiction` accepts the names lag and mark, because readers of networkx graphs read them. They
    # are not read here, so they are checked under the names lags and marks.
    checked_name = {name: f"{name}s" if name in ("lag", "mark") else name for name in unread}
    data = {checked_name[name]: networkx_value(value) for name, value in unread.items()}
    if found := _contradiction(data, ends, directed, marks_are_drawn):
        name = next(name for name in unread if checked_name[name] == found[0])
        raise _error_of(
            found[1], f"{name}={str(networkx_value(unread[name]))!r}", ends, line, "rename it"
        )


def refuse_contradicting_label(
    name: str, label: str, ends: Sequence[str], directed: bool, marks_are_drawn: bool, line: int
) -> None:
    """
    Refuse an edge whose label states a lag or another edge, such as "lag 1" or "<->".

    Raises:
        AmbiguityError: the label contradicts the drawn edge. The message names the line.
    """
    if found := _contradiction({name: label}, ends, directed, marks_are_drawn):
        raise _error_of(found[1], f"{name}={label[:40]!r}", ends, line, "leave out the label")


def _contradiction(
    data: dict[str, Any], ends: Sequence[str], directed: bool, marks_are_drawn: bool
) -> tuple[Any, Literal["absence", "lag", "mark"]] | None:
    """Return the attribute that contradicts an edge, and what it seems to be about."""
    if marks_are_drawn:
        data = data | {"mark": ""}  # With a mark, no other attribute is asked about the marks.
    return contradiction(data, directed) or contradiction_at_ends(ends[0], ends[1], data, directed)


def _error_of(
    about: Literal["absence", "lag", "mark"], got: str, ends: Sequence[str], line: int, otherwise: str
) -> AmbiguityError:
    """Build the error for an attribute that contradicts an edge."""
    reading, remedy = _READING_AND_REMEDY[about]
    return AmbiguityError(
        f"line {line}: {reading}; the edge of {ends[0]!r} and {ends[1]!r} has {got}",
        Remedy(remedy),
        Remedy(f"If it means something else, {otherwise}"),
    )


def about_edges(attributes: Attributes) -> Attributes:
    """
    Return the attributes of a graph that may be about each of its edges, such as lag=1.

    A weight of a graph, such as score=-120.5, is about the graph itself.
    """
    return {name: value for name, value in attributes.items() if name == "mark" or may_contradict(name)}


def networkx_value(value: str | Markup) -> Any:
    """
    Return the value that an attribute had in networkx, before pydot wrote the file.

    pydot writes ``<->`` without quotes, so it is parsed as the markup of "-".

    Examples:
        >>> networkx_value("2"), networkx_value("True"), networkx_value("<->")
        (2, True, '<->')
        >>> networkx_value(Markup("-"))
        '<->'
    """
    text = f"<{value.text}>" if isinstance(value, Markup) else value.strip(" \"'")
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,6}", text) else text


def number_or_text(value: str | Markup) -> Any:
    """
    Return the value of an attribute as a number, a boolean or text.

    Examples:
        >>> number_or_text("0.5"), number_or_text("2"), number_or_text("true"), number_or_text("high")
        (0.5, 2, True, 'high')
    """
    converted = networkx_value(value)
    if isinstance(converted, str) and DECIMAL.fullmatch(converted):
        return float(converted)
    return converted
