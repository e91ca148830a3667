"""Tests on sequences of numbers take mappings and arrays, and name what else they get."""

from fractions import Fraction

import numpy as np
import pytest

from edgemark import stats
from edgemark.errors import InputTypeError, StatisticsError

OF_SEQUENCES = (
    stats.holm,
    stats.rank_biserial,
    stats.signed_ranks,
    stats.sign_test,
    stats.paired_t,
    stats.permutation_test,
    stats.hodges_lehmann,
    stats.t_interval,
)
NUMBERS = [0.01, 0.02, 0.03, 0.5]


@pytest.mark.parametrize("test", OF_SEQUENCES)
def test_the_values_of_a_mapping_are_a_sequence(test):
    by_name = dict(zip("abcd", NUMBERS, strict=True))
    assert str(test(by_name)) == str(test(by_name.values())) == str(test(NUMBERS))


@pytest.mark.parametrize("test", OF_SEQUENCES)
@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ((p for p in NUMBERS), "a sequence of numbers; got a generator. Give a list"),
        ({0.1, 0.2}, "a sequence of numbers; got a set, which drops equal numbers"),
        (None, "a sequence of numbers; got None"),
        ("0.1", "a sequence of numbers; got '0.1'"),
        ([0.1, 1 + 2j], r"real numbers; got a complex, \(1\+2j\)"),
        ([True, False], "real numbers; got a bool, True"),
        (["0.1"], "real numbers; got a str, '0.1'"),
    ],
    ids=["generator", "set", "None", "text", "complex", "bool", "texts"],
)
def test_errors_name_what_was_found(test, wrong, found):
    with pytest.raises(InputTypeError, match=f"must be {found}"):
        test(wrong)


@pytest.mark.parametrize("test", OF_SEQUENCES)
def test_a_matrix_and_a_single_number_are_no_sequence(test):
    with pytest.raises(StatisticsError, match=r"got an array of shape \(2, 2\)"):
        test(np.ones((2, 2)))
    with pytest.raises(StatisticsError, match="got a single number"):
        test(0.5)


def test_a_difference_is_one_number():
    assert stats.nemenyi_p(Fraction(1, 2), 3, 10) == stats.nemenyi_p(0.5, 3, 10)
    for wrong, found in (([0.5], "a list"), ("0.5", "a str"), (True, "a bool"), (None, "a NoneType")):
        with pytest.raises(InputTypeError, match=f"the difference must be a number; got {found}"):
            stats.nemenyi_p(wrong, 3, 10)


def test_ranks_are_a_matrix():
    with pytest.raises(InputTypeError, match="the ranks must be a matrix of numbers; got a dict"):
        stats.friedman({"a": [1, 2], "b": [2, 1]})
