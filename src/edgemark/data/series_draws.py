"""Random numbers that are the same on every machine: PCG64's words, and simple arithmetic on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from edgemark import _core

__all__ = ["GRAPH", "TERMS", "Draws", "words"]

T = TypeVar("T")
MODEL, GRAPH, TERMS = 3, 4, 5  # streams of a seed that models are drawn from
"""Of series, of DAGs, and of the equations or tables of a given DAG; see series_sample for others."""


def words(seed: int, stream: int, n: int) -> NDArray[np.uint64]:
    """
    Give the first 64-bit words of one of a seed's streams.

    NumPy keeps the words of its bit generators for ever, but not the numbers that it makes of them.
    """
    bits = np.random.PCG64(np.random.SeedSequence(int(seed), spawn_key=(stream,)))
    drawn: NDArray[np.uint64] = bits.random_raw(n)
    return drawn


class Draws:
    """Numbers drawn one after another."""

    def __init__(self, seed: int, stream: int = MODEL) -> None:
        self._bits = np.random.PCG64(np.random.SeedSequence(int(seed), spawn_key=(stream,)))

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """Give a number from `low` to below `high`."""
        share = (int(self._bits.random_raw()) >> 11) * 2.0**-53
        return low + (high - low) * share

    def below(self, n: int) -> int:
        """Give a whole number from 0 to n - 1."""
        return int(self.uniform() * n)

    def normal(self) -> float:
        """Give a standard normal number."""
        word = np.array([self._bits.random_raw()], np.uint64)
        return float(_core.noise(word, 0)[0])

    def signed(self, size: float) -> float:
        """Give plus or minus a size."""
        return size if self.uniform() < 0.5 else -size

    def some(self, items: Sequence[T], n: int) -> list[T]:
        """Give n different items in random order."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in range(n)]
