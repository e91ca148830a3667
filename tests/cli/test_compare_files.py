"""Files of results that `edgemark compare` refuses, and the columns that name their runs."""

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
def test_the_error_about_an_unreadable_file_says_what_is_wrong(tmp_path, capsys, name, change, words):
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


def test_a_pattern_takes_precedence_over_columns(tmp_path, capsys):
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


def table_of_runs(path, rows):
    """Write results as `edgemark score` does for several estimates, with further columns."""
    fixed = {
        "truth": "t",
        "convention": "pair mismatch",
        "better": "lower",
        "status": "ok",
        "reason": "",
    }
    full = [fixed | {"metric": "shd", "estimate": f"{row['value']}.csv"} | row for row in rows]
    names = list(dict.fromkeys(name for row in full for name in row))
    lines = [",".join(str(row.get(name, "")) for name in names) for row in full]
    path.write_text("\n".join([",".join(names), *lines]) + "\n")
    return str(path)


RUNS = [
    {"method": method, "seed": seed, "value": value + seed % 3}
    for method, value in (("PC", 3), ("GES", 7))
    for seed in range(8)
]


@pytest.mark.parametrize("other", ["SHD", " Shd", "shd:Pair-mismatch"])
def test_spellings_of_one_metric_are_one_metric(tmp_path, capsys, other):
    """Runs of the other spelling were left out, with the words "not shown"."""
    rows = [row | {"metric": other if row["seed"] % 2 else "shd"} for row in RUNS]
    assert run(["compare", table_of_runs(tmp_path / "r.csv", rows)]) == 0
    shown = capsys.readouterr().out
    assert "8 paired runs" in shown
    assert "not shown" not in shown


def test_a_failed_estimate_counts_once_if_a_metric_has_two_spellings(tmp_path, capsys):
    rows = [row | {"metric": "SHD" if row["method"] == "PC" else "shd"} for row in RUNS]
    rows.append({"method": "PC", "seed": 9, "value": "", "status": "failed", "reason": "no memory"})
    assert run(["compare", table_of_runs(tmp_path / "r.csv", rows), "--format", "json"]) == 0
    assert '"failed": 1' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            [*RUNS, {"method": "PC", "seed": "", "value": 4}],
            "must have a seed, or none; got a run without one in",
        ),
        (
            [*RUNS, {"method": "", "seed": 1, "value": 4}],
            "r.csv: all rows or no row must have a name in the column 'method'; got the estimate",
        ),
        (
            [row | {"dataset": "asia" if row["seed"] else ""} for row in RUNS],
            "r.csv: all rows or no row must have a name in the column 'dataset'",
        ),
        (
            [{"algorithm" if k == "method" else k: v for k, v in row.items()} for row in RUNS],
            "Rename the column 'algorithm' to 'method', if it holds the methods",
        ),
        (
            [{"Methods" if k == "method" else k: v for k, v in row.items()} for row in RUNS],
            "Rename the column 'Methods' to 'method', if it holds the methods",
        ),
        (
            [{"rep" if k == "seed" else k: v for k, v in row.items()} for row in RUNS],
            "Rename the column 'rep' to 'seed', if it holds the seeds",
        ),
        ([row | {"Null-model": "x"} for row in RUNS], "must be spelled 'null_model'; got 'Null-model'"),
    ],
)
def test_rows_with_an_unclear_method_data_set_or_seed_are_refused(tmp_path, capsys, rows, words):
    """They were read as runs of other methods, data sets or seeds, named after their estimates."""
    assert run(["compare", table_of_runs(tmp_path / "r.csv", rows)]) == 2
    assert words in " ".join(capsys.readouterr().err.split())


def test_a_pattern_names_the_methods_if_the_table_has_a_column_algorithm(tmp_path, capsys):
    rows = [
        {"algorithm": "x", "estimate": f"{row['method']}_{row['seed']}.csv", "value": row["value"]}
        for row in RUNS
    ]
    table = table_of_runs(tmp_path / "r.csv", rows)
    assert run(["compare", table, "--pattern", "{method}_{seed}.csv"]) == 0
    assert "PC vs GES" in capsys.readouterr().out
