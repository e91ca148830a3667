"""The numbers that the Java package Tetrad prints."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan
from typing import Any, NamedTuple

import numpy as np

from edgemark.errors import KindError
from edgemark.graph import Graph
from edgemark.graph.marks import BACKWARD, CYCLE, FORWARD, MARK_AT_FIRST, MARK_AT_SECOND, Mark
from edgemark.metrics import mark_table, shd
from edgemark.metrics.ancestor_pairs import ancestor_pairs
from edgemark.packages._counts import (
    ARROWHEADS_CONFUSION,
    ARROWHEADS_SHARED_CONFUSION,
    SKELETON_CONFUSION,
    Counting,
    counting_of_convention,
    demand_true_dag,
    paired,
)
from edgemark.packages._package import ALL_EDGES, Key, Package
from edgemark.values import Confusion, Count, divide

__all__ = ["TETRAD"]

_ORIENTATIONS = counting_of_convention("confusion", "orientations")
_TAILS = counting_of_convention("confusion", "tails")
_BIDIRECTED = counting_of_convention("confusion", "bidirected")


def _wrong_counts(c: Confusion) -> Confusion:
    """
    Return Tetrad's counts of pairs, whose true negatives are wrong.

    Tetrad subtracts false negatives twice from the number of pairs, and true positives not at all.
    """
    n_pairs = c.tp + c.fp + c.fn + (c.tn or 0)
    return Confusion(c.tp, c.fp, c.fn, n_pairs - c.fp - 2 * c.fn)


def _at_true_edges(truth: Graph, estimate: Graph) -> Confusion:
    """Count arrowheads; true negatives are ends of true edges, with an arrowhead in neither graph."""
    marks = mark_table(truth, estimate)
    others = [(true, found) for true in ("circle", "tail") for found in ("none", "circle", "tail")]
    heads = ARROWHEADS_CONFUSION.compute(truth, estimate)
    return Confusion(heads.tp, heads.fp, heads.fn, sum(marks[pair] for pair in others))


_AT_TRUE_EDGES = Counting("", "arrowheads, negatives at true edges", _at_true_edges)


def _f1(c: Confusion, p: int) -> float:
    return c.f1 if c.tp else nan


def _f1_all(counts: tuple[Confusion, Confusion], p: int) -> float:
    ratios = [value for c in counts for value in (c.precision, c.recall)]
    return divide(4 * ratios[0] * ratios[1] * ratios[2] * ratios[3], sum(ratios))


def _matthews(c: Confusion, p: int) -> float:
    """Return Tetrad's MCC, which divides by 1 instead of 0; nan if the product has no real root."""
    tp, fp, fn, tn = c.tp, c.fp, c.fn, c.tn or 0
    product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    return nan if product < 0 else (tp * tn - fp * fn) / (product**0.5 or 1)


def _matthews_of_wrong_counts(c: Confusion, p: int) -> float:
    return _matthews(_wrong_counts(c), p)


_WRONG_TN = "tn = p (p - 1) / 2 - fp - 2 fn, skeleton"
_MISCOUNTED = (
    "false negatives are subtracted twice from the number of pairs, and true positives not at all"
)
_WRONG_TN_NOTE = f"its true negatives are wrong: {_MISCOUNTED}"


class _Claims(NamedTuple):
    """
    Counts of ordered pairs (X, Y) that are adjacent in the estimate.

    `non_ancestors` counts the pairs in which Y is not a true ancestor of X, and `heads_at_non_ancestors`
    those of them with an arrowhead at Y. `ancestors` counts the pairs in which X is a true ancestor of
    Y, and `arcs_from_ancestors` those of them with X --> Y.
    """

    heads_at_non_ancestors: int
    non_ancestors: int
    arcs_from_ancestors: int
    ancestors: int


def _claims(truth: Graph, estimate: Graph) -> _Claims:
    demand_true_dag(truth, "Tetrad")
    ancestors_of = {node: truth.ancestors(node) for node in truth.nodes}
    # For each (X, Y): the mark at Y, whether the edge is X --> Y, whether Y is an ancestor of X, and
    # whether X is an ancestor of Y.
    ends = [
        end
        for a, glyph, b in estimate.edges()
        for end in (
            (glyph[2], glyph == "-->", b in ancestors_of[a], a in ancestors_of[b]),
            (glyph[0], False, a in ancestors_of[b], b in ancestors_of[a]),
        )
    ]
    return _Claims(
        sum(mark in "<>" for mark, _, y_is_ancestor, _ in ends if not y_is_ancestor),
        sum(not y_is_ancestor for _, _, y_is_ancestor, _ in ends),
        sum(is_arc for _, is_arc, _, x_is_ancestor in ends if x_is_ancestor),
        sum(x_is_ancestor for _, _, _, x_is_ancestor in ends),
    )


_CLAIMS = Counting("", "pairs adjacent in the estimate", _claims)


def _precision_of_claims(convention: str) -> Counting:
    """Return the counts of `ancestral_precision`, which Tetrad computes only if the truth is a DAG."""
    counting = counting_of_convention("ancestral_precision", convention)

    def compute(truth: Graph, estimate: Graph) -> Any:
        demand_true_dag(truth, "Tetrad")
        return counting.compute(truth, estimate)

    return replace(counting, compute=compute)


# ---- paths


def _directed_paths(truth: Graph, estimate: Graph) -> Confusion:
    """Count ordered pairs with a directed path in the graphs as given, which may have cycles."""
    both, in_truth, in_estimate = ancestor_pairs(truth, estimate)
    rest = 2 * truth.n_pairs - in_truth - in_estimate + both
    return Confusion(both, in_estimate - both, in_truth - both, rest)


def _directed_paths_and_nodes(truth: Graph, estimate: Graph) -> Confusion:
    """Count the same pairs, and each node as a pair with itself."""
    c = _directed_paths(truth, estimate)
    return Confusion(c.tp + truth.n_nodes, c.fp, c.fn, c.tn)


def _possible_paths(truth: Graph, estimate: Graph) -> Confusion:
    """Count ordered pairs with a path whose edges have no arrowhead at their first node."""
    return _directed_paths(_possible_arcs(truth), _possible_arcs(estimate))


def _possible_arcs(graph: Graph) -> Graph:
    """Replace each edge by arcs, one from each of its ends without an arrowhead."""
    states = graph.words & np.uint64(15)  # the marks of each edge, see `edgemark.graph.edge_words`
    words = (graph.words - states + _ARCS[states])[_ARCS[states] > 0]
    return Graph._make(graph._names, graph.n_nodes, words)


def _arcs_for_state(state: int) -> int:
    """Return the state of a pair after `_possible_arcs`; 0 if no arc is left."""
    forward = state in MARK_AT_FIRST and MARK_AT_FIRST[state] is not Mark.ARROW
    backward = state in MARK_AT_SECOND and MARK_AT_SECOND[state] is not Mark.ARROW
    return {(True, True): CYCLE, (True, False): FORWARD, (False, True): BACKWARD}.get(
        (forward, backward), 0
    )


_ARCS = np.array([_arcs_for_state(state) for state in range(16)], np.uint64)
_ANCESTORS = Counting("", "pairs with a directed path", _directed_paths)
_REFLEXIVE = Counting(
    "", "pairs with a directed path, each node also with itself", _directed_paths_and_nodes
)
_POSSIBLE = Counting("", "pairs with a possibly directed path", _possible_paths)


def _arguments_of_f1(counting: Counting) -> tuple[Any, ...]:
    return counting, _f1, f"f1, not defined where tp = 0, {counting.name}", "higher"


# ---- distances


def _shd_of_pdags(truth: Graph, estimate: Graph) -> Count:
    for graph, side in ((truth, "truth"), (estimate, "estimate")):
        _demand_pdag(graph, side)
    return shd(truth, estimate)


_TRUTH_TO_CPDAG = counting_of_convention("shd", "truth to CPDAG")


def _shd_from_true_cpdag(truth: Graph, estimate: Graph) -> Count:
    _demand_pdag(estimate, "estimate")
    distance: Count = _TRUTH_TO_CPDAG.compute(truth, estimate)
    return distance


def _demand_pdag(graph: Graph, side: str) -> None:
    if (reason := graph.objection("pdag")) is not None:
        raise KindError(
            f"Tetrad prints -99, which is not a distance: the {side} is not a PDAG; {reason}"
        )


def _fpr_of_wrong_counts(c: Confusion, p: int) -> float:
    return _wrong_counts(c).fpr


def _fpr_without_negatives(c: Confusion) -> float:
    """Return the false positive rate without negatives: infinite or nan, as Java divides by 0."""
    return inf if c.fp else nan


TETRAD = Package(
    "Tetrad",
    "7.6.8",
    (
        Key("AP", SKELETON_CONFUSION, "precision"),
        Key("AR", SKELETON_CONFUSION, "recall"),
        *(Key(f"A{name.upper()}", SKELETON_CONFUSION, name) for name in ("tp", "fp", "fn")),
        Key(
            "ATN",
            SKELETON_CONFUSION,
            lambda c, p: _wrong_counts(c).tn or 0,
            _WRONG_TN,
            "higher",
            note=_MISCOUNTED,
        ),
        Key(
            "AFPR",
            SKELETON_CONFUSION,
            _fpr_of_wrong_counts,
            f"fp / (fp + tn), {_WRONG_TN}",
            "lower",
            if_undefined=_fpr_without_negatives,
            note=_WRONG_TN_NOTE,
        ),
        Key("F1Adj", SKELETON_CONFUSION, _f1, "f1, not defined where tp = 0, skeleton", "higher"),
        Key(
            "McAdj",
            SKELETON_CONFUSION,
            _matthews_of_wrong_counts,
            f"mcc, {_WRONG_TN}",
            "higher",
            note=_WRONG_TN_NOTE,
        ),
        Key("AHP", ARROWHEADS_CONFUSION, "precision"),
        Key("AHR", ARROWHEADS_CONFUSION, "recall"),
        *(Key(f"AH{name.upper()}", ARROWHEADS_CONFUSION, name) for name in ("tp", "fp", "fn")),
        Key("AHTN", _AT_TRUE_EDGES, "tn"),
        Key("AHFPR", _AT_TRUE_EDGES, "fpr"),
        Key("AHPC", ARROWHEADS_SHARED_CONFUSION, "precision"),
        Key("AHRC", ARROWHEADS_SHARED_CONFUSION, "recall"),
        Key("F1Arrow", ARROWHEADS_CONFUSION, _f1, "f1, not defined where tp = 0, arrowheads", "higher"),
        Key(
            "McArrow",
            _AT_TRUE_EDGES,
            _matthews,
            "mcc, 0 where it is not defined, arrowheads, negatives at true edges",
            "higher",
        ),
        Key(
            "F1All",
            paired(SKELETON_CONFUSION, ARROWHEADS_CONFUSION),
            _f1_all,
            "4 AP AR AHP AHR / (AP + AR + AHP + AHR)",
            "higher",
            note="not a harmonic mean: four ratios of 0.5 give 0.125",
        ),
        Key("OP", _ORIENTATIONS, "precision"),
        Key("OR", _ORIENTATIONS, "recall"),
        Key("TP", _TAILS, "precision"),
        Key("TR", _TAILS, "recall"),
        Key("*->-Prec", _precision_of_claims("arrowheads")),
        Key(
            "*->-Rec",
            _CLAIMS,
            lambda c, p: divide(c.heads_at_non_ancestors, c.non_ancestors),
            "arrowheads at Y, of (X, Y) adjacent in the estimate where Y is not a true ancestor of X",
            "higher",
        ),
        Key("-->-Prec", _precision_of_claims("tails")),
        Key(
            "--*-Rec",
            _CLAIMS,
            lambda c, p: divide(c.arcs_from_ancestors, c.ancestors),
            "X --> Y, of (X, Y) adjacent in the estimate where X is a true ancestor of Y",
            "higher",
        ),
        Key("Anc-Prec", _REFLEXIVE, "precision"),
        Key("Anc-Rec", _REFLEXIVE, "recall"),
        Key("Ancestor-F1", *_arguments_of_f1(_REFLEXIVE)),
        Key("AncP", _ANCESTORS, "precision"),
        Key("AncR", _ANCESTORS, "recall"),
        Key("Nonanc-Prec", _ANCESTORS, "npv"),
        Key("Nonanc-Rec", _ANCESTORS, "specificity"),
        Key("Semidirected-Prec", _POSSIBLE, "precision"),
        Key("Semidirected-Rec", _POSSIBLE, "recall"),
        Key("Semidirected-F1", *_arguments_of_f1(_POSSIBLE)),
        Key("SHD (PDAG)", Counting("shd", "pair mismatch", _shd_of_pdags)),
        Key("SHD (CPDAG)", replace(_TRUTH_TO_CPDAG, compute=_shd_from_true_cpdag)),
        *(Key(f"BidirectedConfusion.{name}", _BIDIRECTED, name) for name in ("tp", "fp", "fn")),
        Key(
            "BidirectedConfusion.tn",
            _BIDIRECTED,
            lambda c, p: _wrong_counts(c).tn or 0,
            "tn = p (p - 1) / 2 - fp - 2 fn, bidirected",
            "higher",
            note=_MISCOUNTED,
        ),
    ),
    reads=ALL_EDGES,
)
