"""An algorithm whose seed has no effect runs once on a file. This run stands for all seeds."""

from statistics import fmean

import pytest
from tests.bench.results.test_study import One, cell, study_of

import edgemark as em

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")


def plain_ranking(values):
    """Average ranks and means by definition, from the values of each method on each unit."""
    units = sorted({unit for of_method in values.values() for unit in of_method})
    means = {m: {unit: fmean(of_method[unit]) for unit in units} for m, of_method in values.items()}
    ranks = {m: [] for m in values}
    for unit in units:
        for m in values:
            better = sum(means[o][unit] < means[m][unit] for o in values)
            equal = sum(means[o][unit] == means[m][unit] for o in values)
            ranks[m].append(better + (equal + 1) / 2)
    return {m: (fmean(ranks[m]), fmean(means[m].values())) for m in values}


def study_with_a_deterministic_method(folder):
    files = [One("good", data=d, shd=0, data_seed=None) for d in ("a", "b")]
    files += [One("bad", data=d, seed=s, shd=2, data_seed=None) for d in ("a", "b") for s in range(10)]
    on_random_graphs = [
        One(m, data="er", seed=s, unit=f"er #{s}", shd=shd + s / 10)
        for m, shd in (("good", 2), ("bad", 1))
        for s in range(10)
    ]
    return study_of(folder, *files, *on_random_graphs)


EXPECTED = plain_ranking(
    {
        "good": {"a": [0], "b": [0], **{f"er #{s}": [2 + s / 10] for s in range(10)}},
        "bad": {"a": [2] * 10, "b": [2] * 10, **{f"er #{s}": [1 + s / 10] for s in range(10)}},
    }
)


def test_w1_one_run_stands_for_all_seeds_of_the_same_data(tmp_path):
    study = study_with_a_deterministic_method(tmp_path)
    found = {r["method"]: (r["average_rank"], r["mean"]) for r in study.ranking().method_rows()}
    assert found == {m: pytest.approx(pair) for m, pair in EXPECTED.items()}
    assert study.ranking().blocks.imputed == ()
    for form in ("text", "latex", "markdown"):
        assert "stands in" not in study.report(form)
    assert "stands in" not in em.pages.bench_page(study).to_html()


def test_w1_statistics_of_the_runs_agree(tmp_path):
    """Here, the random graphs are seeds of one data set."""
    study = study_with_a_deterministic_method(tmp_path)
    runs = study.to_runs("shd:pair mismatch")
    found = {r["method"]: r["mean"] for r in em.stats.rank(runs).method_rows()}
    mean_increase = fmean(s / 10 for s in range(10))
    expected = {"good": (2 + mean_increase) / 3, "bad": (2 + 2 + 1 + mean_increase) / 3}
    assert found == pytest.approx(expected)
    sides = [runs.only(method=m) for m in ("good", "bad")]
    assert em.stats.compare(*sides).difference == pytest.approx((-2 - 2 + 1) / 3)
    rows = {row.method: row.summary.counts for row in em.stats.summarize(runs)}
    assert (rows["good"].runs, rows["good"].absent) == (30, 0)  # 2 of its 12 runs stand for 10 seeds
    assert (rows["bad"].runs, rows["bad"].absent) == (30, 0)
    assert len(em.stats.complete_cases(runs)) == 42
    assert {run.seed for run in runs if run.method == "good" and run.dataset == "a"} == {""}


def test_w1_a_single_run_that_failed_counts_once(tmp_path):
    runs = [One("once", data=d, data_seed=None, status="signal") for d in "ab"]
    runs += [One("often", data=d, seed=s, data_seed=None) for d in "ab" for s in range(3)]
    study = study_of(tmp_path, *runs)
    means = {row["method"]: row["mean"] for row in study.ranking().method_rows()}
    assert means == {"once": 3.0, "often": 1.0}
    assert "stands in for 2 runs without a value" in study.report()


def test_w1_a_method_that_lacks_runs_is_still_absent_there(tmp_path):
    """A run without a seed stands for all seeds. A method with two of three seeds lacks one run."""
    rows = [
        {"method": m, "dataset": d, "seed": s, "metric": "shd", "value": 1.0, "worst": 5.0}
        for d in "ab"
        for m, seeds in (("full", "123"), ("part", "12"), ("whole", [""]))
        for s in seeds
    ]
    found = em.stats.rank(rows)
    assert {r["method"]: r["mean"] for r in found.method_rows()} == pytest.approx(
        {"full": 1.0, "part": 7 / 3, "whole": 1.0}
    )
    assert (found.blocks.imputed, found.blocks.n_imputed) == (("a/3", "b/3"), 2)


def test_w1_a_file_with_the_name_of_a_network_is_another_data_set(tmp_path):
    runs = [One("once", data="asia", data_seed=None, shd=0)]
    runs += [One("often", data="asia", seed=s, data_seed=None, shd=1) for s in (0, 1)]
    runs += [One(m, data="asia, n=5", unit="asia", seed=s) for m in ("once", "often") for s in (0, 1)]
    found = study_of(tmp_path, *runs).ranking()
    assert {r["method"]: r["mean"] for r in found.method_rows()} == {"once": 0.5, "often": 1.0}


def test_w1_chance_counts_every_algorithm_alike_on_the_same_data(tmp_path):
    runs = [One("once", data="file", data_seed=None, details={"chance": 1.0})]
    runs += [One("often", data="file", seed=s, data_seed=None, details={"chance": 2.0}) for s in (0, 1)]
    runs += [One("bad", data="file", seed=s, data_seed=None, status="signal") for s in (0, 1)]
    assert cell(study_of(tmp_path, *runs), "bad", "file").mean_failed_as_chance == 1.5


def test_d_values_that_are_replaced_are_counted_and_not_only_the_runs(tmp_path):
    runs = [
        One(m, data=d, seed=s, status="signal" if (d, s) == ("a", 0) and m != "MIIC" else "ok")
        for d in "abc"
        for s in (0, 1)
        for m in ("PC", "GES", "MIIC")
    ]
    study = study_of(tmp_path, *runs)
    assert (study.ranking().blocks.imputed, study.ranking().blocks.n_imputed) == (("a/a 0",), 2)
    assert "stands in for 1 run without a value (2 values of several methods)" in study.report()
