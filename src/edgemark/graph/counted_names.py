"""Names of nodes that count them, such as 0, 1, 2 or X1, X2, X3."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

__all__ = [
    "are_counted_in_disorder",
    "are_numbers_in_disorder",
    "prefix_of_positions",
    "shift_of_counts",
]

_DIGITS = "0123456789"


def are_numbers_in_disorder(names: Sequence[str]) -> bool:
    """
    Whether names are the numbers of the nodes, from 0 or 1, but not in ascending order.

    A list of edges has them in the order in which they occur. If a matrix without names got them by
    position, row 0 might get the name 2.

    Examples:
        >>> are_numbers_in_disorder(["1", "2", "0"]), are_numbers_in_disorder(["1", "2", "3"])
        (True, False)
    """
    counts = [_counted("", first, len(names)) for first in (0, 1)]
    return any(set(names) == set(count) and list(names) != count for count in counts)


def are_counted_in_disorder(names: Sequence[str]) -> bool:
    """
    Whether names such as X1 differ only in their numbers, which are not in ascending order.

    Examples:
        >>> are_counted_in_disorder(["X2", "X10", "X1"]), are_counted_in_disorder(["X2", "X10"])
        (True, False)
    """
    prefixes = {_prefix(name) for name in names}
    numbers = [name.removeprefix(_prefix(name)) for name in names]
    if len(prefixes) != 1 or not all(numbers):
        return False
    digits = [number.lstrip("0") for number in numbers]
    return any((len(a), a) > (len(b), b) for a, b in pairwise(digits))


def prefix_of_positions(names: Sequence[str], counted: Sequence[str]) -> str | None:
    """
    Return the common prefix of all names if all end in numbers, and those of `counted` are positions.

    Packages name the nodes of data without names X1, X2, ... or X0, X1, ... A truth that counts from
    the other number has most of these names too, for other nodes.

    Examples:
        >>> prefix_of_positions(["X0", "X1", "X2"], ["X1", "X2", "X3"])
        'X'
        >>> prefix_of_positions(["X0", "X1", "Y"], ["X1", "X2", "X3"])
    """
    prefix = _prefix(counted[0])
    if len(names) != len(counted) or not all(_is_counted(name, prefix) for name in names):
        return None
    counts = [set(_counted(prefix, first, len(counted))) for first in (0, 1)]
    return prefix if set(counted) in counts else None


def shift_of_counts(names: Sequence[str], counted: Sequence[str]) -> tuple[str, int]:
    """
    Return the common prefix and the number to add to those in `counted`, so that both sides count alike.

    It is 1 if `names` are numbered from 1 without gaps, and `counted` from 0, perhaps with gaps. It is
    -1 if they are numbered from 0 and from 1. In all other cases it is 0.

    Examples:
        >>> shift_of_counts(["X0", "X1", "X2"], ["X1", "X3"])
        ('X', -1)
        >>> shift_of_counts(["X0", "X1", "X2"], ["X1", "Y"])
        ('X', 0)
    """
    prefix = _prefix(counted[0])
    from_0, from_1 = (set(_counted(prefix, first, len(names))) for first in (0, 1))
    if set(names) == from_1 and from_0.issuperset(counted):
        return prefix, 1
    return prefix, -1 if set(names) == from_0 and from_1.issuperset(counted) else 0


def _prefix(name: str) -> str:
    return name.rstrip(_DIGITS)


def _counted(prefix: str, first: int, n: int) -> list[str]:
    return [f"{prefix}{k}" for k in range(first, first + n)]


def _is_counted(name: str, prefix: str) -> bool:
    """Whether a name is a prefix and a number without leading zeros."""
    number = name.removeprefix(prefix)
    has_leading_zero = number.startswith("0") and number != "0"
    is_number = number.isascii() and number.isdecimal() and not has_leading_zero
    return name.startswith(prefix) and is_number
