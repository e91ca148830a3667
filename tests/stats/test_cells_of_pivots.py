"""Empty cells of pivots do not count as runs. A run that only other methods have is absent."""

import pandas as pd
import pytest

from edgemark.errors import StatisticsError
from edgemark.stats import as_runs, compare, rank, summarize

# A has lower values than B on 10 data sets with one seed, and higher values on 10 with ten seeds. No two
# data sets share a seed.
ROWS = [
    {"method": m, "dataset": f"d{i}", "seed": 10 * i + s, "value": v}
    for i in range(20)
    for s in range(1 if i < 10 else 10)
    for m, v in (("A", 0.2 + i / 1000 if i < 10 else 0.6 + i / 1000), ("B", 0.5))
]
TIDY = pd.DataFrame(ROWS)

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")


def of(method, rows=TIDY):
    return rows[rows.method == method]


def pivot(rows):
    return rows.pivot(index="dataset", columns="seed", values="value")


def expected_runs(rows):
    """The runs of dictionaries, read without pandas and edgemark."""
    return sorted((r["dataset"], str(r["seed"]), r["value"]) for r in rows)


@pytest.mark.parametrize(
    ("index", "columns"),
    [("dataset", "seed"), ("seed", "dataset"), ("seed", ["method", "dataset"])],
)
def test_empty_cells_of_a_pivot_of_one_method_are_no_runs(index, columns):
    wide = of("A").pivot(index=index, columns=columns, values="value")
    runs = as_runs(wide)
    assert sorted((run.dataset, run.seed, run.value) for run in runs) == expected_runs(
        [r for r in ROWS if r["method"] == "A"]
    )
    assert {run.status for run in runs} == {"ok"}
    assert "undefined" not in str(summarize(wide, worst=0))
    assert (
        str(summarize(wide, worst=0)).split()[-6:]
        == str(summarize(of("A").drop(columns="method"), worst=0)).split()[-6:]
    )


def test_the_worst_value_replaces_no_empty_cell():
    both = {"better": "higher", "worst": 0}
    right = compare(of("A"), of("B"), **both)
    found = compare(pivot(of("A")), pivot(of("B")), **both)
    assert (found.means, found.p_value, found.difference) == (
        right.means, right.p_value, right.difference,
    )  # fmt: skip
    assert len(found.pairs.names) == 20
    tidy = rank(TIDY, **both)
    ranked = rank({m: pivot(of(m)) for m in "AB"}, **both)
    assert ranked.blocks.n_imputed == 0
    assert (ranked.order, ranked.pairs[0].p_holm) == (tidy.order, tidy.pairs[0].p_holm)


def test_a_pivot_without_any_value_has_no_runs():
    empty = pivot(of("A").assign(value=float("nan")))
    with pytest.raises(StatisticsError, match="at least one run"):
        summarize(empty)


@pytest.mark.parametrize("columns", [["method", "dataset"], ["method", "seed"]])
def test_runs_that_one_method_lacks_are_absent(columns):
    every = [
        {"method": m, "dataset": d, "seed": s, "value": float(s + len(m) + 9 * i)}
        for m in ("PC", "GES")
        for i, d in enumerate(("asia", "alarm", "child"))
        for s in range(3)
    ]
    lacks = {("PC", "asia", 1), ("PC", "alarm", 2)}
    rows = [r for r in every if (r["method"], r["dataset"], r["seed"]) not in lacks]
    (index,) = {"dataset", "seed"}.difference(columns)
    wide = pd.DataFrame(rows).pivot(index=index, columns=columns, values="value")
    lost = {(run.method, run.dataset, int(run.seed)) for run in as_runs(wide) if run.status == "absent"}
    assert lost == lacks
    assert all(run.status in ("ok", "absent") for run in as_runs(wide))
    found, right = (summarize(table, better="lower") for table in (wide, pd.DataFrame(rows)))
    assert sorted(str(found).splitlines()) == sorted(str(right).splitlines())


@pytest.mark.parametrize("reset", [False, True])
def test_runs_that_one_method_lacks_are_left_out_of_a_ranking(reset):
    every = [
        {"method": m, "dataset": d, "seed": s, "value": float(s + len(m) + 9 * i)}
        for m in ("PC", "GES")
        for i, d in enumerate(("alarm", "asia", "child"))
        for s in range(3)
    ]
    rows = pd.DataFrame([r for k, r in enumerate(every) if k not in (1, 5)])
    wide = rows.pivot(index=["dataset", "seed"], columns="method", values="value")
    wide = wide.reset_index() if reset else wide
    found, right = (rank(table, better="lower") for table in (wide, rows))
    assert set(found.blocks.left_out) == set(right.blocks.left_out) == {"alarm/1", "asia/2"}
    assert sorted(str(found).splitlines()) == sorted(str(right).splitlines())
    only_pc, only_ges = (rows[(rows.method == m) & (rows.seed == s)] for m, s in (("PC", 0), ("GES", 1)))
    apart = pd.concat([only_pc, only_ges]).pivot(
        index=["dataset", "seed"], columns="method", values="value"
    )
    with pytest.raises(StatisticsError, match="Score the same data sets and seeds") as caught:
        rank(apart, better="lower")
    assert "worst" not in str(caught.value)


def test_a_styled_frame_is_read_as_its_frame():
    styled = TIDY.style
    assert as_runs(styled) == as_runs(TIDY)
    assert str(rank(styled, better="higher")) == str(rank(TIDY, better="higher"))
