"""Files of scores: a number for each ordered pair of nodes, as a matrix or a list."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from edgemark.conventions.options import Direction, Sign, choices, require
from edgemark.errors import ConventionError, EdgemarkError, FormatError, GraphError, Remedy
from edgemark.graph import Candidates, EdgeScores
from edgemark.graph.ambiguity import is_called_pvalue, refuse_lowest_first, refuse_pvalues
from edgemark.io.adjacency_csv import cells_of
from edgemark.io.archive import Archive, array_of
from edgemark.io.files import checked_path, load, name_the_file
from edgemark.io.limits import Limits
from edgemark.io.npz import is_sparse, names_of, sparse_entries
from edgemark.io.scored_list import (
    edges_of,
    heading_objection,
    holds_fractions,
    holds_list,
    holds_strengths,
    score_heading,
)
from edgemark.io.separators import comma_separated, with_nan
from edgemark.io.source import Source

__all__ = ["holds_list_of_scores", "holds_scores", "read_scores"]

_BYTES_OF_TEXT = 72  # at its peak for each byte of a file, as tests/io/test_reader_memory.py measures
_DEFAULT_LIMITS = Limits()
_TABLES = (".csv", ".tsv")
_SUFFIXES = (".npy", ".npz", *_TABLES)
_BYTES_OF_CELL = 16  # a number as float64, and once more where the matrix is turned or its signs are


def read_scores(
    path: str | os.PathLike[str],
    *,
    direction: Direction | None = None,
    nodes: Sequence[str] | None = None,
    sign: Sign = "refuse",
    unlisted: float | None = None,
    candidates: Candidates | None = None,
    pvalues: bool | None = None,
    limits: Limits = _DEFAULT_LIMITS,
) -> EdgeScores:
    r"""
    Read scores from a file.

    A NumPy file ``.npy`` holds a square matrix; an archive ``.npz`` holds it under a name of its own
    choice, or as `scipy.sparse.save_npz` writes it, and may hold names of the nodes under `nodes`. A
    ``.csv`` holds a matrix under a row of names, which a column of names may stand beside, or, under a
    row of three headings, a line for each edge: cause, effect, score, in the order that headings such as
    `target,regulator,importance` say; headings that do not say it are
    asked about. The table of bnlearn's `boot.strength`, with the headings
    ``from,to,strength,direction``, has the scores strength x direction: the share of the graphs with
    from --> to. Three lines of three numbers are a matrix, unless the row above
    them says cause, effect, score or the like. Fields may be separated by tabs, as in a ``.tsv`` or
    BEELINE's `rankedEdges.csv`, or by semicolons with decimal commas, as R's `write.csv2` does. An empty
    cell of a matrix is nan: the pair has no score.

    Args:
        path: the file.
        direction: for matrices, which way a number points, see `EdgeScores`. A list says it itself.
        nodes: the names of the rows where the file has none; of a list, all nodes in order.
        sign: what a negative number means, see `EdgeScores`.
        unlisted: the score of pairs that a list or a sparse matrix leaves out, see
            `EdgeScores.from_edges`; of p-values the p-value, see
            `EdgeScores.from_pvalues`.
        candidates: the pairs that have a score, see `EdgeScores`.
        pvalues: whether the numbers are p-values, see `EdgeScores.from_pvalues`. None takes them for
            scores, unless a column of a list or the matrix of an archive is called like p-values: then
            it must be said.
        limits: what the file may cost.

    Returns:
        The scores.

    Raises:
        OSError: the file cannot be opened.
        FormatError: it holds no such numbers.
        AmbiguityError: a matrix, and nobody said which way it points; negative numbers, and nobody said
            what they mean; headings of a list that do not say which column is the cause, or that look
            like p-values or ranks.
        ConventionError: an option that has no effect, such as a direction for a list.
        GraphError: see `EdgeScores`.
        LimitError: it is larger than `limits` allows.

    Examples:
        >>> import tempfile
        >>> from pathlib import Path
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "weights.csv"
        >>> _ = path.write_text("smoke,lung\n0,0.7\n0.1,0\n")
        >>> read_scores(path, direction="row-to-column")["smoke", "lung"]
        0.7
        >>> folder.cleanup()
    """
    place = checked_path(path)
    if direction is not None:
        require("direction", direction, choices(Direction))
    try:
        source = Source(load(place, limits), direction, limits=limits)
        said = _Said(direction, nodes, sign, unlisted, candidates, pvalues)
        if place.suffix.lower() in _TABLES:
            limits.check_text(len(source.data), _BYTES_OF_TEXT)
            source = comma_separated(source)
            if holds_list(source):
                return said.scores_of_list(source)
        array, names, called = _matrix(source, place.suffix.lower())
        said.refuse_pvalues(called)
        refuse_lowest_first(called)
        if names is not None and nodes is not None and list(nodes) != names:
            raise GraphError(
                "a file that names its nodes needs no other names",
                Remedy("Leave nodes out", "nodes=None"),
            )
        return said.scores_of_matrix(array, nodes if names is None else names)
    except EdgemarkError as error:
        name_the_file(error, place)
        raise


@dataclass(frozen=True, slots=True)
class _Said:
    """What the caller said about the numbers of a file."""

    direction: Direction | None
    nodes: Sequence[str] | None
    sign: Sign
    unlisted: float | None
    candidates: Candidates | None
    pvalues: bool | None

    def scores_of_list(self, source: Source) -> EdgeScores:
        """Read a list of edges."""
        self.refuse_pvalues(score_heading(source))
        if self.direction is not None:
            raise ConventionError(
                f"a list of cause, effect and score says its direction; got direction="
                f"{self.direction!r}",
                Remedy("Leave direction out", "direction=None"),
            )
        if self.pvalues and holds_strengths(source):
            raise ConventionError(
                "strength and direction of boot.strength are shares of graphs, not p-values; got "
                "pvalues=True",
                Remedy("Read them as scores", "pvalues=None"),
            )
        edges = edges_of(source)
        if not self.pvalues:
            refuse_lowest_first(score_heading(source))
            return EdgeScores.from_edges(
                edges,
                nodes=self.nodes,
                sign=self.sign,
                unlisted=self.unlisted,
                candidates=self.candidates,
            )
        self._refuse_sign()
        nodes = self.nodes
        if nodes is None:
            nodes = list(dict.fromkeys(node for a, b, _ in edges for node in (a, b)))
        return EdgeScores.from_pvalues(edges, nodes, unlisted=self.unlisted, candidates=self.candidates)

    def scores_of_matrix(self, array: Any, names: Sequence[str] | None) -> EdgeScores:
        """Read a matrix."""
        if not self.pvalues:
            return EdgeScores(
                array, names, direction=self.direction, sign=self.sign, unlisted=self.unlisted,
                candidates=self.candidates,
            )  # fmt: skip
        self._refuse_sign()
        return EdgeScores.from_pvalues(
            array, names, direction=self.direction, unlisted=self.unlisted, candidates=self.candidates
        )

    def refuse_pvalues(self, called: str) -> None:
        """Ask about numbers called like p-values, unless it was said whether they are."""
        if self.pvalues is None:
            refuse_pvalues(
                called,
                Remedy("Read p-values", "pvalues=True", "--pvalues"),
                Remedy("Or read scores, of which the highest is the best", "pvalues=False", "--scores"),
            )

    def _refuse_sign(self) -> None:
        if self.sign != "refuse":
            raise ConventionError(
                f"p-values are not negative, so a sign has no effect; got sign={self.sign!r}",
                Remedy("Leave sign out", 'sign="refuse"'),
            )


def holds_list_of_scores(path: str | os.PathLike[str]) -> bool:
    """
    Whether a file looks like a list of scored edges, which says its direction, rather than a matrix.

    Raises:
        OSError: the file cannot be opened.
    """
    place = checked_path(path)
    if place.suffix.lower() not in _TABLES:
        return False
    try:
        return holds_list(comma_separated(Source(load(place, _DEFAULT_LIMITS))))
    except EdgemarkError:
        return False


def holds_scores(path: str | os.PathLike[str]) -> bool:
    """
    Whether a file looks like one of scores: some number in it is not whole.

    Raises:
        OSError: the file cannot be opened.
    """
    place = checked_path(path)
    if place.suffix.lower() not in _SUFFIXES:
        return False
    return sniff(Source(load(place, _DEFAULT_LIMITS)), place.suffix)


def takes_option(path: str | os.PathLike[str], option: str) -> bool:
    """Whether a file that looks like a graph could be read as scores with `sign` or `unlisted`."""
    place = checked_path(path)
    suffix = place.suffix.lower()
    if suffix not in _SUFFIXES:
        return False
    try:
        source = Source(load(place, _DEFAULT_LIMITS))
        if suffix in _TABLES and holds_list(comma_separated(source)):
            return bool(edges_of(comma_separated(source)))
        matrix = _matrix(source, suffix)[0]
    except EdgemarkError:
        return False
    return hasattr(matrix, "tocoo") or (option == "sign" and matrix.dtype.kind in "biuf")


def objection(source: Source, suffix: str) -> str:
    """What is wrong with the headings of a list whose numbers are not whole; empty if nothing is."""
    try:
        is_list = suffix.lower() in _TABLES and holds_list(source := comma_separated(source))
        return heading_objection(source) if is_list and holds_fractions(source) else ""
    except EdgemarkError:
        return ""


def sniff(source: Source, suffix: str, *, whole: bool = False) -> bool:
    """
    Whether what a file of this suffix holds looks like scores: some number is not whole.

    With `whole` a list of any numbers looks so too, and a matrix of others than -1, 0 and 1.
    """
    suffix = suffix.lower()
    try:
        if suffix in _TABLES and holds_list(source := comma_separated(source)):
            return (
                (whole and bool(edges_of(source)))
                or holds_strengths(source)
                or is_called_pvalue(score_heading(source))
                or holds_fractions(source)
            )
        matrix, _, called = _matrix(source, suffix)
    except EdgemarkError:
        return False
    if is_called_pvalue(called):
        return True
    numbers = np.asarray(matrix.data if hasattr(matrix, "tocoo") else matrix)
    if numbers.dtype.kind not in "biuf":
        return False
    numbers = numbers[np.isfinite(numbers)]
    return bool((np.floor(numbers) != numbers).any() or (whole and (np.abs(numbers) > 1).any()))


# ---- matrices


def _named(shape: tuple[int, ...]) -> str:
    return f"a matrix of {shape[0]} x {shape[1]} scores"


def _matrix(source: Source, suffix: str) -> tuple[Any, list[str] | None, str]:
    """The numbers and the names of a matrix, whose size is bearable, and what it is called."""
    called = ""
    if suffix == ".npy":
        array, names = array_of(source.data), None
    elif suffix == ".npz":
        array, names, called = _of_archive(Archive(source.data, source.limits), source.limits)
    elif suffix in _TABLES:
        return *_of_csv(with_nan(comma_separated(source))), called
    else:
        raise FormatError(f"a file of scores must end in {', '.join(_SUFFIXES)}; got {suffix!r}")
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise FormatError(f"a matrix of scores must be square; got shape {array.shape}")
    source.limits.check_nodes(array.shape[0])
    if not hasattr(array, "tocoo"):
        source.limits.check_memory(array.nbytes + _BYTES_OF_CELL * array.size, _named(array.shape))
    return array, names, called


def _of_archive(archive: Archive, limits: Limits) -> tuple[Any, list[str] | None, str]:
    names = names_of(archive["nodes"]) if "nodes" in archive else None
    if is_sparse(archive):
        from scipy.sparse import coo_array

        n_nodes, rows, columns, data = sparse_entries(archive, limits)
        return coo_array((data, (rows, columns)), shape=(n_nodes, n_nodes)), names, ""
    others = [name for name in archive.names if name != "nodes"]
    if len(others) != 1:
        raise FormatError(
            f"an archive of scores must hold one matrix, and nothing else but 'nodes'; got "
            f"{', '.join(map(repr, archive.names[:8])) or 'no array'}"
        )
    return archive[others[0]], names, others[0]


def _of_csv(source: Source) -> tuple[Any, list[str] | None]:
    cells = cells_of(source, None)
    shape = (cells.n_nodes, cells.n_nodes)
    source.limits.check_memory(_BYTES_OF_CELL * math.prod(shape), _named(shape))
    matrix = np.zeros(shape)
    matrix[cells.rows, cells.columns] = cells.values
    return matrix, cells.names
