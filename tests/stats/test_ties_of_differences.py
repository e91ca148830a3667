"""Differences of the same size tie exactly, as sums of fractions say; nothing else ties."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgemark import stats
from edgemark.stats.checked_values import differences

fractions = st.fractions(min_value=0, max_value=9, max_denominator=15)


def p_of_signs(d):
    """Two-sided p-value of Wilcoxon's test of exact differences, over all signs."""
    sizes = sorted({abs(x) for x in d if x})
    kept = [x for x in d if x]
    below = {s: sum(abs(x) < s for x in kept) for s in sizes}
    ranks = [Fraction(2 * below[abs(x)] + sum(abs(y) == abs(x) for y in kept) + 1, 2) for x in kept]
    total = sum(ranks)
    plus = sum(r for r, x in zip(ranks, kept, strict=True) if x > 0)
    far = abs(plus - total / 2)
    sums = [
        sum(r for r, s in zip(ranks, signs, strict=True) if s)
        for signs in product((0, 1), repeat=len(ranks))
    ]
    return sum(abs(s - total / 2) >= far for s in sums) / len(sums)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(fractions, fractions), min_size=2, max_size=8))
def test_differences_tie_as_those_of_fractions_do(pairs):
    exact = [a - b for a, b in pairs]
    found = differences(*(np.array([float(pair[k]) for pair in pairs]) for k in (0, 1)))
    for k, size in enumerate(exact):
        assert np.sign(found[k]) == np.sign(float(size))
        assert found[k] == pytest.approx(float(size), abs=1e-10)
        for j, other in enumerate(exact):
            assert (abs(found[k]) == abs(found[j])) == (abs(size) == abs(other))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 9)] * 6), min_size=5, max_size=8))
@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_rank_and_compare_test_means_over_seeds_exactly(table):
    rows = [
        {"method": m, "dataset": f"d{d}", "seed": s, "metric": "shd", "value": six[3 * (m == "b") + s]}
        for d, six in enumerate(table)
        for m in "ab"
        for s in range(3)
    ]
    exact = [Fraction(sum(six[:3]) - sum(six[3:]), 3) for six in table]
    if not any(exact):
        return
    runs = stats.as_runs(rows)
    expected = p_of_signs(exact)
    assert stats.rank(rows).pairs[0].p_wilcoxon == pytest.approx(expected)
    found = stats.compare(runs.only(method="a"), runs.only(method="b"))
    assert found.p_value == pytest.approx(expected)
