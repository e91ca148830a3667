"""Lists of ordered pairs of nodes, and lists of nodes, by which users state knowledge about edges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from edgemark.errors import InputTypeError, Remedy, shown
from edgemark.foreign import package_of
from edgemark.graph.headings import (
    arranged,
    cause_and_effect,
    field_names,
    remedy_for_fields,
    rows_of_frame,
)
from edgemark.graph.nodes import ValueOverNodes, is_iterable
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
        AmbiguityError: named tuples whose fields do not say which is the cause.

    Examples:
        >>> ordered_pairs([("A", "B"), ["B", "C"]], "an edge")
        [('A', 'B'), ('B', 'C')]
    """
    if _is_index_of_pairs(pairs):
        pairs = _of_index(pairs)
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


def _of_index(pairs: Any) -> list[tuple[Any, Any]]:
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
    Return nodes whose order does not matter.

    Raises:
        InputTypeError: a mapping, whose values would be lost; a frame, booleans, or a single name.

    Examples:
        >>> several_nodes(("A", "B"), "causes")
        ['A', 'B']
    """
    is_mapping = isinstance(nodes, Mapping) and not type(nodes).__module__.startswith("networkx.")
    is_graph = hasattr(nodes, "is_directed") and hasattr(nodes, "edges")
    is_frame = package_of(nodes) != "" and hasattr(nodes, "columns")
    if is_frame:
        raise InputTypeError(
            f"{what} must be a list of nodes; got a {type(nodes).__name__}", _way_of_columns(nodes, what)
        )
    if is_mapping or is_graph or isinstance(nodes, str) or not is_iterable(nodes):
        advice = remedies if isinstance(nodes, Mapping) else ()
        raise InputTypeError(
            f"{what} must be a list of nodes; got {type(nodes).__name__} {shown(nodes, 60)}", *advice
        )
    node_list = list(on_host(nodes))
    if node_list and all(isinstance(node, bool | np.bool_) for node in node_list):
        code = (
            f"{what}.index[{what}]"
            if is_series(nodes) and not has_positions(nodes)
            else (f"[node for node, counts in zip(nodes, {what}) if counts]")
        )
        raise InputTypeError(
            f"{what} must be a list of nodes; got {type(nodes).__name__} of booleans",
            Remedy("List the nodes that count", code),
        )
    return node_list


def _way_of_columns(frame: Any, what: str) -> Remedy:
    columns = list(frame.columns)
    if len(columns) != 1:
        return Remedy("Give the column that lists them")
    return Remedy("Give its column", f"{what}[{columns[0]!r}]")


def _check_list(pairs: Any, what: str) -> None:
    """Refuse an argument that is not a list of pairs, such as a mapping, a matrix or a graph."""
    if hasattr(pairs, "is_directed") and hasattr(pairs, "edges"):
        raise InputTypeError(
            f'{what} must be a pair such as ("A", "B") in a list of them; got a {type(pairs).__name__}',
            Remedy("If its edges are the pairs", "pairs.edges"),
        )
    if type(pairs).__module__.startswith("networkx."):
        return  # the edge view of a networkx graph is a mapping too, but it does list pairs
    if isinstance(pairs, Mapping):
        remedy = Remedy("Give its keys, or only the keys whose value is true")
    elif hasattr(pairs, "itertuples") and len(getattr(pairs, "columns", ())) == 2:
        remedy = Remedy(f"Give the rows of the frame: {rows_of_frame(pairs)}")
    elif field_names(pairs):
        return  # an array of records, whose fields have names
    elif is_series(pairs) and _is_index_of_pairs(pairs.index):
        code = "pairs.index[pairs]" if pairs.dtype in ("bool", "boolean") else "pairs.index"
        remedy = Remedy("Give its keys, or only the keys whose value is true", code)
    elif _are_rows_of_two(pairs):
        remedy = Remedy("If its rows are cause and effect", "pairs.tolist()")
    elif hasattr(pairs, "shape"):
        remedy = Remedy("Make a mask of a matrix or frame: Candidates.from_mask(matrix != 0, nodes)")
    elif isinstance(pairs, ValueOverNodes):
        remedy = Remedy("Give the pairs of its edges: [(a, b) for a, mark, b in graph.edges()]")
    elif isinstance(pairs, str) or not is_iterable(pairs):
        remedy = Remedy("Give a list of pairs")
    else:
        return
    raise InputTypeError(
        f'{what} must be a pair such as ("A", "B"), and the pairs must be in a list; got a '
        f"{type(pairs).__name__}",
        remedy,
    )
