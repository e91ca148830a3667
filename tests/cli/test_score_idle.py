"""Options that no file of a command needs, and p-values of pairs that were not tested."""

from pathlib import Path

import pytest

from edgemark.cli.app import run


@pytest.mark.parametrize(
    "options",
    [
        ["t.txt", "--direction", "row-to-column"],
        ["t.txt", "--symmetric", "cycle"],
        ["p.csv", "--pvalues", "--direction", "column-to-row"],
    ],
)
def test_options_of_matrices_are_refused_where_no_file_is_one(tmp_path, monkeypatch, capsys, options):
    monkeypatch.chdir(tmp_path)
    Path("t.txt").write_text("A --> B\n")
    Path("p.csv").write_text("source,target,p\nA,B,.01\n")
    assert run(["score", "t.txt", *options]) == 2
    assert "has no effect" in capsys.readouterr().err


def test_pairs_that_were_not_tested_can_be_left_out(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("t.txt").write_text("A --> B --> C\n")
    Path("p.csv").write_text("source,target,p\nA,B,.01\nB,C,.2\nC,A,.1\n")
    assert run(["score", "t.txt", "p.csv", "--pvalues", "--unlisted", "nan", "-m", "roc_auc"]) == 0
    assert "only the 3 of 6 ordered pairs" in capsys.readouterr().out


def test_a_text_of_a_graph_is_not_said_to_hold_scores(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("t.txt").write_text("A --> B\n")
    assert run(["score", "t.txt", "t.txt", "--unlisted", "3"]) == 1
    assert "--scores" not in capsys.readouterr().err
