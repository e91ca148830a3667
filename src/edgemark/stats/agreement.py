"""Agreement of metrics, over runs and in their rankings of the methods."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from edgemark.content_equality import EqualByContent
from edgemark.errors import Message, StatisticsError, StatisticsWarning, listing, plural
from edgemark.frame_labels import frame_of
from edgemark.stats.cells import unknown_convention
from edgemark.stats.chosen_numbers import chosen_numbers
from edgemark.stats.compared_classes import in_several_classes
from edgemark.stats.counted_pairs import demand_same_candidates
from edgemark.stats.known_metrics import demand_known_ranges, direction_of, is_judged
from edgemark.stats.missing_runs import completed, for_every_seed
from edgemark.stats.pairing import named, with_worst
from edgemark.stats.replicates import Replicate, design, units
from edgemark.stats.runs import Key, Runs, number_name
from edgemark.stats.runs_by_method import runs_of_methods
from edgemark.stats.stand_ins import demand_valid_bounds
from edgemark.stats.ties import ranks_of, value_ranks
from edgemark.values import Undefined

__all__ = ["MetricAgreement", "MetricPair", "metric_agreement"]

Number = tuple[str, str]
"""Metric and convention."""
_Values = dict[tuple[str, Key], float]
"""Values of one metric by method and by data set and seed, with signs such that higher is better."""


@dataclass(frozen=True, slots=True, eq=False)
class MetricPair(EqualByContent):
    """
    The agreement of two metrics, or of two conventions of one metric.

    Attributes:
        a: metric and convention of the first.
        b: metric and convention of the second.
        correlation: Spearman's correlation over the runs within data sets, with signs such that higher
            is better for both. It is undefined if no run has both metrics, or if one of them is
            constant within each data set.
        n: number of runs with both metrics.
        shared: number of runs on which every method has both metrics; the methods are ranked on these.
        opposite: number of method pairs that they rank in opposite order; None without shared runs.
        same_best: whether they rank the same method first; None without shared runs, or if one of them
            ties all methods.
    """

    a: Number
    b: Number
    correlation: float
    n: int
    shared: int
    opposite: int | None
    same_best: bool | None


@dataclass(frozen=True, slots=True, eq=False)
class MetricAgreement(EqualByContent):
    """
    The agreement of all pairs of metrics.

    Attributes:
        pairs: every two metrics.
        methods: names of the ranked methods.
        average_ranks: for each metric, the average rank of each of `methods`; 1 is best. As in `rank`,
            they are over the runs on which every method has a value; nan if there is no such run.
        left_out: for each metric, the runs that are left out because some method has no value.
        warnings: warnings about the results.
    """

    pairs: tuple[MetricPair, ...]
    methods: tuple[str, ...]
    average_ranks: dict[Number, tuple[float, ...]]
    left_out: dict[Number, tuple[str, ...]]
    warnings: tuple[Message, ...]

    def best(self, metric: str, convention: str = "") -> tuple[str, ...]:
        """
        Return the method that a metric ranks first; several if they tie, none if it ranks no methods.

        A metric may be a selector, such as "shd:both to CPDAG".

        Raises:
            ConventionError: an unknown metric or convention, or a metric with several conventions
                without one of them.
        """
        matches = chosen_numbers(metric, convention or None, self.average_ranks)
        if len(matches) != 1:
            raise unknown_convention(matches[0][0], convention, [name for _, name in matches])
        return _best(self.methods, self.average_ranks[matches[0]])

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the pairs as flat dictionaries; nan becomes None."""
        return [
            {
                "metric_a": pair.a[0],
                "convention_a": pair.a[1],
                "metric_b": pair.b[0],
                "convention_b": pair.b[1],
                "correlation": None if isnan(pair.correlation) else pair.correlation,
                "n": pair.n,
                "shared": pair.shared,
                "opposite": pair.opposite,
                "same_best": pair.same_best,
            }
            for pair in self.pairs
        ]

    def to_frame(self) -> Any:
        """
        Return a tidy pandas frame with a row for every two metrics.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        rows = self.to_dicts()
        return frame_of(rows, rows[0] if rows else (), ["correlation"] if rows else ())


def metric_agreement(runs: Any, *, replicate: Replicate | None = None) -> MetricAgreement:
    """
    Return the agreement of metrics: their correlations over runs, and their rankings of the methods.

    Correlations are computed within data sets, because most metrics are worse on larger graphs. Each
    metric ranks the methods on the runs on which every method has a value, so its best method is that of
    `rank`. Two metrics are compared on the runs that have both (pairwise deletion).

    Args:
        runs: a tidy table with several metrics, or conventions of one, see `as_runs`. For metrics of
            other packages, it must state which values are better. A column "worst" holds the values
            that replace missing ones.
        replicate: "dataset", "seed" or "nested", see `rank`.

    Returns:
        Correlations and average ranks.

    Raises:
        StatisticsError: fewer than two metrics whose values can be better or worse and were counted in
            one class of graphs; a metric that does not state which values are better; methods that were
            scored on different candidate pairs; or no data sets for `replicate`.
        ConventionError: `replicate` has an unknown value.

    Warns:
        StatisticsWarning: metrics rank different methods first, or on different runs.

    Examples:
        >>> from edgemark import stats
        >>> rows = [
        ...     {"method": m, "dataset": d, "metric": name, "better": better, "value": value}
        ...     for name, better, values in [("shd", "lower", (1, 4, 6)), ("f1", "higher", (.9, .8, .1))]
        ...     for d in ("asia", "alarm") for m, value in zip(("GES", "PC", "random"), values)
        ... ]
        >>> agreement = stats.metric_agreement(rows)
        >>> agreement.pairs[0].correlation, agreement.pairs[0].opposite, agreement.best("shd")
        (1.0, 0, ('GES',))
    """
    runs = runs_of_methods(runs)
    demand_same_candidates(runs)
    demand_known_ranges(runs)
    demand_valid_bounds(runs)
    filled = for_every_seed(with_worst(completed(runs)))
    in_many_classes = in_several_classes(runs)
    runs_of = {
        number: rows
        for number, rows in filled.by_number().items()
        if is_judged(rows) and number not in in_many_classes
    }
    if len(runs_of) < 2:
        restriction = " that were counted in one class of graphs" if in_many_classes else ""
        raise StatisticsError(f"agreement needs at least two metrics{restriction}; got {len(runs_of)}")
    metrics = {number: _values_of_metric(number, rows) for number, rows in runs_of.items()}
    methods = tuple(dict.fromkeys(method for rows in runs_of.values() for method in rows.methods))
    complete = {number: _complete(metric, methods) for number, metric in metrics.items()}
    ranks = {
        number: _average_ranks(metric, methods, complete[number], replicate)
        for number, metric in metrics.items()
    }
    pairs = tuple(
        _pair(a, b, metrics, methods, complete, replicate) for a, b in combinations(metrics, 2)
    )
    left_out = {
        number: _left_out(metric, frozenset(complete[number])) for number, metric in metrics.items()
    }
    messages = (
        *_warnings_without_ranks(metrics, methods, complete),
        *_warnings_of_best(methods, ranks, complete, pairs),
    )
    for message in messages:
        warnings.warn(StatisticsWarning(message), stacklevel=2)
    return MetricAgreement(pairs, methods, ranks, left_out, messages)


@dataclass(frozen=True, slots=True)
class _MetricValues:
    """
    The values of one metric, and the runs that may have one.

    Attributes:
        values: the values.
        keys: every data set and seed on which some method has a run.
    """

    values: _Values
    keys: tuple[Key, ...]


def _values_of_metric(number: Number, rows: Runs) -> _MetricValues:
    sign = _sign(number, rows)
    values = {(run.method, run.key): sign * run.value for run in rows if run.status == "ok"}
    return _MetricValues(values, tuple(dict.fromkeys(run.key for run in rows)))


def _sign(number: Number, rows: Runs) -> int:
    """Return 1 if higher values are better, and -1 if lower values are."""
    better = direction_of(None, rows)
    if better is None:
        name = number_name(number) or "a metric without a name"
        raise StatisticsError(
            f"every metric must say which values are better; {name} does not. Give the table a column "
            "'better' with lower or higher"
        )
    return 1 if better == "higher" else -1


def _complete(metric: _MetricValues, methods: tuple[str, ...]) -> tuple[Key, ...]:
    """Return the data sets and seeds on which every method has a value."""
    return tuple(key for key in metric.keys if all((method, key) in metric.values for method in methods))


def _average_ranks(
    metric: _MetricValues, methods: tuple[str, ...], keys: tuple[Key, ...], replicate: Replicate | None
) -> tuple[float, ...]:
    """Return the average rank of each method over these data sets and seeds; nan if there are none."""
    if not keys:
        return (nan,) * len(methods)
    replication = design(metric.keys, replicate).replicate
    columns = [
        units(keys, [metric.values[method, key] for key in keys], replication) for method in methods
    ]
    is_nested = replication == "nested"
    values = np.stack([column.runs if is_nested else column.values for column in columns], axis=1)
    ranks = ranks_of(values, columns[0].groups if is_nested else None)
    return tuple(map(float, ranks.mean(axis=0)))


def _pair(
    a: Number,
    b: Number,
    metrics: dict[Number, _MetricValues],
    methods: tuple[str, ...],
    complete: dict[Number, tuple[Key, ...]],
    replicate: Replicate | None,
) -> MetricPair:
    complete_of_b = set(complete[b])
    shared = tuple(key for key in complete[a] if key in complete_of_b)
    ranks = [_average_ranks(metrics[number], methods, shared, replicate) for number in (a, b)]
    correlation, n = _correlation(metrics[a].values, metrics[b].values)
    return MetricPair(a, b, correlation, n, len(shared), *_orders(methods, ranks[0], ranks[1]))


def _correlation(a: _Values, b: _Values) -> tuple[float, int]:
    """
    Return the correlation of ranks within data sets, and the number of runs with both metrics.

    A data set with a single run does not change the correlation.
    """
    groups: dict[str, list[tuple[str, Key]]] = {}
    for method, key in a:
        if (method, key) in b:
            dataset, _ = key
            groups.setdefault(dataset, []).append((method, key))
    if not groups:
        return Undefined("no run has both"), 0
    sums = np.zeros(3)
    for shared in groups.values():
        x, y = (value_ranks(np.array([values[run] for run in shared])) for values in (a, b))
        x, y = x - x.mean(), y - y.mean()
        sums += [(x * y).sum(), (x * x).sum(), (y * y).sum()]
    n = sum(map(len, groups.values()))
    sum_xy, sum_xx, sum_yy = map(float, sums)
    if not sum_xx or not sum_yy:
        return Undefined("one of them is constant within each data set"), n
    return sum_xy / sqrt(sum_xx * sum_yy), n


def _orders(
    methods: tuple[str, ...], a: tuple[float, ...], b: tuple[float, ...]
) -> tuple[int | None, bool | None]:
    """Return `opposite` and `same_best` of a `MetricPair`, from the average ranks by both metrics."""
    if isnan(a[0]) or isnan(b[0]):
        return None, None
    opposite = sum(
        (a[i] - a[j]) * (b[i] - b[j]) < -1e-12 for i, j in combinations(range(len(methods)), 2)
    )
    ties_all = methods in (_best(methods, a), _best(methods, b))
    if len(methods) > 1 and ties_all:
        return opposite, None
    return opposite, _share_best(methods, a, b)


def _best(methods: tuple[str, ...], ranks: tuple[float, ...]) -> tuple[str, ...]:
    """Return the methods with the lowest average rank; none if the ranks are nan."""
    if isnan(ranks[0]):
        return ()
    lowest = min(ranks) + 1e-9
    return tuple(method for method, rank in zip(methods, ranks, strict=True) if rank <= lowest)


def _share_best(methods: tuple[str, ...], a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return not set(_best(methods, a)).isdisjoint(_best(methods, b))


def _left_out(metric: _MetricValues, complete: frozenset[Any]) -> tuple[str, ...]:
    """Name the data sets and seeds that the ranks of a metric leave out."""
    return tuple(named(key) for key in metric.keys if key not in complete)


def _warnings_without_ranks(
    metrics: dict[Number, _MetricValues],
    methods: tuple[str, ...],
    complete: dict[Number, tuple[Key, ...]],
) -> Iterator[Message]:
    """Warn of metrics that rank no methods, once for each reason."""
    numbers_of_reason: dict[str, list[Number]] = {}
    for number, metric in metrics.items():
        with_value = {method for method, _ in metric.values}
        without_value = [method for method in methods if method not in with_value]
        if without_value:
            reason = f"some have no value: {listing(without_value)}"
        elif not complete[number]:
            reason = "there is no run on which every method has a value"
        else:
            continue
        numbers_of_reason.setdefault(reason, []).append(number)
    for reason, numbers in numbers_of_reason.items():
        verb = "ranks" if len(numbers) == 1 else "rank"
        names = number_name(numbers[0]) if len(numbers) == 1 else _listed(numbers)
        yield Message(f"{names} {verb} no methods, because {reason}")


def _warnings_of_best(
    methods: tuple[str, ...],
    ranks: dict[Number, tuple[float, ...]],
    complete: dict[Number, tuple[Key, ...]],
    pairs: tuple[MetricPair, ...],
) -> Iterator[Message]:
    """
    Warn if no method is ranked first by all metrics, and name those that each metric ranks first.

    Otherwise, warn if two metrics rank different methods first on the runs that they share.
    """
    metrics_by_best: dict[tuple[str, ...], list[Number]] = {}
    for number, average_ranks in ranks.items():
        best = _best(methods, average_ranks)
        if best and best != methods:  # A metric that ties all methods contradicts no other.
            metrics_by_best.setdefault(best, []).append(number)
    if not metrics_by_best:
        return
    if set(methods).intersection(*metrics_by_best):
        differing = [pair for pair in pairs if pair.same_best is False]
        if differing:
            n_others = len(differing) - 1
            others = f"; so do {plural(n_others, 'other pair')} of metrics" if n_others else ""
            yield Message(f"{_on_shared_runs(differing[0], 'different methods')}{others}")
        return
    sets_of_runs = {complete[number] for numbers in metrics_by_best.values() for number in numbers}
    parts = [f"{' and '.join(best)} by {_listed(numbers)}" for best, numbers in metrics_by_best.items()]
    text = f"the method that ranks first depends on the metric: {'; '.join(parts)}"
    if len(sets_of_runs) > 1:
        first_of_set: dict[tuple[Key, ...], Number] = {}
        for number in ranks:
            if complete[number] in sets_of_runs:
                first_of_set.setdefault(complete[number], number)
        shown = list(first_of_set.values())[:5]
        counts = ", ".join(f"{number_name(number)} {len(complete[number])}" for number in shown)
        text += f". The metrics rank the methods on different runs ({counts})"
        agreeing = [p for p in pairs if p.same_best and not _share_best(methods, ranks[p.a], ranks[p.b])]
        differing = [p for p in pairs if p.same_best is False and complete[p.a] != complete[p.b]]
        if agreeing:
            text += f"; {_on_shared_runs(agreeing[0], 'the same method')}"
        elif differing:
            text += f"; {_on_shared_runs(differing[0], 'different methods')}"
    yield Message(text)


def _on_shared_runs(pair: MetricPair, ranked_first: str) -> str:
    return (
        f"on the {plural(pair.shared, 'run')} that {number_name(pair.a)} and {number_name(pair.b)} "
        f"share, they rank {ranked_first} first"
    )


def _listed(numbers: list[Number]) -> str:
    return listing([" ".join(part for part in number if part) for number in numbers], 3)
