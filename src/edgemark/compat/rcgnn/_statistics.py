"""Section 6 of the RC-GNN evaluation document: aggregates over seeds, and the paired test."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from math import nan, sqrt
from typing import Any

from edgemark.errors import InputTypeError, Remedy, StatisticsError, StatisticsWarning
from edgemark.stats import Bootstrap, Summary, summarize
from edgemark.stats.cells import checked
from edgemark.stats.comparison import comparison_of

_NORMAL_QUANTILE = 1.96
_SIGNIFICANT = 0.05


def aggregate_metrics(
    metrics_list: Iterable[Mapping[str, Any]], *, literal: bool = False
) -> dict[str, dict[str, float]]:
    """
    Return mean, standard deviation, extremes and 95 % interval over seeds for every metric.

    The interval is Student's t. The document uses 1.96 for any number of seeds, which is too narrow
    (five seeds need 2.776). Its function cannot run, because it multiplies a number by a dictionary.

    Args:
        metrics_list: one dictionary of metrics for each seed; None and nan are missing values.
        literal: whether to use 1.96, as the document does.

    Returns:
        Dictionaries by metric under "mean", "std", "min", "max", "ci_lower" and "ci_upper", over the
        seeds with a value, and under "n", the number of these seeds. Results that need several values
        are nan for a single one.

    Raises:
        StatisticsError: there are no seeds, or a value is infinite or beyond 1e149.
        TypeError: the argument is not a list of dictionaries, or a value is not a number.

    Examples:
        >>> found = aggregate_metrics([{"f1": 0.8}, {"f1": 0.9}, {"f1": None}, {"f1": 0.7}])
        >>> round(found["mean"]["f1"], 3), round(found["ci_upper"]["f1"], 3), found["n"]["f1"]
        (0.8, 1.048, 3)
    """
    seeds = _seeds(metrics_list)
    names = list(dict.fromkeys(name for seed in seeds for name in seed))
    summaries = {
        name: summarize([checked(seed.get(name), f"{name!r}") for seed in seeds], resamples=100)
        for name in names
    }
    intervals = {name: _interval(summary, literal) for name, summary in summaries.items()}
    return {
        "mean": {name: summary.mean for name, summary in summaries.items()},
        "std": {name: summary.sd for name, summary in summaries.items()},
        "min": {name: summary.lowest for name, summary in summaries.items()},
        "max": {name: summary.highest for name, summary in summaries.items()},
        "ci_lower": {name: low for name, (low, _) in intervals.items()},
        "ci_upper": {name: high for name, (_, high) in intervals.items()},
        "n": {name: summary.n for name, summary in summaries.items()},
    }


def paired_test(
    method_a_scores: Any, method_b_scores: Any, *, literal: bool = False
) -> dict[str, float | bool]:
    """
    Return Wilcoxon's signed-rank test of paired scores, and the rank-biserial correlation.

    The effect size is above 0 if a has the higher scores. The document defines it as 1 - 2W / (n(n+1))
    with the smaller rank sum W. This is between 0.5 and 1 whichever method is better, and 0.5 if neither
    is. Tied scores raise it, because n counts tied pairs and W does not: it is 1 if the methods tie in
    every run.

    Args:
        method_a_scores: scores of one method, one for each run; or by key, see `edgemark.stats.as_runs`.
        method_b_scores: scores of the other method on the same runs in the same order.
        literal: whether to compute all four values as the document does: `scipy.stats.wilcoxon` of two
            lists, and the formula above. Rounding errors such as 1e-16 then count as differences, and
            scipy chooses the method (the normal approximation if differences are tied or zero).

    Returns:
        "test_statistic" (the smaller rank sum, zeros dropped), "p_value" (exact), "effect_size_r"
        (nan if both methods have the same score in every run) and "significant" (p below 0.05).

    Raises:
        StatisticsError: a score without a partner, or no scores.
        TypeError: scores by key under `literal`.

    Warns:
        StatisticsWarning: too few runs for a p-value below 0.05, such as five. Not under `literal`.

    Examples:
        >>> a, b = [0.92, 0.95, 0.88, 0.91, 0.94, 0.90], [0.65, 0.70, 0.60, 0.66, 0.71, 0.96]
        >>> found = paired_test(a, b)
        >>> found["test_statistic"], found["p_value"], found["significant"]
        (1.0, 0.0625, False)
        >>> paired_test(b, a)["effect_size_r"], paired_test(b, a, literal=True)["effect_size_r"]
        (-0.9047619047619048, 0.9523809523809523)
    """
    if literal:
        return _as_written(method_a_scores, method_b_scores)
    comparison = comparison_of(method_a_scores, method_b_scores, "higher", 0.95, Bootstrap(100))
    for text in comparison.warnings:
        warnings.warn(text, StatisticsWarning, stacklevel=2)
    return {
        "test_statistic": comparison.wilcoxon.statistic,
        "p_value": comparison.p_value,
        "effect_size_r": comparison.effect,
        "significant": comparison.significant,
    }


def _as_written(method_a_scores: Any, method_b_scores: Any) -> dict[str, float | bool]:
    """The result of the document's function, with Python numbers instead of NumPy's."""
    from scipy.stats import wilcoxon

    a, b = (_list(scores) for scores in (method_a_scores, method_b_scores))
    if len(a) != len(b) or not a:
        raise StatisticsError(
            f"each method needs a score for every run; got {len(a)} and {len(b)} scores"
        )
    statistic, p_value = (float(value) for value in wilcoxon(a, b))
    n = len(a)
    return {
        "test_statistic": statistic,
        "p_value": p_value,
        "effect_size_r": 1 - (2 * statistic) / (n * (n + 1)),
        "significant": p_value < _SIGNIFICANT,
    }


def _list(scores: Any) -> list[float]:
    if isinstance(scores, Mapping) or not isinstance(scores, Iterable):
        raise InputTypeError(
            f"the test as written takes two lists of scores; got a {type(scores).__name__}"
        )
    return list(scores)


def _seeds(metrics_list: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    is_table = isinstance(metrics_list, Mapping) or hasattr(metrics_list, "columns")
    if is_table or not isinstance(metrics_list, Iterable):
        records = "metrics_list=metrics_list.to_dict('records')"
        raise InputTypeError(
            "metrics_list must be a list of dictionaries, one for each seed; got one "
            f"{type(metrics_list).__name__}",
            *(
                [Remedy("Make it a list of dictionaries", records)]
                if hasattr(metrics_list, "to_dict")
                else []
            ),
        )
    seeds = list(metrics_list)
    if not seeds:
        raise StatisticsError("aggregate_metrics needs the metrics of at least one seed; got none")
    for seed in seeds:
        if not isinstance(seed, Mapping):
            raise InputTypeError(f"metrics of a seed must be a dictionary; got {type(seed).__name__}")
    return seeds


def _interval(summary: Summary, literal: bool) -> tuple[float, float]:
    if not literal:
        return summary.t.low, summary.t.high
    half = _NORMAL_QUANTILE * summary.sd / sqrt(summary.n) if summary.n else nan
    return summary.mean - half, summary.mean + half
