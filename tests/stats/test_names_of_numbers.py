"""Statistics, metrics and costs are neither methods nor data sets, in any form of a table."""

import warnings

import pandas as pd
import polars as pl
import pytest

from edgemark.errors import StatisticsError, StatisticsWarning
from edgemark.stats import Run, Runs, as_runs, compare, rank, summarize

ROWS = [
    {"method": m, "dataset": d, "value": float(len(d) + 2 * len(m) + k % 3)}
    for m in ("PC", "GES")
    for k, d in enumerate(("asia", "alarm", "child", "sachs", "water"))
]
TIDY = pd.DataFrame(ROWS)
WIDE = TIDY.pivot(index="dataset", columns="method", values="value")
STATISTICS = ["mean", "Average", "All", "Total", "median", "STD", "sum", "se", "ci", "25%", "N", "last"]


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StatisticsWarning)
        yield


def refused(what, call, *args, **options):
    with pytest.raises(StatisticsError, match=rf"{what}.*(Leave|leave).*(give|Give)"):
        call(*args, **options)


def with_row(name):
    made = WIDE.copy()
    made.loc[name] = made.mean()
    return made


@pytest.mark.parametrize("name", STATISTICS)
def test_s8_2_one_row_of_a_statistic_is_no_data_set(name):
    wide = with_row(name)
    both = {"better": "lower"}
    refused("data set", rank, wide, **both)
    refused("data set", rank, wide.reset_index(), **both)
    melted = pl.DataFrame(wide.reset_index().to_dict("list")).unpivot(
        index=["dataset"], variable_name="method", value_name="value"
    )
    refused("data set", rank, melted, **both)
    refused("data set", rank, wide.to_dict(), **both)
    refused("data set", rank, wide.stack(), **both)
    refused("data set", summarize, wide.stack().rename("value").reset_index())
    refused("data set", compare, wide["PC"], wide["GES"], **both)
    refused("data set", compare, wide["PC"].to_dict(), wide["GES"].to_dict(), **both)
    tidy = pd.concat([TIDY, pd.DataFrame([{"method": m, "dataset": name, "value": 1} for m in WIDE])])
    refused("data set", rank, tidy, **both)
    refused("data set", rank, tidy.to_dict("records"), **both)
    assert len(rank(WIDE, **both).blocks.names) == 5


def test_s8_2_margins_are_neither_methods_nor_data_sets_nor_seeds():
    for name in ("All", "Total"):
        table = TIDY.pivot_table(
            index="dataset", columns="method", values="value", margins=True, margins_name=name
        )
        refused(f"'{name}'", rank, table, better="lower")
        refused("data set", rank, table.drop(columns=name), better="lower")
        refused("method", rank, table.drop(index=name).stack().rename("value").reset_index())
        seeds = TIDY.assign(seed=[3, 4, 5, 6, 7] * 2).pivot_table(
            index="seed", columns="method", values="value", margins=True, margins_name=name
        )
        refused("seed|data set", rank, seeds.drop(columns=name), better="lower")
        refused("seed", summarize, {("asia", 1): 3.0, ("asia", name): 4.0})


@pytest.mark.parametrize(
    "name",
    [
        *STATISTICS,
        "f1",
        "shd",
        "SID",
        "avg",
        "stdev",
        "nodes",
        "runtime",
        "time",
        "memory",
        "alpha",
        "0.25",
    ],
)
@pytest.mark.parametrize("of", [lambda rows: pd.DataFrame(rows).rename_axis(columns="method"), dict])
def test_s8_3_columns_that_are_no_methods_are_refused(name, of):
    columns = {"PC": [1.0, 2.0, 3.0], "GES": [2.0, 2.5, 3.0], name: [5.0, 6.0, 7.0]}
    with pytest.raises(StatisticsError, match=r"if it is (no|a) method"):
        rank(of(columns), better="lower")


@pytest.mark.parametrize("name", ["seed", "dataset", "Metric", "data_set", "status"])
def test_keys_of_rows_are_no_methods_of_a_dictionary(name):
    with pytest.raises(StatisticsError, match="is a column of tidy tables"):
        rank({"PC": [1, 2, 3], "GES": [2, 3, 4], name: [0, 1, 2]}, better="lower")


@pytest.mark.parametrize("of", [pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize("name", ["chance", "worst", "best", "status", "reason"])
def test_s8_3_known_columns_of_runs_are_no_methods(of, name):
    frame = of({"dataset": ["a", "b"], "PC": [1.0, 2.0], "GES": [2.0, 2.5], name: [5.0, 6.0]})
    with pytest.raises(StatisticsError, match="needs the column 'value'"):
        rank(frame, better="lower")


def test_s8_3_known_columns_among_the_labels_of_methods_are_refused():
    with pytest.raises(StatisticsError, match="'chance', which is a field of a run"):
        rank(WIDE.assign(chance=9.0), better="lower")


@pytest.mark.parametrize("of", [pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize("other", ["alpha", "nodes", "GES"])
@pytest.mark.parametrize("key", ["dataset", "seed"])
def test_s8_3_a_column_value_makes_a_frame_tidy(of, other, key):
    table = {key: ["a", "b", "c"], other: [1.0, 2.0, 3.0], "value": [4.0, 5.0, 6.0]}
    with pytest.raises(StatisticsError, match="needs the method of each run"):
        rank(of(table), better="lower")
    assert [row.summary.mean for row in summarize(of(table))] == [5.0]


def test_s8_3_usual_names_of_methods_are_read():
    names = [
        "PC-Max",
        "PC_max",
        "PC_stable",
        "precision_matrix",
        "GES",
        "random",
        "LiNGAM",
        "MMHC",
        "order",
    ]
    frame = pd.DataFrame({name: [1.0 + k, 2.0, 3.0 + k] for k, name in enumerate(names)})
    frame = frame.rename_axis(columns="method")
    assert set(rank(frame, better="lower").methods) == set(names)


def test_s8_3_runs_that_name_their_methods_are_read_as_they_are():
    made = [Run(1.0, method="mean", dataset="all"), Run(2.0, method="mean", dataset="asia")]
    assert as_runs(made).datasets == ("all", "asia")
    assert as_runs(Runs(tuple(made))).methods == ("mean",)


@pytest.mark.parametrize(
    "name", ["Avg.", "Mean:", "Mean over seeds", "mean ± sd", "Grand Total", "trial", "id"]
)
def test_s9_rows_and_columns_of_summaries_are_refused(name):
    wide = {"PC": {"a": 1.0, "b": 2.0, name: 1.5}, "GES": {"a": 2.0, "b": 3.0, name: 2.5}}
    with pytest.raises(StatisticsError, match="must not have the name"):
        rank(wide, better="lower")


@pytest.mark.parametrize("name", ["VAR", "mean field", "0.05", "the mean"])
def test_s9_names_of_methods_are_accepted(name):
    found = rank({name: [1.0, 2.0, 3.0], "PC": [4.0, 5.0, 6.0]}, better="lower")
    assert found.order == (name, "PC")


def test_s9_a_run_for_every_seed_makes_no_empty_cell_of_a_pivot_absent():
    pc = [("PC", f"d{k}", s, 10.0 + k + s) for k in range(7) for s in range(3)]
    ges = [("GES", f"d{k}", None, 5.0 + k) for k in range(7)]
    tidy = pd.DataFrame(pc + ges, columns=["method", "dataset", "seed", "value"])
    pivot = tidy.pivot(index=["dataset", "seed"], columns="method", values="value")
    wanted = rank(tidy, better="lower", worst=100)
    assert wanted.order == ("GES", "PC")
    for shape in (pivot, pivot.reset_index()):
        assert str(rank(shape, better="lower", worst=100)) == str(wanted)


@pytest.mark.parametrize("where", [{}, {"dataset": "asia"}])
def test_s9_a_run_without_a_seed_holds_for_every_seed_with_and_without_data_sets(where):
    rows = [{"method": "PC", "seed": s, "value": 10 + s, **where} for s in range(8)]
    found = rank([*rows, {"method": "GES", "value": 5, **where}], better="lower")
    assert found.order == ("GES", "PC")
    assert "GES is better than PC on 100 % of 8 runs" in str(found)


def test_s9_the_best_of_the_methods_is_no_method_for_summaries_either():
    runs = [
        {"method": m, "dataset": f"d{k}", "seed": s, "value": v + k + s}
        for m, v in (("PC", 1), ("GES", 2)) for k in range(3) for s in range(2)
    ]  # fmt: skip
    wide = pd.DataFrame(runs).pivot(index=["dataset", "seed"], columns="method", values="value")
    wide["best"] = wide.min(axis=1)
    for table in (wide, wide.stack()):
        for ask in (summarize, lambda runs: rank(runs, better="lower")):
            with pytest.raises(StatisticsError, match="'best'"):
                ask(table)


def test_value_is_the_name_of_a_column_for_methods_data_sets_and_seeds():
    for field in ("method", "dataset", "seed"):
        rows = [{**row, field: "value"} for row in ROWS[:1]]
        with pytest.raises(StatisticsError, match="where 'value' is a column of tidy tables"):
            rank(rows, better="lower")


def test_a_summary_is_found_by_a_similar_name_as_runs_are():
    rows = [
        {"method": m, "dataset": k, "metric": "shd", "value": k} for m in ("PC", "GES-1") for k in "12"
    ]
    rows = [row | {"value": 1.0 + (row["method"] == "PC")} for row in rows]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table = summarize(rows)
    assert table["pc", "SHD"].mean == table["PC", "shd"].mean == 2
    assert table["ges 1", "shd"].mean == 1


def test_a_generator_of_rows_is_a_table_like_a_list():
    rows = [{"method": m, "dataset": k, "metric": "shd", "value": int(k)} for m in "ab" for k in "123"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert str(summarize(row for row in rows)) == str(summarize(rows))
