"""Means with intervals for each data set and algorithm, and what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from statistics import median
from typing import Any

from edgemark.bench.plan import Selector
from edgemark.bench.results.rows import ResultRow
from edgemark.stats import Run, Runs, Summary, summarize

__all__ = ["Cell", "Cost", "cells", "costs", "runs_of", "worst_on"]

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Cell:
    """
    One number of one algorithm on one data set, over its seeds.

    Attributes:
        data: the data set.
        algorithm: the algorithm.
        selector: the number.
        summary: mean, spread and interval of the runs that have a value; counts of those that have none.
        honest_mean: mean in which a run that failed counts as the worst one; runs on which the number is
            undefined (0 of 0) are left out. nan if the worst is not known, or if a run is refused.
        chance: mean of what random guessing is expected to score; nan if that is not known.
        ranked: whether the algorithm takes part in ranks on these data.
        remark: why it does not.
    """

    data: str
    algorithm: str
    selector: Selector
    summary: Summary
    honest_mean: float
    chance: float
    ranked: bool
    remark: str

    def to_dict(self) -> dict[str, Any]:
        """Return flat plain values; nan as None."""
        chance = None if isnan(self.chance) else self.chance
        names = {"data": self.data, "algorithm": self.algorithm, "metric": str(self.selector)}
        honest = None if isnan(self.honest_mean) else self.honest_mean
        more = {"mean_failed_as_worst": honest, "chance": chance, "ranked": self.ranked}
        return {**names, **self.summary.to_dict(), **more}


@dataclass(frozen=True, slots=True)
class Cost:
    """
    What an algorithm used on one data set.

    Attributes:
        data: the data set.
        algorithm: the algorithm.
        runs: number of runs that were done.
        cpu: median of processor time in seconds, of the runs that ended well and of those that ran out
            of time.
        wall: the same by the clock.
        censored: whether more than half of these ran out of time, so that both medians are what they had
            used until then, and less than what they need.
        memory: the most bytes that one of them had.
        failed: number of runs that failed, by cause.
    """

    data: str
    algorithm: str
    runs: int
    cpu: float
    wall: float
    memory: int
    failed: Mapping[str, int]
    censored: bool

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; nan as None."""
        numbers = {"cpu": self.cpu, "wall": self.wall}
        known = {name: None if isnan(value) else value for name, value in numbers.items()}
        names = {"data": self.data, "algorithm": self.algorithm, "runs": self.runs}
        rest = {"memory": self.memory, "failed": dict(self.failed), "censored": self.censored}
        return {**names, **known, **rest}


def worst_on(rows: Iterable[ResultRow], selector: Selector) -> dict[Key, float]:
    """Return the worst possible value on each data set and seed, as scores of any algorithm say it."""
    found: dict[Key, float] = {}
    for row in rows:
        score = row.scores.get(str(selector))
        if score is not None and not isnan(score.worst):
            key = row.data, row.seed
            found[key] = max(found.get(key, score.worst), score.worst)
    return found


def runs_of(
    rows: Sequence[ResultRow], selector: Selector, *, ranked: bool = False, by_unit: bool = False
) -> Runs:
    """
    Return the runs of one number that were done.

    Args:
        rows: all runs of the study.
        selector: the number.
        ranked: only those that take part in ranks and tests.
        by_unit: name the data set by what is independent.
    """
    worst = worst_on(rows, selector)
    return Runs(
        tuple(
            row.stats_run(selector, worst.get((row.data, row.seed), nan), by_unit=by_unit)
            for row in rows
            if _has_come(row, selector) and (row.ranked or not ranked)
        )
    )


def _has_come(row: ResultRow, selector: Selector) -> bool:
    """Whether a run was done, and scored if there is something to score."""
    return row.state == "failed" or (row.state == "ok" and str(selector) in row.scores)


def cells(rows: Sequence[ResultRow], selector: Selector, level: float = 0.95) -> list[Cell]:
    """Summarize one number for every data set and algorithm that has runs."""
    worst = worst_on(rows, selector)
    found = []
    for (data, algorithm), group in _groups([r for r in rows if _has_come(r, selector)]).items():
        runs = Runs(
            tuple(row.stats_run(selector, worst.get((row.data, row.seed), nan)) for row in group)
        )
        [row] = summarize(list(runs), level=level, replicate="seed", resamples=100)
        summary: Summary = row.summary
        guesses = [run.chance for run in runs if not isnan(run.chance)]
        chance = sum(guesses) / len(guesses) if guesses else nan
        first = group[0]
        honest = _honest_mean(runs)
        found.append(
            Cell(data, algorithm, selector, summary, honest, chance, first.ranked, first.remark)
        )
    return found


def _honest_mean(runs: Iterable[Run]) -> float:
    """The mean with the worst possible value for each run that failed."""
    values = []
    for run in runs:
        if run.status == "refused":
            return nan
        if run.status != "undefined":
            values.append(run.value if run.status == "ok" else run.worst)
    return sum(values) / len(values) if values else nan


def costs(rows: Sequence[ResultRow]) -> list[Cost]:
    """Say what every algorithm used on every data set."""
    found = []
    for (data, algorithm), group in _groups(rows).items():
        good = [row for row in group if row.state == "ok"]
        late = [row for row in group if row.cause == "timeout"]
        timed = [*good, *late]
        found.append(
            Cost(
                data=data,
                algorithm=algorithm,
                runs=len(group),
                cpu=median(row.cpu for row in timed) if timed else nan,
                wall=median(row.wall for row in timed) if timed else nan,
                memory=max((row.memory for row in good), default=0),
                failed=Counter(row.cause for row in group if row.state == "failed"),
                censored=len(late) > len(good),
            )
        )
    return found


def _groups(rows: Iterable[ResultRow]) -> dict[tuple[str, str], list[ResultRow]]:
    groups: dict[tuple[str, str], list[ResultRow]] = {}
    for row in rows:
        if row.state != "waiting":
            groups.setdefault((row.data, row.algorithm), []).append(row)
    return groups
