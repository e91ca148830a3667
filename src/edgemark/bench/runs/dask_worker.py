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
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import edgemark
from edgemark.bench.plan import Versions
from edgemark.bench.plan.hashes import digest
from edgemark.bench.runs.jobs import Done, Job, Running
from edgemark.bench.runs.shelf import Shelf
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
    order = json.loads(text)
    if order["edgemark"] != edgemark.__version__:
        return json.dumps({"refused": edgemark.__version__})
    desk = _desk(order["setting"])
    desk.keep(order["contents"])
    if lacks := [one for one in order["needs"] if not any((desk.files / one).glob("*"))]:
        return json.dumps({"lacks": lacks})
    with desk.worker() as worker:
        job = job_from(order["job"], desk.files)
        refusal = desk.refusal(job)
        return json.dumps({"result": plain_result(refusal or worker.perform(job))})


class _Desk:
    """The state of one process for one study, shared by its threads: a folder, data, and workers."""

    def __init__(self, folder: Path, setting: Mapping[str, Any]) -> None:
        self.files = folder / "files"
        self._limits = RunLimits.from_dict(setting["limits"])
        self._folders = tuple(map(Path, setting["folders"]))
        self._shelf = Shelf(folder / "data", self._limits)
        self._free: list[Worker] = []
        self._guard = threading.Lock()

    def keep(self, contents: Mapping[str, list[str]]) -> None:
        """Write the files of a job, each under its hash."""
        for name, (plain_name, content) in contents.items():
            place = self.files / name
            place.mkdir(parents=True, exist_ok=True)
            replace_file(place / plain_name, base64.b64decode(content))

    @contextmanager
    def worker(self) -> Iterator[Worker]:
        """Lend a worker to one thread."""
        with self._guard:
            one = self._free.pop() if self._free else Worker(self._shelf, self._limits, self._folders)
        try:
            yield one
        finally:
            with self._guard:
                self._free.append(one)

    def refusal(self, job: Job) -> Done | None:
        """Return the failure of a run whose algorithm has another version on this computer."""
        if not isinstance(job, Running):
            return None
        here = Versions(self._folders).of(job.task.algorithm)
        if here == job.version:
            return None
        reason = (
            f"the worker of Dask needs the coordinator's version of {job.record.algorithm}, "
            f"{job.version[:60]}; it has {here[:60]}"
        )
        return Done(job.record, Attempt(Outcome("import", reason=reason), self._limits), None)


_desks: dict[str, _Desk] = {}
_making = threading.Lock()


def _desk(setting: Mapping[str, Any]) -> _Desk:
    name = digest(setting)
    with _making:
        if name not in _desks:
            _desks[name] = _Desk(_scratch() / f"edgemark-{name[:16]}", setting)
        return _desks[name]


def _scratch() -> Path:
    """A folder that Dask removes with its process; outside Dask, Python removes it."""
    from distributed import get_worker

    try:
        return Path(get_worker().local_directory)
    except ValueError:
        folder = tempfile.TemporaryDirectory(prefix="edgemark-")
        atexit.register(folder.cleanup)
        return Path(folder.name)
