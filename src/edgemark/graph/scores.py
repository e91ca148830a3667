"""
Edge scores: a confidence for each possible edge. Immutable.

One file, because all methods of this class read its private fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite, nan
from typing import Any, ClassVar, NoReturn, Self, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.arguments import as_number, is_whole
from edgemark.conventions.options import Direction, Ranked, Sign, Symmetric, Ties, choices, require
from edgemark.errors import (
    AmbiguityError,
    ConventionError,
    GraphError,
    KindError,
    Remedy,
    plural,
)
from edgemark.frame_labels import names_of_axes
from edgemark.graph import score_storage
from edgemark.graph.adjacency import states
from edgemark.graph.ambiguity import (
    finite,
    is_called_pvalue,
    pvalues_of,
    refuse_lags,
    refuse_lowest_first,
    refuse_lowest_first_axes,
    refuse_pvalues,
    remedies_for_costs,
    remedies_for_logs,
)
from edgemark.graph.candidates import Candidates
from edgemark.graph.core import Graph
from edgemark.graph.edge_attributes import refuse_other_attributes
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.graph.edge_words import Index, words_of
from edgemark.graph.estimate import Estimate
from edgemark.graph.frame_values import as_names
from edgemark.graph.given_nodes import checked_names
from edgemark.graph.labelled_matrices import refuse_series
from edgemark.graph.networkx_scores import networkx_triples
from edgemark.graph.nodes_at_steps import refuse_time_steps
from edgemark.graph.other_edge_lists import listed_tuples, refuse_unordered
from edgemark.graph.score_lists import (
    ScoredPairs,
    cells_of_graph,
    is_matrix,
    is_symmetric_with_zeros,
    listed_cells,
    moved_cells,
    numbers_of_field,
    prepared_scores,
    refuse_unstored_pvalues,
    reversed_pairs,
    score_fields,
    score_matrix,
    score_of_unlisted_pvalue,
    without_nan,
)
from edgemark.graph.score_precision import rounded
from edgemark.graph.score_refusals import (
    refuse_booleans,
    refuse_frame,
    refuse_lagged_edges,
    refuse_listing_frame,
    refuse_marked_edges,
    refuse_networkx,
    refuse_other_than_networkx,
    refuse_undirected_scores,
    remedies_for_lowest_first,
)
from edgemark.graph.score_storage import DOUBLE, Cells, Values
from edgemark.graph.side import Side
from edgemark.graph.unread_attributes import remedy_without_attributes, warn_of_unread_attributes
from edgemark.graph.unread_graph_attributes import warn_of_unread_graph_attributes
from edgemark.host import on_host

__all__ = ["EdgeScores"]

_MAX_NODES_IN_REPR = 6


class EdgeScores(Estimate, EdgeConfidences):
    """
    Edge scores: for each ordered pair of nodes, a number that states the confidence in the edge.

    Immutable, hashable, and compared by content, whatever the order of the nodes. Objects with different
    `unlisted` scores are not equal. The highest score is the best. A pair with nan has no score and does
    not count, see `candidates`. A node has no edge to itself: zeros and nan on the diagonal are ignored,
    other numbers are refused. For p-values use `from_pvalues`.

    A matrix does not state its direction. The weights of NOTEARS, DAGMA, GOLEM and gCastle have the
    cause in the row: ``direction="row-to-column"``. The matrices of lingam, and of structural equations
    written ``x = B x + e``, have the cause in the column: ``direction="column-to-row"``.

    Args:
        array: shape (p, p), of any numeric dtype: NumPy array, nested lists, scipy.sparse matrix, or a
            pandas or polars frame whose columns name the nodes. Never changed.
        nodes: names in the order of the rows; None takes the columns of a frame; nodes of
            other arrays are then unnamed.
        direction: "row-to-column" if the number at row i and column j is about i --> j, else
            "column-to-row". May be omitted only if the matrix is symmetric.
        sign: what a negative number means. "refuse": an error; "ignore": a weight, whose sign is
            ignored; "keep": a score below 0, as for log odds.
        unlisted: the score of pairs that a scipy.sparse matrix does not store, or nan if these
            have no score. 0 by default. With ``sign="keep"`` it must be stated if pairs are not stored,
            since 0 may then be the best score. Other arrays have no such pairs and refuse it.
        candidates: the pairs that have a score; the numbers of other pairs are ignored. None for all
            that are not nan.

    Raises:
        AmbiguityError: `direction` is missing for a matrix that is not symmetric; `sign` is missing for
            negative numbers; `unlisted` is missing; or an axis of a frame is called p_value or rank.
        GraphError: not square, infinite numbers, a candidate without a number, a non-zero diagonal,
            names that do not fit, or `unlisted` for an array that is not sparse.

    Examples:
        >>> weights = [[0, 0.9, 0.1], [0.2, 0, -0.8], [0, 0, 0]]
        >>> scores = EdgeScores(weights, ["A", "B", "C"], direction="row-to-column", sign="ignore")
        >>> scores["B", "C"]
        0.8
        >>> scores.at(0.5)
        Graph.parse('A --> B; B --> C')
    """

    __slots__ = ("_candidates", "_cells", "_dtype", "_relation", "_unlisted")

    noun: ClassVar[str] = "scores"

    # `evaluate` also computes the metrics of all estimates with a confidence for each edge.
    scored_as: ClassVar[tuple[type[Any], ...]] = (EdgeConfidences,)
    # By default `evaluate` omits conventions of this name, which rank directed paths instead of edges.
    unread: ClassVar[frozenset[str]] = frozenset({"ancestral"})
    way_to_graphs: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Keep the edges that score above a threshold", "{}.at(0.5)"),
    )

    _cells: Cells
    _dtype: np.dtype[Any]
    _relation: Ranked
    _candidates: Candidates | None
    _unlisted: float | None  # the score of pairs with nodes that are added later; None for none

    def __init__(
        self,
        array: Any,
        nodes: Iterable[str] | None = None,
        *,
        direction: Direction | None = None,
        sign: Sign = "refuse",
        unlisted: float | None = None,
        candidates: Candidates | None = None,
    ) -> None:
        if direction is not None:
            require("direction", direction, choices(Direction))
        require("sign", sign, choices(Sign))
        refuse_series(array, "array")
        refuse_listing_frame(array)
        _refuse_axes(array, direction)
        names = checked_names(nodes) if nodes is not None else None
        # The key of a pair is row * n + column. `listed_keys` has the pairs that a sparse matrix stores,
        # or is None for other arrays; `unscored` has the pairs with nan.
        cells, names, dtype, listed_keys = score_storage.read(
            array, names, direction, 0.0 if unlisted is None else unlisted
        )

        def name(k: int) -> str:
            return repr(names[k]) if names else str(k)

        cells, unscored = without_nan(cells)
        cells = score_storage.checked(cells, sign, name)
        if direction is None and not _is_symmetric(cells, unscored):
            _refuse_missing_direction()
        if direction == "column-to-row":
            cells, unscored = cells.transposed(), reversed_pairs(unscored, cells.n)
            listed_keys = None if listed_keys is None else reversed_pairs(listed_keys, cells.n)
        prepared = prepared_scores(cells, names, unscored, listed_keys, sign, unlisted, candidates)
        self._fill(names, prepared.cells, dtype, "directed", prepared.candidates, prepared.unlisted)

    def _fill(
        self,
        names: tuple[str, ...] | None,
        cells: Cells,
        dtype: np.dtype[Any],
        relation: Ranked,
        candidates: Candidates | None,
        unlisted: float | None,
    ) -> None:
        self._names, self._n = names or None, cells.n
        self._cells, self._dtype, self._relation = cells, dtype, relation
        self._candidates, self._unlisted = candidates, unlisted
        self._cache = {}

    @classmethod
    def _make(
        cls,
        names: tuple[str, ...] | None,
        cells: Cells,
        dtype: np.dtype[Any] = DOUBLE,
        relation: Ranked = "directed",
        candidates: Candidates | None = None,
        unlisted: float | None = 0.0,
    ) -> Self:
        scores = cls.__new__(cls)
        scores._fill(names, cells, dtype, relation, candidates, unlisted)
        return scores

    def _with_default_score(self, unlisted: float | None) -> Self:
        """Return the same scores with another default score for pairs of added nodes."""
        return self._of_same_kind(self._names, self._cells, self._candidates, unlisted)

    def _of_same_kind(
        self,
        names: tuple[str, ...] | None,
        cells: Cells,
        candidates: Candidates | None,
        unlisted: float | None,
    ) -> Self:
        """Make scores of the same relation and float type."""
        return type(self)._make(names, cells, self._dtype, self._relation, candidates, unlisted)

    # ---- from other inputs

    @classmethod
    def from_edges(
        cls,
        edges: Iterable[tuple[Any, Any, float]],
        *,
        nodes: Iterable[str] | int | None = None,
        sign: Sign = "refuse",
        unlisted: float | None = None,
        candidates: Candidates | None = None,
    ) -> Self:
        """
        Build scores from a list such as a ranking of edges.

        Args:
            edges: triples (cause, effect, score); positions instead of names if `nodes` is a number.
                Named tuples, such as those of ``frame.itertuples(index=False)``, may have another order
                if their field names state it. Use `from_networkx` for an undirected networkx graph,
                whose edge list has only one direction of each edge.
            nodes: all nodes in order, or their number; None takes them from the edges, in order of
                appearance.
            sign: what a negative number means, see `EdgeScores`.
            unlisted: the score of an ordered pair that is not listed, or nan for none: then only the
                listed pairs count. 0 by default. With ``sign="keep"`` it must be stated, unless every
                pair is listed.
            candidates: the pairs that have a score; other pairs in the list are ignored.

        Raises:
            AmbiguityError: `sign` or `unlisted` is missing for negative scores; the fields of named
                tuples do not state the cause, or their names suggest p-values or ranks; or the edges are
                the view of an undirected networkx graph.
            GraphError: an unknown node, a pair given twice, an infinite score, a self-loop with a score
                other than 0 or nan.

        Examples:
            >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "B", 0.4)])
            >>> scores["C", "B"], scores["B", "C"]
            (0.4, 0.0)
        """
        require("sign", sign, choices(Sign))
        refuse_frame(edges)
        refuse_undirected_scores(edges)
        refuse_unordered(edges, nodes)
        edges = listed_tuples(edges, "a scored edge", '("A", "B", 0.9)')
        for field in score_fields(edges):
            refuse_pvalues(field, Remedy("Read p-values", "EdgeScores.from_pvalues(edges)"))
            refuse_lowest_first(field, *remedies_for_lowest_first(edges, field))
            refuse_lags(field, numbers=numbers_of_field(edges, field))
        pairs = ScoredPairs.of(edges, nodes, 0.0 if unlisted is None else unlisted)
        prepared = pairs.prepared(sign, unlisted, candidates)
        return cls._make(
            pairs.names,
            prepared.cells,
            pairs.dtype,
            candidates=prepared.candidates,
            unlisted=prepared.unlisted,
        )

    @classmethod
    def from_pvalues(
        cls,
        pvalues: Any,
        nodes: Iterable[str] | int | None = None,
        *,
        direction: Direction | None = None,
        unlisted: float | None = None,
        candidates: Candidates | None = None,
    ) -> Self:
        """
        Build scores from p-values: the score is -p, so that the smallest p-value ranks first.

        An edge is significant at a level if its score is above minus the level: ``scores.at(-0.05)``.

        Args:
            pvalues: a matrix as for `EdgeScores`, whose diagonal may hold any p-value; or triples
                (cause, effect, p-value). A pair with nan was not tested and does not count.
            nodes: names, see `EdgeScores` and `from_edges`.
            direction: the direction of a matrix, see `EdgeScores`.
            unlisted: the p-value of pairs that a list or a sparse matrix leaves out, or nan for none:
                then only the listed pairs count. 1 by default for a list. It must be stated for a sparse
                matrix that leaves pairs out: scipy does not store the zeros of a dense matrix, but p = 0
                is the best p-value.
            candidates: the pairs that were tested; the numbers of other pairs are ignored.

        Raises:
            AmbiguityError: `direction` is missing for a matrix that is not symmetric; or `unlisted` is
                missing for a sparse matrix that leaves pairs out; or all numbers are 0 or 1 and both
                occur, as in decisions.
            ConventionError: a direction for triples, which have one already.
            GraphError: a number below 0 or above 1, or True or False; see also `EdgeScores`.

        Examples:
            >>> scores = EdgeScores.from_pvalues([("A", "B", 0.001), ("B", "C", 0.2)])
            >>> scores["A", "B"], scores["C", "A"]
            (-0.001, -1.0)
            >>> scores.at(-0.05)
            Graph.parse('A --> B; C')
        """
        refuse_networkx(pvalues)
        if direction is not None:
            refuse_series(pvalues, "pvalues")
        refuse_listing_frame(pvalues, are_pvalues=True)
        pvalues = on_host(pvalues)
        default_score = score_of_unlisted_pvalue(1.0 if unlisted is None else unlisted)
        if is_matrix(pvalues, nodes):
            names = None if nodes is None else checked_names(cast(Iterable[str], nodes))
            refuse_booleans(pvalues)
            cells, names, dtype, listed_keys = score_storage.read(
                pvalues, names, direction, 1.0 if unlisted is None else unlisted
            )
            if listed_keys is None:
                array = score_matrix(cells, names).astype(dtype)
                scores = cls(array, names, direction=direction, sign="keep", candidates=candidates)
                return scores._with_default_score(default_score)
            if direction is None and not is_symmetric_with_zeros(cells, listed_keys):
                _refuse_missing_direction()
            if unlisted is None:
                refuse_unstored_pvalues(cells.n, listed_keys)
            transposed = direction == "column-to-row"
            pairs = listed_cells(cells, names, listed_keys, dtype, transposed=transposed)
        elif direction is not None:
            raise ConventionError(
                "a list of (cause, effect, p-value) needs no direction, since the cause is first; got "
                f"{direction=}",
                Remedy("Leave direction out", "direction=None"),
            )
        else:
            pairs = ScoredPairs.of(pvalues, nodes, 1.0 if unlisted is None else unlisted)
        prepared = pairs.with_scores_of_pvalues().prepared(
            "keep", nan if default_score is None else default_score, candidates
        )
        return cls._make(
            pairs.names,
            prepared.cells,
            pairs.dtype,
            candidates=prepared.candidates,
            unlisted=default_score,
        )

    @classmethod
    def from_networkx(
        cls,
        graph: Any,
        *,
        weight: str = "weight",
        sign: Sign = "refuse",
        unlisted: float | None = None,
    ) -> Self:
        """
        Read the weights of a networkx graph.

        Args:
            graph: a DiGraph, or a Graph, whose edges count in both directions. Labels become names.
            weight: the attribute of the edges that holds the score.
            sign: what a negative number means, see `EdgeScores`.
            unlisted: the score of an ordered pair without an edge, see `from_edges`.

        Raises:
            AmbiguityError: the name of the attribute suggests p-values, see also `from_edges`.
            GraphError: an edge without the attribute, parallel edges, see also `EdgeScores`.
            InputTypeError: no graph of networkx.
            KindError: an edge has the attribute `lag`, or a `mark` that contradicts its direction; edge
                scores cannot keep them.

        Examples:
            >>> import networkx
            >>> graph = networkx.DiGraph()
            >>> graph.add_edge("A", "B", weight=0.7)
            >>> EdgeScores.from_networkx(graph)["A", "B"]
            0.7
        """
        refuse_other_than_networkx(graph)
        refuse_pvalues(
            weight,
            Remedy(
                "Read p-values",
                pvalues_of(graph, weight),
            ),
            logs=remedies_for_logs(graph, weight),
        )
        refuse_lowest_first(weight, *remedies_for_costs(graph, weight))
        refuse_lags(weight, numbers=(number for *_, number in graph.edges(data=weight)))
        refuse_lagged_edges(graph)
        refuse_marked_edges(graph)
        refuse_other_attributes(graph, weight)
        warn_of_unread_attributes(graph, (weight, "mark"), remedy_without_attributes(), has_scores=True)
        warn_of_unread_graph_attributes(graph, kind="")
        refuse_time_steps(graph, "EdgeScores.from_networkx(graph)")
        names = dict(zip(graph.nodes, as_names(graph.nodes), strict=True))
        edges = networkx_triples(graph, weight, names, sign)
        return cls.from_edges(edges, nodes=names.values(), sign=sign, unlisted=unlisted)

    @classmethod
    def of(cls, estimate: Any) -> Self:
        """
        Convert another estimate to scores; an edge of a graph scores 1, a missing edge 0.

        An undirected edge scores 1 in both directions, which tie.

        Raises:
            KindError: the graph has edges other than ``-->`` and ``---``, or the estimate is neither a
                graph, nor edge scores, nor samples of graphs.

        Examples:
            >>> scores = EdgeScores.of(Graph.parse("A --> B --- C"))
            >>> scores["A", "B"], scores["B", "A"], scores["C", "B"]
            (1.0, 0.0, 1.0)
        """
        if isinstance(estimate, cls):
            return estimate
        if isinstance(estimate, Graph):
            return cast(Self, estimate.cached("scores", _scores_of_graph))
        if isinstance(estimate, EdgeConfidences):
            return cast(Self, estimate.edge_scores())
        raise KindError(f"a ranking needs EdgeScores, a graph or samples; got {type(estimate).__name__}")

    def edge_scores(self, of: Ranked = "directed") -> EdgeScores:
        """
        Return the scores that a metric ranks: this object itself, if it can be ranked as `of`.

        Args:
            of: what the metric ranks, see `roc_auc`. Scores of directed edges can be ranked as
                "directed", "skeleton" or "entries". Scores of another relation, see `relation`, can be
                ranked only as this relation.

        Raises:
            KindError: the scores cannot be ranked as `of`.
        """
        if self._relation not in ("directed", of):
            raise KindError(
                f"these scores are shares of samples that have the relation {self._relation!r}, so "
                f"they rank no other relation; got of={of!r}",
                Remedy("Rank this relation", f'of="{self._relation}"'),
            )
        if of == "ancestral" and self._relation != "ancestral":
            raise KindError(
                "of='ancestral' ranks directed paths, for which samples or a graph are needed; got "
                "scores of edges",
                Remedy("Rank the edges", 'of="directed"'),
            )
        return self

    # ---- properties

    @property
    def relation(self) -> Ranked:
        """What the scores rate: "directed" edges, or shares of samples as "skeleton" or "ancestral"."""
        return self._relation

    @property
    def candidates(self) -> Candidates | None:
        """The pairs that have a score and therefore count; None for all."""
        return self._candidates

    @property
    def is_symmetric(self) -> bool:
        """Whether both directions of every pair have the same score."""
        return self.cached("symmetric", lambda scores: scores._cells.is_symmetric)

    @property
    def side(self) -> Side:
        """The description of the scores for reports."""
        return Side(self._n, self._n_scores(), "scores", False)

    def _n_scores(self) -> int:
        """The number of scores that a report states. Zeros count only if some scores are negative."""
        if self._cells.triples()[2].min(initial=0) >= 0:
            return self._cells.n_nonzero
        return self._n * (self._n - 1) if self.candidates is None else len(self.candidates)

    def __getitem__(self, pair: tuple[str | int, str | int]) -> float:
        """
        Return the score of the edge from the first node to the second; nan if it has none.

        Raises:
            GraphError: an unknown node, or the same node twice.
        """
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise GraphError(f"a score belongs to two nodes, scores[cause, effect]; got {pair!r}")
        start, end = (self.index(node) for node in pair)
        if start == end:
            raise GraphError(f"a score belongs to two different nodes; got {pair[0]!r} twice")
        if self._candidates is not None and pair not in self._candidates:
            return nan
        return float(self._cells.at(np.array([start]), np.array([end]))[0])

    def to_array(self) -> Values:
        """Return a new matrix: the score of i --> j in row i and column j, or nan if it has none."""
        array = self._cells.dense().copy()
        if self._candidates is not None:
            array[~self._candidates.mask & ~np.eye(self._n, dtype=bool)] = nan
        return array

    # ---- graphs

    def at(self, threshold: float, *, symmetric: Symmetric = "cycle") -> Graph:
        """
        Return the graph of the edges whose score is strictly greater than a threshold.

        The threshold is compared with float32 scores as in NumPy 2: a threshold that is a Python number
        is rounded to float32 first, and one that is a NumPy number keeps its own precision. Scores are
        float32 if an array or frame has this type, or all scores in a list or networkx graph have it.
        With scores that are Python numbers, the threshold is not rounded.

        Args:
            threshold: a finite number.
            symmetric: how to read a pair with both directions above the threshold: two edges ("cycle"),
                one "undirected" or "bidirected" edge, or an error ("refuse").

        Raises:
            GraphError: the threshold is not finite; or both directions of a pair are above it, and
                `symmetric` is "refuse".

        Examples:
            >>> scores = EdgeScores([[0, 0.5], [0.4, 0]], ["A", "B"], direction="row-to-column")
            >>> scores.at(0.4), scores.at(0.3), scores.at(0.3, symmetric="undirected")
            (Graph.parse('A --> B'), Graph.parse('A --> B; B --> A'), Graph.parse('A --- B'))
        """
        if not isfinite(as_number(threshold)):
            raise GraphError(f"a threshold must be a finite number; got {threshold!r}")
        return self._graph(*self._above(float(self._rounded(threshold))), symmetric)

    def _above(self, threshold: float) -> tuple[Index, Index]:
        return self._with_scores(*self._cells.above(threshold))

    def _with_scores(self, starts: Index, ends: Index) -> tuple[Index, Index]:
        """Keep the pairs that have a score."""
        if self._candidates is None:
            return starts, ends
        has_score = self._candidates.has(starts, ends)
        return starts[has_score], ends[has_score]

    def _rounded(self, thresholds: ArrayLike) -> Values:
        """Round thresholds to the precision with which NumPy compares them with the scores."""
        return rounded(thresholds, self._dtype)

    def top(self, k: int, *, ties: Ties = "refuse", symmetric: Symmetric = "cycle") -> Graph:
        """
        Return the graph of the k edges with the highest scores.

        Args:
            k: number of edges; each direction of a pair is an edge of its own.
            ties: what to do if the last edge ties with edges that would be left out: raise an error
                ("refuse"), "include" all edges with that score, or "exclude" them all.
            symmetric: how to read a pair with both directions among them, see `at`.

        Raises:
            AmbiguityError: a tie at the end, and `ties` is "refuse".
            GraphError: k is not a number of edges from 0 to p(p-1), or to the number of candidates; or
                both directions of a pair are among them, and `symmetric` is "refuse".

        Examples:
            >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.4), ("C", "A", 0.4)])
            >>> scores.top(1)
            Graph.parse('A --> B; C')
            >>> scores.top(2, ties="include").n_edges
            3
        """
        require("ties", ties, choices(Ties))
        max_k = self._n * (self._n - 1) if self._candidates is None else len(self._candidates)
        if not is_whole(k) or not 0 <= k <= max_k:
            raise GraphError(f"k must be a number of edges from 0 to {max_k}; got {k!r}")
        n_above, n_at_least, kth_score = self._ranks_around(int(k))
        if k < n_at_least and ties == "refuse":
            raise AmbiguityError(
                f"the last of {plural(int(k), 'edge')} must not be tied with edges that are left out; "
                f"{n_at_least - n_above} edges have the score {kth_score:g}",
                Remedy(f"Take {n_above} or {n_at_least} edges"),
                Remedy("Or include all of that score", 'ties="include"'),
            )
        includes_ties = n_at_least == k or ties == "include"
        pairs = self._cells.at_least(kth_score) if k and includes_ties else self._cells.above(kth_score)
        return self._graph(*self._with_scores(*pairs), symmetric)

    def _ranks_around(self, k: int) -> tuple[int, int, float]:
        """
        Return how many scores are above the k-th highest, how many are at least as high, and that score.
        """
        if k == 0:
            return 0, 0, np.inf
        numbers, zeros = self._sorted()
        n_negative = int(np.searchsorted(numbers, 0.0))
        rank = numbers.size + zeros - k
        if rank < n_negative:
            kth_score = float(numbers[rank])
        else:
            kth_score = float(numbers[rank - zeros]) if rank >= n_negative + zeros else 0.0
        n_above = (
            numbers.size - int(np.searchsorted(numbers, kth_score, "right")) + zeros * (kth_score < 0)
        )
        n_at_least = numbers.size - int(np.searchsorted(numbers, kth_score)) + zeros * (kth_score <= 0)
        return n_above, n_at_least, kth_score

    def _sorted(self) -> tuple[Values, int]:
        """Return the scores in ascending order, and how many zeros are left out."""
        if self._candidates is None:
            return self._cells.sorted()
        return np.sort(self._cells.at(self._candidates.starts, self._candidates.ends)), 0

    def _graph(self, starts: Index, ends: Index, symmetric: Symmetric) -> Graph:
        def name(k: int) -> str:
            return self.nodes[k]

        edges = states(starts, ends, self._n, "row-to-column", symmetric, name)
        return Graph._make(self._names, self._n, words_of(*edges, name))

    # ---- derived scores

    def with_nodes(self, nodes: Sequence[str], *, unlisted: float | None = None) -> Self:
        """
        Return the scores with reordered, added or named nodes.

        Named scores keep their names: `nodes` gives the order, and new names are added. Unnamed scores
        receive names by position.

        Args:
            nodes: all names.
            unlisted: the score of pairs of an added node. None takes the score of pairs that were not
                listed when the scores were built: by default, 0, or -1 for scores of p-values. Scores
                built with ``sign="keep"`` have no default.

        Raises:
            AlignmentError: `nodes` lacks a node of the scores, or their number does not fit; or a node
                is added and the score of its pairs is unknown.

        Examples:
            >>> scores = EdgeScores.from_edges([("B", "A", 0.5)])
            >>> scores.with_nodes(["A", "B", "C"]).to_array()
            array([[0. , 0. , 0. ],
                   [0.5, 0. , 0. ],
                   [0. , 0. , 0. ]])
        """
        names = checked_names(nodes)
        if unlisted is None or names == self._names or (self._names is None and self._n > 0):
            return super().with_nodes(names)
        return self._extended(names, finite(unlisted))

    def _on_nodes(self, names: tuple[str, ...]) -> Self:
        return self._extended(names, self._unlisted)

    def _extended(self, names: tuple[str, ...], unlisted: float | None) -> Self:
        new_positions = self._places_among(names)
        present = set(self._names or ())
        added = [name for name in names if name not in present]
        candidates = self._candidates
        if candidates is not None:
            candidates = candidates.extended(names, new_positions, added=unlisted is not None)
        new_cells = moved_cells(self._cells, new_positions, len(names), unlisted, added, candidates)
        return self._of_same_kind(names, new_cells, candidates, unlisted)

    def _renamed(self, names: tuple[str, ...]) -> Self:
        candidates = None if self._candidates is None else self._candidates._renamed(names)
        return self._of_same_kind(names, self._cells, candidates, self._unlisted)

    def low_confidence_undirected(self) -> EdgeScores:
        """
        Rank undirected edges below all other edges, but above score 0.

        An undirected edge is a pair whose two directions have the same score. The order among these
        pairs stays the same. This is the option of the same name in cdt.

        Raises:
            GraphError: some scores are negative, or floats have too few numbers between 0 and the lowest
                other score.

        Examples:
            >>> scores = EdgeScores.of(Graph.parse("A --> B --- C"))
            >>> low = scores.low_confidence_undirected()
            >>> low["A", "B"] > low["B", "C"] == low["C", "B"] > low["A", "C"]
            True
        """
        cells = self._cells.mirrored_last()
        return self._of_same_kind(self._names, cells, self._candidates, self._unlisted)

    # ---- as a value

    def _content(self) -> tuple[Any, ...]:
        # The default score is compared too, since it becomes the score of pairs with added nodes.
        return *self._cells.triples(), self._relation, self._candidates, self._unlisted

    def _state(self) -> tuple[Any, ...]:
        options = self._dtype, self._relation, self._candidates, self._unlisted
        return self._names, self._n, *self._cells.triples(), *options

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, self._state()

    def __repr__(self) -> str:
        if self._n <= _MAX_NODES_IN_REPR and self._relation == "directed":
            starts, ends = self._pairs_in_repr()
            listed = zip(starts.tolist(), ends.tolist(), self._cells.at(starts, ends), strict=True)
            edges = [(self._label(i), self._label(j), float(score)) for i, j, score in listed]
            nodes = list(self._names) if self._names is not None else self._n
            options = f", candidates={self._candidates!r}" if self._candidates is not None else ""
            lowest = min((score for _, _, score in edges), default=0.0)
            if self._unlisted is None or min(lowest, self._unlisted) < 0:
                options += ', sign="keep"'
            if self._unlisted is not None and (self._unlisted != 0 or lowest < 0):
                options += f", unlisted={self._unlisted!r}"
            return f"EdgeScores.from_edges({edges!r}, nodes={nodes!r}{options})"
        return f"<EdgeScores of {self._n} nodes, {self._cells.n_nonzero} scores that are not 0>"

    def _repr_html_(self) -> str:
        from edgemark.graph.estimates_html import scores_html

        return scores_html(self, "EdgeScores", f"{self._cells.n_nonzero} scores are not 0")

    def _repr_svg_(self) -> str | None:
        from edgemark.graph.estimates_html import scores_svg

        return scores_svg(self, "scores")

    def _pairs_in_repr(self) -> tuple[Index, Index]:
        """
        Return the pairs that `repr` lists: pairs with nonzero scores if unlisted pairs score 0, else all
        that count.
        """
        if self._unlisted == 0:
            starts, ends, _ = self._cells.triples()
            return starts, ends
        pairs = Candidates(self._n) if self._candidates is None else self._candidates
        return pairs.starts, pairs.ends

    def _label(self, k: int) -> str | int:
        return k if self._names is None else self._names[k]


def _refuse_axes(array: Any, direction: Direction | None) -> None:
    """Refuse a frame with an axis called p_value or rank, whose lowest number is the best."""
    names = names_of_axes(array)
    option = "" if direction is None else f', direction="{direction}"'
    remedies = [
        Remedy("If the highest is the best, call the axis node"),
        Remedy('Else give minus each number, without that name, and state sign="keep"'),
    ]
    if any(map(is_called_pvalue, names)):
        remedies.insert(0, Remedy("Read p-values", f"EdgeScores.from_pvalues(array{option})"))
    refuse_lowest_first_axes(names, *remedies)


def _is_symmetric(cells: Cells, unscored: Index) -> bool:
    """Whether both directions of every pair have the same score, or both have none."""
    reversed_keys = np.sort(reversed_pairs(unscored, cells.n))
    return cells.is_symmetric and np.array_equal(reversed_keys, np.sort(unscored))


def _refuse_missing_direction() -> NoReturn:
    raise AmbiguityError(
        "a matrix of scores needs a direction, since its cells may stand for i --> j or i <-- j; got "
        "none",
        Remedy(
            "If the cell at row i and column j is about i --> j, as in NOTEARS and gCastle",
            'direction="row-to-column"',
            "--direction row-to-column",
        ),
        Remedy(
            "If it is about i <-- j, as in lingam",
            'direction="column-to-row"',
            "--direction column-to-row",
        ),
    )


def _scores_of_graph(graph: Graph) -> EdgeScores:
    return EdgeScores._make(graph._names, cells_of_graph(graph))


def _unpickled(
    names: tuple[str, ...] | None,
    n: int,
    starts: Index,
    ends: Index,
    numbers: NDArray[Any],
    *options: Any,
) -> EdgeScores:
    return EdgeScores._make(names, score_storage.sparse(n, starts, ends, numbers), *options)
