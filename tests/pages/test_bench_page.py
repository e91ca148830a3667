"""The page of a benchmark: results, failures with their logs, every run."""

from math import nan

import pytest

from edgemark import pages
from edgemark.bench.results import Study
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt, Store
from edgemark.errors import EdgemarkError
from tests.bench.results.test_study import One, study_of
from tests.pages.reading import bold_cells, bold_rows, page_of

RUNS = [
    One("PC", shd=1),
    One("PC", seed=1, shd=2),
    One("GES", shd=2),
    One("GES", seed=1, status="timeout"),
]


def with_logs(folder, *more, **texts):
    """Store the same runs, with what those printed that failed."""
    study = study_of(folder, *RUNS, *more)
    with Store.write(folder) as store:
        for stored in list(store.runs()):
            if stored.attempt is not None and stored.attempt.outcome.status != "ok":
                outcome = Outcome(
                    "timeout", reason="it used 60 s", cpu=60.0, wall=61.0, memory=9, **texts
                )
                store.add_attempt(stored.run.key, Attempt(outcome, RunLimits()))
    return Study.open(study.folder)


def test_it_says_why_a_run_failed_with_its_log(tmp_path):
    study = with_logs(tmp_path, traceback="Traceback:\n  <script>alert(1)</script>", output="step 7")
    read = page_of(pages.bench_page(study))
    [row] = read.table("failures-table")[1]
    assert row[1:3] == ["timeout", "it used 60 s"]
    assert row[4:] == ["GES", "asia", "1"]
    assert row[3] == "logTraceback:  <script>alert(1)</script>step 7"
    assert len(read.texts("script")) == 1
    assert "1 run failed (1 timeout)" in "".join(read.texts("section", id="results"))


def test_failures_have_the_filters_that_the_text_names(tmp_path):
    """Fault 9: few failures had no filter, and the text did not say what there is."""
    study_of(tmp_path, *RUNS, One("PC", seed=2, status="error"), One("GES", seed=2, status="timeout"))
    read = page_of(pages.bench_page(tmp_path))
    [box] = [has for _, has, _ in read.elements if has.get("id") == "failures-table"]
    assert "data-searched" in box
    head, rows = read.table("failures-table")
    assert len(rows) == 3
    heads = [has for tag, has, text in read.elements if tag == "th" and has.get("scope") == "col"]
    filtered = {name for name, has in zip(all_heads(read), heads, strict=True) if "data-filter" in has}
    assert {"algorithm", "cause", "status"} <= filtered
    said = "".join(read.texts("section", id="failures"))
    assert "Filter the rows by their text, cause or algorithm. Choose a heading to sort." in said
    assert "data" in head


def all_heads(read):
    return ["".join(text) for tag, has, text in read.elements if has.get("scope") == "col"]


def test_a_log_that_was_printed_before_is_a_link_to_it(tmp_path):
    """Fault 8: "the same as that of" named another row without a link."""
    study = with_logs(tmp_path, One("PC", seed=2, status="timeout"), traceback="Traceback: x")
    read = page_of(pages.bench_page(study))
    first, second = read.table("failures-table")[1]
    assert first[3] == "logTraceback: x"
    assert second[3] == f"the same as that of {first[0]}"
    [link] = [has["href"] for tag, has, text in read.elements if tag == "a" and text == [first[0]]]
    [opens] = [has for tag, has, _ in read.elements if tag == "details" and "id" in has]
    assert link == f"#{opens['id']}"
    assert [has["href"] for tag, has, text in read.elements if text == ["Failures"] and tag == "a"] == [
        "#failures",
        "#failures",
    ]


def test_bold_only_where_every_ranked_algorithm_has_a_mean(tmp_path):
    """Fault 4. The mean of a run that failed is known where its worst value is."""
    more = [One(name, data=data, shd=1) for name in ("PC", "GES") for data in ("child", "alarm")]
    made = pages.bench_page(study_of(tmp_path / "whole", *RUNS, *more))
    assert bold_cells(page_of(made), "mean0")[1:3] == [[1, 2, 3], [2, 3]]
    assert bold_rows(page_of(made), "rank0") == []
    assert made.to_html().count("Bold marks") == 1
    assert "bold:" not in made.to_html()
    lost = pages.bench_page(study_of(tmp_path / "lost", *RUNS, One("FCI", shd=None)))
    assert bold_rows(page_of(lost), "mean0") == []


def test_every_run_is_listed(tmp_path):
    study = study_of(tmp_path, *RUNS, One("FCI", status="waiting"))
    _, rows = page_of(pages.bench_page(tmp_path)).table("runs-table")
    assert [row[1] for row in rows] == [row.algorithm for row in study.rows]
    assert [row[4] for row in rows] == ["ok", "ok", "ok", "timeout", "waiting"]
    assert rows[0][7] == "1"


def test_means_are_those_of_the_report(tmp_path):
    study = study_of(tmp_path, *RUNS)
    head, rows = page_of(pages.bench_page(study)).table("mean0")
    assert head == ["algorithm", "asia"]
    shown = dict(rows[:2])
    assert shown["PC"].startswith("1.500")
    assert shown["GES"] == "2.500† (1/2)"


def test_who_changes_places_counts_failures_as_the_worst(tmp_path):
    study = study_of(tmp_path, One("PC", shd=1, f1=0.1), One("GES", shd=2, f1=0.9))
    [row] = page_of(pages.bench_page(study)).table("order-table")[1]
    assert "GES is ahead by:f1:skeleton" in row[2]
    assert "PC is ahead by:shd:pair mismatch" in row[2]


def test_no_study_is_an_error(tmp_path):
    with pytest.raises(EdgemarkError):
        pages.bench_page(tmp_path)


def test_means_over_different_runs_do_not_change_the_order(tmp_path):
    """PC was ahead of GES by the mean of one run, because the other one is 0 of 0."""
    runs = [One("PC", shd=0, f1=0.1), One("PC", seed=1, shd=nan, f1=0.1)]
    runs += [One("GES", shd=1, f1=0.9), One("GES", seed=1, shd=1, f1=0.9)]
    read = page_of(pages.bench_page(study_of(tmp_path, *runs)))
    said = "".join(read.texts("section", id="order"))
    assert "0 of 1 pair change places" in said
    assert "all of them finished and none of them undefined (0 of 0)" in said
    assert "shd:pair mismatch: PC" not in said
