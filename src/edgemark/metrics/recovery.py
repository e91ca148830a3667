"""What was found and what was missed: confusion of edges, marks, colliders and ancestors."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from edgemark import _core
from edgemark.conventions.confusion import CONFUSION
from edgemark.conventions.options import Compare, Positives
from edgemark.errors import KindError
from edgemark.graph import Graph
from edgemark.graph.ancestral_paths import visible_flags
from edgemark.graph.equivalence import class_read
from edgemark.graph.kinds import class_of, demand_one_edge, describe
from edgemark.graph.likes import GraphLike
from edgemark.graph.marks import (
    BACKWARD,
    BIDIRECTED,
    FORWARD,
    SINGLES,
    UNDIRECTED,
)
from edgemark.metrics.batch import Compared, GraphBatch, each_made
from edgemark.metrics.candidate_pairs import carried, refuse_candidates
from edgemark.metrics.compared_graphs import as_given, both_to_cpdag, patterns
from edgemark.metrics.declaration import metric
from edgemark.metrics.hamming import ENTRIES, refuse_other_than_entries
from edgemark.metrics.pair_confusion import ENDS, MARKS, Places, Tally, marked, overlap
from edgemark.metrics.pair_sums import Matrix, cost_matrices, totals
from edgemark.values import Confusion, divide

__all__ = ["confusion", "orientation_accuracy"]

_PAIR: Places = frozenset({"pair"})


def _directed(state: int) -> Places:
    ends = {FORWARD: "at second", BACKWARD: "at first"}
    return frozenset(ends[single] for single in SINGLES.get(state, ()) if single in ends)


def _adjacent(state: int) -> Places:
    return _PAIR if state else frozenset()


def _bidirected(state: int) -> Places:
    return _PAIR if BIDIRECTED in SINGLES.get(state, ()) else frozenset()


def _entries(state: int) -> Places:
    ends = {">": "at second", "<": "at first"}
    return frozenset(ends[cell] for cell in ENTRIES.get(state, ()))


def _if_shared(tally: Tally) -> Tally:
    return lambda s, t: tally(s, t) if s and t else (0, 0, 0, 0)


def _exact(s: int, t: int) -> tuple[int, int, int, int]:
    return int(s == t != 0), int(t not in (0, s)), int(s not in (0, t)), int(s == t == 0)


def _exact_once(s: int, t: int) -> tuple[int, int, int, int]:
    tp, fp, fn, tn = _exact(s, t)
    return tp, fp, fn - (fp and fn), tn


def _half_directed(s: int, t: int, where: Places = ENDS) -> tuple[int, int, int, int]:
    """Counted in halves, so that it stays whole."""
    true, found = (
        [2 * (end in _directed(state)) or state == UNDIRECTED for end in where] for state in (s, t)
    )
    ends = list(zip(map(int, true), map(int, found), strict=True))
    return (
        sum(min(end) for end in ends),
        sum(max(f - e, 0) for e, f in ends),
        sum(max(e - f, 0) for e, f in ends),
        sum(2 - max(end) for end in ends),
    )


def _orientations(s: int, t: int) -> tuple[int, int, int, int]:
    """Tetrad's two loops: the directed edges of the truth, then those found where it has none."""
    if s not in (FORWARD, BACKWARD):
        return 0, int(s == 0 and t in (FORWARD, BACKWARD)), 0, 0
    wrong_ends = (s >> 2 != t >> 2) + (s & 3 != t & 3)
    missed = int(t in (0, UNDIRECTED) or wrong_ends == 2)
    return int(s == t), int(missed and t not in (0, UNDIRECTED)), missed, 0


_OF_ENDS: dict[str, Tally] = {
    "directed": overlap(_directed, ENDS),
    **{name: overlap(marked(mark), ENDS) for name, mark in MARKS.items()},
}
_TALLIES: dict[str, Tally] = {
    **_OF_ENDS,
    **{f"{name}-shared": _if_shared(tally) for name, tally in _OF_ENDS.items()},
    "skeleton": overlap(_adjacent, _PAIR),
    "bidirected": overlap(_bidirected, _PAIR),
    "entries": overlap(_entries, ENDS),
    "exact": _exact,
    "exact-once": _exact_once,
    "half-directed": _half_directed,
    "orientations": _orientations,
}
_TO_SECOND: Places = frozenset({"at second"})
_ONE_WAY: dict[str, Tally] = {
    "directed": overlap(lambda s: _directed(s) & _TO_SECOND, _TO_SECOND),
    "directed-shared": _if_shared(overlap(lambda s: _directed(s) & _TO_SECOND, _TO_SECOND)),
    "entries": overlap(lambda s: _entries(s) & _TO_SECOND, _TO_SECOND),
    "half-directed": lambda s, t: _half_directed(s, t, _TO_SECOND),
}
"""What is counted direction by direction, where only the direction to the second node is a candidate."""


@cache
def _matrices(of: Positives) -> Matrix:
    return cost_matrices(_TALLIES[of])


@cache
def _one_way(of: Positives) -> Matrix | None:
    """The same for a pair of which only the direction to the second node counts."""
    tally = _ONE_WAY.get(of)
    return None if tally is None else cost_matrices(tally)


_NO_PAIRS = frozenset({"unshielded-colliders", "ancestral"})
_VIEWS: dict[Compare, Callable[[Graph, Any], tuple[Graph, Compared]]] = {
    "native": as_given,
    "cpdag": both_to_cpdag,
    "pattern": patterns,
}


@metric(
    batch="estimates",
    better="higher",
    two_edges=True,
    conventions=CONFUSION,
    cite="powers2011",
    candidates=True,
)
def confusion(
    truth: GraphLike, estimate: GraphLike, *, of: Positives = "directed", compare: Compare = "native"
) -> Confusion:
    """
    Count what was found rightly, found wrongly, and missed.

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.
        of: what a positive is.

            - "directed": an edge ``-->``, by its ordered pair; no other edge is one. A reversal is one
              false positive and one false negative. p(p-1) places.
            - "half-directed": the same, with an undirected edge as half an edge either way.
            - "entries": an entry of the adjacency matrix, an undirected edge being two. p(p-1) places.
            - "orientations": an edge ``-->`` as Tetrad's OP and OR count it: over the directed edges of
              the truth, and those found where the truth has no edge. No ``tn``.
            - "skeleton": an adjacent pair. p(p-1)/2 places.
            - "exact": an adjacent pair with its edge; a wrong edge is a false positive and a false
              negative. The true negatives are the pairs adjacent in neither graph, so that the four
              counts may exceed p(p-1)/2. "exact-once": a wrong edge is a false positive only.
            - "arrowheads", "tails", "circles": that mark at j on an edge of i and j. An undirected edge
              has two tails; of two edges on a pair each has its marks. p(p-1) places.
            - "directed-shared", "arrowheads-shared", "tails-shared", "circles-shared": the same over the
              pairs adjacent in both graphs only, two places for each.
            - "bidirected": a pair with an edge ``<->``. p(p-1)/2 places.
            - "visible": a visible edge ``-->``, see `visible_edges`, by its ordered pair; in a DAG or a
              CPDAG every ``-->``. p(p-1) places.
            - "unshielded-colliders": a triple with arrowheads at its middle from both sides whose ends
              are not adjacent. Its negatives cannot be counted: ``tn`` is None.
            - "ancestral": an ordered pair (ancestor, descendant), by directed paths; for a CPDAG a pair
              that holds in every member of its class, which needs more than a directed path.
              p(p-1) places.
        compare: the graphs as given ("native"), their CPDAGs ("cpdag"), or their patterns ("pattern").

    Returns:
        Counts, with every ratio of them as a property; undefined ratios are nan. Counts may be halves
        under "half-directed".

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: "orientations" need one edge on a pair; "visible" DAGs, CPDAGs, MAGs or PAGs;
            "entries" graphs of ``-->`` and ``---``; "ancestral" a graph whose ancestors are known: a
            valid CPDAG, or no undirected edges and circles; CPDAGs and patterns graphs that have them.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> found = Graph.parse("A --> B; C --> B; A --> C")
        >>> confusion(truth, found)
        Confusion(tp=1, fp=2, fn=1, tn=2)
        >>> confusion(truth, found, of="skeleton").precision
        0.6666666666666666
        >>> confusion(truth, found, of="directed-shared").recall
        0.5
    """
    truth, estimate = _VIEWS[compare](truth, estimate)
    if of in _NO_PAIRS:
        refuse_candidates(truth, f"the confusion of {of}")
    if of == "visible" and compare == "cpdag":
        of = "directed"  # behind the edges of a class of DAGs no cause is hidden
    if of == "visible":
        truth, estimate = _visible_part(truth, "truth"), _visible_only(estimate, "estimate")
        tp, fp, fn, tn = totals(truth, estimate, _matrices("directed"), _one_way("directed"))
        return Confusion(tp, fp, fn, tn)
    if of == "unshielded-colliders":
        return _from_overlap(_collider_overlap(truth, estimate), None)
    if of == "ancestral":
        return _from_overlap(_ancestor_overlap(truth, estimate), 2 * truth.n_pairs)
    if of == "orientations":
        demand_one_edge(truth, estimate, f"confusion of {of}")
    if of == "entries":
        refuse_other_than_entries(truth, estimate)
    tp, fp, fn, tn = totals(truth, estimate, _matrices(of), _one_way(of))
    if of == "half-directed":
        return Confusion(tp / 2, fp / 2, fn / 2, tn / 2)
    return Confusion(tp, fp, fn, None if of == "orientations" else tn)


def _visible_only(graph: Compared, side: str) -> Compared:
    """The visible edges of a graph, or of each of many."""
    if not isinstance(graph, GraphBatch):
        return _visible_part(graph, side)
    return graph.cached(
        "visible only", lambda many: each_made(many, lambda one: _visible_part(one, side))
    )


def _visible_part(graph: Graph, side: str) -> Graph:
    flags = visible_flags(graph, "visible edges", side)
    seen = graph.cached("visible only", lambda g: Graph._make(g._names, g.n_nodes, g.words[flags]))
    return carried(graph, seen)


def _from_overlap(overlap: Any, places: int | None) -> Confusion:
    both, in_truth, in_estimate = overlap
    tn = None if places is None else places - in_truth - in_estimate + both
    return Confusion(both, in_estimate - both, in_truth - both, tn)


def _collider_overlap(truth: Graph, estimate: Compared) -> Any:
    if isinstance(estimate, GraphBatch):
        stack = estimate.stack
        found = _core.collider_overlaps(truth.words, stack.words, stack.starts, truth.n_nodes)
        return found.T.astype(np.float64)
    return _core.collider_overlap(truth.words, estimate.words, truth.n_nodes)


def _ancestor_overlap(truth: Graph, estimate: Compared) -> Any:
    truth_is_class = _stands_for_class(truth, "truth")
    estimate_is_class = _stands_for_class(estimate, "estimate")
    if isinstance(estimate, GraphBatch):
        graphs = estimate.stack.words, estimate.stack.starts, estimate_is_class
        found = _core.ancestor_overlaps(truth.words, truth_is_class, *graphs, truth.n_nodes)
        return found.T.astype(np.float64)
    graph = estimate.words, estimate_is_class
    return _core.ancestor_overlap(truth.words, truth_is_class, *graph, truth.n_nodes)


def _stands_for_class(graph: Compared, side: str) -> bool:
    """Whether ancestors are those of every member of a class; refuses graphs whose are not known."""
    kind, read = class_of(graph), class_read(graph)
    if read in ("dag", "cpdag"):
        return read == "cpdag"
    taken = "declared" if graph.kind is not None else "taken for"
    if read == "mpdag":
        if graph.objection("cpdag") is None or graph.is_dag():
            return not graph.is_dag()
        reason = "a directed path is not the only way to be an ancestor in every DAG of its class"
    elif kind in ("cpdag", "mpdag", "pdag", "undirected"):
        reason = graph.objection("mpdag" if kind == "mpdag" else "cpdag") or ""
    elif kind == "pag":
        reason = "in a PAG a directed path is not the only way to be an ancestor in every member"
    else:
        reason = graph.objection(kind) or ""
        if not reason:
            return False
    raise KindError(
        f"ancestors are known in DAGs, valid CPDAGs, directed graphs, MAGs and ADMGs; the {side} is "
        f"{taken} {describe(kind)}: {reason}"
    )


_SAME_AND_SHARED = cost_matrices(lambda s, t: (s == t != 0, s != 0 != t))


@metric(
    batch="estimates", better="higher", symmetric=True, two_edges=True, cite="rcgnn", candidates=True
)
def orientation_accuracy(truth: GraphLike, estimate: GraphLike) -> float:
    """
    Share of the recovered adjacencies whose edge is the true one, mark for mark.

    A true edge found undirected, or an undirected one found directed, is not the true one, and neither
    is ``-->`` with ``<--`` found for ``-->``.

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        0 to 1; 1 is best. nan where no pair is adjacent in both.

    Raises:
        AlignmentError: the graphs do not have the same nodes.

    Examples:
        >>> truth = Graph.parse("A --> B --> C --> D")
        >>> orientation_accuracy(truth, Graph.parse("A --> B; C --> B; A --> D; C"))
        0.5
    """
    same, shared = totals(truth, estimate, _SAME_AND_SHARED)
    return divide(same, shared, "no pair is adjacent in both graphs")
