"""Kernels over weighted samples of graphs."""

import random

import numpy as np
import pytest

from edgemark import _core
from tests.core.test_stack import SIZES, mixed, stacked, unstacked
from tests.core.words import edges_of, words
from tests.oracle.graphs import PAIR_STATES
from tests.strategies import random_edges


@pytest.mark.parametrize("n_nodes", SIZES)
def test_distinct_graphs_are_kept_in_the_order_of_their_first_appearance(n_nodes):
    rng = random.Random(n_nodes)
    pool = mixed(n_nodes, n_graphs=8)
    graphs = [rng.choice(pool) for _ in range(40)]
    kept, starts, which = _core.distinct(*stacked(graphs))
    found = unstacked((kept, starts))
    assert [found[k] for k in which] == [graph.tolist() for graph in graphs]
    seen = []
    for graph in graphs:
        if graph.tolist() not in seen:
            seen.append(graph.tolist())
    assert found == seen


def test_an_empty_stack_has_no_distinct_graphs():
    kept, starts, which = _core.distinct(*stacked([]))
    assert (kept.size, starts.tolist(), which.size) == (0, [0], 0)


@pytest.mark.parametrize("n_nodes", [n for n in SIZES if n])
def test_renumbering_moves_each_edge_to_the_new_numbers(n_nodes):
    rng = random.Random(n_nodes)
    graphs = [random_edges(rng, n_nodes, 0.3, PAIR_STATES[1:]) for _ in range(10)]
    to = rng.sample(range(n_nodes + 3), n_nodes)
    found = unstacked(_core.renumbered(*stacked([words(g) for g in graphs]), np.array(to, np.uint64)))
    moved = [[(to[a], glyph, to[b]) for a, glyph, b in edges] for edges in graphs]
    assert found == [words(edges).tolist() for edges in moved]


@pytest.mark.parametrize("n_nodes", SIZES)
def test_weights_are_added_by_pair_and_state(n_nodes):
    graphs = mixed(n_nodes)
    weights = np.arange(1.0, len(graphs) + 1)
    states = np.arange(1, 16, dtype=np.uint8)
    expected = np.zeros((15, n_nodes, n_nodes))
    for graph, weight in zip(graphs, weights, strict=True):
        for word in graph.tolist():
            expected[(word & 15) - 1, word >> 32, word >> 4 & 0x0FFFFFFF] += weight
    found = _core.state_weights(*stacked(graphs), weights, n_nodes, states)
    np.testing.assert_array_equal(found, expected)


def chain(moves, most_words=10**6):
    """
    The graphs that a chain visits, how long it stays at each, and the position of an impossible move.

    A move is a list of (edge, whether it is added) and the time that the chain stays afterwards.
    """
    changes = [words([edge])[0] for edges, _ in moves for edge, _ in edges]
    added = [now for edges, _ in moves for _, now in edges]
    starts = np.cumsum([0, *(len(edges) for edges, _ in moves)])
    holds = [float(hold) for _, hold in moves]
    found, ends, held, bad = _core.visits(
        np.array(changes, np.uint64), np.array(added, np.uint8), starts.astype(np.uint64),
        np.array(holds), most_words)  # fmt: skip
    return [edges_of(np.array(g, np.uint64)) for g in unstacked((found, ends))], held.tolist(), bad


FORTH, BACK, LINE = (0, "-->", 1), (0, "<--", 1), (0, "---", 1)


def test_a_chain_that_changes_single_edges_may_visit_a_cycle_of_two_nodes():
    moves = [([(FORTH, True)], 1), ([(BACK, True)], 2), ([(FORTH, False)], 3), ([(BACK, False)], 4)]
    graphs, held, bad = chain(moves)
    assert [set(edges) for edges in graphs] == [{FORTH}, {FORTH, BACK}, {BACK}, set()]
    assert (held, bad) == ([1, 2, 3, 4], None)


def test_a_graph_at_which_the_chain_stays_for_no_time_is_not_visited():
    graphs, held, _ = chain([([(FORTH, True)], 0), ([(FORTH, False)], 2), ([(LINE, True)], 1)])
    assert (graphs, held) == ([[], [LINE]], [2, 1])


@pytest.mark.parametrize("second", [(FORTH, True), (BACK, False), (LINE, True), ((1, "-->", 2), False)])
def test_the_position_of_an_impossible_move_is_returned(second):
    assert chain([([(FORTH, True)], 1), ([second], 1), ([], 1)])[2] == 1


def test_a_chain_is_not_followed_once_its_graphs_have_too_many_words():
    graphs, _, bad = chain([([((0, "-->", k), True)], 1) for k in range(1, 50)], most_words=10)
    assert (len(graphs), bad) == (5, None)
