"""
Rows of runs, read from frames and series: tidy tables with a column "value", or pivots of them.

A key is "method", "dataset", "seed", "metric" or "convention". The index and the columns of a pivot must
be named after the keys that they hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final

from edgemark.errors import Remedy, StatisticsError
from edgemark.foreign import package_of
from edgemark.metrics.declaration import better_by_name
from edgemark.stats.cells import checked, name_of
from edgemark.stats.copied_columns import demand_different, demand_no_copies
from edgemark.stats.empty_cells import (
    bounds_without_value,
    is_stated,
    key_of,
    stated_runs,
    warn_of_runs_with_other_values,
)
from edgemark.stats.frame_advice import (
    KEYS,
    incomplete_label,
    index_among_columns,
    is_index_column,
    misspelled_columns,
    statistic_among_labels,
    unknown_levels,
    unnamed_columns,
    unnamed_level,
    unnamed_rows,
    value_among_labels,
)

__all__ = ["demand_spelling", "rows_of_frame", "rows_of_series", "runs_of_cells"]

_REASON_OF_EMPTY_CELL: Final = "the cell of the table is empty"


def rows_of_frame(frame: Any, known: Sequence[str]) -> list[dict[str, Any]]:
    """
    Return a row for each run of a tidy frame, which has a column "value", or of a pivot of pandas.

    The columns of a pivot must have the name of a key, which `DataFrame.pivot` gives them. No name is
    guessed from labels or values.

    Args:
        frame: a pandas or polars frame.
        known: names that a column of a tidy table may have.

    Raises:
        StatisticsError: a frame without "value" whose columns have no name, an unnamed index whose
            labels are not row numbers, an unknown name of an index or of columns, a repeated name, a
            column of a pivot that holds no values of runs, or a name that differs from a known one
            only in spelling.
        InputTypeError: a cell of a pivot is not a number.

    Examples:
        >>> import pandas as pd
        >>> tidy = pd.DataFrame([{"method": "PC", "dataset": "asia", "seed": 1, "value": 3}])
        >>> rows_of_frame(tidy.pivot(index="seed", columns=["dataset", "method"], values="value"), KEYS)
        [{'seed': 1, 'dataset': 'asia', 'method': 'PC', 'value': 3}]
    """
    if package_of(frame) == "pandas" and _is_pivot(frame, known):
        return _rows_of_pivot(frame, known)
    demand_spelling(frame.columns, known)
    columns = [str(name) for name in frame.columns]
    demand_different(columns, frame if package_of(frame) == "pandas" else None)
    demand_no_copies(frame, columns, known)
    if columns and "value" not in columns:
        _demand_values_in_index(frame, columns, known)
    if package_of(frame) == "polars":
        rows: list[dict[str, Any]] = frame.to_dicts()
        return rows
    demand_spelling(filter(None, frame.index.names), known, "level of the index")
    levels = _index_levels(frame, known, columns, row_numbers="")
    return _with_keys(frame.to_dict("records"), frame, levels)


def _demand_values_in_index(frame: Any, columns: Sequence[str], known: Sequence[str]) -> None:
    """Refuse a frame without a column "value", unless "value" is a level of its index."""
    levels = [str(name) for name in frame.index.names] if hasattr(frame, "index") else []
    if "value" not in levels:
        raise unnamed_columns(frame, columns, known)
    if not set(columns) <= set(known):
        raise _index_error(frame, columns, _all_but_value(known))


def _all_but_value(known: Iterable[str]) -> list[str]:
    """The names that the index of a pivot may have: not "value", since its values are in the cells."""
    return [name for name in known if name != "value"]


def _index_error(frame: Any, columns: Collection[str], known: Collection[str]) -> StatisticsError:
    """Return the error for an index in which a level has no name or an unknown one."""
    if frame.index.nlevels > 1:
        return unknown_levels(frame, known)
    return unnamed_rows(frame, columns, are_numbers=_are_row_numbers(frame))


def rows_of_series(series: Any, known: Sequence[str]) -> list[dict[str, Any]]:
    """
    Return a row for each value of a pandas series; unnamed row numbers become the seeds.

    Raises:
        StatisticsError: an unnamed index whose labels are not row numbers, a level without a name beside
            others, or an unknown, misspelled or repeated name of a level.

    Examples:
        >>> import pandas as pd
        >>> rows_of_series(pd.Series({"asia": 3, "alarm": 9}).rename_axis("dataset"), KEYS)
        [{'value': 3, 'dataset': 'asia'}, {'value': 9, 'dataset': 'alarm'}]
    """
    demand_spelling(filter(None, series.index.names), known, "level of the index")
    levels = _index_levels(series, known, (), row_numbers="seed")
    return _with_keys([{"value": value} for value in series], series, levels)


def demand_spelling(names: Iterable[Any], known: Iterable[str], what: str = "column") -> None:
    """
    Refuse names that differ from known ones only in case, spaces or signs such as "_" and ".".

    Examples:
        >>> demand_spelling(["data.set"], ["dataset"])
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: the column must be spelled 'dataset'; got 'data.set'. Rename \
it, even if it holds something else
    """
    by_letters = {_letters(name): name for name in known}
    for name in map(str, names):
        meant = by_letters.get(_letters(name), name)
        if meant != name:
            raise StatisticsError(
                f"the {what} must be spelled {meant!r}; got {name!r}. Rename it, even if it holds "
                "something else"
            )


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


# ---- the index


def _index_levels(
    frame: Any, known: Collection[str], columns: Collection[str], *, row_numbers: str
) -> tuple[str, ...]:
    """
    Return the name of each level of the index; an unnamed index of integers is called `row_numbers`.

    Such an index is refused if a column has this name. Other labels without a name are always refused,
    since they may be data sets, seeds or methods.
    """
    names = [None if name is None else str(name) for name in frame.index.names]
    demand_different([name for name in names if name is not None])
    if names == [None] and _are_row_numbers(frame) and row_numbers not in columns:
        return (row_numbers,)
    if any(name not in known for name in names):
        raise _index_error(frame, columns, known)
    repeated = [name for name in names if name in columns]
    if repeated:
        in_columns = hasattr(frame, "columns") and repeated[0] in set(map(str, frame.columns))
        raise StatisticsError(
            f"columns and levels of the index must have different names; got {repeated[0]!r} twice",
            Remedy("Drop the level of the index", f"table.reset_index({repeated[0]!r}, drop=True)")
            if in_columns
            else Remedy("Name each level for what it holds, or give a tidy table"),
        )
    return tuple(map(str, names))


def _are_row_numbers(frame: Any) -> bool:
    """Whether the index holds integers: row numbers of pandas, perhaps of selected rows only."""
    return frame.index.inferred_type in ("integer", "empty")


def _with_keys(
    rows: Sequence[dict[str, Any]], frame: Any, levels: Sequence[str]
) -> list[dict[str, Any]]:
    """Add the labels of the index to each row, by the names of the levels; "" leaves out a level."""
    keys = frame.index if len(levels) > 1 else [(key,) for key in frame.index]
    return [
        row | {level: part for level, part in zip(levels, key, strict=True) if level}
        for row, key in zip(rows, keys, strict=True)
    ]


# ---- pivots


def _is_pivot(frame: Any, known: Collection[str]) -> bool:
    """
    Whether the columns have several levels, or one level that has the name of a key and no "value".

    Raises:
        StatisticsError: the level has the name of a key, and its labels are "value" and unknown names;
            or its name differs from a key only in spelling.
    """
    if frame.columns.nlevels > 1:
        return True
    name = str(frame.columns.name)
    key = next((key for key in KEYS if _letters(key) == _letters(name)), None)
    if key is None:
        return False
    others = [str(label) for label in frame.columns if str(label) not in known]
    if "value" in frame.columns and others:
        raise value_among_labels(frame, others)
    if "value" not in frame.columns and name != key:
        raise misspelled_columns(name, key)
    return "value" not in frame.columns


def _rows_of_pivot(frame: Any, known: Collection[str]) -> list[dict[str, Any]]:
    frame = _with_keys_in_index(frame, known)
    demand_spelling(filter(None, frame.columns.names), known, "level of the columns")
    demand_spelling(filter(None, frame.index.names), known, "level of the index")
    levels = _column_levels(frame)
    if frame.columns.nlevels == 1:
        demand_no_copies(frame, list(map(str, frame.columns)), known)
    _demand_labels(frame, levels)
    keys_of_rows = _with_keys(
        [{}] * len(frame),
        frame,
        _index_levels(frame, _all_but_value(known), list(levels.values()), row_numbers="seed"),
    )
    cells = []
    for position, label in enumerate(frame.columns):
        parts = label if isinstance(label, tuple) else (label,)
        keys_of_column = {name: parts[level] for level, name in levels.items()}
        column = frame.iloc[:, position]
        _demand_numbers(label, column)
        for row, value, has_value in zip(keys_of_rows, column, column.notna(), strict=True):
            cells.append(({**row, **keys_of_column, "value": value}, bool(has_value)))
    has_names = any(name is not None for name in frame.index.names)
    warn_of_runs_with_other_values(cells, list(levels.values()), index_has_names=has_names)
    return runs_of_cells(cells, list(levels.values()))


def _demand_numbers(label: Any, column: Any) -> None:
    """Refuse a column of a pivot with a cell that is not a number; the error states its label."""
    if column.dtype.kind not in "fiu":
        for cell in column:
            checked(cell, f"a value in the column {label!r}")


def _with_keys_in_index(frame: Any, known: Collection[str]) -> Any:
    """
    Move columns that hold keys of the rows, such as ("seed", ""), to the index.

    Columns of other fields of runs, such as "worst", are moved too if they precede all columns of
    values, as after `reset_index`. A field that follows a column of values is refused: it may have been
    computed from its row, such as the worst value of all methods.

    Raises:
        StatisticsError: a field other than a key follows a column of values, or there are columns to
            move and the index has labels without a name that are not row numbers.
    """
    names = {*known, *KEYS} - {"value"}
    labels = [(label, _only_part(label)) for label in frame.columns]
    leading = {part for _, part in takewhile(lambda pair: pair[1] in names, labels)}
    keys = {label: part for label, part in labels if part in {*KEYS, *leading}}
    for label, part in labels:
        if part in names.difference(KEYS, leading):
            raise statistic_among_labels(label)
    if not keys:
        return frame
    has_names = any(name is not None for name in frame.index.names)
    if not has_names and not _are_row_numbers(frame):
        raise unnamed_rows(frame, list(keys.values()), are_numbers=False)
    indexed = frame.set_index(list(keys), append=has_names)
    return indexed.rename_axis(index=[*(frame.index.names if has_names else ()), *keys.values()])


def _only_part(label: Any) -> str:
    """The only part of a label that is not empty; "" if there are several such parts, or none."""
    parts = [str(part) for part in (label if isinstance(label, tuple) else (label,)) if part != ""]
    return parts[0] if len(parts) == 1 else ""


def _column_levels(frame: Any) -> dict[int, str]:
    """Return the name of each level by its position, without unnamed levels that have a single label."""
    columns = frame.columns
    names = {
        level: None if name is None else str(name)
        for level, name in enumerate(columns.names)
        if name is not None or columns.get_level_values(level).nunique() > 1
    }
    wrong = [level for level, name in names.items() if name not in KEYS]
    if wrong:
        raise unnamed_level(frame, wrong[0])
    return {level: str(name) for level, name in names.items()}


def _demand_labels(frame: Any, levels: Mapping[int, str]) -> None:
    """
    Refuse columns that hold a former index, or whose label lacks a part.

    A seed may be nan. A convention may be empty if the label names a metric of edgemark.
    """
    index_columns = [
        label for label in frame.columns if (part := _only_part(label)) and is_index_column(part)
    ]
    if index_columns:
        raise index_among_columns(frame, index_columns)
    for label in frame.columns:
        parts = label if isinstance(label, tuple) else (label,)
        for level, name in levels.items():
            is_nan = parts[level] != parts[level]
            if name == "convention" and parts[level] == "" and _has_known_metric(parts, levels):
                continue
            if parts[level] == "" or (is_nan and name != "seed"):
                raise incomplete_label(label)


def _has_known_metric(parts: Sequence[Any], levels: Mapping[int, str]) -> bool:
    """Whether a label names a metric of edgemark, which may have no conventions, such as sid."""
    metric = next((str(parts[level]) for level, name in levels.items() if name == "metric"), "")
    return better_by_name(metric) is not None


def runs_of_cells(
    cells: Sequence[tuple[dict[str, Any], bool]], levels: Collection[str] = ()
) -> list[dict[str, Any]]:
    """
    Return the rows of a tidy table from the cells of a pivot.

    An empty cell whose row states a status or a reason is a run without a value. Any other empty cell is
    a run with the status "absent" if another method has a value for the same data set and seed. A run
    without a seed holds for every seed of its data set. So an empty cell is left out if its method has a
    value without a seed, or if it has no seed itself and other runs on its data set have seeds. It is
    also left out if another cell holds the value of the same run, as in a pivot whose index has the
    chance value or the status of each run.

    The bounds of a run are its best, worst and chance values. An absent run does not get the bounds in
    its row of the index, since they belong to the runs that have a value in this row.
    `missing_runs.completed` adds its own later. Bounds that only runs without a value state are kept,
    see `bounds_without_value`.

    Args:
        cells: a row for each cell, and whether the cell has a value.
        levels: names of the levels of the columns. All other names in a row belong to the index.

    Examples:
        >>> cells = [({"method": "PC", "seed": 1, "value": 3}, True),
        ...          ({"method": "GES", "seed": 1, "value": None}, False),
        ...          ({"method": "PC", "seed": 2, "value": None}, False)]
        >>> [(row["method"], row.get("status")) for row in runs_of_cells(cells, ["method"])]
        [('PC', None), ('GES', 'absent')]
    """
    valued = [row for row, has_value in cells if has_value]
    keys_with_value = {key_of(row) for row in valued}
    # An index with more than the keys, such as chance values, has several cells for one run.
    empty = [row for row, has_value in cells if not has_value and key_of(row) not in keys_with_value]
    without_value = {key_of(row): row for row in reversed(empty) if not is_stated(row)}
    without_value |= stated_runs([row for row in empty if is_stated(row)], levels)
    bounds = bounds_without_value(valued, empty, levels)

    of_any_method = {key_of(row, without="method") for row in valued}
    run_without_seed = {key_of(row, without="seed") for row in valued if not _seed(row)}
    data_with_seeds = {_data_and_metric(row) for row in valued if _seed(row)}

    def is_absent(row: dict[str, Any]) -> bool:
        if _seed(row) and key_of(row, without="seed") in run_without_seed:
            return False  # The run without a seed holds for this seed.
        if not _seed(row) and _data_and_metric(row) in data_with_seeds:
            return False  # The seeds of this data set have cells of their own.
        return key_of(row, without="method") in of_any_method

    runs = []
    for row, has_value in cells:
        key = key_of(row)
        if has_value:
            runs.append(row)
        elif without_value.get(key) is row:
            if is_stated(row):
                runs.append({**row, "value": None})
            elif is_absent(row):
                kept = {**_only_keys(row), **bounds.get(key, {})}
                runs.append({**kept, "value": None, "status": "absent", "reason": _REASON_OF_EMPTY_CELL})
    return runs


def _only_keys(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in row.items() if name in KEYS}


def _seed(row: Mapping[str, Any]) -> str:
    return name_of(row.get("seed", ""))


def _data_and_metric(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(name_of(row.get(name, "")) for name in KEYS if name not in ("method", "seed"))
