"""Intervals against scipy, coverage by simulation, and samples that have none."""

from math import isnan
from statistics import stdev

import numpy as np
import pytest
from scipy import stats as scipy_stats

from edgemark.errors import LimitError, StatisticsError
from edgemark.stats import (
    Bootstrap,
    compare,
    critical_difference,
    hodges_lehmann,
    rank,
    summarize,
    t_interval,
)
from tests.oracle import statistics as oracle

RNG = np.random.default_rng(3)
SAMPLES = [
    RNG.normal(size=5),
    RNG.exponential(size=12),
    RNG.integers(0, 4, 30).astype(float),
    RNG.random(200),
]


@pytest.mark.parametrize("values", SAMPLES, ids=len)
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_the_t_interval_is_scipys(values, level):
    error = scipy_stats.sem(values)
    expected = scipy_stats.t.interval(level, len(values) - 1, values.mean(), error)
    assert tuple(t_interval(values, level)) == pytest.approx(expected)


def test_five_values_need_2_776_standard_errors_not_1_96():
    values = np.array([1.0, 2, 3, 4, 5])
    low, high = t_interval(values)
    assert (high - low) / 2 == pytest.approx(2.7764 * values.std(ddof=1) / np.sqrt(5), rel=1e-4)


@pytest.mark.parametrize("values", SAMPLES, ids=len)
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_bootstrap_interval_is_scipys_bca_up_to_random_error(values, level):
    low, high = Bootstrap(40_000, seed=1, least=2).interval(values, level)
    expected = scipy_stats.bootstrap(
        (values,), np.mean, n_resamples=40_000, confidence_level=level, method="BCa", **oracle.seeded(2)
    ).confidence_interval
    width = expected.high - expected.low
    assert (low, high) == pytest.approx((expected.low, expected.high), abs=0.03 * width)


def test_the_interval_of_given_resamples_is_that_of_the_bca_formula():
    values = SAMPLES[1]
    ours = Bootstrap(5000, seed=7, least=2)
    means = ours.means(values)
    share = (np.mean(means < values.mean()) + np.mean(means <= values.mean())) / 2
    z0 = scipy_stats.norm.ppf(share)
    left_one_out = np.array([np.delete(values, k).mean() for k in range(len(values))])
    deviations = left_one_out.mean() - left_one_out
    skew = (deviations**3).sum() / (6 * (deviations**2).sum() ** 1.5)
    ends = [z0 + scipy_stats.norm.ppf(p) for p in (0.025, 0.975)]
    shares = [scipy_stats.norm.cdf(z0 + z / (1 - skew * z)) for z in ends]
    assert tuple(ours.interval(values)) == pytest.approx(tuple(np.quantile(means, shares)))


def test_intervals_of_normal_samples_cover_the_mean_about_as_often_as_their_level():
    samples = np.random.default_rng(0).normal(size=(600, 20))
    inside = np.zeros(2)
    bootstrap = Bootstrap(1000)
    for values in samples:
        for k, (low, high) in enumerate((t_interval(values), bootstrap.interval(values))):
            inside[k] += low <= 0 <= high
    assert inside[0] / 600 == pytest.approx(0.95, abs=0.03)
    assert inside[1] / 600 == pytest.approx(0.93, abs=0.04)  # a little below the level in small samples


@pytest.mark.parametrize("values", [[], [1.0], [2.0, 2.0, 2.0]])
def test_a_sample_without_spread_has_no_interval_and_says_why(values):
    for found in (t_interval(np.array(values)), Bootstrap().interval(np.array(values))):
        assert isnan(found.low)
        assert isnan(found.high)
        assert found.reason


def test_the_same_seed_gives_the_same_interval_and_another_seed_does_not():
    values = SAMPLES[3]
    assert Bootstrap(seed=1).interval(values) == Bootstrap(seed=1).interval(values)
    assert Bootstrap(seed=1).interval(values) != Bootstrap(seed=2).interval(values)


def test_a_sample_too_large_to_draw_at_once_is_drawn_in_parts():
    values = RNG.normal(size=50_000)
    low, high = Bootstrap(500).interval(values)
    assert (low, high) == pytest.approx(tuple(t_interval(values)), abs=0.003)


_CALLS_WITH_LEVEL = {
    "t_interval": lambda level: t_interval(SAMPLES[0], level),
    "Bootstrap": lambda level: Bootstrap().interval(SAMPLES[3], level),
    "hodges_lehmann": lambda level: hodges_lehmann(SAMPLES[0], level),
    "critical_difference": lambda level: critical_difference(3, 9, level),
    "summarize": lambda level: summarize([1.0, 2.0, 4.0], level=level),
    "compare": lambda level: compare([1.0, 2.0, 4.0], [3.0, 1.0, 7.0], level=level),
    "rank": lambda level: rank({"PC": [1, 2, 3], "GES": [2, 3, 5]}, better="higher", level=level),
}
_TINY = [1e-300, 0.05, 0.4999]  # even p-values above 0.5 would be significant
_HUGE = [0.9999995, 1 - 2**-53, 1, 95]  # 1 - level has lost its digits, or is 0 or less


@pytest.mark.parametrize("level", [0, *_TINY, *_HUGE, -0.95, float("nan")])
@pytest.mark.parametrize("function", _CALLS_WITH_LEVEL)
def test_a_level_out_of_range_is_refused_by_every_function(function, level):
    with pytest.raises(StatisticsError, match=r"must be from 0\.5 to 0\.999999; got"):
        _CALLS_WITH_LEVEL[function](level)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999999])
def test_the_interval_of_a_level_has_that_confidence_at_both_ends_of_the_range(level):
    from scipy.stats import studentized_range, t

    values = SAMPLES[0]
    low, high = t_interval(values, level)
    reached = (high - low) / 2 / (stdev(values) / len(values) ** 0.5)
    assert 2 * t.sf(reached, len(values) - 1) == pytest.approx(1 - level, rel=1e-6)
    q = critical_difference(3, 9, level) / (3 * 4 / (6 * 9)) ** 0.5 * 2**0.5
    assert studentized_range.sf(q, 3, np.inf) == pytest.approx(1 - level, rel=1e-4)


def test_lists_are_taken_and_nan_is_refused():
    assert t_interval([1, 2, 3, 4]) == t_interval(np.array([1.0, 2, 3, 4]))
    with pytest.raises(StatisticsError, match="the values must be finite numbers"):
        Bootstrap().interval([1, np.nan])


def test_more_resamples_than_memory_holds_are_refused():
    with pytest.raises(LimitError, match=r"drawing 10000000000000 resamples needs about .* Draw fewer"):
        Bootstrap(10**13)


def test_a_seed_below_0_is_refused():
    with pytest.raises(StatisticsError, match="seed must be a whole number, 0 or more; got -1"):
        Bootstrap(seed=-1)


def test_too_few_resamples_are_refused():
    with pytest.raises(StatisticsError, match="100 or more; got 10"):
        Bootstrap(10)


@pytest.mark.parametrize("values", [(8, 9, 7, 6, 8), (2, 4, -5, 2, -4, 1)])
@pytest.mark.parametrize("unit", [10, 3, 1e-7])
def test_an_interval_does_not_depend_on_the_unit(values, unit):
    interval = Bootstrap(least=2).interval(np.array(values, float))
    in_other_unit = Bootstrap(least=2).interval(np.array(values) / unit)
    assert tuple(in_other_unit) == pytest.approx([end / unit for end in interval])


def test_a_level_beyond_the_resamples_has_no_bootstrap_interval():
    values = np.arange(30.0)
    found = Bootstrap().interval(values, 0.9999)
    assert found.reason.endswith("lie beyond the means of 10000 resamples; it needs 20000")
    assert not Bootstrap().interval(values, 0.9998).reason
    enough = Bootstrap(20_000).interval(values, 0.9999)
    assert enough.low < Bootstrap(20_000).interval(values, 0.999).low
