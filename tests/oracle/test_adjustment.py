"""The oracles of the adjustment distances, against linear models, gadjid and published numbers."""

import random
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from edgemark import Graph
from tests.oracle import adjustment, classes, graphs
from tests.strategies import random_cpdag, random_dag, random_invalid_cpdag

AID = ("parent", "ancestor", "oset")
SIZES = [2, 3, 4, pytest.param(5, marks=pytest.mark.long)]
DAGS = {2: 3, 3: 25, 4: 543, 5: 29281}
CPDAGS = {2: 2, 3: 11, 4: 185, 5: 8782}


def count(name, n_nodes, truth, estimate):
    return adjustment.mistakes(adjustment.DISTANCES[name](range(n_nodes), truth, estimate))


def edges(*written):
    """Edges such as 0->1 and 0--2."""
    return [(int(e[0]), {"->": "-->", "--": "---"}[e[1:-1]], int(e[-1])) for e in written]


# ---- classes


@pytest.mark.parametrize("p", SIZES)
def test_there_are_as_many_dags_and_cpdags_as_published(p):
    nodes = tuple(range(p))
    assert len(graphs.all_dags(nodes)) == DAGS[p]
    assert len(classes.all_cpdags(nodes)) == CPDAGS[p]


# Wormald (1985), Counting labelled chordal graphs
@pytest.mark.parametrize(("p", "count"), [(1, 1), (2, 1), (3, 4), (4, 35), (5, 541)])
def test_there_are_as_many_connected_chordal_graphs_as_published(p, count):
    assert len(classes.connected_chordal_graphs(tuple(range(p)))) == count


@pytest.mark.parametrize("p", [2, 3, 4])
def test_every_dag_is_a_member_of_one_class(p):
    nodes = tuple(range(p))
    found = [dag for cpdag in classes.all_cpdags(nodes) for dag in adjustment.members(nodes, cpdag)]
    assert len(found) == len(set(found)) == DAGS[p]


# ---- valid adjustment


def total_effect(order, weights, t, y):
    """The sum over directed paths of the product of their weights."""
    effect = {v: Fraction(int(v == t)) for v in order}
    for b in order[order.index(t) + 1 :]:
        effect[b] = sum((w * effect[a] for (a, c), w in weights.items() if c == b), Fraction(0))
    return effect[y]


def covariances(order, weights):
    """A linear model whose noise has variance one."""
    noise = {}
    for b in order:
        noise[b] = {b: Fraction(1)}
        for (a, c), w in weights.items():
            for source, share in noise[a].items() if c == b else ():
                noise[b][source] = noise[b].get(source, 0) + w * share
    return {
        (a, b): sum((share * noise[b].get(source, 0) for source, share in noise[a].items()), Fraction(0))
        for a in order
        for b in order
    }


def regression_coefficient(covariance, y, regressors):
    """The coefficient of the first regressor of y, by Cramer's rule."""
    gram = [[covariance[a, b] for b in regressors] for a in regressors]
    replaced = [[covariance[a, y], *line[1:]] for a, line in zip(regressors, gram, strict=True)]
    return determinant(replaced) / determinant(gram)


def determinant(matrix):
    if not matrix:
        return Fraction(1)
    minors = ([line[:k] + line[k + 1 :] for line in matrix[1:]] for k in range(len(matrix)))
    return sum((-1) ** k * matrix[0][k] * determinant(minor) for k, minor in enumerate(minors))


def check_sets_by_regression(nodes, dag, rng):
    arrows = frozenset(graphs.arrows(dag))
    order = sorted(nodes, key=lambda v: sum(v in adjustment.descendants(arrows, u) for u in nodes))
    weights = {arrow: Fraction(rng.randint(1, 10**6), rng.randint(1, 10**6)) for arrow in sorted(arrows)}
    covariance = covariances(order, weights)
    for t, y in permutations(nodes, 2):
        effect = total_effect(order, weights, t, y)
        others = [v for v in nodes if v not in (t, y)]
        for size in range(len(others) + 1):
            for chosen in combinations(others, size):
                recovered = regression_coefficient(covariance, y, [t, *chosen]) == effect
                assert recovered == adjustment.is_valid_in_dag(arrows, t, y, frozenset(chosen))


@pytest.mark.parametrize("p", [2, 3])
def test_a_set_is_valid_exactly_where_linear_regression_gives_the_effect(p):
    nodes = tuple(range(p))
    for dag in graphs.all_dags(nodes):
        check_sets_by_regression(nodes, dag, random.Random(p))


@pytest.mark.parametrize(("p", "density", "n"), [(4, 0.6, 40), (5, 0.5, 12)])
def test_a_set_is_valid_exactly_where_linear_regression_gives_the_effect_in_random_dags(p, density, n):
    rng = random.Random(p)
    for _ in range(n):
        check_sets_by_regression(range(p), random_dag(rng, p, density), rng)


# ---- classes by members and by walks


def check_walks(nodes, cpdag):
    for t in nodes:
        assert adjustment.possible_descendants(
            nodes, cpdag, t
        ) == adjustment.possible_descendants_by_walks(nodes, cpdag, t)
        assert adjustment.not_amenable(nodes, cpdag, t) == adjustment.not_amenable_by_walks(
            nodes, cpdag, t
        )


@pytest.mark.parametrize("p", [2, 3, 4])
def test_walks_in_a_cpdag_tell_what_its_members_tell(p):
    for cpdag in classes.all_cpdags(tuple(range(p))):
        check_walks(tuple(range(p)), cpdag)


@pytest.mark.parametrize(("p", "density"), [(5, 0.5), (6, 0.3), (6, 0.6)])
def test_walks_in_a_random_cpdag_tell_what_its_members_tell(p, density):
    rng = random.Random(p)
    for _ in range(30):
        check_walks(range(p), random_cpdag(rng, p, density))


def test_walks_do_not_tell_the_possible_descendants_in_an_mpdag():
    mpdag = edges("0->1", "0--2", "1--2")
    assert adjustment.possible_descendants(range(3), mpdag, 1) == {1, 2}
    assert adjustment.possible_descendants_by_walks(range(3), mpdag, 1) == {0, 1, 2}


@pytest.mark.parametrize("p", [3, 4])
def test_the_oset_of_an_amenable_pair_is_that_of_every_member(p):
    nodes = tuple(range(p))
    for cpdag in classes.all_cpdags(nodes):
        for t in nodes:
            reached = adjustment.possible_descendants(nodes, cpdag, t) - {t}
            for y in reached - adjustment.not_amenable(nodes, cpdag, t):
                of_members = {
                    frozenset(adjustment.oset([(a, "-->", b) for a, b in dag], t, y))
                    for dag in adjustment.members(nodes, cpdag)
                }
                assert of_members == {frozenset(adjustment.oset(cpdag, t, y))}


@pytest.mark.parametrize("name", AID)
@pytest.mark.parametrize("p", [2, 3, 4])
def test_every_cpdag_is_at_distance_0_from_itself(name, p):
    for cpdag in classes.all_cpdags(tuple(range(p))):
        assert count(name, p, cpdag, cpdag) == 0


# ---- distances against gadjid


def int8_matrix(n_nodes, written):
    np = pytest.importorskip("numpy")
    matrix = np.zeros((n_nodes, n_nodes), dtype=np.int8)
    for a, glyph, b in written:
        matrix[a, b] = {"-->": 1, "---": 2}[glyph]
    return matrix


def counted_by_gadjid(name, n_nodes, truth, estimate):
    gadjid = pytest.importorskip("gadjid")
    function = gadjid.sid if name == "sid" else getattr(gadjid, f"{name}_aid")
    matrices = (int8_matrix(n_nodes, graph) for graph in (truth, estimate))
    return function(*matrices, edge_direction="from row to column")[1]


KINDS = {"dag": random_dag, "cpdag": random_cpdag, "invalid": random_invalid_cpdag}
PAIRS = [("dag", "dag"), ("cpdag", "cpdag"), ("dag", "cpdag"), ("cpdag", "dag"), ("cpdag", "invalid")]


@pytest.mark.parametrize("name", AID)
@pytest.mark.parametrize("kinds", PAIRS, ids="-".join)
def test_aid_of_random_graphs_is_gadjids(name, kinds):
    rng = random.Random(str((name, kinds)))
    for p in (3, 4, 5, 6) * 8:
        truth, estimate = (KINDS[kind](rng, p, rng.uniform(0.3, 0.8)) for kind in kinds)
        assert count(name, p, truth, estimate) == counted_by_gadjid(name, p, truth, estimate)


@pytest.mark.parametrize("name", AID)
def test_aid_of_every_pair_of_three_node_graphs_is_gadjids(name):
    every = graphs.all_dags((0, 1, 2)) + classes.all_cpdags((0, 1, 2))
    every = [[(b, "-->", a) if glyph == "<--" else (a, glyph, b) for a, glyph, b in g] for g in every]
    for truth in every:
        for estimate in every:
            assert count(name, 3, truth, estimate) == counted_by_gadjid(name, 3, truth, estimate)


def test_sid_of_random_dags_is_gadjids():
    rng = random.Random(0)
    for p in (3, 4, 5, 6, 7) * 10:
        truth, estimate = (random_dag(rng, p, rng.random()) for _ in range(2))
        assert count("sid", p, truth, estimate) == counted_by_gadjid("sid", p, truth, estimate)


def test_sid_is_the_parent_aid_of_two_dags_verdict_by_verdict():
    for truth in graphs.all_dags((0, 1, 2)):
        for estimate in graphs.all_dags((0, 1, 2)):
            assert adjustment.sid(range(3), truth, estimate) == adjustment.parent_aid(
                range(3), truth, estimate
            )


# ---- distances that were published

# R package SID, its manual page
G5 = edges("0->1", "0->2", "0->3", "0->4", "1->2", "1->3", "1->4")
H1 = [*G5, *edges("2->3")]
H2 = edges("1->0", "0->2", "0->3", "0->4", "1->2", "1->3", "1->4")
# README of gadjid for R
TOURNAMENT = edges("0->1", "0->2", "0->3", "1->2", "1->3", "2->3")
CHAIN_OF_4 = edges("0->1", "1->2", "2->3")
CHAIN, REVERSED = edges("0->1", "1->2"), edges("1->0", "2->1")
EXAMPLES = [
    (G5, H1, (0, 0, 0, 0)),
    (G5, H2, (8, 8, 8, 8)),
    (TOURNAMENT, CHAIN_OF_4, (4, 4, 0, 3)),
    (CHAIN, REVERSED, (6, 6, 6, 6)),
    (CHAIN, [], (3, 3, 3, 3)),
    ([], CHAIN, (0, 0, 0, 0)),
]


@pytest.mark.parametrize(("truth", "estimate", "expected"), EXAMPLES)
def test_distances_of_the_worked_examples(truth, estimate, expected):
    p = 1 + max(v for a, _, b in truth + estimate for v in (a, b))
    assert tuple(count(name, p, truth, estimate) for name in adjustment.DISTANCES) == expected


def test_every_pair_of_a_dag_is_charged_against_its_cpdag_taken_as_it_is():
    cpdag = graphs.cpdag(range(5), G5)
    assert [count(name, 5, G5, cpdag) for name in AID] == [20, 20, 20]


def test_mistakes_name_their_cause():
    verdicts = adjustment.sid(range(3), CHAIN, REVERSED)
    assert adjustment.by_cause(verdicts) == (2, 0, 4)
    assert adjustment.row(verdicts, 0) == {1: "zero", 2: "adjustment"}


SIDS_OF_G5 = [0, 4, 4, 4, 8, 9, 9, 9, 11, 11, 11, 12, 12, 12]


def test_sids_of_the_members_of_a_class():
    cpdag = graphs.cpdag(range(5), G5)
    assert sorted(adjustment.sids_of_members(range(5), G5, cpdag)) == SIDS_OF_G5


@pytest.mark.parametrize(
    ("truth", "bounds"), [(CHAIN, (0, 6)), (edges("1->0", "2->0"), (1, 4))], ids=["chain", "collider"]
)
def test_sid_bounds_of_an_undirected_path(truth, bounds):
    assert adjustment.sid_bounds(range(3), truth, edges("0--1", "1--2")) == bounds


# ---- sums over nodes


def test_sums_over_nodes_range_over_the_members_of_a_class():
    costs = classes.costs_of_members(range(3), edges("0--1", "1--2"), lambda v, above: v * len(above))
    assert sorted(costs) == [1, 2, 3]  # roots 2, 1, 0


@pytest.mark.parametrize("p", [2, 3, 4])
def test_the_parent_sets_of_a_node_are_the_cliques_of_its_neighbours(p):
    nodes = tuple(range(p))
    for lines in classes.connected_chordal_graphs(nodes):
        cliques = classes.cliques(nodes, lines)
        for v, found in classes.parent_sets(nodes, lines).items():
            assert found == {c for c in cliques if c <= graphs.neighbours(lines, v)}


def test_an_invalid_cpdag_is_no_cpdag():
    rng = random.Random(1)
    assert not any(Graph(5, random_invalid_cpdag(rng, 5, 0.5)).is_cpdag() for _ in range(20))
