"""`edgemark score --layout rcgnn`: the file of the RC-GNN document."""

import json

import pytest

NAMED = ("--layout", "rcgnn", "--dataset", "toy", "--seed", "3")


@pytest.fixture
def files(save):
    return save("truth.txt", "A --> B"), save("found.txt", "B --> A")


def test_the_file_is_named_after_data_set_and_seed(edgemark, files, tmp_path):
    assert edgemark("score", *files, *NAMED).status == 0
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


def test_two_estimates_are_refused(edgemark, files, save):
    run = edgemark("score", *files, save("other.txt", "A --> B"), "--layout", "rcgnn")
    assert run.status == 2
    assert "one estimate; got 2" in run.err
