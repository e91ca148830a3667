"""Treatment of runs that only some methods have."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isnan, nan
from typing import Any

from edgemark.errors import Remedy, StatisticsError, StatisticsWarning, listing, plural
from edgemark.stats.look_alike_names import groups_of, plain_seed, plain_text, visible_text
from edgemark.stats.missing_reasons import refused_remedies, why_missing
from edgemark.stats.runs import Key, Run, Runs
from edgemark.stats.runs_by_method import runs_of_methods

__all__ = [
    "complete_cases",
    "completed",
    "for_every_seed",
    "spelling_warnings",
]

_SPELLING = "case, spaces, hyphens or Unicode form"
_REASON = "the method has no run here"
Bounds = tuple[float, float, float]
"""A best and a worst possible value, and a chance value."""


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
    bounds: dict[tuple[str, str], Mapping[Key | str, Bounds]] = {}
    added: list[Run] = []
    for number, rows in runs.by_number().items():
        of_seeds = for_every_seed(rows)
        bounds[number] = _common_bounds(of_seeds)
        added += _absent_runs(of_seeds, bounds[number])
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
    return Runs(tuple(run for rows in runs.by_number().values() for run in _run_for_each_seed(rows)))


def _run_for_each_seed(rows: Runs) -> Iterator[Run]:
    seeds = _seeds_of_seedless_runs(rows)
    for run in rows:
        yield from _run_per_seed(run, seeds)


def _run_per_seed(run: Run, seeds: Mapping[Key, Sequence[str]]) -> Iterable[Run]:
    """Return the run once for each seed that it holds for; a run with a seed is returned as it is."""
    if run.seed or (run.method, run.dataset) not in seeds:
        return [run]
    return [replace(run, seed=seed) for seed in seeds[run.method, run.dataset]]


def _seeds_of_seedless_runs(rows: Runs) -> dict[Key, list[str]]:
    """The seeds that the run of a method on a data set holds for, by method and data set."""
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


def completed_sides(a: Runs, b: Runs) -> tuple[Runs, Runs]:
    """
    Return the runs of two methods, with an absent run for each run that only the other has.

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
    """Return the runs of one method, with the seeds of the other for runs without a seed."""
    with_seed = {run.dataset for run in side if run.seed}
    seeds: dict[str, dict[str, None]] = {}
    for run in other:
        if run.seed:
            seeds.setdefault(run.dataset, {})[run.seed] = None
    return Runs(
        tuple(
            replace(run, seed=seed)
            for run in side
            for seed in (
                [run.seed] if run.seed or run.dataset in with_seed else seeds.get(run.dataset, [""])
            )
        )
    )


def complete_cases(runs: Any) -> Runs:
    """
    Return the runs on which every method has a value, separately for every metric.

    Their summaries and tests are a complete-case analysis: all methods are compared on the same runs,
    and no number depends on a substitute for a missing value.

    Args:
        runs: a tidy table of one or more metrics, see `as_runs`; or a mapping of values by method.

    Returns:
        The runs on each data set and seed on which every method has a value. A metric without such a
        run is left out, for example one that a method lacks completely: it may not be defined for the
        graphs of this method.

    Raises:
        StatisticsError: there is no such run for any metric.

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
    for number, rows in runs.by_number().items():
        cases = _complete_cases_of_metric(rows, runs.methods)
        if cases:
            complete += cases
        else:
            errors.append(_no_complete_case(number, rows, runs.methods))
    if errors and not complete:
        raise errors[0]
    for error in errors:
        warnings.warn(StatisticsWarning(error.message.after("a metric is left out: ")), stacklevel=2)
    return Runs(tuple(complete))


def _complete_cases_of_metric(rows: Runs, methods: Sequence[str]) -> list[Run]:
    """The runs of a metric on which every method has a value; none if a method lacks the metric."""
    by_method = for_every_seed(rows).by_method()
    if len(by_method) < len(methods):
        return []
    shared = set.intersection(
        *({run.key for run in side if run.status == "ok"} for side in by_method.values())
    )
    seeds = _seeds_of_seedless_runs(rows)
    return [
        run
        for run in rows
        if any(run_of_seed.key in shared for run_of_seed in _run_per_seed(run, seeds))
    ]


def _no_complete_case(number: tuple[str, str], rows: Runs, methods: Sequence[str]) -> StatisticsError:
    name = " ".join(filter(None, number)) or "the values"
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
    """The remedy for runs that only some methods have."""
    sides, n_keys = runs.by_method(), len({run.key for run in runs})
    if all(method in sides and len(sides[method]) == n_keys for method in methods):
        return ()
    return (Remedy("Score the same data sets and seeds with every method, under the same names"),)


def spelling_warnings(runs: Runs) -> Iterator[str]:
    """Name data sets without a name, and methods, data sets and seeds that differ only in spelling."""
    unnamed = len({run.key for run in runs if not run.dataset})
    if unnamed and len(runs.datasets) > 1:
        yield (
            f"{plural(unnamed, 'run')} without the name of a data set {'is' if unnamed == 1 else 'are'} "
            f"counted as a data set of {'its' if unnamed == 1 else 'their'} own, beside "
            f"{listing([name for name in runs.datasets if name])}"
        )
    for noun, names in (("methods", runs.methods), ("data sets", runs.datasets)):
        for names_alike in groups_of(names, lambda name: plain_text(visible_text(name))):
            seem_equal = len({*map(plain_text, names_alike)}) > 1
            yield (
                f"{' and '.join(map(ascii if seem_equal else repr, names_alike))} are counted as "
                f"{len(names_alike)} {noun}, but their names differ only in "
                f"{'characters that are invisible or look alike' if seem_equal else _SPELLING}. Give "
                "them one name if they are the same"
            )
    yield from _seed_warnings(runs)


def _seed_warnings(runs: Runs) -> Iterator[str]:
    """Name the first data set with seeds that are one number in two spellings."""
    seeds: dict[str, dict[str, None]] = {}
    for run in runs:
        seeds.setdefault(run.dataset, {})[run.seed] = None
    for dataset, names in seeds.items():
        for alike in groups_of(names, lambda name: plain_seed(visible_text(name))):
            place = f" of {dataset!r}" if dataset else ""
            yield (
                f"the seeds {' and '.join(map(ascii, alike))}{place} are counted as {len(alike)} seeds, "
                "but are one number in several spellings. Write each seed in one way"
            )
            return


def _absent_runs(rows: Runs, bounds: Mapping[Key | str, Bounds]) -> Iterator[Run]:
    keys = dict.fromkeys(run.key for run in rows)
    for side in rows.by_method().values():
        own_keys = {run.key for run in side}
        for key in keys:
            if key not in own_keys:
                yield _absent_run(key, side.rows[0], bounds)


def _absent_run(key: Key, like: Run, bounds: Mapping[Key | str, Bounds]) -> Run:
    """A run that is absent, of the method and the metric of another run."""
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


def _with_bounds(run: Run, bounds: Mapping[Key | str, Bounds]) -> Run:
    """Fill in the bounds that an absent run lacks; other runs are unchanged."""
    if run.status != "absent":
        return run
    best, worst, chance = bounds.get(run.key) or bounds.get(run.dataset) or (nan, nan, nan)
    return replace(
        run,
        best=best if isnan(run.best) else run.best,
        worst=worst if isnan(run.worst) else run.worst,
        chance=chance if isnan(run.chance) else run.chance,
    )


def _common_bounds(runs: Runs) -> dict[Key | str, Bounds]:
    """The best, worst and chance value that all runs of a key, or a data set, share; nan without one."""
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
    numbers = {value for value in values if not isnan(value)}
    return numbers.pop() if len(numbers) == 1 else nan
