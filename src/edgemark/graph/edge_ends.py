"""Attributes of an edge that state the marks at its ends, such as `endpoint1` and `marks`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from edgemark.graph.headings import word_of

__all__ = ["MARKS", "contradiction_at_ends", "unquoted"]

# Names of attributes that hold the marks of an edge; Graphviz has one for the mark at each end.
MARKS = frozenset(
    {"arrow", "connection", "dir", "direction", "directionality", "edge", "edgekind", "edgetype",
     "endmark", "endpoint", "endpoints", "glyph", "interaction", "kind", "link", "linktype", "marks",
     "orientation", "relation", "type"}
)  # fmt: skip
# Names of attributes that hold the mark at one end, such as endpoint1 and endpoint2.
_ONE_END = re.compile(r"(?:end|endmark|endpoint|mark)([12])|node([12])(?:endpoint|mark)")
_TAILS, _HEADS = frozenset({"-", "tail"}), frozenset({">", "arrow", "arrowhead"})
_ENDS_OF_EDGES = _TAILS | _HEADS | {"o", "circle", "<"}


def contradiction_at_ends(
    a: Any, b: Any, data: Mapping[Any, Any], directed: bool
) -> tuple[Any, Literal["mark"]] | None:
    """
    Return an attribute that holds the marks of one or both ends, if they differ from the plain edge.

    The graphs of pgmpy have such an attribute. It stays if a graph of networkx is made of them.

    Examples:
        >>> contradiction_at_ends("A", "B", {"marks": {"A": "-", "B": ">"}}, directed=True)
        >>> contradiction_at_ends("A", "B", {"marks": {"A": ">", "B": ">"}}, directed=True)
        ('marks', 'mark')
    """
    if "mark" in data:
        return None
    for name, value in data.items():
        word = word_of(name)
        if (end := _ONE_END.fullmatch(word)) and _is_other_end(end[1] or end[2], value, directed):
            return name, "mark"
        if word not in MARKS or not isinstance(value, Mapping | list | tuple):
            continue
        if isinstance(value, Mapping):
            value = [value[a], value[b]] if a in value and b in value else list(value.values())
        words = [_written_end(x) for x in value]
        if len(words) == 2 and _ENDS_OF_EDGES.issuperset(words):
            is_plain = words[0] in _TAILS and words[1] in (_HEADS if directed else _TAILS)
            if not is_plain:
                return name, "mark"
    return None


def _is_other_end(end: str, value: Any, directed: bool) -> bool:
    """
    Whether the mark at the first or the second end of an edge differs from that of a plain edge.

    Examples:
        >>> _is_other_end("1", "TAIL", True), _is_other_end("2", "TAIL", True)
        (False, True)
    """
    fitting = _HEADS if directed and end == "2" else _TAILS
    return _written_end(value) in _ENDS_OF_EDGES - fitting


def _written_end(value: Any) -> str:
    """Return a mark in lower case; that of causal-learn's `Endpoint` is its name."""
    return unquoted(value if isinstance(value, str) else str(getattr(value, "name", "")))


def unquoted(text: str) -> str:
    """Return a text in lower case, without blanks and quotes around it."""
    return text.strip(" \"'").lower()
