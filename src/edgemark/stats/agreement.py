"""Which metric said so: do metrics agree over runs, and do they rank the methods alike?"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from edgemark.errors import StatisticsError, StatisticsWarning, listing
from edgemark.stats.blocks import blocks
from edgemark.stats.rank_variance import ranks_of
from edgemark.stats.runs import Key, Runs, as_runs, better_of, frame_of, number_name
from edgemark.stats.signed_ranks import mid_ranks
from edgemark.values import Undefined

__all__ = ["MetricAgreement", "MetricPair", "metric_agreement"]

Number = tuple[str, str]
RunKey = tuple[str, Key]


@dataclass(frozen=True, slots=True)
class MetricPair:
    """
    Two metrics, or one counted in two ways.

    Attributes:
        a: metric and convention of one.
        b: of the other.
        correlation: Spearman's, over the runs within data sets, both turned so that higher is better;
            undefined if one of them never varies.
        n: how many runs have both.
        opposite: how many pairs of methods they rank in opposite order.
        same_best: whether they rank the same method first.
    """

    a: Number
    b: Number
    correlation: float
    n: int
    opposite: int
    same_best: bool


@dataclass(frozen=True, slots=True)
class MetricAgreement:
    """
    How far metrics agree.

    Attributes:
        pairs: every two metrics.
        methods: the methods that are ranked.
        average_ranks: of the methods, in their order, by each metric; 1 is the best.
        warnings: what the reader of the numbers should know.
    """

    pairs: tuple[MetricPair, ...]
    methods: tuple[str, ...]
    average_ranks: dict[Number, tuple[float, ...]]
    warnings: tuple[str, ...]

    def best(self, metric: str, convention: str = "") -> tuple[str, ...]:
        """Give the method that a metric ranks first; several if they tie."""
        return _best(self.methods, self.average_ranks[metric, convention])

    def to_dicts(self) -> list[dict[str, Any]]:
        """Give the pairs as flat dictionaries; nan as None."""
        return [
            {
                "metric_a": pair.a[0],
                "convention_a": pair.a[1],
                "metric_b": pair.b[0],
                "convention_b": pair.b[1],
                "correlation": None if isnan(pair.correlation) else pair.correlation,
                "n": pair.n,
                "opposite": pair.opposite,
                "same_best": pair.same_best,
            }
            for pair in self.pairs
        ]

    def to_frame(self) -> Any:
        """
        Give a tidy pandas frame, a row for every two metrics.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        rows = self.to_dicts()
        return frame_of(rows, rows[0] if rows else (), ["correlation"] if rows else ())


def metric_agreement(runs: Any) -> MetricAgreement:
    """
    Say whether metrics agree over runs, and whether the order of the methods depends on the metric.

    The correlation is within data sets: that all metrics are worse on larger graphs is no agreement.

    Args:
        runs: a tidy table with several metrics, or conventions of one, see `as_runs`; it must say which
            values are better.

    Returns:
        Correlations and average ranks.

    Raises:
        StatisticsError: one metric only, or one of which is not known what is better.

    Warns:
        StatisticsWarning: metrics rank different methods first.

    Examples:
        >>> from edgemark import stats
        >>> rows = [
        ...     {"method": m, "dataset": d, "metric": name, "better": better, "value": value}
        ...     for name, better, values in [("shd", "lower", (1, 4, 6)), ("f1", "higher", (.9, .8, .1))]
        ...     for d in ("asia", "alarm") for m, value in zip(("GES", "PC", "random"), values)
        ... ]
        >>> found = stats.metric_agreement(rows)
        >>> found.pairs[0].correlation, found.pairs[0].opposite, found.best("shd")
        (1.0, 0, ('GES',))
    """
    by_number = {
        number: rows
        for number, rows in as_runs(runs).by_number().items()
        if not all(run.better == "neither" for run in rows)
    }
    if len(by_number) < 2:
        raise StatisticsError(f"agreement needs two metrics or more; got {len(by_number)}")
    turned = {number: _turned(number, rows) for number, rows in by_number.items()}
    methods = tuple(dict.fromkeys(m for rows in by_number.values() for m in rows.methods))
    ranks = {number: _average_ranks(rows, methods) for number, rows in by_number.items()}
    pairs = tuple(
        MetricPair(a, b, *_correlation(turned[a], turned[b]), *_orders(methods, ranks[a], ranks[b]))
        for a, b in combinations(by_number, 2)
    )
    said = tuple(_warnings(methods, ranks))
    for text in said:
        warnings.warn(text, StatisticsWarning, stacklevel=2)
    return MetricAgreement(pairs, methods, ranks, said)


def _sign(number: Number, rows: Runs) -> int:
    better = better_of(rows)
    if better is None:
        raise StatisticsError(
            f"of {number_name(number)} it is not known what is better. Give the table a column "
            "'better' with lower or higher"
        )
    return 1 if better == "higher" else -1


def _turned(number: Number, rows: Runs) -> dict[RunKey, float]:
    """Values by method and key, the higher the better."""
    sign = _sign(number, rows)
    return {(run.method, run.key): sign * run.value for run in rows if run.status == "ok"}


def _average_ranks(rows: Runs, methods: tuple[str, ...]) -> tuple[float, ...]:
    try:
        made = blocks(rows, complete=False)
    except StatisticsError:
        return (nan,) * len(methods)
    values = made.values if better_of(rows) == "higher" else -made.values
    means = dict(zip(made.methods, map(float, ranks_of(values).mean(axis=0)), strict=True))
    return tuple(means.get(method, nan) for method in methods)


def _correlation(a: dict[RunKey, float], b: dict[RunKey, float]) -> tuple[float, int]:
    """Correlation of ranks within data sets, over those of two runs or more."""
    groups: dict[str, list[RunKey]] = {}
    for key in a:
        if key in b:
            groups.setdefault(key[1][0], []).append(key)
    sums = np.zeros(3)
    for keys in groups.values():
        x, y = (mid_ranks(np.array([side[key] for key in keys])) for side in (a, b))
        x, y = x - x.mean(), y - y.mean()
        sums += [(x * y).sum(), (x * x).sum(), (y * y).sum()]
    n = sum(map(len, groups.values()))
    both, first, second = map(float, sums)
    if not first or not second:
        return Undefined("one of them is the same for all runs of each data set"), n
    return both / sqrt(first * second), n


def _orders(methods: tuple[str, ...], a: tuple[float, ...], b: tuple[float, ...]) -> tuple[int, bool]:
    opposite = sum(
        (a[i] - a[j]) * (b[i] - b[j]) < -1e-12 for i, j in combinations(range(len(methods)), 2)
    )
    return opposite, _best(methods, a) == _best(methods, b)


def _best(methods: tuple[str, ...], ranks: tuple[float, ...]) -> tuple[str, ...]:
    known = [rank for rank in ranks if not isnan(rank)]
    return tuple(
        m for m, rank in zip(methods, ranks, strict=True) if known and rank <= min(known) + 1e-9
    )


def _warnings(methods: tuple[str, ...], ranks: dict[Number, tuple[float, ...]]) -> Iterator[str]:
    first: dict[tuple[str, ...], list[str]] = {}
    for number, of_number in ranks.items():
        if best := _best(methods, of_number):
            first.setdefault(best, []).append(" ".join(part for part in number if part))
    if len(first) > 1:
        said = [f"{' and '.join(best)} by {listing(names, 3)}" for best, names in first.items()]
        yield f"which method ranks first depends on the metric: {'; '.join(said)}"
