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
