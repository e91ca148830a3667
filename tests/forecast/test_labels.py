"""Labels of data frames of ensembles and quantiles, weights by level, and columns that may hold NA."""

import numpy as np
import pytest

from edgemark import forecast
from edgemark.errors import ForecastError

pandas = pytest.importorskip("pandas")

OBSERVED = pandas.Series([0.0, 10.0], ["mon", "tue"])
VALUES = pandas.DataFrame([[-1.0, 1.0], [8.0, 11.0]], OBSERVED.index)


@pytest.mark.parametrize(
    "make", [forecast.Ensemble, lambda values: forecast.Quantiles(values, levels=[0.25, 0.75])]
)
def test_rows_of_ensembles_and_quantiles_are_those_of_the_observations(make):
    """Rows in another order would be scored against other observations."""
    for given in (VALUES, VALUES.to_numpy()):
        level = 0.25 if make is forecast.Ensemble else 0.5
        assert forecast.coverage(OBSERVED, make(given), level=level).share == 1
    with pytest.raises(ForecastError, match="the same index in the same order"):
        forecast.pit(OBSERVED, make(VALUES.loc[["tue", "mon"]]))
    assert np.isfinite(forecast.pit(OBSERVED.to_numpy(), make(VALUES))).all()


@pytest.mark.parametrize("columns", [[0.75, 0.25], [0.1, 0.9], ["0.1", "0.9"]])
def test_headings_of_quantiles_are_their_levels(columns):
    with pytest.raises(ForecastError, match="the columns of quantiles must be those of the levels"):
        forecast.Quantiles(VALUES.set_axis(columns, axis=1), levels=[0.25, 0.75])


@pytest.mark.parametrize("columns", [[0.25, 0.75], ["0.25", "0.75"], ["low", "high"], [0, 1]])
def test_other_headings_of_quantiles_do_not_matter(columns):
    band = forecast.Quantiles(VALUES.set_axis(columns, axis=1), levels=[0.25, 0.75])
    assert forecast.coverage(OBSERVED, band, level=0.5).inside == 2


def test_weights_by_level_are_matched_with_the_levels():
    given = [0.5], forecast.Gaussian([0.0], 1.0)
    levels = [0.1, 0.9]
    wanted = forecast.quantile_calibration(*given, levels=levels, weights=[3.0, 1.0])
    assert wanted != forecast.quantile_calibration(*given, levels=levels, weights=[1.0, 3.0])
    for weights in ({0.9: 1.0, 0.1: 3.0}, pandas.Series([1.0, 3.0], [0.9, 0.1])):
        assert forecast.quantile_calibration(*given, levels=levels, weights=weights) == wanted
    with pytest.raises(ForecastError, match="weights and levels must have the same keys"):
        forecast.quantile_calibration(*given, levels=levels, weights={0.9: 1.0, 0.2: 3.0})


@pytest.mark.parametrize("dtype", ["Int64", "Float64"])
def test_columns_that_may_hold_na_are_numbers(dtype):
    observed = pandas.DataFrame({"A": [1, 2], "B": [3, 4]}).astype(dtype)
    assert forecast.mae(observed, [[1, 2], [3, 5]]) == 0.75
    assert forecast.mae(observed["A"], [1, 3]) == 0.5
    observed.loc[0, "A"] = pandas.NA
    with pytest.raises(ForecastError, match="an observation must be finite; got nan at \\[0, 0\\]"):
        forecast.mae(observed, [[1, 2], [3, 5]])
    with pytest.raises(ForecastError, match="must be numbers; got an array of object"):
        forecast.mae(observed.astype(object), [[1, 2], [3, 5]])
