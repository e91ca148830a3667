"""Results of `edgemark score` with an estimate that could not be read."""

import csv
import io

import pytest

import edgemark as em
from edgemark.cli.app import run
from tests.bench.results.test_study import One, study_of


@pytest.fixture
def table(tmp_path, capsys):
    """The CSV of a truth, an estimate, and a file that is no graph."""
    for name, text in {"t": "A --> B --> C", "pc_1": "A --> B; C", "ges_1": "no graph ---"}.items():
        (tmp_path / f"{name}.txt").write_text(text)
    files = [str(tmp_path / f"{name}.txt") for name in ("t", "pc_1", "ges_1")]
    run(["score", *files, "--format", "csv", "-m", "shd", "-m", "f1"])
    return capsys.readouterr().out


def with_methods(rows):
    return [
        row
        | {
            "method": "pc" if "pc" in row["estimate"] else "ges",
            "value": float(row["value"] or "nan"),
        }
        for row in rows
    ]


def assert_only_ges_failed(runs):
    assert {run.number for run in runs.only(method="ges")} == set(runs.numbers)
    assert {run.status for run in runs.only(method="ges")} == {"failed"}
    assert "failed" not in {run.status for run in runs.only(method="pc")}


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_an_estimate_that_could_not_be_read_failed_in_every_metric(table):
    assert_only_ges_failed(em.stats.as_runs(with_methods(csv.DictReader(io.StringIO(table)))))


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_frames_of_such_results_are_read(table):
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_csv(io.StringIO(table))
    frame["method"] = ["pc" if "pc" in name else "ges" for name in frame["estimate"]]
    assert_only_ges_failed(em.stats.as_runs(frame))


def test_the_warning_says_how_to_state_the_worst_value():
    rows = [{"method": m, "dataset": k, "metric": "shd", "value": k} for m in "xyz" for k in range(8)]
    rows[0] |= {"value": None, "status": "failed"}
    with pytest.warns(em.errors.StatisticsWarning, match=r"stand in\. State it with the option worst="):
        em.stats.rank(rows)
    assert "worst=" not in em.errors.Message("p", *_advice(rows)).in_shell(["--missing"])


def _advice(rows):
    with pytest.warns(em.errors.StatisticsWarning) as caught:
        em.stats.rank(rows)
    return caught[0].message.message.remedies


def test_an_empty_row_is_named():
    with pytest.raises(em.errors.StatisticsError, match="column 'value'; got an empty row"):
        em.stats.as_runs([{}])


def test_a_frame_of_a_study_says_which_values_are_refused(tmp_path):
    runs = [One("PC", shd=None), One("PC", seed=1), One("GES"), One("GES", seed=1, shd=float("nan"))]
    study = study_of(tmp_path, *runs)
    frame = study.to_frame().rename(columns={"algorithm": "method", "data": "dataset"})
    found = em.stats.as_runs(frame).only(metric="shd:pair mismatch")
    assert [run.status for run in found] == ["refused", "ok", "ok", "undefined"]
    assert sorted(run.status for run in study.to_runs().only(metric="shd")) == sorted(
        run.status for run in found
    )


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_a_worst_value_does_not_replace_a_refused_value_of_a_study(tmp_path):
    methods = {"PC": [None] * 3, "GES": [1, 2, 1]}
    runs = [One(m, seed=k, shd=x) for m, values in methods.items() for k, x in enumerate(values)]
    frame = study_of(tmp_path, *runs).to_frame()
    frame = frame.rename(columns={"algorithm": "method", "data": "dataset"})
    found = em.stats.as_runs(frame).only(metric="shd:pair mismatch")
    with pytest.raises(em.errors.StatisticsError, match="not defined on 3 runs of 'PC'"):
        em.stats.rank(found, worst=3)
