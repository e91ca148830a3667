"""Means with intervals for each data set and algorithm, and counts of missing values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from statistics import fmean, median
from typing import Any, Literal

from edgemark.bench.plan import Selector
from edgemark.bench.results.rows import ResultRow
from edgemark.metrics.declaration import bounds_by_name
from edgemark.stats import Run, Runs, Summary, summarize

__all__ = [
    "Cell",
    "Cost",
    "cells",
    "costs",
    "is_finished",
    "on_front",
    "runs_of",
    "unfinished",
    "worst_on",
]

Drawn = tuple[str, int | None]
Varies = Literal["graph", "sample", "algorithm"]
_CLOCK = 0.0101  # The kernel counts processor time in steps of 0.01 s.
_INTERVALS = ("t_low", "t_high", "bca_low", "bca_high")
_SPREAD = ("sd", "sd_within", "median", "q1", "q3", "lowest", "highest")


@dataclass(frozen=True, slots=True)
class Cell:
    """
    One metric of one algorithm on one data set, over its seeds.

    Attributes:
        data: the data set.
        algorithm: the algorithm.
        selector: the metric with its convention.
        summary: mean, spread and interval of the runs with a value; counts of the runs without one.
        honest_mean: mean in which a failed run counts as the worst possible score, without runs on which
            the metric is undefined (0 of 0). nan if the worst score is unknown, or if the metric refuses
            a run.
        chance_mean: the same with the expected score of random guessing instead of the worst score.
        chance: mean of the expected score of random guessing; nan if unknown.
        varies: what differs between the seeds: the "graph"; the "sample" from one network; or, for data
            in a file, only the "algorithm", whose random draws are no replicates of the data.
        ranked: whether the algorithm takes part in ranks on these data.
        remark: why it is not ranked.
        waiting: number of runs that are not done or not scored yet. They are in no mean.
    """

    data: str
    algorithm: str
    selector: Selector
    summary: Summary
    honest_mean: float
    chance_mean: float
    chance: float
    varies: Varies
    ranked: bool
    remark: str
    waiting: int = 0

    def to_dict(self) -> dict[str, Any]:
        """
        Return plain values without nesting; nan becomes None.

        Its "mean" is `mean`, as in the tables. Where runs failed or are refused there is no spread, and
        where some run has no value or the seeds are no replicates there is no interval.
        """
        names = {"data": self.data, "algorithm": self.algorithm, "metric": str(self.selector)}
        means = {"mean": self.mean, "mean_failed_as_worst": self.honest_mean}
        means["mean_failed_as_chance"] = self.chance_mean
        known = {k: None if isnan(v) else v for k, v in {**means, "chance": self.chance}.items()}
        more = {"failure_rate": self.failure_rate, "seeds_vary": self.varies, "ranked": self.ranked}
        more["waiting"] = self.waiting
        counts = self.summary.counts
        is_whole = counts.ok == counts.runs and not self.waiting
        hidden = [] if is_whole and self.has_interval else [*_INTERVALS]
        hidden += [] if self._is_of_values else _SPREAD
        return {**names, **self.summary.to_dict(), **known, **more, **dict.fromkeys(hidden)}

    @property
    def mean(self) -> float:
        """
        The mean that tables show: failed runs count as the worst possible score, see `honest_mean`.

        Without failed runs, it is the mean of the runs with a value.
        """
        return self.summary.mean if self._is_of_values else self.honest_mean

    @property
    def _is_of_values(self) -> bool:
        """Whether every run so far has a value or is undefined (0 of 0), and so stands in no mean."""
        counts = self.summary.counts
        return counts.ok + counts.undefined == counts.runs

    @property
    def failure_rate(self) -> float:
        """Share of the runs that failed."""
        return self.summary.counts.failed / self.summary.counts.runs

    @property
    def has_interval(self) -> bool:
        """Whether the seeds are replicates: false if the data are the same for all of them."""
        return self.varies != "algorithm"


@dataclass(frozen=True, slots=True)
class Cost:
    """
    The time and memory of an algorithm on one data set.

    Attributes:
        data: the data set.
        algorithm: the algorithm.
        runs: number of runs that are done.
        cpu: median processor time in seconds, over runs that succeeded or ran out of time.
        wall: median wall-clock time in seconds, over the same runs.
        censored: whether more than half of these runs ran out of time. Then both medians are lower
            bounds of the time that the algorithm needs.
        memory: the largest memory of a run in bytes.
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
        """Return plain values; nan becomes None."""
        numbers = {"cpu": self.cpu, "wall": self.wall}
        known = {name: None if isnan(value) else value for name, value in numbers.items()}
        names = {"data": self.data, "algorithm": self.algorithm, "runs": self.runs}
        rest = {"memory": self.memory, "failed": dict(self.failed), "censored": self.censored}
        return {**names, **known, **rest}


def worst_on(rows: Iterable[ResultRow], selector: Selector) -> dict[Drawn, float]:
    """Return the worst possible value on each data set and seed, from the scores of any algorithm."""
    found: dict[Drawn, float] = {}
    for row in rows:
        score = row.scores.get(str(selector))
        if score is not None and not isnan(score.worst):
            found[row.drawn] = max(found.get(row.drawn, score.worst), score.worst)
    return found


def chance_on(rows: Iterable[ResultRow], selector: Selector) -> dict[Drawn, float]:
    """
    Return the expected score of random guessing on each data set and its seed.

    It is the mean over the algorithms, whose null models differ. The runs of an algorithm on the same
    data are averaged first, so that an algorithm that is run once counts as much as the others.
    """
    found: dict[Drawn, dict[str, list[float]]] = {}
    for row in rows:
        score = row.scores.get(str(selector))
        if score is not None and not isnan(score.chance):
            of_data = found.setdefault(row.drawn, {})
            of_data.setdefault(row.algorithm, []).append(score.chance)
    return {key: fmean(map(fmean, of_data.values())) for key, of_data in found.items()}


def runs_of(
    rows: Sequence[ResultRow], selector: Selector, *, ranked: bool = False, by_unit: bool = False
) -> Runs:
    """
    Return the finished runs of one metric.

    The run of an algorithm that the plan runs once for all seeds of some data has no seed.

    Args:
        rows: all runs of the study.
        selector: the metric with its convention.
        ranked: whether to return only runs that take part in ranks and tests.
        by_unit: use the independent unit as the name of the data set.
    """
    return _runs(
        rows,
        [row for row in rows if is_finished(row, selector) and (row.ranked or not ranked)],
        selector,
        by_unit=by_unit,
    )


def _runs(
    rows: Sequence[ResultRow],
    chosen: Iterable[ResultRow],
    selector: Selector,
    *,
    by_unit: bool = False,
) -> Runs:
    """The runs of some rows, with substitutes for missing values from all rows of the same data."""
    worst, chance = worst_on(rows, selector), chance_on(rows, selector)
    worst_of_metric = bounds_by_name(selector.metric)[1]
    once, drawn = _run_once(rows), {row.unit for row in rows if row.data_seed is not None}

    def name(row: ResultRow) -> tuple[str, str]:
        is_once = (row.data, row.algorithm) in once
        if not by_unit:
            return row.data, "" if is_once else str(row.seed)
        # A file may have the name of a network, but is another unit.
        is_taken = row.data_seed is None and row.unit in drawn
        unit = f"{row.unit} (file)" if is_taken else row.unit
        return unit, "" if is_once else f"{row.data} {row.seed}"

    return Runs(
        tuple(
            row.stats_run(
                selector,
                worst.get(row.drawn, worst_of_metric),
                chance.get(row.drawn, nan),
                name(row),
            )
            for row in chosen
        )
    )


def _run_once(rows: Iterable[ResultRow]) -> set[tuple[str, str]]:
    """Data set and algorithm of the runs that stand for all seeds of the same data."""
    planned = Counter((row.data, row.algorithm) for row in rows if row.data_seed is None)
    repeated = {data for (data, _), count in planned.items() if count > 1}
    return {(data, name) for (data, name), count in planned.items() if count == 1 and data in repeated}


def is_finished(row: ResultRow, selector: Selector) -> bool:
    """Whether a run was done, and scored if there is something to score."""
    return row.state == "failed" or (row.state == "ok" and str(selector) in row.scores)


def unfinished(rows: Iterable[ResultRow], selector: Selector) -> set[str]:
    """Return the data sets on which a ranked algorithm has runs that are not done or not scored yet."""
    return {row.data for row in rows if row.ranked and not is_finished(row, selector)}


def cells(rows: Sequence[ResultRow], selector: Selector, level: float = 0.95) -> list[Cell]:
    """Summarize one metric for every data set and algorithm with runs."""
    come = [row for row in rows if is_finished(row, selector)]
    planned = Counter((row.data, row.algorithm) for row in rows)
    every = dict(zip(map(id, come), _runs(rows, come, selector), strict=True))
    found = []
    for (data, algorithm), group in _groups(come).items():
        runs = [every[id(row)] for row in group]
        [row] = summarize(runs, level=level, replicate="seed", resamples=100)
        summary: Summary = row.summary
        guesses = [run.chance for run in runs if run.status == "ok" and not isnan(run.chance)]
        first = group[0]
        found.append(
            Cell(
                data,
                algorithm,
                selector,
                summary,
                honest_mean=_mean_with("worst", runs),
                chance_mean=_mean_with("chance", runs),
                chance=sum(guesses) / len(guesses) if guesses else nan,
                varies=_varies(group),
                ranked=first.ranked,
                remark=first.remark,
                waiting=planned[data, algorithm] - len(group),
            )
        )
    return found


def _varies(group: Sequence[ResultRow]) -> Varies:
    if group[0].data_seed is None:
        return "algorithm"
    return "graph" if len({row.unit for row in group}) > 1 else "sample"


def _mean_with(stand_in: Literal["worst", "chance"], runs: Iterable[Run]) -> float:
    """The mean with a substitute for each failed run, without undefined runs."""
    values = []
    for run in runs:
        if run.status == "refused":
            return nan
        if run.status != "undefined":
            values.append(run.value if run.status == "ok" else getattr(run, stand_in))
    return sum(values) / len(values) if values else nan


def on_front(found: Iterable[Cell], used: Iterable[Cost]) -> set[tuple[str, str]]:
    """
    Return the Pareto front: the algorithms on a data set that no other one beats in time and accuracy.

    Algorithms are left out if they are not ranked or if most of their runs ran out of time. Times that
    differ by less than the resolution of the clock are equal.
    """
    seconds = {(one.data, one.algorithm): one.cpu for one in used if not one.censored}
    points: dict[str, list[tuple[float, float, str]]] = {}
    for cell in found:
        time = seconds.get((cell.data, cell.algorithm), nan)
        if cell.ranked and cell.selector.better != "neither" and not isnan(cell.honest_mean + time):
            loss = cell.honest_mean if cell.selector.better == "lower" else -cell.honest_mean
            points.setdefault(cell.data, []).append((time, loss, cell.algorithm))
    return {
        (data, name)
        for data, several in points.items()
        for time, loss, name in several
        if not any(
            (t - time < _CLOCK and x < loss) or (time - t >= _CLOCK and x <= loss) for t, x, _ in several
        )
    }


def costs(rows: Sequence[ResultRow]) -> list[Cost]:
    """Return the time and memory of every algorithm on every data set."""
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
