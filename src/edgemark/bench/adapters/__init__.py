"""
Algorithms of other libraries, each called the same way: data and column names in, a graph out.

Every one gives the same graph for the same data, in any process and under any hash seed. A library is
imported when its algorithm runs, not before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from types import MappingProxyType

from numpy.typing import ArrayLike

from edgemark.bench.adapters import causal_learn, pyagrum
from edgemark.graph import Graph

__all__ = ["ALGORITHMS", "Algorithm"]


@dataclass(frozen=True, slots=True)
class Algorithm:
    """
    One way to learn a graph.

    Attributes:
        name: what the command calls it.
        title: what it is, for people.
        package: the distribution that holds it.
        run: learns a graph from an n x p array and p column names; the graph's kind is declared.

    Examples:
        >>> ALGORITHMS["pc-chisq"].title
        'PC, chi-square test, alpha 0.05'
    """

    name: str
    title: str
    package: str
    run: Callable[[ArrayLike, Sequence[str]], Graph]

    @property
    def version(self) -> str | None:
        """The installed version of the package; None where it is not installed."""
        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:
            return None


_ALL = (
    Algorithm(
        "pc-fisherz",
        "PC, Fisher's Z test, alpha 0.05",
        "causal-learn",
        partial(causal_learn.pc, test="fisherz"),
    ),
    Algorithm(
        "pc-chisq",
        "PC, chi-square test, alpha 0.05",
        "causal-learn",
        partial(causal_learn.pc, test="chisq"),
    ),
    Algorithm(
        "fci-fisherz",
        "FCI, Fisher's Z test, alpha 0.05",
        "causal-learn",
        partial(causal_learn.fci, test="fisherz"),
    ),
    Algorithm(
        "fci-chisq",
        "FCI, chi-square test, alpha 0.05",
        "causal-learn",
        partial(causal_learn.fci, test="chisq"),
    ),
    Algorithm(
        "hill-climbing",
        "greedy hill climbing, BIC score",
        "pyagrum",
        pyagrum.hill_climbing,
    ),
)

ALGORITHMS: Mapping[str, Algorithm] = MappingProxyType({a.name: a for a in _ALL})
"""Every algorithm by its name."""
