"""Runs that are absent in a pivot have the bounds that they have in its tidy table."""

import math

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgemark import stats
from edgemark.errors import StatisticsError

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")

KEYS = ["method", "dataset", "seed", "metric", "convention"]
BOUNDS = ["worst", "best", "chance"]
WORST = {"small": 10, "large": 100}
NUMBERS = [("u", "plain"), ("u", "lenient"), ("v", "plain")]


def two_sizes():
    """PC is one better on every run, but has no run on large/4 and large/5."""
    return pd.DataFrame(
        [
            {
                "method": m, "dataset": d, "seed": s, "worst": WORST[d], "better": "lower",
                "value": (8.0 if d == "large" else 2 + s / 2) + (m == "GES"),
            }
            for m in ("PC", "GES") for d in WORST for s in range(6)
            if not (m == "PC" and d == "large" and s > 3)
        ]
    )  # fmt: skip


def wide(table, columns):
    """The pivot of a tidy table; what is not in its columns is in its index."""
    others = [name for name in table.columns if name != "value"]
    index = [name for name in others if name not in columns]
    return table.set_index([*index, *columns])["value"].unstack(columns)


def rounded(numbers):
    return [None if x is None or x != x else float(f"{x:.9g}") for x in numbers]


def summaries(table, replicate):
    """Mean, spread, substitutes and counts by method, metric and convention; in any order."""
    names = ["n", "mean", "sd", "mean_best", "mean_worst", "mean_chance", "runs", "ok", "absent"]
    rows = stats.summarize(table, replicate=replicate, resamples=100).to_dicts()
    return {
        tuple(row[name] for name in ("method", "metric", "convention")): rounded(map(row.get, names))
        for row in rows
    }


def ranks(runs, replicate):
    """Ranks, and of each pair the p-value and the size of the effect; in any order."""
    try:
        found = stats.rank(runs, replicate=replicate, better="lower")
    except StatisticsError:
        return "refused"
    of_pairs = {frozenset((p.a, p.b)): rounded((p.p_holm, abs(p.effect))) for p in found.pairs}
    of_methods = dict(zip(found.methods, rounded(found.average_ranks), strict=True))
    return of_methods, of_pairs, found.blocks.n_imputed, len(found.blocks.left_out)


@pytest.mark.parametrize("columns", [["dataset"], ["method"], ["seed"], ["dataset", "method"]])
@pytest.mark.parametrize("reset", [False, True])
def test_an_absent_run_takes_the_bound_of_its_own_data_set(columns, reset):
    """Two runs on large data took 10, the worst value on small data, and PC won by it."""
    table = two_sizes()
    pivot = wide(table, columns).reset_index() if reset else wide(table, columns)
    # 6 values on small data (mean 3.25), 4 on large data (8) and 2 of its worst value.
    assert stats.summarize(pivot)["PC", ""].mean_worst == (3.25 + (4 * 8 + 2 * 100) / 6) / 2
    found = stats.rank(pivot, replicate="seed")
    # 10 differences of -1 (ranks 1 to 10, mean 5.5), 2 of +91 (mean rank 11.5).
    assert found.pairs[0].p_holm > 0.05
    assert abs(found.pairs[0].effect) == pytest.approx((55 - 23) / 78)
    assert ranks(pivot, "seed") == ranks(table, "seed")


def test_an_absent_run_takes_the_chance_value_of_its_own_convention():
    chance = {"skeleton": 0.2, "directed": 0.3}
    table = pd.DataFrame(
        [
            {
                "method": m, "dataset": d, "seed": 0, "metric": "f1", "convention": k,
                "value": 0.5 + 0.05 * i + 0.1 * (m == "GES"), "chance": chance[k],
            }
            for m in ("PC", "GES") for i, d in enumerate("abcdef") for k in chance
            if (m, d, k) != ("PC", "f", "directed")
        ]
    )  # fmt: skip
    for columns in (["convention"], ["metric", "convention"], ["metric", "convention", "method"]):
        found = stats.summarize(wide(table, columns))["PC", "f1", "directed"]
        assert found.mean_chance == pytest.approx((0.5 + 0.55 + 0.6 + 0.65 + 0.7 + 0.3) / 6)


@pytest.mark.parametrize("columns", [["dataset"], ["dataset", "method"], ["seed", "method"]])
def test_a_bound_is_kept_if_several_rows_of_the_index_have_an_empty_cell(columns):
    """Data sets were left out: five of seven can give no p-value below .0625."""
    worst = {d: 10 * (i + 1) for i, d in enumerate("abcdefg")}
    table = pd.DataFrame(
        [
            {
                "method": m, "dataset": d, "seed": 0, "value": i + 1.0 + 2 * (m == "GES"),
                "worst": worst[d], "better": "lower",
            }
            for m in ("PC", "GES") for i, d in enumerate(worst)
            if m == "PC" or d not in "fg"
        ]
    )  # fmt: skip
    found = stats.rank(wide(table, columns))
    assert len(found.blocks.names) == 7
    assert found.pairs[0].p_holm == pytest.approx(2 / 2**7)


def test_a_run_without_a_seed_leaves_a_pivot_readable():
    """An empty cell beside a run without a seed was an absent run without a seed, which was refused."""
    rows = [(m, d, s) for m in ("PC", "GES") for d in "ab" for s in (1, 2) if (m, d) != ("PC", "b")]
    rows += [("LIN", "a", None), ("LIN", "b", None)]
    table = pd.DataFrame(rows, columns=["method", "dataset", "seed"])
    table["value"] = range(len(table))
    pivot = table.set_index(["dataset", "seed", "method"])["value"].unstack("method")
    lacks = {(run.method, *run.key) for run in stats.as_runs(pivot) if run.status == "absent"}
    assert lacks == {("PC", "b", "1"), ("PC", "b", "2")}
    assert summaries(pivot, "dataset") == summaries(table, "dataset")


def test_a_stated_bound_of_an_absent_run_is_kept():
    rows = [{"method": "PC", "dataset": d, "value": 1, "worst": 9, "chance": 5} for d in "ab"]
    rows += [
        {"method": "GES", "dataset": "a", "value": 3, "worst": 9, "chance": 5},
        {"method": "GES", "dataset": "b", "value": None, "status": "absent", "worst": 7},
    ]
    found = stats.summarize(rows)["GES", ""]
    assert (found.mean_worst, found.mean_chance) == (5, 4)


@st.composite
def tables(draw):
    """Tidy tables in which some runs are absent, and bounds differ by data set and number."""
    methods, datasets = ["PC", "GES", "LIN"][: draw(st.integers(2, 3))], ["s", "m", "l"]
    datasets = datasets[: draw(st.integers(1, 3))]
    seeds = range(draw(st.integers(1, 3)))
    numbers = draw(st.sampled_from([NUMBERS[:1], NUMBERS[:2], NUMBERS]))
    stated = draw(st.lists(st.sampled_from(BOUNDS), unique=True))
    size = st.integers(0, 9)
    own = {
        (d, k): {"worst": 10 + draw(size), "best": -draw(size), "chance": draw(size)}
        for d in datasets
        for k in numbers
    }
    rows = []
    for method in methods:
        is_fixed = method == "LIN" and draw(st.booleans())
        for number in numbers:
            places = [(d, s) for d in datasets for s in ([None] if is_fixed else seeds)]
            first = draw(st.sampled_from(places))  # A method lacks no metric completely.
            for d, s in places:
                if (d, s) == first or draw(st.integers(0, 3)):
                    bounds = {name: own[d, number][name] for name in stated}
                    row = dict(zip(KEYS, (method, d, s, *number), strict=True))
                    rows.append({**row, **bounds, "better": "lower", "value": draw(size)})
    return pd.DataFrame(rows)


@given(
    tables(),
    st.lists(st.sampled_from(KEYS), unique=True, min_size=1, max_size=4),
    st.booleans(),
    st.sampled_from(["dataset", "seed"]),
)
def test_any_pivot_gives_the_summaries_and_ranks_of_its_tidy_table(table, columns, reset, replicate):
    pivot = wide(table, columns)
    pivot = pivot.reset_index() if reset else pivot
    assert summaries(pivot, replicate) == summaries(table, replicate)
    of_pivot, of_table = (stats.as_runs(shape).by_number() for shape in (pivot, table))
    assert of_pivot.keys() == of_table.keys()
    for number, runs in of_table.items():
        assert ranks(of_pivot[number], replicate) == ranks(runs, replicate)
    assert not any(math.isnan(run.value) and run.status == "ok" for run in stats.as_runs(pivot))


def test_an_empty_cell_without_a_seed_is_absent_if_only_other_data_sets_have_seeds():
    index = pd.MultiIndex.from_tuples(
        [("asia", 1), ("asia", 2), ("alarm", "")], names=["dataset", "seed"]
    )
    table = pd.DataFrame({"PC": [0.1, 0.2, 0.3], "GES": [0.4, 0.5, None]}, index)
    runs = stats.as_runs(table.rename_axis(columns="method"))
    absent = [(run.method, run.dataset, run.seed) for run in runs if run.status == "absent"]
    assert absent == [("GES", "alarm", "")]
