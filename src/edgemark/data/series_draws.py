"""Random numbers that are the same on every machine, from the words of PCG64 by simple arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from edgemark import _core

__all__ = ["GRAPH", "TERMS", "Draws", "words"]

T = TypeVar("T")
MODEL, GRAPH, TERMS = 3, 4, 5
"""
The random streams of a seed: for models of series, for DAGs, and for the equations or tables of a given
DAG. Streams 0 to 2 are those of series_sample, which draws series from a model.
"""


def words(seed: int, stream: int, n: int) -> NDArray[np.uint64]:
    """
    Return the first 64-bit words of a stream of a seed.

    NumPy guarantees the words of its bit generators, but not the distributions made from them.
    """
    bits = np.random.PCG64(np.random.SeedSequence(int(seed), spawn_key=(stream,)))
    drawn: NDArray[np.uint64] = bits.random_raw(n)
    return drawn


class Draws:
    """A sequence of random draws."""

    def __init__(self, seed: int, stream: int = MODEL) -> None:
        self._bits = np.random.PCG64(np.random.SeedSequence(int(seed), spawn_key=(stream,)))

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return a number from `low` to below `high`."""
        # The upper 53 bits fill the mantissa of a float, so the share is exact and below 1.
        share = (int(self._bits.random_raw()) >> 11) * 2.0**-53
        return low + (high - low) * share

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1."""
        return int(self.uniform() * n)

    def normal(self) -> float:
        """Return a standard normal number."""
        word = np.array([self._bits.random_raw()], np.uint64)
        return float(_core.noise(word, 0)[0])

    def signed(self, size: float) -> float:
        """Return a number with a given absolute value and a random sign."""
        return size if self.uniform() < 0.5 else -size

    def some(self, items: Sequence[T], n: int) -> list[T]:
        """Return n distinct items in random order."""
        take = _remover_for_few() if n * n <= len(items) else _remover_for_many(len(items))
        return [items[take(self.below(len(items) - k))] for k in range(n)]


def _remover_for_few() -> Callable[[int], int]:
    """
    Return a function that removes the k-th remaining number of 0, 1, ..., and returns it.

    k counts from 0. The function is fast if few numbers are removed.
    """
    taken: list[int] = []

    def take(k: int) -> int:
        for place, other in enumerate(taken):
            if other > k:
                taken.insert(place, k)
                return k
            k += 1
        taken.append(k)
        return k

    return take


def _remover_for_many(size: int) -> Callable[[int], int]:
    """
    Return a function that removes the k-th remaining number below `size`, and returns it.

    k counts from 0. A Fenwick tree counts the remaining numbers.
    """
    n_remaining = [i & -i for i in range(size + 1)]
    highest = 1 << max(size.bit_length() - 1, 0)

    def take(k: int) -> int:
        place, step = 0, highest
        while step:
            next_place = place + step
            if next_place <= size:
                if n_remaining[next_place] <= k:
                    k -= n_remaining[next_place]
                    place = next_place
                else:
                    n_remaining[next_place] -= 1
            step >>= 1
        return place

    return take
