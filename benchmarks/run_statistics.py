"""
How long do statistics over runs take?

The time of confidence intervals is compared with that of scipy's bootstrap on the same values. Before,
intervals and the p-value of the signed-rank test are checked against those of scipy.
Run: .venv/bin/python benchmarks/run_statistics.py
"""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
from _table import best, duration, show
from scipy import stats as scipy_stats

from edgemark import stats
from edgemark.errors import StatisticsWarning

N_METHODS, N_DATASETS, N_SEEDS = 20, 30, 10


def values(n_seeds: int) -> np.ndarray:
    rng = np.random.default_rng(0)
    effects = rng.normal(size=(N_METHODS, 1, 1)) + rng.normal(size=(1, N_DATASETS, 1))
    return effects + rng.gamma(2, size=(N_METHODS, N_DATASETS, n_seeds))


def table(array: np.ndarray, *, by_dataset: bool) -> stats.Runs:
    """
    Return a run for each value.

    `summarize` averages a method over its data sets if `by_dataset`. Otherwise every data set has a
    metric of its own, so that `summarize` averages over the seeds of one method on one data set.
    """
    rows = [
        stats.Run(
            float(value),
            method=f"m{m}",
            dataset=f"d{d}" if by_dataset else "",
            seed=str(s),
            metric="loss" if by_dataset else f"loss on d{d}",
            better="lower",
        )
        for (m, d, s), value in np.ndenumerate(array)
    ]
    return stats.Runs(tuple(rows))


def check(array: np.ndarray) -> None:
    """Assert that intervals and the exact test agree with scipy's, except for random resamples."""
    means = array.mean(axis=2)
    for k in range(3):
        expected = scipy_stats.bootstrap((means[k],), np.mean, n_resamples=10_000, method="BCa", rng=1)
        ends = expected.confidence_interval
        found = stats.Bootstrap().interval(means[k])
        assert np.allclose(tuple(found), tuple(ends), atol=0.05 * (ends.high - ends.low))
    d = means[0] - means[1]
    assert np.isclose(stats.signed_ranks(d).p_value, scipy_stats.wilcoxon(d, method="exact").pvalue)


def measure() -> list[list[str]]:
    array = values(N_SEEDS)
    check(array)
    nested, cells = table(array, by_dataset=True), table(array, by_dataset=False)
    means = array.mean(axis=2)
    a, b = (dict(enumerate(row)) for row in means[:2])
    large = np.random.default_rng(0).lognormal(size=200_000)
    many = {f"m{k}": dict(enumerate(row)) for k, row in enumerate(means)}

    def row(what: str, work: Callable[[], object], repeats: int = 3) -> list[str]:
        return [what, duration(best(work, repeats))]

    def scipys() -> None:
        for one in means:
            scipy_stats.bootstrap((one,), np.mean, n_resamples=10_000, method="BCa", rng=1)

    return [
        row(
            f"summarize, {N_METHODS} methods over {N_DATASETS} data sets",
            lambda: stats.summarize(nested),
        ),
        row("scipy.stats.bootstrap of the same means", scipys),
        row(
            f"summarize, each of {N_METHODS * N_DATASETS} cells over {N_SEEDS} seeds",
            lambda: stats.summarize(cells),
        ),
        row(f"compare, {N_DATASETS} data sets", lambda: stats.compare(a, b)),
        row(
            f"rank, {N_METHODS} methods on {N_DATASETS} data sets",
            lambda: stats.rank(many, better="lower"),
        ),
        row("interval of 200,000 values", lambda: stats.Bootstrap().interval(large), 1),
        row(
            "the same, 1,000 resamples",
            lambda: stats.Bootstrap(resamples=1000).interval(large),
            1,
        ),
        row("signed_ranks, 200 differences", lambda: stats.signed_ranks(np.arange(1.0, 201) - 90.5)),
    ]


if __name__ == "__main__":
    warnings.simplefilter("ignore", StatisticsWarning)
    title = f"{N_METHODS} methods, {N_DATASETS} data sets, {N_SEEDS} seeds; 10,000 resamples (BCa)"
    show(title, ["what", "best time"], measure())
