"""Which rows of a report are shown, and where: one home for its text and its HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan

from edgemark.report import Row
from edgemark.values import COUNTS, RATIOS

__all__ = ["TITLES", "Recovery", "Section", "head", "number", "recovery", "refusals", "sections"]

TITLES: Mapping[str, str] = {
    "lower": "DISTANCE (0 is best)",
    "higher": "SCORE (1 is best)",
    "ratio": "RATIO TO CHANCE (above 1 is better)",
    "neither": "DESCRIPTION (of the estimate)",
}
"""What stands over the metrics of which a lower, or a higher, value is better."""

_MEASURES = frozenset({*COUNTS, *RATIOS})
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


def refusals(rows: Iterable[Row]) -> dict[str, Row]:
    """Give what is not defined on these graphs by its name, a refused confusion once."""
    return {
        (row.convention if row.metric in _MEASURES else f"{row.metric} {row.convention}".strip()): row
        for row in rows
        if row.status == "refused" or (row.status == "undefined" and row.metric not in _MEASURES)
    }


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
