"""Ancestors in every member of a class, and the colliders that two graphs share."""

import random

import pytest

from edgemark import _core
from tests.core.words import edges_of, words
from tests.oracle import graphs as oracle
from tests.strategies import random_dag, random_edges


@pytest.fixture(scope="module")
def small():
    """Every CPDAG of four nodes, with its ancestors in every member."""
    nodes = (0, 1, 2, 3)
    cpdags = [oracle.intersection(dags) for dags in oracle.all_classes(nodes).values()]
    shared = [
        set.intersection(*(oracle.ancestors(nodes, dag) for dag in dags))
        for dags in oracle.all_classes(nodes).values()
    ]
    return [words(cpdag) for cpdag in cpdags], shared


def test_every_pair_of_four_node_cpdags_shares_the_ancestors_of_every_member(small):
    cpdags, shared = small
    assert len(cpdags) == 185
    for truth, above in zip(cpdags, shared, strict=True):
        for estimate, also_above in zip(cpdags, shared, strict=True):
            expected = len(above & also_above), len(above), len(also_above)
            assert _core.ancestor_overlap(truth, True, estimate, True, 4) == expected


def test_each_side_is_read_in_its_own_way(small):
    cpdags, shared = small
    for cpdag, above in zip(cpdags, shared, strict=True):
        paths = oracle.ancestors(range(4), edges_of(cpdag))
        expected = len(above & paths), len(above), len(paths)
        assert _core.ancestor_overlap(cpdag, True, cpdag, False, 4) == expected
        assert _core.ancestor_overlap(cpdag, False, cpdag, True, 4) == (
            expected[0], expected[2], expected[1],
        )  # fmt: skip


def test_an_ancestor_in_every_member_needs_no_directed_path():
    cpdag = words([(0, "---", 1), (0, "---", 2), (1, "-->", 3), (2, "-->", 3)])
    assert _core.ancestor_overlap(cpdag, True, cpdag, False, 4) == (2, 3, 2)


def test_ways_through_adjacent_neighbours_compel_nothing():
    cpdag = words([(0, "---", 1), (0, "---", 2), (1, "---", 2), (1, "-->", 3), (4, "-->", 3)])
    readings = [
        _core.ancestor_overlap(cpdag, reading, cpdag, reading, 5)[1] for reading in (True, False)
    ]
    assert readings == [2, 2]


def test_ways_through_other_neighbours_compel_nothing():
    lines = [(a, "---", b) for a, b in ((0, 1), (0, 2), (0, 3), (1, 2), (2, 3))]
    cpdag = [*lines, (2, "-->", 4), (5, "-->", 4)]
    above = oracle.ancestors_in_every_member(range(6), cpdag)
    assert (0, 4) not in above
    assert _core.ancestor_overlap(words(cpdag), True, words(cpdag), True, 6) == (len(above),) * 3


def check_random_cpdags(n_nodes, density, seeds):
    """Compare with an enumeration of members; how many pairs had no directed path."""
    unpaved = 0
    for seed in seeds:
        dag = random_dag(random.Random(seed), n_nodes, density)
        if len(dag) > 10:
            continue
        members = oracle.members(range(n_nodes), dag)
        cpdag = oracle.intersection(members)
        above = set.intersection(*(oracle.ancestors(range(n_nodes), member) for member in members))
        paths = oracle.ancestors(range(n_nodes), cpdag)
        unpaved += len(above - paths)
        expected = len(above & paths), len(above), len(paths)
        assert _core.ancestor_overlap(words(cpdag), True, words(cpdag), False, n_nodes) == expected, dag
    return unpaved


@pytest.mark.parametrize(("n_nodes", "density"), [(5, 0.5), (6, 0.4), (7, 0.33)])
def test_random_cpdags_have_the_ancestors_of_every_member(n_nodes, density):
    assert check_random_cpdags(n_nodes, density, range(40)) > 0


@pytest.mark.long
@pytest.mark.parametrize(("n_nodes", "density"), [(6, 0.5), (7, 0.4), (8, 0.3)])
def test_many_random_cpdags_have_the_ancestors_of_every_member(n_nodes, density):
    assert check_random_cpdags(n_nodes, density, range(1000, 1500)) > 0


@pytest.mark.long
def test_every_five_node_cpdag_has_the_ancestors_of_every_member():
    nodes = (0, 1, 2, 3, 4)
    for dags in oracle.all_classes(nodes).values():
        cpdag = words(oracle.intersection(dags))
        above = set.intersection(*(oracle.ancestors(nodes, dag) for dag in dags))
        assert _core.ancestor_overlap(cpdag, True, cpdag, True, 5) == (len(above),) * 3


def side_by_side(graphs, seed):
    """Graphs of four nodes in one, their nodes spread over all positions."""
    places = random.Random(seed).sample(range(4 * len(graphs)), 4 * len(graphs))
    return [
        (places[4 * k + a], glyph, places[4 * k + b])
        for k, graph in enumerate(graphs)
        for a, glyph, b in edges_of(graph)
    ]


def test_classes_side_by_side_in_blocks_of_512_sources_do_not_disturb_each_other(small):
    cpdags, shared = small
    whole = words(side_by_side(cpdags, 0))
    n_pairs = sum(map(len, shared))
    assert _core.ancestor_overlap(whole, True, whole, True, 740) == (n_pairs,) * 3


def test_two_sets_of_classes_side_by_side_share_what_their_parts_share(small):
    cpdags, shared = small
    order = random.Random(1).sample(range(185), 185)
    truth, estimate = (words(side_by_side(g, 0)) for g in (cpdags, [cpdags[k] for k in order]))
    n_both = sum(len(shared[k] & shared[other]) for k, other in enumerate(order))
    n_each = sum(map(len, shared))
    assert _core.ancestor_overlap(truth, True, estimate, True, 740) == (n_both, n_each, n_each)


# ---- colliders


def random_pairs_of_graphs(n_cases=200):
    rng = random.Random(7)
    for _ in range(n_cases):
        n_nodes = rng.randint(0, 7)
        yield n_nodes, *(random_edges(rng, n_nodes, rng.random()) for _ in range(2))


def test_unshielded_colliders_of_any_graph_are_listed_once():
    for n_nodes, edges, _ in random_pairs_of_graphs():
        found = _core.unshielded_colliders(words(edges), n_nodes).tolist()
        expected = oracle.unshielded_colliders(range(n_nodes), edges)
        assert sorted(map(tuple, found)) == sorted(expected)


def test_unshielded_colliders_in_both_graphs_are_counted():
    for n_nodes, truth, estimate in random_pairs_of_graphs():
        one, other = (oracle.unshielded_colliders(range(n_nodes), g) for g in (truth, estimate))
        expected = len(one & other), len(one), len(other)
        assert _core.collider_overlap(words(truth), words(estimate), n_nodes) == expected


def test_a_collider_shielded_in_either_graph_is_not_in_both():
    collider = [(0, "-->", 2), (1, "-->", 2)]
    shielded = [*collider, (0, "---", 1)]
    assert _core.collider_overlap(words(collider), words(shielded), 3) == (0, 1, 0)


def test_many_parents_make_a_collider_of_every_two():
    star = words([(k, "-->", 999) for k in range(999)])
    pairs = 999 * 998 // 2
    assert _core.collider_overlap(star, star, 1000) == (pairs, pairs, pairs)


@pytest.mark.parametrize("n_nodes", [0, 1, 2])
def test_too_few_nodes_have_no_collider(n_nodes):
    nothing = words([])
    assert _core.unshielded_colliders(nothing, n_nodes).shape == (0, 3)
    assert _core.collider_overlap(nothing, nothing, n_nodes) == (0, 0, 0)
