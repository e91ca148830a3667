"""
Monitor one run until it ends or meets a limit.

This happens in the server of a sandbox, the process that forked the run. The process that started the
server, here called the coordinator, waits for the outcome.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from edgemark.bench.sandbox import linux
from edgemark.bench.sandbox.frames import LENGTH_BYTES
from edgemark.bench.sandbox.limits import RunLimits
from edgemark.bench.sandbox.outcome import Outcome

__all__ = ["AbandonedError", "PipeEnds", "Watch", "outcome_without_answer"]

_TICK, _SLOW_TICK = 0.02, 0.2  # Seconds between two checks, and between two checks of memory and disk.
_OUTPUT_KEPT = 64 * 1024  # Bytes at the beginning of the output, and as many at its end.
_CHUNK = 64 * 1024  # Bytes that are read at once.
# The statuses that a run may state itself; it cannot state that it met a limit, for example.
_STATUSES_OF_ANSWERS = frozenset({"ok", "exception", "import", "memory", "answer"})


class AbandonedError(Exception):
    """The coordinator of the run is gone."""


@dataclass(frozen=True, slots=True)
class PipeEnds:
    """
    File descriptors that the server watches during a run: the ends of pipes from which it reads.

    Attributes:
        answer: what the run returned or raised, as a frame of JSON.
        output: stdout and stderr.
        status: the `wait` status of the process that did the work, in decimal digits.
        control: the pipe that brings jobs from the coordinator. During a run, it becomes readable only
            if the coordinator closes it or ends.
    """

    answer: int
    output: int
    status: int
    control: int


@dataclass
class _ClippedText:
    """The beginning and the end of the output of a run."""

    head: bytearray = field(default_factory=bytearray)
    tail: bytearray = field(default_factory=bytearray)
    length: int = 0

    def add(self, part: bytes) -> None:
        self.length += len(part)
        room = _OUTPUT_KEPT - len(self.head)
        self.head += part[:room]
        self.tail += part[room:]
        del self.tail[:-_OUTPUT_KEPT]

    def __str__(self) -> str:
        left_out = self.length - len(self.head) - len(self.tail)
        middle = f"\n... {left_out} bytes left out ...\n".encode() if left_out else b""
        return bytes(self.head + middle + self.tail).decode("utf-8", "replace")


class Watch:
    """Monitor of one run: reads its pipes, sums its resources, and kills it if it exceeds a limit."""

    def __init__(self, pid: int, ends: PipeEnds, folder: str, limits: RunLimits) -> None:
        self._pid, self._ends, self._folder, self._limits = pid, ends, folder, limits
        self._answer, self._output, self._status = bytearray(), _ClippedText(), bytearray()
        self._is_answer_too_large = False
        self._start = time.monotonic()
        self._last_slow_check = self._start
        self._cpu, self._memory = 0.0, 0

    def outcome(self) -> Outcome:
        """
        Wait until the run ends, kill all processes that it left, and return its outcome.

        Raises:
            AbandonedError: the coordinator is gone; the run was killed.
        """
        limit_outcome: Outcome | None = None
        pidfd = os.pidfd_open(self._pid)  # It becomes readable when the process ends.
        with selectors.DefaultSelector() as selector:
            for fd in (pidfd, self._ends.control):
                selector.register(fd, selectors.EVENT_READ)
            for fd, reader in self._readers().items():
                selector.register(fd, selectors.EVENT_READ, reader)
            while limit_outcome is None:
                ready = [key for key, _ in selector.select(_TICK)]
                self._read(selector, ready)
                if any(key.fd == self._ends.control for key in ready):
                    self._end(pidfd)
                    raise AbandonedError
                if any(key.fd == pidfd for key in ready):
                    break
                limit_outcome = self._limit_met()
            self._end(pidfd)
            self._drain(selector)
        return self._outcome_of_end(limit_outcome)

    def _readers(self) -> dict[int, Callable[[bytes], None]]:
        """Return the function that takes the bytes of each pipe."""
        return {
            self._ends.answer: self._take_answer,
            self._ends.output: self._output.add,
            self._ends.status: self._status.extend,
        }

    def _take_answer(self, part: bytes) -> None:
        self._is_answer_too_large |= len(self._answer) + len(part) > self._limits.answer + LENGTH_BYTES
        if not self._is_answer_too_large:
            self._answer += part

    def _read(self, selector: selectors.BaseSelector, ready: list[selectors.SelectorKey]) -> None:
        for key in ready:
            if key.data is not None:
                part = os.read(key.fd, _CHUNK)
                if part:
                    key.data(part)
                else:
                    selector.unregister(key.fd)

    def _drain(self, selector: selectors.BaseSelector) -> None:
        """
        Read the rest of the pipes. Their writers were killed, so each pipe ends.

        Reading stops after a second, in case a writer is still alive.
        """
        end = time.monotonic() + 1
        while any(key.data for key in selector.get_map().values()) and time.monotonic() < end:
            self._read(selector, [key for key, _ in selector.select(_TICK)])

    def _end(self, pidfd: int) -> None:
        """Measure the processor time once more, then kill all processes of the run."""
        usage = linux.usage(linux.descendants(os.getpid()))
        self._cpu = max(self._cpu, usage.cpu)
        linux.kill_tree(os.getpid())
        os.close(pidfd)

    # ---- limits

    def _limit_met(self) -> Outcome | None:
        """Return the outcome for the limit that the run exceeds; None if it exceeds none."""
        now, limits = time.monotonic(), self._limits
        pids = linux.descendants(os.getpid())
        used = linux.usage(pids)
        self._cpu = max(self._cpu, used.cpu)
        if used.cpu > limits.seconds:
            return Outcome(
                "timeout",
                reason=f"it used {used.cpu:.1f} s of processor time; {limits.seconds:g} s are allowed",
            )
        if now - self._start > limits.guard:
            return Outcome(
                "timeout", reason=f"it had not ended after {limits.guard:g} s of wall-clock time"
            )
        if used.processes > limits.processes:
            return Outcome(
                "processes", reason=f"it had {used.processes} processes; {limits.processes} are allowed"
            )
        # `resident` counts a page once for each process that shares it, and so may be too large. If it
        # is above the limit, the slow and exact check decides.
        is_slow_check_due = now - self._last_slow_check > _SLOW_TICK
        if is_slow_check_due or used.resident > limits.memory:
            self._memory = max(self._memory, linux.private_memory(pids))
        if self._memory > limits.memory:
            return _out_of_memory(limits)
        if is_slow_check_due:
            self._last_slow_check = now
            if linux.folder_size(self._folder, limits.disk) > limits.disk:
                return Outcome("disk", reason=f"its folder holds more than {limits.disk} bytes")
        return None

    # ---- outcome

    def _outcome_of_end(self, limit_outcome: Outcome | None) -> Outcome:
        return replace(
            limit_outcome or self._outcome_of_answer(),
            output=str(self._output),
            cpu=self._cpu,
            wall=time.monotonic() - self._start,
            memory=self._memory,
        )

    def _outcome_of_answer(self) -> Outcome:
        if self._is_answer_too_large:
            return Outcome("answer", reason=f"its answer has more than {self._limits.answer} bytes")
        if len(self._answer) >= LENGTH_BYTES:
            return self._parsed_answer()
        return outcome_without_answer(int(self._status or b"0"), self._limits)

    def _parsed_answer(self) -> Outcome:
        length = int.from_bytes(self._answer[:LENGTH_BYTES], "big")
        body = self._answer[LENGTH_BYTES:]
        if len(body) < length:
            return outcome_without_answer(int(self._status or b"0"), self._limits)
        if len(body) > length:
            return _malformed(f"its head states {length} bytes; {len(body)} follow")
        try:
            values = json.loads(body)
        except (ValueError, RecursionError):
            return Outcome("answer", reason="its answer is not JSON")
        try:
            outcome = Outcome.from_dict(values)
        except ValueError as error:
            return _malformed(str(error))
        if outcome.status not in _STATUSES_OF_ANSWERS:
            return _malformed(f"a run cannot state that its status is {outcome.status!r}")
        return _out_of_memory(self._limits) if outcome.status == "memory" else outcome


def outcome_without_answer(status: int, limits: RunLimits) -> Outcome:
    """Return the outcome of a process that ended without an answer, from its `wait` status."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number == signal.SIGXCPU:
            return Outcome("timeout", reason=f"it used more than {limits.seconds:g} s of processor time")
        if number == signal.SIGXFSZ:
            return Outcome("disk", reason=f"it wrote a file of more than {limits.disk} bytes")
        return Outcome("signal", reason=f"{_name_of(number)} ended it")
    code = os.waitstatus_to_exitcode(status)
    return Outcome("exit", reason=f"it ended its process, with status {code}, before it gave an answer")


def _name_of(number: int) -> str:
    """
    Return the name of a signal; most real-time signals have none.

    Examples:
        >>> _name_of(signal.SIGTERM), _name_of(signal.SIGRTMIN + 1)
        ('SIGTERM', 'signal 35')
    """
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _malformed(problem: str) -> Outcome:
    return Outcome("answer", reason=f"its answer is malformed: {problem}")


def _out_of_memory(limits: RunLimits) -> Outcome:
    return Outcome("memory", reason=f"it needed more than {limits.memory} bytes of memory")
