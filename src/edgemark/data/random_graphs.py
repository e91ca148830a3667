"""Random DAGs with a given number of edges: Erdős–Rényi, scale-free, and block models."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import isqrt
from typing import Literal

from edgemark.arguments import whole
from edgemark.conventions.options import choices, require
from edgemark.data.series_draws import GRAPH, Draws
from edgemark.errors import EdgemarkError, GraphError
from edgemark.graph import Graph
from edgemark.resources import demand_memory

__all__ = ["Topology", "random_dag"]

Topology = Literal["erdos-renyi", "scale-free", "blocks"]
Pair = tuple[int, int]
_BYTES_OF_PAIR = 70  # a tuple and its place in a list


def random_dag(
    n_nodes: int,
    n_edges: int,
    seed: int,
    *,
    topology: Topology = "erdos-renyi",
    n_blocks: int = 2,
    within: float = 0.8,
) -> Graph:
    """
    Draw a DAG over nodes X0, X1, ...: first adjacent pairs, then a random order that directs them.

    For "blocks", the running time is quadratic in the number of nodes, because every pair is listed.

    Args:
        n_nodes: number of nodes, 1 or more.
        n_edges: number of edges, from 0 to n_nodes (n_nodes - 1) / 2.
        seed: 0 or more; the same seed gives the same DAG on every machine.
        topology: the distribution of adjacent pairs. "erdos-renyi": all sets of pairs are equally
            likely. "scale-free": nodes are added one after another, each with about the same number of
            edges to earlier nodes (to all of them if there are fewer), drawn in proportion to
            1 + their degree, so few nodes have most of the edges. "blocks": a share of the edges is
            within blocks, and the others join two blocks.
        n_blocks: for "blocks", the number of blocks, whose sizes differ by at most one.
        within: for "blocks", the share of edges within blocks, rounded to whole edges; ignored for a
            single block.

    Returns:
        The DAG.

    Raises:
        EdgemarkError: numbers out of range.
        GraphError: more edges than pairs; or, for "blocks", than pairs within or between blocks.
        ConventionError: an unknown topology.
        LimitError: the pairs of "blocks" do not fit in memory.

    References:
        Erdős, Rényi (1959), On random graphs I. Barabási, Albert (1999), Emergence of scaling in random
        networks. Holland, Laskey, Leinhardt (1983), Stochastic blockmodels: first steps.

    Examples:
        >>> dag = random_dag(20, 40, seed=1, topology="scale-free")
        >>> dag.n_edges, dag.is_dag(), max(len(dag.adjacent(node)) for node in dag.nodes)
        (40, True, 11)
    """
    require("topology", topology, choices(Topology))
    n_nodes, n_edges, seed = whole("n_nodes", n_nodes, 1), whole("n_edges", n_edges), whole("seed", seed)
    n_pairs = n_nodes * (n_nodes - 1) // 2
    if n_edges > n_pairs:
        raise GraphError(f"{n_nodes} nodes have {n_pairs} pairs; got n_edges={n_edges}")
    draws = Draws(seed, GRAPH)
    match topology:
        case "erdos-renyi":
            pairs = [_pair_of_rank(k) for k in _distinct_integers(n_pairs, n_edges, draws)]
        case "scale-free":
            pairs = list(_scale_free_pairs(n_nodes, n_edges, draws))
        case "blocks":
            pairs = _block_pairs(n_nodes, n_edges, n_blocks, within, draws)
    position = draws.some(range(n_nodes), n_nodes)  # a random permutation
    arcs = [(a, b) if position[a] < position[b] else (b, a) for a, b in pairs]
    return Graph(
        [f"X{k}" for k in range(n_nodes)], [(f"X{a}", "-->", f"X{b}") for a, b in arcs], kind="dag"
    )


def _distinct_integers(n: int, size: int, draws: Draws) -> list[int]:
    """Draw distinct integers below n, in ascending order; all sets are equally likely."""
    n_drawn = min(size, n - size)  # The set or its complement is drawn.
    drawn: set[int] = set()
    while len(drawn) < n_drawn:
        drawn.add(draws.below(n))
    return sorted(drawn) if n_drawn == size else [k for k in range(n) if k not in drawn]


def _pair_of_rank(k: int) -> Pair:
    """Return the k-th pair of (0, 1), (0, 2), (1, 2), (0, 3), ..."""
    later = (1 + isqrt(1 + 8 * k)) // 2
    return k - later * (later - 1) // 2, later


def _scale_free_pairs(n_nodes: int, n_edges: int, draws: Draws) -> Iterator[Pair]:
    """
    Join each node in turn with earlier nodes, and yield the pairs.

    The numbers of earlier nodes that the nodes are joined with differ as little as possible.
    """
    ends: list[int] = []  # The ends of all edges so far.
    n_left = n_edges
    for node in range(1, n_nodes):
        n_joined = min(node, -(-n_left // (n_nodes - node)))
        joined: dict[int, None] = {}
        while len(joined) < n_joined:
            k = draws.below(node + len(ends))  # Draw an earlier node, or an end of an earlier edge.
            joined[k if k < node else ends[k - node]] = None
        for other in joined:
            yield other, node
            ends += [other, node]
        n_left -= n_joined


def _block_pairs(n_nodes: int, n_edges: int, n_blocks: int, within: float, draws: Draws) -> list[Pair]:
    n_blocks = whole("n_blocks", n_blocks)
    if not 1 <= n_blocks <= n_nodes or not 0 <= within <= 1:
        raise EdgemarkError(
            f"n_blocks must be from 1 to the number of nodes, and within a share from 0 to 1; got "
            f"n_blocks={n_blocks!r} and within={within!r}"
        )
    demand_memory(n_nodes * (n_nodes - 1) // 2 * _BYTES_OF_PAIR, "listing all pairs of the blocks")
    within_blocks: list[Pair] = []
    between_blocks: list[Pair] = []
    for a, b in combinations(range(n_nodes), 2):
        (within_blocks if a % n_blocks == b % n_blocks else between_blocks).append((a, b))
    n_inside = n_edges if n_blocks == 1 else round(within * n_edges)
    parts = (
        (within_blocks, n_inside, "within blocks"),
        (between_blocks, n_edges - n_inside, "between blocks"),
    )
    for pairs, size, where in parts:
        if size > len(pairs):
            raise GraphError(
                f"{size} edges {where} do not fit on {len(pairs)} pairs, with n_blocks={n_blocks} and "
                f"within={within!r}. Use more nodes, another number of blocks, or another share within "
                "blocks"
            )
    return [pairs[k] for pairs, size, _ in parts for k in _distinct_integers(len(pairs), size, draws)]
