"""Mean scores and costs of each algorithm on each data set, and the Pareto front of the two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan
from statistics import fmean, median
from typing import Any, Literal

from edgemark.bench.plan import Selector
from edgemark.bench.results.rows import DataKey, ResultRow
from edgemark.metrics.bounds import bounds_by_name
from edgemark.stats import Run, Runs, Summary, summarize

__all__ = [
    "Cell",
    "Cost",
    "cells",
    "costs",
    "is_finished",
    "notes_of_missing_means",
    "pareto_front",
    "runs_of",
    "unfinished",
    "with_different_lags",
    "worst_on",
]

Varies = Literal["graph", "sample", "algorithm"]
# The kernel counts processor time in steps of 0.01 s. The rest is for rounding errors.
_CLOCK_STEP = 0.0101
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
        mean_failed_as_worst: mean in which a failed run counts as the worst possible score. Runs on
            which the metric is undefined (0 of 0) are left out. nan if the metric refuses a run, or if
            the worst score of a failed run is unknown.
        mean_failed_as_chance: the same mean with the expected score of random guessing instead of the
            worst score.
        chance: mean of the expected score of random guessing over the runs with a value; nan if unknown.
        varies: what differs between the seeds: the "graph"; the "sample" from one network; or, for data
            in a file, only the random draws of the "algorithm", which are not replicates of the data.
        ranked: whether the algorithm takes part in ranks on these data.
        remark: why it is not ranked; empty if it is ranked.
        waiting: number of runs that are not done or not scored yet. The means leave them out.
    """

    data: str
    algorithm: str
    selector: Selector
    summary: Summary
    mean_failed_as_worst: float
    mean_failed_as_chance: float
    chance: float
    varies: Varies
    ranked: bool
    remark: str
    waiting: int = 0

    def to_dict(self) -> dict[str, Any]:
        """
        Return plain values without nesting; nan becomes None.

        The key "mean" holds the attribute `mean`, as in the tables. The spread is None if a run failed
        or is refused. The interval is None if a run has no value or if the seeds are not replicates.
        """
        names = {"data": self.data, "algorithm": self.algorithm, "metric": str(self.selector)}
        means = {"mean": self.mean, "mean_failed_as_worst": self.mean_failed_as_worst}
        means["mean_failed_as_chance"] = self.mean_failed_as_chance
        numbers = {k: None if isnan(v) else v for k, v in {**means, "chance": self.chance}.items()}
        properties = {
            "failure_rate": self.failure_rate,
            "seeds_vary": self.varies,
            "ranked": self.ranked,
        }
        properties["waiting"] = self.waiting
        counts = self.summary.counts
        has_all_values = counts.ok == counts.runs and not self.waiting
        undefined_keys = [] if has_all_values and self.has_interval else [*_INTERVALS]
        undefined_keys += [] if self._is_without_failures else _SPREAD
        return {
            **names,
            **self.summary.to_dict(),
            **numbers,
            **properties,
            **dict.fromkeys(undefined_keys),
        }

    @property
    def mean(self) -> float:
        """
        The mean in tables.

        It is `mean_failed_as_worst` if a run failed or is refused, else the mean of the runs with a
        value.
        """
        return self.summary.mean if self._is_without_failures else self.mean_failed_as_worst

    @property
    def _is_without_failures(self) -> bool:
        """Whether every finished run has a value or is undefined (0 of 0)."""
        counts = self.summary.counts
        return counts.ok + counts.undefined == counts.runs

    @property
    def failure_rate(self) -> float:
        """Share of the runs that failed."""
        return self.summary.counts.failed / self.summary.counts.runs

    @property
    def has_interval(self) -> bool:
        """Whether the seeds are replicates; false if the data are the same for all seeds."""
        return self.varies != "algorithm"


@dataclass(frozen=True, slots=True)
class Cost:
    """
    The time and memory of an algorithm on one data set.

    Attributes:
        data: the data set.
        algorithm: the algorithm.
        runs: number of finished runs.
        cpu: median processor time in seconds, over runs that succeeded or ran out of time.
        wall: median wall-clock time in seconds, over the same runs.
        censored: whether more than half of these runs ran out of time. Then both medians are lower
            bounds of the time that the algorithm needs.
        memory: the largest memory of a successful run in bytes; 0 if unknown.
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
        """Return plain values; nan and unknown memory become None."""
        numbers = {"cpu": self.cpu, "wall": self.wall}
        seconds = {name: None if isnan(value) else value for name, value in numbers.items()}
        names = {"data": self.data, "algorithm": self.algorithm, "runs": self.runs}
        rest = {"memory": self.memory or None, "failed": dict(self.failed), "censored": self.censored}
        return {**names, **seconds, **rest}


def worst_on(rows: Iterable[ResultRow], selector: Selector) -> dict[DataKey, float]:
    """Return the worst possible value on each data set and seed: the largest that a score states."""
    worst: dict[DataKey, float] = {}
    for row in rows:
        score = row.scores.get(str(selector))
        if score is not None and not isnan(score.worst):
            worst[row.data_key] = max(worst.get(row.data_key, score.worst), score.worst)
    return worst


def chance_on(rows: Iterable[ResultRow], selector: Selector) -> dict[DataKey, float]:
    """
    Return the expected score of random guessing on each data set and seed.

    It is the mean over the algorithms, whose null models differ. Runs of one algorithm on the same data
    are averaged first, so every algorithm has the same weight.
    """
    chances: dict[DataKey, dict[str, list[float]]] = {}
    for row in rows:
        score = row.scores.get(str(selector))
        if score is not None and not isnan(score.chance):
            chances_on_data = chances.setdefault(row.data_key, {})
            chances_on_data.setdefault(row.algorithm, []).append(score.chance)
    return {key: fmean(map(fmean, chances_on_data.values())) for key, chances_on_data in chances.items()}


def runs_of(
    rows: Sequence[ResultRow],
    selector: Selector,
    *,
    ranked: bool = False,
    by_unit: bool = False,
    with_classes: bool = False,
) -> Runs:
    """
    Return the finished runs of one metric.

    The seed is empty for the run of an algorithm that is run only once for all seeds of some data.

    Args:
        rows: all runs of the study.
        selector: the metric with its convention.
        ranked: whether to return only runs that take part in ranks and tests.
        by_unit: whether to use the independent unit (network, file or drawn graph) as the name of the
            data set.
        with_classes: whether the runs name the classes that were compared. `edgemark.stats` then refuses
            to rank runs of several classes. The rankings of a study with the reference "as-given" leave
            the classes out, to rank such runs too.
    """
    chosen = [row for row in rows if is_finished(row, selector) and (row.ranked or not ranked)]
    runs = _runs(rows, chosen, selector, by_unit=by_unit)
    if not with_classes:
        return runs
    pairs = zip(chosen, runs, strict=True)
    return Runs(tuple(replace(run, compared=row.compared(selector)) for row, run in pairs))


def _runs(
    rows: Sequence[ResultRow],
    chosen: Iterable[ResultRow],
    selector: Selector,
    *,
    by_unit: bool = False,
) -> Runs:
    """Return the runs of chosen rows; substitutes for failed ones come from all rows on the data."""
    worst, chance = worst_on(rows, selector), chance_on(rows, selector)
    worst_of_metric = bounds_by_name(selector.metric)[1]
    once, drawn_units = _run_once(rows), {row.unit for row in rows if row.data_seed is not None}

    def name(row: ResultRow) -> tuple[str, str]:
        is_once = (row.data, row.algorithm) in once
        if not by_unit:
            return row.data, "" if is_once else str(row.seed)
        # A file can have the same name as a network whose data are drawn; the two are different units.
        is_taken = row.data_seed is None and row.unit in drawn_units
        unit = f"{row.unit} (file)" if is_taken else row.unit
        return unit, "" if is_once else f"{row.data} {row.seed}"

    return Runs(
        tuple(
            row.stats_run(
                selector,
                worst.get(row.data_key, worst_of_metric),
                chance.get(row.data_key, nan),
                name(row),
            )
            for row in chosen
        )
    )


def _run_once(rows: Iterable[ResultRow]) -> set[tuple[str, str]]:
    """Return the data set and algorithm of each run that stands for all seeds of the same data."""
    planned = Counter((row.data, row.algorithm) for row in rows if row.data_seed is None)
    repeated = {data for (data, _), count in planned.items() if count > 1}
    return {(data, name) for (data, name), count in planned.items() if count == 1 and data in repeated}


def is_finished(row: ResultRow, selector: Selector) -> bool:
    """Whether a run failed, or has a score of this metric."""
    return row.state == "failed" or (row.state == "ok" and str(selector) in row.scores)


def unfinished(rows: Iterable[ResultRow], selector: Selector) -> set[str]:
    """Return the data sets on which a ranked algorithm has runs that are not done or not scored yet."""
    return {row.data for row in rows if row.ranked and not is_finished(row, selector)}


def with_different_lags(rows: Iterable[ResultRow], selector: Selector) -> set[str]:
    """
    Return the data sets on which ranked algorithms differ in a maximum lag that the metric depends on.

    Means on such data cannot be compared.
    """
    first_lags: dict[DataKey, str] = {}
    data = set()
    for row in rows:
        score = row.scores.get(str(selector))
        if row.ranked and row.state == "ok" and score is not None and score.status == "ok":
            lags = row.candidates(selector)
            if first_lags.setdefault(row.data_key, lags) != lags:
                data.add(row.data)
    return data


def cells(rows: Sequence[ResultRow], selector: Selector, level: float = 0.95) -> list[Cell]:
    """Summarize one metric for every data set and algorithm with finished runs."""
    finished = [row for row in rows if is_finished(row, selector)]
    planned = Counter((row.data, row.algorithm) for row in rows)
    run_of_row = dict(zip(map(id, finished), _runs(rows, finished, selector), strict=True))
    result = []
    for (data, algorithm), group in _groups(finished).items():
        runs = [run_of_row[id(row)] for row in group]
        [row] = summarize(runs, level=level, replicate="seed", resamples=100)
        summary: Summary = row.summary
        chances = [run.chance for run in runs if run.status == "ok" and not isnan(run.chance)]
        first = group[0]
        result.append(
            Cell(
                data,
                algorithm,
                selector,
                summary,
                mean_failed_as_worst=_mean_with("worst", runs),
                mean_failed_as_chance=_mean_with("chance", runs),
                chance=sum(chances) / len(chances) if chances else nan,
                varies=_varies(group),
                ranked=first.ranked,
                remark=first.remark,
                waiting=planned[data, algorithm] - len(group),
            )
        )
    return result


def _varies(group: Sequence[ResultRow]) -> Varies:
    if group[0].data_seed is None:
        return "algorithm"
    return "graph" if len({row.unit for row in group}) > 1 else "sample"


def _mean_with(stand_in: Literal["worst", "chance"], runs: Iterable[Run]) -> float:
    """Return the mean with a substitute for each failed run; undefined runs are left out."""
    values = []
    for run in runs:
        if run.status == "refused":
            return nan
        if run.status != "undefined":
            values.append(run.value if run.status == "ok" else getattr(run, stand_in))
    return sum(values) / len(values) if values else nan


def pareto_front(cells_of_metric: Iterable[Cell], all_costs: Iterable[Cost]) -> set[tuple[str, str]]:
    """
    Return the data set and name of each algorithm on the Pareto front of time and accuracy.

    An algorithm is on the front if no other one is at least as good in both and better in one.
    Algorithms are left out if they are not ranked, have no mean or time, or ran out of time in most
    runs. Times that differ by less than the resolution of the clock count as equal. If neither higher
    nor lower values of the metric are better, the front is empty.
    """
    seconds = {(cost.data, cost.algorithm): cost.cpu for cost in all_costs if not cost.censored}
    points: dict[str, list[tuple[float, float, str]]] = {}
    for cell in cells_of_metric:
        time = seconds.get((cell.data, cell.algorithm), nan)
        if (
            cell.ranked
            and cell.selector.better != "neither"
            and not isnan(cell.mean_failed_as_worst + time)
        ):
            loss = (
                cell.mean_failed_as_worst
                if cell.selector.better == "lower"
                else -cell.mean_failed_as_worst
            )
            points.setdefault(cell.data, []).append((time, loss, cell.algorithm))
    return {
        (data, name)
        for data, points_on_data in points.items()
        for time, loss, name in points_on_data
        if not any(
            (t - time < _CLOCK_STEP and x < loss) or (time - t >= _CLOCK_STEP and x <= loss)
            for t, x, _ in points_on_data
        )
    }


def costs(rows: Sequence[ResultRow]) -> list[Cost]:
    """Return the time and memory of every algorithm on every data set."""
    result = []
    for (data, algorithm), group in _groups(rows).items():
        succeeded = [row for row in group if row.state == "ok"]
        timed_out = [row for row in group if row.cause == "timeout"]
        timed = [*succeeded, *timed_out]
        result.append(
            Cost(
                data=data,
                algorithm=algorithm,
                runs=len(group),
                cpu=median(row.cpu for row in timed) if timed else nan,
                wall=median(row.wall for row in timed) if timed else nan,
                memory=max((row.memory for row in succeeded), default=0),
                failed=Counter(row.cause for row in group if row.state == "failed"),
                censored=len(timed_out) > len(succeeded),
            )
        )
    return result


def _groups(rows: Iterable[ResultRow]) -> dict[tuple[str, str], list[ResultRow]]:
    groups: dict[tuple[str, str], list[ResultRow]] = {}
    for row in rows:
        if row.state != "waiting":
            groups.setdefault((row.data, row.algorithm), []).append(row)
    return groups


def notes_of_missing_means(cells: Sequence[Cell], without_best: Collection[str]) -> list[str]:
    """
    Return the note of a table in which an algorithm without a mean is why no best mean is marked.

    Args:
        cells: the cells of one metric.
        without_best: data sets on which no best mean is marked for another reason.
    """
    ranked = [cell for cell in cells if cell.ranked and cell.selector.better != "neither"]
    has_mean: dict[str, list[bool]] = {}
    for cell in ranked:
        is_known = bool(cell.summary.counts.ok) and not isnan(cell.mean_failed_as_worst)
        has_mean.setdefault(cell.data, []).append(is_known)
    lack_best = (
        not all(known) and sum(known) > 1 for d, known in has_mean.items() if d not in without_best
    )
    return (
        ["No best is marked in a column in which a ranked algorithm has no mean"]
        if any(lack_best)
        else []
    )
