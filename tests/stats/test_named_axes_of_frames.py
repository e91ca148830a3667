"""Axes of frames must be named: nothing is guessed from labels, and the advised code works."""

import re
import warnings
from itertools import product

import pandas as pd
import polars as pl
import pytest

from edgemark.errors import StatisticsError, StatisticsWarning
from edgemark.stats import as_runs, compare, rank, summarize

ROWS = [
    {"method": m, "dataset": d, "seed": s, "value": float(3 * k + 2 * i + (s + i * k) % 4)}
    for k, m in enumerate(("PC", "GES", "BOSS"))
    for i, d in enumerate(("asia", "alarm", "child"))
    for s in range(4)
]
TIDY = pd.DataFrame(ROWS)
PARTS = ("method", "dataset", "seed")


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StatisticsWarning)
        yield


def expected_runs(rows):
    """The runs of dictionaries, read without pandas and edgemark."""
    return sorted((r["method"], r["dataset"], str(r["seed"]), r["value"]) for r in rows)


def read(table):
    return sorted((run.method, run.dataset, run.seed, run.value) for run in as_runs(table))


def advice(call, table):
    with pytest.raises(StatisticsError) as caught:
        call(table)
    return [remedy.python for remedy in caught.value.message.remedies if remedy.python]


@pytest.mark.parametrize(("rows", "columns"), [(r, c) for r in PARTS for c in PARTS if r != c])
@pytest.mark.parametrize("lost", ["index", "columns", "both"])
def test_a_table_of_two_axes_is_read_by_names_only(rows, columns, lost):
    (third,) = set(PARTS) - {rows, columns}
    one = TIDY[TIDY[third] == TIDY[third].iloc[0]].drop(columns=third)
    table = one.pivot(index=rows, columns=columns, values="value")
    right = sorted(map(tuple, one[[rows, columns, "value"]].astype({columns: str, rows: str}).values))

    def cells(frame):
        return sorted((getattr(r, rows), getattr(r, columns), r.value) for r in as_runs(frame))

    assert cells(table) == right
    axes = {"index": ["index"], "columns": ["columns"], "both": ["index", "columns"]}[lost]
    unnamed = table.rename_axis(**dict.fromkeys(axes))
    if lost == "index" and rows == "seed":
        assert cells(unnamed) == right  # numbers of rows can only be runs
        return
    for call in (as_runs, summarize, rank):
        codes = advice(call, unnamed)
        tried = [eval(code, {"table": unnamed}) for code in codes if "reset_index" not in code]
        named = [one for one in tried if one.columns.name == columns and one.index.name == rows]
        if rows != "seed" or lost == "index":  # numbers need no name
            assert any(cells(one) == right for one in named)
    # The frame of the caller is unchanged.
    assert list(unnamed.index.names) == [None if "index" in axes else rows]


@pytest.mark.parametrize("names", list(product([None, "dataset"], [None, "seed"], [None, "method"])))
def test_every_name_of_three_axes_is_needed(names):
    wide = TIDY.pivot(index=["dataset", "seed"], columns="method", values="value")
    table = wide.rename_axis(index=list(names[:2]), columns=names[2])
    if None not in names:
        assert read(table) == expected_runs(ROWS)
        return
    for call in (as_runs, summarize, rank):
        with pytest.raises(StatisticsError, match=r"rename_axis"):
            call(table)


@pytest.mark.parametrize("of", [pd.DataFrame, pl.DataFrame, lambda rows: pl.DataFrame(rows).lazy()])
def test_columns_of_methods_need_the_advised_code(of):
    one_seed = [r for r in ROWS if r["seed"] == 0]
    columns = {m: [r["value"] for r in one_seed if r["method"] == m] for m in ("PC", "GES", "BOSS")}
    table = of({"dataset": ["asia", "alarm", "child"], **columns})
    plain = of(columns)
    for call in (as_runs, summarize, rank):
        first = advice(call, table)[0]
        frame = table.collect() if hasattr(table, "collect") else table
        assert sorted(
            (r.method, r.dataset, r.value) for r in as_runs(eval(first, {"table": frame}))
        ) == [(m, d, v) for m, d, _, v in expected_runs(one_seed)]
        frame = plain.collect() if hasattr(plain, "collect") else plain
        runs = as_runs(eval(advice(call, plain)[0], {"table": frame}))
        assert {m: [r.value for r in runs.only(method=m)] for m in runs.methods} == columns


def test_a_csv_of_methods_by_data_sets_is_not_transposed():
    """The rows are methods, as in a paper. Read as data sets, they would change which method is best."""
    table = pd.DataFrame(
        {"asia": [3.0, 2.0], "alarm": [9.0, 5.0], "child": [7.0, 4.0]}, index=["PC", "GES"]
    )
    codes = advice(lambda t: rank(t, better="lower"), table)
    assert codes == [
        "table.rename_axis(index='dataset', columns='method')",
        "table.rename_axis(index='method', columns='dataset')",
    ]
    assert rank(eval(codes[1]), better="lower").order == ("GES", "PC")
    numbers = table.rename(columns=dict(zip(table, range(3), strict=True)))
    assert any("columns='seed'" in code for code in advice(summarize, numbers))


def test_metrics_beside_named_methods_are_metrics():
    table = TIDY.rename(columns={"value": "shd"}).assign(f1=0.5)
    codes = advice(summarize, table)
    assert codes == ["table.set_index(['method', 'dataset', 'seed']).rename_axis(columns='metric')"]
    runs = as_runs(eval(codes[0]))
    assert {run.metric for run in runs} == {"shd", "f1"}
    assert read(runs.only(metric="shd")) == expected_runs(ROWS)
    codes = advice(summarize, pl.DataFrame(table.to_dict("list")))
    assert "variable_name='metric'" in codes[0]


@pytest.mark.parametrize("kind", [list, pd.DataFrame, pl.DataFrame])
def test_a_warning_names_unread_columns_of_text_that_may_name_methods_or_data_sets(kind):
    rows = [{"algorithm": "PC", "network": f"n{s % 2}", "seed": s, "value": float(s)} for s in range(6)]
    with pytest.warns(StatisticsWarning, match="the columns 'algorithm', 'network' are not read"):
        summarize(kind(rows))
    named = [{"method": r["algorithm"], "dataset": r["network"], **r} for r in rows]
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        summarize(kind(named))
    assert not [one for one in seen if "not read" in str(one.message)]


@pytest.mark.parametrize("method", [True, False])
def test_a_warning_counts_empty_cells_of_a_pivot_that_was_melted(method):
    rows = [r for r in ROWS if r["method"] == "PC" or method]
    rows = [r for r in rows if r["dataset"] == "asia" or r["seed"] < 2]
    wide = pd.DataFrame(rows).pivot(index=["method", "dataset"], columns="seed", values="value")
    melted = wide.reset_index().melt(id_vars=["method", "dataset"], var_name="seed")
    with pytest.warns(StatisticsWarning, match="no method has a value on 4 of 12") as caught:
        as_runs(melted)
    (code,) = [one.python for one in caught[0].message.message.remedies]
    assert read(eval(code, {"table": melted})) == expected_runs(rows)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        as_runs(wide)
        as_runs(melted.assign(reason=["0 of 0" if v != v else None for v in melted.value]))


def test_a_run_without_a_seed_counts_for_every_seed_in_a_pivot_too():
    rows = [r for r in ROWS if r["method"] != "GES"]
    rows += [
        {"method": "GES", "dataset": d, "seed": None, "value": 1.0} for d in ("asia", "alarm", "child")
    ]
    tidy = pd.DataFrame(rows)
    wide = tidy.pivot(index="dataset", columns=["method", "seed"], values="value")
    assert re.sub(r" +", " ", str(rank(wide, better="lower"))) == re.sub(
        r" +", " ", str(rank(tidy, better="lower"))
    )
    assert len(as_runs(wide)) == len(rows)


def test_an_index_of_a_series_is_named_or_holds_row_numbers():
    wide = TIDY[TIDY.seed == 0].pivot(index="dataset", columns="method", values="value")
    found = compare(wide["PC"], wide["GES"], better="lower")
    assert found.pairs.unit == "data set"
    unnamed = wide.rename_axis(index=None)
    with pytest.raises(StatisticsError, match=r'rename_axis\("dataset"\)'):
        compare(unnamed["PC"], unnamed["GES"], better="lower")
    rows = wide.reset_index()
    assert compare(rows["PC"], rows["GES"], better="lower").means == found.means


# ---- columns and keys that are easily misread


def test_tables_side_by_side_are_refused():
    pc, ges = (TIDY[TIDY.method == m].reset_index(drop=True) for m in ("PC", "GES"))
    for table in (
        pd.concat([pc, ges], axis=1),
        pd.concat([pc, ges.value], axis=1),
        pd.concat([pc, ges.method], axis=1),
        pd.concat([pc.value, ges], axis=1).set_index("seed"),
    ):
        for call in (as_runs, summarize, rank):
            with pytest.raises(StatisticsError, match="a name of its own"):
                call(table)


@pytest.mark.parametrize("name", ["data_set", "Data.Set", "data.set", "data-set", "DataSet", "Seed "])
@pytest.mark.parametrize("of", [pd.DataFrame, pl.DataFrame, list])
def test_known_columns_in_other_spellings_are_refused(name, of):
    rows = [{"method": "PC", name: "asia", "value": 1.0}, {"method": "PC", name: "alarm", "value": 2.0}]
    with pytest.raises(StatisticsError, match=r"the column must be spelled '(dataset|seed)'"):
        summarize(of(rows))


@pytest.mark.parametrize("what", ["method", "metric"])
@pytest.mark.parametrize("empty", [None, float("nan"), ""])
def test_runs_that_lack_a_name_that_others_have_are_refused(what, empty):
    table = TIDY.assign(metric="own").astype(object)
    table.loc[table.method == "BOSS", what] = empty
    for call in (as_runs, summarize, rank):
        with pytest.raises(StatisticsError, match=f"every run must have a {what}, or none"):
            call(table)
    with pytest.raises(StatisticsError, match="must have a name"):
        rank({"": [1, 2, 3], "PC": [2, 3, 4]}, better="lower")


def test_a_table_under_the_name_of_another_method_is_refused():
    of = {m: TIDY[TIDY.method == m] for m in ("PC", "GES")}
    assert set(rank(of, better="lower").methods) == {"PC", "GES"}
    with pytest.raises(StatisticsError, match=r"'PC': the runs must be of the method .* 'GES'"):
        rank({"PC": of["GES"], "GES": of["PC"]}, better="lower")


@pytest.mark.parametrize("of", [pd.DataFrame, pl.DataFrame])
def test_advice_takes_no_known_column_for_a_metric_or_a_method(of):
    rows = [
        {k: v for k, v in r.items() if k != "value"} | {"own": r["value"], "chance": 9.0} for r in ROWS
    ]
    (code,) = advice(summarize, of(rows))
    named = eval(code, {"table": of(rows)})
    assert read(named) == expected_runs(ROWS)
    assert {run.chance for run in as_runs(named)} == {9.0}
    wide = TIDY.assign(chance=9.0).pivot(
        index=["dataset", "seed", "chance"], columns="method", values="value"
    )
    again = wide.reset_index().rename_axis(columns=None)
    table = again if of is pd.DataFrame else pl.DataFrame(again.to_dict("list"))
    first = advice(summarize, table)[0]
    melted = eval(first, {"table": table})
    assert read(melted) == expected_runs(ROWS)
    assert {run.chance for run in as_runs(melted)} == {9.0}


def test_a_pivot_may_hold_known_columns_in_its_index_and_beside_its_values():
    table = TIDY.assign(chance=9.0, better="lower")
    keys = ["dataset", "seed", "chance", "better"]
    wide = table.pivot(index=keys, columns="method", values="value")
    assert read(wide) == expected_runs(ROWS)
    assert {(run.chance, run.better) for run in as_runs(wide)} == {(9.0, "lower")}
    several = table.pivot(index=["dataset", "seed"], columns="method", values=["value", "chance"])
    (code,) = advice(as_runs, several)
    assert read(eval(code, {"table": several})) == expected_runs(ROWS)


def test_row_numbers_beside_named_levels_may_be_left_out():
    one = TIDY[TIDY.seed == 0]
    parts = {m: one[one.method == m].drop(columns=["method", "seed"]) for m in ("PC", "GES")}
    joined = pd.concat(parts, names=["method"])
    (code,) = advice(as_runs, joined)
    assert code == "table.reset_index(1, drop=True)"
    right = [row for row in expected_runs(ROWS) if row[0] != "BOSS" and row[2] == "0"]
    assert read(eval(code, {"table": joined})) == [(m, d, "", v) for m, d, _, v in right]


def test_unnamed_quartiles_are_refused_as_statistics():
    quartiles = TIDY.groupby("dataset").value.quantile([0.25, 0.5, 0.75]).unstack()
    with pytest.raises(StatisticsError, match="Give the values of the runs themselves"):
        summarize(quartiles.rename_axis(index=None))


@pytest.mark.parametrize("label", [0, 0.5, "0"])
def test_advice_about_columns_keeps_labels_that_are_numbers(label):
    alone = pd.DataFrame({label: [0.1, 0.2, 0.4]}).rename_axis(index="seed")
    renamed = eval(advice(summarize, alone)[0], {"table": alone})
    assert [run.value for run in as_runs(renamed)] == [0.1, 0.2, 0.4]
    median = float(label) or 0.25
    table = pd.DataFrame({"PC": [0.1, 0.3], median: [0.2, 0.4]}, index=["asia", "alarm"])
    assert list(eval(advice(summarize, table)[0], {"table": table})) == ["PC"]


@pytest.mark.parametrize("of", [pd.DataFrame, lambda t: pl.DataFrame(t.to_dict("list"))])
def test_advice_takes_no_statistic_for_a_metric(of):
    several = of(TIDY.groupby(["method", "dataset"]).value.agg(["mean", "std"]).reset_index())
    with pytest.raises(StatisticsError, match="Give the values of the runs themselves") as caught:
        summarize(several)
    assert "metric" not in str(caught.value).split(". ")[1]
    wide = TIDY[TIDY.seed == 0].pivot(index="dataset", columns="method", values="value")
    added = of(wide.assign(mean=wide.mean(axis=1)).reset_index().rename_axis(columns=None))
    first = advice(summarize, added)[0]
    left = eval(first, {"table": added})
    assert "mean" not in left.columns
    named = eval(advice(summarize, left)[0], {"table": left})
    assert set(as_runs(named).methods) == {"PC", "GES", "BOSS"}


def test_a_tidy_table_whose_columns_are_called_methods_is_refused():
    wide = TIDY[TIDY.seed == 0].pivot(index="dataset", columns="method", values="value")
    with pytest.raises(StatisticsError, match="columns named 'method' must all be methods"):
        rank(wide.rename(columns={"PC": "value"}), better="lower")
    tidy = TIDY.rename_axis(columns="method").assign(note="x")
    (code,) = advice(as_runs, tidy)
    assert read(eval(code, {"table": tidy})) == expected_runs(ROWS)


def test_a_column_of_text_in_a_pivot_is_named():
    wide = TIDY[TIDY.seed == 0].pivot(index="dataset", columns="method", values="value")
    with pytest.raises(TypeError, match="a value in the column 'note' must be a number; got 'x'"):
        rank(wide.assign(note="x"), better="lower")
    repeated = wide.corr()
    for call in (as_runs, summarize):
        with pytest.raises(StatisticsError, match="got 'method'"):
            call(repeated)


def test_a_direction_that_contradicts_the_metric_is_refused_by_summaries_too():
    rows = [{"method": m, "seed": s, "metric": "f1", "value": 0.5, "better": "lower"}
            for m in ("PC", "GES") for s in range(3)]  # fmt: skip
    for call in (summarize, rank):
        with pytest.raises(StatisticsError, match="higher values of f1 are better"):
            call(rows)


def test_bounds_that_are_no_numbers_and_bytes_are_refused():
    with pytest.raises(StatisticsError, match="worst must be a number; got nan"):
        compare([1, 2, 3], [2, 3, 4], worst=float("nan"))
    with pytest.raises(TypeError, match="got bytes"):
        summarize(b"abc")


def test_methods_without_common_seeds_are_advised_to_use_the_same_seeds():
    table = TIDY.drop(columns="dataset").assign(seed=range(len(TIDY)))
    with pytest.raises(
        StatisticsError, match="Use the same names of data sets and seeds for every method"
    ):
        rank(table, better="lower")


def test_the_advice_for_empty_cells_of_a_polars_frame_is_code_of_polars():
    rows = [r for r in ROWS if r["dataset"] == "asia" or r["seed"] < 2]
    wide = pd.DataFrame(rows).pivot(index=["method", "dataset"], columns="seed", values="value")
    melted = pl.DataFrame(
        [
            {"method": m, "dataset": d, "seed": s, "value": None if v != v else v}
            for (m, d), cells in wide.iterrows()
            for s, v in cells.items()
        ]
    )
    with pytest.warns(StatisticsWarning, match="no method has a value on 4 of 12") as caught:
        as_runs(melted)
    (code,) = [one.python for one in caught[0].message.message.remedies]
    assert read(eval(code, {"table": melted})) == expected_runs(rows)


def test_the_frame_of_a_summary_is_refused_as_a_summary():
    with pytest.raises(StatisticsError) as error:
        rank(summarize(TIDY).to_frame())
    assert "This is a summary: give its runs, with their values in the column 'value'" in str(
        error.value
    )
    assert "drop" not in str(error.value)
