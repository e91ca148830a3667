"""
Headings of a list of edges: find the columns of the cause, the effect and the score.

The columns of tables, the fields of named tuples and the attributes of edges use the same words.
Headings with known words may be in any order. Other headings raise an error, since a guess by the order
of the columns may reverse every edge. The words treatment and outcome are not among the known words,
because they name variables more often than columns. Nor are i and j, because they do not state a
direction: lingam's `B[i, j]` is about j --> i, and a correlation has no direction. Gene1 and Gene2 state
a direction only in BEELINE's own tables, which have exactly these headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from keyword import iskeyword
from typing import Any

from edgemark.errors import AmbiguityError, Remedy

__all__ = [
    "CAUSES",
    "EFFECTS",
    "LAGS",
    "MARK_WORDS",
    "NO_HEADING",
    "SCORES",
    "are_ancestors",
    "are_headings_of_pair_list",
    "arranged",
    "cause_and_effect",
    "columns_by_role",
    "field_names",
    "fields_of",
    "refuse_ancestors",
    "refuse_contradicting_axes",
    "refuse_fields_of_reversed_edge",
    "refuse_undirected",
    "remedy_for_ends",
    "remedy_for_fields",
    "rows_of_frame",
    "word_of",
]

CAUSES = frozenset(
    {"cause", "from", "fromnode", "origin", "parent", "predecessor",
     "regulator", "regulatorygene", "source", "sourcenode", "src", "start", "startnode", "tf",
     "transcriptionfactor"}
)  # fmt: skip
EFFECTS = frozenset(
    {"child", "dest", "destination", "dst", "effect", "end", "endnode", "gene",
     "successor", "target", "targetgene", "targetnode", "to", "tonode"}
)  # fmt: skip
_ANCESTORS = frozenset({"ancestor", "ancestors"})
_DESCENDANTS = frozenset({"descendant", "descendants"})
"""Words for the ends of a path. They state a direction, but a pair of them need not be an edge."""
SCORES = frozenset(
    {"confidence", "edgeweight", "importance", "probability", "score", "strength", "value", "w",
     "weight"}
)  # fmt: skip
LAGS = frozenset({"delay", "delays", "lag", "lags", "tau", "timelag", "timelags"})
"""Words for lags of time series. Numbers called tau may be Kendall's correlation instead."""
_ENDS = (("gene1", "gene2"), ("i", "j"), ("node1", "node2"), ("variable1", "variable2"))
"""Words for the two ends of a pair that do not state a direction."""
_BEELINE = (("gene1", "gene2"), ("edgeweight", "gene1", "gene2"), ("gene1", "gene2", "type"))
"""The headings of BEELINE's tables, in which Gene1 acts on Gene2."""
MARK_WORDS = frozenset({"arrow", "edge", "edgetype", "glyph", "interaction", "mark", "marks", "type"})
"""Headings of columns with marks such as <--, which can say that an edge leads the other way."""
_UNDIRECTED_VIEWS = frozenset({"EdgeDataView", "EdgeView", "MultiEdgeDataView", "MultiEdgeView"})
_ENDS_BESIDE_EFFECT = ({"from", "to"}, {"source", "target"})
"""Words for both ends; beside them, a column called effect has the size of the effect."""
_WORDS_FOR_NODES = frozenset({"gene"})  # An axis may have this name because it lists genes.
NO_HEADING = frozenset({"", "unnamed:0"})  # the heading that pandas gives to row numbers


def word_of(name: object) -> str:
    """
    Return a heading in lower case, without separators between its words.

    Examples:
        >>> word_of(" From_Node "), word_of("Gene 1"), word_of(3)
        ('fromnode', 'gene1', '')
    """
    return re.sub(r"[\s_.-]+", "", name.lower()) if isinstance(name, str) else ""


def columns_by_role(names: Sequence[object]) -> list[list[int]]:
    """
    Return the positions of the columns whose headings mean cause, effect and score: three lists.

    Examples:
        >>> columns_by_role(["target", "TF", "importance"])
        [[1], [0], [2]]
        >>> columns_by_role(["from", "to", "effect", "probability"])
        [[0], [1], [3]]
    """
    words = [word_of(name) for name in names]
    causes, effects = CAUSES, EFFECTS
    if tuple(sorted(word for word in words if word not in NO_HEADING)) in _BEELINE:
        causes, effects = frozenset({"gene1"}), frozenset({"gene2"})
    if any(ends <= set(words) for ends in _ENDS_BESIDE_EFFECT):
        effects -= {"effect"}  # as in lingam's tables
    return [[k for k, word in enumerate(words) if word in known] for known in (causes, effects, SCORES)]


def are_headings_of_pair_list(names: Sequence[object]) -> bool:
    """
    Whether headings are those of a list of pairs with scores, even if they do not state a direction.

    Examples:
        >>> are_headings_of_pair_list(["i", "j", "weight"]), are_headings_of_pair_list(["i", "j", "k"])
        (True, False)
    """
    words = [word_of(name) for name in names]
    scores = [word for word in words if word in SCORES]
    return len(scores) == 1 and any(set(ends) <= set(words) for ends in _ENDS)


def cause_and_effect(names: Sequence[object], *remedies: Remedy) -> tuple[int, int]:
    """
    Return the positions of the columns of the cause and of the effect.

    Raises:
        AmbiguityError: there is not exactly one column for the cause and one for the effect.

    Examples:
        >>> cause_and_effect(["dst", "src", "score"])
        (1, 0)
    """
    refuse_ancestors(names)
    causes, effects, _ = columns_by_role(names)
    if len(causes) != 1 or len(effects) != 1:
        raise AmbiguityError(
            f"headings must say which column is the cause and which the effect; got "
            f"{','.join(map(str, names))[:80]!r}",
            *remedies,
        )
    return causes[0], effects[0]


def are_ancestors(names: Sequence[object]) -> bool:
    """
    Whether headings call the ends of a pair ancestor and descendant.

    Examples:
        >>> are_ancestors(["Descendant", "Ancestor"]), are_ancestors(["parent", "child"])
        (True, False)
    """
    words = {word_of(name) for name in names}
    return bool(words & _ANCESTORS and words & _DESCENDANTS)


def refuse_ancestors(names: Sequence[object]) -> None:
    """Refuse pairs of an ancestor and a descendant, since they need not be edges."""
    if are_ancestors(names):
        raise AmbiguityError(
            "a list of edges must hold causes and their direct effects; got ancestors and descendants, "
            "which need not have an edge",
            Remedy("If every pair is an edge, call its ends cause and effect"),
        )


def remedy_for_ends(noun: str) -> Remedy:
    """
    Return the remedy for columns or fields that do not say which end is the cause.

    It keeps the name of the numbers, which may say that they are p-values or lags.
    """
    return Remedy(f"Call the {noun} of both ends cause and effect, and keep the names of the others")


def fields_of(record: object, size: int) -> tuple[str, ...]:
    """Return the field names of a named tuple or a record of this size; empty for any other object."""
    fields = getattr(record, "_fields", None) or field_names(record)
    return fields if isinstance(fields, tuple) and len(fields) == size else ()


def field_names(array: object) -> tuple[str, ...]:
    """Return the field names of an array of records, or of one NumPy record; empty for other objects."""
    names = getattr(getattr(array, "dtype", None), "names", None)
    return names if isinstance(names, tuple) else ()


def remedy_for_fields(fields: Sequence[str], name: str, size: int) -> Remedy:
    """
    Return the remedy for records with more fields than are read, such as the index of a frame.

    Examples:
        >>> remedy_for_fields(("index", "source", "target"), "pairs", 2).python
        "[row[['source', 'target']] for row in pairs]"
    """
    remaining = [field for field in fields if word_of(field) not in {"index", "level0"}]
    if len(remaining) != size:
        return Remedy("Choose the fields of cause and effect, and of the score if there is one")
    return Remedy("Leave out the field of the index", f"[row[{remaining!r}] for row in {name}]")


def rows_of_frame(frame: Any) -> str:
    """
    Return the code that turns the rows of a frame of edges into named tuples.

    The code renames columns such as `from`, since pandas replaces names that are keywords of Python.

    Examples:
        >>> import pandas
        >>> rows_of_frame(pandas.DataFrame({"source": ["A"], "target": ["B"]}))
        'frame.itertuples(index=False)'
        >>> rows_of_frame(pandas.DataFrame({"from": ["A"], "to": ["B"]}))
        "frame.rename(columns={'from': 'source', 'to': 'target'}).itertuples(index=False)"
    """
    names = list(frame.columns)
    causes, effects, _ = columns_by_role(names)
    ends = [names[k] for k in (*causes, *effects)]
    if len(ends) != 2 or all(map(_is_a_name, ends)):
        return "frame.itertuples(index=False)"
    renamed = {names[causes[0]]: "source", names[effects[0]]: "target"}
    return f"frame.rename(columns={renamed!r}).itertuples(index=False)"


def _is_a_name(column: Any) -> bool:
    plain = isinstance(column, str) and column.isidentifier() and not column.startswith("_")
    return plain and not iskeyword(column)


def arranged(records: Iterable[Any], size: int) -> list[Any]:
    """
    Reorder the fields of named tuples: cause, effect, then the rest; other tuples stay as they are.

    Raises:
        AmbiguityError: the fields do not state which is the cause and which the effect; or the edges are
            those of an undirected graph.

    Examples:
        >>> from collections import namedtuple
        >>> arranged([namedtuple("edge", "target source weight")("A", "B", 0.5)], 3)
        [('B', 'A', 0.5)]
    """
    refuse_undirected(records)
    orders: dict[tuple[str, ...], tuple[int, ...]] = {}
    reordered = []
    for record in records:
        if type(record) is tuple or not (fields := fields_of(record, size)):
            reordered.append(record)
            continue
        if fields not in orders:
            orders[fields] = _order(fields)
        reordered.append(tuple(record[k] for k in orders[fields]))
    return reordered


def refuse_undirected(edges: object, *remedies: Remedy) -> None:
    """
    Raise an error for the edge view of an undirected networkx graph.

    The view lists each edge in one direction, which depends on the order in which the nodes were added.
    Only the view can be distinguished from directed edges; a list of its edges cannot.
    """
    views = {cls.__name__ for cls in type(edges).__mro__ if cls.__module__.startswith("networkx.")}
    if views & _UNDIRECTED_VIEWS:
        raise AmbiguityError(
            "edges must say which node is the cause; got those of an undirected networkx graph",
            *remedies,
            Remedy("Count both directions of each edge, with graph.to_directed().edges"),
        )


def _order(fields: Sequence[str]) -> tuple[int, ...]:
    renamed = any(re.fullmatch("_[0-9]+", field) for field in fields)
    remedies = [
        Remedy(
            "pandas renames columns such as from. Rename them before: "
            "frame.rename(columns={'from': 'source', 'to': 'target'})"
        )
        if renamed
        else remedy_for_ends("fields"),
        Remedy("Or give plain tuples, the cause first, then the effect and the score"),
    ]
    ends = cause_and_effect(fields, *remedies)
    return (*ends, *(k for k in range(len(fields)) if k not in ends))


def refuse_fields_of_reversed_edge(edge: Any) -> None:
    """
    Refuse a named tuple of node, marks and node if its fields call the first node an effect or the last
    one a cause, or number the nodes in reverse.
    """
    fields = fields_of(edge, len(edge))
    if not fields:
        return
    start, end = word_of(fields[0]), word_of(fields[2])
    if start in EFFECTS or end in CAUSES or (end, start) in _ENDS:
        raise AmbiguityError(
            "an edge is read from its first node to its second, like its marks; its fields are called "
            f"{', '.join(fields)}",
            Remedy("Put the cause first"),
            Remedy("Or give plain tuples, whose marks alone state the direction"),
        )


def _axes_of_corner(corner: object) -> tuple[object, object]:
    r"""
    Split the corner of a matrix if it names the rows and the columns; otherwise return it and None.

    Examples:
        >>> _axes_of_corner("to/from"), _axes_of_corner("target gene"), _axes_of_corner("smoke/lung")
        (('to', 'from'), ('target gene', None), ('smoke/lung', None))
    """
    known = CAUSES | EFFECTS | _ANCESTORS | _DESCENDANTS
    if isinstance(corner, str) and word_of(corner) not in known:
        for separator in (r"[/\\|]", r"[\W_]+"):
            parts = re.split(separator, corner.strip())
            if len(parts) == 2 and all(word_of(part) in known for part in parts):
                return parts[0].strip(), parts[1].strip()
    return corner, None


def refuse_contradicting_axes(
    rows: object, columns: object, direction: str | None, *, is_mask: bool = False
) -> None:
    """
    Refuse a matrix whose axes have names such as cause and effect that contradict `direction`.

    Args:
        rows: the name of the axis of rows, such as the name of a frame's index.
        columns: the name of the axis of columns; None if `rows` may name both, as in "to/from".
        direction: which way the matrix points; None if that was not stated.
        is_mask: whether it is a mask, which has no option for its direction.

    Raises:
        AmbiguityError: the names contradict the direction.

    Examples:
        >>> refuse_contradicting_axes("source", "target", "row-to-column")
        >>> refuse_contradicting_axes("target", "source", "row-to-column")
        Traceback (most recent call last):
        ...
        edgemark.errors.AmbiguityError: the rows are called 'target' and the columns 'source', but \
direction="row-to-column" has the cause in the row. State the other direction, transpose the matrix, or \
leave out the names of its axes
    """
    if direction is None:
        return
    if columns is None:
        rows, columns = _axes_of_corner(rows)
    of_causes, of_effects = (rows, columns) if direction == "row-to-column" else (columns, rows)
    start, end = word_of(of_causes), word_of(of_effects)
    causes, effects = CAUSES | _ANCESTORS, EFFECTS | _DESCENDANTS
    calls_causes_effects = start in effects - _WORDS_FOR_NODES and end not in effects
    calls_effects_causes = end in causes and start not in causes
    if calls_causes_effects or calls_effects_causes:
        where = "row" if direction == "row-to-column" else "column"
        axes = [
            f"{axis} are called {name!r}"
            for axis, name in (("rows", rows), ("columns", columns))
            if name
        ]
        called = f"the {axes[0]}" + f" and the columns {columns!r}" * (len(axes) > 1)
        advice = "State the other direction, transpose the matrix, or leave out the names of its axes"
        option = "a mask" if is_mask else f'direction="{direction}"'
        raise AmbiguityError(
            f"{called}, but {option} has the cause in the {where}",
            Remedy("Transpose the mask, or leave out the names of its axes" if is_mask else advice),
        )
