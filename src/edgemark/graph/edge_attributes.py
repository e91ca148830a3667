"""Attributes of edges of networkx that say something else about an edge than the attribute `mark`."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgemark.errors import AmbiguityError, Remedy, shown
from edgemark.graph.ambiguity import has_attributes
from edgemark.graph.headings import word_of

__all__ = ["refuse_other_attributes"]

_LAGS = frozenset({"delay", "lags", "tau", "timelag"})
_MARKS = frozenset({"arrow", "dir", "edge", "edgetype", "interaction", "marks", "type"})
_ENDS = frozenset({"arrowhead", "arrowtail"})
_DIRECTED = frozenset({"->", "-->", "directed", "forward"})
_UNDIRECTED = frozenset({"-", "--", "---", "undirected"})
_OTHERS = frozenset(
    {"<-", "<--", "<->", "<-o", "o->", "o-", "-o", "o--", "--o", "o-o", "back", "backward", "bidirected",
     "bidirectional", "both", "none", "reverse", "reversed"}
)  # fmt: skip


def refuse_other_attributes(graph: Any) -> None:
    """
    Refuse a graph of networkx with lags or marks in attributes that are not read.

    Raises:
        AmbiguityError: an attribute such as tau=1 or type="<->".

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
            if word in _LAGS and isinstance(value, int | np.integer) and not isinstance(value, bool):
                _refuse(a, b, name, value, "the lag of an edge is read from its attribute lag", _OF_LAG)
            written = value.strip(" \"'").lower() if isinstance(value, str) else ""
            of_edge = word in _MARKS and written in (_DIRECTED | _UNDIRECTED | _OTHERS) - plain
            if (of_edge and "mark" not in data) or (word in _ENDS and written not in ("", "normal")):
                about = "the marks of an edge are read from its attribute mark"
                _refuse(a, b, name, value, about, _OF_MARK)


_OF_LAG = "If it is a lag, call it lag, and convert the graph with as_temporal"
_OF_MARK = "If it says what the edge is, call it mark, with a value such as <->"


def _refuse(a: Any, b: Any, name: Any, value: Any, about: str, way: str) -> None:
    raise AmbiguityError(
        f"{about}; the edge of {shown(a)} and {shown(b)} has {name}={shown(value)}",
        Remedy(way),
        Remedy("If it means something else, rename it"),
    )
