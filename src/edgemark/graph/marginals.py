"""How much weight has each edge, over a stack of weighted graphs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions import Marginal
from edgemark.graph.marks import FLIP, FORWARD, SINGLES, UNDIRECTED
from edgemark.graph.stack import GraphStack

Weights = NDArray[np.float64]


def state_sums(stack: GraphStack, weights: Weights) -> tuple[NDArray[np.uint8], Weights]:
    """The states that occur, without 0, and for each the weight of every pair i < j."""
    present = int(np.bitwise_or.reduce(_core.present_states(stack.words, stack.starts)))
    states = np.array([s for s in range(1, 16) if present >> s & 1], np.uint8)
    sums = _core.state_weights(stack.words, stack.starts, weights, stack.n_nodes, states)
    return states, sums


def state_shares(stack: GraphStack, weights: Weights, total: float) -> tuple[NDArray[np.uint8], Weights]:
    """The states that occur, 0 first, and for each the share of every pair i < j."""
    states, sums = state_sums(stack, weights)
    shares = np.concatenate([total - sums.sum(axis=0, keepdims=True), sums]) / total
    return np.concatenate([np.zeros(1, np.uint8), states]), np.triu(np.clip(shares, 0, 1), 1)


def directed(stack: GraphStack, weights: Weights) -> Weights:
    """Weight of the graphs with i --> j, alone or beside another edge."""
    weight = np.zeros((stack.n_nodes, stack.n_nodes))
    for state, plane in zip(*state_sums(stack, weights), strict=True):
        if FORWARD in SINGLES[int(state)]:
            weight += plane
        if FORWARD in SINGLES[int(FLIP[state])]:
            weight += plane.T
    return weight


def skeleton(stack: GraphStack, weights: Weights) -> Weights:
    """Weight of the graphs in which i and j are adjacent."""
    adjacent = np.array([UNDIRECTED], np.uint8)
    words = stack.words | np.uint64(UNDIRECTED)
    weight: Weights = _core.state_weights(words, stack.starts, weights, stack.n_nodes, adjacent)[0]
    return weight + weight.T


def ancestral(stack: GraphStack, weights: Weights) -> Weights:
    """Weight of the graphs with a directed path from i to j."""
    return _core.ancestor_weights(stack.words, stack.starts, weights, stack.n_nodes)


KERNELS: dict[Marginal, Callable[[GraphStack, Weights], Weights]] = {
    "directed": directed,
    "skeleton": skeleton,
    "ancestral": ancestral,
}
