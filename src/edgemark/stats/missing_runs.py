"""Treatment of runs that only some methods have."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isnan, nan
from typing import Any

from edgemark.errors import Remedy, StatisticsError, StatisticsWarning, listing, plural
from edgemark.stats.missing_reasons import refused_remedies, why_missing
from edgemark.stats.runs import Key, Run, Runs
from edgemark.stats.runs_by_method import runs_of_methods

__all__ = [
    "complete_cases",
    "completed",
    "completed_sides",
    "for_every_seed",
]

_REASON = "the method has no run here"
_Bounds = tuple[float, float, float]
"""The best possible, the worst possible and the chance value of a metric; nan where unknown."""
_BoundsByPlace = Mapping[Key | str, _Bounds]
"""Bounds by data set and seed, and by data set alone."""


def completed(runs: Runs) -> Runs:
    """
    Add a run with the status "absent" for each run that a method lacks and another method has.

    Its best, worst and chance values are those of the other methods' runs on the same data set and seed,
    if these agree. A run whose status is "absent" already, such as an empty cell of a pivot, gets the
    values that it lacks in the same way. A run without a seed holds for every seed, see
    `for_every_seed`.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> runs = completed(as_runs([
        ...     {"method": m, "dataset": d, "value": 1} for m, d in [("PC", "asia"), ("PC", "alarm"),
        ...                                                          ("GES", "asia")]
        ... ]))
        >>> [(run.method, run.dataset, run.status) for run in runs][-1]
        ('GES', 'alarm', 'absent')
    """
    bounds: dict[tuple[str, str], _BoundsByPlace] = {}
    added: list[Run] = []
    for metric, rows in runs.by_number().items():
        rows_with_seeds = for_every_seed(rows)
        bounds[metric] = _common_bounds(rows_with_seeds)
        added += _absent_runs(rows_with_seeds, bounds[metric])
    return Runs((*(_with_bounds(run, bounds[run.number]) for run in runs), *added))


def for_every_seed(runs: Runs) -> Runs:
    """
    Replace each run that holds for every seed of its data set by one for each of these seeds.

    A run without a seed holds for every seed that other methods have on its data set, if its method has
    no other run there. A deterministic method has such runs.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> runs = as_runs([
        ...     {"method": m, "dataset": "asia", "seed": s, "value": 1}
        ...     for m, s in [("PC", ""), ("random", 1), ("random", 2)]
        ... ])
        >>> [(run.method, run.seed) for run in for_every_seed(runs)]
        [('PC', '1'), ('PC', '2'), ('random', '1'), ('random', '2')]
    """
    if all(run.seed for run in runs):
        return runs
    with_seeds: list[Run] = []
    for rows in runs.by_number().values():
        seeds = _seeds_of_seedless_runs(rows)
        with_seeds += (run_of_seed for run in rows for run_of_seed in _run_per_seed(run, seeds))
    return Runs(tuple(with_seeds))


def _seeds_of_seedless_runs(rows: Runs) -> dict[tuple[str, str], list[str]]:
    """Return, by method and data set, the seeds for which a run without a seed holds."""
    seeds: dict[str, dict[str, None]] = {}
    for run in rows:
        if run.seed:
            seeds.setdefault(run.dataset, {})[run.seed] = None
    with_seed = {(run.method, run.dataset) for run in rows if run.seed}
    return {
        (run.method, run.dataset): list(seeds[run.dataset])
        for run in rows
        if run.dataset in seeds and (run.method, run.dataset) not in with_seed
    }


def _run_per_seed(run: Run, seeds: Mapping[tuple[str, str], Sequence[str]]) -> Iterable[Run]:
    """Return the run once for each seed for which it holds; a run with a seed is returned as it is."""
    if run.seed or (run.method, run.dataset) not in seeds:
        return [run]
    return [replace(run, seed=seed) for seed in seeds[run.method, run.dataset]]


def completed_sides(a: Runs, b: Runs) -> tuple[Runs, Runs]:
    """
    Add a run with the status "absent" for each run that only one of two methods has.

    A run that holds for every seed is paired with each run of the other method on its data set.
    """
    a, b = _with_seeds_of(a, b), _with_seeds_of(b, a)
    runs_of_a, runs_of_b = ({run.key: run for run in side} for side in (a, b))
    bounds_of_a, bounds_of_b = _common_bounds(a), _common_bounds(b)
    first_of_a, first_of_b = (a.rows or b.rows)[0], (b.rows or a.rows)[0]
    absent_a = [_absent_run(key, first_of_a, bounds_of_b) for key in runs_of_b if key not in runs_of_a]
    absent_b = [_absent_run(key, first_of_b, bounds_of_a) for key in runs_of_a if key not in runs_of_b]
    return (
        Runs((*(_with_bounds(run, bounds_of_b) for run in a), *absent_a)),
        Runs((*(_with_bounds(run, bounds_of_a) for run in b), *absent_b)),
    )


def _with_seeds_of(side: Runs, other: Runs) -> Runs:
    """Return the runs of a method; those that hold for every seed once for each seed of the other."""
    datasets_with_seed = {run.dataset for run in side if run.seed}
    seeds_of_other: dict[str, dict[str, None]] = {}
    for run in other:
        if run.seed:
            seeds_of_other.setdefault(run.dataset, {})[run.seed] = None
    with_seeds: list[Run] = []
    for run in side:
        if run.seed or run.dataset in datasets_with_seed:
            with_seeds.append(run)
        else:
            with_seeds += (replace(run, seed=seed) for seed in seeds_of_other.get(run.dataset, [""]))
    return Runs(tuple(with_seeds))


def _absent_runs(rows: Runs, bounds: _BoundsByPlace) -> Iterator[Run]:
    """Return a run for each method and each data set and seed on which only other methods have one."""
    keys = dict.fromkeys(run.key for run in rows)
    for of_method in rows.by_method().values():
        own_keys = {run.key for run in of_method}
        for key in keys:
            if key not in own_keys:
                yield _absent_run(key, of_method.rows[0], bounds)


def _absent_run(key: Key, like: Run, bounds: _BoundsByPlace) -> Run:
    """Return an absent run on a data set and seed, with the method and the metric of another run."""
    absent = Run(
        nan,
        method=like.method,
        dataset=key[0],
        seed=key[1],
        metric=like.metric,
        convention=like.convention,
        better=like.better,
        status="absent",
        reason=_REASON,
    )
    return _with_bounds(absent, bounds)


def _with_bounds(run: Run, bounds: _BoundsByPlace) -> Run:
    """Fill in the best, worst and chance value that an absent run lacks; other runs are unchanged."""
    if run.status != "absent":
        return run
    best, worst, chance = bounds.get(run.key) or bounds.get(run.dataset) or (nan, nan, nan)
    return replace(
        run,
        best=best if isnan(run.best) else run.best,
        worst=worst if isnan(run.worst) else run.worst,
        chance=chance if isnan(run.chance) else run.chance,
    )


def _common_bounds(runs: Runs) -> _BoundsByPlace:
    """Return the bounds that all runs on a data set and seed share, and all runs on a data set."""
    values: dict[Key | str, tuple[set[float], set[float], set[float]]] = {}
    for run in runs:
        for place in (run.key, run.dataset):
            best, worst, chance = values.setdefault(place, (set(), set(), set()))
            best.add(run.best)
            worst.add(run.worst)
            chance.add(run.chance)
    return {
        place: (_common(best), _common(worst), _common(chance))
        for place, (best, worst, chance) in values.items()
    }


def _common(values: Iterable[float]) -> float:
    known = {value for value in values if not isnan(value)}
    return known.pop() if len(known) == 1 else nan


def complete_cases(runs: Any) -> Runs:
    """
    Return the runs on which every method has a value, separately for every metric.

    Their summaries and tests are a complete-case analysis: all methods are compared on the same runs,
    and no number depends on a substitute for a missing value.

    Args:
        runs: a tidy table of one or more metrics, see `as_runs`; or a mapping of values by method.

    Returns:
        The runs on each data set and seed on which every method has a value. A metric without such a
        run is left out. An example is a metric that is not defined for the graphs of one of the methods.

    Raises:
        StatisticsError: no metric has such a run.

    Warns:
        StatisticsWarning: a metric is left out; the warning names it, and the methods without values.

    Examples:
        >>> from edgemark import stats
        >>> rows = [
        ...     {"method": m, "dataset": d, "metric": "shd", "value": v}
        ...     for m, d, v in [("PC", "asia", 3), ("PC", "alarm", 9), ("GES", "asia", 2)]
        ... ]
        >>> print(stats.summarize(stats.complete_cases(rows)))
        PC shd   3.000 over 1 run
        GES shd  2.000 over 1 run
    """
    runs = runs_of_methods(runs)
    complete: list[Run] = []
    errors: list[StatisticsError] = []
    for metric, rows in runs.by_number().items():
        cases = _complete_cases_of_metric(rows, runs.methods)
        if cases:
            complete += cases
        else:
            errors.append(_no_complete_case(metric, rows, runs.methods))
    if errors and not complete:
        raise errors[0]
    for error in errors:
        warnings.warn(StatisticsWarning(error.message.after("a metric is left out: ")), stacklevel=2)
    return Runs(tuple(complete))


def _complete_cases_of_metric(rows: Runs, methods: Sequence[str]) -> list[Run]:
    """Return the runs on which every method has a value; none if a method lacks the metric."""
    by_method = for_every_seed(rows).by_method()
    if len(by_method) < len(methods):
        return []
    shared = set.intersection(
        *({run.key for run in of_method if run.status == "ok"} for of_method in by_method.values())
    )
    seeds = _seeds_of_seedless_runs(rows)
    return [
        run
        for run in rows
        if any(run_of_seed.key in shared for run_of_seed in _run_per_seed(run, seeds))
    ]


def _no_complete_case(metric: tuple[str, str], rows: Runs, methods: Sequence[str]) -> StatisticsError:
    name = " ".join(filter(None, metric)) or "the values"
    count = plural(len({run.key for run in rows}), "run")
    return StatisticsError(
        f"complete cases need a run on which every method has a value; {name}: there is none "
        f"among {count} of {listing(methods)}{_methods_without_values(rows, methods)}"
        f"{why_missing(rows)}",
        *refused_remedies(rows),
        *_same_runs_remedy(rows, methods),
        Remedy("Or leave out a method that lacks runs of the others"),
    )


def _methods_without_values(runs: Runs, methods: Sequence[str]) -> str:
    with_value = {run.method for run in runs if run.status == "ok"}
    without = [method for method in methods if method not in with_value]
    has = "has" if len(without) == 1 else "have"
    return f"; {listing(without)} {has} no value at all" if without else ""


def _same_runs_remedy(runs: Runs, methods: Sequence[str]) -> tuple[Remedy, ...]:
    """Return the remedy if some methods lack runs that others have."""
    by_method, n_keys = runs.by_method(), len({run.key for run in runs})
    if all(method in by_method and len(by_method[method]) == n_keys for method in methods):
        return ()
    return (Remedy("Score the same data sets and seeds with every method, under the same names"),)
