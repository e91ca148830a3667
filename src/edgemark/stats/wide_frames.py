"""Frames with a column of values for each method."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from edgemark.errors import Remedy, StatisticsError, listing
from edgemark.foreign import package_of
from edgemark.stats.column_levels import OF_INDEX, demand_spelling, has_column_levels, rows_of_levels
from edgemark.stats.index_levels import level_names, records
from edgemark.stats.names_of_numbers import demand_names, described, flattened
from edgemark.stats.runs import COLUMNS

__all__ = ["columns_by_method", "demand_names_of_methods", "is_wide"]

_OF_ROWS = ("dataset", "seed")
_OF_TIDY = ("method", "metric")
_OF_POLARS_PIVOT = re.compile(r'\{(?=.*").*,.*\}')


def is_wide(table: Any) -> bool:
    """
    Whether the columns of a frame are methods.

    They are if their level has this name, or if nothing says otherwise: a column that a tidy table has,
    such as "value", "method", "metric" or "chance", shows that a frame is tidy.

    Examples:
        >>> import pandas as pd
        >>> is_wide(pd.DataFrame({"PC": [3], "GES": [2]}))
        True
        >>> is_wide(pd.DataFrame({"method": ["PC"], "shd": [3]}))
        False
        >>> is_wide(pd.DataFrame({"nodes": [5], "value": [3]}))
        False
    """
    if package_of(table) not in ("pandas", "polars") or not hasattr(table, "columns"):
        return False
    if has_column_levels(table):
        return list(table.columns.names) == ["method"]
    return not set(map(str, table.columns)).intersection(COLUMNS).difference(_OF_ROWS)


def columns_by_method(frame: Any) -> dict[str, Any]:
    """Return the values of each method, by the keys of a wide frame."""
    columns = {str(name): frame[name] for name in frame.columns}
    demand_spelling(columns, (*_OF_TIDY, *_OF_ROWS))
    is_polars = package_of(frame) == "polars"
    _demand_no_index(columns, is_polars)
    names = [name for name in _OF_ROWS if name in columns]
    _demand_no_numbers([name for name in columns if name not in names], is_polars)
    if is_polars:
        _demand_one_name(columns)
    else:
        _demand_rows(frame, names)
    if has_column_levels(frame):
        return _cells_by_method(frame)
    if not names:
        return columns
    rows = frame[names]
    keys = rows.to_dicts() if is_polars else records(rows, _OF_ROWS)
    columns = {name: values for name, values in columns.items() if name not in names}
    return {
        method: [{**key, "value": value} for key, value in zip(keys, values, strict=True)]
        for method, values in columns.items()
    }


def _cells_by_method(frame: Any) -> dict[str, list[dict[str, Any]]]:
    """The runs of a pivot by method; its empty cells are absent runs, or none."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows_of_levels(frame):
        found.setdefault(str(row["method"]), []).append(row)
    return found


def demand_names_of_methods(names: Iterable[Any]) -> None:
    """
    Refuse keys of several parts, since a part may be a data set or a metric, and names of numbers.
    """
    names = tuple(names)
    wrong = next((name for name in names if isinstance(name, tuple)), None)
    if wrong is not None:
        raise StatisticsError(
            f"a method must have one name; got {wrong!r}. Join its parts if all of them name the "
            "method, or give a tidy table with the columns method, dataset, seed and value"
        )
    demand_names("method", names)


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


def _demand_no_index(columns: Mapping[str, Any], is_polars: bool) -> None:
    """Refuse columns that pandas made from an index, since they would be ranked as methods."""
    found = [name for name in columns if OF_INDEX.fullmatch(name)]
    if not found:
        return
    raise StatisticsError(
        f"every column of a wide frame must be a method, or be named 'dataset' or 'seed'; got "
        f"{listing(found)}, which pandas makes of an index",
        *_names_of_index(found, columns, is_polars=is_polars),
    )


def _names_of_index(
    found: Sequence[str], columns: Mapping[str, Any], *, is_polars: bool
) -> tuple[Remedy, ...]:
    """Advice to name what an index held; only row numbers may be left out."""
    first = found[0]
    if len(found) == 1 and list(columns[first]) == list(range(len(columns[first]))):
        drop = f"table.drop({first!r})" if is_polars else f"table.drop(columns={first!r})"
        return (
            Remedy("Leave it out, if it holds row numbers", drop),
            Remedy("Or rename it to 'dataset' or 'seed', if it holds these"),
        )
    free = [name for name in _OF_ROWS if name not in columns]
    if len(found) > len(free):
        return (Remedy("Name each for what it holds"),)
    texts = [name for name in found if any(isinstance(one, str) for one in columns[name])]
    order = [*texts, *(name for name in found if name not in texts)]
    names = dict(zip(order, free if texts or len(found) > 1 else reversed(free), strict=False))
    code = f"table.rename({names})" if is_polars else f"table.rename(columns={names})"
    each = "it" if len(found) == 1 else "each"
    return (Remedy(f"Name {each} for what it holds, such as", code),)


def _demand_no_numbers(names: Sequence[str], is_polars: bool) -> None:
    """Refuse columns of statistics, metrics, costs and tidy tables, which would be ranked as methods."""
    whats = {name: _other_meaning(name) for name in names}
    whats |= dict.fromkeys(flattened(names), "a joined name of a metric or a statistic")
    found = [name for name in names if whats[name]]
    if not found:
        return
    dropped = found[0] if len(found) == 1 else found
    drop = f"table.drop({dropped!r})" if is_polars else f"table.drop(columns={dropped!r})"
    raise StatisticsError(
        f"every column of a wide frame must be a method, or be named 'dataset' or 'seed'; got "
        f"{listing(found)}, where {found[0]!r} is {whats[found[0]]}",
        Remedy("Leave out what is no method", drop),
        Remedy("Or give it another name, if it is a method"),
        Remedy("Or give a tidy table with the columns method, dataset, seed and value"),
    )


def _other_meaning(name: str) -> str:
    """What a column is if it is no method."""
    if name in COLUMNS and name not in _OF_ROWS:
        return "a column of tidy tables"
    return described(name, is_method=True)


def _demand_one_name(columns: Mapping[str, Any]) -> None:
    """Refuse the names that polars gives to a pivot on several columns."""
    wrong = next((name for name in columns if _OF_POLARS_PIVOT.fullmatch(name)), None)
    if wrong is not None:
        raise StatisticsError(
            f"every column of a wide frame must be a method; got {wrong!r}, which polars makes of "
            "several columns. Pivot on the methods only, or give the tidy table"
        )
