"""Files of results that `edgemark compare` cannot read: the message says what they are."""

import gzip

import pytest

from edgemark.cli.app import run


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("a.csv.gz", lambda text: gzip.compress(text.encode()), "gunzip -c FILE"),
        ("a.csv", lambda text: (text * 2).encode(), "repeats the headings"),
        ("a.tsv", lambda text: text.replace(",", "\t").encode(), "must be separated by commas"),
        ("a.csv", lambda text: text.replace(",", ";").encode(), "must be separated by commas"),
    ],
)
def test_other_files_of_results_are_named(tmp_path, capsys, name, change, words):
    (tmp_path / "t.txt").write_text("A --> B\n")
    graph = str(tmp_path / "t.txt")
    assert run(["score", graph, graph, "--format", "csv"]) == 0
    (tmp_path / name).write_bytes(change(capsys.readouterr().out))
    assert run(["compare", str(tmp_path / name)]) == 2
    assert words in " ".join(capsys.readouterr().err.split())
