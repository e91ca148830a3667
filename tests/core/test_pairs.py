"""How many pairs are in which states of two graphs: by merging words, and from packed bits."""

import random

import numpy as np
import pytest

from edgemark import Graph, _core
from tests.core.words import STATES, edges_of, words
from tests.oracle.graphs import PAIR_STATES
from tests.strategies import random_edges

PAIRS_IN_A_BLOCK = 512
SIZES = [0, 1, 2, 3, 8, 11, 12, 13, 31, 32, 33, 34, 45, 64, 100, 128, 129, 183]


def table_by_definition(n_nodes, truth, estimate):
    """One pair of nodes after the other."""
    table = np.zeros((16, 16), int)
    state_of = [{word >> 4: word & 15 for word in graph.tolist()} for graph in (truth, estimate)]
    for i in range(n_nodes):
        for j in range(i + 1, n_nodes):
            pair = i << 28 | j
            table[state_of[0].get(pair, 0), state_of[1].get(pair, 0)] += 1
    return table


def table_of_planes(truth, estimate, n_nodes):
    planes = [_core.pack_planes(graph, n_nodes) for graph in (truth, estimate)]
    return _core.pair_table_of_planes(*planes, n_nodes)


WAYS = [_core.pair_table, table_of_planes]


def random_words(rng, n_nodes, density, states=PAIR_STATES[1:]):
    return words(random_edges(rng, n_nodes, density, states))


def test_boundaries_of_blocks_and_of_groups_of_blocks_are_among_the_sizes():
    pairs = [n * (n - 1) // 2 for n in SIZES]
    assert any(p < PAIRS_IN_A_BLOCK for p in pairs)
    assert 528 in pairs
    assert 496 in pairs
    assert max(pairs) > 2 * 16 * PAIRS_IN_A_BLOCK


@pytest.mark.parametrize("count", WAYS)
@pytest.mark.parametrize("n_nodes", SIZES)
@pytest.mark.parametrize("density", [0.05, 0.5, 1.0])
def test_every_pair_is_counted_once_in_its_states(count, n_nodes, density):
    rng = random.Random(n_nodes)
    truth, estimate = (random_words(rng, n_nodes, density) for _ in range(2))
    expected = table_by_definition(n_nodes, truth, estimate)
    assert count(truth, estimate, n_nodes).tolist() == expected.tolist()


@pytest.mark.parametrize("count", WAYS)
@pytest.mark.parametrize("density", [(0.0, 1.0), (1.0, 0.0), (0.02, 0.9), (0.0, 0.0)])
def test_graphs_of_different_density_are_counted(count, density):
    rng = random.Random(0)
    truth, estimate = (random_words(rng, 40, d) for d in density)
    expected = table_by_definition(40, truth, estimate)
    assert count(truth, estimate, 40).tolist() == expected.tolist()


@pytest.mark.parametrize("count", WAYS)
@pytest.mark.parametrize("one", PAIR_STATES)
@pytest.mark.parametrize("other", PAIR_STATES)
def test_each_state_against_each_other_has_its_own_cell(count, one, other):
    truth, estimate = ([(0, glyph, 1) for glyph in glyphs] for glyphs in (one, other))
    cell = STATES.get(frozenset(one), 0), STATES.get(frozenset(other), 0)
    assert np.argwhere(count(words(truth), words(estimate), 2)).tolist() == [list(cell)]


@pytest.mark.parametrize("count", WAYS)
def test_one_pair_is_found_wherever_it_stands(count):
    n_nodes = 33
    for i in range(n_nodes):
        for j in range(i + 1, n_nodes):
            table = count(words([(i, "o->", j)]), words([(i, "---", j)]), n_nodes)
            assert (table[6, 15], table[0, 0]) == (1, 527)


@pytest.mark.parametrize("count", WAYS)
def test_a_graph_against_itself_fills_the_diagonal(count):
    graph = random_words(random.Random(2), 50, 0.6)
    table = count(graph, graph, 50)
    assert table.sum() == np.trace(table) == 1225


@pytest.mark.parametrize("count", WAYS)
def test_graphs_the_other_way_round_give_the_table_turned(count):
    rng = random.Random(3)
    truth, estimate = (random_words(rng, 50, 0.4) for _ in range(2))
    assert count(truth, estimate, 50).tolist() == count(estimate, truth, 50).T.tolist()


def test_the_pairs_of_the_largest_graph_do_not_overflow():
    n_nodes = 2**28 - 1
    edge = words([(0, "-->", n_nodes - 1)])
    table = _core.pair_table(edge, words([]), n_nodes)
    assert (table[14, 0], table[0, 0]) == (1, n_nodes * (n_nodes - 1) // 2 - 1)


def test_words_of_a_graph_are_those_of_the_header():
    edges = random_edges(random.Random(4), 30, 0.5)
    assert Graph(30, edges).words.tolist() == words(edges).tolist()


def test_words_can_be_read_as_edges():
    graph = random_words(random.Random(5), 20, 0.5)
    assert words(edges_of(graph)).tolist() == graph.tolist()


def test_words_are_not_changed():
    graph = random_words(random.Random(6), 20, 0.5)
    before = graph.tobytes()
    for count in WAYS:
        count(graph, graph, 20)
    assert graph.tobytes() == before


def test_words_may_be_read_only():
    graph = Graph.parse("A --> B")
    assert _core.pair_table(graph.words, graph.words, 2)[14, 14] == 1


@pytest.mark.parametrize(
    "wrong",
    [np.zeros((2, 2), np.uint64), np.array(["a"]), [1, 2], None, "words"],
    ids=repr,
)
def test_what_are_no_words_is_a_type_error(wrong):
    with pytest.raises(TypeError):
        _core.pair_table(wrong, words([]), 2)
