"""
Restriction of metrics to candidate pairs.

An unordered pair counts if at least one of its directions is a candidate. Metrics that count pairs (an
adjacency, a mark, a pair's edge) count such a pair in full. Metrics that count directions (an edge
``-->``, an entry of the adjacency matrix) count the candidate directions only.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import KindError, Remedy, plural
from edgemark.graph import Candidates, Graph
from edgemark.graph.align import align
from edgemark.graph.candidates import checked_candidates
from edgemark.graph.edge_words import Words
from edgemark.graph.marks import FLIP

T = TypeVar("T")

__all__ = [
    "GraphWithCandidates",
    "candidates_of",
    "counted_ordered_pairs",
    "counted_pairs",
    "fingerprint_of",
    "refuse_candidates",
    "with_candidates_of",
    "within",
    "words_that_count",
]

_BITS_OF_STATE = np.uint64(4)
_STATE = np.uint64(15)


class GraphWithCandidates(Graph):
    """A graph with the candidate pairs that count; equality ignores the candidates."""

    __slots__ = ("candidates",)

    candidates: Candidates

    @classmethod
    def of(cls, graph: Graph, candidates: Candidates) -> GraphWithCandidates:
        """Attach candidates that have the same nodes in the same order."""
        counted = cls._make(graph._names, graph._n, graph.words, graph._kind)
        object.__setattr__(counted, "candidates", candidates)
        return counted

    def with_nodes(self, nodes: Any) -> GraphWithCandidates:
        """Reorder or add nodes, in the graph and in its candidates."""
        return GraphWithCandidates.of(super().with_nodes(nodes), self.candidates.with_nodes(nodes))

    def __reduce__(self) -> tuple[Any, ...]:
        plain = Graph._make(self._names, self._n, self._words, self._kind)
        return GraphWithCandidates.of, (plain, self.candidates)


def within(truth: Graph, candidates: Candidates) -> GraphWithCandidates:
    """Attach candidates to a truth, with nodes matched by name."""
    aligned = align(truth, cast(Any, checked_candidates(candidates)), ("truth", "candidates"))
    return GraphWithCandidates.of(truth, cast(Candidates, aligned))


def candidates_of(truth: Any) -> Candidates | None:
    """Return the candidates of a truth; None if it has none, so that all pairs count."""
    return truth.candidates if isinstance(truth, GraphWithCandidates) else None


def fingerprint_of(truth: Any) -> str:
    """
    Return a text that identifies the candidate pairs, whatever the order of the nodes.

    It is empty without candidates. The prefix keeps spreadsheets from reading it as a number.
    """
    candidates = candidates_of(truth)
    return "" if candidates is None else candidates.cached("fingerprint", _fingerprint)


def _fingerprint(candidates: Candidates) -> str:
    import hashlib
    import json

    canonical = candidates._canonical()
    digest = hashlib.sha256(json.dumps([str(node) for node in canonical.nodes]).encode())
    digest.update(canonical.starts.astype("<i8").tobytes())
    digest.update(canonical.ends.astype("<i8").tobytes())
    return f"sha256:{digest.hexdigest()[:12]}"


def with_candidates_of(truth: Any, view: T) -> T:
    """Attach the candidates of a truth to a graph that is derived from it and compared instead of it."""
    if not isinstance(truth, GraphWithCandidates) or isinstance(view, GraphWithCandidates):
        return view
    derived: Any = view  # The cache keeps it alive, so that no other graph gets its id.
    cached = truth.cached(
        ("counted", id(view)), lambda t: (derived, GraphWithCandidates.of(derived, t.candidates))
    )
    return cast(T, cached[1])


def counted_pairs(truth: Graph) -> int:
    """Return the number of unordered pairs that count."""
    candidates = candidates_of(truth)
    return truth.n_pairs if candidates is None else candidates.n_pairs


def counted_ordered_pairs(truth: Graph) -> int:
    """Return the number of ordered pairs that count."""
    candidates = candidates_of(truth)
    return 2 * truth.n_pairs if candidates is None else len(candidates)


def refuse_candidates(truth: Any, what: str) -> None:
    """Refuse candidates for a metric that is only defined over all pairs of nodes."""
    candidates = candidates_of(truth)
    if candidates is not None:
        raise KindError(
            f"{what} is only defined over all pairs of nodes; it cannot be restricted to "
            f"{plural(len(candidates), 'candidate')}",
            Remedy("Evaluate it over all pairs, without candidates"),
        )


def words_that_count(
    words: Words, candidates: Candidates, *, one_way: bool
) -> tuple[NDArray[np.bool_], Words]:
    """
    Mark the words of pairs that count in both directions, or with `one_way` in exactly one.

    With `one_way`, states are reversed if necessary, so that the direction that counts is from first to
    second node.
    """
    pairs, ways = candidates.unordered()
    pairs_of_words = (words >> _BITS_OF_STATE).astype(np.int64)
    if not pairs.size:
        return np.zeros(words.size, bool), words
    positions = np.minimum(np.searchsorted(pairs, pairs_of_words), pairs.size - 1)
    # 1: only from the first node to the second; 2: only from the second to the first; 3: both; 0: none.
    counted_ways = np.where(pairs[positions] == pairs_of_words, ways[positions], 0)
    if not one_way:
        return counted_ways == 3, words
    reversed_words = words & ~_STATE | FLIP[(words & _STATE).astype(np.intp)]
    return (counted_ways == 1) | (counted_ways == 2), np.where(counted_ways == 2, reversed_words, words)
