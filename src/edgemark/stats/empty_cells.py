"""
The empty cells of pivots, and what the index of a pivot states about their runs.

A pivot is a wide table of runs, with one value in a cell. The labels of its columns and the names in its
index say which run a cell is about. The index may also state the status of the run, the reason why it
has no value, or its best, worst and chance values, which are called its bounds.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from edgemark.errors import Remedy, StatisticsWarning, levels_to_caller, listing, plural
from edgemark.stats.cells import name_of
from edgemark.stats.frame_advice import KEYS, status_of_several

__all__ = [
    "bounds_without_value",
    "is_stated",
    "key_of",
    "stated_runs",
    "warn_of_runs_with_other_values",
]

_BOUNDS: Final = ("best", "worst", "chance")
_WHICH_RUN: Final = ("method", "dataset", "seed")
Row = dict[str, Any]
"""A cell as a row of a tidy table: value, labels of its column, and what the index states about it."""
Key = tuple[str, ...]


def is_stated(row: Mapping[str, Any]) -> bool:
    """Whether the index of a pivot states why the cell has no value."""
    return name_of(row.get("status", "")) not in ("", "ok") or bool(name_of(row.get("reason", "")))


def stated_runs(rows: Sequence[Row], levels: Collection[str]) -> dict[Key, Row]:
    """
    Return the empty cells of runs for which the index states why they have no value, by the runs' keys.

    A row of the index has a cell in each column, whether or not there was such a run. If the index names
    the method, data set or seed, the statement in a row must therefore be about one run. If the index
    names none of these, each empty cell is a run.

    Args:
        rows: the empty cells for which the index states a status or a reason, except those of runs that
            have their value in another cell.
        levels: names of the levels of the columns.

    Raises:
        StatisticsError: several runs may be meant, or two reasons are stated for one run.

    Examples:
        >>> failed = [{"status": "failed", "seed": 1, "method": method} for method in ("PC", "GES")]
        >>> list(stated_runs(failed, ["method", "seed"]))
        [('PC', '', '1', '', ''), ('GES', '', '1', '', '')]
        >>> stated_runs(failed, ["method"])
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: a status, a reason or a worst value in the index must say \
which run it is about; got status 'failed' for the empty cells of 'PC/1', 'GES/1'. Give the tidy table, \
with a row for each run, instead of its pivot
    """
    found: dict[Key, Row] = {}
    runs_of: dict[Key, dict[str, None]] = {}  # the runs of each row of the index
    for row in rows:
        first = found.setdefault(key_of(row), row)
        index_row = _index_row(row, levels)
        names = runs_of.setdefault(index_row, {})
        names[_run_name(row)] = None
        if _index_row(first, levels) != index_row:
            raise status_of_several(row, [_run_name(row)], first)
        if len(names) > 1 and _names_runs(row, levels):
            raise status_of_several(row, list(names))
    return found


def bounds_without_value(
    with_value: Iterable[Row], empty: Iterable[Row], levels: Collection[str]
) -> dict[Key, Row]:
    """
    Return the bounds that the index states only for runs without a value, by the keys of these runs.

    If a tidy table states the worst value only for failed runs, its pivot has a row of the index with
    that worst value, in which all cells are empty. A run with cells in several such rows gets no bounds.

    Args:
        with_value: the cells with a value.
        empty: the empty cells whose runs have no value in another cell.
        levels: names of the levels of the columns.

    Raises:
        StatisticsError: a worst value may be about runs on several data sets or seeds.
    """
    common = {_bounds(row) for row in with_value}
    index_rows_of: dict[Key, dict[Key, None]] = {}
    bounds_of: dict[Key, Row] = {}
    runs_of: dict[Key, dict[Key, str]] = {}  # for each row of the index, a run on each data set and seed
    for row in empty:
        if (bounds := _bounds(row)) and bounds not in common:
            index_row = _index_row(row, levels)
            index_rows_of.setdefault(key_of(row), {})[index_row] = None
            bounds_of[index_row] = {name: row[name] for name in _BOUNDS if name in row}
            data = tuple(name_of(row.get(name, "")) for name in ("dataset", "seed"))
            runs = runs_of.setdefault(index_row, {})
            runs.setdefault(data if _names_runs(row, levels) else (), _run_name(row))
            if len(runs) > 1 and name_of(row.get("worst", "")):
                raise status_of_several(row, list(runs.values()))
    return {
        key: bounds_of[index_row]
        for key, (index_row, *others) in index_rows_of.items()
        if not others and len(runs_of[index_row]) == 1
    }


def warn_of_runs_with_other_values(
    cells: Sequence[tuple[Row, bool]], levels: Collection[str], *, index_has_names: bool
) -> None:
    """
    Warn of empty cells whose run took place, since it has a value of another metric, or its own row.

    The value may be undefined or refused, as in frames of `evaluate_many`, or the metric may never have
    been computed. A pivot does not distinguish these cases, but its tidy table does.

    Args:
        cells: each cell, and whether it has a value.
        levels: names of the levels of the columns.
        index_has_names: whether the index has names; if not, its row numbers are the seeds.

    Warns:
        StatisticsWarning: there are such cells.
    """
    has_row_for_each_run = {"metric", "convention"}.issuperset(levels)
    keys = {key_of(row) for row, has_value in cells if has_value}
    runs = {_which_run(row) for row, has_value in cells if has_value}
    unclear = {
        key_of(row): f"{_number_name(row)} of {_run_name(row)}"
        for row, has_value in cells
        if not has_value and key_of(row) not in keys and not is_stated(row)
        if has_row_for_each_run or _which_run(row) in runs
    }
    if not unclear:
        return
    names = list(unclear.values())
    named = "table" if index_has_names else 'table.rename_axis("seed")'
    warnings.warn(
        StatisticsWarning(
            f"{plural(len(unclear), 'cell')} of the table {'is' if len(unclear) == 1 else 'are'} empty, "
            f"although there is a run: {listing(names, 3)}. "
            "An empty cell counts as absent if another method has a value there, and is left out "
            "otherwise",
            Remedy(
                "If such values are undefined, keep them as rows",
                f"{named}.melt(ignore_index=False).reset_index()",
            ),
        ),
        stacklevel=levels_to_caller(),
    )


def _which_run(row: Mapping[str, Any]) -> Key:
    return tuple(name_of(row.get(name, "")) for name in _WHICH_RUN)


def _number_name(row: Mapping[str, Any]) -> str:
    parts = (name_of(row.get(name, "")) for name in ("metric", "convention"))
    return ":".join(filter(None, parts))


def _run_name(row: Mapping[str, Any]) -> str:
    return "/".join(filter(None, (name_of(row.get(name, "")) for name in _WHICH_RUN)))


def key_of(row: Mapping[str, Any], *, without: str = "") -> Key:
    """Return the key of the run in a cell, without the part that `without` names."""
    return tuple(name_of(row.get(name, "")) for name in KEYS if name != without)


def _bounds(row: Mapping[str, Any]) -> Key:
    """Return the bounds that the index states about a cell; empty if it states none."""
    bounds = tuple(name_of(row.get(name, "")) for name in _BOUNDS)
    return bounds if any(bounds) else ()


def _index_row(row: Mapping[str, Any], levels: Collection[str]) -> Key:
    """Return what the index states about a cell; it is the same for all cells of a row of the index."""
    return tuple(name_of(part) for name, part in row.items() if name not in ("value", *levels))


def _names_runs(row: Mapping[str, Any], levels: Collection[str]) -> bool:
    """Whether the index names the method, the data set or the seed of the runs."""
    return any(name in row and name not in levels for name in _WHICH_RUN)
