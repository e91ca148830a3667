"""The layout of a report: which rows are shown, and in which section. Text and HTML share it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

from edgemark.metrics.bounds import bounds_by_name
from edgemark.metrics.declaration import better_by_name
from edgemark.values import COUNTS, RATIOS

if TYPE_CHECKING:
    from edgemark.report import Report, Row

__all__ = [
    "TITLES",
    "Recovery",
    "Section",
    "conversions",
    "head",
    "number",
    "recovery",
    "refusals",
    "refusals_by_reason",
    "sections",
]

TITLES: Mapping[str, str] = {
    "lower": "DISTANCE (0 is best)",
    "higher": "SCORE (1 is best)",
    "ratio": "RATIO TO CHANCE (above 1 is better)",
    "neither": "DESCRIPTION (of the estimate)",
}
"""The heading of each section, by the better direction of its metrics."""
_BEST = {"lower": 0.0, "higher": 1.0}
_TITLES_WITHOUT_BEST = {"lower": "DISTANCE (lower is better)", "higher": "SCORE (higher is better)"}

_MEASURES = frozenset({*COUNTS, *RATIOS})
_CLASSES = ("cpdag", "mpdag")
_SHOWN_MEASURES = ("tp", "fp", "fn", "tn", "precision", "recall", "f1")


@dataclass(frozen=True, slots=True)
class Section:
    """A section of metrics with the same better direction, one in each row."""

    title: str
    rows: tuple[Row, ...]

    @property
    def has_rates(self) -> bool:
        """Whether some number has a maximum."""
        return any(row.of is not None for row in self.rows)


@dataclass(frozen=True, slots=True)
class Recovery:
    """
    A section of confusion matrices, one in each row, with a column for each measure that is shown.

    Attributes:
        columns: names of the measures.
        rows: the measures of each convention.
        absent: conventions under which neither graph has a positive; they have no row.
    """

    columns: tuple[str, ...]
    rows: Mapping[str, Mapping[str, Row]]
    absent: tuple[str, ...]

    @property
    def undefined(self) -> tuple[Row, ...]:
        """The shown measures that are undefined, except true negatives."""
        return tuple(
            measures[name]
            for measures in self.rows.values()
            for name in self.columns
            if name != "tn" and name in measures and measures[name].status == "undefined"
        )


def sections(rows: Sequence[Row]) -> tuple[Section, ...]:
    """
    Group the metrics by their better direction. Metrics without a value and measures of confusion
    matrices are left out.

    Numbers whose best possible value is not 0 or 1, such as a log score with clipped probabilities,
    have a section of their own.
    """
    shown = [row for row in rows if row.metric not in _MEASURES and row.status == "ok"]
    groups: dict[str, list[Row]] = {}
    for direction in dict.fromkeys([*TITLES, *(row.better for row in shown)]):
        of_direction = [row for row in shown if row.better == direction]
        for row in sorted(of_direction, key=_has_other_best):  # stable: the order of the rows is kept
            other_best = _has_other_best(row)
            title = _TITLES_WITHOUT_BEST[direction] if other_best else TITLES.get(direction)
            groups.setdefault(title or direction.upper(), []).append(row)
    return tuple(Section(title, tuple(group)) for title, group in groups.items())


def _has_other_best(row: Row) -> bool:
    """Whether it is a metric of edgemark whose best possible value is not that of the usual heading."""
    if row.better not in _BEST or better_by_name(row.metric) is None:
        return False
    best, _ = bounds_by_name(":".join(filter(None, (row.metric, row.convention))))
    return best != _BEST[row.better]


def recovery(rows: Iterable[Row]) -> Recovery:
    """Collect the confusion matrices. If there are many measures, keep only the common ones."""
    confusions: dict[str, dict[str, Row]] = {}
    for row in rows:
        if row.metric in _MEASURES and row.status != "refused":
            confusions.setdefault(row.convention, {})[row.metric] = row
    columns = tuple(dict.fromkeys(name for measures in confusions.values() for name in measures))
    if len(columns) > len(_SHOWN_MEASURES):
        columns = tuple(name for name in columns if name in _SHOWN_MEASURES)
    absent = tuple(name for name, measures in confusions.items() if _has_no_positive(measures))
    present = {name: measures for name, measures in confusions.items() if name not in absent}
    return Recovery(columns, present, absent)


def _has_no_positive(measures: Mapping[str, Row]) -> bool:
    return all(name in measures and measures[name].value == 0 for name in ("tp", "fp", "fn"))


def refusals(rows: Sequence[Row]) -> dict[str, tuple[Row, ...]]:
    """
    Return the rows that are refused, and those of metrics that are undefined, grouped by the reason.

    The keys are the names of the metrics, or "every metric". Undefined measures of confusion matrices
    are not included.
    """
    missing = [
        row
        for row in rows
        if row.status == "refused" or (row.status == "undefined" and row.metric not in _MEASURES)
    ]
    if len(missing) == len(rows) > 1 and len({str(row.reason) for row in missing}) == 1:
        return {"every metric": tuple(missing)}
    return {
        _name(group, rows): group
        for group in _grouped(missing, lambda row: (_subject(row), row.reason)).values()
    }


def refusals_by_reason(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """Return each reason of `refusals` once, after the names of the metrics that it holds for."""
    groups: dict[str, list[tuple[str, str]]] = {}
    metrics = {row.metric for row in rows}
    for name, group in refusals(rows).items():
        reason = str(group[0].reason)
        metric, _, rest = reason.partition(" ")
        # Reasons that begin with the name of a metric are one reason if the rest is the same.
        groups.setdefault(rest if metric in metrics else reason, []).append((name, reason))
    return [
        (
            ", ".join(name for name, _ in named),
            named[0][1] if len({reason for _, reason in named}) == 1 else f"each {rest}",
        )
        for rest, named in groups.items()
    ]


def conversions(report: Report) -> dict[str, str]:
    """
    List the CPDAGs and MPDAGs that are compared instead of the given graphs, unless the name of the
    convention says so.

    Returns:
        The names of the metrics for each pair of classes of truth and estimate, such as "CPDAG / CPDAG".
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
    """The subject of a row: its metric, or the confusion matrix that it is a measure of."""
    return row.convention if row.metric in _MEASURES else row.metric


def _name(group: Sequence[Row], among: Sequence[Row]) -> str:
    """
    Name the rows of one subject, with their conventions.

    The subject is enough for a confusion matrix, and for several rows that are all those of a metric.
    """
    subject = _subject(group[0])
    is_complete = len(group) == sum(row.metric == subject for row in among)
    if group[0].metric in _MEASURES or (is_complete and len(group) > 1):
        return subject
    return f"{subject} {', '.join(row.convention for row in group)}".strip()


def head(measure: str) -> str:
    """Write the name of a measure as the heading of its column."""
    return measure.upper() if measure in COUNTS else measure


def number(row: Row) -> str:
    """Write the value of a row: counts in full, others with three decimals; "-" if `tn` is unknown."""
    if row.metric == "tn" and row.status == "undefined":
        return "-"
    return decimal(row.value)


def decimal(value: float) -> str:
    """
    Write a number with three decimals; an `int` has none.

    Examples:
        >>> decimal(3), decimal(2 / 3), decimal(float("nan"))
        ('3', '0.667', 'nan')
    """
    if isnan(value):
        return "nan"
    return str(value) if isinstance(value, int) else f"{value:.3f}"
