"""
The function that a Dask process calls: it runs the sandbox and returns JSON.

The sandbox ends a run that crashes, hangs or exhausts its memory; the Dask process survives.
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
        text: JSON: "edgemark", the version of the coordinator; "setting", the limits and folders of
            the study; "job"; "needs", hashes of the user's files; "contents", the files that are sent.

    Returns:
        JSON: "result"; or "lacks", hashes of files that were not sent to this process yet; or "refused",
            the version of edgemark on this computer, if it differs.
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

    def write_files(self, contents: Mapping[str, list[str]]) -> None:
        """Write the files of a job, each under its hash."""
        with self._files_lock:
            for hash_of_file, (file_name, content) in contents.items():
                folder = self.files / hash_of_file
                folder.mkdir(parents=True, exist_ok=True)
                replace_file(folder / file_name, base64.b64decode(content))

    def lacking(self, hashes: Iterable[str]) -> list[str]:
        """Return the hashes whose files were not sent to this process yet."""
        with self._files_lock:  # Wait for files that another thread is writing.
            return [one for one in hashes if not any((self.files / one).glob("*"))]

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
        """Return the failure of a run whose algorithm has another version on this computer."""
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
