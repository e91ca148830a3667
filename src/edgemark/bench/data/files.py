"""Read data and truths from the user's files."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import FormatError, GraphError, MissingExtraError, Remedy, plural
from edgemark.graph import Graph, TemporalGraph
from edgemark.graph.kinds import class_of
from edgemark.io import read, read_temporal

__all__ = ["read_data", "read_truth"]

Table = tuple[NDArray[Any], list[str]]

_MISSING: Final = frozenset(["", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null"])
"""What programs write for a missing value. "None" is a state of many networks, so it is not here."""
_DISCRETE: Final = Remedy('If the values are states, write kind = "discrete" in the plan')


def read_data(path: str, kind: str) -> Table:
    """
    Read a table from CSV with a header, or from Parquet.

    The states of discrete data may be words, which are numbered in alphabetical order in each column.
    Missing and infinite values are refused, because algorithms would read them in different ways.

    Args:
        path: the file.
        kind: "continuous", "discrete" or "series".

    Returns:
        The numbers and the names of the columns.

    Raises:
        FormatError: the file is not such a table. The message names the row of a wrong value. In CSV,
            the header is row 1, and blank lines are not counted.
        MissingExtraError: the file is Parquet and polars is not installed.
        OSError: the file cannot be read.
    """
    is_parquet = Path(path).suffix == ".parquet"
    columns = _parquet(path) if is_parquet else _csv(path)
    first_row = 1 if is_parquet else 2
    numbers = [_numbers(path, name, values, kind, first_row) for name, values in columns.items()]
    return np.column_stack(numbers), list(columns)


def _csv(path: str) -> dict[str, list[str]]:
    with Path(path).open(newline="", encoding="utf-8-sig") as file:
        try:
            rows = [row for row in csv.reader(file) if row]
        except (UnicodeDecodeError, csv.Error) as error:
            raise FormatError(f"{path}: data must be CSV in UTF-8; {error}") from None
    if len(rows) < 2:
        raise FormatError(
            f"{path}: data need a header and at least one row; got {plural(len(rows), 'row')}"
        )
    header = [name.strip() for name in rows[0]]
    if len(header) == 1 and (separators := [mark for mark in ";\t" if mark in rows[0][0]]):
        raise FormatError(
            f"{path}: the fields of a CSV must be separated by commas; the header has {separators[0]!r}"
        )
    for number, row in enumerate(rows, 1):
        if len(row) != len(header):
            raise FormatError(
                f"{path}: every row needs {plural(len(header), 'field')}, as the header has; row "
                f"{number} has {len(row)}"
            )
    if "" in header:
        raise FormatError(
            f"{path}: the header must name every column; column {header.index('') + 1} has no name",
            Remedy("Leave this column out, if it holds the numbers of the rows"),
        )
    if len(set(header)) < len(header):
        raise FormatError(
            f"{path}: the header must have a different name for each column; got {', '.join(header)}"
        )
    return {name: [row[k].strip() for row in rows[1:]] for k, name in enumerate(header)}


def _parquet(path: str) -> dict[str, Any]:
    try:
        import polars
    except ImportError:
        raise MissingExtraError("polars", "frames") from None
    try:
        columns: dict[str, Any] = polars.read_parquet(path).to_dict(as_series=False)
    except polars.exceptions.PolarsError as error:
        raise FormatError(f"{path}: data must be Parquet; {error}") from None
    if not any(columns.values()):
        raise FormatError(f"{path}: data need at least one column and one row; got none")
    return columns


def _numbers(path: str, name: str, values: Sequence[Any], kind: str, first_row: int) -> NDArray[Any]:
    """Return a column as numbers. `first_row` is the number of its first row in messages."""
    _refuse_missing(path, name, values, kind, first_row)
    try:
        numbers = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        if kind == "discrete":
            states = sorted(set(map(str, values)))
            return np.searchsorted(states, list(map(str, values))).astype(np.int64)
        row, wrong = next((k, v) for k, v in enumerate(values, first_row) if not _is_number(v))
        raise FormatError(
            f"{path}: row {row}: column {name!r} must hold numbers; got {wrong!r}", _DISCRETE
        ) from None
    infinite = np.flatnonzero(~np.isfinite(numbers))
    if infinite.size:
        row, number = first_row + int(infinite[0]), numbers[infinite[0]]
        raise FormatError(f"{path}: row {row}: column {name!r} must hold finite numbers; got {number}")
    if kind == "discrete" and np.array_equal(numbers, np.round(numbers)):
        return numbers.astype(np.int64)
    return numbers


def _refuse_missing(path: str, name: str, values: Sequence[Any], kind: str, first_row: int) -> None:
    row = next((k for k, value in enumerate(values, first_row) if _is_missing(value)), None)
    if row is None:
        return
    value = values[row - first_row]
    as_state = (Remedy("Give it another name, if it is a state"),) if kind == "discrete" else ()
    raise FormatError(
        f"{path}: row {row}: column {name!r} must have a value in every row; got {value!r}, which "
        "stands for a missing value",
        Remedy("Leave out the rows with missing values, or fill in the values"),
        *(as_state if isinstance(value, str) and value else ()),
    )


def _is_missing(value: Any) -> bool:
    return value is None or (value in _MISSING if isinstance(value, str) else value != value)


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def read_truth(settings: Mapping[str, Any], names: Sequence[str]) -> Graph | TemporalGraph:
    """
    Read the true graph that belongs to a data file.

    Args:
        settings: the settings of a data file in the plan, which state the path of the truth and how to
            read it.
        names: names of the columns of the data. If the nodes of the truth have no names, they get these.

    Raises:
        EdgemarkError: the file is not a graph, its edges do not fit its declared kind, or an option that
            is needed to read it is missing.
        OSError: the file cannot be read.
    """
    if settings["kind"] == "series":
        try:
            series = read_temporal(settings["truth"])
            return series if series.is_named else read_temporal(settings["truth"], nodes=list(names))
        except FormatError as error:
            if not any(remedy.python.startswith("max_lag=") for remedy in error.remedies):
                raise
            # A plan has no key for the largest lag.
            raise FormatError(error.message.problem, Remedy("Write it into this file")) from None
    options: dict[str, Any] = {key: settings.get(key) for key in ("direction", "symmetric")}
    options["kind"] = settings.get("truth_kind")
    graph = read(settings["truth"], **options)
    if not graph.is_named:
        graph = read(settings["truth"], nodes=list(names), **options)
    objection = None if graph.kind is None else graph.objection(graph.kind)
    if objection is not None:
        # Otherwise, metrics would be refused in every run, or count directions that no estimate of this
        # kind can have.
        raise GraphError(
            f"{settings['truth']}: the truth must be of the kind that it is declared, {graph.kind}; "
            f"{objection}",
            Remedy("Leave out truth_kind, or correct the edges or the kind in this file"),
        )
    if graph.kind is None and class_of(graph) == "cpdag" and graph.objection("cpdag") is not None:
        # If it were read as a CPDAG, metrics would count directions that no valid CPDAG can have.
        return graph.with_kind("pdag")
    return graph
