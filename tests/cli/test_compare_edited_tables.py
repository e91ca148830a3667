"""Tables of results that were edited by hand, or that hold metrics of the user."""

import json

import pytest

from edgemark.cli.app import run

HEADINGS = "truth,estimate,metric,convention,better,status,reason,value"


def table(tmp_path, lines, headings=HEADINGS):
    path = tmp_path / "results.csv"
    path.write_text("\n".join([headings, *lines]) + "\n")
    return str(path)


def rows(metric, better, values_of_method):
    """Return a line for each value, on the data sets a, b and so on; None is a failed run."""
    return [
        f"{data}/t.txt,{data}/{method}.txt,{metric},,{better},"
        + ("failed,no memory," if value is None else f"ok,,{value}")
        for method, values in values_of_method.items()
        for data, value in zip("abcdef", values, strict=False)
    ]


def test_a_decimal_comma_in_the_last_column_is_refused(tmp_path, capsys):
    """0,85 was read as 0, because the cell 85 has no heading."""
    lines = rows("f1", "higher", {"pc": ["0,85", "0,5"], "ges": ["0,7", "0,6"]})
    assert run(["compare", table(tmp_path, lines)]) == 2
    words = " ".join(capsys.readouterr().err.split())
    assert "line 2 has more cells than the headings; got '85' beyond them" in words


def test_a_short_row_is_named_by_its_line(tmp_path, capsys):
    lines = rows("f1", "higher", {"pc": [0.85, 0.5], "ges": [0.7, 0.6]})
    assert run(["compare", table(tmp_path, [*lines, "a/t.txt,a/fci.txt,f1"])]) == 2
    assert "line 6 has fewer cells than the headings" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("empty", [",,,,,,,", ",,,,,,,,,", " , "])
def test_rows_of_empty_cells_are_not_estimates(tmp_path, capsys, empty):
    """A spreadsheet may write them below the table. They had to fit the pattern of names."""
    lines = rows("f1", "higher", {"pc": [0.85, 0.5], "ges": [0.7, 0.6]})
    options = ["--pattern", "{dataset}/{method}.txt", "--format", "json"]
    assert run(["compare", table(tmp_path, lines), *options]) == 0
    expected = capsys.readouterr().out
    assert run(["compare", table(tmp_path, [*lines, empty, empty]), *options]) == 0
    assert capsys.readouterr().out == expected


def test_the_best_value_of_an_unknown_metric_is_unknown(tmp_path, capsys):
    """It was 0 if lower values are better, so means with it were invented and intervals ended at 0."""
    lines = rows("loss", "lower", {"pc": [0.1, 2.9, 0.2, 0.1, None], "ges": [1, 2, 3, 4, 5]})
    options = ["--pattern", "{dataset}/{method}.txt", "--format", "json"]
    assert run(["compare", table(tmp_path, lines), *options]) == 0
    pc, ges = json.loads(capsys.readouterr().out)["summaries"]
    assert (pc["mean_best"], ges["mean_best"]) == (None, 3)
    assert pc["t_low"] < 0


def test_losses_below_zero_are_compared(tmp_path, capsys):
    """They were refused as better than 0, the best possible value, which the table does not state."""
    lines = rows("loss", "lower", {"pc": [-3, -2.5, -4], "ges": [-1, -2, -3]})
    assert run(["compare", table(tmp_path, lines), "--pattern", "{dataset}/{method}.txt"]) == 0
    assert "-3.167" in capsys.readouterr().out


def test_a_reason_is_not_that_of_all_kinds_of_missing_runs(tmp_path, capsys):
    lines = rows("precision", "higher", {"pc": [0.8, 0.5, None], "ges": [0.7, 0.6, 0.5]})
    lines += rows("precision", "higher", {"pc": ["x"]})
    lines[-1] = "d/t.txt,d/pc.txt,precision,,higher,undefined,tp + fp = 0,"
    lines += ["d/t.txt,d/ges.txt,precision,,higher,ok,,0.9"]
    assert run(["compare", table(tmp_path, lines), "--pattern", "{dataset}/{method}.txt"]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert "pc: 2 of 4 runs: 1 undefined, 1 failed (one of them: tp + fp = 0)" in words


@pytest.mark.parametrize(
    ("value", "count", "of", "status"), [(344, 5, 28, 2), (5, 5, 28, 0), (5, "", "", 0), (29, 5, 28, 2)]
)
def test_a_value_beyond_its_count_is_refused(tmp_path, capsys, value, count, of, status):
    """An SHD of 344 beside a count of 5 out of 28 was read, as a decimal that lost its point."""
    headings = f"{HEADINGS},count,of"
    lines = [f"{line},," for line in rows("shd", "lower", {"pc": [3, 4, 2], "ges": [1, 2, 3]})]
    lines[0] = f"a/t.txt,a/pc.txt,shd,,lower,ok,,{value},{count},{of}"
    names = table(tmp_path, lines, headings)
    assert run(["compare", names, "--pattern", "{dataset}/{method}.txt"]) == status
    words = " ".join(capsys.readouterr().err.split())
    assert (f"a row of shd has the value {value} beside the count 5 of 28" in words) == (status == 2)


def test_a_worst_value_that_is_unknown_somewhere_is_stated_in_a_column(tmp_path, capsys):
    """With --missing worst, it advised the option worst= of Python."""
    headings = f"{HEADINGS},worst"
    lines = [f"{line}," for line in rows("loss", "lower", {"pc": [1, 2], "ges": [None, None]})]
    lines[0] += "9"
    lines = [line.replace("a/", "z/") if line.endswith("9") else line for line in lines]
    results = table(tmp_path, lines, headings)
    run(["compare", results, "--pattern", "{dataset}/{method}.txt", "--missing", "worst"])
    printed = capsys.readouterr()
    words = " ".join((printed.out + printed.err).split())
    assert "worst=" not in words
    assert "state it in a column 'worst' of the results in CSV" in words


@pytest.mark.parametrize(
    ("metric", "convention", "what"),
    [("shd", "skeleton", "pairs of nodes"), ("recall", "all lags", "edges counted by recall:all lags")],
)
def test_two_truths_of_one_name_are_refused_without_the_usual_rows(
    tmp_path, capsys, metric, convention, what
):
    """CSV without shd:pair mismatch and recall:skeleton was not checked, nor were time series."""
    lines = [
        f"t.txt,{method}.txt,{metric},{convention},lower,ok,,0.5,{of // 2},{of},dag / dag"
        for method, of in (("pc", 10), ("ges", 6))
    ]
    results = table(tmp_path, lines, f"{HEADINGS},count,of,compared")
    assert run(["compare", results, "--pattern", "{method}.txt"]) == 2
    words = " ".join(capsys.readouterr().err.split())
    assert f"that of 'pc' has 10 {what}, and that of 'ges' 6 {what}" in words


def test_an_unknown_direction_is_advised_as_a_cell_of_the_table(tmp_path, capsys):
    """The advice was a Python option, which the command has not."""
    values = {"pc": [1, 2, 3], "ges": [2, 3, 5], "fci": [3, 5, 8]}
    options = ["--pattern", "{dataset}/{method}.txt"]
    assert run(["compare", table(tmp_path, rows("loss", "", values)), *options]) == 1
    words = " ".join(capsys.readouterr().err.split())
    assert "If lower values are better: write \"lower\" in the column 'better' of the results" in words
    assert "Python" not in words
    assert run(["compare", table(tmp_path, rows("loss", "lower", values)), *options]) == 0


def test_a_warning_of_a_test_against_chance_names_its_metrics(tmp_path, capsys):
    """The text did not say which of several metrics had too few runs."""
    lines = [
        f"{line},{chance}"
        for metric, chance in (("loss", 4), ("cost", 4), ("fine", 1))
        for line in rows(metric, "lower", {"pc": [1, 2, 3], "ges": [2, 3, 5]})
    ]
    path = table(tmp_path, lines, f"{HEADINGS},chance")
    options = ["--pattern", "{dataset}/{method}.txt", "--format", "json"]
    assert run(["compare", path, *options]) == 0
    found = [
        text for text in json.loads(capsys.readouterr().out)["warnings"] if "against chance" in text
    ]
    assert [text.partition(" against chance: ")[0] for text in found] == [
        "'loss', 'cost': 'pc', 'ges'",
        "'fine': 'pc', 'ges'",
    ]
    assert run(["compare", path, "-m", "loss", *options]) == 0
    (alone,) = json.loads(capsys.readouterr().out)["warnings"]
    assert alone.startswith("'pc', 'ges' against chance: ")


@pytest.mark.parametrize(
    ("of_pc", "of_ges", "expected"), [("", "11", 11), ("10", "12", 12), ("10", "", 10)]
)
def test_the_worst_value_that_a_failed_run_states_stands_in(tmp_path, capsys, of_pc, of_ges, expected):
    lines = [f"{line}," for line in rows("loss", "lower", {"pc": [1, 2], "ges": [3, 4]})]
    cells = [line.split(",") for line in lines]
    for row in cells:
        if row[0].startswith("a/") or row[1].startswith("a/"):
            row[-1] = of_pc if "pc" in row[1] else of_ges
            if "ges" in row[1]:
                row[5:8] = ["failed", "no memory", ""]
    results = table(tmp_path, [",".join(row) for row in cells], f"{HEADINGS},worst")
    naming = ["--pattern", "{dataset}/{method}.txt", "--missing", "worst", "--format", "json"]
    run(["compare", results, *naming])
    [verdict] = json.loads(capsys.readouterr().out)["verdicts"]
    assert verdict["kind"] == "comparison"
    assert max(verdict["mean_a"], verdict["mean_b"]) == (expected + 4) / 2


def test_the_export_of_a_benchmark_is_named(tmp_path, capsys):
    headings = "run,algorithm,data,seed,data_seed,algorithm_seed,status,shd,shd (chance)"
    results = table(tmp_path, ["x,PC,asia,0,0,3,ok,1,2"], headings)
    assert run(["compare", results]) == 2
    words = " ".join(capsys.readouterr().err.split())
    assert "Compare the methods with edgemark bench report" in words
