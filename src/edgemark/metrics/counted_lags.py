"""
The lags that a metric of time series counts, for metrics whose value depends on the maximum lag.

A longer maximum lag adds pairs without an edge. They are true negatives: specificity, MCC and ROC AUC
count them, but F1 and most distances do not. The temporal SID then counts effects in a longer window.
"""

from __future__ import annotations

from typing import Any

from edgemark.graph import TemporalGraph

__all__ = ["counted_lags", "is_range_of_lags", "lags_of_row", "needs_negatives"]

_PREFIX = "lags 0 to "
_MEASURES = frozenset({"tn", "specificity", "npv", "fpr", "balanced_accuracy", "youden_j", "mcc"})
_WITHOUT_LAGS = ("contemporaneous", "changing modules", "summary")
_METRICS = frozenset({"temporal_confusion", "temporal_roc_auc", "temporal_sid", "temporal_aid"})
_WINDOWS = frozenset({("temporal_shd", "window")})


def counted_lags(metric: str, convention: str, truth: Any) -> str:
    """
    Return the lags that a metric of time series counts; "" if empty lags do not change its value.

    Only some measures of a confusion matrix count empty lags, see `needs_negatives`.

    Examples:
        >>> from edgemark import TemporalGraph
        >>> truth = TemporalGraph.parse("A --> B @1; lags 2")
        >>> counted_lags("temporal_sid", "T=L+1", truth), counted_lags("temporal_shd", "total", truth)
        ('lags 0 to 2', '')
    """
    return _lags(metric, convention, truth.max_lag) if isinstance(truth, TemporalGraph) else ""


def lags_of_row(metric: str, convention: str, max_lag: int) -> str:
    """
    Return the lags that a row of a report of time series counts; "" if empty lags do not change it.

    Examples:
        >>> lags_of_row("mcc", "all lags", 2), lags_of_row("f1", "all lags", 2)
        ('lags 0 to 2', '')
    """
    return _lags("temporal_confusion" if needs_negatives(metric) else metric, convention, max_lag)


def _lags(metric: str, convention: str, max_lag: int) -> str:
    is_affected = metric in _METRICS and not convention.startswith(_WITHOUT_LAGS)
    is_affected = is_affected or (metric, convention) in _WINDOWS
    return f"{_PREFIX}{max_lag}" if is_affected else ""


def needs_negatives(measure: str) -> bool:
    """Whether pairs that have no edge in both graphs change a measure of a confusion matrix."""
    return measure in _MEASURES


def is_range_of_lags(candidates: str) -> bool:
    """Whether the candidates of a row are lags instead of pairs of nodes."""
    return candidates.startswith(_PREFIX)
