"""A verdict never names a winner against the direction of the test that found it."""

import warnings
from itertools import product

import numpy as np
import pytest

from edgemark import StatisticsWarning
from edgemark.stats import against_chance, compare, hodges_lehmann, rank, rank_biserial, signed_ranks
from tests.oracle import statistics as oracle

ZEROS = ("wilcox", "pratt", "zsplit")
SMALL = [list(map(float, d)) for n in range(2, 5) for d in product((-2, -1, 0, 1, 2), repeat=n)]
# Larger differences favour B; with zeros ranked below all others, the more frequent ones favour A.
CROSSED = [0.001 * k for k in range(1, 34)] + [-float(k) for k in range(1, 15)] + [0.0] * 65


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StatisticsWarning)
        yield


def by_ranks(d, zeros, better):
    """The winner by the sums of ranks that every assignment of signs was enumerated for."""
    plus, minus, _ = oracle.wilcoxon(d, zeros)
    if plus == minus:
        return None
    return "A" if (plus > minus) == (better == "higher") else "B"


@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("zeros", ZEROS)
def test_w1_the_winner_is_that_of_the_enumerated_sums_of_ranks(zeros, better):
    for d in [[1.0, 1.0, -2.0, 0.0], *SMALL[:: 16 if better == "higher" else 29]]:
        plus, minus, p = oracle.wilcoxon(d, zeros)
        found = compare(d, [0.0] * len(d), better=better, zeros=zeros, resamples=100)
        assert found.winner == by_ranks(d, zeros, better), (d, found.effect)
        assert found.p_value == pytest.approx(p)
        if any(d):
            assert found.effect == pytest.approx((plus - minus) / (plus + minus))


@pytest.mark.parametrize("zeros", ZEROS)
def test_w1_effect_and_sums_agree_on_samples_with_many_zeros(zeros):
    rng = np.random.default_rng(5)
    crossed = 0
    for _ in range(300):
        d = rng.permutation([*np.round(rng.normal(0.2, 1, 9) ** 3, 2), *[0.0] * rng.integers(0, 30)])
        plus, minus, _ = oracle.wilcoxon_sums(d, zeros)
        found = signed_ranks(d, zeros)
        assert found.effect == rank_biserial(d, zeros) == pytest.approx((plus - minus) / (plus + minus))
        crossed += np.sign(found.effect) != np.sign(rank_biserial(d))
    assert (crossed > 0) == (zeros != "wilcox")


@pytest.mark.parametrize("zeros", ["pratt", "zsplit"])
def test_w1_compare_and_rank_name_the_winner_of_the_test(zeros):
    base = [0.0] * len(CROSSED)
    found = compare(CROSSED, base, better="higher", zeros=zeros, resamples=100)
    assert found.significant
    assert found.wilcoxon.plus > found.wilcoxon.minus
    assert (found.winner, found.effect > 0) == ("A", True)
    assert "A is significantly better than B" in str(found)
    assert compare(base, CROSSED, better="higher", zeros=zeros, resamples=100).effect == -found.effect
    ranking = rank({"A": CROSSED, "B": base}, better="higher", zeros=zeros)
    assert ranking.pair("A", "B").effect == found.effect
    assert "A is better than B on 29 % of 112 runs" in str(ranking)
    assert "B is better" not in str(ranking)
    rows = [
        {"method": "A", "seed": k, "metric": "own", "value": v, "chance": 0, "better": "higher"}
        for k, v in enumerate(CROSSED)
    ]
    (test,) = against_chance(rows, zeros=zeros)
    assert test.is_better
    assert "significantly better than chance" in str(test)


def test_w1_without_ranked_zeros_the_same_rows_tell_nothing():
    found = compare(CROSSED, [0.0] * len(CROSSED), better="higher", resamples=100)
    assert not found.significant
    assert "no significant difference" in str(found)


@pytest.mark.parametrize("zeros", ["pratt", "zsplit"])
def test_w1_the_typical_difference_never_opposes_ranks_that_hold_the_zeros(zeros):
    for d in SMALL:
        if any(d):
            assert signed_ranks(d, zeros).effect * hodges_lehmann(d).estimate >= 0, d


def test_w1_ranks_without_the_zeros_can_oppose_the_typical_difference_and_it_is_said():
    opposed = [d for d in SMALL if any(d) and rank_biserial(d) * hodges_lehmann(d).estimate < 0]
    nine = [1.0] * 9 + [-10.0] * 5 + [0.0] * 4
    for d in [*opposed, nine]:
        found = compare(d, [0.0] * len(d), resamples=100)
        said = any("typical difference (Hodges-Lehmann) point in opposite" in w for w in found.warnings)
        assert said == (found.effect * found.shift.estimate < 0)


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_w1_a_ranking_says_where_its_pairs_oppose_its_average_ranks(better):
    sign = 1 if better == "higher" else -1
    a = [sign * (0.001 * k) for k in range(1, 21)] + [-sign * float(k) for k in range(1, 20)]
    values = {"A": a, "B": [0.0] * len(a)}
    found = rank(values, better=better)
    assert found.order[0] == "A"
    assert "B is better than A on 49 % of 39 runs" in str(found)
    assert any("the test favours 'B' over 'A'" in text for text in found.warnings)
    clear = rank({"A": [sign * x for x in range(1, 12)], "B": [0.0] * 11}, better=better)
    assert not any("the test favours" in text for text in clear.warnings)
