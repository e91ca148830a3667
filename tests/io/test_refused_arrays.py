"""Arrays and frames that are no graph: what the error of `as_graph` says about them."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse

import edgemark as em
from edgemark.errors import GraphError

SCORED = {"source": ["A", "B"], "target": ["B", "C"], "score": [0.9, 0.2]}


@pytest.mark.parametrize("frame", [pd.DataFrame(SCORED), pl.DataFrame(SCORED)])
def test_a_frame_of_scored_edges_points_to_edge_scores(frame):
    """The advice was to build a graph of its edges."""
    truth = em.Graph.parse("A --> B --> C")
    with pytest.raises(TypeError, match=r"got a list of edges.*EdgeScores\.from_edges\(frame\."):
        em.roc_auc(truth, frame)
    pvalues = pd.DataFrame(SCORED).rename(columns={"score": "p_value"})
    with pytest.raises(TypeError, match=r"EdgeScores\.from_pvalues\(frame\."):
        em.evaluate(truth, pvalues)


@pytest.mark.parametrize(
    ("matrix", "reason"),
    [
        (np.full((2, 2), 0.5), "the diagonal must be 0 or nan"),
        (scipy.sparse.eye_array(2), "the diagonal must be 0 or nan"),
        (np.array([[0, np.inf], [0.5, 0]]), "must be finite numbers"),
        (pd.DataFrame(np.zeros((2, 2)), index=["A", "B"], columns=["C", "D"]), "name the same nodes"),
    ],
)
def test_a_matrix_that_is_neither_graph_nor_scores_says_why(matrix, reason):
    with pytest.raises(TypeError, match=f"no matrix of scores either: .*{reason}"):
        em.as_graph(matrix)


@pytest.mark.parametrize(
    "obj",
    [
        [(0, 1), (1, 2), (2, 3)],
        np.array([[0, 1], [1, 2], [2, 3]]),
        np.zeros(3),
        [[1, 2], [3]],
        pd.DataFrame({"source": ["A"], "target": ["B"]}),
    ],
)
def test_edges_without_scores_point_to_a_graph_of_their_edges(obj):
    with pytest.raises(TypeError, match=r"Build a graph of its edges: Graph\.from_edges\("):
        em.as_graph(obj)


@pytest.mark.parametrize(
    "edges",
    [
        np.array([["A", "B"], ["B", "C"]]),
        np.array([["A", "-->", "B"]]),
        np.array([["A", "B", 0.5]], dtype=object),
    ],
)
def test_an_array_of_edges_is_not_taken_for_an_array_of_tigramite(edges):
    """The error said that its edges have lags."""
    with pytest.raises(TypeError, match=r"got an array of edges.*Graph\.from_edges\("):
        em.as_graph(edges)


def test_an_array_of_tigramite_points_to_as_temporal():
    for array in (np.array([["", "-->"], ["<--", ""]]), np.array([["-->", "o->"], ["<->", ""]])):
        with pytest.raises(TypeError, match=r"as_temporal\(obj\)"):
            em.as_graph(array)


def test_an_empty_array_of_text_is_refused_as_weights():
    graph = em.Graph.parse("A --> B")
    with pytest.raises(GraphError, match="weights must be numbers"):
        em.GraphSamples([graph, graph], weights=np.array([], dtype=str))
