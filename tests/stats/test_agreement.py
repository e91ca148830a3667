"""Which metric said so."""

from math import isnan, nan

import numpy as np
import pytest
from scipy import stats as scipy_stats

from edgemark import StatisticsError, StatisticsWarning
from edgemark.stats import metric_agreement

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
    with pytest.warns(StatisticsWarning, match="depends on the metric: m0 by 'shd'; m1 by 'f1'"):
        found = metric_agreement(given)
    assert (found.best("shd"), found.best("f1")) == (("m0",), ("m1",))
    assert (found.pairs[0].opposite, found.pairs[0].same_best) == (1, False)


def test_metrics_that_agree_are_not_warned_about():
    found = metric_agreement(rows({"shd": ("lower", [1, 2, 3]), "f1": ("higher", [0.9, 0.8, 0.1])}))
    assert (found.warnings, found.pairs[0].opposite, found.pairs[0].same_best) == ((), 0, True)


def test_missing_values_are_in_no_correlation():
    given = rows({"shd": ("lower", [1, 2, nan, 4]), "f1": ("higher", [0.9, 0.8, 0.7, nan])})
    assert metric_agreement(given).pairs[0].n == 2


def test_a_metric_that_never_varies_has_no_correlation():
    found = metric_agreement(rows({"shd": ("lower", [1, 1]), "f1": ("higher", [0.5, 0.5])}))
    assert isnan(found.pairs[0].correlation)
    assert found.to_dicts()[0]["correlation"] is None


def test_descriptions_are_left_out_and_one_metric_is_refused():
    given = rows({"shd": ("lower", [1, 2]), "decisiveness": ("neither", [1, 0])})
    with pytest.raises(StatisticsError, match="needs two metrics or more; got 1"):
        metric_agreement(given)


def test_what_is_better_must_be_known():
    with pytest.raises(StatisticsError, match="of f1 it is not known what is better"):
        metric_agreement(rows({"shd": ("lower", [1, 2]), "f1": ("", [0.1, 0.2])}))


def test_the_frame_has_a_row_for_every_two_metrics():
    given = rows({name: ("higher", [0.3, 0.2, 0.1]) for name in "abcd"})
    assert len(metric_agreement(given).to_frame()) == 6
