"""Scores of forecasts against their definitions, scoringrules and worked examples."""

import builtins
from math import isnan

import numpy as np
import pytest
import scoringrules

from edgemark import forecast
from edgemark.errors import ForecastError, MissingExtraError
from edgemark.forecast import Ensemble, Gaussian, Quantiles
from tests.oracle import forecasts as oracle

RNG = np.random.default_rng(5)
SHAPE = (4, 3, 2)
Y, MEAN = RNG.normal(size=SHAPE), RNG.normal(size=SHAPE)
SIGMA = RNG.uniform(0.3, 2, SHAPE)
MEMBERS = RNG.normal(size=(*SHAPE, 7))
LEVELS = (0.05, 0.25, 0.5, 0.95)
QUANTILES = np.sort(RNG.normal(size=(*SHAPE, 4)), axis=-1)
EACH = [(y, *rest) for y, *rest in zip(Y.flat, MEAN.flat, SIGMA.flat, strict=True)]


# ---- by definition


def test_the_absolute_error_is_its_mean():
    assert forecast.mae(Y, MEAN) == pytest.approx(np.mean([abs(y - m) for y, m, _ in EACH]))


def test_the_squared_error_is_rooted_after_the_mean():
    assert forecast.rmse(Y, MEAN) == pytest.approx(np.mean([(y - m) ** 2 for y, m, _ in EACH]) ** 0.5)


def test_the_likelihood_is_that_of_the_density():
    assert forecast.gaussian_nll(Y, Gaussian(MEAN, SIGMA)) == pytest.approx(
        oracle.nll(*(array.ravel() for array in (Y, MEAN, SIGMA)))
    )


def test_the_crps_of_gaussians_is_the_integral():
    expected = np.mean([oracle.crps_gaussian(*one) for one in EACH])
    assert forecast.crps(Y, Gaussian(MEAN, SIGMA)) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("fair", [True, False])
def test_the_crps_of_ensembles_is_that_over_all_pairs_of_members(fair):
    rows = zip(Y.ravel(), MEMBERS.reshape(-1, 7), strict=True)
    expected = np.mean([oracle.crps_ensemble(y, members, fair) for y, members in rows])
    assert forecast.crps(Y, Ensemble(MEMBERS), fair=fair) == pytest.approx(expected)


def test_the_unfair_crps_is_the_integral_over_the_steps_of_the_members():
    y, members = 0.3, np.array([-1.0, 0.0, 2.0])
    grid = np.linspace(-3, 3, 60_001)
    expected = oracle.crps_of(lambda x: np.mean(members <= x), y, grid)
    assert forecast.crps(y, Ensemble(members), fair=False) == pytest.approx(expected, abs=1e-3)


def test_the_order_of_members_does_not_matter():
    assert forecast.crps(Y, Ensemble(MEMBERS[..., ::-1])) == pytest.approx(
        forecast.crps(Y, Ensemble(MEMBERS))
    )


def test_the_fair_crps_does_not_depend_on_how_many_members_are_drawn():
    y, drawn = RNG.normal(size=40_000), RNG.normal(size=(40_000, 8))
    few, many = Ensemble(drawn[:, :2]), Ensemble(drawn)
    exact = forecast.crps(y, Gaussian(np.zeros_like(y), 1.0))
    assert forecast.crps(y, few) == pytest.approx(exact, abs=0.02)
    assert forecast.crps(y, many) == pytest.approx(exact, abs=0.02)
    assert forecast.crps(y, few, fair=False) > exact + 0.2


def test_the_pinball_loss_is_its_two_branches():
    rows = list(zip(Y.ravel(), QUANTILES.reshape(-1, 4), strict=True))
    expected = np.mean(
        [oracle.pinball(y, q, p) for y, row in rows for q, p in zip(row, LEVELS, strict=True)]
    )
    assert forecast.pinball(Y, Quantiles(QUANTILES, levels=LEVELS)) == pytest.approx(expected)


def test_twice_the_pinball_loss_over_many_levels_nears_the_crps():
    found, levels = Gaussian(MEAN, SIGMA), (np.arange(2000) + 0.5) / 2000
    assert 2 * forecast.pinball(Y, found, levels=levels) == pytest.approx(
        forecast.crps(Y, found), abs=1e-3
    )


def test_the_interval_score_is_width_and_misses():
    ends = QUANTILES[..., 0], QUANTILES[..., 3]
    rows = zip(Y.flat, *(end.flat for end in ends), strict=True)
    expected = np.mean([oracle.interval_score(*one, 0.9) for one in rows])
    found = forecast.interval_score(Y, Quantiles(QUANTILES, levels=LEVELS), level=0.9)
    assert found == pytest.approx(expected)


# ---- scoringrules


def test_scoringrules_gives_the_same():
    found = Gaussian(MEAN, SIGMA)
    assert forecast.gaussian_nll(Y, found) == pytest.approx(
        np.mean(scoringrules.logs_normal(Y, MEAN, SIGMA))
    )
    assert forecast.crps(Y, found) == pytest.approx(np.mean(scoringrules.crps_normal(Y, MEAN, SIGMA)))
    for fair, estimator in ((True, "fair"), (False, "nrg")):
        expected = np.mean(scoringrules.crps_ensemble(Y, MEMBERS, estimator=estimator))
        assert forecast.crps(Y, Ensemble(MEMBERS), fair=fair) == pytest.approx(expected)
    for k, level in enumerate(LEVELS):
        one = Quantiles(QUANTILES[..., [k]], levels=[level])
        expected = np.mean(scoringrules.quantile_score(Y, QUANTILES[..., k], level))
        assert forecast.pinball(Y, one) == pytest.approx(expected)
    ends = QUANTILES[..., 0], QUANTILES[..., 3]
    assert forecast.interval_score(Y, Quantiles(QUANTILES, levels=LEVELS), level=0.9) == pytest.approx(
        np.mean(scoringrules.interval_score(Y, *ends, 0.1))
    )


# ---- worked examples of the project's reference: closed form, numerical integral, formula


def test_a_standard_gaussian_at_a_half():
    found = Gaussian([0.0], [1.0])
    assert forecast.crps([0.5], found) == pytest.approx(0.3314035312548558, abs=1e-9)
    assert forecast.gaussian_nll([0.5], found) == pytest.approx(1.0439385332046727, abs=1e-15)


def test_an_interval_of_90_percent():
    band = Quantiles([[-1.0, 0.2]], levels=[0.05, 0.95])
    assert forecast.interval_score([0.5], band, level=0.9) == pytest.approx(7.2)


# ---- which value of a distribution is scored


def test_absolute_errors_are_scored_on_medians_and_squared_ones_on_means():
    skewed = Ensemble([[0.0, 0.0, 6.0]])
    assert forecast.mae([0.0], skewed) == 0
    assert forecast.rmse([0.0], skewed) == 2
    assert forecast.mae([0.0], Quantiles([[-1.0, 3.0]], levels=[0.1, 0.5])) == 3


def test_quantiles_have_no_mean():
    with pytest.raises(
        ForecastError, match="the squared error needs the means; got a forecast of Quantiles"
    ):
        forecast.rmse([0.0], Quantiles([[0.0]], levels=[0.5]))


@pytest.mark.parametrize("measure", [forecast.gaussian_nll, forecast.crps])
@pytest.mark.parametrize("found", [[0.0], Quantiles([[0.0]], levels=[0.5])])
def test_a_measure_that_the_forecast_cannot_give_is_refused(measure, found):
    with pytest.raises(ForecastError, match=r"needs a Gaussian.*; got a forecast of"):
        measure([0.0], found)


def test_one_member_is_no_fair_ensemble_but_an_absolute_error():
    with pytest.raises(ForecastError, match="needs 2 members or more; got 1"):
        forecast.crps([0.0], Ensemble([[3.0]]))
    assert forecast.crps([0.0], Ensemble([[3.0]]), fair=False) == 3


def test_the_pinball_loss_of_a_distribution_needs_levels():
    with pytest.raises(ForecastError, match=r"of a Gaussian needs levels; got none"):
        forecast.pinball([0.0], Gaussian([0.0], 1.0))


@pytest.mark.parametrize("levels", [None, [0.5]])
def test_single_values_have_no_pinball_loss_whatever_the_levels(levels):
    with pytest.raises(ForecastError, match=r"an Ensemble or Quantiles; got a forecast of single"):
        forecast.pinball([0.0], [1.0], levels=levels)


# ---- without scoringrules


def test_only_the_crps_needs_scoringrules_and_says_which_extra_has_it(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name.partition(".")[0] in ("scoringrules", "scipy"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    found = Gaussian(MEAN, SIGMA)
    with pytest.raises(MissingExtraError, match=r"scoringrules.*\.\[forecast\]"):
        forecast.crps(Y, found)
    table = forecast.evaluate(Y, found)
    refused = {name for name in table.measures if "scoringrules" in table.reason(name)}
    assert refused == {"crps"}


# ---- what counts

FORECASTS = {
    "array": (MEAN, forecast.mae),
    "mean": (MEAN, forecast.rmse),
    "nll": (Gaussian(MEAN, SIGMA), forecast.gaussian_nll),
    "crps": (Gaussian(MEAN, SIGMA), forecast.crps),
    "fair crps": (Ensemble(MEMBERS), forecast.crps),
    "pinball": (Quantiles(QUANTILES, levels=LEVELS), forecast.pinball),
    "area": (Quantiles(QUANTILES, levels=LEVELS), forecast.miscalibration_area),
    "calibration": (Ensemble(MEMBERS), forecast.quantile_calibration),
    "ence": (Gaussian(MEAN, SIGMA), forecast.ence),
    "ece": (Gaussian(MEAN, SIGMA), forecast.rcgnn_ece),
    "interval": (Gaussian(MEAN, SIGMA), forecast.interval_score),
}


def only(found, counts):
    """The forecast of what counts, built anew."""
    if isinstance(found, Gaussian):
        return Gaussian(found.mean[counts], found.sigma[counts])
    if isinstance(found, Ensemble):
        return Ensemble(found.members[counts])
    if isinstance(found, Quantiles):
        return Quantiles(found.values[counts], levels=found.levels)
    return found[counts]


def spoilt(found, counts):
    """The same forecast with nan where nothing counts."""

    def without(array):
        array = array.copy()
        array[~counts] = np.nan
        return array

    if isinstance(found, Gaussian):
        return Gaussian(without(found.mean), without(found.sigma))
    if isinstance(found, Ensemble):
        return Ensemble(without(found.members))
    if isinstance(found, Quantiles):
        return Quantiles(without(found.values), levels=found.levels)
    return without(found)


@pytest.mark.parametrize("name", FORECASTS)
def test_what_does_not_count_may_be_missing_and_changes_nothing(name):
    found, measure = FORECASTS[name]
    counts = RNG.random(SHAPE) < 0.6
    y = np.where(counts, Y, np.nan)
    expected = measure(Y[counts], only(found, counts))
    assert measure(y, spoilt(found, counts), where=counts) == pytest.approx(expected, abs=1e-14)
    masked = np.ma.MaskedArray(Y, mask=~counts)
    assert measure(masked, spoilt(found, counts)) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("name", FORECASTS)
def test_where_nothing_counts_the_value_is_undefined(name):
    found, measure = FORECASTS[name]
    assert isnan(measure(Y, found, where=np.zeros(SHAPE, bool)))


@pytest.mark.parametrize("name", FORECASTS)
def test_the_axes_of_the_observations_do_not_matter(name):
    found, measure = FORECASTS[name]
    flat = only(found, np.ones(SHAPE, bool))
    assert measure(Y.ravel(), flat) == pytest.approx(measure(Y, found))


@pytest.mark.parametrize("name", FORECASTS)
def test_inputs_stay_as_they_are(name):
    found, measure = FORECASTS[name]
    y, counts = Y.copy(), np.ones(SHAPE, bool)
    held = only(found, counts)
    measure(y, found, where=counts)
    assert (y == Y).all()
    assert counts.all()
    assert y.flags.writeable
    again = only(found, counts)
    for name in ("mean", "sigma", "members", "values"):
        if hasattr(held, name) and not callable(getattr(held, name)):
            assert (getattr(held, name) == getattr(again, name)).all()


def test_a_forecast_keeps_what_it_was_given_when_the_callers_array_changes():
    sigma = np.ones(3)
    found = Gaussian(np.zeros(3), sigma)
    sigma[:] = -1
    assert (found.sigma == 1).all()
    with pytest.raises(ValueError, match="read-only"):
        found.sigma[0] = 2


def test_frames_of_integers_and_single_numbers_are_taken():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"A": [1, 2], "B": [3, 4]})
    assert forecast.mae(frame, frame + 1) == 1
    assert forecast.mae(1, 3) == 2


# ---- bad input

NAN = float("nan")
BAD = [
    (lambda: forecast.mae([1.0, NAN, NAN], [0.0] * 3), r"finite; got nan at \[1\] and 1 more\. "),
    (lambda: forecast.mae(NAN, 0.0), r"must be finite; got nan\. Score only the others: where="),
    (lambda: forecast.mae([1.0], [float("inf")]), r"a forecast must be finite; got inf at \[0\]"),
    (lambda: forecast.mae([[1.0], [2.0]], [1.0, 2.0]), r"because nothing is broadcast; got \(2,\)"),
    (lambda: forecast.mae(["a"], [1.0]), "observations must be numbers; got an array of"),
    (lambda: forecast.mae([[1.0], [1.0, 2.0]], [1.0]), "observations must be an array; got ragged rows"),
    (lambda: forecast.mae([1.0], np.ma.MaskedArray([1.0])), "must have all numbers; got a masked array"),
    (lambda: forecast.mae([1.0], [1.0], where=[1]), r"an array of bool .*\(1,\); got int64"),
    (lambda: forecast.mae([1.0], [1.0], where=[True, True]), r"shape \(1,\); got bool of shape \(2,\)"),
    (lambda: forecast.crps([0.0], Gaussian([0.0], [0.0])), r"sigma must be above 0 .*got 0.0 at \[0\]"),
    (lambda: forecast.crps([0.0], Gaussian([0.0], -1.0)), "sigma must be above 0 and finite; got -1.0"),
    (lambda: forecast.crps([0.0], Gaussian([0.0], NAN)), "sigma must be above 0 and finite; got nan"),
    (lambda: forecast.crps([0.0], Gaussian([NAN], 1.0)), "a mean must be finite; got nan"),
    (lambda: Gaussian([0.0, 0.0], [1.0]), r"shape of the mean, \(2,\), .*got shape \(1,\)"),
    (lambda: forecast.crps([0.0], Ensemble([[0.0, NAN]])), r"must be finite; got nan at \[0, 1\]"),
    (lambda: Ensemble(3.0), r"members along the last axis; got an array of shape \(\)"),
    (lambda: Ensemble(np.zeros((3, 0))), r"got an array of shape \(3, 0\)"),
    (lambda: Quantiles([[0.0, 1.0]], levels=[0.5]), r"for each level, here 1; got shape \(1, 2\)"),
    (lambda: Quantiles([[0.0, 1.0]], levels=[0.9, 0.1]), r"must increase strictly; got \[0.9, 0.1\]"),
    (lambda: Quantiles([[0.0, 1.0]], levels=[0.5, 0.5]), "levels must increase strictly"),
    (lambda: Quantiles([[0.0]], levels=[1.0]), "between 0 and 1, both excluded; got 1.0"),
    (lambda: Quantiles([[0.0]], levels=[95]), "both excluded; got 95"),
    (lambda: Quantiles([[0.0]], levels=[NAN]), "both excluded; got nan"),
    (lambda: Quantiles([[]], levels=[]), r"one or more numbers; got shape \(0,\)"),
    (
        lambda: forecast.pinball([0.0], Quantiles([[1.0, 0.0]], levels=[0.1, 0.9])),
        r"quantiles must not cross.*got -1.0 at \[0, 0\]\. Sort them",
    ),
    (
        lambda: forecast.pinball([0.0], Quantiles([[NAN, 0.0]], levels=[0.1, 0.9])),
        r"a quantile must be finite; got nan at \[0, 0\]",
    ),
    (
        lambda: forecast.interval_score([0.0], Quantiles([[0.0, 1.0]], levels=[0.1, 0.9]), level=0.5),
        r"the quantile of level 0.25 must be one of those given; got levels 0.1, 0.9",
    ),
    (lambda: forecast.interval_score([0.0], Gaussian([0.0], 1.0), level=1), "both excluded; got 1"),
    (lambda: forecast.coverage([0.0], [0.0]), r"quantiles need .*; got a forecast of single"),
    (
        lambda: forecast.coverage([0.0], Ensemble(np.zeros((1, 38)))),
        "the quantile 0.025 needs 39 members or more; the Ensemble has 38",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_input_is_refused_with_what_must_hold_and_what_came(call, message):
    with pytest.raises(ForecastError, match=message):
        call()


def test_equal_quantiles_do_not_cross():
    assert forecast.pinball([1.0], Quantiles([[1.0, 1.0]], levels=[0.1, 0.9])) == 0


def test_the_fewest_members_of_an_interval_are_enough():
    assert forecast.coverage([0.0], Ensemble([np.arange(39.0)])).of == 1
    assert forecast.coverage([0.0], Ensemble([np.arange(19.0)]), level=0.9).of == 1


@pytest.mark.parametrize(("measure", "option"), [(forecast.coverage, "level"), (forecast.ence, "bins")])
@pytest.mark.parametrize("value", ["0.9", True, None])
def test_options_of_other_types_are_type_errors(measure, option, value):
    with pytest.raises(TypeError, match="must be a"):
        measure([0.0], Gaussian([0.0], 1.0), **{option: value})


@pytest.mark.parametrize(
    "make", [lambda a: Gaussian(a, 1.0), lambda a: Quantiles(a[:, None], levels=[0.5])]
)
def test_a_forecast_of_a_view_of_an_array_does_not_change_with_the_array(make):
    array = np.zeros(2)
    view = array[:]
    view.flags.writeable = False
    found = make(view)
    array[0] = 7
    assert forecast.mae([0.0, 0.0], found) == 0


# ---- sigma


def document_nll(y, mean, sigma):
    """The RC-GNN document's compute_nll, as it stands there."""
    sigma = np.clip(sigma, 1e-8, None)
    return -np.mean(-0.5 * np.log(2 * np.pi * sigma**2) - 0.5 * ((y - mean) / sigma) ** 2)


def document_ece(y, mean, sigma, n_bins=10):
    """The RC-GNN document's compute_ece, as it stands there."""
    errors, sigma = np.abs(y - mean), np.clip(sigma, 1e-8, None)
    which = np.digitize(sigma, np.percentile(sigma, np.linspace(0, 100, n_bins + 1))) - 1
    bins = [which == k for k in range(n_bins)]
    return sum(np.std(errors[b]) * 0 + abs(np.std(errors[b]) - np.mean(sigma[b])) * b.sum() / y.size
               for b in bins if b.any())  # fmt: skip


def test_s6_a_floor_gives_the_numbers_of_the_document_where_sigma_is_0():
    y, mean = Y.ravel(), MEAN.ravel()
    sigma = SIGMA.ravel().copy()
    sigma[[0, 5]], sigma[7] = 0, 1e-12
    found = Gaussian(mean, sigma, floor=1e-8)
    assert forecast.gaussian_nll(y, found) == pytest.approx(document_nll(y, mean, sigma), rel=1e-12)
    assert forecast.rcgnn_ece(y, found) == pytest.approx(document_ece(y, mean, sigma), rel=1e-12)
    with pytest.raises(ForecastError, match=r"sigma must be above 0 .*floor=1e-8"):
        forecast.gaussian_nll(y, Gaussian(mean, sigma))


def test_s6_a_floor_does_not_hide_a_sigma_that_is_wrong():
    for wrong in (-1.0, NAN, float("inf")):
        with pytest.raises(ForecastError, match="sigma must be above 0 and finite"):
            forecast.gaussian_nll([0.0, 0.0], Gaussian([0.0, 0.0], [wrong, 0.0], floor=1e-8))
    for floor in (0, -1, NAN, float("inf"), "1", True):
        with pytest.raises(ForecastError, match="floor must be a finite number above 0"):
            Gaussian([0.0], [0.0], floor=floor)


def test_s6_one_sigma_for_each_node_is_that_of_every_observation_of_the_node():
    sigma = np.array([0.5, 2.0])
    whole = Gaussian(MEAN, np.tile(sigma, (*SHAPE[:-1], 1)))
    assert forecast.gaussian_nll(Y, Gaussian(MEAN, sigma)) == forecast.gaussian_nll(Y, whole)
    with pytest.raises(ForecastError, match="one number for each node, or one for all"):
        Gaussian(MEAN, np.ones(SHAPE[0]))


def test_s6_a_series_of_sigmas_has_the_nodes_of_the_frame_of_means():
    pandas = pytest.importorskip("pandas")
    means = pandas.DataFrame([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], columns=["A", "B"])
    found = Gaussian(means, pandas.Series([1.0, 2.0], index=["A", "B"]))
    assert found.sigma.tolist() == [[1.0, 2.0]] * 3
    with pytest.raises(ForecastError, match="same columns"):
        Gaussian(means, pandas.Series([2.0, 1.0], index=["B", "A"]))


def test_r9_integers_of_numpy_are_taken():
    found = Gaussian(MEAN, SIGMA)
    assert forecast.ence(Y, found, bins=np.int64(4)) == forecast.ence(Y, found, bins=4)
    assert forecast.interval_score(Y, found, level=np.float32(0.5)) > 0


@pytest.mark.parametrize("error", [1e-200, 1e200])
def test_squares_of_very_small_and_very_large_errors_are_not_lost(error):
    """Their squares are 0 and infinite, and so were the errors and the spread."""
    observed, means = [error, -error, error, -error], [0.0] * 4
    assert forecast.rmse(observed, means) == error
    curve = forecast.spread_curve(observed, Gaussian(means, [error] * 4), bins=2)
    assert curve.error == pytest.approx([error])
    assert curve.spread == pytest.approx([error])
