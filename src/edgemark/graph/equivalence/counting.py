"""The exact size of an equivalence class, and uniform draws of its DAGs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain
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
    Count the DAGs of an equivalence class, exactly.

    Args:
        graph: a DAG, for its class; a CPDAG; or a graph declared an MPDAG without a partially directed
            cycle, such as the MPDAG of tiers or interventions.

    Returns:
        A Python integer of any size.

    Raises:
        KindError: the graph represents no class of DAGs; or it is an MPDAG with a partially directed
            cycle, whose DAGs only `members` can list.

    References:
        Wienöbst, Bannach, Liskiewicz (2021), Polynomial-time algorithms for counting and sampling Markov
        equivalent DAGs, AAAI.

    Examples:
        >>> class_size(Graph.parse("A --- B --- C --- D"))
        4
        >>> class_size(Graph.parse("A --> B <-- C"))
        1
    """
    counted = _counted_class(graph, "the size of a class")
    return prod(counted.sizes[root] for root in counted.picking.roots)


def sample_members(graph: Graph, n: int, seed: int = 0) -> GraphStack:
    """
    Draw DAGs of an equivalence class, uniformly and independently.

    Args:
        graph: a DAG, for its class; a CPDAG; or an MPDAG, as for `class_size`.
        n: number of DAGs.
        seed: the same seed gives the same DAGs, on every machine.

    Returns:
        A stack of `n` DAGs on the same nodes.

    Raises:
        KindError: as for `class_size`.
        ConventionError: `n` or `seed` is negative or no integer, or the seed is above 2**64 - 1.
        LimitError: the DAGs need more memory than is available.

    References:
        Wienöbst, Bannach, Liskiewicz (2021), Polynomial-time algorithms for counting and sampling Markov
        equivalent DAGs, AAAI.

    Examples:
        >>> drawn = sample_members(Graph.parse("A --- B --- C"), 1000, seed=1)
        >>> sum(dag.parents("A") == {"B"} for dag in drawn)
        647
    """
    n, seed = demand_whole("n", n, 0), demand_whole("seed", seed, 0)
    if seed >= 1 << 64:
        raise ConventionError(f"seed must be at most 2**64 - 1; got {seed}")
    counted = _counted_class(graph, "drawing from a class")
    demand_memory(8 * n * (len(graph.words) + 1), f"drawing {n} DAGs", "Draw fewer at a time")
    words, starts = counted.picking.sample(counted.limits, n, seed)
    return stack_of_dags(words, starts, graph)


@dataclass(frozen=True, slots=True)
class _CountedClass:
    """
    The number of DAGs of a class, by the cliques that its DAGs can start with; see `clique_picking.hpp`.

    Attributes:
        picking: the problems into which the cliques divide the class. A problem is a connected
            undirected part of the graph.
        sizes: the number of DAGs of each problem.
        limits: for each clique of each problem, the share of the problem's DAGs that start with this
            clique or one before it, times 2**64, rounded down. A share of 1 becomes 2**64 - 1.
    """

    picking: _core.CliquePicking
    sizes: list[int]
    limits: NDArray[np.uint64]


def _counted_class(graph: Graph, what: str) -> _CountedClass:
    cpdag_or_mpdag = class_graph(graph, what)
    if cpdag_or_mpdag.kind == "mpdag":
        reason = chain_objection(cpdag_or_mpdag)
        if reason is not None:
            raise KindError(
                f"{what} needs an MPDAG without a partially directed cycle; {reason}",
                Remedy("List its DAGs one by one", "list(members(graph))"),
            )
    return cpdag_or_mpdag.cached("counted class", _count_dags)


def _count_dags(graph: Graph) -> _CountedClass:
    picking = _core.CliquePicking(graph.words, graph.n_nodes)
    problems = picking.problems()
    n_nodes_of = [n_nodes for n_nodes, _ in problems]
    sizes = [0] * len(problems)
    limits: list[list[int]] = [[]] * len(problems)
    # Subproblems have fewer nodes than their problem, so their sizes are known before they are needed.
    for problem in sorted(range(len(problems)), key=n_nodes_of.__getitem__):
        _, cliques = problems[problem]
        dags_by_clique = [
            _orders_without_prefix(size, tuple(nested)) * prod(sizes[sub] for sub in subproblems)
            for size, nested, subproblems in cliques
        ]
        sizes[problem] = sum(dags_by_clique)
        limits[problem] = [
            min((n_dags << 64) // sizes[problem], (1 << 64) - 1) for n_dags in accumulate(dags_by_clique)
        ]
    return _CountedClass(picking, sizes, np.array([*chain.from_iterable(limits)], np.uint64))


@cache
def _orders_without_prefix(size: int, nested: tuple[int, ...]) -> int:
    """
    Count the orders of `size` elements that do not begin with all elements of one of the nested subsets.

    `nested` has the sizes of the subsets in ascending order; each subset contains the ones before it.

    Examples:
        >>> _orders_without_prefix(3, (1,)), _orders_without_prefix(3, (1, 2))
        (4, 3)
    """
    starting = (
        factorial(size - p) * _orders_without_prefix(p, nested[:k]) for k, p in enumerate(nested)
    )
    return factorial(size) - sum(starting)
