"""Monitor one run until it ends or meets a limit."""

from __future__ import annotations

import json
import os
import selectors
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from edgemark.bench.sandbox import linux
from edgemark.bench.sandbox.limits import RunLimits
from edgemark.bench.sandbox.outcome import Outcome

__all__ = ["AbandonedError", "Ends", "Watch", "unanswered"]

_TICK, _SLOW_TICK = 0.02, 0.2
_KEPT = 64 * 1024
_HEAD = 8


class AbandonedError(Exception):
    """The coordinator of the run is gone."""


@dataclass(frozen=True, slots=True)
class Ends:
    """
    The pipes of a run that the server reads, and the pipe that shows whether the coordinator lives.
    """

    answer: int
    output: int
    status: int
    control: int


@dataclass
class _Text:
    """The beginning and the end of the output of a run."""

    head: bytearray = field(default_factory=bytearray)
    tail: bytearray = field(default_factory=bytearray)
    length: int = 0

    def add(self, part: bytes) -> None:
        self.length += len(part)
        room = _KEPT - len(self.head)
        self.head += part[:room]
        self.tail += part[room:] if room > 0 else part
        del self.tail[:-_KEPT]

    def __str__(self) -> str:
        left_out = self.length - len(self.head) - len(self.tail)
        middle = f"\n... {left_out} bytes left out ...\n".encode() if left_out else b""
        return bytes(self.head + middle + self.tail).decode("utf-8", "replace")


class Watch:
    """Monitor of one run: reads its pipes, sums its resources, and kills it at a limit."""

    def __init__(self, pid: int, ends: Ends, folder: str, limits: RunLimits) -> None:
        self._pid, self._ends, self._folder, self._limits = pid, ends, folder, limits
        self._answer, self._output, self._status = bytearray(), _Text(), bytearray()
        self._too_large = False
        self._begun = time.monotonic()
        self._slow_check = self._begun
        self._cpu, self._memory = 0.0, 0

    def outcome(self) -> Outcome:
        """
        Wait for the end of the run and return its outcome; no process of it is left.

        Raises:
            AbandonedError: the coordinator is gone; the run was killed.
        """
        broken: Outcome | None = None
        descriptor = os.pidfd_open(self._pid)
        with selectors.DefaultSelector() as selector:
            for fd in (descriptor, self._ends.control):
                selector.register(fd, selectors.EVENT_READ)
            for fd, take in self._readers().items():
                selector.register(fd, selectors.EVENT_READ, take)
            while broken is None:
                ready = [key for key, _ in selector.select(_TICK)]
                self._read(selector, ready)
                if any(key.fd == self._ends.control for key in ready):
                    self._end(descriptor)
                    raise AbandonedError
                if any(key.fd == descriptor for key in ready):
                    break
                broken = self._limit_met()
            self._end(descriptor)
            self._drain(selector)
        return self._outcome_of_end(broken)

    def _readers(self) -> dict[int, Callable[[bytes], None]]:
        return {
            self._ends.answer: self._take_answer,
            self._ends.output: self._output.add,
            self._ends.status: self._status.extend,
        }

    def _take_answer(self, part: bytes) -> None:
        self._too_large |= len(self._answer) + len(part) > self._limits.answer + _HEAD
        if not self._too_large:
            self._answer += part

    def _read(self, selector: selectors.BaseSelector, ready: list[selectors.SelectorKey]) -> None:
        for key in ready:
            if key.data is not None:
                part = os.read(key.fd, _KEPT)
                if part:
                    key.data(part)
                else:
                    selector.unregister(key.fd)

    def _drain(self, selector: selectors.BaseSelector) -> None:
        """Read the rest of the pipes; their writers are dead, so each pipe ends."""
        end = time.monotonic() + 1
        while any(key.data for key in selector.get_map().values()) and time.monotonic() < end:
            self._read(selector, [key for key, _ in selector.select(_TICK)])

    def _end(self, descriptor: int) -> None:
        usage = linux.usage(linux.descendants(os.getpid()))
        self._cpu = max(self._cpu, usage.cpu)
        linux.kill_tree(os.getpid())
        os.close(descriptor)

    # ---- limits

    def _limit_met(self) -> Outcome | None:
        now, limits = time.monotonic(), self._limits
        pids = linux.descendants(os.getpid())
        used = linux.usage(pids)
        self._cpu = max(self._cpu, used.cpu)
        if used.cpu > limits.seconds:
            return Outcome(
                "timeout",
                reason=f"it used {used.cpu:.1f} s of processor time; {limits.seconds:g} s are allowed",
            )
        if now - self._begun > limits.guard:
            return Outcome(
                "timeout", reason=(f"it had not ended after {limits.guard:g} s of wall-clock time")
            )
        if used.processes > limits.processes:
            return Outcome(
                "processes", reason=f"it had {used.processes} processes; {limits.processes} are allowed"
            )
        slow = now - self._slow_check > _SLOW_TICK
        if slow or used.resident > limits.memory:
            self._memory = max(self._memory, linux.private_memory(pids))
        if self._memory > limits.memory:
            return _memory(limits)
        if slow:
            self._slow_check = now
            if linux.folder_size(self._folder, limits.disk) > limits.disk:
                return Outcome("disk", reason=f"its folder holds more than {limits.disk} bytes")
        return None

    # ---- outcome

    def _outcome_of_end(self, broken: Outcome | None) -> Outcome:
        return replace(
            broken or self._outcome_of_answer(),
            output=str(self._output),
            cpu=self._cpu,
            wall=time.monotonic() - self._begun,
            memory=self._memory,
        )

    def _outcome_of_answer(self) -> Outcome:
        if self._too_large:
            return Outcome("answer", reason=f"its answer has more than {self._limits.answer} bytes")
        if len(self._answer) >= _HEAD:
            return self._of_answer()
        return unanswered(int(self._status or b"0"), self._limits)

    def _of_answer(self) -> Outcome:
        length = int.from_bytes(self._answer[:_HEAD], "big")
        body = self._answer[_HEAD:]
        if len(body) != length:
            return unanswered(int(self._status or b"0"), self._limits)
        with suppress(ValueError, TypeError, RecursionError):
            told: dict[str, Any] = json.loads(body)
            return _memory(self._limits) if told["status"] == "memory" else Outcome.from_dict(told)
        return Outcome("answer", reason="its answer is no JSON")


def unanswered(status: int, limits: RunLimits) -> Outcome:
    """Explain how a process without an answer ended, from its `wait` status."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number == signal.SIGXCPU:
            return Outcome("timeout", reason=f"it used more than {limits.seconds:g} s of processor time")
        if number == signal.SIGXFSZ:
            return Outcome("disk", reason=f"it wrote a file of more than {limits.disk} bytes")
        return Outcome("signal", reason=f"{signal.Signals(number).name} ended it")
    code = os.waitstatus_to_exitcode(status)
    return Outcome("exit", reason=f"it ended its process, with status {code}, before it gave an answer")


def _memory(limits: RunLimits) -> Outcome:
    return Outcome("memory", reason=f"it needed more than {limits.memory} bytes of memory")
