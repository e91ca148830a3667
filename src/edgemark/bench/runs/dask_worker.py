"""
The function that a Dask process calls: it runs the sandbox and returns JSON.

A run that crashes, hangs or exhausts its memory ends in the sandbox. The Dask process survives.
"""

from __future__ import annotations

import atexit
import base64
import json
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import edgemark
from edgemark.bench.plan import Versions
from edgemark.bench.plan.hashes import digest
from edgemark.bench.runs.data_folder import DataFolder
from edgemark.bench.runs.jobs import Job, RunJob, RunResult
from edgemark.bench.runs.wire import job_from, plain_result
from edgemark.bench.runs.worker import Worker
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt
from edgemark.replacing import replace_file

__all__ = ["perform"]


def perform(text: str) -> str:
    """
    Do a job in one of the threads of a Dask process.

    Args:
        text: a JSON object. "edgemark" is the version of the coordinator. "setting" has the limits and
            folders of the study. "job" is the job. "needs" lists the user's files that the job needs, by
            `files_of`. "contents" has the contents of those that are sent.

    Returns:
        A JSON object with one key. "result" is the result of the job. "lacks" lists the needed files
        that were not sent to this process yet. "refused" is the version of edgemark on this computer, if
        it differs from that of the coordinator.
    """
    message = json.loads(text)
    if message["edgemark"] != edgemark.__version__:
        return json.dumps({"refused": edgemark.__version__})
    state = _state_of(message["setting"])
    state.write_files(message["contents"])
    if lacks := state.lacking(message["needs"]):
        return json.dumps({"lacks": lacks})
    with state.worker() as worker:
        job = job_from(message["job"], state.files)
        refusal = state.refusal(job)
        return json.dumps({"result": plain_result(refusal or worker.perform(job))})


class _StudyState:
    """The state of one study in this process, shared by the threads: a folder, data, and workers."""

    def __init__(self, folder: Path, setting: Mapping[str, Any]) -> None:
        self.files = folder / "files"
        self._limits = RunLimits.from_dict(setting["limits"])
        self._folders = tuple(map(Path, setting["folders"]))
        self._data_folder = DataFolder(folder / "data", self._limits)
        self._idle_workers: list[Worker] = []
        self._lock = threading.Lock()
        self._files_lock = threading.Lock()

    def write_files(self, contents: Mapping[str, str]) -> None:
        """Write files, each to a folder that is named after its hash."""
        with self._files_lock:
            for name, content in contents.items():
                path = self.files / name
                path.parent.mkdir(parents=True, exist_ok=True)
                replace_file(path, base64.b64decode(content))

    def lacking(self, names: Iterable[str]) -> list[str]:
        """Return the files that were not sent to this process yet."""
        with self._files_lock:  # Wait for files that another thread is writing.
            return [name for name in names if not (self.files / name).exists()]

    @contextmanager
    def worker(self) -> Iterator[Worker]:
        """Lend a worker to one thread."""
        with self._lock:
            worker = (
                self._idle_workers.pop()
                if self._idle_workers
                else Worker(self._data_folder, self._limits, self._folders)
            )
        try:
            yield worker
        finally:
            with self._lock:
                self._idle_workers.append(worker)

    def refusal(self, job: Job) -> RunResult | None:
        """Return a failure if the algorithm of a run has another version on this computer; else None."""
        if not isinstance(job, RunJob):
            return None
        own_version = Versions(self._folders).of(job.task.algorithm)
        if own_version == job.version:
            return None
        reason = (
            f"a Dask worker needs the coordinator's version of {job.record.algorithm}, "
            f"{job.version[:60]}; it has {own_version[:60]}"
        )
        return RunResult(job.record, Attempt(Outcome("import", reason=reason), self._limits), None)


_states: dict[str, _StudyState] = {}
_states_lock = threading.Lock()


def _state_of(setting: Mapping[str, Any]) -> _StudyState:
    name = digest(setting)
    with _states_lock:
        if name not in _states:
            _states[name] = _StudyState(_temporary_folder() / f"edgemark-{name[:16]}", setting)
        return _states[name]


def _temporary_folder() -> Path:
    """Return a temporary folder, which Dask or, outside Dask, Python removes at the end."""
    from distributed import get_worker

    try:
        return Path(get_worker().local_directory)
    except ValueError:
        folder = tempfile.TemporaryDirectory(prefix="edgemark-")
        atexit.register(folder.cleanup)
        return Path(folder.name)
