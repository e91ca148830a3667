"""Runs of several methods: tables, and mappings whose keys are methods."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from edgemark.errors import InputTypeError, Remedy, StatisticsError
from edgemark.report import Report
from edgemark.stats.keys_of_runs import demand_keys
from edgemark.stats.names_of_numbers import demand_names_of_methods
from edgemark.stats.other_results import refuse_columns
from edgemark.stats.runs import Run, Runs, as_runs, collected, one_method, one_number

__all__ = ["demand_same_length", "is_table", "runs_of_methods", "runs_of_table", "with_methods"]


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
    """Return the runs of a mapping of values by method; other values are unchanged."""
    is_by_method = isinstance(values, Mapping) and any(map(_has_several, values.values()))
    return _runs_of_mapping(values) if is_by_method else collected(values)


def runs_of_table(table: Any) -> Runs:
    """
    Return the runs of one metric, of a table with methods or of a mapping whose keys are methods.

    Examples:
        >>> runs_of_table({"PC": {"asia": 3, "alarm": 9}, "GES": {"asia": 2, "alarm": 9}}).methods
        ('PC', 'GES')
    """
    if isinstance(table, Mapping):
        table = _runs_of_mapping(table)
    return one_number(table, "the table")


def is_table(values: Any) -> bool:
    """Whether the values name methods and metrics themselves."""
    if isinstance(values, Runs) or hasattr(values, "columns"):
        return True
    levels = getattr(getattr(values, "index", None), "names", ())  # the columns of a pandas series
    if {"method", "metric"}.intersection(map(str, levels)):
        return True
    return isinstance(values, list | tuple) and bool(values) and isinstance(values[0], dict | Run)


def demand_same_length(sides: Iterable[tuple[str, Any]]) -> None:
    """Refuse lists of different length, whose values cannot be paired."""
    lengths = {name: len(values) for name, values in sides if _is_in_order(values)}
    if len(set(lengths.values())) > 1:
        lengths_text = ", ".join(f"{length} of {name}" for name, length in lengths.items())
        raise StatisticsError(
            f"values in order are paired by position, so there must be equally many; got "
            f"{lengths_text}. Put None where a run has no value"
        )


def _is_in_order(values: Any) -> bool:
    """Whether values are numbers without keys."""
    is_array = type(values).__module__ == "numpy" and getattr(values, "ndim", 0) == 1
    if not is_array and not isinstance(values, list | tuple):
        return False
    return not any(isinstance(value, dict | Run) for value in values)


def _has_several(values: Any) -> bool:
    """Whether an item of a mapping holds the values of a method, instead of the value of a run."""
    if isinstance(values, str | bytes | bytearray | Report):
        return False
    return bool(values.ndim) if hasattr(values, "ndim") else hasattr(values, "__len__")


def _runs_of_mapping(values: Mapping[Any, Any]) -> Runs:
    refuse_columns(values)
    demand_names_of_methods(values)
    demand_same_length((str(method), of_method) for method, of_method in values.items())
    runs = Runs(
        tuple(run for method, of_method in values.items() for run in _runs_of_method(method, of_method))
    )
    demand_keys(runs)
    return runs


def _runs_of_method(method: Any, values: Any) -> list[Run]:
    try:
        runs = as_runs(values)
        if len(runs.methods) > 1:
            one_method(runs, "the values")  # refuses them
        if any(run.method not in ("", str(method)) for run in runs):
            raise StatisticsError(
                f"the runs must be of the method that their key names; got runs of {runs.methods[0]!r}",
                Remedy("Give the table of all methods itself, or leave out its column 'method'"),
            )
        return [replace(run, method=str(method)) for run in runs]
    except StatisticsError as error:
        raise error.after(f"{str(method)!r}: ") from None
    except TypeError as error:
        raise InputTypeError(f"{str(method)!r}: {error}") from None
