"""The data that an algorithm receives: a table of numbers with its names, but not the true graph."""

from __future__ import annotations

import hashlib
import io
import json
import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self, get_args
from zipfile import BadZipFile

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.arguments import refuse_masked
from edgemark.conventions.options import require
from edgemark.errors import EdgemarkError, FormatError, MissingExtraError, plural, shown
from edgemark.frame_labels import Labels
from edgemark.graph.frame_values import agreed_names
from edgemark.graph.given_nodes import checked_names
from edgemark.graph.pair_lists import several_nodes

__all__ = ["DataKind", "Dataset"]

DataKind = Literal["continuous", "discrete", "series"]
Targets = tuple[tuple[str, ...], ...]

_ERRORS_OF_DAMAGED_FILES = (
    KeyError, ValueError, EOFError, TypeError, OSError, RuntimeError, BadZipFile, zlib.error,
)  # fmt: skip
"""The exceptions that reading a damaged file of `Dataset.save` may raise."""


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """
    The data of one run, as algorithms receive them.

    Two data sets are equal if their numbers, the type of the numbers (integers or floats), and all other
    attributes are the same.

    Attributes:
        values: one row for each sample or time step, one column for each variable; read-only. Integers
            stay integers, and truth values become 0 and 1.
        names: names of the columns.
        kind: "continuous", "discrete" (integers, one for each state) or "series".
        targets: for each row, the variables that were intervened on; None for observational data.
        is_series: whether the rows are time steps in order. Always true for the kind "series", and
            possible for the other kinds.

    Raises:
        EdgemarkError: the values are not a table of numbers, or hold an integer beyond 64 bits; there is
            not a name for each column, two names are equal, or they differ from those of a data frame;
            or the targets do not fit the rows and columns.
        ConventionError: the kind is unknown.

    Examples:
        >>> data = Dataset([[0, 1], [1, 1]], ["smoke", "lung"], kind="discrete")
        >>> data.values.shape, data.names, data.is_series
        ((2, 2), ('smoke', 'lung'), False)
        >>> data.to_frame()["lung"].tolist()
        [1, 1]
    """

    values: NDArray[Any]
    names: tuple[str, ...]
    kind: DataKind = "continuous"
    targets: Targets | None = None
    is_series: bool = False

    def __init__(
        self,
        values: ArrayLike,
        names: Sequence[str],
        kind: DataKind = "continuous",
        targets: Sequence[Sequence[str]] | None = None,
        is_series: bool = False,
    ) -> None:
        require("kind", kind, get_args(DataKind))
        columns = checked_names(names)
        column_labels = Labels.of(values).columns
        # Refuses names that differ from the labels of a data frame.
        agreed_names(columns, None if column_labels is None else map(str, column_labels))
        table = _table(values)
        if len(columns) != table.shape[1]:
            raise EdgemarkError(
                f"each of {plural(table.shape[1], 'column')} needs a name; got "
                f"{plural(len(columns), 'name')}"
            )
        if kind == "discrete" and table.dtype.kind != "i":
            table = _as_integers(table, columns)
        table.flags.writeable = False
        for name, value in (
            ("values", table),
            ("names", tuple(columns)),
            ("kind", kind),
            ("targets", _checked_targets(targets, table, columns)),
            ("is_series", bool(is_series) or kind == "series"),
        ):
            object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dataset) and self.content_hash == other.content_hash

    def __hash__(self) -> int:
        return hash(self.content_hash)

    @property
    def content_hash(self) -> str:
        """A hash of all attributes: equal data have equal hashes on every machine."""
        digest = hashlib.sha256(_content_without_numbers(self).encode())
        digest.update(np.ascontiguousarray(self.values).tobytes())
        return digest.hexdigest()

    def to_frame(self) -> Any:
        """
        Return a copy of the values as a pandas frame.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("pandas", "frames") from None
        return pandas.DataFrame(self.values.copy(), columns=list(self.names))

    def to_csv(self) -> str:
        r"""
        Write the values as CSV with a header; all numbers can be read back exactly.

        Examples:
            >>> Dataset([[0.1, 2]], ["A", "B"]).to_csv()
            'A,B\n0.1,2.0\n'
        """
        from edgemark.display.text import csv_line

        rows = (csv_line(row) for row in self.values.tolist())
        return "".join([csv_line(self.names), *rows])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the data set to a file that `load` reads. The file appears only when it is complete."""
        buffer = io.BytesIO()
        header = np.frombuffer(_content_without_numbers(self).encode(), np.uint8)
        np.savez(buffer, head=header, values=np.ascontiguousarray(self.values))
        final_path = Path(path)
        partial_path = final_path.with_name(f".{final_path.name}.{os.getpid()}.part")
        partial_path.write_bytes(buffer.getvalue())
        partial_path.replace(final_path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """
        Read a file that `save` wrote.

        Raises:
            FormatError: the file has another format or is damaged.
            OSError: the file cannot be opened.
        """
        with Path(path).open("rb") as stream:
            try:
                with np.load(stream, allow_pickle=False) as file:
                    header = json.loads(file["head"].tobytes())
                    values = file["values"]
                return cls(
                    values, header["names"], header["kind"], header["targets"], header["is_series"]
                )
            except _ERRORS_OF_DAMAGED_FILES as error:
                raise FormatError(f"{os.fspath(path)}: a saved data set is needed; {error}") from None


def _content_without_numbers(data: Dataset) -> str:
    """Return everything except the numbers, as JSON text."""
    return json.dumps(
        {
            "names": data.names,
            "kind": data.kind,
            "targets": data.targets,
            "is_series": data.is_series,
            "dtype": data.values.dtype.str,
            "shape": data.values.shape,
        }
    )


def _table(values: ArrayLike) -> NDArray[Any]:
    refuse_masked("data", values, EdgemarkError)
    try:
        table = np.asarray(values)
    except ValueError as error:
        raise EdgemarkError(f"data must be a table with rows of one length; {error}") from None
    if table.ndim != 2:
        raise EdgemarkError(
            f"data must be a table with a row for each sample; got an array of shape {table.shape}"
        )
    if table.dtype.kind not in "biuf":
        raise EdgemarkError(f"data must be numbers; got {table.dtype}")
    if table.dtype.kind == "u" and table.size and table.max() > np.iinfo(np.int64).max:
        raise EdgemarkError(f"integers must fit into 64 bits with a sign; got {table.max()}")
    return np.array(table, dtype="<i8" if table.dtype.kind in "biu" else "<f8", order="C")


def _as_integers(table: NDArray[Any], names: Sequence[str]) -> NDArray[Any]:
    with np.errstate(invalid="ignore"):
        integers = table.astype("<i8")
    not_whole = np.flatnonzero((integers != table).any(axis=0))
    if not_whole.size:
        raise EdgemarkError(
            "discrete data must be whole numbers, one for each state; column "
            f"{names[not_whole[0]]!r} has other values"
        )
    return integers


def _checked_targets(
    targets: Sequence[Sequence[str]] | None, table: NDArray[Any], names: Sequence[str]
) -> Targets | None:
    if targets is None:
        return None
    targets_of_rows = tuple(tuple(several_nodes(row, "the targets of a row")) for row in targets)
    if len(targets_of_rows) != len(table):
        raise EdgemarkError(
            f"targets must have one entry for each of {len(table)} rows; got {len(targets_of_rows)}"
        )
    columns = set(names)
    for name in (name for row in targets_of_rows for name in row):
        if not isinstance(name, str) or name not in columns:
            raise EdgemarkError(f"targets must be names of columns; got {shown(name)}")
    return targets_of_rows
