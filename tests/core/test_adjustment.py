"""The kernels of the adjustment distances give every verdict that the definition gives."""

import random
from itertools import combinations, pairwise

import numpy as np
import pytest

from edgemark import _core
from tests.core.words import words
from tests.oracle import adjustment, classes, graphs
from tests.strategies import random_cpdag, random_dag, random_edges, random_invalid_cpdag

STRATEGIES = ("parent", "ancestor", "oset")
CODES = {"correct": 0, "zero": 1, "amenability": 2, "adjustment": 3}
every_strategy = pytest.mark.parametrize("strategy", range(3), ids=STRATEGIES)


def verdicts(strategy, n_nodes, truth, estimate, treatments=None, n_threads=1):
    rows = np.arange(n_nodes, dtype=np.uint32) if treatments is None else np.array(treatments, np.uint32)
    return _core.adjustment_verdicts(words(truth), words(estimate), n_nodes, strategy, rows, n_threads)


def mistakes(strategy, n_nodes, truth, estimate, n_threads=1):
    return _core.adjustment_mistakes(words(truth), words(estimate), n_nodes, strategy, n_threads)


def by_definition(strategy, n_nodes, truth, estimate):
    codes = np.zeros((n_nodes, n_nodes), np.uint8)
    of_pairs = adjustment.DISTANCES[STRATEGIES[strategy]](range(n_nodes), truth, estimate)
    for pair, verdict in of_pairs.items():
        codes[pair] = CODES[verdict]
    return codes


def counted(codes):
    return tuple(int((codes == code).sum()) for code in (1, 2, 3))


def check(strategy, n_nodes, truth, estimate):
    expected = by_definition(strategy, n_nodes, truth, estimate)
    got = verdicts(strategy, n_nodes, truth, estimate)
    assert np.array_equal(got, expected), (truth, estimate, got, expected)
    assert mistakes(strategy, n_nodes, truth, estimate) == counted(expected), (truth, estimate)


def all_graphs(n_nodes):
    """Every DAG and every CPDAG, those that are both once."""
    dags = graphs.all_dags(tuple(range(n_nodes)))
    seen = {frozenset(graphs.marks(dag)) for dag in dags}
    cpdags = classes.all_cpdags(tuple(range(n_nodes)))
    return dags + [cpdag for cpdag in cpdags if frozenset(graphs.marks(cpdag)) not in seen]


def up_to_names(every, nodes):
    """One graph of those that differ in the order of the nodes only."""
    kept = {}
    for edges in every:
        key = min(
            tuple(sorted(words(renamed).tolist())) for renamed in graphs.relabellings(nodes, edges)
        )
        kept.setdefault(key, edges)
    return list(kept.values())


# ---- against the definition


@every_strategy
@pytest.mark.parametrize("p", [0, 1, 2, 3])
def test_every_verdict_on_every_pair_of_small_graphs_is_that_of_the_definition(strategy, p):
    for truth in all_graphs(p):
        for estimate in all_graphs(p):
            check(strategy, p, truth, estimate)


@every_strategy
def test_every_verdict_on_many_pairs_of_four_nodes_is_that_of_the_definition(strategy):
    every = all_graphs(4)
    truths = up_to_names(every, range(4))
    assert (len(every), len(truths)) == (543 + 185 - 59, 31 + 20 - 6)  # some are DAG and CPDAG
    rng = random.Random(strategy)
    for truth in truths:
        for estimate in rng.sample(every, 60):
            check(strategy, 4, truth, estimate)


@pytest.mark.long
@every_strategy
def test_every_verdict_on_every_pair_of_four_nodes_is_that_of_the_definition(strategy):
    every = all_graphs(4)
    for truth in every:
        for estimate in every:
            check(strategy, 4, truth, estimate)


DRAWN = {"dag": random_dag, "cpdag": random_cpdag, "invalid": random_invalid_cpdag}
KINDS = [("dag", "dag"), ("cpdag", "cpdag"), ("dag", "cpdag"), ("cpdag", "dag"), ("cpdag", "invalid")]


@every_strategy
@pytest.mark.parametrize("kinds", KINDS, ids="-".join)
@pytest.mark.parametrize("p", [5, 6, 7, 8])
def test_every_verdict_on_random_pairs_is_that_of_the_definition(p, kinds, strategy):
    rng = random.Random(str((p, kinds, strategy)))
    for _ in range(8 if p < 7 else 3):
        density = rng.uniform(0.1, {5: 0.9, 6: 0.6}.get(p, 0.45))
        truth, estimate = (DRAWN[kind](rng, p, density) for kind in kinds)
        check(strategy, p, truth, estimate)


def test_adjusting_for_given_sets_is_adjusting_for_parents():
    rng = random.Random(0)
    for p in (3, 5, 6):
        truth = random_dag(rng, p, 0.5)
        treatments = [rng.randrange(p) for _ in range(150)]
        chosen = [[v for v in range(p) if v != t and rng.random() < 0.4] for t in treatments]
        starts = np.cumsum([0, *map(len, chosen)], dtype=np.uint64)
        flat = np.array([v for one in chosen for v in one], np.uint32)
        got = _core.parent_set_mistakes(
            words(truth), p, np.array(treatments, np.uint32), starts, flat, 1
        )
        for t, adjusted, n_wrong in zip(treatments, chosen, got.tolist(), strict=True):
            estimate = [(v, "-->", t) for v in adjusted]
            expected = adjustment.row(adjustment.sid(range(p), truth, estimate), t)
            assert n_wrong == adjustment.mistakes(expected), (truth, t, adjusted)


# ---- all roads lead to the same number


def larger_pairs(n_nodes, seed=0):
    """Sparse, middling and dense DAGs and CPDAGs, disconnected, complete and empty."""
    rng = random.Random(str((n_nodes, seed)))
    densities = [0, 1 / n_nodes, 4 / n_nodes, 0.1 if n_nodes > 300 else 0.5]
    dags = [random_dag(rng, n_nodes, density) for density in densities]
    if n_nodes <= 100:
        dags.append(random_dag(rng, n_nodes, 1))
    every = [words(dag) for dag in dags]
    every += [_core.cpdag(dag, n_nodes) for dag in every]
    return [(rng.choice(every), rng.choice(every)) for _ in range(8)] + list(pairwise(every))


@every_strategy
@pytest.mark.parametrize("n_nodes", [9, 32, 33, 63, 64, 65, 100, 127, 128, 129])
def test_numbers_are_sums_of_verdicts_on_any_number_of_threads(n_nodes, strategy):
    rows = np.arange(n_nodes, dtype=np.uint32)
    for truth, estimate in larger_pairs(n_nodes):
        codes = _core.adjustment_verdicts(truth, estimate, n_nodes, strategy, rows, 1)
        assert not codes.diagonal().any()
        for n_threads in (1, 2, 5):
            got = _core.adjustment_mistakes(truth, estimate, n_nodes, strategy, n_threads)
            assert got == counted(codes)
            again = _core.adjustment_verdicts(truth, estimate, n_nodes, strategy, rows, n_threads)
            assert np.array_equal(codes, again)


@every_strategy
def test_the_room_that_small_graphs_reuse_keeps_nothing_of_the_last_ones(strategy):
    """Up to 127 nodes are counted in room of their thread, whatever was counted there before."""
    sizes = (127, 9, 100, 3, 64, 33, 126)
    for n_nodes in sizes + sizes[::-1]:
        rows = np.arange(n_nodes, dtype=np.uint32)
        for truth, estimate in larger_pairs(n_nodes, 2)[::3]:
            codes = _core.adjustment_verdicts(truth, estimate, n_nodes, strategy, rows, 1)  # new room
            assert _core.adjustment_mistakes(truth, estimate, n_nodes, strategy, 1) == counted(codes)


@pytest.mark.parametrize("strategy", [0, 1], ids=STRATEGIES[:2])
@pytest.mark.parametrize("n_nodes", [511, 512, 513, 1030])
def test_blocks_of_512_treatments_add_up_on_any_number_of_threads(n_nodes, strategy):
    rows = np.arange(n_nodes, dtype=np.uint32)
    for truth, estimate in larger_pairs(n_nodes)[:4]:
        codes = _core.adjustment_verdicts(truth, estimate, n_nodes, strategy, rows, 2)
        for n_threads in (1, 2, 5):
            got = _core.adjustment_mistakes(truth, estimate, n_nodes, strategy, n_threads)
            assert got == counted(codes)


def test_a_chain_of_so_many_nodes_that_planes_lie_on_huge_pages():
    """An estimate without edges adjusts for nothing, which is wrong for all nodes before a treatment."""
    n_nodes = 40_000
    truth = [(k, "-->", k + 1) for k in range(n_nodes - 1)]
    assert mistakes(0, n_nodes, truth, [], n_threads=2) == (0, 0, n_nodes * (n_nodes - 1) // 2)
    got = verdicts(0, n_nodes, truth, [], treatments=[0, 3, n_nodes - 1])
    assert (got == CODES["adjustment"]).sum(axis=1).tolist() == [0, 3, n_nodes - 1]


def alike(rng, n_nodes, density, n_other):
    """A DAG, and one that differs in so many edges and has the same order."""
    order = rng.sample(range(n_nodes), n_nodes)
    pairs = list(combinations(order, 2))
    one = {pair for pair in pairs if rng.random() < density}
    other = one ^ set(rng.sample(pairs, n_other))
    return ([(a, "-->", b) for a, b in side] for side in (one, other))


def pairs_that_fill_blocks(n_nodes):
    """Dense and sparse, all wrong and mostly right: with many claims of effects for each treatment."""
    rng = random.Random(n_nodes)
    for density in (5 / n_nodes, 20 / n_nodes, 0.5):
        yield [words(random_dag(rng, n_nodes, density)) for _ in range(2)]
        for n_other in (0, 3, n_nodes):
            yield [words(side) for side in alike(rng, n_nodes, density, n_other)]


@pytest.mark.parametrize("drawn", ["dags", "cpdags", "anything"])
@pytest.mark.parametrize("n_nodes", [32, 64, 97, 130])
def test_optimal_sets_of_many_outcomes_at_once_are_those_of_one_treatment_at_a_time(n_nodes, drawn):
    """The pairs of one treatment fill so few lanes that no outcomes are judged in a group."""
    pairs = list(pairs_that_fill_blocks(n_nodes))
    if drawn == "cpdags":
        pairs = [[_core.cpdag(side, n_nodes) for side in pair] for pair in pairs]
    if drawn == "anything":
        rng = random.Random(n_nodes)
        pairs += [[words(partially_directed(rng, n_nodes, e)) for _ in range(2)] for e in (3, 9, 30)]
    for truth, estimate in pairs:
        every = np.arange(n_nodes, dtype=np.uint32)
        alone = [
            _core.adjustment_verdicts(truth, estimate, n_nodes, 2, every[k : k + 1], 1)
            for k in range(n_nodes)
        ]
        codes = np.concatenate(alone)
        assert np.array_equal(codes, _core.adjustment_verdicts(truth, estimate, n_nodes, 2, every, 2))
        for n_threads in (1, 2):
            assert _core.adjustment_mistakes(truth, estimate, n_nodes, 2, n_threads) == counted(codes)


@every_strategy
def test_the_verdicts_on_some_treatments_are_their_rows(strategy):
    for n_nodes in (5, 70):
        for truth, estimate in larger_pairs(n_nodes, 1)[:5]:
            rows = np.array([3, 0, 3, n_nodes - 1], np.uint32)
            every = np.arange(n_nodes, dtype=np.uint32)
            whole = _core.adjustment_verdicts(truth, estimate, n_nodes, strategy, every, 1)
            some = _core.adjustment_verdicts(truth, estimate, n_nodes, strategy, rows, 1)
            assert np.array_equal(some, whole[rows])
            none = _core.adjustment_verdicts(truth, estimate, n_nodes, strategy, rows[:0], 1)
            assert none.shape == (0, n_nodes)


def stacked(graphs_):
    starts = np.cumsum([0, *map(len, graphs_)], dtype=np.uint64)
    return np.concatenate([np.empty(0, np.uint64), *graphs_]), starts


@every_strategy
@pytest.mark.parametrize("n_nodes", [2, 7, 66])
def test_a_stack_has_the_numbers_of_its_graphs(n_nodes, strategy):
    truths, estimates = (list(side) for side in zip(*larger_pairs(n_nodes, 2), strict=True))
    of_pairs = [
        _core.adjustment_mistakes(t, e, n_nodes, strategy, 1)
        for t, e in zip(truths, estimates, strict=True)
    ]
    of_one = [_core.adjustment_mistakes(truths[1], e, n_nodes, strategy, 1) for e in estimates]
    for n_threads in (1, 2, 5):
        end = n_nodes, strategy, n_threads
        in_pairs = _core.stack_adjustment_mistakes(*stacked(truths), *stacked(estimates), *end)
        assert [tuple(row) for row in in_pairs.tolist()] == of_pairs
        with_one = _core.stack_adjustment_mistakes(*stacked(truths[1:2]), *stacked(estimates), *end)
        assert [tuple(row) for row in with_one.tolist()] == of_one


@every_strategy
def test_every_dag_of_three_nodes_against_every_other_at_once_is_judged_by_the_definition(strategy):
    every = graphs.all_dags((0, 1, 2))
    for truth in every:
        end = 3, strategy, 1
        found = _core.stack_adjustment_mistakes(
            *stacked([words(truth)]), *stacked(list(map(words, every))), *end
        )
        expected = [counted(by_definition(strategy, 3, truth, estimate)) for estimate in every]
        assert [tuple(row) for row in found.tolist()] == expected


@every_strategy
@pytest.mark.parametrize("n_nodes", [0, 1, 2, 7, 20, 63, 64, 65])
def test_many_small_dags_at_once_have_the_numbers_of_each(n_nodes, strategy):
    rng = random.Random(n_nodes)
    truth, *dags = (words(random_dag(rng, n_nodes, 3 / (n_nodes + 3))) for _ in range(151))
    of_each = [_core.adjustment_mistakes(truth, dag, n_nodes, strategy, 1) for dag in dags]
    for n_threads in (1, 3):
        end = n_nodes, strategy, n_threads
        together = _core.stack_adjustment_mistakes(*stacked([truth]), *stacked(dags), *end)
        assert [tuple(row) for row in together.tolist()] == of_each


@every_strategy
def test_one_class_among_many_dags_has_its_number(strategy):
    rng = random.Random(strategy)
    truth = words(random_dag(rng, 7, 0.4))
    many = [words(random_dag(rng, 7, 0.4)) for _ in range(20)]
    many[13] = words(random_cpdag(rng, 7, 0.4))
    of_each = [_core.adjustment_mistakes(truth, one, 7, strategy, 1) for one in many]
    together = _core.stack_adjustment_mistakes(*stacked([truth]), *stacked(many), 7, strategy, 2)
    assert [tuple(row) for row in together.tolist()] == of_each


@every_strategy
def test_a_stack_of_none(strategy):
    nothing = _core.stack_adjustment_mistakes(*stacked([words([])]), *stacked([]), 3, strategy, 2)
    assert nothing.shape == (0, 3)


@every_strategy
@pytest.mark.parametrize("n_nodes", [8, 65, 130])
def test_names_of_the_nodes_do_not_matter(n_nodes, strategy):
    rng = random.Random(n_nodes)
    for density in (2 / n_nodes, 0.2):
        sides = [random_dag(rng, n_nodes, density) for _ in range(2)]
        names = rng.sample(range(n_nodes), n_nodes)
        renamed = [graphs.renamed(side, names) for side in sides]
        codes = verdicts(strategy, n_nodes, *sides)
        again = verdicts(strategy, n_nodes, *renamed)
        assert np.array_equal(codes, again[np.ix_(names, names)])


# ---- graphs that are no CPDAG, whose walks are read all the same


@every_strategy
def test_any_partially_directed_graph_has_a_number(strategy):
    rng = random.Random(3)
    for p in (2, 4, 9, 70):
        for _ in range(20):
            sides = [partially_directed(rng, p) for _ in range(2)]
            codes = verdicts(strategy, p, *sides)
            assert mistakes(strategy, p, *sides) == counted(codes)


def partially_directed(rng, n_nodes, edges_per_node=3):
    """No directed cycle, else anything."""
    order = rng.sample(range(n_nodes), n_nodes)
    return [
        (a, rng.choice(("-->", "---")), b)
        for a, b in combinations(order, 2)
        if rng.random() < min(1, edges_per_node / n_nodes)
    ]


def test_the_parents_of_an_estimate_with_a_cycle_of_lines_are_read():
    rng = random.Random(4)
    for _ in range(20):
        lines = random_edges(rng, 6, 0.8, (("---",),))
        assert mistakes(0, 6, lines, lines)[1] == 0
