"""Distances between causal effects: gadjid counts the same, also on graphs of hundreds of nodes."""

import random
from itertools import combinations

import gadjid
import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from tests.metrics.test_adjustment import AIDS, every_aid
from tests.strategies import random_dag

# ---- gadjid


def int8_matrix(graph):
    matrix = np.zeros((graph.n_nodes,) * 2, np.int8)
    words = graph.words
    i, j, state = (words >> 32).astype(int), (words >> 4 & 0x0FFFFFFF).astype(int), words & 15
    matrix[i[state == 14], j[state == 14]] = 1
    matrix[j[state == 11], i[state == 11]] = 1
    matrix[i[state == 15], j[state == 15]] = 2
    assert np.count_nonzero(matrix) == len(words)
    return matrix


def by_gadjid(name, truth, estimate):
    function = gadjid.sid if name == "sid" else getattr(gadjid, f"{name}_aid")
    return function(int8_matrix(truth), int8_matrix(estimate), edge_direction="from row to column")


def check_with_gadjid(name, truth, estimate):
    rate, n_wrong = by_gadjid(name, truth, estimate)
    got = em.sid(truth, estimate) if name == "sid" else AIDS[name](truth, estimate, compare="native")
    assert got == n_wrong, (name, truth, estimate)
    assert got.rate == pytest.approx(rate)


def shapes(rng, n_nodes):
    """Empty, disconnected, sparse, dense and complete."""
    edges_per_node = rng.choice((0, 0.5, 1, 2, 5, 0.15 * n_nodes, n_nodes))
    return min(1, 2 * edges_per_node / n_nodes)


def drawn_pair(rng, n_nodes, kinds):
    """DAGs, or the CPDAGs of DAGs."""
    pair = [Graph(n_nodes, random_dag(rng, n_nodes, shapes(rng, n_nodes)), kind="dag") for _ in kinds]
    return [em.to_cpdag(dag) if kind == "cpdag" else dag for dag, kind in zip(pair, kinds, strict=True)]


NATIVE = [("dag", "dag"), ("cpdag", "cpdag"), ("dag", "cpdag"), ("cpdag", "dag")]


@every_aid
@pytest.mark.parametrize("kinds", NATIVE, ids="-".join)
@pytest.mark.parametrize("n_nodes", [3, 4, 6, 9, 14, 25])
def test_aid_is_gadjids(n_nodes, kinds, name):
    rng = random.Random(str((n_nodes, kinds, name)))
    for _ in range(5):
        check_with_gadjid(name, *drawn_pair(rng, n_nodes, kinds))


@pytest.mark.parametrize("name", ["parent", "ancestor", "sid"])
@pytest.mark.parametrize("n_nodes", [63, 64, 65, 100, 127, 128, 129, 300])
def test_aid_of_larger_graphs_is_gadjids(n_nodes, name):
    rng = random.Random(str((n_nodes, name)))
    for density in (1 / n_nodes, 4 / n_nodes):
        for kinds in NATIVE[: 1 if name == "sid" else 3]:
            pair = [Graph(n_nodes, random_dag(rng, n_nodes, density), kind="dag") for _ in kinds]
            sides = [em.to_cpdag(d) if k == "cpdag" else d for d, k in zip(pair, kinds, strict=True)]
            check_with_gadjid(name, *sides)


@pytest.mark.parametrize("edges_per_node", [5, 15])
@pytest.mark.parametrize("n_other", [0, 5, 60, None])
def test_oset_aid_with_many_claimed_effects_is_gadjids(n_other, edges_per_node):
    """Estimates that are the truth, differ from it in few or many edges, or have nothing in common."""
    rng = random.Random(str((n_other, edges_per_node)))
    n_nodes = 100
    order = rng.sample(range(n_nodes), n_nodes)
    ordered_pairs = list(combinations(order, 2))
    one = set(rng.sample(ordered_pairs, edges_per_node * n_nodes))
    if n_other is None:
        other = set(random_dag(rng, n_nodes, 2 * edges_per_node / n_nodes))
    else:
        other = {(a, "-->", b) for a, b in one ^ set(rng.sample(ordered_pairs, n_other))}
    truth = Graph(n_nodes, [(a, "-->", b) for a, b in one], kind="dag")
    check_with_gadjid("oset", truth, Graph(n_nodes, list(other), kind="dag"))


@pytest.mark.parametrize("kinds", NATIVE[:2], ids="-".join)
@pytest.mark.parametrize("n_nodes", [32, 33, 63, 64, 65, 127, 128, 129])
def test_oset_aid_of_larger_graphs_is_gadjids(n_nodes, kinds):
    rng = random.Random(n_nodes)
    pair = [Graph(n_nodes, random_dag(rng, n_nodes, 2 / n_nodes), kind="dag") for _ in kinds]
    sides = [em.to_cpdag(d) if k == "cpdag" else d for d, k in zip(pair, kinds, strict=True)]
    check_with_gadjid("oset", *sides)


@pytest.mark.parametrize("name", ["parent", "ancestor"])
@pytest.mark.parametrize("n_nodes", [511, 512, 513])
def test_aid_on_both_sides_of_512_nodes_is_gadjids(n_nodes, name):
    rng = random.Random(n_nodes)
    pair = [Graph(n_nodes, random_dag(rng, n_nodes, 3 / n_nodes), kind="dag") for _ in range(2)]
    check_with_gadjid(name, *pair)
    check_with_gadjid(name, *map(em.to_cpdag, pair))


@pytest.mark.long
@every_aid
@pytest.mark.parametrize("seed", range(8))
def test_aid_of_thousands_of_graphs_is_gadjids(seed, name):
    rng = random.Random(str((seed, name)))
    largest = 40 if name == "oset" else 120
    for _ in range(250):
        n_nodes = rng.randint(3, rng.choice((8, 20, largest)))
        check_with_gadjid(name, *drawn_pair(rng, n_nodes, rng.choice(NATIVE)))


@pytest.mark.long
@every_aid
@pytest.mark.parametrize("kinds", NATIVE, ids="-".join)
def test_aid_of_300_nodes_is_gadjids(name, kinds):
    rng = random.Random(str((name, kinds)))
    for edges_per_node in (0.5, 2, 5) if name == "oset" else (0.5, 2, 5, 45):
        density = 2 * edges_per_node / 300
        pair = [Graph(300, random_dag(rng, 300, density), kind="dag") for _ in kinds]
        sides = [em.to_cpdag(d) if k == "cpdag" else d for d, k in zip(pair, kinds, strict=True)]
        check_with_gadjid(name, *sides)


@pytest.mark.parametrize("wanted", ["1", "2", "5"])
def test_any_number_of_threads_gives_the_same_numbers(monkeypatch, wanted):
    rng = random.Random(10)
    pair = [Graph(600, random_dag(rng, 600, 4 / 600), kind="dag") for _ in range(2)]
    numbers = {}
    for n_threads in ("1", wanted):
        monkeypatch.setenv("EDGEMARK_NUM_THREADS", n_threads)
        sides = [Graph(600, g.edges(), kind="dag") for g in map(unnamed, pair)]
        numbers[n_threads] = [
            em.sid(*sides),
            em.ancestor_aid(*sides),
            em.oset_aid(*sides),
            em.parent_aid(*sides, compare="cpdag"),
            em.sid_bounds(sides[0], em.to_cpdag(sides[1])),
            em.effects(*sides, treatments=["5", "77"]).codes.tobytes(),
        ]
    assert numbers["1"] == numbers[wanted]


def unnamed(graph):
    """A graph without anything remembered."""
    return Graph._make(None, graph.n_nodes, graph.words.copy(), graph.kind)
