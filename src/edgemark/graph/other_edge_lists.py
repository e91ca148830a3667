"""
Edges that are given as something other than triples: errors with the code that makes triples of them.

The code names columns and keys only if their headings say which is the cause and which the effect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from edgemark.errors import GraphError, InputTypeError, Remedy, shown
from edgemark.foreign import refuse_lazy
from edgemark.graph.given_nodes import is_iterable
from edgemark.graph.headings import columns_by_role, field_names, remedy_for_fields, word_of
from edgemark.keys import is_series, keys_of

__all__ = ["error_of_edge", "error_of_scored_edge", "listed_edges", "listed_tuples", "refuse_unordered"]

_MARK_HEADINGS = frozenset({"edge", "edgetype", "mark", "marks", "type"})
# Edges of networkx multigraphs: their third part is the key that tells parallel edges apart.
_VIEWS_OF_KEYS = frozenset({"InMultiEdgeView", "MultiEdgeView", "OutMultiEdgeView"})
_MAX_LETTERS = 200  # the longest text of an edge in an error


def listed_edges(edges: Any) -> list[Any]:
    """
    Return edges as a list; refuse text, dictionaries, tables and graphs, which do not hold triples.

    Examples:
        >>> listed_edges({"A": ["B"]})
        Traceback (most recent call last):
        ...
        edgemark.errors.GraphError: edges must be triples such as ("A", "-->", "B"); got a dict. If its \
values are the children of its keys: [(a, "-->", b) for a in edges for b in edges[a]]
    """
    if type(edges) is list:
        return edges
    refuse_lazy(edges)
    is_graph = hasattr(edges, "is_directed") and hasattr(edges, "edges")
    columns = _columns(edges)
    if is_graph or columns or isinstance(edges, str | Mapping):
        raise GraphError(
            f'edges must be triples such as ("A", "-->", "B"); got a {type(edges).__name__}',
            Remedy("Convert the graph", "as_graph(edges)")
            if is_graph
            else _remedy_for_list(edges, columns),
        )
    if not is_iterable(edges):
        raise InputTypeError(
            f'edges must be a list of triples such as ("A", "-->", "B"); got {type(edges).__name__}'
        )
    return list(edges)


def listed_tuples(edges: Any, what: str, example: str) -> list[Any]:
    """
    Return edges with a number, such as a score or a lag, as a list; refuse a mapping or a graph.

    Args:
        edges: the tuples.
        what: the word for one of them in messages.
        example: how one of them is written.

    Raises:
        InputTypeError: a mapping, whose values would be lost, or an object that holds no tuples.
        GraphError: the edges of a networkx multigraph, whose third part is a key and not a number.

    Examples:
        >>> listed_tuples({("A", "B"): 0.5}, "a scored edge", '("A", "B", 0.9)')
        Traceback (most recent call last):
        ...
        edgemark.errors.InputTypeError: a scored edge must be a tuple such as ("A", "B", 0.9), and the \
tuples must be in a list; got a dict, whose values would be lost. If its keys are cause and effect, in \
this order: [(*key, number) for key, number in edges.items()]
    """
    if type(edges) is list:
        return edges
    is_view = type(edges).__module__.startswith("networkx.")
    if is_view and _lists_keys(edges):
        raise GraphError(
            f"{what} must be a tuple such as {example}; got the edges of a multigraph, whose third part "
            f"is the key",
            Remedy("List them with their attribute", 'graph.edges(data="weight")'),
        )
    is_keyed = is_series(edges) and not any(isinstance(edge, tuple) for edge in edges)
    if is_keyed or (isinstance(edges, Mapping) and not is_view):
        raise InputTypeError(
            f"{what} must be a tuple such as {example}, and the tuples must be in a list; got a "
            f"{type(edges).__name__}, whose {'keys' if is_keyed else 'values'} would be lost",
            *_remedies_for_mapping(edges, size=example.count(",") + 1),
        )
    if isinstance(edges, str) or hasattr(edges, "is_directed") or not is_iterable(edges):
        raise InputTypeError(
            f"{what} must be a tuple such as {example}, and the tuples must be in a list; got "
            f"{type(edges).__name__} {shown(edges, 60)}"
        )
    return list(edges)


def refuse_unordered(edges: Any, nodes: Any) -> None:
    """
    Refuse a set of edges if the edges determine the order of the nodes, since a set has no order.

    Examples:
        >>> refuse_unordered({("A", "-->", "B")}, ["A", "B"])
    """
    if nodes is None and isinstance(edges, set | frozenset):
        raise InputTypeError(
            f"edges that determine the order of the nodes must be in an order; got a "
            f"{type(edges).__name__}, which has none",
            Remedy("Sort them", "sorted(edges)"),
            Remedy("Or list the nodes as nodes="),
        )


def _lists_keys(view: Any) -> bool:
    """Whether a view of networkx lists the key of an edge as its third part."""
    classes = {cls.__name__ for cls in type(view).__mro__ if cls.__module__.startswith("networkx.")}
    return bool(classes & _VIEWS_OF_KEYS)


def _remedies_for_mapping(edges: Any, size: int) -> list[Remedy]:
    """Return the code that makes tuples of this size from a mapping or a series, if it is known."""
    if size == 3 and isinstance(edges, Mapping) and _holds_mappings(edges):
        return [
            Remedy(
                "If its values are the scores of the effects of each key",
                "[(a, b, number) for a in edges for b, number in edges[a].items()]",
            )
        ]
    sizes = {len(key) if isinstance(key, tuple) else 0 for key in keys_of(edges) or ()}
    if sizes == {size} and isinstance(edges, Mapping):
        return [Remedy("If its values do not matter", "list(edges)")]
    if sizes != {size - 1}:
        return []
    levels = list(getattr(getattr(edges, "index", None), "names", ()))
    causes, effects, _ = columns_by_role(levels)
    if size == 3 and (causes, effects) == ([1], [0]):
        return [
            Remedy(
                f"Its keys are effect and cause, {levels[0]!r} and {levels[1]!r}",
                "[(b, a, number) for (a, b), number in edges.items()]",
            )
        ]
    return [
        Remedy(
            "If its keys are cause and effect, in this order",
            "[(*key, number) for key, number in edges.items()]",
        )
    ]


def _holds_mappings(edges: Mapping[Any, Any]) -> bool:
    values = list(edges.values())
    return bool(values) and all(isinstance(value, Mapping) for value in values)


def error_of_edge(edge: Any) -> GraphError:
    """Return the error for one edge that is not a triple."""
    return GraphError(
        f'an edge must be a triple such as ("A", "-->", "B"); got {_short(edge)}',
        *_remedies_for_edge(edge),
    )


def error_of_scored_edge(edge: Any) -> GraphError:
    """Return the error for a scored edge that is not a triple, or whose score is not a number."""
    return GraphError(
        f'a scored edge must be a triple such as ("A", "B", 0.9); got {_short(edge)}',
        *_remedies_for_scored_edge(edge),
    )


# ---- lists of edges


def _columns(table: Any) -> list[Any]:
    """Return the columns of a frame, of an array of records, or of a dictionary of columns."""
    if hasattr(table, "columns") and not callable(table.columns):
        return list(table.columns)
    if isinstance(table, np.ndarray):
        return list(table.dtype.names or ())
    if isinstance(table, Mapping) and _end_columns(list(table)):
        return list(table)
    return []


def _remedy_for_list(edges: Any, columns: Sequence[Any]) -> Remedy:
    if isinstance(edges, str):
        return Remedy("Read text", "Graph.parse(edges)")
    if columns:
        ends = _end_columns(columns)
        if not ends:
            return _remedy_to_choose_columns()
        start, end, mark = ends
        if mark is None:
            pairs = f"zip(edges[{start!r}], edges[{end!r}])"
            return _remedy_for_arrows(start, end, f'[(a, "-->", b) for a, b in {pairs}]')
        parts = ", ".join(f"edges[{name!r}]" for name in (start, mark, end))
        return Remedy("Make triples of its rows", f"list(zip({parts}))")
    if all(isinstance(key, tuple) and len(key) == 2 for key in edges):
        return Remedy("If its keys are cause and effect", '[(a, "-->", b) for a, b in edges]')
    return Remedy(
        "If its values are the children of its keys",
        '[(a, "-->", b) for a in edges for b in edges[a]]',
    )


# ---- single edges


def _remedies_for_edge(edge: Any) -> tuple[Remedy, ...]:
    if isinstance(edge, str):
        has_marks = any(mark in edge for mark in ("--", "->", "<-", "-o"))
        return (Remedy("Read text", 'Graph.parse("; ".join(edges))'),) if has_marks else ()
    if isinstance(edge, Mapping) or field_names(edge):
        ends = _end_columns(list(edge) if isinstance(edge, Mapping) else field_names(edge))
        if not ends:
            return (_remedy_to_choose_columns(),)
        start, end, mark = ends
        if mark is None:
            return (
                _remedy_for_arrows(
                    start, end, f'[(row[{start!r}], "-->", row[{end!r}]) for row in edges]'
                ),
            )
        parts = ", ".join(f"row[{name!r}]" for name in (start, mark, end))
        return (Remedy("Make triples of the records", f"[({parts}) for row in edges]"),)
    if _is_pair_with_number(edge):
        return (
            Remedy(
                "If every edge points from the first node of its pair to the second",
                '[(a, "-->", b) for (a, b), _ in edges]',
            ),
        )
    if _size(edge) == 2:
        return (
            Remedy(
                "If every edge points from the first node to the second",
                '[(a, "-->", b) for a, b in edges]',
            ),
        )
    return _remedy_for_records(edge)


def _remedies_for_scored_edge(edge: Any) -> tuple[Remedy, ...]:
    if isinstance(edge, Mapping):
        names = list(edge)
        roles = columns_by_role(names)
        if any(len(columns) != 1 for columns in roles):
            return (_remedy_to_choose_columns(" and score"),)
        parts = ", ".join(f"row[{names[columns[0]]!r}]" for columns in roles)
        return (Remedy("Make triples of the records", f"[({parts}) for row in edges]"),)
    if _is_pair_with_number(edge):
        return (
            Remedy(
                "If the pairs are cause and effect, in this order",
                "[(*pair, number) for pair, number in edges]",
            ),
        )
    fields: tuple[str, ...] = getattr(edge, "_fields", ())
    if len(fields) > 3 and fields[0] == "Index":
        rows = "frame.itertuples(index=False)"
        return (Remedy("Leave out the index of the frame", f"EdgeScores.from_edges({rows})"),)
    if not isinstance(edge, list | tuple) or len(edge) != 3:
        return _remedy_for_row_of_array(edge) or _remedy_for_records(edge)
    if isinstance(edge[2], Mapping) and len(edge[2]) == 1:
        code = f"[(a, b, data[{next(iter(edge[2]))!r}]) for a, b, data in edges]"
        return (Remedy("Take the scores out of the dictionaries", code),)
    not_scored = Remedy("Give nan as the score of a pair that was not scored")
    if edge[2] is None:
        return (not_scored,)
    if not _converts_to_float(edge[2]):
        return (Remedy("Give one number for each pair"), not_scored)
    return (Remedy("Convert the scores", "[(a, b, float(score)) for a, b, score in edges]"),)


def _converts_to_float(score: Any) -> bool:
    if isinstance(score, complex | np.complexfloating):
        return False
    try:
        float(score)
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def _remedy_for_row_of_array(edge: Any) -> tuple[Remedy, ...]:
    """Return the remedy for a row of an array, which made positions floats, or scores text."""
    kind = edge.dtype.kind if isinstance(edge, np.ndarray) and edge.shape == (3,) else ""
    if kind == "f":
        positions = "[(int(a), int(b), float(score)) for a, b, score in edges]"
        return (Remedy("If the first two columns are positions", positions),)
    if kind == "U":
        return (Remedy("Convert the scores", "[(a, b, float(score)) for a, b, score in edges]"),)
    return ()


def _remedy_for_records(edge: Any) -> tuple[Remedy, ...]:
    if fields := field_names(edge):
        return (remedy_for_fields(fields, "edges", 3),)
    if _size(edge) != 3 or isinstance(edge, str):
        return ()
    return (Remedy("Make plain tuples of them", "[tuple(edge.tolist()) for edge in edges]"),)


def _end_columns(names: Sequence[Any]) -> tuple[Any, Any, Any] | None:
    """
    Return the columns of cause, effect and marks (None if absent); None if cause or effect is unclear.
    """
    causes, effects, _ = columns_by_role(names)
    if len(causes) != 1 or len(effects) != 1:
        return None
    marks = [name for name in names if word_of(name) in _MARK_HEADINGS]
    return names[causes[0]], names[effects[0]], marks[0] if len(marks) == 1 else None


def _remedy_to_choose_columns(score: str = "") -> Remedy:
    return Remedy(f"Choose what is the cause and the effect{score}, and give the rows as triples")


def _remedy_for_arrows(start: Any, end: Any, code: str) -> Remedy:
    return Remedy(f"If every edge points from {start!r} to {end!r}", code)


def _is_pair_with_number(edge: Any) -> bool:
    """Whether an item holds a pair and a number, as in the items of a mapping or `most_common()`."""
    return _size(edge) == 2 and isinstance(edge[0], tuple) and len(edge[0]) == 2


def _size(edge: Any) -> int:
    """Return the number of parts of one edge; 0 if it has none."""
    if isinstance(edge, np.ndarray):
        return edge.size if edge.ndim == 1 else 0
    if isinstance(edge, np.void):
        return len(edge.dtype.names or ())
    return len(edge) if isinstance(edge, Sequence) and not isinstance(edge, str) else 0


def _short(edge: Any) -> str:
    return shown(edge, _MAX_LETTERS)
