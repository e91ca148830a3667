"""The coordinator: hands runs to workers, and stores what comes of them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edgemark.bench.plan import Plan, Task, Versions
from edgemark.bench.runs.classes import Classes
from edgemark.bench.runs.pool import Job, Pool
from edgemark.bench.runs.records import records_of
from edgemark.bench.runs.scores import BATCH, score_stored, scoring
from edgemark.bench.runs.shelf import Shelf, Shelved
from edgemark.bench.runs.worker import Done, Unscored, Worker
from edgemark.bench.store import RunRecord, Store
from edgemark.errors import EdgemarkError, InputTypeError, Remedy

__all__ = ["Progress", "RunSummary", "as_plan", "demand_sandbox", "folders_of", "run"]


@dataclass(frozen=True, slots=True)
class Progress:
    """
    How far a study is.

    Attributes:
        done: runs that are stored, those of earlier coordinators too.
        total: runs of the plan.
        failed: those of the stored runs without an estimate.
        seconds_left: estimated from the runs so far; nan before the first one.
    """

    done: int
    total: int
    failed: int
    seconds_left: float


@dataclass(frozen=True, slots=True)
class RunSummary:
    """
    What `run` did.

    Attributes:
        total: runs of the plan.
        kept: runs that were stored before.
        done: runs that were done now.
        failed: runs of the plan, kept ones too, that gave no estimate.
    """

    total: int
    kept: int
    done: int
    failed: int


def run(
    plan: Plan | str | os.PathLike[str] | Mapping[str, Any],
    output: str | os.PathLike[str],
    *,
    workers: int | None = None,
    retry: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> RunSummary:
    """
    Run a plan, and keep what comes out in a folder. Called again, it does what is left.

    Every run is done in a process of its own, within the limits of the plan. Whatever it does, it ends
    as a row: of scores, or of the cause why there are none.

    Args:
        plan: a plan, a file with one, the name of a built-in plan, or its tables as dictionaries.
        output: the folder of the study; made if it is not there.
        workers: how many runs are done at once; None is one for each CPU.
        retry: whether runs that failed are tried again. Those that met a limit are tried again in any
            case when the limit rises.
        progress: called after every run.

    Returns:
        How many runs were done and failed.

    Raises:
        FormatError: a plan in error.
        EdgemarkError: another process writes to the folder, or this system has no sandbox.

    Examples:
        >>> import tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> summary = run({
        ...     "plan": {"primary": "shd:pair mismatch"},
        ...     "data": [{"network": "asia", "samples": 100}],
        ...     "algorithm": [{"use": "edgemark.graph:Graph"}],
        ... }, folder.name, workers=1)
        >>> summary.total, summary.failed
        (1, 1)
        >>> folder.cleanup()
    """
    checked = as_plan(plan)
    demand_sandbox()
    with Store.write(output) as store:
        return _Coordinator(checked, store, Path(output), workers, progress).run(retry=retry)


def as_plan(plan: Plan | str | os.PathLike[str] | Mapping[str, Any]) -> Plan:
    """Read what stands for a plan."""
    if isinstance(plan, Plan):
        return plan
    if isinstance(plan, Mapping):
        return Plan.from_dict(plan)
    if isinstance(plan, str | os.PathLike):
        return Plan.read(plan)
    raise InputTypeError(
        f"a plan must be a Plan, a path, a name or a dictionary; got {type(plan).__name__}"
    )


def demand_sandbox() -> None:
    """Raise where runs cannot be contained."""
    import sys

    if not sys.platform.startswith("linux"):
        raise EdgemarkError(
            f"runs are contained by means of the Linux kernel; this system is {sys.platform}. Checking "
            f"plans and reading studies works here",
            Remedy("Run the plan on Linux, in a container or in a virtual machine"),
        )


class _Coordinator:
    """One run of a plan."""

    def __init__(
        self,
        plan: Plan,
        store: Store,
        folder: Path,
        workers: int | None,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self._plan, self._store, self._folder = plan, store, folder
        self._n_workers = workers or os.cpu_count() or 1
        self._progress = progress
        self._classes = Classes(plan)
        self._selectors = tuple(map(str, plan.metrics))
        self._unscored: list[Unscored] = []
        self._total = self._kept = self._done = self._failed = 0
        self._begun = time.monotonic()
        self._data_kept: set[str] = set()

    def run(self, *, retry: bool) -> RunSummary:
        folders = folders_of(self._plan)
        records = records_of(self._plan, Versions(folders))
        self._store.begin_study(self._plan.name, self._plan.text, records)
        self._total = len(records)
        final = self._final(retry=retry)
        self._kept = len(final)
        shelf = Shelf(self._folder / "data", self._plan.limits)
        with Pool(self._n_workers, lambda: Worker(shelf, self._plan.limits, folders)) as pool:
            self._report_progress()
            for result in pool.do(self._jobs(records, final)):
                if isinstance(result, Done):
                    self._keep(result)
                else:
                    result.keep(self._store)
            self._finish(pool)
        return RunSummary(self._total, self._kept, self._done, self._failed)

    def _jobs(self, records: Sequence[RunRecord], final: Collection[str]) -> Iterator[Job]:
        """Yield the runs that are left, and between them the scoring of what was learned."""
        for task, record in zip(self._plan.tasks(), records, strict=True):
            if record.key in final:
                continue
            yield _running(task, record)
            if len(self._unscored) >= BATCH:
                batch, self._unscored = self._unscored, []
                yield scoring(batch)

    def _final(self, *, retry: bool) -> set[str]:
        """Keys of the runs that are not done again."""
        final = set()
        for stored in self._store.runs():
            attempt = stored.attempt
            if attempt is not None and attempt.is_final(self._plan.limits, retry=retry):
                final.add(stored.run.key)
                self._failed += attempt.outcome.status != "ok"
        return final

    def _keep(self, done: Done) -> None:
        if done.data is not None and done.data.key not in self._data_kept:
            self._keep_data(done.data)
        self._store.add_attempt(done.record.key, done.attempt)
        if done.data is not None and done.attempt.estimate is not None:
            self._classes.see(done.record, done.data.facts, done.attempt.estimate)
            reference = self._classes.reference
            truth, estimate = done.data.truth, done.attempt.estimate
            self._unscored.append(Unscored(done.record.key, truth, estimate, self._selectors, reference))
        self._done += 1
        self._failed += done.attempt.outcome.status != "ok"
        self._report_progress()

    def _keep_data(self, data: Shelved) -> None:
        self._store.add_dataset(data.key, data.label, data.truth, {**data.facts, "hash": data.hash})
        self._data_kept.add(data.key)

    def _report_progress(self) -> None:
        if self._progress is None:
            return
        finished = self._kept + self._done
        each = (time.monotonic() - self._begun) / self._done if self._done else float("nan")
        self._progress(Progress(finished, self._total, self._failed, each * (self._total - finished)))

    def _finish(self, pool: Pool) -> None:
        """Choose the reference by all runs, and compute the scores that are missing for it."""
        self._classes.see_stored(self._store)
        self._store.set_reference(self._classes.reference)
        score_stored(self._store, pool, self._selectors, self._classes.reference)


def _running(task: Task, record: RunRecord) -> Job:
    return lambda worker: worker.do(task, record)


def folders_of(plan: Plan) -> tuple[Path, ...]:
    """Return the folders that modules and the files of commands are looked for in."""
    return tuple(dict.fromkeys((Path.cwd(), plan.folder)))
