"""No variable has an edge to itself within a time step, so scores there are p-values or swapped axes."""

import numpy as np
import pandas as pd
import pytest

import edgemark as em
from edgemark.errors import GraphError

NAMES = list("ABC")
ROWS = {"direction": "row-to-column", "first_lag": 0}
TRUTH = em.TemporalGraph.parse("A --> B @1; B --> C @1; lags 2")
P_MATRIX = np.ones((3, 3, 3))  # as tigramite has it: cause, effect, lag
P_MATRIX[0, 1, 1], P_MATRIX[1, 2, 1] = 1e-9, 1e-8
VAL_MATRIX = np.where(P_MATRIX < 0.05, 0.5, 0.125)
VAL_MATRIX[range(3), range(3), 0] = 0


def advised(error: GraphError, **names: object) -> list[object]:
    """What the last statement of the code of each remedy gives."""
    found = []
    for remedy in error.remedies:
        if remedy.python:
            scope = {"np": np, "TemporalScores": em.TemporalScores, **names}
            *before, last = remedy.python.split("; ")
            exec("\n".join(before), scope)
            found.append(eval(last, scope))
    return found


@pytest.mark.parametrize(
    "array", [P_MATRIX, np.moveaxis(P_MATRIX, 2, 0)], ids=["lags last", "lags first"]
)
def test_p_values_over_time_are_not_scores(array):
    with pytest.raises(GraphError, match=r'p-value.*of="p-value"|of="p-value".*p-value') as caught:
        em.TemporalScores(array, NAMES, **ROWS)
    first = advised(caught.value, array=array)[0]
    assert first == em.io.as_temporal_scores({"p_matrix": P_MATRIX}, of="p-value", nodes=NAMES)
    assert em.metrics.temporal_roc_auc(TRUTH, first) == 1


def test_strengths_with_the_lags_last_are_told_to_move_them():
    with pytest.raises(GraphError, match="as in tigramite, put them first") as caught:
        em.TemporalScores(VAL_MATRIX, NAMES, **ROWS)
    moved, filled = advised(caught.value, array=VAL_MATRIX)
    assert moved == em.io.as_temporal_scores({"val_matrix": VAL_MATRIX}, nodes=NAMES)
    assert em.metrics.temporal_roc_auc(TRUTH, moved) == 1
    assert filled["A", "B", 1] == VAL_MATRIX[1, 0, 1]


@pytest.mark.parametrize("direction", ["row-to-column", "column-to-row"])
def test_other_numbers_on_the_diagonal_can_be_set_to_0(direction):
    array = np.random.default_rng(0).normal(size=(2, 3, 3))
    with pytest.raises(GraphError, match="for 'A'") as caught:
        em.TemporalScores(array, NAMES, direction=direction, first_lag=0, sign="ignore")
    (filled,) = advised(caught.value, array=array)
    start, end = ("A", "C") if direction == "row-to-column" else ("C", "A")
    assert filled[start, end, 1] == abs(array[1, 0, 2])
    assert filled["B", "B", 1] == abs(array[1, 1, 1])


def test_autolinks_and_zeros_are_read():
    array = np.array([[[0, 0.5], [0.25, 0]], [[1, 0.5], [0.25, 1]]])
    assert em.TemporalScores(array, list("AB"), **ROWS)["A", "A", 1] == 1
    lagged = em.TemporalScores(array, list("AB"), direction="row-to-column", first_lag=1)
    assert lagged["A", "A", 2] == 1


def test_frames_get_the_same_refusal_without_code():
    frame = pd.DataFrame(np.ones((2, 2)), list("AB"), list("AB"))
    with pytest.raises(GraphError, match="p-values") as caught:
        em.TemporalScores([frame], **ROWS)
    assert not any(remedy.python for remedy in caught.value.remedies)


@pytest.mark.parametrize("name", ["p1.npy", "p1.npz"])
def test_files_of_p_values_over_time_are_not_scores(tmp_path, name):
    path = tmp_path / name
    array = np.moveaxis(P_MATRIX, 2, 0)
    np.save(path, array) if name.endswith("npy") else np.savez(path, scores=array)
    with pytest.raises(GraphError, match="p-values") as caught:
        em.io.read_temporal_scores(path, nodes=NAMES, **ROWS)
    assert em.metrics.temporal_roc_auc(TRUTH, advised(caught.value, path=path)[0]) == 1


def test_results_that_are_called_as_in_tigramite_have_zeros_at_lag_0(tmp_path):
    first = np.moveaxis(VAL_MATRIX, 2, 0)
    np.savez(tmp_path / "s.npz", val_matrix=first)
    for read in (
        lambda: em.io.as_temporal_scores({"val_matrix": first}),
        lambda: em.io.read_temporal_scores(tmp_path / "s.npz"),
    ):
        with pytest.raises(GraphError, match="If the lags come first"):
            read()


LAGGED = {**ROWS, "threshold": 0.3}


def test_coefficients_in_the_order_of_tigramite_are_not_to_be_changed():
    """The advice to leave the autolink out gave another graph without a word."""
    swapped = np.zeros((3, 3, 3))
    swapped[0, 2, 2] = 0.5  # cause, effect, lag
    with pytest.raises(GraphError, match=r"one at 'C' in the first matrix, whose lag is 0") as caught:
        em.TemporalGraph.from_matrices(swapped, nodes=NAMES, **LAGGED)
    array = eval(caught.value.remedies[0].python, {"np": np, "array": swapped})
    expected = em.TemporalGraph.parse("A --> C @2; B; lags 2")
    assert em.TemporalGraph.from_matrices(array, nodes=NAMES, **LAGGED) == expected


@pytest.mark.parametrize("direction", ["row-to-column", "column-to-row"])
def test_coefficients_of_a_vector_autoregression_have_the_first_lag_1(direction):
    coefficients = np.array([[[0.5, 0], [0.4, 0]]])
    options = {"direction": direction, "threshold": 0.1, "nodes": ["A", "B"]}
    with pytest.raises(GraphError, match="first_lag=1") as caught:
        em.TemporalGraph.from_matrices(coefficients, first_lag=0, **options)
    assert not any("moveaxis" in remedy.python for remedy in caught.value.remedies)
    assert ("A", "-->", "A", 1) in em.TemporalGraph.from_matrices(
        coefficients, first_lag=1, **options
    ).edges()
