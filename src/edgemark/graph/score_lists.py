"""Ordered pairs with scores or p-values: the inputs that `EdgeScores` is built from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite, isnan, nan
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import as_number
from edgemark.conventions.options import Sign
from edgemark.errors import AlignmentError, AmbiguityError, GraphError, KindError, LimitError, Remedy
from edgemark.graph import score_storage
from edgemark.graph.align import align
from edgemark.graph.ambiguity import is_nan, stated_score
from edgemark.graph.candidates import Candidates, checked_candidates
from edgemark.graph.core import Graph
from edgemark.graph.decisions import refuse_decisions
from edgemark.graph.edge_words import Index, unpack
from edgemark.graph.given_nodes import checked_nodes, each_once
from edgemark.graph.headings import (
    arranged,
    columns_by_role,
    field_names,
    fields_of,
    refuse_undirected,
)
from edgemark.graph.marks import BACKWARD, CYCLE, FORWARD, UNDIRECTED
from edgemark.graph.nodes import positions
from edgemark.graph.other_edge_lists import error_of_scored_edge, listed_tuples, refuse_unordered
from edgemark.graph.rounding import refuse_rounding
from edgemark.graph.score_precision import precision_of_list
from edgemark.graph.score_storage import DOUBLE, Cells, Dense, Values
from edgemark.keys import is_series
from edgemark.resources import demand_memory

__all__ = [
    "PreparedScores",
    "ScoredPairs",
    "cells_of_graph",
    "is_matrix",
    "is_symmetric_with_zeros",
    "listed_cells",
    "moved_cells",
    "numbers_of_field",
    "prepared_scores",
    "refuse_unstored_pvalues",
    "reversed_pairs",
    "score_fields",
    "score_matrix",
    "score_of_unlisted_pvalue",
    "without_nan",
]

_NO_KEYS: Index = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class PreparedScores:
    """
    Numbers of ordered pairs, ready to be stored.

    Attributes:
        cells: the numbers; 0 for a pair without one.
        candidates: the pairs that have a number; None for all.
        unlisted: the score of pairs that the input did not list, also of pairs with nodes that are added
            later; None if they have no score, or if it was not stated.
    """

    cells: Cells
    candidates: Candidates | None
    unlisted: float | None


@dataclass(frozen=True, slots=True, eq=False)
class ScoredPairs:
    """
    Ordered pairs of nodes with one number each; every pair occurs once.

    Attributes:
        names: names of the nodes, or None.
        n: number of nodes.
        starts: positions of the causes.
        ends: positions of the effects.
        numbers: one number for each pair.
        dtype: the float type in which the numbers are compared with a threshold.
    """

    names: tuple[str, ...] | None
    n: int
    starts: Index
    ends: Index
    numbers: Values
    dtype: np.dtype[Any] = DOUBLE

    @classmethod
    def of(cls, edges: Iterable[Any], nodes: Iterable[str] | int | None, unlisted: Any) -> ScoredPairs:
        """Read triples (cause, effect, number); refuse numbers that tie only because float64 rounds."""
        refuse_undirected(edges)
        refuse_unordered(edges, nodes)
        edges = listed_tuples(edges, "a scored edge", '("A", "B", 0.9)')
        triples = [_triple(edge) for edge in arranged(edges, 3)]
        if nodes is None:
            nodes = each_once(node for a, b, _ in triples for node in (a, b))
        names, n_nodes = checked_nodes(nodes)
        firsts, seconds, scores = zip(*triples, strict=True) if triples else ((), (), ())
        starts, ends = (positions(side, names, n_nodes) for side in (firsts, seconds))
        keys = starts * n_nodes + ends
        sorted_keys = np.sort(keys)
        if (sorted_keys[1:] == sorted_keys[:-1]).any():
            a, b = _first_repeated([(a, b) for a, b, _ in triples])
            raise GraphError(f"an ordered pair must be listed once; got two for {a!r}, {b!r}")
        if set(map(type, scores)) <= {float} and not _is_rounded(unlisted):
            return cls(names, n_nodes, starts, ends, np.array(scores, np.float64))
        numbers = np.array([as_number(score) for score in scores], np.float64)
        _refuse_rounding(list(scores), numbers, unlisted)
        return cls(names, n_nodes, starts, ends, numbers, precision_of_list(scores))

    @property
    def keys(self) -> Index:
        """The pairs as start * n + end."""
        return self.starts * self.n + self.ends

    def name(self, k: int) -> str:
        """The name of a node in messages."""
        return repr(self.names[k]) if self.names else str(k)

    def with_scores_of_pvalues(self) -> ScoredPairs:
        """Return the pairs with scores instead of p-values."""

        def name(k: int) -> str:
            return f"{self.name(int(self.starts[k]))} --> {self.name(int(self.ends[k]))}"

        scores = scores_of_pvalues(self.numbers, name)
        refuse_decisions(self.numbers[self.starts != self.ends])
        return replace(self, numbers=scores)

    def _refuse_self_loops(self) -> None:
        invalid = (self.starts == self.ends) & (self.numbers != 0) & ~np.isnan(self.numbers)
        if invalid.any():
            k = int(np.flatnonzero(invalid)[0])
            name = self.name(int(self.starts[k]))
            raise GraphError(
                f"a node has no edge to itself; got a number other than 0 for {name}, {name}",
                Remedy("Leave out the pairs of a node with itself"),
            )

    def prepared(
        self, sign: Sign, unlisted: float | None, candidates: Candidates | None
    ) -> PreparedScores:
        """Check the numbers, and give unlisted pairs a score."""
        self._refuse_self_loops()
        cells: Cells = score_storage.sparse(self.n, self.starts, self.ends, self.numbers)
        cells, unscored = without_nan(cells)
        cells = score_storage.checked(cells, sign, self.name)
        return prepared_scores(cells, self.names, unscored, self.keys, sign, unlisted, candidates)


def _triple(edge: Any) -> tuple[Any, Any, Any]:
    if type(edge) is tuple and len(edge) == 3 and type(edge[2]) is float:
        return edge
    parts = tuple(edge) if isinstance(edge, Sequence) and not isinstance(edge, str) else ()
    score = as_number(parts[2]) if len(parts) == 3 else nan
    if isnan(score) and not (len(parts) == 3 and isinstance(parts[2], float | np.floating)):
        raise error_of_scored_edge(edge)
    return parts[0], parts[1], parts[2]


def _first_repeated(pairs: Iterable[Any]) -> Any:
    return next(pair for pair, times in Counter(pairs).items() if times > 1)


def _is_rounded(number: Any) -> bool:
    """Whether float64 cannot hold a number exactly."""
    value = as_number(number)
    return not isnan(value) and value != (int(number) if isinstance(number, Integral) else number)


def _refuse_rounding(exact_scores: list[Any], rounded: Values, unlisted: Any) -> None:
    """Refuse different numbers that would tie as float64, such as integers beyond 2**53."""
    values = rounded.tolist()
    if not isnan(score := as_number(unlisted)):
        exact_scores, values = [*exact_scores, unlisted], [*values, score]
    exact = [int(number) if isinstance(number, Integral) else number for number in exact_scores]
    inexact = {abs(value) for number, value in zip(exact, values, strict=True) if number != value}
    if inexact:
        tied = [k for k, value in enumerate(values) if abs(value) in inexact and isfinite(value)]
        # With the None, NumPy makes an array of one dimension, whatever the types of the numbers.
        refuse_rounding(np.array([*(exact[k] for k in tied), None], object)[:-1], np.array(values)[tied])


def prepared_scores(
    cells: Cells,
    names: tuple[str, ...] | None,
    unscored: Index,
    listed_keys: Index | None,
    sign: Sign,
    unlisted: float | None,
    candidates: Candidates | None,
) -> PreparedScores:
    """
    Give every candidate one score.

    Args:
        cells: the numbers, checked.
        names: names of the nodes.
        unscored: keys of the pairs that hold nan; a key is start * n + end.
        listed_keys: keys of the pairs that are listed; None for all.
        sign: what a negative number means.
        unlisted: score of the pairs that are not listed; None if it was not stated.
        candidates: the pairs that are ranked; None for all.
    """
    n = cells.n
    if candidates is not None:
        graph = Graph(names if names is not None else n)
        candidates = align(graph, checked_candidates(candidates), ("scores", "candidates"))  # type: ignore[type-var]
        _demand_numbers(candidates, unscored)
        cells = cells.within(candidates)
    elif unscored.size:
        candidates = Candidates._make(names, n, np.setdiff1d(Candidates(n)._keys, unscored))
    if listed_keys is None:
        _refuse_unlisted(unlisted)
        # If negative scores are kept, 0 may be the best score, so pairs of added nodes do not get it.
        return PreparedScores(cells, candidates, None if sign == "keep" else 0.0)
    missing = _first_missing(n, listed_keys, candidates)
    example = ("?", "?")
    if missing is not None:
        example = tuple(repr(names[k]) if names else str(k) for k in divmod(missing, n))  # type: ignore[assignment]
    _, _, numbers = cells.triples()
    lowest = float(numbers.min(initial=0.0))
    score = stated_score(unlisted, sign, complete=missing is None, lowest=lowest, example=example)
    if score is None or score == 0.0 or missing is None:
        return PreparedScores(cells, candidates, None if score is None or isnan(score) else score)
    if isnan(score):
        listed_candidates = Candidates._make(names, n, np.unique(_off_diagonal(listed_keys, n)))
        return PreparedScores(
            cells, listed_candidates if candidates is None else candidates & listed_candidates, None
        )
    return PreparedScores(_filled(cells, listed_keys, score, candidates), candidates, score)


def _refuse_unlisted(unlisted: float | None) -> None:
    if unlisted is not None:
        raise GraphError(
            "unlisted is the score of pairs that a list or a sparse matrix leaves out; a dense matrix "
            "has a score for every pair",
            Remedy("Leave unlisted out", "unlisted=None"),
        )


def _demand_numbers(candidates: Candidates, unscored: Index) -> None:
    n = candidates.n_nodes
    missing = unscored[candidates.has(unscored // max(n, 1), unscored % max(n, 1))]
    if missing.size:
        a, b = (candidates.nodes[int(k)] for k in divmod(int(missing[0]), n))
        raise GraphError(
            f"every candidate must have a score; {missing.size} have none (nan), such as {a!r} --> "
            f"{b!r}",
            Remedy("Leave such pairs out, or rank every pair with a score", "candidates=None"),
        )


def _off_diagonal(keys: Index, n: int) -> Index:
    """The keys of pairs of different nodes; that of a node with itself is node * (n + 1)."""
    different: Index = keys[keys % (n + 1) != 0]
    return different


def _distinct(keys: Index) -> Index:
    """The keys in ascending order, each once; np.unique takes many times as long for a million."""
    keys = np.sort(keys)
    return keys[np.append(True, keys[1:] != keys[:-1])] if keys.size else keys


def _first_missing(n: int, listed_keys: Index, candidates: Candidates | None) -> int | None:
    """Return the key of the first candidate pair that is not listed; None if all are listed."""
    off_diagonal = _distinct(_off_diagonal(listed_keys, n))
    if candidates is not None:
        unlisted = candidates._keys[~np.isin(candidates._keys, off_diagonal)]
        return int(unlisted[0]) if unlisted.size else None
    if off_diagonal.size == n * (n - 1):
        return None
    # Find the first gap in the sequence of all keys off the diagonal.
    k = np.arange(off_diagonal.size)
    expected = k + k // n + 1
    gaps = np.flatnonzero(off_diagonal != expected)
    position = int(gaps[0]) if gaps.size else off_diagonal.size
    return position + position // n + 1


def _filled(cells: Cells, listed_keys: Index, score: float, candidates: Candidates | None) -> Cells:
    """Return the numbers, with the given score for the pairs that are not listed."""
    n = cells.n
    try:
        demand_memory(DOUBLE.itemsize * n * n, f"a matrix of {n} x {n} scores")
    except LimitError as error:
        raise error.advising(Remedy("Rank the listed pairs only", 'unlisted=float("nan")')) from None
    matrix = np.full(n * n, score)
    matrix[listed_keys] = 0.0
    matrix[:: n + 1] = 0.0
    starts, ends, numbers = cells.triples()
    matrix[starts * n + ends] = numbers
    if candidates is not None:
        matrix[~candidates.mask.reshape(-1)] = 0.0
    return Dense(score_storage.frozen(matrix.reshape(n, n)))


def moved_cells(
    cells: Cells,
    new_positions: Index,
    n: int,
    unlisted: float | None,
    added: list[str],
    candidates: Candidates | None,
) -> Cells:
    """Move each node to a new position among n; pairs of added nodes get the stated score."""
    if not added or unlisted == 0.0 or (unlisted is None and candidates is not None):
        return cells.moved(new_positions, n)
    if unlisted is None:
        raise AlignmentError(
            'pairs of an added node must have a score; scores built with sign="keep" or unlisted=nan '
            f"have none for them, and 0 may be the best score; {added[0]!r} is added",
            Remedy("State their score", f"unlisted={float(cells.triples()[2].min(initial=0.0)) - 1!r}"),
        )
    demand_memory(DOUBLE.itemsize * n * n, f"a matrix of {n} x {n} scores")
    matrix: NDArray[np.float64] = np.full((n, n), unlisted)
    matrix[np.ix_(new_positions, new_positions)] = cells.dense()
    np.fill_diagonal(matrix, 0)
    if candidates is not None:
        matrix[~candidates.mask] = 0.0
    return Dense(score_storage.frozen(matrix))


def without_nan(cells: Cells) -> tuple[Cells, Index]:
    """Return the numbers with 0 instead of nan, and the keys of the pairs that hold nan."""
    if isinstance(cells, Dense):
        if not cells.n or not np.isnan(cells.matrix.min()):  # faster than np.isnan of each number
            return cells, _NO_KEYS
        missing = np.isnan(cells.matrix)
        np.fill_diagonal(missing, False)
        if not missing.any():
            return cells, _NO_KEYS
        return Dense(np.where(missing, 0.0, cells.matrix)), np.flatnonzero(missing)
    starts, ends, numbers = cells.triples()
    missing = np.isnan(numbers) & (starts != ends)
    if not missing.any():
        return cells, _NO_KEYS
    has_number = ~missing
    others = score_storage.sparse(cells.n, starts[has_number], ends[has_number], numbers[has_number])
    return others, (starts * cells.n + ends)[missing]


# ---- p-values


def scores_of_pvalues(numbers: Values, name: Callable[[int], str]) -> Values:
    """Return -p, so that the smallest p is the highest score; refuse numbers outside 0 to 1."""
    invalid = np.flatnonzero(~((numbers >= 0) & (numbers <= 1)) & ~np.isnan(numbers))
    if invalid.size:
        number = float(numbers[invalid[0]])
        written = f"{number:g}" if float(f"{number:g}") == number else repr(number)
        raise GraphError(
            f"a p-value must be from 0 to 1; got {written} at {name(int(invalid[0]))}",
            Remedy("Numbers whose highest value is the best are scores, not p-values"),
        )
    scores: Values = 0.0 - numbers
    return scores


def score_of_unlisted_pvalue(pvalue: Any) -> float | None:
    """Return the score of pairs that a list of p-values leaves out; None if they have no score (nan)."""
    number = as_number(pvalue)
    if not (0 <= number <= 1 or is_nan(pvalue)):
        raise GraphError(
            f"unlisted must be a p-value from 0 to 1, or nan for none; got {pvalue!r}",
            Remedy("Give pairs that are not listed the worst p-value", "unlisted=1.0", "--unlisted 1"),
            Remedy("Or rank the listed pairs only", 'unlisted=float("nan")', "--unlisted nan"),
        )
    return None if isnan(number) else 0.0 - number


def refuse_unstored_pvalues(n: int, listed_keys: Index) -> None:
    """Raise an error about pairs that a sparse matrix of p-values leaves out: they may have p = 0."""
    missing = _first_missing(n, listed_keys, None)
    if missing is not None:
        raise AmbiguityError(
            "a sparse matrix of p-values must store every pair, or the p-value of the others must be "
            "stated. If scipy made it from a dense matrix, it left out every p = 0, the best p-value; "
            "row {}, column {} is not stored".format(*divmod(missing, n)),
            Remedy("If they are 0", "unlisted=0.0", "--unlisted 0"),
            Remedy("If they were not tested, give them the worst", "unlisted=1.0", "--unlisted 1"),
            Remedy("Or rank the stored pairs only", 'unlisted=float("nan")', "--unlisted nan"),
        )


def reversed_pairs(keys: Index, n: int) -> Index:
    """Return the keys of the same pairs in the other direction."""
    return keys % max(n, 1) * n + keys // max(n, 1)


def is_symmetric_with_zeros(cells: Cells, listed_keys: Index) -> bool:
    """Whether a sparse matrix is symmetric in its numbers and in the pairs that it stores."""
    reversed_keys = reversed_pairs(listed_keys, cells.n)
    return cells.is_symmetric and np.array_equal(np.sort(reversed_keys), np.sort(listed_keys))


def score_matrix(cells: Cells, names: tuple[str, ...] | None) -> Values:
    """Return the scores of a matrix of p-values; the diagonal is ignored."""
    matrix = cells.dense().copy()
    np.fill_diagonal(matrix, 0)
    n = max(cells.n, 1)

    def name(k: int) -> str:
        i, j = (repr(names[x]) if names else str(x) for x in divmod(k, n))
        return f"row {i}, column {j}"

    scores = scores_of_pvalues(matrix.reshape(-1), name).reshape(matrix.shape)
    refuse_decisions(matrix[~np.eye(cells.n, dtype=bool)])
    return scores


def listed_cells(
    cells: Cells,
    names: tuple[str, ...] | None,
    listed_keys: Index,
    dtype: np.dtype[Any],
    *,
    transposed: bool,
) -> ScoredPairs:
    """
    Return the cells off the diagonal that a sparse matrix stores, also those that are 0.

    With `transposed`, edges lead from columns to rows.
    """
    starts, ends = listed_keys // max(cells.n, 1), listed_keys % max(cells.n, 1)
    off_diagonal = starts != ends
    starts, ends = starts[off_diagonal], ends[off_diagonal]
    numbers = cells.at(starts, ends)
    if transposed:
        starts, ends = ends, starts
    return ScoredPairs(names, cells.n, starts, ends, numbers, dtype)


def is_matrix(pvalues: Any, nodes: Any) -> bool:
    """Whether p-values are given as a matrix instead of a list of triples."""
    if hasattr(pvalues, "shape"):
        return not field_names(pvalues) and not is_series(pvalues)
    # Three triples of positions look like a matrix of 3 x 3.
    if isinstance(nodes, int | np.integer) or not isinstance(pvalues, list | tuple):
        return False
    return all(
        isinstance(row, list | tuple) and len(row) == len(pvalues) and not isinstance(row[0], str)
        for row in pvalues
    )


# ---- from other inputs


def cells_of_graph(graph: Graph) -> Cells:
    """Return the score 1 for each edge ``-->`` and for both directions of ``---``, else 0."""
    if not graph.present_states <= {FORWARD, BACKWARD, UNDIRECTED, CYCLE}:
        raise KindError(
            "to rank directions, a graph must have only edges --> and ---; the estimate has other edges",
            Remedy("Rank the adjacencies", 'of="skeleton"'),
        )
    firsts, seconds, state = unpack(graph.words)
    starts = np.concatenate([firsts[state != BACKWARD], seconds[state != FORWARD]])
    ends = np.concatenate([seconds[state != BACKWARD], firsts[state != FORWARD]])
    return score_storage.sparse(graph.n_nodes, starts, ends, np.ones(starts.size))


def score_fields(edges: Iterable[Any]) -> set[str]:
    """Return the fields of scores in named tuples: the fields that are neither cause nor effect."""
    fields = {fields_of(edge, 3) for edge in edges if type(edge) is not tuple}
    named = ((names, columns_by_role(names)) for names in fields)
    return {
        name
        for names, (causes, effects, _) in named
        for k, name in enumerate(names)
        if k not in causes and k not in effects
    }


def numbers_of_field(edges: Iterable[Any], field: str) -> Iterator[Any]:
    """Yield the numbers that named tuples hold in a field."""
    for edge in edges:
        if type(edge) is not tuple and field in (names := fields_of(edge, 3)):
            yield edge[names.index(field)]
