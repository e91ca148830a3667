"""Directed cycles, almost directed cycles, orders and who reaches whom."""

import random

import networkx as nx
import pytest

from edgemark import _core
from tests.core.words import words
from tests.oracle import graphs as oracle
from tests.strategies import random_dag, random_edges

SOME_ARROWS = (("-->",), ("<--",), ("---",), ("<->",), ("o->",), ("-->", "<->"), ("<--", "<->"))
CYCLIC = (*SOME_ARROWS, ("-->", "<--"))


def cases(states, n_cases=150, most=7):
    rng = random.Random(len(states))
    for _ in range(n_cases):
        n_nodes = rng.randint(0, most)
        yield n_nodes, random_edges(rng, n_nodes, rng.random(), states)


@pytest.mark.parametrize("states", [SOME_ARROWS, CYCLIC, (("-->",), ("<--",))])
def test_a_directed_cycle_is_found_exactly_where_there_is_one(states):
    for n_nodes, edges in cases(states):
        cycle = _core.directed_cycle(words(edges), n_nodes)
        if oracle.is_acyclic(range(n_nodes), edges):
            assert cycle == []
        else:
            assert oracle.is_directed_cycle(edges, cycle), edges


def test_a_directed_cycle_names_no_node_twice():
    for n_nodes, edges in cases(CYCLIC):
        cycle = _core.directed_cycle(words(edges), n_nodes)
        assert len(set(cycle)) == len(cycle)


def test_a_cycle_through_every_node_is_found():
    ring = [(k, "-->", (k + 1) % 100_000) for k in range(100_000)]
    cycle = _core.directed_cycle(words(ring), 100_000)
    assert len(cycle) == 100_000
    assert oracle.is_directed_cycle(ring, cycle)


@pytest.mark.parametrize("states", [SOME_ARROWS, CYCLIC])
def test_an_almost_directed_cycle_is_found_exactly_where_there_is_one(states):
    for n_nodes, edges in cases(states):
        simple = [
            (a, glyph, b)
            for a, glyph, b in edges
            if glyph != "<->" or len(oracle.between(edges, a, b)) == 1
        ]
        ends = _core.almost_directed_cycle(words(simple), n_nodes)
        if not oracle.has_almost_directed_cycle(range(n_nodes), simple):
            assert ends == []
        else:
            assert oracle.between(simple, *ends) == oracle.marks([(ends[0], "<->", ends[1])])
            assert tuple(ends) in oracle.directed_paths(range(n_nodes), simple)


def test_parents_come_first():
    rng = random.Random(1)
    for _ in range(100):
        n_nodes = rng.randint(0, 30)
        dag = random_dag(rng, n_nodes, rng.random())
        order = _core.parents_first(words(dag), n_nodes)
        assert sorted(order) == list(range(n_nodes))
        assert oracle.is_parents_first(dag, order)


def test_an_order_of_a_cyclic_graph_has_every_node_once():
    for n_nodes, edges in cases(CYCLIC):
        assert sorted(_core.parents_first(words(edges), n_nodes)) == list(range(n_nodes))


@pytest.mark.parametrize("states", [SOME_ARROWS, CYCLIC])
def test_directed_paths_lead_to_what_is_reachable(states):
    for n_nodes, edges in cases(states):
        pairs = oracle.ancestors(range(n_nodes), edges)
        for v in range(n_nodes):
            below = [y for x, y in pairs if x == v]
            above = [x for x, y in pairs if y == v]
            assert _core.reachable(words(edges), n_nodes, v, True) == sorted(below)
            assert _core.reachable(words(edges), n_nodes, v, False) == sorted(above)


def test_a_long_path_is_walked_to_its_end():
    n_nodes = 100_000
    path = words([(k, "-->", k + 1) for k in range(n_nodes - 1)])
    assert len(_core.reachable(path, n_nodes, 0, True)) == n_nodes - 1


@pytest.mark.parametrize("n_nodes", [511, 512, 513, 700])
@pytest.mark.parametrize("density", [0.5, 1.0, 3.0])
@pytest.mark.parametrize("cyclic", [False, True])
def test_ancestors_in_larger_graphs_are_those_of_networkx(n_nodes, density, cyclic):
    rng = random.Random(n_nodes)
    graphs = [sparse_arrows(rng, n_nodes, int(density * n_nodes), cyclic) for _ in range(2)]
    truth, estimate = (closure(arrows, n_nodes) for arrows in graphs)
    expected = len(truth & estimate), len(truth), len(estimate)
    assert overlap(*graphs, n_nodes) == expected


def sparse_arrows(rng, n_nodes, n_edges, cyclic):
    order = rng.sample(range(n_nodes), n_nodes)
    pairs = {tuple(rng.sample(range(n_nodes), 2)) for _ in range(n_edges)}
    if not cyclic:
        pairs = {(min(pair), max(pair)) for pair in pairs}
    return [(order[a], "-->", order[b]) for a, b in pairs]


def closure(edges, n_nodes):
    graph = nx.DiGraph([(a, b) for a, _, b in edges])
    graph.add_nodes_from(range(n_nodes))
    return {(v, w) for v in graph for w in nx.descendants(graph, v)}


def overlap(truth, estimate, n_nodes):
    return _core.ancestor_overlap(words(truth), False, words(estimate), False, n_nodes)


@pytest.mark.parametrize("states", [SOME_ARROWS, CYCLIC])
def test_ancestor_pairs_of_any_two_graphs_are_counted(states):
    for (n, truth), (m, estimate) in zip(cases(states), list(cases(states))[::-1], strict=True):
        nodes = range(max(n, m))
        pairs = oracle.ancestors(nodes, truth), oracle.ancestors(nodes, estimate)
        expected = len(pairs[0] & pairs[1]), len(pairs[0]), len(pairs[1])
        assert overlap(truth, estimate, len(nodes)) == expected


@pytest.mark.parametrize("n_nodes", [0, 1, 2, 600])
def test_graphs_without_edges_have_no_ancestors(n_nodes):
    assert overlap([], [], n_nodes) == (0, 0, 0)


def test_a_ring_makes_everybody_an_ancestor_of_everybody():
    n_nodes = 1030
    path = [(k, "-->", k + 1) for k in range(n_nodes - 1)]
    ring = [*path, (n_nodes - 1, "-->", 0)]
    pairs = n_nodes * (n_nodes - 1)
    assert overlap(ring, path, n_nodes) == (pairs // 2, pairs, pairs // 2)


def test_a_path_that_runs_against_the_positions_is_followed():
    n_nodes = 1030
    back = [(k + 1, "-->", k) for k in range(n_nodes - 1)]
    pairs = n_nodes * (n_nodes - 1) // 2
    assert overlap(back, back, n_nodes) == (pairs, pairs, pairs)


def test_e3_nodes_without_edges_cost_next_to_nothing():
    """For 400,000 nodes with one edge this took 53 seconds, when each source visited all nodes."""
    assert overlap([(0, "-->", 399_999)], [(0, "-->", 5)], 400_000) == (0, 1, 1)


def test_e3_separate_parts_are_looked_at_one_by_one():
    n_nodes = 400_000
    pairs = [(k, "-->", k + 1) for k in range(0, n_nodes, 2)]
    assert overlap(pairs, pairs, n_nodes) == (n_nodes // 2,) * 3
