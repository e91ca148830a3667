"""The probabilities and true states of the pairs that scores of probabilities compare."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Marginal, Sampled
from edgemark.errors import KindError, Remedy
from edgemark.graph import Graph, GraphSamples
from edgemark.graph.class_marginals import class_shares
from edgemark.graph.edge_probabilities import EdgeProbabilities
from edgemark.graph.edge_words import unpack
from edgemark.metrics.compared_graphs import cpdag_of, score_adjacencies
from edgemark.metrics.restricted_pairs import candidates_of, refuse_candidates
from edgemark.resources import demand_memory

__all__ = ["Values", "probabilities_and_truth", "weights_of_true_states"]

Values = NDArray[np.float64]

_BYTES_OF_PAIR = 60  # position, probability and truth of a pair, with sorted copies


def probabilities_and_truth(
    truth: Graph, estimate: EdgeProbabilities, of: Marginal, against: Sampled = "graph"
) -> tuple[Values, Values]:
    """
    Return, sorted, the probability of each pair and 1 if the truth has the edge, otherwise 0.

    With against="class", the second number is the share of the members of the class that have the edge.
    """
    n = truth.n_nodes
    demand_memory(_BYTES_OF_PAIR * n * n, f"a matrix of the probabilities of all pairs of {n} nodes")
    is_scored = _scored_cells(truth, of)
    return _sorted(estimate.marginals(of)[is_scored], _true_shares(truth, of, against)[is_scored])


def _scored_cells(truth: Graph, of: Marginal) -> NDArray[np.bool_]:
    """Mark the cells of a matrix whose pairs are scored: all, or those of the candidate edges."""
    n, candidates = truth.n_nodes, candidates_of(truth)
    cells = np.triu(np.ones((n, n), bool), 1) if of == "skeleton" else ~np.eye(n, dtype=bool)
    if candidates is None:
        return cells
    if of == "ancestral":
        refuse_candidates(truth, "a probability of directed paths")
    mask = candidates.mask
    return cells & (mask | mask.T) if of == "skeleton" else mask


def _true_shares(truth: Graph, of: Marginal, against: Sampled) -> Values:
    if against == "class":
        cpdag = cpdag_of(truth, "truth", score_adjacencies())
        shares: Values = cpdag.cached(("shares", of), lambda g: class_shares(g, of))
        return shares
    if of != "skeleton" and (reason := truth.objection("digraph")):
        raise KindError(
            f"probabilities of {of} edges need a directed graph as the truth; {reason}",
            Remedy("Score the adjacencies", 'of="skeleton"'),
            Remedy("Compare edges of any kind", "pair_brier(truth, samples)", "-m pair_brier"),
        )
    return GraphSamples.of(truth).marginals(of)


def weights_of_true_states(truth: Graph, estimate: GraphSamples) -> tuple[Values, Values]:
    """Return the weight of each pair's true state and the sum of all squared weights; sorted."""
    states, shares = estimate.states()
    # States that no sample has point to an additional matrix of zeros.
    position_of_state = np.full(16, states.size)
    position_of_state[states] = np.arange(states.size)
    with_zeros = np.concatenate([shares, np.zeros_like(shares[:1])])
    squares = np.sort(shares**2, axis=0).sum(axis=0)
    true_weights = shares[0].copy()  # The first state is "no edge".
    firsts, seconds, true_states = unpack(truth.words)
    true_weights[firsts, seconds] = with_zeros[position_of_state[true_states], firsts, seconds]
    upper = np.triu_indices(truth.n_nodes, 1)
    return _sorted(true_weights[upper], squares[upper])


def _sorted(first: Values, second: Values) -> tuple[Values, Values]:
    """Sort the values, so that the rounding of sums does not depend on the order of the nodes."""
    order = np.lexsort((second, first))
    return first[order], second[order]
