"""Limits of a run."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from edgemark.errors import LimitError

__all__ = ["RunLimits"]

_MIB = 2**20


@dataclass(frozen=True, slots=True)
class RunLimits:
    """
    The limits of one run; each holds for all of its processes together.

    Attributes:
        seconds: processor time.
        wall: wall-clock time in seconds, which ends runs that wait forever; None means three times
            `seconds`.
        memory: bytes of memory, without the pages of mapped files; a page that k processes share counts
            1/k for each of them.
        disk: bytes in the folder of the run.
        processes: number of processes alive at once. This includes two processes of the sandbox itself,
            or three if a command is run.
        answer: bytes of JSON that the run may return.

    Examples:
        >>> RunLimits(seconds=10).guard
        30.0
        >>> RunLimits(memory=0)
        Traceback (most recent call last):
        ...
        edgemark.errors.LimitError: memory must be a positive number; got 0
    """

    seconds: float = 300.0
    wall: float | None = None
    memory: int = 2048 * _MIB
    disk: int = 1024 * _MIB
    processes: int = 256
    answer: int = 64 * _MIB

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and not value > 0:
                raise LimitError(f"{field.name} must be a positive number; got {value!r}")

    @property
    def guard(self) -> float:
        """The wall-clock time in seconds after which a run is ended."""
        return 3.0 * self.seconds if self.wall is None else self.wall

    def to_dict(self) -> dict[str, Any]:
        """The limits as plain values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Read the result of `to_dict`."""
        return cls(**values)
