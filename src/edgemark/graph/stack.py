"""Many graphs on the same nodes, stored one after another in one array of words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import index
from typing import Any, ClassVar, Self, overload

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions.options import Direction, Kind, Symmetric, choices, require
from edgemark.errors import AlignmentError, EdgemarkError, GraphError, InputTypeError, Remedy
from edgemark.foreign import package_of, refuse_lazy
from edgemark.graph import adjacency
from edgemark.graph.align import align
from edgemark.graph.core import Graph
from edgemark.graph.edge_words import Words, frozen
from edgemark.graph.frame_values import plain_numbers
from edgemark.graph.given_nodes import checked_names
from edgemark.graph.labelled_matrices import in_one_order
from edgemark.graph.marks import states_in
from edgemark.graph.nodes import ValueOverNodes
from edgemark.keys import refuse_set

__all__ = ["GraphStack", "several_graphs"]

Starts = NDArray[np.uint64]


class GraphStack(ValueOverNodes):
    """
    A stack of graphs on the same nodes, which metrics score together.

    Immutable. ``stack[k]`` is the k-th graph, and ``stack[i:j]`` is a stack of some of the graphs.

    Attributes:
        words: the words of all graphs, one for each adjacent pair, see `Graph.words`; read-only.
        starts: the words of graph k are ``words[starts[k]:starts[k + 1]]``; read-only.
        like: a graph on the same nodes, which holds their names.
        kinds: the declared kind of each graph, or None.

    Examples:
        >>> stack = GraphStack.from_adjacency(
        ...     [[[0, 1], [0, 0]], [[0, 0], [0, 0]]], direction="row-to-column", nodes=["A", "B"])
        >>> len(stack), stack[0]
        (2, Graph.parse('A --> B'))
    """

    __slots__ = ("kinds", "like", "starts", "words")

    noun: ClassVar[str] = "graphs"

    words: Words
    starts: Starts
    like: Graph
    kinds: tuple[Kind | None, ...]

    def __init__(self, graphs: Iterable[Graph]) -> None:
        """
        Stack graphs; all are put into the node order of the first one.

        Args:
            graphs: at least one, on the same nodes; the values of a mapping are stacked.

        Raises:
            AlignmentError: a graph has other nodes than the first; the message says which.
            GraphError: no graph.
            InputTypeError: a single object; a set, which has no order; a mapping whose keys are
                graphs, such as a Counter; a data frame; or an item that is not a `Graph`.
        """
        if isinstance(graphs, str) or not isinstance(graphs, Iterable):
            raise InputTypeError(
                f"a stack needs several graphs; got {type(graphs).__name__}",
                Remedy("Put a single graph into a list"),
            )
        is_mapping = isinstance(graphs, Mapping)
        graphs = several_graphs(graphs)
        if not graphs:
            raise GraphError("a stack needs at least one graph; got none")
        for k, graph in enumerate(graphs):
            if not isinstance(graph, Graph):
                refuse_lazy(graph)
                raise InputTypeError(
                    f"graphs must be of the class Graph; got {_class_name(graph)} for graph {k}",
                    _remedy_for_others(graph, is_mapping),
                )
            try:
                graphs[k] = align(graphs[0], graph)
            except AlignmentError as error:
                raise error.after(f"graph {k} against graph 0 as the truth: ") from None
        sizes = [0, *(graph.words.size for graph in graphs)]
        words = np.concatenate([graph.words for graph in graphs])
        kinds = tuple(graph.kind for graph in graphs)
        self._fill(words, np.cumsum(sizes, dtype=np.uint64), graphs[0], kinds)

    def _fill(self, words: Words, starts: Starts, like: Graph, kinds: tuple[Kind | None, ...]) -> None:
        self._names, self._n = like._names, like.n_nodes
        self.words, self.starts, self.like, self.kinds = frozen(words), frozen(starts), like, kinds
        self._cache = {}  # set last: from here on the object is immutable

    @classmethod
    def _make(cls, words: Words, starts: Starts, like: Graph, kinds: tuple[Kind | None, ...]) -> Self:
        stack = cls.__new__(cls)
        stack._fill(words, starts, like, kinds)
        return stack

    @classmethod
    def from_adjacency(
        cls,
        array: Any,
        *,
        direction: Direction | None = None,
        symmetric: Symmetric | None = None,
        nodes: Iterable[str] | None = None,
        kind: Kind | None = None,
    ) -> Self:
        """
        Build a stack from square matrices of zeros and ones.

        Args:
            array: S matrices of p nodes as an array of shape (S, p, p), or as a list: integers, floats
                or booleans, with zero diagonals; fastest as int8. It is never changed. Data frames are
                put into one order by the names of their rows and columns.
            direction: which way a 1 points, see `Graph.from_adjacency`.
            symmetric: what ones in both cells of a pair mean, see `Graph.from_adjacency`.
            nodes: names in the order of the rows; for data frames, the order into which their rows and
                columns are put. None takes the names of the first data frame, or leaves the nodes of
                arrays unnamed.
            kind: declared kind of every graph.

        Raises:
            AmbiguityError: direction or symmetric is needed and was not given.
            GraphError: another shape, a value other than 0 and 1, a non-zero diagonal, names that do
                not fit; the message says in which matrix.
        """
        if direction is not None:
            require("direction", direction, choices(Direction))
        if symmetric is not None:
            require("symmetric", symmetric, choices(Symmetric))
        names = nodes if nodes is None else checked_names(nodes)
        array, names = in_one_order(array, names, direction, "cells must be the numbers 0 and 1")
        cells = _byte_cells(array)
        n_graphs, n_nodes = cells.shape[:2]
        like = Graph(n_nodes if names is None else names, kind=kind)
        if like.n_nodes != n_nodes:
            raise GraphError(f"{n_nodes} rows need {n_nodes} names; got {like.n_nodes}")

        def refuse_matrix(k: int) -> None:
            try:
                Graph.from_adjacency(array[k], direction=direction, symmetric=symmetric, nodes=names)
            except EdgemarkError as error:
                raise error.after(f"matrix {k}: ") from None
            raise GraphError(f"matrix {k}: cells must be the numbers 0 and 1")

        if direction is None:
            is_asymmetric = (cells != cells.transpose(0, 2, 1)).any(axis=(1, 2))
            if is_asymmetric.any() or (n_graphs and adjacency.needs_direction(n_nodes, symmetric)):
                refuse_matrix(int(np.argmax(is_asymmetric)))
        symmetric_state = adjacency.SYMMETRIC_STATE.get(str(symmetric), 0)
        words, starts, invalid = _core.stack_of_matrices(
            cells, direction != "column-to-row", symmetric_state
        )
        if invalid is not None:
            refuse_matrix(invalid)
        if n_nodes == 0:  # without cells the core cannot know the number of matrices
            starts = np.zeros(n_graphs + 1, np.uint64)
        return cls._make(words, starts, like, (kind,) * n_graphs)

    # ---- properties

    def __len__(self) -> int:
        return len(self.kinds)

    @overload
    def __getitem__(self, k: int) -> Graph: ...
    @overload
    def __getitem__(self, k: slice) -> GraphStack: ...
    def __getitem__(self, k: int | slice) -> Graph | GraphStack:
        if isinstance(k, slice):
            return self.take(np.arange(len(self))[k])
        k = index(k)
        if not -len(self) <= k < len(self):
            raise IndexError(f"the stack has {len(self)} graphs; got {k}")
        k %= len(self)
        words = self.words[int(self.starts[k]) : int(self.starts[k + 1])]
        return Graph._make(self.like._names, self.n_nodes, words, self.kinds[k])

    def __iter__(self) -> Iterator[Graph]:
        return (self[k] for k in range(len(self)))

    def __repr__(self) -> str:
        from edgemark.errors import plural

        return f"<GraphStack: {plural(len(self), 'graph')} of {plural(self.n_nodes, 'node')}>"

    @property
    def present_states(self) -> frozenset[int]:
        """The states of the adjacent pairs of all graphs, each listed once. Cached."""
        return self.cached("states", lambda s: states_in(_core.present_mask(s.words)))

    # ---- other nodes

    def _renamed(self, names: tuple[str, ...]) -> Self:
        return self._make(self.words, self.starts, self.like._renamed(names), self.kinds)

    def _on_nodes(self, names: tuple[str, ...]) -> Self:
        new_positions = self._places_among(names).astype(np.uint64)
        words, starts = _core.renumbered(self.words, self.starts, new_positions)
        return self._make(words, starts, self.like.with_nodes(names), self.kinds)

    # ---- as a value

    def _content(self) -> tuple[Any, ...]:
        return self.starts, self.words

    def _state(self) -> tuple[Any, ...]:
        return self.words, self.starts, self.like, self.kinds

    def take(self, which: NDArray[Any]) -> GraphStack:
        """Stack the graphs at some positions, in the order of the positions."""
        sizes = np.diff(self.starts)[which].astype(np.int64)
        starts = np.concatenate([[0], np.cumsum(sizes)])
        word_positions = np.arange(starts[-1]) + np.repeat(
            self.starts[which].astype(np.int64) - starts[:-1], sizes
        )
        kinds = tuple(self.kinds[k] for k in which)
        return self._make(self.words[word_positions], starts.astype(np.uint64), self.like, kinds)


def _class_name(graph: Any) -> str:
    """Return the name of a class, with its package if another package has a Graph too."""
    name, package = type(graph).__name__, type(graph).__module__.partition(".")[0]
    return f"{package}.{name}" if name == "Graph" else name


def _remedy_for_others(graph: Any, is_mapping: bool) -> Remedy:
    """Return what to type for an item of a list or mapping that is not a `Graph`."""
    if isinstance(graph, np.ndarray) or package_of(graph):
        return Remedy("Matrices have a constructor of their own, from_adjacency")
    if hasattr(graph, "max_lag"):
        return Remedy("Score the edges of time series graphs", "TemporalScores.from_samples(graphs)")
    if is_mapping:
        code = "GraphSamples({key: as_graph(graph) for key, graph in graphs.items()})"
        return Remedy("Convert them", code)
    if isinstance(graph, str):
        return Remedy("If they are texts such as 'A --> B'", "GraphSamples(map(Graph.parse, graphs))")
    if isinstance(graph, tuple) and len(graph) == 2 and isinstance(graph[0], Graph):
        code = "GraphSamples([graph for graph, _ in graphs], weights=[weight for _, weight in graphs])"
        return Remedy("If they are pairs of a graph and its weight", code)
    return Remedy("Convert them", "GraphSamples(map(as_graph, graphs))")


def several_graphs(graphs: Iterable[Any]) -> list[Any]:
    """
    Return graphs as a list; from a mapping of names to graphs, take its values.

    Raises:
        InputTypeError: a set, which has no order; a mapping whose keys are graphs, such as a Counter; or
            a data frame.

    Examples:
        >>> several_graphs({"x": Graph.parse("A --> B")})
        [Graph.parse('A --> B')]
    """
    refuse_set(graphs, "graphs", Remedy("Put them into a list", "sorted(graphs, key=str)"))
    if isinstance(graphs, Mapping) and any(isinstance(key, ValueOverNodes) for key in graphs):
        raise InputTypeError(
            f"graphs must be a list, or a mapping from names to graphs; got a {type(graphs).__name__} "
            "with graphs as its keys",
            Remedy(
                "If its numbers are weights",
                "GraphSamples(list(graphs), weights=list(graphs.values()))",
            ),
        )
    if package_of(graphs) and hasattr(graphs, "columns"):
        raise InputTypeError(
            f"graphs must be a list, or a mapping from names to graphs; got a {type(graphs).__name__}",
            *_remedies_for_frame(graphs),
        )
    return list(graphs.values()) if isinstance(graphs, Mapping) else list(graphs)


def _remedies_for_frame(frame: Any) -> list[Remedy]:
    """Return remedies for a data frame: a matrix, or a table with a column of graphs."""
    columns = list(frame.columns)
    of_graphs = [name for name in columns if any(isinstance(x, ValueOverNodes) for x in frame[name])]
    if len(of_graphs) != 1:
        return [Remedy("Give a list of graphs; a matrix has a constructor of its own, from_adjacency")]
    remedies = [Remedy("Give the column of graphs", f"list(graphs[{of_graphs[0]!r}])")]
    if len(columns) > 1:
        remedies.append(Remedy("If another column holds their weights, give it as weights="))
    return remedies


def _byte_cells(array: Any) -> NDArray[np.uint8]:
    try:
        dense = plain_numbers(np.asarray(array))
    except ValueError as error:
        raise GraphError("a stack must have shape (S, p, p); got ragged matrices") from error
    if dense.ndim != 3 or dense.shape[1] != dense.shape[2]:
        raise GraphError(f"a stack must have shape (S, p, p); got {dense.shape}")
    if dense.dtype.kind not in "biuf":
        raise GraphError(f"cells must be the numbers 0 and 1; got an array of {dense.dtype}")
    if dense.dtype.kind == "b":
        # NumPy reads any byte except 0 as True; the core reads the byte as it is.
        dense = dense.view(np.uint8) != 0
    if dense.dtype.itemsize > 1:
        # 2 stands for any value that is neither 0 nor 1; the core refuses it.
        codes = np.full(dense.shape, 2, np.uint8)
        codes[dense == 0] = 0
        codes[dense == 1] = 1
        dense = codes
    return np.ascontiguousarray(dense).view(np.uint8)
