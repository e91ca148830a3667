"""The warnings of `evaluate`, given once for all truths and once for all estimates of a batch."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from math import nan
from typing import Any

from edgemark.conventions.options import Kind
from edgemark.errors import ClassWarning, Message, Remedy, levels_to_caller
from edgemark.evaluation.class_warnings import warnings_of_classes
from edgemark.evaluation.estimate import compared_text
from edgemark.evaluation.report_warnings import counts_directions_now, warnings_of_scored_marks
from edgemark.graph import Graph, GraphStack, TemporalGraph
from edgemark.graph.equivalence.hidden_variables import skeleton_note
from edgemark.graph.kinds import class_of
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.metrics.compared_graphs import sides_read
from edgemark.metrics.selectors import Number
from edgemark.metrics.temporal_inputs import (
    OF_REGIMES,
    circle_notes,
    regime_notes,
    undirected_notes,
)
from edgemark.report import Row

__all__ = [
    "warn_how_skeletons_are_read",
    "warn_of_joined_regimes",
    "warn_of_other_classes",
    "warn_of_scored_marks",
    "warn_of_series_marks",
]


_DIRECTED = frozenset({"dag", "digraph"})


def warn_how_skeletons_are_read(
    chosen: Iterable[Number], truth: Graph | Iterable[Any], estimates: Iterable[Any]
) -> None:
    """Warn once for the truths and once for the estimates that undirected graphs are read as CPDAGs."""
    sides_read_as_cpdags = {
        side for metric, convention, _ in chosen for side in sides_read(metric, convention.options)
    }
    for graphs, side in ((truth, "truth"), (estimates, "estimate")):
        if side not in sides_read_as_cpdags or (
            isinstance(graphs, GraphStack) and "undirected" not in graphs.kinds
        ):
            continue
        side_graphs = [graphs] if isinstance(graphs, Graph) else graphs
        graphs_with_marks = (graph for graph in side_graphs if isinstance(graph, Graph | TemporalGraph))
        note = next(filter(None, (skeleton_note(graph, side) for graph in graphs_with_marks)), None)
        if note is not None:
            declare = Remedy("If it is a CPDAG, declare it so")
            warnings.warn(ClassWarning(note.problem, declare), stacklevel=levels_to_caller())


def warn_of_other_classes(
    chosen: Sequence[Number],
    pairs: Iterable[tuple[Graph, Graph]],
    has_value: Callable[[int, tuple[str, str]], bool],
) -> None:
    """
    Warn once for each pair of classes that some metric compares as given, as `evaluate` does.

    A DAG and a directed graph with a cycle are not compared, because many samples and thresholded
    matrices have cycles.

    Args:
        chosen: the metrics.
        pairs: truths and estimates.
        has_value: whether the pair at a position has a value in a column.
    """
    found: set[tuple[Kind, Kind]] = set()
    texts: dict[str, None] = {}
    for k, (truth, estimate) in enumerate(pairs):
        classes = class_of(truth), class_of(estimate)
        if classes[0] == classes[1] or classes in found or _DIRECTED.issuperset(classes):
            continue
        found.add(classes)
        rows = [
            _row_of_classes(number, column, truth, estimate, has_value(k, column))
            for number in chosen
            for column in number.columns
        ]
        texts |= dict.fromkeys(warnings_of_classes(truth, estimate, chosen, rows))
    for text in texts:
        warnings.warn(ClassWarning(text), stacklevel=levels_to_caller())


def warn_of_scored_marks(
    chosen: Sequence[Number],
    sides: Iterable[tuple[Graph, Any]],
    has_value: Callable[[int, tuple[str, str]], bool],
) -> None:
    """
    Warn once of each way in which scores or samples differ in their edges from their truth.

    The warnings are those of `evaluate` about samples of other classes and about edges other than
    ``-->``, which count as absent.
    """
    texts: dict[str, None] = {}
    for k, (truth, estimate) in enumerate(sides):
        rows = [
            Row(
                *column,
                source="",
                compared="",
                value=nan,
                count=None,
                of=None,
                better=number.metric.better,
                status="ok" if has_value(k, column) else "refused",
            )
            for number in chosen
            for column in number.columns
        ]
        texts |= dict.fromkeys(warnings_of_scored_marks(truth, estimate, rows))
    for text in texts:
        warnings.warn(ClassWarning(text), stacklevel=levels_to_caller())


def _row_of_classes(
    number: Number, column: tuple[str, str], truth: Graph, estimate: Graph, has_value: bool
) -> Row:
    metric, convention, _ = number
    return Row(
        *column,
        source="",
        compared=compared_text(metric, convention, truth, estimate),
        value=nan,
        count=None,
        of=None,
        better=metric.better,
        status="undefined" if has_value else "refused",
    )


def warn_of_joined_regimes(truths: Sequence[Any], estimates: Sequence[TemporalEstimate]) -> None:
    """Warn once for truths and once for estimates that edges of all regimes are compared together."""
    pairs = zip(truths, estimates, strict=True)
    problems = dict.fromkeys(note.problem for pair in pairs for note in regime_notes(*pair))
    for problem in problems:
        by_regime = Remedy("Compare each regime: call evaluate_regimes for every estimate")
        text = problem.replace("the estimate changes", "an estimate changes")
        warnings.warn(ClassWarning(text, by_regime), stacklevel=levels_to_caller())


def warn_of_series_marks(
    chosen: Iterable[Number], truths: Sequence[Any], estimates: Sequence[TemporalEstimate]
) -> None:
    """Warn once, as `evaluate` does, that circles or undirected edges of estimates count as errors."""
    columns = [column for number in chosen for column in number.columns]
    messages: dict[str, Message] = {}
    for truth, estimate in zip(truths, estimates, strict=True):
        notes: list[Message] = []
        if any(metric in ("temporal_shd", OF_REGIMES) for metric, _ in columns):
            notes += circle_notes(truth, estimate)
        if any(counts_directions_now(*column) for column in columns):
            notes += undirected_notes(truth, estimate)
        messages |= {str(note): note for note in notes}
    for note in messages.values():
        warnings.warn(ClassWarning(note.problem, *note.remedies), stacklevel=levels_to_caller())
