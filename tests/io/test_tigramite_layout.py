"""The matrices of tigramite have the lags last, and their p-values rank exactly."""

import numpy as np
import pytest

import edgemark as em
from edgemark.errors import AmbiguityError, ConventionError, FormatError, GraphError
from edgemark.io import as_temporal_scores, read_temporal_scores

R = {"direction": "row-to-column"}


def test_small_p_values_do_not_tie():
    result = {"p_matrix": np.ones((2, 2, 2)), "val_matrix": np.zeros((2, 2, 2))}
    result["p_matrix"][0, 1, 1] = 1e-300
    result["p_matrix"][1, 0, 1] = 1e-20
    scores = as_temporal_scores(result, of="p-value", nodes=["A", "B"])
    truth = em.TemporalGraph.parse("A --> B @1; lags 1")
    assert em.metrics.temporal_roc_auc(truth, scores) == 1
    assert scores["A", "B", 1] == -1e-300 > scores["B", "A", 1] == -1e-20
    assert scores.at(-1e-10).edges() == [("A", "-->", "B", 1), ("B", "-->", "A", 1)]


def test_the_advice_about_p_values_ranks_exactly(tmp_path):
    np.savez(tmp_path / "p.npz", pvalues=np.ones((2, 3, 3)))
    with pytest.raises(AmbiguityError, match="-p, which rank exactly"):
        read_temporal_scores(tmp_path / "p.npz", first_lag=0, **R)


RANDOM = np.random.default_rng(0).random((3, 3, 3))
RANDOM[range(3), range(3), 0] = 0


@pytest.mark.parametrize("options", [{}, {"first_lag": 0}, R, {"first_lag": 0, **R}])
def test_val_matrix_has_the_layout_of_tigramite(tmp_path, options):
    np.savez(tmp_path / "s.npz", val_matrix=RANDOM, nodes=list("ABC"))
    scores = read_temporal_scores(tmp_path / "s.npz", **options)
    assert scores == as_temporal_scores({"val_matrix": RANDOM}, nodes=list("ABC"))
    assert scores["A", "C", 1] == RANDOM[0, 2, 1]


def test_val_matrix_of_any_number_of_lags(tmp_path):
    np.savez(tmp_path / "s.npz", val_matrix=RANDOM[:, :, :2])
    assert read_temporal_scores(tmp_path / "s.npz", nodes=list("ABC"))["A", "C", 1] == RANDOM[0, 2, 1]


@pytest.mark.parametrize("options", [{"first_lag": 1}, {"direction": "column-to-row"}])
def test_options_that_contradict_the_name_are_refused(tmp_path, options):
    np.savez(tmp_path / "s.npz", val_matrix=RANDOM)
    with pytest.raises(ConventionError, match="layout of tigramite"):
        read_temporal_scores(tmp_path / "s.npz", **options)


def test_val_matrix_with_the_lags_first_is_refused(tmp_path):
    np.savez(tmp_path / "s.npz", val_matrix=RANDOM[:2])
    with pytest.raises(FormatError, match=r"shape \(p, p, lags\)"):
        read_temporal_scores(tmp_path / "s.npz", first_lag=0, **R)


def test_a_negative_val_matrix_needs_a_sign(tmp_path):
    np.savez(tmp_path / "s.npz", val_matrix=-RANDOM)
    with pytest.raises(AmbiguityError, match="negative"):
        read_temporal_scores(tmp_path / "s.npz")
    assert read_temporal_scores(tmp_path / "s.npz", sign="ignore")["0", "2", 1] == RANDOM[0, 2, 1]


def test_a_matrix_with_the_lags_last_is_told_so():
    for build in (em.TemporalScores, em.TemporalGraph.from_matrices):
        with pytest.raises(GraphError, match="Put them first"):
            build(RANDOM[:, :, :2], first_lag=0, **R)


def test_masked_cells_are_not_read_as_if_they_had_no_mask():
    array = np.full((2, 2, 2), "", "<U3")
    array[0, 1, 1] = array[0, 0, 1] = "-->"
    masked = np.ma.masked_array(array, np.zeros(array.shape, bool))
    masked[0, 1, 1] = np.ma.masked
    for result in (masked, {"graph": masked}):
        with pytest.raises(FormatError, match="masked array"):
            em.as_temporal(result)
    filled = em.as_temporal(masked.filled(""), nodes=["A", "B"])
    assert filled == em.TemporalGraph.parse("A --> A @1; B; lags 1")
    numbers = np.ma.masked_equal(np.full((2, 2, 2), 0.5), 0)
    for key, of in (("val_matrix", "strength"), ("p_matrix", "p-value")):
        with pytest.raises(FormatError, match=f"'{key}' must have all numbers; got a masked array"):
            as_temporal_scores({key: numbers}, of=of)
