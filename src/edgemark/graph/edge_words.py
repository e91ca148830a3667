"""
The words that store a graph: one for each adjacent pair, ``first << 32 | second << 4 | state``.

The words are sorted. `cpp/pairs.hpp` defines the same layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.errors import GraphError, KindError, shown
from edgemark.graph.given_nodes import each_once
from edgemark.graph.headings import refuse_fields_of_reversed_edge
from edgemark.graph.marks import FLIP, GLYPHS, STATE_OF, STATES_OF_TWO, WRITTEN
from edgemark.graph.nodes import position_finder
from edgemark.graph.other_edge_lists import error_of_edge, listed_edges
from edgemark.resources import demand_memory

if TYPE_CHECKING:
    from edgemark.graph.core import Graph

_ENDS = itemgetter(0, 2)

Words = NDArray[np.uint64]
Index = NDArray[np.int64]


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return a read-only view that cannot be made writeable again."""
    array.flags.writeable = False
    return array.view()


def unpack(words: Words) -> tuple[Index, Index, Index]:
    """Return the first nodes, the second nodes and the states."""
    firsts = (words >> np.uint64(32)).astype(np.int64)
    seconds = (words >> np.uint64(4) & np.uint64(0x0FFFFFFF)).astype(np.int64)
    return firsts, seconds, (words & np.uint64(15)).astype(np.int64)


def marks_of(graph: Graph) -> NDArray[np.uint8]:
    """Return the dense matrix of marks, see `Graph.marks`."""
    if graph.has_two_edges_on_a_pair:
        raise KindError("the matrix of marks needs one edge on a pair; this graph has two on some")
    demand_memory(graph.n_nodes**2, f"the matrix of marks of {graph.n_nodes} nodes")
    marks = np.zeros((graph.n_nodes, graph.n_nodes), np.uint8)
    firsts, seconds, states = unpack(graph.words)
    marks[firsts, seconds] = states & 3
    marks[seconds, firsts] = states >> 2
    return frozen(marks)


def sorted_words(firsts: Any, seconds: Any, states: Any) -> Words:
    """Return the words of pairs that are given in any direction and order."""
    firsts, seconds, states = (np.asarray(x, np.uint64) for x in (firsts, seconds, states))
    swap = firsts > seconds
    low, high = np.minimum(firsts, seconds), np.maximum(firsts, seconds)
    oriented_states = np.where(swap, FLIP[states.astype(np.intp)], states)
    words: Words = low << np.uint64(32) | high << np.uint64(4) | oriented_states
    words.sort()
    return words


def refuse_loops(firsts: Any, seconds: Any, name: Callable[[int], str]) -> None:
    """Raise GraphError if an edge leads from a node to itself."""
    loops = np.flatnonzero(firsts == seconds)
    if loops.size:
        node = name(int(firsts[loops[0]]))
        raise GraphError(f"a node has no edge to itself; got one at {node!r}. Leave it out")


def words_of(firsts: Any, seconds: Any, states: Any, name: Callable[[int], str]) -> Words:
    """
    Return the words of edges. Two edges on a pair share a word. Self-loops, and two edges that no pair
    can have, are refused.
    """
    refuse_loops(firsts, seconds, name)
    words = sorted_words(firsts, seconds, states)
    shared = np.flatnonzero(words[1:] >> np.uint64(4) == words[:-1] >> np.uint64(4))
    if not shared.size:
        return words
    second_words: list[int] = []
    for k in shared.tolist():
        word, next_word = int(words[k]), int(words[k + 1])
        joint = STATES_OF_TWO.get(frozenset({word & 15, next_word & 15}))
        if joint is None:
            _refuse_shared_pair(word, next_word, name)
        words[k] = words[k + 1] = np.uint64(word & ~15 | joint)
        second_words.append(k + 1)
    return np.delete(words, second_words)


def words_of_edges(
    edges: Iterable[tuple[Any, str, Any]], names: tuple[str, ...] | None, n_nodes: int
) -> Words:
    """
    Return the words of triples. Unknown nodes, invalid edges and all that `words_of` refuses raise
    GraphError.
    """
    edge_list: list[Any] = edges if isinstance(edges, list) else listed_edges(edges)
    words: Words | None = _core.words_of_listed(edge_list, names, n_nodes, STATE_OF)
    if words is not None:
        return words
    position = position_finder(names, n_nodes)
    firsts, seconds, states = [], [], []
    for edge in edge_list:
        a, glyph, b = triple(edge)
        if not isinstance(glyph, str) or glyph not in STATE_OF:
            raise GraphError(
                f"an edge must be one of {' '.join(GLYPHS)}; got {shown(glyph)} between "
                f"{shown(a)} and {shown(b)}"
            )
        firsts.append(position(a))
        seconds.append(position(b))
        states.append(STATE_OF[glyph])
    return words_of(
        np.array(firsts, np.uint64), np.array(seconds, np.uint64), np.array(states, np.uint64),
        lambda k: names[k] if names else str(k),
    )  # fmt: skip


def _refuse_shared_pair(word: int, next_word: int, name: Callable[[int], str]) -> NoReturn:
    from edgemark.graph.text import quoted

    a, b = quoted(name(word >> 32)), quoted(name(word >> 4 & 0x0FFFFFFF))
    edge_texts = [
        f"{b} {glyph} {a}" if reverse else f"{a} {glyph} {b}"
        for state in (word & 15, next_word & 15)
        for glyph, reverse in WRITTEN[state]
    ]
    if word == next_word:
        raise GraphError(f"an edge must be given once; got '{edge_texts[0]}' twice")
    raise GraphError(
        f"two edges on one pair must be --> with <-- or --> with <->; got {' and '.join(edge_texts)}"
    )


def triple(edge: Any) -> tuple[Any, str, Any]:
    """Return an edge as a tuple of three parts. Raises GraphError for anything else."""
    if type(edge) is tuple and len(edge) == 3:
        return edge
    if isinstance(edge, str) or not isinstance(edge, Sequence) or len(edge) != 3:
        raise error_of_edge(edge)
    refuse_fields_of_reversed_edge(edge)
    return edge[0], edge[1], edge[2]


def in_order_of_appearance(edges: list[Any]) -> Iterable[Any]:
    """List the nodes of triples, each once."""
    names = _core.appearing(edges)
    if names is not None:
        return names
    if set(map(type, edges)) != {tuple} or set(map(len, edges)) != {3}:
        edges = [triple(edge) for edge in edges]
    return each_once(chain.from_iterable(map(_ENDS, edges)))
