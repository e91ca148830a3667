"""Lagged edge scores: a confidence for each possible edge and lag. Immutable."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from math import isfinite, prod
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from edgemark.arguments import as_number
from edgemark.conventions.options import Direction, Sign, choices, require
from edgemark.errors import (
    AmbiguityError,
    ClassWarning,
    GraphError,
    InputTypeError,
    KindError,
    Remedy,
    levels_to_caller,
    plural,
    shown,
)
from edgemark.frame_labels import names_of_axes
from edgemark.graph.ambiguity import refuse_lowest_first_axes
from edgemark.graph.core import Graph
from edgemark.graph.given_nodes import checked_names
from edgemark.graph.graph_samples import checked_weights
from edgemark.graph.labelled_matrices import lag_matrices
from edgemark.graph.lag_0_diagonal import refuse_lag_0_diagonal
from edgemark.graph.lag_matrices import checked_matrices, demand_directions
from edgemark.graph.matrices_of_marks import are_lags_of_marks, error_of_marks
from edgemark.graph.nodes import ValueOverNodes
from edgemark.graph.regimes import aligned_to, edges_come_and_go, warn_of_joined_regimes
from edgemark.graph.rounding import refuse_rounding, unrounded
from edgemark.graph.sample_marginals import in_whole_numbers, shares_of_sums
from edgemark.graph.score_precision import DOUBLE, rounded
from edgemark.graph.score_storage import Values
from edgemark.graph.scores import EdgeScores
from edgemark.graph.side import Side
from edgemark.graph.stack import several_graphs
from edgemark.graph.temporal import TemporalGraph
from edgemark.graph.temporal_checks import checked_lag, numbered_edges
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.host import arrays_on_host
from edgemark.resources import demand_memory

__all__ = ["TemporalScores"]


class TemporalScores(TemporalEstimate):
    """
    Lagged edge scores: one number for each ordered pair of variables and lag.

    Immutable. The highest score is the best. Scores are stored as float64; different numbers that
    would tie as float64 are refused. An edge at a lag that was not scored has the score 0, or -inf if
    some scores are negative, so that no scored edge ranks below it. At lag 0 a variable has no edge to
    itself, so the diagonal must be 0. Convert p-values with `as_temporal_scores`, or give minus each
    p-value, with ``sign="keep"``.

    Args:
        array: shape (lags, p, p), one matrix for each lag, or all matrices side by side; it is copied.
            Frames in a list are aligned by their row and column names. The matrices of tigramite have
            the shape (p, p, lags), which looks the same if there are as many lags as variables: convert
            its results with `as_temporal_scores`, or put the lags first with ``np.moveaxis(array, 2,
            0)``.
        nodes: names in the order of the rows; None takes the names of data frames, or leaves the
            variables unnamed.
        direction: "row-to-column" if the number at row i and column j rates i as the cause of j, as
            in the arrays of tigramite, else "column-to-row".
        first_lag: the lag of the first matrix, 0 or 1.
        sign: what a negative number means, see `EdgeScores`.

    Raises:
        AmbiguityError: `direction` or `first_lag` is missing, `sign` is missing for negative numbers, or
            an axis of a frame is called p_value or rank.
        GraphError: another shape, nan or infinite numbers, numbers that differ and would tie as float64,
            a number other than 0 on the diagonal at lag 0, names that do not fit.

    Examples:
        >>> strengths = [[[0.5, 0.9], [0.0, 0.4]]]
        >>> scores = TemporalScores(strengths, ["A", "B"], direction="row-to-column", first_lag=1)
        >>> scores["A", "B", 1]
        0.9
        >>> scores.at(0.45)
        TemporalGraph.parse('A --> A @1; A --> B @1; lags 1')
    """

    __slots__ = ("_dtype", "_padded_from", "_values")

    node_word: ClassVar[str] = "variable"
    noun: ClassVar[str] = "scores"

    way_to_graphs: ClassVar[tuple[tuple[str, str], ...]] = (
        (
            "Keep the edges that score above a threshold, and take their summary graph",
            "{}.at(0.5).summary()",
        ),
    )

    _values: Values
    _padded_from: int | None
    _dtype: np.dtype[Any]  # the float type in which the scores are compared with a threshold

    def __init__(
        self,
        array: ArrayLike,
        nodes: Iterable[str] | None = None,
        *,
        direction: Direction | None = None,
        first_lag: int | None = None,
        sign: Sign = "refuse",
    ) -> None:
        self._read(array, nodes, direction, first_lag, sign, "array")

    @classmethod
    def _loaded(
        cls,
        array: ArrayLike,
        nodes: Iterable[str] | None,
        direction: Direction | None,
        first_lag: int | None,
        sign: Sign,
        code: str,
    ) -> Self:
        """Build scores from an array; remedies quote `code` as the expression that loads it."""
        scores = cls.__new__(cls)
        scores._read(array, nodes, direction, first_lag, sign, code)
        return scores

    def _read(
        self,
        array: ArrayLike,
        nodes: Iterable[str] | None,
        direction: Direction | None,
        first_lag: int | None,
        sign: Sign,
        code: str,
    ) -> None:
        require("sign", sign, choices(Sign))
        names = checked_names(nodes) if nodes is not None else None
        given = array
        _refuse_axes(array)
        array, names = lag_matrices(array, names, direction)
        typed = checked_matrices(array)
        exact, matrices = unrounded(arrays_on_host(array), typed), typed.astype(np.float64)
        is_converted = array is not given  # from frames to an array
        remedy = _remedy_for_ties(matrices, sign, is_converted=is_converted)
        refuse_rounding(exact.reshape(-1), matrices.reshape(-1), remedy)
        demand_directions(direction, first_lag)
        n = matrices.shape[1]
        if names is not None and len(names) != n:
            raise GraphError(f"{n} variables need {n} names; got {len(names)}")
        if first_lag == 0 and n:
            if is_converted or np.ndim(array) != matrices.ndim:
                code = ""  # A remedy with code needs an array of this shape.
            refuse_lag_0_diagonal(matrices, names, code, direction=direction, sign=sign)
        if sign != "keep" and are_lags_of_marks(matrices, sign):
            raise error_of_marks("an array of -1, 0, 1 and 2 that holds both marks of each edge")
        if direction == "column-to-row":
            matrices = matrices.swapaxes(1, 2)
        if sign == "refuse" and (matrices < 0).any():
            raise AmbiguityError(
                "negative scores need a meaning; the matrices hold some",
                Remedy("Rank edges by their absolute values", 'sign="ignore"'),
                Remedy("Rank negative scores below zero", 'sign="keep"'),
            )
        values = np.abs(matrices) if sign == "ignore" else matrices
        if first_lag:
            values = np.concatenate([_unscored_matrices(values, 1), values])
        dtype = min(typed.dtype, DOUBLE) if typed.dtype.kind == "f" else DOUBLE
        self._fill(names, values, None, dtype)

    def _fill(
        self,
        names: tuple[str, ...] | None,
        values: Values,
        padded_from: int | None,
        dtype: np.dtype[Any],
    ) -> None:
        self._names, self._n, self._padded_from = names or None, values.shape[1], padded_from
        self._dtype = dtype
        self._values = np.ascontiguousarray(values)
        self._values.flags.writeable = False
        self._cache = {}

    @classmethod
    def _make(
        cls,
        names: tuple[str, ...] | None,
        values: Values,
        padded_from: int | None = None,
        dtype: np.dtype[Any] = DOUBLE,
    ) -> Self:
        scores = cls.__new__(cls)
        scores._fill(names, values, padded_from, dtype)
        return scores

    @classmethod
    def from_samples(cls, graphs: Iterable[TemporalGraph], *, weights: ArrayLike | None = None) -> Self:
        """
        Score each edge ``-->`` by the share of graphs that have it, as in a bootstrap or a posterior.

        Shares that differ only by rounding are equal, as in `GraphSamples`: 0.1 + 0.2 ties with 0.3.

        Args:
            graphs: at least one, over the same variables and to the same largest lag; a mapping gives
                graphs by name.
            weights: not negative, not all zero, with any sum; None gives all graphs the same weight. A
                mapping or a labelled pandas series is matched with the keys of the graphs; a list needs
                graphs without keys.

        Raises:
            GraphError: no graph, or invalid weights.
            InputTypeError: the graphs are a set, a mapping whose keys are graphs, or a single graph; or
                one of them is not a `TemporalGraph`.
            AlignmentError: graphs over different variables, or with different largest lags.

        Warns:
            ClassWarning: a graph has regimes, whose edges are combined; or graphs have edges other than
                ``-->``, which add nothing to a score.

        Examples:
            >>> draws = [TemporalGraph.parse(f"{edges}; lags 1") for edges in ("A --> B @1", "B; A")]
            >>> TemporalScores.from_samples(draws)["A", "B", 1]
            0.5
        """
        samples = _listed_graphs(graphs)
        if not samples:
            raise GraphError("shares need at least one graph; got none")
        first = samples[0]
        shape = (first.max_lag + 1, first.n_nodes, first.n_nodes)
        demand_memory(
            8 * prod(shape), f"a matrix of the scores of {shape[1]} variables to lag {first.max_lag}"
        )
        if (changing := next(filter(edges_come_and_go, samples), None)) is not None:
            warn_of_joined_regimes(changing, "contribution to the shares")
        values = np.zeros(shape)
        # Whole numbers add up exactly in any order.
        counted = in_whole_numbers(checked_weights(weights, len(samples), graphs))
        n_graphs_with: dict[str, int] = {}
        for graph, weight in zip(samples, counted, strict=True):
            aligned = aligned_to(first, graph)
            glyphs = set()
            for i, glyph, j, lag in numbered_edges(aligned._contemporaneous, aligned._lagged):
                glyphs.add(glyph)
                if glyph == "-->":
                    values[lag, i, j] += weight
            for glyph in glyphs - {"-->"}:
                n_graphs_with[glyph] = n_graphs_with.get(glyph, 0) + 1
        _warn_of_other_edges(n_graphs_with)
        values = shares_of_sums(values, counted, float(counted.sum()))
        padded_from = min((g.padded_from for g in samples if g.padded_from is not None), default=None)
        return cls._make(first._names, values, padded_from)

    @classmethod
    def of(cls, estimate: Any) -> Self:
        """
        Return scores unchanged; refuse other estimates.

        Raises:
            KindError: the estimate is not a `TemporalScores`.
        """
        if isinstance(estimate, cls):
            return estimate
        raise KindError(f"a ranking of lagged edges needs TemporalScores; got {type(estimate).__name__}")

    @property
    def max_lag(self) -> int:
        """The largest lag that an edge could have, with lags that `with_max_lag` has added."""
        return len(self._values) - 1

    @property
    def padded_from(self) -> int | None:
        """The largest lag that has scores, if `with_max_lag` has added others; else None."""
        return self._padded_from

    @property
    def has_lag_0(self) -> bool:
        """Whether lag 0 counts as scored: its scores are not all equal."""
        contemporaneous = self._values[0][~np.eye(self._n, dtype=bool)]
        return bool(contemporaneous.size and (contemporaneous != contemporaneous[0]).any())

    @property
    def side(self) -> Side:
        """The description of the scores for reports."""
        scored = np.isfinite(self._values) & (self._values != 0)
        return Side(self._n, int(np.count_nonzero(scored)), "scores", False)

    def __getitem__(self, place: tuple[str | int, str | int, int]) -> float:
        """
        Return the score of the edge from the first variable, `lag` time steps back, to the second.

        Raises:
            GraphError: an unknown variable or lag, or the same variable twice at lag 0.
        """
        start, end, lag = place
        if (
            isinstance(lag, bool)
            or not isinstance(lag, int | np.integer)
            or not 0 <= lag <= self.max_lag
        ):
            raise GraphError(f"the scores have lags 0 to {self.max_lag}; got {shown(lag)}")
        i, j = self.index(start), self.index(end)
        if i == j and lag == 0:
            raise GraphError(
                f"a contemporaneous edge joins two different variables; got {shown(start)} twice"
            )
        return float(self._values[lag, i, j])

    def to_array(self) -> Values:
        """
        Return a new array, shape (lags, p, p) from lag 0 on: row i, column j scores the edge i to j.

        If some scores are negative, an edge without a score is -inf.
        """
        return self._values.copy()

    def at(self, threshold: float) -> TemporalGraph:
        """
        Return the graph of the edges whose score is strictly greater than a threshold.

        Scores of float32 arrays and frames are compared as in `EdgeScores.at`. The graph keeps
        `padded_from`, unless edges at the added lags are above the threshold.

        Raises:
            GraphError: the threshold is not finite.
        """
        if not isfinite(as_number(threshold)):
            raise GraphError(f"a threshold must be a finite number; got {threshold!r}")
        is_edge = self._values > float(rounded(threshold, self._dtype))
        is_edge[0, range(self._n), range(self._n)] = False
        n_lags = len(is_edge) if self._padded_from is None else self._padded_from + 1
        if is_edge[n_lags:].any():
            n_lags = len(is_edge)
        graph = TemporalGraph.from_matrices(
            is_edge[:n_lags], direction="row-to-column", first_lag=0, nodes=self._names, cycles="keep"
        )
        return graph.with_max_lag(self.max_lag)

    def summary(self) -> EdgeScores:
        """
        Return the highest score over all lags for each ordered pair of variables, without autolinks.

        Examples:
            >>> scores = TemporalScores([[[0, 0.9], [0.2, 0]], [[0.5, 0.1], [0.3, 0.7]]],
            ...                         ["A", "B"], direction="row-to-column", first_lag=0)
            >>> scores.summary()["B", "A"]
            0.3
        """
        best = self._values.max(axis=0)
        # EdgeScores are finite, so pairs without any score tie with the lowest score, or with 0.
        scored = np.isfinite(best)
        best[~scored] = best[scored].min(initial=0)
        np.fill_diagonal(best, 0)
        best = best.astype(self._dtype)
        return EdgeScores(best, self._names, direction="row-to-column", sign="keep")

    def with_max_lag(self, max_lag: int) -> TemporalScores:
        """
        Extend the scores with unscored lags up to a larger maximum lag; reports note it.

        Raises:
            GraphError: the new maximum lag is smaller than the present one.
            LimitError: the lags need more memory than is available.
        """
        max_lag = checked_lag(max_lag, "max_lag")
        if max_lag < self.max_lag:
            raise GraphError(
                f"max_lag can only grow; got {max_lag} for scores with lags 0 to {self.max_lag}"
            )
        if max_lag == self.max_lag:
            return self
        demand_memory(
            16 * max_lag * self._n**2, f"a matrix of scores to lag {max_lag}", "Take fewer lags"
        )
        examined_lag = self._padded_from if self._padded_from is not None else self.max_lag
        unscored = _unscored_matrices(self._values, max_lag - self.max_lag)
        values = np.concatenate([self._values, unscored])
        return TemporalScores._make(self._names, values, examined_lag, self._dtype)

    def _on_nodes(self, names: tuple[str, ...]) -> Self:
        new_positions = self._places_among(names)
        shape = (len(self._values), len(names), len(names))
        demand_memory(
            8 * prod(shape), f"a matrix of the scores of {len(names)} variables to lag {self.max_lag}"
        )
        values = np.full(shape, _score_of_unscored(self._values))
        values[:, new_positions[:, None], new_positions] = self._values
        return type(self)._make(names, values, self._padded_from, self._dtype)

    def _renamed(self, names: tuple[str, ...]) -> Self:
        return type(self)._make(names, self._values, self._padded_from, self._dtype)

    def _content(self) -> tuple[Any, ...]:
        return (self._values,)

    def _state(self) -> tuple[Any, ...]:
        return self._names, self.to_array(), self._padded_from, self._dtype

    def __repr__(self) -> str:
        return f"<TemporalScores of {self._n} variables to lag {self.max_lag}>"


def _refuse_axes(array: Any) -> None:
    """Refuse frames with an axis called p_value or rank, whose lowest number is the best."""
    for matrix in array if isinstance(array, list | tuple) else [array]:
        refuse_lowest_first_axes(
            names_of_axes(matrix),
            Remedy("If the highest is the best, call the axis node"),
            Remedy('Else give minus each number, without that name, and state sign="keep"'),
        )


def _score_of_unscored(values: Values) -> float:
    """Return the score of an unscored edge: 0, or -inf if some scores are negative."""
    return -np.inf if (values < 0).any() else 0.0


def _unscored_matrices(values: Values, n_lags: int) -> Values:
    """Return matrices for further lags, at which no edge has a score."""
    return np.full((n_lags, *values.shape[1:]), _score_of_unscored(values))


def _remedy_for_ties(matrices: Values, sign: Sign, *, is_converted: bool) -> Remedy:
    """
    Return the remedy for numbers that would tie: ranks in the same order, which keep zeros at 0.

    If negative numbers are kept, the ranks start at 1, so that edges without a score still rank last.
    The code for ranks would drop the labels of frames, so a converted array gets advice in words.
    """
    if is_converted:
        return Remedy(
            "Give arrays of their ranks, which compare the numbers of all lags, and the names as nodes="
        )
    exact = "abs(np.array(array, object))" if sign == "ignore" else "np.array(array, object)"
    ranks = f"np.unique(np.append({exact}, 0), return_inverse=True)[1][:-1].reshape(np.shape(array))"
    if sign == "keep" and (matrices < 0).any():
        ranks = f"np.unique({exact}, return_inverse=True)[1].reshape(np.shape(array)) + 1"
    return Remedy("Give their ranks instead, which have the same order", ranks)


def _listed_graphs(graphs: Iterable[Any]) -> list[TemporalGraph]:
    """Return time series graphs as a list; refuse a single graph, and graphs of another class."""
    if isinstance(graphs, str | ValueOverNodes) or not isinstance(graphs, Iterable):
        raise InputTypeError(
            f"shares need several graphs; got {type(graphs).__name__}",
            Remedy("Put a single graph into a list", "TemporalScores.from_samples([graph])"),
        )
    samples = several_graphs(graphs)
    for k, graph in enumerate(samples):
        if not isinstance(graph, TemporalGraph):
            raise InputTypeError(
                f"graphs must be of the class TemporalGraph; got {type(graph).__name__} for graph {k}",
                _remedy_for_other_graphs(graph, has_keys=isinstance(graphs, Mapping)),
            )
    return samples


def _remedy_for_other_graphs(graph: Any, *, has_keys: bool) -> Remedy:
    """Return the remedy for an item of a list, or of a mapping with keys, that is no TemporalGraph."""
    if isinstance(graph, Graph):
        return Remedy("Score the edges of graphs without lags", "GraphSamples(graphs).edge_scores()")
    if isinstance(graph, str):
        say, read = "If they are texts such as 'A --> B @1; lags 1'", "TemporalGraph.parse"
    else:
        say, read = "Convert them, with the options that as_temporal needs for them", "as_temporal"
    if has_keys:
        items = f"{{key: {read}(graph) for key, graph in graphs.items()}}"
        return Remedy(say, f"TemporalScores.from_samples({items})")
    return Remedy(say, f"TemporalScores.from_samples([{read}(graph) for graph in graphs])")


def _warn_of_other_edges(n_graphs_with: dict[str, int]) -> None:
    """Warn about edges that add nothing to a score, with the number of graphs that have them."""
    if n_graphs_with:
        found = ", ".join(
            f"{glyph} in {plural(n, 'graph')}" for glyph, n in sorted(n_graphs_with.items())
        )
        problem = (
            f"a score is the share of graphs with the edge -->; other edges add nothing to it: {found}"
        )
        warnings.warn(ClassWarning(problem), stacklevel=levels_to_caller())
