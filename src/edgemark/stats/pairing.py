"""Runs of two methods on the same data sets and seeds become differences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan

import numpy as np

from edgemark.errors import StatisticsError, listing, plural
from edgemark.stats.arrays import Values, differences
from edgemark.stats.runs import Key, Run, Runs
from edgemark.stats.units import Unit, Units, units

__all__ = ["Pairs", "paired"]


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """
    Paired values of two methods, one pair for each unit.

    Attributes:
        unit: what one pair is of, see `Units`.
        names: of the units.
        a: values of the first method.
        b: of the second.
        differences: a - b.
        left_out: runs of which one side or both have no value.
        imputed: runs of which the worst possible stands in for a missing value of a side.
    """

    unit: Unit
    names: tuple[str, ...]
    a: Values
    b: Values
    differences: Values
    left_out: tuple[str, ...]
    imputed: tuple[str, ...]


def paired(a: Runs, b: Runs) -> Pairs:
    """
    Pair runs by data set and seed, then average over the seeds of a data set if there are several.

    The worst possible stands in for a missing value where it is known.

    Raises:
        StatisticsError: a run without a partner, or no pair of two values.
    """
    first, second = ({run.key: run for run in with_worst(runs)} for runs in (a, b))
    _demand_partners(first, second)
    keys = list(first)
    missing = {run.key for runs in (a, b) for run in runs if run.status != "ok"}
    both = [key for key in keys if first[key].status == second[key].status == "ok"]
    kept = set(both)
    left_out = tuple(named(key) for key in keys if key not in kept)
    if not both:
        raise StatisticsError(
            f"a comparison needs a run of which both have a value; got {plural(len(keys), 'pair')} "
            "without one. "
            "worst= lets the worst possible stand in for what is missing"
        )
    values = [_of_units(keys, side, both) for side in (first, second)]
    return Pairs(
        unit=values[0].unit,
        names=values[0].names,
        a=values[0].values,
        b=values[1].values,
        differences=differences(values[0].values, values[1].values),
        left_out=left_out,
        imputed=tuple(named(key) for key in both if key in missing),
    )


def with_worst(runs: Runs) -> Runs:
    """Give runs in which the worst possible stands in for a missing value, where it is known."""
    return Runs(
        tuple(
            run
            if run.status == "ok" or isnan(run.worst)
            else replace(run, value=run.worst, status="ok", reason="")
            for run in runs
        )
    )


def named(key: Key) -> str:
    """
    Write data set and seed.

    Examples:
        >>> named(("asia", "1")), named(("", "3"))
        ('asia/1', '3')
    """
    return "/".join(part for part in key if part)


def _of_units(keys: list[Key], side: dict[Key, Run], both: list[Key]) -> Units:
    kept = set(both)
    return units(keys, [side[key].value if key in kept else np.nan for key in keys])


def _demand_partners(first: dict[Key, Run], second: dict[Key, Run]) -> None:
    alone = [[named(k) for k in x if k not in y] for x, y in ((first, second), (second, first))]
    if not any(alone):
        return
    said = [
        f"only in {side}: {listing(names)}" for side, names in zip("ab", alone, strict=True) if names
    ]
    raise StatisticsError(
        f"every run must have a partner on the same data set and seed; {'; '.join(said)}. Give a run "
        "that failed as nan, so that it is counted"
    )
