"""The engine that does jobs in Dask processes, on this computer or on others."""

from __future__ import annotations

import base64
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import metadata
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

import edgemark
from edgemark.bench.runs.dask_worker import perform
from edgemark.bench.runs.jobs import Job, Result, RunJob, RunResult
from edgemark.bench.runs.wire import files_of, plain_job, result_from
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt
from edgemark.errors import ConventionError, EdgemarkError, MissingExtraError, Remedy

__all__ = ["DaskEngine"]

_JOBS_PER_THREAD = 2
_SECONDS_TO_CONNECT = 20
_SECONDS_FOR_WORKERS = 60
_SECONDS_TO_END = 5
_SECONDS_FOR_OWN_CLUSTER = 1  # Then the workers of our own cluster are killed.
_SECONDS_BETWEEN_COUNTS = 5.0  # of the worker threads
_MAX_FILE_BYTES = 2**28
_LOG_LEVEL = 50  # logging.CRITICAL, which hides messages about workers that died


class DaskEngine:
    """
    An engine whose workers are Dask processes, which run the sandbox of edgemark.

    Jobs and results are sent as JSON text. Up to two jobs for each worker thread are in transit at once:
    sent, but without a result. The user's files are sent only to processes that lack them, which keep
    them under the hash of their content. If a worker dies, Dask gives its jobs to others.

    Args:
        scheduler: address of a scheduler; None starts a scheduler and workers on this computer, which
            end when the ``with`` statement of the engine ends.
        workers: number of processes to start on this computer; None means one for each CPU.
        limits: limits of each run.
        folders: folders that are searched for modules and files of commands.
        function: the function that a worker calls with the text of a job.

    Raises:
        ConventionError: a number of workers is given together with a scheduler.
        MissingExtraError: Dask is not installed.
    """

    def __init__(
        self,
        scheduler: str | None,
        workers: int | None,
        *,
        limits: RunLimits,
        folders: Sequence[Path],
        function: Callable[[str], str] = perform,
    ) -> None:
        try:
            import distributed
        except ImportError:
            raise MissingExtraError("dask[distributed]", "distributed") from None
        if scheduler is not None and workers is not None:
            raise ConventionError(
                "the number of workers must not be given for a scheduler, which has its own",
                Remedy("Leave the number of workers out"),
            )
        self._distributed: Any = distributed
        self._address, self._n_workers = scheduler, workers or os.cpu_count() or 1
        self._limits, self._function = limits, function
        self._setting = {"limits": limits.to_dict(), "folders": list(map(str, folders))}
        self._name = f"edgemark-{uuid4().hex[:12]}"
        self._cluster: Any = None
        self._client: Any = None
        self._in_transit: dict[str, tuple[Any, Job]] = {}
        self._n_sent = 0
        self._n_threads, self._counted_at = 1, float("-inf")

    # ---- start and end

    def __enter__(self) -> Self:
        try:
            if self._address is None:
                self._cluster = self._new_cluster()
            self._client = self._new_client()
            self._demand_same_version()
        except BaseException as error:
            self.__exit__(type(error), error)
            raise
        return self

    def _new_cluster(self) -> Any:
        return self._distributed.LocalCluster(
            n_workers=self._n_workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            memory_limit=0,  # The sandbox limits the memory of each run.
            silence_logs=_LOG_LEVEL,
        )

    def _new_client(self) -> Any:
        where = self._cluster or self._address
        try:
            client = self._distributed.Client(
                where, timeout=_SECONDS_TO_CONNECT, set_as_default=False, name=self._name
            )
        except (OSError, ValueError) as error:
            raise EdgemarkError(
                f"the address of a running Dask scheduler is needed; got {self._address!r}: {error}",
                Remedy("Start one: dask scheduler"),
            ) from None
        try:
            client.wait_for_workers(1, timeout=_SECONDS_FOR_WORKERS)
        except TimeoutError:
            client.close()
            raise EdgemarkError(
                f"the scheduler {self._address} has no worker after {_SECONDS_FOR_WORKERS} s",
                Remedy("Start one in the environment of edgemark: dask worker ADDRESS"),
            ) from None
        return client

    def _demand_same_version(self) -> None:
        try:
            versions = self._client.run(metadata.version, "edgemark")
        except metadata.PackageNotFoundError:
            versions = {"a worker": "none"}
        for address, version in versions.items():
            if version != edgemark.__version__:
                raise _another_version(version, str(address))

    def __exit__(self, *error: object) -> None:
        client, self._client = self._client, None
        cluster, self._cluster = self._cluster, None
        if client is not None:
            self._close_client(client, has_own_cluster=cluster is not None)
        if cluster is not None:
            with suppress(Exception), _kill_late_workers(cluster):
                cluster.close(timeout=_SECONDS_TO_END)
            # Otherwise, Python waits for up to ten more seconds at its end.
            cluster.shutdown_on_close = False
        self._in_transit.clear()

    def _close_client(self, client: Any, *, has_own_cluster: bool) -> None:
        """Close the client; cancel the jobs first, unless they end with our own cluster."""
        with suppress(Exception):
            if not has_own_cluster:
                client.cancel([future for future, _ in self._in_transit.values()], force=True)
        with suppress(Exception):
            client.close(timeout=_SECONDS_FOR_OWN_CLUSTER if has_own_cluster else _SECONDS_TO_END)

    # ---- jobs

    def do(self, jobs: Iterator[Job]) -> Iterator[Result]:
        """Yield results in the order in which they arrive; see `Engine`."""
        futures = self._distributed.as_completed(loop=self._client.loop, raise_errors=False)
        for job in jobs:
            futures.add(self._submit(job))
            while len(self._in_transit) >= self._max_in_transit():
                yield from self._next(futures)
        while self._in_transit:
            yield from self._next(futures)

    def _max_in_transit(self) -> int:
        """Return the largest number of jobs in transit, which changes when workers join and leave."""
        now = time.monotonic()
        if now - self._counted_at > _SECONDS_BETWEEN_COUNTS:
            self._n_threads = max(1, sum(self._client.nthreads().values()))
            self._counted_at = now
        return _JOBS_PER_THREAD * self._n_threads

    def _submit(self, job: Job, lacking: Sequence[str] = ()) -> Any:
        """Send a job, with the contents of the files that a worker said it lacks."""
        files = files_of(job)
        message = {
            "edgemark": edgemark.__version__,
            "setting": self._setting,
            "job": plain_job(job),
            "needs": list(files),
            "contents": {name: _content(files[name]) for name in lacking},
        }
        self._n_sent += 1
        key = f"{self._name}-{self._n_sent}"
        with self._no_size_warning():
            future = self._client.submit(self._function, json.dumps(message), key=key, pure=False)
        self._in_transit[key] = future, job
        return future

    def _no_size_warning(self) -> Any:
        import dask

        return dask.config.set({"distributed.admin.large-graph-warning-threshold": "1GB"})

    def _next(self, futures: Any) -> Iterator[Result]:
        """Yield the next result; nothing if the job must be sent again with files."""
        future = next(futures)
        _, job = self._in_transit.pop(future.key)
        if future.status != "finished":
            yield self._failure(job, future)
            return
        answer = json.loads(future.result())
        if "refused" in answer:
            raise _another_version(answer["refused"], "a worker")
        if "lacks" in answer:
            futures.add(self._submit(job, answer["lacks"]))
            return
        yield result_from(answer["result"], job)

    def _failure(self, job: Job, future: Any) -> Result:
        """Return the result of a job that Dask did not finish, or raise an error."""
        error = future.exception() if future.status == "error" else None
        if isinstance(job, RunJob) and isinstance(error, self._distributed.KilledWorker):
            reason = "several Dask workers died while they did this run"
            return RunResult(job.record, Attempt(Outcome("signal", reason=reason), self._limits), None)
        raise EdgemarkError(f"Dask did not finish a job: {error or future.status}") from error


def _content(path: Path) -> str:
    size = path.stat().st_size
    if size > _MAX_FILE_BYTES:
        raise EdgemarkError(
            f"{path}: a file that is sent to Dask workers must have at most {_MAX_FILE_BYTES:,} bytes; "
            f"this one has {size:,}"
        )
    return base64.b64encode(path.read_bytes()).decode()


def _another_version(version: str, worker: str) -> EdgemarkError:
    return EdgemarkError(
        f"every worker needs the coordinator's edgemark, {edgemark.__version__}; {worker} has {version}",
        Remedy("Install this version in the environment of the workers"),
    )


@contextmanager
def _kill_late_workers(cluster: Any) -> Iterator[None]:
    """
    Kill the workers of our own cluster if they have not ended after a second.

    Dask waits for a worker that is doing a run almost until the timeout for closing the cluster.
    """
    pids = [nanny.pid for nanny in cluster.workers.values()]

    def kill() -> None:
        for pid in pids:
            with suppress(ProcessLookupError, TypeError):  # it has ended, or never started
                os.kill(pid, signal.SIGKILL)

    timer = threading.Timer(_SECONDS_FOR_OWN_CLUSTER, kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
