"""Values of many methods on the same data sets, as a matrix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from edgemark.errors import StatisticsError, listing, plural
from edgemark.stats.arrays import Values, rounded
from edgemark.stats.pairing import named, with_worst
from edgemark.stats.runs import (
    COLUMNS,
    Key,
    Run,
    Runs,
    as_runs,
    collected,
    demand_spelling,
    one_number,
)
from edgemark.stats.units import Unit, units

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
        imputed: runs on which the worst possible stands in for a missing value of some method.
    """

    unit: Unit
    names: tuple[str, ...]
    methods: tuple[str, ...]
    values: Values
    left_out: tuple[str, ...]
    imputed: tuple[str, ...]


def runs_of_table(table: Any) -> Runs:
    """
    Give the runs of a tidy table, of a mapping by method, or of a wide frame with a column for each.

    Columns of a wide frame that are called "dataset" and "seed" name its rows.

    Examples:
        >>> runs_of_table({"PC": {"asia": 3, "alarm": 9}, "GES": {"asia": 2, "alarm": 9}}).methods
        ('PC', 'GES')
    """
    table = collected(table)
    package = type(table).__module__.partition(".")[0]
    if package in ("pandas", "polars") and _is_wide(getattr(table, "columns", ("value",))):
        table = _columns(table)
    if isinstance(table, Mapping):
        table = Runs(
            tuple(run for method, values in table.items() for run in _of_method(method, values))
        )
    return one_number(table, "the table")


_OF_ROWS = ("dataset", "seed")


def _is_wide(columns: Iterable[str]) -> bool:
    """Whether columns are methods: "value" may be one, if nothing else of a tidy table is there."""
    names = set(map(str, columns))
    tidy = names.intersection(COLUMNS).difference(_OF_ROWS)
    return "value" not in names or (tidy == {"value"} and not names.issubset(("value", *_OF_ROWS)))


def _columns(frame: Any) -> dict[str, Any]:
    """The values of each method, by the keys that a wide frame has."""
    columns = {str(name): frame[name] for name in frame.columns}
    demand_spelling(columns, ("method", "metric", *_OF_ROWS))
    names = [name for name in _OF_ROWS if name in columns]
    if not names:
        return columns
    keys = [dict(zip(names, key, strict=True)) for key in zip(*map(columns.pop, names), strict=True)]
    return {
        method: [{**key, "value": value} for key, value in zip(keys, values, strict=True)]
        for method, values in columns.items()
    }


def _of_method(method: Any, values: Any) -> list[Run]:
    try:
        return [replace(run, method=str(method)) for run in as_runs(values)]
    except StatisticsError as error:
        raise error.after(f"{str(method)!r}: ") from None
    except TypeError as error:
        raise TypeError(f"{str(method)!r}: {error}") from None


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
    missing = {run.key for run in runs if run.status != "ok"}
    left_out = tuple(named(key) for key in keys if key not in both)
    if not kept:
        raise StatisticsError(
            f"ranks need a run on which every method has a value; got {plural(len(keys), 'run')} "
            f"without one{_silent(by_method)}. worst= lets the worst possible stand in for what is "
            "missing"
        )
    columns = [
        units(keys, [rows[key].value if key in both else np.nan for key in keys])
        for rows in by_method.values()
    ]
    values = rounded(np.stack([column.values for column in columns], axis=1))
    filled = tuple(named(key) for key in kept if key in missing)
    return Blocks(columns[0].unit, columns[0].names, tuple(by_method), values, left_out, filled)


def _silent(by_method: Mapping[str, Mapping[Key, Run]]) -> str:
    silent = [m for m, rows in by_method.items() if not any(_has(rows, key) for key in rows)]
    return f"; {listing(silent)} {'has' if len(silent) == 1 else 'have'} none at all" if silent else ""


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
