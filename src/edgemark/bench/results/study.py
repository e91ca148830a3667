"""A study in a folder: its runs, scores, summaries and ranks."""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from math import isnan
from pathlib import Path
from typing import Any, Literal, Self

from edgemark.bench.plan import Selector, limits_of, selector, selectors
from edgemark.bench.results.rows import ResultRow
from edgemark.bench.results.status import StudyStatus
from edgemark.bench.results.summaries import Cell, Cost, cells, costs, is_finished, runs_of
from edgemark.bench.store import Store, StoredRun
from edgemark.conventions.classes import coarsest
from edgemark.conventions.options import require
from edgemark.errors import (
    ConventionError,
    EdgemarkError,
    MissingExtraError,
    Remedy,
    StatisticsError,
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
        name: name of the study.
        primary: the metric that algorithms are ranked by.
        metrics: all metrics: the primary one first, those that were added later last.
        reference: class of graph that truth and estimates were mapped to.
        limits: limits of each run in the plan.
        rows: every run of the current plan, in the order of the plan.
    """

    def __init__(
        self, folder: Path, plan: str, stored: Sequence[StoredRun], stale: int, said: str
    ) -> None:
        self.folder, self.plan, self._stale = folder, plan, stale
        tables = tomllib.loads(plan)
        head = tables["plan"]
        self.name: str = head.get("name", "study")
        self.limits = limits_of(tables.get("limits", {}))
        self.primary = selector(head["primary"])
        fixed = head.get("reference", "auto")
        self.reference = said or (_reference_of(stored) if fixed == "auto" else fixed)
        self._is_reference_final = bool(said) or fixed != "auto"
        self.rows = tuple(ResultRow.of(one, self.reference) for one in stored)
        planned = selectors([head["primary"], *head.get("metrics", [])])
        first = tuple(dict.fromkeys((self.primary, *planned)))
        added = sorted({name for row in self.rows for name in row.scores} - set(map(str, first)))
        self.metrics: tuple[Selector, ...] = (*first, *selectors(added))

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Self:
        """
        Read a study.

        Raises:
            EdgemarkError: the folder holds no study.
            FormatError: a later edgemark wrote it.
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
        """The reference class in words; "auto" chooses it when all runs are done."""
        if self._is_reference_final:
            return self.reference
        if not any(row.scores for row in self.rows):
            return "not known yet, since no run is scored"
        return f"{self.reference} so far; the class is chosen when all runs are done"

    # ---- as tables

    def to_runs(self, metrics: Iterable[str] | str | None = None) -> Runs:
        """
        Return the scores in the form for statistics; failed runs are included as failed.

        A deterministic algorithm is run once on data from a file. This run has no seed, and holds for
        every seed of the other algorithms there.

        Args:
            metrics: selectors such as "shd:pair mismatch"; None for all of the study.

        Raises:
            ConventionError: the study has no such metric.
        """
        found = [runs_of(self.rows, one) for one in self._chosen(metrics)]
        return Runs(tuple(run for runs in found for run in runs))

    def wide(self) -> list[dict[str, Any]]:
        """
        Return one row for each run, including failed ones, with two columns for each metric.

        They hold the value, and what random guessing is expected to score.
        """
        return [_wide(row, self.metrics) for row in self.rows]

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one row for each run and metric; a run without scores has one row without a metric."""
        return [values for row in self.rows for values in _tidy(row, self.metrics)]

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

    def _chosen(self, metrics: Iterable[str] | str | None) -> tuple[Selector, ...]:
        if metrics is None:
            return self.metrics
        asked = selectors([metrics] if isinstance(metrics, str) else metrics)
        for one in asked:
            if one not in self.metrics:
                raise ConventionError(
                    f"a metric must be one of the study's, {', '.join(map(str, self.metrics))}; got "
                    f"{str(one)!r}",
                    Remedy(f"Score the stored graphs: edgemark bench score {self.folder} -m '{one}'"),
                )
        return asked

    def refusals(self, metrics: Iterable[str] | str | None = None) -> list[str]:
        """
        State for how many runs a metric is refused, and the first reason; a sentence for each metric.

        Args:
            metrics: selectors; None for all of the study.

        Raises:
            ConventionError: the study has no such metric.
        """
        said = []
        for one in self._chosen(metrics):
            scores = [row.scores[str(one)] for row in self.rows if str(one) in row.scores]
            reasons = [score.reason for score in scores if score.status == "refused"]
            if reasons:
                count = f"{len(reasons)} of {plural(len(scores), 'run')}"
                said.append(f"{one} is refused for {count}: {reasons[0]}")
        return said

    # ---- summaries

    def summary(self, metric: str | None = None) -> list[Cell]:
        """Summarize one metric, by default the primary one, for every data set and algorithm."""
        [chosen] = self._chosen(metric or str(self.primary))
        return cells(self.rows, chosen)

    def costs(self) -> list[Cost]:
        """Return the time and memory of every algorithm on every data set."""
        return costs(self.rows)

    def ranking(self, metric: str | None = None, *, data: Collection[str] | None = None) -> Ranking:
        """
        Rank the algorithms, with tests; networks and drawn graphs are the replicates.

        Runs on one network or drawn graph are averaged first. A failed run counts as the worst possible
        score. Algorithms that use the truth, or that are not meant for the data, are left out.

        Args:
            metric: a selector; None for the primary one.
            data: labels of data sets on which the same algorithms were run; None for all. See `tracks`.

        Raises:
            StatisticsError: fewer than two algorithms, or fewer than two replicates; algorithms that
                were not run on the same data; or runs that are not done yet.
        """
        [chosen] = self._chosen(metric or str(self.primary))
        tracks = self.tracks()
        picked = set(data) if data is not None else {label for track in tracks for label in track}
        if sum(bool(picked & set(track)) for track in tracks) > 1:
            raise StatisticsError(
                f"ranks need algorithms that were run on the same data; here are {len(tracks)} groups "
                f"of data with algorithms of their own",
                Remedy("Rank within one of them: study.ranking(data=study.tracks()[0])"),
            )
        rows = [row for row in self.rows if row.data in picked]
        waiting = sum(row.state == "waiting" for row in rows)
        unscored = sum(row.ranked and row.state == "ok" and not is_finished(row, chosen) for row in rows)
        if waiting or unscored:
            counts = {"not done yet": waiting, "not scored yet": unscored}
            said = " and ".join(f"{count} were {what}" for what, count in counts.items() if count)
            raise StatisticsError(f"ranks need all runs of the data; {said}")
        runs = runs_of(rows, chosen, ranked=True, by_unit=True)
        better: Any = "higher" if chosen.better == "ratio" else chosen.better
        return rank(list(runs), better=better, replicate="dataset")

    def tracks(self) -> list[tuple[str, ...]]:
        """Return groups of data sets, by label, on which the same algorithms are ranked."""
        on: dict[str, set[str]] = {}
        for row in self.rows:
            on.setdefault(row.data, set()).update([row.algorithm] if row.ranked else [])
        groups: dict[frozenset[str], list[str]] = {}
        for label, algorithms in on.items():
            groups.setdefault(frozenset(algorithms), []).append(label)
        return [tuple(labels) for labels in groups.values()]

    def report(self, format: ReportFormat = "text") -> str:
        """
        Write the results: a table for each metric, failures, ranks and costs.

        Args:
            format: "text", "csv" (means), "json", "markdown" or "latex" (booktabs).

        Raises:
            ConventionError: an unknown format.
        """
        from edgemark.bench.results.report import report_text

        require("format", format, FORMATS)
        return report_text(self, format)

    def logs(self) -> Iterator[tuple[ResultRow, str]]:
        """Yield every run that failed with its traceback and what it printed."""
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
        Describe one run: its settings, how it ended, its output, and how its graph differs.

        Args:
            run: the start of its key, as in tables.

        Raises:
            EdgemarkError: no run, or several runs, have a key with this start.
        """
        from edgemark.bench.results.one_run import shown

        return shown(self.folder, run, self.reference)


def _wide(row: ResultRow, metrics: Sequence[Selector]) -> dict[str, Any]:
    scores = [(str(one), row.scores.get(str(one))) for one in metrics]
    values = {name: None if one is None else _known(one.value) for name, one in scores}
    chance = {f"{name} (chance)": None if one is None else _known(one.chance) for name, one in scores}
    return _base(row) | values | chance


def _known(value: float) -> float | None:
    return None if isnan(value) else value


def _base(row: ResultRow) -> dict[str, Any]:
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
        "cpu": None if isnan(row.cpu) else row.cpu,
        "wall": None if isnan(row.wall) else row.wall,
        "memory": row.memory,
    }


def _tidy(row: ResultRow, metrics: Sequence[Selector]) -> list[dict[str, Any]]:
    base = _base(row)
    nothing = {"metric": "", "value": None, "score_status": "", "score_reason": "", "chance": None}
    found = [row.scores[str(one)] for one in metrics if str(one) in row.scores]
    if not found:
        return [base | nothing]
    return [
        base
        | {
            "metric": score.selector,
            "value": _known(score.value),
            "score_status": score.status,
            "score_reason": score.reason,
            "chance": _known(score.chance),
        }
        for score in found
    ]


def _reference_of(stored: Iterable[StoredRun]) -> str:
    """Return the coarsest class of the scores, if the coordinator has not chosen a reference class."""
    return coarsest(score.reference for one in stored for score in one.scores)
