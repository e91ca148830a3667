"""Calibration, coverage and spread: what a calibrated forecast gets, and what the others do."""

from math import isnan, pi, sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgemark import forecast
from edgemark.errors import ForecastError
from edgemark.forecast import Ensemble, Gaussian, Quantiles
from tests.oracle import forecasts as oracle

RNG = np.random.default_rng(11)
N = 10_000
# Observations that lie evenly over the forecast distribution, so that chance has no part in it.
EVEN = np.array([NormalDist().inv_cdf((k + 0.5) / N) for k in range(N)])
SCALE = RNG.permutation(np.linspace(0.5, 2, N))
CALIBRATED = Gaussian(np.full(N, 3.0), SCALE)
OBSERVED = 3 + SCALE * EVEN
TOO_NARROW = Gaussian(np.full(N, 3.0), 0.6 * SCALE)
TOO_WIDE = Gaussian(np.full(N, 3.0), 2 * SCALE)


# ---- a calibrated Gaussian


def test_a_calibrated_gaussian_is_calibrated():
    assert forecast.quantile_calibration(OBSERVED, CALIBRATED) == pytest.approx(0, abs=1e-7)
    assert forecast.miscalibration_area(OBSERVED, CALIBRATED) == pytest.approx(0, abs=1e-3)
    assert forecast.ence(OBSERVED, CALIBRATED) < 0.03
    assert forecast.pit_histogram(OBSERVED, CALIBRATED).density == pytest.approx(1, abs=0.01)
    for level in (0.01, 0.5, 0.9, 0.999):
        assert forecast.coverage(OBSERVED, CALIBRATED, level=level).gap == pytest.approx(0, abs=1e-3)


def test_drawn_from_its_forecast_all_come_near_0_as_more_is_drawn():
    sigma = RNG.uniform(0.5, 2, 200_000)
    y = RNG.normal(0, sigma)
    found = Gaussian(np.zeros_like(y), sigma)
    assert forecast.quantile_calibration(y, found) < 1e-5
    assert forecast.miscalibration_area(y, found) < 0.004
    assert forecast.ence(y, found) < 0.01


@pytest.mark.parametrize("wrong", [TOO_NARROW, TOO_WIDE])
def test_what_is_not_calibrated_gets_more_than_what_is(wrong):
    for measure in (
        forecast.quantile_calibration,
        forecast.miscalibration_area,
        forecast.ence,
        forecast.crps,
        forecast.gaussian_nll,
        forecast.interval_score,
    ):
        assert measure(OBSERVED, wrong) > measure(OBSERVED, CALIBRATED)


def test_intervals_too_narrow_cover_less_than_they_say_and_too_wide_ones_more():
    assert forecast.coverage(OBSERVED, TOO_NARROW, level=0.9).gap < -0.1
    assert forecast.coverage(OBSERVED, TOO_WIDE, level=0.9).gap > 0.05


# ---- the trap: the document's "ECE"


def test_the_documents_ece_punishes_the_calibrated_and_spares_sigma_understated_by_40_percent():
    calibrated = forecast.rcgnn_ece(OBSERVED, CALIBRATED)
    assert calibrated == pytest.approx((1 - sqrt(1 - 2 / pi)) * SCALE.mean(), rel=0.02)
    assert calibrated == pytest.approx(0.397 * SCALE.mean(), rel=0.02)
    understated = Gaussian(CALIBRATED.mean, sqrt(1 - 2 / pi) * SCALE)
    assert forecast.rcgnn_ece(OBSERVED, understated) < 0.03
    # and beside it what tells the two apart
    assert forecast.ence(OBSERVED, CALIBRATED) < 0.03
    assert forecast.ence(OBSERVED, understated) == pytest.approx(1 / sqrt(1 - 2 / pi) - 1, abs=0.05)
    assert forecast.miscalibration_area(OBSERVED, CALIBRATED) < 0.001
    assert forecast.miscalibration_area(OBSERVED, understated) > 0.05


def test_the_documents_ece_of_deviations_between_a_half_and_two_is_that_of_the_reference():
    sigma = RNG.uniform(0.5, 2, 200_000)
    found = forecast.rcgnn_ece(RNG.normal(0, sigma), Gaussian(np.zeros_like(sigma), sigma))
    assert found == pytest.approx(0.4957, abs=0.003)


@pytest.mark.parametrize("bins", [1, 3, 10])
def test_the_documents_ece_is_its_formula_without_the_largest_sigma(bins):
    y, mean, sigma = RNG.normal(size=(3, 60))
    sigma = np.abs(sigma) + 0.1
    expected = oracle.rcgnn_ece(y, mean, sigma, bins)
    assert forecast.rcgnn_ece(y, Gaussian(mean, sigma), bins=bins) == pytest.approx(expected)


def test_the_documents_ece_of_one_sigma_for_all_counts_nothing():
    assert forecast.rcgnn_ece([1.0, -5.0], Gaussian([0.0, 0.0], 1.0)) == 0


# ---- coverage


def test_both_ends_of_an_interval_lie_in_it():
    band = Quantiles([[0.0, 1.0]] * 4, levels=[0.1, 0.9])
    found = forecast.coverage([0.0, 1.0, 1.1, -0.1], band, level=0.8)
    assert (found.inside, found.of, found.share) == (2, 4, 0.5)
    assert found.gap == pytest.approx(-0.3)


def test_a_central_interval_of_a_gaussian_is_that_of_the_normal_table():
    found = Gaussian([0.0] * 2, 1.0)
    assert forecast.coverage([1.9599, 1.9600], found, level=0.95).inside == 1
    assert forecast.coverage([1.6448, 1.6449], found, level=0.9).inside == 1


@pytest.mark.parametrize("members", [19, 39])
def test_an_ensemble_of_which_the_observation_is_one_more_is_covered_as_it_says(members):
    drawn = RNG.normal(size=(40_000, members + 1))
    found = forecast.coverage(drawn[:, 0], Ensemble(drawn[:, 1:]), level=0.9)
    assert found.gap == pytest.approx(0, abs=0.006)
    # numpy's own quantiles take the members for the whole distribution, and cover too little
    low, high = np.quantile(drawn[:, 1:], [0.05, 0.95], axis=1)
    assert np.mean((low <= drawn[:, 0]) & (drawn[:, 0] <= high)) < 0.9 - 0.8 / members


@pytest.mark.parametrize("members", [1, 2, 3, 8, 39])
def test_quantiles_of_an_ensemble_are_numpys_of_weibull_as_far_as_it_reaches(members):
    drawn = RNG.normal(size=(30, members))
    found = Ensemble(drawn)
    assert found.median() == pytest.approx(np.median(drawn, axis=1))
    for rank in np.linspace(1, members, 7):
        level = rank / (members + 1)
        expected = np.quantile(drawn, level, axis=1, method="weibull")
        assert found.quantile(level) == pytest.approx(expected)


# ---- calibration curve


def test_a_share_counts_the_observations_at_or_below_their_quantile():
    y, mean, sigma = RNG.normal(size=(3, 50))
    sigma = np.abs(sigma) + 0.1
    curve = forecast.calibration_curve(y, Gaussian(mean, sigma), levels=[0.1, 0.6])
    for level, share in zip(curve.levels, curve.shares, strict=True):
        quantile = NormalDist().inv_cdf(level)
        assert share == np.mean([a <= m + s * quantile for a, m, s in zip(y, mean, sigma, strict=True)])


def test_shares_of_quantiles_are_those_below_each_even_where_quantiles_are_equal():
    values = np.array([[0.0, 1.0, 1.0, 2.0]] * 6)
    y = [-1.0, 0.0, 0.5, 1.0, 1.5, 3.0]
    curve = forecast.calibration_curve(y, Quantiles(values, levels=[0.2, 0.4, 0.6, 0.8]))
    assert curve.shares.tolist() == [np.mean(np.array(y) <= q) for q in values[0]]


def test_quantiles_have_shares_at_their_own_levels_only():
    found = Quantiles([[0.0, 1.0]], levels=[0.2, 0.8])
    with pytest.raises(ForecastError, match=r"the quantile of level 0.5 must be one of those given"):
        forecast.calibration_curve([0.0], found, levels=[0.5])
    assert forecast.calibration_curve([0.5], found, levels=[0.8]).shares.tolist() == [1]


def test_the_calibration_error_is_the_weighted_sum_of_squared_gaps():
    found = Quantiles([[0.0, 1.0]] * 4, levels=[0.25, 0.75])
    y = [-1.0, -1.0, -1.0, 0.5]
    assert forecast.calibration_curve(y, found).gaps.tolist() == [0.5, 0.25]
    assert forecast.quantile_calibration(y, found) == (0.25 + 0.0625) / 2
    assert forecast.quantile_calibration(y, found, weights=[1, 1]) == 0.25 + 0.0625
    assert forecast.quantile_calibration(y, found, weights=[0, 2]) == 0.125
    assert forecast.calibration_curve(y, found).mean_absolute_gap == 0.375


@pytest.mark.parametrize("weights", [[1.0], [1.0, -1.0], [1.0, float("nan")]])
def test_weights_are_one_for_each_level_and_not_negative(weights):
    found = Quantiles([[0.0, 1.0]], levels=[0.25, 0.75])
    with pytest.raises(ForecastError, match="weights must be 0 or more, one for each of 2 levels"):
        forecast.quantile_calibration([0.0], found, weights=weights)


@given(
    st.lists(st.integers(1, 99), min_size=1, max_size=6, unique=True),
    st.lists(st.integers(0, 20), min_size=6, max_size=6),
)
def test_the_area_is_that_between_curve_and_diagonal(levels, shares):
    levels = np.array(sorted(levels)) / 100
    shares = np.array(sorted(shares[: len(levels)])) / 20
    curve = forecast.CalibrationCurve(levels, shares, 20)
    assert curve.area == pytest.approx(oracle.area(levels, shares), abs=2e-5)
    assert 0 <= curve.area <= 0.5


# ---- probability integral transforms


def test_transforms_of_a_gaussian_are_its_distribution_function():
    y, mean, sigma = RNG.normal(size=(3, 5, 4))
    sigma = np.abs(sigma) + 0.1
    found = forecast.pit(y, Gaussian(mean, sigma))
    assert found.shape == (5, 4)
    for index in np.ndindex(5, 4):
        assert found[index] == pytest.approx(oracle.cdf(y[index], mean[index], sigma[index]))


def test_transforms_far_in_the_lower_tail_do_not_vanish():
    assert forecast.pit([-20.0], Gaussian([0.0], 1.0))[0] == pytest.approx(2.7536e-89, rel=1e-4)


def test_transforms_are_nan_where_nothing_counts():
    found = forecast.pit([0.0, float("nan")], Gaussian([0.0, 0.0], 1.0), where=[True, False])
    assert found[0] == 0.5
    assert isnan(found[1])


def test_the_transform_of_quantiles_lies_between_their_levels():
    found = Quantiles([[0.0, 1.0]] * 4, levels=[0.2, 0.6])
    assert forecast.pit([-1.0, 0.0, 0.5, 2.0], found) == pytest.approx([0.1, 0.1, 0.4, 0.8])


@pytest.mark.parametrize("bins", [1, 4, 5, 10])
def test_the_histogram_of_an_ensemble_spreads_each_gap_and_each_tie_evenly(bins):
    members = RNG.integers(0, 5, (30, 4)).astype(float)
    y = RNG.integers(-1, 6, 30).astype(float)
    found = forecast.pit_histogram(y, Ensemble(members), bins=bins)
    assert found.counts == pytest.approx(oracle.ranks_spread(y, members, bins), abs=0.05)
    assert found.counts.sum() == pytest.approx(30)


def test_the_histogram_of_a_gaussian_is_numpys_of_the_transforms():
    y = RNG.normal(size=500)
    found = forecast.pit_histogram(y, Gaussian(np.zeros(500), 1.3), bins=7)
    transforms = forecast.pit(y, Gaussian(np.zeros(500), 1.3))
    assert found.counts.tolist() == np.histogram(transforms, found.edges)[0].tolist()


def test_a_histogram_shows_what_is_wrong_by_its_shape():
    narrow = forecast.pit_histogram(OBSERVED, TOO_NARROW).density
    wide = forecast.pit_histogram(OBSERVED, TOO_WIDE).density
    assert narrow[0] > 1.5 > 1 > narrow[5]
    assert wide[0] < 0.5 < 1 < wide[5]


def test_a_histogram_of_nothing_is_empty_and_has_no_density():
    found = forecast.pit_histogram([0.0], Gaussian([0.0], 1.0), where=[False])
    assert found.counts.tolist() == [0] * 10
    assert np.isnan(found.density).all()


def test_a_forecast_of_single_values_has_no_transform():
    with pytest.raises(
        ForecastError, match=r"calibration needs a Gaussian.*; got a forecast of single values"
    ):
        forecast.pit([0.0], [0.0])


# ---- spread


@pytest.mark.parametrize("bins", [1, 2, 5, 10])
def test_the_spread_error_is_its_definition_over_bins_of_sorted_spread(bins):
    y, mean, sigma = RNG.normal(size=(3, 40))
    sigma = np.abs(sigma) + 0.1
    expected = oracle.ence(y, mean, sigma, bins)
    assert forecast.ence(y, Gaussian(mean, sigma), bins=bins) == pytest.approx(expected)


@pytest.mark.parametrize("bins", [3, 7, 10, 30, 50])
def test_bins_that_do_not_divide_the_observations_are_those_of_numpys_array_split(bins):
    y, mean, sigma = RNG.normal(size=(3, 43))
    sigma = np.abs(sigma) + 0.1
    parts = [part for part in np.array_split(np.argsort(sigma), bins) if part.size]
    found = forecast.spread_curve(y, Gaussian(mean, sigma), bins=bins)
    assert found.counts.tolist() == [part.size for part in parts]
    assert found.spread == pytest.approx([np.sqrt((sigma[part] ** 2).mean()) for part in parts])


@pytest.mark.parametrize("measure", [forecast.rcgnn_ece, forecast.ence, forecast.pit_histogram])
def test_more_bins_than_memory_holds_are_refused(measure):
    with pytest.raises(ForecastError, match="bins must be at most 1000000; got 100000000000"):
        measure([0.0, 1.0], Gaussian([0.0, 0.0], 1.0), bins=10**11)


def test_errors_exactly_as_large_as_sigma_says_have_no_spread_error():
    sigma = RNG.uniform(0.5, 2, 1000)
    y = sigma * np.where(np.arange(1000) % 2, 1, -1)
    assert forecast.ence(y, Gaussian(np.zeros(1000), sigma)) == pytest.approx(0, abs=1e-12)


def test_equal_spreads_are_never_parted_so_that_the_order_does_not_matter():
    sigma = np.repeat([1.0, 2.0], [30, 30])
    y = RNG.normal(size=60)
    order = RNG.permutation(60)
    one = forecast.spread_curve(y, Gaussian(np.zeros(60), sigma))
    other = forecast.spread_curve(y[order], Gaussian(np.zeros(60), sigma[order]))
    assert one.counts.tolist() == other.counts.tolist() == [30, 30]
    assert one.error == pytest.approx(other.error)


def test_more_bins_than_observations_are_as_many_as_there_are():
    found = forecast.spread_curve([1.0, 2.0], Gaussian([0.0, 0.0], [1.0, 2.0]), bins=10)
    assert found.counts.tolist() == [1, 1]


def test_the_spread_of_an_ensemble_is_that_of_one_more_member_about_the_mean():
    drawn = RNG.normal(size=(20_000, 4))
    found = forecast.spread_curve(drawn[:, 0], Ensemble(drawn[:, 1:]), bins=1)
    assert found.spread[0] == pytest.approx(found.error[0], rel=0.02)
    assert drawn[:, 1:].std(axis=1, ddof=1).mean() < 0.9 * found.error[0]


def test_one_member_has_no_spread():
    with pytest.raises(ForecastError, match="needs 2 members or more; got 1"):
        forecast.ence([0.0], Ensemble([[0.0]]))


def test_members_that_all_agree_leave_the_relative_error_undefined():
    assert isnan(forecast.ence([0.0], Ensemble([[1.0, 1.0]])))


def test_no_bins_are_refused():
    with pytest.raises(ForecastError, match="bins must be 1 or more; got 0"):
        forecast.ence([0.0], Gaussian([0.0], 1.0), bins=0)


# ---- levels of single precision


@pytest.mark.parametrize("short", [np.float32, np.float16])
def test_levels_of_single_precision_are_their_decimals(short):
    values = [[-1.0, 0.0, 0.2], [1.0, 2.0, 3.0]]
    bands = Quantiles(values, levels=[0.05, 0.5, 0.95])
    for levels in (short([0.05, 0.5, 0.95]), [short(0.05), 0.5, short(0.95)]):
        assert Quantiles(values, levels=levels).levels.tolist() == [0.05, 0.5, 0.95]
        assert forecast.calibration_curve([0, 1], bands, levels=levels).levels.tolist()[0] == 0.05
        assert forecast.pinball([0, 1], bands, levels=levels) == forecast.pinball([0, 1], bands)
    assert bands.quantile(short(0.95)).tolist() == [0.2, 3.0]
    for measure in (forecast.interval_score, forecast.coverage):
        for outlook in (bands, Gaussian([0.0, 1.0], 1.0), Ensemble(np.arange(78.0).reshape(2, 39))):
            assert measure([0, 1], outlook, level=short(0.9)) == measure([0, 1], outlook, level=0.9)
    with pytest.raises(ForecastError, match=r"level 0\.9 must be one of those given; got levels 0\.05"):
        bands.quantile(short(0.9))


def test_the_headings_of_quantiles_may_be_of_single_precision():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([[-1.0, 0.2]], columns=pandas.Index(np.float32([0.05, 0.95])))
    assert Quantiles(frame, levels=[0.05, 0.95]).quantile(0.95).tolist() == [0.2]
    with pytest.raises(ForecastError, match="those of the levels in their order"):
        Quantiles(frame, levels=[0.05, 0.9])
