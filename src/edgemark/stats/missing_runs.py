"""Treatment of runs that only some methods have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isnan, nan
from typing import Any

from edgemark.conventions.convention import plain_name
from edgemark.errors import Remedy, StatisticsError, listing, plural
from edgemark.stats.missing_reasons import refused_remedies, why_missing
from edgemark.stats.runs import Key, Run, Runs, as_runs

__all__ = [
    "complete_cases",
    "completed",
    "demand_same_length",
    "for_every_seed",
    "spelling_warnings",
]

_REASON = "the method has no run here"


def completed(runs: Runs) -> Runs:
    """
    Add a run with the status "absent" for each run that a method lacks and another method has.

    The worst and the best possible value are those of the other methods' runs on the same data set, if
    these agree. A run without a seed holds for every seed, see `for_every_seed`.

    Examples:
        >>> runs = completed(as_runs([
        ...     {"method": m, "dataset": d, "value": 1} for m, d in [("PC", "asia"), ("PC", "alarm"),
        ...                                                          ("GES", "asia")]
        ... ]))
        >>> [(run.method, run.dataset, run.status) for run in runs][-1]
        ('GES', 'alarm', 'absent')
    """
    added = [run for rows in runs.by_number().values() for run in _absent_runs(rows)]
    return Runs((*runs.rows, *added)) if added else runs


def for_every_seed(runs: Runs) -> Runs:
    """
    Replace each run that holds for every seed of its data set by one for each of these seeds.

    A run without a seed holds for every seed that other methods have on its data set, if its method has
    no other run there. A deterministic method has such runs.

    Examples:
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
    absent_a = [_absent_run(key, a, b) for key in runs_of_b if key not in runs_of_a]
    absent_b = [_absent_run(key, b, a) for key in runs_of_a if key not in runs_of_b]
    return Runs((*a.rows, *absent_a)), Runs((*b.rows, *absent_b))


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
        runs: a tidy table of one or more metrics, see `as_runs`.

    Returns:
        The runs on each data set and seed on which every method has a value.

    Raises:
        StatisticsError: for some metric there is no such run.

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
    complete: list[Run] = []
    for number, rows in as_runs(runs).by_number().items():
        by_method = for_every_seed(rows).by_method().values()
        shared = set.intersection(
            *({run.key for run in side if run.status == "ok"} for side in by_method)
        )
        if not shared:
            name = " ".join(filter(None, number)) or "the values"
            count = plural(len({run.key for run in rows}), "run")
            raise StatisticsError(
                f"complete cases need a run on which every method has a value; {name}: there is none "
                f"among {count} of {listing(rows.methods)}{_methods_without_values(rows)}"
                f"{why_missing(rows)}",
                *refused_remedies(rows),
                *_same_runs_remedy(rows),
                Remedy("Or leave out a method that lacks runs of the others"),
            )
        seeds = _seeds_of_seedless_runs(rows)
        complete += [
            run
            for run in rows
            if any(run_of_seed.key in shared for run_of_seed in _run_per_seed(run, seeds))
        ]
    return Runs(tuple(complete))


def _methods_without_values(runs: Runs) -> str:
    methods = [m for m, side in runs.by_method().items() if all(run.status != "ok" for run in side)]
    return (
        f"; {listing(methods)} {'has' if len(methods) == 1 else 'have'} no value at all"
        if methods
        else ""
    )


def _same_runs_remedy(runs: Runs) -> tuple[Remedy, ...]:
    """The remedy for runs that only some methods have."""
    if all(len(side) == len({run.key for run in runs}) for side in runs.by_method().values()):
        return ()
    return (Remedy("Score the same data sets and seeds with every method, and name them alike"),)


def spelling_warnings(runs: Runs) -> Iterator[str]:
    """Name methods and data sets that differ only in case, spaces or hyphens, or have no name."""
    unnamed = len({run.key for run in runs if not run.dataset})
    if unnamed and len(runs.datasets) > 1:
        yield (
            f"{plural(unnamed, 'run')} without the name of a data set {'is' if unnamed == 1 else 'are'} "
            f"counted as a data set of {'its' if unnamed == 1 else 'their'} own, beside "
            f"{listing([name for name in runs.datasets if name])}"
        )
    for noun, names in (("methods", runs.methods), ("data sets", runs.datasets)):
        for names_alike in _similar_names(names):
            yield (
                f"{' and '.join(map(repr, names_alike))} are counted as {len(names_alike)} {noun}, "
                "but their names differ only in case, spaces or hyphens. Give them one name if they "
                "are the same"
            )


def demand_same_length(sides: Iterable[tuple[str, Any]]) -> None:
    """Refuse lists of different length, whose values cannot be paired."""
    lengths = {name: len(values) for name, values in sides if _is_in_order(values)}
    if len(set(lengths.values())) > 1:
        lengths_text = ", ".join(f"{length} of {name}" for name, length in lengths.items())
        raise StatisticsError(
            f"values in order are paired by position, so there must be equally many; got "
            f"{lengths_text}. Put None where a run has no value"
        )


def _is_in_order(values: Any) -> bool:
    """Whether values are numbers without keys."""
    is_array = type(values).__module__ == "numpy" and getattr(values, "ndim", 0) == 1
    if not is_array and not isinstance(values, list | tuple):
        return False
    return not any(isinstance(value, dict | Run) for value in values)


def _absent_runs(rows: Runs) -> Iterator[Run]:
    rows = for_every_seed(rows)
    keys = dict.fromkeys(run.key for run in rows)
    for method, side in rows.by_method().items():
        own_keys = {run.key for run in side}
        for key in keys:
            if key not in own_keys:
                yield _absent_run(key, side, rows, method)


def _absent_run(key: Key, side: Runs, others: Runs, method: str | None = None) -> Run:
    first = (side.rows or others.rows)[0]
    comparable = [run for run in others if run.key == key] or [
        run for run in others if run.dataset == key[0]
    ]
    return Run(
        nan,
        method=first.method if method is None else method,
        dataset=key[0],
        seed=key[1],
        metric=first.metric,
        convention=first.convention,
        better=first.better,
        status="absent",
        reason=_REASON,
        best=_common_value([run.best for run in comparable]),
        worst=_common_value([run.worst for run in comparable]),
    )


def _common_value(values: Sequence[float]) -> float:
    numbers = {value for value in values if not isnan(value)}
    return numbers.pop() if len(numbers) == 1 else nan


def _similar_names(names: Sequence[str]) -> list[list[str]]:
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(plain_name(name), []).append(name)
    return [group for group in groups.values() if len(group) > 1]
