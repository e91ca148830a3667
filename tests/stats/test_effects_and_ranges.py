"""Signs of effects, possible ranges, the bootstrap's least n, several metrics, chance, controls."""

import warnings
from itertools import permutations
from math import inf, isnan, nan

import numpy as np
import pytest
from scipy import stats as scipy_stats
from statsmodels.stats.multitest import multipletests

import edgemark as em
from edgemark.errors import ConventionError, StatisticsError, StatisticsWarning
from edgemark.metrics.declaration import REGISTRY
from edgemark.stats import (
    Bootstrap,
    against_chance,
    compare,
    complete_cases,
    over_metrics,
    rank,
    signed_ranks,
    summarize,
)
from edgemark.stats.sentences import effect_size
from tests.stats.demsar import METHODS, TABLE

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")


def table(metric, **of_methods):
    return [
        {"method": m, "dataset": f"d{k}", "metric": metric, "value": value}
        for m, values in of_methods.items()
        for k, value in enumerate(values)
    ]


# ---- T2, T3: which values are better, and which way an effect points


def test_t2_ranks_of_values_without_a_metric_need_better():
    with pytest.raises(StatisticsError, match=r'higher or lower values are better.*better="lower"'):
        rank({"PC": [1, 2, 3], "GES": [2, 3, 4]})


@pytest.mark.parametrize("metric", ["shd", "f1"])
def test_t3_an_effect_is_of_a_minus_b_wherever_it_stands(metric):
    rng = np.random.default_rng(1)
    sides = {m: rng.random(9) / 3 + k / 9 for k, m in enumerate("abc")}
    ranking = rank(table(metric, **sides))
    two = rank(table(metric, a=sides["a"], b=sides["b"]))
    for x, y in permutations("abc", 2):
        alone = compare(table(metric, x=sides[x]), table(metric, x=sides[y]))
        assert ranking.pair(x, y).effect == alone.effect
        assert alone.effect == signed_ranks(sides[x] - sides[y]).effect
        assert ranking.pair(x, y).wins == ((sides[x] < sides[y]) == (metric == "shd")).sum()
    assert two.pair("a", "b").effect == ranking.pair("a", "b").effect
    assert two.pair("b", "a").effect == -two.pair("a", "b").effect


def test_t3_the_sign_of_an_effect_is_written_out_in_words():
    found = compare(
        [3, 4, 5, 6, 7, 8, 1, 9], [1, 1, 1, 1, 1, 1, 4, 1], better="lower", names=("PC", "GES")
    )
    assert (found.effect > 0, found.larger, found.smaller) == (True, 7, 1)
    assert "PC is larger in 88 % of 8 pairs" in str(found)
    assert found.winner == "GES"
    flat = found.to_dict()
    assert (flat["pairs_a_larger"], flat["pairs_b_larger"]) == (7, 1)


def test_many_small_differences_against_few_large_ones_are_pointed_out():
    a = [1, 1, 1, 1, 1, 1, 30, 31, 32, 33, 34, 35, 36, 37]
    b = [2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0]
    assert not any("only" in text for text in compare(a, b).warnings)
    a = [1.0] * 16 + [30.0 + k for k in range(15)]
    b = [2.0] * 16 + [0.0] * 15
    found = compare(a, b)
    assert found.significant
    assert any("which is larger in only 15 of 31 pairs" in text for text in found.warnings)


def test_runs_of_a_nested_design_are_not_called_pairs():
    keys = [(f"net {k}", seed) for k in range(8) for seed in range(3)]
    a = {key: 30.0 if key[1] == 0 else 1.0 for key in keys}
    found = compare(a, {key: 0.0 if key[1] == 0 else 2.0 for key in keys}, replicate="nested")
    assert found.significant
    text = next(text for text in found.warnings if "in only" in text)
    assert "which is larger in only 8 of 24 runs, because the differences in these runs are" in text


# ---- T7: intervals


def test_t7_an_interval_stays_in_the_possible_range():
    f1, shd = [0.95, 1.0, 0.99, 0.9, 1.0], [0, 1, 0, 5, 0]
    for metric, values, bound in (("f1", f1, 1.0), ("shd", shd, 0.0)):
        (row,) = summarize(table(metric, PC=values))
        plain = summarize(values)
        assert (plain.t.high > 1) if metric == "f1" else (plain.t.low < 0)
        assert bound in tuple(row.summary.t)
    unbounded = summarize(f1, worst=0)
    assert unbounded.t.high > 1
    assert summarize(f1, best=1, worst=0).t.high == 1


def test_t7_a_difference_stays_in_twice_the_range():
    a, b = [1.0, 1, 1, 1, 0.2], [0.0, 0, 0, 0, 0.1]
    assert compare(a, b).t.high > 1
    assert compare(table("f1", x=a), table("f1", x=b)).t.high == 1


def test_a_bound_that_differs_between_runs_is_no_bound_and_one_that_is_exceeded_is_refused():
    rows = [{**row, "worst": 10 + k} for k, row in enumerate(table("shd", PC=[0, 9, 1]))]
    (row,) = summarize(rows)
    assert (row.summary.t.low, row.summary.t.high > 12) == (0, True)
    with pytest.raises(StatisticsError, match="worst=5 and a value of 9"):
        summarize([{**one, "worst": 5} for one in table("shd", PC=[0, 9, 1])])


def test_t7_bca_is_given_only_where_its_coverage_holds():
    values = np.random.default_rng(0).normal(size=20)
    assert "would cover the mean less often than its level says" in summarize(values[:19]).bca.reason
    assert not isnan(summarize(values).bca.low)
    assert not isnan(Bootstrap(least=2).interval(values[:5]).low)
    with pytest.raises(StatisticsError, match="least must be a whole number, 2 or more"):
        Bootstrap(least=1)


def test_t7_bca_of_20_values_covers_about_as_often_as_t_and_of_5_it_does_not():
    """The measured shares of docs/statistics.md, from benchmarks/interval_coverage.py."""
    rng, inside = np.random.default_rng(2), {5: [0, 0], 20: [0, 0]}
    bootstrap = Bootstrap(500, least=2)
    for n, counts in inside.items():
        for values in rng.negative_binomial(3, 0.2, (500, n)).astype(float):
            low, high = bootstrap.interval(values)
            counts[0] += low <= 12 <= high
            t = scipy_stats.t.interval(0.95, n - 1, values.mean(), values.std(ddof=1) / n**0.5)
            counts[1] += t[0] <= 12 <= t[1]
    assert inside[5][0] / 500 < 0.88
    assert inside[20][0] / 500 > 0.89
    assert abs(inside[20][0] - inside[20][1]) / 500 < 0.03


def test_t7_the_smallest_p_value_does_not_depend_on_ties():
    assert signed_ranks([1.0] * 6).smallest_p == signed_ranks([1.0, 2, 3, 4, 5, 6]).smallest_p == 2**-5


def test_t7_the_warning_about_few_data_sets_is_about_its_own_test():
    with pytest.warns(
        StatisticsWarning, match="with 7 runs Wilcoxon's test with Holm's correction for 6"
    ):
        rank({m: np.arange(7.0) + k for k, m in enumerate("abcd")}, better="higher")


# ---- T10: how numbers are printed


def test_t10_ranks_of_ten_and_more_are_aligned():
    rng = np.random.default_rng(3)
    found = rank({f"m{k:02}": k + 0.1 * rng.normal(size=8) for k in range(12)}, better="higher")
    lines = [line for line in str(found).splitlines() if " wins," in line]
    assert len(lines) == 12
    assert len({line.index("m") for line in lines}) == 1
    assert len({line.index(" wins,") for line in lines}) == 1


def test_t10_a_small_probability_is_not_written_as_0():
    a, b = np.arange(20.0) + 5, np.arange(20.0) * 0.5
    assert "B larger < 0.001" in str(compare(a, b, rope=0.1))


# ---- T5: absent runs


def test_t5_an_absent_run_is_counted_left_out_or_imputed():
    a = {("asia", s): 0.5 + s / 10 for s in range(4)}
    b = {key: value - 0.1 for key, value in a.items() if key != ("asia", 2)}
    found = compare(a, b)
    assert (found.pairs.left_out, found.pairs.absent) == (("asia/2",), ("asia/2",))
    assert "1 paired run is left out (1 of them absent)" in found.warnings[-1]
    imputed = compare(a, b, worst=0)
    assert imputed.pairs.imputed == ("asia/2",)
    assert imputed.wilcoxon == compare(a, {**b, ("asia", 2): 0.0}).wilcoxon


def test_t5_the_worst_value_of_an_absent_run_is_that_of_its_data_set():
    rows = [{**row, "worst": 28} for row in table("shd", PC=[3, 5, 4], GES=[1, 2, 2])]
    (found,) = (row.summary for row in summarize(rows[:5]) if row.method == "GES")
    assert found.mean_worst == pytest.approx((1 + 2 + 28) / 3)
    assert (found.counts.absent, found.mean) == (1, 1.5)


def test_complete_cases_are_the_runs_that_all_methods_have():
    rows = [row for row in table("shd", PC=[1, 2, None], GES=[3, 4, 5]) if row["value"] != 3]
    kept = complete_cases(rows)
    assert [(run.method, run.key[0]) for run in kept] == [("PC", "d1"), ("GES", "d1")]
    with pytest.raises(StatisticsError, match=r"complete cases need a run .*; shd: there is none"):
        complete_cases([row for row in rows if row["value"] != 4])


def test_names_that_differ_only_in_case_are_warned_about():
    with pytest.warns(StatisticsWarning, match="'pc' and 'PC' are counted as 2 methods"):
        rank({"pc": [1, 2, 3], "PC": [2, 3, 4]}, better="higher")


# ---- T6: several metrics, and a control


def test_a_metric_called_none_is_in_the_family_of_the_others_if_none_is_primary():
    verdict = compare([5, 6, 8, 7, 9, 9, 8], [4, 3, 4, 2, 3, 2, 0])
    assert [test.p_family for test in over_metrics({None: verdict, "shd": verdict})] == [0.03125] * 2


def test_t6_tests_of_several_metrics_are_holms_over_all_of_them():
    rng = np.random.default_rng(4)
    found = {name: rank({m: rng.normal(size=9) + k for k, m in enumerate("abc")}, better="higher")
             for name in ("shd", "sid", "f1")}  # fmt: skip
    tests = over_metrics(found)
    p_values = [pair.p_wilcoxon for ranking in found.values() for pair in ranking.pairs]
    assert [test.p_family for test in tests] == pytest.approx(
        list(multipletests(p_values, method="holm")[1])
    )
    tests = over_metrics(found, primary="sid")
    first = [test.p_family for test in tests if test.is_primary]
    assert first == [pair.p_holm for pair in found["sid"].pairs]
    rest = multipletests([*p_values[:3], *p_values[6:]], method="holm")[1]
    assert [test.p_family for test in tests if not test.is_primary] == pytest.approx(list(rest))
    with pytest.raises(ConventionError, match="primary must be one of shd, sid, f1; got 'sib'"):
        over_metrics(found, primary="sib")
    with pytest.raises(TypeError, match="must be a Comparison or a Ranking; got int"):
        over_metrics({"shd": 3})


def test_comparisons_with_a_control_are_corrected_for_their_own_number():
    whole, found = rank(TABLE, better="higher"), rank(TABLE, better="higher", control="C4.5")
    assert [(pair.a, pair.b) for pair in found.pairs] == [(m, "C4.5") for m in METHODS[1:]]
    raw = [pair.p_wilcoxon for pair in found.pairs]
    assert raw == [whole.pair(m, "C4.5").p_wilcoxon for m in METHODS[1:]]
    assert [p.p_holm for p in found.pairs] == pytest.approx(list(multipletests(raw, method="holm")[1]))
    assert found.pair("C4.5", "C4.5+m").effect == whole.pair("C4.5", "C4.5+m").effect
    assert found.method_rows() == whole.method_rows()
    with pytest.raises(ConventionError, match="one method of a pair must be the control"):
        found.pair("C4.5+m", "C4.5+cf")
    with pytest.raises(StatisticsError, match="groups need every pair"):
        found.groups()
    with pytest.raises(ConventionError, match="the control must be one of"):
        rank(TABLE, better="higher", control="C5")


# ---- chance


def test_a_method_is_compared_with_its_own_chance_values():
    rng = np.random.default_rng(6)
    rows = [
        {"method": m, "dataset": f"d{k}", "metric": "f1", "value": v, "chance": c}
        for m, shift in (("PC", 0.3), ("GES", 0.0))
        for k, (v, c) in enumerate(zip(rng.random(12) / 3 + shift, rng.random(12) / 3, strict=True))
    ]
    found = against_chance(rows)
    raw = []
    for test in found:
        mine = [row for row in rows if row["method"] == test.method]
        d = np.array([row["value"] - row["chance"] for row in mine])
        raw.append(scipy_stats.wilcoxon(d, method="exact").pvalue)
        assert test.comparison.p_value == pytest.approx(raw[-1])
        assert test.is_better == (test.comparison.effect > 0)
    assert [test.p_holm for test in found] == pytest.approx(list(multipletests(raw, method="holm")[1]))
    assert [test.significant for test in found] == [True, False]


def test_a_failed_run_counts_against_a_method_if_its_worst_value_is_given():
    rows = [
        {"method": "PC", "seed": k, "metric": "f1", "value": v, "chance": 0.2}
        for k, v in enumerate([0.5, 0.6, None, 0.7, 0.8, 0.9, 0.4])
    ]
    (left_out,), (imputed,) = against_chance(rows), against_chance(rows, worst=0)
    assert (left_out.comparison.wilcoxon.n, imputed.comparison.wilcoxon.n) == (6, 7)
    assert imputed.comparison.pairs.imputed == ("2",)


def test_runs_without_chance_values_are_refused_or_counted():
    rows = [{"seed": k, "metric": "f1", "value": 0.5, "chance": None if k else 0.1} for k in range(3)]
    (found,) = against_chance(rows)
    assert found.without_chance == ("1", "2")
    with pytest.raises(StatisticsError, match="f1: none of 2 runs has both"):
        against_chance(rows[1:])


@pytest.mark.parametrize(
    ("method", "name", "called"),
    [("PC", "PC", "'PC'"), ("", "the method", "the method"), ("chance", "the method", "'chance'")],
)
def test_the_compared_method_is_told_apart_from_chance(method, name, called):
    rows = [
        em.stats.Run(value=0.5, method=method, seed=str(k), metric="f1", chance=k / 10) for k in range(3)
    ]
    with pytest.warns(StatisticsWarning, match=f"^{called} against chance: with 3 runs not equal"):
        (found,) = against_chance(em.stats.Runs(tuple(rows)))
    assert found.comparison.names == (name, "chance")


def test_reports_of_chance_bring_the_values():
    truth = em.Graph.parse("A --> B --> C --> D; E; F")
    reports = {("PC", "asia", k): em.chance(truth, truth, ["f1:skeleton"]) for k in range(6)}
    (found,) = against_chance(em.stats.Runs.from_reports(reports))
    assert found.comparison.means == (1.0, pytest.approx(0.2))
    assert found.is_better
    assert found.to_dict()["better_than_chance"]


def test_ranges_of_unnamed_values_are_infinite():
    from edgemark.stats.possible_range import range_of
    from edgemark.stats.runs import as_runs

    assert range_of(as_runs([1, 2, nan])) == (-inf, inf)
    assert range_of(as_runs([{"value": 1, "metric": "mcc"}])) == (-1, 1)


def test_one_value_outside_the_range_of_the_metric_is_enough_to_drop_the_range():
    from edgemark.stats.possible_range import range_of
    from edgemark.stats.runs import as_runs

    for values in ((0.5, 1.5), (-0.5, 0.5)):
        rows = [{"seed": k, "metric": "f1", "value": value} for k, value in enumerate(values)]
        assert range_of(as_runs(rows)) == (-inf, inf)
    assert range_of(as_runs([{"value": 1, "metric": "decisiveness"}]))[1] in (1, inf)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert range_of(as_runs([{"value": 7, "metric": "f1"}])) == (-inf, inf)


@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_a_ranking_shows_the_interval_of_compare(own, seed):
    """An interval of the difference of two F1 ended at -1.179 in the table of a ranking."""
    rng = np.random.default_rng(seed)
    stated = {"metric": "own", "better": "higher", "best": 1, "worst": 0} if own else {"metric": "f1"}
    rows = [
        {"method": m, "dataset": d, "seed": s, "value": float(rng.choice([0, x, 1])), **stated}
        for m, x in (("A", 0.9), ("B", 0.2), ("C", 0.5))
        for d in "abc"
        for s in range(2)
    ]
    ranking, runs = em.stats.rank(rows), em.stats.as_runs(rows)
    lines = ranking.to_markdown().replace("\\", "").split("\n")
    for other in ranking.order[1:]:
        found = em.stats.compare(runs.only(method=other), runs.only(method=ranking.order[0]))
        [line] = [line for line in lines if line.startswith(f"| {other} |")]
        shown = f"{found.difference:.3f}"
        if not isnan(found.t.low):
            shown += f" [{found.t.low:.3f}, {found.t.high:.3f}]"
            assert -1 <= found.t.low <= found.t.high <= 1
        assert f"| {shown} |" in line


def test_a_direction_and_one_bound_limit_an_interval():
    """best=0 was used only if the worst possible value was known too."""
    errors = [0.1, 0.0, 3.0, 0.2]
    assert em.stats.summarize(errors).t.low < 0
    assert em.stats.summarize(errors, best=0, better="lower").t.low == 0
    rows = [{"method": "PC", "metric": "own", "seed": k, "value": x} for k, x in enumerate(errors)]
    assert em.stats.summarize(rows, best=0, better="lower")["PC", "own"].t.low == 0
    assert em.stats.summarize([-x for x in errors], best=0, better="higher").t.high == 0


@pytest.mark.parametrize(
    ("effect", "size"),
    [
        (1.0, "large"), (0.5, "large"), (0.499, "medium"), (0.3, "medium"), (0.299, "small"),
        (0.1, "small"), (0.099, "negligible"), (0.0, "negligible"), (nan, "undefined"),
    ],
)  # fmt: skip
def test_the_size_of_an_effect_is_named_by_the_steps_of_cohen(effect, size):
    """Small from .1, medium from .3, large from .5 (Cohen 1992, correlations), whatever the sign."""
    assert effect_size(effect) == effect_size(-effect) == size


# ---- possible ranges of runs that only other methods have


def runs_of(method, datasets, values, worst):
    rows = zip(datasets, values, worst, strict=True)
    return [
        {"method": method, "dataset": d, "metric": "shd", "value": v, "worst": w} for d, v, w in rows
    ]


SMALL = runs_of("A", "abcde", [3, 4, 5, 6, 9], [10] * 5)
WITH_LARGE = runs_of("B", "abcdez", [1, 2, 2, 3, 4, 8], [10] * 5 + [66])


def test_the_worst_value_of_an_absent_run_belongs_to_the_possible_range():
    found = compare(SMALL, WITH_LARGE)
    differences = np.array([2, 2, 3, 3, 5, 58])
    expected = scipy_stats.t.interval(0.95, 5, differences.mean(), scipy_stats.sem(differences))
    assert found.pairs.imputed == ("z",)
    assert found.difference == pytest.approx(differences.mean())
    assert tuple(found.t) == pytest.approx(expected)
    assert found.t.low < found.difference < found.t.high


def test_a_table_of_ranks_has_the_interval_of_the_comparison_with_an_absent_run():
    third = runs_of("C", "abcdez", [2, 2, 2, 4, 4, 9], [10] * 5 + [66])
    text = rank([*SMALL, *WITH_LARGE, *third]).to_markdown()
    assert r"12.167 \[-11.425, 35.758\]" in text


def test_an_absent_run_that_is_left_out_does_not_widen_the_possible_range():
    rows = [{**row, "worst": None} if row["dataset"] == "z" else row for row in WITH_LARGE]
    found = compare(SMALL[:3], rows)
    assert (found.pairs.imputed, found.pairs.left_out) == (("d", "e"), ("z",))
    assert found.t.high <= 10


@pytest.mark.parametrize("metric", [n for n, m in REGISTRY.items() if m.better == "neither"])
def test_intervals_of_shares_that_describe_a_graph_end_at_0_and_1(metric):
    assert "0 to 1" in REGISTRY[metric].function.__doc__
    found = summarize(table(metric, PC=[0, 1, 1, 0.9]))["PC", metric]
    assert tuple(found.t) == (0, 1)
    with pytest.raises(StatisticsError, match=f"values of {metric} must be between 0 and 1; got 93"):
        summarize(table(metric, PC=[0, 93]))


def test_a_difference_of_shares_that_describe_a_graph_stays_between_minus_1_and_1():
    found = compare(
        table("decisiveness", a=[0, 1, 1]), table("decisiveness", b=[1, 0, 0.5]), better="higher"
    )
    assert tuple(found.t) == (-1, 1)


def test_metrics_of_other_packages_without_a_direction_have_no_range():
    found = summarize([{**row, "better": "neither"} for row in table("edges", PC=[0, 1, 1, 0.9])])[
        "PC", "edges"
    ]
    assert found.t.low < 0
    assert found.t.high > 1


@pytest.mark.parametrize(
    ("metric", "convention", "bests", "expected"),
    [
        ("partial_roc_auc", "max_fpr = 0.2, scale = raw", (nan, nan), (-inf, 0.2)),
        ("f1_at_k", "directed, k = 2E", (nan, nan), (0, 1)),
        ("f1_at_k", "directed, k = 2E", (0.6, 0.7), (0, 1)),
        ("edge_log_score", "directed", (0.05, 0.02), (0, inf)),
        ("edge_log_score", "directed", (0.05, 0.05), (0.05, inf)),
        ("tp", "directed", (3, 4), (0, inf)),
    ],
)
def test_the_range_of_numbers_with_options(metric, convention, bests, expected):
    from edgemark.stats.possible_range import range_of
    from edgemark.stats.runs import as_runs

    number = {"metric": metric, "convention": convention}
    runs = [{**number, "value": 0.1, "best": best, "seed": k} for k, best in enumerate(bests)]
    assert range_of(as_runs(runs)) == expected
