"""What every adapter does first: check the data, import a library that may be missing."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.errors import EdgemarkError, MissingExtraError, Remedy
from edgemark.graph.nodes import checked_nodes


@contextmanager
def importing(package: str) -> Iterator[None]:
    """
    Import from a package of the `algorithms` extra, without the warnings of its import.

    Raises:
        MissingExtraError: the package is not installed.

    Examples:
        >>> with importing("no-such-package"):
        ...     import no_such_package
        Traceback (most recent call last):
        ...
        edgemark.errors.MissingExtraError: this needs no-such-package, which is not installed. ...
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        except ImportError as error:
            raise MissingExtraError(package, "algorithms") from error


def numbers(data: ArrayLike, names: Sequence[str]) -> NDArray[np.float64]:
    """
    Return the data as real numbers. Tests of correlation need them, so no column may be constant.

    Raises:
        EdgemarkError: not a table of finite numbers with a name for each column, or a constant column.
    """
    table = _table(data, names)
    constant = np.flatnonzero((table == table[:1]).all(axis=0))
    if constant.size:
        raise EdgemarkError(
            f"a correlation needs columns that vary; {names[constant[0]]!r} is the same in all "
            f"{len(table)} rows",
            Remedy("Take more rows, or leave the column out"),
        )
    return table.astype(np.float64)


def codes(data: ArrayLike, names: Sequence[str]) -> NDArray[np.int64]:
    """
    Return the data as codes of states, for tests and scores of discrete data.

    Raises:
        EdgemarkError: not a table of whole numbers with a name for each column.
    """
    table = _table(data, names)
    whole = table.astype(np.int64)
    broken = np.flatnonzero((whole != table).any(axis=0))
    if broken.size:
        raise EdgemarkError(
            f"a discrete method needs whole numbers, one for each state; column {names[broken[0]]!r} "
            f"has others",
            Remedy("Discretise the column first, or use a method for real numbers"),
        )
    return whole


def _table(data: ArrayLike, names: Sequence[str]) -> NDArray[Any]:
    checked_nodes(names)
    table = np.asarray(data)
    if table.ndim != 2 or table.shape[1] != len(names) or not table.size:
        raise EdgemarkError(
            f"data must have rows, and one column for each of the {len(names)} names; got an array of "
            f"shape {table.shape}"
        )
    if table.dtype.kind not in "biuf" or not np.isfinite(table).all():
        raise EdgemarkError(
            f"data must be finite numbers; got {table.dtype}"
            + (" with missing or infinite values" if table.dtype.kind == "f" else "")
        )
    return table
