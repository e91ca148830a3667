"""Lists of ordered pairs of nodes, and lists of nodes, by which users state knowledge about edges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from edgemark.errors import InputTypeError, Remedy, a_type, shown
from edgemark.foreign import package_of, refuse_lazy
from edgemark.frame_labels import without_column_of_names
from edgemark.graph.given_nodes import is_iterable, is_missing
from edgemark.graph.headings import (
    MARK_WORDS,
    arranged,
    cause_and_effect,
    columns_by_role,
    field_names,
    remedy_for_fields,
    word_of,
)
from edgemark.graph.nodes import ValueOverNodes
from edgemark.host import on_host
from edgemark.keys import has_positions, is_series

__all__ = ["ordered_pairs", "several_nodes"]


def ordered_pairs(pairs: Any, what: str) -> list[tuple[Any, Any]]:
    """
    Return a list of pairs (cause, effect); fields of named tuples say which is the cause.

    Args:
        pairs: the list.
        what: the word for one pair in error messages.

    Raises:
        InputTypeError: no list, such as a mapping, whose values would be lost; or an item that is no
            pair, such as a set, which has no order.
        AmbiguityError: named tuples whose fields, or a pandas index whose names, do not say which is the
            cause.

    Examples:
        >>> ordered_pairs([("A", "B"), ["B", "C"]], "an edge")
        [('A', 'B'), ('B', 'C')]
    """
    refuse_lazy(pairs)
    if _is_index_of_pairs(pairs):
        pairs = _pairs_of_index(pairs)
    _check_list(pairs, what)
    checked = []
    for pair in arranged(pairs, 2):
        parts = tuple(pair) if isinstance(pair, Sequence) and not isinstance(pair, str) else ()
        if len(parts) != 2:
            fields = field_names(pair)
            advice = [remedy_for_fields(fields, "pairs", 2)] if fields else []
            raise InputTypeError(f'{what} must be a pair such as ("A", "B"); got {shown(pair)}', *advice)
        checked.append((parts[0], parts[1]))
    return checked


def _is_index_of_pairs(pairs: Any) -> bool:
    return (
        package_of(pairs) == "pandas" and getattr(pairs, "nlevels", 1) == 2 and hasattr(pairs, "levels")
    )


def _pairs_of_index(pairs: Any) -> list[tuple[Any, Any]]:
    """Return the pairs of a pandas index with two levels, whose names may say which is the cause."""
    names = list(pairs.names)
    if names == [None, None]:
        return list(pairs)
    cause, effect = cause_and_effect(names, Remedy("If the cause comes first", "list(pairs)"))
    return [(pair[cause], pair[effect]) for pair in pairs]


def _are_rows_of_two(pairs: Any) -> bool:
    """Whether an array has two columns, and is not a matrix of two nodes."""
    pairs = on_host(pairs)
    if not isinstance(pairs, np.ndarray) or pairs.ndim != 2 or pairs.shape[1] != 2:
        return False
    return len(pairs) != 2 or pairs.dtype.kind in "OUT"


def several_nodes(nodes: Any, what: str, *remedies: Remedy) -> list[Any]:
    """
    Return a list of nodes. The input may be a set, because their order does not matter.

    If the input is a mapping, the error suggests `remedies`.

    Raises:
        InputTypeError: a mapping, whose values would be lost; a graph, a frame, booleans, a single name,
            or anything else that does not list nodes.

    Examples:
        >>> several_nodes(("A", "B"), "causes")
        ['A', 'B']
    """
    refuse_lazy(nodes)
    # The view of the nodes of a networkx graph is a mapping too, but it lists nodes.
    is_mapping = isinstance(nodes, Mapping) and not type(nodes).__module__.startswith("networkx.")
    is_graph = hasattr(nodes, "is_directed") and hasattr(nodes, "edges")
    is_frame = package_of(nodes) != "" and hasattr(nodes, "columns")
    if is_frame:
        raise InputTypeError(
            f"{what} must be a list of nodes; got {a_type(nodes)}",
            _remedy_for_nodes_in_frame(nodes, what),
        )
    if is_mapping or is_graph or isinstance(nodes, str) or not is_iterable(nodes):
        advice = remedies if isinstance(nodes, Mapping) else ()
        raise InputTypeError(
            f"{what} must be a list of nodes; got {a_type(nodes)}, {shown(nodes, 60)}", *advice
        )
    node_list = list(on_host(nodes))
    if node_list and all(isinstance(node, bool | np.bool_) for node in node_list):
        code = (
            f"{what}.index[{what}]"
            if is_series(nodes) and not has_positions(nodes)
            else (f"[node for node, counts in zip(nodes, {what}) if counts]")
        )
        raise InputTypeError(
            f"{what} must be a list of nodes; got {a_type(nodes)} of booleans",
            Remedy("List the nodes that count", code),
        )
    return node_list


def _remedy_for_nodes_in_frame(frame: Any, what: str) -> Remedy:
    columns = list(frame.columns)
    if len(columns) != 1:
        return Remedy("Give the column that lists them")
    return Remedy("Give its column", f"{what}[{columns[0]!r}]")


def code_of_mask(matrix: Any, code: str) -> tuple[str, bool]:
    """
    Return the code that marks the cells that are neither 0 nor nan, and whether some are nan.

    Args:
        matrix: an array, a matrix of scipy, lists, or a frame, perhaps with a column of names.
        code: the expression of its cells, without such a column.

    Examples:
        >>> code_of_mask(np.array([[0, 1], [1, 0]]), "mask")
        ('mask != 0', False)
        >>> code_of_mask(np.array([[np.nan, 1], [1, np.nan]]), "mask")  # nan != 0
        ('(mask != 0) & (mask == mask)', True)
    """
    dense = matrix.toarray() if hasattr(matrix, "toarray") else matrix
    has_nan = any(map(is_missing, np.asarray(dense, object).flat))
    if isinstance(matrix, list | tuple):
        is_number = "cell == cell and " if has_nan else ""
        return f"[[{is_number}cell != 0 for cell in row] for row in {code}]", has_nan
    if not has_nan:
        return f"{code} != 0", False
    if package_of(matrix) == "polars":
        return f"{code}.fill_nan(0).fill_null(0) != 0", True
    filled = f"{code}.fillna(0) != 0" if package_of(matrix) == "pandas" else ""
    return filled or f"({code} != 0) & ({code} == {code})", True


def _remedy_for_mask(matrix: Any, array: str, what: str, nodes: str = ", nodes") -> Remedy:
    """
    Remedy for a matrix that marks pairs: a mask for candidates, and the pairs of the mask for required
    or forbidden edges.
    """
    marked, has_nan = code_of_mask(matrix, array)
    mask = f"Candidates.from_mask({marked}{nodes})"
    nan_too = ", and nan marks none" if has_nan else ""
    return Remedy(
        f"If the cells say which pairs count, with the cause in the row{nan_too}",
        mask if what == "a candidate" else f"{mask}.pairs()",
    )


def _remedy_for_frame(frame: Any, what: str) -> Remedy:
    """Remedy for a frame: a list of pairs under headings, or a matrix that marks pairs."""
    is_polars = package_of(frame) == "polars"
    names = list(frame.columns)
    causes, effects, _ = columns_by_role(names)
    if len(causes) == len(effects) == 1:
        return _remedy_for_columns(frame, names[causes[0]], names[effects[0]])
    if (named := without_column_of_names(frame)) is not None:
        set_index = f"pairs.set_index({named[0]!r})"
        cells = f"pairs.drop({named[0]!r})" if is_polars else set_index
        return _remedy_for_mask(frame, cells, what, "")
    if len(names) == len(frame) and _holds_numbers(frame):
        nodes = ", nodes" if names == list(range(len(names))) else ""
        return _remedy_for_mask(frame, "pairs", what, nodes)
    if len(names) != 2:
        return Remedy("Give a list of the pairs of cause and effect in each row")
    rows = "pairs.iter_rows()" if is_polars else "pairs.itertuples(index=False, name=None)"
    return Remedy("If the first column is the cause", rows)


def _remedy_for_columns(frame: Any, cause: Any, effect: Any) -> Remedy:
    """
    Remedy for a frame with columns of cause and effect. Other columns may say which pairs count, or
    reverse them.
    """
    say = "Give the rows of the frame"
    others = [name for name in frame.columns if name not in (cause, effect)]
    if any(word_of(name) in MARK_WORDS for name in others):
        return Remedy(
            f"Keep only the rows whose pairs count, with the cause of each edge under {cause!r}, and "
            f"drop the other columns"
        )
    if others:
        say = "Keep only the rows whose pairs count, and give cause and effect"
    if package_of(frame) == "polars":
        return Remedy(say, f"pairs.select({cause!r}, {effect!r}).iter_rows()")
    return Remedy(say, f"pairs[[{cause!r}, {effect!r}]].itertuples(index=False, name=None)")


def _remedy_for_graph(graph: ValueOverNodes, what: str) -> Remedy:
    """
    Remedy for a graph. An edge other than --> makes both directions candidates; it cannot be required or
    forbidden.
    """
    if not hasattr(graph, "edges") or any(len(edge) != 3 for edge in graph.edges()):
        return Remedy("Give a list of pairs")
    if what != "a candidate":
        code = '[(a, b) for a, mark, b in pairs.edges() if mark == "-->"]'
        return Remedy("Give the pairs of its edges -->", code)
    both = "[(a, b), (b, a)][: 1 if mark == '-->' else 2]"
    return Remedy(
        "Give the pairs of its edges, with both directions of each edge other than -->",
        f"Candidates(nodes, [pair for a, mark, b in pairs.edges() for pair in {both}])",
    )


def _holds_numbers(frame: Any) -> bool:
    """Whether all columns of a frame hold numbers or booleans."""
    return np.asarray(frame).dtype.kind in "biuf"


def _check_list(pairs: Any, what: str) -> None:
    """Refuse an argument that is not a list of pairs, such as a mapping, a matrix or a graph."""
    if hasattr(pairs, "is_directed") and hasattr(pairs, "edges"):
        raise InputTypeError(
            f'{what} must be a pair such as ("A", "B") in a list of them; got {a_type(pairs)}',
            Remedy("If its edges are the pairs", "pairs.edges"),
        )
    if type(pairs).__module__.startswith("networkx."):
        return  # the edge view of a networkx graph is a mapping too, but it does list pairs
    if isinstance(pairs, Mapping):
        remedy = Remedy("Give its keys, or only the keys whose value is true")
    elif package_of(pairs) and hasattr(pairs, "columns"):
        remedy = _remedy_for_frame(pairs, what)
    elif field_names(pairs):
        return  # an array of records, whose fields have names
    elif is_series(pairs) and _is_index_of_pairs(pairs.index):
        code = "pairs.index[pairs]" if pairs.dtype in ("bool", "boolean") else "pairs.index"
        remedy = Remedy("Give its keys, or only the keys whose value is true", code)
    elif _are_rows_of_two(pairs):
        remedy = Remedy("If its rows are cause and effect", "pairs.tolist()")
    elif len(getattr(pairs, "shape", ())) == 2:
        array = "pairs.toarray()" if hasattr(pairs, "toarray") else "pairs"
        remedy = _remedy_for_mask(pairs, array, what)
    elif hasattr(pairs, "shape"):
        remedy = Remedy("Give a list of pairs")
    elif isinstance(pairs, ValueOverNodes):
        remedy = _remedy_for_graph(pairs, what)
    elif isinstance(pairs, str) or not is_iterable(pairs):
        remedy = Remedy("Give a list of pairs")
    else:
        return
    value = f", {shown(pairs, 60)}" if isinstance(pairs, str | int | float) else ""
    raise InputTypeError(
        f'{what} must be a pair such as ("A", "B"), and the pairs must be in a list; got '
        f"{a_type(pairs)}{value}",
        remedy,
    )
