"""`edgemark chance` and `edgemark score --chance`: what guessing gets."""

import json

import pytest

import edgemark as em


@pytest.fixture
def files(save):
    truth = save("truth.json", "A --> B --> C --> D --> E; A --> C; B --> D; C --> E; A --> D", "dag")
    return truth, save("found.json", "A --> B --> C --> D --> E; A --> C; B --> D; A --> E", "dag")


def test_the_table_is_the_report(edgemark, files):
    found = edgemark("chance", *files, "-m", "shd", "-m", "f1:skeleton", "--n-controls", 50)
    report = em.chance(*map(em.read, files), ["shd", "f1:skeleton"], n_controls=50)
    assert (found.status, found.err) == (0, "")
    assert found.out.splitlines()[2:] == str(report).splitlines()[2:]
    assert "TRIVIAL GRAPHS" in found.out


def test_json_is_what_score_writes(edgemark, files):
    found = edgemark("chance", *files, "-m", "sid", "--format", "json", "--seed", 3).json
    assert (found["format"], found["failed"]) == ("edgemark.scores", [])
    row = em.chance(*map(em.read, files), "sid", seed=3)[0]
    assert found["reports"][0]["rows"] == [json.loads(json.dumps(row.to_dict()))]


def test_score_prints_it_too(edgemark, files):
    alone = edgemark("chance", *files)
    assert edgemark("score", *files, "--chance").out == alone.out


def test_several_estimates_give_rows_of_data(edgemark, files):
    several = (*files, files[0])
    refused = edgemark("score", *several, "--chance")
    assert (refused.status, "--chance prints a table of one estimate; got 2" in refused.err) == (2, True)
    found = edgemark("score", *several, "--chance", "--format", "csv", "-m", "f1:skeleton")
    head, *rows = found.out.splitlines()
    assert "above_chance" in head.split(",")
    assert len(rows) == 2


def test_a_pag_needs_permuted_labels(edgemark, save, files):
    save("pag.json", "A o-> B; C; D; E", "pag")
    refused = edgemark("chance", files[0], "pag.json")
    assert (refused.status, "permuted-labels" in refused.err) == (2, True)
    found = edgemark("chance", files[0], "pag.json", "--controls", "permuted-labels")
    assert (found.status, "its labels permuted" in " ".join(found.out.split())) == (0, True)


def test_more_guesses_than_memory_holds_are_refused(edgemark, files):
    found = edgemark("chance", *files, "-m", "sid", "--n-controls", 10**11)
    assert (found.status, found.out) == (2, "")
    assert "Draw fewer" in found.err


def test_on_a_terminal_what_is_done_is_counted(edgemark, files, capsys, monkeypatch):
    import sys

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert "numbers: 1 of 1" in edgemark("chance", *files, "-m", "sid").err


def test_it_writes_to_a_file(edgemark, files, tmp_path):
    assert edgemark("chance", *files, "-m", "shd", "--output", "out.txt").out == ""
    assert "pair mismatch" in (tmp_path / "out.txt").read_text()


@pytest.mark.parametrize("option", [("--as", "pcalg"), ("--layout", "rcgnn")])
def test_it_is_of_edgemarks_own_numbers(edgemark, files, option):
    assert edgemark("score", *files, "--chance", *option).status == 2
