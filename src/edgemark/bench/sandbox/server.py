"""
The server of a sandbox, which imports a library once and forks a child for each run.

It is started as ``python -m edgemark.bench.sandbox.server PARENT``, where PARENT is the process ID of
the coordinator. It reads jobs from its stdin and writes outcomes to its stdout, each a frame of JSON.
When its stdin ends, it kills its run and ends.
"""

from __future__ import annotations

import base64
import os
import shutil
import signal
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable, Collection
from dataclasses import replace
from importlib import import_module
from importlib.abc import MetaPathFinder
from typing import Any, NoReturn

from edgemark.bench.sandbox import child, linux
from edgemark.bench.sandbox.frames import LENGTH_BYTES, ClosedError, packed, read_frame, write_frame
from edgemark.bench.sandbox.limits import RunLimits
from edgemark.bench.sandbox.outcome import Outcome
from edgemark.bench.sandbox.watch import AbandonedError, PipeEnds, Watch

__all__ = ["serve"]


def serve(control: int, replies: int) -> None:
    """
    Do the imports that the first frame from `control` lists, then run the jobs of the later frames.

    Write to `replies`: first None, or the outcome of a failed import; then the outcome of each job.
    Stop when `control` ends.
    """
    setup = read_frame(control)
    sys.meta_path.insert(0, _HideModules(setup["hide"]))
    failure = _import_failure([*setup["imports"], *filter(None, [setup["target"]])])
    # From here on, the server notices a closed pipe, and ends its runs before itself.
    linux.outlive_parent()
    write_frame(replies, None if failure is None else failure.to_dict())
    while True:
        outcome = _run(read_frame(control), control, replies)
        try:
            write_frame(replies, outcome.to_dict())
        except (ValueError, RecursionError) as error:
            reason = f"its answer cannot be passed on: {type(error).__name__}: {error}"
            write_frame(replies, replace(outcome, status="answer", value=None, reason=reason).to_dict())


class _HideModules(MetaPathFinder):
    """
    An import hook that makes imports of some modules fail.

    None in `sys.modules` would make them fail too, but some libraries mistake it for a module.
    """

    def __init__(self, names: Collection[str]) -> None:
        self._names = frozenset(names)

    def find_spec(self, fullname: str, path: object, target: object = None) -> None:
        if fullname in self._names:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def _import_failure(names: list[str]) -> Outcome | None:
    """Import modules and functions; return the outcome of a failed import, or None."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name in names:
                if ":" in name:
                    child.function_named(name)
                else:
                    import_module(name)
    except BaseException as error:
        return Outcome.from_dict(child.failure_of("import", error))
    return None


def _run(job: dict[str, Any], control: int, replies: int) -> Outcome:
    limits = RunLimits.from_dict(job["limits"])
    folder = tempfile.mkdtemp(prefix="edgemark-run-")
    try:
        return _monitored_run(job, limits, folder, control, replies)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _monitored_run(
    job: dict[str, Any], limits: RunLimits, folder: str, control: int, replies: int
) -> Outcome:
    # The server reads the first end of each pipe; the run writes to the second.
    answer, answer_end = os.pipe()
    output, output_end = os.pipe()
    status, status_end = os.pipe()
    of_server = (control, replies, answer, output, status)
    pipes = child.Pipes(answer_end, output_end, status_end, of_server)
    with warnings.catch_warnings():
        # Newer versions of Python warn about every fork of a process with threads.
        warnings.simplefilter("ignore")
        pid = child.start(_work(job, limits, answer_end), pipes, folder, limits)
    for fd in (answer_end, output_end, status_end):
        os.close(fd)
    try:
        return Watch(pid, PipeEnds(answer, output, status, control), folder, limits).outcome()
    finally:
        for fd in (answer, output, status):
            os.close(fd)


def _work(job: dict[str, Any], limits: RunLimits, answer: int) -> Callable[[], NoReturn]:
    """Return what the process of a run does: a program, a call, or a call in a new interpreter."""
    if command := job.get("command"):
        return lambda: _run_command(command, answer, job["collect"], limits)
    if linux.thread_count() > 1:  # A fork would inherit locks of threads that do not exist in the child.
        return lambda: _call_in_new_interpreter(job, answer)
    target = job["target"]
    return lambda: child.call(lambda: child.function_named(target), job["payload"], answer, limits)


def _run_command(command: list[str], answer: int, collect: str | None, limits: RunLimits) -> NoReturn:
    """
    Run a program as a child of this process. The answer holds its exit status and, if `collect` is the
    name of a file, its content.
    """
    if shutil.which(command[0]) is None:
        os.write(answer, packed({"status": "import", "reason": f"there is no program {command[0]!r}"}))
        os._exit(0)
    pid = os.fork()
    if pid == 0:
        try:
            os.execvp(command[0], command)
        finally:
            os._exit(126)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):  # End by the same signal, so that the outcome states it.
        os.kill(os.getpid(), os.WTERMSIG(status))
    exit_status = os.waitstatus_to_exitcode(status)
    value: dict[str, Any] = {"exit": exit_status}
    if collect is not None:
        value["file"] = _file_content(collect, limits)
    unsent = memoryview(packed({"status": "ok", "value": value}))
    while unsent:
        unsent = unsent[os.write(answer, unsent) :]
    os._exit(0)


def _file_content(name: str, limits: RunLimits) -> str | None:
    """
    Return a file of the run's folder in base64; None if there is no regular file of this name.

    A file above the limit is cut just above it, so that the whole answer is refused as too large.
    """
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        with os.fdopen(descriptor, "rb") as file:
            return base64.b64encode(file.read(limits.answer + 1)).decode()
    except OSError:
        return None


def _call_in_new_interpreter(job: dict[str, Any], answer: int) -> NoReturn:
    """Make the call in a new interpreter; the job is passed through an unnamed file."""
    job_file = os.memfd_create("job", 0)  # By default, the new interpreter would not inherit the file.
    call_job = {"target": job["target"], "payload": job["payload"], "limits": job["limits"]}
    body = packed(call_job)[LENGTH_BYTES:]
    os.write(job_file, body)
    os.lseek(job_file, 0, os.SEEK_SET)
    os.set_inheritable(answer, True)
    arguments = [sys.executable, "-m", "edgemark.bench.sandbox.child", str(job_file), str(answer)]
    os.execv(sys.executable, arguments)


def main() -> None:
    """Set up the process and serve."""
    # During imports, the server does not read its stdin, so the kernel must kill it if its parent ends.
    linux.die_with_parent(int(sys.argv[1]))
    linux.adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ignored here, because the coordinator handles Ctrl-C.
    control, replies = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):  # A library that prints or reads must not disturb the frames.
        os.dup2(null, fd)
    try:
        serve(control, replies)
    except (ClosedError, AbandonedError):
        linux.kill_tree(os.getpid())


if __name__ == "__main__":
    main()
