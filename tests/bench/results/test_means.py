"""The mean of a data set is the same number in every format of the report."""

import csv
import io
import json
from math import nan
from statistics import fmean, stdev

import pytest
from tests.bench.results.test_study import One, study_of

SPREAD = ("sd", "sd_within", "median", "q1", "q3", "lowest", "highest")
INTERVALS = ("t_low", "t_high", "bca_low", "bca_high")
NAME = "shd:pair mismatch"


def rows_of(study):
    """The rows of one metric by algorithm, of CSV and of JSON."""
    table = [row for row in csv.DictReader(io.StringIO(study.report("csv"))) if row["metric"] == NAME]
    plain = [row for row in json.loads(study.report("json"))["means"] if row["metric"] == NAME]
    return [{row["algorithm"]: row for row in rows} for rows in (table, plain)]


def in_text(study, name):
    """The mean of an algorithm in the first table of the text."""
    line = next(one for one in study.report().splitlines() if one.startswith(f"{name} "))
    return line.split()[1].rstrip("*†‡")


def test_r7_3_the_mean_counts_failed_runs_as_the_text_does(tmp_path):
    shds = {"frail": [0.0, 0.5, None], "sound": [1.0, 1.5, 0.5]}
    runs = [
        One(m, seed=s, shd=x, status="ok" if x is not None else "timeout")
        for m, of in shds.items()
        for s, x in enumerate(of)
    ]
    study = study_of(tmp_path, *runs)
    worst = 3.0  # all pairs of three nodes
    for rows in rows_of(study):
        for name, of in shds.items():
            mean = fmean(worst if x is None else x for x in of)
            assert float(rows[name]["mean"]) == pytest.approx(mean)
            assert in_text(study, name) == f"{mean:.3f}"
        assert all(rows["frail"][name] in (None, "") for name in (*SPREAD, *INTERVALS))
        assert float(rows["sound"]["sd"]) == pytest.approx(stdev(shds["sound"]))
        assert rows["sound"]["t_low"] not in (None, "")
    assert json.loads(study.report("json"))["version"] == 2


def test_r7_3_without_any_worst_value_there_is_no_mean(tmp_path):
    study = study_of(tmp_path, *(One("PC", seed=s, status="signal") for s in (0, 1)))
    for rows in rows_of(study):
        assert rows["PC"]["mean"] in (None, "")


def failed_and_undefined(folder):
    """An algorithm with a run that failed, one that is 0 of 0, and the scores 0 and 1."""
    frail = [One("frail", shd=0), One("frail", seed=1, shd=1), One("frail", seed=2, status="timeout")]
    frail += [One("frail", seed=3, shd=nan)]
    return study_of(folder, *frail, *(One("sound", seed=s, shd=2) for s in range(4)))


def test_a_mean_says_that_it_counts_failed_runs_and_leaves_out_undefined_ones(tmp_path):
    """It said that all runs without a value count as the worst possible one, which would be 7/4."""
    study = failed_and_undefined(tmp_path)
    text = study.report().partition("f1:skeleton")[0]
    assert "1.333†‡ (2/4)" in text
    assert "\n†: " not in text
    assert "\n‡: " not in text
    assert "\n†‡: some runs failed, and the number is undefined (0 of 0) for others; " in text
    assert r"1.333$^\dagger$$^\ddagger$ (2/4)" in study.report("latex")


def test_a_report_says_in_which_other_numbers_undefined_runs_are_not(tmp_path):
    text = failed_and_undefined(tmp_path).report()
    assert "\nThe means, and so the Pareto front, leave out undefined runs (0 of 0)\n" in text
    without = study_of(tmp_path / "other", *(One("sound", seed=s, shd=2) for s in range(4))).report()
    assert "leave out undefined runs" not in without


def test_ranks_do_not_advise_options_that_a_report_lacks(tmp_path):
    """They advised worst=, an option of `edgemark.stats.rank`."""
    runs = [One(m, data=d, shd=k) for m in ("PC", "GES") for k, d in enumerate("abc")]
    study = study_of(tmp_path, *runs, One("PC", data="d", shd=nan), One("GES", data="d"))
    text = study.report()
    assert "1 run is left out for every method: 'd/d 0'" in text
    [ranks] = json.loads(study.report("json"))["ranks"]
    for words in (text, " ".join(ranks["warnings"])):
        assert "worst possible value stand in" not in words
        assert "worst=" not in words


def test_a_table_says_that_an_algorithm_without_a_mean_is_why_no_best_is_marked(tmp_path):
    note = "\nNo best is marked in a column in which a ranked algorithm has no mean\n"
    sound = [One(m, seed=s, shd=s + k) for k, m in enumerate(("PC", "GES")) for s in (0, 1)]
    undefined = [One("empty", seed=s, shd=nan) for s in (0, 1)]
    text = study_of(tmp_path, *sound, *undefined).report().partition("f1:skeleton")[0]
    assert note in text
    assert "0.500*" not in text
    without = study_of(tmp_path / "all", *sound).report().partition("f1:skeleton")[0]
    assert note not in without
    one = study_of(tmp_path / "one", *sound[:2], *undefined).report().partition("f1:skeleton")[0]
    assert note not in one
