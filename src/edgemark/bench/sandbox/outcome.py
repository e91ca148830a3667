"""How a run ended."""

from __future__ import annotations

from dataclasses import dataclass, fields
from reprlib import repr as shortened
from typing import Any, Literal, Self, get_args

__all__ = ["Outcome", "Status"]

Status = Literal[
    "ok",
    "exception",
    "import",
    "timeout",
    "memory",
    "disk",
    "processes",
    "signal",
    "exit",
    "answer",
    "data",
]
"""
- ok: the function returned.
- exception: the function raised.
- import: its module could not be imported, the server that imports it crashed, or there is no such
  program.
- timeout, memory, disk, processes: the run reached this limit.
- signal: a signal killed it, as a segmentation fault does.
- exit: it ended its process before it returned; or it is a command, which ended with a status above 0.
- answer: the returned value is missing, malformed, not JSON, too large, or not a valid graph.
- data: the data could not be drawn or read, or are not those of earlier runs.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    The outcome of a run.

    Attributes:
        status: how it ended.
        value: the returned value, of types that JSON has; None unless the status is "ok".
        reason: why the status is not "ok", in a sentence. If the status is "ok": what was assumed about
            the estimate of the run; empty if nothing was assumed.
        traceback: the traceback of an exception.
        output: stdout and stderr together; the middle of a long text is left out.
        cpu: processor time of all processes of the run in seconds.
        wall: wall-clock time in seconds.
        memory: the largest observed memory of all processes of the run in bytes.
    """

    status: Status
    value: Any = None
    reason: str = ""
    traceback: str = ""
    output: str = ""
    cpu: float = 0.0
    wall: float = 0.0
    memory: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The outcome as plain values."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_dict(cls, values: Any) -> Self:
        """
        Read the result of `to_dict`. Values other than the status may be missing.

        Raises:
            ValueError: the values are not those of an outcome.

        Examples:
            >>> Outcome.from_dict({"status": "done"})
            Traceback (most recent call last):
            ...
            ValueError: an outcome needs a known status; got 'done'
        """
        if not isinstance(values, dict):
            raise ValueError(f"an outcome is an object of JSON; got {shortened(values)}")
        if "status" not in values:
            raise ValueError("an outcome needs a status; got none")
        if values["status"] not in get_args(Status):
            raise ValueError(f"an outcome needs a known status; got {shortened(values['status'])}")
        for name, value in values.items():
            if name not in _TYPES:
                raise ValueError(f"an outcome has no {shortened(name)}")
            if not isinstance(value, _TYPES[name]):
                raise ValueError(f"the {name} of an outcome has another type; got {shortened(value)}")
        return cls(**values)


_TYPES: dict[str, type[Any] | tuple[type[Any], ...]] = {
    "status": str,
    "value": object,
    "reason": str,
    "traceback": str,
    "output": str,
    "cpu": (int, float),
    "wall": (int, float),
    "memory": int,
}
