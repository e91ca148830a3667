"""Numbers that a type cannot hold: absolute values of integers, and integers that tie as float64."""

import numpy as np
import pytest

import edgemark as em
from edgemark import EdgeScores, metrics
from edgemark.errors import GraphError

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")

SIGNED = (np.int8, np.int16, np.int32, np.int64)


@pytest.mark.parametrize("dtype", SIGNED)
@pytest.mark.parametrize("threshold", [0, 0.5, 100])
def test_the_lowest_integer_of_a_type_is_an_edge(dtype, threshold):
    """Its absolute value does not fit into the type, so `np.abs` leaves it negative."""
    lowest = int(np.iinfo(dtype).min)
    for coefficient in (lowest, lowest + 1):
        matrices = np.array([[[0, 0], [coefficient, 0]]], dtype)
        graph = em.TemporalGraph.from_matrices(
            matrices, direction="row-to-column", first_lag=1, threshold=threshold, nodes=["A", "B"]
        )
        assert graph.edges() == [("B", "-->", "A", 1)]


@pytest.mark.parametrize("dtype", [bool, np.uint8, np.int8, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("threshold", [0, 0.5, 1, 1.5, 127, 300.5, 1e300])
def test_a_number_is_an_edge_if_it_is_further_from_0_than_the_threshold(dtype, threshold):
    numbers = [0, 1, 2, 127] + ([-1, -2, -127] if dtype not in (bool, np.uint8) else [])
    for number in np.array(numbers, dtype).tolist():
        matrices = np.array([[[0, number], [0, 0]]], dtype)
        graph = em.TemporalGraph.from_matrices(
            matrices, direction="row-to-column", first_lag=1, threshold=threshold
        )
        assert graph.n_edges == (max(int(number), -int(number)) > threshold)


def test_integers_are_compared_with_a_threshold_without_rounding():
    matrices = np.array([[[0, 2**53 + 1], [2**53, 0]]])
    graph = em.TemporalGraph.from_matrices(
        matrices, direction="row-to-column", first_lag=1, threshold=2.0**53, nodes=["A", "B"]
    )
    assert graph.edges() == [("A", "-->", "B", 1)]


@pytest.mark.parametrize("dtype", SIGNED)
def test_the_advised_threshold_keeps_the_lowest_integer(dtype):
    array = np.array([[0, 0], [np.iinfo(dtype).min, 0]], dtype)
    with pytest.raises(GraphError) as caught:
        em.Graph.from_adjacency(array, direction="row-to-column")
    code = next(remedy.python for remedy in caught.value.remedies if remedy.python)
    mask = eval(code, {"array": array})
    assert em.Graph.from_adjacency(mask, direction="row-to-column").edges() == [("1", "-->", "0")]


BIG = 2**53
PANDAS_MIXED = pandas.DataFrame({"A": [0, BIG + 1], "B": [float(BIG), 0.5]}, list("AB"))
TYING = {
    "int64": np.array([[[0, BIG], [BIG + 1, 0]]]),
    "uint64": np.array([[[0, 2**63], [2**63 + 1, 0]]], np.uint64),
    "list": [[[0, BIG], [BIG + 1, 0]]],
    "list beside a float": [[[0, BIG], [BIG + 1, 0.5]]],
    "objects": np.array([[[0, BIG], [BIG + 1, 0]]], object),
    "objects beside a float": np.array([[[0, BIG], [BIG + 1, 0.5]]], object),
    "beyond int64": [[[0, 10**30], [10**30 + 1, 0]]],
    "longdouble": np.array([[[0, 1], [1 + np.finfo(np.longdouble).eps, 0]]], np.longdouble),
    "side by side": np.array([[0, BIG, 5, 7], [BIG + 1, 0, 6, 8]]),
    "integers beside floats": [np.array([[0, BIG], [BIG + 1, 0]]), np.array([[0, 0.5], [0.2, 0]])],
    "signed beside unsigned": [np.array([[0, BIG], [BIG + 1, 0]]), np.array([[0, 5], [2, 0]], "uint64")],
    "a frame": pandas.DataFrame([[0, BIG], [BIG + 1, 0]], list("AB"), list("AB")),
    "frames": [PANDAS_MIXED, PANDAS_MIXED.loc[["B", "A"], ["B", "A"]]],
    "frames of polars": [polars.DataFrame({"A": [0, BIG + 1], "B": [float(BIG), 0.5]})],
}
LAGGED = {"nodes": ["A", "B"], "first_lag": 1, "direction": "row-to-column"}


@pytest.mark.parametrize("form", TYING)
@pytest.mark.parametrize("sign", ["refuse", "ignore", "keep"])
def test_lagged_scores_that_would_tie_are_refused(form, sign):
    array = TYING[form]
    if np.finfo(np.longdouble).eps == np.finfo(float).eps and form == "longdouble":
        pytest.skip("longdouble is float64 on this machine")
    with pytest.raises(GraphError, match="would tie") as caught:
        em.TemporalScores(array, **LAGGED, sign=sign)
    code = caught.value.remedies[0].python
    assert bool(code) == ("frame" not in form)  # labels of frames state which cells belong together
    if code:
        ranks = eval(code, {"array": array, "np": np})
        scores = em.TemporalScores(ranks, **LAGGED, sign=sign)
        truth = em.TemporalGraph.parse(f"B --> A @1; lags {scores.max_lag}")
        assert scores["B", "A", 1] > scores["A", "B", 1]
        if scores.max_lag == 1:
            assert metrics.temporal_roc_auc(truth, scores, autolinks="excluded") == 1.0


@pytest.mark.parametrize("sign", ["ignore", "keep"])
def test_advised_ranks_keep_the_order_of_negative_numbers(sign):
    array = np.array([[[0, -BIG - 1], [BIG, 3]], [[-BIG, 0], [-1, -7]]])
    with pytest.raises(GraphError, match="would tie") as caught:
        em.TemporalScores(array, **LAGGED, sign=sign)
    ranks = eval(caught.value.remedies[0].python, {"array": array, "np": np})
    scores = em.TemporalScores(ranks, **LAGGED, sign=sign).to_array()
    exact = [abs(x) if sign == "ignore" else x for x in array.ravel().tolist()]
    given = scores[1:].ravel().tolist()
    for x, rank in zip(exact, given, strict=True):
        for other, other_rank in zip(exact, given, strict=True):
            assert (x < other) == (rank < other_rank)
    if sign == "ignore":
        assert scores[1, 0, 0] == scores[0, 0, 1] == 0  # a score of 0 ties with no score, as before
    else:
        assert scores[0].max() < min(given)


def test_a_file_of_lagged_scores_that_would_tie_is_refused(tmp_path):
    np.savez(tmp_path / "s.npz", scores=TYING["int64"])
    with pytest.raises(GraphError, match="would tie"):
        em.io.read_temporal_scores(tmp_path / "s.npz", **LAGGED)


def test_large_lagged_scores_that_do_not_tie_are_read():
    scores = em.TemporalScores([[[0, BIG], [BIG + 2, 0.5]]], **LAGGED)
    assert scores["B", "A", 1] > scores["A", "B", 1]
    polars_frame = polars.DataFrame({"A": [0, BIG + 2], "B": [float(BIG), 0.5]})
    assert em.TemporalScores([polars_frame], **LAGGED) == scores


SQUARE = {
    "list beside a float": [[0, BIG], [BIG + 1, 0.0]],
    "beyond int64": [[0, 10**30], [10**30 + 1, 0]],
    "objects": np.array([[0, BIG], [BIG + 1, 0.0]], object),
    "frame": pandas.DataFrame({"A": [0, BIG + 1], "B": [float(BIG), 0]}, list("AB")),
    "frame of polars": polars.DataFrame({"A": [0, BIG + 1], "B": [float(BIG), 0]}),
    "sizes": np.array([[0, -BIG - 1], [BIG, 0]]),
    "lowest integer": np.array([[0, -(2**63)], [2**63 - 1, 0]]),
}


@pytest.mark.parametrize("form", SQUARE)
def test_scores_that_would_tie_in_mixed_types_or_sizes_are_refused(form):
    with pytest.raises(GraphError, match="would tie"):
        EdgeScores(SQUARE[form], direction="row-to-column", sign="ignore")


def test_listed_scores_whose_sizes_would_tie_are_refused():
    with pytest.raises(GraphError, match="would tie"):
        EdgeScores.from_edges([("A", "B", -BIG - 1), ("B", "A", BIG)], sign="ignore")
