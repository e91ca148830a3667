"""
A batch of graphs that a metric can read like a single graph.

A metric reads a few properties of its graphs (the states of their node pairs, whether they are DAGs,
their CPDAGs) and counts pairs. A *state* is a number that encodes the edges of a pair, and a *word* is a
number that encodes an adjacent pair with its state, see `edgemark.graph.marks`.

`GraphBatch` returns a property for all graphs of a stack at once, if they agree on it. If they do not,
it raises `MixedError`, which marks the graphs with the property, and the caller evaluates the two groups
separately. So a metric that is written for two graphs is fast for thousands of graphs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions.options import Kind
from edgemark.errors import KindError
from edgemark.graph import Candidates, Graph, GraphStack
from edgemark.graph.kinds import WITH_TAILS
from edgemark.graph.marks import BACKWARD, DOUBLE, FLIP, FORWARD, UNDIRECTED
from edgemark.metrics.restricted_pairs import words_that_count

__all__ = ["GraphBatch", "GraphOrBatch", "MixedError", "converted_graphs", "shared_answer"]

Numbers = NDArray[np.float64]
T = TypeVar("T")

_MAX_KEPT_GRAPHS, _MAX_KEPT_PAIRS = 10_000, 10_000_000
# Sets of states are numbers with one bit for each state, as in `_core.present_states`.
_STATES_OF_DAG = 1 << FORWARD | 1 << BACKWARD
_STATES_OF_PDAG = _STATES_OF_DAG | 1 << UNDIRECTED


class MixedError(Exception):
    """The graphs of a stack differ in a property; `yes` marks the graphs that have it."""

    def __init__(self, yes: NDArray[np.bool_]) -> None:
        super().__init__("the graphs of this stack differ")
        self.yes = yes


class GraphBatch:
    """The graphs of a stack, with the properties of a single graph that metrics read."""

    def __init__(self, stack: GraphStack) -> None:
        self.stack = stack
        self._cache: dict[Any, Any] = {}

    def cached(self, key: Any, make: Callable[[Any], T]) -> T:
        """Return `make(self)`, computed once for each key."""
        if key not in self._cache:
            self._cache[key] = make(self)
        return cast(T, self._cache[key])

    @property
    def n_nodes(self) -> int:
        """Number of nodes of each graph."""
        return self.stack.n_nodes

    @property
    def n_pairs(self) -> int:
        """Number of pairs of nodes of each graph."""
        return self.stack.like.n_pairs

    @property
    def states(self) -> NDArray[np.uint8]:
        """The states that occur in any graph, and 0 for no edge."""
        return self.cached("states", _occurring_states)

    def graphs(self) -> Iterable[Graph]:
        """
        Return the graphs, for metrics that read one after the other.

        The graphs and their cached results are kept, unless this takes too much memory.
        """
        if len(self.stack) > _MAX_KEPT_GRAPHS or len(self.stack) * self.n_nodes**2 > _MAX_KEPT_PAIRS:
            return self.stack
        return self.cached("graphs", lambda batch: list(batch.stack))

    # ---- questions about a graph

    @property
    def kind(self) -> Kind | None:
        """The declared kind of all graphs."""
        kinds = self.stack.kinds
        if kinds.count(kinds[0]) < len(kinds):
            raise MixedError(np.array([kind == kinds[0] for kind in kinds]))
        return kinds[0]

    @property
    def present_states(self) -> frozenset[int]:
        """The states that occur, and the states of the same edges with the two nodes swapped."""
        return self.cached("present", _states_of_every_graph)

    @property
    def has_two_edges_on_a_pair(self) -> bool:
        """Whether some pair has two edges."""
        return not DOUBLE.isdisjoint(self.present_states)

    def objection(self, kind: Kind | None = None) -> str | None:
        """Say why the graphs are not of a kind, by default the declared one; None if they are."""
        if kind is None:
            return None if self.kind is None else self.objection(self.kind)
        are_valid = self.cached(
            ("are of kind", kind), lambda batch: shared_answer(batch.are_of_kind(kind))
        )
        return None if are_valid else self.stack[0].objection(kind)

    def is_dag(self) -> bool:
        """Say whether all graphs are DAGs."""
        return self.objection("dag") is None

    def are_of_kind(self, kind: Kind) -> NDArray[np.bool_]:
        """Mark the graphs that are of a kind."""
        stack, n = self.stack, self.n_nodes
        if kind in ("dag", "pdag", "cpdag"):
            allowed = np.uint16(_STATES_OF_DAG if kind == "dag" else _STATES_OF_PDAG)
            valid: NDArray[np.bool_] = _core.present_states(stack.words, stack.starts) & ~allowed == 0
            valid &= self.cached("acyclic", _acyclic)
            if kind != "dag":
                valid &= ~self._has_two_tails()
            if kind == "cpdag":
                pdags = _selected(stack, valid)
                valid[valid] = _core.valid_cpdags(pdags.words, pdags.starts, n)
            return valid
        return np.array([graph.objection(kind) is None for graph in stack])

    def _has_two_tails(self) -> NDArray[np.bool_]:
        """Mark the graphs in which ``---`` has two tails, see `undirected_is_tail_tail`."""
        declared = np.array([kind in WITH_TAILS for kind in self.stack.kinds])
        if not declared.any():
            return declared
        present = _core.present_states(self.stack.words, self.stack.starts)
        return cast(NDArray[np.bool_], declared & (present >> UNDIRECTED & 1 == 1))

    def within(self, candidates: Candidates, one_way: bool) -> GraphBatch:
        """Keep only the pairs that count, see `words_that_count`."""
        return self.cached(
            ("within", candidates, one_way), lambda batch: _within(batch, candidates, one_way)
        )

    # ---- derived graphs

    def skeleton(self) -> GraphBatch:
        """Return the skeleton of each graph."""
        return self.cached("skeleton", _skeletons)

    def cpdag(self) -> GraphBatch:
        """Return the CPDAG of each DAG."""
        return self.cached("cpdag", _cpdags)

    def pattern(self) -> GraphBatch:
        """Return the pattern of each partially directed graph."""
        return self.cached("pattern", _patterns)

    def _converted(self, kernel: Callable[..., Any], kind: Kind) -> GraphBatch:
        words, starts = kernel(self.stack.words, self.stack.starts, self.n_nodes)
        return self._with_words(words, starts, kind)

    def _with_words(self, words: Any, starts: Any, kind: Kind) -> GraphBatch:
        kinds = (kind,) * len(self.stack)
        return GraphBatch(GraphStack._make(words, starts, self.stack.like, kinds))

    # ---- counting

    def tables(self, truth: Graph) -> Numbers:
        """
        Count pairs by their states: [graph, state in the truth, state in the graph].

        The states of the truth are 0 and its present states, sorted; those of the graphs are `states`.
        """
        return self.cached(("tables", truth), lambda batch: _tables(truth, batch))

    def tables_of_pairs(self, truths: GraphBatch) -> Numbers:
        """Like `tables`, with a truth for each graph; the states of the truths are their `states`."""
        return self.cached(("tables", truths), lambda batch: _tables_of_pairs(truths, batch))


GraphOrBatch = Graph | GraphBatch
"""One side of a comparison: a graph, or a batch of graphs."""


def _occurring_states(batch: GraphBatch) -> NDArray[np.uint8]:
    present = int(np.bitwise_or.reduce(_core.present_states(batch.stack.words, batch.stack.starts)))
    return np.array([s for s in range(16) if s == 0 or present >> s & 1], np.uint8)


def _states_of_every_graph(batch: GraphBatch) -> frozenset[int]:
    present = _core.present_states(batch.stack.words, batch.stack.starts)
    both_ways = present.copy()
    for s in range(16):
        both_ways |= (present >> s & 1) << int(FLIP[s])  # FLIP[s] is s with the two nodes swapped
    if (both_ways != both_ways[0]).any():
        raise MixedError(both_ways == both_ways[0])
    return frozenset(s for s in range(16) if int(both_ways[0]) >> s & 1)


def shared_answer(yes: NDArray[np.bool_]) -> bool:
    """Return the answer that is the same for all graphs; raise `MixedError` if the answers differ."""
    if yes.any() and not yes.all():
        raise MixedError(yes)
    return bool(yes[0])


def converted_graphs(batch: GraphBatch, make: Callable[[Graph], Graph]) -> GraphBatch:
    """
    Convert each graph; raise `MixedError` if `make` refuses only some of them.

    If it refuses all of them, raise its error for the first one.
    """
    converted: list[Graph] = []
    refused = np.zeros(len(batch.stack), bool)
    for k, graph in enumerate(batch.stack):
        try:
            converted.append(make(graph))
        except KindError:
            refused[k] = True
    if not shared_answer(~refused):
        make(batch.stack[0])  # raises the error of the first graph
    return GraphBatch(GraphStack(converted))


def _within(batch: GraphBatch, candidates: Candidates, one_way: bool) -> GraphBatch:
    stack = batch.stack
    is_counted, words = words_that_count(stack.words, candidates, one_way=one_way)
    n_counted_before = np.concatenate([np.zeros(1, np.uint64), np.cumsum(is_counted).astype(np.uint64)])
    starts = n_counted_before[stack.starts.astype(np.intp)]
    kinds = (None,) * len(stack)
    return GraphBatch(GraphStack._make(words[is_counted], starts, stack.like, kinds))


def _selected(stack: GraphStack, mask: NDArray[np.bool_]) -> GraphStack:
    return stack if mask.all() else stack.take(np.flatnonzero(mask))


def _acyclic(batch: GraphBatch) -> NDArray[np.bool_]:
    return _core.acyclic(batch.stack.words, batch.stack.starts, batch.n_nodes)


def _cpdags(batch: GraphBatch) -> GraphBatch:
    return batch._converted(_core.cpdags, "cpdag")


def _patterns(batch: GraphBatch) -> GraphBatch:
    return batch._converted(_core.patterns, "pdag")


def _skeletons(batch: GraphBatch) -> GraphBatch:
    return batch._with_words(batch.stack.words | np.uint64(UNDIRECTED), batch.stack.starts, "undirected")


def _tables_of_pairs(truths: GraphBatch, batch: GraphBatch) -> Numbers:
    """Count the pairs of each truth and its own estimate."""
    (true_places, true_states), (places, states) = map(_places_and_states, (truths, batch))
    n_graphs, n_true, n_states = len(batch.stack), len(truths.states), len(batch.states)
    _, in_truth, in_estimate = np.intersect1d(
        true_places, places, assume_unique=True, return_indices=True
    )
    state_of_estimate = np.zeros(len(true_places), np.intp)
    state_of_estimate[in_truth] = states[in_estimate]
    is_shared = np.zeros(len(places), bool)
    is_shared[in_estimate] = True
    n_cells = n_true * n_states
    graph_size = np.int64(batch.n_nodes) ** 2
    cells = np.concatenate(
        [
            true_places // graph_size * n_cells + true_states * n_states + state_of_estimate,
            places[~is_shared] // graph_size * n_cells + states[~is_shared],
        ]
    )
    tables = np.bincount(cells, minlength=n_graphs * n_cells).reshape(n_graphs, n_cells)
    # Pairs that are not adjacent in either graph have no word.
    tables[:, 0] = batch.n_pairs - tables.sum(axis=1)
    return tables.reshape(n_graphs, n_true, n_states).astype(np.float64)


def _places_and_states(batch: GraphBatch) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """Return a number for the graph and the pair of each word, and the position of its state."""
    words, n = batch.stack.words, np.int64(batch.n_nodes)
    starts = batch.stack.starts.astype(np.int64)
    sizes: NDArray[np.int64] = starts[1:] - starts[:-1]
    graph = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)
    first, second = (words >> 32).astype(np.int64), (words >> 4 & 0x0FFFFFFF).astype(np.int64)
    position = np.zeros(16, np.intp)
    position[batch.states] = np.arange(len(batch.states))
    return (graph * n + first) * n + second, position[(words & 15).astype(np.intp)]


def _tables(truth: Graph, batch: GraphBatch) -> Numbers:
    states = np.array([0, *sorted(truth.present_states)], np.uint8)
    tables = _core.pair_tables(
        truth.words, batch.stack.words, batch.stack.starts, truth.n_nodes, states, batch.states
    )
    return tables.astype(np.float64)
