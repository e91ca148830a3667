"""Values and directions that edgemark's metrics cannot have; work that is bounded."""

import importlib
from pathlib import Path

import numpy as np
import pytest

from edgemark.errors import StatisticsError
from edgemark.stats import compare, rank, summarize
from edgemark.stats.bayes import _partners, bayesian_signed_rank


def table(values, metric="f1", **more):
    return [
        {"method": m, "seed": s, "metric": metric, "value": value + k, **more}
        for k, m in ((0, "a"), (values[0] / 10, "b"))
        for s, value in enumerate(values)
    ]


@pytest.mark.parametrize("values", [[90, 95, 91], [1.4, 0.4], [-0.1, 0.5]])
def test_m6_values_outside_the_range_of_the_metric_are_refused(values):
    rows = table(values)
    for call in (summarize, lambda x: rank(x), lambda x: compare(x[: len(values)], x[len(values) :])):
        with pytest.raises(StatisticsError, match="f1 must be between 0 and 1"):
            call(rows)
    summarize(table(values, metric="my f1"))


def test_m6_a_direction_that_contradicts_the_metric_is_refused():
    values = [0.5 + k / 50 for k in range(9)]
    rows = table(values)
    for call in (
        lambda: rank(rows, better="lower"),
        lambda: compare(rows[:9], rows[9:], better="lower"),
        lambda: rank(table(values, better="lower")),
    ):
        with pytest.raises(StatisticsError, match="higher values of f1 are better; got 'lower'"):
            call()
    assert rank(rows, better="higher").better == "higher"


def test_m6_a_metric_that_only_describes_takes_any_direction():
    assert (
        rank(table([0.5 + k / 50 for k in range(9)], "decisiveness"), better="lower").better == "lower"
    )


def test_c11_partners_are_those_of_all_pairs():
    rng = np.random.default_rng(0)
    for n in (1, 2, 7, 40):
        values, widths = np.sort(rng.integers(-3, 4, n) / 2), rng.integers(0, 3, n) / 8
        for threshold in (0.0, 0.5, 1.0):
            sums, width = values[:, None] + values, widths[:, None] + widths
            for found, is_partner in zip(
                _partners(values, widths, threshold),
                (sums + width >= threshold - 1e-9, sums - width > threshold + 1e-9),
                strict=True,
            ):
                order, start = found
                for k in range(n):
                    assert set(order[start[k] :].tolist()) == set(np.flatnonzero(is_partner[k]).tolist())


def test_c11_the_work_for_many_pairs_is_bounded():
    d = np.random.default_rng(0).normal(0.1, 1, 20_000)
    found = compare(d, np.zeros(len(d)))
    assert (found.bayes.larger, found.bayes.draws) == (1.0, 1000)


def test_c11_fewer_draws_say_the_same():
    d = np.random.default_rng(3).normal(0.05, 1, 500)
    few, many = compare(d, np.zeros(500)).bayes, bayesian_signed_rank(d)
    assert abs(few.larger - many.larger) < 1 / np.sqrt(few.draws)
    assert few.larger + few.smaller == pytest.approx(1)


@pytest.mark.parametrize("metric", ["F1", "f1", "f1:skeleton", "F1:directed", "Recall"])
def test_m6_known_metrics_are_known_in_any_case_and_with_a_convention(metric):
    rows = [
        {"method": m, "seed": s, "metric": metric, "value": v + s / 100}
        for m, v in (("A", 0.8), ("B", 0.3)) for s in range(7)
    ]  # fmt: skip
    assert "A is better than B" in str(rank(rows))
    with pytest.raises(StatisticsError, match="higher values"):
        rank(rows, better="lower")
    with pytest.raises(StatisticsError, match="must be between 0 and 1; got 101"):
        summarize([{**row, "value": 101} for row in rows])


def test_m6_the_advice_for_another_metric_gives_both_directions():
    rows = [{"method": m, "seed": s, "metric": "accuracy", "value": s} for m in "AB" for s in range(7)]
    with pytest.raises(StatisticsError) as error:
        rank(rows)
    assert 'better="higher"' in str(error.value)
    assert 'better="lower"' in str(error.value)


@pytest.mark.parametrize("by_dataset", [True, False])
def test_the_benchmark_of_statistics_has_values_that_its_metric_may_have(monkeypatch, by_dataset):
    pytest.importorskip("scipy")
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "benchmarks"))
    benchmark = importlib.import_module("run_statistics")
    array = benchmark.values(n_seeds=2)
    assert array.min() < 0
    summarize(benchmark.table(array, by_dataset=by_dataset), resamples=1000)


@pytest.mark.parametrize("metric", ["s_metric", "c_metric", "sc_metric"])
def test_a_mean_share_of_separations_is_between_0_and_1(metric):
    """Its worst value was unknown, so that intervals went beyond 1 and 1.7 was accepted."""
    values = [{"seed": s, "metric": metric, "value": value} for s, value in enumerate([0.9, 0.1])]
    assert tuple(summarize(values)["", metric].t) == (0, 1)
    assert summarize([*values, {"seed": 2, "metric": metric, "value": None}])["", metric].mean_worst == (
        pytest.approx(2 / 3)
    )
    with pytest.raises(StatisticsError, match=f"{metric} must be between 0 and 1"):
        summarize([{"seed": 0, "metric": metric, "value": 1.7}])
