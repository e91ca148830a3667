"""A confidence for each possible edge. Immutable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import isfinite, isnan, nan
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.conventions import (
    Direction,
    Ranked,
    Sign,
    Symmetric,
    Ties,
    as_number,
    choices,
    is_whole,
    require,
)
from edgemark.errors import AlignmentError, AmbiguityError, GraphError, KindError, listing
from edgemark.graph import cells
from edgemark.graph.adjacency import as_names, states
from edgemark.graph.cells import DOUBLE, Cells, Values
from edgemark.graph.confidences import EdgeConfidences
from edgemark.graph.core import Graph
from edgemark.graph.estimates import Estimate
from edgemark.graph.marks import BACKWARD, CYCLE, FORWARD, UNDIRECTED
from edgemark.graph.nodes import checked_names, checked_nodes
from edgemark.graph.words import Index, unpack, words_of

if TYPE_CHECKING:
    from edgemark.report import Side

__all__ = ["EdgeScores"]

_SHOWN = 6


class EdgeScores(Estimate, EdgeConfidences):
    """
    A number for each ordered pair of nodes: how sure a method is of the edge from one to the other.

    Immutable, hashable, and compared by content, whatever the order of the nodes. 0 is no confidence.
    A node has no edge to itself: zeros and nan on the diagonal are ignored, other numbers refused.

    A matrix does not say which way it points. The weights of NOTEARS, DAGMA, GOLEM and gCastle have the
    cause in the row, ``direction="row-to-column"``; the matrices of lingam, and of structural equations
    written ``x = B x + e``, in the column, ``direction="column-to-row"``.

    Args:
        array: shape (p, p), of any numeric dtype: NumPy array, nested lists, scipy.sparse matrix, or a
            pandas or polars frame whose columns name the nodes. Never changed.
        nodes: names in the order of the rows; None takes a frame's, or leaves the nodes unnamed.
        direction: "row-to-column" if the number at row i and column j is about i --> j, else
            "column-to-row". May be left out only if the matrix is symmetric.
        sign: what a negative number means. "refuse": an error; "ignore": a weight, of which the size
            counts; "keep": less than no confidence, as for log odds.

    Raises:
        AmbiguityError: the matrix is not symmetric, and nobody said which way it points; or it has
            negative numbers, and nobody said what they mean.
        GraphError: not square, nan or infinite numbers, a non-zero diagonal, names that do not fit.

    Examples:
        >>> weights = [[0, 0.9, 0.1], [0.2, 0, -0.8], [0, 0, 0]]
        >>> scores = EdgeScores(weights, ["A", "B", "C"], direction="row-to-column", sign="ignore")
        >>> scores["B", "C"]
        0.8
        >>> scores.at(0.5)
        Graph.parse('A --> B; B --> C')
    """

    __slots__ = ("_cells", "_dtype", "_relation")

    scored_as: ClassVar[tuple[type[Any], ...]] = (EdgeConfidences,)
    unread: ClassVar[frozenset[str]] = frozenset({"ancestral"})
    way_to_graphs: ClassVar[str] = (
        "scores become a graph by a threshold, scores.at(0.5), or by a number of edges, scores.top(10)"
    )

    _cells: Cells
    _dtype: np.dtype[Any]
    _relation: Ranked

    def __init__(
        self,
        array: Any,
        nodes: Iterable[str] | None = None,
        *,
        direction: Direction | None = None,
        sign: Sign = "refuse",
    ) -> None:
        if direction is not None:
            require("direction", direction, choices(Direction))
        require("sign", sign, choices(Sign))
        given, names, dtype = cells.read(array, checked_names(nodes) if nodes is not None else None)

        def name(k: int) -> str:
            return repr(names[k]) if names else str(k)

        given = cells.checked(given, sign, name)
        if direction is None and not given.is_symmetric:
            raise AmbiguityError(
                "a matrix of scores does not say which way it points; say it: "
                'direction="row-to-column" (cell i, j is about i --> j, as NOTEARS and gCastle have it) '
                'or "column-to-row" (i <-- j, as lingam has it)'
            )
        if direction == "column-to-row":
            given = given.transposed()
        self._fill(names, given, dtype, "directed")

    def _fill(
        self, names: tuple[str, ...] | None, given: Cells, dtype: np.dtype[Any], relation: Ranked
    ) -> None:
        self._names, self._n = names or None, given.n
        self._cells, self._dtype, self._relation = given, dtype, relation
        self._cache = {}

    @classmethod
    def _make(
        cls,
        names: tuple[str, ...] | None,
        given: Cells,
        dtype: np.dtype[Any] = DOUBLE,
        relation: Ranked = "directed",
    ) -> Self:
        scores = cls.__new__(cls)
        scores._fill(names, given, dtype, relation)
        return scores

    def _changed(self, names: tuple[str, ...] | None, given: Cells) -> EdgeScores:
        """Scores of the same kind."""
        return EdgeScores._make(names, given, self._dtype, self._relation)

    # ---- from other things

    @classmethod
    def from_edges(
        cls,
        edges: Iterable[tuple[Any, Any, float]],
        *,
        nodes: Iterable[str] | int | None = None,
        sign: Sign = "refuse",
    ) -> Self:
        """
        Build scores from a list such as a ranking of edges; an ordered pair that is not listed has 0.

        Args:
            edges: triples (cause, effect, score), as ``frame.itertuples(index=False)`` gives them;
                positions in place of names where `nodes` is a number.
            nodes: all nodes in order, or their number; None takes them from the edges, in order of
                appearance.
            sign: what a negative number means, see `EdgeScores`.

        Raises:
            GraphError: an unknown node, a pair given twice, a score that is not finite, a self-loop.

        Examples:
            >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "B", 0.4)])
            >>> scores["C", "B"], scores["B", "C"]
            (0.4, 0.0)
        """
        require("sign", sign, choices(Sign))
        listed = [_triple(edge) for edge in edges]
        if nodes is None:
            nodes = dict.fromkeys(node for a, b, _ in listed for node in (a, b))
        names, n_nodes = checked_nodes(nodes)
        place = Graph(names if names is not None else n_nodes).index
        starts = np.array([place(a) for a, _, _ in listed], np.int64)
        ends = np.array([place(b) for _, b, _ in listed], np.int64)

        def name(k: int) -> str:
            return repr(names[k]) if names else str(k)

        keys = starts * n_nodes + ends
        if np.unique(keys).size < keys.size:
            a, b = _first_repeated([(a, b) for a, b, _ in listed])
            raise GraphError(f"an ordered pair has one score; got two for {a!r}, {b!r}")
        numbers = np.array([score for _, _, score in listed], np.float64)
        given = cells.checked(cells.sparse(n_nodes, starts, ends, numbers), sign, name)
        return cls._make(names, given)

    @classmethod
    def from_networkx(cls, graph: Any, *, weight: str = "weight", sign: Sign = "refuse") -> Self:
        """
        Read the weights of a networkx graph; an ordered pair without an edge has 0.

        Args:
            graph: a DiGraph, or a Graph, whose edges count both ways. Labels become names.
            weight: the attribute of the edges that holds the score.
            sign: what a negative number means, see `EdgeScores`.

        Raises:
            GraphError: an edge without the attribute, parallel edges, see also `EdgeScores`.

        Examples:
            >>> import networkx
            >>> graph = networkx.DiGraph()
            >>> graph.add_edge("A", "B", weight=0.7)
            >>> EdgeScores.from_networkx(graph)["A", "B"]
            0.7
        """
        names = dict(zip(graph.nodes, as_names(graph.nodes), strict=True))
        edges = []
        for a, b, score in graph.edges(data=weight):
            if score is None:
                raise GraphError(
                    f"every edge must have a score in its attribute {weight!r}; the edge of {a!r} and "
                    f"{b!r} has none. Say which it is: weight=..."
                )
            edges.append((names[a], names[b], score))
            if not graph.is_directed() and a != b:
                edges.append((names[b], names[a], score))
        return cls.from_edges(edges, nodes=names.values(), sign=sign)

    @classmethod
    def of(cls, estimate: Any) -> Self:
        """
        Make scores of another estimate: of a graph, 1 for an edge and 0 for none.

        An undirected edge is 1 both ways, so that its two directions tie.

        Raises:
            KindError: the graph has edges other than ``-->`` and ``---``.

        Examples:
            >>> scores = EdgeScores.of(Graph.parse("A --> B --- C"))
            >>> scores["A", "B"], scores["B", "A"], scores["C", "B"]
            (1.0, 0.0, 1.0)
        """
        if isinstance(estimate, cls):
            return estimate
        if isinstance(estimate, Graph):
            return cast(Self, estimate.cached("scores", _of_graph))
        if isinstance(estimate, EdgeConfidences):
            return cast(Self, estimate.edge_scores())
        raise KindError(
            f"a ranking needs EdgeScores, or what they can be made of; got {type(estimate).__name__}"
        )

    def edge_scores(self, of: Ranked = "directed") -> EdgeScores:
        """
        Give what is ranked: the scores themselves, which are of edges unless samples gave them.

        Args:
            of: "directed", "skeleton" or "entries", see `roc_auc`; of scores of another `relation`
                only that.

        Raises:
            KindError: another relation, of which the scores say nothing.
        """
        if self._relation not in ("directed", of):
            raise KindError(
                f"scores are ranked as what they are of; these are samples' shares of {self._relation} "
                f'relations: of="{self._relation}". samples.edge_scores() are those of edges'
            )
        if of == "ancestral" and self._relation != "ancestral":
            raise KindError(
                "scores say how sure each edge is, and nothing of directed paths; GraphSamples do, and "
                "so does a graph, scores.at(threshold)"
            )
        return self

    # ---- what it is

    @property
    def relation(self) -> Ranked:
        """What the scores are of: "directed" edges, or what ``samples.edge_scores`` was asked for."""
        return self._relation

    @property
    def is_symmetric(self) -> bool:
        """Whether both directions of every pair have the same score."""
        return self.cached("symmetric", lambda scores: scores._cells.is_symmetric)

    @property
    def side(self) -> Side:
        """What a report says about it."""
        from edgemark.report import Side

        return Side(self._n, self._cells.n_nonzero, "scores", False)

    def __getitem__(self, pair: tuple[str | int, str | int]) -> float:
        """
        Give the score of the edge from the first node to the second.

        Raises:
            GraphError: an unknown node, or twice the same.
        """
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise GraphError(f"a score is one of two nodes, scores[cause, effect]; got {pair!r}")
        start, end = (self.index(node) for node in pair)
        if start == end:
            raise GraphError(f"an edge has two different ends; got {pair[0]!r} twice")
        return float(self._cells.at(np.array([start]), np.array([end]))[0])

    def to_array(self) -> Values:
        """Give the matrix, a new one: the number at row i and column j is about i --> j."""
        return self._cells.dense().copy()

    # ---- graphs

    def at(self, threshold: float, *, symmetric: Symmetric = "cycle") -> Graph:
        """
        Take the edges whose score is strictly greater than a threshold.

        Scores that came as float32 are compared as NumPy compares them: with the threshold as float32.

        Args:
            threshold: a number.
            symmetric: what two directions of a pair that are both above it are: two edges ("cycle"),
                one "undirected" or "bidirected" edge, or an error ("refuse").

        Raises:
            GraphError: both are above it, and that was refused.

        Examples:
            >>> scores = EdgeScores([[0, 0.5], [0.4, 0]], ["A", "B"], direction="row-to-column")
            >>> scores.at(0.4), scores.at(0.3), scores.at(0.3, symmetric="undirected")
            (Graph.parse('A --> B'), Graph.parse('A --> B; B --> A'), Graph.parse('A --- B'))
        """
        if not isfinite(as_number(threshold)):
            raise GraphError(f"a threshold must be a finite number; got {threshold!r}")
        return self._graph(*self._cells.above(float(self._rounded(threshold))), symmetric)

    def _rounded(self, thresholds: ArrayLike) -> Values:
        """Thresholds in the precision that the scores came in."""
        with np.errstate(over="ignore"):
            return np.asarray(thresholds, np.float64).astype(self._dtype).astype(np.float64)

    def top(self, k: int, *, ties: Ties = "refuse", symmetric: Symmetric = "cycle") -> Graph:
        """
        Take the k edges of the highest scores.

        Args:
            k: number of edges, each direction of a pair being one.
            ties: what happens if the last edge taken has the score of some that are left: "refuse",
                since nothing says which to take, "include" all of that score, or "exclude" them.
            symmetric: see `at`.

        Raises:
            AmbiguityError: a tie at the end, and it was refused.
            GraphError: k is not a number of edges from 0 to p(p-1).

        Examples:
            >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.4), ("C", "A", 0.4)])
            >>> scores.top(1)
            Graph.parse('A --> B; C')
            >>> scores.top(2, ties="include").n_edges
            3
        """
        require("ties", ties, choices(Ties))
        most = self._n * (self._n - 1)
        if not is_whole(k) or not 0 <= k <= most:
            raise GraphError(f"k must be a number of edges from 0 to p(p-1) = {most}; got {k!r}")
        strictly, beyond, bound = self._around(int(k))
        if k < beyond and ties == "refuse":
            raise AmbiguityError(
                f"edge number {k} has the score {bound:g} of {beyond - strictly} edges, and nothing "
                f"says which of them to take; take {strictly} or {beyond} edges, or say "
                f'ties="include" or "exclude"'
            )
        whole = beyond == k or ties == "include"
        found = self._cells.at_least(bound) if k and whole else self._cells.above(bound)
        return self._graph(*found, symmetric)

    def _around(self, k: int) -> tuple[int, int, float]:
        """How many scores are above the k-th highest, how many are not below it, and that score."""
        if k == 0:
            return 0, 0, np.inf
        numbers, zeros = self._cells.sorted()
        below = int(np.searchsorted(numbers, 0.0))
        place = numbers.size + zeros - k
        if place < below:
            bound = float(numbers[place])
        else:
            bound = float(numbers[place - zeros]) if place >= below + zeros else 0.0
        strictly = numbers.size - int(np.searchsorted(numbers, bound, "right")) + zeros * (bound < 0)
        beyond = numbers.size - int(np.searchsorted(numbers, bound)) + zeros * (bound <= 0)
        return strictly, beyond, bound

    def _graph(self, starts: Index, ends: Index, symmetric: Symmetric) -> Graph:
        def name(k: int) -> str:
            return self.nodes[k]

        edges = states(starts, ends, self._n, "row-to-column", symmetric, name)
        return Graph._make(self._names, self._n, words_of(*edges, name))

    # ---- other scores

    def with_nodes(self, nodes: Sequence[str]) -> EdgeScores:
        """
        Put the same scores over other nodes.

        Named scores keep their names: `nodes` gives their order, and names they lack are added, with
        the score 0. Unnamed ones receive names by position.

        Raises:
            AlignmentError: `nodes` lacks a node of the scores, or their number does not fit.

        Examples:
            >>> scores = EdgeScores.from_edges([("B", "A", 0.5)])
            >>> scores.with_nodes(["A", "B", "C"]).to_array()
            array([[0. , 0. , 0. ],
                   [0.5, 0. , 0. ],
                   [0. , 0. , 0. ]])
        """
        names = checked_names(nodes)
        if self._names is None and self._n > 0:
            if len(names) != self._n:
                raise AlignmentError(f"{self._n} nodes need {self._n} names; got {len(names)}")
            return self._changed(names, self._cells)
        if names == self._names:
            return self
        place = {name: k for k, name in enumerate(names)}
        lost = [name for name in self._names or () if name not in place]
        if lost:
            raise AlignmentError(f"all nodes of the scores must be listed; missing: {listing(lost)}")
        to = np.array([place[name] for name in self._names or ()], np.int64)
        return self._changed(names, self._cells.moved(to, len(names)))

    def _under(self, names: tuple[str, ...]) -> Self:
        return type(self)._make(names, self._cells, self._dtype, self._relation)

    def low_confidence_undirected(self) -> EdgeScores:
        """
        Put pairs whose two directions have the same score below all others, above those of score 0.

        Such a pair is an undirected edge. The order among them stays. cdt's option of this name.

        Examples:
            >>> scores = EdgeScores.of(Graph.parse("A --> B --- C"))
            >>> low = scores.low_confidence_undirected()
            >>> low["A", "B"] > low["B", "C"] == low["C", "B"] > low["A", "C"]
            True
        """
        return self._changed(self._names, self._cells.mirrored_last())

    # ---- as a value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EdgeScores):
            return NotImplemented
        if self._n != other._n or self.is_named != other.is_named or self._relation != other._relation:
            return False
        mine, theirs = self._canonical(), other._canonical()
        return mine._names == theirs._names and all(
            np.array_equal(a, b)
            for a, b in zip(mine._cells.triples(), theirs._cells.triples(), strict=True)
        )

    def __hash__(self) -> int:
        def content(scores: EdgeScores) -> int:
            canonical = scores._canonical()
            parts = tuple(part.tobytes() for part in canonical._cells.triples())
            return hash((canonical._names, canonical._n, parts))

        return self.cached("hash", content)

    def __reduce__(self) -> tuple[Any, ...]:
        kind = self._dtype, self._relation
        return _restore, (self._names, self._n, *self._cells.triples(), *kind)

    def __repr__(self) -> str:
        if self._n <= _SHOWN:
            starts, ends, numbers = self._cells.triples()
            listed = zip(starts.tolist(), ends.tolist(), numbers.tolist(), strict=True)
            edges = [(self._label(i), self._label(j), score) for i, j, score in listed]
            nodes = list(self._names) if self._names is not None else self._n
            return f"EdgeScores.from_edges({edges!r}, nodes={nodes!r})"
        return f"<EdgeScores of {self._n} nodes, {self._cells.n_nonzero} of them not 0>"

    def _label(self, k: int) -> str | int:
        return k if self._names is None else self._names[k]

    def _canonical(self) -> EdgeScores:
        if self._names is None:
            return self
        return self.cached("canonical", lambda scores: scores.with_nodes(sorted(scores.nodes)))


def _triple(edge: Any) -> tuple[Any, Any, float]:
    parts = tuple(edge) if isinstance(edge, Sequence) and not isinstance(edge, str) else ()
    score = as_number(parts[2]) if len(parts) == 3 else nan
    if isnan(score) and not (len(parts) == 3 and isinstance(parts[2], float | np.floating)):
        raise GraphError(f'a scored edge must be a triple such as ("A", "B", 0.9); got {edge!r}')
    return parts[0], parts[1], score


def _first_repeated(pairs: Iterable[Any]) -> Any:
    return next(pair for pair, times in Counter(pairs).items() if times > 1)


def _of_graph(graph: Graph) -> EdgeScores:
    if not graph.present_states <= {FORWARD, BACKWARD, UNDIRECTED, CYCLE}:
        raise KindError(
            "a graph ranks directions by --> (one way) and --- (both); the estimate has other edges. "
            "The confusions of evaluate read any marks"
        )
    firsts, seconds, state = unpack(graph.words)
    starts = np.concatenate([firsts[state != BACKWARD], seconds[state != FORWARD]])
    ends = np.concatenate([seconds[state != BACKWARD], firsts[state != FORWARD]])
    ones = cells.sparse(graph.n_nodes, starts, ends, np.ones(starts.size))
    return EdgeScores._make(graph._names, ones)


def _restore(
    names: tuple[str, ...] | None,
    n: int,
    starts: Index,
    ends: Index,
    numbers: NDArray[Any],
    dtype: np.dtype[Any],
    relation: Ranked,
) -> EdgeScores:
    return EdgeScores._make(names, cells.sparse(n, starts, ends, numbers), dtype, relation)
