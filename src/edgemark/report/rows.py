"""One number of a report, with its convention, its source and what guessing gets."""

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
        low: 2.5 % of guesses score no more.
        high: 97.5 % of guesses score no more.
        p_value: share of guesses at least as good as the estimate; nan if neither direction is better.
        above: how far the estimate is from guessing (0) to perfect (1); negative if worse than guessing.
        best: what a perfect estimate scores.
        error: standard error of `mean`; 0 if it is exact.
        method: "exact" if the law of the number is known, "exact mean" if interval and p-value are
            simulated, "simulated", or "none" if there are no guesses.
        reason: why `mean`, `p_value` or `above` is nan, or how many guesses were left out.
        empty: what a graph without edges scores, or scores that are all the same; nan, as in the next
            two, if the metric is not defined on it.
        complete: what a DAG with every edge scores, its order drawn at random; nan for time series,
            scores and samples, as the next.
        complete_undirected: what the graph of all undirected edges scores.
        null_model: "random-dags", "permuted-labels" or "permuted-scores", see `edgemark.chance`; ""
            if there are no guesses.
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

    def to_dict(self) -> dict[str, Any]:
        """The values by the names of their columns; nan and infinity as None."""
        values = zip(CHANCE_COLUMNS, (getattr(self, f.name) for f in fields(self)), strict=True)
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
    One number and what it is.

    Attributes:
        metric: name of the metric, or of the ratio of a confusion.
        convention: the way of counting, by its name in `edgemark.conventions`.
        source: who counts so, or who defined it.
        compared: the classes of graph compared, truth first.
        value: the number; nan unless the status is "ok".
        count: its numerator where it counts something, else None.
        of: the most that the numerator could be.
        better: whether a "lower" or a "higher" value is better; "ratio" is a higher one, of which 1 is
            what chance gives.
        status: "ok", "undefined" (0 of 0) or "refused" (not defined on these graphs).
        reason: why it is undefined or refused.
        chance: what guessing gets, in a report of `chance`; else None.
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
        """`count` as a share of `of`; nan where there is none."""
        return self.count / self.of if self.count is not None and self.of else nan

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values; nan and infinity as None."""
        values = {name: getattr(self, name) for name in COLUMNS}
        values["reason"] = str(self.reason)  # a plain one, if it came with remedies
        if not isfinite(self.value):
            values["value"] = None
        return values if self.chance is None else values | self.chance.to_dict()


COLUMNS: tuple[str, ...] = tuple(f.name for f in fields(Row) if f.name != "chance")
