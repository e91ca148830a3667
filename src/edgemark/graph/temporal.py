"""
Time series graphs: lagged and contemporaneous edges, changing variables, regimes. Immutable.

One file, because all methods of the class read its private fields.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from edgemark.conventions.options import Cycles, Direction, Kind, choices, require
from edgemark.errors import GraphError, InputTypeError, KindError, Remedy, plural
from edgemark.graph import window_and_summary
from edgemark.graph.core import Graph
from edgemark.graph.edge_words import Index, words_of
from edgemark.graph.given_nodes import checked_names, checked_nodes
from edgemark.graph.kinds import allows_states, contemporaneous_pag_objection
from edgemark.graph.labelled_matrices import lag_matrices
from edgemark.graph.lag_matrices import (
    beyond,
    checked_matrices,
    checked_threshold,
    demand_directions,
    refuse_autolinks_at_lag_0,
)
from edgemark.graph.lagged_edges import WRITTEN_LAGGED, Lagged
from edgemark.graph.marks import FORWARD
from edgemark.graph.nodes import position_finder
from edgemark.graph.pair_lists import several_nodes
from edgemark.graph.regimes import (
    Regime,
    checked_regimes,
    checked_time,
    combined_parts,
    listed_regimes,
    warn_of_joined_regimes,
)
from edgemark.graph.side import Side
from edgemark.graph.temporal_checks import (
    adjacent_to_surrogates,
    checked_conflicts,
    checked_edge_lag,
    checked_lag,
    checked_length,
    directed_cycle,
    lagged_state,
    numbered_edges,
    positions,
    quadruples,
    refuse_cycle,
)
from edgemark.graph.temporal_estimate import TemporalEstimate

__all__ = ["LaggedEdge", "Regime", "TemporalGraph"]

LaggedEdge = tuple[str, str, str, int]
"""An edge and its lag: ``("A", "-->", "B", 1)`` leads from A at time t - 1 to B at time t."""

_SHOWN_EDGES = 20


class TemporalGraph(TemporalEstimate):
    """
    A time series graph, true or estimated, that is the same at every time step unless it has regimes.

    It holds variables, lagged edges from earlier time steps into time t, a graph of the contemporaneous
    edges, and the variables whose mechanism changes over time. Immutable, hashable, and compared by
    content, whatever the order of the variables. Equality ignores the declared kind, the conflicts, and
    whether the largest lag was stated, guessed or extended. Memory use grows with the number of edges.

    A lagged edge has an arrowhead at its later end, since nothing acts on the past: ``-->``, ``o->`` or
    ``<->``. A variable may have a lagged edge to itself, an autolink. Contemporaneous edges may have any
    marks, as in a `Graph`.

    Args:
        nodes: names of the variables or, if the variables are unnamed, how many there are.
        edges: quadruples such as ``("A", "-->", "B", 1)``, from A at time t - 1 to B at time t. Lag 0 is
            a contemporaneous edge.
        max_lag: the largest lag that an edge could have. Two graphs are compared only if they agree
            on it: a lag that was not examined is not the same as a lag at which no edge was found.
        changing: variables whose mechanism changes over time.
        regimes: if the edges change over time, the graph that holds in each period, in order, from time
            0 and without gaps. All of their edges must also be in `edges`.
        kind: the declared kind, see `Graph`. It is that of the contemporaneous edges, and restricts the
            lagged edges too, see `objection`.
        cycles: whether a directed cycle of contemporaneous edges is an error ("refuse") or accepted
            ("keep"), because an algorithm may return one.
        conflicts: edges (a, b, lag) that a method could not orient because its tests contradict each
            other. They do not change the edges. `evaluate` warns of them, and `temporal_sid_bounds`
            takes them into account.

    Raises:
        GraphError: a lag below 0 or above `max_lag`, an edge into the past, a variable with an edge
            to itself at lag 0, an unknown or repeated name, edges that cannot share a pair and lag,
            a directed cycle of contemporaneous edges.
        LimitError: a largest lag above 100000.

    Examples:
        >>> graph = TemporalGraph(["A", "B"], [("A", "-->", "B", 1), ("A", "-->", "A", 1)], max_lag=2)
        >>> graph
        TemporalGraph.parse('A --> A @1; A --> B @1; lags 2')
        >>> graph.summary()
        Graph.parse('A --> B', kind='digraph')
    """

    __slots__ = (
        "_changing", "_conflicts", "_contemporaneous", "_lag_guessed", "_lagged", "_padded_from",
        "_regimes",
    )  # fmt: skip

    node_word: ClassVar[str] = "variable"

    way_to_graphs: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Take the summary graph", "{}.summary()"),
        ("Take the edges within a time step", "{}.contemporaneous()"),
    )

    _lagged: Lagged
    _contemporaneous: Graph
    _changing: Index
    _regimes: tuple[Regime, ...]
    _conflicts: tuple[tuple[str, str, int], ...]
    _padded_from: int | None
    _lag_guessed: bool

    def __init__(
        self,
        nodes: Iterable[str] | int,
        edges: Iterable[tuple[Any, str, Any, int]] = (),
        *,
        max_lag: int,
        changing: Iterable[Any] = (),
        regimes: Iterable[Regime] = (),
        kind: Kind | None = None,
        cycles: Cycles = "refuse",
        conflicts: Iterable[tuple[Any, Any, int]] = (),
    ) -> None:
        require("cycles", cycles, choices(Cycles))
        names, n_nodes = checked_nodes(nodes)
        largest_lag = checked_lag(max_lag, "max_lag")
        position_of = position_finder(names, n_nodes)
        contemporaneous: list[tuple[Any, str, Any]] = []
        lagged_rows: list[tuple[int, int, int, int]] = []
        for a, glyph, b, lag in quadruples(edges):
            if checked_edge_lag(lag, largest_lag, (a, glyph, b)) == 0:
                contemporaneous.append((a, glyph, b))
            else:
                state = lagged_state(a, glyph, b, lag)
                lagged_rows.append((int(lag), position_of(a), position_of(b), state))
        lags, starts, ends, states = np.array(lagged_rows, np.int64).reshape(-1, 4).T

        def name(k: int) -> str:
            return names[k] if names else str(k)

        lagged = Lagged.of(n_nodes, largest_lag, lags, starts, ends, states, name)
        graph = Graph(names if names is not None else n_nodes, contemporaneous, kind=kind)
        if cycles == "refuse":
            refuse_cycle(graph)
        changing_at = positions(changing, position_of, "changing")
        triples = checked_conflicts(conflicts, graph, largest_lag)
        without_regimes = TemporalGraph._make(lagged, graph, changing_at)
        periods = checked_regimes(without_regimes, listed_regimes(regimes))
        self._fill(lagged, graph, changing_at, regimes=periods, conflicts=triples)

    def _fill(
        self,
        lagged: Lagged,
        contemporaneous: Graph,
        changing: Index,
        regimes: tuple[Regime, ...] = (),
        conflicts: tuple[tuple[str, str, int], ...] = (),
        padded_from: int | None = None,
        lag_guessed: bool = False,
    ) -> None:
        changing.flags.writeable = False
        self._names, self._n = contemporaneous._names, contemporaneous.n_nodes
        self._lagged, self._contemporaneous, self._changing = lagged, contemporaneous, changing
        self._regimes, self._conflicts = regimes, conflicts
        self._padded_from, self._lag_guessed = padded_from, lag_guessed
        self._cache = {}

    @classmethod
    def _make(
        cls, lagged: Lagged, contemporaneous: Graph, changing: Index, *rest: Any, **options: Any
    ) -> Self:
        graph = cls.__new__(cls)
        graph._fill(lagged, contemporaneous, changing, *rest, **options)
        return graph

    # ---- from other inputs

    @classmethod
    def parse(cls, text: str, *, kind: Kind | None = None, cycles: Cycles = "refuse") -> Self:
        """
        Read a graph from text such as ``A --> B @1; B --- C; D; lags 2; changing A``.

        The syntax is that of `Graph.parse`. The lags of an edge follow ``@``, separated by commas; an
        edge without lags is contemporaneous, like ``@0``. ``lags 2`` states the largest lag that an edge
        could have, and must be given exactly once. ``changing A B`` lists variables whose mechanism
        changes over time.

        Args:
            text: the text to read.
            kind: the declared kind of the contemporaneous edges.
            cycles: whether a directed cycle within a time step is an error ("refuse") or kept ("keep").

        Raises:
            FormatError: the text is not of this form.
            GraphError: see `TemporalGraph`.

        Examples:
            >>> TemporalGraph.parse("A --> B @1,2; B o-o C; lags 2").edges()
            [('B', 'o-o', 'C', 0), ('A', '-->', 'B', 1), ('A', '-->', 'B', 2)]
        """
        from edgemark.graph.temporal_text import parse

        nodes, edges, max_lag, changing = parse(text)
        return cls(nodes, edges, max_lag=max_lag, changing=changing, kind=kind, cycles=cycles)

    @classmethod
    def from_matrices(
        cls,
        array: ArrayLike,
        *,
        direction: Direction | None = None,
        first_lag: int | None = None,
        threshold: float | None = None,
        nodes: Iterable[str] | None = None,
        cycles: Cycles = "refuse",
    ) -> Self:
        """
        Build a graph from one matrix for each lag, of coefficients or of zeros and ones.

        Args:
            array: shape (lags, p, p), or all matrices side by side, as Granger of causal-learn returns
                them. Numbers whose absolute value exceeds the threshold are edges. Data frames in a
                list are aligned by their row and column names.
            direction: which way a number at row i and column j points. Coefficients of ``x(t) = B x(t-1)
                + e``, as in lingam and statsmodels, have the cause in the column: "column-to-row".
            first_lag: the lag of the first matrix: 0 for VARLiNGAM, 1 for a vector autoregression.
            threshold: the absolute value above which a number is an edge; may be omitted for zeros and
                ones.
            nodes: names in the order of the rows; None takes the names of data frames, or leaves the
                variables unnamed.
            cycles: whether a directed cycle within a time step is an error ("refuse") or kept ("keep").

        Raises:
            AmbiguityError: `direction` or `first_lag` is missing, or `threshold` is missing for
                coefficients.
            GraphError: another shape, nan or infinite numbers, see also `TemporalGraph`.

        Examples:
            >>> coefficients = [[[0.5, 0.0], [0.8, 0.02]]]
            >>> TemporalGraph.from_matrices(coefficients, direction="column-to-row", first_lag=1,
            ...                             threshold=0.1, nodes=["A", "B"])
            TemporalGraph.parse('A --> A @1; A --> B @1; lags 1')
        """
        names = checked_names(nodes) if nodes is not None else None
        array, names = lag_matrices(array, names, direction)
        matrices = checked_matrices(array)
        demand_directions(direction, first_lag)
        is_edge = beyond(matrices, checked_threshold(matrices, threshold))
        if names is not None and len(names) != is_edge.shape[1]:
            raise GraphError(
                f"{is_edge.shape[1]} variables need {is_edge.shape[1]} names; got {len(names)}"
            )
        if first_lag == 0:
            refuse_autolinks_at_lag_0(is_edge, names)
        if direction == "column-to-row":
            is_edge = is_edge.swapaxes(1, 2)
        lags, starts, ends = np.nonzero(is_edge)
        lag_of_first = int(first_lag or 0)
        lags = lags + lag_of_first
        n, largest_lag = is_edge.shape[1], len(matrices) - 1 + lag_of_first

        def name(k: int) -> str:
            return names[k] if names else str(k)

        is_contemporaneous = lags == 0
        words = words_of(
            starts[is_contemporaneous],
            ends[is_contemporaneous],
            np.full(int(is_contemporaneous.sum()), FORWARD),
            name,
        )
        graph = Graph._make(names, n, words)
        if cycles == "refuse":
            refuse_cycle(graph)
        is_lagged = ~is_contemporaneous
        states = np.full(int(is_lagged.sum()), FORWARD, np.uint8)
        lagged = Lagged.of(
            n, largest_lag, lags[is_lagged], starts[is_lagged], ends[is_lagged], states, name
        )
        return cls._make(lagged, graph, np.empty(0, np.int64))

    @classmethod
    def from_surrogate(cls, graph: Graph | TemporalGraph, surrogate: str | Iterable[str]) -> Self:
        """
        Read a graph in which some nodes stand for time or context, as from CD-NOD and J-PCMCI+.

        Args:
            graph: a graph of the variables and the nodes that stand for time or context.
            surrogate: the name of such a node, or several names. Variables adjacent to these nodes
                become changing variables. The nodes are dropped together with their edges.

        Raises:
            GraphError: an unknown node, a graph with regimes, or an edge between a variable and such a
                node with its arrowhead at the node, since nothing acts on time.
            InputTypeError: an object of another package.

        Examples:
            >>> TemporalGraph.from_surrogate(Graph.parse("A --> B; time --> B"), "time")
            TemporalGraph.parse('A --> B; lags 0; changing B')
        """
        if not isinstance(graph, Graph | TemporalGraph):
            raise InputTypeError(
                f"from_surrogate takes a Graph or a TemporalGraph; got {type(graph).__name__}",
                Remedy("Convert it", "TemporalGraph.from_surrogate(as_graph(graph), surrogate)"),
            )
        series = graph if isinstance(graph, TemporalGraph) else cls._of_one_step(graph)
        if series.regimes:
            raise GraphError("a graph with regimes cannot also have a node that stands for time")
        names = [surrogate] if isinstance(surrogate, str) else surrogate
        listed = several_nodes(names, "surrogate")
        surrogates = {series.nodes[series.index(name)] for name in listed}
        changing = adjacent_to_surrogates(series.edges(), surrogates).union(series.changing)
        variables = [name for name in series.nodes if name not in surrogates]
        new_node: dict[str, Any] = {
            name: name if series.is_named else k for k, name in enumerate(variables)
        }
        edges = [
            (new_node[a], glyph, new_node[b], lag)
            for a, glyph, b, lag in series.edges()
            if not {a, b} & surrogates
        ]
        examined_lag = series.padded_from if series.padded_from is not None else series.max_lag
        without_surrogates = cls(
            variables if series.is_named else len(variables),
            edges,
            max_lag=examined_lag,
            changing=[new_node[name] for name in variables if name in changing],
            kind=window_and_summary.kind_after_removal(series),
            cycles="keep",
            conflicts=[
                (new_node[a], new_node[b], lag)
                for a, b, lag in series.conflicts
                if not {a, b} & surrogates
            ],
        )
        extended = without_surrogates.with_max_lag(series.max_lag)
        return extended._with_guessed_lag() if series.lag_guessed else extended

    @classmethod
    def _of_one_step(cls, graph: Graph) -> Self:
        """Return a time series graph that has only contemporaneous edges."""
        return cls._make(Lagged.of(graph.n_nodes, 0, [], [], [], [], str), graph, np.empty(0, np.int64))

    @classmethod
    def from_regimes(cls, regimes: Iterable[Regime]) -> Self:
        """
        Combine graphs that hold one after the other into one with all of their edges.

        A variable is changing if it is changing within a regime, or if an edge with an arrowhead at it
        is in some regimes but not in all. An edge without arrowheads does not show which of its ends
        changes. Only the graphs in `regimes` keep their conflicts; the combined graph has none.

        Args:
            regimes: in order, the first from 0, without gaps.

        Raises:
            GraphError: no regimes, gaps between them, or edges that cannot share a pair and lag, such as
                ``-->`` in one regime and ``---`` in another.
            AlignmentError: graphs over different variables, or with different largest lags.

        Examples:
            >>> early = TemporalGraph.parse("A --> B @1; lags 1")
            >>> late = TemporalGraph.parse("A; B; lags 1")
            >>> TemporalGraph.from_regimes([Regime(0, 50, early), Regime(50, 80, late)])
            <TemporalGraph: A --> B @1; lags 1; changing B; 2 regimes>
        """
        parts = listed_regimes(regimes)
        nodes, edges, max_lag, changing = combined_parts(parts)
        kinds = [kind for regime in parts if (kind := window_and_summary.kept_kind(regime.graph))]
        contradicted_kind = next((kind for kind in kinds if kind not in ("mag", "pag")), None)
        # A PAG if any regime has one, else a MAG: `max` takes the last in alphabetical order.
        declared_kind: Kind | None = contradicted_kind or max(kinds, default=None)
        return cls(
            nodes,
            edges,
            max_lag=max_lag,
            changing=changing,
            regimes=parts,
            kind=declared_kind,
            cycles="keep",
        )

    @classmethod
    def of(cls, estimate: Any) -> Self:
        """
        Return a time series graph unchanged; refuse other estimates.

        Raises:
            KindError: the estimate is not a time series graph.
        """
        if isinstance(estimate, cls):
            return estimate
        remedies = [Remedy("Cut the scores at a threshold", "estimate.at(0.5)")]
        raise KindError(
            f"a time series graph is needed; got {type(estimate).__name__}",
            *(remedies if isinstance(estimate, TemporalEstimate) else ()),
        )

    # ---- properties

    @property
    def max_lag(self) -> int:
        """The largest lag that an edge could have."""
        return self._lagged.max_lag

    @property
    def n_edges(self) -> int:
        """Number of edges; each lag counts, and two edges on one pair count as two."""
        return self.n_lagged + self._contemporaneous.n_edges

    @property
    def n_lagged(self) -> int:
        """Number of lagged edges, at lag 1 or more."""
        states = self._lagged.states
        states_of_two_edges = [state for state, glyphs in WRITTEN_LAGGED.items() if len(glyphs) == 2]
        return int(states.size) + int(np.isin(states, states_of_two_edges).sum())

    @property
    def changing(self) -> tuple[str, ...]:
        """Variables whose mechanism changes over time, in order."""
        return tuple(self.nodes[k] for k in self._changing.tolist())

    @property
    def regimes(self) -> tuple[Regime, ...]:
        """The regimes, if the graph itself changes; else empty."""
        return self._regimes

    @property
    def conflicts(self) -> tuple[tuple[str, str, int], ...]:
        """Edges (a, b, lag) that a method could not orient because its tests contradict each other."""
        return self._conflicts

    @property
    def padded_from(self) -> int | None:
        """The largest lag that was stated, if `with_max_lag` has added larger ones; else None."""
        return self._padded_from

    @property
    def lag_guessed(self) -> bool:
        """Whether `max_lag` was not stated, and is the largest lag that occurs."""
        return self._lag_guessed

    @property
    def has_lag_0(self) -> bool:
        """Whether there are contemporaneous edges."""
        return self._contemporaneous.n_edges > 0

    @property
    def kind(self) -> Kind | None:
        """The declared kind of the contemporaneous edges."""
        return self._contemporaneous.kind

    @property
    def side(self) -> Side:
        """The description of the graph for reports."""
        return Side(self._n, self.n_edges, f"time series to lag {self.max_lag}", False)

    def edges(self) -> list[LaggedEdge]:
        """
        List the edges with their lags: contemporaneous edges first, then by lag.

        A graph with regimes has the edges of all of them; ``graph.at(time).edges()`` lists those of one.

        Examples:
            >>> TemporalGraph.parse("B <-- A; A --> A @2; lags 2").edges()
            [('A', '-->', 'B', 0), ('A', '-->', 'A', 2)]
        """
        nodes, parts = self.nodes, (self._contemporaneous, self._lagged)
        return [(nodes[a], glyph, nodes[b], lag) for a, glyph, b, lag in numbered_edges(*parts)]

    def parents(self, node: str | int) -> frozenset[tuple[str, int]]:
        """
        Return the causes of a variable, each with its lag.

        Examples:
            >>> sorted(TemporalGraph.parse("A --> B @1,2; C --> B; lags 2").parents("B"))
            [('A', 1), ('A', 2), ('C', 0)]
        """
        warn_of_joined_regimes(self, "list of parents")
        name = self.nodes[self.index(node)]
        return frozenset((a, lag) for a, glyph, b, lag in self.edges() if b == name and glyph == "-->")

    def autolinks(self) -> frozenset[str]:
        """
        Return the variables with an edge ``-->`` from their own past.

        Examples:
            >>> TemporalGraph.parse("A --> A @1; A --> B @1; lags 1").autolinks()
            frozenset({'A'})
        """
        warn_of_joined_regimes(self, "list of autolinks")
        return frozenset(a for a, glyph, b, _ in self.edges() if a == b and glyph == "-->")

    def objection(self) -> str | None:
        """
        Explain why the edges are not of the declared kind; None if they are.

        If the declared kind has neither circles nor ``<->``, lagged edges must be ``-->``. Lagged edges
        of a MAG or an ADMG must be ``-->`` or ``<->``. A MAG or PAG has one edge on a pair and lag.

        Examples:
            >>> TemporalGraph.parse("A <-> B @1; lags 1", kind="dag").objection()
            'A <-> B @1 is not directed'
        """
        if self.kind in ("mag", "pag") and (bow := self._lagged.first_bow()) is not None:
            lag, a, b = bow[0], self.nodes[bow[1]], self.nodes[bow[2]]
            return f"{a} --> {b} @{lag}; {a} <-> {b} @{lag} are two edges on one pair and lag"
        present = set(np.unique(self._lagged.states).tolist()) - {FORWARD}
        if not allows_states(self.kind, present):
            allowed = ("-->", "<->") if self.kind in ("mag", "admg") else ("-->",)
            a, glyph, b, lag = next(e for e in self.edges() if e[3] and e[1] not in allowed)
            return f"{a} {glyph} {b} @{lag} is not {'--> or <->' if len(allowed) > 1 else 'directed'}"
        if self.kind == "pag":
            return contemporaneous_pag_objection(self._contemporaneous)
        return self._contemporaneous.objection()

    def at(self, time: int) -> TemporalGraph:
        """
        Return the graph that holds at a time step: that of its regime, or the graph itself.

        Raises:
            GraphError: no regime holds then.
            TypeError: the time is not an integer.
        """
        step = checked_time(time, "a time step")
        if not self._regimes:
            return self
        following = bisect_right(self._regimes, step, key=lambda regime: regime.start)
        if following and step < self._regimes[following - 1].end:
            return self._regimes[following - 1].graph
        raise GraphError(f"the regimes cover times 0 to {self._regimes[-1].end - 1}; got {step}")

    # ---- derived graphs

    def contemporaneous(self) -> Graph:
        """
        Return the graph of the contemporaneous edges.

        Warns:
            ClassWarning: the graph has regimes, whose edges are joined. `summary`, `extended_summary`,
                `unroll`, `parents` and `autolinks` warn too.

        Examples:
            >>> TemporalGraph.parse("A --> B; C --> B @1; lags 1").contemporaneous()
            Graph.parse('A --> B; C')
        """
        warn_of_joined_regimes(self, "contemporaneous graph")
        return self._contemporaneous

    def summary(self) -> Graph:
        """
        Return the summary graph, which combines all lags. It may have cycles; autolinks are left out.

        The summary graph has A ``-->`` B if A ``-->`` B occurs at any lag. If only one of ``-->`` and
        ``<--`` occurs between two variables, a ``<->`` at any lag is kept too. If both occur, it is
        dropped, since a pair has two edges at most. Edges such as ``o->`` and ``---`` are dropped beside
        a cause in any direction. Two variables without a cause in either direction get one edge; an end
        on which the lags disagree becomes a circle. The summary graph of a declared MAG or PAG has the
        same declared kind, since its arrows allow hidden common causes too. A graph whose edges
        contradict its declared kind also passes that kind on to its summary graph. If an undirected
        graph has contemporaneous edges, its summary graph is declared undirected, or a PDAG if it has
        arrows. Other summary graphs are declared digraphs if all edges are ``-->``.

        Examples:
            >>> TemporalGraph.parse("A --> B @1; B --> A @2; A --> C; C o-> B @1; lags 2").summary()
            Graph.parse('A --> B; B --> A; A --> C; C o-> B')
            >>> TemporalGraph.parse("A --> B @1; A <-> B; C o-> B @1; B --> C @2; lags 2").summary()
            Graph.parse('A --> B; A <-> B; B --> C')
        """
        warn_of_joined_regimes(self, "summary graph")
        return window_and_summary.cached_summary(self)

    def extended_summary(self) -> Graph:
        """
        Return the extended summary graph: ``A(past)`` for all earlier time steps, ``A(t)`` for time t.

        Lags are combined as in `summary`; edges within the past are left out.

        Examples:
            >>> TemporalGraph.parse("A --> A @1; A --> B @1,2; A --> B; lags 2").extended_summary()
            Graph.parse('A(past) --> A(t); A(past) --> B(t); A(t) --> B(t); B(past)')
        """
        warn_of_joined_regimes(self, "extended summary graph")
        return self.cached("extended summary", window_and_summary.extended_summary)

    def unroll(self, length: int | None = None) -> Graph:
        """
        Return the graph over the time steps of a window, with every edge repeated wherever it fits.

        The window has only those paths of the series that lie inside it. It keeps a declared kind that
        is MAG, PAG or MPDAG, or that the edges contradict. If an undirected graph has contemporaneous
        edges, its window is declared undirected, or a PDAG if it has arrows. Other windows have no
        declared kind.

        Args:
            length: number of time steps; None takes the largest lag plus one.

        Raises:
            GraphError: a length below 1.
            TypeError: the length is not an integer.

        Examples:
            >>> TemporalGraph.parse("A --> B @1; lags 1").unroll()
            Graph.parse('A(t-1) --> B(t); B(t-1); A(t)')
            >>> TemporalGraph.parse("A --> B @1; lags 1").unroll(3).n_edges
            2
        """
        steps = checked_length(self.max_lag + 1 if length is None else length)
        warn_of_joined_regimes(self, "window")
        return window_and_summary.cached_window(self, steps)

    # ---- derived time series graphs

    def with_max_lag(self, max_lag: int) -> Self:
        """
        Extend the graph with empty lags up to a larger maximum lag.

        `evaluate` then compares the graph with one of that maximum lag. Its report notes the extension,
        unless the present maximum was only guessed (`lag_guessed`).

        Raises:
            GraphError: the new maximum lag is smaller than the present one.

        Examples:
            >>> TemporalGraph.parse("A --> A @1; lags 1").with_max_lag(3)
            TemporalGraph.parse('A --> A @1; lags 3')
        """
        largest_lag = checked_lag(max_lag, "max_lag")
        if largest_lag < self.max_lag:
            raise GraphError(
                f"max_lag can only grow; got {largest_lag} for a graph with lags to {self.max_lag}",
                Remedy("Give at least the largest lag", shell=f"--max-lag {self.max_lag}"),
            )
        if largest_lag == self.max_lag and not self._lag_guessed:
            return self
        examined_lag = self._padded_from if self._padded_from is not None else self.max_lag
        padded_from = None if self._lag_guessed else examined_lag
        regimes = tuple(Regime(r.start, r.end, r.graph.with_max_lag(largest_lag)) for r in self._regimes)
        return self._make(
            self._lagged.with_max_lag(largest_lag), self._contemporaneous, self._changing.copy(),
            regimes=regimes, conflicts=self._conflicts, padded_from=padded_from,
        )  # fmt: skip

    def _with_guessed_lag(self) -> Self:
        """Mark `max_lag` as guessed: it is only the largest lag that occurs."""
        return self._make(
            self._lagged, self._contemporaneous, self._changing.copy(), regimes=self._regimes,
            conflicts=self._conflicts, lag_guessed=True,
        )  # fmt: skip

    def _on_nodes(self, names: tuple[str, ...]) -> Self:
        new_positions = self._places_among(names)
        lagged = self._lagged.moved(new_positions, len(names))
        changing = np.sort(new_positions[self._changing])
        return self._with_parts(lagged, changing, self._conflicts, lambda graph: graph.with_nodes(names))

    def _renamed(self, names: tuple[str, ...]) -> Self:
        new_name = dict(zip(self.nodes, names, strict=True))
        conflicts = tuple((new_name[a], new_name[b], lag) for a, b, lag in self._conflicts)
        return self._with_parts(
            self._lagged, self._changing, conflicts, lambda graph: graph._renamed(names)
        )

    def _with_parts(
        self,
        lagged: Lagged,
        changing: Index,
        conflicts: tuple[tuple[str, str, int], ...],
        convert: Callable[[Any], Any],
    ) -> Self:
        """Return a copy with these parts, and with contemporaneous edges and regimes from `convert`."""
        return type(self)._make(
            lagged,
            convert(self._contemporaneous),
            changing,
            tuple(Regime(r.start, r.end, convert(r.graph)) for r in self._regimes),
            conflicts,
            self._padded_from,
            self._lag_guessed,
        )

    # ---- as a value

    def _content(self) -> tuple[Any, ...]:
        lagged = self._lagged
        arrays = lagged.places, lagged.states, self._changing
        return self._contemporaneous, lagged.max_lag, *arrays, self._regimes

    def _state(self) -> tuple[Any, ...]:
        rest = self._regimes, self._conflicts, self._padded_from, self._lag_guessed
        return self._lagged, self._contemporaneous, self._changing, *rest

    def __str__(self) -> str:
        from edgemark.graph.temporal_text import write

        return write(self)

    def __repr__(self) -> str:
        regimes = f"; {plural(len(self._regimes), 'regime')}" if self._regimes else ""
        if self.n_edges > _SHOWN_EDGES or self._n > 2 * _SHOWN_EDGES:
            size = f"{self._n} variables and {self.n_edges} edges to lag {self.max_lag}"
            return f"<TemporalGraph of {size}{regimes}>"
        if regimes:
            return f"<TemporalGraph: {self}{regimes}>"
        declared = f", kind={self.kind!r}" if self.kind else ""
        cycles = ", cycles='keep'" if directed_cycle(self._contemporaneous) else ""
        return f"TemporalGraph.parse({str(self)!r}{declared}{cycles})"

    def _repr_html_(self) -> str:
        from edgemark.graph.estimates_html import series_html

        return series_html(self)

    def _repr_svg_(self) -> str | None:
        from edgemark.graph.estimates_html import series_svg

        return series_svg(self)
