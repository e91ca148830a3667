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


SHARES = em.GraphSamples([em.Graph.parse("A --> B --> C"), em.Graph.parse("C --> B; A --> B")])
ARRAY = np.random.default_rng(0).random((2, 3, 3)) * ~np.eye(3, dtype=bool)
ALL_SCORES = {
    "plain": SCORES,
    "shares of ancestors": SHARES.edge_scores("ancestral"),
    "shares of adjacencies": SHARES.edge_scores("skeleton"),
    "float32": em.EdgeScores(ARRAY[0].astype(np.float32), list("ABC"), direction="row-to-column"),
    "negative": em.EdgeScores(-ARRAY[0], list("ABC"), direction="row-to-column", sign="keep"),
    "a list": em.EdgeScores.from_edges([("A", "B", 0.5), ("B", "C", 0.1)], unlisted=-1, sign="keep"),
    "candidates": em.EdgeScores.from_edges(
        [("A", "B", 0.5)], candidates=em.Candidates(list("AB"), [("A", "B")])
    ),
    "series": em.TemporalScores(ARRAY, list("ABC"), direction="row-to-column", first_lag=0),
    "series of float16": em.TemporalScores(
        ARRAY.astype(np.float16), list("ABC"), direction="row-to-column", first_lag=0
    ).with_max_lag(3),
}


@pytest.mark.parametrize("scores", ALL_SCORES.values(), ids=ALL_SCORES)
def test_scores_come_back_from_json(scores):
    read = from_plain(json.loads(json.dumps(to_plain(scores))))
    assert read == scores


def test_scores_of_ancestors_are_not_scored_as_directed_edges():
    scores = ALL_SCORES["shares of ancestors"]
    truth = em.Graph.parse("A --> B --> C")
    for one in (scores, from_plain(to_plain(scores))):
        assert em.evaluate(truth, one, "roc_auc:directed")[0].status == "refused"


def test_scores_of_an_earlier_version_are_directed_doubles():
    old = {key: value for key, value in to_plain(SCORES).items() if key in ("type", "nodes", "cells")}
    read = from_plain(old)
    assert (read.relation, read.to_array().dtype) == ("directed", np.float64)
    assert np.array_equal(read.to_array(), SCORES.to_array(), equal_nan=True)


def test_samples_keep_the_number_of_draws():
    assert from_plain(to_plain(SAMPLES)).n_draws == SAMPLES.n_draws == 3


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
