"""What is said about a number: a verdict on each criterion."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isnan
from typing import Any

from edgemark.conventions.options import Kind
from edgemark.graph import Graph
from edgemark.values import ByContent

__all__ = ["VERDICTS", "Criteria", "Verdict"]

VERDICTS = (
    "lower_bound", "upper_bound", "identity", "identity_among_dags", "true_positives",
    "false_positives", "consistent", "open_ends",
)  # fmt: skip
_ENDS = ("lowest", "highest", "lowest_possible", "highest_possible")


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    Whether a number keeps a criterion.

    Attributes:
        holds: True if it held wherever it was checked, False if a witness refutes it, None if it could
            not be judged.
        reason: what the witness shows, or why it could not be judged; else "".
        witness: the graphs that refute it, the truth first; else none.
    """

    holds: bool | None
    reason: str = ""
    witness: tuple[Graph, ...] = field(default=(), repr=False)

    def __bool__(self) -> bool:
        return self.holds is True

    def __str__(self) -> str:
        return {True: "yes", False: "no", None: "-"}[self.holds]


@dataclass(frozen=True, slots=True, eq=False)
class Criteria(ByContent):
    """
    How one number fares by the criteria of the nCED paper; see `criteria`.

    Attributes:
        metric: name of the metric, or of the count or ratio of a confusion.
        convention: the way of counting.
        better: whether a "lower" or a "higher" value is better.
        lowest: the lowest value seen; nan if it never had one.
        highest: the highest value seen.
        lowest_possible: the lowest value by the metric's declaration; nan if none is declared.
        highest_possible: the highest value by the metric's declaration; nan if none is declared.
        normaliser: what the number is divided by, such as "TP + FN"; with "(rate)" what `Count.rate`
            divides a count by; "" if it is not divided.
        lower_bound: whether there is a lower bound for graphs of all sizes.
        upper_bound: whether there is an upper bound for graphs of all sizes.
        identity: whether nothing but the truth scores as well as the truth.
        identity_among_dags: the same, if the estimate is a DAG too.
        true_positives: whether every true edge that is taken away makes it worse.
        false_positives: whether every false edge that is added makes it worse.
        consistent: whether equal changes change it equally.
        open_ends: whether edges left open are worse than true ones, better than missing and reversed
            ones, and each as much.
        classes: the classes of learned graph that it is defined on, of "dag", "cpdag", "mag", "pag".
    """

    metric: str
    convention: str
    better: str
    lowest: float
    highest: float
    lowest_possible: float
    highest_possible: float
    normaliser: str
    lower_bound: Verdict
    upper_bound: Verdict
    identity: Verdict
    identity_among_dags: Verdict
    true_positives: Verdict
    false_positives: Verdict
    consistent: Verdict
    open_ends: Verdict
    classes: tuple[Kind, ...]

    @property
    def name(self) -> str:
        """What `evaluate` and the command call the number, such as "f1:skeleton"."""
        return f"{self.metric}:{self.convention}".strip(":")

    @property
    def normalised(self) -> bool:
        """Whether it has both bounds, as the paper has it."""
        return bool(self.lower_bound) and bool(self.upper_bound)

    def verdicts(self) -> dict[str, Verdict]:
        """The verdicts by the names of their attributes."""
        return {name: getattr(self, name) for name in VERDICTS}

    def to_dict(self) -> dict[str, Any]:
        """Plain values; a verdict as whether it holds and the reason."""
        seen = {end: None if isnan(value := getattr(self, end)) else value for end in _ENDS}
        return {
            "metric": self.metric,
            "convention": self.convention,
            "better": self.better,
            **seen,
            "normaliser": self.normaliser,
            "normalised": None if self.lower_bound.holds is None else self.normalised,
            **{
                name: {"holds": verdict.holds, "reason": verdict.reason}
                for name, verdict in self.verdicts().items()
            },
            "classes": list(self.classes),
        }
