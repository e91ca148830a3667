"""Which rows of a report are shown, and where: one home for its text and its HTML."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

from edgemark.report import Report, Row
from edgemark.values import COUNTS, RATIOS

__all__ = [
    "TITLES",
    "Recovery",
    "Section",
    "conversions",
    "head",
    "number",
    "recovery",
    "refusals",
    "sections",
]

TITLES: Mapping[str, str] = {
    "lower": "DISTANCE (0 is best)",
    "higher": "SCORE (1 is best)",
    "ratio": "RATIO TO CHANCE (above 1 is better)",
    "neither": "DESCRIPTION (of the estimate)",
}
"""What stands over the metrics of which a lower, or a higher, value is better."""

_MEASURES = frozenset({*COUNTS, *RATIOS})
_CLASSES = ("cpdag", "mpdag")
_SHOWN_MEASURES = ("tp", "fp", "fn", "tn", "precision", "recall", "f1")


@dataclass(frozen=True, slots=True)
class Section:
    """Metrics that are read the same way, one a row."""

    title: str
    rows: tuple[Row, ...]

    @property
    def has_rates(self) -> bool:
        """Whether some number is out of a most possible one."""
        return any(row.of is not None for row in self.rows)


@dataclass(frozen=True, slots=True)
class Recovery:
    """
    Confusions, one a row, with a column for each measure that is shown.

    Attributes:
        columns: names of the measures.
        rows: the measures of each convention.
        absent: conventions of which neither graph has a positive; they are not among the rows.
    """

    columns: tuple[str, ...]
    rows: Mapping[str, Mapping[str, Row]]
    absent: tuple[str, ...]

    @property
    def undefined(self) -> tuple[Row, ...]:
        """Rows whose column shows no number, true negatives aside."""
        return tuple(
            measures[name]
            for measures in self.rows.values()
            for name in self.columns
            if name != "tn" and name in measures and measures[name].status == "undefined"
        )


def sections(rows: Sequence[Row]) -> tuple[Section, ...]:
    """Group the metrics that have a value, but are no measure of a confusion, by what is better."""
    shown = [row for row in rows if row.metric not in _MEASURES and row.status == "ok"]
    kinds = dict.fromkeys([*TITLES, *(row.better for row in shown)])
    found = {kind: tuple(row for row in shown if row.better == kind) for kind in kinds}
    return tuple(
        Section(TITLES.get(kind, kind.upper()), group) for kind, group in found.items() if group
    )


def recovery(rows: Iterable[Row]) -> Recovery:
    """Collect the confusions; of many measures, those that everybody reads."""
    everything: dict[str, dict[str, Row]] = {}
    for row in rows:
        if row.metric in _MEASURES and row.status != "refused":
            everything.setdefault(row.convention, {})[row.metric] = row
    columns = tuple(dict.fromkeys(name for measures in everything.values() for name in measures))
    if len(columns) > len(_SHOWN_MEASURES):
        columns = tuple(name for name in columns if name in _SHOWN_MEASURES)
    absent = tuple(name for name, measures in everything.items() if _has_no_positive(measures))
    present = {name: measures for name, measures in everything.items() if name not in absent}
    return Recovery(columns, present, absent)


def _has_no_positive(measures: Mapping[str, Row]) -> bool:
    return all(name in measures and measures[name].value == 0 for name in ("tp", "fp", "fn"))


def refusals(rows: Sequence[Row]) -> dict[str, tuple[Row, ...]]:
    """Give what is not defined on these graphs by its name, with all that is for one reason together."""
    missing = [
        row
        for row in rows
        if row.status == "refused" or (row.status == "undefined" and row.metric not in _MEASURES)
    ]
    return {
        _name(group, rows): group
        for group in _grouped(missing, lambda row: (_subject(row), row.reason)).values()
    }


def conversions(report: Report) -> dict[str, str]:
    """
    Say which classes stand in place of those given, for the numbers whose names do not say it.

    Returns:
        For the classes of truth and estimate, such as "CPDAG / CPDAG", the names of what compares them.
    """
    as_given = f"{report.truth.kind} / {report.estimate.kind}"
    converted = [
        row
        for row in report
        if row.status == "ok"
        and row.compared.startswith(_CLASSES)
        and row.compared != as_given
        and row.compared.partition(" ")[0] not in row.convention.lower()
    ]
    return {
        classes.replace("mpdag", "MPDAG").replace("cpdag", "CPDAG"): ", ".join(
            _name(group, report.rows) for group in _grouped(rows, _subject).values()
        )
        for classes, rows in _grouped(converted, lambda row: row.compared).items()
    }


def _grouped(rows: Iterable[Row], key: Callable[[Row], Hashable]) -> dict[Any, tuple[Row, ...]]:
    groups: dict[Any, tuple[Row, ...]] = {}
    for row in rows:
        groups[key(row)] = (*groups.get(key(row), ()), row)
    return groups


def _subject(row: Row) -> str:
    """What a row is a number of: its metric, or the confusion whose measure it is."""
    return row.convention if row.metric in _MEASURES else row.metric


def _name(group: Sequence[Row], among: Sequence[Row]) -> str:
    """Name rows of one subject: by it alone if they are several and all that there are of it."""
    subject = _subject(group[0])
    all_of_it = len(group) == sum(row.metric == subject for row in among)
    if group[0].metric in _MEASURES or (all_of_it and len(group) > 1):
        return subject
    return f"{subject} {', '.join(row.convention for row in group)}".strip()


def head(measure: str) -> str:
    """Write the name of a measure as it stands over its column."""
    return measure.upper() if measure in COUNTS else measure


def number(row: Row) -> str:
    """Write the value of a row; counts in full, others with three digits, "-" for unknown negatives."""
    if row.metric == "tn" and row.status == "undefined":
        return "-"
    return decimal(row.value)


def decimal(value: float) -> str:
    """
    Write a number with three digits, or in full where it is an integer.

    Examples:
        >>> decimal(3), decimal(2 / 3), decimal(float("nan"))
        ('3', '0.667', 'nan')
    """
    if isnan(value):
        return "nan"
    return str(value) if isinstance(value, int) else f"{value:.3f}"
