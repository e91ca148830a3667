"""Series of pandas that are given as a matrix of scores."""

import pytest

from edgemark import EdgeScores
from edgemark.errors import InputTypeError

pandas = pytest.importorskip("pandas")


@pytest.mark.parametrize("read", [EdgeScores, EdgeScores.from_pvalues])
def test_files10_a_series_is_no_matrix(read):
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
