"""The coordinator: hands runs to workers, and stores what comes of them."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import edgemark
from edgemark.bench.plan import Plan, Task, Versions
from edgemark.bench.references import coarsest
from edgemark.bench.runs.records import records_of
from edgemark.bench.runs.shelf import Shelf, Shelved
from edgemark.bench.runs.worker import Done, Worker
from edgemark.bench.store import RunRecord, Score, Store, StoredRun
from edgemark.errors import EdgemarkError, InputTypeError, Remedy

__all__ = ["Progress", "RunSummary", "run", "score_stored"]

_TICK = 0.2
_PATIENCE = 12.0
_AHEAD = 2


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


class _Classes:
    """The classes of graph seen so far, by which "auto" chooses the reference."""

    def __init__(self, plan: Plan) -> None:
        self._fixed = None if plan.reference == "auto" else plan.reference
        self._seen = {spec.returns for spec in plan.algorithms if spec.returns and not spec.oracle}
        self._lock = threading.Lock()

    @property
    def is_open(self) -> bool:
        """Whether the estimates decide."""
        return self._fixed is None

    def add(self, *classes: str) -> None:
        """Note classes that occur."""
        with self._lock:
            self._seen.update(classes)

    def reference(self) -> str:
        """Give the class to compare in, as far as it is known."""
        with self._lock:
            return self._fixed or coarsest(self._seen)

    def reference_with(self, task: Task, facts: Mapping[str, Any], estimate: Mapping[str, Any]) -> str:
        """Take what an algorithm returned into account, unless it says itself what it returns."""
        self.add(str(facts["truth"]))
        if not task.algorithm.returns and not task.algorithm.oracle:
            self.add(str(estimate.get("class", estimate["type"])))
        return self.reference()


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
        self._classes = _Classes(plan)
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
        pool = Pool(self._n_workers, lambda: self._worker(shelf, folders))
        with pool:
            todo = (
                (task, record)
                for task, record in zip(self._plan.tasks(), records, strict=True)
                if record.key not in final
            )
            self._report_progress()
            for done in pool.map(_do, todo):
                self._keep(done)
            self._finish(pool)
        return RunSummary(self._total, self._kept, self._done, self._failed)

    def _worker(self, shelf: Shelf, folders: tuple[Path, ...]) -> Worker:
        selectors = [str(one) for one in self._plan.metrics]
        return Worker(shelf, self._plan.limits, folders, selectors, self._classes)

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
        self._store.add_attempt(done.record.key, done.attempt, done.scores)
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
        if self._classes.is_open:
            for stored in self._store.runs(texts=True):
                self._see(stored)
        reference = self._classes.reference()
        self._store.set_reference(reference)
        score_stored(self._store, pool, [str(one) for one in self._plan.metrics], reference)

    def _see(self, stored: StoredRun) -> None:
        details = stored.run.details
        if stored.attempt is None or stored.attempt.estimate is None or details["oracle"]:
            return
        found = self._store.dataset(details["data"])
        if found is not None:
            self._classes.add(str(found[1]["truth"]))
        if not details["returns"]:
            estimate = stored.attempt.estimate
            self._classes.add(str(estimate.get("class", estimate["type"])))


def folders_of(plan: Plan) -> tuple[Path, ...]:
    """Return the folders that modules and the files of commands are looked for in."""
    return tuple(dict.fromkeys((Path.cwd(), plan.folder)))


def _do(worker: Worker, job: tuple[Task, RunRecord]) -> Done:
    return worker.do(*job)


def score_stored(store: Store, pool: Pool, selectors: list[str], reference: str) -> int:
    """
    Compute scores of stored estimates that are not there yet; nothing is run again.

    Returns:
        How many runs got scores.
    """

    def jobs() -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any], list[str]]]:
        for key, data_key in waiting:
            [stored] = store.find(key)
            found = store.dataset(data_key)
            if stored.attempt is not None and stored.attempt.estimate is not None and found is not None:
                yield key, found[0], stored.attempt.estimate, lacking[key]

    lacking: dict[str, list[str]] = {}
    waiting: list[tuple[str, str]] = []
    for stored in store.runs():
        if stored.attempt is None or stored.attempt.outcome.status != "ok":
            continue
        there = {
            score.selector
            for score in stored.scores
            if (score.reference, score.version) == (reference, edgemark.__version__)
        }
        if missing := [one for one in selectors if one not in there]:
            lacking[stored.run.key] = missing
            waiting.append((stored.run.key, stored.run.details["data"]))

    def scored(worker: Worker, job: Any) -> tuple[str, tuple[Score, ...]]:
        key, truth, estimate, missing = job
        return key, worker.score(truth, estimate, missing, reference)

    for key, scores in pool.map(scored, jobs()):
        store.add_scores(key, scores)
    return len(waiting)


class Pool:
    """
    Threads, each with a worker of its own.

    Leaving it, also by Ctrl-C, ends the sandboxes and with them whatever runs.
    """

    def __init__(self, size: int, make: Callable[[], Worker]) -> None:
        self._workers = [make() for _ in range(size)]
        self._jobs: SimpleQueue[Any] = SimpleQueue()
        self._results: SimpleQueue[Any] = SimpleQueue()
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._serve, args=(worker,), daemon=True) for worker in self._workers
        ]

    def __enter__(self) -> Pool:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stopping.set()
        for _ in self._threads:
            self._jobs.put(None)
        if error[0] is not None:
            for worker in self._workers:
                worker.abandon()
        end = time.monotonic() + _PATIENCE
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        for worker, thread in zip(self._workers, self._threads, strict=True):
            if not thread.is_alive():
                worker.close()

    def map(self, function: Callable[[Worker, Any], Any], jobs: Iterator[Any]) -> Iterator[Any]:
        """Yield results as they come; only a few jobs are taken ahead of those that are done."""
        waiting = 0
        for job in jobs:
            self._jobs.put((function, job))
            waiting += 1
            while waiting >= _AHEAD * len(self._workers):
                yield self._result()
                waiting -= 1
        while waiting:
            yield self._result()
            waiting -= 1

    def _result(self) -> Any:
        while True:
            try:
                result = self._results.get(timeout=_TICK)
            except Empty:
                continue  # so that Ctrl-C is heard
            if isinstance(result, BaseException):
                raise result
            return result

    def _serve(self, worker: Worker) -> None:
        while (found := self._jobs.get()) is not None and not self._stopping.is_set():
            function, job = found
            try:
                result = function(worker, job)
            except BaseException as error:
                result = error
            if not self._stopping.is_set():
                self._results.put(result)
