"""
Scores of edge probabilities: Brier score, log score, calibration error and reliability diagram.

One file, because all these scores read the same probabilities.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import as_number, is_whole
from edgemark.content_equality import EqualByContent
from edgemark.conventions.options import Bins, Marginal, Sampled, choices, require
from edgemark.conventions.posterior import CALIBRATION, MARGINALS
from edgemark.errors import ConventionError, KindError, Remedy
from edgemark.graph import Graph, GraphSamples
from edgemark.graph.class_marginals import class_shares
from edgemark.graph.edge_probabilities import EdgeProbabilities
from edgemark.graph.edge_words import unpack
from edgemark.graph.likes import GraphLike
from edgemark.graph.sample_marginals import ROUNDING
from edgemark.metrics.compared_graphs import cpdag_of, score_adjacencies
from edgemark.metrics.declaration import as_sides, metric
from edgemark.metrics.restricted_pairs import candidates_of, refuse_candidates
from edgemark.resources import demand_memory
from edgemark.values import Curve, Undefined

__all__ = [
    "Reliability",
    "edge_brier",
    "edge_calibration_error",
    "edge_log_score",
    "pair_brier",
    "pair_log_score",
    "reliability",
]

Values = NDArray[np.float64]

_NO_PAIR = "there is no pair of nodes"
_MAX_BINS = 10**6
_LIMIT = "the limit of the probabilities, in a report as 'edge_log_score:clip=0.001'"
_CLIP = ("clip=0.001", "-m edge_log_score:clip=0.001")
_BYTES_OF_PAIR = 60  # position, probability and truth of a pair, with sorted copies


@metric(better="lower", worst=1.0, conventions=MARGINALS, cite="brier1950", candidates=True)
def edge_brier(truth: GraphLike, estimate: EdgeProbabilities, *, of: Marginal = "directed") -> float:
    r"""
    Give the Brier score of edge probabilities, their mean squared error, 0 to 1.

    .. math:: \frac{1}{p(p-1)} \sum_{i \ne j} (p_{ij} - y_{ij})^2

    Also called mean squared error of edge probabilities.

    Args:
        truth: reference graph, which must be directed unless `of` is "skeleton".
        estimate: samples of graphs on the same nodes, or scores that are probabilities.
        of: "directed": edges i --> j, over p(p-1) ordered pairs. "skeleton": adjacent pairs, over
            p(p-1)/2 pairs. "ancestral": directed paths from i to j, over p(p-1) ordered pairs.

    Returns:
        0 to 1; 0 is best. It is 0.25 if every probability is one half.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        KindError: the truth is not directed, or the scores are not probabilities.

    See also:
        edge_log_score: punishes confident errors more.
        pair_brier: with one distribution for each pair.
        reliability: the reliability diagram.

    References:
        Brier (1950), Verification of forecasts expressed in terms of probability.

    Examples:
        >>> from edgemark import EdgeScores
        >>> truth = Graph.parse("A --> B")
        >>> edge_brier(truth, EdgeScores([[0, 0.5], [0, 0]], ["A", "B"], direction="row-to-column"))
        0.125
    """
    probabilities, is_true = _probabilities_and_truth(truth, estimate, of)
    return float(((probabilities - is_true) ** 2).mean()) if is_true.size else Undefined(_NO_PAIR)


def _best_loss(options: Mapping[str, Any]) -> float:
    """Return the log score of a perfect estimate; nan if `clip` depends on the number of draws."""
    return nan if options["clip"] is None else -log(1 - options["clip"])


@metric(
    better="lower", conventions=MARGINALS, cite="good1952", candidates=True, best_by_options=_best_loss
)
def edge_log_score(
    truth: GraphLike,
    estimate: EdgeProbabilities,
    *,
    of: Marginal = "directed",
    clip: float | None = None,
) -> float:
    r"""
    Give the log score of edge probabilities, the mean of -log(probability of the true outcome).

    A probability that is a share of draws can be exactly 0 or 1, and one wrong 0 would make the mean
    infinite. Probabilities are therefore clipped to [clip, 1 - clip]. A perfect estimate has -log(1 -
    clip).

    Also called log loss, cross-entropy or negative log-likelihood (NLL).

    Args:
        truth: reference graph, which must be directed unless `of` is "skeleton".
        estimate: samples of graphs on the same nodes, or scores that are probabilities.
        of: "directed", "skeleton" or "ancestral", see `edge_brier`.
        clip: limit of the probabilities, above 0 and below 0.5; None takes 1/(2S+2) for S draws.

    Returns:
        -log(1 - clip), which is best, to -log(clip), in nats.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: `clip` is out of range.
        KindError: the truth is not directed, the scores are not probabilities, or they need `clip`.

    See also:
        edge_brier: the mean squared error.
        pair_log_score: with one distribution for each pair.

    References:
        Good (1952), Rational decisions.

    Examples:
        >>> truth = Graph.parse("A --> B")
        >>> samples = GraphSamples([truth, Graph.parse("A; B")])
        >>> round(edge_log_score(truth, samples), 4), round(edge_log_score(truth, samples, clip=0.01), 4)
        (0.4377, 0.3516)
    """
    needs_clip = clip is None and estimate.n_draws is None
    try:
        probabilities, is_true = _probabilities_and_truth(truth, estimate, of)
    except KindError as error:
        also = [Remedy(f"Also state {_LIMIT}")] if needs_clip else []
        raise error.advising(*also) from None
    if needs_clip:
        raise KindError(
            "probabilities must be clipped; the limit needs the number of draws, which scores lack",
            Remedy(f"State {_LIMIT}", *_CLIP),
        )
    bound = _checked_clip(clip, estimate.n_draws or 0)
    probabilities = np.clip(probabilities, bound, 1 - bound)
    losses = -np.log(np.where(is_true == 1, probabilities, 1 - probabilities))
    return float(losses.mean()) if is_true.size else Undefined(_NO_PAIR)


@metric(
    better="lower",
    worst=1.0,
    conventions=CALIBRATION,
    cite="naeini2015",
    candidates=True,
)
def edge_calibration_error(
    truth: GraphLike,
    estimate: EdgeProbabilities,
    *,
    of: Marginal = "directed",
    bins: Bins = "fixed",
    n_bins: int = 10,
    against: Sampled = "graph",
) -> float:
    r"""
    Give the expected calibration error (ECE) of edge probabilities, 0 to 1.

    .. math:: \sum_b \frac{n_b}{n} |y_b - p_b|

    over bins b of similar probabilities. A bin has :math:`n_b` of the n pairs, the share :math:`y_b` of
    true edges and the mean probability :math:`p_b`. Most pairs have no edge and a probability near 0, so
    the error is small for almost any estimate. Also look at `reliability`.

    If data cannot distinguish the members of the truth's equivalence class, the best posterior is spread
    over all of them. Compared with the truth alone, it looks badly calibrated. With ``against="class"``,
    :math:`y_b` is the mean share of the members of the class that have the edge.

    Args:
        truth: reference graph, which must be directed unless `of` is "skeleton".
        estimate: samples of graphs on the same nodes, or scores that are probabilities.
        of: "directed", "skeleton" or "ancestral", see `edge_brier`.
        bins: "fixed": B bins of equal width, [k/B, (k+1)/B), the last one closed. "adaptive": bins with
            about the same number of pairs; equal probabilities stay in one bin.
        n_bins: number of bins, B, at most a million.
        against: "graph": the truth itself. "class": all members of the equivalence class of a DAG or
            CPDAG, or 10,000 drawn ones if a chain component (for "ancestral": the class) has more.

    Returns:
        0 to 1; 0 is best.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: `n_bins` is out of range.
        KindError: the truth is not directed, has no equivalence class, or the scores are not
            probabilities.

    See also:
        reliability: the bins themselves.
        edge_brier: calibration and sharpness together.

    References:
        Naeini, Cooper, Hauskrecht (2015), Obtaining well calibrated probabilities using Bayesian
        binning.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> samples = GraphSamples([truth, truth, Graph.parse("A <-- B --> C"), truth])
        >>> edge_calibration_error(truth, samples) == 0.5 / 6
        True
        >>> spread = GraphSamples([truth, Graph.parse("A <-- B --> C"), Graph.parse("A <-- B <-- C")])
        >>> round(edge_calibration_error(truth, spread), 3)
        0.111
        >>> edge_calibration_error(truth, spread, against="class")
        0.0
    """
    compared = _probabilities_and_truth(truth, estimate, of, against)
    return _binned(*compared, bins, n_bins, estimate.precision).error


@metric(better="lower", worst=2.0, cite="brier1950")
def pair_brier(truth: GraphLike, estimate: GraphSamples) -> float:
    r"""
    Give the Brier score of pair states (no edge, i --> j, i <-- j, and so on), 0 to 2.

    .. math:: \frac{2}{p(p-1)} \sum_{i < j} \sum_s (p_{ij,s} - y_{ij,s})^2

    where :math:`p_{ij,s}` is the weight of the samples in which the pair has the state s, as a share of
    all weight, and :math:`y_{ij,s}` is 1 for the true state and 0 for others.

    Also called multi-category Brier score.

    Args:
        truth: reference graph of any kind.
        estimate: samples of graphs on the same nodes, of any kind.

    Returns:
        0 to 2; 0 is best, and 2 means that every pair has all its weight on one wrong state.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.

    See also:
        edge_brier: one probability for each direction.
        pair_log_score: punishes confident errors more.

    References:
        Brier (1950), Verification of forecasts expressed in terms of probability.

    Examples:
        >>> truth = Graph.parse("A --> B")
        >>> pair_brier(truth, GraphSamples([truth, Graph.parse("A <-- B")]))
        0.5
    """
    true_weights, squares = _weights_of_true_states(truth, estimate)
    return float((squares - 2 * true_weights + 1).mean()) if true_weights.size else Undefined(_NO_PAIR)


@metric(better="lower", cite="good1952", best_by_options=_best_loss)
def pair_log_score(truth: GraphLike, estimate: GraphSamples, *, clip: float | None = None) -> float:
    """
    Give the log score of pair states (no edge, i --> j, i <-- j, and so on).

    It is the mean of -log(weight of the samples that have the true state). Also called log loss or
    cross-entropy.

    Args:
        truth: reference graph of any kind.
        estimate: samples of graphs on the same nodes, of any kind.
        clip: limit of the weights, which are clipped to [clip, 1 - clip], see `edge_log_score`.

    Returns:
        -log(1 - clip), which is best, to -log(clip), in nats.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: `clip` is out of range.

    See also:
        edge_log_score: one probability for each direction.
        pair_brier: the squared error.

    References:
        Good (1952), Rational decisions.

    Examples:
        >>> truth = Graph.parse("A --> B")
        >>> round(pair_log_score(truth, GraphSamples([truth, Graph.parse("A <-- B")])), 4)
        0.6931
    """
    bound = _checked_clip(clip, estimate.n_draws)
    true_weights, _ = _weights_of_true_states(truth, estimate)
    if not true_weights.size:
        return Undefined(_NO_PAIR)
    return float(-np.log(np.clip(true_weights, bound, 1 - bound)).mean())


# ---- reliability


@dataclass(frozen=True, slots=True, eq=False)
class Reliability(EqualByContent):
    """
    Reliability diagram: the mean edge probability and the share of true edges in each bin.

    Empty bins are left out. The arrays are read-only and have one value for each bin, by rising
    probability.

    Attributes:
        predicted: mean probability in each bin.
        observed: share of true edges in each bin.
        counts: number of node pairs in each bin.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> samples = GraphSamples([truth, truth, truth, Graph.parse("A <-- B --> C")])
        >>> diagram = reliability(truth, samples)
        >>> diagram.predicted, diagram.observed, diagram.counts
        (array([0.  , 0.25, 0.75, 1.  ]), array([0., 0., 1., 1.]), array([3, 1, 1, 1]))
    """

    predicted: Values
    observed: Values
    counts: NDArray[np.int64]

    @property
    def curve(self) -> Curve:
        """Return the bins as a curve, for tables and figures."""
        values = np.column_stack([self.predicted, self.observed, self.counts])
        return Curve("reliability", ("predicted", "observed", "pairs"), values, "predicted")

    @property
    def error(self) -> float:
        """Expected calibration error (ECE): the mean difference, weighted by the number of pairs."""
        if not self.counts.size:
            return Undefined(_NO_PAIR)
        gaps = np.abs(self.observed - self.predicted)
        return float((self.counts * gaps).sum() / self.counts.sum())

    @property
    def largest_error(self) -> float:
        """Maximum calibration error (MCE): the largest difference in any bin."""
        if not self.counts.size:
            return Undefined(_NO_PAIR)
        return float(np.abs(self.observed - self.predicted).max())


def reliability(
    truth: Any,
    estimate: Any,
    *,
    of: Marginal = "directed",
    bins: Bins = "fixed",
    n_bins: int = 10,
    against: Sampled = "graph",
) -> Reliability:
    """
    Return the reliability diagram of edge probabilities.

    Also called calibration curve.

    Args:
        truth: reference graph, which must be directed unless `of` is "skeleton".
        estimate: `GraphSamples`, or `EdgeScores` that are probabilities.
        of: "directed", "skeleton" or "ancestral", see `edge_brier`.
        bins: "fixed" or "adaptive", see `edge_calibration_error`.
        n_bins: number of bins, at most a million.
        against: "graph" or "class", see `edge_calibration_error`.

    Returns:
        Mean probability, share of true edges and number of pairs of each bin that is not empty.

    Raises:
        AlignmentError: truth and estimate do not have the same nodes.
        ConventionError: an option has an unknown value, or `n_bins` is out of range.
        KindError: the truth is not directed, has no equivalence class, or the scores are not
            probabilities.

    See also:
        edge_calibration_error: the mean difference over the bins.

    Examples:
        >>> truth = Graph.parse("A --> B")
        >>> diagram = reliability(truth, GraphSamples([truth, Graph.parse("A; B")]), bins="adaptive")
        >>> diagram.predicted, diagram.observed
        (array([0. , 0.5]), array([0., 1.]))
    """
    require("of", of, choices(Marginal))
    require("bins", bins, choices(Bins))
    require("against", against, choices(Sampled))
    truth, estimate = as_sides(truth, estimate)
    found = EdgeProbabilities.of(estimate)
    compared = _probabilities_and_truth(truth, found, of, against)
    return _binned(*compared, bins, n_bins, found.precision)


def _binned(
    probabilities: Values, true_shares: Values, bins: Bins, n_bins: int, precision: Any
) -> Reliability:
    if not is_whole(n_bins) or not 1 <= n_bins <= _MAX_BINS:
        raise ConventionError(f"n_bins must be a whole number from 1 to {_MAX_BINS}; got {n_bins!r}")
    bin_of_pair = _BINS[bins](probabilities, int(n_bins), precision)
    counts = np.bincount(bin_of_pair, minlength=n_bins)
    has_pairs = counts > 0
    sums = (np.bincount(bin_of_pair, values, n_bins) for values in (probabilities, true_shares))
    predicted, observed = (total[has_pairs] / counts[has_pairs] for total in sums)
    for array in (predicted, observed, counts := counts[has_pairs]):
        array.flags.writeable = False
    return Reliability(predicted, observed, counts)


def _fixed_bins(probabilities: Values, n_bins: int, precision: Any) -> NDArray[np.intp]:
    """Return the bin k of each p, with k/B <= p < (k+1)/B. A rounding error below k/B is ignored."""
    exact = np.arange(n_bins) / n_bins
    # k/B is rounded to the type of the probabilities, as thresholds are.
    starts = np.minimum(exact, exact.astype(precision)) * (1 - ROUNDING)
    return np.searchsorted(starts, probabilities, side="right") - 1


def _adaptive_bins(probabilities: Values, n_bins: int, _: Any) -> NDArray[np.intp]:
    """Return bins with about equally many values. Equal values are put into the same bin."""
    n_smaller = np.searchsorted(np.sort(probabilities), probabilities, side="left")
    return n_smaller * n_bins // max(probabilities.size, 1)


_BINS = {"fixed": _fixed_bins, "adaptive": _adaptive_bins}


# ---- compared values


def _probabilities_and_truth(
    truth: Graph, estimate: EdgeProbabilities, of: Marginal, against: Sampled = "graph"
) -> tuple[Values, Values]:
    """
    Return, sorted, the probability of each pair and 1 if the truth has the edge, otherwise 0.

    With against="class", the second number is the share of the members of the class that have the edge.
    """
    n = truth.n_nodes
    demand_memory(_BYTES_OF_PAIR * n * n, f"a matrix of the probabilities of all pairs of {n} nodes")
    is_scored = _scored_cells(truth, of)
    return _sorted(estimate.marginals(of)[is_scored], _true_shares(truth, of, against)[is_scored])


def _scored_cells(truth: Graph, of: Marginal) -> NDArray[np.bool_]:
    """Mark the cells of a matrix whose pairs are scored: all, or those of the candidate edges."""
    n, candidates = truth.n_nodes, candidates_of(truth)
    cells = np.triu(np.ones((n, n), bool), 1) if of == "skeleton" else ~np.eye(n, dtype=bool)
    if candidates is None:
        return cells
    if of == "ancestral":
        refuse_candidates(truth, "a probability of directed paths")
    mask = candidates.mask
    return cells & (mask | mask.T) if of == "skeleton" else mask


def _true_shares(truth: Graph, of: Marginal, against: Sampled) -> Values:
    if against == "class":
        cpdag = cpdag_of(truth, "truth", score_adjacencies())
        shares: Values = cpdag.cached(("shares", of), lambda g: class_shares(g, of))
        return shares
    if of != "skeleton" and (reason := truth.objection("digraph")):
        raise KindError(
            f"probabilities of {of} edges need a directed graph as the truth; {reason}",
            Remedy("Score the adjacencies", 'of="skeleton"'),
            Remedy("Compare edges of any kind", "pair_brier(truth, samples)", "-m pair_brier"),
        )
    return GraphSamples.of(truth).marginals(of)


def _weights_of_true_states(truth: Graph, estimate: GraphSamples) -> tuple[Values, Values]:
    """Return the weight of each pair's true state and the sum of all squared weights; sorted."""
    states, shares = estimate.states()
    # States that no sample has point to an additional matrix of zeros.
    position_of_state = np.full(16, states.size)
    position_of_state[states] = np.arange(states.size)
    with_zeros = np.concatenate([shares, np.zeros_like(shares[:1])])
    squares = np.sort(shares**2, axis=0).sum(axis=0)
    true_weights = shares[0].copy()  # The first state is "no edge".
    firsts, seconds, true_states = unpack(truth.words)
    true_weights[firsts, seconds] = with_zeros[position_of_state[true_states], firsts, seconds]
    upper = np.triu_indices(truth.n_nodes, 1)
    return _sorted(true_weights[upper], squares[upper])


def _sorted(first: Values, second: Values) -> tuple[Values, Values]:
    """Sort the values, so that the rounding of sums does not depend on the order of the nodes."""
    order = np.lexsort((second, first))
    return first[order], second[order]


def _checked_clip(clip: float | None, n_draws: int) -> float:
    if clip is None:
        return 1 / (2 * n_draws + 2)
    if not 0 < as_number(clip) < 0.5:
        raise ConventionError(f"clip must be above 0 and below 0.5; got {clip!r}")
    return float(clip)
