"""Baselines against naive implementations of their definitions, and baselines that use the truth."""

from collections import Counter
from itertools import combinations
from math import comb, log

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph, TemporalGraph
from edgemark.bench.adapters import ADAPTERS
from edgemark.bench.dataset import Dataset
from edgemark.data import asia
from edgemark.errors import KindError

from .samples import SERIES_TRUTH, TRUTHS, chain, data

NODES = tuple("ABCDEF")


def continuous_data(seed, rows=60, columns=6):
    rng = np.random.default_rng(seed)
    weights = np.triu(rng.normal(size=(columns, columns)) * (rng.random((columns, columns)) < 0.5), 1)
    table = rng.normal(size=(rows, columns)) @ np.linalg.inv(np.eye(columns) - weights)
    return Dataset(table * rng.uniform(0.2, 5, columns), NODES[:columns])


def discrete_data(seed, rows=80):
    rng = np.random.default_rng(seed)
    table = rng.integers(0, 3, (rows, 5))
    table[:, 1] = np.where(rng.random(rows) < 0.7, table[:, 0], table[:, 1])
    table[:, 4] = np.where(rng.random(rows) < 0.5, table[:, 2] + table[:, 1], table[:, 4])
    return Dataset(table, NODES[:5], "discrete")


# ---- graphs that ignore the data


def test_the_empty_and_the_complete_graph():
    dataset = data("continuous")
    empty, complete = (ADAPTERS[f"edgemark:{name}"].run(dataset) for name in ("empty", "complete"))
    assert (empty.n_edges, complete.n_edges) == (0, 6)
    assert {glyph for _, glyph, _ in complete.edges()} == {"---"}
    assert em.nced(TRUTHS["continuous"], complete, k=0.3) == pytest.approx(0.3)


def test_the_empty_and_the_complete_time_series_graph():
    empty = ADAPTERS["edgemark:empty"].run(data("series"), lags=2)
    complete = ADAPTERS["edgemark:complete"].run(data("series"), lags=2)
    assert (empty.n_edges, empty.max_lag) == (0, 2)
    assert (complete.n_lagged, complete.n_edges, complete.max_lag) == (18, 21, 2)


def test_persistence_has_an_edge_from_each_variable_to_itself_at_lag_1():
    found = ADAPTERS["edgemark:persistence"].run(data("series"))
    assert found == TemporalGraph.parse("a --> a @1; b --> b @1; c --> c @1; lags 1")


# ---- trees and correlations


def information_of_states(table, a, b):
    n = len(table)
    both = Counter((row[a], row[b]) for row in table.tolist())
    first, second = (Counter(row[k] for row in table.tolist()) for k in (a, b))
    return sum(k / n * log(n * k / (first[x] * second[y])) for (x, y), k in both.items())


def information_of_normals(table, a, b):
    return -0.5 * log(1 - float(np.corrcoef(table[:, a], table[:, b])[0, 1]) ** 2)


def maximum_spanning_tree_of(dataset, information):
    import networkx

    graph = networkx.Graph()
    for a, b in combinations(range(len(dataset.names)), 2):
        graph.add_edge(dataset.names[a], dataset.names[b], weight=information(dataset.values, a, b))
    return {frozenset(edge) for edge in networkx.maximum_spanning_tree(graph).edges()}


@pytest.mark.parametrize("seed", range(10))
def test_a_chow_liu_tree_is_a_maximum_spanning_tree_of_mutual_information(seed):
    for dataset, information in (
        (continuous_data(seed), information_of_normals),
        (discrete_data(seed), information_of_states),
    ):
        found = ADAPTERS["edgemark:chow-liu"].run(dataset)
        assert {frozenset((a, b)) for a, _, b in found.edges()} == maximum_spanning_tree_of(
            dataset, information
        )
        assert found.is_cpdag()


def test_a_chow_liu_tree_recovers_a_tree():
    found = ADAPTERS["edgemark:chow-liu"].run(chain("CAB"))
    assert found == Graph.parse("A --- B --- C")


def test_identical_columns_have_a_tree_too():
    table = np.random.default_rng(0).normal(size=(50, 1)).repeat(3, axis=1)
    assert ADAPTERS["edgemark:chow-liu"].run(Dataset(table, list("ABC"))).n_edges == 2


def test_scores_are_absolute_correlations():
    dataset = continuous_data(3)
    scores = ADAPTERS["edgemark:correlation"].run(dataset)
    for a, b in combinations(range(6), 2):
        expected = abs(np.corrcoef(dataset.values[:, a], dataset.values[:, b])[0, 1])
        assert scores[NODES[a], NODES[b]] == scores[NODES[b], NODES[a]] == pytest.approx(expected)


# ---- sorting


def residual_squares(table, node, parents):
    """Residual sum of squares of a regression with an intercept."""
    design = np.column_stack([np.ones(len(table)), *(table[:, p] for p in parents)])
    fitted = design @ np.linalg.lstsq(design, table[:, node], rcond=None)[0]
    return float(((table[:, node] - fitted) ** 2).sum())


def naive_sort(dataset, score):
    """Parents by backward elimination on n log(rss) + (number of parents) log(n)."""
    table, n = dataset.values, len(dataset.values)
    order = sorted(range(table.shape[1]), key=lambda k: score(table, k))

    def bic(node, parents):
        return n * log(residual_squares(table, node, parents)) + len(parents) * log(n)

    edges = []
    for place, node in enumerate(order):
        kept = set(order[:place])
        while kept:
            best = min(sorted(kept), key=lambda one: bic(node, kept - {one}))
            if bic(node, kept - {best}) >= bic(node, kept):
                break
            kept.remove(best)
        edges += [(dataset.names[p], "-->", dataset.names[node]) for p in kept]
    return Graph(dataset.names, edges)


def r_squared(table, node):
    others = [k for k in range(table.shape[1]) if k != node]
    return 1 - residual_squares(table, node, others) / residual_squares(table, node, [])


@pytest.mark.parametrize("seed", range(25))
def test_var_sort_and_r2_sort_follow_their_definition(seed):
    dataset = continuous_data(seed)
    by_variance = naive_sort(dataset, lambda table, k: table[:, k].var())
    assert ADAPTERS["edgemark:var-sort"].run(dataset) == by_variance
    assert ADAPTERS["edgemark:r2-sort"].run(dataset) == naive_sort(dataset, r_squared)


def test_units_change_var_sort_but_not_r2_sort():
    dataset = chain("ABC")
    scaled = Dataset(dataset.values * [100, 1, 0.01], dataset.names)
    found = [
        ADAPTERS[f"edgemark:{by}-sort"].run(one) for by in ("var", "r2") for one in (dataset, scaled)
    ]
    assert found[0] != found[1]
    assert found[2] == found[3]


def test_a_regression_needs_more_rows_than_columns():
    with pytest.raises(em.EdgemarkError, match="more rows than columns; got 6 and 6"):
        ADAPTERS["edgemark:var-sort"].run(continuous_data(0, rows=6))


def test_a_column_that_is_a_sum_of_others_is_no_error():
    table = np.random.default_rng(0).normal(size=(50, 3))
    table[:, 2] = 2 * (table[:, 0] + table[:, 1])
    found = ADAPTERS["edgemark:var-sort"].run(Dataset(table, list("ABC")))
    assert found == Graph.parse("A --> C <-- B")


# ---- baselines that use the truth


@pytest.mark.parametrize("seed", range(5))
def test_a_random_dag_has_as_many_edges_as_the_truth(seed):
    sample = asia().sample(5, seed=0)
    dataset = Dataset(sample.values, sample.names, "discrete")
    found = ADAPTERS["edgemark:random"].run(dataset, seed=seed, truth=asia().graph)
    assert (found.n_edges, found.is_dag()) == (8, True)


def test_every_dag_with_the_true_number_of_edges_is_drawn_about_equally_often():
    dataset, truth = Dataset(np.zeros((1, 3)), list("ABC")), Graph.parse("A --> B; C")
    draws = Counter(
        ADAPTERS["edgemark:random"].run(dataset, seed=seed, truth=truth) for seed in range(600)
    )
    assert len(draws) == 2 * comb(3, 2)
    assert min(draws.values()) > 60


def test_a_random_time_series_graph_has_as_many_contemporaneous_and_lagged_edges_as_the_truth():
    seen = set()
    for seed in range(20):
        found = ADAPTERS["edgemark:random"].run(data("series"), seed=seed, truth=SERIES_TRUTH)
        assert (found.n_lagged, found.n_edges, found.max_lag) == (2, 3, 1)
        seen.add(found)
    assert len(seen) > 10


def test_a_random_time_series_graph_has_at_most_one_edge_from_one_variable_to_another_at_a_lag():
    directed = "; ".join(f"{a} --> {b} @1" for a in "ABC" for b in "ABC")
    truth = TemporalGraph.parse(f"{directed}; A <-> B @1; B <-> C @1; lags 1")
    found = ADAPTERS["edgemark:random"].run(data("series"), seed=0, truth=truth)
    assert (truth.n_lagged, found.n_lagged) == (11, 9)


def test_the_true_class_is_the_equivalence_class_of_the_truth():
    dag = Graph.parse("A --> B --> C", kind="dag")
    dataset = Dataset(np.zeros((2, 3)), list("CBA"))
    adapter = ADAPTERS["edgemark:true-class"]
    assert adapter.run(dataset, truth=dag) == Graph.parse("A --- B --- C")
    interventional = Dataset(np.zeros((2, 3)), list("CBA"), targets=[(), ("C",)])
    found = adapter.run(interventional, truth=dag)
    assert (found, found.kind) == (Graph.parse("A --- B --> C"), "mpdag")
    mag = Graph.parse("A --> B <-> C", kind="mag")
    assert adapter.run(dataset, truth=mag) == em.to_pag(mag)
    cpdag = Graph.parse("A --- B --- C", kind="cpdag")
    assert adapter.run(dataset, truth=cpdag) == cpdag


def test_a_truth_whose_class_is_unknown_is_refused():
    truth = Graph.parse("A --> B --> C --> A", kind="digraph")
    with pytest.raises(KindError, match="must be a DAG, MAG, CPDAG, MPDAG or PAG; got a directed graph"):
        ADAPTERS["edgemark:true-class"].run(Dataset(np.zeros((2, 3)), list("ABC")), truth=truth)
    for name in ("edgemark:true-class", "edgemark:true-skeleton"):
        with pytest.raises(KindError, match="without lags"):
            ADAPTERS[name].run(data("series"), truth=SERIES_TRUTH)


def test_the_true_skeleton_has_no_arrowheads():
    found = ADAPTERS["edgemark:true-skeleton"].run(data("continuous"), truth=TRUTHS["continuous"])
    assert found == TRUTHS["continuous"].skeleton()
