"""
The order of estimates or methods by each number, and the pairs whose order depends on the number.

A number is what the pages call a metric with one of its conventions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isnan

from edgemark.display.elements import Node, element
from edgemark.display.svg import shortened
from edgemark.errors import plural
from edgemark.pages.blocks import (
    Cell,
    Column,
    DataTable,
    Section,
    data_table,
    filter_and_sort_help,
    missing,
    note,
    notes,
    number,
    opened,
)
from edgemark.values import exceeds

__all__ = ["RULE_FOR_BOLD", "Standing", "changes_section", "no_value", "side_by_side"]

_MOST_PAIRS = 100
_LONGEST = 40
"""Longer names are shortened where they are repeated beside values."""
RULE_FOR_BOLD = (
    "Bold marks the best value of a number. No value is marked unless all {them} of the table have a "
    "value, computed in one class of graphs and over the same candidate pairs."
)
"""The rule for bold values, which is the same on every page."""


@dataclass(frozen=True, slots=True)
class Standing:
    """
    The values of one number for several estimates or methods.

    Attributes:
        name: name of the metric and of its convention.
        better: "lower", "higher", "ratio", or another word if no direction is better.
        values: the value of each estimate or method; nan or absent if there is none.
        reasons: for each estimate or method without a value, a word such as "undefined", and the reason.
        is_fair: whether all values were computed in one class of graphs and over the same candidate
            pairs, so that they can be ranked.
        about: what the metric counts.
    """

    name: str
    better: str
    values: Mapping[str, float]
    reasons: Mapping[str, tuple[str, str]]
    is_fair: bool = True
    about: Node = ""

    @property
    def judges(self) -> bool:
        """Whether some values are better than others."""
        return self.is_fair and self.better in ("lower", "higher", "ratio")

    def ahead(self, a: str, b: str) -> str | None:
        """Return the one with the better value; None if they tie or cannot be compared."""
        x, y = self.values.get(a, float("nan")), self.values.get(b, float("nan"))
        if not self.judges or not (exceeds(x, y) or exceeds(y, x)):
            return None
        return a if (x < y) == (self.better == "lower") else b

    def best(self, names: Sequence[str]) -> frozenset[str]:
        """Return all names with the best value; none for a single name, or if a name has no value."""
        is_complete = all(not isnan(self.values.get(name, float("nan"))) for name in names)
        if not self.judges or not is_complete or len(names) < 2:
            return frozenset()
        return frozenset(
            name for name in names if all(self.ahead(name, other) in (None, name) for other in names)
        )


@dataclass(frozen=True, slots=True)
class _Change:
    """Two estimates or methods, with the numbers by which each is ahead."""

    first: str
    for_first: Sequence[Standing]
    second: str
    for_second: Sequence[Standing]

    @classmethod
    def of(cls, a: str, b: str, judged: Sequence[Standing]) -> _Change:
        """Compare two. The one that is ahead by more numbers becomes `first`."""
        for_a = [standing for standing in judged if standing.ahead(a, b) == a]
        for_b = [standing for standing in judged if standing.ahead(a, b) == b]
        return cls(a, for_a, b, for_b) if len(for_a) >= len(for_b) else cls(b, for_b, a, for_a)


def changes_section(
    standings: Sequence[Standing], names: Sequence[str], key: str = "order", values_note: str = ""
) -> Section:
    """
    List the pairs that change places, then the pairs whose order no number reverses.

    Each pair is listed with the numbers by which each of the two is ahead. Pairs that tie on every
    number are left out. Both lists end after 100 pairs.
    """
    judged = [standing for standing in standings if standing.judges]
    pairs = [_Change.of(a, b, judged) for a, b in combinations(names, 2)]
    changed = sorted((pair for pair in pairs if pair.for_second), key=lambda pair: -len(pair.for_second))
    agreed = [pair for pair in pairs if pair.for_first and not pair.for_second]
    body: list[Node] = [
        note(
            "A pair changes places if each of the two has the better value of at least one number. "
            f"{len(changed)} of {plural(len(pairs), 'pair')} change places. {values_note}".rstrip()
        )
    ]
    if unfair := sum(not standing.is_fair and standing.better != "neither" for standing in standings):
        body.append(
            note(
                f"{plural(unfair, 'number')} left out here, because they compare estimates in several "
                "classes of graphs, or over different candidate pairs, which cannot be ranked. Compare "
                'all over the same candidates and in one class: reference="auto", or --reference auto.'
            )
        )
    if len(changed) > _MOST_PAIRS:
        body.append(note(f"The table holds the {_MOST_PAIRS} pairs on which numbers disagree most."))
    if changed:
        rows = [_row(pair) for pair in changed[:_MOST_PAIRS]]
        body.append(data_table(DataTable(f"{key}-table", "Where the order changes", _CHANGES, rows)))
    if agreed:
        lines = notes(_unchanged_pair(pair, len(judged)) for pair in agreed[:_MOST_PAIRS])
        body.append(opened(f"{plural(len(agreed), 'pair')} whose order no number reverses", lines))
    return Section(key, "Where the order changes", tuple(body))


_CHANGES = (
    Column("ahead by more numbers"),
    Column("ahead by fewer"),
    Column("by which", sortable=False),
    Column("numbers for the first", number=True, falling=True),
    Column("for the second", number=True, falling=True),
)


def _row(change: _Change) -> Sequence[Cell | str]:
    contents = (
        element("p", f"{change.second} is ahead by:"),
        _values_of(change.for_second, change.second, change.first),
        element("p", f"{change.first} is ahead by:"),
        _values_of(change.for_first, change.first, change.second),
    )
    return [
        change.first,
        change.second,
        Cell(opened("which numbers", *contents)),
        Cell(str(len(change.for_first)), len(change.for_first)),
        Cell(str(len(change.for_second)), len(change.for_second)),
    ]


def _unchanged_pair(change: _Change, n_judged: int) -> Node:
    n_others = n_judged - len(change.for_first)
    besides = f"; {plural(n_others, 'number')} equal or missing" if n_others else ""
    n_ahead = plural(len(change.for_first), "number")
    summary = f"{change.first} is ahead of {change.second} by {n_ahead}{besides}"
    return opened(summary, _values_of(change.for_first, change.first, change.second))


def _values_of(standings: Sequence[Standing], ahead: str, behind: str) -> Node:
    """List numbers with the values of both, the better one first."""
    pair = [(name, shortened(name, _LONGEST)) for name in (ahead, behind)]
    return notes(
        f"{one.name}: {', '.join(f'{shown} {number(one.values[name])}' for name, shown in pair)}"
        for one in standings
    )


def side_by_side(standings: Sequence[Standing], names: Sequence[str], key: str, title: str) -> Section:
    """Write a row for each number with a column for each estimate or method."""
    columns = (
        Column("number"),
        Column("better", filtered=True),
        *(Column(name, number=True) for name in names),
        Column("order", meaning="from the best to the worst"),
        Column("convention and source", sortable=False),
    )
    rows = [_side_row(standing, names) for standing in standings]
    table = DataTable(f"{key}-table", title, columns, rows)
    return Section(key, title, (note(filter_and_sort_help(table)), data_table(table)))


def _side_row(standing: Standing, names: Sequence[str]) -> list[Cell | str]:
    best = standing.best(names)
    return [
        standing.name,
        standing.better,
        *(_value(standing, name, best=name in best) for name in names),
        " > ".join(_order(standing, names)),
        Cell(standing.about),
    ]


def _value(standing: Standing, name: str, *, best: bool) -> Cell:
    value = standing.values.get(name, float("nan"))
    if isnan(value):
        return Cell(no_value(standing, name), value)
    return Cell(number(value), value, best=best)


def no_value(standing: Standing, name: str) -> Node:
    """Write why an estimate or method has no value."""
    if name not in standing.reasons:
        return "–"
    word, reason = standing.reasons[name]
    return missing(reason, word)


def _order(standing: Standing, names: Sequence[str]) -> Iterator[str]:
    """Yield the names from the best to the worst; names that tie are joined by "="."""
    if not standing.judges:
        return
    sign = 1 if standing.better == "lower" else -1
    ordered = sorted(
        (sign * standing.values[name], name)
        for name in names
        if not isnan(standing.values.get(name, float("nan")))
    )
    if len(ordered) < 2:
        return
    groups: list[list[str]] = []
    last = float("nan")
    for value, name in ordered:
        if groups and not (exceeds(value, last) or exceeds(last, value)):
            groups[-1].append(name)
        else:
            groups.append([name])
            last = value
    yield from (" = ".join(group) for group in groups)
