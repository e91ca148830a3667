"""`edgemark chance` and `edgemark score --chance`: what random guessing scores."""

import json
from itertools import permutations

import numpy as np
import pytest

import edgemark as em


@pytest.fixture
def files(save):
    truth = save("truth.json", "A --> B --> C --> D --> E; A --> C; B --> D; C --> E; A --> D", "dag")
    return truth, save("found.json", "A --> B --> C --> D --> E; A --> C; B --> D; A --> E", "dag")


def test_the_table_is_the_report(edgemark, files):
    names = ["shd:pair mismatch", "shd:both to CPDAG", "f1:skeleton"]
    asked = [word for name in names for word in ("-m", name)]
    found = edgemark("chance", *files, *asked, "--n-guesses", 50)
    report = em.chance(*map(em.read, files), names, n_guesses=50)
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
    assert (refused.status, "--chance prints a table for one estimate; got 2" in refused.err) == (
        2,
        True,
    )
    found = edgemark("score", *several, "--chance", "--format", "csv", "-m", "f1:skeleton")
    head, *rows = found.out.splitlines()
    assert "above_chance" in head.split(",")
    assert len(rows) == 2


def test_a_pag_is_compared_with_pags_of_random_dags(edgemark, save, files):
    save("pag.json", "A o-> B <-o C; D; E", "pag")
    found = edgemark("chance", files[0], "pag.json")
    text = " ".join(found.out.split())
    assert found.status == 0
    assert "of random DAGs with one hidden node for every 5 observed ones" in text


def test_t1_an_admg_is_compared_with_permuted_labels(edgemark, save, files):
    save("admg.json", "A --> B; A <-> B; C; D; E", "admg")
    found = edgemark("chance", files[0], "admg.json")
    assert (found.status, "its labels permuted" in " ".join(found.out.split())) == (0, True)
    none = edgemark("chance", files[0], "admg.json", "--null-model", "random-dags")
    assert (none.status, "--null-model permuted-labels" in " ".join(none.out.split())) == (1, True)
    assert "shd pair mismatch" in none.out


def test_t1_score_keeps_every_estimate(edgemark, save, files):
    save("cycle.json", "A --> B --> C --> A; D; E", "digraph")
    save("latent.json", "A <-> B; C; D; E", "admg")
    args = ("score", files[0], files[1], "cycle.json", "latent.json", "-m", "shd:pair mismatch")
    found = edgemark(*args, "--chance", "--format", "json").json
    assert found["failed"] == []
    rows = [report["rows"][0] for report in found["reports"]]
    truth = em.read(files[0])
    names = (files[1], "cycle.json", "latent.json")
    assert [row["value"] for row in rows] == [em.shd(truth, em.read(name)) for name in names]
    assert [row["null_model"] for row in rows] == ["random-dags", "permuted-labels", "permuted-labels"]
    assert all(row["chance"] is not None for row in rows)


def test_values_stay_if_memory_does_not_hold_the_guesses(edgemark, files):
    found = edgemark("chance", *files, "-m", "sid", "--n-guesses", 10**11)
    assert found.status == 1
    assert "Draw fewer" in " ".join(found.out.split())


def test_scores_and_samples_have_guesses(edgemark, files, tmp_path):
    lines = [
        "source,target,score",
        *(f"{a},{b},.{k}" for k, (a, b) in enumerate(permutations("ABCDE", 2))),
    ]
    (tmp_path / "scores.csv").write_text("\n".join(lines) + "\n")
    found = edgemark("chance", files[0], "scores.csv", "-m", "roc_auc:directed", "--format", "json").json
    row = found["reports"][0]["rows"][0]
    assert (row["chance"], row["null_model"]) == (0.5, "permuted-scores")
    assert edgemark("score", files[0], "scores.csv", "--chance", "-m", "roc_auc").status == 0
    (tmp_path / "known.csv").write_text("source,target\nA,B\nB,C\nA,C\nC,A\n")
    for command in (("chance",), ("score", "--chance")):
        args = (*command, files[0], "scores.csv", "-m", "roc_auc:directed", "--candidates", "known.csv")
        found = edgemark(*args, "--format", "json").json["reports"][0]
        assert found["rows"][0]["chance"] == 0.5
        assert "permuted over 4 candidates" in found["warnings"][-1]
    stack = np.zeros((3, 5, 5), np.int8)
    stack[0, 0, 1] = stack[1, 1, 2] = 1
    np.save(tmp_path / "samples.npy", stack)
    args = ("samples.npy", "--direction", "row-to-column", "--add-missing-nodes", "-m", "expected_shd")
    found = edgemark("chance", files[0], *args, "--format", "csv", "--n-guesses", 9)
    assert (found.status, "permuted-labels" in found.out) == (0, True)


def test_options_of_other_estimates_are_refused_for_time_series(edgemark, tmp_path):
    series = em.TemporalGraph.parse("A --> B @1; lags 1")
    em.io.write_temporal(series, tmp_path / "s.json")
    assert edgemark("chance", "s.json", "s.json", "--scores").status == 2
    refused = edgemark("chance", "s.json", "s.json", "--unlisted", "0", "-m", "f1:lagged")
    assert (refused.status, "--unlisted applies to" in refused.err) == (2, True)
    assert edgemark("chance", "s.json", "s.json", "-m", "f1:lagged", "--n-guesses", 9).status == 0


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
