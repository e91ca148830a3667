"""
Exact means of ranking metrics under permuted scores or permuted labels.

As in `sorted_scores`, a "place" is a pair of nodes that is ranked: ordered or, for skeletons, unordered.
N is the number of places and E the number of true ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import KindError
from edgemark.graph import Candidates, EdgeScores, Graph
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.metrics.ranking.first_k import discounts, places_taken
from edgemark.metrics.ranking.sorted_scores import SortedScores, sorted_scores
from edgemark.metrics.restricted_pairs import candidates_of

__all__ = ["mean_of_ranking", "moves_unordered"]

_METRICS_AT_K = frozenset({"precision_at_k", "recall_at_k", "f1_at_k", "early_precision_ratio", "ndcg"})
_AVERAGE_PRECISIONS = frozenset({"average_precision", "auprc_ratio", "auprc_normalised"})
_BOTH_DIRECTIONS = 3  # As `Candidates.unordered` returns it.


def mean_of_ranking(
    name: str, options: Mapping[str, Any], truth: Graph, estimate: EdgeConfidences, *, over_pairs: bool
) -> float | None:
    """
    Return the mean of a metric over guesses; None if no closed form is known, or if it is undefined.

    In a guess, every place is equally likely to have the highest score, the second highest, and so on.
    So the mean number of true places among the k highest is k E / N, also under permuted labels. ROC AUC
    has a closed form only if the scores are permuted over all pairs or candidates (`over_pairs`).
    Average precision has one only if, in addition, all orders of the places are equally likely.

    Args:
        name: name of a metric.
        options: options of the metric.
        truth: the true graph, with its candidates if there are any.
        estimate: the estimate that the guesses permute.
        over_pairs: whether the scores are permuted over pairs; otherwise, the labels are permuted. True
            only for `EdgeScores`.
    """
    if name not in _METRICS_AT_K and not (over_pairs and name in {"roc_auc", *_AVERAGE_PRECISIONS}):
        return None
    of = options.get("of", "directed")
    try:
        order = sorted_scores(truth, estimate, of)
    except KindError:
        return None
    n_true, n_places = order.true.size, order.numbers.size + order.zeros
    if not n_true or (of == "skeleton" and _mix_one_and_both_directions(candidates_of(truth))):
        return None
    if name in _METRICS_AT_K:
        return _mean_at_k(name, options, n_true, n_places)
    if name == "roc_auc":
        return 0.5 if n_true < n_places else None
    assert isinstance(estimate, EdgeScores)
    sizes = _sizes_of_ties(estimate, order, of, candidates_of(truth))
    return None if sizes is None else _mean_of_average_precision(name, sizes, n_true, n_places)


def moves_unordered(scores: EdgeScores, candidates: Candidates | None) -> bool:
    """
    Whether scores are permuted over unordered pairs. They are if both directions of every pair count and
    have the same score.
    """
    return scores.is_symmetric and (
        candidates is None or bool(_count_in_both_directions(candidates).all())
    )


def _mix_one_and_both_directions(candidates: Candidates | None) -> bool:
    """Whether some pairs count in one direction and others in both."""
    return candidates is not None and np.unique(_count_in_both_directions(candidates)).size > 1


def _count_in_both_directions(candidates: Candidates) -> NDArray[np.bool_]:
    """Whether both directions are candidates, for each unordered pair with at least one candidate."""
    _, directions = candidates.unordered()
    return np.asarray(directions == _BOTH_DIRECTIONS)


def _mean_at_k(name: str, options: Mapping[str, Any], n_true: int, n_places: int) -> float | None:
    """Return the mean if each of the k highest places is true with probability E / N."""
    share, k = n_true / n_places, options.get("k")
    if name == "early_precision_ratio":
        return 1.0 if options.get("ties", "expected") == "expected" else None
    if name == "ndcg":
        last = n_places if k is None else places_taken(k, n_true, n_places)
        gained, best = discounts(np.array([last, min(n_true, last)]))
        return float(share * gained / best)
    n_taken = places_taken("E" if k is None else k, n_true, n_places)
    hits = share * n_taken
    denominators = {"precision_at_k": n_taken, "recall_at_k": n_true, "f1_at_k": (n_taken + n_true) / 2}
    return float(hits / denominators[name])


def _sizes_of_ties(
    estimate: EdgeScores, order: SortedScores, of: str, candidates: Candidates | None
) -> NDArray[np.float64] | None:
    """
    Return the number of places with each score, from the highest score down.

    None if these numbers differ between guesses, or if not all orders of the places are equally likely.
    """
    numbers = np.concatenate([order.numbers, np.zeros(min(order.zeros, 1))])
    scores, group = np.unique(numbers, return_inverse=True)
    sizes = np.bincount(group, minlength=scores.size).astype(np.float64)
    if order.zeros:
        sizes[np.searchsorted(scores, 0.0)] += order.zeros - 1
    moves_pairs = moves_unordered(estimate, candidates)
    if of != "skeleton" and moves_pairs:
        return None  # Both directions of a pair move together, so not all orders are equally likely.
    count_in_one_direction = candidates is not None and not _count_in_both_directions(candidates).any()
    if of == "skeleton" and not (moves_pairs or count_in_one_direction):
        # A pair has the higher score of its two directions. If scores tie, the number of pairs with a
        # given score depends on how a guess combines them.
        numbers = _scores_of_candidates(estimate, candidates)
        if np.unique(numbers).size < numbers.size:
            return None
    return sizes[::-1]


def _scores_of_candidates(estimate: EdgeScores, candidates: Candidates | None) -> NDArray[np.float64]:
    """Return the scores of all candidates, or of all ordered pairs if there are no candidates."""
    if candidates is not None:
        return estimate._cells.at(candidates.starts, candidates.ends)
    return estimate._cells.dense()[~np.eye(estimate.n_nodes, dtype=bool)]


def _mean_of_average_precision(
    name: str, sizes: NDArray[np.float64], n_true: int, n_places: int
) -> float | None:
    """
    Return the mean if all orders are equally likely; `sizes` is the number of places with each score.

    Each true place adds the precision among all places that have at least its score.
    """
    if name == "auprc_normalised" and n_true == n_places:
        return None
    share = n_true / n_places
    # The probability that two given places are both true.
    both_true = share * (n_true - 1) / (n_places - 1) if n_places > 1 else 0.0
    n_down_to = np.cumsum(sizes)
    mean = float((sizes * (share + (n_down_to - 1) * both_true) / n_down_to).sum() / n_true)
    if name == "auprc_ratio":
        return mean / share
    return (mean - share) / (1 - share) if name == "auprc_normalised" else mean
