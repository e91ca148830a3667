"""Which metric said so."""

import warnings
from math import isnan, nan

import numpy as np
import pytest
from scipy import stats as scipy_stats

from edgemark.errors import ConventionError, StatisticsError, StatisticsWarning
from edgemark.stats import metric_agreement, rank

RNG = np.random.default_rng(2)


def rows(values, *, dataset="asia"):
    """Rows of metrics, each with what is better and a value for each method."""
    return [
        {"method": f"m{k}", "dataset": dataset, "metric": metric, "better": better, "value": value}
        for metric, (better, of_methods) in values.items()
        for k, value in enumerate(of_methods)
    ]


def test_in_one_data_set_it_is_spearmans_correlation_turned_so_that_higher_is_better():
    shd, f1 = RNG.integers(0, 9, 12), RNG.random(12).round(1)
    with pytest.warns(StatisticsWarning):
        found = metric_agreement(rows({"shd": ("lower", shd), "f1": ("higher", f1)}))
    (pair,) = found.pairs
    assert pair.correlation == pytest.approx(scipy_stats.spearmanr(-shd, f1).statistic)
    assert pair.n == 12


def test_that_all_is_worse_on_a_larger_graph_is_no_agreement():
    a = rows({"shd": ("lower", [1, 2, 3]), "sid": ("lower", [3, 2, 1])}, dataset="small")
    b = rows({"shd": ("lower", [101, 102, 103]), "sid": ("lower", [203, 202, 201])}, dataset="large")
    with pytest.warns(StatisticsWarning):
        assert metric_agreement(a + b).pairs[0].correlation == pytest.approx(-1)


def test_metrics_that_rank_different_methods_first_are_warned_about():
    given = rows({"shd": ("lower", [1, 2, 3]), "f1": ("higher", [0.7, 0.9, 0.1])})
    with pytest.warns(StatisticsWarning, match="depends on the metric: m0 by 'shd'; m1 by 'f1'$"):
        found = metric_agreement(given)
    assert (found.best("shd"), found.best("f1")) == (("m0",), ("m1",))
    assert (found.pairs[0].opposite, found.pairs[0].same_best) == (1, False)


def test_metrics_that_agree_are_not_warned_about():
    found = metric_agreement(rows({"shd": ("lower", [1, 2, 3]), "f1": ("higher", [0.9, 0.8, 0.1])}))
    assert (found.warnings, found.pairs[0].opposite, found.pairs[0].same_best) == ((), 0, True)


def test_missing_values_are_in_no_correlation():
    given = rows({"shd": ("lower", [1, 2, nan, 4]), "f1": ("higher", [0.9, 0.8, 0.7, nan])})
    with pytest.warns(StatisticsWarning, match="ranks no methods"):
        assert metric_agreement(given).pairs[0].n == 2


def test_a_metric_that_never_varies_has_no_correlation():
    found = metric_agreement(rows({"shd": ("lower", [1, 1]), "f1": ("higher", [0.5, 0.5])}))
    assert isnan(found.pairs[0].correlation)
    assert found.to_dicts()[0]["correlation"] is None


def test_descriptions_are_left_out_and_one_metric_is_refused():
    given = rows({"shd": ("lower", [1, 2]), "decisiveness": ("neither", [1, 0])})
    with pytest.raises(StatisticsError, match="needs at least two metrics; got 1"):
        metric_agreement(given)


def test_what_is_better_must_be_known():
    with pytest.raises(StatisticsError, match="every run must have a metric, or none"):
        metric_agreement(rows({"": ("", [1, 2]), "f1": ("", [0.1, 0.2])}))
    with pytest.raises(StatisticsError, match="seconds does not"):
        metric_agreement(rows({"shd": ("lower", [1, 2]), "seconds": ("", [0.1, 0.2])}))


def test_of_the_librarys_own_metrics_it_is_known():
    said = metric_agreement(rows({"shd": ("lower", [1, 2]), "f1": ("higher", [0.9, 0.2])}))
    assert metric_agreement(rows({"shd": ("", [1, 2]), "f1": ("", [0.9, 0.2])})) == said


def test_the_frame_has_a_row_for_every_two_metrics():
    given = rows({name: ("higher", [0.3, 0.2, 0.1]) for name in "abcd"})
    assert len(metric_agreement(given).to_frame()) == 6


# ---- runs that some metric or method has no value on


def over_data_sets(values):
    """Rows of metrics, each with the values of each method on data sets."""
    return [
        {"method": method, "dataset": f"d{k}", "metric": metric, "value": value}
        for metric, of_methods in values.items()
        for method, given in of_methods.items()
        for k, value in enumerate(given)
    ]


def test_t4_a_metric_names_the_winner_that_its_own_ranking_names():
    given = over_data_sets(
        {
            "shd": {"A": [1, 1, 9, 9, 9, 9], "B": [5, 5, 1, 1, 1, 1]},
            "f1": {"A": [0.9, 0.9] + [None] * 4, "B": [0.5, 0.5] + [0.9] * 4},
        }
    )
    with pytest.warns(StatisticsWarning) as caught:
        found = metric_agreement(given)
    for metric in ("shd", "f1"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", StatisticsWarning)
            alone = rank([row for row in given if row["metric"] == metric])
        assert found.best(metric) == alone.order[:1]
        assert found.average_ranks[metric, ""] == alone.average_ranks
    assert (found.best("shd"), found.best("f1")) == (("B",), ("A",))
    assert found.left_out == {("shd", ""): (), ("f1", ""): ("d2", "d3", "d4", "d5")}
    (text,) = {str(one.message) for one in caught if "on the metric" in str(one.message)}
    shared = "on the 2 runs that shd and f1 share, they rank the same method first"
    assert text.endswith(f"on different runs (shd 6, f1 2); {shared}")
    (pair,) = found.pairs
    assert (pair.n, pair.shared, pair.same_best, pair.opposite) == (8, 2, True, 0)


def test_the_metric_with_other_runs_is_named_after_many_metrics_with_the_same_runs():
    names = ("shd", "sid", "fp", "fn", "fdr", "fpr")
    given = {name: {"A": [0.1, 0.1, 0.1], "B": [0.5, 0.5, 0.5]} for name in names}
    given["f1"] = {"A": [0.1, 0.1, None], "B": [0.5, 0.5, 0.5]}
    with pytest.warns(StatisticsWarning, match="on the metric") as caught:
        metric_agreement(over_data_sets(given))
    (text,) = {str(one.message) for one in caught if "on the metric" in str(one.message)}
    assert "on different runs (shd 3, f1 2)" in text


def test_metrics_that_differ_on_their_shared_runs_too_are_said_to_differ_there():
    given = over_data_sets(
        {
            "shd": {"A": [5] * 6, "B": [1] * 6},
            "f1": {"A": [0.9, 0.9] + [None] * 4, "B": [0.5, 0.5] + [0.9] * 4},
        }
    )
    with pytest.warns(StatisticsWarning) as caught:
        (pair,) = metric_agreement(given).pairs
    assert (pair.shared, pair.same_best) == (2, False)
    (text,) = {str(one.message) for one in caught if "on the metric" in str(one.message)}
    assert text.endswith("on the 2 runs that shd and f1 share, they rank different methods first")


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
@pytest.mark.parametrize("seed", range(40))
def test_t4_ranks_are_those_on_the_runs_that_no_method_lacks(seed):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 4, (3, 3, 5)).astype(float)  # metric, method, data set
    values[rng.random(values.shape) < 0.15] = nan
    given = over_data_sets(
        {
            f"x{k}": {f"m{m}": [None if isnan(v) else v for v in row] for m, row in enumerate(of_metric)}
            for k, of_metric in enumerate(values)
        }
    )
    found = metric_agreement([{**row, "better": "lower"} for row in given])
    complete = {k: [d for d in range(5) if not np.isnan(values[k, :, d]).any()] for k in range(3)}
    for k in range(3):
        expected = np.full(3, nan)
        if complete[k]:
            expected = np.mean([scipy_stats.rankdata(values[k, :, d]) for d in complete[k]], axis=0)
        assert found.average_ranks[f"x{k}", ""] == pytest.approx(expected.tolist(), nan_ok=True)
        assert found.left_out[f"x{k}", ""] == tuple(f"d{d}" for d in range(5) if d not in complete[k])
    for pair in found.pairs:
        i, j = int(pair.a[0][1]), int(pair.b[0][1])
        shared = [d for d in complete[i] if d in complete[j]]
        assert pair.shared == len(shared)
        assert (pair.opposite is None) == (not shared)
        if shared:
            a, b = (
                np.mean([scipy_stats.rankdata(values[k, :, d]) for d in shared], axis=0) for k in (i, j)
            )
            turned = [(a[x] - a[y]) * (b[x] - b[y]) < -1e-9 for x, y in ((0, 1), (0, 2), (1, 2))]
            assert pair.opposite == sum(turned)


def test_the_worst_stands_in_for_ranks_and_correlation_or_for_neither():
    f1 = {"A": [0.9] * 4 + [None] * 2, "B": [0.8] * 6}
    given = over_data_sets({"shd": {"A": [1] * 6, "B": [5] * 6}, "f1": f1})
    without = metric_agreement(given)
    filled = [{**row, "worst": 0} if row["metric"] == "f1" else row for row in given]
    worst = metric_agreement(filled)
    assert (without.pairs[0].n, worst.pairs[0].n) == (10, 12)
    assert without.left_out["f1", ""] == ("d4", "d5")
    assert worst.left_out["f1", ""] == ()
    alone = rank([row for row in filled if row["metric"] == "f1"])
    assert worst.average_ranks["f1", ""] == alone.average_ranks


def test_a_metric_that_ties_all_methods_contradicts_none():
    given = rows({"shd": ("lower", [1, 2]), "f1": ("higher", [0.5, 0.5])})
    found = metric_agreement(given)
    assert (found.warnings, found.pairs[0].same_best) == ((), None)


def test_metrics_of_different_methods_rank_nothing_and_say_so():
    given = over_data_sets({"shd": {"A": [1, 2]}, "f1": {"B": [0.1, 0.2]}})
    with pytest.warns(StatisticsWarning, match="ranks no methods, because some have no value"):
        found = metric_agreement(given)
    (pair,) = found.pairs
    assert (pair.n, pair.opposite, pair.same_best) == (0, None, None)
    assert pair.correlation.reason == "no run has both"
    assert found.best("shd") == ()
    assert not any("depends on the metric" in text for text in found.warnings)


def test_a_metric_or_convention_that_is_not_there_is_refused():
    given = [{**row, "convention": c} for c in ("one", "two") for row in rows({"shd": ("", [1, 2])})]
    found = metric_agreement(given)
    assert found.best("shd", "one") == ("m0",)
    with pytest.raises(ConventionError, match="the metric must be one of shd; got 'f1'"):
        found.best("f1")
    with pytest.raises(ConventionError, match="the convention of shd must be one of one, two"):
        found.best("shd")


def test_metrics_that_agree_overall_but_not_on_the_runs_they_share_are_named():
    """B wins by both metrics; on the three data sets that both have, A wins by SHD."""
    values = {"A": (1, 1, 1, 9, 9, 9, 9, 9), "B": (2, 2, 2, 3, 3, 3, 3, 3)}
    table = [
        {"method": m, "dataset": f"d{k}", "metric": "shd", "value": v}
        for m, column in values.items() for k, v in enumerate(column)
    ]  # fmt: skip
    table += [
        {"method": m, "dataset": f"d{k}", "metric": "f1", "value": v}
        for m, v in (("A", 0.2), ("B", 0.8)) for k in range(3)
    ]  # fmt: skip
    with pytest.warns(StatisticsWarning, match="on the 3 runs that shd and f1 share, they"):
        found = metric_agreement(table)
    assert found.best("shd") == found.best("f1") == ("B",)
    assert found.pairs[0].same_best is False


def test_a_metric_that_ties_all_methods_names_no_other_winner():
    table = rows({"shd": ("lower", [1, 2, 3]), "sid": ("lower", [3, 2, 1]), "f1": ("higher", [0.5] * 3)})
    with pytest.warns(StatisticsWarning, match="depends on the metric") as caught:
        metric_agreement(table)
    assert not any("'f1'" in str(one.message) for one in caught)


def test_metrics_that_rank_nothing_for_one_reason_share_a_warning():
    metrics = {name: ("lower", [1, 2, None]) for name in ("one", "two", "three", "four")}
    table = [row for row in rows(metrics | {"shd": ("lower", [1, 2, 3])}) if row["value"] is not None]
    with pytest.warns(StatisticsWarning) as caught:
        metric_agreement(table)
    said = [str(one.message) for one in caught if "no methods" in str(one.message)]
    assert said == ["'one', 'two', 'three' and 1 more rank no methods, because some have no value: 'm2'"]
