"""Values of many methods on the same data sets, as a matrix."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from edgemark.errors import StatisticsError, listing
from edgemark.stats.pairing import named, with_worst
from edgemark.stats.runs import Key, Run, Runs, as_runs, one_number
from edgemark.stats.signed_ranks import rounded
from edgemark.stats.units import Unit, Values, units

__all__ = ["Blocks", "blocks", "runs_of_table"]


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """
    Values that all methods have, a row for each unit.

    Attributes:
        unit: what a row is of, see `Units`.
        names: of the rows.
        methods: of the columns.
        values: shape (units, methods).
        left_out: runs on which some method has no value.
    """

    unit: Unit
    names: tuple[str, ...]
    methods: tuple[str, ...]
    values: Values
    left_out: tuple[str, ...]


def runs_of_table(table: Any) -> Runs:
    """
    Give the runs of a tidy table, of a mapping by method, or of a wide frame with a column for each.

    Examples:
        >>> runs_of_table({"PC": {"asia": 3, "alarm": 9}, "GES": {"asia": 2, "alarm": 9}}).methods
        ('PC', 'GES')
    """
    package = type(table).__module__.partition(".")[0]
    if package in ("pandas", "polars") and "value" not in getattr(table, "columns", ("value",)):
        table = {str(name): table[name] for name in table.columns}
    if isinstance(table, Mapping):
        rows = [
            replace(run, method=str(method)) for method, runs in table.items() for run in as_runs(runs)
        ]
        return Runs(tuple(rows))
    return one_number(table, "the table")


def blocks(runs: Runs, *, complete: bool = True) -> Blocks:
    """
    Arrange runs by data set, averaged over seeds, of those on which every method has a value.

    Raises:
        StatisticsError: a method without a run that another has, if they must be complete; no run on
            which all have a value.
    """
    by_method = {m: {run.key: run for run in rows} for m, rows in with_worst(runs).by_method().items()}
    keys = list(dict.fromkeys(run.key for run in runs))
    if complete:
        _demand_complete(by_method, keys)
    kept = [key for key in keys if all(_has(rows, key) for rows in by_method.values())]
    both = set(kept)
    left_out = tuple(named(key) for key in keys if key not in both)
    if not kept:
        raise StatisticsError(
            f"ranks need a run on which every method has a value; got {len(keys)} runs without one"
        )
    columns = [
        units(keys, [rows[key].value if key in both else np.nan for key in keys])
        for rows in by_method.values()
    ]
    values = np.stack([column.values for column in columns], axis=1)
    values = rounded(values, float(np.abs(values).max()))
    return Blocks(columns[0].unit, columns[0].names, tuple(by_method), values, left_out)


def _has(rows: Mapping[Key, Run], key: Key) -> bool:
    return key in rows and rows[key].status == "ok"


def _demand_complete(by_method: Mapping[str, Mapping[Key, Run]], keys: list[Key]) -> None:
    lacks = {m: [named(key) for key in keys if key not in rows] for m, rows in by_method.items()}
    said = [f"{method} lacks {listing(names)}" for method, names in lacks.items() if names]
    if said:
        raise StatisticsError(
            f"every method must have a run on every data set and seed; {'; '.join(said)}. Give a run "
            "that failed as nan, so that it is counted, or leave the others' out"
        )
