"""Summaries, comparisons and rankings as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import TYPE_CHECKING

from edgemark.cli.compare import DESCRIBES
from edgemark.cli.console import hints, wrapped
from edgemark.cli.tables import Column, drawn, in_blocks
from edgemark.errors import StatisticsError, listing
from edgemark.report import printable

if TYPE_CHECKING:
    from edgemark.cli.compare import Found
    from edgemark.stats import Comparison, MetricAgreement, Ranking, Summary, SummaryRow

__all__ = ["found_text"]

_HEADS = ("mean", "sd", "median", "interval", "n", "no value")
_IMPUTED = ("best", "worst", "chance")
_LEGEND = (
    "mean, sd and median are over n {unit}; interval: of Student's t for the mean; no value: of how "
    "many runs, which are in no mean."
)
_OF_IMPUTED = (
    "if best, if worst, if chance: the mean with the best possible, the worst, or what guessing gets in "
    "place of missing values, where that is known."
)
_OF_NO_CHANCE = (
    "if chance is not known of a method of which some missing run has no guesses; an estimate that "
    "could not be read has none."
)
_OF_ABSENT = "no run on: how many data sets that other methods have and this one does not."


def found_text(found: Found) -> str:
    """A table of summaries for every number, then what the tests say, then whether metrics agree."""
    lines: list[str] = []
    for number, verdict in found.verdicts.items():
        rows = [row for row in found.summaries if (row.metric, row.convention) == number]
        lines += [*wrapped(printable(" ".join(number).strip())), _table(rows), ""]
        if not isinstance(verdict, StatisticsError):
            text = _verdict(verdict, found.silent[number])
            advice = (line for hint in hints(text, found.options) for line in wrapped(hint))
            lines += [*_fitted(text), *advice, ""]
    units = {f"{row.summary.unit}s" for row in found.summaries}
    lines += wrapped(_LEGEND.format(unit=" or ".join(sorted(units))))
    if any(_imputed(row) for row in found.summaries):
        lines += wrapped(_OF_IMPUTED)
    if found.with_chance and any(_lacks_chance(row) for row in found.summaries):
        lines += wrapped(_OF_NO_CHANCE)
    if any(row.absent for row in found.summaries):
        lines += wrapped(_OF_ABSENT)
    if found.agreement is not None:
        lines += ["", *_agreement(found.agreement)]
    return "\n".join(lines)


def _verdict(verdict: Comparison | Ranking | None, silent: tuple[str, ...]) -> str:
    text = DESCRIBES if verdict is None else str(verdict)
    if not silent or verdict is None:
        return text
    which = f"{listing(silent)} {'has' if len(silent) == 1 else 'have'} no value at all"
    way_out = "worst= lets the worst possible stand in"
    return f"{text}\nwarning: {which}, and the others are compared. {way_out}"


def _table(rows: list[SummaryRow]) -> str:
    imputed = [name for name in _IMPUTED if any(name in _imputed(row) for row in rows)]
    absent = any(row.absent for row in rows)
    heads = [*_HEADS, *(f"if {name}" for name in imputed), *(["no run on"] if absent else [])]
    columns = [Column(head, right=True) for head in heads]
    cells = [
        [
            row.method,
            *_cells(row),
            *(_number(row.summary, f"mean_{name}") for name in imputed),
            *([str(len(row.absent))] if absent else []),
        ]
        for row in rows
    ]
    return drawn(*in_blocks(Column("method"), columns, cells))


def _imputed(row: SummaryRow) -> list[str]:
    """What is known to stand in for the values that a row lacks."""
    found = row.summary
    if found.counts.ok == found.counts.runs:
        return []
    return [name for name in _IMPUTED if not isnan(getattr(found, f"mean_{name}"))]


def _lacks_chance(row: SummaryRow) -> bool:
    return row.summary.counts.ok < row.summary.counts.runs and isnan(row.summary.mean_chance)


def _cells(row: SummaryRow) -> list[str]:
    found: Summary = row.summary
    interval = "-" if isnan(found.t.low) else " to ".join(map(found.text, found.t))
    missing = found.counts.runs - found.counts.ok
    without = f"{missing} of {found.counts.runs}" if missing else "0"
    middle = [_number(found, name) for name in ("mean", "sd", "median")]
    return [*middle, interval, str(found.n), without]


def _number(found: Summary, name: str) -> str:
    value = getattr(found, name)
    return "-" if isnan(value) else found.text(value)


def _fitted(text: str) -> Iterator[str]:
    """Lines of a text that a name may have made too long, each broken under its own indentation."""
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip(" "))]
        short = printable(line)
        yield from [short] if len(short) < 60 else wrapped(short.strip(), indent)


def _agreement(found: MetricAgreement) -> Iterator[str]:
    known = [pair for pair in found.pairs if not isnan(pair.correlation)]
    if known:
        least = min(known, key=lambda pair: pair.correlation)
        names = [" ".join(part for part in number if part) for number in (least.a, least.b)]
        yield from wrapped(
            f"Agreement of metrics within data sets, Spearman: least {least.correlation:.2f}, of "
            f"{names[0]} and {names[1]}."
        )
    for text in found.warnings:
        yield from wrapped(printable(f"warning: {text}"))
