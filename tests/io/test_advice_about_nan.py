"""Advice about matrices with nan, which NumPy takes for true, and about arrays of unknown direction."""

import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import coo_array

import edgemark as em
from edgemark import Candidates, EdgeScores, Graph
from edgemark.errors import EdgemarkError, InputTypeError

NAN = float("nan")
MASK = np.array([[NAN, 1], [NAN, NAN]])
NAMED = {"name": ["A", "B"], "A": MASK[:, 0], "B": MASK[:, 1]}
MASKS = {
    "array": MASK,
    "lists": MASK.tolist(),
    "frame": pd.DataFrame(MASK, ["A", "B"], ["A", "B"]),
    "frame with names": pd.DataFrame(NAMED),
    "polars with names": pl.DataFrame(NAMED),
    "polars with nulls": pl.DataFrame({"A": [0, 0], "B": [1.0, None]}),
    "sparse": coo_array(MASK),
}


def results_of_remedies(error: EdgemarkError, **names: object) -> list[object]:
    """What the code of each remedy gives."""
    names |= {"Candidates": Candidates, "Graph": Graph, "EdgeScores": EdgeScores}
    return [eval(remedy.python, names) for remedy in error.remedies]


@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
def test_nan_in_a_mask_does_not_become_a_candidate(mask):
    with pytest.raises(EdgemarkError) as caught:
        Candidates.from_mask(mask)
    (marked,) = results_of_remedies(caught.value, mask=mask)
    assert Candidates.from_mask(marked).starts.tolist() == [0]
    if not isinstance(mask, list):
        with pytest.raises(InputTypeError, match="nan marks none") as caught:
            Candidates(["A", "B"], mask)
        (candidates,) = results_of_remedies(caught.value, pairs=mask, nodes=["A", "B"])
        assert candidates.pairs() == [("A", "B")]


def of_lingam(name, **values):
    return type(name, (), {"__module__": "lingam", **values})()


def test_nan_of_models_of_lingam_without_hidden_causes_makes_no_edge():
    """BottomUpParceLiNGAM writes nan for pairs whose order it did not find; <-> claims more."""
    weights = np.array([[0, 0, 0], [0.7, 0, NAN], [0, NAN, 0]])
    model = of_lingam("BottomUpParceLiNGAM", adjacency_matrix_=weights)
    with pytest.raises(EdgemarkError, match="order of two variables is unknown") as caught:
        em.as_graph(model)
    (scores,) = results_of_remedies(caught.value, obj=model)
    assert scores.candidates.pairs() == [("0", "1"), ("0", "2"), ("1", "0"), ("2", "0")]
    shares = np.array([[0, 0, 0], [1.0, 0, 0], [0, 0, 0]])
    for name in ("BootstrapResult", "MultiGroupParceLiNGAM"):
        result = of_lingam(
            name, adjacency_matrices_=[weights] * 2, get_probabilities=lambda self: shares
        )
        with pytest.raises(EdgemarkError) as caught:
            em.as_graph(result)
        assert "<->" not in str(caught.value)


def test_nan_of_rcd_is_a_hidden_common_cause():
    weights = np.array([[0, 0, 0], [0.7, 0, NAN], [0, NAN, 0]])
    right = Graph(3, [(0, "-->", 1), (1, "<->", 2)])
    model = of_lingam("RCD", adjacency_matrix_=weights)
    with pytest.raises(EdgemarkError, match="<-> of nan") as caught:
        em.as_graph(model)
    graph, scores = results_of_remedies(caught.value, obj=model)
    assert graph == right
    assert scores.candidates.pairs() == [("0", "1"), ("0", "2"), ("1", "0"), ("2", "0")]
    groups = of_lingam("MultiGroupRCD", adjacency_matrices_=[weights, np.nan_to_num(weights)])
    with pytest.raises(EdgemarkError) as caught:
        em.as_graph(groups)
    (graphs,) = results_of_remedies(caught.value, obj=groups)
    assert graphs == [right, Graph(3, [(0, "-->", 1)])]


def test_models_without_nan_get_the_short_code():
    model = SimpleNamespace(adjacency_matrix_=np.array([[0, 0], [1.5, 0]]))
    with pytest.raises(EdgemarkError, match=re.escape("obj.adjacency_matrix_ != 0")):
        em.as_graph(model)


@pytest.mark.parametrize(("first", "lags"), [([[0, 0], [0.8, 0]], (0, 1)), ([[0.3, 0], [0.8, 0]], (1,))])
def test_no_direction_and_no_lag_of_an_array_is_guessed(tmp_path, first, lags):
    path = tmp_path / "array.npy"
    np.save(path, np.array([first]))
    with pytest.raises(EdgemarkError, match="must hold strings") as caught:
        em.read_temporal(path)
    *coefficients, scores = caught.value.remedies
    found = {}
    for remedy in coefficients:
        names = {"TemporalGraph": em.TemporalGraph, "path": path}
        code = remedy.python.removeprefix("import numpy; ")
        graph = eval(code, names | {"numpy": np})
        side = re.search("cause is in the (row|column)", remedy.say)[1]
        lag = int(re.search("has the lag ([01])", remedy.say)[1])
        found[side, lag] = [(a, b, k) for a, _, b, k in graph.edges() if a != b]
    edges = {"column": ("0", "1"), "row": ("1", "0")}
    assert found == {(side, lag): [(*edges[side], lag)] for side in edges for lag in lags}
    assert not scores.python
