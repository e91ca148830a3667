"""One run with its scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import nan
from typing import Any, Literal

import edgemark
from edgemark.bench.plan import Selector
from edgemark.bench.store import Score, StoredRun
from edgemark.conventions.classes import AS_GIVEN
from edgemark.evaluation.estimate import compared_kinds
from edgemark.metrics.counted_lags import lags_of_row
from edgemark.metrics.selectors import selected
from edgemark.stats import Run

__all__ = ["DataKey", "ResultRow", "latest_scores"]

DataKey = tuple[str, int | None]
State = Literal["ok", "failed", "waiting"]


@dataclass(frozen=True, slots=True)
class ResultRow:
    """
    A run with its scores in the reference class.

    Attributes:
        run: the start of its key, as accepted by `Study.show`.
        algorithm: the algorithm with its parameters.
        use: the algorithm without its parameters: an adapter, a function or a command.
        data: the data set.
        seed: one of the plan's seeds.
        data_seed: the seed of the data; None for data in a file, where seeds vary only the algorithm.
        algorithm_seed: the seed of the algorithm.
        unit: the network, the file or the drawn graph. Runs with the same unit do not count as
            independent.
        group: the data set without the number of samples.
        parameters: parameters of the algorithm in the plan.
        state: "ok", "failed", or "waiting" for a run that is not done yet.
        cause: how a failed run ended, such as "timeout"; empty for other runs.
        reason: the cause of the failure in a sentence. For a run that is "ok", the assumptions under
            which its estimate was scored, such as that columns without a node have no edges.
        ranked: whether it takes part in ranks and tests. It does not if the algorithm uses the truth, if
            the algorithm is not meant for the data, or if the plan excludes it.
        remark: why it is not ranked; empty if it is ranked.
        cpu: processor time in seconds.
        wall: wall-clock time in seconds.
        memory: largest observed memory in bytes; 0 if unknown.
        scores: scores by selector.
        max_lag: the maximum lag of the time series graphs that were compared; None for other graphs.
        classes: the classes of truth and estimate as given, such as "dag" and "cpdag"; "" for a time
            series graph, or for a side that is not a graph.
        reference: the class that both were mapped to.
        type_of_estimate: "graph", "temporal", "scores", "temporal-scores" or "samples"; "" if there is
            no scored estimate.
    """

    run: str
    algorithm: str
    use: str
    data: str
    seed: int
    data_seed: int | None
    algorithm_seed: int
    unit: str
    group: str
    parameters: Mapping[str, Any]
    state: State
    cause: str
    reason: str
    ranked: bool
    remark: str
    cpu: float
    wall: float
    memory: int
    scores: Mapping[str, Score]
    max_lag: int | None = None
    classes: tuple[str, str] = ("", "")
    reference: str = AS_GIVEN
    type_of_estimate: str = ""

    @classmethod
    def of(cls, stored: StoredRun, reference: str) -> ResultRow:
        """Build the row of a stored run."""
        run, details, attempt = stored.run, stored.run.details, stored.attempt
        outcome = None if attempt is None else attempt.outcome
        state: State = "waiting" if outcome is None else "ok" if outcome.status == "ok" else "failed"
        remark = _why_unranked(details)
        return cls(
            run=run.key[:12],
            algorithm=run.algorithm,
            use=details["use"],
            data=run.dataset,
            seed=details["seed"],
            data_seed=run.data_seed,
            algorithm_seed=run.seed,
            unit=details["unit"],
            group=details["group"],
            parameters=details["parameters"],
            state=state,
            cause="" if outcome is None or state == "ok" else outcome.status,
            reason="" if outcome is None else outcome.reason,
            ranked=not remark,
            remark=remark,
            cpu=nan if outcome is None else outcome.cpu,
            wall=nan if outcome is None else outcome.wall,
            memory=0 if outcome is None else outcome.memory,
            scores={score.selector: score for score in latest_scores(stored.scores, reference)},
            max_lag=stored.max_lag,
            classes=stored.classes,
            reference=reference,
            type_of_estimate=stored.type_of_estimate,
        )

    @property
    def data_key(self) -> DataKey:
        """The data set and the seed of its data; the seed is None for data in a file."""
        return self.data, self.data_seed

    def candidates(self, selector: Selector) -> str:
        """
        Return the lags that a score counts, as in `edgemark.report.Row`; "" if empty lags do not change
        the score.
        """
        if self.max_lag is None:
            return ""
        return lags_of_row(selector.metric, selector.convention, self.max_lag)

    def compared(self, selector: Selector) -> str:
        """Return the classes that a score compares, as in `edgemark.report.Row`; "" if unknown."""
        if not all(self.classes):
            return ""
        is_mapped = self.reference != AS_GIVEN
        mapped = (self.reference, self.reference) if is_mapped else self.classes
        return _compared(str(selector), mapped)

    def stats_run(self, selector: Selector, worst: float, chance: float, name: tuple[str, str]) -> Run:
        """
        Return one score as `edgemark.stats.Run`.

        Args:
            selector: the metric with its convention.
            worst: the worst possible value on these data, for a failed run.
            chance: the expected score of random guessing on these data, for a failed run.
            name: the names of the data set and of the seed in the result.
        """
        score = self.scores.get(str(selector))
        fields: dict[str, Any] = {
            "method": self.algorithm,
            "dataset": name[0],
            "seed": name[1],
            "metric": selector.metric,
            "convention": selector.convention,
            "better": selector.better,
            "candidates": self.candidates(selector),
        }
        if self.state != "ok" or score is None or score.status == "failed":
            reason = self.reason if self.state != "ok" else "" if score is None else score.reason
            return Run(
                nan, **fields, status="failed", reason=reason or "no score", worst=worst, chance=chance
            )
        # A metric that is undefined (0 of 0) or refused on a run gets no substitute.
        worst_possible = score.worst if score.status == "ok" else nan
        return Run(
            score.value,
            **fields,
            status=score.status,
            reason=score.reason,
            worst=worst_possible,
            chance=score.chance,
        )


@lru_cache(maxsize=4096)
def _compared(selector: str, classes: tuple[str, str]) -> str:
    [number] = selected([selector])
    return compared_kinds(number.metric, number.convention, classes)


def _why_unranked(details: Mapping[str, Any]) -> str:
    """Return the reason why a run is not ranked; empty if it is ranked."""
    if details["oracle"]:
        return "uses the truth"
    if not details["fits"]:
        return "is not meant for these data"
    return "" if details.get("ranked", True) else "the plan leaves it out"


def latest_scores(scores: Iterable[Score], reference: str) -> Sequence[Score]:
    """
    Return one score for each selector in a reference class: that of this version of edgemark, if there
    is one, else the last one that is given.
    """
    latest: dict[str, Score] = {}
    for score in scores:
        if score.reference == reference:
            other = latest.get(score.selector)
            if other is None or other.version != edgemark.__version__:
                latest[score.selector] = score
    return list(latest.values())
