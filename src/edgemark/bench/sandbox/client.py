"""The client of sandbox servers: starts them, sends them runs, and survives their crashes."""

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
_THREAD_VARIABLES = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "EDGEMARK_NUM_THREADS",
)


class Server:
    """
    A server process that runs one function many times, each time in a new child process.

    Args:
        target: ``module:function``, imported once when the server starts, which is at the first run. The
            function takes and returns JSON values. None for a server that only runs commands.
        imports: further imports when the server starts: modules, or ``module:function`` for a function
            that must exist.
        hide: installed modules that imports must not find, such as optional ones that start threads,
            which would prevent forks.
        path: additional folders to import from.
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
        self._import_failure: Outcome | None = None
        self._is_abandoned = self._is_importing = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """Process ID of the server; None before the first run and after `close`."""
        return None if self._process is None else self._process.pid

    def run(self, payload: Any = None, limits: RunLimits | None = None) -> Outcome:
        """Call the function with a payload within limits, and return the outcome."""
        return self._request({"target": self._target, "payload": payload}, limits or RunLimits())

    def run_command(
        self, command: Sequence[str], limits: RunLimits | None = None, *, collect: str | None = None
    ) -> Outcome:
        """
        Run a program within limits; ``exit`` of the returned value is its exit status.

        Args:
            command: the program and its arguments.
            limits: limits of the program.
            collect: name of a file that the program writes into its working folder, which is removed
                after the run. ``file`` of the returned value is the content of this file in base64, or
                None if it is missing.
        """
        return self._request({"command": list(command), "collect": collect}, limits or RunLimits())

    def close(self) -> None:
        """End the server and its run."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)

    def abandon(self) -> None:
        """
        Make the server kill its run and end, so that a call of `run` in another thread returns.

        Unlike `close`, this may be called while another thread waits for a run. Later calls of `run` run
        nothing and return a failure.
        """
        self._is_abandoned = True  # A thread that is starting the process at this moment reads this.
        process = self._process
        if process is None or process.stdin is None:
            return
        if self._is_importing:
            process.kill()  # The server has no run yet, and reads its input only after the imports.
        else:
            process.stdin.close()

    def _request(self, job: dict[str, Any], limits: RunLimits) -> Outcome:
        try:
            process = self._running_process()
            if self._is_abandoned:
                raise ClosedError
            if self._import_failure is not None:
                return self._import_failure
            assert process.stdin is not None
            write_frame(process.stdin.fileno(), job | {"limits": limits.to_dict()})
            outcome = _reply_of(process)
            if outcome is None:
                raise _MalformedReplyError("got None")
            return outcome
        except ClosedError:
            return self._outcome_of_lost_server()
        except _MalformedReplyError as error:
            self.close()  # The pipe may hold more of what the server wrote.
            return Outcome("answer", reason=f"the server of the sandbox gave no outcome: {error}")
        # After Ctrl-C, an unread reply would be taken for the reply to the next run.
        except BaseException:
            self.close()
            raise

    def _running_process(self) -> subprocess.Popen[bytes]:
        """Return the process of the server; before the first run, start it and wait for its imports."""
        if self._process is None:
            self._is_importing = True
            self._process = _start(self._variables())
            if self._is_abandoned:
                raise ClosedError
            assert self._process.stdin is not None
            setup = {"target": self._target, "imports": self._imports, "hide": self._hide}
            write_frame(self._process.stdin.fileno(), setup)
            self._import_failure = _reply_of(self._process)
            self._is_importing = False
        return self._process

    def _variables(self) -> dict[str, str]:
        variables: dict[str, str | None] = {**os.environ, "PYTHONHASHSEED": "0"}
        variables |= dict.fromkeys(_THREAD_VARIABLES, "1")
        path = [*self._path, os.environ.get("PYTHONPATH", "")]
        variables["PYTHONPATH"] = os.pathsep.join(filter(None, path))
        variables |= self._environment
        return {name: value for name, value in variables.items() if value is not None}

    def _outcome_of_lost_server(self) -> Outcome:
        """
        Return the outcome of a run whose server ended: an import crashed, the system killed the server,
        or `abandon` was called.
        """
        process, self._process = self._process, None
        if process is None:
            return Outcome("exit", reason="the sandbox could not be started")
        code = _end(process)
        ending = f"signal {-code}" if code < 0 else f"status {code}"
        imported = ", ".join(self._imports) or self._target
        server = f"the process that imports {imported}" if imported else "the server of the sandbox"
        return Outcome("import", reason=f"{server} ended with {ending}")


class _MalformedReplyError(Exception):
    """A server wrote something that is no reply; a module that it imported may have written it."""


def _reply_of(process: subprocess.Popen[bytes]) -> Outcome | None:
    """Read the outcome of a run, or of failed imports; None if the imports succeeded."""
    assert process.stdout is not None
    try:
        reply = read_frame(process.stdout.fileno())
        return None if reply is None else Outcome.from_dict(reply)
    except (ValueError, RecursionError) as error:
        raise _MalformedReplyError(str(error)) from None


# ---- The thread that starts servers

# One thread that never ends starts all servers. If the thread that started a server ended before the
# server finished its imports, the kernel would kill the server.

_Order = tuple[dict[str, str], "Future[subprocess.Popen[bytes]]"]
_orders: SimpleQueue[_Order] = SimpleQueue()
_starter_threads: list[threading.Thread] = []
_starter_lock = threading.Lock()


def _start(environment: dict[str, str]) -> subprocess.Popen[bytes]:
    with _starter_lock:
        if not _starter_threads or not _starter_threads[0].is_alive():
            _starter_threads[:] = [
                threading.Thread(target=_serve_orders, name="edgemark-sandbox", daemon=True)
            ]
            _starter_threads[0].start()
    future: Future[subprocess.Popen[bytes]] = Future()
    _orders.put((environment, future))
    return future.result()


def _serve_orders() -> None:
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
    """Close the pipes, which makes the server kill its runs and end; kill the server if it does not."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    try:
        return process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
