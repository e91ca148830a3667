"""
The numbers of ordered pairs, dense or sparse: the storage of `EdgeScores`.

Cell (i, j) is about i --> j. The diagonal is zero (`checked` sets it) and does not count as a cell. Both
forms have the same methods.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import as_number, refuse_masked
from edgemark.conventions.options import Direction, Sign
from edgemark.errors import AmbiguityError, GraphError, Remedy, plural
from edgemark.foreign import package_of
from edgemark.graph.adjacency import refuse_misread
from edgemark.graph.ascending import ascending
from edgemark.graph.candidates import Candidates
from edgemark.graph.edge_words import Index
from edgemark.graph.frame_values import agreed_names, frame_values, plain_numbers
from edgemark.graph.given_nodes import checked_number
from edgemark.graph.matrices_of_marks import error_of_marks, hold_marks
from edgemark.graph.other_cells import refuse_other_cells
from edgemark.graph.rounding import refuse_rounding, unrounded
from edgemark.graph.score_precision import DOUBLE, precision_of_array
from edgemark.host import on_host
from edgemark.resources import demand_memory

__all__ = [
    "DOUBLE",
    "Cells",
    "Dense",
    "Sparse",
    "Values",
    "checked",
    "read",
    "sparse",
]

Values = NDArray[np.float64]
_FILLED_WITH_ZEROS = {"bsr": "its blocks", "dia": "its diagonals"}
_RULE, _MEANING_OF_NAN = "scores must be numbers", "a pair without a score"


class Cells(ABC):
    """The numbers of all ordered pairs of n nodes."""

    n: int

    @property
    @abstractmethod
    def is_symmetric(self) -> bool:
        """Whether both cells of every pair hold the same number."""

    @property
    @abstractmethod
    def n_nonzero(self) -> int:
        """Number of cells that are not 0."""

    @abstractmethod
    def values(self) -> tuple[Values, int]:
        """Return the numbers as a new array in any order, and how many zeros are left out."""

    @abstractmethod
    def pairs(self) -> tuple[Values, Values, int]:
        """Return both numbers of each unordered pair, and how many pairs of two zeros are left out."""

    @abstractmethod
    def at(self, starts: Index, ends: Index) -> Values:
        """Return the numbers of some cells."""

    @abstractmethod
    def triples(self) -> tuple[Index, Index, Values]:
        """Return the rows, columns and numbers of the cells that are not 0, by row, then by column."""

    @abstractmethod
    def transposed(self) -> Cells:
        """Transpose the cells."""

    @abstractmethod
    def moved(self, to: Index, n: int) -> Cells:
        """Move node k to position ``to[k]`` among n nodes; the cells of other nodes are 0."""

    @abstractmethod
    def with_values(self, change: Callable[[Values], Values]) -> Cells:
        """Apply a function that maps 0 to 0 to every number."""

    @abstractmethod
    def within(self, candidates: Candidates) -> Cells:
        """Keep the numbers of candidates; set all others to 0."""

    @abstractmethod
    def dense(self) -> Values:
        """Return the whole matrix, which must not be modified."""

    @property
    def size(self) -> int:
        """Number of ordered pairs."""
        return self.n * (self.n - 1)

    def sorted(self) -> tuple[Values, int]:
        """Return the numbers in ascending order, and how many zeros are left out."""
        numbers, zeros = self.values()
        return ascending(numbers), zeros

    def above(self, threshold: float) -> tuple[Index, Index]:
        """Return the rows and columns of the cells greater than a threshold."""
        return self._where(lambda numbers: numbers > threshold, includes_zero=threshold < 0)

    def at_least(self, threshold: float) -> tuple[Index, Index]:
        """Return the rows and columns of the cells that are not less than a threshold."""
        return self._where(lambda numbers: numbers >= threshold, includes_zero=threshold <= 0)

    def _where(
        self, is_wanted: Callable[[Values], NDArray[np.bool_]], *, includes_zero: bool
    ) -> tuple[Index, Index]:
        if not includes_zero:
            starts, ends, numbers = self.triples()
            is_chosen = is_wanted(numbers)
            return starts[is_chosen], ends[is_chosen]
        is_chosen_cell = is_wanted(self.dense())
        np.fill_diagonal(is_chosen_cell, False)
        starts, ends = np.nonzero(is_chosen_cell)
        return starts.astype(np.int64), ends.astype(np.int64)

    def mirrored_last(self) -> Cells:
        """
        Move the numbers of symmetric pairs below all other numbers, but above 0, in the same order.

        A pair is symmetric if both of its cells hold the same number.
        """
        starts, ends, numbers = self.triples()
        if numbers.size and numbers.min() < 0:
            raise GraphError(
                "undirected edges need scores above 0 and below all others; some scores are negative",
                Remedy("Build the scores from absolute values, with EdgeScores(..., sign='ignore')"),
            )
        mirrored = self.at(ends, starts) == numbers
        if mirrored.all() or not mirrored.any():
            return self
        distinct, rank = np.unique(numbers[mirrored], return_inverse=True)
        lowest = numbers[~mirrored].min()
        below = lowest * (np.arange(1, distinct.size + 2) / (distinct.size + 1))
        if below[0] == 0 or (np.diff(below) <= 0).any():
            raise GraphError(
                f"undirected edges need {plural(distinct.size, 'score')} between 0 and the lowest other "
                f"score, {lowest:.3g}; floats have too few numbers there",
                Remedy("Multiply all scores by the same number first, such as 1e100"),
            )
        new_numbers = numbers.copy()
        new_numbers[mirrored] = below[rank]
        return sparse(self.n, starts, ends, new_numbers)


@dataclass(frozen=True, slots=True, eq=False)
class Dense(Cells):
    """All numbers, as a square matrix with a zero diagonal."""

    matrix: Values

    @property
    def n(self) -> int:  # type: ignore[override]
        """Number of nodes."""
        return len(self.matrix)

    @property
    def is_symmetric(self) -> bool:
        return bool((self.matrix == self.matrix.T).all())

    @property
    def n_nonzero(self) -> int:
        return int(np.count_nonzero(self.matrix))

    def values(self) -> tuple[Values, int]:
        n = self.n
        if n < 2:
            return np.empty(0), 0
        # After the first cell, rows of n + 1 end in a cell of the diagonal.
        return self.matrix.reshape(-1)[1:].reshape(n - 1, n + 1)[:, :-1].flatten(), 0

    def pairs(self) -> tuple[Values, Values, int]:
        upper = ~np.tri(self.n, dtype=bool)
        return self.matrix[upper], self.matrix.T[upper], 0

    def at(self, starts: Index, ends: Index) -> Values:
        return self.matrix[starts, ends]

    def triples(self) -> tuple[Index, Index, Values]:
        starts, ends = np.nonzero(self.matrix)
        return starts.astype(np.int64), ends.astype(np.int64), self.matrix[starts, ends]

    def transposed(self) -> Cells:
        return Dense(frozen(np.ascontiguousarray(self.matrix.T)))

    def moved(self, to: Index, n: int) -> Cells:
        demand_memory(DOUBLE.itemsize * n * n, f"a matrix of {n} x {n} scores")
        matrix = np.zeros((n, n))
        matrix[np.ix_(to, to)] = self.matrix
        return Dense(frozen(matrix))

    def within(self, candidates: Candidates) -> Cells:
        return Dense(frozen(np.where(candidates.mask, self.matrix, 0.0)))

    def with_values(self, change: Callable[[Values], Values]) -> Cells:
        return Dense(frozen(change(self.matrix)))

    def dense(self) -> Values:
        return self.matrix


@dataclass(frozen=True, slots=True, eq=False)
class Sparse(Cells):
    """Numbers that are not 0, by row * n + column, ascending."""

    n: int
    keys: Index
    numbers: Values

    @property
    def is_symmetric(self) -> bool:
        starts, ends, numbers = self.triples()
        return bool((self.at(ends, starts) == numbers).all())

    @property
    def n_nonzero(self) -> int:
        return self.keys.size

    def values(self) -> tuple[Values, int]:
        return self.numbers.copy(), self.size - self.keys.size

    def pairs(self) -> tuple[Values, Values, int]:
        starts, ends, _ = self.triples()
        pairs = np.unique(np.minimum(starts, ends) * self.n + np.maximum(starts, ends))
        firsts, seconds = pairs // max(self.n, 1), pairs % max(self.n, 1)
        return self.at(firsts, seconds), self.at(seconds, firsts), self.size // 2 - pairs.size

    def at(self, starts: Index, ends: Index) -> Values:
        if not self.keys.size:
            return np.zeros(len(starts))
        keys = starts * self.n + ends
        positions = np.minimum(np.searchsorted(self.keys, keys), self.keys.size - 1)
        return np.where(self.keys[positions] == keys, self.numbers[positions], 0.0)

    def triples(self) -> tuple[Index, Index, Values]:
        return self.keys // max(self.n, 1), self.keys % max(self.n, 1), self.numbers

    def transposed(self) -> Cells:
        starts, ends, numbers = self.triples()
        return sparse(self.n, ends, starts, numbers)

    def moved(self, to: Index, n: int) -> Cells:
        starts, ends, numbers = self.triples()
        return sparse(n, to[starts], to[ends], numbers)

    def within(self, candidates: Candidates) -> Cells:
        starts, ends, numbers = self.triples()
        is_candidate = candidates.has(starts, ends)
        return Sparse(self.n, frozen(self.keys[is_candidate]), frozen(numbers[is_candidate]))

    def with_values(self, change: Callable[[Values], Values]) -> Cells:
        return Sparse(self.n, self.keys, frozen(change(self.numbers)))

    def dense(self) -> Values:
        demand_memory(DOUBLE.itemsize * self.n**2, f"a matrix of {self.n} x {self.n} scores")
        matrix = np.zeros((self.n, self.n))
        starts, ends, numbers = self.triples()
        matrix[starts, ends] = numbers
        return matrix


def sparse(n: int, starts: Index, ends: Index, numbers: Values) -> Sparse:
    """Store numbers given in any order, each cell once; zeros are left out."""
    keys = np.asarray(starts, np.int64) * n + ends
    if (np.diff(keys) <= 0).any():
        order = np.argsort(keys)
        keys, numbers = keys[order], numbers[order]
    is_stored = numbers != 0
    return Sparse(n, frozen(keys[is_stored]), frozen(numbers[is_stored]))


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


# ---- from other inputs


def read(
    array: Any,
    names: tuple[str, ...] | None,
    direction: Direction | None = None,
    unlisted: Any = 0.0,
) -> tuple[Cells, tuple[str, ...] | None, np.dtype[Any], Index | None]:
    """
    Read a matrix or frame: its numbers with the diagonal, the names, the precision and the listed cells.

    Listed cells of a sparse matrix are given by row * n + column; None means all cells. Numbers that
    differ, but tie as float64 with each other or with `unlisted`, are refused.

    Raises:
        GraphError: the matrix is not square, holds anything but numbers, or some of its numbers would
            tie; or there are more or fewer names than rows.
    """
    array = on_host(array)
    package = package_of(array)
    dtype = precision_of_array(array)
    if package in ("pandas", "polars"):
        array, frame_names = frame_values(array, package, _RULE, _MEANING_OF_NAN, direction)
        names = agreed_names(names, frame_names)
    listed_keys: Index | None = None
    cells: Cells
    if package == "scipy":
        cells, listed_keys = _read_scipy(array, unlisted)
    else:
        cells = Dense(_square(array))
    if names is not None and len(names) != cells.n:
        raise GraphError(f"{cells.n} rows need {cells.n} names; got {len(names)}")
    return cells, names, dtype, listed_keys


def _square(array: Any) -> Values:
    refuse_masked(
        "a matrix of scores",
        array,
        GraphError,
        Remedy("Put nan where a pair has no score, in a plain array"),
    )
    refuse_misread("a matrix of scores", array)
    try:
        matrix = plain_numbers(np.asarray(array))
    except ValueError as error:
        raise GraphError("a matrix of scores must be square; got ragged rows") from error
    refuse_other_cells(matrix, _RULE, nan=_MEANING_OF_NAN)
    _check_shape(matrix)
    numbers = np.array(matrix, np.float64, order="C")
    refuse_rounding(unrounded(array, matrix), numbers, *_ranks_of(array, numbers))
    return numbers


def _ranks_of(array: Any, numbers: Values) -> list[Remedy]:
    """Return the code for the ranks of a plain array; none if labels, nan or signs would be lost."""
    if type(array) is not np.ndarray or not (numbers >= 0).all():
        return []
    return [
        Remedy(
            "Pass their ranks, divided by the number of cells",
            "np.unique(array, return_inverse=True)[1].reshape(array.shape) / array.size "
            "* (1 - np.eye(len(array)))",
        )
    ]


def _check_shape(matrix: Any) -> None:
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise GraphError(f"a matrix of scores must be square; got shape {tuple(matrix.shape)}")
    if matrix.dtype.kind not in "biuf":
        raise GraphError(f"scores must be numbers; got an array of {matrix.dtype}")


def _read_scipy(matrix: Any, unlisted: Any) -> tuple[Sparse, Index]:
    _check_shape(matrix)
    n = checked_number(int(matrix.shape[0]))
    _refuse_filling(matrix, unlisted)
    entries = matrix.copy().tocoo()
    entries.sum_duplicates()
    exact, entries = entries.data, entries.astype(np.float64)
    refuse_rounding(exact, entries.data, unlisted=unlisted)
    rows, columns = entries.row.astype(np.int64), entries.col.astype(np.int64)
    return sparse(n, rows, columns, entries.data), rows * n + columns


def _refuse_filling(matrix: Any, unlisted: Any) -> None:
    """Refuse stored blocks and diagonals that hold zeros, unless pairs that are not stored are 0 too."""
    layout = matrix.format
    if layout in _FILLED_WITH_ZEROS and as_number(unlisted) != 0 and not np.all(matrix.data):
        raise AmbiguityError(
            f"a sparse matrix must store its numbers one by one; this one has the format {layout!r}, "
            f"which fills {_FILLED_WITH_ZEROS[layout]} with zeros, and some zeros may be numbers",
            Remedy("If no number is 0, convert it with tocsr() and eliminate_zeros() first"),
            Remedy("If some are, put every number with its row and column into a coo_array"),
        )


def checked(cells: Cells, sign: Sign, name: Callable[[int], str]) -> Cells:
    """Return valid scores without the diagonal and without negative zeros; refuse others."""
    cells = _without_diagonal(cells, name)
    numbers = cells.matrix if isinstance(cells, Dense) else cells.triples()[2]
    lowest, highest = (numbers.min(), numbers.max()) if numbers.size else (0.0, 0.0)
    if not (np.isfinite(lowest) and np.isfinite(highest)):  # both are nan if a number is
        i, j, score = _first_cell(cells, lambda x: ~np.isfinite(x))
        raise GraphError(
            f"scores must be finite numbers; got {score} at row {name(i)}, column {name(j)}",
            Remedy(
                "Replace it by a finite number of the same rank, such as one beyond all other scores. "
                "Write nan only for a pair without a score, which is not counted"
            ),
        )
    if sign == "keep" or lowest >= 0:
        return cells.with_values(lambda numbers: numbers + 0.0)
    if lowest == -1:
        _refuse_marks(cells, sign)
    if sign == "ignore":
        return cells.with_values(np.abs)
    i, j, score = _first_cell(cells, lambda x: x < 0)
    raise AmbiguityError(
        f"a negative score may be a weight, whose sign does not matter, or a score below 0; got "
        f"{score:g} at row {name(i)}, column {name(j)}",
        Remedy("Rank by absolute values", 'sign="ignore"', "--sign ignore"),
        Remedy("Or rank negative scores below 0", 'sign="keep"', "--sign keep"),
    )


def _refuse_marks(cells: Cells, sign: Sign) -> None:
    """
    Refuse the matrix of a graph of causal-learn, whose absolute values would have no directions.

    With sign="ignore", a matrix without a -1 opposite a 1 is accepted: it may hold the signs of weights.
    """
    starts, ends, numbers = cells.triples()
    opposite = cells.at(ends, starts)
    if hold_marks(numbers, opposite) and (sign != "ignore" or ((numbers == -1) & (opposite == 1)).any()):
        raise error_of_marks()


def _without_diagonal(cells: Cells, name: Callable[[int], str]) -> Cells:
    nodes = np.arange(cells.n)
    diagonal = cells.at(nodes, nodes)
    invalid = np.flatnonzero((diagonal != 0) & ~np.isnan(diagonal))
    if invalid.size:
        k = int(invalid[0])
        numbers = cells.triples()[2]
        may_be_pvalues = (diagonal == 1).all() and ((numbers >= 0) & (numbers <= 1)).all()
        raise GraphError(
            f"the diagonal must be 0 or nan, since a node has no edge to itself; got "
            f"{diagonal[k]:g} for {name(k)}",
            Remedy(
                "If the numbers are p-values, read them with EdgeScores.from_pvalues, or from a file "
                "with pvalues=True or --pvalues. Else set the diagonal to 0"
                if may_be_pvalues
                else "Set the diagonal to 0"
            ),
        )
    if isinstance(cells, Dense):
        np.fill_diagonal(cells.matrix, 0)  # a copy of the input
        return cells
    starts, ends, numbers = cells.triples()
    off_diagonal = starts != ends
    return sparse(cells.n, starts[off_diagonal], ends[off_diagonal], numbers[off_diagonal])


def _first_cell(cells: Cells, is_wrong: Callable[[Values], NDArray[np.bool_]]) -> tuple[int, int, float]:
    starts, ends, numbers = cells.triples()
    k = int(np.flatnonzero(is_wrong(numbers))[0])
    return int(starts[k]), int(ends[k]), float(numbers[k])
