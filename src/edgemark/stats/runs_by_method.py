"""Runs of several methods: tables, and mappings whose keys are methods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from edgemark.errors import InputTypeError, Remedy, StatisticsError, listing
from edgemark.foreign import package_of
from edgemark.report import Report
from edgemark.stats.keys_of_runs import demand_keys, warn_of_empty_cells
from edgemark.stats.names_of_numbers import demand_names_of_methods
from edgemark.stats.other_results import refuse_columns
from edgemark.stats.runs import (
    Run,
    Runs,
    as_runs,
    collected,
    one_method,
    one_number,
    runs_of_part,
)

__all__ = ["is_table", "runs_of_methods", "runs_of_sides", "runs_of_table", "with_methods"]


def runs_of_methods(values: Any) -> Runs:
    """
    Return runs as `as_runs` does, also of a mapping of values by method.

    Examples:
        >>> runs_of_methods({"PC": [3, 9], "GES": [2, 9]}).methods
        ('PC', 'GES')
        >>> runs_of_methods({"asia": 3, "alarm": 9}).methods
        ('',)
    """
    return as_runs(with_methods(values))


def with_methods(values: Any) -> Any:
    """Return the runs of a mapping of values by method; return other values as `collected` does."""
    is_by_method = isinstance(values, Mapping) and any(map(_has_several, values.values()))
    return _runs_of_mapping(values) if is_by_method else collected(values)


def runs_of_table(table: Any) -> Runs:
    """
    Return the runs of a table with methods, or of a mapping whose keys are methods; demand one metric.

    Examples:
        >>> runs_of_table({"PC": {"asia": 3, "alarm": 9}, "GES": {"asia": 2, "alarm": 9}}).methods
        ('PC', 'GES')
    """
    if isinstance(table, Mapping):
        table = _runs_of_mapping(table)
    return one_number(table, "the table")


def is_table(values: Any) -> bool:
    """Whether values are in a form that can name methods and metrics, such as a frame."""
    if isinstance(values, Runs) or hasattr(values, "columns"):
        return True
    levels = getattr(getattr(values, "index", None), "names", ())  # name each value of a series
    if {"method", "metric"}.intersection(map(str, levels)):
        return True
    return isinstance(values, list | tuple) and bool(values) and isinstance(values[0], dict | Run)


def runs_of_sides(
    sides: Sequence[tuple[str, Any]],
    read: Callable[[str, Any], Runs] = lambda _, values: runs_of_part(values),
) -> list[Runs]:
    """
    Return the runs of several methods, each given by itself, whose values will be paired.

    Args:
        sides: the name and the values of each method.
        read: function that converts the values of a method, given its name and values.

    Raises:
        StatisticsError: lists of different length; or a list beside values whose keys are row numbers in
            another order.

    Warns:
        StatisticsWarning: there are data sets and seeds for which no method has a value.
    """
    _demand_same_length(sides)
    runs = [read(name, values) for name, values in sides]
    _demand_same_positions(sides, runs)
    packages = {package_of(values) for _, values in sides}
    if packages & {"pandas", "polars"}:
        rows = [run for of_method in runs for run in of_method]
        warn_of_empty_cells(rows, is_polars="pandas" not in packages)
    return runs


def _demand_same_positions(sides: Sequence[tuple[str, Any]], runs: Iterable[Runs]) -> None:
    """
    Refuse keys such as the row numbers of a sorted series if another method has a list without keys.

    Such values can be paired by number or by position, and the results differ.
    """
    in_order = [(name, len(values)) for name, values in sides if _is_in_order(values)]
    if not in_order:
        return
    other, length = in_order[0]
    for (name, values), of_method in zip(sides, runs, strict=True):
        keys = [run.key for run in of_method]
        if _is_in_order(values) or any(dataset or not seed.isdecimal() for dataset, seed in keys):
            continue
        numbers = [int(seed) for _, seed in keys]
        if numbers == list(range(len(numbers))) or min(numbers) >= length:
            continue  # The keys are the positions, or no key is one.
        # A different number of keys that ascend: positions that a series kept, as after dropna.
        if len(numbers) == length or numbers != sorted(numbers):
            raise StatisticsError(
                "values with keys can be compared with values in order only if the keys are 0, 1, 2 and "
                f"so on, in this order; got {listing([str(number) for number in numbers])} as the keys "
                f"of {name}, and values in order of {other}. Give both with keys, or both as lists in "
                "the same order"
            )


def _demand_same_length(sides: Iterable[tuple[str, Any]]) -> None:
    """Refuse lists of different length, whose values cannot be paired."""
    lengths = {name: len(values) for name, values in sides if _is_in_order(values)}
    if len(set(lengths.values())) > 1:
        lengths_text = ", ".join(f"{length} of {name}" for name, length in lengths.items())
        raise StatisticsError(
            f"values in order are paired by position, so there must be equally many; got "
            f"{lengths_text}. Put None where a run has no value"
        )


def _is_in_order(values: Any) -> bool:
    """Whether values have no keys, so that they are paired by position."""
    if package_of(values) == "polars":
        return not hasattr(values, "columns")
    is_array = type(values).__module__ == "numpy" and getattr(values, "ndim", 0) == 1
    if not is_array and not isinstance(values, list | tuple):
        return False
    return not any(isinstance(value, dict | Run) for value in values)


def _has_several(values: Any) -> bool:
    """Whether an item of a mapping is the values of a method, instead of the value of one run."""
    if isinstance(values, str | bytes | bytearray | Report):
        return False
    return bool(values.ndim) if hasattr(values, "ndim") else hasattr(values, "__len__")


def _runs_of_mapping(values: Mapping[Any, Any]) -> Runs:
    refuse_columns(values)
    demand_names_of_methods(values)
    sides = [(str(method), of_method) for method, of_method in values.items()]
    runs = Runs(tuple(run for of_method in runs_of_sides(sides, _runs_of_method) for run in of_method))
    demand_keys(runs)
    return runs


def _runs_of_method(method: str, values: Any) -> Runs:
    try:
        runs = runs_of_part(values)
        if len(runs.methods) > 1:
            one_method(runs, "the values")  # refuses them
        if any(run.method not in ("", method) for run in runs):
            raise StatisticsError(
                f"the runs must be of the method that their key names; got runs of {runs.methods[0]!r}",
                Remedy("Give the table of all methods itself, or leave out its column 'method'"),
            )
        return Runs(tuple(replace(run, method=method) for run in runs))
    except StatisticsError as error:
        raise error.after(f"{method!r}: ") from None
    except TypeError as error:
        raise InputTypeError(f"{method!r}: {error}") from None
