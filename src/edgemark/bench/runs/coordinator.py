"""The coordinator, which gives runs to workers and stores their results."""

from __future__ import annotations

import os
import shutil
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from edgemark.bench.plan import Plan, Versions
from edgemark.bench.runs.data_folder import StoredData
from edgemark.bench.runs.engines import EngineName, engine_of
from edgemark.bench.runs.jobs import Engine, Job, RunJob, RunResult, ScoreJob, Unscored
from edgemark.bench.runs.records import records_of
from edgemark.bench.runs.reference_class import ReferenceClass
from edgemark.bench.runs.scores import BATCH, score_stored, store_scores
from edgemark.bench.sandbox import Outcome
from edgemark.bench.store import Attempt, Store, StoredRun
from edgemark.errors import EdgemarkError, InputTypeError, Remedy

__all__ = ["Coordinator", "Progress", "RunSummary", "as_plan", "demand_sandbox", "folders_of", "run"]

_MAX_CACHED_HASHES = 64  # Of data sets.


@dataclass(frozen=True, slots=True)
class Progress:
    """
    The progress of a study.

    Attributes:
        done: finished runs, including those of earlier calls of `run`.
        total: runs of the plan.
        failed: finished runs without an estimate.
        seconds_left: remaining seconds, estimated from the runs of this call; nan before the first one.
    """

    done: int
    total: int
    failed: int
    seconds_left: float


@dataclass(frozen=True, slots=True)
class RunSummary:
    """
    Counts of the runs of a plan after a call of `run`.

    Attributes:
        total: runs of the plan.
        kept: runs of earlier calls that were not repeated.
        done: runs that this call did.
        failed: runs of the plan without an estimate, including kept ones.
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
    engine: EngineName = "local",
    scheduler: str | None = None,
    retry: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> RunSummary:
    """
    Run a plan and store the results in a folder. If it is called again, it does the remaining runs.

    Every run has a process of its own, within the limits of the plan. The result of every run
    is a row with scores or with the cause of its failure.

    Args:
        plan: a plan, the path of a plan file, the name of a built-in plan, or its tables as
            dictionaries.
        output: the folder of the study; it is created if necessary.
        workers: number of parallel runs; None means one for each CPU.
        engine: "local", or "dask" for processes of Dask, here or on other computers.
        scheduler: address of the Dask scheduler; None starts workers on this computer.
        retry: whether to repeat all failed runs. Runs that met a limit that has risen are always
            repeated, and so are runs that did not get their data, or got other data than earlier runs.
        progress: called before the first run and after every run.

    Returns:
        Counts of all runs, of those kept from earlier calls, done in this call, and failed.

    Raises:
        FormatError: the plan is invalid, or a later version of edgemark wrote the folder.
        ConventionError: the engine is unknown, or does not take `workers` or `scheduler`; or `workers`
            is not a whole number of at least 1.
        MissingExtraError: Dask is not installed.
        EdgemarkError: another process writes to the folder, this system has no sandbox, or the scheduler
            cannot be reached, has no workers, or workers with another version of edgemark.
        OSError: the plan or one of its files cannot be read.

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
    folders = folders_of(checked)
    place = Path(output)
    with _removed_if_refused(place):
        chosen_engine = engine_of(
            engine, scheduler, workers, data=place / "data", limits=checked.limits, folders=folders
        )
        with Store.write(output) as store:
            return Coordinator(checked, store, chosen_engine, folders, progress).run(retry=retry)


@contextmanager
def _removed_if_refused(folder: Path) -> Iterator[None]:
    """If an error occurs before the plan is stored, remove the folder unless it was there before."""
    is_new = not folder.exists()
    try:
        yield
    except (EdgemarkError, OSError):
        if is_new and folder.exists() and not _has_plan(folder):
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _has_plan(folder: Path) -> bool:
    if not Store.is_in(folder):
        return False
    with Store.read(folder) as store:
        return bool(store.plan)


def as_plan(plan: Plan | str | os.PathLike[str] | Mapping[str, Any]) -> Plan:
    """Read a plan from any of the accepted arguments."""
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
    """Raise an error if this system has no sandbox."""
    import sys

    if not sys.platform.startswith("linux"):
        raise EdgemarkError(
            f"the sandbox of runs needs Linux; this system is {sys.platform}. You can check plans and "
            f"read studies here",
            Remedy("Run the plan on Linux, in a container or in a virtual machine"),
        )


class Coordinator:
    """
    Does the runs of a plan, in one call of `run`. It keeps only 8 bytes of each run in memory, see
    `records_of`.

    Args:
        plan: the plan.
        store: the store of the results.
        engine: the engine that does the runs.
        folders: folders that are searched for modules and files of commands.
        progress: called before the first run and after every run.
    """

    def __init__(
        self,
        plan: Plan,
        store: Store,
        engine: Engine,
        folders: Sequence[Path],
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self._plan, self._store, self._engine = plan, store, engine
        self._versions = Versions(folders)
        self._progress = progress
        self._reference_class = ReferenceClass(plan)
        self._selectors = tuple(map(str, plan.metrics))
        self._unscored: list[Unscored] = []
        self._total = self._kept = self._done = self._failed = 0
        self._start = time.monotonic()
        self._hash_of_data: OrderedDict[str, str] = OrderedDict()

    def run(self, *, retry: bool = False) -> RunSummary:
        """Do the remaining runs of the plan."""
        records = records_of(self._plan, self._versions)
        self._total = self._store.begin_study(self._plan.name, self._plan.text, records)
        self._count_kept(retry=retry)
        with self._engine as engine:
            self._report_progress()
            for result in engine.do(self._jobs(retry=retry)):
                if isinstance(result, RunResult):
                    self._store_result(result)
                else:
                    store_scores(self._store, result)
            self._finish(engine)
        return RunSummary(self._total, self._kept, self._done, self._failed)

    def _jobs(self, *, retry: bool) -> Iterator[Job]:
        """Yield the remaining runs and, between them, jobs that score batches of estimates."""
        rows = self._store.runs(scores=False)
        for task, stored in zip(self._plan.tasks(), rows, strict=True):
            if self._is_kept(stored, retry=retry):
                continue
            yield RunJob(task, stored.run, self._versions.of(task.algorithm))
            if len(self._unscored) >= BATCH:
                batch, self._unscored = self._unscored, []
                yield ScoreJob(tuple(batch))

    def _is_kept(self, stored: StoredRun, *, retry: bool) -> bool:
        """Whether a stored run is kept instead of repeated."""
        attempt = stored.attempt
        return attempt is not None and attempt.is_final(self._plan.limits, retry=retry)

    def _count_kept(self, *, retry: bool) -> None:
        for stored in self._store.runs(scores=False):
            if stored.attempt is not None and self._is_kept(stored, retry=retry):
                self._kept += 1
                self._failed += stored.attempt.outcome.status != "ok"

    def _store_result(self, done: RunResult) -> None:
        if done.data is not None:
            done = self._checked_data(done, done.data)
        self._store.add_attempt(done.record.key, done.attempt)
        if done.data is not None and done.attempt.estimate is not None:
            self._reference_class.add(done.record, done.data.facts, done.attempt.estimate)
            reference = self._reference_class.name
            truth, estimate = done.data.truth, done.attempt.estimate
            self._unscored.append(Unscored(done.record.key, truth, estimate, self._selectors, reference))
        self._done += 1
        self._failed += done.attempt.outcome.status != "ok"
        self._report_progress()

    def _checked_data(self, done: RunResult, data: StoredData) -> RunResult:
        """
        Store the properties of the data; return a failure if earlier runs had other data.

        The data can differ if another computer or another version of NumPy drew them.
        """
        if data.key not in self._hash_of_data:
            stored = self._store.dataset(data.key)
            if stored is None:
                facts = {**data.facts, "hash": data.hash}
                self._store.add_dataset(data.key, data.label, data.truth, facts)
            else:
                _truth, facts = stored
            self._hash_of_data[data.key] = facts.get("hash", data.hash)
            while len(self._hash_of_data) > _MAX_CACHED_HASHES:
                self._hash_of_data.popitem(last=False)
        if self._hash_of_data[data.key] == data.hash:
            return done
        reason = (
            "the data of this seed must be those of the earlier runs; this computer drew other numbers"
        )
        return replace(done, attempt=Attempt(Outcome("data", reason=reason), self._plan.limits))

    def _report_progress(self) -> None:
        if self._progress is None:
            return
        finished = self._kept + self._done
        seconds_per_run = (time.monotonic() - self._start) / self._done if self._done else float("nan")
        self._progress(
            Progress(finished, self._total, self._failed, seconds_per_run * (self._total - finished))
        )

    def _finish(self, engine: Engine) -> None:
        """Choose the reference class from all runs, and compute the scores that are missing for it."""
        self._reference_class.add_stored(self._store)
        self._store.set_reference(self._reference_class.name)
        score_stored(self._store, engine, self._selectors, self._reference_class.name)


def folders_of(plan: Plan) -> tuple[Path, ...]:
    """Return the folders that are searched for modules and files of commands."""
    return tuple(dict.fromkeys((Path.cwd(), plan.folder)))
