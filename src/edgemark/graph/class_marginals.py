"""The share of the members of an equivalence class that have each edge or directed path."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from edgemark.conventions.options import Marginal
from edgemark.graph.core import Graph
from edgemark.graph.edge_words import unpack
from edgemark.graph.equivalence import class_size, member_stacks, sample_members
from edgemark.graph.marks import UNDIRECTED
from edgemark.graph.sample_marginals import KERNELS, Weights, directed
from edgemark.graph.stack import GraphStack
from edgemark.resources import demand_memory

__all__ = ["class_shares"]

_MAX_MEMBERS = 10_000
_DRAWS_PER_STACK = 500


def class_shares(cpdag: Graph, of: Marginal) -> Weights:
    """
    Return, for each ordered pair, the share of the members of the class that have the edge or path.

    A class of at most 10,000 members is enumerated; a larger one is sampled with 10,000 draws. For
    directed edges, this is done for each chain component separately, because the orientations of the
    components combine freely.
    """
    if of == "directed":
        shares = directed(GraphStack([cpdag]), np.ones(1))
        # Every member has the directed edges of the CPDAG; the components add only the undirected ones.
        for nodes, component in _chain_components(cpdag):
            shares[np.ix_(nodes, nodes)] += _marginals_of_members(component, of)
        return shares
    return _marginals_of_members(cpdag, of)


def _marginals_of_members(cpdag: Graph, of: Marginal) -> Weights:
    n_members = class_size(cpdag)
    stacks = member_stacks(cpdag) if n_members <= _MAX_MEMBERS else _drawn_stacks(cpdag)
    demand_memory(16 * cpdag.n_nodes**2, f"a matrix of the shares of all pairs of {cpdag.n_nodes} nodes")
    sums = np.zeros((cpdag.n_nodes, cpdag.n_nodes))
    for stack in stacks:
        sums += KERNELS[of](stack, np.ones(len(stack)))
    return sums / min(n_members, _MAX_MEMBERS)


def _drawn_stacks(cpdag: Graph) -> Iterable[GraphStack]:
    return (
        sample_members(cpdag, _DRAWS_PER_STACK, seed) for seed in range(_MAX_MEMBERS // _DRAWS_PER_STACK)
    )


def _chain_components(cpdag: Graph) -> Iterable[tuple[list[int], Graph]]:
    """
    Iterate over the chain components with more than one node.

    Each comes as its nodes, ascending, and as the graph of the undirected edges among them, in which
    node k is the k-th of these nodes.
    """
    firsts, seconds, states = unpack(cpdag.words)
    neighbours: dict[int, list[int]] = {}
    for a, b in zip(firsts[states == UNDIRECTED], seconds[states == UNDIRECTED], strict=True):
        neighbours.setdefault(int(a), []).append(int(b))
        neighbours.setdefault(int(b), []).append(int(a))
    while neighbours:
        nodes = _connected_to(next(iter(neighbours)), neighbours)
        position_of = {node: k for k, node in enumerate(nodes)}
        edges = [
            (position_of[a], "---", position_of[b]) for a in nodes for b in neighbours.pop(a) if a < b
        ]
        yield nodes, Graph(len(nodes), edges, kind="cpdag")


def _connected_to(start: int, neighbours: dict[int, list[int]]) -> list[int]:
    reached, to_visit = {start}, [start]
    while to_visit:
        new = [node for node in neighbours[to_visit.pop()] if node not in reached]
        reached.update(new)
        to_visit += new
    return sorted(reached)
