"""Algorithms for series whose maximum lags differ: metrics that empty lags change are not compared."""

import pytest

import edgemark as em
from edgemark import stats
from edgemark.bench.estimates import to_plain
from edgemark.bench.results import Study
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt, RunRecord, Score, Store
from edgemark.errors import StatisticsError, StatisticsWarning

PLAN = """
[plan]
primary = "mcc:all lags"
metrics = ["f1:all lags"]
"""
TRUTH = em.TemporalGraph.parse("A --> A @1; A --> B @1; lags 2")
DATA = ("first", "second")


def study_of(folder, lags):
    """A study of two data sets on which each method has an estimate with its maximum lag."""
    runs = [(method, data) for method in lags for data in DATA]
    records = [_record(k, *run) for k, run in enumerate(runs)]
    with Store.write(folder) as store:
        store.begin_study("series", PLAN, records)
        store.set_reference("dag")
        for data in DATA:
            store.add_dataset(data, data, to_plain(TRUTH), {"truth": "temporal"})
        for record in records:
            found = em.TemporalGraph.parse(f"A --> A @1; B; lags {lags[record.algorithm]}")
            outcome = Outcome("ok", cpu=0.5, wall=1.0, memory=7)
            attempt = Attempt(outcome, RunLimits(), to_plain(found), {"edgemark": "0"})
            values = {"mcc:all lags": lags[record.algorithm] / 10, "f1:all lags": 0.5}
            scores = [Score(name, "dag", em.__version__, value) for name, value in values.items()]
            store.add_attempt(record.key, attempt, scores)
    return Study.open(folder)


def _record(k, method, data):
    details = {
        "data": data, "group": data, "unit": data, "seed": 0, "use": method, "parameters": {},
        "returns": "temporal", "oracle": False, "fits": True, "ranked": True,
    }  # fmt: skip
    return RunRecord(f"{k:064x}"[::-1], data, method, 0, 0, details)


def test_a_metric_that_empty_lags_change_has_no_ranks_and_no_best_mean(tmp_path):
    study = study_of(tmp_path, {"short": 2, "long": 6})
    with pytest.raises(StatisticsError, match="on 'first', 'second' the maximum lags differ"):
        study.ranking()
    means, f1 = study.report().split("f1:all lags: mean")[:2]
    assert "the maximum lags of the estimates differ" in means
    assert "best ranked mean" not in means
    assert "best ranked mean" in f1.partition("intervals")[0]
    assert "✓" not in study.report()
    runs = study.to_runs("mcc:all lags")
    assert [run.candidates for run in runs] == ["lags 0 to 2"] * 2 + ["lags 0 to 6"] * 2
    with pytest.raises(StatisticsError, match="'short' was scored on lags 0 to 2 and 'long' on lags 0"):
        stats.rank(runs)


def test_other_metrics_are_ranked(tmp_path):
    with pytest.warns(StatisticsWarning, match="all differences are 0|2 data sets"):
        ranking = study_of(tmp_path, {"short": 2, "long": 6}).ranking("f1:all lags")
    assert ranking.average_ranks == (1.5, 1.5)


def test_lags_up_to_that_of_the_truth_are_equal(tmp_path):
    """Estimates are extended to the maximum lag of the truth."""
    study = study_of(tmp_path, {"short": 1, "long": 2})
    assert {run.candidates for run in study.to_runs("mcc:all lags")} == {"lags 0 to 2"}
    with pytest.warns(StatisticsWarning, match="2 data sets"):
        assert len(study.ranking().average_ranks) == 2


def test_frames_name_the_lags(tmp_path):
    frame = study_of(tmp_path, {"short": 2, "long": 6}).to_frame()
    assert set(frame[frame.metric == "f1:all lags"].candidates) == {""}
    assert set(frame[frame.metric == "mcc:all lags"].candidates) == {"lags 0 to 2", "lags 0 to 6"}
