"""Rankings: a published example, other packages, simulated null data, and tables without a ranking."""

import warnings
from itertools import permutations
from math import inf, isnan, nan

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from statsmodels.stats.multitest import multipletests

from edgemark import stats
from edgemark.errors import ConventionError, StatisticsError, StatisticsWarning
from edgemark.stats import (
    compare,
    critical_difference,
    friedman,
    holm,
    nemenyi_p,
    rank,
    signed_ranks,
)
from tests.oracle import statistics as oracle
from tests.stats.demsar import METHODS, TABLE, VALUES

RNG = np.random.default_rng(6)
ARRAY = np.array(list(VALUES.values()))


def quietly(table, *, better="higher", **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StatisticsWarning)
        return rank(table, better=better, **options)


# ---- the published example


def test_average_ranks_and_friedmans_test_are_the_published_ones():
    found = quietly(TABLE, better="higher")
    assert found.average_ranks == pytest.approx((3.143, 2.000, 2.893, 1.964), abs=5e-4)
    # the paper's 9.28 and 3.69 are without the correction for ties
    n, k = ARRAY.shape
    plain = 12 * n / (k * (k + 1)) * (sum(r**2 for r in found.average_ranks) - k * (k + 1) ** 2 / 4)
    assert plain == pytest.approx(9.28, abs=0.01)
    assert (n - 1) * plain / (n * (k - 1) - plain) == pytest.approx(3.69, abs=0.01)
    assert found.friedman.chi2 == pytest.approx(scipy_stats.friedmanchisquare(*ARRAY.T).statistic)
    assert found.friedman.chi2 > plain


def test_the_critical_difference_is_the_published_one():
    assert quietly(TABLE).critical_difference == pytest.approx(1.25, abs=0.005)
    assert quietly(TABLE, level=0.9).critical_difference == pytest.approx(1.12, abs=0.005)


def test_the_signed_ranks_of_the_published_pair_are_the_published_ones():
    found = signed_ranks(np.round(ARRAY[:, 1] - ARRAY[:, 0], 12), "zsplit")
    assert (found.plus, found.minus, found.statistic) == (93, 12, 12)
    assert found.p_value < 0.05


def test_at_the_lower_level_the_published_pairs_differ_by_nemenyis_test():
    found = quietly(TABLE, level=0.9)
    differ = {(pair.a, pair.b) for pair in found.pairs if pair.p_nemenyi < 0.1}
    assert differ == {("C4.5", "C4.5+m"), ("C4.5", "C4.5+m+cf")}


def test_holms_procedure_rejects_the_published_hypotheses():
    published = (0.016, 0.019, 0.607)  # C4.5 against +m+cf, +m and +cf
    assert [p < 0.05 for p in holm(published)] == [True, True, False]


# ---- other packages and the definitions


@pytest.mark.parametrize(("k", "q"), [(2, 1.960), (3, 2.344), (4, 2.569), (5, 2.728), (10, 3.164)])
def test_critical_values_are_those_of_the_table(k, q):
    assert critical_difference(k, 20) / np.sqrt(k * (k + 1) / 120) == pytest.approx(q, abs=6e-4)


@pytest.mark.filterwarnings("ignore")
def test_nemenyis_p_values_are_scikit_posthocs():
    import scikit_posthocs

    found = quietly(TABLE)
    expected = scikit_posthocs.posthoc_nemenyi_friedman(ARRAY).to_numpy()
    for pair in found.pairs:
        i, j = METHODS.index(pair.a), METHODS.index(pair.b)
        assert pair.p_nemenyi == pytest.approx(expected[i, j], abs=1e-6)


def test_a_difference_of_0_has_p_1():
    assert nemenyi_p(0.0, 5, 10) == pytest.approx(1)
    with pytest.raises(StatisticsError, match="the difference must be finite"):
        nemenyi_p(nan, 5, 10)


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holms_correction_is_its_definition(p_values):
    assert holm(p_values) == pytest.approx(tuple(oracle.holm(p_values)))


@pytest.mark.parametrize("p_values", [[0.01, 0.04, 0.03, 0.04], [0.2], [0.3, 1, 0, 0.6, 0.02]])
def test_holms_correction_is_statsmodels(p_values):
    assert holm(p_values) == pytest.approx(tuple(multipletests(p_values, method="holm")[1]))


def test_holm_refuses_values_that_are_not_probabilities():
    for bad in ([0.1, 1.5], [-0.1], [0.1, nan], [[0.1, 0.2]]):
        with pytest.raises(StatisticsError, match="p-values must be"):
            holm(bad)
    with pytest.raises(TypeError, match="p-values must be real numbers"):
        holm(["a"])


@pytest.mark.parametrize("k", [3, 4, 7])
def test_friedmans_test_is_scipys_with_ties_and_without(k):
    for values in (RNG.normal(size=(9, k)), RNG.integers(0, 3, (9, k)).astype(float)):
        ranks = np.array([scipy_stats.rankdata(-row) for row in values])
        expected = scipy_stats.friedmanchisquare(*values.T)
        found = friedman(ranks)
        assert (found.chi2, found.p_chi2) == pytest.approx((expected.statistic, expected.pvalue))


def test_iman_and_davenports_test_is_the_anova_of_the_ranks():
    ranks = np.array([scipy_stats.rankdata(row) for row in RNG.normal(size=(8, 4))])
    n, k = ranks.shape
    total = ((ranks - ranks.mean()) ** 2).sum()
    between = n * ((ranks.mean(axis=0) - ranks.mean()) ** 2).sum()
    f = between / (k - 1) / ((total - between) / ((k - 1) * (n - 1)))
    found = friedman(ranks)
    assert found.f == pytest.approx(f)
    assert found.p_value == pytest.approx(scipy_stats.f.sf(f, k - 1, (k - 1) * (n - 1)))


# ---- properties


@pytest.mark.parametrize("ranks", [[1, 2, 3], [1, 2.5, 2.5], [1.5, 1.5, 3], [1, 2]])
def test_if_all_data_sets_agree_the_p_value_is_exact_given_the_ties(ranks):
    found = friedman([ranks] * 4)
    assert found.f == inf
    arranged = oracle.agreement_of_ranks(ranks, 4)
    assert found.p_value == pytest.approx(np.mean(np.array(arranged) >= max(arranged) - 1e-9))


def test_one_method_above_three_that_tie_is_exact_too():
    found = quietly({"a": [3] * 4, "b": [1] * 4, "c": [1] * 4, "d": [1] * 4})
    assert found.friedman.p_value == pytest.approx(4.0**-3)


def test_values_that_are_not_ranks_are_refused():
    with pytest.raises(StatisticsError, match="the ranks must be finite numbers"):
        friedman([[1, nan], [1, 2]])
    with pytest.raises(StatisticsError, match="ranks from 1 to 3, which add up to 6; got a row"):
        friedman([[0.9, 0.5, 0.1], [0.3, 0.2, 0.1]])
    with pytest.raises(StatisticsError, match="the ranks must be a matrix"):
        friedman([1, 2])
    with pytest.raises(StatisticsError, match=r"begins with 5, 0\.5, 0\.5"):  # They add up to 6 too.
        friedman([[1, 2, 3], [5, 0.5, 0.5]])


def test_iman_and_davenports_p_values_of_null_data_are_uniform():
    rng = np.random.default_rng(3)
    p_values = [friedman(np.argsort(rng.random((30, 5)), axis=1) + 1.0).p_value for _ in range(1500)]
    assert scipy_stats.kstest(p_values, "uniform").statistic < 1.63 / np.sqrt(1500)


def test_under_the_null_hypothesis_some_pair_differs_no_more_often_than_alpha():
    rng = np.random.default_rng(4)
    found = {"holm": 0, "nemenyi": 0}
    for _ in range(300):
        ranking = quietly({name: rng.normal(size=15) for name in "abcd"})
        for test in found:
            found[test] += any(pair.p_value(test) < 0.05 for pair in ranking.pairs)
    assert max(found.values()) / 300 < 0.05 + 2.5 * np.sqrt(0.05 * 0.95 / 300)


def test_the_order_of_the_methods_does_not_matter():
    found = quietly(TABLE)
    for order in list(permutations(METHODS))[::5]:
        other = quietly({name: TABLE[name] for name in order})
        for name in METHODS:
            assert other.average_rank(name) == pytest.approx(found.average_rank(name))
        assert other.friedman.chi2 == pytest.approx(found.friedman.chi2)
        assert other.pair("C4.5", "C4.5+m").p_holm == pytest.approx(found.pair("C4.5", "C4.5+m").p_holm)


def test_ranks_are_reversed_if_lower_values_are_better():
    high, low = quietly(TABLE, better="higher"), quietly(TABLE, better="lower")
    assert [5 - rank for rank in high.average_ranks] == pytest.approx(low.average_ranks)
    assert high.friedman == low.friedman


def test_a_pair_is_the_comparison_of_its_methods():
    found = quietly(TABLE)
    for pair in found.pairs:
        alone = compare(TABLE[pair.a], TABLE[pair.b])
        assert (pair.p_wilcoxon, pair.effect) == (alone.p_value, alone.effect)
        assert pair.wins + pair.ties + pair.losses == len(VALUES)
        assert pair.ties == alone.wilcoxon.n_zero


def test_wins_are_counted_over_every_other_method():
    rows = quietly(TABLE).method_rows()
    assert sum(row["wins"] for row in rows) == sum(row["losses"] for row in rows)
    assert all(row["wins"] + row["ties"] + row["losses"] == 3 * 14 for row in rows)


def test_groups_are_the_largest_sets_of_neighbours_that_do_not_differ():
    rng = np.random.default_rng(1)
    found = quietly({name: k * 0.8 + rng.normal(size=12) for k, name in enumerate("abcdef")})
    for test in ("holm", "nemenyi"):
        groups = found.groups(test)
        for group in groups:
            start = found.order.index(group[0])
            assert found.order[start : start + len(group)] == group
            assert all(found.pair(x, y).p_value(test) >= 0.05 for x in group for y in group if x != y)
            assert not any(set(group) < set(other) for other in groups)
        for x, y in zip(found.order, found.order[1:], strict=False):
            joined = any({x, y} <= set(group) for group in groups)
            assert joined == (found.pair(x, y).p_value(test) >= 0.05)


def test_seeds_are_averaged_before_ranks():
    rng = np.random.default_rng(9)
    table = {m: {(d, s): rng.normal() for d in range(6) for s in range(5)} for m in "ab"}
    found = quietly(table)
    means = {m: {d: np.mean([v[d, s] for s in range(5)]) for d in range(6)} for m, v in table.items()}
    assert found.blocks.unit == "data set"
    assert found.average_ranks == pytest.approx(quietly(means).average_ranks)


@pytest.mark.parametrize("form", ["mapping", "tidy", "pandas", "polars", "pivot", "named columns"])
def test_tables_are_the_same_in_every_form(form):
    rows = [
        {"method": m, "dataset": d, "value": v}
        for m, values in TABLE.items()
        for (d, _), v in values.items()
    ]
    wide = dict(zip(METHODS, ARRAY.T.tolist(), strict=True))
    table = {
        "mapping": TABLE,
        "tidy": rows,
        "pandas": pd.DataFrame(rows),
        "polars": pl.DataFrame(rows),
        "pivot": pd.DataFrame(rows).pivot(index="dataset", columns="method", values="value"),
        "named columns": pd.DataFrame(wide).rename_axis(columns="method"),
    }[form]
    found, right = quietly(table), quietly(TABLE)
    assert {m: found.average_rank(m) for m in METHODS} == {m: right.average_rank(m) for m in METHODS}


def test_the_frame_has_the_best_method_first():
    frame = quietly(TABLE).to_frame()
    assert frame["method"].tolist()[0] == "C4.5+m+cf"
    assert frame["average_rank"].is_monotonic_increasing


# ---- robustness


def test_leaving_out_a_data_set_is_ranking_the_others():
    found = quietly(TABLE)
    for one in found.left_out:
        rest = {m: {key: v for key, v in t.items() if key[0] != one.name} for m, t in TABLE.items()}
        assert one.p_value == pytest.approx(quietly(rest).friedman.p_value)
        assert one.order == quietly(rest).order


def test_a_best_method_that_depends_on_one_data_set_is_warned_about():
    with pytest.warns(StatisticsWarning, match="ranks first changes if any one of 6 data sets is left"):
        found = rank(TABLE, better="higher")
    changed = {one.name for one in found.left_out if not one.same_best}
    assert changed
    assert any(name in text for name in changed for text in found.warnings)


# ---- tables that cannot be ranked, or not well


def test_t5_an_absent_run_is_left_out_or_imputed_like_a_failed_one():
    absent = {m: dict(values) for m, values in TABLE.items()}
    del absent["C4.5"]["iris", 0]
    failed = {**TABLE, "C4.5": {**TABLE["C4.5"], ("iris", 0): nan}}
    for options in ({}, {"worst": 0}):
        found, expected = (quietly(table, **options) for table in (absent, failed))
        assert found.average_ranks == expected.average_ranks
        assert found.pairs == expected.pairs
        assert found.blocks.imputed == expected.blocks.imputed
    assert quietly(absent).blocks.left_out == ("iris/0",)
    assert quietly(absent).blocks.lacking == {"C4.5": 1}


def test_a_missing_value_leaves_the_data_set_out_for_all_and_says_so():
    table = {**TABLE, "C4.5": {**TABLE["C4.5"], ("iris", 0): nan}}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = rank(table, better="higher")
    assert any("1 run is left out for every method" in str(one.message) for one in caught)
    assert (len(found.blocks.names), found.blocks.left_out) == (13, ("iris/0",))


def test_the_worst_can_stand_in_for_a_missing_value():
    table = {**TABLE, "C4.5": {**TABLE["C4.5"], ("iris", 0): nan}}
    filled = {**TABLE, "C4.5": {**TABLE["C4.5"], ("iris", 0): 0.0}}
    found = quietly(table, worst=0)
    assert found.average_ranks == quietly(filled).average_ranks
    assert (found.blocks.imputed, found.to_dict()["imputed"]) == (("iris/0",), 1)
    assert "the worst possible value stands in for 1 run without a value: 'iris/0'" in str(found)


def test_all_ties_are_undefined_and_differ_nowhere():
    found = quietly({name: [1.0, 2, 3, 4] for name in "abc"})
    assert isnan(found.friedman.chi2)
    assert found.average_ranks == (2, 2, 2)
    assert [pair.p_holm for pair in found.pairs] == [1, 1, 1]
    assert found.groups() == (("a", "b", "c"),)
    assert "undefined: all methods tie on every run" in str(found)


@pytest.mark.parametrize("table", [{"a": [1.0, 2]}, {"a": [1.0], "b": [2.0]}])
def test_one_method_or_one_run_is_no_ranking(table):
    with pytest.raises(StatisticsError, match="at least two methods and two runs"):
        rank(table, better="higher")


def test_too_few_data_sets_for_so_many_methods_are_warned_about():
    with pytest.warns(StatisticsWarning, match="with 7 runs Wilcoxon's test with Holm's correction"):
        rank({name: np.arange(7.0) + k for k, name in enumerate("abcd")}, better="higher")


def test_several_metrics_are_not_ranked_together():
    rows = [
        {"method": m, "seed": s, "metric": x, "value": 1.0} for m in "ab" for s in "12" for x in "fg"
    ]
    with pytest.raises(StatisticsError, match="the table must be of one metric; got 'f', 'g'"):
        rank(rows)
    of_methods = {m: [row for row in rows if row["method"] == m] for m in "ab"}
    with pytest.raises(StatisticsError, match="the table must be of one metric; got 'f', 'g'"):
        rank(of_methods)


def test_a_frame_with_a_column_for_each_method_may_have_columns_of_row_keys():
    wide = {"dataset": ["a", "b"], "PC": [1, 2], "GES": [2, 3]}
    named = pd.DataFrame(wide).rename_axis(columns="method")
    melted = pl.DataFrame(wide).unpivot(index=["dataset"], variable_name="method", value_name="value")
    for frame in (named, melted):
        found = quietly(frame)
        assert (found.methods, found.blocks.names, found.order) == (
            ("PC", "GES"),
            ("a", "b"),
            ("GES", "PC"),
        )
    seeded = named.assign(seed=[1, 2], dataset=["a", "a"])
    assert quietly(seeded).blocks.names == ("1", "2")
    twice = named.assign(dataset=["a", "a"])
    with pytest.raises(StatisticsError, match="data set 'a' twice"):
        quietly(twice)


def test_a_column_of_something_else_is_named():
    frame = pd.DataFrame({"graph": ["a", "b"], "PC": [1, 2]}).rename_axis(columns="method")
    with pytest.raises(TypeError, match="a value in the column 'graph' must be a number; got 'a'"):
        quietly(frame)


def test_methods_that_are_not_there_are_refused():
    found = quietly(TABLE)
    assert found.pair("C4.5+m", "C4.5") == found.pair("C4.5", "C4.5+m").swapped
    for call in (lambda: found.pair("C4.5", "C5"), lambda: found.average_rank("C5")):
        with pytest.raises(ConventionError, match=r"the method must be one of .*; got 'C5'"):
            call()
    with pytest.raises(ConventionError, match=r"two methods; got 'C4\.5' twice"):
        found.pair("C4.5", "C4.5")


def test_the_better_direction_is_known_for_edgemarks_metrics_and_required_for_others():
    def table(metric):
        return [
            {"method": m, "seed": s, "metric": metric, "value": (v + s) / 20}
            for m, v in (("good", 1), ("bad", 9))
            for s in range(7)
        ]

    assert rank(table("shd")).order == ("good", "bad")
    assert rank(table("f1")).order == ("bad", "good")
    with pytest.raises(StatisticsError, match="higher or lower values of seconds are better"):
        rank(table("seconds"))
    assert rank(table("seconds"), better="lower").order == ("good", "bad")


def test_values_of_very_different_size_do_not_tie():
    found = quietly({"a": [1e13, 1.1, 1.2], "b": [1e13, 1.2, 1.1], "c": [1, 2, 3]})
    assert [tuple(row) for row in found.blocks.values] == [(1e13, 1e13, 1), (1.1, 1.2, 2), (1.2, 1.1, 3)]


@pytest.mark.parametrize("numbers", [(1, 10), (3, 0), (3, -1)])
def test_a_critical_difference_needs_two_methods_and_a_data_set(numbers):
    for call in (lambda: critical_difference(*numbers), lambda: nemenyi_p(0.5, *numbers)):
        with pytest.raises(StatisticsError, match=r"must be a whole number, [12] or more"):
            call()


@pytest.mark.parametrize("table", [pd.DataFrame({}), pd.DataFrame({"dataset": ["a"]}), {}, []])
def test_a_table_without_methods_is_refused(table):
    with pytest.raises(
        StatisticsError, match=r"the table must hold at least one run|the column 'value'"
    ):
        rank(table)


def test_an_unknown_test_is_refused():
    with pytest.raises(ConventionError, match="test must be one of holm, nemenyi"):
        quietly(TABLE).groups("tukey")


def test_a_method_without_any_value_is_named():
    table = {"PC": [1, 2, 3], "bad": [None, None, None], "GES": [4, 5, 6]}
    with pytest.raises(StatisticsError, match=r"; 'bad' has none at all\. Let the worst"):
        rank(table, better="higher")


def test_a_metric_that_only_describes_graphs_is_not_ranked():
    rows = [
        {"method": m, "seed": k, "metric": "decisiveness", "value": k / 2}
        for m in "AB"
        for k in range(3)
    ]
    with pytest.raises(StatisticsError, match="this metric describes a graph, and neither is better"):
        rank(rows)


@pytest.mark.parametrize("function", ["rank", "summarize", "compare"])
def test_values_of_several_classes_over_data_sets_are_warned_about(function):
    rows = [
        {"method": m, "dataset": f"d{k}", "metric": "shd", "value": v + k, "compared": c}
        for k, c in enumerate(["dag / dag"] * 4 + ["cpdag / cpdag"] * 4)
        for m, v in (("PC", 1), ("HC", 3))
    ]
    operands = [rows]
    if function == "compare":
        operands = [[row for row in rows if row["method"] == m] for m in ("PC", "HC")]
    warning = "values of several classes are averaged: shd of PC was"
    with pytest.warns(StatisticsWarning, match=warning) as found:
        getattr(stats, function)(*operands)
    assert "dag / dag in 4 runs and as cpdag / cpdag in 4" in str(found[0].message)
    for row in rows:
        row["compared"] = "dag / dag"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        getattr(stats, function)(*operands)


def test_an_unknown_test_of_a_pair_has_no_p_value():
    """Before, any name but "holm" returned the p-value of Nemenyi's test."""
    pair = stats.rank({"a": [1, 2, 3, 4, 5, 6], "b": [2, 4, 4, 6, 7, 9]}, better="lower").pairs[0]
    assert (pair.p_value(), pair.p_value("nemenyi")) == (pair.p_holm, pair.p_nemenyi)
    with pytest.raises(ConventionError, match="test must be one of holm, nemenyi; got 'bonferroni'"):
        pair.p_value("bonferroni")


def test_too_few_runs_say_how_many_are_left_and_why():
    rows = [
        {"method": m, "seed": s, "metric": "f1", "value": s / 2} for m in ("PC", "GES") for s in (0, 1)
    ]
    rows[1] |= {"value": None, "status": "failed", "reason": "no memory"}
    text = (
        r"got 2 methods and 1 run on which every method has a value; 1 run of 'PC' failed "
        r"\(no memory\)\. Let the worst possible value stand in: worst=0"
    )
    with pytest.raises(StatisticsError, match=text):
        stats.rank(rows)
    with pytest.raises(StatisticsError, match=r"got 2 methods and 1 run$"):
        stats.rank({"PC": [1], "GES": [2]}, better="lower")


def test_names_of_a_diagram_are_numbered_only_if_shortening_makes_them_equal():
    from edgemark.stats.rank_diagram import shown_names

    long = ["x" * 40 + middle + "x" * 40 for middle in "ab"]
    values = {name: [k, k + 0.5, k + 0.25] for k, name in enumerate(["PC", "y" * 60, *long])}
    with pytest.warns(StatisticsWarning, match="cannot reach p < 0.05"):
        shown = shown_names(rank(values, better="higher"))
    assert (shown["PC"], shown["y" * 60]) == ("PC", "y" * 60)
    assert [shown[name][-3:] for name in long] == [" #3", " #4"]
