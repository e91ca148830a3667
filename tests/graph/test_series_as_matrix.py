"""Series and mappings that are given as a matrix of scores, or as matrices of lags."""

import numpy as np
import pytest

from edgemark import EdgeScores, TemporalGraph, TemporalScores
from edgemark.errors import AmbiguityError, InputTypeError

pandas = pytest.importorskip("pandas")


@pytest.mark.parametrize("read", [EdgeScores, EdgeScores.from_pvalues])
def test_a_series_is_no_matrix(read):
    frame = pandas.DataFrame([[0, 0.5, 0.25], [0.125, 0, 0], [0, 1, 0]], list("CAB"), list("CAB"))
    rows = pandas.Series(frame.to_numpy().tolist())
    name = "array" if read is EdgeScores else "pvalues"
    for series, names in ((frame.stack(), None), (rows, list("CAB"))):
        with pytest.raises(InputTypeError, match="a matrix must be") as caught:
            read(series, names, direction="row-to-column")
        matrix = eval(caught.value.remedies[0].python, {name: series})
        given = read(matrix, names, direction="row-to-column")
        assert given == read(frame, direction="row-to-column")
    for series in (rows.set_axis(list("CAB")), pandas.Series([0.5, 1.0]), frame.stack().iloc[:2]):
        with pytest.raises(InputTypeError, match=r"got a Series$"):
            read(series, direction="row-to-column")
    with pytest.raises(InputTypeError, match="got a Series"):
        read(rows)


TWO_LAGS = {
    "keys 1 and 2": ({2: "second", 1: "first"}, True),
    "keys 0 and 1": ({1: "second", 0: "first"}, True),
    "a gap": ({1: "first", 3: "second"}, False),
    "from 2": ({2: "first", 3: "second"}, False),
    "negative": ({-1: "first", -2: "second"}, False),
    "text": ({"1": "first", "10": "second"}, False),
}


@pytest.mark.parametrize("keys", TWO_LAGS)
@pytest.mark.parametrize("form", [dict, pandas.Series])
@pytest.mark.parametrize("read", [TemporalGraph.from_matrices, TemporalScores])
def test_advice_about_lags_as_keys_keeps_the_lags(keys, form, read):
    named = {"first": np.array([[0, 1], [0, 0]]), "second": np.array([[0, 0], [1, 0]])}
    names_by_key, can_be_listed = TWO_LAGS[keys]
    array = form({key: named[name] for key, name in names_by_key.items()})
    with pytest.raises(InputTypeError, match="several matrices must be") as caught:
        read(array, direction="row-to-column", first_lag=1)
    code = caught.value.remedies[0].python
    assert bool(code) == can_be_listed
    if code:
        given = eval(code, {"array": array})
        assert [matrix.tolist() for matrix in given] == [named[k].tolist() for k in ("first", "second")]
    else:
        assert "without gaps" in str(caught.value)


@pytest.mark.parametrize("make", [TemporalGraph.from_matrices, TemporalScores])
def test_the_first_lag_is_a_whole_number(make):
    matrices = np.array([[[0, 1], [0, 0]]])
    for first_lag in (1.0, np.float64(0), True, 2):
        with pytest.raises(AmbiguityError, match="lag 0 or 1"):
            make(matrices, direction="row-to-column", first_lag=first_lag)
    graph = TemporalGraph.from_matrices(matrices, direction="row-to-column", first_lag=np.int64(1))
    assert repr(graph) == "TemporalGraph.parse('#0 --> #1 @1; lags 1')"
