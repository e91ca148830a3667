"""Kernels that join edges over lags, and find the numbers that two ascending lists share."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from edgemark import _core

ascending = st.sets(st.integers(0, 12)).map(lambda found: np.array(sorted(found), np.int64))


@given(ascending, ascending)
def test_shared_numbers_are_found_in_both_lists(some, others):
    in_some, in_others = _core.in_both(some, others)
    shared = sorted({*some.tolist()} & {*others.tolist()})
    assert some[in_some].tolist() == others[in_others].tolist() == shared


def test_joining_no_edges_gives_no_edges():
    empty = np.empty(0, np.int64)
    assert _core.joined(empty, empty, np.empty(0, np.uint8), 3).size == 0
