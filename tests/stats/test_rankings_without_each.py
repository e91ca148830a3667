"""Rankings without each replicate are those of tables that lack it, computed from sums of the others."""

from fractions import Fraction
from itertools import product
from math import inf, isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import f as f_distribution

from edgemark import stats
from edgemark.stats.friedman import friedman_without_each
from edgemark.stats.ties import ranks_of

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")

tables = st.integers(2, 4).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 3), min_size=k, max_size=k), min_size=3, max_size=9)
)


def same(a, b):
    return (isnan(a) and isnan(b)) or a == b


def rank_of(table, **more):
    return stats.rank({f"m{k}": [row[k] for row in table] for k in range(len(table[0]))}, **more)


def ranks_by_counting(row):
    """Exact ranks, the largest first."""
    return [
        sum(other > value for other in row) + Fraction(sum(other == value for other in row) + 1, 2)
        for value in row
    ]


def comparisons(ranks):
    """Return for all pairs whether the first rank is larger, equal or smaller."""
    rounded = [round(float(rank), 9) for rank in ranks]
    return [(a > b) - (a < b) for a, b in product(rounded, rounded)]


def p_of_f(rows):
    """Iman and Davenport's p-value of exact ranks; None if it has none, or all rows agree."""
    n, k = len(rows), len(rows[0])
    deviations = [[rank - Fraction(k + 1, 2) for rank in row] for row in rows]
    total = sum(x * x for row in deviations for x in row)
    if not total:
        return None
    chi2 = (k - 1) * sum(sum(column) ** 2 for column in zip(*deviations, strict=True)) / total
    if chi2 == n * (k - 1):
        return None
    return f_distribution.sf(float((n - 1) * chi2 / (n * (k - 1) - chi2)), k - 1, (k - 1) * (n - 1))


@settings(max_examples=150, deadline=None)
@given(tables)
def test_each_is_the_ranking_of_the_table_without_it(table):
    found = rank_of(table, better="higher")
    for row, one in enumerate(found.left_out):
        rest = [*table[:row], *table[row + 1 :]]
        exact = [ranks_by_counting(values) for values in rest]
        means = [sum(column) / len(rest) for column in zip(*exact, strict=True)]
        assert one.order == tuple(f"m{k}" for k in sorted(range(len(means)), key=means.__getitem__))
        alone = rank_of(rest, better="higher")
        assert one.order == alone.order
        assert same(one.p_value, alone.friedman.p_value)
        every = [ranks_by_counting(values) for values in table]
        of_all = [sum(column) / len(table) for column in zip(*every, strict=True)]
        assert one.same_order == (comparisons(means) == comparisons(of_all))
        expected = p_of_f(exact)
        if len(rest) > 2 and expected is not None:
            assert one.p_value == pytest.approx(expected, abs=1e-12)


@settings(max_examples=150, deadline=None)
@given(tables)
def test_tests_without_each_row_have_the_bits_of_tests_of_the_others(table):
    ranks = ranks_of(np.array(table, dtype=float))
    for row, found in enumerate(friedman_without_each(ranks)):
        alone = stats.friedman(np.delete(ranks, row, axis=0))
        for name in ("chi2", "p_chi2", "f", "p_value"):
            assert same(getattr(found, name), getattr(alone, name)), name


@pytest.mark.parametrize("places", list(product((0, 1), repeat=3)))
def test_only_rows_of_ties_have_no_test(places):
    """A sum of squares without a row must be 0, not a rest of rounding, if the other rows are ties."""
    rows = [[2.0, 2, 2] if tied else [1.1, 2.2, 2.7] for tied in places]
    for row, found in enumerate(friedman_without_each(np.array(rows))):
        others = [*places[:row], *places[row + 1 :]]
        assert isnan(found.p_value) == all(others)
        assert isnan(found.f) == all(others)


def test_perfect_agreement_without_a_row_is_certain():
    ranks = np.array([[3.0, 2, 1], [1, 2, 3], [1, 2, 3], [1, 2, 3]])
    first, *others = friedman_without_each(ranks)
    assert (first.f, first.p_value) == (inf, pytest.approx(1 / 36))
    assert all(other.f < inf for other in others)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_nested_rankings_are_those_of_tables_without_a_data_set(seed):
    rng = np.random.default_rng(seed)
    rows = [
        {"method": m, "dataset": d, "seed": s, "value": int(rng.integers(0, 6))}
        for m in "abc"
        for d in "uvwxy"
        for s in range(3)
    ]
    found = stats.rank(rows, better="lower", replicate="nested")
    for one in found.left_out:
        rest = [row for row in rows if row["dataset"] != one.name]
        alone = stats.rank(rest, better="lower", replicate="nested")
        assert one.order == alone.order
        same_order = comparisons(alone.average_ranks) == comparisons(found.average_ranks)
        assert one.same_order == same_order
        assert one.p_value == pytest.approx(alone.friedman.p_value, nan_ok=True)


def test_an_order_with_other_ties_is_not_the_same_in_any_order_of_the_columns():
    """Ties followed the columns, so the order was the same beside other best methods."""
    values = {"PC": [1, 1, 2], "GES": [2, 2, 1]}
    for names in (("PC", "GES"), ("GES", "PC")):
        left_out = stats.rank({name: values[name] for name in names}, better="lower").left_out
        assert [(one.same_best, one.same_order) for one in left_out] == [
            (False, False),
            (False, False),
            (True, True),
        ]
