"""Random numbers that are the same on every machine, from the words of PCG64 by simple arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from edgemark import _core

__all__ = ["GRAPH", "TERMS", "Draws", "words"]

T = TypeVar("T")
MODEL, GRAPH, TERMS = 3, 4, 5  # The random streams of a seed for models.
"""
The streams for series, for DAGs, and for equations or tables of a given DAG; series_sample has others.
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
        take = _few() if n * n <= len(items) else _many(len(items))
        return [items[take(self.below(len(items) - k))] for k in range(n)]


def _few() -> Callable[[int], int]:
    """
    Return a function that removes the k-th of the remaining numbers 0, 1, ...; suited for a few draws.
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


def _many(size: int) -> Callable[[int], int]:
    """
    Return a function that removes the k-th of the remaining numbers below `size`, with a Fenwick tree.
    """
    left = [i & -i for i in range(size + 1)]
    highest = 1 << max(size.bit_length() - 1, 0)

    def take(k: int) -> int:
        place, step = 0, highest
        while step:
            following = place + step
            if following <= size:
                if left[following] <= k:
                    k -= left[following]
                    place = following
                else:
                    left[following] -= 1
            step >>= 1
        return place

    return take
