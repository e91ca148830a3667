"""One row of a report: a number, its convention, its source and the result of random guessing."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import isfinite, nan
from typing import Any, Literal

from edgemark.content_equality import EqualByContent

__all__ = ["CHANCE_COLUMNS", "COLUMNS", "FLOAT_COLUMNS", "Chance", "ChanceMethod", "Row"]

Status = Literal["ok", "undefined", "refused"]
ChanceMethod = Literal["exact", "exact mean", "simulated", "none"]


@dataclass(frozen=True, slots=True, eq=False)
class Chance(EqualByContent):
    """
    The result of random guessing on a metric.

    Attributes:
        mean: mean over the guesses.
        low: 2.5 % quantile of the guesses.
        high: 97.5 % quantile of the guesses.
        p_value: probability that a guess is at least as good as the estimate. If simulated, this is
            (k + 1) / (n + 1), where k of n guesses are at least as good. nan if the row has no value, if
            no guess has one, or if neither direction is better.
        above: the value of the estimate on a scale on which the mean of the guesses is 0 and a perfect
            estimate is 1; negative if the estimate is worse than this mean.
        best: value of a perfect estimate.
        error: standard error of `mean`; 0 if the mean is exact, nan if there is only one guess or none.
        method: "exact" if the distribution is known; "exact mean" if only the mean is exact, and `low`,
            `high` and `p_value` are simulated; "simulated" if all four are; "none" if there are no
            guesses.
        reason: why `mean`, `p_value` or `above` is nan, and how many guesses were left out because the
            metric is undefined on them; "" if there is nothing to say.
        empty: value for the graph without edges or, if edge scores are evaluated, for scores that are
            all equal; nan if the metric is undefined on it.
        complete: value for a complete DAG in a random causal order, which is drawn after the guesses and
            can differ between estimates; nan if the estimate is a time series graph, edge scores or
            graph samples, or if the metric is undefined on that DAG.
        complete_undirected: value for the complete undirected graph; nan for the same estimates as
            `complete`, or if the metric is undefined on it.
        null_model: "random-dags", "permuted-labels" or "permuted-scores", see `edgemark.chance`; ""
            if `method` is "none".
        n_guesses: number of guesses that `p_value` is computed from; 0 if the p-value is exact or no
            guess has a value. A p-value that is computed from n guesses cannot be below 1 / (n + 1).
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
        """
        Whether no simulated guess is as good as the estimate. The p-value is then the smallest that this
        number of guesses allows.
        """
        # The product is 1 + the number of guesses that are as good; 1.5 leaves room for rounding.
        return self.n_guesses > 0 and self.p_value * (self.n_guesses + 1) < 1.5

    def to_dict(self) -> dict[str, Any]:
        """
        A dictionary from column name to value, without `n_guesses`; nan and infinity become None.
        """
        # `CHANCE_COLUMNS` has the order of the fields.
        names = [f.name for f in fields(self) if f.name != "n_guesses"]
        values = zip(CHANCE_COLUMNS, (getattr(self, name) for name in names), strict=True)
        plain = {
            name: None if isinstance(value, float) and not isfinite(value) else value
            for name, value in values
        }
        # Make a plain string of a `Message`, which also holds its remedies.
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
FLOAT_COLUMNS = frozenset({"value", *CHANCE_COLUMNS}) - {"chance_method", "chance_reason", "null_model"}


@dataclass(frozen=True, slots=True, eq=False)
class Row(EqualByContent):
    """
    One number of a report and its description.

    Attributes:
        metric: name of the metric, or of the measure that is computed from a confusion matrix, such as
            "precision".
        convention: name of the convention, see `edgemark.conventions`.
        source: packages and papers with this convention, or the reference that defines the metric.
        compared: the classes that the graphs are compared as, truth first, such as "dag / cpdag".
        value: the number; nan unless the status is "ok".
        count: the value itself if it is a count, the numerator if it is a fraction of counts; else None.
        of: the largest possible `count`, which is the denominator of a fraction; None if there is none.
        better: which values are better: "lower"; "higher"; "ratio" (higher, and 1 is the result of
            random guessing); or "neither" (the metric only describes the estimate).
        status: "ok", "undefined" (such as 0 out of 0) or "refused" (the metric does not apply to these
            graphs, or was skipped because it takes long).
        reason: why the value is undefined or refused.
        chance: result of random guessing if the report comes from `edgemark.chance` and the row is not
            refused; else None.
        candidates: fingerprint that identifies the set of candidate pairs; "" if every pair is a
            candidate. If the value of a time series metric depends on the maximum lag, the lags that
            count, such as "lags 0 to 2".
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
        """`count` divided by `of`; nan if either is missing or `of` is 0."""
        return self.count / self.of if self.count is not None and self.of else nan

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values; nan and infinity become None."""
        values = {name: getattr(self, name) for name in COLUMNS}
        # Make a plain string of a `Message`, which also holds its remedies.
        values["reason"] = str(self.reason)
        if not isfinite(self.value):
            values["value"] = None
        return values if self.chance is None else values | self.chance.to_dict()


COLUMNS: tuple[str, ...] = tuple(f.name for f in fields(Row) if f.name != "chance")
