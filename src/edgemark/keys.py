"""
Keys of collections: mappings and labelled pandas series, whose items belong to names and not to places.

Two arguments that belong together, such as graphs and their weights, are matched by key if both have
keys. A plain sequence is matched by position. A set has no order, so nothing can belong to its items.
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


def keys_of(given: Any) -> Keys | None:
    """
    Return the keys of a mapping, or the index of a pandas series; None if items only have positions.

    Examples:
        >>> keys_of({"x": 1, "y": 2}), keys_of([1, 2])
        (('x', 'y'), None)
    """
    if isinstance(given, Mapping):
        return tuple(given)
    return tuple(given.index) if is_series(given) else None


def values_of(given: Any) -> Any:
    """Return the items of a mapping or a series without keys, and any other object unchanged."""
    if isinstance(given, Mapping):
        return list(given.values())
    return list(given) if is_series(given) else given


def is_series(given: Any) -> bool:
    """Return whether an object is a series of pandas; one of polars has no labels."""
    return package_of(given) == "pandas" and hasattr(given, "index") and not hasattr(given, "columns")


def order_by_key(
    given: Any, owner: Any, sides: tuple[str, str], remedy: Remedy, error: type[EdgemarkError]
) -> list[int] | None:
    """
    Return for each key of `owner` the position of the same key in `given`; None to match by position.

    Items are matched by position if one of the two has no keys, or only the index 0, 1, 2, ... that
    pandas gives a series without labels. `refuse_keys_on_one_side` refuses other keys beside it.

    Args:
        given: a collection whose items belong to those of `owner`.
        owner: the other collection.
        sides: the words for `given` and `owner` in the error.
        remedy: how to match by position.
        error: the class of the error.

    Raises:
        EdgemarkError: a key is missing on one side, or repeated.

    Examples:
        >>> sides = "the truths", "the estimates"
        >>> order_by_key({"x": 1, "y": 2}, {"y": 3, "x": 4}, sides, Remedy(), EdgemarkError)
        [1, 0]
    """
    mine, theirs = keys_of(given), keys_of(owner)
    if mine is None or theirs is None or mine == theirs:
        return None
    place = {key: k for k, key in enumerate(mine)}
    known = set(theirs)
    if place.keys() != known and (_only_counts(given) or _only_counts(owner)):
        return None
    wrong = [
        *_lacks(sides[0], [key for key in theirs if key not in place]),
        *_lacks(sides[1], [key for key in mine if key not in known]),
    ]
    if not wrong and len(place) + len(known) < len(mine) + len(theirs):
        wrong = ["one of them occurs twice"]
    if wrong:
        raise error(f"{sides[0]} and {sides[1]} must have the same keys; {'; '.join(wrong)}", remedy)
    return [place[key] for key in theirs]


def by_key(
    given: Any, owner: Any, sides: tuple[str, str], remedy: Remedy, error: type[EdgemarkError]
) -> Any:
    """
    Return the items of `given` in the order of the keys of `owner`; see `order_by_key`.

    Raises:
        EdgemarkError: a key is missing on one side, or only `given` has keys.

    Examples:
        >>> sides = "weights", "graphs"
        >>> by_key({"y": 9, "x": 1}, {"x": "g", "y": "h"}, sides, Remedy(), EdgemarkError)
        [1, 9]
        >>> by_key([9, 1], {"x": "g", "y": "h"}, sides, Remedy(), EdgemarkError)
        [9, 1]
    """
    keys = keys_of(given)
    if keys is None:
        return given
    if not _only_counts(given):
        refuse_keys_on_one_side(given, owner, sides, error, remedy)
    items = values_of(given)
    order = order_by_key(given, owner, sides, remedy, error)
    return items if order is None else [items[k] for k in order]


def refuse_keys_on_one_side(
    one: Any, other: Any, sides: tuple[str, str], error: type[EdgemarkError], *remedies: Remedy
) -> None:
    """
    Refuse a collection with keys beside one without, whose order may be another one.

    Keys 0, 1, 2, ... in this order are positions. Two collections with the same keys are not refused.

    Examples:
        >>> refuse_keys_on_one_side({"x": 1}, {"x": 2}, ("a", "b"), EdgemarkError)
        >>> refuse_keys_on_one_side({0: 1}, [2], ("a", "b"), EdgemarkError)
    """
    keys = keys_of(one), keys_of(other)
    have_keys = [not has_positions(found) for found in (one, other)]
    if have_keys[0] == have_keys[1] or set(keys[0] or ()) == set(keys[1] or ()):
        return
    k = have_keys.index(True)
    other_side = keys[1 - k]
    if other_side is not None and not _only_counts((one, other)[1 - k]):
        return  # a mapping whose keys are numbers: the keys differ, which its reader says
    first = (keys[k] or ("",))[0]
    raise error(
        f"{sides[k]} have keys, such as {shown(first, 40)}, and {sides[1 - k]} only have positions",
        *remedies,
    )


def has_positions(given: Any) -> bool:
    """
    Return whether a collection has no keys, or only 0, 1, 2, ... in this order.

    Examples:
        >>> has_positions([7, 8]), has_positions({0: 7, 1: 8}), has_positions({1: 8, 0: 7})
        (True, True, False)
    """
    keys = keys_of(given)
    return keys is None or keys == tuple(range(len(keys)))


def in_order(given: Any, name: str) -> str:
    """
    Return the code that lists the items of a mapping or series in order, for advice.

    Keys that are whole numbers state an order, in which the items of a sorted series may not be.

    Examples:
        >>> in_order({"y": 9, "x": 1}, "weights"), in_order({2: 9, 1: 1}, "weights")
        ('list(weights.values())', '[weights[k] for k in sorted(weights)]')
    """
    is_mapping = isinstance(given, Mapping)
    if all(isinstance(key, Integral) for key in keys_of(given) or ("",)):
        return f"[{name}[k] for k in sorted({name})]" if is_mapping else f"list({name}.sort_index())"
    return f"list({name}.values())" if is_mapping else f"list({name})"


def refuse_set(given: Any, what: str, *remedies: Remedy) -> None:
    """
    Refuse a set: its order changes from one start of Python to the next.

    Raises:
        InputTypeError: the argument is a set.

    Examples:
        >>> refuse_set(["A"], "the estimates")
    """
    if isinstance(given, set | frozenset):
        raise InputTypeError(
            f"{what} must be in an order, which a set does not have; got a {type(given).__name__}",
            *remedies,
        )


def _only_counts(given: Any) -> bool:
    """Whether the keys are the index of an unlabelled series."""
    return is_series(given) and has_positions(given)


def _lacks(side: str, keys: Iterable[Hashable]) -> list[str]:
    missing = [key if isinstance(key, str) else shown(key, 40) for key in keys]
    return [f"{side} lack {listing(missing)}"] if missing else []
