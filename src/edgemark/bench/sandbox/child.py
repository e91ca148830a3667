"""
The processes of one run, and the function call in the last of them.

::

    server ── outer: starts a PID namespace if the system allows it
                └── first: process 1 of the namespace; when it ends, the kernel kills all others
                      └── the process that makes the call
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from edgemark.bench.sandbox import linux
from edgemark.bench.sandbox.frames import packed
from edgemark.bench.sandbox.limits import RunLimits

__all__ = ["Pipes", "call", "failure_of", "function_named", "start", "traceback_of"]

_TRACEBACK_LENGTH = 20_000
_NO_CORE_DUMPS = (0, 0)
_BENCH = Path(__file__).absolute().parents[1]
_OURS = tuple(f"{_BENCH / name}{os.sep}" for name in ("sandbox", "inside"))


@dataclass(frozen=True, slots=True)
class Pipes:
    """
    The pipe ends of a run.

    Attributes:
        answer: where the run writes what the call returned or raised.
        output: stdout and stderr of the run.
        status: where `first` writes the `wait` status of the process that makes the call.
        of_server: pipe ends of the server, which a run closes before its call. The coordinator reads the
            server's replies from one of them, and would read what a run wrote there as a reply.
    """

    answer: int
    output: int
    status: int
    of_server: tuple[int, ...]


def start(work: Callable[[], NoReturn], pipes: Pipes, folder: str, limits: RunLimits) -> int:
    """Fork the processes of a run; the last one does the work. Return the process ID of ``outer``."""
    server = os.getpid()
    outer = os.fork()
    if outer:
        return outer
    try:
        linux.die_with_parent(server)
        for fd in pipes.of_server:
            os.close(fd)
        os.setsid()
        linux.new_pid_namespace()
        os.waitpid(_fork_first(work, pipes, folder, limits), 0)
        os._exit(0)
    finally:
        os._exit(1)


def _fork_first(work: Callable[[], NoReturn], pipes: Pipes, folder: str, limits: RunLimits) -> int:
    first = os.fork()
    if first:
        for fd in (pipes.answer, pipes.output, pipes.status):
            os.close(fd)
        return first
    try:
        _end_with_parent()
        worker = os.fork()
        if worker == 0:
            _prepare(pipes, folder, limits)
            work()
        os.close(pipes.answer)
        os.close(pipes.output)
        while True:  # Process 1 also adopts the orphans of the run, so `wait` may return one of them.
            pid, status = os.wait()
            if pid == worker:
                break
        os.write(pipes.status, str(status).encode())
    finally:
        os._exit(0)


def _end_with_parent() -> None:
    """
    Make the kernel kill this process when its parent ends.

    `die_with_parent` compares its argument with `os.getppid()`, which is 0 in process 1 of a namespace.
    So this process reads the number itself, and the parent does not pass its own.
    """
    linux.die_with_parent(os.getppid())


def _prepare(pipes: Pipes, folder: str, limits: RunLimits) -> None:
    """
    Set up the process that does the work: its open files, folder, signals and resource limits.
    """
    _end_with_parent()
    os.setsid()
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(pipes.output, 1)
    os.dup2(pipes.output, 2)
    os.close(pipes.output)
    os.close(pipes.status)
    os.chdir(folder)
    os.environ["TMPDIR"] = folder
    tempfile.tempdir = None  # The server has called mkdtemp, which caches the server's folder here.
    # Python and the server ignore or handle some of these signals, and the fork has inherited that.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    seconds = int(limits.seconds) + 2  # Only a fallback, since the server normally ends the run earlier.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, _NO_CORE_DUMPS)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limits.disk, limits.disk))


def limit_address_space(limits: RunLimits) -> None:
    """
    Make allocations beyond 1.25 times the limit fail at once.

    Memory mapped before the run does not count. The server kills runs that use more than the limit.
    """
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    mapped = int(pages) * os.sysconf("SC_PAGE_SIZE")
    limit = mapped + limits.memory + limits.memory // 4
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def function_named(target: str) -> Callable[[Any], Any]:
    """Import a function from ``module:function``."""
    module, _, name = target.partition(":")
    function: Any = import_module(module)
    for part in name.split("."):
        function = getattr(function, part)
    return function  # type: ignore[no-any-return]


def call(
    find: Callable[[], Callable[[Any], Any]], payload: Any, answer: int, limits: RunLimits
) -> NoReturn:
    """
    Call a function, write its result to a pipe, and end the process.

    `find` imports and returns the function. If `find` raises, the answer states that the import failed.
    """
    limit_address_space(limits)
    try:
        body = _answer_of(find, payload)
    except MemoryError:
        body = packed({"status": "memory"})
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):  # The function may have closed or replaced it.
            stream.flush()
    unsent = memoryview(body)
    while unsent:
        unsent = unsent[os.write(answer, unsent) :]
    os._exit(0)


def _answer_of(find: Callable[[], Callable[[Any], Any]], payload: Any) -> bytes:
    try:
        function = find()
    except MemoryError:
        raise
    except BaseException as error:
        return packed(failure_of("import", error))
    try:
        value = function(payload)
    except MemoryError:
        raise
    except BaseException as error:
        return packed(failure_of("exception", error))
    try:
        return packed({"status": "ok", "value": value})
    except (TypeError, ValueError, RecursionError) as error:
        return packed(failure_of("answer", error))


def failure_of(status: str, error: BaseException) -> dict[str, Any]:
    """Return the answer that states an exception; `status` is how the run ended."""
    text = traceback_of(error)
    name = type(error).__name__
    return {
        "status": status,
        "reason": f"{name}: {_text(error)}"[:_TRACEBACK_LENGTH],
        "traceback": text[-_TRACEBACK_LENGTH:],
    }


def traceback_of(error: BaseException) -> str:
    """Format the traceback of an exception, without edgemark's frames above the code of the user."""
    frame = error.__traceback__
    while frame is not None and _is_ours(frame.tb_frame.f_code.co_filename):
        frame = frame.tb_next
    shortened = error if frame is None else error.with_traceback(frame)
    return "".join(traceback.format_exception(shortened))


def _is_ours(file: str) -> bool:
    return file.startswith((*_OURS, "<frozen importlib")) or file == import_module.__code__.co_filename


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "(its text raises an exception)"


def main() -> NoReturn:
    """
    Make one call in a new program: read the job from a file descriptor, write the answer to another.
    """
    read, write = int(sys.argv[1]), int(sys.argv[2])
    os.set_inheritable(write, False)  # Programs that the function starts must not inherit it.
    with os.fdopen(read, "rb") as file:
        job = json.loads(file.read())
    call(
        lambda: function_named(job["target"]), job["payload"], write, RunLimits.from_dict(job["limits"])
    )


if __name__ == "__main__":
    main()
