"""Every test, posterior, spread, interval and bold mark decides alike which numbers are equal."""

from fractions import Fraction
from itertools import product
from math import isnan

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from edgemark import stats
from edgemark.report.tables import best_in_column
from edgemark.stats.replicates import units

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")

tenths = st.lists(st.tuples(*[st.integers(0, 9)] * 2), min_size=3, max_size=8)
offsets = st.sampled_from([0, 10**3, 10**6, 10**7, 10**9, 10**10])


def decimals(offset, numbers, divisor=10):
    """Offset plus tenths, rounded once to the nearest binary fraction."""
    return [float(Fraction(x, divisor) + offset) for x in numbers]


def p_of_random_signs(d):
    """Two-sided p-value of the mean of exact differences, over every assignment of signs."""
    sums = [abs(sum(x if up else -x for x, up in zip(d, ups, strict=True))) for ups in signs(len(d))]
    return sum(one >= abs(sum(d)) for one in sums) / len(sums)


def signs(n):
    return product((False, True), repeat=n)


@settings(max_examples=200, deadline=None)
@given(tenths, offsets, st.sampled_from([10, 3]))
def test_the_permutation_test_ties_as_fractions_do(pairs, offset, divisor):
    a, b = (decimals(offset, [pair[k] for pair in pairs], divisor) for k in (0, 1))
    exact = [Fraction(x - y, divisor) for x, y in pairs]
    found = stats.compare(a, b, better="lower", resamples=100)
    assert found.permutation.p_value == p_of_random_signs(exact)
    assert found.difference == pytest.approx(float(sum(exact) / len(exact)), abs=(offset + 1) * 1e-15)
    assert (found.difference == 0) == (sum(exact) == 0)


def test_the_permutation_test_of_the_finding():
    values = [3, 3, 3, 5, 3, 7, 3], [4, 1, 0, 2, 2, 2, 2]
    for offset in (0, 1e7):
        a, b = ([offset + x / 10 for x in side] for side in values)
        assert stats.compare(a, b, better="lower").permutation.p_value == 0.0625


@settings(max_examples=60, deadline=None)
@given(tenths, offsets, st.integers(0, 3), st.sampled_from([10, 3]))
def test_the_posterior_is_that_of_the_exact_differences(pairs, offset, rope, divisor):
    """The same draws of weights give the same probabilities, wherever the values lie."""
    a, b = ([pair[k] for pair in pairs] for k in (0, 1))
    whole = stats.compare(a, b, better="lower", rope=rope, resamples=100).bayes  # exact: whole numbers
    moved = [decimals(offset, side, divisor) for side in (a, b)]
    found = stats.compare(*moved, better="lower", rope=rope / divisor, resamples=100).bayes
    assert (found.larger, found.equivalent, found.smaller) == (
        whole.larger, whole.equivalent, whole.smaller,
    )  # fmt: skip


def test_values_of_several_sizes_have_each_its_own_rounding():
    """One value of 1e12 made differences of 1e-3 equal to each other."""
    a = [1e12, 0.001, 0.002, 0.004, 0.008, 0.016]
    found = stats.compare(a, [0.0] * 5 + [1.0], better="lower", rope=0.0015)
    exact = [Fraction(x) for x in (10**12, 1, 2, 4, 8, -984)]
    thousands = [float(x) if k else 1e12 * 1000 for k, x in enumerate(exact)]
    expected = stats.compare(thousands, [0.0] * 6, better="lower", rope=1.5)
    assert found.bayes.larger == expected.bayes.larger
    assert found.permutation.p_value == expected.permutation.p_value


def test_differences_of_exactly_the_region_are_equivalent():
    tens = [3, 5, 9, 4, 8, 6, 7, 2]
    for offset in (0, 10**6, 10**7, 10**10):
        a, b = decimals(offset, tens), decimals(offset, [x - 1 for x in tens])
        found = stats.compare(a, b, better="lower", rope=0.1).bayes
        assert (found.larger, found.equivalent, found.smaller) == (0, 1, 0)


# ---- equal values have no spread


@settings(max_examples=60, deadline=None)
@given(
    st.fractions(-5, 5, max_denominator=12).filter(bool),
    st.lists(st.integers(1, 7), min_size=2, max_size=5),
    offsets,
)
def test_equal_values_have_no_spread_and_no_interval(value, seeds, offset):
    number = float(value + offset)
    rows = [
        {"method": "PC", "dataset": f"d{d}", "seed": s, "metric": "own", "value": number}
        for d, n in enumerate(seeds)
        for s in range(n)
    ]
    found = stats.summarize(rows)["PC", "own"]
    assert (found.mean, found.sd) == (number, 0)
    assert found.t.reason == f"all {len(seeds)} values are equal, so their spread is unknown"
    assert isnan(found.sd_within) if max(seeds) == 1 else found.sd_within == 0


def test_values_equal_but_for_binary_fractions_have_no_spread():
    found = stats.summarize([0.1 + 0.2, 0.3] * 12)
    assert found.sd == 0
    for interval in (found.t, found.bca):
        assert interval.reason == "all 24 values are equal, so their spread is unknown"
    assert stats.paired_t([0.1 + 0.2, 0.3]).p_value.reason == "all 2 differences are equal"
    both = stats.compare([0.1 + 0.2, 0.3] * 12, [0.1] * 24, better="lower")
    assert both.sds == (0, 0)


def test_means_of_seeds_are_those_of_decimals():
    keys = [("a", "1"), ("a", "2"), ("a", "3"), ("b", "1")]
    assert units(keys, [0.1, 0.2, -0.3, 0.0]).values.tolist() == [0, 0]


def test_the_bootstrap_ties_as_fractions_do():
    """The share of resample means below the mean depended on where the values lie."""
    thirds = [int(x) for x in np.random.default_rng(2).integers(-4, 5, 24)]
    low, high = stats.compare(thirds, [0] * 24, better="lower").bca
    for offset in (10**6, 10**9):
        a, b = decimals(offset, thirds, 3), decimals(offset, [0] * 24)
        found = stats.compare(a, b, better="lower").bca
        assert tuple(found) == pytest.approx((low / 3, high / 3), abs=offset * 1e-14)


# ---- bold


@given(st.lists(st.integers(1, 12), min_size=2, max_size=5), st.integers(-95, 140))
def test_bold_has_no_absolute_tolerance(numbers, power):
    values = [float(Fraction(x) * Fraction(10) ** power) for x in numbers]
    assert best_in_column(values, "lower") == [k for k, x in enumerate(numbers) if x == min(numbers)]
    assert best_in_column(values, "higher") == [k for k, x in enumerate(numbers) if x == max(numbers)]


def test_bold_of_means_that_only_rounding_separates():
    rows = [
        {"method": m, "dataset": d, "metric": "own", "better": "lower", "value": v}
        for m, values in [("A", (0.1, 0.2, -0.3)), ("B", (0.0, 0.0, 0.0)), ("C", (1e-13, 0, 0))]
        for d, v in zip("abc", values, strict=True)
    ]
    assert stats.summarize(rows).to_markdown().count("| **") == 2


# ---- metrics


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=4, max_size=4), offsets)
def test_metrics_that_order_alike_agree_fully(numbers, offset):
    assume(len(set(numbers)) > 1)
    noisy = [float(Fraction(x, 10) + offset + 1) - 1 for x in numbers]
    rows = [
        {"method": "ABCD"[k], "dataset": "a", "metric": metric, "better": "lower", "value": values[k]}
        for metric, values in (("u", decimals(offset, numbers)), ("v", noisy))
        for k in range(4)
    ]
    assert stats.metric_agreement(rows).pairs[0].correlation == pytest.approx(1, abs=1e-12)
