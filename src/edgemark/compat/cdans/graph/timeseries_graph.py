"""The graph of cdans, whose variables are numbered from 0."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.compat.cdans._package import is_of_the_package
from edgemark.errors import GraphError

__all__ = ["TimeSeriesGraph"]


@dataclass
class TimeSeriesGraph(metaclass=ABCMeta):
    """
    Lagged edges, contemporaneous edges, and variables whose mechanism changes.

    The graphs that the installed package cdans returns are instances of this class, too.

    Attributes:
        n_vars: number of variables.
        tau_max: the largest lag.
        contemp_adj: 1 in row i and column j for i --> j; 1 in both cells of the pair for i --- j.
        lagged_edges: triples (source, target, lag).
        changing_modules: variables whose mechanism changes.
        var_names: names for `summary` and `to_networkx`; None for X0, X1, ...

    Examples:
        >>> truth = TimeSeriesGraph(n_vars=5, tau_max=2)
        >>> truth.add_lagged_edge(0, 1, lag=1)
        >>> truth.orient_contemp(0, 4)
        >>> truth.mark_changing(2)
        >>> truth.lagged_parents(1), list(truth.directed_contemp_edges()), truth.changing_modules
        ({(0, 1)}, [(0, 4)], {2})
    """

    n_vars: int
    tau_max: int
    contemp_adj: NDArray[np.int8] = field(init=False)
    lagged_edges: set[tuple[int, int, int]] = field(default_factory=set)
    changing_modules: set[int] = field(default_factory=set)
    var_names: list[str] | None = None

    def __post_init__(self) -> None:
        self.contemp_adj = np.zeros((self.n_vars, self.n_vars), np.int8)
        if self.var_names is not None and len(self.var_names) != self.n_vars:
            raise GraphError(
                f"{self.n_vars} variables need {self.n_vars} names; got {len(self.var_names)}"
            )

    @classmethod
    def __subclasshook__(cls, other: type) -> bool:
        is_of_cdans = cls is TimeSeriesGraph and is_of_the_package(other, "TimeSeriesGraph")
        return True if is_of_cdans else NotImplemented

    # ---- contemporaneous edges

    def add_contemp_undirected(self, i: int, j: int) -> None:
        """Add an undirected contemporaneous edge."""
        self._check_pair(i, j)
        self.contemp_adj[i, j] = self.contemp_adj[j, i] = 1

    def remove_contemp_edge(self, i: int, j: int) -> None:
        """Remove a contemporaneous edge, if there is one."""
        self._check_pair(i, j)
        self.contemp_adj[i, j] = self.contemp_adj[j, i] = 0

    def orient_contemp(self, src: int, dst: int) -> None:
        """Direct the contemporaneous edge from one variable to another; add it if there is none."""
        self._check_pair(src, dst)
        self.contemp_adj[src, dst], self.contemp_adj[dst, src] = 1, 0

    def has_contemp_edge(self, i: int, j: int) -> bool:
        """Whether there is a contemporaneous edge between two variables."""
        return bool(self.contemp_adj[i, j] or self.contemp_adj[j, i])

    def is_contemp_directed(self, i: int, j: int) -> bool:
        """Whether there is a directed contemporaneous edge, in either direction."""
        return bool(self.contemp_adj[i, j] != self.contemp_adj[j, i])

    def is_contemp_undirected(self, i: int, j: int) -> bool:
        """Whether there is an undirected contemporaneous edge."""
        return bool(self.contemp_adj[i, j] and self.contemp_adj[j, i])

    def contemp_neighbors(self, i: int) -> set[int]:
        """Return the variables that have a contemporaneous edge with variable `i`."""
        self._check(i)
        return {j for j in range(self.n_vars) if j != i and self.has_contemp_edge(i, j)}

    def directed_contemp_edges(self) -> Iterator[tuple[int, int]]:
        """Yield (source, target) of every directed contemporaneous edge."""
        for i, j in zip(*np.nonzero(self.contemp_adj > self.contemp_adj.T), strict=True):
            yield int(i), int(j)

    def undirected_contemp_edges(self) -> Iterator[tuple[int, int]]:
        """Yield (i, j), where i < j, of every undirected contemporaneous edge."""
        for i, j in zip(*np.nonzero(np.triu(self.contemp_adj & self.contemp_adj.T)), strict=True):
            yield int(i), int(j)

    # ---- lagged edges

    def add_lagged_edge(self, src: int, dst: int, lag: int) -> None:
        """Add an edge from a variable to the same or another variable `lag` time steps later."""
        self._check(src)
        self._check(dst)
        if not 1 <= lag <= self.tau_max:
            raise GraphError(f"lag must be in [1, {self.tau_max}], got {lag}")
        self.lagged_edges.add((src, dst, lag))

    def lagged_parents(self, j: int) -> set[tuple[int, int]]:
        """Return the lagged parents of a variable as (parent, lag)."""
        self._check(j)
        return {(src, lag) for src, dst, lag in self.lagged_edges if dst == j}

    def lagged_parents_union(self, vars_: Iterable[int]) -> set[tuple[int, int]]:
        """Return the lagged parents of several variables."""
        return {parent for j in vars_ for parent in self.lagged_parents(j)}

    # ---- changing mechanisms

    def mark_changing(self, i: int) -> None:
        """Record that the mechanism of a variable changes."""
        self._check(i)
        self.changing_modules.add(i)

    def unmark_changing(self, i: int) -> None:
        """Record that the mechanism of a variable does not change."""
        self.changing_modules.discard(i)

    # ---- other forms

    def to_networkx(self) -> Any:
        """
        Return a DiGraph with the nodes (variable, "now") and (variable, lag).

        If mechanisms change, the node "C" has an edge to each variable whose mechanism changes.
        """
        import networkx

        names = self._names()
        graph = networkx.DiGraph()
        for v, name in enumerate(names):
            graph.add_node((v, "now"), name=name, kind="contemporaneous")
        for src, dst, lag in self.lagged_edges:
            graph.add_node((src, lag), name=f"{names[src]}(t-{lag})", kind="lagged")
            graph.add_edge((src, lag), (dst, "now"), kind="lagged", lag=lag)
        for i, j in zip(*np.nonzero(self.contemp_adj), strict=True):
            graph.add_edge((int(i), "now"), (int(j), "now"), kind="contemporaneous")
        if self.changing_modules:
            graph.add_node("C", name="C", kind="surrogate")
            graph.add_edges_from((("C", (v, "now")) for v in self.changing_modules), kind="surrogate")
        return graph

    def summary(self) -> str:
        """Return a text with one edge on each line, then the variables whose mechanism changes."""
        names = self._names()
        directed, undirected = list(self.directed_contemp_edges()), list(self.undirected_contemp_edges())
        return "\n".join([
            f"TimeSeriesGraph(n_vars={self.n_vars}, tau_max={self.tau_max})",
            f"  Lagged edges: {len(self.lagged_edges)}",
            *(f"    {names[a]}(t-{lag}) -> {names[b]}(t)" for a, b, lag in sorted(self.lagged_edges)),
            f"  Contemporaneous edges: {len(directed)} directed, {len(undirected)} undirected",
            *(f"    {names[i]} -> {names[j]}" for i, j in directed),
            *(f"    {names[i]} -- {names[j]}" for i, j in undirected),
            f"  Changing modules ({len(self.changing_modules)}):",
            *([f"    {', '.join(names[v] for v in sorted(self.changing_modules))}"]
              if self.changing_modules else []),
        ])  # fmt: skip

    def _names(self) -> list[str]:
        return self.var_names or [f"X{v}" for v in range(self.n_vars)]

    def _check(self, i: int) -> None:
        if not 0 <= i < self.n_vars:
            raise IndexError(f"variable index {i} out of range [0, {self.n_vars})")

    def _check_pair(self, i: int, j: int) -> None:
        self._check(i)
        self._check(j)
        if i == j:
            raise GraphError(f"a variable has no edge to itself within a time step; got {i} twice")
