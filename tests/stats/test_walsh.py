"""The Hodges-Lehmann estimate and interval, by their definitions."""

from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgemark.errors import StatisticsError
from edgemark.stats import hodges_lehmann
from edgemark.stats.hodges_lehmann import _kth_by_bisection
from tests.oracle import statistics as oracle

RNG = np.random.default_rng(8)


def averages(d):
    return sorted((d[i] + d[j]) / 2 for i in range(len(d)) for j in range(i, len(d)))


@pytest.mark.parametrize("n", [1, 2, 3, 8, 21])
def test_the_estimate_is_the_median_of_the_walsh_averages(n):
    d = RNG.normal(size=n)
    assert hodges_lehmann(d).estimate == pytest.approx(np.median(averages(d)))


@pytest.mark.parametrize("n", [6, 7, 9, 11])
@pytest.mark.parametrize("level", [0.8, 0.9, 0.95])
def test_the_interval_holds_the_shifts_that_the_exact_test_does_not_reject(n, level):
    """The test is that of the definition, which lists all assignments of signs."""
    d = RNG.normal(size=n)
    low, high = hodges_lehmann(d, level).interval
    for shift in (
        *np.linspace(low - 0.5, high + 0.5, 41),
        low + 1e-9,
        high - 1e-9,
        low - 1e-9,
        high + 1e-9,
    ):
        kept = oracle.wilcoxon(d - shift, "wilcox")[2] > round(1 - level, 12)
        assert kept == (low <= shift <= high)


def test_the_published_interval_of_depression_scores():
    """Hollander and Wolfe's example 3.1 (1973), as printed by R's wilcox.test(conf.int = TRUE)."""
    first = np.array([1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30])
    second = np.array([0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29])
    found = hodges_lehmann(first - second)
    assert found.estimate == pytest.approx(0.46)
    assert tuple(found.interval) == pytest.approx((0.01, 0.786))
    assert found.achieved == pytest.approx(0.9609, abs=1e-4)


def test_too_few_differences_have_an_estimate_and_no_interval():
    found = hodges_lehmann([1.0, 2, 3, 4, 5])
    assert found.estimate == 3
    assert isnan(found.interval.low)
    assert found.interval.reason == "5 differences give an interval of at most 93.8 % confidence"
    assert tuple(hodges_lehmann([1.0, 2, 3, 4, 5], 0.93).interval) == (1, 5)
    assert hodges_lehmann([]).interval.reason == "there is no difference"
    assert hodges_lehmann([3.0]).estimate == 3


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=30), st.data())
def test_averages_too_many_to_list_are_found_by_halving(values, data):
    d = np.sort(np.array(values, float))
    every = averages(d)
    k = data.draw(st.integers(1, len(every)))
    assert _kth_by_bisection(d, k) == pytest.approx(every[k - 1], abs=1e-9)


def test_many_differences_have_about_the_interval_of_the_exact_ones():
    d = RNG.normal(1, 1, 3000)
    found = hodges_lehmann(d)
    assert found.estimate == pytest.approx(1, abs=0.1)
    half = (found.interval.high - found.interval.low) / 2
    assert half == pytest.approx(1.96 * d.std() / np.sqrt(3000) * np.sqrt(np.pi / 3), rel=0.1)


def test_what_is_no_difference_or_level_is_refused():
    with pytest.raises(StatisticsError, match="the differences must be finite"):
        hodges_lehmann([1, float("nan")])
    with pytest.raises(StatisticsError, match=r"level is the confidence and must be from 0\.5"):
        hodges_lehmann([1, 2], 95)


@pytest.mark.parametrize("seed", [41, 43, 52])
def test_many_whole_differences_have_ends_that_are_averages_of_two(seed):
    """Bisection ended beside the average 0, so that an interval from 0 to 0 lay below 0."""
    d = np.round(np.random.default_rng(seed).normal(0.05, 3, 2000))
    found = hodges_lehmann(d)
    halves = np.add.outer(d, d)[np.triu_indices(len(d))] / 2
    ends = (found.estimate, *found.interval)
    assert all(end in halves for end in ends)
    assert found.estimate == np.median(halves)
