"""Helpers of adapters: check the data, import and silence a library, and hide the names of columns."""

from __future__ import annotations

import logging
import random
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from edgemark.bench.dataset import Dataset
from edgemark.errors import EdgemarkError, MissingExtraError, Remedy
from edgemark.graph import Graph

__all__ = [
    "codes",
    "importing",
    "neutral_names",
    "numbers",
    "quietly",
    "renamed",
    "series",
    "short_seed",
]


@contextmanager
def importing(package: str) -> Iterator[None]:
    """
    A context in which a package of the extra `algorithms` is imported without output or warnings.

    Raises:
        MissingExtraError: the package is not installed.

    Examples:
        >>> with importing("no-such-package"):
        ...     import no_such_package
        Traceback (most recent call last):
        ...
        edgemark.errors.MissingExtraError: this needs no-such-package, which is not installed. ...
    """
    with _without_output():
        try:
            yield
        except ImportError as error:
            raise MissingExtraError(package, "algorithms") from error


@contextmanager
def quietly(seed: int) -> Iterator[None]:
    """
    A context that silences a library and seeds the global random generators of Python and NumPy.

    On exit, the generators get their states back.

    Examples:
        >>> draws = []
        >>> for _ in range(2):
        ...     with quietly(3):
        ...         print("not seen")
        ...         draws.append(np.random.random())
        >>> draws[0] == draws[1]
        True
    """
    states = random.getstate(), np.random.get_state()
    random.seed(seed)
    np.random.seed(short_seed(seed))
    try:
        with _without_output(), np.errstate(all="ignore"):
            yield
    finally:
        random.setstate(states[0])
        np.random.set_state(states[1])


@contextmanager
def _without_output() -> Iterator[None]:
    """Suppress warnings, output and logs, and restore them afterwards."""
    disabled = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings(), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(disabled)


def short_seed(seed: int) -> int:
    """
    Shorten a seed to 32 bits, as NumPy's legacy generator and scikit-learn need it.

    Examples:
        >>> short_seed(7), short_seed(2**40 + 7)
        (7, 7)
    """
    return seed % 2**32


def numbers(dataset: Dataset) -> NDArray[np.float64]:
    """
    Return a copy of the data as floats; refuse constant columns, which have no correlations.

    Raises:
        EdgemarkError: the data are not finite, have no rows, or have a constant column.
    """
    table = _table(dataset)
    constant = np.flatnonzero((table == table[:1]).all(axis=0))
    if constant.size:
        raise EdgemarkError(
            f"a correlation needs columns that vary; {dataset.names[constant[0]]!r} has the same value "
            f"in all {len(table)} rows",
            Remedy("Take more rows, or leave the column out"),
        )
    return np.array(table, np.float64, order="C")


def codes(dataset: Dataset) -> NDArray[np.int64]:
    """
    Return a copy of the data in which the states that occur in a column are numbered 0, 1, ...

    Raises:
        EdgemarkError: the data are not finite, have no rows, or are not integers.
    """
    table = _table(dataset)
    states = table.astype(np.int64)
    not_integers = np.flatnonzero((states != table).any(axis=0))
    if not_integers.size:
        raise EdgemarkError(
            f"a discrete method needs whole numbers, one for each state; column "
            f"{dataset.names[not_integers[0]]!r} has other numbers",
            Remedy("Discretise the column first, or use a method for real numbers"),
        )
    for column in states.T:
        column[:] = np.unique(column, return_inverse=True)[1]
    return states


def series(dataset: Dataset) -> NDArray[np.float64]:
    """
    Return a copy of a time series as floats.

    Raises:
        EdgemarkError: see `numbers`; or the rows are not time steps.
    """
    if not dataset.is_series:
        raise EdgemarkError(
            "a method for time series needs rows that are time steps in order; these rows are not"
        )
    return numbers(dataset)


def _table(dataset: Dataset) -> NDArray[Any]:
    table = dataset.values
    if not table.size:
        raise EdgemarkError(f"data must have rows and columns; got an array of shape {table.shape}")
    if not np.isfinite(table).all():
        raise EdgemarkError(
            f"data must be finite numbers; got {table.dtype} with missing or infinite values"
        )
    return table


class _Name(str):
    """A name with the same hash in every process, for libraries that iterate over sets of names."""

    __slots__ = ()

    def __hash__(self) -> int:
        return crc32(self.encode())


def neutral_names(count: int) -> list[str]:
    """
    Return neutral names for columns, so that the result of a library does not depend on their names.

    Some libraries sort the names. Others iterate over sets of names in the order of the hashes, which
    change with PYTHONHASHSEED. Neutral names sort like the columns, and have the same hashes in every
    process.

    Examples:
        >>> neutral_names(2)
        ['x0', 'x1']
    """
    width = len(str(count - 1))
    return [_Name(f"x{k:0{width}d}") for k in range(count)]


def renamed(graph: Graph, names: Sequence[str], neutral: Sequence[str]) -> Graph:
    """
    Return the graph with the names of the columns instead of the neutral ones.

    The order of its nodes is that of `names`.

    Args:
        graph: a graph whose nodes have neutral names.
        names: the names of the columns.
        neutral: the neutral name of each column, in the order of `names`.

    Examples:
        >>> renamed(Graph.parse("x1 --> x0", kind="dag"), ["A", "B"], ["x0", "x1"])
        Graph.parse('B --> A', kind='dag')
    """
    column_of = dict(zip(map(str, neutral), names, strict=True))
    edges = [(column_of[str(a)], glyph, column_of[str(b)]) for a, glyph, b in graph.edges()]
    return Graph(names, edges, kind=graph.kind)
