"""Exact means of ranking metrics under permuted scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import KindError
from edgemark.graph import Candidates, EdgeScores, Graph
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.metrics.candidate_pairs import candidates_of
from edgemark.metrics.ranking.first_k import discounts, places_taken
from edgemark.metrics.ranking.sorted_scores import SortedScores, sorted_scores

__all__ = ["mean_of_ranking", "moves_unordered"]

_METRICS_OF_FIRST = frozenset(
    {"precision_at_k", "recall_at_k", "f1_at_k", "early_precision_ratio", "ndcg"}
)
_METRICS_OF_PRECISION = frozenset({"average_precision", "auprc_ratio", "auprc_normalised"})


def mean_of_ranking(
    name: str, options: Mapping[str, Any], truth: Graph, estimate: EdgeConfidences, *, over_pairs: bool
) -> float | None:
    """
    Return the mean of a metric over guesses; None if it has no closed form.

    Every place is equally likely to hold a true edge. So the mean number of true edges among the first k
    places is k E / N, under permuted labels too. If scores are permuted over all pairs (`over_pairs`),
    all sets of places are equally likely.
    """
    if name not in _METRICS_OF_FIRST and not (
        over_pairs and name in {"roc_auc", *_METRICS_OF_PRECISION}
    ):
        return None
    of = options.get("of", "directed")
    try:
        order = sorted_scores(truth, estimate, of)
    except KindError:
        return None
    n_true, size = order.true.size, order.numbers.size + order.zeros
    if not n_true or (of == "skeleton" and _mix_one_and_both_directions(candidates_of(truth))):
        return None
    if name in _METRICS_OF_FIRST:
        return _mean_of_first(name, options, n_true, size)
    if name == "roc_auc":
        return 0.5 if n_true < size else None
    assert isinstance(estimate, EdgeScores)
    return _mean_of_precision(name, _sizes_of_ties(estimate, order, of, truth), n_true, size)


def moves_unordered(scores: EdgeScores, candidates: Candidates | None) -> bool:
    """Whether scores are permuted over unordered pairs: both directions of each pair count, and tie."""
    if not scores.is_symmetric:
        return False
    return candidates is None or bool((candidates.unordered()[1] == 3).all())


def _mix_one_and_both_directions(candidates: Candidates | None) -> bool:
    """Whether some pairs count in one direction and others in both."""
    return candidates is not None and np.unique(candidates.unordered()[1] == 3).size > 1


def _mean_of_first(name: str, options: Mapping[str, Any], n_true: int, size: int) -> float | None:
    share, k = n_true / size, options.get("k")
    if name == "early_precision_ratio":
        return 1.0 if options.get("ties", "expected") == "expected" else None
    if name == "ndcg":
        last = size if k is None else places_taken(k, n_true, size)
        gained, best = discounts(np.array([last, min(n_true, last)]))
        return float(share * gained / best)
    n_taken = places_taken("E" if k is None else k, n_true, size)
    hits = share * n_taken
    denominators = {"precision_at_k": n_taken, "recall_at_k": n_true, "f1_at_k": (n_taken + n_true) / 2}
    return float(hits / denominators[name])


def _sizes_of_ties(
    estimate: EdgeScores, order: SortedScores, of: str, truth: Graph
) -> NDArray[np.float64] | None:
    """The number of places with each score, from the highest down; None if guesses differ in it."""
    numbers = np.concatenate([order.numbers, np.zeros(min(order.zeros, 1))])
    scores, group = np.unique(numbers, return_inverse=True)
    sizes = np.bincount(group, minlength=scores.size).astype(np.float64)
    if order.zeros:
        sizes[np.searchsorted(scores, 0.0)] += order.zeros - 1
    candidates = candidates_of(truth)
    moves_pairs = moves_unordered(estimate, candidates)
    if of != "skeleton" and moves_pairs:
        return None  # Both directions of a pair move together.
    one_way = candidates is not None and bool((candidates.unordered()[1] != 3).all())
    if of == "skeleton" and not (moves_pairs or one_way):
        # A pair has the higher score of its two directions, so guesses differ in which pairs tie.
        numbers = _scores_of_candidates(estimate, candidates)
        return sizes if np.unique(numbers).size == numbers.size else None
    return sizes[::-1]


def _scores_of_candidates(estimate: EdgeScores, candidates: Candidates | None) -> NDArray[np.float64]:
    """The scores of all candidate pairs."""
    if candidates is not None:
        return estimate._cells.at(candidates.starts, candidates.ends)
    return estimate._cells.dense()[~np.eye(estimate.n_nodes, dtype=bool)]


def _mean_of_precision(
    name: str, sizes: NDArray[np.float64] | None, n_true: int, size: int
) -> float | None:
    if sizes is None or (name == "auprc_normalised" and n_true == size):
        return None
    share = n_true / size
    # The probability that two given places are both true.
    both_true = share * (n_true - 1) / (size - 1) if size > 1 else 0.0
    n_down_to = np.cumsum(sizes)
    mean = float((sizes * (share + (n_down_to - 1) * both_true) / n_down_to).sum() / n_true)
    if name == "auprc_ratio":
        return mean / share
    return (mean - share) / (1 - share) if name == "auprc_normalised" else mean
