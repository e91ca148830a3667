"""Groups of nodes: the targets of interventions, and tiers, whose order has a meaning."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from itertools import pairwise
from numbers import Real
from typing import Any

from edgemark.errors import InputTypeError, Remedy, listing, shown
from edgemark.foreign import refuse_lazy
from edgemark.graph.given_nodes import is_iterable
from edgemark.keys import is_series, keys_of, values_of

__all__ = ["checked_groups"]


def checked_groups(groups: Any, what: str, name: str, *, in_order: bool = False) -> list[list[Any]]:
    """
    Return groups of nodes as lists, in their order; refuse anything else.

    Args:
        groups: a list of lists of nodes. A pandas series counts as a list; if the order has a meaning,
            its labels must be numbers, dates or ordered categories, in ascending order.
        what: the word for one group in error messages.
        name: the name of the argument, for code in error messages.
        in_order: whether the order of the groups has a meaning.

    Raises:
        InputTypeError: a mapping, or a series whose labels may state another order; an object without
            groups; a set of groups, if their order has a meaning; or a group that is a mapping or a
            single name.

    Examples:
        >>> checked_groups([("A", "B"), {"C"}], "a tier", "tiers")
        [['A', 'B'], ['C']]
    """
    refuse_lazy(groups)
    if keys_of(groups) is not None:
        groups = _in_order_of_keys(groups, what, name) if in_order else _of_keys(groups, what, name)
    if isinstance(groups, str) or not is_iterable(groups):
        raise InputTypeError(
            f"{what} must be a group of nodes, and the groups must be in a list; got "
            f"{type(groups).__name__} {shown(groups, 60)}"
        )
    if in_order and isinstance(groups, AbstractSet):
        raise InputTypeError(
            f"{what} must be a group of nodes, and the groups must be in a list; got a "
            f"{type(groups).__name__}, which has no order",
            Remedy("Give a list of the groups, the first one first"),
        )
    checked = []
    for group in groups:
        refuse_lazy(group)
        if isinstance(group, str | Mapping) or not is_iterable(group):
            raise InputTypeError(
                f"{what} must be a collection of nodes; got {type(group).__name__} {shown(group, 60)}"
            )
        checked.append(list(group))
    return checked


def _of_keys(groups: Any, what: str, name: str) -> list[Any]:
    """Return the groups of a series whose order has no meaning; refuse a mapping, and other values."""
    if is_series(groups) and _are_groups(values_of(groups)):
        return list(groups)
    remedies = []
    if isinstance(groups, Mapping) and _are_groups(values_of(groups)):
        remedies = [Remedy("Give the groups alone", f"{name}=list({name}.values())")]
    raise _error(groups, what, *remedies)


def _in_order_of_keys(groups: Any, what: str, name: str) -> list[Any]:
    """Return the groups of a series whose labels are in order; refuse others."""
    values = values_of(groups)
    if not _are_groups(values):
        raise _error(groups, what, _remedy_for_labels(groups, values, name))
    if is_series(groups) and _is_ordered(groups.index):
        return list(groups)
    raise _error(groups, what, _remedy_for_keys(groups, name))


def _error(groups: Any, what: str, *remedies: Remedy) -> InputTypeError:
    return InputTypeError(
        f"{what} must be a group of nodes, and the groups must be in a list; got a "
        f"{type(groups).__name__} with the keys {listing([str(key) for key in keys_of(groups) or ()])}",
        *remedies,
    )


def _remedy_for_keys(groups: Any, name: str) -> Remedy:
    """Remedy for groups by key: sort keys that are numbers or dates; ask for the order of others."""
    order = _sorting_argument(keys_of(groups) or ())
    if order is None:
        return Remedy(
            "Give a list of the groups with the earliest first: name all keys in this order, as in "
            f"[{name}[key] for key in (first, second, ...)]"
        )
    say = "Give the groups alone, in the order of their keys"
    if isinstance(groups, Mapping):
        return Remedy(say, f"{name}=[{name}[k] for k in sorted({name}{order})]")
    by_number = "key=lambda keys: keys.astype(int)" if order else ""
    return Remedy(say, f"{name}=list({name}.sort_index({by_number}))")


def _remedy_for_labels(groups: Any, labels: Sequence[Any], name: str) -> Remedy:
    """Remedy for nodes with their groups, such as {"A": 0, "B": 1}: list the nodes of each group."""
    nodes = f"[node for node in {name}.keys() if {name}[node] == group]"
    order = _sorting_argument(_each_once(labels))
    if order is None:
        return Remedy(
            "Give a list of the groups with the earliest first: name all groups in this order, as in "
            f"[{nodes} for group in (first, second, ...)]"
        )
    values = f"{name}.values()" if isinstance(groups, Mapping) else name
    return Remedy(
        "List the nodes of each group", f"{name}=[{nodes} for group in sorted(set({values}){order})]"
    )


def _each_once(labels: Sequence[Any]) -> Sequence[Any]:
    """Return labels without repetitions; as they are if some are not hashable."""
    return list(dict.fromkeys(labels)) if all(isinstance(x, Hashable) for x in labels) else labels


def _are_groups(values: Sequence[Any]) -> bool:
    return all(is_iterable(value) and not isinstance(value, str | Mapping) for value in values)


def _is_ordered(index: Any) -> bool:
    """Whether the labels of a series have a known order and ascend in it, each once."""
    keys = getattr(index, "codes", index) if getattr(index, "ordered", False) else index
    return _sorting_argument(keys) == "" and all(a < b for a, b in pairwise(keys))


def _sorting_argument(keys: Iterable[Any]) -> str | None:
    """
    Return the argument of `sorted` that puts keys in order; None if their order is not known.

    Examples:
        >>> [_sorting_argument(keys) for keys in ([0, 10, 2], ["0", "10", "2"], ["past", "now"])]
        ['', ', key=int', None]
    """
    keys = list(keys)
    if not all(isinstance(key, Hashable) for key in keys) or len(set(keys)) < len(keys):
        return None
    if all(isinstance(key, Real) and not isinstance(key, bool) and key == key for key in keys):
        return ""
    if all(isinstance(key, date) for key in keys) and len(set(map(type, keys))) == 1:
        return ""
    are_whole = all(isinstance(key, str) and key.isdecimal() for key in keys)
    return ", key=int" if are_whole and len(set(map(int, keys))) == len(keys) else None
