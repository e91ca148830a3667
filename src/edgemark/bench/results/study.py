"""A study in a folder: its runs, scores, summaries and ranks."""

from __future__ import annotations

import os
import shlex
import tomllib
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from math import isnan
from pathlib import Path
from typing import Any, Literal, Self

from edgemark.bench.plan import Selector, limits_of, selector, selectors
from edgemark.bench.results.class_notes import class_note, notes_on_truths
from edgemark.bench.results.rows import ResultRow
from edgemark.bench.results.status import StudyStatus
from edgemark.bench.results.summaries import (
    Cell,
    Cost,
    cells,
    costs,
    is_finished,
    runs_of,
    with_different_lags,
)
from edgemark.bench.store import Store, StoredRun
from edgemark.conventions.classes import coarsest
from edgemark.conventions.options import require
from edgemark.errors import (
    ConventionError,
    EdgemarkError,
    MissingExtraError,
    Remedy,
    StatisticsError,
    StatisticsWarning,
    levels_to_caller,
    listing,
    plural,
)
from edgemark.stats import Ranking, Runs, rank

__all__ = ["FORMATS", "Study"]

ReportFormat = Literal["text", "csv", "json", "markdown", "latex"]
FORMATS = ("text", "csv", "json", "markdown", "latex")


class Study:
    """
    The results of a study, as they were when the study was opened.

    Create one with `edgemark.bench.open`.

    Attributes:
        folder: the folder of the study.
        plan: the text of the current plan, as TOML.
        name: name of the study.
        primary: the metric that algorithms are ranked by.
        metrics: all metrics: the primary one first, those that were added later last.
        reference: class of graph that truth and estimates were mapped to.
        limits: the limits of time, memory and disk space that the plan sets for each run.
        rows: every run of the current plan, in the order of the plan.
    """

    def __init__(
        self, folder: Path, plan: str, stored: Sequence[StoredRun], stale: int, reference: str
    ) -> None:
        self.folder, self.plan, self._stale = folder, plan, stale
        tables = tomllib.loads(plan)
        plan_table = tables["plan"]
        self.name: str = plan_table.get("name", "study")
        self.limits = limits_of(tables.get("limits", {}))
        self.primary = selector(plan_table["primary"])
        planned_reference = plan_table.get("reference", "auto")
        self.reference = reference or (
            _reference_of(stored) if planned_reference == "auto" else planned_reference
        )
        self._is_reference_final = bool(reference) or planned_reference != "auto"
        self.rows = tuple(ResultRow.of(run, self.reference) for run in stored)
        planned = selectors([plan_table["primary"], *plan_table.get("metrics", [])])
        planned_metrics = tuple(dict.fromkeys((self.primary, *planned)))
        added = sorted(
            {name for row in self.rows for name in row.scores} - set(map(str, planned_metrics))
        )
        self.metrics: tuple[Selector, ...] = (*planned_metrics, *selectors(added))

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Self:
        """
        Read a study.

        Raises:
            EdgemarkError: the folder holds no study.
            FormatError: a later version of edgemark wrote it.
        """
        with Store.read(folder) as store:
            if not store.plan:
                raise EdgemarkError(f"{os.fspath(folder)}: this study has no plan yet")
            return cls(Path(folder), store.plan, list(store.runs()), store.stale, store.reference)

    def __repr__(self) -> str:
        return f"<Study {self.status}>"

    @cached_property
    def status(self) -> StudyStatus:
        """The number of runs that are done, failed and waiting."""
        failed = Counter(row.cause for row in self.rows if row.state == "failed")
        unscored = sum(row.state == "ok" and not row.scores for row in self.rows)
        states = Counter(row.state for row in self.rows)
        return StudyStatus(
            self.name,
            len(self.rows),
            states["ok"],
            failed,
            states["waiting"],
            self._stale,
            unscored,
        )

    @property
    def compared_as(self) -> str:
        """The reference class in words. If the plan says "auto", it may change until all runs end."""
        if self._is_reference_final:
            return self.reference
        if not any(row.scores for row in self.rows):
            return "not known yet, since no run is scored"
        return f"{self.reference} so far; the class is chosen when all runs are done"

    @property
    def scored_by(self) -> tuple[str, ...]:
        """A line with the versions of edgemark that computed the scores; none without scores."""
        versions = sorted({score.version for row in self.rows for score in row.scores.values()})
        return (f"scored by: edgemark {', '.join(versions)}",) if versions else ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """
        What readers of the means and ranks must know about the classes of the graphs.

        The warnings name estimates of several classes that are ranked side by side because the reference
        class is "as-given", and truths declared undirected that are read as CPDAGs.
        """
        note = class_note(self.rows, self.metrics)
        return (*([] if note is None else [str(note)]), *notes_on_truths(self.rows, self.metrics))

    # ---- as tables

    def to_runs(
        self, metrics: Iterable[str] | str | None = None, *, by_unit: bool | None = None
    ) -> Runs:
        """
        Return the scores of finished runs, failed ones included, as `edgemark.stats.Runs`.

        A deterministic algorithm is run once on data from a file. If other algorithms have several seeds
        on these data, this run has no seed, and stands for every seed. The expected score of random
        guessing depends on the estimate, which a failed run lacks. Its chance value is therefore the
        mean over the algorithms with an estimate on the same data. Every
        run names the classes of graphs that were compared, so `edgemark.stats.rank` refuses several
        classes on one data set. `ranking` ranks them, with a warning.

        Args:
            metrics: selectors such as "shd:pair mismatch"; None for all of the study.
            by_unit: whether the data sets of the runs are the networks, files and drawn graphs, as in
                `ranking`, so that two samples of one network do not count as two independent data sets.
                With False and None, each label of data is a data set.

        Raises:
            ConventionError: the study has no such metric.

        Warns:
            StatisticsWarning: `by_unit` is None, and several labels are data from one network, file or
                graph.
        """
        if by_unit is None:
            self._warn_of_shared_units()
        runs_of_metrics = [
            runs_of(self.rows, metric, by_unit=bool(by_unit), with_classes=True)
            for metric in self._selectors(metrics)
        ]
        return Runs(tuple(run for runs in runs_of_metrics for run in runs))

    def _warn_of_shared_units(self) -> None:
        """Warn if data with several labels are from one network, file or drawn graph."""
        labels: dict[tuple[str, bool], dict[str, None]] = {}
        for row in self.rows:
            labels.setdefault((row.unit, row.data_seed is None), {})[row.data] = None
        shared = next((list(names) for names in labels.values() if len(names) > 1), None)
        if shared is not None:
            warnings.warn(
                StatisticsWarning(
                    f"{listing(shared)} are data from one graph, but are counted as {len(shared)} data "
                    "sets. Give by_unit=True to count each graph once in tests, or by_unit=False to "
                    "keep them apart"
                ),
                stacklevel=levels_to_caller(),
            )

    def wide(self) -> list[dict[str, Any]]:
        """
        Return one row for each run, also for failed and waiting ones, with two columns for each metric.

        These two hold the value and the expected score of random guessing. Other columns describe the
        run.
        """
        return [_row_of_all_metrics(row, self.metrics) for row in self.rows]

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one row for each run and metric; a run without scores has one row without a metric."""
        return [values for row in self.rows for values in _rows_per_metric(row, self.metrics)]

    def to_frame(self, library: Literal["pandas", "polars"] = "pandas") -> Any:
        """
        Return a tidy frame with one row for each run and metric.

        Args:
            library: "pandas" or "polars".

        Raises:
            MissingExtraError: the library is not installed.
            ConventionError: an unknown library.
        """
        require("library", library, ("pandas", "polars"))
        rows = self.to_dicts()
        try:
            if library == "polars":
                import polars

                return polars.DataFrame(rows, infer_schema_length=None)
            import pandas
        except ImportError:
            raise MissingExtraError(library, "frames") from None
        return pandas.DataFrame(rows)

    def _selectors(self, metrics: Iterable[str] | str | None) -> tuple[Selector, ...]:
        if metrics is None:
            return self.metrics
        chosen = selectors([metrics] if isinstance(metrics, str) else metrics)
        for metric in chosen:
            if metric not in self.metrics:
                raise ConventionError(
                    f"a metric must be one of the study's, {', '.join(map(str, self.metrics))}; got "
                    f"{str(metric)!r}",
                    Remedy(
                        "Score the stored graphs: "
                        + shlex.join(["edgemark", "bench", "score", str(self.folder), "-m", str(metric)])
                    ),
                )
        return chosen

    def _selector(self, metric: str | None) -> Selector:
        chosen = self._selectors(metric or str(self.primary))
        if len(chosen) > 1:
            raise ConventionError(
                f"a single convention is needed; {metric!r} stands for "
                f"{', '.join(repr(str(one)) for one in chosen)}",
                Remedy("Name one of them"),
            )
        return chosen[0]

    def refusals(self, metrics: Iterable[str] | str | None = None) -> list[str]:
        """
        Return a sentence for each metric that is refused for some runs: how many, and the first reason.

        Args:
            metrics: selectors; None for all of the study.

        Raises:
            ConventionError: the study has no such metric.
        """
        sentences = []
        for metric in self._selectors(metrics):
            scores = [row.scores[str(metric)] for row in self.rows if str(metric) in row.scores]
            reasons = [score.reason for score in scores if score.status == "refused"]
            if reasons:
                count = f"{len(reasons)} of {plural(len(scores), 'run')}"
                sentences.append(f"{metric} is refused for {count}: {reasons[0]}")
        return sentences

    # ---- summaries

    def summary(self, metric: str | None = None) -> list[Cell]:
        """
        Summarize one metric, by default the primary one, for every data set and algorithm.

        Raises:
            ConventionError: the study has no such metric, or several conventions of it.
        """
        return cells(self.rows, self._selector(metric))

    def costs(self) -> list[Cost]:
        """Return the time and memory of every algorithm on every data set."""
        return costs(self.rows)

    def ranking(self, metric: str | None = None, *, data: Collection[str] | None = None) -> Ranking:
        """
        Rank the algorithms and test their differences over networks, files and drawn graphs.

        These are the replicates: runs on one of them are averaged first. A failed run counts as the
        worst possible score. Algorithms that use the truth, that are not meant for the data, or that the
        plan excludes are left out.

        Args:
            metric: a selector; None for the primary one.
            data: labels of data sets on which the same algorithms are ranked, see `tracks`; None for
                all.

        Raises:
            StatisticsError: fewer than two algorithms, or fewer than two replicates; algorithms that
                were not run on the same data; runs that are not done or not scored yet; or estimates
                whose maximum lags differ, if a larger one changes the metric.
            ConventionError: the study has no such metric, or several conventions of it.

        Warns:
            StatisticsWarning: as `edgemark.stats.rank`; or the reference class is "as-given", and the
                metric compares estimates of several classes.
        """
        chosen = self._selector(metric)
        tracks = self.tracks()
        labels = set(data) if data is not None else {label for track in tracks for label in track}
        if sum(bool(labels & set(track)) for track in tracks) > 1:
            raise StatisticsError(
                f"ranks need algorithms that were run on the same data; the study has {len(tracks)} "
                f"groups of data, each with its own algorithms",
                Remedy("Rank within one group: study.ranking(data=study.tracks()[0])"),
            )
        rows = [row for row in self.rows if row.data in labels]
        waiting = sum(row.state == "waiting" for row in rows)
        unscored = sum(row.ranked and row.state == "ok" and not is_finished(row, chosen) for row in rows)
        if waiting or unscored:
            counts = {"not done yet": waiting, "not scored yet": unscored}
            reasons = " and ".join(
                f"{count} {'is' if count == 1 else 'are'} {state}"
                for state, count in counts.items()
                if count
            )
            raise StatisticsError(f"ranks need all runs of the data; {reasons}")
        different = sorted(with_different_lags(rows, chosen))
        if different:
            raise StatisticsError(
                f"ranks by {chosen} need estimates with the same maximum lag, because a larger one "
                f"changes this metric; on {listing(different)} the maximum lags differ",
                Remedy("Give the algorithms the same maximum lag in the plan, and run it again"),
                Remedy("Or rank by a metric that it does not change, such as 'f1:all lags'"),
            )
        runs = runs_of(rows, chosen, ranked=True, by_unit=True)
        better: Any = "higher" if chosen.better == "ratio" else chosen.better
        try:
            ranking = rank(list(runs), better=better, replicate="dataset")
        except StatisticsError as error:
            by_method = runs.by_method()
            refused = [m for m, of_m in by_method.items() if all(r.status == "refused" for r in of_m)]
            if not 0 < len(refused) < len(by_method) - 1:
                # The remedies are options of `edgemark.stats.rank`, which this method does not have.
                raise StatisticsError(error.message.problem) from None
            raise StatisticsError(
                f"{error.message.problem}. To rank the others, write ranked = false in the plan for "
                f"{listing(refused)}"
            ) from None
        note = class_note(rows, [chosen])
        if note is None:
            return ranking
        warnings.warn(StatisticsWarning(note), stacklevel=levels_to_caller())
        return replace(ranking, warnings=(*ranking.warnings, note))

    def tracks(self) -> list[tuple[str, ...]]:
        """Return groups of data sets, by label, on which the same algorithms are ranked."""
        ranked_on: dict[str, set[str]] = {}
        for row in self.rows:
            ranked_on.setdefault(row.data, set()).update([row.algorithm] if row.ranked else [])
        groups: dict[frozenset[str], list[str]] = {}
        for label, algorithms in ranked_on.items():
            groups.setdefault(frozenset(algorithms), []).append(label)
        return [tuple(labels) for labels in groups.values()]

    def report(self, format: ReportFormat = "text") -> str:
        """
        Return the results as text: means of each metric, failures, ranks and costs.

        Args:
            format: "text", "csv" (only the means), "json", "markdown" or "latex" (booktabs).

        Raises:
            ConventionError: an unknown format.
        """
        from edgemark.bench.results.report import report_text

        require("format", format, FORMATS)
        return report_text(self, format)

    def logs(self) -> Iterator[tuple[ResultRow, str]]:
        """Yield every failed run with its traceback and output."""
        failed = {row.run: row for row in self.rows if row.state == "failed"}
        if not failed:
            return
        with Store.read(self.folder) as store:
            for stored in store.runs(texts=True, scores=False):
                row = failed.get(stored.run.key[:12])
                if row is not None and stored.attempt is not None:
                    outcome = stored.attempt.outcome
                    yield row, "\n".join(filter(None, (outcome.traceback, outcome.output)))

    def show(self, run: str) -> str:
        """
        Describe one run: its settings, its status, its output, and how its graph differs from the truth.

        Args:
            run: the start of its key, as in tables.

        Raises:
            EdgemarkError: no run, or several runs, have a key with this start.
        """
        from edgemark.bench.results.one_run import run_text

        return run_text(self.folder, run, self.reference)


def _row_of_all_metrics(row: ResultRow, metrics: Sequence[Selector]) -> dict[str, Any]:
    scores = [(str(metric), row.scores.get(str(metric))) for metric in metrics]
    values = {name: None if score is None else _none_if_nan(score.value) for name, score in scores}
    chance = {
        f"{name} (chance)": None if score is None else _none_if_nan(score.chance)
        for name, score in scores
    }
    return _run_columns(row) | values | chance


def _none_if_nan(value: float) -> float | None:
    return None if isnan(value) else value


def _run_columns(row: ResultRow) -> dict[str, Any]:
    return {
        "run": row.run,
        "algorithm": row.algorithm,
        "data": row.data,
        "seed": row.seed,
        "data_seed": row.data_seed,
        "algorithm_seed": row.algorithm_seed,
        "parameters": ", ".join(f"{name}={value}" for name, value in row.parameters.items()),
        "status": row.state,
        "cause": row.cause,
        "reason": row.reason,
        "ranked": row.ranked,
        "cpu": _none_if_nan(row.cpu),
        "wall": _none_if_nan(row.wall),
        "memory": row.memory,
    }


def _rows_per_metric(row: ResultRow, metrics: Sequence[Selector]) -> list[dict[str, Any]]:
    columns = _run_columns(row)
    scores = [
        (row.scores[str(metric)], row.candidates(metric), row.compared(metric))
        for metric in metrics
        if str(metric) in row.scores
    ]
    if not scores:
        no_score = {"metric": "", "value": None, "score_status": "", "score_reason": "", "chance": None}
        return [columns | no_score | {"candidates": "", "compared": ""}]
    return [
        columns
        | {
            "metric": score.selector,
            "value": _none_if_nan(score.value),
            "score_status": score.status,
            "score_reason": score.reason,
            "chance": _none_if_nan(score.chance),
            "candidates": candidates,
            "compared": compared,
        }
        for score, candidates, compared in scores
    ]


def _reference_of(stored: Iterable[StoredRun]) -> str:
    """Return the coarsest reference class among the scores."""
    return coarsest(score.reference for run in stored for score in run.scores)
