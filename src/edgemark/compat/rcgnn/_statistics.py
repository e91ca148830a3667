"""Section 6 of the document: aggregates over seeds, and the paired test."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from math import nan, sqrt
from typing import Any

from edgemark.errors import StatisticsError, StatisticsWarning
from edgemark.stats import Bootstrap, Summary, summarize
from edgemark.stats.comparison import comparison_of
from edgemark.stats.runs import checked

_LARGE_N = 1.96


def aggregate_metrics(
    metrics_list: Iterable[Mapping[str, Any]], *, literal: bool = False
) -> dict[str, dict[str, float]]:
    """
    Mean, standard deviation, extremes and 95 % interval of every metric over seeds.

    The interval is Student's t; as written it takes 1.96 whatever the number of seeds, which is too
    narrow (five need 2.776), and it cannot run, for it subtracts dictionaries.

    Args:
        metrics_list: one dictionary of metrics for each seed; None and nan are missing values.
        literal: whether to take 1.96.

    Returns:
        "mean", "std", "min", "max", "ci_lower", "ci_upper", each by metric, over the seeds with a value;
        and "n", of how many that is. What a single value does not give is nan.

    Raises:
        StatisticsError: no seed at all, or a value that is infinite.
        TypeError: no list of dictionaries, or a value that is no number.

    Examples:
        >>> found = aggregate_metrics([{"f1": 0.8}, {"f1": 0.9}, {"f1": None}, {"f1": 0.7}])
        >>> round(found["mean"]["f1"], 3), round(found["ci_upper"]["f1"], 3), found["n"]["f1"]
        (0.8, 1.048, 3)
    """
    seeds = _seeds(metrics_list)
    names = list(dict.fromkeys(name for seed in seeds for name in seed))
    found = {
        name: summarize([checked(seed.get(name), f"{name!r}") for seed in seeds], resamples=100)
        for name in names
    }
    ends = {name: _ends(summary, literal) for name, summary in found.items()}
    return {
        "mean": {name: summary.mean for name, summary in found.items()},
        "std": {name: summary.sd for name, summary in found.items()},
        "min": {name: summary.lowest for name, summary in found.items()},
        "max": {name: summary.highest for name, summary in found.items()},
        "ci_lower": {name: low for name, (low, _) in ends.items()},
        "ci_upper": {name: high for name, (_, high) in ends.items()},
        "n": {name: summary.n for name, summary in found.items()},
    }


def paired_test(
    method_a_scores: Any, method_b_scores: Any, *, literal: bool = False
) -> dict[str, float | bool]:
    """
    Wilcoxon's signed-rank test of paired scores, and the rank-biserial correlation.

    The effect size is above 0 if a has the higher scores. With `literal=True` the document's own code
    runs: SciPy's test of the differences as floating-point numbers, so that equal differences may not
    tie, with its choice between the exact and the normal p-value, and the effect size
    1 - 2W / (n(n+1)) of the smaller sum of ranks W. That effect size is from 0.5 to 1 whichever method
    is better; if all scores are equal it is 1, as n counts pairs that W does not.

    Args:
        method_a_scores: of one method, one for each run; or by key, see `edgemark.stats.as_runs`.
        method_b_scores: of the other, on the same runs in the same order.
        literal: whether to run the code of the document; nan is then passed to SciPy.

    Returns:
        "test_statistic" (the smaller sum of ranks, zeros dropped), "p_value" (exact, unless literal),
        "effect_size_r" (nan if all scores are equal) and "significant" (p below 0.05).

    Raises:
        StatisticsError: lists of different length, or no pair of scores.

    Warns:
        StatisticsWarning: so few runs that no p-value can be below 0.05, such as five.

    Examples:
        >>> a, b = [0.92, 0.95, 0.88, 0.91, 0.94, 0.90], [0.65, 0.70, 0.60, 0.66, 0.71, 0.96]
        >>> found = paired_test(a, b)
        >>> found["test_statistic"], found["p_value"], found["significant"]
        (1.0, 0.0625, False)
        >>> paired_test(b, a)["effect_size_r"], paired_test(b, a, literal=True)["effect_size_r"]
        (-0.9047619047619048, 0.9523809523809523)
    """
    if literal and not _has_keys(method_a_scores) and not _has_keys(method_b_scores):
        return _as_written(method_a_scores, method_b_scores)
    found = comparison_of(method_a_scores, method_b_scores, "higher", 0.95, Bootstrap(100))
    for text in found.warnings:
        warnings.warn(StatisticsWarning(text), stacklevel=2)
    if literal:
        return _as_written(found.pairs.a, found.pairs.b)
    return {
        "test_statistic": found.wilcoxon.statistic,
        "p_value": found.p_value,
        "effect_size_r": found.effect,
        "significant": found.significant,
    }


def _has_keys(scores: Any) -> bool:
    """Whether scores name their runs, and so can be paired in another order."""
    is_series = not callable(getattr(scores, "index", len))
    return isinstance(scores, Mapping) or hasattr(scores, "columns") or is_series


def _as_written(a: Any, b: Any) -> dict[str, float | bool]:
    """The function of the document, with plain numbers instead of NumPy's."""
    from scipy.stats import wilcoxon

    statistic, p_value = map(float, wilcoxon(a, b))
    n = len(a)
    return {
        "test_statistic": statistic,
        "p_value": p_value,
        "effect_size_r": 1 - (2 * statistic) / (n * (n + 1)),
        "significant": p_value < 0.05,
    }


def _seeds(metrics_list: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    is_table = isinstance(metrics_list, Mapping) or hasattr(metrics_list, "columns")
    if is_table or not isinstance(metrics_list, Iterable):
        way_out = ". Of a frame it is frame.to_dict('records')" if is_table else ""
        raise TypeError(
            "metrics_list must be a list of dictionaries, one for each seed; got one "
            f"{type(metrics_list).__name__}{way_out}"
        )
    seeds = list(metrics_list)
    if not seeds:
        raise StatisticsError("aggregate_metrics needs the metrics of a seed or more; got none")
    for seed in seeds:
        if not isinstance(seed, Mapping):
            raise TypeError(f"the metrics of a seed must be a dictionary; got {type(seed).__name__}")
    return seeds


def _ends(summary: Summary, literal: bool) -> tuple[float, float]:
    if not literal:
        return summary.t.low, summary.t.high
    half = _LARGE_N * summary.sd / sqrt(summary.n) if summary.n else nan
    return summary.mean - half, summary.mean + half
