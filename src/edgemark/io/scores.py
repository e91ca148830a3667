"""Files of edge scores: a number for each ordered pair of nodes, as a matrix or a list."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from edgemark.conventions.options import Direction, Sign, choices, require
from edgemark.errors import (
    AmbiguityError,
    ConventionError,
    EdgemarkError,
    GraphError,
    InputTypeError,
    Remedy,
)
from edgemark.graph import Candidates, EdgeScores
from edgemark.graph.ambiguity import (
    is_called_pvalue,
    refuse_lowest_first,
    refuse_pvalues,
    remedy_for_file,
)
from edgemark.io import score_archive
from edgemark.io.archive import Archive
from edgemark.io.contents import CONTENTS, remedies_for_wrong_writer
from edgemark.io.files import load, name_the_file
from edgemark.io.limits import Limits
from edgemark.io.matrix import are_positions
from edgemark.io.paths import checked_path
from edgemark.io.score_headings import name_of_pvalues, remedies_for_logarithms, remedies_for_pvalues
from edgemark.io.score_matrices import matrix_of
from edgemark.io.scored_list import (
    edges_of,
    has_lag_column,
    has_losses,
    has_pvalues,
    heading_objection,
    holds_fractions,
    holds_lags,
    holds_list,
    holds_strengths,
    refuse_list_with_other_columns,
    refuse_listed_lags,
    score_heading,
    table_of,
)
from edgemark.io.separators import TABLES, tab_separated, with_commas
from edgemark.io.source import Source
from edgemark.replacing import replace_file

__all__ = ["holds_lagged_list", "holds_scores", "read_scores", "says_direction", "write_scores"]

# Memory at the peak of reading for each byte of a file, as tests/io/test_reader_memory.py measures.
_BYTES_OF_TEXT = 56
_DEFAULT_LIMITS = Limits()
_NO_NAMES = ("", "arr_0")  # numpy.savez calls an array arr_0 if the caller gives it no name
_SUFFIXES = CONTENTS["EdgeScores"].reads


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
    Read edge scores from a file.

    A NumPy file ``.npy`` holds a square matrix. An archive ``.npz`` holds it under any name, or as
    `scipy.sparse.save_npz` writes it, and may hold names of the nodes under `nodes`. An archive of
    `write_scores` needs no options.

    A ``.csv`` holds a matrix or a list. A matrix has a row of names above it, and optionally a column of
    names. A list has three headings and one line for each edge with cause, effect and score, in the
    order of headings such as `target,regulator,importance`. Headings that do not identify the columns
    raise an error. Three lines of three numbers are a matrix, unless headings such as cause, effect,
    score are above them. Fields may be separated by tabs, as in a ``.tsv`` or BEELINE's
    `rankedEdges.csv`, or by semicolons with decimal commas, as in R's `write.csv2`. An empty cell, NA or
    nan means that the pair has no score, in a matrix and in a list.

    In a table of bnlearn's `boot.strength`, with the headings ``from,to,strength,direction``, the score
    is strength x direction: the share of the graphs with from --> to. In a table of its `arc.strength`
    with a test, the strengths are p-values: give ``pvalues=True``. Without the option, strengths between
    0 and 1e-5 are refused.

    Args:
        path: the file.
        direction: for matrices, which way a number points, see `EdgeScores`. A list has headings
            instead.
        nodes: the names of the rows if the file has none, or if its headings only count them (0,1,2);
            for a list, all nodes in order.
        sign: what a negative number means, see `EdgeScores`.
        unlisted: the score of pairs that a list or a sparse matrix leaves out, see
            `EdgeScores.from_edges`; for p-values, their p-value, see `EdgeScores.from_pvalues`.
        candidates: the pairs that have a score, see `EdgeScores`.
        pvalues: whether the numbers are p-values, see `EdgeScores.from_pvalues`. None reads them as
            scores, but the option is required if the name of a column or of a matrix in an archive
            suggests p-values.
        limits: limits on size and memory.

    Returns:
        The scores.

    Raises:
        OSError: the file cannot be opened.
        FormatError: the file holds no edge scores.
        AmbiguityError: `direction` is missing for a matrix; `sign` is missing for negative numbers; the
            headings of a list do not identify the cause, or suggest p-values or ranks; or fractions
            above and beside a matrix may be names or scores.
        ConventionError: an option has no effect, such as a direction for a list.
        GraphError: see `EdgeScores`; or `nodes` differ from the names in the file, or `unlisted` is
            given for a dense matrix.
        LimitError: the file is larger than `limits` allows.

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
    file_path = checked_path(path)
    if direction is not None:
        require("direction", direction, choices(Direction))
    try:
        CONTENTS["EdgeScores"].demand_readable(file_path)
        source = Source(load(file_path, limits), direction, limits=limits)
        options = _ReadingOptions(direction, nodes, sign, unlisted, candidates, pvalues)
        if file_path.suffix.lower() in TABLES:
            limits.check_text(len(source.data), _BYTES_OF_TEXT)
            source = with_commas(source, file_path.suffix)
            if holds_list(source):
                return options.scores_of_list(source)
            refuse_list_with_other_columns(source)
        if (archive := _own_archive(source, file_path.suffix)) is not None:
            options.refuse_for_archive()
            return score_archive.read(archive, limits)
        array, names, matrix_name = matrix_of(source, file_path.suffix.lower())
        options.refuse_pvalues(name_of_pvalues(file_path) if matrix_name in _NO_NAMES else matrix_name)
        refuse_lowest_first(matrix_name, remedy_for_file(is_list=hasattr(array, "tocoo")))
        if names and nodes is not None and are_positions(names) and set(nodes).isdisjoint(names):
            names = None  # They only count the rows, which `nodes` names.
        if names is not None and nodes is not None and list(nodes) != names:
            raise GraphError(
                "a file that names its nodes needs no other names",
                Remedy("Leave nodes out", "nodes=None"),
            )
        return options.scores_of_matrix(array, nodes if names is None else names)
    except EdgemarkError as error:
        name_the_file(error, file_path)
        raise


@dataclass(frozen=True, slots=True)
class _ReadingOptions:
    """The options of the caller for the numbers of a file."""

    direction: Direction | None
    nodes: Sequence[str] | None
    sign: Sign
    unlisted: float | None
    candidates: Candidates | None
    pvalues: bool | None

    def scores_of_list(self, source: Source) -> EdgeScores:
        """Read a list of edges."""
        self.refuse_pvalues(score_heading(source))
        refuse_listed_lags(source)
        if self.direction is not None:
            raise ConventionError(
                "a list of (cause, effect, score) needs no direction, since its headings state it; "
                f"got direction={self.direction!r}",
                Remedy("Leave direction out", "direction=None"),
            )
        if self.pvalues and holds_strengths(source):
            raise ConventionError(
                "strength and direction of boot.strength are shares of graphs, not p-values",
                Remedy("Leave out pvalues=True or --pvalues, and the table is read as scores"),
            )
        edges = edges_of(source)
        if not self.pvalues:
            refuse_lowest_first(score_heading(source), remedy_for_file(is_list=True))
            self._refuse_losses(source, [score for _, _, score in edges])
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

    def _refuse_losses(self, source: Source, scores: Sequence[float]) -> None:
        """
        Refuse bnlearn's `arc.strength`, whose lowest number is the best, unless an option states it.
        """
        if self.pvalues is None and has_pvalues(source, scores):
            raise AmbiguityError(
                "the highest score must be the best; the strengths of bnlearn's arc.strength with a "
                f"test are p-values, and some look like them here, such as "
                f"{min(score for score in scores if score > 0)}",
                *remedies_for_pvalues(),
            )
        has_both_signs = any(score > 0 for score in scores)
        is_stated = self.sign == "keep" or (self.sign == "ignore" and not has_both_signs)
        if is_stated or not has_losses(source, scores):
            return
        remedy = Remedy("Rank by absolute values", 'sign="ignore"', "--sign ignore")
        if has_both_signs:
            remedy = Remedy(
                "Write minus each strength under the heading score, and read these scores with sign=keep"
            )
        raise AmbiguityError(
            "the highest score must be the best; in bnlearn's arc.strength with a score as the "
            "criterion, the lowest strength is the strongest, and some are negative here",
            remedy,
        )

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

    def refuse_pvalues(self, name: str) -> None:
        """Raise an error about numbers whose name suggests p-values, unless `pvalues` is stated."""
        if self.pvalues is None:
            refuse_pvalues(name, *remedies_for_pvalues(), logs=remedies_for_logarithms())

    def refuse_for_archive(self) -> None:
        """Refuse options for an archive of `write_scores`, which states how to read it."""
        stated = {
            "direction": self.direction not in (None, "row-to-column"),
            "nodes": self.nodes is not None,
            "sign": self.sign != "refuse",
            "unlisted": self.unlisted is not None,
            "candidates": self.candidates is not None,
            "pvalues": self.pvalues is True,
        }
        for option, is_stated in stated.items():
            if is_stated:
                raise ConventionError(
                    f"{option} has no effect here, because the file states how its scores are "
                    f"read. Leave it out"
                )

    def _refuse_sign(self) -> None:
        if self.sign != "refuse":
            raise ConventionError(
                f"p-values are not negative, so a sign has no effect; got sign={self.sign!r}",
                Remedy("Leave sign out", 'sign="refuse"'),
            )


def says_direction(path: str | os.PathLike[str]) -> bool:
    """
    Whether a file states its direction, as lists of scored edges and archives of `write_scores` do.

    Raises:
        OSError: the file cannot be opened.
    """
    file_path = checked_path(path)
    suffix = file_path.suffix.lower()
    if suffix not in (*TABLES, ".npz"):
        return False
    try:
        source = Source(load(file_path, _DEFAULT_LIMITS))
        if suffix in TABLES:
            return holds_list(with_commas(source, suffix))
        return _own_archive(source, suffix) is not None
    except EdgemarkError:
        return False


def holds_scores(path: str | os.PathLike[str]) -> bool:
    """
    Whether a file looks like edge scores.

    It does if some number in it is not an integer, if it names its numbers p-values, or if it comes from
    `boot.strength` of bnlearn or from `write_scores` as an archive.

    Raises:
        OSError: the file cannot be opened.
    """
    file_path = checked_path(path)
    if file_path.suffix.lower() not in _SUFFIXES:
        return False  # The file need not be loaded.
    return sniff(Source(load(file_path, _DEFAULT_LIMITS)), file_path.suffix)


def holds_lagged_list(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a table of scores with a column of lags, which `read_scores` refuses."""
    file_path = checked_path(path)
    suffix = file_path.suffix.lower()
    if suffix not in TABLES:
        return False
    try:
        source = with_commas(Source(load(file_path, _DEFAULT_LIMITS)), suffix)
        return holds_list(source) and has_lag_column(source)
    except EdgemarkError:
        return False


def takes_option(path: str | os.PathLike[str], option: str) -> bool:
    """Whether `read_scores` with `option`, "sign" or "unlisted", could read what looks like a graph."""
    file_path = checked_path(path)
    suffix = file_path.suffix.lower()
    if suffix not in _SUFFIXES:
        return False
    try:
        source = Source(load(file_path, _DEFAULT_LIMITS))
        if suffix in TABLES and holds_list(with_commas(source, suffix)):
            return bool(edges_of(with_commas(source, suffix)))
        matrix = matrix_of(source, suffix)[0]
    except EdgemarkError:
        return False
    return hasattr(matrix, "tocoo") or (option == "sign" and matrix.dtype.kind in "biuf")


def objection(source: Source, suffix: str) -> str:
    """Explain what is wrong with the headings of a list of fractions; empty if nothing is wrong."""
    try:
        is_list = suffix.lower() in TABLES and holds_list(source := with_commas(source, suffix))
        return heading_objection(source) if is_list and holds_fractions(source) else ""
    except EdgemarkError:
        return ""


def sniff(source: Source, suffix: str, *, allow_integers: bool = False) -> bool:
    """
    Whether the content of a file with this suffix looks like scores, see `holds_scores`.

    With `allow_integers`, a list of any numbers also counts, and a matrix of numbers beyond -1, 0 and 1.
    """
    suffix = suffix.lower()
    if suffix not in _SUFFIXES:
        return False
    try:
        if suffix in TABLES and holds_list(source := with_commas(source, suffix)):
            if holds_lags(source):
                return False
            return (
                (allow_integers and bool(edges_of(source)))
                or holds_strengths(source)
                or is_called_pvalue(score_heading(source))
                or holds_fractions(source)
            )
        if suffix in TABLES:
            refuse_list_with_other_columns(source)
        if _own_archive(source, suffix) is not None:
            return True
    except EdgemarkError:
        return False
    return _looks_like_matrix_of_scores(source, suffix, allow_integers=allow_integers)


def _looks_like_matrix_of_scores(source: Source, suffix: str, *, allow_integers: bool) -> bool:
    try:
        matrix, _, matrix_name = matrix_of(source, suffix)
    except AmbiguityError:
        return _is_ambiguous_in_any_direction(source, suffix)
    except EdgemarkError:
        return False
    if is_called_pvalue(matrix_name):
        return True
    numbers = np.asarray(matrix.data if hasattr(matrix, "tocoo") else matrix)
    if numbers.dtype.kind not in "biuf":
        return False
    numbers = numbers[np.isfinite(numbers)]
    return bool(
        (np.floor(numbers) != numbers).any()
        or (allow_integers and ((numbers > 1) | (numbers < -1)).any())
    )


def _is_ambiguous_in_any_direction(source: Source, suffix: str) -> bool:
    """Whether fractions may be names or scores; False if only the stated direction is contradicted."""
    try:
        matrix_of(replace(source, direction=None), suffix)
    except AmbiguityError:
        return True
    return False


# ---- writing


def write_scores(scores: EdgeScores, path: str | os.PathLike[str]) -> None:
    """
    Write edge scores to a file. The file is written whole or not at all.

    ``read_scores(path)`` gives equal scores without any option. A NumPy archive ``.npz`` stores
    everything. A table ``.csv`` or ``.tsv`` has a line for each pair whose score is not 0, under the
    headings ``source,target,score``, for other programs. A node without such a pair gets a line with the
    score 0. A table stores numbers as float64. Nodes are read back in the order of the table.

    Args:
        scores: the scores to write.
        path: the path of the file, ending in ``.npz``, ``.csv`` or ``.tsv``; an existing file is
            replaced.

    Raises:
        OSError: the file cannot be written.
        FormatError: another suffix, names that the file cannot hold, or scores that a table cannot hold:
            negative ones, those of some pairs only, those of nodes without names or of a single node,
            shares of another relation than "directed", or a score other than 0 for unlisted pairs.

    Examples:
        >>> import tempfile
        >>> from pathlib import Path
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "scores.csv"
        >>> write_scores(EdgeScores.from_edges([("A", "B", 0.9)], nodes=["A", "B", "C"]), path)
        >>> print(path.read_text(), end="")
        source,target,score
        A,B,0.9
        C,A,0.0
        >>> folder.cleanup()
    """
    if not isinstance(scores, EdgeScores):
        raise InputTypeError(
            f"write_scores takes EdgeScores; got {type(scores).__name__}",
            *remedies_for_wrong_writer(scores, "scores"),
        )
    file_path = checked_path(path)
    CONTENTS["EdgeScores"].demand_writable(file_path)
    if file_path.suffix.lower() == ".npz":
        return replace_file(file_path, score_archive.write(scores))
    data = table_of(scores)
    return replace_file(file_path, tab_separated(data) if file_path.suffix.lower() == ".tsv" else data)


def _own_archive(source: Source, suffix: str) -> Archive | None:
    """Return the archive in a file that `write_scores` wrote; None for other files."""
    if suffix.lower() != ".npz":
        return None
    archive = Archive(source.data, source.limits)
    return archive if score_archive.holds(archive) else None
