"""The local engine (see `jobs.Engine`): threads, each with its own worker."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import Self

from edgemark.bench.runs.jobs import Job, Result
from edgemark.bench.runs.worker import Worker

__all__ = ["Pool"]

_SECONDS_TO_WAIT = 0.2  # for one result; Ctrl-C takes effect between two waits at the latest
_SECONDS_TO_END = 12.0
_JOBS_PER_WORKER = 2  # in progress or waiting


class Pool:
    """
    The local engine (see `jobs.Engine`): threads, each with its own worker.

    Leaving its ``with`` statement by an exception, such as Ctrl-C, kills the current runs. Leaving it
    without one lets the current jobs finish. In both cases, the pool waits at most 12 seconds for the
    workers. Then it ends the sandboxes of the idle workers; those of busy workers are left alone.
    """

    def __init__(self, size: int, new_worker: Callable[[], Worker]) -> None:
        self._workers = [new_worker() for _ in range(size)]
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._results: SimpleQueue[Result | BaseException] = SimpleQueue()
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._do_jobs, args=(worker,), daemon=True)
            for worker in self._workers
        ]

    def __enter__(self) -> Self:
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
        end = time.monotonic() + _SECONDS_TO_END
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        for worker, thread in zip(self._workers, self._threads, strict=True):
            if not thread.is_alive():
                worker.close()

    def do(self, jobs: Iterator[Job]) -> Iterator[Result]:
        """
        Yield results in the order in which they arrive.

        At most two jobs per worker are taken from `jobs` before their results are yielded, so the
        iterator may choose later jobs by the results so far.
        """
        n_in_progress = 0
        for job in jobs:
            self._jobs.put(job)
            n_in_progress += 1
            while n_in_progress >= _JOBS_PER_WORKER * len(self._workers):
                yield self._result()
                n_in_progress -= 1
        while n_in_progress:
            yield self._result()
            n_in_progress -= 1

    def _result(self) -> Result:
        while True:
            try:
                result = self._results.get(timeout=_SECONDS_TO_WAIT)
            except Empty:
                continue
            if isinstance(result, BaseException):
                raise result
            return result

    def _do_jobs(self, worker: Worker) -> None:
        while (job := self._jobs.get()) is not None and not self._stopping.is_set():
            result: Result | BaseException
            try:
                result = worker.perform(job)
            except BaseException as error:
                result = error
            if not self._stopping.is_set():
                self._results.put(result)
