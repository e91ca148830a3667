"""The order of estimates or methods by each number, and the conventions that change it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isnan

from edgemark.display.elements import Node, element
from edgemark.errors import plural
from edgemark.pages.blocks import (
    Cell,
    Column,
    DataTable,
    Section,
    data_table,
    missing,
    note,
    notes,
    number,
    opened,
)

__all__ = ["Standing", "changes_section", "no_value", "side_by_side"]

_MOST_PAIRS = 100
_TIE = 1e-12


@dataclass(frozen=True, slots=True)
class Standing:
    """
    One number of several estimates or methods.

    Attributes:
        name: of the number.
        better: "lower", "higher", "ratio", or another word if it judges nothing.
        values: by estimate or method; those without a value are nan or absent.
        reasons: of those without a value, what it is instead, such as "undefined", and why.
        is_fair: whether all values were counted in one class of graphs, so that they can be ranked.
        about: what the number counts.
    """

    name: str
    better: str
    values: Mapping[str, float]
    reasons: Mapping[str, tuple[str, str]]
    is_fair: bool = True
    about: Node = ""

    @property
    def judges(self) -> bool:
        """Whether there is a better value."""
        return self.is_fair and self.better in ("lower", "higher", "ratio")

    def ahead(self, a: str, b: str) -> str | None:
        """The better of two; None if they tie or cannot be compared."""
        x, y = self.values.get(a, float("nan")), self.values.get(b, float("nan"))
        if not self.judges or isnan(x) or isnan(y) or abs(x - y) <= _TIE * max(1.0, abs(x)):
            return None
        return a if (x < y) == (self.better == "lower") else b

    def best(self) -> frozenset[str]:
        """Those with the best value, if there are two values or more."""
        known = [name for name, value in self.values.items() if not isnan(value)]
        if not self.judges or len(known) < 2:
            return frozenset()
        return frozenset(
            one for one in known if all(self.ahead(one, other) in (None, one) for other in known)
        )


def changes_section(
    standings: Sequence[Standing], names: Sequence[str], key: str = "order", of: str = ""
) -> Section:
    """List, for every two, the numbers that put the one ahead and those that put the other."""
    judged = [one for one in standings if one.judges]
    unfair = sum(not one.is_fair and one.better != "neither" for one in standings)
    rows: list[Sequence[Cell | str]] = []
    agreed = []
    for a, b in combinations(names, 2):
        by = {one.name: one.ahead(a, b) for one in judged}
        for_a = [name for name, ahead in by.items() if ahead == a]
        for_b = [name for name, ahead in by.items() if ahead == b]
        if for_a and for_b:
            more, fewer = ((a, for_a), (b, for_b))
            if len(for_b) > len(for_a):
                more, fewer = fewer, more
            rows.append(_row(*more, *fewer))
        elif for_a or for_b:
            first, second = (a, b) if for_a else (b, a)
            level = len(judged) - len(for_a) - len(for_b)
            besides = f"; {plural(level, 'number')} equal or missing" if level else ""
            agreed.append(
                f"{first} is ahead of {second} by {plural(len(for_a or for_b), 'number')}{besides}"
            )
    columns = (
        Column("ahead by more numbers"),
        Column("numbers", number=True, falling=True),
        Column("ahead by fewer"),
        Column("numbers", number=True, falling=True),
        Column("by which", sortable=False),
    )
    body: list[Node] = [
        note(
            f"Two change places where one number puts the first ahead and another the second. "
            f"Of {plural(len(names) * (len(names) - 1) // 2, 'pair')}, {len(rows)} do. {of}".rstrip()
        )
    ]
    if unfair:
        body.append(
            note(
                f"{plural(unfair, 'number')} left out here, because they compare estimates in several "
                'classes of graphs, which cannot be ranked. Compare all in one class: reference="auto", '
                "or --reference auto."
            )
        )
    if rows:
        rows.sort(key=lambda row: -float(getattr(row[3], "order", 0) or 0))
        if len(rows) > _MOST_PAIRS:
            body.append(note(f"The table holds the {_MOST_PAIRS} pairs on which numbers disagree most."))
        body.append(
            data_table(DataTable(f"{key}-table", "Where the order changes", columns, rows[:_MOST_PAIRS]))
        )
    if agreed:
        lines = notes(agreed[:_MOST_PAIRS])
        body.append(opened(f"{plural(len(agreed), 'pair')} where no number reverses the order", lines))
    return Section(key, "Where the order changes", tuple(body))


def _row(
    first: str, for_first: Sequence[str], second: str, for_second: Sequence[str]
) -> Sequence[Cell | str]:
    return [
        first,
        Cell(str(len(for_first)), len(for_first)),
        second,
        Cell(str(len(for_second)), len(for_second)),
        Cell(
            opened(
                "which numbers",
                element("p", f"{second} is ahead by:"),
                notes(for_second),
                element("p", f"{first} is ahead by:"),
                notes(for_first),
            )
        ),
    ]


def side_by_side(standings: Sequence[Standing], names: Sequence[str], key: str, title: str) -> Section:
    """Write a row for each number with a column for each estimate or method."""
    columns = (
        Column("number"),
        Column("better", filtered=True),
        *(Column(name, number=True) for name in names),
        Column("order", meaning="from the best to the worst"),
        Column("convention and source", sortable=False),
    )
    rows = [_side_row(one, names) for one in standings]
    return Section(key, title, (data_table(DataTable(f"{key}-table", title, columns, rows)),))


def _side_row(one: Standing, names: Sequence[str]) -> list[Cell | str]:
    best = one.best()
    return [
        one.name,
        one.better,
        *(_value(one, name, best=name in best) for name in names),
        " > ".join(_order(one, names)),
        Cell(one.about),
    ]


def _value(one: Standing, name: str, *, best: bool) -> Cell:
    value = one.values.get(name, float("nan"))
    if isnan(value):
        return Cell(no_value(one, name), value)
    return Cell(number(value), value, best=best)


def no_value(one: Standing, name: str) -> Node:
    """Write why an estimate or method has no value."""
    if name not in one.reasons:
        return "–"
    word, reason = one.reasons[name]
    return missing(reason, word)


def _order(one: Standing, names: Sequence[str]) -> Iterator[str]:
    """Names from the best to the worst, those that tie together."""
    if not one.judges:
        return
    sign = 1 if one.better == "lower" else -1
    known = sorted(
        (sign * one.values[name], name)
        for name in names
        if not isnan(one.values.get(name, float("nan")))
    )
    groups: list[list[str]] = []
    last = float("nan")
    for value, name in known:
        if groups and abs(value - last) <= _TIE * max(1.0, abs(value)):
            groups[-1].append(name)
        else:
            groups.append([name])
            last = value
    yield from (" = ".join(group) for group in groups)
