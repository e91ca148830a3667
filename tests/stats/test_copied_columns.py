"""Columns that readers of files renamed because two had one name, and axes with the wrong name."""

import datetime as dt
import io
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest

from edgemark.errors import StatisticsError, StatisticsWarning
from edgemark.stats import as_runs, rank, summarize

ROWS = [
    {"method": m, "dataset": d, "seed": s, "value": float(v + s + 3 * k)}
    for m, v in (("PC", 9), ("GES", 3), ("BOSS", 2))
    for k, d in enumerate(("asia", "alarm"))
    for s in range(4)
]
TIDY = pd.DataFrame(ROWS)
KNOWN = ["method", "dataset", "seed", "value"]
READERS = {
    "pandas": lambda text: pd.read_csv(io.StringIO(text)),
    "polars": lambda text: pl.read_csv(io.StringIO(text)),
}
RENAMED = {"pandas": "{}.{}", "polars": "{}_duplicated_{}"}


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StatisticsWarning)
        yield


def read(table):
    return sorted((run.method, run.dataset, run.seed, run.value) for run in as_runs(table))


def refused(table):
    with pytest.raises(StatisticsError) as caught:
        as_runs(table)
    return str(caught.value), [one.python for one in caught.value.message.remedies if one.python]


def typed(code, table):
    return eval(code, {"table": table, "pandas": pd, "polars": pl})


def as_csv(tables, columns):
    """The text of tables side by side; a shorter one ends in empty cells."""
    n = max(map(len, tables))
    lines = [",".join(name for _ in tables for name in columns)]
    for k in range(n):
        cells = [
            str(table.iloc[k][name]) if k < len(table) else "" for table in tables for name in columns
        ]
        lines.append(",".join(cells))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("n_tables", [2, 3])
@pytest.mark.parametrize("shorter", [0, 3])
def test_tables_side_by_side_are_put_below_each_other(reader, n_tables, shorter):
    tables = [table for _, table in TIDY.groupby("method", sort=False)][:n_tables]
    tables[-1] = tables[-1].iloc[: len(tables[-1]) - shorter]
    table = READERS[reader](as_csv(tables, KNOWN))
    text, (code,) = refused(table)
    assert "Put the tables below each other" in text
    assert read(typed(code, table)) == read(pd.concat(tables))


@pytest.mark.parametrize("reader", READERS)
def test_tables_that_share_their_keys_keep_them(reader):
    one, two = (TIDY[TIDY.method == m].reset_index(drop=True) for m in ("PC", "GES"))
    lines = ["dataset,seed,method,value,note,method,value,note"]
    for k in range(len(one)):
        cells = [one.dataset[k], one.seed[k], "PC", one.value[k], "x", "GES", two.value[k], "y"]
        lines.append(",".join(map(str, cells)))
    table = READERS[reader]("\n".join(lines) + "\n")
    _, (code,) = refused(table)
    assert read(typed(code, table)) == read(pd.concat([one, two]))


def test_a_named_index_stays_with_tables_side_by_side():
    one, two = (TIDY[TIDY.method == m].reset_index(drop=True) for m in ("PC", "GES"))
    table = pd.concat([one.drop(columns="dataset"), two.drop(columns=["dataset"])], axis=1)
    table.columns = ["method", "seed", "value", "method.1", "seed.1", "value.1"]
    table = table.set_index(pd.Index(one.dataset, name="dataset"))
    _, (code,) = refused(table)
    assert read(typed(code, table)) == read(pd.concat([one, two]))


@pytest.mark.parametrize("reader", READERS)
def test_a_second_column_of_values_holds_other_seeds_or_is_left_out(reader):
    table = READERS[reader]("method,dataset,value,value\nPC,asia,3,5\nPC,alarm,4,7\n")
    text, (seeds, without) = refused(table)
    assert "repetitions" in text
    assert [(d, v) for _, d, _, v in read(typed(seeds, table))] == [
        ("alarm", 4), ("alarm", 7), ("asia", 3), ("asia", 5)
    ]  # fmt: skip
    assert len({run.seed for run in as_runs(typed(seeds, table))}) == 2
    assert read(typed(without, table)) == [("PC", "alarm", "", 4), ("PC", "asia", "", 3)]


@pytest.mark.parametrize("reader", READERS)
def test_a_second_column_of_a_method_is_renamed_or_left_out(reader):
    table = READERS[reader]("dataset,PC,GES,PC,PC\nasia,3,2,4,5\nalarm,5,4,4,5\nsachs,4,4,4,5\n")
    codes = refused(table)[1]
    found = []
    for code in codes:
        second = typed(code, table)
        text, (named, *_) = refused(second)
        assert "are methods, say so" in text
        found.append(as_runs(typed(named, second)).methods)
    assert [len(methods) for methods in found] == [4, 2]
    assert found[1] == ("PC", "GES")


def test_columns_that_are_named_as_methods_are_no_exception():
    wide = pd.DataFrame({"PC": [3, 5], "GES": [2, 4], "PC.1": [3, 5]}).rename_axis(columns="method")
    text, (renamed, without) = refused(wide)
    assert "a second column 'PC'" in text
    assert as_runs(typed(without, wide)).methods == ("PC", "GES")
    assert len(as_runs(typed(renamed, wide)).methods) == 3


def test_a_second_column_of_keys_is_left_out_if_it_is_the_same():
    table = pd.DataFrame({"dataset": ["asia", "alarm"], "value": [1, 2], "dataset.1": ["asia", "alarm"]})
    _, (code,) = refused(table)
    assert read(typed(code, table)) == [("", "alarm", "", 2), ("", "asia", "", 1)]
    text, codes = refused(table.assign(**{"dataset.1": ["alarm", "asia"]}))
    assert (codes, "Match the tables" in text) == ([], True)


@pytest.mark.parametrize("names", [("v2", "v2.1"), ("0", "0.1"), ("PC", "PC.0"), ("PC", "GES.1")])
def test_versions_and_settings_are_no_copies(names):
    wide = pd.DataFrame({name: [3, 5] for name in names}).rename_axis(columns="method")
    assert as_runs(wide).methods == names


def test_copies_of_columns_that_are_not_read_do_not_matter():
    assert len(as_runs(TIDY.assign(**{"note": "x", "note.1": "y"}))) == len(TIDY)


# ---- names of axes

WIDE = TIDY[TIDY.seed == 0].pivot(index="dataset", columns="method", values="value")


@pytest.mark.parametrize("name", ["Method", "METHOD", "method ", "Data set", "Seed"])
@pytest.mark.parametrize("rows", ["dataset", None])
def test_the_name_of_columns_is_spelled_as_that_of_a_column(name, rows):
    text, (code,) = refused(WIDE.rename_axis(columns=name, index=rows))
    key = name.strip().lower().replace(" ", "")
    assert f"the name of the columns must be spelled {key!r}; got {name!r}" in text
    assert typed(code, WIDE).columns.name == key
    if key == "method" and rows:
        assert read(typed(code, WIDE)) == read(TIDY[TIDY.seed == 0].drop(columns="seed"))


def test_a_tidy_frame_keeps_its_rights_under_any_name():
    assert read(TIDY.rename_axis(columns="Method")) == read(TIDY)
    assert read(TIDY.rename_axis(columns="variable")) == read(TIDY)


def test_a_foreign_name_of_columns_is_said():
    assert "and 'algorithm' as their name" in refused(WIDE.rename_axis(columns="algorithm"))[0]


@pytest.mark.parametrize("columns", ["method", None])
def test_an_index_named_value_is_asked_what_it_holds(columns):
    table = WIDE.rename_axis(columns=columns, index="value")
    text, codes = refused(table)
    assert "got 'value', such as 'alarm'" in text
    table = typed(codes[0], table)
    if columns is None:
        table = typed(refused(table)[1][0], table)
    assert read(table) == read(WIDE)


def test_values_in_the_index_of_a_tidy_frame_are_read():
    assert read(TIDY.set_index("value")) == read(TIDY)
    assert read(TIDY.set_index(["dataset", "value"])) == read(TIDY)
    assert rank(TIDY.set_index("value"), better="lower").order == ("BOSS", "GES", "PC")


# ---- columns that are not read

DAYS = [dt.date(2026, 1, k) for k in (1, 2, 3)]
LABELS = {
    "text": list("abc"),
    "bytes": [b"a", b"b", b"c"],
    "dates": DAYS,
    "times": pd.date_range("2026", periods=3),
    "periods": pd.period_range("2026", periods=3),
    "categories": pd.Categorical(list("abc")),
    "some times": [pd.NaT, pd.NaT, pd.Timestamp("2026-01-01")],
}
OTHERS = {
    "numbers": [1, 2, 3],
    "truth values": [True, False, True],
    "durations": pd.to_timedelta([1, 2, 3], unit="s"),
    "no times": [pd.NaT] * 3,
    "nothing": [None] * 3,
}


def warned(table):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        summarize(table)
    return [str(one.message) for one in caught if "not read" in str(one.message)]


@pytest.mark.parametrize("what", [*LABELS, *OTHERS])
def test_labels_that_are_not_read_are_named_whatever_their_type(what):
    table = pd.DataFrame({"method": ["PC"] * 3, "seed": [1, 2, 3], "value": [1.0, 2, 3]})
    table["task"] = {**LABELS, **OTHERS}[what]
    assert bool(warned(table)) == (what in LABELS)
    if what in LABELS:
        assert "the column 'task' is not read" in warned(table)[0]
    assert not warned(table.assign(dataset="asia"))


def test_labels_of_polars_and_of_dictionaries_are_named_too():
    plain = {"method": ["PC"] * 3, "seed": [1, 2, 3], "value": [1.0, 2, 3], "task": DAYS}
    assert warned(pl.DataFrame(plain))
    rows = [dict(zip(plain, row, strict=True)) for row in zip(*plain.values(), strict=True)]
    assert warned(rows)
    assert warned([{**row, "task": np.datetime64("2026-01-01")} for row in rows])
    assert not warned([{**row, "task": np.datetime64("NaT")} for row in rows])


def test_the_advice_for_tables_side_by_side_keeps_every_run():
    """The advice was in words only."""
    runs = [("PC", "a", 1.0), ("PC", "b", None), ("PC", "c", 3.0), ("GES", "a", 2.0)]
    tidy = pd.DataFrame(runs, columns=["method", "dataset", "value"])
    table = pd.concat([tidy[:3], tidy[3:].reset_index(drop=True)], axis=1)
    with pytest.raises(StatisticsError, match="Put the tables below each other: ") as caught:
        as_runs(table)
    code = str(caught.value).partition("each other: ")[2]
    found = as_runs(eval(code, {"pandas": pd, "table": table}))
    assert list(map(str, found)) == list(map(str, as_runs(tidy)))


@pytest.mark.parametrize("name", ["PC2", "PC"])
def test_polars_copies_are_found_whatever_the_first_name_ends_in(name):
    table = READERS["polars"](f"{name},{name}\n1,2\n2,4\n")
    with pytest.raises(StatisticsError, match=f"got '{name}_duplicated_0', as readers of files"):
        as_runs(table)
    versions = pd.DataFrame({"v2": [1, 2], "v2.1": [2, 4]}).rename_axis(columns="method")
    assert as_runs(versions).methods == ("v2", "v2.1")


def test_a_value_that_is_missing_alone_stays_a_run_of_its_table():
    index = pd.Index(["asia", "alarm"], name="dataset")
    table = pd.DataFrame([[3, 4], [5, None]], index, columns=["value", "value"])
    _, (code,) = refused(table)
    found = {(run.method, run.dataset): run.status for run in as_runs(typed(code, table))}
    assert found == {
        ("A", "asia"): "ok", ("A", "alarm"): "ok", ("B", "asia"): "ok", ("B", "alarm"): "undefined"
    }  # fmt: skip


def test_a_key_that_is_there_twice_is_left_out_whichever_column_is_first():
    table = pd.DataFrame([[3, 1, 1], [4, 2, 2]], columns=["value", "seed", "seed"])
    _, (code,) = refused(table)
    assert read(typed(code, table)) == [("", "", "1", 3.0), ("", "", "2", 4.0)]
