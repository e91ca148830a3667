"""Rankings without each replicate in turn, which show whether the best method depends on one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

from edgemark.content_equality import EqualByContent
from edgemark.stats.checked_values import Values
from edgemark.stats.friedman import friedman_without_each
from edgemark.stats.value_matrix import Blocks

__all__ = ["LeftOut", "by_rank", "rankings_without_each"]


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut(EqualByContent):
    """
    The ranking without one replicate.

    Attributes:
        name: the data set, or run, that is left out.
        order: methods, the best first; tied methods in the order of the columns.
        same_best: whether the same methods rank first as with all replicates.
        same_order: whether the order of all methods, and their ties, are the same as with all
            replicates.
        p_value: p-value of Friedman's test (Iman and Davenport); nan if only one replicate is left.
    """

    name: str
    order: tuple[str, ...]
    same_best: bool
    same_order: bool
    p_value: float


def by_rank(methods: Sequence[str], average: Sequence[float]) -> tuple[str, ...]:
    """
    Return the methods, the best average rank first.

    Examples:
        >>> by_rank(["PC", "GES"], [2.0, 1.0])
        ('GES', 'PC')
    """
    return tuple(methods[k] for k in sorted(range(len(methods)), key=lambda k: round(average[k], 9)))


def rankings_without_each(
    matrix: Blocks, ranks: Values, average: Sequence[float]
) -> tuple[LeftOut, ...]:
    """
    Return one ranking for each row, without that row. All methods that tie for best are the best.

    Args:
        matrix: the values.
        ranks: the ranks of the methods in each row of `matrix.values`, two rows or more.
        average: the average rank of each method over all rows.
    """
    n, sums = len(ranks), ranks.sum(axis=0)
    order, best = by_rank(matrix.methods, average), _best(matrix.methods, average)
    places = _places(average)
    p_values = [test.p_value for test in friedman_without_each(ranks)] if n > 2 else [nan] * n
    rankings = []
    for name, row, p in zip(matrix.names, ranks, p_values, strict=True):
        means = ((sums - row) / (n - 1)).tolist()
        order_without = by_rank(matrix.methods, means)
        # Equal orders share one tuple, to save memory.
        kept_order = order if order_without == order else order_without
        same_best = _best(matrix.methods, means) == best
        rankings.append(LeftOut(name, kept_order, same_best, _places(means) == places, p))
    return tuple(rankings)


def _places(average: Sequence[float]) -> list[int]:
    """Return the place of each method; methods with the same average rank share a place."""
    rounded = [round(rank_of_method, 9) for rank_of_method in average]
    place = {value: k for k, value in enumerate(sorted(set(rounded)))}
    return [place[value] for value in rounded]


def _best(methods: Sequence[str], average: Sequence[float]) -> frozenset[str]:
    best_rank = min(average) + 1e-9
    return frozenset(
        m for m, rank_of_method in zip(methods, average, strict=True) if rank_of_method <= best_rank
    )
