"""Frames with a column of values for each method."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from edgemark.errors import Remedy, StatisticsError, listing
from edgemark.foreign import package_of
from edgemark.stats.column_levels import demand_spelling, has_column_levels
from edgemark.stats.index_levels import level_names, records
from edgemark.stats.runs import COLUMNS

__all__ = ["columns_by_method", "demand_names_of_methods", "is_wide"]

_OF_ROWS = ("dataset", "seed")
_OF_TIDY = ("method", "metric")
_INDEX = re.compile(r"(Unnamed: \d+|level_\d+|index|)")
_OF_POLARS_PIVOT = re.compile(r'\{(?=.*").*,.*\}')
_STATISTICS: Final = frozenset(
    {
        "n",
        "count",
        "size",
        "mean",
        "median",
        "sd",
        "std",
        "sem",
        "var",
        "min",
        "max",
        "25%",
        "50%",
        "75%",
        "All",  # of pivot_table(margins=True)
    }
)


def is_wide(table: Any) -> bool:
    """
    Whether the columns of a frame are methods.

    A column "method" or "metric" shows that a frame is tidy; "value" may be a method if no other column
    of a tidy table exists.

    Examples:
        >>> import pandas as pd
        >>> is_wide(pd.DataFrame({"PC": [3], "GES": [2]}))
        True
        >>> is_wide(pd.DataFrame({"method": ["PC"], "shd": [3]}))
        False
    """
    if package_of(table) not in ("pandas", "polars") or not hasattr(table, "columns"):
        return False
    if has_column_levels(table) and list(table.columns.names) != ["method"]:
        return False
    names = set(map(str, table.columns))
    if "value" not in names:
        return not names.intersection(_OF_TIDY)
    return names.intersection(COLUMNS).difference(_OF_ROWS) == {"value"} and not names.issubset(
        ("value", *_OF_ROWS)
    )


def columns_by_method(frame: Any) -> dict[str, Any]:
    """Return the values of each method, by the keys of a wide frame."""
    columns = {str(name): frame[name] for name in frame.columns}
    demand_spelling(columns, (*_OF_TIDY, *_OF_ROWS))
    is_polars = package_of(frame) == "polars"
    _demand_no_index(columns, is_polars)
    names = [name for name in _OF_ROWS if name in columns]
    _demand_no_statistics([name for name in columns if name not in names], "column", is_polars)
    if is_polars:
        _demand_one_name(columns)
    else:
        _demand_rows(frame, names)
    if not names:
        return columns
    rows = frame[names]
    keys = rows.to_dicts() if is_polars else records(rows, _OF_ROWS)
    columns = {name: values for name, values in columns.items() if name not in names}
    return {
        method: [{**key, "value": value} for key, value in zip(keys, values, strict=True)]
        for method, values in columns.items()
    }


def demand_names_of_methods(names: Iterable[Any]) -> None:
    """Refuse keys of several parts: one of them may be a data set or a metric."""
    wrong = next((name for name in names if isinstance(name, tuple)), None)
    if wrong is not None:
        raise StatisticsError(
            f"a method must have one name; got {wrong!r}. Join its parts if all of them name the "
            "method, or give a tidy table with the columns method, dataset, seed and value"
        )


def _demand_rows(frame: Any, columns: list[str]) -> None:
    """Refuse a wide frame whose index does not name data sets, seeds or runs."""
    levels = [str(name) for name in frame.index.names if name is not None]
    demand_spelling(levels, COLUMNS)
    wrong = [name for name in levels if name in COLUMNS and name not in _OF_ROWS]
    if wrong:
        raise StatisticsError(
            f"the rows of a wide frame must be data sets, seeds or runs, and its columns methods; got "
            f"an index named {wrong[0]!r}. Transpose the frame, or give a tidy one"
        )
    level_names(frame, _OF_ROWS, columns)
    labels = [label for label in frame.index if isinstance(label, str)]
    if len(_STATISTICS.intersection(labels)) > 1:
        _demand_no_statistics(labels, "row", is_polars=False)


def _demand_no_index(columns: Iterable[str], is_polars: bool) -> None:
    """Refuse a column that pandas made from an index, since it would be ranked as a method."""
    for name in columns:
        if _INDEX.fullmatch(name):
            drop = f"table.drop({name!r})" if is_polars else f"table.drop(columns={name!r})"
            raise StatisticsError(
                f"every column of a wide frame must be a method, or be named 'dataset' or 'seed'; got "
                f"{name!r}, which pandas makes of an index",
                Remedy("Leave it out, or rename it if it names the rows", drop),
            )


def _demand_no_statistics(names: Iterable[str], what: str, is_polars: bool) -> None:
    """Refuse statistics of values, or numbers of runs, which would be ranked as methods or be runs."""
    found = [name for name in names if name in _STATISTICS]
    if not found:
        return
    if what == "row":
        raise StatisticsError(
            f"every row of a wide frame must be a run or a data set; got {listing(found)}, which are "
            "statistics. Give the values of the runs themselves"
        )
    dropped = found[0] if len(found) == 1 else found
    drop = f"table.drop({dropped!r})" if is_polars else f"table.drop(columns={dropped!r})"
    raise StatisticsError(
        f"every column of a wide frame must be a method, or be named 'dataset' or 'seed'; got "
        f"{listing(found)}, which {'is a statistic' if len(found) == 1 else 'are statistics'} of runs. "
        "Give a column for each method, or a tidy table if a method has this name",
        Remedy("Or leave it out", drop),
    )


def _demand_one_name(columns: Mapping[str, Any]) -> None:
    """Refuse the names that polars gives to a pivot on several columns."""
    wrong = next((name for name in columns if _OF_POLARS_PIVOT.fullmatch(name)), None)
    if wrong is not None:
        raise StatisticsError(
            f"every column of a wide frame must be a method; got {wrong!r}, which polars makes of "
            "several columns. Pivot on the methods only, or give the tidy table"
        )
