"""Sortability and graphs learned by sorting: against the definition and CausalDisco."""

import math

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import AlignmentError, ConventionError, GraphError, KindError
from tests.oracle.chance import path_sortability
from tests.strategies import random_dag

analytics = pytest.importorskip("CausalDisco.analytics")
baselines = pytest.importorskip("CausalDisco.baselines")


def arrows(graph):
    return [(int(a), int(b)) for a, _, b in graph.edges()]


def matrix(graph):
    array = np.zeros((graph.n_nodes, graph.n_nodes))
    for a, b in arrows(graph):
        array[a, b] = 1
    return array


@pytest.fixture(params=range(5))
def drawn(request):
    import random

    graph = Graph(7, random_dag(random.Random(request.param), 7, 0.5))
    rng = np.random.default_rng(request.param)
    data = rng.normal(size=(60, 7)) * rng.integers(1, 4, 7)
    return graph, data + data @ matrix(graph)


def test_the_worked_example_holds():
    truth = Graph(3, [(0, "-->", 1), (0, "-->", 2), (1, "-->", 2)])
    data = np.array([[0, 0, 0], [1, 3, 2]])
    assert em.data.sortability(truth, data) == 0.75


def test_varsortability_is_its_definition(drawn):
    graph, data = drawn
    expected = path_sortability(7, arrows(graph), data.var(axis=0))
    assert em.data.sortability(graph, data) == pytest.approx(expected)


def test_both_are_those_of_causaldisco(drawn):
    graph, data = drawn
    assert em.data.sortability(graph, data) == pytest.approx(
        analytics.var_sortability(data, matrix(graph))
    )
    r2 = analytics.r2_sortability(data, matrix(graph))
    assert em.data.sortability(graph, data, by="r2") == pytest.approx(r2)


def test_a_pair_counts_once_for_each_length_however_many_paths():
    diamond = Graph(4, [(0, "-->", 1), (0, "-->", 2), (1, "-->", 3), (2, "-->", 3)])
    data = np.array([[0, 0, 0, 0], [2, 3, 4, 1]])  # both arrows into 3 and the two steps 0 to 3 fall
    assert em.data.sortability(diamond, data) == 2 / 5


def test_ties_are_half():
    assert em.data.sortability(Graph(2, [(0, "-->", 1)]), [[0, 0], [1, 1]]) == 0.5


@pytest.mark.parametrize("stored", [np.float32, lambda data: np.round(data, 6)], ids=["single", "text"])
def test_standardised_data_give_nothing_away_however_they_are_stored(stored):
    rng = np.random.default_rng(0)
    truth = Graph.parse("A --> B --> C --> D --> E; A --> C; B --> E")
    for n in (50, 1000):
        data = rng.normal(size=(n, 5)) @ rng.normal(size=(5, 5))
        data = stored((data - data.mean(axis=0)) / data.std(axis=0))
        assert em.data.sortability(truth, data) == 0.5


def test_r2_sortability_does_not_change_with_units(drawn):
    graph, data = drawn
    scaled = data * [1e-3, 5, 7, 100, 0.2, 3, 2]
    assert em.data.sortability(graph, scaled, by="r2") == pytest.approx(
        em.data.sortability(graph, data, by="r2")
    )


def test_without_edges_it_is_undefined():
    assert math.isnan(em.data.sortability(Graph(2), [[0, 1], [1, 3]]))
    for by in ("variance", "r2"):
        assert math.isnan(em.data.sortability(Graph(0), np.ones((4, 0)), by=by))


def test_a_frame_is_read_by_its_columns():
    pandas = pytest.importorskip("pandas")
    truth = Graph.parse("A --> B; C")
    frame = pandas.DataFrame({"C": [0, 9], "B": [0, 1], "A": [0, 5]})
    assert em.data.sortability(truth, frame) == 0.0
    with pytest.raises(AlignmentError, match="missing: 'A'; others: 'X'"):
        em.data.sortability(truth, frame.rename(columns={"A": "X"}))


@pytest.mark.parametrize("by", ["variance", "r2", "random"])
def test_baselines_are_those_of_causaldisco(drawn, by):
    _, data = drawn
    theirs = {
        "variance": baselines.var_sort_regress,
        "r2": baselines.r2_sort_regress,
        "random": lambda values: baselines.random_sort_regress(values, seed=7),
    }[by](data)
    found = em.data.sort_regress(data, by=by, seed=7)
    assert found.is_dag()
    assert set(arrows(found)) == {(int(a), int(b)) for a, b in np.argwhere(theirs != 0)}


@pytest.mark.parametrize(
    "data", [[[0, 1]], [0, 1], [[0, math.nan], [1, 2]], [[1e200, 0], [1, 2]], [["a", "b"], ["c", "d"]]]
)
def test_data_that_are_no_numbers_are_refused(data):
    for call in (lambda: em.data.sortability(Graph(2), data), lambda: em.data.sort_regress(data)):
        with pytest.raises(GraphError, match="data must be"):
            call()


def test_other_columns_words_and_graphs_are_refused():
    with pytest.raises(AlignmentError, match="a column for each of 3 nodes"):
        em.data.sortability(Graph(3), [[0, 1], [1, 2]])
    with pytest.raises(ConventionError, match="variance"):
        em.data.sortability(Graph(2), [[0, 1], [1, 2]], by="varianc")
    with pytest.raises(KindError):
        em.data.sortability(Graph.parse("A --- B"), [[0, 1], [1, 2]])


R2 = {"sortability": lambda data: em.data.sortability(Graph(len(data[0])), data, by="r2"),
      "sort_regress": lambda data: em.data.sort_regress(data, by="r2")}  # fmt: skip


@pytest.mark.parametrize("call", R2.values(), ids=R2)
def test_r2_is_refused_where_correlations_have_no_inverse(call):
    data = np.random.default_rng(0).normal(size=(20, 4))
    with pytest.raises(GraphError, match="one is constant"):
        call(np.column_stack([data, np.full(20, 0.1)]))
    with pytest.raises(GraphError, match="not linear combinations of others"):
        call(np.column_stack([data, data[:, 0] + 2 * data[:, 1]]))
    for seed in range(6):
        with pytest.raises(GraphError, match="more samples than columns; got 4 samples of 5 columns"):
            call(np.random.default_rng(seed).normal(size=(4, 5)))


@pytest.mark.parametrize("ddof", [0, 1])
@pytest.mark.parametrize("seed", range(5))
def test_data_of_unit_variance_give_nothing_away(drawn, seed, ddof):
    graph, _ = drawn
    data = np.random.default_rng(seed).normal(size=(50, 7))
    data = (data - data.mean(axis=0)) / data.std(axis=0, ddof=ddof)
    assert em.data.sortability(graph, data) == 0.5


@pytest.mark.parametrize("by", ["variance", "r2", "random"])
def test_one_column_has_no_parents_and_few_samples_are_refused(by):
    assert em.data.sort_regress([[1.0], [2.0], [4.0]], by=by, nodes=["A"]) == Graph.parse("A")
    with pytest.raises(GraphError, match="more samples than columns; got 3 samples of 3 columns"):
        em.data.sort_regress(np.random.default_rng(1).normal(size=(3, 3)), by=by)


def test_names_are_of_columns_and_a_seed_is_0_or_more():
    data = np.random.default_rng(1).normal(size=(9, 3))
    with pytest.raises(AlignmentError, match="each of 3 columns needs a name; got 1 name"):
        em.data.sort_regress(data, nodes=["a"])
    with pytest.raises(ConventionError, match="seed must be a whole number of at least 0; got -1"):
        em.data.sort_regress(data, by="random", seed=-1)


@pytest.mark.parametrize("kind", ["mag", "pag"])
def test_arrows_that_allow_hidden_causes_are_not_sorted(kind):
    truth = Graph.parse("A --> B", kind=kind)
    with pytest.raises(KindError, match="sortability needs graphs without hidden variables; the truth"):
        em.data.sortability(truth, [[0, 0], [1, 3]])
    assert em.data.sortability(truth.with_kind("dag"), [[0, 0], [1, 3]]) == 1
