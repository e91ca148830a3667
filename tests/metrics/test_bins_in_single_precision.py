"""Bins of probabilities in single precision begin at the same decimals as in double precision."""

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_bins_begin_at_the_same_probabilities_in_single_precision(dtype):
    array = np.zeros((5, 5), dtype)
    array[0, 1:], array[1, 2:] = [0.6, 0.7, 0.8, 0.9], [0.65, 0.75, 0.85]
    scores = em.EdgeScores(array, direction="row-to-column")
    diagram = em.metrics.reliability(Graph(5), scores)
    assert diagram.predicted == pytest.approx([0, 0.625, 0.725, 0.825, 0.9])
