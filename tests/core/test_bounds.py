"""Least and greatest sums over the DAGs of a class, against an enumeration of its members."""

import random
from itertools import combinations, pairwise, permutations

import numpy as np
import pytest

import edgemark as em
from edgemark import _core
from tests.core.words import words
from tests.oracle import adjustment, classes, graphs
from tests.strategies import random_cpdag, random_dag

SEARCH = 1 << 30
PLENTY = 1 << 20


def lines(pairs):
    return [(a, "---", b) for a, b in pairs]


def listed(sets, cpdag, n_nodes):
    """Pairs of a node and its parents, in the order of the sets."""
    treatments, starts, members = sets.adjustments(words(cpdag), n_nodes)
    found = [frozenset(members[i:j].tolist()) for i, j in pairwise(starts.tolist())]
    return list(zip(treatments.tolist(), found, strict=True))


def bounds(cpdag, n_nodes, cost, limit=PLENTY, effort=SEARCH, most=0):
    """The bounds of the sums of cost(node, parents)."""
    sets = _core.ParentSets(words(cpdag), n_nodes, limit)
    costs = np.array([cost(*each) for each in listed(sets, cpdag, n_nodes)], np.uint64)
    return _core.cost_bounds(words(cpdag), n_nodes, sets, costs, most, effort)


def random_cost(seed, most):
    """A cost of each node and set that is the same whenever it is asked for."""
    return lambda v, parents: random.Random(str((seed, v, sorted(parents)))).randint(0, most)


def summed(cost):
    """Sums over the nodes of DAGs given as arrows."""
    return lambda nodes, arrows: sum(cost(v, classes.parents(arrows, v)) for v in nodes)


# ---- sets of parents


@pytest.mark.parametrize("p", [1, 2, 3, 4])
def test_the_sets_of_parents_are_those_of_the_members_of_a_class(p):
    nodes = tuple(range(p))
    for cpdag in classes.all_cpdags(nodes):
        found = listed(_core.ParentSets(words(cpdag), p, PLENTY), cpdag, p)
        expected = [
            (v, own) for v, all_own in classes.parent_sets(nodes, cpdag).items() for own in all_own
        ]
        assert len(found) == len(expected)
        assert set(found) == set(expected)


def test_a_node_with_more_sets_than_the_limit_has_none():
    star = lines((0, leaf) for leaf in range(1, 6))
    found = listed(_core.ParentSets(words(star), 6, 5), star, 6)
    assert [v for v, _ in found] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_a_node_with_as_many_sets_as_the_limit_has_them():
    star = lines((0, leaf) for leaf in range(1, 6))
    assert len(_core.ParentSets(words(star), 6, 6)) == 6 + 5 * 2


# ---- the search against all members


@pytest.mark.parametrize("p", [1, 2, 3, 4, 5])
def test_bounds_over_every_connected_chordal_graph(p):
    nodes = tuple(range(p))
    for k, chordal in enumerate(classes.connected_chordal_graphs(nodes)):
        cost = random_cost(k, 9)
        sums = classes.costs_of_members(nodes, chordal, cost)
        assert bounds(chordal, p, cost) == (min(sums), max(sums), True)


@pytest.mark.parametrize("p", [2, 3, 4])
def test_bounds_over_every_class(p):
    nodes = tuple(range(p))
    for k, cpdag in enumerate(classes.all_cpdags(nodes)):
        cost = random_cost(k, 9)
        sums = classes.costs_of_members(nodes, cpdag, cost)
        assert bounds(cpdag, p, cost) == (min(sums), max(sums), True)


def chordal_graph(rng, n_nodes, most):
    """Each node joins a clique of earlier ones."""
    cliques, pairs = [()], []
    for v in range(n_nodes):
        clique = rng.choice(cliques[-6:])
        joined = rng.sample(clique, min(len(clique), rng.randint(1, most)))
        pairs += [(u, v) for u in joined]
        cliques.append((*joined, v))
    names = rng.sample(range(n_nodes), n_nodes)
    return lines((names[a], names[b]) for a, b in pairs)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(300))
def test_bounds_over_random_chordal_graphs_of_eight_nodes(seed):
    chordal = chordal_graph(random.Random(seed), 8, 3)
    cost = random_cost(seed, 50)
    sums = classes.costs_of_members(range(8), chordal, cost)
    assert bounds(chordal, 8, cost) == (min(sums), max(sums), True)


@pytest.mark.long
def test_bounds_over_connected_chordal_graphs_of_six_nodes():
    nodes = tuple(range(6))
    every = classes.connected_chordal_graphs(nodes)
    for k, chordal in enumerate(random.Random(6).sample(every, 200)):
        cost = random_cost(k, 9)
        sums = classes.costs_of_members(nodes, chordal, cost)
        assert bounds(chordal, 6, cost) == (min(sums), max(sums), True)


# ---- larger graphs whose members are known


def rooted_at(edges, root):
    """The arrows of an undirected tree directed away from a node."""
    near = {}
    for a, _, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    arrows, reached = set(), [root]
    for v in reached:
        for w in near[v]:
            if (w, v) not in arrows:
                arrows.add((v, w))
                reached.append(w)
    return arrows


def random_tree(rng, n_nodes):
    return lines((rng.randrange(v), v) for v in range(1, n_nodes))


TREES = {
    "path": lines((v, v + 1) for v in range(59)),
    "star": lines((0, v) for v in range(1, 60)),
    "tree": random_tree(random.Random(1), 60),
}


@pytest.mark.parametrize("name", TREES)
def test_the_members_of_a_tree_are_its_rootings(name):
    cost = random_cost(name, 1000)
    sums = [summed(cost)(range(60), rooted_at(TREES[name], root)) for root in range(60)]
    assert bounds(TREES[name], 60, cost) == (min(sums), max(sums), True)


def test_the_members_of_a_complete_graph_are_its_orders():
    cost = random_cost(8, 1000)
    orders = (combinations(order, 2) for order in permutations(range(7)))
    sums = [summed(cost)(range(7), frozenset(arrows)) for arrows in orders]
    assert bounds(lines(combinations(range(7), 2)), 7, cost) == (min(sums), max(sums), True)


@pytest.mark.parametrize("seed", range(5))
def test_no_order_of_elimination_leaves_the_bounds_of_a_larger_chordal_graph(seed):
    rng = random.Random(seed)
    chordal = chordal_graph(rng, 30, 4)
    cost = random_cost(seed, 1000)
    lower, upper, exact = bounds(chordal, 30, cost)
    sums = [summed(cost)(range(30), random_member(rng, chordal, 30)) for _ in range(300)]
    assert exact
    assert lower <= min(sums)
    assert max(sums) <= upper


def random_member(rng, chordal, n_nodes):
    """A maximum cardinality search directs a chordal graph without an unshielded collider."""
    near = {v: graphs.neighbours(chordal, v) for v in range(n_nodes)}
    order = []
    while len(order) < n_nodes:
        left = [v for v in range(n_nodes) if v not in order]
        most = max(len(near[v] & set(order)) for v in left)
        order.append(rng.choice([v for v in left if len(near[v] & set(order)) == most]))
    place = {v: k for k, v in enumerate(order)}
    return {(a, b) if place[a] < place[b] else (b, a) for a, _, b in chordal}


def test_relabelled_nodes_have_the_same_bounds():
    chordal = chordal_graph(random.Random(1), 40, 4)
    names = random.Random(2).sample(range(40), 40)
    back = {name: v for v, name in enumerate(names)}
    cost = random_cost(1, 1000)
    found = bounds(chordal, 40, cost)
    renamed = bounds(
        graphs.renamed(chordal, names),
        40,
        lambda v, parents: cost(back[v], frozenset(back[u] for u in parents)),
    )
    assert found == renamed


def test_a_long_path_takes_no_deep_recursion():
    path = lines((v, v + 1) for v in range(99_999))
    lower, upper, exact = bounds(path, 100_000, lambda v, parents: len(parents))
    assert (lower, upper, exact) == (99_999, 99_999, True)


# ---- outer bounds


@pytest.mark.parametrize("effort", [{"effort": 0}, {"limit": 2, "most": 9}])
@pytest.mark.parametrize("p", [4, 5])
def test_bounds_that_are_not_exact_hold_all_sums(p, effort):
    nodes = tuple(range(p))
    inexact = 0
    for k, chordal in enumerate(classes.connected_chordal_graphs(nodes)):
        cost = random_cost(k, 9)
        sums = classes.costs_of_members(nodes, chordal, cost)
        lower, upper, exact = bounds(chordal, p, cost, **effort)
        inexact += not exact
        assert lower <= min(sums)
        assert max(sums) <= upper
    assert inexact > 0


def test_a_component_out_of_reach_leaves_the_others_exact():
    cost = random_cost(3, 9)
    path = lines([(0, 1), (1, 2)])
    star = lines((3, leaf) for leaf in (4, 5, 6))
    sums = classes.costs_of_members(range(3), path, cost)
    far = [own for v in (4, 5, 6) for own in [[cost(v, set()), cost(v, {3})]]]
    lower, upper, exact = bounds([*path, *star], 7, cost, limit=3, most=9)
    assert lower == min(sums) + sum(map(min, far))
    assert upper == max(sums) + sum(map(max, far)) + 9
    assert not exact


def test_a_clique_of_30_is_told_to_be_out_of_reach():
    complete = lines(combinations(range(30), 2))
    assert bounds(complete, 30, random_cost(0, 1), limit=1 << 10, most=29) == (0, 30 * 29, False)


def test_costs_are_counted():
    sets = _core.ParentSets(words(lines([(0, 1)])), 2, PLENTY)
    with pytest.raises(ValueError, match="one cost is needed for each set"):
        _core.cost_bounds(words(lines([(0, 1)])), 2, sets, np.zeros(3, np.uint64), 0, SEARCH)


# ---- the SID


def sid_bounds(truth, cpdag, n_nodes):
    sets = _core.ParentSets(words(cpdag), n_nodes, PLENTY)
    of_sets = sets.adjustments(words(cpdag), n_nodes)
    costs = _core.parent_set_mistakes(words(truth), n_nodes, *of_sets, 1)
    return _core.cost_bounds(words(cpdag), n_nodes, sets, costs, n_nodes - 1, SEARCH)


@pytest.mark.parametrize(("p", "density"), [(4, 0.5), (5, 0.5), (6, 0.5), (7, 0.3)])
def test_bounds_of_the_sid_are_those_of_the_members(p, density):
    rng = random.Random(p)
    for _ in range(15):
        truth, cpdag = random_dag(rng, p, 0.5), random_cpdag(rng, p, density)
        expected = adjustment.sid_bounds(range(p), truth, cpdag)
        assert sid_bounds(truth, cpdag, p) == (*expected, True)


@pytest.mark.parametrize(("truth", "expected"), [([(0, 1), (1, 2)], (0, 6)), ([(1, 0), (2, 0)], (1, 4))])
def test_bounds_of_the_sid_of_an_undirected_path(truth, expected):
    arrows = [(a, "-->", b) for a, b in truth]
    assert sid_bounds(arrows, lines([(0, 1), (1, 2)]), 3) == (*expected, True)


# ---- with little effort


def bounds_and_members(truth, cpdag, n_nodes, effort):
    """Lower and upper bound of the SID, and those of the members that were found."""
    stacks = []
    for graph in (words(truth), words(cpdag)):
        stacks += [graph, np.array([0, graph.size], np.uint64)]
    return [int(number[0]) for number in _core.sid_bounds(*stacks, n_nodes, effort, 1)]


@pytest.mark.parametrize("effort", [0, 30, 60, 120, SEARCH])
def test_e2_bounds_of_any_effort_hold_all_members_and_two_of_them_were_found(effort):
    rng = random.Random(effort)
    n_exact = 0
    for chordal in classes.connected_chordal_graphs(range(5)):
        truth = random_dag(rng, 5, 0.5)
        sums = adjustment.sids_of_members(range(5), truth, chordal)
        lower, upper, nearest, farthest = bounds_and_members(truth, chordal, 5, effort)
        assert lower <= min(sums) <= nearest <= farthest <= max(sums) <= upper
        assert {nearest, farthest} <= set(sums)
        n_exact += (lower, upper) == (nearest, farthest)
    n_classes = len(classes.connected_chordal_graphs(range(5)))
    assert n_exact == n_classes if effort == SEARCH else 0 < n_exact <= n_classes
    assert effort > 0 or n_exact < n_classes


@pytest.mark.parametrize("name", ["star", "tree"])
@pytest.mark.parametrize("effort", [0, 1 << 14, 1 << 26])
def test_e2_bounds_of_nodes_with_too_many_parent_sets(name, effort):
    n = 80
    edges = TREES["star"] if name == "star" else random_tree(random.Random(2), n)
    edges = lines((0, v) for v in range(1, n)) if name == "star" else edges
    rng = random.Random(3)
    truth = random_dag(rng, n, 0.05)
    known = em.Graph(n, truth)
    sids = [
        em.sid(known, em.Graph(n, [(a, "-->", b) for a, b in rooted_at(edges, root)]))
        for root in range(n)
    ]
    lower, upper, nearest, farthest = bounds_and_members(truth, edges, n, effort)
    assert lower <= min(sids) <= nearest <= farthest <= max(sids) <= upper
    assert {nearest, farthest} <= set(sids)
    if effort == 1 << 26:
        assert (lower, upper) == (min(sids), max(sids))
    if effort == 1 << 14:
        assert upper < n * (n - 1)


def k_tree(rng, n_nodes, k):
    """Each node joins a clique of k earlier ones, any of those that there are."""
    cliques, pairs = [tuple(range(k))], list(combinations(range(k), 2))
    for v in range(k, n_nodes):
        clique = rng.choice(cliques)
        pairs += [(u, v) for u in clique]
        cliques += [(*(u for u in clique if u != left), v) for left in clique]
    return lines(pairs)


@pytest.mark.parametrize(
    ("n_nodes", "draw"),
    [
        (300, lambda rng: chordal_graph(rng, 300, 7)),
        (200, lambda rng: k_tree(rng, 200, 7)),
        (60, lambda rng: k_tree(rng, 60, 11)),
    ],
)
def test_e2_random_chordal_classes_are_exact(n_nodes, draw):
    rng = random.Random(n_nodes)
    chordal, truth = draw(rng), random_dag(rng, n_nodes, 5 / n_nodes)
    lower, upper, nearest, farthest = bounds_and_members(truth, chordal, n_nodes, 1 << 26)
    assert (lower, upper) == (nearest, farthest)
    known = em.Graph(n_nodes, truth)
    for _ in range(3):
        member = random_member(rng, chordal, n_nodes)
        assert lower <= em.sid(known, em.Graph(n_nodes, [(a, "-->", b) for a, b in member])) <= upper


def test_e2_a_clique_of_30_is_exact_where_members_reach_the_bounds_of_its_pairs():
    complete = lines(combinations(range(30), 2))
    path = [(v, "-->", v + 1) for v in range(29)]
    # Along the path every effect is right. Against it, each node has its descendants as parents.
    lower, upper, nearest, farthest = bounds_and_members(path, complete, 30, 1 << 26)
    backwards = [(w, "-->", v) for v, w in combinations(range(30), 2)]
    most = em.sid(em.Graph(30, path), em.Graph(30, backwards))
    assert (lower, nearest, farthest) == (0, 0, most)
    assert upper <= 30 * 29
