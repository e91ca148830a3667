"""Estimates as plain values: they come back as they were, and other values are refused."""

import json

import numpy as np
import pytest

import edgemark as em
from edgemark import EdgemarkError
from edgemark.bench.estimates import from_plain, to_plain

GRAPH = em.Graph.parse("A --> B; C", kind="dag")
SCORES = em.EdgeScores([[0, 0.5], [0, 0]], ["A", "B"], direction="row-to-column")
SAMPLES = em.GraphSamples([GRAPH, em.Graph.parse("A; B; C", kind="dag"), GRAPH])
SERIES = em.TemporalGraph.parse("A --> B @1; lags 2")


@pytest.mark.parametrize("estimate", [GRAPH, SERIES], ids=["graph", "series"])
def test_a_graph_comes_back_from_json(estimate):
    assert from_plain(json.loads(json.dumps(to_plain(estimate)))) == estimate


def test_scores_come_back_from_json():
    read = from_plain(json.loads(json.dumps(to_plain(SCORES))))
    assert read.nodes == SCORES.nodes
    assert np.array_equal(read.to_array(), SCORES.to_array(), equal_nan=True)


def test_equal_samples_are_merged():
    samples = from_plain(to_plain(SAMPLES))
    assert [samples[k] for k in range(len(samples))] == [GRAPH, SAMPLES[1]]
    assert samples.weights[0] == 2 * samples.weights[1]


def test_the_class_is_a_guess_if_no_kind_is_declared_and_it_is_not_read():
    undeclared = em.Graph.parse("A --- B")
    plain = to_plain(undeclared)
    assert plain["class"] == "cpdag"
    assert from_plain(plain).kind is None
    assert from_plain({**plain, "class": "pag"}) == undeclared


@pytest.mark.parametrize("estimate", [GRAPH, SCORES, SERIES, SAMPLES])
def test_values_that_are_no_estimate_are_refused(estimate):
    """Scores and samples raised errors of Python or NumPy, such as KeyError."""
    plain = to_plain(estimate)
    assert from_plain(plain) is not None
    refused = 0
    for key in plain:
        for value in (None, 5, "text", [[1], [1, 2]], [["x"]], [5], {"a": 1}, 10**400, [[10**400]]):
            try:
                from_plain({**plain, key: value})
            except EdgemarkError:
                refused += 1
        rest = {name: content for name, content in plain.items() if name != key}
        if key in ("type", "cells", "graphs", "format"):
            with pytest.raises(EdgemarkError):
                from_plain(rest)
    assert refused >= 9 * (len(plain) - 1) // 2
