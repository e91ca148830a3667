"""Scores are compared with thresholds in the floats that they are given in, as NumPy compares them."""

import pickle

import networkx
import numpy as np
import pandas
import pytest
import scipy.sparse

import edgemark as em
from edgemark import EdgeScores, Graph


@pytest.mark.parametrize(
    ("dtype", "kind"),
    [
        (np.float16, np.asarray),
        (np.float32, np.asarray),
        (np.float32, pandas.DataFrame),
        (np.float32, scipy.sparse.csr_array),
        (np.float64, np.asarray),
    ],
)
def test_scores_are_cut_where_numpy_cuts_them(dtype, kind):
    array = np.array([[0, 0.1, 0.3], [0.7, 0, 0.2], [0.05, 0.6, 0]], dtype)
    scores = EdgeScores(kind(array), direction="row-to-column")
    truth = Graph.from_adjacency(np.eye(3, k=1), direction="row-to-column")
    for same in (scores, pickle.loads(pickle.dumps(scores)), scores.with_nodes(["A", "B", "C"])):
        for threshold in (0.05, 0.1, 0.2, 0.3, 0.6, 0.7):
            assert same.at(threshold).n_edges == (array > threshold).sum()
    sweep = em.evaluation.threshold_sweep(truth, scores, thresholds=[0.1, 0.3])
    assert sweep.n_edges.tolist() == [scores.at(0.3).n_edges, scores.at(0.1).n_edges]
    assert scores.at(1e300).n_edges == 0


def test_float32_scores_of_any_frame_are_cut_where_numpy_cuts_them():
    polars = pytest.importorskip("polars")
    array = np.array([[0, 0.1], [0.3, 0]], np.float32)
    frame = pandas.DataFrame(array, list("AB"), list("AB"))
    named = frame.reset_index(names="node")
    for table in (
        frame.astype("Float32"),
        frame.astype(pandas.SparseDtype(np.float32, 0)),
        named,
        polars.DataFrame(array, schema=["A", "B"]),
        polars.DataFrame({"node": ["A", "B"], "A": array[:, 0], "B": array[:, 1]}),
    ):
        scores = EdgeScores(table, direction="row-to-column")
        for threshold in (0.1, 0.2, 0.3):
            assert scores.at(threshold).n_edges == (array > threshold).sum()


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_listed_scores_keep_the_precision_that_they_are_given_in(dtype):
    array = np.array([[0, 0.1, 0.3], [0.7, 0, 0.2], [0.05, 0.6, 0]], dtype)
    triples = [(a, b, array[i, j]) for i, a in enumerate("ABC") for j, b in enumerate("ABC") if a != b]
    graph = networkx.DiGraph()
    graph.add_weighted_edges_from(triples)
    matrix = EdgeScores(array, list("ABC"), direction="row-to-column")
    same = [
        EdgeScores.from_edges(triples), EdgeScores.from_edges(triples, nodes=list("ABC")),
        EdgeScores([list(row) for row in array], list("ABC"), direction="row-to-column"),
        EdgeScores(list(array), list("ABC"), direction="row-to-column"),
        EdgeScores.from_networkx(graph),
    ]  # fmt: skip
    for scores in same:
        assert scores == matrix
        for threshold in (0.05, 0.1, 0.2, 0.3, 0.6, 0.7, np.float64(0.1)):
            assert scores.at(threshold) == matrix.at(threshold)
    options = {"nodes": list("ABC"), "direction": "row-to-column"}
    pvalues = [EdgeScores.from_pvalues(array, **options), EdgeScores.from_pvalues(triples)]
    if dtype != np.float16:  # scipy has no such matrices
        stored = scipy.sparse.csr_array(array)
        pvalues.append(EdgeScores.from_pvalues(stored, unlisted=1.0, **options))
    for threshold in (0.05, 0.1, 0.2, 0.3, 0.6, 0.7):
        for scores in pvalues:
            assert scores.at(-threshold).n_edges == (array[~np.eye(3, dtype=bool)] < threshold).sum()


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_scores_over_time_keep_the_precision_that_they_are_given_in(dtype, tmp_path):
    array = np.array([[[0, 0.1], [0.3, 0]], [[0.7, 0.2], [0.05, 0.6]]], dtype)
    frames = [pandas.DataFrame(matrix, list("AB"), list("AB")) for matrix in array]
    options = {"direction": "row-to-column", "first_lag": 0}
    for matrices in (array, array.tolist() if dtype == np.float64 else list(array), frames):
        names = None if matrices is frames else list("AB")
        scores = em.TemporalScores(matrices, names, **options)
        em.io.write_temporal_scores(scores, tmp_path / "s.npz")
        same = [
            scores, pickle.loads(pickle.dumps(scores)), scores.with_max_lag(2),
            scores.renamed({"A": "X"}), em.io.read_temporal_scores(tmp_path / "s.npz"),
            em.io.as_temporal_scores(scores.with_nodes(["C", "A", "B"]), surrogate="C"),
        ]  # fmt: skip
        for threshold in (0.05, 0.1, 0.2, 0.3, 0.6, 0.7, np.float64(0.1)):
            for one in same:
                assert one.at(threshold).n_edges == (array > threshold).sum()
            best = array.max(axis=0)[~np.eye(2, dtype=bool)]
            assert scores.summary().at(threshold).n_edges == (best > threshold).sum()
    lowest = em.TemporalScores(-array, list("AB"), sign="keep", **options).with_max_lag(2)
    em.io.write_temporal_scores(lowest, tmp_path / "s.npz")
    assert em.io.read_temporal_scores(tmp_path / "s.npz") == lowest


def test_a_pair_without_a_score_has_no_precision():
    scores = EdgeScores.from_edges([("A", "B", np.float32(0.1)), ("B", "A", float("nan"))])
    assert scores.at(0.1).n_edges == 0
    mixed = EdgeScores.from_edges([("A", "B", np.float32(0.1)), ("B", "A", 0.5)])
    assert mixed.at(0.1).n_edges == 2
