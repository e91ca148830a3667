"""``edgemark score`` of graphs over time."""

import pytest

import edgemark as em
from edgemark import TemporalGraph

TRUTH = TemporalGraph.parse("A --> A @1; A --> B @1; B --> C; lags 2; changing C")
FOUND = TemporalGraph.parse("A --> A @1; A --> B @2; B --- C; lags 2; changing C")


@pytest.fixture
def files(tmp_path):
    em.write_temporal(TRUTH, tmp_path / "truth.json")
    em.write_temporal(FOUND, tmp_path / "found.json")
    em.write_temporal(TRUTH, tmp_path / "same.txt")
    em.write(em.Graph.parse("A --> B; C"), tmp_path / "static.json")
    return tmp_path


def test_graphs_over_time_are_noticed(files, edgemark):
    result = edgemark("score", files / "truth.json", files / "found.json", "--format", "json")
    (report,) = result.json["reports"]
    assert report["truth"]["kind"] == "time series to lag 2"
    expected = em.evaluate(TRUTH, FOUND)
    assert len(expected) == len(report["rows"])
    shown = edgemark("score", files / "truth.json", files / "found.json")
    assert "changing modules" in shown.out


def test_several_estimates_make_a_table(files, edgemark):
    result = edgemark("score", files / "truth.json", files / "found.json", files / "same.txt")
    assert result.status == 0
    assert "found.json" in result.out
    assert "same.txt" in result.out


def test_the_layout_of_cdans_is_its_summary(files, edgemark):
    names = files / "truth.json", files / "found.json"
    assert edgemark("score", *names, "--layout", "cdans", "--output", "summary.txt").status == 0
    text = (files / "summary.txt").read_text()
    assert text.startswith("Structure recovery metrics\n=====")
    assert "  Lagged edges               TP=  1 FP=  1 FN=  1  P=0.50" in text
    assert text.endswith("  SHD (total):     3\n")


def test_layouts_of_the_other_kind_are_refused(files, edgemark):
    assert edgemark("score", files / "truth.json", files / "found.json", "--layout", "rcgnn").status == 2
    assert (
        edgemark("score", files / "static.json", files / "static.json", "--layout", "cdans").status == 2
    )


def test_an_estimate_without_lags_fails_alone(files, edgemark):
    result = edgemark("score", files / "truth.json", files / "static.json", files / "same.txt")
    assert result.status == 1
    assert "without lags" in result.err
