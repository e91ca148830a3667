"""Lagged edge scores, as values."""

import pickle

import numpy as np
import pytest

from edgemark import EdgeScores, TemporalGraph, TemporalScores, evaluate
from edgemark.errors import AmbiguityError, ClassWarning, GraphError, LimitError
from edgemark.metrics import temporal_roc_auc


def test_scores_over_time_are_values():
    array = np.random.default_rng(0).random((3, 2, 2)) * (np.eye(2) == 0)
    kept = array.copy()
    scores = TemporalScores(array, ["A", "B"], direction="column-to-row", first_lag=0)
    assert scores["A", "B", 2] == array[2, 1, 0]
    assert scores == scores.with_nodes(["B", "A"]) == pickle.loads(pickle.dumps(scores))
    assert hash(scores) == hash(scores.with_nodes(["B", "A"]))
    assert scores.with_nodes(["B", "C", "A"])["A", "B", 2] == array[2, 1, 0]
    assert scores.with_max_lag(4)["A", "B", 4] == 0
    assert np.array_equal(array, kept)
    assert isinstance(scores.summary(), EdgeScores)
    with pytest.raises(GraphError, match="lags 0 to 2"):
        scores["A", "B", 3]
    with pytest.raises(AmbiguityError, match="sign"):
        TemporalScores(-array, direction="row-to-column", first_lag=0)


def test_an_edge_without_a_score_never_comes_before_one_with():
    options = {"direction": "row-to-column", "sign": "keep"}
    scores = TemporalScores([[[-0.5, -0.01], [-0.9, -0.5]]], ["A", "B"], first_lag=1, **options)
    summary = scores.summary()
    assert (summary["A", "B"], summary["B", "A"]) == (-0.01, -0.9)
    truth = TemporalGraph.parse("A --> B @1; lags 1")
    for of in ("lagged", "all-lags", "summary"):
        assert temporal_roc_auc(truth, scores, of=of, autolinks="excluded") == 1
    longer = scores.with_max_lag(2)
    assert longer.at(-0.02) == TemporalGraph.parse("A --> B @1; lags 2")
    assert longer.at(-100).n_edges == 4
    wider = scores.with_nodes(["A", "C", "B"])
    assert wider["A", "C", 1] == -np.inf
    assert wider.summary()["A", "C"] == -0.9
    positive = TemporalScores([[[0, 0.2], [0.1, 0]]], first_lag=1, direction="row-to-column")
    assert positive.with_max_lag(2)[0, 1, 2] == positive[0, 1, 0] == 0


def test_scores_know_that_lags_were_added():
    array = [[[0, 1], [1, 0]], [[1, 1], [1, 1]]]
    scores = TemporalScores(array, ["A", "B"], direction="row-to-column", first_lag=0)
    longer = scores.with_max_lag(2).with_max_lag(4)
    assert scores.padded_from is None
    for same in (longer, longer.with_nodes(["B", "A"]), pickle.loads(pickle.dumps(longer))):
        assert same.padded_from == 1
    with pytest.raises(LimitError, match="max_lag must be at most 100000"):
        scores.with_max_lag(10**12)
    wide = TemporalScores(np.zeros((1, 1000, 1000)), direction="row-to-column", first_lag=0)
    with pytest.raises(LimitError, match="GB are free"):
        wide.with_max_lag(100_000)


def test_a_pair_that_has_no_score_is_not_above_0_in_the_summary():
    matrices = [[[0, -0.5], [0.3, 0]], [[0.2, 0.9], [0.5, 0.4]]]
    scores = TemporalScores(matrices, ["A", "B"], direction="row-to-column", first_lag=0, sign="keep")
    assert scores.with_max_lag(1) is scores
    summary = scores.with_nodes(["A", "B", "C"]).summary()
    assert (summary["A", "B"], summary["A", "C"]) == (0.9, 0.0)


@pytest.mark.parametrize("threshold", ["0.1", [0.1], None, 1j])
def test_a_threshold_over_time_is_a_number(threshold):
    array = [[[0.5, 0.0], [0.0, 0.5]]]
    scores = TemporalScores(array, direction="row-to-column", first_lag=1)
    with pytest.raises(GraphError, match="threshold must be a finite number"):
        scores.at(threshold)
    if threshold is not None:
        with pytest.raises(GraphError, match="threshold must be 0 or more"):
            TemporalGraph.from_matrices(
                array, direction="row-to-column", first_lag=1, threshold=threshold
            )


def test_the_graph_above_a_threshold_knows_which_lags_were_added():
    scores = TemporalScores([[[0.5, 0.9], [0, 0.4]]], ["A", "B"], direction="row-to-column", first_lag=1)
    padded = scores.with_max_lag(3)
    graph = padded.at(0.45)
    assert graph == scores.at(0.45).with_max_lag(3)
    assert graph.padded_from == 1
    truth = TemporalGraph.parse("A --> B @3; lags 3")
    for estimate in (padded, graph):
        with pytest.warns(ClassWarning, match="searched to lag 1 only"):
            evaluate(truth, estimate)
    assert scores.at(0.45).padded_from is None
    assert padded.at(-1).padded_from is None
    assert padded.at(-1).max_lag == 3  # Unscored edges have the score 0.


@pytest.mark.parametrize("first_lag", [0, 1])
def test_added_lags_of_negative_scores_have_no_edges(first_lag):
    array = [[[0, 0.9], [-0.5, 0]]]
    scores = TemporalScores(array, direction="row-to-column", first_lag=first_lag, sign="keep")
    graph = scores.with_max_lag(3).at(-1)
    assert (graph.max_lag, graph.padded_from) == (3, first_lag)
