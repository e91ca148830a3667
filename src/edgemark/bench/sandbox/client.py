"""The coordinator's side: starts servers, gives them runs, outlives whatever they do."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, Self

from edgemark.bench.sandbox.frames import ClosedError, read_frame, write_frame
from edgemark.bench.sandbox.limits import RunLimits
from edgemark.bench.sandbox.outcome import Outcome

__all__ = ["Server"]

_PROGRAM = ("-m", "edgemark.bench.sandbox.server")
_THREADS = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "EDGEMARK_NUM_THREADS",
)


class Server:
    """
    A process that runs one function again and again, each time in a child of its own.

    Args:
        target: ``module:function``, imported once when the server starts. The function takes what JSON
            holds and returns what JSON holds. None is a server that runs commands only.
        imports: what is imported as well when the server starts: modules, or ``module:function`` for a
            function that must be there.
        hide: modules that imports do not find, though they are installed: optional ones that start
            threads, after which no run could be forked.
        path: folders to import from besides Python's own.
        environment: variables to set or, with None as the value, to remove.

    Examples:
        >>> with Server("math:sqrt") as server:
        ...     server.run(9.0).value
        3.0
    """

    def __init__(
        self,
        target: str | None = None,
        *,
        imports: Sequence[str] = (),
        hide: Sequence[str] = (),
        path: Sequence[str] = (),
        environment: Mapping[str, str | None] | None = None,
    ) -> None:
        self._target, self._imports, self._path = target, tuple(imports), tuple(path)
        self._hide, self._environment = tuple(hide), dict(environment or {})
        self._process: subprocess.Popen[bytes] | None = None
        self._refused: Outcome | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """Number of the server's process; None while none is running."""
        return None if self._process is None else self._process.pid

    def run(self, payload: Any = None, limits: RunLimits | None = None) -> Outcome:
        """Call the function with a payload, within limits; give what came of it, whatever it did."""
        return self._do({"target": self._target, "payload": payload}, limits or RunLimits())

    def run_command(
        self, command: Sequence[str], limits: RunLimits | None = None, *, collect: str | None = None
    ) -> Outcome:
        """
        Run a program within limits; its exit status is the value's ``exit``.

        Args:
            command: the program and its arguments.
            limits: what it may use.
            collect: a file that the program writes into its folder, which is removed after the run. The
                value's ``file`` is its content in base64, None if it is not there.
        """
        return self._do({"command": list(command), "collect": collect}, limits or RunLimits())

    def close(self) -> None:
        """End the server, and with it whatever runs."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)

    def abandon(self) -> None:
        """
        Have the server kill what runs, and end; `run`, which another thread is in, then returns.

        Unlike `close`, this may be called while another thread waits for a run.
        """
        process = self._process
        if process is not None and process.stdin is not None:
            process.stdin.close()

    def _do(self, job: dict[str, Any], limits: RunLimits) -> Outcome:
        try:
            process = self._started()
            if self._refused is not None:
                return self._refused
            assert process.stdin is not None
            assert process.stdout is not None
            write_frame(process.stdin.fileno(), job | {"limits": limits.to_dict()})
            return Outcome.from_dict(read_frame(process.stdout.fileno()))
        except ClosedError:
            return self._lost()
        except BaseException:  # Ctrl-C: an answer that nobody read would be taken for the next one's
            self.close()
            raise

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = _started(self._variables())
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            first = {"target": self._target, "imports": self._imports, "hide": self._hide}
            write_frame(self._process.stdin.fileno(), first)
            refused = read_frame(self._process.stdout.fileno())["refused"]
            self._refused = None if refused is None else Outcome.from_dict(refused)
        return self._process

    def _variables(self) -> dict[str, str]:
        found: dict[str, str | None] = {**os.environ, "PYTHONHASHSEED": "0"}
        found |= dict.fromkeys(_THREADS, "1")
        path = [*self._path, os.environ.get("PYTHONPATH", "")]
        found["PYTHONPATH"] = os.pathsep.join(filter(None, path))
        found |= self._environment
        return {name: value for name, value in found.items() if value is not None}

    def _lost(self) -> Outcome:
        """The server itself ended: its import crashed, or the system killed it."""
        process, self._process = self._process, None
        if process is None:
            return Outcome("exit", reason="the sandbox could not be started")
        code = _end(process)
        how = f"signal {-code}" if code < 0 else f"status {code}"
        imported = ", ".join(self._imports) or self._target
        return Outcome("import", reason=f"the process that imports {imported} ended with {how}")


# ---- starting: by one thread that never ends, since the kernel ends a process with the thread it is of

_Order = tuple[dict[str, str], "Future[subprocess.Popen[bytes]]"]
_orders: SimpleQueue[_Order] = SimpleQueue()
_starter: list[threading.Thread] = []
_starting = threading.Lock()


def _started(environment: dict[str, str]) -> subprocess.Popen[bytes]:
    with _starting:
        if not _starter or not _starter[0].is_alive():
            _starter[:] = [threading.Thread(target=_start_all, name="edgemark-sandbox", daemon=True)]
            _starter[0].start()
    future: Future[subprocess.Popen[bytes]] = Future()
    _orders.put((environment, future))
    return future.result()


def _start_all() -> None:
    while True:
        environment, future = _orders.get()
        try:
            future.set_result(
                subprocess.Popen(
                    [sys.executable, *_PROGRAM, str(os.getpid())],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env=environment,
                    start_new_session=True,
                )
            )
        except BaseException as error:
            future.set_exception(error)


def _end(process: subprocess.Popen[bytes]) -> int:
    """Close the pipes, on which the server kills its runs and ends; kill it if it does not."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    try:
        return process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
