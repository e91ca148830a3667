"""`--html` of score, compare and bench report writes a page."""

import json
from pathlib import Path

import pytest

from tests.pages.reading import WholePage

TRUTH = "A --> B --> C; A --> D; D --> C"
FOUND = "A --> B; C --> B; A --- D; D"


@pytest.fixture
def files(tmp_path):
    for name, text in {"truth": TRUTH, "one": FOUND, "two": "A --> B --> C; D"}.items():
        (tmp_path / f"{name}.txt").write_text(text)
    return tmp_path


def read(place):
    return WholePage(place.read_text(encoding="utf-8").removeprefix("<!doctype html>\n"))


def test_score_writes_the_page_of_one_estimate_with_every_number(edgemark, files):
    place = files / "report.html"
    edgemark("score", files / "truth.txt", files / "one.txt", "--html", place)
    page = read(place)
    assert "one.txt" in page.texts("h1")[0]
    assert len(page.table("numbers-table")[1]) > 150


def test_score_writes_one_page_of_several_estimates_and_of_those_that_fail(edgemark, files):
    place = files / "report.html"
    missing = files / "three.txt"
    edgemark(
        "score", files / "truth.txt", files / "one.txt", files / "two.txt", missing, "--html", place
    )
    page = read(place)
    assert [row[0] for row in page.table("overview-table")[1]] == ["one.txt", "two.txt"]
    assert page.table("failed-table")[1][0][0] == "three.txt"


def test_score_writes_the_page_of_a_time_series_graph(edgemark, tmp_path):
    for name, edge in {"truth": "A --> B @1", "found": "A --> B @2"}.items():
        (tmp_path / f"{name}.txt").write_text(f"{edge}; lags 2")
    edgemark("score", tmp_path / "truth.txt", tmp_path / "found.txt", "--html", tmp_path / "p.html")
    assert "Where they differ" in read(tmp_path / "p.html").texts("h2")


@pytest.mark.parametrize("option", [["--as", "pcalg"], ["--layout", "rcgnn"], ["--by-regime"]])
def test_a_page_is_refused_with_options_whose_results_it_cannot_show(edgemark, files, option):
    place = files / "report.html"
    found = edgemark("score", files / "truth.txt", files / "one.txt", *option, "--html", place)
    assert found.status == 2
    assert "--html" in found.err
    assert not place.exists()


def test_compare_writes_a_page(edgemark, tmp_path):
    rows = ["truth,estimate,metric,convention,value,better,status,reason"]
    for k in range(6):
        for method, value in (("pc", k), ("ges", k + 1)):
            rows.append(f"net{k},{method},shd,pair mismatch,{value},lower,ok,")
    (tmp_path / "scores.csv").write_text("\n".join(rows) + "\n")
    found = edgemark("compare", tmp_path / "scores.csv", "--html", tmp_path / "methods.html")
    assert found.status == 0, found.err
    page = read(tmp_path / "methods.html")
    assert [row[0] for row in page.table("methods-table")[1]] == ["pc", "ges"]


def test_a_page_of_completed_runs_says_so_and_has_their_means(edgemark, tmp_path):
    rows = ["truth,estimate,metric,convention,value,count,of,better,status,reason"]
    for k in range(6):
        for method, value in (("pc", k), ("ges", k + 1)):
            rows.append(f"net{k},{method},shd,pair mismatch,{value},{value},10,lower,ok,")
    rows[1] = "net0,pc,shd,pair mismatch,,,,lower,failed,no memory"
    (tmp_path / "scores.csv").write_text("\n".join(rows) + "\n")
    place = tmp_path / "methods.html"
    edgemark("compare", tmp_path / "scores.csv", "--missing", "complete", "--html", place)
    page = read(place)
    shown = "".join(page.texts("section", id="methods"))
    assert "Only runs that every method completed are used" in shown
    means = {row[0]: row[1:] for row in page.table("methods-table")[1]}
    assert means["pc"][0].startswith("3")  # the mean of 1 to 5, followed by its interval
    assert means["pc"][1] == "1 failed"
    assert means["ges"][0].startswith("4")


def test_bench_report_writes_a_page_and_nothing_else(edgemark, tmp_path):
    from tests.bench.results.test_study import One, study_of

    study_of(tmp_path / "study", One("PC"), One("GES", status="timeout"))
    found = edgemark("bench", "report", tmp_path / "study", "--html", tmp_path / "study.html")
    assert found.out == ""
    (failure,) = read(tmp_path / "study.html").table("failures-table")[1]
    assert {"timeout", "GES"} <= set(failure)
    both = edgemark(
        "bench", "report", tmp_path / "study", "--html", tmp_path / "b.html", "--format", "json"
    )
    assert json.loads(both.out)["name"] == "by hand"


def test_13_score_writes_only_the_page_to_standard_output(edgemark, save):
    """`--html -` was refused, but only after everything had been computed."""
    save("truth.json", "A --> B --> C")
    save("found.json", "A --> B; C")
    page = edgemark("score", "truth.json", "found.json", "--html", "-", "--output", "text.csv",
                    "--format", "csv")  # fmt: skip
    assert page.out.startswith("<!doctype html>")
    assert Path("text.csv").read_text().startswith("truth,")
    alone = edgemark("score", "truth.json", "found.json", "--html", "-", "--format", "json")
    assert (alone.status, alone.out) == (2, "")
    assert "--html - writes the page to standard output" in alone.err
    assert not Path("-").exists()


def test_13_compare_writes_only_the_page_to_standard_output(edgemark, save):
    save("truth.json", "A --> B --> C")
    for seed in range(3):
        save(f"pc_{seed}.json", "A --> B; C")
        save(f"ges_{seed}.json", "A --> B --> C")
    files = [f"{m}_{s}.json" for m in ("pc", "ges") for s in range(3)]
    edgemark("score", "truth.json", *files, "-m", "shd", "--format", "json", "-o", "all.json")
    asked = ("compare", "all.json", "--pattern", "{method}_{seed}.json", "--html", "-")
    page = edgemark(*asked, "-o", "text.csv", "--format", "csv")
    assert page.out.startswith("<!doctype html>")
    assert Path("text.csv").read_text().startswith("record,")
    assert edgemark(*asked, "--format", "csv").status == 2
    figure = edgemark(*asked[:-2], "--figure", "-", "-m", "shd")
    assert (figure.status, figure.out) == (2, "")
    assert not Path("-").exists()
