"""What methods claim, how much of it is wrong, and how much their class can decide: means over runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, Any

from edgemark.cli.console import wrapped
from edgemark.cli.score_table import CLAIMS, LEGEND_OF_CLAIMS, Head
from edgemark.cli.tables import Column, drawn, in_blocks

if TYPE_CHECKING:
    from edgemark.stats import Run, Runs

__all__ = ["MeanClaims", "claims_in", "claims_text"]

_COVERAGE = frozenset(head.metric for head in CLAIMS if head.convention == "estimate")
_HEADS = tuple(
    one
    for head in CLAIMS
    for one in (
        head,
        *([Head(head.metric, "best", head.text.replace("\ndecided", "\nat best"))]
          if head.metric in _COVERAGE else []),
    )
)  # fmt: skip
_LEGEND = (
    "at best: how much the truth decides in the class of the method. It uses the truth, and takes no "
    "part in any rank or test. Means over the runs with a value."
)


@dataclass(frozen=True, slots=True)
class MeanClaims:
    """
    The mean claims of one method.

    Attributes:
        method: its name.
        means: the mean share for each heading; nan if no run has a value.
        runs: the number of runs with a value for each heading.
    """

    method: str
    means: Mapping[str, float]
    runs: Mapping[str, int]

    def to_dicts(self) -> list[dict[str, Any]]:
        """One row for each share, for JSON and CSV."""
        return [
            {
                "method": self.method,
                "metric": head.metric,
                "convention": head.convention,
                "mean": None if isnan(self.means[head.text]) else self.means[head.text],
                "n": self.runs[head.text],
            }
            for head in _HEADS
        ]


def claims_in(runs: Runs) -> tuple[MeanClaims, ...]:
    """Return the mean claims of each method; nothing if every estimate decides everything."""
    by_number = runs.by_number()
    own = [run for number, rows in by_number.items() if number[0] in _COVERAGE for run in rows]
    if not any(run.value < 1 for run in own if run.status == "ok"):
        return ()
    return tuple(_of_method(method, by_number) for method in runs.methods)


def _of_method(method: str, by_number: Mapping[tuple[str, str], Runs]) -> MeanClaims:
    shares = {
        head.text: [
            share
            for run in by_number.get(head.key, ())
            if run.method == method and not isnan(share := _share(run, head))
        ]
        for head in _HEADS
    }
    return MeanClaims(
        method,
        {text: sum(found) / len(found) if found else nan for text, found in shares.items()},
        {text: len(found) for text, found in shares.items()},
    )


def _share(run: Run, head: Head) -> float:
    """The share that a run has; nan if it has no value. The worst count of a run is its denominator."""
    if run.status != "ok":
        return nan
    if not head.as_rate:
        return run.value
    return run.value / run.worst if run.worst > 0 else nan


def claims_text(claims: tuple[MeanClaims, ...]) -> list[str]:
    """Draw the table and its legend."""
    columns = [Column(head.text, right=True) for head in _HEADS]
    cells = [
        [one.method, *("-" if isnan(one.means[h.text]) else f"{one.means[h.text]:.3f}" for h in _HEADS)]
        for one in claims
    ]
    return [
        "CLAIMS, as they were scored; not ranked",
        *drawn(*in_blocks(Column("method"), columns, cells)).split("\n"),
        "",
        *wrapped(LEGEND_OF_CLAIMS),
        *wrapped(_LEGEND),
        "",
    ]
