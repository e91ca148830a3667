"""Labels of columns are methods only if they name methods: not data sets, metrics or statistics."""

import re
from itertools import permutations, product
from statistics import fmean

import pandas as pd
import polars as pl
import pytest

from edgemark import Graph, evaluate_many
from edgemark.errors import StatisticsError
from edgemark.stats import as_runs, compare, complete_cases, metric_agreement, rank, summarize

LEVELS = ("method", "dataset", "seed")
ROWS = [
    {"method": m, "dataset": d, "seed": s, "value": float(s + 10 * i + (s + k) % 3)}
    for k, m in enumerate(("PC", "GES", "BOSS"))
    for i, d in enumerate(("asia", "alarm", "child"))
    for s in range(4)
]
TIDY = pd.DataFrame(ROWS)

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")


def plain(table):
    return sorted((run.method, run.dataset, run.seed, run.value) for run in as_runs(table))


def said(rows=ROWS):
    """What the dictionaries themselves say, without pandas and without edgemark."""
    return sorted((r["method"], r["dataset"], str(r["seed"]), r["value"]) for r in rows)


def means(rows=ROWS):
    """The mean of each method over the means of its data sets."""
    found = {}
    for m in dict.fromkeys(r["method"] for r in rows):
        own = [r for r in rows if r["method"] == m]
        sets = dict.fromkeys(r["dataset"] for r in own)
        found[m] = fmean(fmean(r["value"] for r in own if r["dataset"] == d) for d in sets)
    return found


@pytest.mark.parametrize(
    ("index", "columns"),
    [(order[:cut], order[cut:]) for order in permutations(LEVELS) for cut in (1, 2)],
)
@pytest.mark.parametrize("reset", [False, True])
def test_r7_1_every_pivot_is_read_by_the_names_of_its_levels(index, columns, reset):
    wide = TIDY.pivot(index=list(index), columns=list(columns), values="value")
    if reset:
        wide = wide.reset_index()
    if (list(columns), reset) != (["method"], False):  # its columns are methods, which was always read
        assert plain(wide) == said()
    if list(columns) == ["method"] or list(index) != ["method"]:
        found = rank(wide, better="lower")
        assert sorted(found.methods) == ["BOSS", "GES", "PC"]
        assert {m: pytest.approx(row["mean"]) for m, row in zip(
            found.order, found.method_rows(), strict=True)} == means()  # fmt: skip
        assert found.blocks.unit == "data set"


def test_r7_1_data_sets_are_no_methods_and_none_of_them_wins():
    rows = [
        {"method": m, "dataset": d, "seed": s, "value": s + 10 * (d == "alarm")}
        for m, d, s in product(("PC", "GES"), ("asia", "alarm"), range(8))
    ]
    wide = pd.DataFrame(rows).pivot(index="seed", columns=["dataset", "method"], values="value")
    found = rank(wide, better="lower")
    assert (set(found.methods), found.pairs[0].p_holm, found.pairs[0].ties) == ({"PC", "GES"}, 1.0, 2)
    assert len(found.pairs) == 1


def test_r7_1_summaries_comparisons_and_complete_cases_read_levels_too():
    wide = TIDY.pivot(index="seed", columns=["dataset", "method"], values="value")
    assert {row.method: pytest.approx(row.summary.mean) for row in summarize(wide)} == means()
    assert plain(complete_cases(wide)) == said()
    sides = [wide.xs(m, axis=1, level="method", drop_level=False) for m in ("PC", "GES")]
    assert compare(*sides).means == pytest.approx((means()["PC"], means()["GES"]))


def test_r7_1_metrics_among_the_levels_are_metrics():
    both = pd.concat([TIDY.assign(metric="shd"), TIDY.assign(metric="sid", value=TIDY.value * 2 + 50)])
    wide = both.pivot(index=["dataset", "seed"], columns=["metric", "method"], values="value")
    with pytest.raises(StatisticsError, match="must be of one metric; got 'shd', 'sid'"):
        rank(wide, better="lower")
    assert str(rank(as_runs(wide).only(metric="sid"))) == str(rank(both[both.metric == "sid"]))
    assert {(row.method, row.metric) for row in summarize(wide)} == {
        (m, metric) for m in ("PC", "GES", "BOSS") for metric in ("shd", "sid")
    }
    of_metrics = both.pivot(index=list(LEVELS), columns="metric", values="value")
    for table in (wide, of_metrics, of_metrics.reset_index()):
        assert metric_agreement(table).pairs[0].n == len(TIDY)


def test_r7_1_a_level_without_a_name_is_refused_unless_it_says_nothing():
    several = TIDY.assign(shd=TIDY.value, f1=0.5)
    wide = several.pivot(index=["dataset", "seed"], columns="method", values=["f1", "shd"])
    for call in (lambda: rank(wide, better="lower"), lambda: summarize(wide), lambda: as_runs(wide)):
        with pytest.raises(StatisticsError, match=r"level of the columns.*'f1', 'shd'"):
            call()
    alone = several.pivot_table(index=["dataset", "seed"], columns="method", values=["shd"])
    assert set(rank(alone, better="lower").methods) == {"PC", "GES", "BOSS"}
    assert plain(alone) == said()
    joined = pd.concat({d: TIDY[TIDY.dataset == d].pivot(index="seed", columns="method", values="value")
                        for d in ("asia", "alarm")}, axis=1)  # fmt: skip
    with pytest.raises(StatisticsError, match="'asia', 'alarm'"):
        rank(joined, better="lower")
    named = joined.rename_axis(columns=["dataset", "method"])
    assert plain(named) == said([r for r in ROWS if r["dataset"] != "child"])


def test_r7_1_seeds_that_a_data_set_does_not_have_are_no_runs():
    rows = [r for r in ROWS if r["dataset"] == "asia" or r["seed"] < 2]
    rows = [r for r in rows if (r["method"], r["dataset"], r["seed"]) != ("PC", "asia", 3)]
    wide = pd.DataFrame(rows).pivot(index="seed", columns=["dataset", "method"], values="value")
    found = as_runs(wide)
    assert len(found) == len(rows) + 1  # PC has no value where the others have one
    assert [(run.method, *run.key) for run in found if run.status != "ok"] == [("PC", "asia", "3")]
    assert rank(wide, better="lower").blocks.left_out == ("asia/3",)


def test_r7_1_names_of_several_parts_are_refused():
    wide = TIDY.pivot(index="seed", columns=["dataset", "method"], values="value")
    with pytest.raises(StatisticsError, match=r"one name; got \('asia', 'PC'\)"):
        rank(wide.to_dict("list"), better="lower")
    turned = pl.DataFrame(ROWS).pivot(on=["dataset", "method"], index="seed", values="value")
    with pytest.raises(StatisticsError, match="polars joins the names of several"):
        rank(turned, better="lower")


def test_r7_1_columns_without_a_part_of_their_key_are_refused():
    margins = TIDY.pivot_table(
        index="seed", columns=["dataset", "method"], values="value", margins=True, aggfunc="mean"
    )
    unnamed = TIDY.pivot(index="seed", columns=["dataset", "method"], values="value").rename_axis(
        index=None
    )
    for frame, label in ((margins, "('All', '')"), (unnamed.reset_index(), "('index', '')")):
        with pytest.raises(StatisticsError, match=re.escape(label)):
            rank(frame, better="lower")
    assert plain(unnamed.reset_index()[["asia", "alarm", "child"]]) == said()


def test_r7_1_a_name_of_two_levels_is_refused():
    wide = TIDY.pivot(index="seed", columns=["dataset", "method"], values="value")
    with pytest.raises(StatisticsError, match="got 'dataset' twice"):
        rank(wide.rename_axis(index="dataset"), better="lower")
    with pytest.raises(StatisticsError, match="must be spelled 'method'"):
        rank(wide.rename_axis(columns=["dataset", "Method"]), better="lower")


@pytest.mark.parametrize("of", [pd.DataFrame, pl.DataFrame, lambda rows: pl.DataFrame(rows).lazy()])
@pytest.mark.parametrize("call", [rank, summarize, as_runs])
def test_r7_5_a_tidy_frame_without_values_says_which_column_is_missing(of, call):
    rows = [{**{k: v for k, v in r.items() if k != "value"}, "shd": r["value"]} for r in ROWS]
    with pytest.raises(StatisticsError, match=r"needs the column 'value'.*rename\(.*'shd': 'value'"):
        call(of(rows))


@pytest.mark.parametrize("of", [pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize(
    "names", [["mean", "std"], ["PC", "GES", "n"], ["PC", "count"], ["min", "max"], ["PC", "All"]]
)
def test_r7_6_statistics_are_no_methods(of, names):
    rows = [{"method": name, "value": float(k), "seed": k} for name in names for k in range(7)]
    with pytest.raises(StatisticsError, match="statistic"):
        rank(of(rows), better="lower")


def test_r7_6_rows_of_statistics_are_no_runs_and_a_method_may_have_a_similar_name():
    wide = TIDY.pivot(index=["dataset", "seed"], columns="method", values="value")
    for frame in (wide.describe(), wide.agg(["mean", "std"])):
        with pytest.raises(StatisticsError, match=r"one without a name, such as '(count|mean)'"):
            rank(frame, better="lower")
        with pytest.raises(StatisticsError, match="is a statistic of runs"):
            rank(frame.rename_axis(index="dataset"), better="lower")
    assert rank({"the mean": [1, 2, 3], "PC": [4, 5, 6]}, better="lower").order == ("the mean", "PC")


def test_r7_10_rows_of_one_frame_need_keys():
    pc, ges = (TIDY[TIDY.method == m] for m in ("PC", "GES"))
    for call in (lambda: compare(pc.value, ges.value),
                 lambda: rank({"PC": pc.value, "GES": ges.value}, better="lower")):  # fmt: skip
        with pytest.raises(StatisticsError, match=r'set_index\(\["dataset", "seed"\]\)'):
            call()
    keyed = TIDY.set_index(["dataset", "seed"])
    found = compare(*(keyed[keyed.method == m].value for m in ("PC", "GES")))
    assert found.means == pytest.approx((means()["PC"], means()["GES"]))
    with pytest.raises(StatisticsError, match="Use the same names of data sets and seeds"):
        compare({("asia", 1): 3}, {("alarm", 1): 4})


def test_metrics_without_a_convention_stand_beside_others_in_tables_of_edgemark():
    truth, other = Graph.parse("A --> B --> C"), Graph.parse("A --> B; C")
    tables = {
        m: evaluate_many(truth, [truth, other], ["shd:pair mismatch", "sid"]) for m in ("PC", "GES")
    }
    frames = {m: table.to_frame().rename_axis("seed") for m, table in tables.items()}
    frame = pd.concat(frames, names=["method"])
    expected = {("PC", "shd"): 0.5, ("PC", "sid"): 1, ("GES", "shd"): 0.5, ("GES", "sid"): 1}
    tidy = as_runs(frame).to_frame()
    keys = {"index": ["method", "seed"], "columns": ["metric", "convention"], "values": "value"}
    for table in (frame, frame.unstack("method"), frame.swaplevel(axis=1), tidy.pivot(**keys)):
        assert {key: summarize(table)[key].mean for key in expected} == expected
    frame["total", ""] = 1.0
    with pytest.raises(StatisticsError, match=r"label in each level; got \('total', ''\)"):
        summarize(frame)
