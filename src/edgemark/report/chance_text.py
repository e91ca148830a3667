"""A report with the scores of random guessing, as text of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from math import isnan
from typing import TYPE_CHECKING

from edgemark.display.text import clipped, printable
from edgemark.report.layout import TITLES, conversions, decimal, number, recovery, refusals_by_reason
from edgemark.report.p_values import p_value_text
from edgemark.values import COUNTS, RATIOS

if TYPE_CHECKING:
    from edgemark.report import Report, Row

__all__ = ["HEADS", "LEGEND", "NAME_WIDTH", "cells", "line", "shown", "write"]

_WIDTH = 80
NAME_WIDTH = 32
HEADS = f"{'value':>8}{'chance':>9}{'95 % of guesses':>16}{'p':>8}{'above':>7}"
_MAX_MEASURES = 3
_SHOWN_OF_MANY = frozenset({"precision", "recall", "f1"})
_TRIVIAL = ("empty", "complete", "complete_undirected")


def write(report: Report) -> str:
    """
    Write both graphs, the scores with those of random guessing, the scores of trivial graphs, the
    refused metrics, and warnings. `shown` selects the scores.
    """
    lines = [f"truth     {report.truth}", f"estimate  {report.estimate}"]
    rows = tuple(shown(report))
    for better, title in TITLES.items():
        rows_of_title = [row for row in rows if row.better == better]
        if rows_of_title:
            lines += ["", f"{title.partition(' (')[0]:<{NAME_WIDTH}}{HEADS}", *map(line, rows_of_title)]
    trivial_lines = _trivial_lines([row for row in rows if row.metric not in ("precision", "recall")])
    lines += [*trivial_lines, "", *_wrapped(LEGEND)]
    if trivial_lines:
        lines += _wrapped(_LEGEND_OF_TRIVIAL_GRAPHS)
    for classes, names in conversions(report).items():
        lines += ["", *_wrapped(f"compared as {classes}: {names}")]
    for (has_guesses, reason), scores in _without_mean(rows).items():
        problem = "no guess has a value of" if has_guesses else "no guesses to compare with"
        lines += ["", *_wrapped(f"{problem} {', '.join(scores)}: {reason}")]
    confusions = recovery(report.rows)
    if confusions.absent:
        lines += ["", *_wrapped(f"in neither graph: {', '.join(confusions.absent)}")]
    undefined = () if rows else confusions.undefined
    for row in undefined:
        lines += ["", *_wrapped(f"{row.metric} of {row.convention} is undefined: {row.reason}")]
    refused = refusals_by_reason(report.rows)
    if refused:
        lines += ["", "NOT DEFINED HERE"]
        for names, reason in refused:
            lines += _wrapped(f"{names}: {reason}")
    for text in report.warnings:
        lines += ["", *_wrapped(text if text.startswith("chance") else f"warning: {text}")]
    return "\n".join(lines)


def _without_mean(rows: Sequence[Row]) -> dict[tuple[bool, str], list[str]]:
    """Names of scores without a mean over guesses, by whether there are guesses and by the reason."""
    names: dict[tuple[bool, str], list[str]] = {}
    for row in rows:
        if row.chance is not None and isnan(row.chance.mean) and row.chance.reason:
            has_guesses = row.chance.method != "none"
            names.setdefault((has_guesses, row.chance.reason), []).append(
                f"{row.metric} {row.convention}".strip()
            )
    return names


LEGEND = (
    "chance: mean of the guesses. above: 0 = mean of the guesses, 1 = perfect, negative = worse than "
    "the mean. p: probability that a guess is at least as good; if simulated, (k + 1) / (n + 1), where "
    "k of n guesses are; ≤: no guess is. No mark: exact; ~: exact mean, simulated p; *: simulated"
)
_LEGEND_OF_TRIVIAL_GRAPHS = (
    "empty: no edge, or equal scores. complete: a DAG with an edge between every two nodes, along a "
    "random order; undirected: the complete undirected graph. nan: the metric is undefined on that "
    "graph; adjustment distances are undefined between a class and a DAG"
)
_MARKS = {"exact": " ", "exact mean": "~", "simulated": "*", "none": " "}


def shown(report: Report) -> Iterator[Row]:
    """
    Yield the rows of a report from `chance` that have a value or a mean over guesses.

    If there are many measures of confusion matrices, only precision, recall and F1 are shown. Confusion
    matrices without positives in either graph are left out.
    """
    confusions = recovery(report.rows)
    measures = {row.metric for row in report if row.metric in _MEASURES}
    shown_measures = measures & _SHOWN_OF_MANY if len(measures) > _MAX_MEASURES else measures
    for row in report:
        if row.chance is None or (isnan(row.value) and isnan(row.chance.mean)):
            continue
        if row.metric not in _MEASURES or (
            row.metric in shown_measures and row.convention not in confusions.absent
        ):
            yield row


_MEASURES = frozenset({*COUNTS, *RATIOS})


def cells(row: Row) -> tuple[str, str, str, str, str]:
    """Value, mean of the guesses with its mark, interval, p-value, and `above`, as `LEGEND` explains."""
    chance = row.chance
    assert chance is not None
    if chance.method == "none" or isnan(chance.mean):
        return number(row), "- ", "-", "-", "-"
    return (
        number(row),
        f"{decimal_or_whole(chance.mean)}{_MARKS[chance.method]}",
        f"{decimal_or_whole(chance.low)} to {decimal_or_whole(chance.high)}",
        p_value_text(chance.p_value, is_at_limit=chance.is_at_limit),
        "-" if isnan(chance.above) else f"{chance.above:.2f}",
    )


def line(row: Row) -> str:
    """Write a row under `HEADS`. A long name has several lines; the last of them has the numbers."""
    value, mean, interval, p_value, above = cells(row)
    return f"{_name(row)}{value:>8}{mean:>9}{interval:>16}{p_value:>8}{above:>7}"


def _trivial_lines(rows: Sequence[Row]) -> list[str]:
    """Write the scores of the trivial graphs. Leave out a graph on which every score is undefined."""
    names = [name for name in _TRIVIAL if not all(isnan(getattr(row.chance, name)) for row in rows)]
    if not names:
        return []
    heads = (name.removeprefix("complete_") for name in names)
    lines = ["", f"{'TRIVIAL GRAPHS':<{NAME_WIDTH}}{''.join(f'{head:>12}' for head in heads)}"]
    for row in rows:
        values = (decimal_or_whole(getattr(row.chance, name)) for name in names)
        lines.append(f"{_name(row)}{''.join(f'{value:>12}' for value in values)}".rstrip())
    return lines


def _name(row: Row) -> str:
    """Write a name. A long name has several lines, because its start alone may be another name."""
    name = f"{row.metric} {row.convention}".strip()
    *before, last = textwrap.wrap(name, NAME_WIDTH - 1, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join([*before, last.ljust(NAME_WIDTH)])


def decimal_or_whole(value: float) -> str:
    """
    Write a number with three decimals, one decimal from 10 on, or none if it is an integer.

    Examples:
        >>> decimal_or_whole(3.0), decimal_or_whole(12.345), decimal_or_whole(0.5)
        ('3', '12.3', '0.500')
    """
    if isnan(value):
        return "nan"
    if float(value).is_integer():
        return str(int(value))
    return decimal(value) if abs(value) < 10 else f"{value:.1f}"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(
        clipped(printable(text)), _WIDTH, subsequent_indent="  ", break_on_hyphens=False
    )
