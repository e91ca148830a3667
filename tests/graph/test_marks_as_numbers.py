"""Matrices of causal-learn's marks, in every form that could be taken for scores or for weights."""

import networkx
import numpy as np
import pandas
import pytest
import scipy.sparse

import edgemark as em
from edgemark import EdgeScores, TemporalScores
from edgemark.errors import AmbiguityError

FROM_ROWS = {"direction": "row-to-column"}
MARKS = np.array([[0, -1, 0], [1, 0, -1], [0, -1, 0]])  # 0 --> 1 --- 2
CIRCLES = np.array([[0, 2, 0], [1, 0, -1], [0, 1, 0]])
SIGNED = np.array([[0, -1, 1], [-1, 0, 0], [1, 0, 0]])  # weights of an undirected graph
FORMS = {
    "dense": np.asarray,
    "float": lambda matrix: matrix.astype(float),
    "frame": lambda matrix: pandas.DataFrame(matrix, list("ABC"), list("ABC")),
    "csr": scipy.sparse.csr_matrix,
    "csc": scipy.sparse.csc_array,
    "coo": scipy.sparse.coo_array,
    "list": lambda matrix: scipy.sparse.lil_array(matrix),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("marks", [MARKS, CIRCLES], ids=["tails", "circles"])
@pytest.mark.parametrize("sign", ["refuse", "ignore"])
def test_matrices_of_marks_are_no_scores(form, marks, sign):
    matrix = FORMS[form](marks)
    with pytest.raises(AmbiguityError, match=r"is a graph of causal-learn.*as_graph\(cg.G\)"):
        EdgeScores(matrix, **FROM_ROWS, sign=sign)
    with pytest.raises(AmbiguityError, match=r"of marks, give the graph itself: as_graph\(cg.G\)"):
        em.as_graph(matrix)


@pytest.mark.parametrize("form", FORMS)
def test_signs_of_symmetric_weights_are_ignored(form):
    scores = EdgeScores(FORMS[form](SIGNED), **FROM_ROWS, sign="ignore")
    assert scores == EdgeScores(FORMS[form](abs(SIGNED)), **FROM_ROWS)


@pytest.mark.parametrize("matrix", [[[0, 2], [1, 0]], [[0, 2], [2, 0]]])
def test_codes_of_other_packages_are_asked_about_in_sparse_matrices(matrix):
    with pytest.raises(AmbiguityError) as dense:
        em.as_graph(np.array(matrix))
    with pytest.raises(AmbiguityError) as sparse:
        em.as_graph(scipy.sparse.csr_array(np.array(matrix)))
    of_codes = [remedy for remedy in dense.value.message.remedies if "If the numbers" in remedy.say]
    assert of_codes
    assert all(remedy in sparse.value.message.remedies for remedy in of_codes)


@pytest.mark.parametrize("graph", [networkx.Graph, networkx.DiGraph])
def test_networkx_graphs_of_marks_are_no_scores(graph):
    converted = networkx.from_numpy_array(MARKS, create_using=graph)
    for sign in ("refuse", "ignore"):
        with pytest.raises(AmbiguityError, match="is a graph of causal-learn, not scores"):
            EdgeScores.from_networkx(converted, sign=sign)
    with pytest.raises(AmbiguityError, match=r"causal-learn's marks, give the graph itself"):
        em.as_graph(converted)


def test_networkx_graphs_of_signed_weights_are_scores():
    graph = networkx.DiGraph()
    graph.add_weighted_edges_from([("A", "B", -1), ("B", "C", 1)])
    assert EdgeScores.from_networkx(graph, sign="ignore")["A", "B"] == 1
    undirected = networkx.Graph()
    undirected.add_weighted_edges_from([("A", "B", -1), ("B", "C", 0.5)])
    assert EdgeScores.from_networkx(undirected, sign="ignore")["B", "A"] == 1


@pytest.mark.parametrize("lag", [0, 1])
@pytest.mark.parametrize("sign", ["refuse", "ignore"])
def test_lag_matrices_of_marks_are_no_scores(lag, sign):
    for array in ([MARKS], [MARKS, np.zeros((3, 3))], [CIRCLES, MARKS]):
        with pytest.raises(AmbiguityError, match="is a graph of causal-learn, not scores"):
            TemporalScores(array, **FROM_ROWS, first_lag=lag, sign=sign)


def test_lag_matrices_of_other_numbers_are_scores():
    with_other_lag = [MARKS, np.eye(3)]
    assert TemporalScores(with_other_lag, **FROM_ROWS, first_lag=0, sign="ignore")["0", "1", 0] == 1
    kept = TemporalScores([MARKS], **FROM_ROWS, first_lag=0, sign="keep")
    assert kept["0", "1", 0] == -1
