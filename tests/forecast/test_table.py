"""The table of a forecast: each node by itself, all together, and why a value is missing."""

from math import isnan

import numpy as np
import pytest

from edgemark import forecast
from edgemark.errors import ConventionError, ForecastError
from edgemark.forecast import Ensemble, Gaussian, Quantiles

RNG = np.random.default_rng(3)
SHAPE = (12, 4, 3)
Y, MEAN, SIGMA = RNG.normal(size=SHAPE), RNG.normal(size=SHAPE), RNG.uniform(0.5, 2, SHAPE)
NAMES = ["rain", "wind", "sun"]
KINDS = {
    "array": MEAN,
    "Gaussian": Gaussian(MEAN, SIGMA),
    "Ensemble": Ensemble(RNG.normal(size=(*SHAPE, 40))),
    "Quantiles": Quantiles(np.sort(RNG.normal(size=(*SHAPE, 3)), -1), levels=[0.05, 0.5, 0.95]),
}
MEASURES = {
    "mae": forecast.mae,
    "rmse": forecast.rmse,
    "gaussian_nll": forecast.gaussian_nll,
    "crps": forecast.crps,
    "pinball": forecast.pinball,
    "quantile_calibration": forecast.quantile_calibration,
    "miscalibration_area": forecast.miscalibration_area,
    "ence": forecast.ence,
    "interval_score 0.9": lambda *a, **k: forecast.interval_score(*a, level=0.9, **k),
    "coverage 0.9": lambda *a, **k: forecast.coverage(*a, level=0.9, **k).share,
    "coverage gap 0.9": lambda *a, **k: forecast.coverage(*a, level=0.9, **k).gap,
}


def of_node(found, k):
    if isinstance(found, Gaussian):
        return Gaussian(found.mean[..., k], found.sigma[..., k])
    if isinstance(found, Ensemble):
        return Ensemble(found.members[:, :, k])
    if isinstance(found, Quantiles):
        return Quantiles(found.values[:, :, k], levels=found.levels)
    return found[..., k]


def value_or_refusal(measure, found, counts):
    try:
        return measure(Y, found, where=counts)
    except ForecastError as error:
        return str(error)


@pytest.mark.parametrize("kind", KINDS)
def test_every_value_is_the_measures_own_overall_and_of_each_node(kind):
    found, counts = KINDS[kind], RNG.random(SHAPE) < 0.8
    table = forecast.evaluate(Y, found, levels=[0.9], nodes=NAMES, where=counts)
    assert table.measures == tuple(MEASURES)
    for name, measure in MEASURES.items():
        if name == "pinball" and kind in ("Gaussian", "Ensemble"):
            continue  # The table has no levels of quantiles.
        expected = value_or_refusal(measure, found, counts)
        if isinstance(expected, str):
            assert table.reason(name) == table.reason(name, "sun") == expected
            assert np.isnan(table[name]).all()
            continue
        assert table.to_dict()[name] == pytest.approx(expected)
        assert table.reason(name) == ""
        for k in range(3):
            alone = measure(Y[..., k], of_node(found, k), where=counts[..., k])
            assert table[name][k] == pytest.approx(alone)


def test_the_document_knows_the_same_errors_by_node():
    table = forecast.evaluate(Y, MEAN)
    assert table["mae"] == pytest.approx(np.abs(Y - MEAN).mean(axis=(0, 1)))
    assert table["rmse"] == pytest.approx(np.sqrt(((Y - MEAN) ** 2).mean(axis=(0, 1))))


@pytest.mark.parametrize("kind", ["Gaussian", "Ensemble"])
def test_the_table_does_not_offer_its_own_levels_for_the_pinball_loss(kind):
    table = forecast.evaluate(Y, KINDS[kind], levels=[0.1, 0.9], nodes=NAMES)
    assert "`levels` are those of intervals here" in table.reason("pinball")
    assert table.reason("pinball", "sun") == table.reason("pinball")
    assert forecast.pinball(Y, KINDS[kind], levels=[0.1, 0.9]) > 0


def test_other_names_than_those_of_a_frame_are_an_error_of_forecasts():
    observed, same = frames()
    with pytest.raises(ForecastError, match="needs no other names"):
        forecast.evaluate(observed, same, nodes=["x", "y", "z"])


def test_a_node_of_which_nothing_counts_is_undefined_and_says_so():
    counts = np.ones(SHAPE, bool)
    counts[..., 1] = False
    table = forecast.evaluate(Y, KINDS["Gaussian"], nodes=NAMES, where=counts)
    assert table.counts.tolist() == [48, 0, 48]
    assert isnan(table["crps"][1])
    assert table.reason("crps", "wind") == "no observation counts"
    assert table.reason("crps", "sun") == table.reason("crps") == ""


def test_members_that_agree_leave_one_measure_undefined_and_say_so():
    table = forecast.evaluate([[0.0]], Ensemble(np.ones((1, 1, 3))), levels=[0.5])
    assert table.reason("ence") == "a bin has no spread"
    assert table.to_dict()["ence"] is None


def test_every_missing_value_has_a_reason():
    for found in KINDS.values():
        table = forecast.evaluate(Y, found)
        for name, value in zip(table.measures, table.overall, strict=True):
            assert isnan(value) == bool(table.reason(name))


def test_a_frame_has_a_row_for_each_node():
    pytest.importorskip("pandas")
    frame = forecast.evaluate(Y, KINDS["Gaussian"], nodes=NAMES).to_frame()
    assert frame.index.tolist() == NAMES
    assert frame["observations"].tolist() == [48] * 3
    assert frame.loc["sun", "mae"] == forecast.mae(Y[..., 2], MEAN[..., 2])


def test_an_unknown_measure_or_node_is_refused_with_the_near_one():
    table = forecast.evaluate(Y, MEAN, nodes=NAMES)
    with pytest.raises(ConventionError, match="Did you mean 'rmse'"):
        table["rmes"]
    with pytest.raises(ConventionError, match="Did you mean 'wind'"):
        table.reason("mae", "wnd")


def test_observations_need_an_axis_of_nodes():
    with pytest.raises(
        ForecastError, match=r"\(3,\). Give the series of a single node as observed\[:, None"
    ):
        forecast.evaluate([1.0, 2.0, 3.0], [1.0, 2.0, 3.0])


@pytest.mark.parametrize("nodes", [["A"], ["A", "A", "B"]])
def test_names_are_one_for_each_node_and_differ(nodes):
    with pytest.raises(ForecastError, match=r"names must differ|must be 3 different names"):
        forecast.evaluate(Y, MEAN, nodes=nodes)


def test_no_node_at_all_gives_no_rows():
    table = forecast.evaluate(np.zeros((4, 0)), np.zeros((4, 0)))
    assert len(table.nodes) == 0
    assert table.reason("mae") == "no observation counts"


def test_a_single_level_is_refused_in_words():
    with pytest.raises(ForecastError, match="levels must be a list of one or more"):
        forecast.evaluate([[0.0]], forecast.Gaussian([[0.0]], 1.0), levels=0.9)


def frames(**changes):
    pandas = pytest.importorskip("pandas")
    days = pandas.date_range("2024-01-01", periods=12)
    frame = pandas.DataFrame(Y[:, 0], days, NAMES)
    return frame, frame.reindex(**changes)


def test_the_columns_of_frames_name_the_nodes():
    observed, same = frames()
    for foreseen in (same, Gaussian(same, same.abs() + 1), same.to_numpy()):
        assert forecast.evaluate(observed, foreseen).nodes == tuple(NAMES)
    assert forecast.evaluate(observed.to_numpy(), same).nodes == tuple(NAMES)
    assert forecast.evaluate(observed, same, nodes=NAMES).nodes == tuple(NAMES)


@pytest.mark.parametrize("axis", ["columns", "index"])
def test_frames_of_which_a_place_is_another_node_or_time_are_refused(axis):
    observed, _ = frames()
    _, other = frames(**{axis: list(getattr(observed, axis))[::-1]})
    for refused in (
        lambda: forecast.evaluate(observed, other),
        lambda: forecast.mae(observed, other),
        lambda: forecast.crps(observed, Gaussian(other, 1.0)),
        lambda: Gaussian(observed, other.abs() + 1),
        lambda: forecast.mae(observed, observed, where=other > 0),
    ):
        with pytest.raises(ForecastError, match=f"same {axis} in the same order"):
            refused()
    assert forecast.mae(observed, other.reindex_like(observed)) == 0
    assert forecast.mae(observed, other.to_numpy()) > 0


def test_columns_of_polars_are_labels_too():
    polars = pytest.importorskip("polars")
    one = polars.DataFrame({"a": [1.0], "b": [2.0]})
    assert forecast.evaluate(one, one).nodes == ("a", "b")
    with pytest.raises(ForecastError, match="same columns"):
        forecast.mae(one, one[["b", "a"]])


X = np.arange(10.0).reshape(5, 2)


@pytest.mark.parametrize("rows", [[4, 3, 2, 1, 0], [5, 6, 7, 8, 9], [0, 1, 2, 4, 5]])
def test_numbered_rows_in_another_order_are_refused(rows):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=["A", "B"])
    moved = frame.set_axis(rows)
    for one, other in ((frame, moved), (moved, frame), (frame["A"], moved["A"])):
        with pytest.raises(ForecastError, match="the same index in the same order"):
            forecast.mae(one, other)
    with pytest.raises(ForecastError, match="the same index in the same order"):
        forecast.mae(frame, X, where=moved > 3)
    assert forecast.mae(moved, moved) == forecast.mae(frame, X) == 0


def test_numbered_columns_in_another_order_are_refused():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X)
    with pytest.raises(ForecastError, match="the same columns in the same order"):
        forecast.mae(frame, frame[[1, 0]])


def test_a_frame_without_labels_agrees_with_dates_and_names():
    pandas = pytest.importorskip("pandas")
    dated = pandas.DataFrame(X, pandas.date_range("2020", periods=5), ["A", "B"])
    assert forecast.mae(dated, pandas.DataFrame(X)) == 0


def test_close_levels_have_columns_of_their_own():
    table = forecast.evaluate([[0.5]], forecast.Gaussian([[0.0]], 1.0), levels=[0.99991, 0.99994])
    assert {name for name in table.to_dict() if name.startswith("coverage gap")} == {
        "coverage gap 0.99991",
        "coverage gap 0.99994",
    }


# ---- advice about missing cells


def observed_and_predicted():
    """Observations with one missing cell in frames and series, with forecasts."""
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    cells = {"A": [1, None], "B": [1, 2]}
    full = {"A": [2, 3], "B": [1, 2]}
    yield polars.Series([1.0, None]), [2.0, 3.0]
    yield polars.Series([1, None]), [2.0, 3.0]
    yield polars.DataFrame(cells), polars.DataFrame(full)
    yield pandas.Series([1, None], dtype="Int64"), [2.0, 3.0]
    yield pandas.Series([1, None], dtype="Float64"), [2.0, 3.0]
    yield pandas.DataFrame(cells, dtype="Int64"), pandas.DataFrame(full)
    yield pandas.DataFrame(cells).astype({"A": "Float64"}), pandas.DataFrame(full)
    yield pandas.Series([1, None]), [2.0, 3.0]
    yield [1.0, np.nan], [2.0, 3.0]


def test_the_advice_about_missing_cells_can_be_typed():
    for observed, predicted in observed_and_predicted():
        n_others = 3 if np.ndim(observed) == 2 else 1
        expected = pytest.approx(1 / n_others)
        names = {"np": np, "forecast": forecast, "observed": observed, "predicted": predicted}
        with pytest.raises(ForecastError) as caught:
            forecast.mae(observed, predicted)
        (remedy,) = caught.value.message.remedies
        assert eval(f"forecast.mae(observed, predicted, {remedy.python})", names) == expected


def test_the_advice_about_missing_forecasts_can_be_typed():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    cells = {"a": [1.0, None], "b": [1.0, 1.0]}
    for nulls, frame in (
        (polars.Series(cells["a"]), polars.DataFrame(cells)),
        (pandas.Series(cells["a"], dtype="Float64"), pandas.DataFrame(cells).convert_dtypes()),
        (pandas.Series(cells["a"]), pandas.DataFrame(cells)),
    ):
        names = {"np": np, "forecast": forecast, "observed": [2.0, 3.0], "predicted": nulls}
        names |= {"mean": nulls, "sigma": nulls, "members": frame, "values": frame}
        check_advice_about_missing_forecasts(names)


def check_advice_about_missing_forecasts(names):
    for call in (
        "forecast.mae(observed, predicted",
        "forecast.mae(observed, forecast.Gaussian(mean, 1.0)",
        "forecast.crps(observed, forecast.Gaussian([1.0, 1.0], sigma)",
        "forecast.crps(observed, forecast.Ensemble(members)",
        "forecast.pinball(observed, forecast.Quantiles(values, levels=[0.1, 0.9])",
    ):
        with pytest.raises(ForecastError) as caught:
            eval(f"{call})", names)
        code = caught.value.message.remedies[0].python
        assert np.isfinite(eval(f"{call}, {code})", names)), call
