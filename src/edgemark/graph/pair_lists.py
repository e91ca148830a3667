"""Lists of ordered pairs of nodes, and lists of nodes, by which users state knowledge about edges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from edgemark.errors import InputTypeError, Remedy, shown
from edgemark.foreign import package_of
from edgemark.graph.headings import arranged, field_names, rows_of_frame
from edgemark.graph.nodes import OverNodes, is_iterable

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
    _check_list(pairs, what)
    checked = []
    for pair in arranged(pairs, 2):
        parts = tuple(pair) if isinstance(pair, Sequence) and not isinstance(pair, str) else ()
        if len(parts) != 2:
            raise InputTypeError(f'{what} must be a pair such as ("A", "B"); got {shown(pair)}')
        checked.append((parts[0], parts[1]))
    return checked


def several_nodes(nodes: Any, what: str, *remedies: Remedy) -> list[Any]:
    """
    Return nodes whose order does not matter.

    Raises:
        InputTypeError: a mapping, whose values would be lost, or a single name.

    Examples:
        >>> several_nodes(("A", "B"), "causes")
        ['A', 'B']
    """
    is_mapping = isinstance(nodes, Mapping) and not type(nodes).__module__.startswith("networkx.")
    is_graph = hasattr(nodes, "is_directed") and hasattr(nodes, "edges")
    is_frame = package_of(nodes) != "" and hasattr(nodes, "columns")
    if is_mapping or is_graph or is_frame or isinstance(nodes, str) or not is_iterable(nodes):
        advice = remedies if isinstance(nodes, Mapping) else ()
        raise InputTypeError(
            f"{what} must be a list of nodes; got {type(nodes).__name__} {shown(nodes, 60)}", *advice
        )
    return list(nodes)


def _check_list(pairs: Any, what: str) -> None:
    """Refuse an argument that is no list of pairs, such as a mapping, a matrix or a graph."""
    if type(pairs).__module__.startswith("networkx."):
        return  # the edge view of a networkx graph is a mapping too, but it does list pairs
    if isinstance(pairs, Mapping):
        remedy = Remedy("Give its keys, or only the keys whose value is true")
    elif hasattr(pairs, "itertuples") and len(getattr(pairs, "columns", ())) == 2:
        remedy = Remedy(f"Give the rows of the frame: {rows_of_frame(pairs)}")
    elif field_names(pairs):
        return  # an array of records, whose fields have names
    elif hasattr(pairs, "shape"):
        remedy = Remedy("Make a mask of a matrix or frame: Candidates.from_mask(matrix != 0, nodes)")
    elif isinstance(pairs, OverNodes):
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
