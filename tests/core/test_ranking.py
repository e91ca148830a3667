"""The kernels of rankings, against sorting and counting in plain Python."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgemark import _core
from edgemark.graph import ascending

NUMBERS = st.one_of(
    st.sampled_from([0.0, -0.0, 1.0, -1.0, 0.5]), st.floats(allow_nan=False, allow_infinity=False)
)


@settings(deadline=None)
@given(st.lists(NUMBERS, max_size=50), st.sampled_from([1, 200]))
def test_few_numbers_are_sorted_by_comparing_and_many_by_digits(numbers, times):
    array = np.array(numbers * times, np.float64)
    given_before = array.copy()
    assert _core.sorted_numbers(array).tolist() == sorted(array.tolist())
    np.testing.assert_array_equal(array, given_before)


@pytest.mark.parametrize("n", [2047, 2048, 2049, 100_000])
def test_any_bits_are_sorted(n):
    rng = np.random.default_rng(n)
    array = rng.integers(0, 2**64, n, np.uint64).view(np.float64)
    array = array[np.isfinite(array)]
    np.testing.assert_array_equal(_core.sorted_numbers(array), np.sort(array))


@pytest.mark.parametrize("by_vectors", [False, True])
@pytest.mark.parametrize("n", [0, 7, 2048, 5000])
def test_scores_ascend_whether_numpy_or_the_core_sorts_them(monkeypatch, by_vectors, n):
    monkeypatch.setattr(ascending, "_numpy_sorts_with_simd", lambda: by_vectors)
    numbers = np.round(np.random.default_rng(n).normal(size=(n, 2)), 2)[:, 0]  # not contiguous
    given_before = numbers.copy()
    assert ascending.ascending(numbers).tolist() == sorted(numbers.tolist())
    np.testing.assert_array_equal(numbers, given_before)


def groups(numbers, positives, zeros):
    """For each distinct number, from the highest: it, and how many positives and numbers reach it."""
    everything = [*numbers, *[0.0] * zeros]
    found = [
        (t, sum(x >= t for x in positives), sum(x >= t for x in everything))
        for t in sorted(set(everything), reverse=True)
    ]
    gains = [tp - before for (_, tp, _), before in zip(found, [0, *(g[1] for g in found)], strict=False)]
    # A group without positives is left out if the next has none either.
    return [g for k, g in enumerate(found) if gains[k] or k + 1 == len(found) or gains[k + 1]]


SMALL = st.integers(-3, 3).map(float)


@given(st.lists(st.tuples(SMALL, st.booleans()), max_size=20), st.integers(0, 3))
def test_groups_of_ties_agree_with_counting(labelled, zeros):
    numbers = np.sort([x for x, _ in labelled]).astype(float)
    positives = np.sort([x for x, true in labelled if true]).astype(float)
    found = _core.groups_of_ties(numbers, positives, zeros)
    assert list(zip(*(part.tolist() for part in found), strict=True)) == groups(
        numbers.tolist(), positives.tolist(), zeros
    )


@given(st.lists(SMALL, max_size=20), st.lists(SMALL, max_size=20), st.booleans())
def test_thresholds_and_counts_above_them_agree_with_counting(some, others, with_zero):
    first, second = (np.sort(x).astype(float) for x in (some, others))
    thresholds = _core.falling_thresholds(first, second, with_zero)
    expected = sorted({*some, *others, *([0.0] if with_zero else [])}, reverse=True)
    assert thresholds.tolist() == expected
    above = [sum(x > t for x in some) for t in expected]
    assert _core.counts_above(first, thresholds).tolist() == above
