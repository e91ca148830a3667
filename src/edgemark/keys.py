"""
Keys of collections. Items of mappings and labelled pandas series belong to keys, not to positions.

Two arguments that belong together, such as graphs and their weights, are matched by key if both have
keys. A plain sequence is matched by position. A set has no order, so it cannot be matched.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from numbers import Integral
from typing import Any

from edgemark.errors import EdgemarkError, InputTypeError, Remedy, listing, shown
from edgemark.foreign import package_of

__all__ = [
    "by_key",
    "has_positions",
    "in_order",
    "keys_of",
    "order_by_key",
    "refuse_keys_on_one_side",
    "refuse_set",
    "values_of",
]

Keys = tuple[Hashable, ...]


def keys_of(collection: Any) -> Keys | None:
    """
    Return the keys of a mapping, or the index of a pandas series; None if items only have positions.

    Examples:
        >>> keys_of({"x": 1, "y": 2}), keys_of([1, 2])
        (('x', 'y'), None)
    """
    if isinstance(collection, Mapping):
        return tuple(collection)
    return tuple(collection.index) if is_series(collection) else None


def values_of(collection: Any) -> Any:
    """Return the items of a mapping or a series as a list, and any other object unchanged."""
    if isinstance(collection, Mapping):
        return list(collection.values())
    return list(collection) if is_series(collection) else collection


def is_series(collection: Any) -> bool:
    """Return whether an object is a series of pandas; one of polars has no labels."""
    return (
        package_of(collection) == "pandas"
        and hasattr(collection, "index")
        and not hasattr(collection, "columns")
    )


def order_by_key(
    collection: Any, owner: Any, sides: tuple[str, str], remedy: Remedy, error: type[EdgemarkError]
) -> list[int] | None:
    """
    Return the position in `collection` of each key of `owner`; None to match by position.

    Items are matched by position if one of the two has no keys, or if the keys differ and one of the two
    has only the index 0, 1, 2, ... that pandas gives a series without labels. Call
    `refuse_keys_on_one_side` first to refuse this if the other has keys.

    Args:
        collection: a collection whose items belong to those of `owner`.
        owner: the other collection.
        sides: the words for `collection` and `owner` in the error.
        remedy: how to match by position.
        error: the class of the error.

    Raises:
        EdgemarkError: a key is missing on one side, or repeated.

    Examples:
        >>> sides = "the truths", "the estimates"
        >>> order_by_key({"x": 1, "y": 2}, {"y": 3, "x": 4}, sides, Remedy(), EdgemarkError)
        [1, 0]
    """
    own_keys, keys_of_owner = keys_of(collection), keys_of(owner)
    if own_keys is None or keys_of_owner is None or own_keys == keys_of_owner:
        return None
    position_of = {key: k for k, key in enumerate(own_keys)}
    owner_keys = set(keys_of_owner)
    if position_of.keys() != owner_keys and (
        _has_default_index(collection) or _has_default_index(owner)
    ):
        return None
    differences = [
        *_lacks(sides[0], [key for key in keys_of_owner if key not in position_of]),
        *_lacks(sides[1], [key for key in own_keys if key not in owner_keys]),
    ]
    if not differences and len(position_of) + len(owner_keys) < len(own_keys) + len(keys_of_owner):
        differences = ["one of the keys occurs twice"]
    if differences:
        raise error(
            f"{sides[0]} and {sides[1]} must have the same keys; {'; '.join(differences)}", remedy
        )
    return [position_of[key] for key in keys_of_owner]


def by_key(
    collection: Any, owner: Any, sides: tuple[str, str], remedy: Remedy, error: type[EdgemarkError]
) -> Any:
    """
    Return the items of `collection` in the order of the keys of `owner`; see `order_by_key`.

    Raises:
        EdgemarkError: a key is missing on one side, or only `collection` has keys.

    Examples:
        >>> sides = "weights", "graphs"
        >>> by_key({"y": 9, "x": 1}, {"x": "g", "y": "h"}, sides, Remedy(), EdgemarkError)
        [1, 9]
        >>> by_key([9, 1], {"x": "g", "y": "h"}, sides, Remedy(), EdgemarkError)
        [9, 1]
    """
    keys = keys_of(collection)
    if keys is None:
        return collection
    if not _has_default_index(collection):
        refuse_keys_on_one_side(collection, owner, sides, error, remedy)
    items = values_of(collection)
    order = order_by_key(collection, owner, sides, remedy, error)
    return items if order is None else [items[k] for k in order]


def refuse_keys_on_one_side(
    first: Any, second: Any, sides: tuple[str, str], error: type[EdgemarkError], *remedies: Remedy
) -> None:
    """
    Refuse two collections if only one has keys, because their orders may differ.

    Keys 0, 1, 2, ... in this order are positions. Two collections with the same keys are not refused.

    Raises:
        EdgemarkError: only one has keys; the error is of the class `error`.

    Examples:
        >>> refuse_keys_on_one_side({"x": 1}, {"x": 2}, ("a", "b"), EdgemarkError)
        >>> refuse_keys_on_one_side({0: 1}, [2], ("a", "b"), EdgemarkError)
    """
    keys = keys_of(first), keys_of(second)
    have_keys = [not has_positions(side) for side in (first, second)]
    if have_keys[0] == have_keys[1] or set(keys[0] or ()) == set(keys[1] or ()):
        return
    keyed = have_keys.index(True)
    other_side = keys[1 - keyed]
    if other_side is not None and not _has_default_index((first, second)[1 - keyed]):
        return  # Both have keys, which differ; the code that matches them reports it.
    first_key = (keys[keyed] or ("",))[0]
    raise error(
        f"{sides[keyed]} have keys, such as {shown(first_key, 40)}, and {sides[1 - keyed]} only have "
        f"positions",
        *remedies,
    )


def has_positions(collection: Any) -> bool:
    """
    Return whether a collection has no keys, or only 0, 1, 2, ... in this order.

    Examples:
        >>> has_positions([7, 8]), has_positions({0: 7, 1: 8}), has_positions({1: 8, 0: 7})
        (True, True, False)
    """
    keys = keys_of(collection)
    return keys is None or keys == tuple(range(len(keys)))


def in_order(collection: Any, name: str) -> str:
    """
    Return the code that lists the items of a mapping or series in order, for advice.

    Keys that are integers state an order, which the order of the items need not follow.

    Examples:
        >>> in_order({"y": 9, "x": 1}, "weights"), in_order({2: 9, 1: 1}, "weights")
        ('list(weights.values())', '[weights[k] for k in sorted(weights)]')
    """
    is_mapping = isinstance(collection, Mapping)
    if all(isinstance(key, Integral) for key in keys_of(collection) or ("",)):
        return f"[{name}[k] for k in sorted({name})]" if is_mapping else f"list({name}.sort_index())"
    return f"list({name}.values())" if is_mapping else f"list({name})"


def refuse_set(collection: Any, subject: str, *remedies: Remedy) -> None:
    """
    Refuse a set: its order changes from one start of Python to the next.

    Raises:
        InputTypeError: the argument is a set.

    Examples:
        >>> refuse_set(["A"], "the estimates")
    """
    if isinstance(collection, set | frozenset):
        raise InputTypeError(
            f"{subject} must be in an order, which a set does not have; got a "
            f"{type(collection).__name__}",
            *remedies,
        )


def _has_default_index(collection: Any) -> bool:
    """Whether a collection is a series without labels, whose index is 0, 1, 2, ..."""
    return is_series(collection) and has_positions(collection)


def _lacks(side: str, keys: Iterable[Hashable]) -> list[str]:
    missing = [key if isinstance(key, str) else shown(key, 40) for key in keys]
    return [f"{side} lack {listing(missing)}"] if missing else []
