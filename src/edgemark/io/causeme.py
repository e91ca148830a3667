"""
Results as CauseMe takes them.

A JSON object with `scores`, and perhaps `pvalues` and `lags`: of each data set a list of p p numbers,
row by row, the cause in the row.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import EdgemarkError, FormatError, GraphError
from edgemark.graph import EdgeScores, TemporalGraph
from edgemark.io.files import checked_path, load, name_the_file
from edgemark.io.json_graph import _parsed
from edgemark.io.limits import Limits
from edgemark.io.source import Source

__all__ = ["CauseMeResult", "read_causeme"]

Matrix = NDArray[np.float64]
_DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True, eq=False)
class CauseMeResult:
    """
    What a method says about one data set, the cause in the row.

    Attributes:
        values: a score for each ordered pair.
        pvalues: a p-value for each, or None.
        lags: the lag that it is of, or None.
        nodes: names of the variables, or None.
    """

    values: Matrix
    pvalues: Matrix | None
    lags: NDArray[np.int64] | None
    nodes: tuple[str, ...] | None

    def scores(self) -> EdgeScores:
        """
        Give the scores of pairs of different variables, which are what CauseMe ranks.

        Compare them with ``truth.summary()``.
        """
        values = self.values.copy()
        np.fill_diagonal(values, 0)
        return EdgeScores(values, self.nodes, direction="row-to-column", sign="keep")

    def graph(self, alpha: float, *, max_lag: int) -> TemporalGraph:
        """
        Take the edges whose p-value is at most `alpha`, each at its lag.

        Raises:
            GraphError: the result has no p-values or lags, or a lag beyond `max_lag`.
        """
        if self.pvalues is None or self.lags is None:
            raise GraphError(
                "a graph needs p-values and lags; the result has scores only: result.scores()"
            )
        n = len(self.values)
        labels: Sequence[Any] = self.nodes if self.nodes is not None else range(n)
        found = zip(*np.nonzero(self.pvalues <= alpha), strict=True)
        edges = [(labels[i], "-->", labels[j], int(self.lags[i, j])) for i, j in found]
        nodes = n if self.nodes is None else self.nodes
        return TemporalGraph(nodes, edges, max_lag=max_lag, cycles="keep")


def read_causeme(
    path: str | os.PathLike[str],
    *,
    nodes: Sequence[str] | None = None,
    limits: Limits = _DEFAULT_LIMITS,
) -> tuple[CauseMeResult, ...]:
    """
    Read a file of results for CauseMe.

    Args:
        path: the file, JSON.
        nodes: names of the variables, in the order of the rows.
        limits: what the file may cost.

    Returns:
        A result for each data set.

    Raises:
        OSError: the file cannot be opened.
        FormatError: it is not of the format.
        LimitError: it is larger than `limits` allows.

    Examples:
        >>> import tempfile
        >>> from pathlib import Path
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "results.json"
        >>> _ = path.write_text('{"scores": [[0.9, 0.7, 0.1, 0.8]], "lags": [[1, 2, 1, 1]]}')
        >>> read_causeme(path, nodes=["A", "B"])[0].scores()["A", "B"]
        0.7
        >>> folder.cleanup()
    """
    place = checked_path(path)
    try:
        content = _parsed(Source(load(place, limits), limits=limits).text)
        names = None if nodes is None else tuple(nodes)
        scores, pvalues, lags = (_lists(content, key) for key in ("scores", "pvalues", "lags"))
        if scores is None:
            raise FormatError('results for CauseMe must have "scores"; got none')
        for key, lists in (("pvalues", pvalues), ("lags", lags)):
            if lists is not None and len(lists) != len(scores):
                raise FormatError(f'"{key}" must be of {len(scores)} data sets; got {len(lists)}')
        return tuple(
            _result(row, pvalues and pvalues[k], lags and lags[k], names) for k, row in enumerate(scores)
        )
    except EdgemarkError as error:
        name_the_file(error, place)
        raise


def _lists(content: dict[str, Any], key: str) -> list[Any] | None:
    value = content.get(key)
    if value is None or (isinstance(value, list) and not value):
        return None
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise FormatError(f'"{key}" must be a list of lists, one for each data set')
    return value


def _result(
    scores: list[Any], pvalues: list[Any] | None, lags: list[Any] | None, nodes: tuple[str, ...] | None
) -> CauseMeResult:
    values = _square(scores, "scores")
    others = [None if row is None else _square(row, key) for row, key in
              ((pvalues, "pvalues"), (lags, "lags"))]  # fmt: skip
    for other in others:
        if other is not None and other.shape != values.shape:
            raise FormatError(f"all numbers of a data set must be {values.size}; got {other.size}")
    if nodes is not None and len(nodes) != len(values):
        raise FormatError(f"{len(values)} variables need {len(values)} names; got {len(nodes)}")
    whole = others[1]
    if whole is not None and (whole != np.floor(whole)).any():
        raise FormatError("lags must be whole numbers")
    return CauseMeResult(values, others[0], None if whole is None else whole.astype(np.int64), nodes)


def _square(row: list[Any], key: str) -> Matrix:
    try:
        numbers = np.array(row, np.float64)
    except (TypeError, ValueError):
        raise FormatError(f'"{key}" must hold numbers') from None
    n = isqrt(numbers.size)
    if numbers.ndim != 1 or n * n != numbers.size or not np.isfinite(numbers).all():
        raise FormatError(f'"{key}" must hold p p finite numbers for each data set; got {numbers.shape}')
    return numbers.reshape(n, n)
