"""Corrections for testing several metrics."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from edgemark.errors import ConventionError, InputTypeError
from edgemark.stats.comparison import Comparison
from edgemark.stats.holm import holm
from edgemark.stats.ranking import Ranking

__all__ = ["MetricTest", "over_metrics"]

Verdict = Comparison | Ranking


@dataclass(frozen=True, slots=True)
class MetricTest:
    """
    The test of two methods by one metric, among several metrics.

    Attributes:
        metric: the key of the metric.
        a: one method.
        b: the other.
        p_value: p-value of Wilcoxon's test, without a correction.
        p_family: the corrected p-value, see `over_metrics`.
        is_primary: whether this is the primary metric.
    """

    metric: Hashable
    a: str
    b: str
    p_value: float
    p_family: float
    is_primary: bool


def over_metrics(
    verdicts: Mapping[Any, Verdict], *, primary: Hashable | None = None
) -> tuple[MetricTest, ...]:
    """
    Correct the tests of several metrics, to control the family-wise error rate.

    Without a primary metric, Holm's correction runs over all pairs of methods and all metrics. With a
    primary metric, its tests are corrected only among themselves, and those of the other metrics among
    themselves: each of the two families keeps the level.

    Args:
        verdicts: the results of `compare` or `rank`, by metric.
        primary: the metric that was chosen before looking at the results.

    Returns:
        One corrected test for each metric and pair of methods.

    Raises:
        ConventionError: the primary metric is not among the verdicts.
        TypeError: a verdict is neither a `Comparison` nor a `Ranking`.

    Examples:
        >>> from edgemark import stats
        >>> first, second = [5, 6, 8, 7, 9, 9, 8], [4, 3, 4, 2, 3, 2, 0]
        >>> found = {"shd": stats.compare(first, second), "sid": stats.compare(second, first)}
        >>> [(test.p_value, test.p_family) for test in stats.over_metrics(found)]
        [(0.015625, 0.03125), (0.015625, 0.03125)]
        >>> [test.p_family for test in stats.over_metrics(found, primary="shd")]
        [0.015625, 0.015625]
    """
    if primary is not None and primary not in verdicts:
        raise ConventionError.unknown("primary", primary, map(str, verdicts))
    tests = [(metric, *test) for metric, verdict in verdicts.items() for test in _tests(metric, verdict)]
    corrected: dict[int, float] = {}
    for is_primary in (True, False):
        family = [k for k, test in enumerate(tests) if (test[0] == primary) == is_primary]
        corrected |= dict(zip(family, holm([tests[k][3] for k in family]), strict=True))
    return tuple(
        MetricTest(metric, a, b, p, corrected[k], primary is not None and metric == primary)
        for k, (metric, a, b, p) in enumerate(tests)
    )


def _tests(metric: Hashable, verdict: Verdict) -> Iterator[tuple[str, str, float]]:
    if isinstance(verdict, Comparison):
        yield (*verdict.names, verdict.p_value)
    elif isinstance(verdict, Ranking):
        for pair in verdict.pairs:
            yield pair.a, pair.b, pair.p_wilcoxon
    else:
        raise InputTypeError(
            f"every verdict must be a Comparison or a Ranking; got {type(verdict).__name__} for "
            f"{metric!r}"
        )
