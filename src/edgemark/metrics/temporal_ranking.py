"""Metrics of lagged edge scores that need no threshold."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Autolinks, TemporalRanked
from edgemark.conventions.temporal import TEMPORAL_RANKING
from edgemark.errors import ConventionError, Remedy
from edgemark.graph import TemporalGraph, TemporalScores
from edgemark.graph.likes import TemporalLike
from edgemark.metrics.cache import remembered
from edgemark.metrics.declaration import metric
from edgemark.metrics.ranking.areas import area_under_roc, mean_precision
from edgemark.metrics.ranking.sorted_scores import Ranking, SortedScores
from edgemark.metrics.temporal_sums import causal_keys
from edgemark.values import Undefined

__all__ = ["temporal_average_precision", "temporal_roc_auc"]

_NO_TRUE = "no ranked pair and lag has an edge --> in the truth"
_ALL_TRUE = "every ranked pair and lag has an edge --> in the truth"

_Selection = tuple[TemporalRanked, Autolinks, int | None]
"""The options that select the ranked pairs and lags: `of`, `autolinks` and `lag`."""


def _ranking(truth: TemporalGraph, scores: TemporalScores, selection: _Selection) -> Ranking:
    return remembered(
        scores, truth, ("ranking", selection), lambda: _compute_ranking(truth, scores, *selection)
    )


def _compute_ranking(
    truth: TemporalGraph,
    scores: TemporalScores,
    of: TemporalRanked,
    autolinks: Autolinks,
    lag: int | None,
) -> Ranking:
    values: NDArray[np.float64] = scores._values
    is_true: NDArray[np.bool_] = _true_places(truth)
    if lag is not None:
        _check_lag(truth, lag, of)
        values, is_true = values[lag : lag + 1], is_true[lag : lag + 1]
    elif of == "lagged":
        values, is_true = values[1:], is_true[1:]
    elif of == "summary":
        values, is_true = _highest(values)[None], np.logical_or.reduce(is_true, keepdims=True)
    is_ranked = np.ones(values.shape, bool)
    diagonal = np.arange(truth.n_nodes)
    if autolinks == "excluded":
        is_ranked[:, diagonal, diagonal] = False
    elif lag == 0 or (of == "all-lags" and lag is None) or (of == "summary" and not truth.max_lag):
        is_ranked[0, diagonal, diagonal] = False
    return SortedScores.of_labels(is_true[is_ranked], values[is_ranked]).ranked()


def _highest(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the highest score over lags; a variable has no edge to itself at lag 0."""
    best: NDArray[np.float64] = values.max(axis=0)
    if len(values) > 1:
        np.fill_diagonal(best, values[1:].max(axis=0).diagonal())
    return best


def _check_lag(truth: TemporalGraph, lag: int, of: TemporalRanked) -> None:
    if isinstance(lag, bool) or not isinstance(lag, int | np.integer) or not 0 <= lag <= truth.max_lag:
        raise ConventionError(f"lag must be from 0 to {truth.max_lag}; got {lag!r}")
    if of == "summary" or (of == "lagged" and lag == 0):
        ranks = "the highest score over all lags" if of == "summary" else "lags of 1 or more"
        raise ConventionError(
            f'of="{of}" ranks {ranks}; got lag={lag}',
            Remedy("Rank the edges of one lag", 'of="all-lags"'),
        )


def _true_places(truth: TemporalGraph) -> NDArray[np.bool_]:
    """Mark the true edges, by lag, cause and effect."""

    def find(truth: TemporalGraph) -> NDArray[np.bool_]:
        n, n_lags = truth.n_nodes, truth.max_lag + 1
        is_true = np.zeros((n_lags, n * n), bool)
        pairs, lags = np.divmod(causal_keys(truth, "counted"), n_lags)
        is_true[lags, pairs] = True
        return is_true.reshape(n_lags, n, n)

    return truth.cached("true places", find)


@metric(better="higher", cite="munozmari2020", conventions=TEMPORAL_RANKING)
def temporal_roc_auc(
    truth: TemporalLike,
    estimate: TemporalScores,
    *,
    of: TemporalRanked = "lagged",
    autolinks: Autolinks = "counted",
    lag: int | None = None,
) -> float:
    """
    Give the area under the ROC curve (ROC AUC, AUROC) of lagged edge scores, 0 to 1.

    It is the probability that a true edge scores higher than a false one. A tie counts one half, and
    random guessing gives 0.5.

    Args:
        truth: reference graph, p variables and lags to L.
        estimate: edge scores on the same variables, in any order, and to the same lag.
        of: what is ranked; it is true if the truth has ``-->``.

            - "lagged": cause, effect and lag, with all lags of 1 or more together, p²L in number.
            - "all-lags": the same with lag 0, at which a variable has no edge to itself.
            - "summary": ordered pairs with their highest score over the lags, for autolinks over the
              lags of 1 or more. CauseMe and CausalRivers use it without autolinks.
        autolinks: whether edges from a variable to itself are "counted" or "excluded".
        lag: a single lag to rank, instead of all lags that `of` combines; "lagged" allows 1 or more, and
            "summary" none.

    Returns:
        0 to 1; 1 is best. Undefined if none or all of what is ranked is true.

    Raises:
        AlignmentError: both sides do not have the same variables and maximum lag.
        ConventionError: there is no such lag, or `of` does not rank it alone.
        KindError: the estimate has no edge scores.

    See also:
        temporal_average_precision: the area under the precision-recall curve.
        roc_auc: for graphs without lags.

    Examples:
        >>> truth = TemporalGraph.parse("A --> A @1; A --> B @1; lags 1")
        >>> array = [[[0.9, 0.3], [0.5, 0.2]]]
        >>> scores = TemporalScores(array, ["A", "B"], direction="row-to-column", first_lag=1)
        >>> temporal_roc_auc(truth, scores), temporal_roc_auc(truth, scores, of="summary")
        (0.75, 0.75)
    """
    ranking = _ranking(truth, estimate, (of, autolinks, lag))
    if not ranking.n_true or ranking.n_true == ranking.size:
        return Undefined(_ALL_TRUE if ranking.n_true else _NO_TRUE)
    return area_under_roc(ranking)


@metric(better="higher", cite="boyd2013", conventions=TEMPORAL_RANKING)
def temporal_average_precision(
    truth: TemporalLike,
    estimate: TemporalScores,
    *,
    of: TemporalRanked = "lagged",
    autolinks: Autolinks = "counted",
    lag: int | None = None,
) -> float:
    """
    Give the average precision (AUPRC) of lagged edge scores, 0 to 1.

    Args:
        truth: reference graph, p variables and lags to L.
        estimate: edge scores on the same variables, in any order, and to the same lag.
        of: as for `temporal_roc_auc`: "lagged", "all-lags" or "summary".
        autolinks: as for `temporal_roc_auc`: "counted" or "excluded".
        lag: as for `temporal_roc_auc`: a single lag.

    Returns:
        0 to 1; 1 is best, and chance is the share of true edges among those ranked. Undefined if none is
        true.

    Raises:
        AlignmentError, ConventionError, KindError: as for `temporal_roc_auc`.

    See also:
        temporal_roc_auc: the area under the ROC curve.
        average_precision: for graphs without lags.

    Examples:
        >>> truth = TemporalGraph.parse("A --> A @1; A --> B @1; lags 1")
        >>> array = [[[0.9, 0.3], [0.5, 0.2]]]
        >>> scores = TemporalScores(array, ["A", "B"], direction="row-to-column", first_lag=1)
        >>> round(temporal_average_precision(truth, scores), 4)
        0.8333
    """
    ranking = _ranking(truth, estimate, (of, autolinks, lag))
    return mean_precision(ranking) if ranking.n_true else Undefined(_NO_TRUE)
