"""Tests of two methods against their definitions, scipy and baycomp; and under the null hypothesis."""

import warnings
from itertools import product
from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from edgemark.errors import ConventionError, StatisticsError
from edgemark.stats import (
    Runs,
    bayesian_signed_rank,
    compare,
    paired_t,
    permutation_test,
    rank_biserial,
    sign_test,
    signed_ranks,
    summarize,
)
from tests.oracle import statistics as oracle

RNG = np.random.default_rng(8)
SMALL = [np.array(d, float) for n in range(1, 5) for d in product((-2, -1, 0, 1, 2), repeat=n)]
ZEROS = ("wilcox", "pratt", "zsplit")


# ---- Wilcoxon


@pytest.mark.parametrize("zeros", ZEROS)
def test_wilcoxon_is_its_definition_on_every_small_sample(zeros):
    for d in SMALL:
        found = signed_ranks(d, zeros)
        plus, minus, p = oracle.wilcoxon(d, zeros)
        assert (found.plus, found.minus, found.statistic) == (plus, minus, min(plus, minus)), d
        assert found.p_value == pytest.approx(p), d


@pytest.mark.parametrize("n", [1, 2, 5, 13, 30, 50])
def test_without_ties_it_is_scipys_exact_test(n):
    d = RNG.permutation(np.arange(1.0, n + 1)) * RNG.choice([-1, 1], n)
    expected = scipy_stats.wilcoxon(d, method="exact")
    found = signed_ranks(d)
    assert (found.statistic, found.p_value) == pytest.approx((expected.statistic, expected.pvalue))


@pytest.mark.parametrize("zeros", ["wilcox", "pratt"])  # scipy's zsplit takes zeros for random too
def test_of_very_many_it_is_scipys_approximation(zeros):
    d = RNG.integers(-9, 12, 400).astype(float)
    expected = scipy_stats.wilcoxon(d, method=oracle.NORMAL_APPROXIMATION, zero_method=zeros)
    found = signed_ranks(d, zeros)
    assert found.method == "normal"
    assert (found.statistic, found.p_value) == pytest.approx((expected.statistic, expected.pvalue))


def test_exact_and_approximate_agree_where_one_gives_way_to_the_other():
    d = RNG.normal(0.1, 1, 200)
    exact = signed_ranks(d)
    approximate = scipy_stats.wilcoxon(d, method=oracle.NORMAL_APPROXIMATION).pvalue
    assert exact.method == "exact"
    assert exact.p_value == pytest.approx(approximate, rel=0.02)


@pytest.mark.parametrize("n", [1, 3, 5, 6, 10])
def test_the_smallest_p_is_that_of_all_on_one_side(n):
    d = np.arange(1.0, n + 1)
    assert signed_ranks(d).p_value == signed_ranks(d).smallest_p == 2.0 ** (1 - n)
    assert signed_ranks(RNG.permutation(d) * RNG.choice([-1, 1], n)).smallest_p == 2.0 ** (1 - n)


def test_five_runs_cannot_reach_the_level():
    assert signed_ranks(np.arange(1.0, 6)).smallest_p == 0.0625


def test_identical_runs_show_nothing():
    found = signed_ranks(np.zeros(4))
    assert (found.p_value, found.n_zero) == (1.0, 4)
    assert isnan(found.effect)


def test_an_unknown_way_with_zeros_is_refused():
    with pytest.raises(ConventionError, match="Did you mean 'pratt'"):
        signed_ranks(np.ones(3), "prat")


# ---- the effect size


def test_the_effect_size_is_its_definition_and_changes_sign_with_the_differences():
    for d in SMALL:
        if d.any():
            assert rank_biserial(d) == pytest.approx(oracle.rank_biserial(d))
            assert rank_biserial(-d) == -rank_biserial(d)


def test_the_worked_example_of_eight_pairs():
    d = np.array([1.0, 2, 3, 4, 5, 6, 7, -0.5])
    assert rank_biserial(d) == pytest.approx(0.9444, abs=5e-5)
    assert rank_biserial(-d) == pytest.approx(-0.9444, abs=5e-5)
    w = signed_ranks(d).statistic
    assert 1 - 4 * w / 72 == rank_biserial(d)
    assert 1 - 2 * w / 72 == pytest.approx(0.9722, abs=5e-5)  # what the document gives for both


# ---- t, signs, permutations


def test_the_t_test_is_scipys():
    a, b = RNG.normal(size=(2, 17))
    expected = scipy_stats.ttest_rel(a, b)
    found = paired_t(a - b)
    assert (found.statistic, found.p_value) == pytest.approx((expected.statistic, expected.pvalue))


@pytest.mark.parametrize("d", [[1.0], [2.0, 2.0], [0.0, 0.0]])
def test_differences_without_spread_have_no_t(d):
    assert isnan(paired_t(np.array(d)).p_value)


def test_the_sign_test_is_its_definition():
    for d in SMALL:
        assert sign_test(d).p_value == pytest.approx(oracle.sign_test(d) if d.any() else 1.0)


def test_the_permutation_test_is_its_definition():
    for d in SMALL[::3]:
        assert permutation_test(d).p_value == pytest.approx(oracle.permutation(d))


def test_a_simulated_permutation_test_is_near_scipys_and_never_0():
    a, b = RNG.normal(0.3, 1, (2, 40)) - [[0.0], [0.5]]
    expected = scipy_stats.permutation_test(
        (a, b),
        lambda x, y: np.mean(x - y),
        permutation_type="samples",
        n_resamples=20_000,
        **oracle.seeded(1),
    ).pvalue
    assert permutation_test(a - b, draws=20_000).p_value == pytest.approx(expected, abs=0.01)
    assert permutation_test(np.ones(40), draws=999).p_value == 1 / 1000


# ---- what comes in

TESTS = (signed_ranks, rank_biserial, paired_t, sign_test, permutation_test, bayesian_signed_rank)


@pytest.mark.parametrize("test", TESTS)
def test_a_list_is_as_good_as_an_array(test):
    d = [1, 2, -0.5, 4]
    assert test(d) == test(np.array(d))


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("bad", [float("nan"), float("inf"), 1e200])
def test_what_is_no_finite_number_is_refused(test, bad):
    with pytest.raises(StatisticsError, match="differences must be finite numbers, none beyond 1e150"):
        test([1, bad, 2, 3, 4])


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("bad", [["a"], "abc", [[1, 2], [3, 4]], 3.0])
def test_what_is_no_sequence_of_numbers_is_refused(test, bad):
    with pytest.raises((StatisticsError, TypeError), match="the differences must be"):
        test(bad)


def test_no_difference_is_said_to_be_none():
    assert paired_t([]).p_value.reason == "there is no difference"


# ---- the Bayesian signed-rank test


@pytest.mark.parametrize("rope", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("n", [1, 4, 12])
def test_probabilities_are_baycomps(n, rope):
    import baycomp

    a, b = RNG.integers(0, 6, (2, n)).astype(float)
    test = baycomp.SignedRankTest(a, b, rope=rope, nsamples=20_000, random_state=1)
    found = bayesian_signed_rank(a - b, rope=rope)
    ours = np.array([found.larger, found.equivalent, found.smaller])
    assert ours.sum() == pytest.approx(1)
    if rope or (a != b).any():
        assert ours == pytest.approx(np.array(test.probs()), abs=0.015)


@pytest.mark.parametrize("rope", [0.0, 1.0])
def test_probabilities_are_those_of_the_definition(rope):
    d = np.array([1.0, -1.0, 3.0, 2.0, 0.0])
    wins = np.zeros(3)
    for weights in np.random.default_rng(5).dirichlet([0.5, 1, 1, 1, 1, 1], 4000):
        above, below = oracle.theta(weights, d, rope)
        wins[int(np.argmax([above, 1 - above - below if rope else -1, below]))] += 1
    found = bayesian_signed_rank(d, rope=rope)
    assert (found.larger, found.equivalent, found.smaller) == pytest.approx(tuple(wins / 4000), abs=0.02)


def test_swapping_the_methods_swaps_the_probabilities():
    d = RNG.normal(0.2, 1, 9)
    one, other = bayesian_signed_rank(d, rope=0.1), bayesian_signed_rank(-d, rope=0.1)
    assert (one.larger, one.equivalent) == pytest.approx((other.smaller, other.equivalent), abs=0.01)


def test_identical_runs_are_equivalent_or_else_undecided():
    assert bayesian_signed_rank(np.zeros(5), rope=0.1).equivalent == 1
    found = bayesian_signed_rank(np.zeros(5))
    assert (found.larger, found.smaller) == (0.5, 0.5)


@pytest.mark.parametrize("rope", [-0.1, float("nan"), float("inf")])
def test_a_region_of_negative_or_infinite_width_is_refused(rope):
    with pytest.raises(StatisticsError, match="rope must be 0 or more and finite"):
        bayesian_signed_rank(np.ones(3), rope=rope)


# ---- laws


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=12))
def test_no_test_depends_on_the_order_or_on_which_method_is_a(values):
    d = np.array(values, float)
    for one in (np.sort(d), -d):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert signed_ranks(one).p_value == pytest.approx(signed_ranks(d).p_value)
            assert sign_test(one).p_value == sign_test(d).p_value
            assert permutation_test(one).p_value == pytest.approx(permutation_test(d).p_value)


def uniform(p_values):
    """Kolmogorov and Smirnov's distance from the uniform distribution."""
    return scipy_stats.kstest(p_values, "uniform").statistic


def test_p_values_of_null_data_are_uniform():
    rng = np.random.default_rng(12)
    samples = rng.normal(size=(1500, 25))
    bound = 1.63 / np.sqrt(1500)  # exceeded by chance once in 100 seeds
    assert uniform([signed_ranks(d).p_value for d in samples]) < bound
    assert uniform([paired_t(d).p_value for d in samples]) < bound
    assert uniform([permutation_test(d, 500, k).p_value for k, d in enumerate(samples)]) < bound


def test_with_ties_and_zeros_a_p_value_is_below_the_level_no_more_often_than_it_says():
    rng = np.random.default_rng(13)
    samples = rng.integers(-3, 4, (3000, 9)).astype(float)
    for zeros in ZEROS:
        p_values = np.array([signed_ranks(d, zeros).p_value for d in samples])
        for level in (0.01, 0.05, 0.2):
            assert np.mean(p_values <= level) < level + 2.5 * np.sqrt(level / 3000)


@pytest.mark.parametrize("unit", [10, 3, 1e-7])
def test_random_signs_tie_whatever_the_unit(unit):
    d = np.array([2.0, 4, -5, 2, -4, 1])
    assert permutation_test(d / unit).p_value == permutation_test(d).p_value == 1


@pytest.mark.parametrize("bad", [[True, False], ["1", "2"], [b"1"], [1j]], ids=repr)
def test_what_numpy_would_make_numbers_of_is_none(bad):
    with pytest.raises(TypeError, match="the differences must be real numbers"):
        paired_t(bad)


def test_half_of_the_zeros_ranks_on_either_side_leave_pratts_p_value():
    d = np.array([3.0, -1, 0, 4, 2, 0, 5, 6, -2])
    pratt, split = signed_ranks(d, "pratt"), signed_ranks(d, "zsplit")
    assert split.p_value == pratt.p_value
    assert split.plus == pratt.plus + 1.5


# ---- values of very different size


@pytest.mark.parametrize("huge", [1e3, 1e9, 1e11, 1e12, 1e13, 1e15, 1e17, 1e100])
def test_one_huge_run_does_not_hide_the_signs_of_the_others(huge):
    small = [0.02 * (i + 1) for i in range(9)]
    for d in (np.array([huge / 2, *small]), -np.array([huge / 2, *small])):
        assert permutation_test(d).p_value == 2 / 2**10
    mixed = [-x for x in small]
    right = oracle.permutation(np.array([1e3, *mixed]))
    assert permutation_test(np.array([huge, *mixed])).p_value == pytest.approx(right)


@pytest.mark.parametrize("huge", [1e3, 1e11, 1e13, 1e16])
def test_one_huge_run_does_not_turn_the_posterior(huge):
    """One of ten differences is larger than 0, and nine are smaller, whatever its size."""
    d = np.array([huge, *(-0.02 * (i + 1) for i in range(9))])
    right = bayesian_signed_rank(np.array([1e3, *d[1:]]))
    found = bayesian_signed_rank(d)
    assert (found.larger, found.smaller) == (right.larger, right.smaller)
    assert found.smaller > 0.9


def test_sums_of_decimals_tie_exactly():
    assert permutation_test(np.array([0.1, 0.2, -0.3])).p_value == 1.0
    many = np.array([0.1, 0.2, -0.3] * 7)
    assert permutation_test(many, draws=99).p_value == 1.0


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_values_too_small_to_square_are_refused():
    a, b = [5e-200, 6e-200, 8e-200], [4e-200, 3e-200, 4e-200]
    for call in (lambda: compare(a, b), lambda: summarize(a)):
        with pytest.raises(StatisticsError, match="of a size from 1e-100; got 5e-200"):
            call()
    found = compare([x * 1e100 for x in a], [x * 1e100 for x in b], better="lower")
    assert found.t_test.p_value == pytest.approx(
        compare([5, 6, 8], [4, 3, 4], better="lower").t_test.p_value
    )


# ---- ties of differences that are no decimals, and values of different precision


@pytest.mark.parametrize("parts", [1, 3, 7, 9, 11])
@pytest.mark.parametrize("seed", range(6))
def test_means_over_seeds_tie_as_their_sums_do(parts, seed):
    """Differences in thirds, sevenths ... beside values up to 44 give what the integers give."""
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, 44 * parts, 9), rng.integers(0, 44 * parts, 9)
    b[:5] = a[:5] + rng.integers(-4, 5, 5)
    whole, split = (
        quiet_compare(a / size, b / size, rope=3 / size, better="lower") for size in (1, parts)
    )
    exact = oracle.permutation((a - b).astype(float))
    assert split.permutation.p_value == whole.permutation.p_value == pytest.approx(exact)
    assert (split.bayes.larger, split.bayes.smaller) == (whole.bayes.larger, whole.bayes.smaller)
    assert split.wilcoxon.p_value == whole.wilcoxon.p_value


def quiet_compare(a, b, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compare(a.tolist(), b.tolist(), **options)


@pytest.mark.parametrize("tie", [7, 1e10, 2147483647, 1e12, 1e15])
@pytest.mark.parametrize("last", [True, False])
def test_a_run_on_which_both_have_a_huge_value_changes_no_other_run(tie, last):
    a, b = [5, 6, 8, 7, 9, 12], [4, 4, 5, 3, 4, 6]
    join = (lambda x: [*x, tie]) if last else (lambda x: [tie, *x])
    found = quiet_compare(np.array(join(a), float), np.array(join(b), float), better="lower")
    assert (found.wilcoxon.n_zero, found.p_value) == (1, 0.03125)
    shares = ([0.801, 0.702, 0.653, 0.604, 0.555, 0.506], [0.8, 0.7, 0.65, 0.6, 0.55, 0.5])
    found = quiet_compare(*(np.array(join(side)) for side in shares), better="higher")
    assert found.p_value == 0.03125


def test_differences_that_are_equal_to_0_are_no_chain():
    steps = np.arange(1, 11) / 100
    found = quiet_compare(1e9 + steps, np.full(10, 1e9), better="lower")
    assert (found.wilcoxon.n_zero, found.p_value) == (0, 2 / 2**10)
    fine = np.arange(1, 31) * 1.1e-11
    found = quiet_compare(100 + fine, np.full(30, 100.0), better="lower")
    assert found.wilcoxon.n_zero == 8  # these differ by 0.9e-12 of 100 or less


@pytest.mark.parametrize("n_small", [12, 15, 16, 19, 24, 40])
def test_nested_runs_of_which_one_data_set_has_most_are_not_called_normal(n_small):
    rows = [("big", s, 30.0 + s % 7, 3 + s % 4) for s in range(760)]
    rows += [(f"s{d}", 0, 9.0 + d % 3, 5 + d % 2) for d in range(n_small)]
    a = {(d, s): v for d, s, v, _ in rows}
    b = {(d, s): v - less for d, s, v, less in rows}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = compare(a, b, replicate="nested", better="lower")
    assert found.p_value == pytest.approx(2 / 2 ** (n_small + 1), rel=0.02)
    assert found.wilcoxon.smallest_p == pytest.approx(found.p_value, rel=0.02)


def test_runs_are_made_of_runs():
    for rows in ([{"value": 1}], "abc", (1.0,)):
        with pytest.raises(TypeError, match="as_runs"):
            Runs(rows)
