"""The total weight of the graphs of a stack that have each edge, each adjacency or each path."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions.options import Marginal
from edgemark.errors import KindError, Remedy
from edgemark.graph.kinds import class_of, describe
from edgemark.graph.marks import BACKWARD, CYCLE, FLIP, FORWARD, SINGLES, STATE_OF, UNDIRECTED
from edgemark.graph.stack import GraphStack
from edgemark.resources import demand_memory

Weights = NDArray[np.float64]


def state_sums(stack: GraphStack, weights: Weights) -> tuple[NDArray[np.uint8], Weights]:
    """Return the states that occur, without 0, and the weight of every pair i < j in each state."""
    states = np.array(sorted(stack.present_states), np.uint8)
    # One matrix for each state and one for their sum; `state_shares` needs twice as many at its peak.
    _demand_matrices(stack, 2 * (len(states) + 1))
    sums = _core.state_weights(stack.words, stack.starts, weights, stack.n_nodes, states)
    return states, sums


def state_shares(stack: GraphStack, weights: Weights, total: float) -> tuple[NDArray[np.uint8], Weights]:
    """Return the states that occur, 0 first, and the share of every pair i < j in each state."""
    states, sums = state_sums(stack, weights)
    shares = _without_rounding_errors(
        np.concatenate([total - sums.sum(axis=0, keepdims=True), sums]) / total
    )
    return np.concatenate([np.zeros(1, np.uint8), states]), np.triu(np.clip(shares, 0, 1), 1)


def _demand_matrices(stack: GraphStack, n_matrices: int) -> None:
    """Raise LimitError unless memory holds that many matrices."""
    n = stack.n_nodes
    demand_memory(8 * n_matrices * n * n, f"a matrix of the shares of all pairs of {n} nodes")


def directed(stack: GraphStack, weights: Weights) -> Weights:
    """Return the weight of the graphs with i --> j, alone or beside another edge."""
    return _weight_with(stack, weights, {FORWARD})


def entries(stack: GraphStack, weights: Weights) -> Weights:
    """
    Return the weight of the graphs with i --> j or i --- j; an undirected edge counts in both
    directions.
    """
    return _weight_with(stack, weights, {FORWARD, UNDIRECTED})


def _weight_with(stack: GraphStack, weights: Weights, edge_states: set[int]) -> Weights:
    """
    Return the weight of the graphs in which the edge of i and j, seen from i, has one of these states.
    """
    _demand_matrices(stack, 3)
    weight = np.zeros((stack.n_nodes, stack.n_nodes))
    for state, weight_in_state in zip(*state_sums(stack, weights), strict=True):
        if not edge_states.isdisjoint(SINGLES[int(state)]):
            weight += weight_in_state
        if not edge_states.isdisjoint(SINGLES[int(FLIP[state])]):
            weight += weight_in_state.T
    return weight


def skeleton(stack: GraphStack, weights: Weights) -> Weights:
    """Return the weight of the graphs in which i and j are adjacent."""
    adjacent = np.array([UNDIRECTED], np.uint8)
    words = stack.words | np.uint64(UNDIRECTED)
    _demand_matrices(stack, 3)
    weight: Weights = _core.state_weights(words, stack.starts, weights, stack.n_nodes, adjacent)[0]
    return weight + weight.T


def ancestral(stack: GraphStack, weights: Weights) -> Weights:
    """Return the weight of the graphs with a directed path from i to j."""
    _refuse_selection(stack)
    _demand_matrices(stack, 3)
    return _core.ancestor_weights(stack.words, stack.starts, weights, stack.n_nodes)


_OF_SELECTION = frozenset(STATE_OF[glyph] for glyph in ("---", "o--", "--o"))


def _refuse_selection(stack: GraphStack) -> None:
    """
    Refuse MAGs and PAGs with marks of selection.

    In these, A --> B may mean that A is an ancestor of a selected node instead of B.
    """
    has_declared = not {"mag", "pag"}.isdisjoint(kind or "" for kind in stack.kinds)
    if _OF_SELECTION.isdisjoint(stack.present_states):
        return
    if not has_declared and stack.present_states <= {FORWARD, BACKWARD, CYCLE, UNDIRECTED}:
        return  # Graphs with these edges are read as CPDAGs unless they are declared.
    for k, graph in enumerate(stack):
        kind = class_of(graph)
        if kind in ("mag", "pag") and not _OF_SELECTION.isdisjoint(graph.present_states):
            raise KindError(
                f"shares of ancestors need graphs without selection; sample {k} has an edge --- or o--, "
                f"which stands for selection in {describe(kind)}",
                Remedy('Count its edges: use "directed" or "skeleton"'),
            )


def shares(
    kernel: Callable[[GraphStack, Weights], Weights], stack: GraphStack, weights: Weights, total: float
) -> Weights:
    """Return the sums of a kernel as shares of the total weight."""
    return shares_of_sums(kernel(stack, weights), weights, total)


def shares_of_sums(sums: Weights, weights: Weights, total: float) -> Weights:
    """Return sums of weights as shares of the total; shares that differ only by rounding are equal."""
    # The weights may be added in another order than the total, so clip at 1.
    return np.minimum(_without_rounding_errors(merge_near_ties(sums, weights) / total), 1)


def _without_rounding_errors(shares: Weights) -> Weights:
    """
    Remove the rounding errors of additions from shares with at most nine decimals, such as 0.5.

    Otherwise the order of the additions would decide whether a share of 0.5 is above the threshold 0.5.
    """
    rounded = np.round(shares, 9)
    return np.where(np.abs(shares - rounded) <= ROUNDING * rounded, rounded, shares)


def in_whole_numbers(weights: Weights) -> Weights:
    """
    Scale weights such as 0.1, 0.2, 0.2 or 1/7, 2/7, 4/7 to integers in the same proportion.

    Integers add up exactly in any order. Other weights stay as they are.

    Examples:
        >>> in_whole_numbers(np.array([0.1, 0.2, 0.3])), in_whole_numbers(np.array([0.5, 2**0.5]))
        (array([1., 2., 3.]), array([0.5       , 1.41421356]))
    """
    if (weights == np.floor(weights)).all():
        return weights
    distinct = np.unique(weights[weights > 0])
    if distinct.size > _MAX_DISTINCT or distinct[-1] > _MAX_UNITS * distinct[0]:
        return weights
    multiples = distinct / distinct[0] * np.arange(1, _MAX_PARTS + 1)[:, None]
    close = np.abs(multiples - np.round(multiples)) <= ROUNDING * multiples
    fitting = np.flatnonzero(close.all(axis=1) & (multiples[:, -1] <= _MAX_UNITS))
    if not fitting.size:
        return weights
    integers: Weights = np.round(weights / distinct[0] * (fitting[0] + 1))
    return integers


def merge_near_ties(sums: Weights, weights: Weights) -> Weights:
    """
    Return sums of weights, and make those equal that differ only by rounding errors.

    Ties matter in rankings and credible sets, and 0.1 + 0.2 is not 0.3. Sums of integers are exact, so
    they stay as they are.
    """
    if (weights == np.floor(weights)).all():
        return sums
    distinct, place = np.unique(sums, return_inverse=True)
    starts_group = np.append(True, np.diff(distinct) > ROUNDING * distinct[1:])
    lowest_of_group: Weights = distinct[starts_group]
    return np.asarray(lowest_of_group[np.cumsum(starts_group) - 1][place].reshape(sums.shape))


ROUNDING = 1e-12
"""The largest relative rounding error of a sum of weights."""

_MAX_DISTINCT = 1000  # distinct weights
_MAX_PARTS = 1000  # units in the smallest weight
_MAX_UNITS = 10**6  # units in the largest weight, so that rounding stays far below one unit

KERNELS: dict[Marginal, Callable[[GraphStack, Weights], Weights]] = {
    "directed": directed,
    "skeleton": skeleton,
    "ancestral": ancestral,
}
