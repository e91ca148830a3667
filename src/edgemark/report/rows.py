"""One row of a report: a number with its convention, its source and its chance result."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import isfinite, nan
from typing import Any, Literal

from edgemark.values import ByContent

__all__ = ["CHANCE_COLUMNS", "COLUMNS", "FLOATS", "Chance", "ChanceMethod", "Row"]

Status = Literal["ok", "undefined", "refused"]
ChanceMethod = Literal["exact", "exact mean", "simulated", "none"]


@dataclass(frozen=True, slots=True, eq=False)
class Chance(ByContent):
    """
    What random guessing scores on a metric.

    Attributes:
        mean: mean over the guesses.
        low: 2.5 % quantile of the guesses.
        high: 97.5 % quantile of the guesses.
        p_value: share of guesses at least as good as the estimate; nan if neither direction is better.
        above: position of the estimate between guessing (0) and perfect (1); negative if worse than
            guessing.
        best: score of a perfect estimate.
        error: standard error of `mean`; 0 if it is exact.
        method: "exact" if the distribution is known, "exact mean" if interval and p-value are
            simulated, "simulated", or "none" if there are no guesses.
        reason: why `mean`, `p_value` or `above` is nan, or the number of guesses that were left out.
        empty: score of the graph without edges, or of edge scores that are all equal; nan if the metric
            is undefined on it.
        complete: score of a DAG with every edge, in a random order; nan for time series, scores and
            samples, or if the metric is undefined on it.
        complete_undirected: score of the complete undirected graph; nan as for `complete`.
        null_model: "random-dags", "permuted-labels" or "permuted-scores", see `edgemark.chance`; ""
            if there are no guesses.
        n_guesses: number of guesses that `p_value` is computed from; 0 if it is exact or unknown. No
            p-value of n guesses can be below 1 / (n + 1).
    """

    mean: float
    low: float
    high: float
    p_value: float
    above: float
    best: float
    error: float
    method: ChanceMethod
    reason: str = ""
    empty: float = nan
    complete: float = nan
    complete_undirected: float = nan
    null_model: str = ""
    n_guesses: int = 0

    @property
    def is_at_limit(self) -> bool:
        """Whether no guess is as good as the estimate, so that the p-value is the smallest possible."""
        return self.n_guesses > 0 and self.p_value * (self.n_guesses + 1) < 1.5

    def to_dict(self) -> dict[str, Any]:
        """The values by the names of their columns; nan and infinity become None."""
        names = [f.name for f in fields(self) if f.name != "n_guesses"]
        values = zip(CHANCE_COLUMNS, (getattr(self, name) for name in names), strict=True)
        plain = {
            name: None if isinstance(value, float) and not isfinite(value) else value
            for name, value in values
        }
        return plain | {"chance_reason": str(self.reason)}


CHANCE_COLUMNS = (
    "chance",
    "chance_low",
    "chance_high",
    "p_value",
    "above_chance",
    "best",
    "chance_error",
    "chance_method",
    "chance_reason",
    "empty",
    "complete",
    "complete_undirected",
    "null_model",
)
FLOATS = frozenset({"value", *CHANCE_COLUMNS}) - {"chance_method", "chance_reason", "null_model"}


@dataclass(frozen=True, slots=True, eq=False)
class Row(ByContent):
    """
    One number of a report and its description.

    Attributes:
        metric: name of the metric, or of the ratio of a confusion.
        convention: name of the convention, see `edgemark.conventions`.
        source: packages and papers with this convention, or the reference that defines the metric.
        compared: the classes of graph that are compared, truth first.
        value: the number; nan unless the status is "ok".
        count: its numerator if it is a count, else None.
        of: the largest possible numerator.
        better: whether a "lower" or a "higher" value is better. "ratio": higher is better, and 1 is the
            score of random guessing. "neither": the metric only describes the estimate.
        status: "ok", "undefined" (0 of 0) or "refused" (not defined on these graphs).
        reason: why it is undefined or refused.
        chance: result of random guessing, in a report of `chance`; else None.
        candidates: fingerprint of the candidate pairs, the same for the same pairs; "" if every pair
            counts.
    """

    metric: str
    convention: str
    source: str
    compared: str
    value: float
    count: int | None
    of: int | None
    better: str
    status: Status = "ok"
    reason: str = ""
    chance: Chance | None = None
    candidates: str = ""

    @property
    def rate(self) -> float:
        """`count` as a share of `of`; nan if there is no count."""
        return self.count / self.of if self.count is not None and self.of else nan

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values; nan and infinity become None."""
        values = {name: getattr(self, name) for name in COLUMNS}
        values["reason"] = str(self.reason)  # The text also contains the remedies.
        if not isfinite(self.value):
            values["value"] = None
        return values if self.chance is None else values | self.chance.to_dict()


COLUMNS: tuple[str, ...] = tuple(f.name for f in fields(Row) if f.name != "chance")
