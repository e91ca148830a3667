"""
Many estimates in the place of one.

A metric asks its graphs a few questions (which states are present, is it a DAG, what is its CPDAG) and
counts pairs. `Many` answers the questions for all graphs of a stack at once where they agree; where
they do not, `MixedError` says which graphs say yes, and the caller asks each half again. So a metric is
written once, for two graphs, and is fast for thousands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions import Kind
from edgemark.errors import KindError
from edgemark.graph import Candidates, Graph, GraphStack
from edgemark.graph.kinds import WITH_TAILS
from edgemark.graph.marks import DOUBLE, FLIP, UNDIRECTED
from edgemark.metrics._counted import kept

__all__ = ["Many", "MixedError", "agreed", "each_made"]

Numbers = NDArray[np.float64]
T = TypeVar("T")


class MixedError(Exception):
    """The graphs of a stack answer a question differently; `yes` says which say yes."""

    def __init__(self, yes: NDArray[np.bool_]) -> None:
        super().__init__("the graphs of this stack differ")
        self.yes = yes


class Many:
    """The graphs of a stack, answering as one."""

    def __init__(self, stack: GraphStack) -> None:
        self.stack = stack
        self._cache: dict[Any, Any] = {}

    def cached(self, key: Any, make: Callable[[Any], T]) -> T:
        """Give what `make` gives, made once."""
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
        """The states that occur in any graph, and 0, no edge."""
        return self.cached("states", _states)

    # ---- what metrics ask of a graph

    @property
    def kind(self) -> Kind | None:
        """The declared kind."""
        kinds = self.stack.kinds
        if kinds.count(kinds[0]) < len(kinds):
            raise MixedError(np.array([kind == kinds[0] for kind in kinds]))
        return kinds[0]

    @property
    def present_states(self) -> frozenset[int]:
        """The states that occur, each with the one seen from the pair's other node."""
        return self.cached("present", _present)

    @property
    def has_two_edges_on_a_pair(self) -> bool:
        """Whether some pair carries two edges."""
        return not DOUBLE.isdisjoint(self.present_states)

    def objection(self, kind: Kind) -> str | None:
        """Say why the first graph is not of a kind, and so all."""
        good = self.cached(("good", kind), lambda many: agreed(many._are(kind)))
        return None if good else self.stack[0].objection(kind)

    def is_dag(self) -> bool:
        """Whether every edge is directed and no path leads back."""
        return self.objection("dag") is None

    def _are(self, kind: Kind) -> NDArray[np.bool_]:
        stack, n = self.stack, self.n_nodes
        if kind in ("dag", "pdag", "cpdag"):
            allowed = np.uint16(_DAG if kind == "dag" else _PDAG)
            good: NDArray[np.bool_] = _core.present_states(stack.words, stack.starts) & ~allowed == 0
            good &= self.cached("acyclic", _acyclic)
            if kind != "dag":
                good &= ~self._has_two_tails()
            if kind == "cpdag":
                pdags = _those(stack, good)
                good[good] = _core.valid_cpdags(pdags.words, pdags.starts, n)
            return good
        return np.array([graph.objection(kind) is None for graph in stack])

    def _has_two_tails(self) -> NDArray[np.bool_]:
        """Where ``---`` has two tails, as `undirected_is_tail_tail` says of one graph."""
        declared = np.array([kind in WITH_TAILS for kind in self.stack.kinds])
        if not declared.any():
            return declared
        present = _core.present_states(self.stack.words, self.stack.starts)
        return cast(NDArray[np.bool_], declared & (present >> UNDIRECTED & 1 == 1))

    def within(self, candidates: Candidates, one_way: bool) -> Many:
        """Only pairs that count in both directions, or in one, see `kept`."""
        return self.cached(
            ("within", candidates, one_way), lambda many: _within(many, candidates, one_way)
        )

    # ---- other graphs in their place

    def skeleton(self) -> Many:
        """Every edge undirected."""
        return self.cached("skeleton", _skeletons)

    def cpdag(self) -> Many:
        """The CPDAG of each DAG."""
        return self.cached("cpdag", _cpdags)

    def pattern(self) -> Many:
        """The pattern of each partially directed graph."""
        return self.cached("pattern", _patterns)

    def _like(self, kernel: Callable[..., Any], kind: Kind) -> Many:
        words, starts = kernel(self.stack.words, self.stack.starts, self.n_nodes)
        return self._of(words, starts, kind)

    def _of(self, words: Any, starts: Any, kind: Kind) -> Many:
        kinds = (kind,) * len(self.stack)
        return Many(GraphStack._make(words, starts, self.stack.like, kinds))

    # ---- counting

    def tables(self, truth: Graph) -> Numbers:
        """Pairs in each state of the truth (`truth.states`) and of each graph (`states`): [S, s, t]."""
        return self.cached(("tables", truth), lambda many: _tables(truth, many))


_DAG = 1 << 14 | 1 << 11
_PDAG = _DAG | 1 << 15


def _states(many: Many) -> NDArray[np.uint8]:
    present = int(np.bitwise_or.reduce(_core.present_states(many.stack.words, many.stack.starts)))
    return np.array([s for s in range(16) if s == 0 or present >> s & 1], np.uint8)


def _present(many: Many) -> frozenset[int]:
    each = _core.present_states(many.stack.words, many.stack.starts)
    both_ways = sum(((each >> s & 1) << int(FLIP[s]) for s in range(16)), each * 0) | each
    if (both_ways != both_ways[0]).any():
        raise MixedError(both_ways == both_ways[0])
    return frozenset(s for s in range(16) if int(both_ways[0]) >> s & 1)


def agreed(yes: NDArray[np.bool_]) -> bool:
    if yes.any() and not yes.all():
        raise MixedError(yes)
    return bool(yes[0])


def each_made(many: Many, make: Callable[[Graph], Graph]) -> Many:
    """Make another graph of each; where `make` refuses only some, raise `MixedError`."""
    made: list[Graph] = []
    refused = np.zeros(len(many.stack), bool)
    for k, graph in enumerate(many.stack):
        try:
            made.append(make(graph))
        except KindError:
            refused[k] = True
    if not agreed(~refused):
        make(many.stack[0])  # raises the reason
    return Many(GraphStack(made))


def _within(many: Many, candidates: Candidates, one_way: bool) -> Many:
    stack = many.stack
    which, words = kept(stack.words, candidates, one_way=one_way)
    starts = np.concatenate([np.zeros(1, np.uint64), np.cumsum(which).astype(np.uint64)])
    kinds = (None,) * len(stack)
    found = starts[stack.starts.astype(np.intp)]
    return Many(GraphStack._make(words[which], found, stack.like, kinds))


def _those(stack: GraphStack, wanted: NDArray[np.bool_]) -> GraphStack:
    return stack if wanted.all() else stack.take(np.flatnonzero(wanted))


def _acyclic(many: Many) -> NDArray[np.bool_]:
    return _core.acyclic(many.stack.words, many.stack.starts, many.n_nodes)


def _cpdags(many: Many) -> Many:
    return many._like(_core.cpdags, "cpdag")


def _patterns(many: Many) -> Many:
    return many._like(_core.patterns, "pdag")


def _skeletons(many: Many) -> Many:
    return many._of(many.stack.words | np.uint64(UNDIRECTED), many.stack.starts, "undirected")


def _tables(truth: Graph, many: Many) -> Numbers:
    states = np.array([0, *sorted(truth.present_states)], np.uint8)
    tables = _core.pair_tables(
        truth.words, many.stack.words, many.stack.starts, truth.n_nodes, states, many.states
    )
    return tables.astype(np.float64)
