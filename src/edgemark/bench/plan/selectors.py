"""Metrics by their names in plans, stores and tables."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from edgemark.errors import ConventionError, Remedy

__all__ = ["Selector", "selector", "selectors"]


@dataclass(frozen=True, slots=True)
class Selector:
    """
    One metric with its convention.

    Attributes:
        metric: the name of the metric or of a ratio of a confusion matrix, such as "f1".
        convention: name of the convention, or options such as "k = 0.4".
        better: "lower", "higher", "ratio" or "neither".
    """

    metric: str
    convention: str
    better: str

    def __str__(self) -> str:
        return f"{self.metric}:{self.convention}" if self.convention else self.metric


@lru_cache(maxsize=256)
def _expanded(name: str) -> tuple[Selector, ...]:
    """Return every metric, with its convention, that a selector stands for."""
    from edgemark import Graph, evaluate

    graph = Graph.parse("A --> B", kind="dag")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = evaluate(graph, graph, [name])
    return tuple(Selector(row.metric, row.convention, row.better) for row in report)


def selectors(names: Iterable[str]) -> tuple[Selector, ...]:
    """
    Return every metric, with its convention, that the selectors stand for, each once.

    Raises:
        ConventionError: a metric or convention is unknown.

    Examples:
        >>> [str(metric) for metric in selectors(["shd:pair mismatch", "f1:skeleton"])]
        ['shd:pair mismatch', 'f1:skeleton']
    """
    return tuple(dict.fromkeys(metric for name in names for metric in _expanded(name)))


def selector(name: str) -> Selector:
    """
    Return the only metric, with its convention, that a selector stands for.

    Raises:
        ConventionError: the metric is unknown, has several conventions, or has no better direction.
    """
    metrics = _expanded(name)
    if len(metrics) > 1:
        listed = ", ".join(repr(str(metric)) for metric in metrics)
        raise ConventionError(
            f"a single convention is needed; {name!r} stands for {listed}",
            Remedy("Name one of them"),
        )
    if metrics[0].better == "neither":
        raise ConventionError(f"a metric with a better value is needed; {name!r} only describes a graph")
    return metrics[0]
