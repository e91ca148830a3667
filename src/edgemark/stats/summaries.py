"""Summaries of a metric over runs: mean, spread, intervals, and missing values."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import TYPE_CHECKING, Any

import numpy as np

from edgemark.content_equality import EqualByContent
from edgemark.conventions.convention import same_name
from edgemark.conventions.options import choices, require
from edgemark.display.scene_svg import scene_svg
from edgemark.errors import ConventionError, Message, StatisticsError, StatisticsWarning, plural
from edgemark.frame_labels import frame_of
from edgemark.metrics.declaration import better_by_name
from edgemark.report.tables import HasPaperTable, Table
from edgemark.stats.cells import name_of, unknown_convention
from edgemark.stats.chosen_numbers import chosen_name, chosen_numbers
from edgemark.stats.compared_classes import in_several_classes, warnings_of_classes
from edgemark.stats.counted_pairs import on_several_candidates
from edgemark.stats.intervals import Bootstrap, Interval, checked_level, t_interval
from edgemark.stats.known_metrics import (
    better_of,
    demand_known_direction,
    demand_known_ranges,
    is_judged,
    runs_that_need,
)
from edgemark.stats.missing_reasons import first_reason
from edgemark.stats.missing_runs import completed, for_every_seed
from edgemark.stats.pairing import named
from edgemark.stats.paper_tables import summary_table
from edgemark.stats.pictures import summary_scene, table_scene
from edgemark.stats.possible_range import range_of
from edgemark.stats.replicates import Replicate, Unit, Units, design, units
from edgemark.stats.runs import Better, Run, Runs, as_runs, one_method, with_stated_bounds
from edgemark.stats.runs_by_method import is_table, with_methods
from edgemark.stats.sentences import shown
from edgemark.stats.spelled_names import spelling_warnings
from edgemark.stats.stand_ins import bound_of, demand_valid_bounds, sign_of
from edgemark.stats.ties import mean_of, sd_of

if TYPE_CHECKING:
    from edgemark.display.scene import Scene

__all__ = ["Counts", "Summary", "SummaryRow", "SummaryTable", "summarize"]

_WITHOUT_VALUE = ("undefined", "refused", "failed", "absent")
_STAND_INS = {"best": "best", "worst": "worst", "chance": "chance value"}


@dataclass(frozen=True, slots=True)
class Counts:
    """
    Numbers of runs with a value, and without one by reason.

    Examples:
        >>> str(Counts(ok=8, undefined=1, refused=0, failed=1))
        '8 of 10 runs: 1 undefined, 1 failed'
    """

    ok: int
    undefined: int = 0
    refused: int = 0
    failed: int = 0
    absent: int = 0

    @property
    def runs(self) -> int:
        """All runs."""
        return self.ok + self.undefined + self.refused + self.failed + self.absent

    @property
    def is_refused(self) -> bool:
        """Whether the metric was refused on every run."""
        return self.refused == self.runs

    def __str__(self) -> str:
        missing = {name: getattr(self, name) for name in _WITHOUT_VALUE}
        missing_text = ", ".join(f"{count} {name}" for name, count in missing.items() if count)
        runs = plural(self.runs, "run")
        return f"{self.ok} of {runs}: {missing_text}" if missing_text else runs

    @classmethod
    def of(cls, runs: Iterable[Run]) -> Counts:
        """Count runs by their status."""
        return cls(**{"ok": 0, **Counter(run.status for run in runs)})


@dataclass(frozen=True, slots=True, eq=False)
class Summary(EqualByContent):
    """
    The summary of a metric of one method over runs.

    All values except `sd_within` are over the replicates: the means of the data sets, or the runs, see
    `unit`. Runs without a value are used only in `counts`, `n_all`, `mean_best`, `mean_worst` and
    `mean_chance`.

    Attributes:
        unit: the replicate, "data set" or "run".
        replicate: the option that was chosen, see `summarize`.
        n: number of replicates with a value.
        mean: mean of the replicates.
        sd: standard deviation of the replicates, with n - 1; nan for one.
        sd_within: standard deviation over the seeds of a data set, pooled; nan if no data set has
            two runs, or if the replicates are the runs of one data set.
        median: median of the replicates.
        quartiles: first and third quartile.
        lowest: smallest replicate.
        highest: largest replicate.
        level: confidence of the two intervals.
        t: interval of Student's t for the mean, within the possible range of the metric.
        bca: BCa bootstrap interval for the mean; it needs 20 replicates.
        counts: runs with a value, and without.
        mean_best: mean with the best possible value for every missing one; nan if unknown.
        mean_worst: mean with the worst possible value for every missing one; nan if unknown.
        mean_chance: mean with the expected value of random guessing for every missing one; nan if
            unknown.
        n_all: number of all replicates, with and without a value; the three means with substitutes are
            over these.
    """

    unit: Unit
    replicate: Replicate
    n: int
    mean: float
    sd: float
    sd_within: float
    median: float
    quartiles: tuple[float, float]
    lowest: float
    highest: float
    level: float
    t: Interval
    bca: Interval
    counts: Counts
    mean_best: float
    mean_worst: float
    mean_chance: float
    n_all: int

    def to_dict(self) -> dict[str, Any]:
        """Return the values as a flat dictionary; nan becomes None."""
        names = ("unit", "replicate", "n", "mean", "sd", "sd_within", "median")
        flat = {name: getattr(self, name) for name in names}
        flat |= {"q1": self.quartiles[0], "q3": self.quartiles[1]}
        flat |= {"lowest": self.lowest, "highest": self.highest, "level": self.level}
        flat |= {"t_low": self.t.low, "t_high": self.t.high}
        flat |= {"bca_low": self.bca.low, "bca_high": self.bca.high, "runs": self.counts.runs}
        flat |= {name: getattr(self.counts, name) for name in ("ok", *_WITHOUT_VALUE)}
        flat |= {
            name: getattr(self, name) for name in ("mean_best", "mean_worst", "mean_chance", "n_all")
        }
        return {name: None if isinstance(v, float) and isnan(v) else v for name, v in flat.items()}

    def text(self, number: float) -> str:
        """Return the text of one of these numbers; one that differs from 0 only by rounding is 0."""
        return shown(number, max(abs(self.lowest), abs(self.highest)) if self.n else 0.0)

    def __str__(self) -> str:
        over = f"over {plural(self.n, self.unit)}"
        counts = f"({self.counts})" if self.unit == "data set" or self.counts.runs != self.n else ""
        if not self.n:
            return "; ".join(filter(None, [f"no value {counts}", self._imputed()]))
        spread = "" if isnan(self.sd) else f" ± {self.text(self.sd)}"
        interval = ""
        if not isnan(self.t.low):
            ends = f"{self.text(self.t.low)} to {self.text(self.t.high)}"
            interval = f", {100 * self.level:g} % interval {ends}"
        substitutes = f"; {imputed}" if (imputed := self._imputed()) else ""
        return f"{self.text(self.mean)}{spread} {over} {counts}".rstrip() + interval + substitutes

    def _repr_html_(self) -> str:
        from edgemark.report.table_html import table_html

        rows = tuple(
            (name, self.text(value) if isinstance(value, float) else str(value))
            for name, value in self.to_dict().items()
            if value is not None
        )
        return table_html(Table(str(self), ("", "value"), rows), (), summary_scene(self))

    def _repr_svg_(self) -> str | None:
        scene = summary_scene(self)
        return None if isinstance(scene, str) else scene_svg(scene, paper="none")

    def _imputed(self) -> str:
        """Write the means with substitutes for missing values, if these are known."""
        means = {"best": self.mean_best, "worst": self.mean_worst, "chance": self.mean_chance}
        known = {name: mean for name, mean in means.items() if not isnan(mean)}
        if not known or self.counts.ok == self.counts.runs:
            return ""
        means_text = ", ".join(
            f"{self.text(mean)} by the {_STAND_INS[name]}" for name, mean in known.items()
        )
        return f"mean with missing values replaced: {means_text}"


@dataclass(frozen=True, slots=True, eq=False)
class SummaryRow(EqualByContent):
    """
    The summary of one metric and convention of one method.

    Attributes:
        method: name of the method.
        metric: name of the metric.
        convention: convention of the metric.
        summary: the values.
        absent: runs that another method has and this one lacks.
        better: whether "higher" or "lower" values are better; "neither" if the metric only describes a
            graph, "" if unknown.
        reason: why the first run without a value has none; "" if every run has one, or if it is unknown.
    """

    method: str
    metric: str
    convention: str
    summary: Summary
    absent: tuple[str, ...]
    better: str = ""
    reason: str = ""

    @property
    def number(self) -> tuple[str, str]:
        """Metric and convention."""
        return self.metric, self.convention

    def to_dict(self) -> dict[str, Any]:
        """Return the values as a flat dictionary; nan becomes None."""
        names = {name: getattr(self, name) for name in ("method", "metric", "convention")}
        return {**names, **self.summary.to_dict(), "reason": str(self.reason)}


@dataclass(frozen=True, slots=True, eq=False)
class SummaryTable(EqualByContent, HasPaperTable):
    """
    Summaries of every metric and convention of every method.

    Attributes:
        rows: the summaries, in order of appearance.
        in_several_classes: the metrics that were counted in different classes of graphs; no method is
            the best in these.
        warnings: warnings about the values.
        on_several_candidates: the metrics that were counted over different candidate pairs; no method is
            the best in these either.

    Examples:
        >>> from edgemark import stats
        >>> table = stats.summarize([
        ...     {"method": m, "dataset": d, "metric": "shd", "value": v}
        ...     for m, d, v in [("PC", "asia", 3), ("PC", "alarm", 9), ("GES", "asia", 2)]
        ... ])
        >>> table["PC", "shd"].mean, table.rows[1].absent
        (6.0, ('alarm',))
    """

    rows: tuple[SummaryRow, ...]
    in_several_classes: frozenset[tuple[str, str]] = frozenset()
    warnings: tuple[Message, ...] = ()
    on_several_candidates: frozenset[tuple[str, str]] = frozenset()

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[SummaryRow]:
        return iter(self.rows)

    def __getitem__(self, key: tuple[str, ...]) -> Summary:
        """
        Return a summary by method and metric, and convention if the metric has several.

        The metric may be a selector, such as "shd:both to CPDAG". If no name is equal, a similar one is
        found, such as "GES-1" for "ges 1", as in `Runs.only`.

        Raises:
            ConventionError: there is no such summary, or there are several; the error lists their
                conventions.
        """
        if not isinstance(key, tuple) or len(key) not in (2, 3):
            raise ConventionError(
                "a summary must be requested by method and metric, as in table['PC', 'shd']; "
                f"got {key!r}"
            )
        method, metric, *convention = map(name_of, key)
        methods = dict.fromkeys(row.method for row in self)
        if any(same_name(name, method) for name in methods):
            method = chosen_name("method", method, methods)
        rows = {row.number: row for row in self if row.method == method}
        if not rows:
            known = dict.fromkeys(f"{row.method} {row.metric}" for row in self)
            raise ConventionError.unknown("the method and metric", f"{method} {metric}", known)
        numbers = chosen_numbers(metric, convention[0] if convention else None, rows)
        if len(numbers) > 1:
            raise unknown_convention(numbers[0][0], "", [label for _, label in numbers])
        return rows[numbers[0]].summary

    def to_dicts(self) -> list[dict[str, Any]]:
        """
        Return the rows as flat dictionaries; nan becomes None.

        ``polars.DataFrame(rows, infer_schema_length=None)`` makes a frame of them.
        """
        return [row.to_dict() for row in self]

    def to_frame(self) -> Any:
        """
        Return a tidy pandas frame with a row for each metric, convention and method.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        rows = self.to_dicts()
        texts = ("method", "metric", "convention", "unit", "replicate", "reason")
        counts = ("n", "n_all", "runs", "ok", *_WITHOUT_VALUE)
        numbers = [name for name in rows[0] if name not in (*texts, *counts)] if rows else []
        return frame_of(rows, rows[0] if rows else (), numbers)

    def _table(self) -> Table:
        return summary_table(self)

    def _picture(self) -> Scene | str:
        return table_scene(self)

    def __str__(self) -> str:
        names = [" ".join(x for x in (r.method, r.metric, r.convention) if x) for r in self]
        width = max(map(len, names), default=0)
        return "\n".join(
            f"{name:<{width}}  {row.summary}".lstrip() for name, row in zip(names, self, strict=True)
        )


def summarize(
    values: Any,
    *,
    level: float = 0.95,
    best: float | None = None,
    worst: float | None = None,
    chance: float | None = None,
    better: Better | None = None,
    replicate: Replicate | None = None,
    resamples: int = 10_000,
    seed: int = 0,
) -> Any:
    """
    Return means, spread, confidence intervals and numbers of missing values over runs.

    The confidence intervals are for the mean over similar replicates: data sets like those given, or
    random graphs like those of the seeds. A run without a seed counts once for each seed that other
    methods have on its data set.

    Args:
        values: numbers of one method, in order or by key, or a tidy table of several methods, see
            `as_runs`; or a mapping of values by method, such as ``{"PC": [3, 5], "GES": [2, 4]}``.
        level: confidence of the intervals, from 0.5 to 0.999999.
        best: the best possible value; by default that of the runs or of the metric.
        worst: the worst possible value; by default that of the runs or of the metric.
        chance: the expected value of random guessing.
        better: whether "higher" or "lower" values are better, for metrics of your own in a table without
            a column "better"; what is stated must agree. Tables for papers need it for the arrow and the
            best value in bold.
        replicate: the unit of replication. "dataset" averages the seeds of each data set first, so n
            counts data sets. "seed" takes every run as a replicate; use it if each seed is a new random
            graph. "nested" gives the same summary as "dataset"; it differs in comparisons of methods.
            The default is "dataset" if there are several data sets, and otherwise "seed".
        resamples: number of bootstrap resamples; the time is proportional to it.
        seed: seed of the bootstrap.

    Returns:
        A `Summary` for numbers of one method, a `SummaryTable` for a table or a mapping by method.

    Raises:
        StatisticsError: there are no runs; a run occurs twice or a value is infinite, see `as_runs`; a
            value is impossible for the metric of this name; `better` contradicts what the table or the
            metric states; or `replicate` needs data sets, and no run has one.
        ConventionError: `replicate` or `better` has an unknown value.

    References:
        Efron (1987), doi:10.1080/01621459.1987.10478410.

    Examples:
        >>> from edgemark import stats
        >>> print(stats.summarize([0.8, 0.9, 0.7, None, 0.8]))
        0.800 ± 0.082 over 4 runs (4 of 5 runs: 1 undefined), 95 % interval 0.670 to 0.930
        >>> round(stats.summarize([0.8, 0.9, 0.7, None, 0.8], worst=0).mean_worst, 3)
        0.64

        Two data sets with three seeds each are two values instead of six, unless each seed is a new
        graph:

        >>> summary = stats.summarize({("asia", s): 3.0 + s for s in range(3)} |
        ...                         {("alarm", s): 9.0 + s for s in range(3)})
        >>> summary.unit, summary.n, summary.mean, round(summary.sd, 3), summary.sd_within
        ('data set', 2, 7.0, 4.243, 1.0)
        >>> stats.summarize({("sparse", 0): 3.0, ("sparse", 1): 5.0, ("dense", 0): 9.0},
        ...                 replicate="seed").n
        3
    """
    level = checked_level(level)
    if better is not None:
        require("better", better, choices(Better))
    bootstrap = Bootstrap(resamples, seed)
    values = with_methods(list(values) if isinstance(values, Iterator) else values)
    runs = with_stated_bounds(as_runs(values), {"best": best, "worst": worst, "chance": chance})
    demand_known_ranges(runs)
    demand_known_direction(None, runs)
    for group in runs.by_number().values():
        if is_judged(group):
            better_of(group)  # refuses a column that contradicts itself
    demand_valid_bounds(runs)
    if better is not None:
        demand_valid_bounds(runs_that_need(better, runs), better)
    if not runs.rows:
        raise StatisticsError("the values must hold at least one run; got none")
    messages = (*warnings_of_classes(runs), *map(Message, spelling_warnings(runs)))
    for text in messages:
        warnings.warn(StatisticsWarning(text), stacklevel=2)
    if not is_table(values):
        return summary_of(one_method(runs, "the values"), level, bootstrap, replicate, better)
    rows: list[SummaryRow] = []
    directions = {number: _direction(group, better) for number, group in runs.by_number().items()}
    for (metric, convention), all_runs in completed(runs).by_number().items():
        chosen = design([run.key for run in all_runs], replicate).replicate
        by_method = all_runs.by_method()
        for method, group in for_every_seed(all_runs).by_method().items():
            absent = tuple(named(run.key) for run in group if run.status == "absent")
            summary = summary_of(group, level, bootstrap, chosen, better)
            # Copies of a run for each seed say nothing about its spread over seeds.
            summary = replace(summary, sd_within=_units(by_method[method], chosen).sd_within)
            direction, reason = directions[metric, convention], first_reason(group)
            rows.append(SummaryRow(method, metric, convention, summary, absent, direction, reason))
    return SummaryTable(tuple(rows), in_several_classes(runs), messages, on_several_candidates(runs))


def _direction(runs: Runs, better: Better | None) -> str:
    """Return which values of a metric are better, as stated by metric, table or caller."""
    known = better_by_name(runs.rows[0].metric)
    if known is not None:
        return known
    if not is_judged(runs):
        return "neither"
    return {1: "higher", -1: "lower"}.get(sign_of(runs.rows), better or "")


def summary_of(
    runs: Runs,
    level: float,
    bootstrap: Bootstrap,
    replicate: Replicate | None = None,
    better: Better | None = None,
) -> Summary:
    """Summarize the runs of one metric and convention of one method."""
    chosen = design([run.key for run in runs], replicate).replicate
    replicates = _units(runs, chosen)
    low, high = range_of(runs, better=better)
    values, n = replicates.values, len(replicates.values)
    q1, median, q3 = map(float, np.quantile(values, [0.25, 0.5, 0.75])) if n else (nan, nan, nan)
    counts = Counts.of(runs)
    best, worst, chance = (_mean_with(name, runs, replicates, chosen) for name in _STAND_INS)
    return Summary(
        unit=replicates.unit,
        replicate=chosen,
        n=n,
        mean=mean_of(values) if n else nan,
        sd=sd_of(values),
        sd_within=replicates.sd_within,
        median=median,
        quartiles=(q1, q3),
        lowest=float(values.min()) if n else nan,
        highest=float(values.max()) if n else nan,
        level=level,
        t=t_interval(values, level).within(low, high),
        bca=bootstrap.interval(values, level),
        counts=counts,
        mean_best=best,
        mean_worst=worst,
        mean_chance=chance,
        n_all=len({run.dataset for run in runs}) if replicates.unit == "data set" else len(runs),
    )


def _units(runs: Runs, replicate: Replicate) -> Units:
    return units([run.key for run in runs], [run.value for run in runs], replicate)


def _mean_with(bound: str, runs: Runs, replicates: Units, replicate: Replicate) -> float:
    """
    Return the mean with a bound instead of every missing value; nan if a run is refused or has no bound.
    """
    missing = [run for run in runs if run.status != "ok"]
    if not missing:
        return mean_of(replicates.values)
    if any(run.status == "refused" or isnan(bound_of(run, bound)) for run in missing):
        return nan
    filled = [run.value if run.status == "ok" else bound_of(run, bound) for run in runs]
    return mean_of(units([run.key for run in runs], filled, replicate).values)
