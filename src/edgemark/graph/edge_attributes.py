"""Attributes of edges of networkx that say something else about an edge than the attribute `mark`."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgemark.errors import AmbiguityError, Remedy, shown
from edgemark.graph.ambiguity import has_attributes
from edgemark.graph.headings import word_of

__all__ = ["refuse_other_attributes"]

_LAGS = frozenset({"delay", "lags", "tau", "timelag"})
_MARKS = frozenset(
    {"arrow", "connection", "dir", "direction", "directionality", "edge", "edgekind", "edgetype",
     "endmark", "endpoint", "endpoints", "glyph", "interaction", "kind", "link", "linktype", "marks",
     "orientation", "relation", "type"}
)  # fmt: skip
_ENDS = frozenset({"arrowhead", "arrowtail"})
_DIRECTED = frozenset({"->", "-->", "directed", "forward"})
_UNDIRECTED = frozenset({"-", "--", "---", "undirected"})
_OTHERS = frozenset(
    {"<-", "<--", "<->", "<-o", "o->", "o-", "-o", "o--", "--o", "o-o", "back", "backward", "bidirected",
     "bidirectional", "both", "circle", "none", "reverse", "reversed"}
)  # fmt: skip
# Values that are about the ends of an edge under every name; others, such as sign="-", need a name.
_ALWAYS_MARKS = frozenset(
    {"---", "<--", "<->", "<-o", "o->", "o--", "--o", "o-o", "bidirected", "bidirectional", "undirected"}
)
# Attributes whose truth says that an edge is not the plain one of its graph.
_TRUE_IF_OTHER = frozenset({"bidirected", "bidirectional", "reversed"})


def refuse_other_attributes(graph: Any) -> None:
    """
    Refuse a graph of networkx with lags or marks in attributes that are not read.

    Raises:
        AmbiguityError: an attribute such as tau=1, type="<->" or bidirected=True.

    Examples:
        >>> import networkx
        >>> graph = networkx.DiGraph()
        >>> graph.add_edge("A", "B", type="<->")
        >>> refuse_other_attributes(graph)
        Traceback (most recent call last):
        ...
        edgemark.errors.AmbiguityError: the marks of an edge are read from its attribute mark; the edge \
of 'A' and 'B' has type='<->'. If it says what the edge is, call it mark, with a value such as <->. If \
it means something else, rename it
    """
    if not has_attributes(graph):
        return
    plain = _DIRECTED if graph.is_directed() else _UNDIRECTED
    for a, b, data in graph.edges(data=True):
        for name, value in data.items():
            word = word_of(name)
            if word in _LAGS and "lag" not in data and _may_be_lags(value):
                _refuse(a, b, name, value, "the lag of an edge is read from its attribute lag", _OF_LAG)
            written = value.strip(" \"'").lower() if isinstance(value, str) else ""
            words = _DIRECTED | _UNDIRECTED | _OTHERS if word in _MARKS else _ALWAYS_MARKS
            of_edge = written in words - plain or _is_other_truth(word, value, graph.is_directed())
            if (of_edge and "mark" not in data) or (word in _ENDS and written not in ("", "normal")):
                about = "the marks of an edge are read from its attribute mark"
                _refuse(a, b, name, value, about, _OF_MARK)


def _may_be_lags(value: Any) -> bool:
    """Whether an attribute holds one or several integers."""
    values = value if isinstance(value, list | tuple | set | frozenset | np.ndarray) else [value]
    are_whole = [isinstance(x, int | np.integer) and not isinstance(x, bool) for x in values]
    return bool(are_whole) and all(are_whole)


def _is_other_truth(word: str, value: Any, directed: bool) -> bool:
    """
    Whether an attribute such as bidirected=True or directed=False contradicts an edge of a graph.

    Examples:
        >>> _is_other_truth("directed", False, True), _is_other_truth("directed", False, False)
        (True, False)
    """
    if not isinstance(value, bool | np.bool_ | int | np.integer) or value not in (0, 1):
        return False
    if word in ("directed", "undirected"):
        return bool(value) == (word == "undirected") if directed else bool(value) == (word == "directed")
    return word in _TRUE_IF_OTHER and bool(value)


_OF_LAG = "If it is a lag, call it lag, and convert the graph with as_temporal"
_OF_MARK = "If it says what the edge is, call it mark, with a value such as <->"


def _refuse(a: Any, b: Any, name: Any, value: Any, about: str, way: str) -> None:
    raise AmbiguityError(
        f"{about}; the edge of {shown(a)} and {shown(b)} has {name}={shown(value)}",
        Remedy(way),
        Remedy("If it means something else, rename it"),
    )
