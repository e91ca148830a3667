"""The exact size of a class, and uniform draws of its members."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.arguments import demand_whole
from edgemark.errors import ConventionError, KindError, Remedy
from edgemark.graph.core import Graph
from edgemark.graph.equivalence.cpdags import chain_objection, class_graph
from edgemark.graph.equivalence.enumerating import stack_of_dags
from edgemark.graph.stack import GraphStack
from edgemark.resources import demand_memory

__all__ = ["class_size", "sample_members"]


def class_size(graph: Graph) -> int:
    """
    Count the DAGs of a class, exactly.

    Args:
        graph: a DAG, for its class; a CPDAG; or a graph declared an MPDAG without a partially directed
            cycle, such as those that tiers and interventions give.

    Raises:
        KindError: the graph represents no class of DAGs, or one that only enumeration can count.

    References:
        Wienöbst, Bannach, Liskiewicz (2021), Polynomial-time algorithms for counting and sampling Markov
        equivalent DAGs, AAAI.

    Examples:
        >>> class_size(Graph.parse("A --- B --- C --- D"))
        4
        >>> class_size(Graph.parse("A --> B <-- C"))
        1
    """
    counts = _counts(graph, "the size of a class")
    return prod(counts.sizes[root] for root in counts.picking.roots)


def sample_members(graph: Graph, n: int, seed: int = 0) -> GraphStack:
    """
    Draw DAGs of a class, uniformly and independently.

    Args:
        graph: as for `class_size`.
        n: number of DAGs.
        seed: the same seed gives the same DAGs, on every machine.

    Returns:
        A stack of `n` DAGs on the same nodes.

    Raises:
        KindError: as for `class_size`.
        ConventionError: `n` or `seed` is negative or no integer, or the seed needs more than 64 bits.
        LimitError: so many DAGs need more memory than is available.

    References:
        Wienöbst, Bannach, Liskiewicz (2021), Polynomial-time algorithms for counting and sampling Markov
        equivalent DAGs, AAAI.

    Examples:
        >>> drawn = sample_members(Graph.parse("A --- B --- C"), 1000, seed=1)
        >>> sum(dag.parents("A") == {"B"} for dag in drawn)
        647
    """
    demand_whole("n", n, 0)
    demand_whole("seed", seed, 0)
    if seed >= 1 << 64:
        raise ConventionError(f"seed must be at most 2**64 - 1; got {seed}")
    counts = _counts(graph, "drawing from a class")
    demand_memory(8 * n * (len(graph.words) + 1), f"drawing {n} DAGs", "Draw fewer at a time")
    words, starts = counts.picking.sample(counts.limits, n, seed)
    return stack_of_dags(words, starts, graph)


@dataclass(frozen=True, slots=True)
class _Counts:
    """
    Sizes of all subproblems of a class, and cumulative sums for random draws, see `clique_picking.hpp`.
    """

    picking: _core.CliquePicking
    sizes: list[int]
    limits: NDArray[np.uint64]


def _counts(graph: Graph, what: str) -> _Counts:
    representative = class_graph(graph, what)
    if representative.kind == "mpdag":
        reason = chain_objection(representative)
        if reason is not None:
            raise KindError(
                f"{what} needs an MPDAG without a partially directed cycle; {reason}",
                Remedy("List its DAGs one by one", "list(members(graph))"),
            )
    return representative.cached("class-counts", _count)


def _count(graph: Graph) -> _Counts:
    picking = _core.CliquePicking(graph.words, graph.n_nodes)
    problems = picking.problems()
    sizes = [0] * len(problems)
    limits: list[list[int]] = [[]] * len(problems)
    for k in sorted(range(len(problems)), key=lambda k: problems[k][0]):  # subproblems are smaller
        shares = [
            _orders_without_prefix(size, tuple(nested)) * prod(sizes[part] for part in parts)
            for size, nested, parts in problems[k][1]
        ]
        sizes[k] = sum(shares)
        limits[k] = [
            min((cumulative << 64) // sizes[k], (1 << 64) - 1) for cumulative in accumulate(shares)
        ]
    return _Counts(picking, sizes, np.array([limit for part in limits for limit in part], np.uint64))


@cache
def _orders_without_prefix(size: int, nested: tuple[int, ...]) -> int:
    """
    Count the orders of a set that begin with no nested subset; `nested` has the sizes of the subsets.

    Examples:
        >>> _orders_without_prefix(3, (1,)), _orders_without_prefix(3, (1, 2))
        (4, 3)
    """
    starting = (
        factorial(size - p) * _orders_without_prefix(p, nested[:k]) for k, p in enumerate(nested)
    )
    return factorial(size) - sum(starting)
