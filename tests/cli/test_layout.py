"""`edgemark score --layout rcgnn`: the file of the RC-GNN document."""

import json

import pytest

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


def test_two_estimates_are_refused(edgemark, files, save):
    run = edgemark("score", *files, save("other.txt", "A --> B"), "--layout", "rcgnn")
    assert run.status == 2
    assert "one estimate; got 2" in run.err
