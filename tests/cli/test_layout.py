"""`edgemark score --layout`: the file of the RC-GNN document, and the summary of cdans."""

import json

import pytest

from edgemark import TemporalGraph
from edgemark.io import write_temporal

NAMED = ("--layout", "rcgnn", "--dataset", "toy", "--seed", "3")


@pytest.fixture
def files(save):
    return save("truth.txt", "A --> B"), save("found.txt", "B --> A")


def test_the_file_is_named_after_data_set_and_seed(edgemark, files, tmp_path):
    run = edgemark("score", *files, *NAMED)
    assert (run.status, run.out, run.err) == (0, "", "written to metrics_toy_3.json\n")
    assert json.loads((tmp_path / "metrics_toy_3.json").read_text())["directed_shd"] == 1


def test_without_a_data_set_it_is_printed(edgemark, files):
    assert edgemark("score", *files, "--layout", "rcgnn").json["skeleton_f1"] == 1.0


def test_output_names_the_file(edgemark, files, tmp_path):
    edgemark("score", *files, *NAMED, "--output", "mine.json")
    assert (tmp_path / "mine.json").exists()
    assert not (tmp_path / "metrics_toy_3.json").exists()


@pytest.mark.parametrize("options", [("--layout", "rcgnn", "--seed", "3"), ("--dataset", "toy")])
def test_half_a_name_is_refused(edgemark, files, options):
    run = edgemark("score", *files, *options)
    assert run.status == 2
    assert "--dataset and --seed" in run.err


@pytest.mark.parametrize("dataset", ["", "a/b", "../up", "C:\\x", "a\0b", "a\nb"])
def test_a_data_set_that_cannot_stand_in_a_files_name_is_refused(edgemark, files, tmp_path, dataset):
    before = set(tmp_path.rglob("*"))
    run = edgemark("score", *files, "--layout", "rcgnn", "--dataset", dataset, "--seed", "3")
    assert (run.status, run.out) == (2, "")
    assert "--dataset must be a word" in run.err
    assert set(tmp_path.rglob("*")) == before


def test_a_seed_below_zero_is_refused(edgemark, files):
    run = edgemark("score", *files, "--layout", "rcgnn", "--dataset", "toy", "--seed", "-1")
    assert run.status == 2
    assert "Invalid value for '--seed'" in run.err


@pytest.mark.parametrize("option", [("-m", "shd"), ("--format", "csv"), ("--format", "json")])
def test_what_would_choose_other_numbers_or_another_form_is_refused(edgemark, files, option):
    run = edgemark("score", *files, "--layout", "rcgnn", *option)
    assert run.status == 2
    assert "leave out --metric, --format" in run.err


def test_an_option_of_matrices_that_no_file_needs_is_refused(edgemark, files):
    run = edgemark("score", *files, "--layout", "rcgnn", "--direction", "row-to-column")
    assert (run.status, run.out) == (2, "")
    assert "--direction has no effect" in run.err


def test_hidden_nodes_of_an_estimate_are_named(edgemark, files):
    run = edgemark("score", *files, "--layout", "rcgnn", "--hidden", "B")
    assert run.status == 2
    assert "this one has 'B'" in run.err


def series(text, path):
    write_temporal(TemporalGraph.parse(text), path)
    return path


def test_time_series_are_summarized_on_both_sides(edgemark, tmp_path):
    truth = series("X --> Y @1; lags 1", tmp_path / "series.json")
    run = edgemark("score", truth, truth, "--layout", "rcgnn", "--summary")
    assert run.json["directed_f1"] == 1.0


def test_a_rank_below_all_others_is_refused_where_a_threshold_applies(edgemark, files, save):
    scores = save("scores.csv", "source,target,score\nA,B,0.9\nB,A,0.9\n")
    run = edgemark("score", files[0], scores, "--layout", "rcgnn", "--low-confidence-undirected")
    assert (run.status, run.out) == (2, "")
    assert "leave it out with --layout" in run.err


def test_nodes_that_a_time_series_graph_leaves_out_are_added_for_cdans(edgemark, tmp_path):
    truth = series("X --> Y @1; Z; lags 1", tmp_path / "truth.json")
    found = series("X --> Y @1; lags 1", tmp_path / "found.json")
    assert edgemark("score", truth, found, "--layout", "cdans").status == 2
    options = ("--layout", "cdans", "--add-missing-nodes", "--output", "summary.txt")
    assert edgemark("score", truth, found, *options).status == 0
    assert "SHD (total):     0" in (tmp_path / "summary.txt").read_text()


def test_two_estimates_are_refused(edgemark, files, save):
    run = edgemark("score", *files, save("other.txt", "A --> B"), "--layout", "rcgnn")
    assert run.status == 2
    assert "one estimate; got 2" in run.err
