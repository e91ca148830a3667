"""Runs of time series whose maximum lags differ: empty lags are true negatives of some metrics."""

import json

import pytest

import edgemark as em
from edgemark import stats
from edgemark.errors import ClassWarning, StatisticsError
from edgemark.metrics.counted_lags import is_range_of_lags

TRUTH = em.TemporalGraph.parse("A --> A @1; A --> B @1,2; B --> C; lags 2; changing C")
FOUND = em.TemporalGraph.parse("A --> A @1; A --> B @1; B --> C; C --> A @1; lags 2; changing B")


@pytest.fixture
def reports():
    """The same edges, searched to lag 2 and to lag 5."""
    short = em.evaluate(TRUTH, FOUND)
    with pytest.warns(ClassWarning, match="searched to lag 2 only"):
        long = em.evaluate(TRUTH.with_max_lag(5), FOUND.with_max_lag(5))
    return short, long


def runs_of(reports):
    methods = zip("ab", reports, strict=True)
    return stats.Runs.from_reports(
        {(m, "d", seed): report for m, report in methods for seed in range(6)}
    )


def test_a_row_names_the_lags_exactly_if_empty_lags_change_its_value(reports):
    short, long = reports
    for row in short:
        other = long[row.metric, row.convention]
        changed = row.value != other.value and row.status == other.status == "ok"
        if changed:
            assert (row.candidates, other.candidates) == ("lags 0 to 2", "lags 0 to 5")
        if not is_range_of_lags(row.candidates):
            assert row.candidates == other.candidates == ""
    named = {row.metric for row in short if row.candidates}
    assert named >= {"specificity", "mcc", "temporal_sid", "temporal_shd"}
    assert named.isdisjoint({"f1", "precision", "recall", "fdr", "jaccard", "tp", "fp", "fn"})


@pytest.mark.parametrize("metric", ["mcc:all lags", "temporal_sid", "temporal_shd:window"])
def test_methods_with_different_maximum_lags_are_refused(reports, metric):
    runs = runs_of(reports).only(metric=metric)
    with pytest.raises(StatisticsError, match=r"'a' was scored on lags 0 to 2 and 'b' on lags 0 to 5"):
        stats.rank(runs)
    assert stats.summarize(runs).on_several_candidates


@pytest.mark.parametrize(
    "metric", ["f1:all lags", "temporal_shd:total", "mcc:summary", "mcc:contemporaneous"]
)
def test_metrics_that_empty_lags_do_not_change_are_compared(reports, metric):
    runs = runs_of(reports).only(metric=metric)
    ranking = stats.rank(runs)
    assert ranking.average_ranks == (1.5, 1.5)


def test_scores_of_edges_with_different_maximum_lags_are_refused():
    array = [[[0, 0.1, 0], [0.2, 0, 0.7], [0, 0.3, 0]], [[0.9, 0.8, 0], [0.1, 0.2, 0], [0, 0, 0.4]]]
    truth = em.TemporalGraph.parse("A --> A @1; A --> B @1; B --> C; lags 1")
    scores = em.TemporalScores(array, ["A", "B", "C"], direction="row-to-column", first_lag=0)
    short = em.evaluate(truth, scores)
    with pytest.warns(ClassWarning):
        long = em.evaluate(truth.with_max_lag(3), scores.with_max_lag(3))
    for row in short:
        assert (row.value != long[row.metric, row.convention].value) <= is_range_of_lags(row.candidates)
    assert [row.convention for row in short if row.candidates and row.metric == "temporal_roc_auc"] == [
        "lagged", "lagged, no autolinks", "all lags",
    ]  # fmt: skip


def test_json_keeps_the_lags(reports):
    rows = json.loads(reports[1].to_json())["rows"]
    assert {row["candidates"] for row in rows} == {"", "lags 0 to 5"}
