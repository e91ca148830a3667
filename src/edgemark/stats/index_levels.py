"""Conversion of the index levels of pandas frames and series, by name or by position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from edgemark.errors import Remedy, StatisticsError, listing

__all__ = ["demand_order", "level_names", "records", "unnamed_rows"]

_KEYS = ("dataset", "seed")
_PLURAL = {"dataset": "data sets", "method": "methods", "seed": "seeds"}


def records(frame: Any, known: Sequence[str]) -> list[dict[str, Any]]:
    """
    Return the rows of a pandas frame or series as dictionaries, including the index levels.

    Args:
        frame: a frame with a column for each name, or a series, whose values are named "value".
        known: names that an index level may have.

    Raises:
        StatisticsError: a level has an unknown name or the name of a column, or levels without names
            cannot be identified by position.
    """
    is_series = not hasattr(frame, "columns")
    rows = [{"value": value} for value in frame] if is_series else frame.to_dict("records")
    names = level_names(frame, known, () if is_series else [str(name) for name in frame.columns])
    if not any(names):
        return rows
    keys = frame.index if len(names) > 1 else [(key,) for key in frame.index]
    return [
        {**row, **{name: part for name, part in zip(names, key, strict=True) if name}}
        for row, key in zip(rows, keys, strict=True)
    ]


def level_names(frame: Any, known: Sequence[str], columns: Sequence[str] | None) -> tuple[str, ...]:
    """
    Return the name of each level of the index, or "" for row numbers.

    Args:
        frame: a pandas frame or series.
        known: names that a level may have.
        columns: columns that identify a row; empty if only the index can name the runs.
    """
    given = [None if name is None else str(name) for name in frame.index.names]
    names_runs = not columns
    if len(given) == 1 and given[0] not in known:
        return (_single(frame, given[0], columns or ()),)
    if given == [None, None] and names_runs:
        demand_order(frame.index)
        return _KEYS
    wrong = [name for name in given if name not in known]
    if wrong:
        raise _unknown(given, wrong[0], known)
    twice = [name for name in given if name in (columns or ())]
    if twice:
        raise StatisticsError(
            f"a name must be that of one column or one level of the index; got {twice[0]!r} twice",
            Remedy("Drop the level of the index", f"table.reset_index({twice[0]!r}, drop=True)"),
        )
    return tuple(filter(None, given))


def demand_order(keys: Iterable[Any]) -> None:
    """
    Refuse keys of two parts without names that begin with a number and end with a text.

    Examples:
        >>> demand_order([("asia", 1), ("alarm", 2)])
        >>> demand_order([(1, "asia"), (2, "asia")])
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: a key without names must be (data set, seed); got (1, 'asia'), \
which looks like (seed, data set). Exchange its parts, or name the levels of the index
    """
    pairs = [key for key in keys if isinstance(key, tuple) and len(key) == 2]
    if pairs and all(_is_number(a) and _is_word(b) for a, b in pairs):
        raise StatisticsError(
            f"a key without names must be (data set, seed); got {tuple(map(_plain, pairs[0]))}, which "
            "looks like (seed, data set). Exchange its parts, or name the levels of the index"
        )


def _is_number(part: Any) -> bool:
    return isinstance(part, int | float | np.integer | np.floating)


def _is_word(part: Any) -> bool:
    return isinstance(part, str) and not part.strip().lstrip("-").replace(".", "", 1).isdigit()


def _plain(part: Any) -> Any:
    return part.item() if isinstance(part, np.generic) else part


def _single(frame: Any, name: str | None, columns: Sequence[str]) -> str:
    """Identify a level without a known name: names of runs, or row numbers."""
    are_numbers = frame.index.inferred_type in ("integer", "empty")
    if name is None and (are_numbers or not columns):
        return "" if columns else "seed"
    raise unnamed_rows(frame, name, columns, are_numbers=are_numbers)


def unnamed_rows(
    frame: Any, name: str | None, taken: Sequence[str], *, are_numbers: bool
) -> StatisticsError:
    """
    Return the error for an index whose name does not say what it holds.

    Dropping the index is advised for numbers only: any other labels may be the keys of the runs.

    Args:
        frame: a pandas frame or series.
        name: the name of its index, or None.
        taken: names of what the columns hold.
        are_numbers: whether the labels are integers, which may be row numbers.
    """
    what = "one without a name" if name is None else repr(name)
    free = [key for key in ("dataset", "method", "seed") if key not in taken]
    drop = Remedy("Leave it out, if it holds row numbers", "table.reset_index(drop=True)")
    return StatisticsError(
        "the index of a table must be unnamed row numbers, or be named as a column is; got "
        f"{what}, such as {frame.index[0]!r}",
        *(
            Remedy(f"Name it, if it holds the {_PLURAL[key]}", f'table.rename_axis("{key}")')
            for key in free
        ),
        *([drop] if are_numbers and taken else []),
    )


def _unknown(given: Sequence[str | None], wrong: str | None, known: Iterable[str]) -> StatisticsError:
    said = listing(["without a name" if name is None else name for name in given])
    rule = f"every level of an index must be named, by one of {', '.join(known)}; got levels {said}"
    if wrong is None:
        return StatisticsError(
            f"{rule}. Name each level for what it holds, with rename_axis(index=[...]); only a level of "
            "row numbers may be left out"
        )
    return StatisticsError(
        f"{rule}. Rename {wrong!r} if it holds methods, data sets or seeds. Average over {wrong!r} if "
        "not, or make it a part of the seed's name: its values are not repetitions on another data set"
    )
