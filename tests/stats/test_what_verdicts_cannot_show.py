"""Verdicts say what they cannot show: too few runs, runs left out; slips that look like data."""

import io
import warnings

import pandas as pd
import pytest

from edgemark.errors import StatisticsError, StatisticsWarning
from edgemark.stats import against_chance, as_runs, compare, over_metrics, rank, summarize

VALUES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.55)


def caught(function, *arguments, **options):
    """The result and the warnings of a call."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always", StatisticsWarning)
        found = function(*arguments, **options)
    return found, [str(one.message) for one in seen]


def scored(methods, n, **more):
    return [
        {"method": m, "dataset": f"d{k}", "metric": "f1", "value": VALUES[k], "chance": 0.2, **more}
        for m in methods
        for k in range(n)
    ]


# ---- several metrics


def ranked(n, zero=False):
    """Three methods in one order on n runs; the last two may tie everywhere."""
    first, second = list(range(n)), [2 * k + 1 for k in range(n)]
    third = second if zero else [3 * k + 2 for k in range(n)]
    return rank({"A": first, "B": second, "C": third}, better="lower")


@pytest.mark.parametrize(
    ("n", "metrics", "can"), [(7, 1, True), (7, 2, False), (8, 2, True), (8, 3, False)]
)
def test_r7_4_a_correction_over_metrics_that_cannot_be_met_is_said(n, metrics, can):
    least = 3 * metrics * 2 / 2**n  # every test has the smallest p-value: all differences of one sign
    tests, said = caught(over_metrics, {str(k): ranked(n) for k in range(metrics)})
    assert min(test.p_family for test in tests) == pytest.approx(least)
    assert (least < 0.05, said == []) == (can, can)
    if not can:
        assert f"over {metrics} metrics ({3 * metrics} tests) p < 0.05 cannot be reached" in said[0]
        assert f"smallest p-value is {least:.3g}. Add runs" in said[0]
        assert said[0].endswith("primary='0'")


def test_r7_4_only_metrics_that_the_correction_takes_away_are_named():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StatisticsWarning)
        found = {"many": ranked(20), "few": ranked(7), "none": ranked(4), "ties": ranked(7, zero=True)}
    tests, said = caught(over_metrics, found)
    assert [text.partition(":")[0] for text in said] == ["'few', 'ties'"]
    assert all(t.p_family < 0.05 for t in tests if t.metric == "many")
    # without the primary metric, the others are corrected for each other
    _, said = caught(over_metrics, found, primary="few")
    assert [text.partition(":")[0] for text in said] == ["'ties'"]
    assert "over 3 other metrics" in said[0]
    assert "primary=" not in said[0]


def test_r7_8_one_or_several_data_sets_decide_who_is_first():
    values = {"A": [1, 1, 5, 5, 1], "B": [2, 2, 3, 3, 3]}
    _, said = caught(rank, values, better="lower")
    [text] = [text for text in said if "ranks first" in text]
    assert text == (
        "the method that ranks first changes if any one of 3 runs is left out: '0', '1', '4'"
    )
    _, said = caught(rank, {"A": [1, 1, 1], "B": [1, 1, 2]}, better="lower")
    [text] = [text for text in said if "ranks first" in text]
    assert text == "the method that ranks first depends on a single run: '2'"


# ---- tests against chance


@pytest.mark.parametrize(
    ("methods", "n", "least"),
    [("ABC", 6, "0.0938"), ("A", 5, "0.0625"), ("ABC", 7, ""), ("A", 6, "")],
)
def test_m2_tests_against_chance_say_if_they_cannot_be_significant(methods, n, least):
    tests, said = caught(against_chance, scored(methods, n))
    assert all(test.significant for test in tests) == (not least)
    assert [text for text in said if "cannot reach p < 0.05" in text] == said
    assert len(said) == bool(least)
    if least:
        assert f"its smallest p-value is {least}. Add data sets" in said[0]
        assert f"Holm's correction for {len(methods)} method" in said[0]


def test_m2_only_the_methods_with_too_few_runs_are_named():
    rows = [row for row in scored("ABC", 7) if row["method"] != "C" or row["dataset"] < "d5"]
    tests, said = caught(against_chance, rows)
    assert [test.significant for test in tests] == [True, True, False]
    assert said[0].startswith("'C' against chance: with 5 data sets")


def test_m2_ranks_against_the_mean_are_said_of_tests_against_chance_too():
    rows = scored("A", 7)
    for row, value in zip(rows, (0.21, 0.22, 0.23, 0.24, 0.25, 0.26, 0.0), strict=True):
        row["value"] = value
    rows[-1]["chance"] = 0.99
    _, said = caught(against_chance, rows)
    assert any(text.startswith("A against chance: the ranks and the mean") for text in said)


def test_m7_a_test_against_chance_names_the_runs_that_it_leaves_out():
    rows = scored("AB", 7)
    rows[2] |= {"value": None, "status": "failed", "chance": None}
    (a, b), _ = caught(against_chance, rows[:-1], worst=0)
    assert (a.left_out, b.left_out) == (("d2",), ("d6",))
    assert str(a).endswith("1 run is left out, because the value or the chance value is missing: 'd2'")
    assert (a.to_dict()["left_out"], a.to_dict()["n"]) == (1, 6)
    (whole,), _ = caught(against_chance, scored("A", 7))
    assert whole.left_out == ()
    assert str(whole).endswith("7 data sets")


# ---- the level


@pytest.mark.parametrize("level", [0.05, 0.01, 0.49])
@pytest.mark.parametrize(
    "work",
    [
        lambda level: compare([1, 2, 3], [2, 3, 5], level=level),
        lambda level: rank({"A": [1, 2], "B": [3, 4]}, better="lower", level=level),
        lambda level: summarize([1, 2, 3], level=level),
        lambda level: against_chance(scored("A", 3), level=level),
    ],
)
def test_m3_a_level_of_significance_is_no_confidence(work, level):
    with pytest.raises(StatisticsError, match=r"level is the confidence.*level=0\.95"):
        work(level)


def test_m3_half_is_the_least_confidence():
    assert caught(summarize, [1, 2, 3], level=0.5)[0].level == 0.5


# ---- columns and runs that are none


def test_m4_a_row_index_that_pandas_saved_is_no_method():
    plain = pd.DataFrame({"PC": [3, 4, 5, 6, 7, 8, 9], "GES": [2, 3, 3, 5, 6, 6, 8]})
    wide = plain.rename_axis(columns="method")
    saved = pd.read_csv(io.StringIO(wide.to_csv()))
    assert "Unnamed: 0" in saved
    for table in (saved, wide.reset_index(), saved.rename(columns={"Unnamed: 0": ""})):
        with pytest.raises(StatisticsError, match="if it holds row numbers"):
            rank(table, better="lower")
    named = saved.rename(columns={"Unnamed: 0": "seed"}).rename_axis(columns="method")
    assert caught(rank, named, better="lower")[0].methods == ("PC", "GES")


def disjoint():
    return [
        {"method": m, "dataset": d, "seed": s, "metric": "f1", "value": (s + len(m)) / 20}
        for m, seeds in (("PC", (0, 1)), ("GES", (10, 11)))
        for d in "xyz"
        for s in seeds
    ]


def test_m6_runs_that_nobody_started_are_not_to_be_counted_as_the_worst():
    with pytest.raises(StatisticsError, match="under the same names") as error:
        rank(disjoint())
    assert "worst" not in str(error.value)
    pc, ges = ([row for row in disjoint() if row["method"] == m] for m in ("PC", "GES"))
    with pytest.raises(StatisticsError, match=r"only PC has 'x/0'.*only GES has 'x/10'"):
        compare(pc, ges)


def test_m6_the_advice_of_a_ranking_fits_what_is_missing():
    rows = [
        {"method": m, "seed": s, "metric": "f1", "value": (s + len(m)) / 20}
        for m in ("PC", "GES")
        for s in range(8)
    ]
    _, said = caught(rank, rows[:-1])
    (absent,) = (text for text in said if "left out" in text)
    assert "worst" not in absent
    assert "Score the same data sets and seeds with every method" in absent
    rows[-1]["value"] = None
    _, said = caught(rank, rows)
    assert any("Let the worst possible value stand in: worst=0" in text for text in said)
    _, said = caught(rank, rows[1:])
    (both,) = (text for text in said if "stand in, also for absent runs: worst=0" in text)
    assert "Score the same data sets and seeds with every method" in both


def test_f9_runs_without_a_data_set_beside_others_are_refused():
    rows = [
        {"method": m, "dataset": d, "metric": "f1", "value": v}
        for m in ("PC", "GES")
        for d, v in ((None, 0.5), ("y", 0.6), ("z", len(m) / 10))
    ]
    for call in (rank, summarize, as_runs):
        with pytest.raises(StatisticsError, match="got runs without one beside those of 'y', 'z'"):
            call(rows)
    of_methods = {m: {("y", 1): 0.5, ("z", 1): 0.6} for m in ("PC", "GES")} | {"FCI": {"y": 0.1}}
    with pytest.raises(StatisticsError, match="got runs without one beside those of 'y', 'z'"):
        rank(of_methods, better="higher")
    _, said = caught(rank, [row | {"dataset": row["dataset"] or "x"} for row in rows])
    assert not any("data set, or none" in text for text in said)


def test_a_mean_among_the_seeds_is_refused_and_a_run_for_every_seed_is_not():
    rows = [{"method": "PC", "dataset": "asia", "seed": s, "value": 2.0 + s} for s in (0, 1)]
    with pytest.raises(StatisticsError, match="a run without one beside 2 seeds of PC on asia"):
        summarize([*rows, {"method": "PC", "dataset": "asia", "seed": None, "value": 2.5}])
    both = [*rows, {"method": "GES", "dataset": "asia", "value": 2.5}]
    assert set(caught(rank, both, better="lower")[0].methods) == {"PC", "GES"}


def test_verdicts_without_metrics_are_refused():
    verdict = caught(compare, [1, 2, 3], [2, 3, 5])[0]
    with pytest.raises(TypeError, match="must be a mapping by metric; got list"):
        over_metrics([verdict])


def test_each_level_of_a_correction_over_metrics_has_a_warning_of_its_own():
    rows = [{"method": m, "dataset": str(k), "value": k + (m == "a")} for m in "ab" for k in range(6)]
    verdicts = {
        level: compare(rows[:6], rows[6:], level=level, better="lower") for level in (0.95, 0.96)
    }
    _, said = caught(over_metrics, verdicts)
    words = " ".join(map(str, said))
    assert "p < 0.05 cannot be reached" in words
    assert "p < 0.04 cannot be reached" in words
