"""What an engine is given to do, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from edgemark.bench.plan import Task
from edgemark.bench.runs.shelf import Shelved
from edgemark.bench.store import Attempt, RunRecord, Score

__all__ = ["Done", "Engine", "Job", "Result", "Running", "Scored", "Scoring", "Unscored"]


@dataclass(frozen=True, slots=True)
class Running:
    """
    A run to do.

    Attributes:
        task: what is run.
        record: its row of the store.
        version: of the algorithm, as `Versions.of` gives it.
    """

    task: Task
    record: RunRecord
    version: str


@dataclass(frozen=True, slots=True)
class Unscored:
    """
    An estimate to score.

    Attributes:
        key: of its run.
        truth: as plain values.
        estimate: as plain values.
        selectors: the numbers that are wanted.
        reference: class of graph that both are mapped to.
    """

    key: str
    truth: Mapping[str, Any]
    estimate: Mapping[str, Any]
    selectors: tuple[str, ...]
    reference: str


@dataclass(frozen=True, slots=True)
class Scoring:
    """Some estimates to score in one sandbox."""

    batch: tuple[Unscored, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a run: the attempt, and the data it was on, if there were any."""

    record: RunRecord
    attempt: Attempt
    data: Shelved | None


@dataclass(frozen=True, slots=True)
class Scored:
    """The scores of some runs, by their keys."""

    scores: tuple[tuple[str, tuple[Score, ...]], ...]


Job = Running | Scoring
Result = Done | Scored


class Engine(Protocol):
    """
    Does jobs, several at a time.

    Leaving it, also by Ctrl-C, ends whatever runs here, and asks for no more of it elsewhere.
    """

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...

    def do(self, jobs: Iterator[Job]) -> Iterator[Result]:
        """
        Yield results as they come.

        Only a few jobs are taken ahead of those that are done, so that they may depend on results.
        """
        ...
