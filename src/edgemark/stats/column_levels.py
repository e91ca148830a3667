"""Columns of frames whose labels are keys, and the names of columns of tidy tables."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from edgemark.conventions.convention import same_name
from edgemark.errors import Remedy, StatisticsError, listing
from edgemark.foreign import package_of
from edgemark.stats.cells import name_of
from edgemark.stats.index_levels import level_names, unnamed_rows

__all__ = ["demand_spelling", "demand_value", "has_column_levels", "rows_of_levels", "runs_of_cells"]

OF_INDEX: Final = re.compile(r"(Unnamed: \d+|level_\d+|index|)")
"""Names of the columns that pandas makes of the levels of an index."""
_EMPTY: Final = "the cell of the table is empty"
_LEVELS = ("method", "dataset", "seed", "metric", "convention")


def demand_spelling(names: Iterable[Any], known: Iterable[str]) -> None:
    """
    Refuse columns that differ from known ones only in case or spacing, since they would be ignored.
    """
    known = tuple(known)
    for name in map(str, names):
        meant = next((one for one in known if same_name(one, name)), name)
        if meant != name:
            raise StatisticsError(
                f"the column must be spelled {meant!r}; got {name!r}. Rename it, even if it holds "
                "something else"
            )


def demand_value(table: Any, names: Iterable[Any], known: Collection[str]) -> None:
    """Refuse a tidy table without the column of values, and say how to get one."""
    names = list(map(str, names))
    if not names or "value" in names:
        return  # a table without columns has no runs, which is said elsewhere
    others = [name for name in names if name not in known]
    raise StatisticsError(
        f"a table of runs needs the column 'value'; got only {listing(names)}",
        *_to_values(names, others, is_polars=package_of(table) == "polars"),
    )


def _to_values(names: Sequence[str], others: Sequence[str], *, is_polars: bool) -> tuple[Remedy, ...]:
    """How a frame gets the column of values: one column may hold them; several may be methods."""
    if len(others) == 1:
        renamed = f"{{{others[0]!r}: 'value'}}"
        code = f"table.rename({renamed})" if is_polars else f"table.rename(columns={renamed})"
        return (Remedy("Rename the column of the numbers", code),)
    if not others or "method" in names:
        return (Remedy("Give this name to the column of the numbers"),) if others else ()
    kept = [name for name in names if name not in others]
    melted = (
        f"table.unpivot(index={kept}, variable_name='method', value_name='value')"
        if is_polars
        else f"table.melt(id_vars={kept}, var_name='method', value_name='value', ignore_index=False)"
    )
    return (
        Remedy(f"If the columns {listing(others)} are methods, make them rows", melted),
        Remedy("If one of them holds the numbers, name it 'value', and say what the others are"),
    )


def has_column_levels(frame: Any) -> bool:
    """Whether the labels of a pandas frame's columns are keys: parts of a key, or of a named level."""
    if package_of(frame) != "pandas" or not hasattr(frame, "columns"):
        return False
    if frame.columns.nlevels > 1:
        return True
    return str(frame.columns.name) in _LEVELS and "value" not in frame.columns


def rows_of_levels(frame: Any) -> list[dict[str, Any]]:
    """
    Return a row for each cell of a frame; the levels of its columns are read by their names.

    A cell that is empty for every method is no run: a pivot has a row for each seed, also on a data set
    without a run of this seed. A cell that is empty for some methods is a run that these lack; pandas
    stores an undefined value in the same way.

    Raises:
        StatisticsError: a level of the columns has no name or an unknown one, or the name of a level of
            the index.

    Examples:
        >>> import pandas as pd
        >>> tidy = pd.DataFrame([{"method": "PC", "dataset": "asia", "seed": 1, "value": 3}])
        >>> rows_of_levels(tidy.pivot(index="seed", columns=["dataset", "method"], values="value"))
        [{'seed': 1, 'dataset': 'asia', 'method': 'PC', 'value': 3}]
    """
    frame = _indexed(frame)
    demand_spelling((name for name in frame.columns.names if name is not None), _LEVELS)
    levels = _named_levels(frame)
    _demand_labels(frame, levels)
    _demand_named_rows(frame, list(levels.values()))
    rows = level_names(frame, _LEVELS, ())
    twice = [name for name in rows if name in levels.values()]
    if twice:
        raise StatisticsError(
            f"a name must be that of one level of the columns or of the index; got {twice[0]!r} for "
            "both. Give a tidy table, with a row for each run"
        )
    keys = frame.index if len(rows) > 1 else [(key,) for key in frame.index]
    of_rows = [{n: part for n, part in zip(rows, key, strict=True) if n} for key in keys]
    cells = []
    for k, label in enumerate(frame.columns):
        parts = label if isinstance(label, tuple) else (label,)
        of_column = {name: parts[level] for level, name in levels.items()}
        column = frame.iloc[:, k]
        for row, value, is_there in zip(of_rows, column, column.notna(), strict=True):
            cells.append(({**row, **of_column, "value": value}, bool(is_there)))
    return runs_of_cells(cells)


def _demand_named_rows(frame: Any, taken: Sequence[str]) -> None:
    """Refuse an index without a name that may hold methods, or data sets beside columns of seeds."""
    if list(frame.index.names) != [None]:
        return
    are_numbers = frame.index.inferred_type in ("integer", "empty")
    if "seed" in taken or not (are_numbers or "method" in taken):
        raise unnamed_rows(frame, None, taken, are_numbers=are_numbers)


def _indexed(frame: Any) -> Any:
    """The frame with columns that are keys of rows, such as ("seed", ""), as levels of its index."""
    keys = {label: name for label in frame.columns if (name := _alone(label)) in _LEVELS}
    if not keys:
        return frame
    named = any(name is not None for name in frame.index.names)
    made = frame.set_index(list(keys), append=named)
    return made.rename_axis(index=[*(frame.index.names if named else ()), *keys.values()])


def _alone(label: Any) -> str:
    """The only part of a label that is not empty."""
    parts = [str(part) for part in (label if isinstance(label, tuple) else (label,)) if part != ""]
    return parts[0] if len(parts) == 1 else ""


def _named_levels(frame: Any) -> dict[int, str]:
    """The position and name of each level; one without a name that has a single label says nothing."""
    columns = frame.columns
    names = {
        level: None if name is None else str(name)
        for level, name in enumerate(columns.names)
        if name is not None or columns.get_level_values(level).nunique() > 1
    }
    wrong = [level for level, name in names.items() if name not in _LEVELS]
    if wrong:
        raise _unnamed(frame, wrong[0])
    return {level: str(name) for level, name in names.items()}


def _demand_labels(frame: Any, levels: Collection[int]) -> None:
    """Refuse columns that lack a part of their key, such as those that pandas makes of an index."""
    for label in frame.columns:
        parts = label if isinstance(label, tuple) else (label,)
        if any(parts[level] == "" or parts[level] != parts[level] for level in levels):
            raise StatisticsError(
                f"every column must have a label in each level; got {label!r}", *_of_label(label)
            )


def _of_label(label: Any) -> tuple[Remedy, ...]:
    """What to do with a column that lacks a part of its key; one made of an index holds keys."""
    if OF_INDEX.fullmatch(_alone(label)):
        return (Remedy("Name it for what it holds: 'dataset', 'seed' or 'method'"),)
    return (
        Remedy("Leave it out, if it holds no runs", f"table.drop(columns=[{label!r}])"),
        Remedy("Or give it the name of what it holds"),
    )


def _unnamed(frame: Any, level: int) -> StatisticsError:
    columns = frame.columns
    name, labels = columns.names[level], list(columns.get_level_values(level).unique())
    what = "one without a name" if name is None else repr(str(name))
    return StatisticsError(
        f"every level of the columns must be named, by one of {', '.join(_LEVELS)}; got {what}, which "
        f"holds {listing(list(map(str, labels)))}",
        Remedy("Name each level for what it holds, with rename_axis(columns=[...])"),
        Remedy("If its labels are statistics, give the values of the runs themselves"),
    )


def runs_of_cells(cells: Sequence[tuple[dict[str, Any], bool]]) -> list[dict[str, Any]]:
    """
    Return the rows of the cells of a pivot, each with whether it has a value.

    An empty cell is left out if no method has a value there, and is "absent" if another method has one.
    It is left out too if its method was run once for all seeds there: a run without a seed holds for
    every seed.

    Examples:
        >>> cells = [({"method": "PC", "seed": 1, "value": 3}, True),
        ...          ({"method": "GES", "seed": 1, "value": None}, False),
        ...          ({"method": "PC", "seed": 2, "value": None}, False)]
        >>> [(row["method"], row.get("status")) for row in runs_of_cells(cells)]
        [('PC', None), ('GES', 'absent')]
    """
    there = {_key(row) for row, is_there in cells if is_there}
    with_seed = {(_of_method(row), bool(_seed(row))) for row, is_there in cells if is_there}
    return [
        row if is_there else {**row, "status": "absent", "reason": _EMPTY}
        for row, is_there in cells
        if is_there or (_key(row) in there and (_of_method(row), not _seed(row)) not in with_seed)
    ]


def _seed(row: Mapping[str, Any]) -> str:
    return name_of(row.get("seed", ""))


def _of_method(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The key of a run without its seed."""
    return tuple(name_of(row.get(name, "")) for name in _LEVELS if name != "seed")


def _key(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(row.get(name, "")) for name in _LEVELS if name != "method")
