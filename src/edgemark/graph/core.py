"""The graph: nodes, edges with a mark at each end, and a declared kind. Immutable."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark import _core
from edgemark.conventions.options import KINDS, Direction, Kind, Symmetric, choices, require
from edgemark.graph.adjacency import (
    bits_of_valid,
    named_cells,
    read_or_explain,
    words_of_valid_sparse,
)
from edgemark.graph.edge_words import (
    Words,
    frozen,
    in_order_of_appearance,
    marks_of,
    sorted_words,
    unpack,
    words_of_edges,
)
from edgemark.graph.given_nodes import checked_names, checked_nodes
from edgemark.graph.marks import DOUBLE, FLIP, FORWARD, SINGLES, UNDIRECTED, WRITTEN, states_in
from edgemark.graph.nodes import ValueOverNodes
from edgemark.graph.other_edge_lists import listed_edges, refuse_unordered

__all__ = ["Edge", "Graph"]

Edge = tuple[str, str, str]
"""Two nodes with the edge between them: ``("A", "-->", "B")``."""

_set_field = object.__setattr__
_SHOWN_EDGES = 20


class Graph(ValueOverNodes):
    """
    A graph whose edges carry a mark at each end: DAG, CPDAG, MAG, PAG, ADMG, cyclic, or none of these.

    Immutable, hashable, and compared by content, whatever the order of the nodes. Stored as one integer
    for each adjacent pair, or as bits of a matrix if they need less memory.

    Args:
        nodes: names, or a number of nodes that have only positions.
        edges: triples such as ``("A", "-->", "B")``; positions instead of names if the nodes have none.
        kind: what the graph is declared to be, or None. Marks alone cannot distinguish a DAG from a
            CPDAG whose edges are all directed. The kind is not checked here; `objection` checks it.
            Equality ignores it.

    Raises:
        GraphError: a self-loop, an unknown or repeated name, edges that cannot share a pair.

    Examples:
        >>> g = Graph(["A", "B", "C"], [("A", "-->", "B")])
        >>> g
        Graph.parse('A --> B; C')
        >>> g == Graph.parse("C; B <-- A")
        True
    """

    __slots__ = ("_kind", "_stored")

    _stored: Words | None  # None if the graph keeps the bits of a dense matrix
    _kind: Kind | None

    def __init__(
        self,
        nodes: Iterable[str] | int,
        edges: Iterable[tuple[Any, str, Any]] = (),
        *,
        kind: Kind | None = None,
    ) -> None:
        names, n_nodes = checked_nodes(nodes)
        self._names = names  # Raises if `__init__` is called a second time, since graphs are immutable.
        self._fill(names, n_nodes, words_of_edges(edges, names, n_nodes), kind)

    def _fill(
        self, names: tuple[str, ...] | None, n: int, words: Words | None, kind: Kind | None
    ) -> None:
        if kind is not None:
            require("kind", kind, KINDS)
        _set_field(self, "_names", names or None)
        _set_field(self, "_n", n)
        _set_field(
            self, "_stored", frozen(words) if words is not None and words.flags.writeable else words
        )
        _set_field(self, "_kind", kind)
        _set_field(self, "_cache", {})

    @classmethod
    def _make(
        cls, names: tuple[str, ...] | None, n: int, words: Words, kind: Kind | None = None
    ) -> Self:
        graph = cls.__new__(cls)
        graph._fill(names, n, words, kind)
        return graph

    @classmethod
    def _of_bits(cls, names: tuple[str, ...] | None, bits: _core.BitMatrix, kind: Kind | None) -> Self:
        """
        Build a graph from the bits of a matrix. The graph keeps the bits if they need less memory than
        words.
        """
        graph = cls.__new__(cls)
        graph._fill(names, bits.n_nodes, None if bits.is_dense else bits.words(), kind)
        graph._cache["states"] = states_in(bits.states)
        if bits.is_dense:
            graph._cache["bits"] = bits
        return graph

    # ---- from other things

    @classmethod
    def from_edges(
        cls,
        edges: Iterable[tuple[Any, str, Any]],
        *,
        nodes: Iterable[str] | int | None = None,
        kind: Kind | None = None,
    ) -> Self:
        """
        Build a graph from edges; nodes without an edge must be listed in `nodes`.

        Args:
            edges: triples such as ``("A", "-->", "B")``.
            nodes: all nodes in order; None takes them from the edges, in order of appearance.
            kind: declared kind, see `Graph`.

        Raises:
            GraphError: see `Graph`.

        Examples:
            >>> Graph.from_edges([("A", "-->", "B")], nodes=["A", "B", "C"]).nodes
            ('A', 'B', 'C')
        """
        refuse_unordered(edges, nodes)
        edges = listed_edges(edges)
        if nodes is None:
            nodes = in_order_of_appearance(edges)
        return cls(nodes, edges, kind=kind)

    @classmethod
    def from_adjacency(
        cls,
        array: ArrayLike | Any,
        *,
        direction: Direction | None = None,
        symmetric: Symmetric | None = None,
        nodes: Iterable[str] | None = None,
        kind: Kind | None = None,
    ) -> Self:
        """
        Build a graph from a square matrix of zeros and ones.

        Args:
            array: integers, floats or booleans as a NumPy array, nested lists, a scipy.sparse matrix, or
                a pandas frame whose columns and index name the nodes; shape (p, p), zero diagonal, never
                changed.
            direction: which way a 1 at row i and column j points: "row-to-column" means i --> j. May be
                omitted only if `symmetric` is "undirected" or "bidirected" and the matrix is symmetric,
                or if there is at most one node. In all other cases, even a matrix of zeros needs a
                direction, so that code that forgets the direction fails at once.
            symmetric: what 1 in both cells of a pair means: one "undirected" or "bidirected" edge, two
                directed ones ("cycle"), or an error ("refuse"). May be omitted if there is no such pair.
            nodes: names in the order of the rows; None takes those of a data frame, or leaves the nodes
                unnamed.
            kind: declared kind, see `Graph`.

        Raises:
            AmbiguityError: direction or symmetric is needed and was not given.
            GraphError: not square, a value other than 0 and 1, a non-zero diagonal, names that do
                not fit.

        Examples:
            >>> Graph.from_adjacency([[0, 1], [0, 0]], direction="row-to-column", nodes=["A", "B"])
            Graph.parse('A --> B')
            >>> Graph.from_adjacency([[0, 1], [1, 0]], symmetric="undirected", nodes=["A", "B"])
            Graph.parse('A --- B')
        """
        names, cells = named_cells(array, nodes, direction)
        bits = bits_of_valid(cells, names, direction, symmetric)
        if bits is not None:
            return cls._of_bits(None if names is None else checked_names(names), bits, kind)
        size_and_words = words_of_valid_sparse(cells, names, direction, symmetric)
        if size_and_words is not None:
            return cls._make(names, *size_and_words, kind)
        return cls._make(*read_or_explain(cells, names, direction, symmetric), kind)

    @classmethod
    def parse(cls, text: str, *, kind: Kind | None = None) -> Self:
        """
        Read a graph from text such as ``A --> B o-> C; D``.

        Statements are separated by ``;`` or line ends; a statement is a node or a chain of nodes and
        edges. Write names with spaces, quotes or semicolons in double quotes, with JSON's escapes.
        ``#0``, ``#1`` are the nodes of a graph without names. The text may begin with ``kind: cpdag``.

        Raises:
            FormatError: the text is not of this form; the message says where.
            GraphError: see `Graph`.

        Examples:
            >>> Graph.parse('"my node" <-> B; C').edges()
            [('my node', '<->', 'B')]
        """
        from edgemark.graph.text import parse

        nodes, edges, declared = parse(text)
        return cls(nodes, edges, kind=declared if kind is None else kind)

    # ---- properties

    @property
    def n_edges(self) -> int:
        """Number of edges; two on one pair count as two."""
        if not self.has_two_edges_on_a_pair:
            return self.bits.n_pairs if self.bits is not None else self._words.size
        return self._words.size + int(np.isin(self._words & np.uint64(15), list(DOUBLE)).sum())

    @property
    def n_pairs(self) -> int:
        """Number of unordered pairs of nodes, p(p-1)/2."""
        return self._n * (self._n - 1) // 2

    @property
    def kind(self) -> Kind | None:
        """The declared kind, or None."""
        return self._kind

    @property
    def words(self) -> Words:
        """One word for each adjacent pair, sorted: ``first << 32 | second << 4 | state``. Read-only."""
        if self._stored is not None:
            return self._stored
        return self.cached("words", lambda g: g._cache["bits"].words())

    _words = words

    @property
    def bits(self) -> _core.BitMatrix | None:
        """The bits of the matrix that the graph was read from, if they were kept, see `_of_bits`."""
        return self._cache.get("bits")

    @property
    def planes(self) -> Words:
        """The states of all pairs as packed bits, to compare dense graphs. Cached, read-only."""
        return self.cached("planes", lambda g: frozen(_core.pack_planes(g._words, g._n)))

    @property
    def present_states(self) -> frozenset[int]:
        """The states of the adjacent pairs, each listed once (see `edgemark.graph.marks`)."""
        return self.cached("states", lambda g: states_in(_core.present_mask(g._words)))

    @property
    def has_two_edges_on_a_pair(self) -> bool:
        """Whether some pair carries two edges, as in an ADMG with a bow or a directed 2-cycle."""
        states = self._cache.get("states")  # faster than the property, if they are known
        return not DOUBLE.isdisjoint(self.present_states if states is None else states)

    @property
    def marks(self) -> NDArray[np.uint8]:
        """
        The dense matrix of marks: ``marks[i, j]`` is the mark at j on the edge of i and j, 0 for none.

        Cached, read-only, p² bytes.

        Raises:
            KindError: a pair carries two edges, so it has no single mark.
        """
        return self.cached("marks", marks_of)

    def edges(self) -> list[Edge]:
        """
        List the edges, arrowheads to the right.

        Examples:
            >>> Graph.parse("B <-- A; B o-o C").edges()
            [('A', '-->', 'B'), ('B', 'o-o', 'C')]
        """
        nodes = self.nodes
        return [
            (nodes[j], glyph, nodes[i]) if reverse else (nodes[i], glyph, nodes[j])
            for i, j, state in self._pairs()
            for glyph, reverse in WRITTEN[state]
        ]

    def between(self, a: str, b: str) -> str:
        """
        Return the edge between two nodes as text that `parse` reads; without an edge, only the names.

        Examples:
            >>> g = Graph.parse("A --> B; C")
            >>> g.between("B", "A"), g.between("A", "C")
            ('A --> B', 'A     C')
        """
        from edgemark.graph.text import between

        return between(self, a, b)

    # ---- kinds

    def objection(self, kind: Kind | None = None) -> str | None:
        """
        Explain why the graph is not of a kind; None if it is.

        Args:
            kind: "dag", "cpdag", ...; None takes the declared one.

        Examples:
            >>> Graph.parse("A --> B --> A").objection("dag")
            'A --> B --> A is a directed cycle'
        """
        from edgemark.graph.kinds import objection

        checked_kind = kind if kind is not None else self._kind
        if checked_kind is None:
            return None
        require("kind", checked_kind, KINDS)
        return self.cached(("objection", checked_kind), lambda g: objection(g, checked_kind))

    def is_dag(self) -> bool:
        """Whether all edges are directed and there is no directed cycle."""
        return self.objection("dag") is None

    def is_cpdag(self) -> bool:
        """Whether the graph is the CPDAG of a Markov equivalence class of DAGs."""
        return self.objection("cpdag") is None

    def kinds(self) -> tuple[Kind, ...]:
        """Return all kinds whose requirements the edges meet."""
        return tuple(kind for kind in choices(Kind) if self.objection(kind) is None)

    # ---- relations

    def parents(self, node: str) -> frozenset[str]:
        """Return the nodes with an edge ``-->`` into this one."""
        return self._neighbours(node, lambda s: s == FORWARD)

    def children(self, node: str) -> frozenset[str]:
        """Return the nodes with an edge ``-->`` from this one."""
        return self._neighbours(node, lambda s: s == FLIP[FORWARD])

    def adjacent(self, node: str) -> frozenset[str]:
        """Return the nodes that are adjacent to this one."""
        return self._neighbours(node, lambda s: True)

    def ancestors(self, node: str) -> frozenset[str]:
        """
        Return the nodes other than this one from which a directed path leads to it.

        Examples:
            >>> sorted(Graph.parse("A --> B --> C; D --- C").ancestors("C"))
            ['A', 'B']
        """
        return self._reachable(node, forwards=False)

    def descendants(self, node: str) -> frozenset[str]:
        """Return the nodes other than this one to which a directed path leads from it."""
        return self._reachable(node, forwards=True)

    def unshielded_colliders(self) -> list[tuple[str, str, str]]:
        """
        List the triples (i, k, j) with arrowheads at k from both sides and i, j not adjacent.

        Examples:
            >>> Graph.parse("A --> B <-> C").unshielded_colliders()
            [('A', 'B', 'C')]
        """
        nodes = self.nodes
        triples = _core.unshielded_colliders(self._words, self._n).tolist()
        return [(nodes[i], nodes[k], nodes[j]) for i, k, j in triples]

    # ---- other graphs

    def skeleton(self) -> Graph:
        """
        Replace every edge by an undirected one; two edges on a pair become one.

        Examples:
            >>> Graph.parse("A --> B <-> C").skeleton()
            Graph.parse('A --- B; B --- C', kind='undirected')
        """
        # UNDIRECTED has all four bits of a state, so it replaces every state.
        return self.cached(
            "skeleton",
            lambda g: Graph._make(g._names, g._n, g._words | np.uint64(UNDIRECTED), "undirected"),
        )

    def with_kind(self, kind: Kind | None) -> Graph:
        """Return the same graph, declared to be of this kind; None declares no kind."""
        return Graph._make(self._names, self._n, self._words, kind)

    def _on_nodes(self, names: tuple[str, ...]) -> Self:
        new_positions = self._places_among(names).astype(np.uint64)
        firsts, seconds, states = unpack(self._words)
        words = sorted_words(new_positions[firsts], new_positions[seconds], states)
        return type(self)._make(names, len(names), words, self._kind)

    def _renamed(self, names: tuple[str, ...]) -> Self:
        return type(self)._make(names, self._n, self._words, self._kind)

    # ---- as a value

    def _content(self) -> tuple[Any, ...]:
        return (self._words,)

    def _state(self) -> tuple[Any, ...]:
        return self._names, self._n, self._words, self._kind

    def __str__(self) -> str:
        from edgemark.graph.text import write

        return write(self)

    def __repr__(self) -> str:
        if self._words.size > _SHOWN_EDGES or self._n > 2 * _SHOWN_EDGES:
            declared = f", declared {self._kind}" if self._kind else ""
            return f"<Graph of {self._n} nodes and {self.n_edges} edges{declared}>"
        declared = f", kind={self._kind!r}" if self._kind else ""
        return f"Graph.parse({str(self)!r}{declared})"

    def _repr_html_(self) -> str:
        from edgemark.graph.html import write

        return write(self)

    def _repr_svg_(self) -> str | None:
        from edgemark.graph.html import svg_of

        return svg_of(self)

    # ---- private

    def _pairs(self) -> zip[tuple[int, int, int]]:
        return zip(*(part.tolist() for part in unpack(self._words)), strict=True)

    def _neighbours(self, node: str, accepts: Callable[[int], bool]) -> frozenset[str]:
        """
        Return the neighbours joined to `node` by an edge whose state, seen from the neighbour, is
        accepted.
        """
        position = self.index(node)
        firsts, seconds, states = unpack(self._words)
        neighbours = np.concatenate([firsts[seconds == position], seconds[firsts == position]])
        states_there = np.concatenate([states[seconds == position], FLIP[states[firsts == position]]])
        return frozenset(
            self.nodes[neighbour]
            for neighbour, state in zip(neighbours.tolist(), states_there.tolist(), strict=True)
            if any(accepts(single) for single in SINGLES[state])
        )

    def _reachable(self, node: str, *, forwards: bool) -> frozenset[str]:
        positions = _core.reachable(self._words, self._n, self.index(node), forwards)
        return frozenset(self.nodes[k] for k in positions)
