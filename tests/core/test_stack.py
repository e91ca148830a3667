"""Kernels over many graphs give for each what the kernels of one graph give."""

import random

import numpy as np
import pytest

from edgemark import _core
from tests.core.words import STATES, words
from tests.oracle import graphs as oracle
from tests.oracle.graphs import PAIR_STATES
from tests.strategies import random_dag, random_edges

ARCS_AND_LINES = (("-->",), ("<--",), ("---",))
SIZES = [0, 1, 2, 3, 5, 20, 63, 64, 65, 90]
ALL_STATES = np.arange(16, dtype=np.uint8)
NO_WORDS, NO_GRAPH = np.empty(0, np.uint64), np.zeros(1, np.uint64)


def stacked(graphs):
    """Words of all graphs and where those of each start."""
    starts = np.cumsum([0, *map(len, graphs)], dtype=np.uint64)
    return np.concatenate([NO_WORDS, *graphs]), starts


def unstacked(result):
    stacked_words, starts = result
    return [w.tolist() for w in np.split(stacked_words, starts[1:-1].astype(int))]


def density(rng, n_nodes):
    return rng.choice((0.0, 1 / max(n_nodes, 1), 3 / max(n_nodes, 3), 0.3, 1.0))


def dags(n_nodes, n_graphs=30):
    rng = random.Random(n_nodes)
    return [words(random_dag(rng, n_nodes, density(rng, n_nodes))) for _ in range(n_graphs)]


def mixed(n_nodes, states=PAIR_STATES[1:], n_graphs=30):
    rng = random.Random(n_nodes)
    return [words(random_edges(rng, n_nodes, density(rng, n_nodes), states)) for _ in range(n_graphs)]


def pdags(n_nodes):
    """Acyclic graphs of arrows and lines: DAGs with some edges undirected, patterns and CPDAGs."""
    rng = random.Random(n_nodes)
    every = dags(n_nodes)
    blurred = [
        words([(a, "---" if rng.random() < 0.3 else "-->", b) for a, _, b in edges])
        for edges in (random_dag(rng, n_nodes, density(rng, n_nodes)) for _ in range(30))
    ]
    return [
        *every,
        *blurred,
        *(_core.pattern(dag, n_nodes) for dag in every),
        *(_core.cpdag(dag, n_nodes) for dag in every),
    ]


def is_cpdag(pdag, n_nodes):
    dag = _core.extension(pdag, n_nodes)
    return dag is not None and _core.cpdag(dag, n_nodes).tolist() == pdag.tolist()


# ---- one after another


@pytest.mark.parametrize("n_nodes", SIZES)
def test_each_dag_has_its_own_cpdag(n_nodes):
    graphs = dags(n_nodes)
    expected = [_core.cpdag(dag, n_nodes).tolist() for dag in graphs]
    assert unstacked(_core.cpdags(*stacked(graphs), n_nodes)) == expected


def test_every_dag_of_four_nodes_has_the_cpdag_of_its_class():
    members, expected = [], []
    for group in oracle.all_classes((0, 1, 2, 3)).values():
        members += [words(dag) for dag in group]
        expected += [words(oracle.intersection(group)).tolist()] * len(group)
    assert len(members) == 543
    assert unstacked(_core.cpdags(*stacked(members), 4)) == expected


@pytest.mark.parametrize("n_nodes", SIZES)
def test_each_graph_has_its_own_pattern(n_nodes):
    graphs = pdags(n_nodes)
    expected = [_core.pattern(graph, n_nodes).tolist() for graph in graphs]
    assert unstacked(_core.patterns(*stacked(graphs), n_nodes)) == expected


@pytest.mark.parametrize("n_nodes", SIZES)
def test_directed_cycles_are_found_in_each_graph(n_nodes):
    directed = mixed(n_nodes, (("-->",), ("<--",)))
    graphs = [*dags(n_nodes), *directed, *mixed(n_nodes, ARCS_AND_LINES), *mixed(n_nodes)]
    if n_nodes > 1:
        graphs.append(words([(0, "-->", 1), (0, "<--", 1)]))
    expected = [not _core.directed_cycle(graph, n_nodes) for graph in graphs]
    assert _core.acyclic(*stacked(graphs), n_nodes).tolist() == expected
    assert len(set(expected)) == (2 if n_nodes > 1 else 1)


def test_a_cycle_through_all_of_64_nodes():
    path = [(k, "-->", k + 1) for k in range(63)]
    graphs = [words(path), words([*path, (63, "-->", 0)]), words([*path, (0, "-->", 63)])]
    assert _core.acyclic(*stacked(graphs), 64).tolist() == [True, False, True]


@pytest.mark.parametrize("n_nodes", SIZES)
def test_valid_cpdags_are_told_from_other_graphs(n_nodes):
    graphs = pdags(n_nodes)
    expected = [is_cpdag(graph, n_nodes) for graph in graphs]
    assert _core.valid_cpdags(*stacked(graphs), n_nodes).tolist() == expected
    assert len(set(expected)) == (2 if n_nodes > 1 else 1)


@pytest.mark.parametrize("n_nodes", SIZES)
def test_states_of_each_graph(n_nodes):
    graphs = mixed(n_nodes)
    expected = [sum(1 << s for s in {word & 15 for word in g.tolist()}) for g in graphs]
    assert _core.present_states(*stacked(graphs)).tolist() == expected


@pytest.mark.parametrize("n_nodes", SIZES)
def test_each_pair_table_is_that_of_two_graphs(n_nodes):
    graphs = mixed(n_nodes)
    for truth in graphs[:4]:
        tables = _core.pair_tables(truth, *stacked(graphs), n_nodes, ALL_STATES, ALL_STATES)
        expected = [_core.pair_table(truth, graph, n_nodes).tolist() for graph in graphs]
        assert tables.tolist() == expected


def test_a_pair_table_of_some_states_is_a_part_of_the_whole():
    truth, *graphs = mixed(20, ARCS_AND_LINES)
    states = np.array([0, 15, 11, 14], np.uint8)
    tables = _core.pair_tables(truth, *stacked(graphs), 20, states, states[[0, 3, 1, 2]])
    for table, graph in zip(tables, graphs, strict=True):
        whole = _core.pair_table(truth, graph, 20)
        assert table.tolist() == whole[np.ix_([0, 15, 11, 14], [0, 14, 15, 11])].tolist()


@pytest.mark.parametrize("n_nodes", [2047, 2048, 2049, 3000])
def test_truths_too_large_to_look_up_are_searched(n_nodes):
    rng = random.Random(n_nodes)
    ends = [(0, 1), (0, n_nodes - 1), (n_nodes - 2, n_nodes - 1)]
    drawn = [tuple(sorted(rng.sample(range(n_nodes), 2))) for _ in range(200)]
    places = sorted({*ends, *drawn})
    graphs = [
        words([(a, rng.choice(["-->", "<--", "---", "o->"]), b) for a, b in rng.sample(places, 120)])
        for _ in range(5)
    ]
    for truth in (*graphs[:2], NO_WORDS):
        tables = _core.pair_tables(truth, *stacked(graphs), n_nodes, ALL_STATES, ALL_STATES)
        assert tables.tolist() == [_core.pair_table(truth, g, n_nodes).tolist() for g in graphs]


@pytest.mark.parametrize("n_nodes", SIZES)
def test_colliders_shared_with_each_graph(n_nodes):
    graphs = mixed(n_nodes) + dags(n_nodes)
    for truth in (graphs[0], graphs[7], graphs[-1]):
        found = _core.collider_overlaps(truth, *stacked(graphs), n_nodes).tolist()
        assert found == [list(_core.collider_overlap(truth, g, n_nodes)) for g in graphs]


@pytest.mark.parametrize("n_nodes", SIZES)
@pytest.mark.parametrize("truth_is_class", [False, True])
@pytest.mark.parametrize("is_class", [False, True])
def test_ancestors_shared_with_each_graph(n_nodes, truth_is_class, is_class):
    graphs = dags(n_nodes)
    classes = [_core.cpdag(dag, n_nodes) for dag in graphs]
    estimates = classes if is_class else graphs
    for truth in (classes if truth_is_class else graphs)[:3]:
        found = _core.ancestor_overlaps(truth, truth_is_class, *stacked(estimates), is_class, n_nodes)
        assert found.tolist() == [
            list(_core.ancestor_overlap(truth, truth_is_class, g, is_class, n_nodes)) for g in estimates
        ]


# ---- matrices


def by_cells(matrix, row_to_column, symmetric):
    """One pair of nodes after the other."""
    n_nodes, found = len(matrix), []
    arrows = ("-->", "<--") if row_to_column else ("<--", "-->")
    for i in range(n_nodes):
        for j in range(i + 1, n_nodes):
            there, back = matrix[i][j], matrix[j][i]
            if there or back:
                arrow = STATES[frozenset({arrows[int(back)]})]
                found.append((i << 32) + (j << 4) + (symmetric if there and back else arrow))
    return found


@pytest.mark.parametrize("n_nodes", [1, 2, 3, 8, 17, 64, 65])
@pytest.mark.parametrize("row_to_column", [True, False])
@pytest.mark.parametrize("symmetric", [15, 10, 1])
def test_each_matrix_becomes_its_graph(n_nodes, row_to_column, symmetric):
    cells = np.random.default_rng(n_nodes).integers(0, 2, (6, n_nodes, n_nodes), np.uint8)
    cells[0], cells[1] = 0, 1
    cells[:, np.arange(n_nodes), np.arange(n_nodes)] = 0
    *stack, bad = _core.stack_of_matrices(cells, row_to_column, symmetric)
    assert bad is None
    assert unstacked(stack) == [by_cells(m.tolist(), row_to_column, symmetric) for m in cells]


@pytest.mark.parametrize("value", [1, 2, 3, 128, 255])
@pytest.mark.parametrize("where", [0, 3, 5])
def test_the_first_matrix_that_cannot_be_read_is_named(value, where):
    cells = np.zeros((7, 9, 9), np.uint8)
    cells[where, 8, 8] = value
    cells[6, 8, 8] = 9
    assert _core.stack_of_matrices(cells, True, 15)[2] == where
    cells[where, 8, 8] = 0
    assert _core.stack_of_matrices(cells, True, 15)[2] == 6


@pytest.mark.parametrize("at", [(0, 8), (8, 0), (4, 3), (7, 8)])
def test_cells_above_one_are_found_wherever_they_stand(at):
    cells = np.zeros((3, 9, 9), np.uint8)
    cells[1][at] = 2
    assert _core.stack_of_matrices(cells, True, 15)[2] == 1


def test_symmetric_cells_may_be_refused():
    cells = np.zeros((3, 4, 4), np.uint8)
    cells[0, 0, 1] = cells[2, 2, 3] = cells[2, 3, 2] = 1
    assert _core.stack_of_matrices(cells, True, 0)[2] == 2
    assert _core.stack_of_matrices(cells[:2], True, 0)[2] is None


# ---- nothing to do


@pytest.mark.parametrize("n_nodes", [0, 1, 2, 64, 65])
def test_a_stack_of_no_graph_gives_nothing(n_nodes):
    nothing = NO_WORDS, NO_GRAPH
    truth = words([(0, "-->", 1)] if n_nodes > 1 else [])
    for kernel in (_core.cpdags, _core.patterns):
        assert [array.tolist() for array in kernel(*nothing, n_nodes)] == [[], [0]]
    for kernel in (_core.acyclic, _core.valid_cpdags):
        assert kernel(*nothing, n_nodes).shape == (0,)
    assert _core.present_states(*nothing).shape == (0,)
    assert _core.collider_overlaps(truth, *nothing, n_nodes).shape == (0, 3)
    assert _core.ancestor_overlaps(truth, True, *nothing, True, n_nodes).shape == (0, 3)
    assert _core.pair_tables(truth, *nothing, n_nodes, ALL_STATES, ALL_STATES).shape == (0, 16, 16)
    *stack, bad = _core.stack_of_matrices(np.zeros((0, n_nodes, n_nodes), np.uint8), True, 0)
    assert ([array.tolist() for array in stack], bad) == ([[], [0]], None)


@pytest.mark.parametrize("n_nodes", [0, 1, 2, 64, 65])
def test_graphs_without_edges(n_nodes):
    stack = NO_WORDS, np.zeros(4, np.uint64)
    for kernel in (_core.cpdags, _core.patterns):
        assert unstacked(kernel(*stack, n_nodes)) == [[], [], []]
    for kernel in (_core.acyclic, _core.valid_cpdags):
        assert kernel(*stack, n_nodes).tolist() == [True] * 3
    assert _core.present_states(*stack).tolist() == [0] * 3
    assert not _core.collider_overlaps(NO_WORDS, *stack, n_nodes).any()
    assert not _core.ancestor_overlaps(NO_WORDS, False, *stack, False, n_nodes).any()
    only_zero = ALL_STATES[:1]
    tables = _core.pair_tables(NO_WORDS, *stack, n_nodes, only_zero, only_zero)
    assert tables.tolist() == [[[n_nodes * (n_nodes - 1) // 2]]] * 3


def test_words_are_not_changed():
    graphs = pdags(20)
    stack = stacked(graphs)
    for array in stack:
        array.flags.writeable = False
    before = [array.tobytes() for array in stack]
    for kernel in (_core.patterns, _core.acyclic, _core.valid_cpdags):
        kernel(*stack, 20)
    assert [array.tobytes() for array in stack] == before
