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


# ---- what else reads graphs over time


def test_guessing_is_printed_beside_every_number(files, edgemark):
    names = files / "truth.json", files / "same.txt"
    shown = edgemark("chance", *names, "-m", "f1:lagged", "--n-controls", "20")
    assert shown.status == 0
    assert "random graphs of 1 autolink, 1 edge between variables over time" in " ".join(
        shown.out.split()
    )
    result = edgemark("score", *names, "--chance", "-m", "temporal_shd:total", "--format", "json")
    (row,) = result.json["reports"][0]["rows"]
    assert row["chance"] == em.chance(TRUTH, TRUTH, "temporal_shd:total")[0].chance.mean


def test_differences_are_listed_place_by_place(files, edgemark):
    shown = edgemark("diff", files / "truth.json", files / "found.json")
    assert shown.status == 1
    assert "A(t-1) causes B(t)" in shown.out
    result = edgemark("diff", files / "truth.json", files / "found.json", "--format", "json")
    assert [one["lag"] for one in result.json["differences"]] == [0, 1, 2]
    totals = {one["convention"]: one["value"] for one in result.json["totals"]}
    assert totals["total"] == em.temporal_shd(TRUTH, FOUND)
    assert edgemark("diff", files / "truth.json", files / "same.txt").status == 0
    refused = edgemark("diff", files / "truth.json", files / "found.json", "--effects")
    assert refused.status == 2
    assert "temporal_aid" in refused.err


def test_a_graph_over_time_is_checked_by_its_edges_within_a_time_step(files, edgemark):
    shown = edgemark("check", files / "found.json")
    assert shown.status == 0
    assert "over time, to lag 2: 2 edges (2 -->), 1 autolink among them" in shown.out
    assert "changing: C" in shown.out
    found = edgemark("check", files / "found.json", "--kind", "dag", "--format", "json")
    assert found.status == 1
    assert found.json["series"]["autolinks"] == 1
    assert found.json["marks"] == {"---": 1}


@pytest.mark.parametrize("suffix", ["json", "txt", "csv"])
def test_graphs_over_time_are_converted(files, edgemark, suffix):
    plain = TemporalGraph.parse("A --> A @1; A --> B @2; B --- C; lags 2")
    em.write_temporal(plain, files / "plain.json")
    result = edgemark("convert", files / "plain.json", f"new.{suffix}")
    assert result.status == 0
    assert "3 variables, 3 edges to lag 2" in result.err
    assert em.read_temporal(files / f"new.{suffix}") == plain


def test_arrays_of_tigramite_are_converted_once_their_marks_are_explained(files, edgemark):
    import numpy as np

    array = np.full((2, 2, 2), "", dtype="<U3")
    array[0, 1, 1], array[0, 1, 0], array[1, 0, 0] = "-->", "o-o", "o-o"
    np.save(files / "found.npy", array)
    refused = edgemark("convert", files / "found.npy", "new.json")
    assert refused.status == 2
    assert "--contemporaneous cpdag" in refused.err
    assert edgemark("convert", "found.npy", "new.json", "--contemporaneous", "cpdag").status == 0
    expected = TemporalGraph(2, [(0, "---", 1, 0), (0, "-->", 1, 1)], max_lag=1)
    assert em.read_temporal(files / "new.json") == expected


def test_a_table_that_does_not_say_its_largest_lag_is_told(files, edgemark):
    (files / "found.csv").write_text("source,target,lag\nA,A,1\nA,B,1\nB,C,0\n")
    names = files / "truth.json", "found.csv"
    refused = edgemark("score", *names)
    assert refused.status == 1
    assert "--max-lag" in refused.err
    result = edgemark("score", *names, "--max-lag", "2", "-m", "temporal_shd:total", "--format", "json")
    assert result.json["reports"][0]["rows"][0]["value"] == 0


def test_variables_that_a_file_leaves_out_are_added(files, edgemark):
    (files / "found.csv").write_text("source,target,lag\nA,A,1\nA,B,1\n")
    arguments = files / "truth.json", "found.csv", "--max-lag", "2", "--add-missing-nodes"
    result = edgemark("score", *arguments, "-m", "temporal_shd:total", "--format", "json")
    assert result.json["reports"][0]["rows"][0]["value"] == 1


@pytest.mark.parametrize("command", [["score"], ["chance"], ["diff"]])
def test_options_of_graphs_without_lags_are_refused(files, edgemark, command):
    names = files / "truth.json", files / "found.json"
    result = edgemark(*command, *names, "--direction", "row-to-column")
    assert result.status == 2
    assert "is of graphs without lags" in " ".join(result.err.split())


@pytest.fixture
def changing(files):
    early, late = TRUTH, TemporalGraph.parse("A --> A @1; B; C; lags 2")
    graph = TemporalGraph.from_regimes([em.Regime(0, 60, early), em.Regime(60, 100, late)])
    em.write_temporal(graph, files / "changing.json")
    return graph


def test_each_stretch_of_time_is_scored_by_itself(files, changing, edgemark):
    names = "changing.json", "truth.json"
    shown = edgemark("score", *names, "--by-regime")
    assert shown.status == 0
    assert "0.750" in shown.out  # the share of time in which the right graph holds
    result = edgemark("score", *names, "--by-regime", "-m", "temporal_shd:total", "--format", "json")
    values = [report["rows"][0]["value"] for report in result.json["reports"]]
    assert values == [0, 2, pytest.approx(0.8)]
    assert result.json["reports"][1]["estimate"]["name"] == "truth.json, steps 60 to 99"


def test_what_does_not_change_is_not_scored_by_regime(files, edgemark):
    result = edgemark("score", "truth.json", "found.json", "--by-regime")
    assert result.status == 1
    assert "neither graph has regimes" in result.err
    assert edgemark("score", "static.json", "static.json", "--by-regime").status == 2
