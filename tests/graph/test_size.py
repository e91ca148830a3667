"""Memory grows with edges, not with pairs of nodes."""

import pickle
import tracemalloc

import numpy as np
import pytest

from edgemark import Graph, to_cpdag

N_NODES, N_EDGES = 100_000, 500_000


@pytest.fixture(scope="module")
def places():
    """The rows and columns of the edges of a large random DAG."""
    rng = np.random.default_rng(0)
    low, high = np.sort(rng.integers(0, N_NODES, (2, 2 * N_EDGES)), axis=0)
    pairs = np.unique(low[low < high] * N_NODES + high[low < high])
    return np.divmod(rng.permutation(pairs)[:N_EDGES], N_NODES)


@pytest.fixture(scope="module")
def sparse(places):
    scipy_sparse = pytest.importorskip("scipy.sparse")
    return scipy_sparse.coo_array((np.ones(N_EDGES, np.int8), places), (N_NODES, N_NODES))


def peak_mib(work):
    tracemalloc.start()
    try:
        result = work()
        return result, tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


def test_a_million_nodes_without_edges_take_no_memory():
    graph, mib = peak_mib(lambda: Graph(10**6))
    assert (graph.n_nodes, graph.n_edges) == (10**6, 0)
    assert mib < 1


def test_a_large_sparse_matrix_is_read_in_memory_that_grows_with_edges(sparse):
    graph, mib = peak_mib(lambda: Graph.from_adjacency(sparse, direction="row-to-column"))
    assert graph.n_edges == N_EDGES
    assert mib < 200


def test_a_large_graph_keeps_eight_bytes_an_edge(sparse):
    graph = Graph.from_adjacency(sparse, direction="row-to-column")
    assert graph.words.nbytes == 8 * N_EDGES
    assert len(pickle.dumps(graph)) < 9 * N_EDGES


def test_the_cpdag_of_a_large_graph_needs_no_dense_matrix(sparse):
    graph = Graph.from_adjacency(sparse, direction="row-to-column")
    cpdag, mib = peak_mib(lambda: to_cpdag(graph))
    assert cpdag.is_cpdag()
    assert graph.is_dag()
    assert mib < 200


def test_a_large_graph_is_built_from_edges(places):
    edges = [(a, "-->", b) for a, b in zip(places[0].tolist(), places[1].tolist(), strict=True)]
    assert Graph(N_NODES, edges).n_edges == N_EDGES
