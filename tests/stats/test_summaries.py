"""Summaries: nesting, what is missing, and frames."""

from math import isnan, nan
from statistics import mean, median, stdev

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgemark.errors import ConventionError, StatisticsError
from edgemark.stats import SummaryTable, summarize

NESTED = {("asia", 0): 1.0, ("asia", 1): 3.0, ("alarm", 0): 10.0, ("child", 0): 4.0, ("child", 1): 4.0}


_SIZES = st.floats(-100, 100).filter(lambda number: number == 0 or abs(number) >= 1e-100)


@given(st.lists(_SIZES, min_size=2, max_size=20))
def test_plain_values_have_the_usual_summary(values):
    found = summarize(values, resamples=100)
    assert (found.unit, found.n) == ("run", len(values))
    assert found.mean == pytest.approx(mean(values), abs=1e-9)
    assert found.sd == pytest.approx(stdev(values), abs=1e-9)
    assert found.median == pytest.approx(median(values), abs=1e-9)
    assert (found.lowest, found.highest) == (min(values), max(values))
    assert list(found.quartiles) == pytest.approx(list(np.quantile(values, [0.25, 0.75])), abs=1e-9)


def test_seeds_are_averaged_within_data_sets_first():
    found = summarize(NESTED)
    assert (found.unit, found.n, found.counts.runs) == ("data set", 3, 5)
    assert found.mean == (2 + 10 + 4) / 3
    assert found.sd == pytest.approx(stdev([2, 10, 4]))
    assert found.sd_within == pytest.approx(((2 + 0) / 2) ** 0.5)


def test_more_seeds_do_not_make_the_interval_over_data_sets_narrower():
    rng = np.random.default_rng(0)
    level = {name: rng.normal() for name in "abcdef"}
    few = {(d, s): level[d] for d in level for s in range(2)}
    many = {(d, s): level[d] for d in level for s in range(50)}
    assert tuple(summarize(few).t) == pytest.approx(tuple(summarize(many).t))


def test_one_data_set_is_summed_up_over_its_seeds():
    found = summarize({("asia", s): float(s) for s in range(4)})
    assert (found.unit, found.n, found.mean) == ("run", 4, 1.5)
    assert isnan(found.sd_within)


def test_missing_values_are_counted_and_never_in_a_mean():
    rows = [{"seed": k, "value": v, "status": s} for k, (v, s) in enumerate(
        [(1.0, "ok"), (3.0, "ok"), (None, "ok"), (nan, "refused"), (None, "failed"), (None, "undefined")]
    )]  # fmt: skip
    (row,) = summarize(rows)
    assert row.summary.mean == 2
    counts = row.summary.counts
    assert (counts.ok, counts.undefined, counts.refused, counts.failed) == (2, 2, 1, 1)
    assert "2 of 6 runs: 2 undefined, 1 refused, 1 failed" in str(row.summary)


def test_bounds_stand_in_for_what_is_missing():
    values = {("asia", 0): 0.8, ("asia", 1): None, ("alarm", 0): 0.6}
    found = summarize(values, best=1, worst=0, chance=0.2)
    assert found.mean == pytest.approx((0.8 + 0.6) / 2)
    assert found.mean_best == pytest.approx((0.9 + 0.6) / 2)
    assert found.mean_worst == pytest.approx((0.4 + 0.6) / 2)
    assert found.mean_chance == pytest.approx((0.5 + 0.6) / 2)
    said = "0.750 by the best, 0.500 by the worst, 0.550 by the chance value"
    assert str(found).endswith(f"mean with missing values replaced: {said}")
    assert "replaced" not in str(summarize([0.8, 0.6], best=1, worst=0, chance=0.2))


def test_bounds_may_differ_from_run_to_run():
    rows = [
        {"dataset": "a", "value": 2.0, "worst": 10},
        {"dataset": "b", "value": None, "worst": 45},
    ]
    (row,) = summarize(rows)
    assert row.summary.mean_worst == (2 + 45) / 2
    assert isnan(row.summary.mean_best)


def test_without_missing_values_the_bounds_change_nothing():
    found = summarize([1.0, 2.0])
    assert found.mean_best == found.mean_worst == found.mean_chance == found.mean == 1.5


def test_one_run_has_a_mean_but_no_spread():
    found = summarize([0.7])
    assert (found.mean, found.median, found.lowest) == (0.7, 0.7, 0.7)
    assert isnan(found.sd)
    assert "needs two values or more; got 1" in found.t.reason


def test_no_value_at_all_is_said_and_gives_no_number():
    found = summarize([None, nan], worst=0)
    assert found.n == 0
    assert isnan(found.mean)
    assert found.mean_worst == 0
    said = "no value (0 of 2 runs: 2 undefined); mean with missing values replaced: 0.000 by the worst"
    assert str(found) == said


def test_constant_runs_have_a_mean_and_no_interval():
    found = summarize([0.5] * 6)
    assert (found.mean, found.sd) == (0.5, 0)
    assert "all 6 values are equal" in found.bca.reason


def table():
    rng = np.random.default_rng(4)
    return [
        {"method": m, "dataset": d, "seed": s, "metric": k, "convention": c, "value": rng.random()}
        for m in ("PC", "GES") for d in ("asia", "alarm", "child") for s in range(2)
        for k, c in (("f1", "directed"), ("f1", "skeleton"), ("nced", "k = 0.2"))
        if (m, d) != ("GES", "child")
    ]  # fmt: skip


def test_a_table_gives_a_row_for_each_number_of_each_method():
    rows = table()
    found = summarize(rows)
    assert isinstance(found, SummaryTable)
    assert len(found) == 6
    mine = {
        (r["dataset"], r["seed"]): r["value"]
        for r in rows
        if (r["method"], r["convention"]) == ("PC", "skeleton")
    }
    plain, ranged = summarize(mine), summarize(mine, best=1, worst=0)
    assert (plain.t.high > 1, ranged.t.high) == (True, 1)
    assert found["PC", "f1", "skeleton"] == ranged


def test_a_method_missing_on_a_data_set_is_counted():
    found = summarize(table())
    assert {row.method: row.absent for row in found} == {"PC": (), "GES": ("child/0", "child/1")}
    assert found["GES", "nced"].counts.absent == 2
    assert "(4 of 6 runs: 2 absent)" in str(found)


def test_a_frame_has_a_row_for_each_summary():
    found = summarize(table())
    frame = found.to_frame()
    assert frame.shape[0] == 6
    assert frame["mean"].tolist() == [row.summary.mean for row in found]
    assert frame["absent"].tolist() == [0, 2, 0, 2, 0, 2]


def test_a_summary_that_is_not_there_is_refused():
    found = summarize(table())
    with pytest.raises(ConventionError, match="the method and metric must be one of"):
        found["PCC", "nced"]
    with pytest.raises(ConventionError, match="the convention of f1 must be one of directed, skeleton"):
        found["PC", "f1"]


def test_the_same_input_gives_the_same_bits():
    values = np.random.default_rng(1).random(50)
    assert summarize(values).bca == summarize(values).bca


def test_a_table_without_rows_is_refused():
    with pytest.raises(StatisticsError, match="must hold at least one run; got none"):
        summarize(pd.DataFrame({"value": []}))


def test_small_numbers_keep_digits_that_count_and_rounding_is_no_spread():
    assert str(summarize([1e-4, 2e-4, 1e-4])).startswith("0.000133 ± 5.77e-05 over 3 runs")
    assert str(summarize([0.1, 0.1, 0.1])) == "0.100 ± 0.000 over 3 runs"


def test_the_mean_of_one_data_set_has_the_spread_of_its_seeds():
    """It was nan, although the data set has two seeds."""
    found = summarize({("asia", 1): 1.0, ("asia", 2): 2.0}, replicate="dataset")
    assert found.n == 1
    assert isnan(found.sd)
    assert found.sd_within == pytest.approx(0.5**0.5)


def test_an_unknown_key_of_a_table_says_what_is_asked_for():
    """Before, the letters of a text were read as parts of the key, and an empty list was advised."""
    table = summarize([{"method": "PC", "metric": "shd", "value": 3}])
    with pytest.raises(ConventionError, match="by method and metric, as in table"):
        table["PC"]
    with pytest.raises(ConventionError, match="the runs of shd have no convention; got 'lenient'"):
        table["PC", "shd", "lenient"]


def test_a_summary_requested_by_its_position_is_refused():
    with pytest.raises(ConventionError, match="must be requested by method and metric"):
        summarize([{"method": "PC", "metric": "shd", "value": 1}])[0]
