"""Summaries, comparisons and rankings as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import TYPE_CHECKING

from edgemark.cli.compare_claims import claims_text
from edgemark.cli.compare_data import DESCRIBES
from edgemark.cli.console import wrapped
from edgemark.cli.tables import Column, drawn, in_blocks
from edgemark.display.text import printable
from edgemark.errors import StatisticsError, in_shell, plural
from edgemark.stats.sentences import p_text

if TYPE_CHECKING:
    from edgemark.cli.compare_found import Found, Number
    from edgemark.stats import Comparison, MetricAgreement, Ranking, Summary, SummaryRow

__all__ = ["found_text"]

_HEADS = ("mean", "sd", "median", "interval", "n", "no value")
_IMPUTED = {
    "best": "the best possible value",
    "worst": "the worst possible value",
    "chance": "the expected value of random guessing",
}
_LEGEND = (
    "mean, sd and median are over n {unit}; interval: {level:g} % interval of Student's t for the mean; "
    "no value: number of runs that are in no mean."
)
_OF_NO_CHANCE = (
    "if chance is unknown for a method if one of its missing runs has no chance value; an estimate that "
    "could not be read has none."
)
_NO_MEAN_BY_CHANCE = (
    "no mean with the expected value of random guessing is shown where a missing run has no such value; "
    "an estimate that could not be read has none."
)
_OF_ABSENT = "absent: number of runs that another method has and this one does not."


def found_text(found: Found) -> str:
    """Return a table of summaries and the tests for every metric, then the agreement of metrics."""
    lines: list[str] = []
    for number in found.verdicts:
        rows = [row for row in found.summaries if row.number == number]
        lines += [*wrapped(printable(" ".join(number).strip())), _table(rows), ""]
        lines += [line for text in _without_value(found, rows) for line in wrapped(printable(text))]
        lines += [line for text in _texts(found, number) for line in _broken_lines(text)]
    if found.claims:
        lines += claims_text(found.claims)
    units = {f"{row.summary.unit}s" for row in found.summaries}
    level = 100 * next(iter(found.summaries)).summary.level
    lines += wrapped(_LEGEND.format(unit=" or ".join(sorted(units)), level=level))
    imputed = [
        name for name in _IMPUTED if any(name in _imputing_values(row) for row in found.summaries)
    ]
    if imputed:
        lines += wrapped(_legend_of_imputed(imputed))
    lines += [line for text in _legends_of_chance(found) for line in wrapped(text)]
    if any(row.absent for row in found.summaries):
        lines += wrapped(_OF_ABSENT)
    if found.agreement is not None:
        lines += ["", *_agreement(found.agreement)]
    if found.not_shown:
        names = ", ".join(":".join(filter(None, one)) for one in found.not_shown[:3])
        rest = len(found.not_shown) - 3
        lines += wrapped(
            f"not shown: {names}{f' and {rest} more' if rest > 0 else ''}. Name metrics with --metric."
        )
    for warning in found.warnings:
        lines += wrapped(printable(f"warning: {in_shell(warning, found.options)}"))
    return "\n".join(lines)


def _without_value(found: Found, rows: list[SummaryRow]) -> Iterator[str]:
    """
    For each method that lacks values, write how many runs have none, why, and the reason of the first.
    """
    for row in rows:
        counts = row.summary.counts
        if counts.ok < counts.runs:
            reason = f" ({in_shell(row.reason, found.options)})" if row.reason else ""
            yield f"{row.method}: {counts}{reason}"


def _texts(found: Found, number: Number) -> Iterator[str]:
    """Write the tests of a metric, each part followed by an empty line."""
    verdict, silent = found.verdicts[number], found.silent[number]
    if isinstance(verdict, StatisticsError):
        if found.chance[number]:
            yield from map(str, found.chance[number])
            yield ""
        return
    yield DESCRIBES if verdict is None else _verdict_text(verdict, found.options)
    if silent and verdict is not None:
        yield f"warning: {in_shell(silent.message(reasons=False), found.options)}"
    yield from _family(found, number)
    yield from map(str, found.chance[number])
    yield ""


def _verdict_text(verdict: Comparison | Ranking, options: tuple[str, ...]) -> str:
    """Write a verdict; the remedies of its warnings are shown as options of the command."""
    text = str(verdict)
    for warning in verdict.warnings:
        text = text.replace(str(warning), in_shell(warning, options))
    return text


def _family(found: Found, number: Number) -> Iterator[str]:
    """Write how many tests stay significant if all metrics are corrected together."""
    tests = [test for test in found.family if test.metric == number]
    verdict = found.verdicts[number]
    if not tests or verdict is None or isinstance(verdict, StatisticsError):
        return
    if found.primary == number:
        yield "primary metric: not corrected for the other metrics"
        return
    alpha = round(1 - verdict.level, 12)
    others = len({test.metric for test in found.family}) - (found.primary is not None)
    kept = [test for test in tests if test.p_family < alpha]
    which = f"Holm's correction over {plural(others, 'other metric' if found.primary else 'metric')}"
    if len(tests) == 1:
        p, kind = p_text(tests[0].p_family, alpha), "significant" if kept else "not significant"
        yield f"{which}: p {p if p.startswith('<') else f'= {p}'}, {kind}"
    else:
        yield f"{which}: {len(kept)} of {len(tests)} pairs of methods differ significantly"


def _table(rows: list[SummaryRow]) -> str:
    imputed = [name for name in _IMPUTED if any(name in _imputing_values(row) for row in rows)]
    absent = any(row.absent for row in rows)
    heads = [*_HEADS, *(f"if {name}" for name in imputed), *(["absent"] if absent else [])]
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


def _legend_of_imputed(names: list[str]) -> str:
    """Explain the columns of imputed means."""
    heads = ", ".join(f"if {name}" for name in names)
    values = " or by ".join(_IMPUTED[name] for name in names)
    return f"{heads}: the mean with missing values replaced by {values}, if it is known."


def _imputing_values(row: SummaryRow) -> list[str]:
    """The known values that can replace the missing values of a row."""
    found = row.summary
    if found.counts.ok == found.counts.runs:
        return []
    return [name for name in _IMPUTED if not isnan(getattr(found, f"mean_{name}"))]


def _legends_of_chance(found: Found) -> list[str]:
    """Why numbers of the column "if chance" are missing, or the whole column."""
    said: dict[str, None] = {}
    for number in found.verdicts:
        rows = [row for row in found.summaries if row.number == number]
        if any(map(_has_no_chance, rows)):
            if any("chance" in _imputing_values(row) for row in rows):
                said[_OF_NO_CHANCE] = None
            elif found.chance[number]:
                said[_NO_MEAN_BY_CHANCE] = None
    return list(said)


def _has_no_chance(row: SummaryRow) -> bool:
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


def _broken_lines(text: str) -> Iterator[str]:
    """Break lines that a long name makes too wide; the continuation has the indentation of its line."""
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
            f"Agreement of metrics within data sets (Spearman): lowest {least.correlation:.2f}, between "
            f"{names[0]} and {names[1]}."
        )
