"""An engine of threads, each with a worker of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import Self

from edgemark.bench.runs.jobs import Job, Result
from edgemark.bench.runs.worker import Worker

__all__ = ["Pool"]

_TICK = 0.2
_PATIENCE = 12.0
_AHEAD = 2


class Pool:
    """
    The engine on this computer: threads, each with a worker of its own.

    Leaving its ``with`` statement, even by Ctrl-C, ends the sandboxes and their runs.
    """

    def __init__(self, size: int, make: Callable[[], Worker]) -> None:
        self._workers = [make() for _ in range(size)]
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
        end = time.monotonic() + _PATIENCE
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        for worker, thread in zip(self._workers, self._threads, strict=True):
            if not thread.is_alive():
                worker.close()

    def do(self, jobs: Iterator[Job]) -> Iterator[Result]:
        """
        Yield results in the order in which they arrive.

        Only a few jobs are taken in advance, so later jobs may depend on earlier results.
        """
        waiting = 0
        for job in jobs:
            self._jobs.put(job)
            waiting += 1
            while waiting >= _AHEAD * len(self._workers):
                yield self._result()
                waiting -= 1
        while waiting:
            yield self._result()
            waiting -= 1

    def _result(self) -> Result:
        while True:
            try:
                result = self._results.get(timeout=_TICK)
            except Empty:
                continue  # Without the timeout, Ctrl-C would have no effect.
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
