"""Conversion of the index levels of pandas frames and series, by name or by position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from edgemark.errors import Remedy, StatisticsError, listing

__all__ = ["level_names", "records"]

_KEYS = ("dataset", "seed")


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
        return (_single(frame, given[0], names_runs),)
    if given == [None, None] and names_runs:
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


def _single(frame: Any, name: str | None, names_runs: bool) -> str:
    """Identify a level without a name: names of runs, or row numbers."""
    if names_runs:
        return "seed"
    if name is None and frame.index.inferred_type in ("integer", "empty"):
        return ""
    raise StatisticsError(
        f"the index of a table must be unnamed row numbers, or be named as a column is; got "
        f"{'one without a name' if name is None else repr(name)}, such as {frame.index[0]!r}",
        Remedy("Drop it", "table.reset_index(drop=True)"),
        Remedy("Or name it, if it holds the data sets", 'table.rename_axis("dataset")'),
    )


def _unknown(given: Sequence[str | None], wrong: str | None, known: Iterable[str]) -> StatisticsError:
    said = listing(["without a name" if name is None else name for name in given])
    rule = f"every level of an index must be named, by one of {', '.join(known)}; got levels {said}"
    if wrong is None:
        return StatisticsError(
            f"{rule}. Name them with rename_axis(index=[...]), or drop them with reset_index(drop=True)"
        )
    return StatisticsError(
        f"{rule}. Average over {wrong!r} or drop it, or make it a part of the seed's name: its values "
        "are not repetitions on another data set"
    )
