"""What has no value is named with its reason in every form of a result."""

import json
import warnings
from itertools import product

import pandas as pd
import pytest

import edgemark as em
from edgemark import stats
from edgemark.errors import StatisticsError, StatisticsWarning
from edgemark.values import Confusion

REASON = "sid needs a DAG"


def table(status="refused", reason=REASON, lost=2, n=9):
    rows = [
        {"method": m, "seed": s, "metric": "sid", "value": (3 + s) * len(m)}
        for m in ("pc", "ges")
        for s in range(n)
    ]
    for row in rows[:lost]:
        row |= {"value": None, "status": status, "reason": reason}
    return stats.as_runs(rows)


def quiet(work, *arguments, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StatisticsWarning)
        return work(*arguments, **options)


def both(runs):
    return runs.only(method="pc"), runs.only(method="ges")


@pytest.mark.parametrize(("status", "words"), [("refused", "not defined on 2 runs of 'pc'"),
                                               ("failed", "2 runs of 'pc' failed")])  # fmt: skip
def test_13_the_tables_for_papers_name_the_method_and_the_reason(status, words):
    runs = table(status)
    for found in (quiet(stats.compare, *both(runs)), quiet(stats.rank, runs)):
        for text in (found.to_markdown(), found.to_latex()):
            assert words in text
            assert REASON in text
        assert words in json.dumps(found.to_dict()["warnings"])
        assert REASON in json.dumps(found.to_dict()["warnings"])
    comparison = quiet(stats.compare, *both(runs)).to_markdown()
    assert "2 paired runs are left out, because pc has no value there" in comparison


def test_13_a_summary_holds_the_reason_in_its_rows_and_in_its_table():
    summaries = stats.summarize(table())
    assert [row["reason"] for row in summaries.to_dicts()] == [REASON, ""]
    assert list(summaries.to_frame()["reason"]) == [REASON, ""]
    text = summaries.to_markdown()
    assert f"pc sid: 7 of 9 runs: 2 refused ({REASON})" in text
    assert "worst=" not in text  # no value can replace a refused one


def test_13_the_reason_of_a_run_that_was_started_comes_before_that_of_an_absent_one():
    rows = [
        {"method": "pc", "seed": 0, "metric": "sid", "value": 1},
        {"method": "ges", "seed": 0, "metric": "sid", "value": None, "status": "absent",
         "reason": "the method has no run here"},
        {"method": "ges", "seed": 1, "metric": "sid", "value": None, "status": "failed",
         "reason": "no memory"},
    ]  # fmt: skip
    assert [row.reason for row in stats.summarize(rows)] == ["the method has no run here", "no memory"]


def test_13_the_advice_to_name_the_worst_value_is_given_where_it_helps():
    text = stats.summarize(table("failed", "no memory")).to_markdown()
    assert "worst=...) sets the value that counts for runs that failed or are absent" in text
    text = stats.summarize(table("failed", "no memory"), worst=99).to_markdown()
    assert "worst=...) sets" not in text
    assert "†" in text


def test_13_the_bounds_of_a_metric_stand_in_without_being_stated():
    """The documentation of `best` always said so."""
    rows = [{"seed": s, "metric": "f1", "value": v} for s, v in enumerate([0.5, 0.7, None])]
    (row,) = stats.summarize(rows)
    assert row.summary.mean_best == pytest.approx((0.5 + 0.7 + 1) / 3)
    assert row.summary.mean_worst == pytest.approx((0.5 + 0.7 + 0) / 3)
    (row,) = stats.summarize(rows, worst=0.0, best=1.0)
    assert row.summary.mean_worst == pytest.approx(0.4)


def test_13_complete_cases_name_the_method_without_any_value_and_its_reason():
    with pytest.raises(StatisticsError) as caught:
        stats.complete_cases(table(lost=9))
    text = str(caught.value)
    assert "'pc' has no value at all" in text
    assert f"not defined on 9 runs of 'pc' ({REASON})" in text
    assert "Score the same data sets and seeds" not in text  # they are the same


def test_13_a_table_of_one_method_says_that_its_mean_is_over_several_classes():
    rows = [
        {"method": "PC", "dataset": d, "metric": "shd", "value": v, "compared": f"{k} / {k}"}
        for d, v, k in [("a", 3, "dag"), ("b", 5, "cpdag"), ("c", 4, "cpdag")]
    ]
    found = quiet(stats.summarize, rows)
    for text in (found.to_markdown(), found.to_latex()):
        assert "alues of several classes are averaged" in text
        assert "shd of PC was counted as dag / dag in 1 run and as cpdag / cpdag in 2" in text
    other = [{**row, "method": "GES"} for row in rows]
    for found in (quiet(stats.rank, rows + other), quiet(stats.compare, rows, other)):
        assert "alues of several classes are averaged" in found.to_markdown()
    alike = [{**row, "compared": "dag / dag"} for row in rows]
    assert "several classes" not in quiet(stats.summarize, alike).to_markdown()


def test_complete_cases_leave_out_a_metric_that_a_method_lacks():
    """PC kept every run of a metric that GES does not have."""
    rows = [
        {"method": m, "dataset": d, "metric": k, "better": "lower", "value": value}
        for m, d, k, value in product(("PC", "GES"), "abc", "uv", (1.0,))
        if (m, k) != ("GES", "v")
    ]
    empty = [
        {"method": "GES", "dataset": d, "metric": "v", "better": "lower", "value": None} for d in "abc"
    ]
    for table_of_both in (rows, rows + empty):
        with pytest.warns(StatisticsWarning, match="a metric is left out: .*; v: .*'GES' has no value"):
            kept = stats.complete_cases(table_of_both)
        assert {run.metric for run in kept} == {"u"}
        assert len(kept) == 6
    only_v = [row for row in rows if row["metric"] == "v"]
    assert len(stats.complete_cases(only_v)) == 3
    disjoint = [{**row, "metric": "u" if row["method"] == "PC" else "v"} for row in rows]
    unique = {(row["method"], row["dataset"]): row for row in disjoint}
    with pytest.raises(StatisticsError, match="complete cases need"):
        stats.complete_cases(list(unique.values()))
    shown = stats.summarize(rows).to_markdown()
    assert "| GES | 1.000 ± 0.000 | – |" in shown.replace("**", "")
    assert "–: the method has no run of this metric" in shown


def test_a_method_without_a_test_against_chance_is_named():
    """It was left out without a word, and Holm's correction did not count it."""
    rows = [
        {"method": method, "seed": seed, "metric": "f1", "value": 0.5 + seed / 20, "chance": 0.2}
        for method in ("PC", "GES", "LiNGAM") for seed in range(7)
    ]  # fmt: skip
    for row in rows:
        if row["method"] == "GES":
            row.update(value=None, status="refused", reason="not a DAG")
        if row["method"] == "LiNGAM":
            row["chance"] = None
    with pytest.warns(StatisticsWarning) as caught:
        tests = stats.against_chance(rows)
    assert [test.method for test in tests] == ["PC"]
    assert str(caught[0].message) == (
        "f1: no run of 'GES', 'LiNGAM' has a value and a chance value, so they are not tested against "
        "chance; the metric is not defined on 7 runs of 'GES' (not a DAG)"
    )


def test_empty_cells_of_runs_with_other_values_are_named():
    """Undefined values in a frame of `evaluate_many` were absent or left out, without a word."""
    truth = em.Graph.parse("A --> B --> C")
    found = {"PC": em.Graph.parse("A --> B; C"), "GES": em.Graph.parse("A; B; C")}
    numbers = ["shd:skeleton", "precision:directed", "f1:circles"]
    table = em.evaluate_many(truth, found, numbers).to_frame().rename_axis("method")
    words = "3 cells of the table are empty, although there is a run: 'precision:directed of GES'"
    with pytest.warns(StatisticsWarning, match=words):
        runs = stats.as_runs(table)
    assert [run.status for run in runs] == ["ok", "ok", "ok", "absent"]
    kept = stats.as_runs(table.melt(ignore_index=False).reset_index())
    assert sorted(run.status for run in kept) == ["ok"] * 3 + ["undefined"] * 3
    with pytest.warns(StatisticsWarning, match="1 cell of the table is empty, although there is a run"):
        stats.as_runs(table[["precision"]].reset_index(drop=True))


@pytest.mark.parametrize("columns", ["method", "dataset", ["method", "dataset"]])
def test_empty_cells_are_named_if_the_index_names_the_metrics(columns):
    """They were named only if the columns name the metrics; otherwise they were absent."""
    names = ["method", "dataset", "metric"]
    rows = [
        {"method": m, "dataset": d, "metric": k, "value": None if (m, d, k) == ("GES", "a", "f1") else 1}
        for m in ("PC", "GES") for d in ("a", "b") for k in ("f1", "recall")
    ]  # fmt: skip
    index = [name for name in names if name not in columns]
    table = pd.DataFrame(rows).astype({"value": float})
    pivot = table.pivot(index=index, columns=columns, values="value")
    with pytest.warns(StatisticsWarning, match="although there is a run: 'f1 of GES/a'"):
        assert [run.status for run in stats.as_runs(pivot)].count("absent") == 1
    kept = stats.as_runs(pivot.melt(ignore_index=False).reset_index())
    assert [run.status for run in kept].count("undefined") == 1


def test_empty_cells_of_one_metric_by_method_need_no_warning():
    """Runs that only some methods have are absent, as in the tidy table."""
    pivot = pd.DataFrame({"PC": [1.0, 2.0], "GES": [3.0, None]}).rename_axis(columns="method")
    assert [run.status for run in stats.as_runs(pivot)] == ["ok", "ok", "ok", "absent"]


def test_dictionaries_keep_the_reason_of_an_undefined_value():
    scores = em.EdgeScores([[0, 0.1], [0.3, 0]], nodes=["A", "B"], direction="row-to-column")
    value = em.roc_auc(em.Graph.parse("A; B"), scores)
    in_rows = stats.as_runs([{"seed": 0, "value": value}, {"seed": 1, "value": 0.5}])
    assert [run.reason for run in in_rows] == [value.reason, ""]
    assert [run.reason for run in stats.as_runs([value, 0.5])] == [value.reason, ""]
    stated = stats.as_runs([{"seed": 0, "value": value, "reason": REASON}])
    assert [run.reason for run in stated] == [REASON]


def test_an_undefined_ratio_of_a_confusion_keeps_its_reason():
    nothing = em.metrics.confusion(em.Graph.parse("A --> B"), em.Graph.parse("A; B"))
    [precision, recall] = stats.as_runs([nothing.precision, nothing.recall])
    assert (precision.status, precision.reason) == ("undefined", "tp + fp = 0")
    assert (recall.status, recall.value) == ("ok", 0.0)
    empty = Confusion(tp=0, fp=0, fn=0, tn=0)
    for name in ("npv", "mcc", "balanced_accuracy", "youden_j", "f1", "jaccard"):
        assert getattr(empty, name).reason == empty.why_undefined(name) != ""
    assert empty.fbeta(0).reason == "tp + fp = 0"
    assert Confusion(tp=1, fp=1, fn=1, tn=None).mcc.reason == "true negatives cannot be counted here"


def test_one_reason_of_several_is_called_the_first():
    """The other runs are not said to have the reason of the first."""
    runs = table("failed", "no memory")
    assert "2 runs of 'pc' failed (no memory)" in str(quiet(stats.compare, *both(runs)))
    rows = runs.to_dicts()
    rows[1]["reason"] = "no time"
    found = quiet(stats.compare, *both(stats.as_runs(rows)))
    assert "2 runs of 'pc' failed (first reason: no memory)" in str(found)


def test_a_run_that_both_methods_lack_is_not_said_to_be_of_one():
    """The error said that only PC and only GES have 'k1', which neither has."""
    rows = [
        {"method": method, "dataset": "d", "seed": seed, "value": value, "status": status}
        for method, seed, value, status in (
            ("PC", "k1", None, "absent"),
            ("PC", "k2", 3.0, "ok"),
            ("GES", "k1", None, "absent"),
            ("GES", "k2", None, "failed"),
        )
    ]
    runs = stats.as_runs(rows)
    with pytest.raises(em.errors.StatisticsError, match="none of 2 runs has both"):
        stats.compare(*(stats.Runs(tuple(r for r in runs if r.method == m)) for m in ("PC", "GES")))
