"""Mean shares of wrong claims and of decided questions for each method, and the best possible shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, Any

from edgemark.cli.console import wrapped
from edgemark.cli.score_table import CLAIMS, LEGEND_OF_CLAIMS, Head
from edgemark.cli.tables import Column, in_blocks, tables_text
from edgemark.errors import StatisticsError

if TYPE_CHECKING:
    from edgemark.cli.compare_inputs import Scored
    from edgemark.stats import Run

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
    "at best: share of the questions that the truth answers in the class of the method. It uses the "
    "truth, so it takes no part in any rank or test. All shares are means over the runs "
)
_WITH_VALUE = {False: "with a value.", True: "on which every method has a value."}


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


def claims_in(scored: Scored, *, is_completed: bool = False) -> tuple[MeanClaims, ...]:
    """
    Return the mean claims of each method; none if every estimate decides everything.

    Args:
        scored: all results.
        is_completed: whether the mean of each share uses only the data sets and seeds on which every
            method has a value. Methods without any value are ignored.
    """
    by_number = scored.runs.by_number()
    coverages = [run for number, rows in by_number.items() if number[0] in _COVERAGE for run in rows]
    if not any(run.value < 1 for run in coverages if run.status == "ok"):
        return ()
    shares = {
        head.text: _shares(by_number.get(head.key, ()), head, scored.out_of, is_completed=is_completed)
        for head in _HEADS
    }
    return tuple(
        _mean_claims(method, {text: of_method.get(method, []) for text, of_method in shares.items()})
        for method in scored.runs.methods
    )


def _mean_claims(method: str, shares: Mapping[str, Sequence[float]]) -> MeanClaims:
    return MeanClaims(
        method,
        {text: sum(values) / len(values) if values else nan for text, values in shares.items()},
        {text: len(values) for text, values in shares.items()},
    )


def _shares(
    runs: Iterable[Run], head: Head, out_of: Mapping[tuple[str, ...], float], *, is_completed: bool
) -> dict[str, list[float]]:
    """Return the shares of each method with a value."""
    from edgemark import stats

    share_of = {
        (run.method, *run.key): share for run in runs if not isnan(share := _share(run, head, out_of))
    }
    kept = stats.Runs(tuple(run for run in runs if (run.method, *run.key) in share_of))
    if is_completed and kept.rows:
        try:
            kept = stats.complete_cases(kept)
        except StatisticsError:
            return {}
    shares: dict[str, list[float]] = {}
    for run in kept:
        shares.setdefault(run.method, []).append(share_of[run.method, *run.key])
    return shares


def _share(run: Run, head: Head, out_of: Mapping[tuple[str, ...], float]) -> float:
    """Return the share of a run; nan if it has no value or is 0 of 0."""
    if run.status != "ok":
        return nan
    if not head.as_rate:
        return run.value
    denominator = out_of.get((run.method, *run.key, *run.number), 0)
    return run.value / denominator if denominator else nan


def claims_text(claims: tuple[MeanClaims, ...], *, is_completed: bool = False) -> list[str]:
    """Return the table and its legend, line by line; see `claims_in`."""
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
        *wrapped(_LEGEND + _WITH_VALUE[is_completed]),
        "",
    ]
