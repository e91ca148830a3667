"""The mean of a data set is the same number in every format of the report."""

import csv
import io
import json
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
