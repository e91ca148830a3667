"""Time series with many variables, lags and time steps."""

from itertools import pairwise

import numpy as np
import pytest

import edgemark as em
from edgemark import TemporalGraph, TemporalScores
from edgemark.errors import LimitError

SMALL = TemporalGraph.parse("A --> B @1; lags 1")


def test_l5_a_hundred_thousand_variables_are_compared():
    names = [f"X{k}" for k in range(100_000)]
    edges = [(a, "-->", b, 1) for a, b in pairwise(names)]
    truth = TemporalGraph(names, edges, max_lag=1)
    found = TemporalGraph(names[::-1], edges[1:], max_lag=1)
    assert em.metrics.temporal_shd(truth, found) == 1
    assert em.metrics.tolerant_confusion(truth, found).tp == len(edges) - 1


def test_l5_a_hundred_thousand_lags_are_matched():
    """Each odd lag has an even one beside it; quadratic time would be ten thousand million steps."""
    odd = [("A", "-->", "B", lag) for lag in range(1, 100_000, 2)]
    even = [(a, mark, b, lag + 1) for a, mark, b, lag in odd]
    truth, found = (TemporalGraph(["A", "B"], edges, max_lag=100_000) for edges in (odd, even))
    assert em.metrics.tolerant_confusion(truth, found).tp == len(odd)
    assert em.metrics.matched_lag_error(truth, found) == 1


@pytest.mark.parametrize("metric", [em.metrics.temporal_sid, em.metrics.temporal_aid])
def test_l5_windows_that_would_take_hours_are_refused(metric):
    with pytest.raises(LimitError, match="2 variables at 1000000 time steps"):
        metric(SMALL, SMALL, length=10**6)
    assert metric(SMALL, SMALL, length=1000) == 0


def test_scores_of_many_variables_are_put_in_another_order():
    names = [f"X{k}" for k in range(2000)]
    scores = TemporalScores(np.eye(2000)[None], names, direction="row-to-column", first_lag=1)
    assert scores.with_nodes(names[::-1])["X7", "X7", 1] == 1
