"""Errors for frames that do not say what their rows and columns hold, with code that names these."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from edgemark.errors import Remedy, StatisticsError, listing
from edgemark.foreign import package_of
from edgemark.stats.cells import name_of
from edgemark.stats.names_of_numbers import described

__all__ = [
    "KEYS",
    "incomplete_label",
    "index_among_columns",
    "is_bench_export",
    "is_index_column",
    "misspelled_columns",
    "statistic_among_labels",
    "status_of_several",
    "unknown_levels",
    "unnamed_columns",
    "unnamed_level",
    "unnamed_rows",
    "value_among_labels",
]

KEYS: Final = ("method", "dataset", "seed", "metric", "convention")
"""The keys of a run. Each level of the columns of a pivot is named after one of them."""
_INDEX_COLUMN: Final = re.compile(r"(Unnamed: \d+|level_\d+|index|rownames?|)")
_POLARS_PIVOT_COLUMN: Final = re.compile(r'\{(?=.*").*,.*\}')
"""A column that polars names after labels of several columns, such as '{"PC","asia"}'."""
_OF_SEVERAL_RUNS: Final = ("a statistic of runs", "a quantile")
"""What `described` returns for the name of a column that is computed from several runs."""
_PLURAL: Final = {"dataset": "data sets", "method": "methods", "seed": "seeds", "metric": "metrics"}


def is_index_column(column: str) -> bool:
    """
    Whether pandas or R gives this name to a column that was an index without a name.

    Examples:
        >>> is_index_column("Unnamed: 0"), is_index_column("level_1"), is_index_column("PC")
        (True, True, False)
    """
    return bool(_INDEX_COLUMN.fullmatch(column))


def is_bench_export(columns: Collection[str]) -> bool:
    """Whether a table has the columns of ``edgemark bench export``, with a column for each metric."""
    return {"run", "algorithm", "data", "seed", "data_seed", "algorithm_seed"} <= {*columns}


def unnamed_columns(frame: Any, columns: Sequence[str], known: Collection[str]) -> StatisticsError:
    """
    Return the error for a frame that has no column "value", and no known name for its columns.

    Args:
        frame: a pandas or polars frame.
        columns: the names of its columns.
        known: names that a column of a tidy table may have.
    """
    if hasattr(frame, "index") and frame.index.nlevels > 1 and None in frame.index.names:
        return unknown_levels(frame, KEYS)
    or_named = "" if package_of(frame) == "polars" else ", or a name for its columns, such as 'method'"
    name = getattr(frame.columns, "name", None)
    named = "" if name is None else f", and {str(name)!r} as their name"
    return StatisticsError(
        f"a table of runs needs the column 'value'{or_named}; got only {listing(list(columns))}{named}",
        *_advice(frame, columns, known),
    )


def misspelled_columns(name: str, key: str) -> StatisticsError:
    """Return the error for columns whose name differs from a key only in case, spaces or punctuation."""
    return StatisticsError(
        f"the name of the columns must be spelled {key!r}; got {name!r}",
        Remedy("Rename it", f"table.rename_axis(columns={key!r})"),
    )


def _advice(frame: Any, columns: Sequence[str], known: Collection[str]) -> Iterator[Remedy]:
    if is_bench_export(columns):
        yield from _of_bench_export(frame, columns)
        return
    if {"mean", "n_all"} <= {*columns}:
        yield Remedy("This is a summary: give its runs, with their values in the column 'value'")
        return
    index_columns = [name for name in columns if is_index_column(name)]
    known_columns = [name for name in columns if name in known]
    others = [name for name in columns if name not in known]
    statistics = [name for name in others if described(name, is_method=True) in _OF_SEVERAL_RUNS]
    if index_columns:
        yield from _names_of_index(frame, index_columns, columns)
        return
    if any(_POLARS_PIVOT_COLUMN.fullmatch(name) for name in others):
        yield Remedy(
            "Pivot on one column only, or give the tidy table: polars joins the names of several"
        )
        return
    if len(others) > 1 and statistics:
        yield _without_statistics(frame, statistics, others)
        return
    if len(others) == 1:
        (label,) = _labels(frame, others)
        yield Remedy("Rename the column of the numbers", _renamed(frame, {label: "value"}))
        if "method" in (*known_columns, *_index_names(frame)):
            return
    for name in _possible_names(frame, known_columns, others):
        are = f"is a {_PLURAL[name][:-1]}" if len(others) == 1 else f"are {_PLURAL[name]}"
        for rows in _possible_rows(frame, known_columns, name):
            and_rows = f" and the rows are {_PLURAL[rows]}" if rows else ""
            yield Remedy(
                f"If {listing(others)} {are}{and_rows}, say so",
                _naming(frame, known_columns, name, rows),
            )


def _of_bench_export(frame: Any, columns: Collection[str]) -> Iterator[Remedy]:
    """Advice for the export of a benchmark: the runs of its study, or the columns of one metric."""
    metrics = [name for name in columns if f"{name} (chance)" in columns]
    yield Remedy(
        "This is the export of a benchmark: take the runs from the folder of the study, with "
        "to_runs of edgemark.bench.open"
    )
    if metrics:
        names = {"algorithm": "method", "data": "dataset", metrics[0]: "value"}
        kept = ["method", "dataset", "seed", "value", "status", "reason"]
        yield Remedy(
            "Or name the columns of one metric; its refused values then count as undefined",
            f"{_renamed(frame, names)}[{kept}]",
        )


def _without_statistics(frame: Any, statistics: Sequence[str], others: Sequence[str]) -> Remedy:
    if len(statistics) == len(others):
        return Remedy("Give the values of the runs themselves, in the column 'value'")
    labels = _labels(frame, statistics)
    drop = f"{labels}" if package_of(frame) == "polars" else f"columns={labels}"
    return Remedy(f"Leave out the statistics {listing(statistics)}", f"table.drop({drop})")


def _possible_names(frame: Any, known_columns: Sequence[str], others: Sequence[str]) -> list[str]:
    """Names of what the columns may hold, except those that a column or the index has already."""
    if not others:
        return []
    taken = {*known_columns, *_index_names(frame)}
    if all(described(name) == "a metric" for name in others):
        return [name for name in ("metric",) if name not in taken]
    are_numbers = all(name.lstrip("-").isdigit() for name in others)
    first = "metric" if "method" in taken else "method"
    names = (first, "dataset", "seed") if are_numbers else (first, "dataset")
    return [name for name in names if name not in taken]


def _possible_rows(frame: Any, known_columns: Sequence[str], name: str) -> Sequence[str]:
    """
    Names of what an unnamed index of pandas may hold, to advise one or two of them.

    Only "" if there is no such index, or if it may hold row numbers.
    """
    has_index = package_of(frame) == "pandas" and not _index_names(frame)
    if not has_index or frame.index.inferred_type in ("integer", "empty"):
        return ("",)
    free = [key for key in ("dataset", "method", "seed") if key not in (*known_columns, name)]
    return free[:2] if name == "seed" else free[:1]


def _naming(frame: Any, known_columns: Sequence[str], name: str, rows: str) -> str:
    """
    The code that gives the columns of a frame the name of what they hold.

    It also gives the name `rows` to the index, unless `rows` is empty.
    """
    index = _index_names(frame)
    if package_of(frame) == "polars":
        with_row_numbers = "" if known_columns else '.with_row_index("seed")'
        index_columns = list(known_columns) or ["seed"]
        unpivot = f"unpivot(index={index_columns}, variable_name={name!r}, value_name='value')"
        return f"table{with_row_numbers}.{unpivot}"
    if rows:
        return f"table.rename_axis(index={rows!r}, columns={name!r})"
    if not set(known_columns) <= set(KEYS):  # With other fields, such as a status, make it tidy.
        kept = ", ignore_index=False" if index else ""
        return f"table.melt(id_vars={list(known_columns)}, var_name={name!r}, value_name='value'{kept})"
    if known_columns:
        append = ", append=True" if index else ""
        return f"table.set_index({list(known_columns)}{append}).rename_axis(columns={name!r})"
    return f"table.rename_axis(columns={name!r})"


def _index_names(frame: Any) -> list[str]:
    return (
        [str(name) for name in frame.index.names if name is not None] if hasattr(frame, "index") else []
    )


def _names_of_index(
    frame: Any, index_columns: Sequence[str], columns: Sequence[str]
) -> tuple[Remedy, ...]:
    """Advice to name columns that were an index; only row numbers may be left out."""
    first = index_columns[0]
    if len(index_columns) == 1 and list(frame[first]) == list(range(len(frame[first]))):
        drop = f"{first!r}" if package_of(frame) == "polars" else f"columns={first!r}"
        return (
            Remedy(f"Leave {first!r} out, if it holds row numbers", f"table.drop({drop})"),
            Remedy("Or rename it to 'dataset' or 'seed', if it holds these"),
        )
    free = [name for name in ("dataset", "seed", "method") if name not in columns]
    texts = [name for name in index_columns if any(isinstance(cell, str) for cell in frame[name])]
    numbers = [name for name in index_columns if name not in texts]
    new_names = dict(zip(texts, [name for name in free if name != "seed"], strict=False))
    new_names |= dict(zip(numbers, [name for name in free if name == "seed"], strict=False))
    pronoun = "it" if len(index_columns) == 1 else "each"
    of_columns = "" if len(index_columns) == 1 else " of " + listing(list(index_columns))
    if len(new_names) < len(index_columns):
        return (Remedy(f"Name {pronoun}{of_columns} for what it holds"),)
    return (
        Remedy(f"Name {pronoun}{of_columns} for what it holds, such as", _renamed(frame, new_names)),
    )


def _labels(frame: Any, names: Collection[str]) -> list[Any]:
    """Return the labels of the columns with these names; in pandas, a label may be a number."""
    return [label for label in frame.columns if str(label) in names]


def _renamed(frame: Any, names: dict[Any, str]) -> str:
    return (
        f"table.rename({names})" if package_of(frame) == "polars" else f"table.rename(columns={names})"
    )


def unnamed_rows(frame: Any, taken: Collection[str], *, are_numbers: bool) -> StatisticsError:
    """
    Return the error for an index whose name does not say what it holds.

    Integers without a name are refused only if the columns hold the seeds. Dropping the index is advised
    only for named integers of a frame: any other labels may be the keys of the runs.

    Args:
        frame: a pandas frame or series.
        taken: names of what the columns hold; none for a series.
        are_numbers: whether the labels are integers, which may be row numbers.
    """
    name = frame.index.name
    found = "one without a name" if name is None else repr(str(name))
    free = [key for key in ("dataset", "method", "seed") if key not in taken]
    drop = Remedy("Leave it out, if it holds row numbers", "table.reset_index(drop=True)")
    rule = "the index of a table must be unnamed row numbers, or named for what it holds"
    if are_numbers and name is None:
        rule = "the index of a table must be named for what it holds, if the columns hold the seeds"
    label = f", such as {frame.index[0]!r}" if len(frame.index) else ""
    return StatisticsError(
        f"{rule}; got {found}{label}",
        *(
            Remedy(f"Name it, if it holds the {_PLURAL[key]}", f'table.rename_axis("{key}")')
            for key in free
        ),
        *([drop] if are_numbers and taken and name is not None else []),
    )


def unknown_levels(frame: Any, known: Collection[str | None]) -> StatisticsError:
    """
    Return the error for an index of several levels if one has no name or an unknown one.

    Args:
        frame: a pandas frame or series.
        known: names that a level may have.
    """
    names = [None if name is None else str(name) for name in frame.index.names]
    levels = listing(["without a name" if name is None else name for name in names])
    rule = f"every level of an index must have a known name, such as 'dataset'; got levels {levels}"
    wrong = next(name for name in names if name not in known)
    if wrong is None:
        level = names.index(None)
        are_numbers = frame.index.levels[level].inferred_type in ("integer", "empty")
        drop = Remedy("Leave it out, if it holds row numbers", f"table.reset_index({level}, drop=True)")
        return StatisticsError(
            rule,
            Remedy("Name each level for what it holds, with rename_axis(index=[...])"),
            *([drop] if are_numbers and names.count(None) == 1 else []),
        )
    return StatisticsError(
        f"{rule}. Rename {wrong!r} if it holds methods, data sets or seeds. Average over {wrong!r} if "
        f"not, or make it a part of the seed's name: runs that differ only in {wrong!r} are on the same "
        "data set"
    )


def unnamed_level(frame: Any, level: int) -> StatisticsError:
    """Return the error for a level of the columns that has no known name."""
    columns = frame.columns
    name, labels = columns.names[level], list(columns.get_level_values(level).unique())
    found = "one without a name" if name is None else repr(str(name))
    return StatisticsError(
        f"every level of the columns must be named, by one of {', '.join(KEYS)}; got {found}, which "
        f"holds {listing(list(map(str, labels)))}",
        *_to_name_a_level(frame, level, list(map(str, labels))),
    )


def _to_name_a_level(frame: Any, level: int, labels: Sequence[str]) -> tuple[Remedy, ...]:
    others = [name for k, name in enumerate(frame.columns.names) if k != level]
    if "value" in labels and all(name in KEYS for name in others):
        stacked = f"table.stack({others}, future_stack=True).dropna(subset=['value'])"
        return (Remedy("Let its labels be columns, and the other levels rows", stacked),)
    return (
        Remedy("Name each level for what it holds, with rename_axis(columns=[...])"),
        Remedy("If its labels are statistics, give the values of the runs themselves"),
    )


def value_among_labels(frame: Any, others: Sequence[str]) -> StatisticsError:
    """Return the error for columns whose common name is a key, if one of them is called "value"."""
    name = str(frame.columns.name)
    return StatisticsError(
        f"columns named {name!r} must all be {_PLURAL.get(name, name)}; got 'value' beside "
        f"{listing(list(others))}",
        Remedy(
            "If the table is tidy, leave out the name of the columns", "table.rename_axis(columns=None)"
        ),
    )


def index_among_columns(frame: Any, labels: Sequence[Any]) -> StatisticsError:
    """Return the error for columns of a pivot that hold an index, which pandas or R moved there."""
    single_labels = [label for label in labels if isinstance(label, str)]  # no tuples of several levels
    return StatisticsError(
        f"every column must be named for what it holds; got {listing(list(map(str, labels)))}, which "
        "pandas or R makes from an index",
        *(
            _names_of_index(frame, single_labels, list(map(str, frame.columns)))
            if single_labels
            else [Remedy("Name it for what it holds: 'dataset', 'seed' or 'method'")]
        ),
    )


def incomplete_label(label: Any) -> StatisticsError:
    """Return the error for a column that lacks a part of its key."""
    return StatisticsError(
        f"every column must have a label in each level; got {label!r}",
        Remedy("Leave it out, if it holds no runs", f"table.drop(columns=[{label!r}])"),
        Remedy("Or give it the name of what it holds"),
    )


def statistic_among_labels(label: Any) -> StatisticsError:
    """Return the error for a column of a pivot that may state a field of runs, or a computed value."""
    name = label if isinstance(label, str) else next(part for part in label if part != "")
    value = " value" if name in ("best", "worst", "chance") else ""
    return StatisticsError(
        f"every column of a pivot must hold values of runs; got {name!r}, which is a field of a run",
        Remedy(
            "Leave it out, if it was computed from the other columns", f"table.drop(columns=[{label!r}])"
        ),
        Remedy(
            f"Move it to the index, if it states the {name}{value} of each run",
            f"table.set_index({label!r}, append=True)",
        ),
    )


def status_of_several(
    row: Mapping[str, Any], runs: Sequence[str], other: Mapping[str, Any] | None = None
) -> StatisticsError:
    """
    Return the error for a row of a pivot whose status, reason or worst value may be about several runs.

    Args:
        row: the row.
        runs: the names of the runs that it may be about.
        other: another row that is about the same run.
    """
    stated = " and ".join(_stated_fields(each) for each in (other, row) if each is not None)
    cells = "cell" if len(runs) == 1 else "cells"
    return StatisticsError(
        f"a status, a reason or a worst value in the index must say which run it is about; got {stated} "
        f"for the empty {cells} of {listing(list(runs))}",
        Remedy("Give the tidy table, with a row for each run, instead of its pivot"),
    )


def _stated_fields(row: Mapping[str, Any]) -> str:
    """Return the status, reason and worst value of a row, as far as it states them."""
    fields = [name for name in ("status", "reason", "worst") if name_of(row.get(name))]
    return ", ".join(f"{name} {_python_scalar(row[name])!r}" for name in fields)


def _python_scalar(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value
