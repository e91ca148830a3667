"""
Attributes of edges that no reader knows, in graphs of networkx and pgmpy and in Graphviz files.

One policy for all of them: names in `_DECORATIONS` are about the picture or are remarks, and are
dropped. `edge_attributes` knows the names that have a meaning, such as lags, marks and weights. Every
other attribute may change what an edge means: a number, a boolean, or a text that tells edges apart is
dropped with a warning, and so is a decimal number in a label.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Mapping
from functools import lru_cache
from math import isfinite
from numbers import Number
from typing import Any

import numpy as np

from edgemark.arguments import written_number
from edgemark.errors import ClassWarning, Remedy, levels_to_caller, shown
from edgemark.graph.ambiguity import has_attributes, is_called_pvalue
from edgemark.graph.edge_attributes import agrees, is_about_marks, is_called_weight
from edgemark.graph.headings import word_of

__all__ = ["UnreadAttributes", "is_decoration", "remedy_without_attributes", "warn_of_unread_attributes"]

_DECORATIONS = frozenset(
    {"arrowhead", "arrows", "arrowsize", "arrowstyle", "arrowtail", "bend", "caption", "class", "color",
     "colorscheme", "colour", "comment", "connectionstyle", "constraint", "curvature", "dashed",
     "dashes", "decorate", "desc", "description", "draw", "ec", "edgecolor", "edgecolour", "edgehref",
     "edgetarget", "edgetooltip", "edgeurl", "fillcolor", "font", "fontcolor", "fontname", "fontsize",
     "gradientangle", "group", "hdraw", "headclip", "headhref", "headlabel", "headlp", "headport",
     "headtarget", "headtooltip", "headurl", "height", "hldraw", "hovertext", "href", "icon", "id",
     "image", "label", "labelangle", "labeldistance", "labelfloat", "labelfontcolor", "labelfontname",
     "labelfontsize", "labelhref", "labels", "labeltarget", "labeltooltip", "labelurl", "layer",
     "layout", "ldraw", "len", "lhead", "linestyle", "linewidth", "lp", "ls", "ltail", "lw", "margin",
     "minlen", "name", "nojustify", "note", "notes", "opacity", "orthogonal", "penwidth", "physics",
     "points", "pos", "position", "rad", "remark", "remarks", "samehead", "sametail", "shape",
     "showboxes", "sign", "signs", "size", "smooth", "splines", "style", "tailclip", "tailhref",
     "taillabel", "taillp", "tailport", "tailtarget", "tailtooltip", "tailurl", "target", "tdraw",
     "text", "thickness", "title", "tldraw", "tooltip", "url", "visible", "width", "xlabel", "xlp",
     "zorder"}
)  # fmt: skip
"""
Names of attributes that say how an edge is drawn or described, or that give the sign of an effect, which
edgemark never reads.
"""
_LABELS = frozenset({"caption", "label", "labels", "text", "title", "xlabel"})
"""Decorations that are shown as text at an edge; a decimal number there may be a score."""
_MOST_SHOWN = 3


@lru_cache(maxsize=1024)
def is_decoration(name: str) -> bool:
    """
    Whether an attribute is about the picture of an edge, or a remark.

    Examples:
        >>> is_decoration("pen_width"), is_decoration("regime")
        (True, False)
    """
    return word_of(name) in _DECORATIONS


class UnreadAttributes:
    """
    The attributes of the edges of one graph that may have a meaning, but are not read.

    Args:
        read: the attributes that the reader understands.
        directed: whether the plain edges of the graph are ``-->``.

    Examples:
        >>> unread = UnreadAttributes(("mark",))
        >>> unread.add({"regime": 1, "color": "red", "origin": "expert"})
        >>> unread.add({"regime": 2})
        >>> unread.texts()
        ['regime=1', "origin='expert'"]
    """

    __slots__ = ("_directed", "_first_of", "_ignored", "_n_edges", "_n_of", "_read", "_varying")

    def __init__(self, read: Collection[str], directed: bool = True) -> None:
        self._directed = directed
        self._read = frozenset(read)
        self._ignored: dict[Any, bool] = dict.fromkeys(read, True)
        self._n_edges = 0
        self._first_of: dict[Any, Any] = {}
        self._n_of: dict[Any, int] = {}
        self._varying: set[Any] = set()

    def add(self, data: Mapping[Any, Any]) -> None:
        """Add the attributes of one edge."""
        self._n_edges += 1
        has_mark = "mark" in data  # It is read instead of other attributes about marks.
        for name, value in data.items():
            ignored = self._ignored.get(name)
            if ignored is None:
                ignored = self._ignored[name] = isinstance(name, str) and _is_known(name)
            if ignored and (name in self._read or not _is_number_as_label(name, value)):
                continue
            if _is_missing(value) or _agrees(name, value, self._directed, has_mark):
                continue
            self._note(name, value)

    def _note(self, name: Any, value: Any) -> None:
        if name not in self._first_of:
            self._first_of[name], self._n_of[name] = value, 1
            return
        self._n_of[name] += 1
        if name not in self._varying and not _is_same(value, self._first_of[name]):
            self._varying.add(name)

    def names(self) -> list[Any]:
        """List the attributes to warn about: numbers, booleans, and what tells edges apart."""
        return [
            name
            for name, value in self._first_of.items()
            if _is_number(value) or name in self._varying or self._n_of[name] < self._n_edges
        ]

    def scores(self) -> list[str]:
        """List those of `names` that every edge has and whose first value is a number, as scores."""
        return [
            name
            for name in self.names()
            if isinstance(name, str)
            and isinstance(self._first_of[name], Number)
            and not isinstance(self._first_of[name], bool)
            and self._n_of[name] == self._n_edges
        ]

    def texts(self) -> list[str]:
        """Return up to three of `names` as text, each with its first value."""
        return [
            f"{name if isinstance(name, str) else shown(name, 40)}={shown(self._first_of[name], 40)}"
            for name in self.names()[:_MOST_SHOWN]
        ]


def warn_of_unread_attributes(
    graph: Any,
    read: Collection[str],
    *remedies: Remedy,
    may_be_scores: bool = True,
    has_scores: bool = False,
) -> None:
    """
    Warn about attributes of the edges of a networkx graph that are dropped and may have a meaning.

    Args:
        graph: the graph.
        read: the attributes that the reader understands.
        remedies: what to do if the attributes have no meaning.
        may_be_scores: whether to say how to read a number as the score of each edge.
        has_scores: whether another attribute is read as the score, which labels often repeat.

    Warns:
        ClassWarning: an attribute such as regime=1, or origin="expert" at some edges.
    """
    if not has_attributes(graph):
        return
    unread = UnreadAttributes((*read, *(_LABELS if has_scores else ())), bool(graph.is_directed()))
    for _, _, data in graph.edges(data=True):
        unread.add(data)
    if not (texts := unread.texts()):
        return
    names = unread.scores()[:1] if may_be_scores else []
    warnings.warn(
        ClassWarning(
            f"attributes of edges are not read, unless edgemark knows their names; got "
            f"{', '.join(texts)}",
            *remedies,
            *(
                Remedy(f"If {name} is a score", f"EdgeScores.from_networkx(graph, weight={name!r})")
                for name in names
            ),
            Remedy(
                "If one says which marks an edge has, call it mark, with a value such as <->. If it "
                "says that an edge is absent, remove the edge"
            ),
        ),
        stacklevel=levels_to_caller(),
    )


def remedy_without_attributes() -> Remedy:
    """Remedy for attributes without a meaning, where no option ignores them."""
    return Remedy("If they do not matter, remove them from the edges")


@lru_cache(maxsize=1024)
def _is_known(name: str) -> bool:
    """Whether an attribute is a decoration, or is handled as a weight or a p-value."""
    return is_decoration(name) or is_called_weight(name) or is_called_pvalue(name)


def _agrees(name: Any, value: Any, directed: bool, has_mark: bool) -> bool:
    """Whether an attribute adds nothing to a plain edge, or is about marks, which `mark` states."""
    if not isinstance(name, str):
        return False
    return agrees(name, value, directed) or (has_mark and is_about_marks(name))


def _is_missing(value: Any) -> bool:
    if value is None or (isinstance(value, str) and not value):
        return True
    if isinstance(value, float | np.floating):
        return bool(value != value)
    return isinstance(value, dict | list | tuple | set) and not value


def _is_number(value: Any) -> bool:
    """
    Whether a value is a number or a boolean, or a text that is a number.

    Examples:
        >>> _is_number(0.5), _is_number("0.5"), _is_number("high")
        (True, True, False)
    """
    if not isinstance(value, str):
        return isinstance(value, bool | np.bool_ | Number)
    try:
        return isfinite(written_number(value))
    except ValueError:
        return False


def _is_number_as_label(name: str, value: Any) -> bool:
    """
    Whether a number is written at an edge: a decimal one, since an integer may number the edges.

    Examples:
        >>> _is_number_as_label("label", "0.5"), _is_number_as_label("label", 2)
        (True, False)
    """
    if not isinstance(value, str | float | np.floating) or word_of(name) not in _LABELS:
        return False
    return _is_number(value) and not float(written_number(str(value))).is_integer()


def _is_same(value: Any, first: Any) -> bool:
    if isinstance(value, str | bool | Number) and isinstance(first, str | bool | Number):
        return bool(value == first)
    return shown(value) == shown(first)
