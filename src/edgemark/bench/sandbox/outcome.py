"""How a run ended."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, Self

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
- import: its module could not be imported, or there is no such program.
- timeout, memory, disk, processes: the run met that limit.
- signal: a signal killed it, as a segmentation fault does.
- exit: it ended its process before it returned.
- answer: what it returned is no JSON, too large, or no valid graph.
- data: there are no data to run on: a file that cannot be read, a recipe that cannot be drawn.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    What came of a run.

    Attributes:
        status: how it ended.
        value: what the function returned, as JSON holds it; None unless the status is "ok".
        reason: why it is not "ok", in a sentence.
        traceback: the traceback of an exception.
        output: what it printed, stdout and stderr together; the middle of a long text is left out.
        cpu: seconds of processor time, of all processes of the run.
        wall: seconds by the clock.
        memory: the most bytes of memory seen, of all processes of the run.
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
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Read what `to_dict` gives."""
        return cls(**values)
