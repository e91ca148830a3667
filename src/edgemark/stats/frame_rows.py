"""The rows of frames and series; every axis of labels must say what it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from edgemark.errors import Remedy, StatisticsError, listing
from edgemark.foreign import package_of
from edgemark.stats.cells import checked, name_of
from edgemark.stats.frame_advice import (
    KEYS,
    incomplete_label,
    index_among_columns,
    is_index_column,
    unknown_levels,
    unnamed_columns,
    unnamed_level,
    unnamed_rows,
    value_among_labels,
)

__all__ = ["demand_spelling", "rows_of_frame", "rows_of_series", "runs_of_cells"]

_EMPTY: Final = "the cell of the table is empty"


def rows_of_frame(frame: Any, known: Sequence[str]) -> list[dict[str, Any]]:
    """
    Return the rows of a frame with a column "value", or a row for each cell of a pivot.

    The columns of a pivot have a name, as pandas gives it: "method", "dataset", "seed", "metric" or
    "convention". No name is guessed from labels or values.

    Args:
        frame: a pandas or polars frame.
        known: names that a column of a tidy table may have.

    Raises:
        StatisticsError: a frame without "value" whose columns have no name, an unnamed index whose
            labels are not row numbers, an unknown or repeated name, or a name that differs from a
            known one only in spelling.

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
    _demand_different(columns)
    if columns and "value" not in columns:
        raise unnamed_columns(frame, columns, known)
    if package_of(frame) == "polars":
        rows: list[dict[str, Any]] = frame.to_dicts()
        return rows
    demand_spelling(filter(None, frame.index.names), known)
    levels = _index_levels(frame, known, columns, row_numbers="")
    return _with_keys(frame.to_dict("records"), frame, levels)


def rows_of_series(series: Any, known: Sequence[str]) -> list[dict[str, Any]]:
    """
    Return a row for each value of a pandas series; unnamed row numbers become the seeds.

    Examples:
        >>> import pandas as pd
        >>> rows_of_series(pd.Series({"asia": 3, "alarm": 9}).rename_axis("dataset"), KEYS)
        [{'value': 3, 'dataset': 'asia'}, {'value': 9, 'dataset': 'alarm'}]
    """
    demand_spelling(filter(None, series.index.names), known)
    levels = _index_levels(series, known, (), row_numbers="seed")
    return _with_keys([{"value": value} for value in series], series, levels)


def demand_spelling(names: Iterable[Any], known: Iterable[str]) -> None:
    """
    Refuse columns that differ from known ones only in case, spaces or signs such as "_" and ".".

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
                f"the column must be spelled {meant!r}; got {name!r}. Rename it, even if it holds "
                "something else"
            )


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


# ---- the index


def _index_levels(
    frame: Any, known: Collection[str], columns: Collection[str], *, row_numbers: str
) -> tuple[str, ...]:
    """
    Return the name of each level of the index; `row_numbers` names integers without a name.

    Other labels without a name are refused: they may be data sets, seeds or methods.
    """
    names = [None if name is None else str(name) for name in frame.index.names]
    _demand_different([name for name in names if name is not None])
    if names == [None] and _are_row_numbers(frame) and row_numbers not in columns:
        return (row_numbers,)
    if len(names) == 1 and names[0] not in known:
        raise unnamed_rows(frame, columns, are_numbers=_are_row_numbers(frame))
    if any(name not in known for name in names):
        raise unknown_levels(frame, known)
    repeated = [name for name in names if name in columns]
    if repeated:
        in_columns = hasattr(frame, "columns") and repeated[0] in set(map(str, frame.columns))
        raise StatisticsError(
            f"a name must be that of one column or one level; got {repeated[0]!r} twice",
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
    """Add the keys in the index to each row; a level without a name is left out."""
    keys = frame.index if len(levels) > 1 else [(key,) for key in frame.index]
    return [
        row | {level: part for level, part in zip(levels, key, strict=True) if level}
        for row, key in zip(rows, keys, strict=True)
    ]


def _demand_different(names: Sequence[str]) -> None:
    """Refuse columns that have the same name, since the last of them would replace the others."""
    repeated = [name for name, count in Counter(names).items() if count > 1]
    if repeated:
        raise StatisticsError(
            f"every column must have a name of its own; got {listing(repeated)} more than once",
            Remedy("Put tables of runs below each other, with a row for each run"),
        )


# ---- pivots


def _is_pivot(frame: Any, known: Collection[str]) -> bool:
    """Whether the columns have several levels, or one that is named as a key of runs."""
    if frame.columns.nlevels > 1:
        return True
    if str(frame.columns.name) not in KEYS:
        return False
    others = [str(label) for label in frame.columns if str(label) not in known]
    if "value" in frame.columns and others:
        raise value_among_labels(frame, others)
    return "value" not in frame.columns


def _rows_of_pivot(frame: Any, known: Collection[str]) -> list[dict[str, Any]]:
    frame = _with_keys_in_index(frame)
    demand_spelling(filter(None, (*frame.columns.names, *frame.index.names)), known)
    levels = _column_levels(frame)
    _demand_labels(frame, levels)
    keys_of_rows = _with_keys(
        [{}] * len(frame),
        frame,
        _index_levels(frame, known, list(levels.values()), row_numbers="seed"),
    )
    cells = []
    for position, label in enumerate(frame.columns):
        parts = label if isinstance(label, tuple) else (label,)
        keys_of_column = {name: parts[level] for level, name in levels.items()}
        column = frame.iloc[:, position]
        _demand_numbers(label, column)
        for row, value, has_value in zip(keys_of_rows, column, column.notna(), strict=True):
            cells.append(({**row, **keys_of_column, "value": value}, bool(has_value)))
    return runs_of_cells(cells)


def _demand_numbers(label: Any, column: Any) -> None:
    """Refuse a column of a pivot that holds text, by its label."""
    if column.dtype.kind not in "fiu":
        for cell in column:
            checked(cell, f"a value in the column {label!r}")


def _with_keys_in_index(frame: Any) -> Any:
    """Move columns that hold keys of rows, such as ("seed", ""), to the index."""
    keys = {label: name for label in frame.columns if (name := _only_part(label)) in KEYS}
    if not keys:
        return frame
    has_names = any(name is not None for name in frame.index.names)
    if not has_names and not _are_row_numbers(frame):
        raise unnamed_rows(frame, list(keys.values()), are_numbers=False)
    indexed = frame.set_index(list(keys), append=has_names)
    return indexed.rename_axis(index=[*(frame.index.names if has_names else ()), *keys.values()])


def _only_part(label: Any) -> str:
    """The only part of a label that is not empty."""
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
    """Refuse columns that lack a part of their key; only the seed may be absent (nan)."""
    index_columns = [
        label for label in frame.columns if (part := _only_part(label)) and is_index_column(part)
    ]
    if index_columns:
        raise index_among_columns(frame, index_columns)
    for label in frame.columns:
        parts = label if isinstance(label, tuple) else (label,)
        for level, name in levels.items():
            is_nan = parts[level] != parts[level]
            if parts[level] == "" or (is_nan and name != "seed"):
                raise incomplete_label(label)


def runs_of_cells(cells: Sequence[tuple[dict[str, Any], bool]]) -> list[dict[str, Any]]:
    """
    Return the rows of a tidy table from the cells of a pivot.

    An empty cell is "absent" if another method has a value for the same data set and seed. It is left
    out if no method has one, or if its method was run once for all seeds of the data set: a run without
    a seed holds for every seed.

    Args:
        cells: a row for each cell, and whether the cell has a value.

    Examples:
        >>> cells = [({"method": "PC", "seed": 1, "value": 3}, True),
        ...          ({"method": "GES", "seed": 1, "value": None}, False),
        ...          ({"method": "PC", "seed": 2, "value": None}, False)]
        >>> [(row["method"], row.get("status")) for row in runs_of_cells(cells)]
        [('PC', None), ('GES', 'absent')]
    """
    with_value = {_key_without("method", row) for row, has_value in cells if has_value}
    with_seed = {(_key_without("seed", row), bool(_seed(row))) for row, has_value in cells if has_value}

    def is_absent(row: dict[str, Any]) -> bool:
        ran_without_seed = (_key_without("seed", row), not _seed(row)) in with_seed
        return _key_without("method", row) in with_value and not ran_without_seed

    return [
        row if has_value else {**row, "status": "absent", "reason": _EMPTY}
        for row, has_value in cells
        if has_value or is_absent(row)
    ]


def _seed(row: Mapping[str, Any]) -> str:
    return name_of(row.get("seed", ""))


def _key_without(level: str, row: Mapping[str, Any]) -> tuple[str, ...]:
    """The key of a run without one of its parts."""
    return tuple(name_of(row.get(name, "")) for name in KEYS if name != level)
