"""Which metric said so: do metrics agree over runs, and do they rank the methods alike?"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from edgemark.errors import ConventionError, StatisticsError, StatisticsWarning, listing
from edgemark.stats.blocks import blocks
from edgemark.stats.pairing import named, with_worst
from edgemark.stats.rank_variance import ranks_of
from edgemark.stats.runs import Key, Runs, as_runs, better_of, frame_of, is_judged, number_name
from edgemark.stats.sentences import are
from edgemark.stats.signed_ranks import mid_ranks
from edgemark.values import Undefined

__all__ = ["MetricAgreement", "MetricPair", "metric_agreement"]

Number = tuple[str, str]
RunKey = tuple[str, Key]
Turned = dict[RunKey, float]


@dataclass(frozen=True, slots=True)
class MetricPair:
    """
    Two metrics, or one counted in two ways.

    Attributes:
        a: metric and convention of one.
        b: of the other.
        correlation: Spearman's, over the runs within data sets, both turned so that higher is better;
            undefined if no run has both, or one of them never varies.
        n: how many runs have both.
        opposite: how many pairs of methods they rank in opposite order; None if one ranks no methods.
        same_best: whether they rank some method first together; None if one ranks no methods.
    """

    a: Number
    b: Number
    correlation: float
    n: int
    opposite: int | None
    same_best: bool | None


@dataclass(frozen=True, slots=True)
class MetricAgreement:
    """
    How far metrics agree.

    Attributes:
        pairs: every two metrics.
        methods: the methods that are ranked.
        average_ranks: of the methods, in their order, by each metric; 1 is the best. All are on the
            same runs; nan by a metric that some method has no value of.
        left_out: runs that are in no rank, as some method has no value there by some metric.
        warnings: what the reader of the numbers should know.
    """

    pairs: tuple[MetricPair, ...]
    methods: tuple[str, ...]
    average_ranks: dict[Number, tuple[float, ...]]
    left_out: tuple[str, ...]
    warnings: tuple[str, ...]

    def best(self, metric: str, convention: str = "") -> tuple[str, ...]:
        """
        Give the method that a metric ranks first; several if they tie, none if it ranks no methods.

        Raises:
            ConventionError: no such metric or convention, or no convention where there are several.
        """
        known = [number for number in self.average_ranks if number[0] == metric]
        if not known:
            raise ConventionError.unknown(
                "the metric", metric, dict.fromkeys(a for a, _ in self.average_ranks)
            )
        found = [number for number in known if not convention or number[1] == convention]
        if len(found) != 1:
            raise ConventionError.unknown(
                f"the convention of {metric}", convention, [c for _, c in known]
            )
        return _best(self.methods, self.average_ranks[found[0]])

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

    The correlation is within data sets: that all metrics are worse on larger graphs is no agreement. The
    methods are ranked on the runs on which every one has a value by every metric that ranks them.

    Args:
        runs: a tidy table with several metrics, or conventions of one, see `as_runs`; of metrics that
            are not edgemark's it must say which values are better. A column "worst" stands in for what
            is missing.

    Returns:
        Correlations and average ranks.

    Raises:
        StatisticsError: one metric only, or one of which is not known what is better.

    Warns:
        StatisticsWarning: metrics rank different methods first, or not on all runs.

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
    by_number = {n: rows for n, rows in with_worst(as_runs(runs)).by_number().items() if is_judged(rows)}
    if len(by_number) < 2:
        raise StatisticsError(f"agreement needs two metrics or more; got {len(by_number)}")
    turned = {number: _turned(number, rows) for number, rows in by_number.items()}
    methods = tuple(dict.fromkeys(m for rows in by_number.values() for m in rows.methods))
    heard = {number: {method for method, _ in values} for number, values in turned.items()}
    silent = {n: [m for m in methods if m not in heard[n]] for n in turned}
    ranking = [number for number in turned if not silent[number]]
    keys = list(dict.fromkeys(run.key for rows in by_number.values() for run in rows))
    shared = {k for k in keys if all((m, k) in turned[n] for n in ranking for m in methods)}
    ranks = {
        n: _average_ranks(rows, methods, shared if n in ranking else set())
        for n, rows in by_number.items()
    }
    left_out = tuple(named(key) for key in keys if key not in shared)
    said = (*_gaps(silent, left_out, bool(shared and ranking)), *_verdict(methods, ranks))
    for text in said:
        warnings.warn(text, StatisticsWarning, stacklevel=2)
    pairs = tuple(
        MetricPair(a, b, *_correlation(turned[a], turned[b]), *_orders(methods, ranks[a], ranks[b]))
        for a, b in combinations(by_number, 2)
    )
    return MetricAgreement(pairs, methods, ranks, left_out, said)


def _sign(number: Number, rows: Runs) -> int:
    better = better_of(rows)
    if better is None:
        name = number_name(number) or "a metric without name"
        raise StatisticsError(
            f"of {name} it is not known what is better. Give the table a column 'better' with lower or "
            "higher"
        )
    return 1 if better == "higher" else -1


def _turned(number: Number, rows: Runs) -> Turned:
    """Values by method and key, the higher the better."""
    sign = _sign(number, rows)
    return {(run.method, run.key): sign * run.value for run in rows if run.status == "ok"}


def _average_ranks(rows: Runs, methods: tuple[str, ...], shared: set[Key]) -> tuple[float, ...]:
    """Ranks on the shared runs, on which every method has a value."""
    if not shared:
        return (nan,) * len(methods)
    made = blocks(Runs(tuple(run for run in rows if run.key in shared)))
    values = made.values if better_of(rows) == "higher" else -made.values
    means = dict(zip(made.methods, map(float, ranks_of(values).mean(axis=0)), strict=True))
    return tuple(means[method] for method in methods)


def _correlation(a: Turned, b: Turned) -> tuple[float, int]:
    """Correlation of ranks within data sets, over those of two runs or more."""
    groups: dict[str, list[RunKey]] = {}
    for key in a:
        if key in b:
            groups.setdefault(key[1][0], []).append(key)
    if not groups:
        return Undefined("no run has both"), 0
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


def _orders(
    methods: tuple[str, ...], a: tuple[float, ...], b: tuple[float, ...]
) -> tuple[int | None, bool | None]:
    if isnan(a[0]) or isnan(b[0]):
        return None, None
    opposite = sum(
        (a[i] - a[j]) * (b[i] - b[j]) < -1e-12 for i, j in combinations(range(len(methods)), 2)
    )
    return opposite, not set(_best(methods, a)).isdisjoint(_best(methods, b))


def _best(methods: tuple[str, ...], ranks: tuple[float, ...]) -> tuple[str, ...]:
    if isnan(ranks[0]):
        return ()
    return tuple(m for m, rank in zip(methods, ranks, strict=True) if rank <= min(ranks) + 1e-9)


def _gaps(silent: dict[Number, list[str]], left_out: tuple[str, ...], is_ranked: bool) -> Iterator[str]:
    for number, methods in silent.items():
        if methods:
            name = number_name(number)
            yield f"{name} does not rank the methods, as some have no value by it: {listing(methods)}"
    if left_out and is_ranked:
        yield (
            f"{are(len(left_out), 'run')} left out of the ranks, as some method has no value there by "
            f"some metric: {listing(left_out)}"
        )
    elif left_out:
        yield "the methods are not ranked: there is no run on which all have a value by every metric"


def _verdict(methods: tuple[str, ...], ranks: dict[Number, tuple[float, ...]]) -> Iterator[str]:
    """Which methods are first by which metrics, where none is first by all."""
    first: dict[tuple[str, ...], list[str]] = {}
    for number, of_number in ranks.items():
        if best := _best(methods, of_number):
            first.setdefault(best, []).append(" ".join(part for part in number if part))
    if first and not set(methods).intersection(*first):
        said = [f"{' and '.join(best)} by {listing(names, 3)}" for best, names in first.items()]
        yield f"which method ranks first depends on the metric: {'; '.join(said)}"
