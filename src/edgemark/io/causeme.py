"""
Result files of the CauseMe platform.

A file is a JSON object with `scores`, and optionally `pvalues` and `lags`. Each holds one list per data
set with p * p numbers, row by row, with the cause in the row. The platform's own keys describe the
method and are not read; any other key is refused.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import isqrt
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.content_equality import EqualByContent
from edgemark.conventions.convention import plain_name
from edgemark.conventions.options import Sign
from edgemark.errors import (
    AlignmentError,
    EdgemarkError,
    FormatError,
    GraphError,
    InputTypeError,
    KindError,
    Remedy,
    listing,
    plural,
)
from edgemark.graph import EdgeScores, TemporalGraph, TemporalScores
from edgemark.graph.given_nodes import checked_names
from edgemark.graph.regimes import warn_of_joined_regimes
from edgemark.graph.rounding import exactly_written, refuse_rounding, vanishes
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.io.files import load, name_the_file
from edgemark.io.json_graph import _parsed, _shown
from edgemark.io.limits import Limits
from edgemark.io.paths import checked_path
from edgemark.io.source import Source
from edgemark.replacing import replace_file
from edgemark.resources import demand_memory

__all__ = ["CauseMeResult", "read_causeme", "write_causeme"]

Matrix = NDArray[np.float64]
# Memory at the peak of reading for each byte of a file, as tests/io/test_reader_memory.py measures.
_BYTES_OF_TEXT = 116
_DEFAULT_LIMITS = Limits()
_NUMBER_KEYS = ("scores", "pvalues", "lags")
_PLATFORM_KEYS = ("method", "method_sha", "parameter_values", "model", "experiment", "runtimes")
_LAG_LIMIT = 10**9
_BYTES_OF_RESULT = 1000  # memory of a data set beside its matrices


@dataclass(frozen=True, slots=True, eq=False)
class CauseMeResult(EqualByContent):
    """
    The result of a method on one data set, with the cause in the row.

    Attributes:
        values: a score for each ordered pair.
        pvalues: a p-value for each pair, or None.
        lags: the lag of each score, or None.
        nodes: names of the variables, or None.
    """

    values: Matrix
    pvalues: Matrix | None
    lags: NDArray[np.int64] | None
    nodes: tuple[str, ...] | None

    @classmethod
    def of(cls, found: Any) -> CauseMeResult:
        """
        Convert a time series estimate to the form of CauseMe, with the best lag of each pair.

        Args:
            found: TemporalScores: each pair gets its highest score and the lag of that score. Or a
                TemporalGraph of edges ``-->``: each edge gets the score 1 and its smallest lag. A
                CauseMeResult is returned unchanged.

        Raises:
            KindError: a graph with other edges.
            LimitError: the matrices of a graph, one for each lag, do not fit in memory.
            TypeError: any other object.

        Warns:
            ClassWarning: the graph has regimes, whose edges are combined.

        Examples:
            >>> CauseMeResult.of(TemporalGraph.parse("A --> B @2,3; lags 3")).lags.tolist()
            [[0, 2], [0, 0]]
        """
        if isinstance(found, cls):
            return found
        if isinstance(found, TemporalGraph):
            warn_of_joined_regimes(found, "result for CauseMe")
            array = _array_of_edges(found)
        elif isinstance(found, TemporalScores):
            array = found.to_array()
        else:
            raise InputTypeError(
                f"a result for CauseMe is made of TemporalScores or a TemporalGraph; got "
                f"{type(found).__name__}"
            )
        # A variable has no edge to itself at lag 0, so its score there must not be its highest one.
        array[0, range(found.n_nodes), range(found.n_nodes)] = array.min(initial=0)
        names = found.nodes if found.is_named else None
        return cls(array.max(axis=0), None, array.argmax(axis=0), names)

    def scores(self, *, sign: Sign = "keep") -> EdgeScores:
        """
        Return the scores of pairs of different variables, which CauseMe ranks.

        Compare them with the summary graph of the truth, ``truth.summary()``.

        Args:
            sign: what a negative number means, see `EdgeScores`. By default scores are ranked as they
                are, as on the platform: a score below 0 is worse than 0.

        Raises:
            AmbiguityError: negative scores, and `sign` is "refuse".

        Examples:
            >>> values = np.array([[0, -0.9], [0.1, 0]])
            >>> result = CauseMeResult(values, None, None, ("A", "B"))
            >>> result.scores()["A", "B"], result.scores(sign="ignore")["A", "B"]
            (-0.9, 0.9)
        """
        values = self.values.copy()
        np.fill_diagonal(values, 0)
        return EdgeScores(values, self.nodes, direction="row-to-column", sign=sign)

    def graph(self, alpha: float, *, max_lag: int) -> TemporalGraph:
        """
        Return the graph of the edges whose p-value is at most `alpha`, each at its lag.

        A variable has no edge to itself at lag 0; its p-value there is ignored.

        Raises:
            GraphError: the result has no p-values or lags, or a lag beyond `max_lag`; an alpha outside 0
                to 1.
        """
        if not 0 <= alpha <= 1:
            raise GraphError(f"alpha must be from 0 to 1; got {alpha!r}")
        if self.pvalues is None or self.lags is None:
            raise GraphError(
                "a graph needs p-values and lags; the result has scores only",
                Remedy("Rank the scores", "result.scores()"),
            )
        n = len(self.values)
        labels: Sequence[Any] = self.nodes if self.nodes is not None else range(n)
        is_edge = (self.pvalues <= alpha) & ~(np.eye(n, dtype=bool) & (self.lags == 0))
        pairs = zip(*np.nonzero(is_edge), strict=True)
        edges = [(labels[i], "-->", labels[j], int(self.lags[i, j])) for i, j in pairs]
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
        limits: limits on size and memory.

    Returns:
        A result for each data set.

    Raises:
        OSError: the file cannot be opened.
        FormatError: the file has another format, or an unknown key such as "p_values"; or the number of
            `nodes` is not that of the variables.
        GraphError: `nodes` are not different names.
        LimitError: the file is larger than `limits` allows.

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
    file_path = checked_path(path)
    try:
        source = Source(load(file_path, limits), limits=limits)
        limits.check_text(len(source.data), _BYTES_OF_TEXT)
        content = _parsed(source.text, _number)
        _refuse_unknown(content)
        names = None if nodes is None else checked_names(nodes)
        scores, pvalues, lags = (_lists(content, key) for key in ("scores", "pvalues", "lags"))
        if scores is None:
            raise FormatError('results for CauseMe must have "scores"; got none')
        limits.check_memory(_BYTES_OF_RESULT * len(scores), f"{plural(len(scores), 'data set')}")
        for key, lists in (("pvalues", pvalues), ("lags", lags)):
            if lists is not None and len(lists) != len(scores):
                raise FormatError(f'"{key}" must hold {len(scores)} data sets; got {len(lists)}')
        return tuple(
            _result(row, pvalues and pvalues[k], lags and lags[k], names) for k, row in enumerate(scores)
        )
    except EdgemarkError as error:
        name_the_file(error, file_path)
        raise


def write_causeme(results: Iterable[Any], path: str | os.PathLike[str]) -> None:
    """
    Write results for CauseMe. The file is written whole or not at all.

    The platform also needs the method and the experiment: add them to the file under the platform's
    keys. The file has no names: rows and columns follow the order of names in the first result.

    Args:
        results: one for each data set, in order: `TemporalScores`, a `TemporalGraph`, or a result of
            `read_causeme`, see `CauseMeResult.of`. All have the same variables.
        path: the path of the file; an existing file is replaced.

    Raises:
        AlignmentError: results with different variables, or only some with names.
        FormatError: no results, p-values or lags for some data sets only, or scores that are not finite.
        KindError: a graph with edges other than ``-->``.
        OSError: the file cannot be written.

    Warns:
        ClassWarning: a graph has regimes, whose edges are combined.

    Examples:
        >>> import tempfile
        >>> from pathlib import Path
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "results.json"
        >>> write_causeme([TemporalGraph.parse("A --> B @2; B --> B @1; lags 2")], path)
        >>> print(path.read_text(), end="")
        {"scores": [[0.0, 1.0, 0.0, 1.0]], "lags": [[0, 2, 0, 1]]}
        >>> folder.cleanup()
    """
    if isinstance(results, TemporalEstimate | CauseMeResult):
        raise InputTypeError(
            f"results must be a list, one for each data set; got one {type(results).__name__}",
            Remedy("Write a list", "write_causeme([results], path)"),
        )
    converted = [CauseMeResult.of(result) for result in results]
    if not converted:
        raise FormatError("a file for CauseMe must hold a data set; got none")
    converted = [_aligned_to(converted[0], result) for result in converted]
    content = {"scores": [_row(result.values) for result in converted]}
    for key in ("pvalues", "lags"):
        rows = [getattr(result, key) for result in converted]
        if len({row is None for row in rows}) > 1:
            raise FormatError(f"all data sets must have {key}, or none; got some with and some without")
        if rows[0] is not None:
            content[key] = [_row(row) for row in rows]
    replace_file(checked_path(path), f"{json.dumps(content)}\n".encode())


def _aligned_to(first: CauseMeResult, result: CauseMeResult) -> CauseMeResult:
    """Return a result with its variables in the order of another result."""
    if sorted(first.nodes or ()) != sorted(result.nodes or ()) or len(first.values) != len(
        result.values
    ):
        raise AlignmentError(
            f"all data sets of a file must have the same variables; got {_variables(result)} beside "
            f"{_variables(first)}",
            Remedy("Write a file for each data set", "write_causeme([results[0]], path)"),
        )
    if first.nodes is None or result.nodes is None or first.nodes == result.nodes:
        return result
    order = [result.nodes.index(name) for name in first.nodes]
    cells = np.ix_(order, order)
    pvalues = None if result.pvalues is None else result.pvalues[cells]
    lags = None if result.lags is None else result.lags[cells]
    return CauseMeResult(result.values[cells], pvalues, lags, first.nodes)


def _variables(result: CauseMeResult) -> str:
    return f"{len(result.values)} without names" if result.nodes is None else listing(result.nodes)


def _row(matrix: NDArray[Any]) -> list[Any]:
    if not np.isfinite(matrix).all():
        number = matrix[~np.isfinite(matrix)][0]
        got = "pairs without a score" if np.isnan(number) else f"{number:g}"
        raise FormatError(f"a file for CauseMe must hold finite numbers; got {got}")
    row: list[Any] = matrix.ravel().tolist()
    return row


def _array_of_edges(graph: TemporalGraph) -> Matrix:
    """Return an array that is 1 at the lag, cause and effect of each edge; the first lag is 0."""
    n = graph.n_nodes
    demand_memory(8 * (graph.max_lag + 1) * n * n, f"a matrix for each lag from 0 to {graph.max_lag}")
    position_of = {name: k for k, name in enumerate(graph.nodes)}
    array = np.zeros((graph.max_lag + 1, n, n))
    for a, glyph, b, lag in graph.edges():
        if glyph != "-->":
            raise KindError(
                f"a result for CauseMe has edges --> only; got {a} {glyph} {b} @{lag}",
                Remedy("Give a score for each pair and lag instead, as TemporalScores"),
            )
        array[lag, position_of[a], position_of[b]] = 1
    return array


def _refuse_unknown(content: dict[str, Any]) -> None:
    """Refuse keys that would be ignored, such as "p_values"."""
    unknown = [key for key in content if key not in (*_NUMBER_KEYS, *_PLATFORM_KEYS)]
    if not unknown:
        return
    suggestions = [
        f"{key!r} may mean {known!r}"
        for key in unknown
        for known in _NUMBER_KEYS
        if _is_alike(key, known)
    ]
    hint = f" ({', '.join(suggestions)})" if suggestions else ""
    raise FormatError(
        f"results for CauseMe hold {', '.join(_NUMBER_KEYS)}, and may hold {', '.join(_PLATFORM_KEYS)}; "
        f"got also {listing(unknown)}{hint}",
        Remedy("Rename the key, or remove it from the file; names of variables are given as nodes="),
    )


def _is_alike(key: str, known: str) -> bool:
    """Whether a key looks like a misspelling of a known one."""
    plain = plain_name(key)
    return bool(get_close_matches(plain, [known], cutoff=0.7)) or plain.startswith(known[:3])


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
    pvalue_matrix = None if pvalues is None else _square(pvalues, "pvalues")
    lag_matrix = None if lags is None else _square(lags, "lags")
    for other in (pvalue_matrix, lag_matrix):
        if other is not None and other.shape != values.shape:
            raise FormatError(
                f"all lists of a data set must have {values.size} numbers, like its scores; got "
                f"{other.size}"
            )
    if nodes is not None and len(nodes) != len(values):
        raise FormatError(f"{len(values)} variables need {len(values)} names; got {len(nodes)}")
    if pvalue_matrix is not None and not ((pvalue_matrix >= 0) & (pvalue_matrix <= 1)).all():
        raise FormatError(
            f"p-values must be from 0 to 1; got {pvalue_matrix.min():g} to {pvalue_matrix.max():g}"
        )
    if lag_matrix is not None and not _are_lags(lag_matrix):
        raise FormatError(f"lags must be whole numbers, 0 or more and less than {_LAG_LIMIT}")
    whole_lags = None if lag_matrix is None else lag_matrix.astype(np.int64)
    return CauseMeResult(values, pvalue_matrix, whole_lags, nodes)


def _number(text: str) -> Any:
    """Read a number of a file that is not an integer."""
    number = float(text)
    if vanishes(text, number):
        raise FormatError(
            f"a number must not be so small that it is read as 0; got {text[:40]}",
            Remedy("Write logarithms instead: for p-values, -log10(p) is a valid score"),
        )
    return exactly_written(text, number)


def _are_lags(numbers: Matrix) -> bool:
    is_lag = (numbers == np.floor(numbers)) & (numbers >= 0) & (numbers < _LAG_LIMIT)
    return bool(is_lag.all())


def _square(row: list[Any], key: str) -> Matrix:
    no_numbers = [x for x in row if isinstance(x, bool) or not isinstance(x, Real)]
    if no_numbers:
        raise FormatError(f'"{key}" must hold numbers; got {_shown(no_numbers[0])}')
    try:
        numbers = np.array(row, np.float64)
    except OverflowError:
        raise FormatError(f'"{key}" must hold numbers below 1e308; got a larger whole number') from None
    n = isqrt(numbers.size)
    if n * n != numbers.size or not np.isfinite(numbers).all():
        beyond = numbers[~np.isfinite(numbers)]
        found = f"{beyond[0]:g}" if beyond.size else f"{numbers.size} numbers"
        raise FormatError(f'"{key}" must hold p * p finite numbers for each data set; got {found}')
    if numbers.tolist() != row:
        refuse_rounding(np.array(row, object), numbers)
    return numbers.reshape(n, n)
