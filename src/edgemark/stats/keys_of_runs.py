"""Checks that the rows of a table say to which method, data set and seed they belong."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from edgemark.errors import (
    Remedy,
    StatisticsError,
    StatisticsWarning,
    levels_to_caller,
    listing,
    plural,
)
from edgemark.stats.cells import name_of

if TYPE_CHECKING:
    from edgemark.stats.runs import Run

__all__ = [
    "demand_keys",
    "demand_seeds",
    "given_twice",
    "other_names",
    "to_rename",
    "warn_of_empty_cells",
    "warn_of_unread_columns",
    "with_causes",
]

_GIVEN_ONCE: Final = "every run must be given once"
_LABELS: Final = (str, bytes, bytearray, date, np.datetime64)
_PLURALS: Final = {"method": "methods", "dataset": "data sets", "seed": "seeds"}
_OTHER_NAMES: Final = {
    "method": ("methods", "algorithm", "algorithms", "algo", "algos", "model", "models", "learner"),
    "dataset": ("datasets", "data", "data_sets", "network", "networks", "problem"),
    "seed": ("seeds", "rep", "reps", "repetition", "replicate", "trial", "run", "fold", "random_state"),
}
"""Columns that may hold the methods, data sets or seeds of a table that names them differently."""


def given_twice(run: Run, places: tuple[str, str] | None = None) -> StatisticsError:
    """
    Return the error for two runs with the same method, data set, seed, metric and convention.

    Args:
        run: one of the two.
        places: where each of them is, such as the names of files; None if that is unknown.
    """
    where = "" if places is None else f", in {places[0]} and in {places[1]}"
    if places is not None and places[0] == places[1]:
        where = f", both in {places[0]}"
    methods = "" if run.method else ", and each run its method if there are several"
    return StatisticsError(
        f"{_GIVEN_ONCE}; got {_run_text(run)} twice{where}. Give each repetition a seed of its "
        f"own{methods}. Leave one out, if they are copies"
    )


def _run_text(run: Run) -> str:
    parts = {"method": run.method, "data set": run.dataset, "seed": run.seed, "metric": run.metric}
    parts["convention"] = run.convention
    text = ", ".join(f"{part} {name!r}" for part, name in parts.items() if name)
    return text or "one without method, data set, seed and metric"


def demand_keys(runs: Iterable[Run]) -> None:
    """
    Refuse a table in which some rows lack a method, a metric, a data set or a seed that others have.

    A row without a name is often a mean over the others, as in margins and summaries. A seed may be
    absent from all runs of a method on a data set.

    Raises:
        StatisticsError: only some runs have a method or a metric, only some runs of a metric have a data
            set, or only some runs of a method on a data set have a seed.
    """
    runs = tuple(runs)
    for what in ("method", "metric"):
        labels = {getattr(run, what) for run in runs}
        if "" in labels and len(labels) > 1:
            raise StatisticsError(
                f"every run must have a {what}, or none; got runs without one beside those of "
                f"{listing(sorted(labels - {''}))}",
                Remedy(f"Name the {what} of each run"),
            )
    datasets: dict[tuple[str, str], set[str]] = {}
    for run in runs:
        datasets.setdefault(run.number, set()).add(run.dataset)
    for labels in datasets.values():
        if "" in labels and len(labels) > 1:
            raise StatisticsError(
                "every run must have a data set, or none; got runs without one beside those of "
                f"{listing(sorted(labels - {''}))}",
                Remedy("Name the data set of each run, and leave out rows of means"),
            )
    demand_seeds(runs)


def demand_seeds(runs: Iterable[Run], place_of: Callable[[Run], str] = lambda run: "") -> None:
    """
    Refuse a run without a seed if its method has runs with seeds on the data set.

    Args:
        runs: the runs of all methods.
        place_of: function that returns where a run is, such as " in 'scores.csv'".

    Examples:
        >>> from edgemark.stats import Run
        >>> rows = [Run(3, "PC", "asia", seed) for seed in ("1", "2", "")]
        >>> demand_seeds(rows)
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: every run of a method on a data set must have a seed, or none; \
got a run without one beside 2 seeds of PC on asia. Name the seed of each run, and leave out rows of \
means
    """
    runs_by_seed: dict[tuple[str, ...], dict[str, Run]] = {}
    for run in runs:
        runs_by_seed.setdefault((run.method, run.dataset, *run.number), {}).setdefault(run.seed, run)
    for (method, dataset, *_), by_seed in runs_by_seed.items():
        if "" in by_seed and len(by_seed) > 1:
            where = " on ".join(filter(None, (method, dataset)))
            raise StatisticsError(
                "every run of a method on a data set must have a seed, or none; got a run without one"
                f"{place_of(by_seed[''])} beside {plural(len(by_seed) - 1, 'seed')}"
                f"{f' of {where}' if where else ''}",
                Remedy("Name the seed of each run, and leave out rows of means"),
            )


def warn_of_unread_columns(rows: Sequence[Mapping[str, Any]], known: Collection[str]) -> None:
    """
    Warn of columns of text, bytes, dates or periods that are not read, if the methods or the data sets
    have no column. Numbers, durations and truth values are mostly costs or settings.

    Warns:
        StatisticsWarning: such a column may hold the methods or the data sets under another name.
    """
    names = dict.fromkeys(name for row in rows for name in row)
    missing = [name for name in ("method", "dataset") if name not in names]
    unread = [
        str(name)
        for name in names
        if name not in known and any(_is_label(row.get(name)) for row in rows)
    ]
    if not missing or not unread:
        return
    keys = " or ".join(f"the {_PLURALS[name]} ({name!r})" for name in missing)
    warnings.warn(
        StatisticsWarning(
            f"the {'column' if len(unread) == 1 else 'columns'} {listing(unread)} "
            f"{'is' if len(unread) == 1 else 'are'} not read, and no column names {keys}",
            Remedy(f"Rename {'it' if len(unread) == 1 else 'one'}, if it holds these"),
        ),
        stacklevel=levels_to_caller(),
    )


def _is_label(cell: Any) -> bool:
    """Whether a cell holds text, bytes, a date or a period of time, and is not empty."""
    is_label = isinstance(cell, _LABELS) or type(cell).__name__ == "Period"
    return is_label and bool(cell == cell)  # NaT differs from itself


def warn_of_empty_cells(runs: Sequence[Run], *, is_polars: bool) -> None:
    """
    Warn of data sets and seeds for which no method has a value, as in a pivot that was made tidy again.

    Such a table has every seed on every data set, and its empty cells cannot be told from runs
    whose value is undefined. Runs whose status or reason is given are not counted.

    Warns:
        StatisticsWarning: there are such cells, which count as runs without a value.
    """
    keys = dict.fromkeys(run.key for run in runs)
    datasets, seeds = ({key[part] for key in keys} for part in (0, 1))
    if min(len(datasets), len(seeds)) < 2 or len(keys) < len(datasets) * len(seeds):
        return
    explained = {run.key for run in runs if run.status != "undefined" or run.reason}
    n_empty = sum(key not in explained for key in keys)
    if n_empty:
        warnings.warn(
            StatisticsWarning(
                f"no method has a value on {n_empty} of {plural(len(keys), 'pair')} of data set and "
                "seed; they count as runs without a value",
                Remedy(
                    "If they are the empty cells of a pivot, leave them out",
                    'table.drop_nulls("value")' if is_polars else 'table.dropna(subset=["value"])',
                ),
            ),
            stacklevel=levels_to_caller(),
        )


def other_names(columns: Iterable[Any], read: Collection[str]) -> dict[str, str]:
    """
    Return the columns that may hold the methods, data sets or seeds, with the names they must have.

    Args:
        columns: the names of all columns.
        read: those of "method", "dataset" and "seed" that the table states already.

    Examples:
        >>> other_names(["Algorithm", "seed", "rep"], ["seed"])
        {'Algorithm': 'method'}
    """
    return {
        str(column): name
        for name, others in _OTHER_NAMES.items()
        if name not in read
        for column in columns
        if str(column).strip().casefold() in others
    }


def to_rename(columns: Mapping[str, str]) -> tuple[Remedy, ...]:
    """Remedies that rename columns found by `other_names`."""
    return tuple(
        Remedy(f"Rename the column {column!r} to {name!r}, if it holds the {_PLURALS[name]}")
        for column, name in columns.items()
    )


def with_causes(error: StatisticsError, rows: Sequence[Mapping[str, Any]]) -> StatisticsError:
    """
    Return the error; for a repeated run, return one that names the columns which may be the cause.

    Names may be empty, or be in a column that is not read, such as "algorithm".
    """
    if _GIVEN_ONCE not in error.message:
        return error
    empty = {
        name: sum(name in row and not name_of(row[name]) for row in rows)
        for name in ("method", "dataset")
    }
    name = next((name for name, count in empty.items() if count), "")
    if name:
        return StatisticsError(
            f"every row must have a name in the column {name!r}; got {plural(empty[name], 'row')} with "
            "an empty cell there, and a run twice",
            Remedy(
                "Name it. pandas.read_csv reads names such as 'NA' and 'null' as empty cells, unless it "
                "is called with keep_default_na=False"
            ),
        )
    columns = dict.fromkeys(column for row in rows for column in row)
    return error.advising(*to_rename(other_names(columns, columns)))
