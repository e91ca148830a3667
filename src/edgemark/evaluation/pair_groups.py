"""Truths and estimates of `evaluate_pairs`, grouped for metrics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from edgemark.conventions.options import Kind
from edgemark.evaluation.batch_inputs import Group
from edgemark.graph import Candidates, GraphStack
from edgemark.metrics import Metric
from edgemark.metrics.batch import GraphBatch
from edgemark.metrics.batch_values import Part
from edgemark.metrics.restricted_pairs import within

__all__ = ["PairGroups"]

_FEW_ESTIMATES = 4


@dataclass(frozen=True)
class PairGroups:
    """Truths and estimates, grouped for metrics that read one truth or all pairs at once."""

    groups: Sequence[Group]
    candidates: Candidates | None

    def for_metric(self, metric: Metric) -> list[Part]:
        """Return the parts that a metric reads fastest."""
        if metric.batch != "pairs" or self.candidates is not None:
            return self.by_truth
        # One table of states for each truth is faster if every truth has many estimates.
        return self.together if metric.additive is None or self._have_own_truths else self.by_truth

    @cached_property
    def _have_own_truths(self) -> bool:
        """Whether most truths have few estimates."""
        n_truths = sum(len(rows) for rows in self._rows_by_truth)
        return n_truths * _FEW_ESTIMATES > sum(len(group.rows) for group in self.groups)

    @cached_property
    def _rows_by_truth(self) -> list[list[list[int]]]:
        """The positions of equal truths in each group."""
        return [_equal_graphs(group.truths) for group in self.groups]

    @cached_property
    def together(self) -> list[Part]:
        """All pairs with the same nodes together, for metrics that accept several truths."""
        return [
            (group.rows, GraphBatch(group.truths), GraphBatch(group.estimates)) for group in self.groups
        ]

    @cached_property
    def by_truth(self) -> list[Part]:
        """The estimates grouped by truth, for other metrics."""
        groups = zip(self.groups, self._rows_by_truth, strict=True)
        return [part for group in groups for part in self._by_truth(*group)]

    def _by_truth(self, group: Group, rows_by_truth: Iterable[list[int]]) -> Iterator[Part]:
        for rows in rows_by_truth:
            truth = group.truths[rows[0]]
            compared_truth = truth if self.candidates is None else within(truth, self.candidates)
            yield group.rows[rows], compared_truth, GraphBatch(group.estimates.take(np.array(rows)))


def _equal_graphs(stack: GraphStack) -> list[list[int]]:
    """Return the positions of each graph of a stack, which have the same nodes in the same order."""
    ends = stack.starts.tolist()
    rows_of: dict[tuple[bytes, Kind | None], list[int]] = {}
    for k, kind in enumerate(stack.kinds):
        rows_of.setdefault((stack.words[ends[k] : ends[k + 1]].tobytes(), kind), []).append(k)
    return list(rows_of.values())
