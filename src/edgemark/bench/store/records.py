"""The rows of a store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import nan
from typing import Any

from edgemark.bench.sandbox.limits import RunLimits
from edgemark.bench.sandbox.outcome import Outcome

__all__ = ["Attempt", "RunRecord", "Score", "StoredRun"]


@dataclass(frozen=True, slots=True)
class RunRecord:
    """
    One run of a plan: an algorithm on a data set with a seed.

    Attributes:
        key: hash of all that decides what comes out; the same key is the same run.
        dataset: name of the data set, such as "asia, 500 samples".
        algorithm: name of the algorithm with its parameters, as tables print it.
        data_seed: seed of the data; None for data from a file.
        seed: seed of the algorithm.
        details: what the key was made of, and whatever else describes the run.
    """

    key: str
    dataset: str
    algorithm: str
    data_seed: int | None
    seed: int
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Attempt:
    """
    One try of a run.

    Attributes:
        outcome: how it ended; its value is not kept here, but in `estimate`.
        limits: what it was allowed to use.
        estimate: what was learned, as `Graph.to_dict` and its kin give it; None if it failed.
        versions: of Python, edgemark, and the algorithm's distribution.
    """

    outcome: Outcome
    limits: RunLimits
    estimate: Mapping[str, Any] | None = None
    versions: Mapping[str, str] = field(default_factory=dict)

    def is_final(self, limits: RunLimits, *, retry: bool = False) -> bool:
        """
        Whether a later run of the plan keeps it: a success does, and a failure that would come again.

        A timeout or a lack of memory is tried again under a higher limit, any failure on request. A run
        that had no data never began, so it is always tried again.
        """
        if self.outcome.status == "ok":
            return True
        if retry or self.outcome.status == "data":
            return False
        if self.outcome.status == "timeout":
            return limits.seconds <= self.limits.seconds and limits.guard <= self.limits.guard
        if self.outcome.status in ("memory", "disk", "processes", "answer"):
            name = self.outcome.status
            return bool(getattr(limits, name) <= getattr(self.limits, name))
        return True


@dataclass(frozen=True, slots=True)
class Score:
    """
    One number of a run.

    Attributes:
        selector: the metric and its convention, such as "shd:pair mismatch".
        reference: the class of graph that both sides were mapped to.
        version: of edgemark.
        value: the number; nan unless the status is "ok".
        status: as in `edgemark.report.Row`.
        reason: why there is no number.
        worst: what no estimate can be worse than on these data; nan if there is no such number.
        chance: what random guessing is expected to score; nan if that is not known.
    """

    selector: str
    reference: str
    version: str
    value: float = nan
    status: str = "ok"
    reason: str = ""
    worst: float = nan
    chance: float = nan


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run of the current plan, its last attempt if there is one, and the scores of that attempt."""

    run: RunRecord
    attempt: Attempt | None
    attempts: int
    scores: tuple[Score, ...]
