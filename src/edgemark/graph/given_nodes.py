"""Nodes that a caller gives: the checks of their names and their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from edgemark import _core
from edgemark.errors import GraphError, InputTypeError, LimitError, Remedy, listing, shown
from edgemark.foreign import package_of, refuse_lazy
from edgemark.keys import has_positions, is_series, keys_of

NODE_LIMIT = 2**28
"""A graph has fewer nodes than this."""


def checked_nodes(nodes: Iterable[str] | int) -> tuple[tuple[str, ...] | None, int]:
    """Return the names (None if the nodes have only positions) and the number of nodes."""
    if isinstance(nodes, bool):
        raise InputTypeError(f"nodes must be names or a number of nodes; got {nodes}")
    if isinstance(nodes, int | np.integer):
        return None, checked_number(int(nodes))
    names = checked_names(nodes)
    return names, len(names)


def checked_number(n_nodes: int) -> int:
    """Return a number of nodes after checking its range."""
    if n_nodes < 0:
        raise GraphError(f"a graph has at least 0 nodes; got {shown(n_nodes)}")
    if n_nodes >= NODE_LIMIT:
        raise LimitError(f"a graph has fewer than {NODE_LIMIT} nodes; got {shown(n_nodes)}")
    return n_nodes


def _remedy_for_mapping(nodes: Mapping[Any, Any]) -> Remedy:
    """Return what to do with a mapping of names to positions, or of positions to names."""
    keys, values = list(nodes), list(nodes.values())
    if _are_names(keys) and _are_positions(values):
        return Remedy(
            "If its values are positions, sort the names by them", "sorted(nodes, key=nodes.get)"
        )
    if _are_positions(keys) and _are_names(values):
        return Remedy("If its keys are positions, give its values", "[nodes[k] for k in sorted(nodes)]")
    if _are_names(keys):
        return Remedy("If its keys are the names, in the order of the rows, list them", "list(nodes)")
    return Remedy("Give a list of the names, in the order of the rows")


def _are_names(items: list[Any]) -> bool:
    return all(isinstance(item, str) for item in items) and len(set(items)) == len(items)


def _are_positions(items: list[Any]) -> bool:
    are_whole = all(isinstance(k, int | np.integer) and not isinstance(k, bool) for k in items)
    return are_whole and len(set(items)) == len(items)


def checked_names(nodes: Iterable[str]) -> tuple[str, ...]:
    """Return names of nodes as a tuple in their order; refuse invalid names."""
    if isinstance(nodes, str):
        raise InputTypeError(f"nodes must be a list of names; got the string {shown(nodes)}")
    if isinstance(nodes, set | frozenset):
        raise InputTypeError(
            f"nodes must be in an order, which a set does not have; got {shown(nodes)}",
            Remedy("Sort them", "sorted(nodes)"),
        )
    if hasattr(nodes, "is_directed") and hasattr(nodes, "edges"):
        raise InputTypeError(
            f"nodes must be a list of names; got a {type(nodes).__name__}, whose edges would be lost",
            Remedy("Convert the graph", "as_graph(nodes)"),
            Remedy("Or take its nodes only", "list(nodes)"),
        )
    if isinstance(nodes, Mapping) and not _is_of_networkx(nodes):
        raise InputTypeError(
            f"nodes must be a list of names in order; got a {type(nodes).__name__}, whose values would "
            f"be ignored",
            _remedy_for_mapping(nodes),
        )
    if is_series(nodes) and not (has_positions(nodes) or keys_of(nodes) == tuple(nodes)):
        raise InputTypeError(
            "nodes must be a list of names in order; got a Series, whose labels may state another order",
            Remedy("Take its values in their order", "list(nodes)"),
        )
    if not is_iterable(nodes):
        raise InputTypeError(f"nodes must be a list of names; got {shown(nodes)}")
    refuse_lazy(nodes)
    names = tuple(nodes.columns if package_of(nodes) and hasattr(nodes, "columns") else nodes)
    if _core.are_plain_names(names):
        checked_number(len(names))
        _refuse_two_unicode_forms(names)
        return names
    _refuse_other_names(names)
    if "" in names:
        raise GraphError("a node name must not be empty")
    if len(set(names)) < len(names):
        repeated = sorted(name for name, times in Counter(names).items() if times > 1)
        raise GraphError(f"node names must differ; more than once: {listing(repeated)}")
    try:
        "".join(names).encode()
    except UnicodeEncodeError as error:
        raise GraphError(f"a node name must be valid Unicode text: {error}") from None
    checked_number(len(names))
    _refuse_two_unicode_forms(names)
    return names if set(map(type, names)) <= {str} else tuple(map(str, names))


def _refuse_two_unicode_forms(names: Sequence[str]) -> None:
    """Refuse names that are one text for Unicode: composed letters, and letters with combining marks."""
    if "".join(names).isascii():
        return
    from unicodedata import normalize

    first_of_text: dict[str, str] = {}
    for name in names:
        first = first_of_text.setdefault(normalize("NFC", name), name)
        if first != name:
            raise GraphError(
                f"node names must differ; {first!a} and {name!a} are one text in two Unicode forms",
                Remedy("Write all names in one form, such as unicodedata.normalize('NFC', name)"),
            )


def _refuse_other_names(names: Sequence[Any]) -> None:
    """Refuse missing names, then names that are not text: `str` would turn both into names."""
    missing = [name for name in names if is_missing(name)]
    if missing:
        raise InputTypeError(f"a node must have a name; got {shown(missing[0])}, a missing value")
    for name in names:
        if not isinstance(name, str):
            code = "name.decode()" if all(isinstance(other, bytes) for other in names) else "str(name)"
            raise InputTypeError(
                f"node names must be str; got {shown(name)} of type {type(name).__name__}",
                Remedy("Convert them", f"[{code} for name in nodes]"),
            )


def _is_of_networkx(nodes: object) -> bool:
    """Whether nodes are a view of networkx, such as `graph.nodes`: a mapping in the order of nodes."""
    return type(nodes).__module__.startswith("networkx.")


def is_missing(label: object) -> bool:
    """
    Return whether a label is a missing value: None, nan, or NA or NaT of pandas.

    Examples:
        >>> is_missing(None), is_missing(float("nan")), is_missing("nan"), is_missing(0)
        (True, True, False, False)
    """
    if isinstance(label, float | np.floating):
        return bool(label != label)
    return label is None or type(label).__name__ in ("NAType", "NaTType")


def is_iterable(thing: Any) -> bool:
    """
    Return whether an object can be iterated over, which an array without axes cannot.

    Examples:
        >>> is_iterable(np.array(["A"])), is_iterable(np.array("A"))
        (True, False)
    """
    try:
        iter(thing)
    except TypeError:
        return False
    return True


def each_once(labels: Iterable[Any]) -> list[Any]:
    """
    Return the nodes of edges, each once, in order of appearance.

    Raises:
        InputTypeError: a label such as a list, which is not hashable.

    Examples:
        >>> each_once(["B", "A", "B"])
        ['B', 'A']
    """
    nodes: dict[Any, None] = {}
    for label in labels:
        try:
            nodes[label] = None
        except TypeError:
            raise InputTypeError(
                f"a node must be a name, or a position if nodes is a number; got "
                f"{type(label).__name__} {shown(label)}"
            ) from None
    return list(nodes)
