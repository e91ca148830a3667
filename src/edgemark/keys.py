"""
Keys of collections: mappings and labelled pandas series, whose items belong to names and not to places.

Two arguments that belong together, such as graphs and their weights, are matched by key if both have
keys. A plain sequence is matched by position. A set has no order, so nothing can belong to its items.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from edgemark.errors import EdgemarkError, InputTypeError, Remedy, listing, shown
from edgemark.foreign import package_of

__all__ = ["by_key", "keys_of", "order_by_key", "refuse_set", "values_of"]

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
    pandas gives a series without labels.

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
    if keys_of(owner) is None and keys != tuple(range(len(keys))):
        raise error(
            f"{sides[0]} have keys, such as {shown(keys[0], 40)}, and {sides[1]} only have positions",
            remedy,
        )
    items = values_of(given)
    order = order_by_key(given, owner, sides, remedy, error)
    return items if order is None else [items[k] for k in order]


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
    return is_series(given) and keys_of(given) == tuple(range(len(given)))


def _lacks(side: str, keys: Iterable[Hashable]) -> list[str]:
    missing = [key if isinstance(key, str) else shown(key, 40) for key in keys]
    return [f"{side} lack {listing(missing)}"] if missing else []
