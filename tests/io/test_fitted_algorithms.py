"""Models and algorithms that hold a graph: what `as_graph` and `as_temporal` advise for them."""

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from tests.io.test_objects import PUBLIC, read_as_advised


def test_the_graph_of_an_algorithm_of_pgmpy_is_read_as_its_error_advises():
    discovery = pytest.importorskip("pgmpy.causal_discovery")
    pandas = pytest.importorskip("pandas")
    data = np.random.default_rng(0).normal(size=(500, 3))
    data[:, 1] += data[:, 0] + data[:, 2]
    model = discovery.PC(ci_test="pearsonr", show_progress=False)
    model.fit(pandas.DataFrame(data, columns=["A", "B", "C"]))
    with pytest.raises(
        em.errors.InputTypeError, match="Its attribute causal_graph_ is a graph"
    ) as caught:
        em.as_graph(model)
    (remedy,) = caught.value.remedies
    found = eval(remedy.python, {**PUBLIC, "obj": model})
    assert found.with_kind(None) == Graph.parse("A --> B; C --> B")


def test_a_class_is_no_model():
    lingam = pytest.importorskip("lingam")
    with pytest.raises(em.errors.InputTypeError, match=r"got the class DirectLiNGAM\. Make an object"):
        em.as_graph(lingam.DirectLiNGAM)


def test_a_dynamic_bayesian_network_is_read_as_its_error_advises():
    models = pytest.importorskip("pgmpy.models")
    edges = [(("D", 0), ("G", 0)), (("D", 0), ("D", 1)), (("G", 0), ("D", 1))]
    network = models.DynamicBayesianNetwork(edges)
    expected = em.TemporalGraph.parse("D --> G; D --> D @1; G --> D @1; lags 1")
    for function in em.as_graph, em.as_temporal:
        with pytest.raises(em.errors.InputTypeError, match="time steps 0 and 1") as caught:
            function(network)
        (remedy,) = caught.value.remedies
        assert eval(remedy.python, {**PUBLIC, "obj": network}) == expected


def test_models_of_several_data_sets_of_causal_learn_are_read_as_those_of_lingam():
    lingam = pytest.importorskip("causallearn.search.FCMBased.lingam")
    one, other = np.array([[[0, 0], [1.5, 0]], [[0, 0.7], [0, 0]]])
    model = lingam.MultiGroupDirectLiNGAM()
    model._adjacency_matrix, model._adjacency_matrices = other, [one, other]
    (graphs,) = read_as_advised(model, em.as_graph, em.as_temporal)
    names = ["A", "B"]
    assert [graph.with_nodes(names) for graph in graphs] == list(
        map(Graph.parse, ("A --> B", "B --> A"))
    )


def test_bootstraps_and_moving_averages_of_causal_learn_are_read_as_those_of_lingam():
    lingam = pytest.importorskip("causallearn.search.FCMBased.lingam")
    bootstrap = pytest.importorskip("causallearn.search.FCMBased.lingam.bootstrap")
    matrix = np.array([[0, 0], [1.5, 0]])
    result = bootstrap.BootstrapResult([matrix, 0 * matrix], [matrix, 0 * matrix])
    scores, samples = read_as_advised(result, em.as_graph, em.as_temporal)
    assert scores["0", "1"] == 0.5
    assert [graph.n_edges for graph in samples] == [1, 0]
    model = lingam.VARMALiNGAM()
    model._adjacency_matrices = np.array([matrix, matrix]), np.array([matrix])
    (graph,) = read_as_advised(model, em.as_graph, em.as_temporal)
    assert graph.edges() == [("0", "-->", "1", 0), ("0", "-->", "1", 1)]
