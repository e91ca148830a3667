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
        key: hash of everything that determines the result; the same key means the same run.
        dataset: name of the data set, such as "asia, n=500".
        algorithm: name of the algorithm with its parameters, as in tables.
        data_seed: seed of the data; None for data from a file.
        seed: seed of the algorithm.
        details: further properties of the run, such as its parameters.
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
    One attempt at a run.

    Attributes:
        outcome: how it ended; the returned value is None here, because `estimate` holds the estimate.
        limits: the limits of the run.
        estimate: the estimate as plain values, see `to_plain`; None if the run failed.
        versions: versions of Python, edgemark, and the algorithm's distribution.
    """

    outcome: Outcome
    limits: RunLimits
    estimate: Mapping[str, Any] | None = None
    versions: Mapping[str, str] = field(default_factory=dict)

    def is_final(self, limits: RunLimits, *, retry: bool = False) -> bool:
        """
        Return whether later calls of `run` keep this attempt instead of repeating the run.

        Successful runs are kept, and so are failed ones, with two exceptions. A run that met a limit is
        repeated if the limit is higher now. A run that did not get its data, or got other data than
        earlier runs, is always repeated.

        Args:
            limits: the limits of the next attempt.
            retry: whether to repeat every failed run.
        """
        if self.outcome.status == "ok":
            return True
        if retry or self.outcome.status == "data":
            return False
        if self.outcome.status == "timeout":
            return limits.seconds <= self.limits.seconds and limits.guard <= self.limits.guard
        # The status "answer" may mean that the answer was larger than its limit.
        if self.outcome.status in ("memory", "disk", "processes", "answer"):
            name = self.outcome.status
            return bool(getattr(limits, name) <= getattr(self.limits, name))
        return True


@dataclass(frozen=True, slots=True)
class Score:
    """
    One score of a run.

    Attributes:
        selector: the metric and its convention, such as "shd:pair mismatch".
        reference: the class of graph that truth and estimate were mapped to.
        version: version of edgemark.
        value: the score; nan unless the status is "ok".
        status: as in `edgemark.report.Row`.
        reason: why there is no score.
        worst: the worst possible score on these data; nan if there is no bound.
        chance: the expected score of random guessing; nan if unknown.
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
    """
    A stored run with its last attempt.

    Attributes:
        run: the run.
        attempt: its last attempt; None if there is none.
        attempts: number of its attempts.
        scores: the scores of the last attempt.
        max_lag: the maximum lag of the time series graphs that the scores compare, the larger of those
            of truth and estimate; None if they compare other graphs, or if the scores are not loaded.
        classes: the classes of truth and estimate as given, such as "dag" and "cpdag"; "" for a time
            series graph, for a side that is not a graph, or if the scores are not loaded.
        type_of_estimate: "graph", "temporal", "scores", "temporal-scores" or "samples"; "" if there is
            no estimate, or if the scores are not loaded.
    """

    run: RunRecord
    attempt: Attempt | None
    attempts: int
    scores: tuple[Score, ...]
    max_lag: int | None = None
    classes: tuple[str, str] = ("", "")
    type_of_estimate: str = ""
