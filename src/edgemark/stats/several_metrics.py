"""Corrections for testing several metrics."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from shlex import quote
from typing import Any

from edgemark.content_equality import EqualByContent
from edgemark.errors import (
    ConventionError,
    InputTypeError,
    Message,
    Remedy,
    StatisticsWarning,
    listing,
    plural,
)
from edgemark.stats.comparison import Comparison
from edgemark.stats.holm import holm
from edgemark.stats.ranking import Ranking
from edgemark.stats.runs import number_name

__all__ = ["MetricTest", "family_warnings", "over_metrics"]

Verdict = Comparison | Ranking


@dataclass(frozen=True, slots=True, eq=False)
class MetricTest(EqualByContent):
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
    themselves. The error rate is then controlled in each of these two families, not over both.

    Args:
        verdicts: the results of `compare` or `rank`, by metric.
        primary: the metric that was chosen before looking at the results.

    Returns:
        One corrected test for each metric and pair of methods.

    Raises:
        ConventionError: the primary metric is not among the verdicts.
        TypeError: `verdicts` is not a mapping, or a verdict is neither a `Comparison` nor a `Ranking`.

    Warns:
        StatisticsWarning: there are too few data sets or runs for any significant result of a metric
            after this correction.

    Examples:
        >>> from edgemark import stats
        >>> first, second = [5, 6, 8, 7, 9, 9, 8], [4, 3, 4, 2, 3, 2, 0]
        >>> verdicts = {"shd": stats.compare(first, second), "sid": stats.compare(second, first)}
        >>> [(test.p_value, test.p_family) for test in stats.over_metrics(verdicts)]
        [(0.015625, 0.03125), (0.015625, 0.03125)]
        >>> [test.p_family for test in stats.over_metrics(verdicts, primary="shd")]
        [0.015625, 0.015625]
    """
    if not isinstance(verdicts, Mapping):
        raise InputTypeError(
            f"verdicts must be a mapping by metric; got {type(verdicts).__name__}. Name the metric of "
            'each verdict: {"shd": verdict, "sid": other}'
        )
    if primary is not None and primary not in verdicts:
        raise ConventionError.unknown("primary", primary, map(str, verdicts))
    for text in family_warnings(verdicts, primary):
        warnings.warn(StatisticsWarning(text), stacklevel=2)
    tests = _tests(verdicts)
    corrected: dict[int, float] = {}
    for family in _families(tests, primary):
        corrected |= dict(zip(family, holm([tests[k].p_value for k in family]), strict=True))
    return tuple(
        MetricTest(
            test.metric,
            test.a,
            test.b,
            test.p_value,
            corrected[k],
            _is_primary(test, primary),
        )
        for k, test in enumerate(tests)
    )


def family_warnings(verdicts: Mapping[Any, Verdict], primary: Hashable | None) -> Iterator[Message]:
    """
    Yield a warning for each family with metrics that cannot be significant after this correction.

    Metrics that could not be significant if they were tested alone are left out. Metrics with different
    levels or units of replication have warnings of their own.
    """
    tests = _tests(verdicts)
    for family in _families(tests, primary):
        # Corrected p-values never fall if a p-value grows, so no test can reach less than this.
        smallest = holm([tests[k].smallest_p for k in family])
        smallest_by_metric: dict[Hashable, float] = {}
        for k, p in zip(family, smallest, strict=True):
            smallest_by_metric[tests[k].metric] = min(p, smallest_by_metric.get(tests[k].metric, 1.0))
        unreachable = {
            metric: p
            for metric, p in smallest_by_metric.items()
            if p >= _alpha(verdicts[metric])
            and min(holm([test.smallest_p for test in tests if test.metric == metric]))
            < _alpha(verdicts[metric])
        }
        groups: dict[tuple[float, str], dict[Hashable, float]] = {}
        for metric, p in unreachable.items():
            level_and_unit = _alpha(verdicts[metric]), _unit(verdicts[metric])
            groups.setdefault(level_and_unit, {})[metric] = p
        for group in groups.values():
            yield _cannot_be_significant(group, len(smallest_by_metric), len(family), verdicts, primary)


@dataclass(frozen=True, slots=True)
class _Test:
    metric: Hashable
    a: str
    b: str
    p_value: float
    smallest_p: float


def _families(tests: Sequence[_Test], primary: Hashable | None) -> list[list[int]]:
    """Return the positions of the tests in each family, which are corrected together."""
    families = (
        [k for k, test in enumerate(tests) if _is_primary(test, primary) == of_primary]
        for of_primary in (True, False)
    )
    return [family for family in families if family]


def _is_primary(test: _Test, primary: Hashable | None) -> bool:
    return primary is not None and test.metric == primary


def _cannot_be_significant(
    unreachable: Mapping[Hashable, float],
    n_metrics: int,
    n_tests: int,
    verdicts: Mapping[Any, Verdict],
    primary: Hashable | None,
) -> Message:
    first = next(iter(unreachable))
    alpha, smallest, unit = _alpha(verdicts[first]), min(unreachable.values()), _unit(verdicts[first])
    noun = "other metric" if primary is not None else "metric"
    problem = (
        f"{listing([_name(metric) for metric in unreachable])}: with Holm's correction over "
        f"{plural(n_metrics, noun)} ({n_tests} tests) p < {alpha:g} cannot be reached: the smallest "
        f"p-value is {smallest:.3g}. Add {unit}s, or test fewer metrics"
    )
    if primary is not None:
        return Message(problem)
    return Message(
        problem,
        Remedy(
            "Or name the metric that was chosen before the results were seen, such as",
            f"primary={first!r}",
            f"--primary {quote(_name(first))}",
        ),
    )


def _name(metric: Hashable) -> str:
    return number_name(metric) if isinstance(metric, tuple) and len(metric) == 2 else str(metric)


def _alpha(verdict: Verdict) -> float:
    return round(1 - verdict.level, 12)


def _unit(verdict: Verdict) -> str:
    return verdict.pairs.unit if isinstance(verdict, Comparison) else verdict.blocks.unit


def _tests(verdicts: Mapping[Any, Verdict]) -> list[_Test]:
    tests: list[_Test] = []
    for metric, verdict in verdicts.items():
        if isinstance(verdict, Comparison):
            smallest = verdict.wilcoxon.smallest_p
            tests.append(_Test(metric, *verdict.names, verdict.p_value, smallest))
        elif isinstance(verdict, Ranking):
            tests += [_Test(metric, p.a, p.b, p.p_wilcoxon, p.smallest_p) for p in verdict.pairs]
        else:
            raise InputTypeError(
                f"every verdict must be a Comparison or a Ranking; got {type(verdict).__name__} for "
                f"{metric!r}"
            )
    return tests
