"""Pivots whose index has chance values, bounds or a status have the runs of their tidy tables."""

import warnings

import numpy as np
import pandas as pd
import pytest

from edgemark import stats
from edgemark.errors import StatisticsError

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")

CHANCE = {("PC", "u"): 0.2, ("GES", "u"): 0.25, ("PC", "v"): 0.3, ("GES", "v"): 0.35}


def tidy(**same):
    rng = np.random.default_rng(3)
    return pd.DataFrame(
        [
            {
                "method": m, "dataset": d, "seed": s, "metric": k, "value": rng.integers(3, 9) / 10,
                "chance": CHANCE[m, k], "worst": 0.0, "best": 1.0, **same,
            }
            for m in ("PC", "GES") for d in "abc" for s in (1, 2) for k in "uv"
        ]
    )  # fmt: skip


def plain(values, *fields):
    names = ("method", "dataset", "seed", "metric", "value", "status", *fields)
    runs = stats.as_runs(values)
    return sorted(tuple(str(getattr(run, name)) for name in names) for run in runs)


@pytest.mark.parametrize("stated", ["worst", "best", "chance", "candidates"])
@pytest.mark.parametrize("reset", [False, True])
def test_fields_of_runs_do_not_become_metrics_after_reset_index(stated, reset):
    """Columns 'worst', 'best' and 'chance' were read as metrics, with summaries of their own."""
    table = tidy(candidates="all")
    pivot = table.pivot(index=["method", "dataset", "seed", stated], columns="metric", values="value")
    assert plain(pivot.reset_index() if reset else pivot, stated) == plain(table, stated)
    kept = stats.complete_cases(pivot.reset_index())
    assert {run.metric for run in kept} == {"u", "v"}


@pytest.mark.parametrize("columns", ["method", ["method", "metric"], ["metric", "method"]])
def test_each_method_may_have_its_own_chance_value(columns):
    """Empty cells beside the chance value of another method were counted as second runs."""
    table = tidy()
    if columns == "method":
        table = table[table["metric"] == "u"].drop(columns="metric")
    pivot = table.pivot(index=["dataset", "seed", "chance"], columns=columns, values="value")
    assert plain(pivot, "chance") == plain(table, "chance")
    assert plain(pivot.reset_index(), "chance") == plain(table, "chance")


def test_an_absent_run_has_no_chance_value_if_those_of_other_methods_differ():
    table = tidy()
    table = table[table["metric"] == "u"].drop(columns="metric")
    third = table[table["method"] == "PC"].assign(method="BOSS", chance=0.4).iloc[1:]
    table = pd.concat([table, third])
    pivot = table.pivot(index=["dataset", "seed", "chance"], columns="method", values="value")
    [absent] = [run for run in stats.as_runs(pivot) if run.status == "absent"]
    assert (absent.method, absent.key) == ("BOSS", ("a", "1"))
    assert np.isnan(absent.chance)


def test_a_status_in_the_index_belongs_to_the_run_of_its_row():
    table = tidy(status="ok", reason="")
    table = table[table["metric"] == "u"].drop(columns="metric")
    failed = (table["method"] == "PC") & (table["dataset"] == "b") & (table["seed"] == 1)
    table.loc[failed, ["value", "status", "reason"]] = [None, "failed", "no memory"]
    index = ["dataset", "seed", "status", "reason"]
    pivot = table.pivot(index=index, columns="method", values="value")
    for shape in (pivot, pivot.reset_index()):
        assert plain(shape, "reason") == plain(table, "reason")
    table.loc[table["dataset"] == "c", ["value", "status", "reason"]] = [None, "failed", "no memory"]
    with pytest.raises(StatisticsError, match=r"must say which run it is about; .* 'GES/c/1', 'PC/c/1'"):
        stats.as_runs(table.pivot(index=index, columns="method", values="value"))


@pytest.mark.parametrize("columns", ["method", "metric"])
@pytest.mark.parametrize("name", ["best", "chance", "status", "reason"])
def test_a_field_of_a_run_as_a_column_of_a_pivot_is_refused(columns, name):
    """A column may be computed from the others, such as the best value of a row."""
    keys = ["dataset", "seed", *({"method", "metric"} - {columns})]
    table = tidy()
    pivot = table.pivot(index=keys, columns=columns, values="value")
    for shape in (pivot, pivot.reset_index()):
        with pytest.raises(StatisticsError, match=f"'{name}', which is a field of a run"):
            stats.summarize(shape.assign(**{name: 1.0}))
    in_index = pivot.assign(worst=0.0).set_index("worst", append=True)
    assert plain(in_index, "worst") == plain(table, "worst")


@pytest.mark.parametrize("name", ["best", "worst", "chance"])
def test_a_column_after_the_methods_is_no_bound_of_their_runs(name):
    """Such a column was read as a bound: a maximum as the best value, a method as its chance value."""
    table = tidy(better="higher")
    table = table[table["metric"] == "u"].drop(columns=["metric", "worst", "best", "chance"])
    pivot = table.pivot(index=["dataset", "seed", "better"], columns="method", values="value")
    for shape in (pivot, pivot.reset_index("better"), pivot.reset_index()):
        with pytest.raises(StatisticsError, match=f"{name!r}, which is a field of a run"):
            stats.as_runs(shape.assign(**{name: shape[["PC", "GES"]].max(axis=1)}))
    stated = pivot.reset_index()
    stated.insert(0, name, 1.0)
    assert {getattr(run, name) for run in stats.as_runs(stated)} == {1.0}


# ---- absent runs, see docs/statistics.md


def test_mean_chance_counts_an_absent_run_as_chance():
    rows = [
        {"method": m, "dataset": d, "metric": "own", "value": v}
        for m, d, v in [("PC", "a", 10), ("PC", "b", 20), ("GES", "a", 30)]
    ]
    found = stats.summarize(rows, chance=50, worst=99, best=0, better="lower")["GES", "own"]
    assert (found.mean_best, found.mean_worst, found.mean_chance) == (15, 64.5, 40)
    stated = [{**row, "chance": 40 if row["dataset"] == "b" else 60} for row in rows]
    assert stats.summarize(stated)["GES", "own"].mean_chance == 35
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        differing = [*stated, {**stated[1], "method": "BOSS", "chance": 41}]
        assert np.isnan(stats.summarize(differing)["GES", "own"].mean_chance)


def scored(**missing):
    """Runs of three methods on two data sets with two seeds; `missing` gives a status by its run."""
    rows = [
        {"method": m, "dataset": d, "seed": s, "value": k + 1.0, "status": "ok"}
        for m in ("PC", "GES", "FCI") for k, d in enumerate("ab") for s in (1, 2)
    ]  # fmt: skip
    for row in rows:
        status = missing.get(f"{row['method']}_{row['dataset']}_{row['seed']}")
        if status:
            row.update(value=None, status=status)
    return pd.DataFrame([row for row in rows if row["status"] != "no run"])


@pytest.mark.parametrize(
    ("index", "columns"),
    [
        (["dataset", "seed", "worst"], "method"),
        (["dataset", "worst"], ["method", "seed"]),
        (["worst"], ["method", "dataset", "seed"]),
        (["seed", "worst", "method"], "dataset"),
    ],
)
def test_failed_runs_are_imputed_with_a_worst_value_that_only_they_have(index, columns):
    """The row of the failed run holds no value, so it was dropped with its worst value."""
    table = scored(PC_a_1="failed").drop(columns="status")
    table["worst"] = np.where(table["value"].isna(), 9.0, np.nan)
    pivot = table.pivot(index=index, columns=columns, values="value")
    blocks = [stats.rank(each, better="lower").blocks for each in (table, pivot)]
    assert [block.imputed for block in blocks] == [("a/1",), ("a/1",)]
    assert [block.left_out for block in blocks] == [(), ()]


def test_a_worst_value_that_may_belong_to_several_runs_is_refused():
    table = scored(PC_a_1="failed", PC_b_1="no run").drop(columns="status")
    table["worst"] = np.where(table["value"].isna(), 9.0, np.nan)
    pivot = table.pivot(index=["seed", "worst", "method"], columns="dataset", values="value")
    with pytest.raises(
        StatisticsError, match=r"got worst 9\.0 for the empty cells of 'PC/a/1', 'PC/b/1'"
    ):
        stats.rank(pivot, better="lower")


def test_an_absent_run_does_not_get_the_status_of_a_failed_run():
    """The absent run was counted as failed."""
    table = scored(PC_a_1="failed", PC_b_1="no run")
    with pytest.raises(StatisticsError, match="must say which run it is about"):
        stats.summarize(
            table.pivot(index=["seed", "status", "method"], columns="dataset", values="value")
        )
    pivot = table.pivot(index="status", columns=["method", "dataset", "seed"], values="value")
    assert plain(stats.complete_cases(pivot)) == plain(stats.complete_cases(table))
    assert str(stats.summarize(pivot).rows[0].summary.counts) == "2 of 4 runs: 1 failed, 1 absent"


def test_a_run_has_one_status():
    """The refused run was counted as failed, and replaced by a worst value."""
    table = scored(PC_a_1="failed", GES_b_2="refused")
    pivot = table.pivot(index="status", columns=["method", "dataset", "seed"], values="value")
    with pytest.raises(
        StatisticsError, match="got status 'failed' and status 'refused' for the empty cell"
    ):
        stats.summarize(pivot)
