"""Numbers of single precision stand for the decimals that they are printed as."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from edgemark import stats
from edgemark.errors import StatisticsError

A = [0.9, 0.8, 0.7, 0.6, 0.9, 0.5, 0.8, 0.7]
B = [0.8, 0.7, 0.5, 0.5, 0.6, 0.6, 0.7, 0.8]


def shapes(values):
    return {
        "array": np.array(values, np.float32),
        "half precision": np.array(values, np.float16),
        "list": list(np.array(values, np.float32)),
        "pandas": pd.Series(values, dtype="float32"),
        "pandas with gaps": pd.Series(values, dtype="Float32"),
        "sparse": pd.Series(values, dtype=pd.SparseDtype("float32")),
        "index": pd.Index(np.array(values, np.float32)),
        "polars": pl.Series(values, dtype=pl.Float32),
    }


@pytest.mark.parametrize("shape", shapes(A))
@pytest.mark.parametrize("both", [False, True])
def test_the_type_of_the_numbers_changes_no_test(shape, both):
    """0.9 - 0.8 and 0.8 - 0.7 of single precision did not tie: the p-value was 0.11 or 0.195."""
    expected = stats.compare(A, B)
    found = stats.compare(shapes(A)[shape], shapes(B)[shape] if both else B)
    assert (found.p_value, found.effect, found.shift) == (
        expected.p_value,
        expected.effect,
        expected.shift,
    )
    assert found.p_value == 0.1796875


def frames(values, kind):
    table = {"method": ["PC", "PC", "GES", "GES"], "seed": [1, 2, 1, 2]}
    if kind == "pandas":
        return pd.DataFrame({**table, "value": pd.array(values, dtype="float32")})
    if kind == "pivot":
        return frames(values, "pandas").pivot(index="seed", columns="method", values="value")
    if kind == "sparse":
        return frames(values, "pandas").astype({"value": pd.SparseDtype("float32")})
    return pl.DataFrame({**table, "value": pl.Series(values, dtype=pl.Float32)})


@pytest.mark.parametrize("kind", ["pandas", "pivot", "sparse", "polars"])
def test_columns_of_single_precision_hold_their_decimals(kind):
    frame = frames([0.1, None, 0.3, 0.7], kind)
    copied = frame.clone() if kind == "polars" else frame.copy()
    found = {(run.method, run.seed): run.value for run in stats.as_runs(frame) if run.status == "ok"}
    assert found == {("PC", "1"): 0.1, ("GES", "1"): 0.3, ("GES", "2"): 0.7}
    assert frame.equals(copied)


class Tensor:
    """A tensor of another library, without axes."""

    def __array__(self, dtype=None, copy=None):
        return np.asarray(0.1, np.float32)


def test_a_list_of_tensors_holds_their_decimals():
    assert [run.value for run in stats.as_runs([Tensor(), Tensor()])] == [0.1, 0.1]


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("kind", [np.float32, np.float16])
def test_a_region_and_a_level_of_single_precision_are_their_decimals(kind):
    a, b = [x / 7 for x in range(25)], [x % 5 / 9 for x in range(25)]
    expected = stats.compare(a, b, rope=0.1, level=0.95)
    found = stats.compare(a, b, rope=kind(0.1), level=kind(0.95))
    assert (found.t, found.bca, found.shift) == (expected.t, expected.bca, expected.shift)
    assert (found.bayes, found.level) == (expected.bayes, expected.level)
    assert stats.summarize(a, level=kind(0.95)) == stats.summarize(a, level=0.95)
    assert stats.t_interval(a, kind(0.9)) == stats.t_interval(a, 0.9)
    with pytest.raises(StatisticsError, match="rope must be 0 or more"):
        stats.compare(a, b, rope=10**400)
