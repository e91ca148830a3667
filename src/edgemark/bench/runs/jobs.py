"""The jobs of an engine, and their results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from edgemark.bench.plan import Task
from edgemark.bench.runs.data_folder import StoredData
from edgemark.bench.store import Attempt, RunRecord, Score

__all__ = ["Done", "Engine", "Job", "Result", "Running", "Scored", "Scoring", "Unscored"]


@dataclass(frozen=True, slots=True)
class Running:
    """
    A job that runs an algorithm.

    Attributes:
        task: the task to run.
        record: the row of the run in the store.
        version: the version of the algorithm, see `Versions.of`.
    """

    task: Task
    record: RunRecord
    version: str


@dataclass(frozen=True, slots=True)
class Unscored:
    """
    A stored estimate to score.

    Attributes:
        key: the key of its run.
        truth: the truth as plain values.
        estimate: the estimate as plain values.
        selectors: the metrics to compute.
        reference: class of graph that both are mapped to.
    """

    key: str
    truth: Mapping[str, Any]
    estimate: Mapping[str, Any]
    selectors: tuple[str, ...]
    reference: str


@dataclass(frozen=True, slots=True)
class Scoring:
    """A job that scores some estimates in one sandbox."""

    batch: tuple[Unscored, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a run: the attempt, and its data; None if there are no data."""

    record: RunRecord
    attempt: Attempt
    data: StoredData | None


@dataclass(frozen=True, slots=True)
class Scored:
    """The scores of some runs by key."""

    scores: tuple[tuple[str, tuple[Score, ...]], ...]


Job = Running | Scoring
Result = Done | Scored


class Engine(Protocol):
    """
    An engine, which does several jobs in parallel.

    Leaving its ``with`` statement, even by Ctrl-C, ends the runs on this computer and cancels jobs
    elsewhere.
    """

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...

    def do(self, jobs: Iterator[Job]) -> Iterator[Result]:
        """
        Yield results in the order in which they arrive.

        Only a few jobs are taken in advance, so later jobs may depend on earlier results.
        """
        ...
