"""The values that metrics return: counts and confusions."""

import copy
import json
import pickle
from dataclasses import FrozenInstanceError
from fractions import Fraction
from itertools import product
from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgemark import Confusion, Count
from edgemark.values import COUNTS, LOWER_IS_BETTER, RATIOS
from tests.oracle import metrics

SMALL = [
    *product(range(4), repeat=4),
    *((tp, fp, fn, None) for tp, fp, fn in product(range(4), repeat=3)),
]
counts = st.integers(0, 10**6)


# ---- Count


def test_a_count_is_an_int():
    errors = Count(2, of=10)
    assert isinstance(errors, int)
    assert errors == 2
    assert errors < 3
    assert hash(errors) == hash(2)
    assert [10, 11, 12][errors] == 12


@pytest.mark.parametrize(("value", "of", "rate"), [(0, 3, 0.0), (3, 3, 1.0), (1, 4, 0.25)])
def test_the_rate_is_the_share_of_the_largest_possible_number(value, of, rate):
    assert Count(value, of).rate == rate


def test_the_rate_of_0_of_0_is_nan():
    assert isnan(Count(0, of=0).rate)


@pytest.mark.parametrize("result", [Count(2, 5) + 1, 1 + Count(2, 5), Count(2, 5) * 2, -Count(2, 5)])
def test_arithmetic_gives_a_plain_int(result):
    assert type(result) is int


def test_a_sum_of_counts_is_a_plain_int():
    assert type(sum([Count(1, 2), Count(1, 2)])) is int


@pytest.mark.parametrize("name", ["of", "rate"])
def test_a_count_does_not_change(name):
    with pytest.raises(AttributeError):
        setattr(Count(1, 2), name, 3)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))])
def test_a_copy_keeps_the_largest_possible_number(again):
    count = again(Count(2, of=7))
    assert (type(count), count, count.of) == (Count, 2, 7)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_count_pickles_in_every_protocol(protocol):
    count = pickle.loads(pickle.dumps(Count(2, of=7), protocol))
    assert (count, count.of) == (2, 7)


def test_a_count_prints_as_a_number_and_shows_what_it_is():
    count = Count(12, of=45)
    assert str(count) == f"{count}" == "12"
    assert f"{count:>5d}" == "   12"
    assert repr(count) == "Count(12, of=45)"
    assert json.dumps(count) == "12"


# ---- Confusion


@pytest.mark.parametrize("name", RATIOS)
def test_a_ratio_is_its_definition_for_all_small_counts(name):
    for tp, fp, fn, tn in SMALL:
        got = getattr(Confusion(tp, fp, fn, tn), name)
        expected = metrics.ratios(tp, fp, fn, tn)[name]
        if expected != expected:
            assert isnan(got), (tp, fp, fn, tn)
        else:
            assert got == pytest.approx(float(expected), abs=1e-12), (tp, fp, fn, tn)


@given(counts, counts, counts, counts)
def test_ratios_of_large_counts_stay_in_their_range(tp, fp, fn, tn):
    c = Confusion(tp, fp, fn, tn)
    for name in RATIOS:
        low = -1 if name in ("mcc", "youden_j") else 0
        ratio = getattr(c, name)
        assert isnan(ratio) or low - 1e-12 <= ratio <= 1 + 1e-12


@pytest.mark.parametrize("beta", [0, 0.5, 1, 2, 10])
def test_f_beta_is_its_definition(beta):
    for tp, fp, fn, _ in SMALL:
        expected = metrics.fbeta(tp, fp, fn, beta)
        got = Confusion(tp, fp, fn).fbeta(beta)
        if expected != expected:
            assert isnan(got)
        else:
            assert got == pytest.approx(float(expected))


def test_f_beta_weighs_precision_and_recall():
    c = Confusion(tp=3, fp=2, fn=1)
    for beta in (Fraction(1, 2), 1, 2):
        p, r, weight = Fraction(3, 5), Fraction(3, 4), Fraction(beta) ** 2
        assert c.fbeta(beta) == pytest.approx(float((1 + weight) * p * r / (weight * p + r)))


@pytest.mark.parametrize("name", RATIOS)
def test_a_fraction_has_the_numerator_and_denominator_of_its_ratio(name):
    for values in SMALL:
        c = Confusion(*values)
        fraction = c.fraction(name)
        if fraction is not None and fraction[1]:
            assert fraction[0] / fraction[1] == getattr(c, name)
        elif fraction is not None:
            assert isnan(getattr(c, name))


@pytest.mark.parametrize("name", RATIOS)
def test_every_undefined_ratio_says_why_and_no_defined_one_does(name):
    for values in SMALL:
        c = Confusion(*values)
        assert bool(c.why_undefined(name)) == isnan(getattr(c, name)), (c, name)


def test_f1_is_0_if_nothing_is_right_even_if_precision_is_undefined():
    c = Confusion(tp=0, fp=0, fn=2, tn=4)
    assert isnan(c.precision)
    assert (c.f1, c.jaccard) == (0, 0)


def test_ratios_that_need_negatives_are_undefined_without_them():
    c = Confusion(tp=1, fp=1, fn=1)
    undefined = {name for name in RATIOS if isnan(getattr(c, name))}
    assert undefined == {"specificity", "npv", "fpr", "balanced_accuracy", "youden_j", "mcc"}
    assert c.why_undefined("fpr") == "true negatives cannot be counted here"


def test_lower_is_better_for_the_numbers_that_fall_with_fewer_errors():
    c, better = Confusion(5, 3, 2, 9), Confusion(6, 2, 1, 10)
    for name in (*COUNTS, *RATIOS):
        falls = getattr(better, name) < getattr(c, name)
        assert falls == (name in LOWER_IS_BETTER)


def test_mcc_of_huge_counts_does_not_overflow():
    assert Confusion(10**9, 0, 0, 10**9).mcc == 1


def test_a_confusion_does_not_change():
    with pytest.raises((FrozenInstanceError, AttributeError)):
        Confusion(1, 2, 3).tp = 4


def test_a_confusion_is_compared_by_its_counts_and_pickles():
    c = Confusion(1, 2, 3, 4)
    assert pickle.loads(pickle.dumps(c)) == c == Confusion(tp=1, fp=2, fn=3, tn=4)
    assert len({c, Confusion(1, 2, 3, 4)}) == 1
