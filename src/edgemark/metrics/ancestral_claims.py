"""Claims about ancestors and about hidden confounding: yes, no, or unknown for each pair."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.hidden import ANSWERS, COVERAGE
from edgemark.conventions.options import Answers, Covered
from edgemark.graph import Graph
from edgemark.graph.equivalence import kind_read, to_cpdag, to_pag
from edgemark.graph.latent import latent_projection, member_for_separations
from edgemark.graph.likes import GraphLike
from edgemark.metrics.ancestor_pairs import ancestor_pairs
from edgemark.metrics.cache import remembered
from edgemark.metrics.claims_of_one_graph import (
    ANCESTORS,
    CONFOUNDING,
    NO,
    UNKNOWN,
    WITHOUT_HIDDEN_CAUSES,
    YES,
    Claims,
    ancestors_of,
    hidden_causes,
    kind_of,
)
from edgemark.metrics.compared_graphs import warn_how_skeletons_are_read
from edgemark.metrics.declaration import as_graphs, metric
from edgemark.metrics.pair_sums import count
from edgemark.values import Count, CrossTable, divide

__all__ = [
    "ancestral_coverage",
    "ancestral_errors",
    "ancestral_table",
    "confounding_coverage",
    "confounding_errors",
    "confounding_table",
    "perfect_estimate",
]

_DECIDED_BY_PATHS = frozenset({"admg", "dag", "mag"})
_CODE_OF_CLAIM = {"yes": YES, "no": NO, "unknown": UNKNOWN}


# ---- two graphs


def _ancestral_counts(truth: Graph, estimate: Graph) -> NDArray[np.int64]:
    """Count ordered pairs by the claims of truth (row) and estimate (column): no, yes, unknown."""
    sides = (truth, "truth"), (estimate, "estimate")

    def count_claims() -> NDArray[np.int64]:
        kinds = {kind_of(graph, ANCESTORS, side) for graph, side in sides}
        if kinds <= _DECIDED_BY_PATHS:
            return _counts_by_directed_paths(truth, estimate)
        table = _counts_of_claims(*(ancestors_of(graph, side) for graph, side in sides))
        table[NO, NO] -= truth.n_nodes  # the diagonal
        return table

    return remembered(estimate, truth, "ancestral table", count_claims)


def _counts_by_directed_paths(truth: Graph, estimate: Graph) -> NDArray[np.int64]:
    """
    Like `_ancestral_counts`, for graphs in which directed paths decide. It is faster and needs no matrix
    of all pairs.
    """
    both, in_truth, in_estimate = ancestor_pairs(truth, estimate)
    table = np.zeros((3, 3), np.int64)
    table[YES, :2] = in_truth - both, both
    table[NO, :2] = 2 * truth.n_pairs - in_truth - in_estimate + both, in_estimate - both
    return table


def _confounding_counts(truth: Graph, estimate: Graph) -> NDArray[np.int64]:
    """Count unordered pairs by the claim of the truth (row) and of the estimate (column)."""
    sides = (truth, "truth"), (estimate, "estimate")

    def count_claims() -> NDArray[np.int64]:
        if {kind_of(graph, CONFOUNDING, side) for graph, side in sides} <= WITHOUT_HIDDEN_CAUSES:
            table = np.zeros((3, 3), np.int64)
            table[NO, NO] = truth.n_pairs
            return table
        table = _counts_of_claims(*(hidden_causes(graph, side) for graph, side in sides))
        table[NO, NO] -= truth.n_nodes**2 - truth.n_pairs  # the cells that are not above the diagonal
        return table

    return remembered(estimate, truth, "confounding table", count_claims)


def _counts_of_claims(true_claims: Claims, estimated_claims: Claims) -> NDArray[np.int64]:
    cells = 3 * true_claims.reshape(-1) + estimated_claims.reshape(-1)
    return np.bincount(cells, minlength=9).reshape(3, 3)


def _as_cross_table(counts: NDArray[np.int64]) -> CrossTable:
    names, codes = tuple(_CODE_OF_CLAIM), _CODE_OF_CLAIM.values()
    return CrossTable(names, names, tuple(tuple(int(counts[i, j]) for j in codes) for i in codes))


def _errors(counts: NDArray[np.int64], of: Answers) -> Count:
    """Count the claims that the truth contradicts, out of those that it decides."""
    wrong_yes, wrong_no = int(counts[NO, YES]), int(counts[YES, NO])
    yes, no = int(counts[YES, YES]) + wrong_yes, int(counts[NO, NO]) + wrong_no
    wrong, total = {
        "decided": (wrong_yes + wrong_no, yes + no),
        "yes": (wrong_yes, yes),
        "no": (wrong_no, no),
    }[of]
    return count(wrong, of=total)


def _coverage(counts: NDArray[np.int64]) -> float:
    """Return the share of the pairs that the estimate decides."""
    decided = counts[:, NO].sum() + counts[:, YES].sum()
    return _share_decided(int(decided), int(counts.sum()))


def _share_decided(n_decided: int, n_pairs: int) -> float:
    return divide(n_decided, n_pairs, "there is no pair of nodes")


def perfect_estimate(truth: Graph, estimate: Graph) -> Graph:
    """
    Return the perfect estimate of the same class as the estimate: the truth, its CPDAG or its PAG.

    If the truth has hidden variables, no CPDAG is perfect. Its PAG replaces the CPDAG.

    Raises:
        KindError: the estimate is a CPDAG or a PAG and lacks the background knowledge of a truth that is
            an MPDAG.
    """
    true_kind = kind_read(truth, "a perfect estimate", "truth")
    estimated_kind = kind_read(estimate, "a perfect estimate", "estimate")
    if estimated_kind == "cpdag" and true_kind in ("dag", "mpdag"):
        return to_cpdag(truth)
    if estimated_kind == "pag" and true_kind == "mpdag":
        return to_pag(truth)
    if estimated_kind in ("cpdag", "pag") and true_kind == "admg" and truth.objection("admg") is None:
        return truth.cached("PAG of the ADMG", lambda admg: to_pag(_mag_of_admg(admg)))
    if (estimated_kind == "pag" and true_kind in ("dag", "cpdag", "mag")) or (
        estimated_kind == "cpdag" and true_kind == "mag"
    ):
        return to_pag(member_for_separations(truth, "the PAG of the truth", "truth").with_kind("mag"))
    return truth


def _mag_of_admg(admg: Graph) -> Graph:
    """Write each ``<->`` as a hidden cause of both nodes, and project the hidden causes out."""
    directed = [(a, glyph, b) for a, glyph, b in admg.edges() if glyph != "<->"]
    confounded = [(a, b) for a, glyph, b in admg.edges() if glyph == "<->"]
    longer_than_any_name = "_" * (1 + max((len(name) for name in admg.nodes), default=0))
    hidden = [f"{longer_than_any_name}{k}" for k in range(len(confounded))]
    into_both = [
        (cause, "-->", node) for cause, pair in zip(hidden, confounded, strict=True) for node in pair
    ]
    dag = Graph.from_edges([*directed, *into_both], nodes=[*admg.nodes, *hidden])
    return latent_projection(dag, hidden)


# ---- ancestors


def ancestral_table(truth: Any, estimate: Any) -> CrossTable:
    """
    Count ordered node pairs by the claims of both graphs that the first is an ancestor of the second.

    For a CPDAG or a PAG, "yes" means in every graph of the class, "no" in none, and "unknown" in some
    of them.

    Args:
        truth: a DAG, CPDAG, MAG, PAG or ADMG, or an object `as_graph` reads.
        estimate: a graph of one of these kinds on the same nodes, in any order.

    Returns:
        Counts that sum to p(p-1). Rows are the claims of the truth, columns those of the estimate: yes,
        no, unknown.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a graph is of an unsupported kind, is not of its declared kind, or has selection.
        LimitError: the computation needs more memory than is available.

    Examples:
        >>> truth = Graph.parse("A --> B --> C", kind="mag")
        >>> table = ancestral_table(truth, Graph.parse("A o-o B o-o C"))
        >>> table["yes", "unknown"], table["no", "unknown"]
        (3, 3)
    """
    sides = as_graphs(truth, estimate)
    counts = _ancestral_counts(*sides)
    warn_how_skeletons_are_read(*sides)
    return _as_cross_table(counts)


@metric(
    better="lower",
    two_edges_on_a_pair=True,
    conventions=ANSWERS,
    cite="edgemark",
    most_nodes=1000,
    reads_classes="both",
)
def ancestral_errors(truth: GraphLike, estimate: GraphLike, *, of: Answers = "decided") -> Count:
    """
    Count the claims about ancestors that the truth contradicts.

    A DAG, a MAG or an ADMG claims for every ordered pair whether the first node is an ancestor of the
    second. A CPDAG or a PAG makes a claim only if all graphs of its class agree; a pair without a claim
    is not an error. Read it together with `ancestral_coverage`, the share of pairs with a claim.

    Args:
        truth: a DAG, CPDAG, MAG, PAG or ADMG.
        estimate: a graph of one of these kinds on the same nodes.
        of: which claims to count: "yes", "no", or both ("decided").

    Returns:
        Number of wrong claims, out of those that the truth decides; 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a graph is of an unsupported kind, is not of its declared kind, or has selection.
        LimitError: the computation needs more memory than is available.

    See also:
        ancestral_coverage: the share of pairs that the estimate decides.
        ancestral_table: the counts of all claims.
        ancestor_aid: errors in causal effects.

    References:
        The number is defined by edgemark. Tetrad's ancestral precision counts only the claims
        that single edges make.

    Examples:
        >>> truth = Graph.parse("A --> B --> C", kind="mag")
        >>> ancestral_errors(truth, Graph.parse("A o-> B <-o C"))
        Count(2, of=4)
    """
    return _errors(_ancestral_counts(truth, estimate), of)


@metric(
    better="neither",
    two_edges_on_a_pair=True,
    conventions=COVERAGE,
    cite="edgemark",
    most_nodes=1000,
    reads_classes="both",
)
def ancestral_coverage(truth: GraphLike, estimate: GraphLike, *, of: Covered = "estimate") -> float:
    """
    Give the share of ordered pairs for which the estimate decides the ancestral relation, 0 to 1.

    It describes the estimate and does not rate it. The CPDAG or PAG of the truth decides each pair that
    conditional independences can decide. If an estimate decides more pairs, its further claims are wrong
    in some graph of this class, even if they are right in the truth.

    Args:
        truth: a DAG, CPDAG, MAG, PAG or ADMG.
        estimate: a graph of one of these kinds on the same nodes.
        of: "estimate" gives the coverage of the estimate, "best" that of the perfect estimate of its
            class. If the estimate is a CPDAG and the truth a MAG or an ADMG, that is the PAG of the
            truth.

    Returns:
        0 to 1. nan for fewer than two nodes.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a graph is of an unsupported kind, is not of its declared kind, or has selection.
            With ``of="best"``, the estimate may be of any kind.
        LimitError: the computation needs more memory than is available.

    See also:
        ancestral_errors: wrong claims about ancestors.
        decisiveness: the share of oriented edges.

    References:
        The number is defined by edgemark.

    Examples:
        >>> truth = Graph.parse("A --> B --> C", kind="mag")
        >>> round(ancestral_coverage(truth, Graph.parse("A o-> B <-o C")), 2)
        0.67
    """
    graph = perfect_estimate(truth, estimate) if of == "best" else estimate
    kind_of(truth, ANCESTORS, "truth")
    if kind_of(graph, ANCESTORS, "estimate") in _DECIDED_BY_PATHS:
        return _share_decided(2 * graph.n_pairs, 2 * graph.n_pairs)
    return _coverage(_ancestral_counts(truth, graph))


# ---- hidden common causes


def confounding_table(truth: Any, estimate: Any) -> CrossTable:
    """
    Count node pairs by what the truth and the estimate claim about hidden confounding.

    Confounding counts only if no set of observed nodes blocks it. ``<->`` claims yes. A visible edge
    claims no, as does a missing edge or any pair of a DAG or a CPDAG. Other edges claim nothing.

    Args:
        truth: a DAG, CPDAG, MAG or PAG, or an object `as_graph` reads.
        estimate: a graph of one of these kinds on the same nodes, in any order.

    Returns:
        Counts that sum to p(p-1)/2. Rows are the claims of the truth, columns those of the estimate:
        yes, no, unknown.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a graph is of an unsupported kind, is not of its declared kind, or has selection.
        LimitError: the computation needs more memory than is available.

    Examples:
        >>> truth = Graph.parse("A --> B <-> C")
        >>> table = confounding_table(truth, Graph.parse("A --> B --> C; A --> C"))
        >>> table["yes", "no"], table["unknown", "no"], table["no", "no"]
        (1, 1, 1)
    """
    sides = as_graphs(truth, estimate)
    counts = _confounding_counts(*sides)
    warn_how_skeletons_are_read(*sides)
    return _as_cross_table(counts)


@metric(
    better="lower",
    two_edges_on_a_pair=True,
    conventions=ANSWERS,
    cite="edgemark",
    most_nodes=1000,
    reads_classes="both",
)
def confounding_errors(truth: GraphLike, estimate: GraphLike, *, of: Answers = "decided") -> Count:
    """
    Count the claims about hidden confounding that the truth contradicts.

    An edge ``<->`` claims that hidden causes confound the pair in a way that no set of observed nodes
    blocks. A visible edge claims that there is no such confounding, as does a missing edge or any pair
    of a DAG or a CPDAG. Other edges claim nothing.

    Also called errors in latent confounding.

    Args:
        truth: a DAG, CPDAG, MAG or PAG.
        estimate: a graph of one of these kinds on the same nodes.
        of: which claims to count: "yes", "no", or both ("decided").

    Returns:
        Number of wrong claims, out of those that the truth decides; 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a graph is of an unsupported kind, is not of its declared kind, or has selection.
        LimitError: the computation needs more memory than is available.

    See also:
        confounding_coverage: the share of pairs that the estimate decides.
        confounding_table: the counts of all claims.
        confusion: with of="bidirected", counts the edges ``<->`` only.

    References:
        The number is defined by edgemark. Zhang (2008), Causal reasoning with ancestral graphs, JMLR 9,
        for visible edges.

    Examples:
        >>> truth = Graph.parse("A <-> B --> C")
        >>> confounding_errors(truth, Graph.parse("A --> B <-> C")), confounding_errors(truth, truth)
        (Count(1, of=2), Count(0, of=3))
    """
    return _errors(_confounding_counts(truth, estimate), of)


@metric(
    better="neither",
    two_edges_on_a_pair=True,
    conventions=COVERAGE,
    cite="edgemark",
    most_nodes=1000,
    reads_classes="both",
)
def confounding_coverage(truth: GraphLike, estimate: GraphLike, *, of: Covered = "estimate") -> float:
    """
    Give the share of pairs for which the estimate decides whether hidden causes confound them, 0 to 1.

    It describes the estimate and does not rate it.

    Args:
        truth: a DAG, CPDAG, MAG or PAG.
        estimate: a graph of one of these kinds on the same nodes.
        of: "estimate" gives the coverage of the estimate, "best" that of the perfect estimate of its
            class. If the estimate is a CPDAG and the truth a MAG, that is the PAG of the truth. If the
            estimate is a MAG and the truth a DAG, it is the DAG, although a MAG may decide less.

    Returns:
        0 to 1. nan for fewer than two nodes.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: a graph is of an unsupported kind, is not of its declared kind, or has selection.
            With ``of="best"``, the estimate may be of any kind.
        LimitError: the computation needs more memory than is available.

    See also:
        confounding_errors: wrong claims about hidden confounding.

    References:
        The number is defined by edgemark.

    Examples:
        >>> round(confounding_coverage(Graph.parse("A <-> B; C"), Graph.parse("A o-> B <-o C")), 2)
        0.33
    """
    graph = perfect_estimate(truth, estimate) if of == "best" else estimate
    return _coverage(_confounding_counts(truth, graph))
