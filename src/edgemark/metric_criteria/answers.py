"""The verdicts on a metric, one for each criterion."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isnan
from typing import Any

from edgemark.content_equality import EqualByContent
from edgemark.conventions.options import Kind
from edgemark.graph import Graph

__all__ = ["VERDICTS", "Criteria", "Verdict"]

VERDICTS = (
    "lower_bound", "upper_bound", "identity", "identity_among_dags", "true_positives",
    "false_positives", "consistent", "open_ends",
)  # fmt: skip
_ENDS = ("lowest", "highest", "lowest_possible", "highest_possible")


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    Whether a metric meets a criterion.

    Attributes:
        holds: True if the criterion holds on all checked graphs, False if an example refutes it, None if
            it could not be checked.
        reason: what the example shows, or why the criterion could not be checked; else "".
        witness: the graphs that refute the criterion, the truth first; else empty.
    """

    holds: bool | None
    reason: str = ""
    witness: tuple[Graph, ...] = field(default=(), repr=False)

    def __bool__(self) -> bool:
        return self.holds is True

    def __str__(self) -> str:
        return {True: "yes", False: "no", None: "-"}[self.holds]


@dataclass(frozen=True, slots=True, eq=False)
class Criteria(EqualByContent):
    """
    The verdicts on one metric by the criteria of the nCED paper; see `criteria`.

    Attributes:
        metric: name of the metric, or of the count or ratio of a confusion.
        convention: convention of the metric.
        better: whether a "lower" or a "higher" value is better.
        lowest: the lowest observed value; nan if there is none.
        highest: the highest observed value.
        lowest_possible: the lowest value that the metric declares; nan if none is declared.
        highest_possible: the highest value that the metric declares; nan if none is declared.
        normaliser: the normalising factor, such as "TP + FN"; for a count, that of `Count.rate`, marked
            "(rate)"; "" if there is none.
        lower_bound: whether there is a lower bound for graphs of all sizes.
        upper_bound: whether there is an upper bound for graphs of all sizes.
        identity: whether only the truth scores as well as the truth.
        identity_among_dags: the same among estimates that are DAGs.
        true_positives: whether every removed true edge makes it worse.
        false_positives: whether every added false edge makes it worse.
        consistent: whether each removed true edge changes it equally, and so does each added false edge.
        open_ends: whether open edges are worse than true edges and better than missing and reversed
            ones, each by the same amount.
        classes: the classes of learned graphs that it is defined on, out of "dag", "cpdag", "mag",
            "pag".
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
        """The selector of the metric, such as "f1:skeleton"."""
        return f"{self.metric}:{self.convention}".strip(":")

    @property
    def normalised(self) -> bool:
        """Whether it has both bounds, as the paper requires."""
        return bool(self.lower_bound) and bool(self.upper_bound)

    def verdicts(self) -> dict[str, Verdict]:
        """The verdicts by the names of their attributes."""
        return {name: getattr(self, name) for name in VERDICTS}

    def to_dict(self) -> dict[str, Any]:
        """Plain values; a verdict becomes a dictionary with `holds` and `reason`."""
        observed_and_declared = {
            end: None if isnan(value := getattr(self, end)) else value for end in _ENDS
        }
        return {
            "metric": self.metric,
            "convention": self.convention,
            "better": self.better,
            **observed_and_declared,
            "normaliser": self.normaliser,
            "normalised": None if self.lower_bound.holds is None else self.normalised,
            **{
                name: {"holds": verdict.holds, "reason": verdict.reason}
                for name, verdict in self.verdicts().items()
            },
            "classes": list(self.classes),
        }
