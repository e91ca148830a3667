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


def with_columns(text, **columns):
    """Add columns to a table."""
    first, *rest = text.splitlines()
    values = ",".join(columns.values())
    return "\n".join([f"{first},{','.join(columns)}", *(f"{line},{values}" for line in rest)]) + "\n"


def test_columns_of_a_table_name_methods_and_seeds(tmp_path, capsys):
    """They were ignored: both tables held the same method, so the second one was refused."""
    (tmp_path / "t.txt").write_text("A --> B --> C\n")
    tables = []
    for method, text in {"pc": "A --> B; C", "ges": "A; B; C"}.items():
        (tmp_path / "e.txt").write_text(text)
        names = [str(tmp_path / "t.txt"), str(tmp_path / "e.txt")]
        assert run(["score", *names, "--format", "csv", "-m", "shd"]) == 0
        out = capsys.readouterr().out
        for seed in ("1", "2.0"):
            tables.append(tmp_path / f"{method}{seed}.csv")
            tables[-1].write_text(with_columns(out, method=method, seed=seed))
    names = list(map(str, tables))
    assert run(["compare", *names, "-m", "shd:pair mismatch"]) == 0
    shown = capsys.readouterr().out
    assert "pc" in shown
    assert "ges" in shown
    assert run(["compare", *names, "-m", "shd:pair mismatch", "--method", "x"]) == 2
    assert "twice" in capsys.readouterr().err


def test_a_pattern_comes_before_columns(tmp_path, capsys):
    (tmp_path / "t.txt").write_text("A --> B\n")
    for name in ("a_1.txt", "b_1.txt"):
        (tmp_path / name).write_text("B --> A\n")
    names = [str(tmp_path / name) for name in ("t.txt", "a_1.txt", "b_1.txt")]
    assert run(["score", *names, "--format", "csv", "-m", "shd"]) == 0
    table = tmp_path / "r.csv"
    table.write_text(with_columns(capsys.readouterr().out, method="c", seed="7"))
    arguments = ["compare", str(table), "-m", "shd:pair mismatch", "--format", "csv"]
    assert run([*arguments, "--pattern", "{method}_1.txt"]) == 0
    fields = set(capsys.readouterr().out.replace("\n", ",").split(","))
    assert {"a", "b"} <= fields
    assert "c" not in fields


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ("Dataset", "the column must be spelled 'dataset'; got 'Dataset'"),
        ("data set", "the column must be spelled 'dataset'; got 'data set'"),
        ("Method", "the column must be spelled 'method'; got 'Method'"),
        ("seed ", "the column must be spelled 'seed'; got 'seed '"),
        ("value", "a table must have one column 'value'; got 2"),
    ],
)
def test_columns_that_would_not_be_read_as_meant_are_refused(tmp_path, capsys, column, words):
    """
    A column Dataset was not read, so that n counted runs. The last of two columns named value was read.
    """
    (tmp_path / "t.txt").write_text("A --> B\n")
    graph = str(tmp_path / "t.txt")
    assert run(["score", graph, graph, "--format", "csv", "-m", "shd"]) == 0
    table = tmp_path / "scores.csv"
    table.write_text(with_columns(capsys.readouterr().out, **{column: "1"}))
    assert run(["compare", str(table)]) == 2
    assert f"scores.csv: {words}" in " ".join(capsys.readouterr().err.split())
