"""The warnings of `evaluate` for a batch of estimates: each is given once, not for every estimate."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from math import nan
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions.options import Kind
from edgemark.errors import ClassWarning, KindError, Message, Remedy, levels_to_caller
from edgemark.evaluation.class_warnings import warnings_of_classes
from edgemark.evaluation.estimate import compared_text
from edgemark.evaluation.report_warnings import warnings_of_one_estimate, warnings_of_scored_marks
from edgemark.evaluation.score_table import ScoreTable
from edgemark.graph import Graph, GraphStack, TemporalGraph
from edgemark.graph.equivalence.hidden_variables import skeleton_note
from edgemark.graph.kinds import class_of
from edgemark.graph.marks import CYCLE, DIRECTED, UNDIRECTED
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.metrics import Metric
from edgemark.metrics.batch import GraphBatch, GraphOrBatch, MixedError
from edgemark.metrics.compared_graphs import sides_read
from edgemark.metrics.selectors import Number
from edgemark.metrics.temporal_inputs import regime_notes
from edgemark.report import Row

__all__ = [
    "has_value_in",
    "warn_how_skeletons_are_read",
    "warn_of_each_estimate",
    "warn_of_each_graph",
    "warn_of_joined_regimes",
    "warn_of_other_classes",
    "warn_of_scored_marks",
    "with_a_value",
]

Graphs = GraphStack | Sequence[Graph]
HasValue = Callable[[int, tuple[str, str]], bool]
"""Says whether the row of an estimate has a value in a column, which is a metric and a convention."""

_DIRECTED = frozenset({"dag", "digraph"})


def has_value_in(table: ScoreTable) -> HasValue:
    """Return a function that says whether a row has a value in a column."""
    position_of = {column: k for k, column in enumerate(table.columns)}
    is_missing = np.isnan(table.values)
    return lambda row, column: not is_missing[row, position_of[column]]


def with_a_value(chosen: Iterable[Number], table: ScoreTable) -> list[Number]:
    """Return the metrics that have a value for some estimate."""
    with_values = {
        column for k, column in enumerate(table.columns) if not np.isnan(table.values[:, k]).all()
    }
    return [number for number in chosen if not with_values.isdisjoint(number.columns)]


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
    has_value: HasValue,
) -> None:
    """
    Warn once for each pair of classes that some metric compares as given, as `evaluate` does.

    There is no warning about a DAG and a directed graph with a cycle, because many samples and
    thresholded matrices have cycles.

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
    has_value: HasValue,
) -> None:
    """
    Warn as `evaluate` does of samples of another class than their truth, and of edges other than
    ``-->``, which count as absent. Each text is given once.
    """
    texts: dict[str, None] = {}
    for k, (truth, estimate) in enumerate(sides):
        rows = _rows_with_values(chosen, k, has_value)
        texts |= dict.fromkeys(warnings_of_scored_marks(truth, estimate, rows))
    for text in texts:
        warnings.warn(ClassWarning(text), stacklevel=levels_to_caller())


def warn_of_each_estimate(
    chosen: Sequence[Number],
    sides: Sequence[tuple[Any, Any]],
    names: Sequence[str],
    has_value: HasValue,
) -> None:
    """
    Warn of what `evaluate` says about single estimates: each sort of warning once, with the name of
    the first estimate that has it.

    Args:
        chosen: the metrics.
        sides: truths and estimates.
        names: the names of the estimates.
        has_value: whether the pair at a position has a value in a column.
    """
    _warn_of_first(
        [
            (names[k], note)
            for k, pair in enumerate(sides)
            for note in _distinct_notes(*pair, _rows_with_values(chosen, k, has_value))
        ],
        len(names),
    )


def warn_of_each_graph(
    chosen: Sequence[Number],
    sides: tuple[Graph | Graphs, Graphs],
    names: Sequence[str],
    has_value: HasValue,
    batches: tuple[GraphOrBatch, GraphBatch] | None = None,
) -> None:
    """
    Like `warn_of_each_estimate`, for graphs without lags.

    Graphs that need no warning are recognised all at once, because a table may have thousands.

    Args:
        chosen: the metrics.
        sides: one truth for all estimates or one for each, and the estimates.
        names: the names of the estimates.
        has_value: whether the pair at a position has a value in a column.
        batches: the same truths and estimates, as the metrics read them.
    """
    truth, estimates = sides
    truths = [truth] if isinstance(truth, Graph) else truth
    with_cautions = [number for number in chosen if number.metric.caution is not None]
    if _have_only_directed_edges(truths) and _have_only_directed_edges(estimates):
        with_cautions = []  # No metric has a caution about such graphs.
    elif batches is not None:
        with_cautions = [number for number in with_cautions if _may_warn(number.metric, *batches)]
    if with_cautions:
        to_check = np.arange(len(names))
        estimates = tuple(batches[1].graphs()) if batches is not None else estimates
    else:
        to_check = np.flatnonzero(~(_are_valid(truths) & _are_valid(estimates)))
    _warn_of_first(
        [
            (names[k], note)
            for k in to_check.tolist()
            for note in _distinct_notes(
                truth if isinstance(truth, Graph) else truth[k],
                estimates[k],
                _rows_with_values(with_cautions, k, has_value),
            )
        ],
        len(names),
    )


def _may_warn(metric: Metric, truth: GraphOrBatch, estimates: GraphBatch) -> bool:
    """Whether a metric may have a caution about some estimate."""
    if metric.caution is None:
        return False
    try:
        return metric.caution(cast(Graph, truth), estimates) is not None
    except MixedError:
        return True
    except KindError:
        return False  # The metric refuses all estimates.


def _distinct_notes(truth: Any, estimate: Any, rows: Sequence[Row]) -> Iterable[str]:
    return dict.fromkeys(warnings_of_one_estimate(truth, estimate, rows))


def _have_only_directed_edges(graphs: Graphs) -> bool:
    if isinstance(graphs, GraphStack):
        return graphs.present_states <= DIRECTED | {CYCLE}
    return all(graph.present_states <= DIRECTED | {CYCLE} for graph in _distinct(graphs))


def _distinct(graphs: Iterable[Graph]) -> Iterable[Graph]:
    """Return each object once; a truth that is compared with many estimates is listed many times."""
    return {id(graph): graph for graph in graphs}.values()


def _are_valid(graphs: Graphs) -> NDArray[np.bool_]:
    """Mark the graphs that are valid for their class: the declared one, or that of their marks."""
    if not isinstance(graphs, GraphStack):
        is_valid = {id(graph): not graph.objection(class_of(graph)) for graph in _distinct(graphs)}
        return np.array([is_valid[id(graph)] for graph in graphs], bool)
    kinds = np.array(graphs.kinds, object)
    are_valid = np.ones(len(graphs), bool)
    for kind in set(graphs.kinds):
        rows = np.flatnonzero(kinds == kind)
        of_kind = graphs if len(rows) == len(graphs) else graphs.take(rows)
        are_valid[rows] = (
            _are_of_suggested_class(of_kind) if kind is None else GraphBatch(of_kind).are_of_kind(kind)
        )
    return are_valid


def _are_of_suggested_class(graphs: GraphStack) -> NDArray[np.bool_]:
    """Mark the undeclared graphs that are valid for the class that their marks suggest."""
    if graphs.present_states <= DIRECTED | {CYCLE}:
        return np.ones(len(graphs), bool)
    if graphs.present_states <= DIRECTED | {CYCLE, UNDIRECTED}:
        is_directed = _core.present_states(graphs.words, graphs.starts) >> UNDIRECTED & 1 == 0
        return cast(NDArray[np.bool_], is_directed | GraphBatch(graphs).are_of_kind("cpdag"))
    return np.array([not graph.objection(class_of(graph)) for graph in graphs], bool)


def _warn_of_first(named_notes: Sequence[tuple[str, str]], n_estimates: int) -> None:
    """
    Warn of each sort of note once, with the name of the first estimate that has it.

    A note that is the same for all estimates, such as one about their truth, is given without a name.
    """
    notes_of: dict[str, list[tuple[str, str]]] = {}
    for name, note in named_notes:
        notes_of.setdefault(_sort_of(note), []).append((name, note))
    for notes in notes_of.values():
        name, note = notes[0]
        if len(notes) < n_estimates or len({text for _, text in notes}) > 1:
            start = "estimate " if len(notes) == 1 else f"{len(notes)} estimates, such as "
            message = note if isinstance(note, Message) else Message(note)
            note = message.after(f"{start}{name!r}: ")
        warnings.warn(ClassWarning(note), stacklevel=levels_to_caller())


def _sort_of(note: str) -> str:
    """Return the start of a note, before numbers, names and reasons that differ between estimates."""
    return re.split(r"[0-9'\"]|, but ", note, maxsplit=1)[0]


def _rows_with_values(chosen: Iterable[Number], k: int, has_value: HasValue) -> list[Row]:
    """Return the rows of one pair, with the status that a metric has a value but without the value."""
    return [
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


def _row_of_classes(
    number: Number, column: tuple[str, str], truth: Graph, estimate: Graph, has_value: bool
) -> Row:
    """Return the row of one pair for `warnings_of_classes`, which only asks whether it is refused."""
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
