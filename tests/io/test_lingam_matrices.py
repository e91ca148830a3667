"""Models of lingam with several matrices: the code that their errors advise reads them."""

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from tests.io.test_objects import data_of_chain, read_as_advised


def test_each_time_point_of_longitudinal_lingam_is_a_time_series_graph():
    lingam = pytest.importorskip("lingam")
    chain = data_of_chain()
    model = lingam.LongitudinalLiNGAM().fit([chain, chain, chain])
    (graphs,) = read_as_advised(model, em.as_graph, em.as_temporal)
    assert len(graphs) == 2  # the first time point has no past
    for graph, matrices in zip(graphs, model.adjacency_matrices_[1:], strict=True):
        expected = {
            (cause, effect, lag) for lag, effect, cause in np.argwhere(abs(matrices) > 0.05).tolist()
        }
        assert {(int(a), int(b), lag) for a, _, b, lag in graph.edges()} == expected


def test_lags_of_longitudinal_lingam_are_read_in_the_order_in_which_it_stores_them():
    lingam = pytest.importorskip("lingam")
    rng = np.random.default_rng(0)
    points = [rng.uniform(-1, 1, (800, 2)) for _ in range(5)]
    for t in range(2, 5):
        points[t][:, 1] += 2.0 * points[t - 2][:, 0]
        points[t][:, 0] += 0.9 * points[t - 1][:, 0]
    model = lingam.LongitudinalLiNGAM(n_lags=2).fit(points)
    now, before = read_as_advised(model, em.as_graph, em.as_temporal)
    assert len(now) == len(before) == 3
    for graph, exchanged in zip(now, before, strict=True):
        assert {("0", "-->", "0", 1), ("0", "-->", "1", 2)} <= set(graph.edges())
        assert {("0", "-->", "0", 2), ("0", "-->", "1", 1)} <= set(exchanged.edges())


def test_samples_of_an_abic_bootstrap_have_hidden_causes_where_they_have_nan():
    pytest.importorskip("lingam")
    from lingam.abic_lingam import ABICBootstrapResult

    matrix = np.array([[0, 0, np.nan], [0.7, 0, 0], [np.nan, 0, 0]])
    result = ABICBootstrapResult([matrix, np.nan_to_num(matrix)], None, None, None)
    scores, samples = read_as_advised(result, em.as_graph, em.as_temporal)
    assert scores["0", "1"] == 1
    assert [graph.with_nodes(["A", "B", "C"]) for graph in samples] == [
        Graph.parse("A --> B; A <-> C"),
        Graph.parse("A --> B; C"),
    ]


def test_nan_in_matrices_of_several_data_sets_is_a_latent_confounder():
    pytest.importorskip("lingam")
    from lingam.multi_group_rcd import MultiGroupRCD

    model = MultiGroupRCD()
    matrix = np.array([[0, 0, np.nan], [0.7, 0, 0], [np.nan, 0, 0]])
    model._adjacency_matrices = [matrix, np.nan_to_num(matrix)]
    (graphs,) = read_as_advised(model, em.as_graph, em.as_temporal)
    names = ["A", "B", "C"]
    assert [graph.with_nodes(names) for graph in graphs] == [
        Graph.parse("A --> B; A <-> C"),
        Graph.parse("A --> B; C"),
    ]


@pytest.mark.parametrize("moving_averages", [1, 2])
def test_the_first_array_of_varma_lingam_has_the_lags(moving_averages):
    lingam = pytest.importorskip("lingam")
    model = lingam.VARMALiNGAM()
    own = np.array([[[0, 0], [0.9, 0]], [[0.5, 0], [0, 0]]])
    model._adjacency_matrices = own, np.ones((moving_averages, 2, 2))
    (graph,) = read_as_advised(
        model, em.as_graph, em.as_temporal, lambda result: em.evaluate(Graph.parse("A --> B"), result)
    )
    assert graph.with_nodes(["0", "1"]).edges() == [("0", "-->", "1", 0), ("0", "-->", "0", 1)]
