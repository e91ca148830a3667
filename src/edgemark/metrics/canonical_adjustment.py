"""Effects that canonical adjustment sets identify, also in graphs with hidden variables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions.hidden import CANONICAL, COVERAGE_OF_EFFECTS
from edgemark.conventions.options import (
    CanonicalMistakes,
    ComparedEffects,
    Covered,
    Kind,
    choices,
    require,
)
from edgemark.errors import KindError, Remedy
from edgemark.graph import Graph
from edgemark.graph.equivalence import kind_read, to_cpdag, to_pag
from edgemark.graph.kinds import describe
from edgemark.graph.latent import member_for_separations
from edgemark.graph.likes import GraphLike
from edgemark.metrics.adjustment_sets import KINDS_READ, in_core_form, refuse_selection
from edgemark.metrics.cache import remembered
from edgemark.metrics.compared_graphs import warn_how_skeletons_are_read
from edgemark.metrics.declaration import as_graphs, metric
from edgemark.metrics.pair_sums import count
from edgemark.resources import demand_memory, n_threads
from edgemark.values import Count, divide

__all__ = [
    "AdjustmentClaims",
    "adjustment_aid",
    "adjustment_claims",
    "adjustment_coverage",
    "claims_of_counts",
    "counts_of_verdicts",
]

# The codes of verdicts: what the estimate claims, then how the truth judges it. A graph leaves an effect
# open if the effect may be nonzero and no adjustment set is valid. For example, _SET_THOUGH_OPEN: the
# estimate gives an adjustment set, but the truth leaves the effect open.
_ZERO_RIGHT, _SET_RIGHT, _BOTH_OPEN, _ZERO_WRONG, _SET_WRONG, _SET_THOUGH_OPEN, _OPEN_THOUGH_DECIDED = (
    range(7)
)


# ---- compared graphs


def _graphs_of_one_class(truth: Graph, estimate: Graph, compare: ComparedEffects) -> tuple[Graph, Graph]:
    """Return the two graphs to compare; if needed, the truth is converted to its CPDAG or its PAG."""
    true_kind = kind_read(truth, "adjustment_aid", "truth")
    estimated_kind = kind_read(estimate, "adjustment_aid", "estimate")
    for side, kind in (("truth", true_kind), ("estimate", estimated_kind)):
        if kind == "mpdag":
            raise _refusal_of_mpdag(side, both=truth.kind == estimate.kind)
    refuse_selection(truth, true_kind, "adjustment_aid", "truth")
    refuse_selection(estimate, estimated_kind, "adjustment_aid", "estimate")
    if compare == "native":
        return truth, estimate
    _refuse_single_mpdag(truth, estimate)
    if true_kind == estimated_kind or true_kind not in KINDS_READ or estimated_kind not in KINDS_READ:
        return truth, estimate
    if estimated_kind == "pag" or (estimated_kind == "cpdag" and true_kind == "mag"):
        return _to_pag(truth, true_kind), estimate
    if estimated_kind == "cpdag" and true_kind == "dag":
        return to_cpdag(truth), estimate
    if true_kind in ("cpdag", "pag") and estimated_kind in ("dag", "mag"):
        code = (
            "to_cpdag(estimate)"
            if (true_kind, estimated_kind) == ("cpdag", "dag")
            else "to_pag(estimate)"
        )
        raise KindError(
            f"adjustment_aid compares graphs of one class; the estimate is "
            f"{describe(estimated_kind)} and the truth {describe(true_kind)}",
            Remedy("Score the class of the estimate", code),
            Remedy("Compare the graphs as given", 'compare="native"', "--metric adjustment_aid:native"),
        )
    return truth, estimate


def _refusal_of_mpdag(side: str, *, both: bool) -> KindError:
    """Return the error for an MPDAG with undirected edges; `parent_aid` compares two of them."""
    return KindError(
        f"adjustment_aid reads DAGs, CPDAGs, MAGs and PAGs; the {side} is an MPDAG with undirected "
        "edges",
        Remedy("Adjust for parents", "parent_aid(truth, estimate)", "--metric parent_aid")
        if both
        else Remedy("Apply the same knowledge to both graphs, and use parent_aid"),
    )


def _refuse_single_mpdag(truth: Graph, estimate: Graph) -> None:
    """
    Refuse if only one graph is declared an MPDAG: the two would then differ in background knowledge, not
    only in what was learnt.
    """
    if (truth.kind == "mpdag") == (estimate.kind == "mpdag"):
        return
    side, other_side = ("truth", "estimate") if truth.kind == "mpdag" else ("estimate", "truth")
    raise KindError(
        f"adjustment_aid compares graphs of one class; only the {side} is declared an MPDAG",
        Remedy(f"Apply the same knowledge to the {other_side}, with to_mpdag or to_icpdag"),
        Remedy("Compare the graphs as given", 'compare="native"', "--metric adjustment_aid:native"),
    )


def _to_pag(truth: Graph, kind: Kind) -> Graph:
    if kind == "cpdag":
        return to_pag(member_for_separations(truth, "adjustment_aid", "truth"))
    return to_pag(truth)


# ---- verdicts


def _verdict_counts(truth: Graph, estimate: Graph, compare: ComparedEffects) -> NDArray[np.int64]:
    """Count the ordered pairs with each verdict, cached."""
    return remembered(
        estimate,
        truth,
        ("canonical claims", compare),
        lambda: _uncached_verdict_counts(truth, estimate, compare),
    )


def _uncached_verdict_counts(
    truth: Graph, estimate: Graph, compare: ComparedEffects
) -> NDArray[np.int64]:
    return counts_of_verdicts(verdicts_on_effects(truth, estimate, compare))


def counts_of_verdicts(verdicts: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Count the ordered pairs with each verdict, without the diagonal of the matrix."""
    counts = np.bincount(verdicts.reshape(-1), minlength=7)
    counts[_ZERO_RIGHT] -= len(verdicts)
    return counts


def verdicts_on_effects(
    truth: Graph, estimate: Graph, compare: ComparedEffects = "auto"
) -> NDArray[np.uint8]:
    """
    Return the codes of the verdicts: entry [t, y] is on the estimate's claim about the effect of t on y.
    """
    truth, estimate = _graphs_of_one_class(truth, estimate, compare)
    n = truth.n_nodes
    demand_memory(8 * n**2, f"comparing the effects of {n} nodes")
    true_form = in_core_form(truth, "adjustment_aid", "truth")
    estimated_form = in_core_form(estimate, "adjustment_aid", "estimate")
    return _core.canonical_claims(
        true_form.words, true_form.class_member, true_form.all_visible,
        estimated_form.words, estimated_form.class_member, estimated_form.all_visible, n, n_threads(),
    )  # fmt: skip


# ---- counting


@metric(
    better="lower",
    two_edges_on_a_pair=True,
    conventions=CANONICAL,
    cite="edgemark",
    most_nodes=500,
    auto_class="pag",
)
def adjustment_aid(
    truth: GraphLike,
    estimate: GraphLike,
    *,
    compare: ComparedEffects = "auto",
    mistakes: CanonicalMistakes = "all",
) -> Count:
    """
    Count the effects that canonical adjustment in the estimate infers wrongly or needlessly leaves open.

    For every ordered pair of a treatment t and an outcome y, there are three cases:

    - y is not a possible descendant of t in the estimate. The estimate claims that there is no effect.
      This is wrong if the truth allows one.
    - y is a possible descendant, and the canonical set is valid in the estimate. The estimate adjusts
      for that set. This is wrong if the set is not valid in the truth.
    - y is a possible descendant, and no set is valid in the estimate. The estimate leaves the effect
      open. This is wrong if the truth decides the effect.

    Both sides may have hidden variables. In MAGs and PAGs, parents, ancestors and optimal sets need not
    be valid adjustment sets, so a graph could have a positive distance from itself. With the canonical
    set, that distance is 0. edgemark defines this extension of the adjustment identification distances.
    Its tests compare the valid sets of every PAG of up to four nodes with those of all members.

    Args:
        truth: a DAG, CPDAG, MAG or PAG without selection, p nodes.
        estimate: a graph of one of these kinds on the same nodes.
        compare: which graphs are compared. "auto": if the estimate is a CPDAG and the truth a DAG, the
            CPDAG of the truth; if the estimate is a PAG, or a CPDAG while the truth is a MAG, the PAG of
            the truth; otherwise the graphs as given. "native": the graphs as given.
        mistakes: which mistakes to count. "all": all of them. "zero": effects claimed to be zero that
            may be nonzero in the truth. "adjustment": effects identified by a set that is not valid in
            the truth, although the truth decides them. "overclaimed": effects that the truth leaves open
            but the estimate identifies by a set. "abstained": effects that the estimate leaves open but
            the truth decides. "decided": all except "abstained", as a fraction of the effects that the
            estimate decides. "left-open": like "abstained", as a fraction of the effects that the truth
            decides.

    Returns:
        Number of ordered pairs with a counted mistake, out of p(p-1); 0 is best. With "decided" and
        "left-open", out of the decided pairs only. Their number depends on the estimate and its class,
        so compare shares, and do not read the count as a distance.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the graphs are of different classes, or of unsupported kinds; the error suggests a
            remedy.
        LimitError: the computation needs more memory than is available.

    See also:
        adjustment_coverage: the share of effects that the estimate decides.
        adjustment_claims: right, wrong and open effects.
        parent_aid: for DAGs and CPDAGs.
        canonical_set: the adjustment set that is used.

    References:
        The distance is defined by edgemark. Perković, Textor, Kalisch, Maathuis (2018), Complete
        graphical characterization and construction of adjustment sets, JMLR 18.

    Examples:
        >>> truth = Graph.parse("W --> C; C <-> T; C --> Y; T --> Y")
        >>> adjustment_aid(truth, truth)
        Count(0, of=12)
        >>> adjustment_aid(truth, Graph.parse("W --> C; T --> C; C --> Y; T --> Y"))
        Count(4, of=12)
    """
    counts = _verdict_counts(truth, estimate, compare)
    wrong = {
        "all": counts[_ZERO_WRONG:].sum(),
        "zero": counts[_ZERO_WRONG],
        "adjustment": counts[_SET_WRONG],
        "overclaimed": counts[_SET_THOUGH_OPEN],
        "abstained": counts[_OPEN_THOUGH_DECIDED],
        "decided": counts[_ZERO_WRONG:_OPEN_THOUGH_DECIDED].sum(),
        "left-open": counts[_OPEN_THOUGH_DECIDED],
    }[mistakes]
    if mistakes in ("decided", "left-open"):
        claims = _as_claims(counts, truth, compare, estimate)
        of = claims.right + claims.wrong if mistakes == "decided" else claims.decided_by_truth
        return count(int(wrong), of=of)
    return count(int(wrong), of=2 * truth.n_pairs)


@metric(
    better="neither",
    two_edges_on_a_pair=True,
    conventions=COVERAGE_OF_EFFECTS,
    cite="edgemark",
    most_nodes=500,
    auto_class="pag",
)
def adjustment_coverage(
    truth: GraphLike,
    estimate: GraphLike,
    *,
    of: Covered = "estimate",
    compare: ComparedEffects = "auto",
) -> float:
    """
    Give the share of causal effects that the estimate decides, 0 to 1.

    An effect is decided if the canonical set identifies it, or if the estimate claims that it is zero.
    The share describes the estimate and does not rate it. Read it together with `adjustment_aid` with
    ``mistakes="decided"``, the share of decided effects that are wrong. The CPDAG or PAG of the truth
    decides every effect that independences can decide. An estimate that claims more may agree with this
    truth by luck, but is wrong for another graph of the same class.

    Args:
        truth: a DAG, CPDAG, MAG or PAG without selection, p nodes.
        estimate: a graph of one of these kinds on the same nodes.
        of: "estimate" gives the coverage of the estimate, "best" that of the perfect estimate of its
            class. If the estimate is a CPDAG and the truth a MAG, that is the PAG of the truth. If the
            estimate is a MAG and the truth a DAG, it is the DAG, although a MAG may decide less.
        compare: as for `adjustment_aid`: "auto" or "native".

    Returns:
        0 to 1, out of all p(p-1) ordered pairs. nan for fewer than two nodes.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the graphs are of different classes, or of unsupported kinds; the error suggests a
            remedy.
        LimitError: the computation needs more memory than is available.

    See also:
        adjustment_aid: wrong effects.
        adjustment_claims: the same information, as counts.
        ancestral_coverage: the share of decided ancestral relations.

    References:
        The number is defined by edgemark.

    Examples:
        >>> truth = Graph.parse("V --> A; U --> A; A --> B", kind="mag")
        >>> found = Graph.parse("V o-o A o-o B; U", kind="pag")
        >>> [float(round(adjustment_coverage(truth, found, of=of), 2)) for of in ("estimate", "best")]
        [0.5, 0.67]
    """
    claims = _as_claims(_verdict_counts(truth, estimate, compare), truth, compare, estimate)
    return claims.best_coverage if of == "best" else claims.coverage


@dataclass(frozen=True, slots=True)
class AdjustmentClaims:
    """
    How many causal effects an estimate decides correctly, decides wrongly, or leaves open.

    Attributes:
        right: effects that the estimate decides correctly, by an adjustment set or as zero.
        wrong: effects that it decides wrongly.
        abstained: effects that it leaves open although the truth, in the same class, decides them.
        both_open: effects that both graphs leave open.
        decided_by_truth: effects that the truth decides. Unless `compare` is "native", a truth is
            first converted to the class of an estimate that is a CPDAG or a PAG. A DAG that is compared
            with a MAG stays as it is.

    Examples:
        >>> truth = Graph.parse("A --> B --> C", kind="mag")
        >>> claims = adjustment_claims(truth, to_pag(truth))
        >>> claims.wrong, claims.coverage, claims.best_coverage
        (0, 0.0, 0.0)
    """

    right: int
    wrong: int
    abstained: int
    both_open: int
    decided_by_truth: int

    @property
    def of(self) -> int:
        """Number of all ordered pairs."""
        return self.right + self.wrong + self.abstained + self.both_open

    @property
    def error_rate(self) -> float:
        """Share of wrong effects among those that the estimate decides; nan if it decides none."""
        return divide(self.wrong, self.right + self.wrong, "the estimate leaves every effect open")

    @property
    def coverage(self) -> float:
        """Share of all effects that the estimate decides."""
        return divide(self.right + self.wrong, self.of, "there is no pair of nodes")

    @property
    def best_coverage(self) -> float:
        """
        Share of all effects that a perfect estimate of the same class decides.

        If the estimate is a MAG and the truth a DAG, it is the share that the DAG decides.
        """
        return divide(self.decided_by_truth, self.of, "there is no pair of nodes")


def adjustment_claims(
    truth: Any, estimate: Any, *, compare: ComparedEffects = "auto"
) -> AdjustmentClaims:
    """
    Count the causal effects that an estimate decides correctly, decides wrongly, or leaves open.

    Even a perfect PAG leaves effects open that observational data cannot decide. So compare
    `AdjustmentClaims.coverage` with `AdjustmentClaims.best_coverage`, the coverage of a perfect
    estimate.

    Args:
        truth: a DAG, CPDAG, MAG or PAG without selection, or an object `as_graph` reads.
        estimate: a graph of one of these kinds on the same nodes, in any order.
        compare: as for `adjustment_aid`: "auto" or "native".

    Returns:
        Counts over all ordered pairs of treatment and outcome, with rates.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the graphs are of different classes, or of unsupported kinds; the error suggests a
            remedy.
        LimitError: the computation needs more memory than is available.

    Examples:
        >>> truth = Graph.parse("V --> A; U --> A; A --> B", kind="mag")
        >>> claims = adjustment_claims(truth, to_pag(truth))
        >>> claims.right, claims.abstained, claims.both_open, round(claims.coverage, 2)
        (8, 0, 4, 0.67)
    """
    require("compare", compare, choices(ComparedEffects))
    truth, estimate = as_graphs(truth, estimate)
    counts = _verdict_counts(truth, estimate, compare)
    warn_how_skeletons_are_read(truth, estimate)
    return _as_claims(counts, truth, compare, estimate)


def _as_claims(
    counts: NDArray[np.int64], truth: Graph, compare: ComparedEffects, estimate: Graph
) -> AdjustmentClaims:
    converted_truth = _graphs_of_one_class(truth, estimate, compare)[0]
    return claims_of_counts(
        counts,
        converted_truth.cached(
            "counts of itself", lambda graph: _uncached_verdict_counts(graph, graph, "native")
        ),
    )


def claims_of_counts(counts: NDArray[np.int64], counts_of_truth: NDArray[np.int64]) -> AdjustmentClaims:
    """
    Return the claims of an estimate from the counts of its verdicts. `counts_of_truth` are the counts of
    a perfect estimate, that is, of the truth as its own estimate.
    """
    return AdjustmentClaims(
        right=_n_right(counts),
        wrong=int(counts[_ZERO_WRONG:_OPEN_THOUGH_DECIDED].sum()),
        abstained=int(counts[_OPEN_THOUGH_DECIDED]),
        both_open=int(counts[_BOTH_OPEN]),
        decided_by_truth=_n_right(counts_of_truth),
    )


def _n_right(counts: NDArray[np.int64]) -> int:
    return int(counts[[_ZERO_RIGHT, _SET_RIGHT]].sum())
