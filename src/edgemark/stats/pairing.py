"""Pairing of the runs of two methods by data set and seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from edgemark.content_equality import EqualByContent
from edgemark.errors import Remedy, StatisticsError, listing, plural
from edgemark.stats.checked_values import Values
from edgemark.stats.compared_classes import demand_same_class
from edgemark.stats.counted_pairs import demand_same_candidates
from edgemark.stats.missing_reasons import absent_or_worst, why_missing
from edgemark.stats.missing_runs import completed_sides
from edgemark.stats.replicates import Design, Replicate, Unit, Units, design, units
from edgemark.stats.runs import Key, Run, Runs
from edgemark.stats.ties import differences

__all__ = ["Pairs", "named", "paired", "row_number_remedies", "with_worst"]


@dataclass(frozen=True, slots=True, eq=False)
class Pairs(EqualByContent):
    """
    Paired values of two methods, one pair for each replicate, which is a run or a data set.

    Attributes:
        design: the unit of replication.
        names: names of the replicates.
        a: values of the first method.
        b: values of the second method.
        differences: a - b.
        runs: the differences that are ranked: those of single runs if runs are nested in data sets, else
            the same as `differences`.
        groups: for each of `runs`, the position of its replicate in `differences`.
        left_out: names of the runs that are left out, because a or b has no value on them.
        absent: names of the runs in `left_out` that a or b does not have at all.
        lacking: number of runs in `left_out` on which a has no value, and number on which b has none.
        why: why runs have no value, as a part of a sentence; empty if no reason is known.
        imputed: names of the runs whose missing value was replaced by the worst possible value.
    """

    design: Design
    names: tuple[str, ...]
    a: Values
    b: Values
    differences: Values
    runs: Values
    groups: NDArray[np.int64]
    left_out: tuple[str, ...]
    absent: tuple[str, ...]
    lacking: tuple[int, int]
    why: str
    imputed: tuple[str, ...]

    @property
    def unit(self) -> Unit:
        """The name of the unit of replication."""
        return self.design.unit

    @property
    def is_nested(self) -> bool:
        """Whether several ranked differences can belong to one replicate."""
        return self.design.replicate == "nested"


def paired(a: Runs, b: Runs, replicate: Replicate | None = None) -> Pairs:
    """
    Pair runs by data set and seed. If data sets are the replicates, average over their seeds.

    A missing value is replaced by the worst possible value if that is known; a refused one never is.

    Raises:
        StatisticsError: there is no run on which both methods have a value; or their metrics counted
            different pairs of nodes, or were computed in different classes of graphs.
    """
    demand_same_candidates(a, b)
    demand_same_class(a, b)
    a, b = completed_sides(a, b)
    runs_of_a, runs_of_b = ({run.key: run for run in with_worst(runs)} for runs in (a, b))
    keys = list(runs_of_a)
    missing = {run.key for runs in (a, b) for run in runs if run.status != "ok"}
    absent = {run.key for runs in (a, b) for run in runs if run.status == "absent"}
    complete = [key for key in keys if runs_of_a[key].status == runs_of_b[key].status == "ok"]
    complete_keys = set(complete)
    left_out = [key for key in keys if key not in complete_keys]
    if not complete:
        raise _no_pair(a, b, keys)
    sides = [
        _units_of_complete_pairs(keys, side, complete_keys, replicate) for side in (runs_of_a, runs_of_b)
    ]
    d = differences(sides[0].values, sides[1].values)
    chosen = design(keys, replicate).over(complete)
    nested = chosen.replicate == "nested"
    return Pairs(
        design=chosen,
        names=sides[0].names,
        a=sides[0].values,
        b=sides[1].values,
        differences=d,
        runs=differences(sides[0].runs, sides[1].runs) if nested else d,
        groups=sides[0].groups if nested else np.arange(len(d)),
        left_out=tuple(map(named, left_out)),
        absent=tuple(named(key) for key in left_out if key in absent),
        lacking=(_n_without_value(runs_of_a, left_out), _n_without_value(runs_of_b, left_out)),
        why=why_missing(a, b),
        imputed=tuple(named(key) for key in complete if key in missing),
    )


def _n_without_value(side: dict[Key, Run], keys: list[Key]) -> int:
    return sum(side[key].status != "ok" for key in keys)


def with_worst(runs: Runs) -> Runs:
    """
    Return runs with missing values replaced by the worst possible value, if that is known.

    If a metric refused an estimate, the value is never replaced, since the metric is not defined there.
    """
    return Runs(
        tuple(
            replace(run, value=run.worst, status="ok", reason="") if run.is_imputable else run
            for run in runs
        )
    )


def named(key: Key) -> str:
    """
    Return the data set and the seed of a run as one name.

    Examples:
        >>> named(("asia", "1")), named(("", "3"))
        ('asia/1', '3')
    """
    return "/".join(part for part in key if part)


def _units_of_complete_pairs(
    keys: list[Key], side: dict[Key, Run], complete_keys: set[Key], replicate: Replicate | None
) -> Units:
    return units(keys, [side[key].value if key in complete_keys else np.nan for key in keys], replicate)


def row_number_remedies(keys: Iterable[Key]) -> tuple[Remedy, ...]:
    """
    Return advice for runs whose names are all numbers, such as the row numbers of a frame.

    In one frame, the rows of two methods have different numbers even if data set and seed are the same.
    """
    if not all(not dataset and seed.isdigit() for dataset, seed in keys):
        return ()
    return (
        Remedy("Use the same names of data sets and seeds for every method"),
        Remedy(
            "If the runs are rows selected from one frame, set its index before selecting them",
            'table.set_index(["dataset", "seed"])',
        ),
    )


def _without_dataset(side: str, names: Sequence[str]) -> StatisticsError:
    """
    Return the error if only one of two methods names the data sets of its runs.

    Args:
        side: the method without data sets, "a" or "b".
        names: the names of its runs.
    """
    return StatisticsError(
        f"both methods must name the data set of each run, or neither; got runs of {side} without one, "
        f"{listing(names)}",
        Remedy("Give a mapping with keys (data set, seed), or a table with the column 'dataset'")
        if all(name.isdigit() for name in names)
        else Remedy(
            "If the names of the runs are data sets, give them as data sets",
            f"{{(name, ''): value for name, value in {side}.items()}}",
        ),
    )


def _no_pair(a: Runs, b: Runs, keys: list[Key]) -> StatisticsError:
    """Return the error if there is no run on which both methods have a value."""
    absent_keys = [[run.key for run in side if run.status == "absent"] for side in (a, b)]
    absent = [list(map(named, side)) for side in absent_keys]
    n_absent = len(absent[0]) + len(absent[1])
    if all(absent) and len({*absent_keys[0], *absent_keys[1]}) == n_absent == len(keys):
        # The runs that are absent from one side are those of the other.
        lack_own_names = a.methods[0] == b.methods[0] or not all((*a.methods, *b.methods))
        first, second = ("a", "b") if lack_own_names else (a.methods[0], b.methods[0])
        name_datasets = [any(run.dataset for run in side if run.status != "absent") for side in (a, b)]
        if name_datasets[0] != name_datasets[1]:
            return _without_dataset(*(("b", absent[0]) if name_datasets[0] else ("a", absent[1])))
        return StatisticsError(
            f"the methods must have runs with the same data set and seed; only {first} has "
            f"{listing(absent[1])}; only {second} has {listing(absent[0])}",
            *(row_number_remedies(keys) or [Remedy("Use the same names of data sets and seeds")]),
        )
    return StatisticsError(
        "a comparison needs a run on which both methods have a value; none of "
        f"{plural(len(keys), 'run')} has both{why_missing(a, b)}",
        *absent_or_worst(a, b),
    )
