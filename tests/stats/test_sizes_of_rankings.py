"""Rankings say why no pair of methods can differ significantly, or why no run can be ranked."""

import warnings

import pytest

from edgemark import stats
from edgemark.errors import StatisticsError, StatisticsWarning

FIRST = [1, 2, 3, 4, 5, 6, 7]
TIED_TWICE = [2, 3, 4, 5, 6, 6, 7]
TIED_ONCE = [2, 3, 4, 5, 6, 7, 7]


def test_ties_count_when_a_ranking_says_that_nothing_can_be_significant():
    text = (
        "with 7 runs and methods that tie on some of them, Wilcoxon's test with "
        r"Holm's correction for 1 pair cannot reach p < 0.05: its smallest p-value is 0.0625\. Add runs"
    )
    with pytest.warns(StatisticsWarning, match=text):
        ranking = stats.rank({"a": FIRST, "b": TIED_TWICE}, better="lower")
    assert ranking.pairs[0].p_holm == 0.0625


def test_the_pair_with_the_fewest_ties_decides():
    values = {"a": FIRST, "b": TIED_TWICE, "c": TIED_ONCE}
    with pytest.warns(StatisticsWarning, match=r"for 2 pairs .* its smallest p-value is 0\.0625"):
        stats.rank(values, better="lower", control="a")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        stats.rank({"a": FIRST, "c": TIED_ONCE}, better="lower")


def test_data_sets_that_do_not_distinguish_the_methods_count_in_nested_designs():
    rows = [
        {"method": method, "dataset": d, "seed": s, "value": value + (method == "b" and d > 1)}
        for method in "ab"
        for d in range(7)
        for s, value in enumerate((d, d + 2))
    ]
    with pytest.warns(
        StatisticsWarning, match="with 7 data sets and methods that tie on some of them, "
    ):
        ranking = stats.rank(rows, better="lower", replicate="nested")
    assert ranking.pairs[0].smallest_p == 2 / 2**5


def test_methods_that_tie_on_every_run_are_not_said_to_need_more_runs():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ranking = stats.rank({"a": FIRST, "b": FIRST}, better="lower")
    assert "all methods tie on every run" in str(ranking)


def test_a_ranking_without_a_shared_run_says_which_names_are_spelled_in_two_ways():
    rows = [
        {"method": m, "dataset": "asia", "seed": s, "metric": "shd", "value": 1}
        for m, seeds in (("PC", ("1.0", "2.0")), ("GES", ("1", "2")))
        for s in seeds
    ]
    with pytest.raises(StatisticsError, match=r"got 4 runs without one.*'1\.0' and '1'"):
        stats.rank(rows)
