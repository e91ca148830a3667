"""Confusion matrices of edges, marks, colliders and ancestors, and the accuracy of orientations."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from edgemark import _core
from edgemark.conventions.confusion import CONFUSION
from edgemark.conventions.options import Compare, Positives
from edgemark.errors import KindError, Remedy
from edgemark.graph import Graph
from edgemark.graph.ancestral_paths import visible_flags
from edgemark.graph.equivalence import class_read
from edgemark.graph.kinds import class_of, demand_one_edge, describe
from edgemark.graph.likes import GraphLike
from edgemark.graph.marks import (
    BACKWARD,
    BIDIRECTED,
    DIRECTED,
    FORWARD,
    SINGLES,
    UNDIRECTED,
)
from edgemark.metrics.ancestor_pairs import ancestor_pairs, refuse_claims_under_selection
from edgemark.metrics.batch import GraphBatch, GraphOrBatch, converted_graphs
from edgemark.metrics.cache import remembered
from edgemark.metrics.compared_graphs import as_given, both_to_cpdag, patterns
from edgemark.metrics.declaration import metric
from edgemark.metrics.hamming_distances import ENTRIES, refuse_other_than_entries
from edgemark.metrics.pair_counts import ENDS, MARKS, Parts, Tally, marked, overlap
from edgemark.metrics.pair_sums import Matrix, cost_matrices, totals
from edgemark.metrics.restricted_pairs import refuse_candidates, with_candidates_of
from edgemark.values import Confusion, divide

__all__ = ["confusion", "orientation_accuracy"]

_PAIR: Parts = frozenset({"pair"})


# ---- the positive parts of a pair in a state


def _directed(state: int) -> Parts:
    heads = {FORWARD: "at second", BACKWARD: "at first"}
    return frozenset(heads[edge] for edge in SINGLES.get(state, ()) if edge in heads)


def _adjacent(state: int) -> Parts:
    return _PAIR if state else frozenset()


def _bidirected(state: int) -> Parts:
    return _PAIR if BIDIRECTED in SINGLES.get(state, ()) else frozenset()


def _entries(state: int) -> Parts:
    ends = {">": "at second", "<": "at first"}
    return frozenset(ends[cell] for cell in ENTRIES.get(state, ()))


# ---- tp, fp, fn and tn of a pair in state s in the truth and in state t in the estimate


def _only_if_adjacent_in_both(tally: Tally) -> Tally:
    return lambda s, t: tally(s, t) if s and t else (0, 0, 0, 0)


def _exact(s: int, t: int) -> tuple[int, int, int, int]:
    is_wrong = s != t
    return int(s == t != 0), int(is_wrong and t != 0), int(is_wrong and s != 0), int(s == t == 0)


def _exact_once(s: int, t: int) -> tuple[int, int, int, int]:
    tp, fp, fn, tn = _exact(s, t)
    return tp, fp, 0 if fp else fn, tn


def _half_directed(s: int, t: int, ends: Parts = ENDS) -> tuple[int, int, int, int]:
    """Count in units of one half, so that the counts are integers."""
    tp = fp = fn = tn = 0
    for end in ends:
        true, found = (2 if end in _directed(state) else int(state == UNDIRECTED) for state in (s, t))
        tp += min(true, found)
        fp += max(found - true, 0)
        fn += max(true - found, 0)
        tn += 2 - max(true, found)
    return tp, fp, fn, tn


def _orientations(s: int, t: int) -> tuple[int, int, int, int]:
    """
    Count as Tetrad does, over the directed edges of the truth and those found where it has no edge.

    A directed edge found undirected is a false negative. If it is found as another edge, it is a false
    positive and a false negative if both marks are wrong, and neither if only one is, as in ``o->``.
    """
    if s not in DIRECTED:
        return 0, int(s == 0 and t in DIRECTED), 0, 0
    if t in (0, UNDIRECTED):
        return 0, 0, 1, 0
    # The upper two bits of a state are the mark at the first node, the lower two that at the second.
    both_marks_are_wrong = int(s >> 2 != t >> 2 and s & 3 != t & 3)
    return int(s == t), both_marks_are_wrong, both_marks_are_wrong, 0


_TALLIES_OF_ENDS: dict[str, Tally] = {
    "directed": overlap(_directed, ENDS),
    **{name: overlap(marked(mark), ENDS) for name, mark in MARKS.items()},
}
_TALLIES: dict[str, Tally] = {
    **_TALLIES_OF_ENDS,
    **{f"{name}-shared": _only_if_adjacent_in_both(tally) for name, tally in _TALLIES_OF_ENDS.items()},
    "skeleton": overlap(_adjacent, _PAIR),
    "bidirected": overlap(_bidirected, _PAIR),
    "entries": overlap(_entries, ENDS),
    "exact": _exact,
    "exact-once": _exact_once,
    "half-directed": _half_directed,
    "orientations": _orientations,
}
_TO_SECOND: Parts = frozenset({"at second"})
_TALLIES_ONE_WAY: dict[str, Tally] = {
    "directed": overlap(lambda s: _directed(s) & _TO_SECOND, _TO_SECOND),
    "directed-shared": _only_if_adjacent_in_both(
        overlap(lambda s: _directed(s) & _TO_SECOND, _TO_SECOND)
    ),
    "entries": overlap(lambda s: _entries(s) & _TO_SECOND, _TO_SECOND),
    "half-directed": lambda s, t: _half_directed(s, t, _TO_SECOND),
}
"""The tallies of a pair if only its direction to the second node is a candidate."""


@cache
def _matrices(of: Positives) -> Matrix:
    """Return tp, fp, fn and tn of a pair in each state of the truth and of the estimate."""
    return cost_matrices(_TALLIES[of])


@cache
def _one_way_matrices(of: Positives) -> Matrix | None:
    """Return the same if only the direction to the second node counts; None if that is impossible."""
    tally = _TALLIES_ONE_WAY.get(of)
    return None if tally is None else cost_matrices(tally)


_NOT_SUMS_OVER_PAIRS = frozenset({"unshielded-colliders", "ancestral"})
_CONVERSIONS: dict[Compare, Callable[[Graph, Any], tuple[Graph, GraphOrBatch]]] = {
    "native": as_given,
    "cpdag": both_to_cpdag,
    "pattern": patterns,
}


@metric(
    batch="estimates",
    better="higher",
    two_edges_on_a_pair=True,
    conventions=CONFUSION,
    cite="powers2011",
    candidates=True,
)
def confusion(
    truth: GraphLike, estimate: GraphLike, *, of: Positives = "directed", compare: Compare = "native"
) -> Confusion:
    """
    Count true positives, false positives, false negatives and true negatives (TP, FP, FN, TN).

    The result gives precision, recall, false positive rate (FPR), F1, MCC and other ratios as
    properties. Recall is also called TPR, sensitivity or power; precision is also called PPV; 1 -
    precision is the false discovery rate (FDR).

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.
        of: what a positive is.

            - "directed": an edge ``-->``, counted over p(p-1) ordered pairs. No other edge is a
              positive. A reversed edge is one false positive and one false negative.
            - "half-directed": like "directed", but an undirected edge is half an edge in each direction.
            - "entries": an entry of the adjacency matrix, counted over p(p-1) ordered pairs. An
              undirected edge has two.
            - "orientations": an edge ``-->`` as in Tetrad's orientation precision and recall (OP, OR),
              counted over the directed edges of the truth and those found where the truth has no edge.
              ``tn`` is None.
            - "skeleton": an adjacent pair, counted over p(p-1)/2 pairs.
            - "exact": an adjacent pair with its exact edge. A wrong edge is a false positive and a false
              negative. The true negatives are the pairs that are adjacent in neither graph, so the four
              counts may sum to more than p(p-1)/2. "exact-once": a wrong edge is a false positive only.
            - "arrowheads", "tails", "circles": this mark at j on the edge between i and j, counted over
              p(p-1) ordered pairs. An undirected edge has two tails. If two edges join a pair, the marks
              of both count.
            - "directed-shared", "arrowheads-shared", "tails-shared", "circles-shared": what the name
              before "-shared" counts, but only over pairs that are adjacent in both graphs.
            - "bidirected": a pair with an edge ``<->``, counted over p(p-1)/2 pairs.
            - "visible": a visible edge ``-->``, see `visible_edges`, counted over p(p-1) ordered pairs.
              In a DAG or a CPDAG, every ``-->`` is visible.
            - "unshielded-colliders": a triple with two arrowheads at its middle node whose end nodes are
              not adjacent (a v-structure). ``tn`` is None, because negatives cannot be counted.
            - "ancestral": an ordered pair (ancestor, descendant) joined by a directed path, counted over
              p(p-1) ordered pairs. For a CPDAG, every member of the class must have such a path; the
              CPDAG itself need not have one.
        compare: the graphs as given ("native"), their CPDAGs ("cpdag"), or their patterns ("pattern").

    Returns:
        Counts, with their ratios as properties; undefined ratios are nan. With "half-directed", counts
        may be multiples of one half.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the graphs do not have what `of` counts. "orientations" needs at most one edge on
            a pair. "visible" needs DAGs, CPDAGs, MAGs or PAGs. "entries" needs graphs with only ``-->``
            and ``---``, and no ``---`` if there are 2-cycles. "ancestral" needs graphs whose ancestors
            are known: directed graphs, valid CPDAGs, ADMGs, or MAGs without selection. `compare` needs
            graphs that have a CPDAG or a pattern.

    See also:
        local_confusion: the same for each node.
        temporal_confusion: for time series graphs.
        shd: a distance, in which a reversed edge is one error.
        roc_auc: for edge scores at all thresholds.

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
    truth, estimate = _CONVERSIONS[compare](truth, estimate)
    if of in _NOT_SUMS_OVER_PAIRS:
        refuse_candidates(truth, f"the confusion of {of}")
    if of == "visible" and compare != "native":
        of = "directed"  # A class of DAGs has no hidden causes, so all of its arrows are visible.
    if of == "visible":
        truth, estimate = _visible_subgraph(truth, "truth"), _visible_subgraphs(estimate, "estimate")
        tp, fp, fn, tn = totals(truth, estimate, _matrices("directed"), _one_way_matrices("directed"))
        return Confusion(tp, fp, fn, tn)
    if of == "unshielded-colliders":
        return _confusion_of_overlap(_collider_overlap(truth, estimate), None)
    if of == "ancestral":
        return _confusion_of_overlap(_ancestor_overlap(truth, estimate), 2 * truth.n_pairs)
    if of == "orientations":
        demand_one_edge(truth, estimate, f"confusion of {of}")
    if of == "entries":
        refuse_other_than_entries(truth, estimate, "of='entries'", _count_arrows_instead())
    tp, fp, fn, tn = totals(truth, estimate, _matrices(of), _one_way_matrices(of))
    if of == "half-directed":
        return Confusion(tp / 2, fp / 2, fn / 2, tn / 2)
    return Confusion(tp, fp, fn, None if of == "orientations" else tn)


def _count_arrows_instead() -> Remedy:
    return Remedy(
        "Count the edges --> instead",
        'confusion(truth, estimate, of="directed")',
        "-m confusion:directed",
    )


def _visible_subgraphs(graph: GraphOrBatch, side: str) -> GraphOrBatch:
    """Return the visible edges of a graph, or of each graph of a batch."""
    if not isinstance(graph, GraphBatch):
        return _visible_subgraph(graph, side)
    return graph.cached(
        "visible only", lambda many: converted_graphs(many, lambda one: _visible_subgraph(one, side))
    )


def _visible_subgraph(graph: Graph, side: str) -> Graph:
    flags = visible_flags(graph, "visible edges", side)
    visible = graph.cached("visible only", lambda g: Graph._make(g._names, g.n_nodes, g.words[flags]))
    return with_candidates_of(graph, visible)


def _confusion_of_overlap(positives: Any, n_counted: int | None) -> Confusion:
    """Return the confusion of the positives in both graphs, in the truth, and in the estimate."""
    in_both, in_truth, in_estimate = positives
    tn = None if n_counted is None else n_counted - in_truth - in_estimate + in_both
    return Confusion(in_both, in_estimate - in_both, in_truth - in_both, tn)


def _collider_overlap(truth: Graph, estimate: GraphOrBatch) -> Any:
    """Count the unshielded colliders in both graphs, in the truth, and in the estimate."""
    if isinstance(estimate, GraphBatch):
        stack = estimate.stack
        overlaps = _core.collider_overlaps(truth.words, stack.words, stack.starts, truth.n_nodes)
        return overlaps.T.astype(np.float64)
    return remembered(
        estimate,
        truth,
        "shared colliders",
        lambda: _core.collider_overlap(truth.words, estimate.words, truth.n_nodes),
    )


def _ancestor_overlap(truth: Graph, estimate: GraphOrBatch) -> Any:
    """Count the pairs (ancestor, descendant) in both graphs, in the truth, and in the estimate."""
    truth_is_class = _stands_for_class(truth, "truth")
    estimate_is_class = _stands_for_class(estimate, "estimate")
    if isinstance(estimate, GraphBatch):
        graphs = estimate.stack.words, estimate.stack.starts, estimate_is_class
        overlaps = _core.ancestor_overlaps(truth.words, truth_is_class, *graphs, truth.n_nodes)
        return overlaps.T.astype(np.float64)
    return ancestor_pairs(truth, estimate, truth_is_class, estimate_is_class)


def _stands_for_class(graph: GraphOrBatch, side: str) -> bool:
    """
    Return whether a graph is a CPDAG, whose ancestors are those in every DAG of the class.

    Raises:
        KindError: the ancestors in the graph are not known.
    """
    kind, valid_class = class_of(graph), class_read(graph)
    if valid_class in ("dag", "cpdag"):
        return valid_class == "cpdag"
    how_classed = "declared" if graph.kind is not None else "taken for"
    if valid_class == "mpdag":
        if graph.objection("cpdag") is None or graph.is_dag():
            return not graph.is_dag()
        reason = "a node can be an ancestor in every DAG of its class without a directed path"
    elif kind in ("cpdag", "mpdag", "pdag", "undirected"):
        reason = graph.objection("mpdag" if kind == "mpdag" else "cpdag") or ""
    elif kind == "pag":
        reason = "in a PAG, a node can be an ancestor in every member without a directed path"
    else:
        reason = graph.objection(kind) or ""
        if not reason:
            refuse_claims_under_selection(graph, "ancestors", side, kind=kind)
            return False
    raise KindError(
        f"ancestors are known in DAGs, valid CPDAGs, directed graphs, MAGs and ADMGs; the {side} is "
        f"{how_classed} {describe(kind)}: {reason}"
    )


@metric(
    batch="estimates",
    better="higher",
    symmetric=True,
    two_edges_on_a_pair=True,
    cite="rcgnn",
    candidates=True,
    normaliser="pairs adjacent in both graphs",
)
def orientation_accuracy(truth: GraphLike, estimate: GraphLike) -> float:
    """
    Give the share of the correct adjacencies whose edge also has the correct marks, 0 to 1.

    A directed edge found undirected is wrong, and so is an undirected edge found directed, or a 2-cycle
    found for ``-->``.

    Also called orientation precision on the shared skeleton.

    Args:
        truth: reference graph, p nodes.
        estimate: learned graph on the same nodes, in any order.

    Returns:
        0 to 1; 1 is best. nan if no pair is adjacent in both graphs.

    Raises:
        AlignmentError: the graphs do not have the same nodes.

    See also:
        confusion: of="directed-shared" counts the directions.
        compelled_recall: identifiable directions that were found.

    Examples:
        >>> truth = Graph.parse("A --> B --> C --> D")
        >>> orientation_accuracy(truth, Graph.parse("A --> B; C --> B; A --> D; C"))
        0.5
    """
    correct, shared = totals(truth, estimate, _correct_and_shared())
    return divide(correct, shared, "no pair is adjacent in both graphs")


@cache
def _correct_and_shared() -> Matrix:
    return cost_matrices(lambda s, t: (s == t != 0, s != 0 and t != 0))
