"""The shares of wrong and decided claims of each method, and the most that its class allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, Any

from edgemark.cli.console import wrapped
from edgemark.cli.score_table import CLAIMS, LEGEND_OF_CLAIMS, Head
from edgemark.cli.tables import Column, in_blocks, tables_text

if TYPE_CHECKING:
    from edgemark.cli.compare_inputs import Scored
    from edgemark.stats import Run, Runs

__all__ = ["MeanClaims", "claims_in", "claims_text"]

_COVERAGE = frozenset(head.metric for head in CLAIMS if head.convention == "estimate")
_HEADS = tuple(
    column
    for head in CLAIMS
    for column in (
        head,
        *([Head(head.metric, "best", head.text.replace("\ndecided", "\nat best"))]
          if head.metric in _COVERAGE else []),
    )
)  # fmt: skip
_LEGEND = (
    "at best: share that the truth decides in the class of the method. It uses the truth, so it takes "
    "no part in any rank or test. All shares are means over the runs with a value."
)


@dataclass(frozen=True, slots=True)
class MeanClaims:
    """
    The mean claims of one method.

    Attributes:
        method: the name of the method.
        means: the mean share for each heading; nan if no run has a value.
        runs: the number of runs with a value for each heading.
    """

    method: str
    means: Mapping[str, float]
    runs: Mapping[str, int]

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one row for each share, for JSON and CSV."""
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


def claims_in(scored: Scored) -> tuple[MeanClaims, ...]:
    """Return the mean claims of each method; none if every estimate decides everything."""
    by_number = scored.runs.by_number()
    coverages = [run for number, rows in by_number.items() if number[0] in _COVERAGE for run in rows]
    if not any(run.value < 1 for run in coverages if run.status == "ok"):
        return ()
    return tuple(_mean_claims(method, by_number, scored.out_of) for method in scored.runs.methods)


def _mean_claims(
    method: str, by_number: Mapping[tuple[str, str], Runs], out_of: Mapping[tuple[str, ...], float]
) -> MeanClaims:
    shares = {
        head.text: [
            share
            for run in by_number.get(head.key, ())
            if run.method == method and not isnan(share := _share(run, head, out_of))
        ]
        for head in _HEADS
    }
    return MeanClaims(
        method,
        {text: sum(values) / len(values) if values else nan for text, values in shares.items()},
        {text: len(values) for text, values in shares.items()},
    )


def _share(run: Run, head: Head, out_of: Mapping[tuple[str, ...], float]) -> float:
    """Return the share of a run; nan if it has no value or is 0 of 0."""
    if run.status != "ok":
        return nan
    if not head.as_rate:
        return run.value
    denominator = out_of.get((run.method, *run.key, *run.number), 0)
    return run.value / denominator if denominator else nan


def claims_text(claims: tuple[MeanClaims, ...]) -> list[str]:
    """Return the table and its legend, line by line."""
    columns = [Column(head.text, right=True) for head in _HEADS]
    cells = [
        [
            mean.method,
            *("-" if isnan(mean.means[h.text]) else f"{mean.means[h.text]:.3f}" for h in _HEADS),
        ]
        for mean in claims
    ]
    return [
        "CLAIMS, as they were scored; not ranked",
        *tables_text(*in_blocks(Column("method"), columns, cells)).split("\n"),
        "",
        *wrapped(LEGEND_OF_CLAIMS),
        *wrapped(_LEGEND),
        "",
    ]
