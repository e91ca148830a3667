"""The jobs of an engine, and their results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from edgemark.bench.plan import Task
from edgemark.bench.runs.data_folder import StoredData
from edgemark.bench.store import Attempt, RunRecord, Score

__all__ = [
    "Engine",
    "Job",
    "Result",
    "RunJob",
    "RunResult",
    "ScoreJob",
    "ScoreResult",
    "Unscored",
]


@dataclass(frozen=True, slots=True)
class RunJob:
    """
    The job to run an algorithm once.

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
        reference: the reference class, see `ReferenceClass`.
    """

    key: str
    truth: Mapping[str, Any]
    estimate: Mapping[str, Any]
    selectors: tuple[str, ...]
    reference: str


@dataclass(frozen=True, slots=True)
class ScoreJob:
    """The job to score several estimates in one process."""

    batch: tuple[Unscored, ...]


@dataclass(frozen=True, slots=True)
class RunResult:
    """
    The result of a `RunJob`.

    Attributes:
        record: the row of the run in the store.
        attempt: how the run ended, with its estimate.
        data: the data of the run; None if they could not be drawn or read, if the run was not begun, or
            if the Dask workers that did it died.
    """

    record: RunRecord
    attempt: Attempt
    data: StoredData | None


@dataclass(frozen=True, slots=True)
class ScoreResult:
    """The result of a `ScoreJob`: pairs of the key of a run and its scores."""

    scores: tuple[tuple[str, tuple[Score, ...]], ...]


Job = RunJob | ScoreJob
Result = RunResult | ScoreResult


class Engine(Protocol):
    """
    An engine, which does several jobs in parallel.

    If an exception, such as that of Ctrl-C, leaves the engine's ``with`` statement, the engine kills the
    runs that it started, and cancels the jobs that it sent to a Dask scheduler.
    """

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...

    def do(self, jobs: Iterator[Job]) -> Iterator[Result]:
        """
        Yield results in the order in which they arrive.

        Only a few jobs are taken before their results are yielded, so later jobs may depend on earlier
        results.
        """
        ...
