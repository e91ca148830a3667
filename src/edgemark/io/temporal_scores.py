"""
Files of lagged edge scores: NumPy arrays of shape (lags, p, p), alone or in an archive.

===============  =================================================================================
array            content
===============  =================================================================================
``scores``       a matrix for each lag, from lag 0 on: row i, column j is the edge i to j; it has the
                 float type in which thresholds are compared
``direction``    "row-to-column"
``first_lag``    0
``sign``         "keep": negative numbers rank below 0; -inf is an edge without a score
``padded_from``  the largest lag that has scores, if empty lags have been added; else absent
``nodes``        the names; absent if the variables have none
===============  =================================================================================

`write_temporal_scores` writes these arrays. An archive of another program has only the scores, under any
name, and optionally ``nodes``; the caller states how to read it. An array called ``val_matrix`` has the
layout of tigramite: shape (p, p, lags), row i, column j is the edge i to j, and the first lag is 0.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Direction, Sign
from edgemark.errors import (
    AmbiguityError,
    ConventionError,
    EdgemarkError,
    FormatError,
    InputTypeError,
    Remedy,
    listing,
)
from edgemark.graph import TemporalScores
from edgemark.graph.ambiguity import refuse_lowest_first, refuse_pvalues, remedy_for_file
from edgemark.graph.lag_0_diagonal import refuse_other_than_tigramite
from edgemark.io.archive import Archive, array_of, packed
from edgemark.io.contents import CONTENTS, remedies_for_wrong_writer
from edgemark.io.csv_rows import name_without_nul
from edgemark.io.files import load, name_the_file
from edgemark.io.limits import Limits
from edgemark.io.npz import names_array, names_of
from edgemark.io.paths import checked_path
from edgemark.io.score_headings import name_of_pvalues
from edgemark.replacing import replace_file

__all__ = ["read_temporal_scores", "write_temporal_scores"]

_DEFAULT_LIMITS = Limits()
_STATED_OPTIONS = ("direction", "first_lag", "sign")
_TIGRAMITE_ARRAY = "val_matrix"  # the name of the test statistics in a result of tigramite
# Memory for a number as float64, for a copy if the matrices are transposed, and for its sign.
_BYTES_OF_CELL = 24


def read_temporal_scores(
    path: str | os.PathLike[str],
    *,
    direction: Direction | None = None,
    first_lag: int | None = None,
    sign: Sign = "refuse",
    nodes: Sequence[str] | None = None,
    limits: Limits = _DEFAULT_LIMITS,
) -> TemporalScores:
    """
    Read lagged edge scores from a file.

    A NumPy file ``.npy`` holds an array of shape (lags, p, p), a matrix for each lag. An archive
    ``.npz`` holds it under any name, and may hold the names of the variables under `nodes`. An archive
    of `write_temporal_scores` needs no options. An array called ``val_matrix`` has the layout of
    tigramite: its shape is (p, p, lags), the cause is in the row, and the first lag is 0.

    Args:
        path: the file.
        direction: which way the matrices point, see `TemporalScores`.
        first_lag: the lag of the first matrix, 0 or 1.
        sign: what a negative number means, see `EdgeScores`.
        nodes: the names of the rows if the file has none.
        limits: limits on size and memory.

    Returns:
        The scores.

    Raises:
        OSError: the file cannot be opened.
        FormatError: the file holds no such array.
        AmbiguityError: `direction` or `first_lag` is missing; `sign` is missing for negative numbers;
            the name of the array or file suggests numbers whose lowest is the best, such as p-values; or
            the name of the file suggests tigramite, and the shape does not show which axis has the lags.
        ConventionError: an option has no effect on this file.
        GraphError: see `TemporalScores`.
        LimitError: the file is larger than `limits` allows.

    Examples:
        >>> import tempfile
        >>> from pathlib import Path
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "scores.npy"
        >>> np.save(path, [[[0.5, 0.9], [0.0, 0.4]]])
        >>> scores = read_temporal_scores(path, direction="row-to-column", first_lag=1, nodes=["A", "B"])
        >>> scores["A", "B", 1]
        0.9
        >>> folder.cleanup()
    """
    file_path = checked_path(path)
    try:
        CONTENTS["TemporalScores"].demand_readable(file_path)
        data = load(file_path, limits)
        archive = Archive(data, limits) if file_path.suffix.lower() == ".npz" else None
        if archive is not None and all(word in archive for word in _STATED_OPTIONS):
            _refuse_options(direction=direction, first_lag=first_lag, nodes=nodes)
            if sign not in ("refuse", "keep"):
                _refuse_options(sign=sign)
            return _read_own_archive(archive, limits)
        if archive is not None:
            return _read_other_archive(
                archive, nodes, _ReadingOptions(direction, first_lag, sign), limits
            )
        array = array_of(data)
        if file_path.suffix.lower() == ".npy":
            _refuse_by_name(file_path, array)
        return _ReadingOptions(direction, first_lag, sign).scores(array, nodes, limits, "np.load(path)")
    except EdgemarkError as error:
        name_the_file(error, file_path)
        raise


@dataclass(frozen=True, slots=True)
class _ReadingOptions:
    """The options with which an array is read."""

    direction: Direction | None
    first_lag: int | None
    sign: Sign

    def of_tigramite(self) -> _ReadingOptions:
        """Return the options for the layout of tigramite, and refuse options that contradict it."""
        for option, value, stated in (
            ("direction", self.direction, "row-to-column"),
            ("first_lag", self.first_lag, 0),
        ):
            if value not in (None, stated):
                raise ConventionError(
                    f"{option} must be {stated!r} for an array called {_TIGRAMITE_ARRAY!r}, which has "
                    f"the layout of tigramite; got {value!r}",
                    Remedy("Save an array of another layout under another name, such as 'scores'"),
                )
        return _ReadingOptions("row-to-column", 0, self.sign)

    def scores(
        self, array: NDArray[Any], nodes: Sequence[str] | None, limits: Limits, code: str
    ) -> TemporalScores:
        """Read matrices, one for each lag; messages show `code` as the code that loads them."""
        return TemporalScores._loaded(
            _within_limits(array, limits), nodes, self.direction, self.first_lag, self.sign, code
        )


def _refuse_options(**given: object) -> None:
    for option, value in given.items():
        if value is not None:
            raise ConventionError(
                f"{option} has no effect here, because the file states it. Leave it out"
            )


def _within_limits(array: NDArray[Any], limits: Limits) -> NDArray[Any]:
    if array.ndim == 3:
        limits.check_nodes(array.shape[1])
    limits.check_memory(array.nbytes + _BYTES_OF_CELL * array.size, f"{array.size} scores")
    return array


def _read_other_archive(
    archive: Archive, nodes: Sequence[str] | None, reading: _ReadingOptions, limits: Limits
) -> TemporalScores:
    others = [name for name in archive.names if name != "nodes"]
    if len(others) != 1:
        raise FormatError(
            f"an archive of lagged edge scores must hold one array, and nothing else but 'nodes'; got "
            f"{listing(list(archive.names)) or 'no array'}"
        )
    name = others[0]
    refuse_pvalues(name, _remedy_for_pvalues(name, has_names="nodes" in archive))
    refuse_lowest_first(name, remedy_for_file(is_list=False))
    if "nodes" in archive:
        _refuse_options(nodes=nodes)
        nodes = names_of(archive["nodes"])
    array = archive[name]
    if name == _TIGRAMITE_ARRAY:
        array, reading = _lags_first(array), reading.of_tigramite()
        if array.dtype.kind in "biuf" and len(array):
            refuse_other_than_tigramite(np.nan_to_num(array), nodes)
    return reading.scores(array, nodes, limits, f"np.load(path)[{name!r}]")


def _remedy_for_pvalues(name: str, *, has_names: bool) -> Remedy:
    if name == "p_matrix":
        names = ', nodes=[str(name) for name in np.load(path)["nodes"]]' if has_names else ""
        return Remedy(
            "Read the p-values of tigramite",
            f'em.io.as_temporal_scores(dict(np.load(path)), of="p-value"{names})',
        )
    return Remedy(
        "Write the negative p-values, -p, which rank exactly like p, under another name, and read them "
        'with sign="keep"'
    )


def _refuse_by_name(path: Path, array: NDArray[Any]) -> None:
    """
    Refuse a file whose name suggests p-values.

    Also refuse one whose name suggests an array of tigramite, which has the lags last, if the shape does
    not show which axis has the lags.
    """
    if name := name_of_pvalues(path):
        remedy = Remedy(
            "Read the p-values of tigramite",
            'em.io.as_temporal_scores({"p_matrix": np.load(path)}, of="p-value")',
        )
        refuse_pvalues(name, remedy if name == "p_matrix" else _remedy_for_pvalues("", has_names=False))
    is_of_tigramite = re.search(r"(?i)(?<![a-z])val[\W_]*mat", path.stem) is not None
    if is_of_tigramite and array.ndim == 3 and len(set(array.shape)) == 1:
        raise AmbiguityError(
            f"an array may have the lags first, or last as in tigramite; the file is called "
            f"{path.stem!r}, and all its axes have the size {len(array)}",
            Remedy(
                "If it is an array of tigramite, save it under its name, and read that file",
                'np.savez("scores.npz", val_matrix=np.load(path))',
            ),
            Remedy("If the lags are first, give the file another name"),
        )


def _lags_first(array: NDArray[Any]) -> NDArray[Any]:
    """Return matrices of tigramite, of shape (p, p, lags), with the lags first."""
    if array.ndim != 3 or array.shape[0] != array.shape[1]:
        raise FormatError(
            f"an array called {_TIGRAMITE_ARRAY!r} must have the shape (p, p, lags), as in tigramite; "
            f"got {array.shape}",
            Remedy("Save an array of shape (lags, p, p) under another name, such as 'scores'"),
        )
    return np.moveaxis(array, 2, 0)


def _read_own_archive(archive: Archive, limits: Limits) -> TemporalScores:
    others = set(archive.names) - {"scores", "nodes", "padded_from", *_STATED_OPTIONS}
    if others or "scores" not in archive:
        raise FormatError(
            f"an archive of lagged edge scores must hold 'scores', and nothing else but "
            f"{', '.join(map(repr, _STATED_OPTIONS))}, 'padded_from' and 'nodes'; got "
            f"{listing(list(archive.names))}"
        )
    for word, value in (("direction", "row-to-column"), ("first_lag", 0), ("sign", "keep")):
        if archive[word].tolist() != value:
            raise FormatError(f"{word!r} must be {value!r}; got {archive[word].tolist()!r:.60}")
    array = _within_limits(archive["scores"], limits)
    if array.dtype not in (np.float64, np.float32, np.float16) or array.ndim != 3 or not len(array):
        raise FormatError(
            f"'scores' must be floats of shape (lags, p, p); got {array.dtype} {array.shape}"
        )
    if np.isnan(array).any() or (array == math.inf).any():
        raise FormatError("'scores' must be finite numbers, or -inf for an edge without a score")
    names = names_of(archive["nodes"]) if "nodes" in archive else None
    # The constructor refuses infinite numbers, so -inf is put back after its checks.
    finite = np.where(np.isfinite(array), array, array.dtype.type(0))
    checked = TemporalScores(finite, names, direction="row-to-column", first_lag=0, sign="keep")
    values = np.where(np.isfinite(array), checked._values, array)
    padded_from = _padded_from(archive, len(array) - 1)
    return TemporalScores._make(checked._names, values, padded_from, checked._dtype)


def _padded_from(archive: Archive, max_lag: int) -> int | None:
    if "padded_from" not in archive:
        return None
    lag = archive["padded_from"].tolist()
    if type(lag) is not int or not 0 <= lag <= max_lag:
        raise FormatError(f"'padded_from' must be a lag from 0 to {max_lag}; got {lag!r:.60}")
    return lag


def write_temporal_scores(scores: TemporalScores, path: str | os.PathLike[str]) -> None:
    """
    Write lagged edge scores to a NumPy archive. The file is written whole or not at all.

    ``read_temporal_scores(path)`` gives equal scores without any option.

    Args:
        scores: the scores to write.
        path: the path of the file, ending in ``.npz``; an existing file is replaced.

    Raises:
        OSError: the file cannot be written.
        FormatError: another suffix, or names that an array cannot hold.

    Examples:
        >>> import tempfile
        >>> from pathlib import Path
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "scores.npz"
        >>> scores = TemporalScores([[[0, 0.9], [0, 0.4]]], direction="row-to-column", first_lag=1)
        >>> write_temporal_scores(scores, path)
        >>> read_temporal_scores(path) == scores
        True
        >>> folder.cleanup()
    """
    if not isinstance(scores, TemporalScores):
        raise InputTypeError(
            f"write_temporal_scores takes TemporalScores; got {type(scores).__name__}",
            *remedies_for_wrong_writer(scores, "scores"),
        )
    file_path = checked_path(path)
    CONTENTS["TemporalScores"].demand_writable(file_path)
    arrays: list[tuple[str, NDArray[Any]]] = [("scores", scores.to_array().astype(scores._dtype))]
    arrays += [
        (word, np.array(value))
        for word, value in zip(_STATED_OPTIONS, ("row-to-column", 0, "keep"), strict=True)
    ]
    if scores.padded_from is not None:
        arrays.append(("padded_from", np.array(scores.padded_from)))
    if scores.is_named:
        arrays.append(("nodes", names_array(scores.nodes, name_without_nul())))
    replace_file(file_path, packed(arrays))
