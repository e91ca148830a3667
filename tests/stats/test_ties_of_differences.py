"""Differences of the same size tie exactly, as sums of fractions say; nothing else ties."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgemark import stats
from edgemark.stats.ties import differences, value_ranks

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


# ---- ranks and pairs agree on what ties

SAME = Fraction(9, 10**13)
near = st.integers(-4000, 4000)
scales = st.sampled_from([1, 10**3, 10**11, 10**12, 10**12 + 7, 10**13, 3 * 10**13, 10**14, 10**15])


def beats(a, b):
    """Whether a is larger by more than the rule of docs/statistics.md, in exact numbers."""
    return a - b > SAME * max(abs(a), abs(b))


def is_at_the_edge(a, b):
    """Whether a difference equals the tolerance, up to the rounding of the tolerance."""
    width = SAME * max(abs(a), abs(b))
    return abs(abs(a - b) - width) <= width / 10**6


@settings(max_examples=300, deadline=None)
@given(
    scales, st.lists(st.tuples(near, near, near), min_size=2, max_size=5), st.sampled_from([1, 10, 3])
)
@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_ranks_wins_and_pairs_ask_one_question(scale, table, divisor):
    exact = [[Fraction(scale + x, divisor) for x in row] for row in table]
    if any(a != b and is_at_the_edge(a, b) for row in exact for a in row for b in row):
        return
    values = [[float(x) for x in row] for row in exact]
    found = stats.rank({f"m{k}": [row[k] for row in values] for k in range(3)}, better="higher")
    for k in range(3):
        places = [
            1 + sum(beats(x, row[k]) for x in row)
            + Fraction(sum(not beats(x, row[k]) and not beats(row[k], x) for x in row) - 1, 2)
            for row in exact
        ]  # fmt: skip
        assert found.average_ranks[k] == pytest.approx(float(sum(places) / len(places)), abs=1e-12)
    for pair in found.pairs:
        a, b = (int(name[1]) for name in (pair.a, pair.b))
        wins = sum(beats(row[a], row[b]) for row in exact)
        losses = sum(beats(row[b], row[a]) for row in exact)
        assert (pair.wins, pair.ties, pair.losses) == (wins, len(exact) - wins - losses, losses)
        both = [[row[k] for row in values] for k in (a, b)]
        compared = stats.compare(*both, better="higher", resamples=100)
        assert (compared.larger, compared.smaller) == (wins, losses)


@pytest.mark.parametrize("scale", [10**12, 10**13, 10**14])
def test_a_power_of_ten_changes_nothing(scale):
    """Above a power of ten, values tied that differed by less than values below it that did not."""
    steps = np.arange(-30.0, 30.0) * scale / 10**13
    ties = [
        differences(np.array([scale + x]), np.array([scale - 50.0 * scale / 10**13]))[0] for x in steps
    ]
    assert all(ties)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.fractions(-9, 9, max_denominator=12), min_size=1, max_size=12))
def test_ranks_tie_as_fractions_do(numbers):
    places = [sum(x < y for x in numbers) + Fraction(numbers.count(y) + 1, 2) for y in numbers]
    # the same numbers, each rounded in another way
    noisy = [float(x + 7) - 7 if k % 2 else float(x * 3) / 3 for k, x in enumerate(numbers)]
    assert value_ranks(np.array(noisy)).tolist() == [float(place) for place in places]


def test_metrics_agree_if_only_binary_fractions_differ():
    """Correlations over runs broke ties of 0.3 and 0.1 + 0.2."""
    rows = [
        {"method": m, "seed": s, "metric": metric, "better": "lower", "value": value}
        for m, a, b in [("PC", (0.1 + 0.2, 1, 2), (3, 10, 20)), ("GES", (0.3, 3, 4), (3, 30, 40))]
        for metric, values in (("x", a), ("y", b))
        for s, value in enumerate(values)
    ]
    assert stats.metric_agreement(rows).pairs[0].correlation == 1
