"""Summaries, comparisons and rankings as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import TYPE_CHECKING

from edgemark.cli.compare_claims import claims_text
from edgemark.cli.compare_data import NO_TEST
from edgemark.cli.console import wrapped
from edgemark.cli.tables import Column, in_blocks, tables_text
from edgemark.display.text import printable
from edgemark.errors import StatisticsError, in_shell, plural
from edgemark.stats.sentences import p_text

if TYPE_CHECKING:
    from edgemark.cli.compare_runs import CompareResults, Number
    from edgemark.stats import Comparison, MetricAgreement, Ranking, Summary, SummaryRow

__all__ = ["results_text"]

_MOST_PAIRS = 12
_HEADS = ("mean", "sd", "median", "interval", "n", "no value")
_IMPUTED = {
    "best": "the best possible value",
    "worst": "the worst possible value",
    "chance": "the expected value of random guessing",
}
_LEGEND = (
    "mean, sd and median are over n {unit}; interval: {level:g} % interval of Student's t for the mean; "
    "no value: number of runs without a value, which are in no mean."
)
_UNKNOWN_IF_CHANCE = (
    "if chance: unknown for a method with a missing run that has no chance value, such as an estimate "
    "that could not be read."
)
_NO_IF_CHANCE = (
    "no mean with the expected value of random guessing is shown, since missing runs have no such "
    "value; an estimate that could not be read has none."
)
_LEGEND_OF_ABSENT = (
    "absent: number of runs that another method has and this one lacks. The values that replace them "
    "are those of the other methods, if these agree."
)


def results_text(results: CompareResults) -> str:
    """Return a table of summaries and the tests for every metric, then the agreement of metrics."""
    lines: list[str] = []
    for number in results.verdicts:
        rows = [row for row in results.summaries if row.number == number]
        lines += [*wrapped(printable(" ".join(number).strip())), _table(rows), ""]
        lines += [line for text in _without_value(results, rows) for line in wrapped(printable(text))]
        lines += [line for text in _texts(results, number) for line in _broken_lines(text)]
    if results.claims:
        lines += claims_text(results.claims, is_completed=results.missing == "complete")
    units = {f"{row.summary.unit}s" for row in results.summaries}
    level = 100 * next(iter(results.summaries)).summary.level
    lines += wrapped(_LEGEND.format(unit=" or ".join(sorted(units)), level=level))
    imputed = [
        name for name in _IMPUTED if any(name in _imputing_values(row) for row in results.summaries)
    ]
    if imputed:
        lines += wrapped(_legend_of_imputed(imputed))
    lines += [line for text in _legends_of_chance(results) for line in wrapped(text)]
    if any(row.absent for row in results.summaries):
        lines += wrapped(_LEGEND_OF_ABSENT)
    if results.agreement is not None:
        lines += ["", *_agreement(results.agreement)]
    if results.not_shown:
        names = ", ".join(":".join(filter(None, number)) for number in results.not_shown[:3])
        rest = len(results.not_shown) - 3
        lines += wrapped(
            f"not shown: {names}{f' and {rest} more' if rest > 0 else ''}. Name metrics with --metric."
        )
    for warning in results.warnings:
        lines += wrapped(printable(f"warning: {in_shell(warning, results.options)}"))
    return "\n".join(lines)


def _without_value(results: CompareResults, rows: list[SummaryRow]) -> Iterator[str]:
    """
    For each method that lacks values, write how many runs have none, and the reason of the first.
    """
    from edgemark.stats.sentences import counts_with_reason

    for row in rows:
        counts = row.summary.counts
        if counts.ok < counts.runs:
            reason = in_shell(row.reason, results.options)
            yield f"{row.method}: {counts_with_reason(counts, reason)}"


def _texts(results: CompareResults, number: Number) -> Iterator[str]:
    """Write the tests of a metric, each part followed by an empty line."""
    verdict, without_value = results.verdicts[number], results.without_value[number]
    if isinstance(verdict, StatisticsError):
        if results.chance[number]:
            yield from map(str, results.chance[number])
            yield ""
        return
    yield NO_TEST if verdict is None else _verdict_text(verdict, results.options)
    if without_value and verdict is not None:
        yield f"warning: {in_shell(without_value.message(reasons=False), results.options)}"
    yield from _family(results, number)
    yield from map(str, results.chance[number])
    yield ""


def _verdict_text(verdict: Comparison | Ranking, options: tuple[str, ...]) -> str:
    """Write a verdict; the remedies of its warnings are shown as options of the command."""
    text = str(verdict)
    for warning in verdict.warnings:
        text = text.replace(str(warning), in_shell(warning, options))
    return text


def _family(results: CompareResults, number: Number) -> Iterator[str]:
    """Write how many tests stay significant after the correction over all metrics."""
    tests = [test for test in results.family if test.metric == number]
    verdict = results.verdicts[number]
    if not tests or verdict is None or isinstance(verdict, StatisticsError):
        return
    if results.primary == number:
        yield "primary metric: not corrected for the other metrics"
        return
    alpha = round(1 - verdict.level, 12)
    others = len({test.metric for test in results.family}) - (results.primary is not None)
    significant = [test for test in tests if test.p_family < alpha]
    correction = (
        f"Holm's correction over {plural(others, 'other metric' if results.primary else 'metric')}"
    )
    if len(tests) == 1:
        p, kind = p_text(tests[0].p_family, alpha), "significant" if significant else "not significant"
        yield f"{correction}: p {p if p.startswith('<') else f'= {p}'}, {kind}"
    else:
        names = [f"{test.a} and {test.b}" for test in significant]
        which = f": {'; '.join(names[:_MOST_PAIRS])}" if names else ""
        rest = f"; and {len(names) - _MOST_PAIRS} more" if len(names) > _MOST_PAIRS else ""
        yield (
            f"{correction}: {len(names)} of {len(tests)} pairs of methods differ significantly"
            f"{which}{rest}"
        )


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
    return tables_text(*in_blocks(Column("method"), columns, cells))


def _legend_of_imputed(names: list[str]) -> str:
    """Explain the columns of imputed means."""
    heads = ", ".join(f"if {name}" for name in names)
    values = " or by ".join(_IMPUTED[name] for name in names)
    return f"{heads}: the mean with missing values replaced by {values}, if it is known."


def _imputing_values(row: SummaryRow) -> list[str]:
    """Return the names of the known values that can replace the missing values of a row."""
    summary = row.summary
    if summary.counts.ok == summary.counts.runs:
        return []
    return [name for name in _IMPUTED if not isnan(getattr(summary, f"mean_{name}"))]


def _legends_of_chance(results: CompareResults) -> list[str]:
    """Explain why numbers of the column "if chance", or the whole column, are missing."""
    legends: dict[str, None] = {}
    for number in results.verdicts:
        rows = [row for row in results.summaries if row.number == number]
        if any(map(_has_no_chance, rows)):
            if any("chance" in _imputing_values(row) for row in rows):
                legends[_UNKNOWN_IF_CHANCE] = None
            elif results.chance[number]:
                legends[_NO_IF_CHANCE] = None
    return list(legends)


def _has_no_chance(row: SummaryRow) -> bool:
    return row.summary.counts.ok < row.summary.counts.runs and isnan(row.summary.mean_chance)


def _cells(row: SummaryRow) -> list[str]:
    summary: Summary = row.summary
    interval = "-" if isnan(summary.t.low) else " to ".join(map(summary.text, summary.t))
    missing = summary.counts.runs - summary.counts.ok
    without = f"{missing} of {summary.counts.runs}" if missing else "0"
    middle = [_number(summary, name) for name in ("mean", "sd", "median")]
    return [*middle, interval, str(summary.n), without]


def _number(summary: Summary, name: str) -> str:
    value = getattr(summary, name)
    return "-" if isnan(value) else summary.text(value)


def _broken_lines(text: str) -> Iterator[str]:
    """Break lines that a long name makes too wide; the continuation has the indentation of its line."""
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip(" "))]
        short = printable(line)
        yield from [short] if len(short) < 60 else wrapped(short.strip(), indent)


def _agreement(agreement: MetricAgreement) -> Iterator[str]:
    defined = [pair for pair in agreement.pairs if not isnan(pair.correlation)]
    if defined:
        lowest = min(defined, key=lambda pair: pair.correlation)
        names = [" ".join(part for part in number if part) for number in (lowest.a, lowest.b)]
        yield from wrapped(
            f"Agreement of metrics within data sets (Spearman): lowest {lowest.correlation:.2f}, "
            f"between {names[0]} and {names[1]}."
        )
