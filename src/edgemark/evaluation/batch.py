"""Comparison of many estimates, with one truth or each with its own, as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.conventions.options import Direction, Symmetric
from edgemark.errors import EdgemarkError, InputTypeError, KindError, Remedy
from edgemark.evaluation.batch_inputs import (
    ArrayOrStackOrMapping,
    Group,
    MatrixOptions,
    StackOrMapping,
    are_scored,
    as_collection,
    by_name,
    demand_as_many,
    demand_one_class,
    empty_stack,
    graph_of,
    grouped,
    hold_matrices,
    over_same_nodes,
    read,
    read_estimates,
    stacked,
    truths_by_key,
    with_name,
)
from edgemark.evaluation.batch_warnings import (
    has_value_in,
    warn_how_skeletons_are_read,
    warn_of_each_estimate,
    warn_of_each_graph,
    warn_of_joined_regimes,
    warn_of_other_classes,
    warn_of_scored_marks,
    with_a_value,
)
from edgemark.evaluation.class_warnings import are_of_class, hold_directed_graphs
from edgemark.evaluation.pair_groups import PairGroups
from edgemark.evaluation.score_table import ScoreTable
from edgemark.evaluation.uncounted_edges import warn_of_uncounted, warn_of_uncounted_in
from edgemark.graph import Candidates, Graph, GraphStack, TemporalGraph
from edgemark.graph.align import align
from edgemark.graph.frame_values import as_names
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.metrics import Metric
from edgemark.metrics.batch import GraphBatch
from edgemark.metrics.batch_values import Part, numbers_of, one_by_one
from edgemark.metrics.declaration import as_sides
from edgemark.metrics.restricted_pairs import within
from edgemark.metrics.selectors import Number, Requested, selected
from edgemark.metrics.temporal_inputs import OF_REGIMES
from edgemark.progress import Show, with_progress, without_progress

__all__ = ["evaluate_many", "evaluate_pairs"]

Sides = GraphStack | tuple[Graph, ...]
Values = NDArray[np.float64]
Numbers = tuple[NDArray[np.intp], Values]
"""Rows of a table, and their values of a metric: in one column or, for a confusion, in several."""


def evaluate_many(
    truth: Any,
    estimates: Any,
    metrics: Requested = None,
    *,
    direction: Direction | None = None,
    symmetric: Symmetric | None = None,
    nodes: Iterable[str] | None = None,
    candidates: Candidates | None = None,
    progress: bool = False,
) -> ScoreTable:
    """
    Compare many estimates with one truth, and return a table of numbers.

    It is much faster than a loop over `evaluate`: metrics that count pairs, and the confusions of
    colliders and ancestors, are computed for all graphs in one call of the compiled core.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads; or a `TemporalGraph`.
        estimates: a `GraphStack`; an array of shape (S, p, p) of zeros and ones; or a list of graphs,
            objects `as_graph` reads, or matrices. A mapping names them, and so does the index of a
            pandas Series. An array or a matrix can be a tensor of torch, jax or cupy, which is copied
            to the main memory once. All estimates can also be `EdgeScores`, or all
            `GraphSamples`, which are scored one by one. For a time series truth: graphs or objects
            `as_temporal` reads, or `TemporalScores`, which are scored one by one.
        metrics: names such as "shd" or "f1:skeleton", as for `evaluate`; None takes all.
        direction: direction of an edge that a 1 of a matrix means, see `Graph.from_adjacency`.
        symmetric: meaning of ones in both cells of a pair, see `Graph.from_adjacency`.
        nodes: names of the rows of the matrices; required if the truth has names and the matrices have
            no labels.
        candidates: the ordered pairs that count, see `Candidates`; None for all.
        progress: whether to show the progress on standard error.

    Returns:
        One row for each estimate, one column for each number; nan if it is undefined or refused.

    Raises:
        AlignmentError: an estimate does not have the truth's nodes; the message says which.
        AmbiguityError: see `GraphStack.from_adjacency`.
        ConventionError: a name in `metrics` is unknown.
        GraphError: see `GraphStack.from_adjacency`; or two names are equal as text, such as "1" and 1.
        KindError: some estimates are graphs, and others scores or samples; or `candidates` are given
            for time series graphs.
        TypeError: the estimates are one graph, one object with scores or one file; or a tensor cannot be
            moved.

    Warns:
        ClassWarning: a time series graph has regimes, whose edges are compared together; an undirected
            graph is read as a CPDAG; truth and estimates of different classes are compared as given;
            edges other than ``-->`` count as absent in rankings and probabilities; or true edges are
            not counted, because they are not candidates or have no score. Warnings that `evaluate`
            gives about single estimates name the first estimate, such as a graph that is not of the
            class that it is taken for.

    Examples:
        >>> import numpy as np
        >>> truth = Graph.parse("A --> B; C")
        >>> arrays = np.zeros((3, 3, 3), np.int8)
        >>> arrays[1, 0, 1] = arrays[2, 1, 0] = 1
        >>> table = evaluate_many(truth, arrays, ["shd:arc hamming", "nced"],
        ...     direction="row-to-column", nodes=truth.nodes)
        >>> table["shd"]
        array([1., 0., 2.])
    """
    show = with_progress if progress else without_progress
    matrix_options = MatrixOptions(direction, symmetric, nodes)
    if isinstance(truth, TemporalGraph):
        matrix_options.refuse(estimates)
        return _table_of_one_series(truth, estimates, metrics, candidates, show)
    truth = graph_of(truth)
    estimates_read, names = read_estimates(estimates, "the estimates", matrix_options)
    if are_scored(estimates_read):
        table = _table_of_scored(
            [truth] * len(estimates_read), estimates_read, metrics, candidates, show
        )
        return replace(table, truth=truth)
    batch = GraphBatch(stacked(truth, estimates_read, show, matrix_options))
    table = _table_of_graphs(truth, (names, batch), metrics, candidates, show)
    if candidates is not None:
        warn_of_uncounted_in(within(truth, candidates))
    if not len(batch.stack):
        return table
    aligned = align(batch.stack.like, truth)
    chosen = selected(metrics)
    if not are_of_class(batch.stack, truth):
        truths = (aligned,) * len(batch.stack)
        _warn_of_other_classes(chosen, (truths, batch.stack), table)
    warn_of_each_graph(chosen, (aligned, batch.stack), names, has_value_in(table), (aligned, batch))
    return table


def _warn_of_other_classes(
    chosen: Sequence[Number], sides: tuple[Sides, Sides], table: ScoreTable
) -> None:
    """Warn of classes that metrics compare as given, unless they refuse the pair."""
    if all(isinstance(side, GraphStack) and hold_directed_graphs(side) for side in sides):
        return  # There is no warning about DAGs and cyclic directed graphs, see `warn_of_other_classes`.
    warn_of_other_classes(chosen, zip(*sides, strict=True), has_value_in(table))


def stack_scored(
    truth: Graph, stack: GraphStack, metrics: Requested, candidates: Candidates | None = None
) -> ScoreTable:
    """Like `evaluate_many` for a stack, but warn only of undirected graphs that are read as CPDAGs."""
    named = tuple(map(str, range(len(stack)))), GraphBatch(stack)
    return _table_of_graphs(truth, named, metrics, candidates, without_progress)


def guesses_scored(
    truth: Graph | TemporalGraph,
    guesses: Any,
    metrics: Requested,
    candidates: Candidates | None,
    *,
    progress: bool,
) -> ScoreTable:
    """Like `evaluate_many`, but without warnings. For random guesses that replace an estimate."""
    show = with_progress if progress else without_progress
    if isinstance(truth, TemporalGraph):
        return _table_of_one_series(truth, guesses, metrics, candidates, show, warn=False)
    estimates_read, names = read_estimates(guesses, "the estimates", MatrixOptions())
    batch = GraphBatch(stacked(truth, estimates_read, show))
    return _table_of_graphs(truth, (names, batch), metrics, candidates, show, warn=False)


def _table_of_one_series(
    truth: TemporalGraph,
    estimates: Any,
    metrics: Requested,
    candidates: Candidates | None,
    show: Show,
    *,
    warn: bool = True,
) -> ScoreTable:
    _refuse_candidates(candidates)
    named = by_name(estimates, "the estimates")
    return replace(_table_of_series([truth] * len(named), named, metrics, show, warn=warn), truth=truth)


def _table_of_graphs(
    truth: Graph,
    named: tuple[tuple[str, ...], GraphBatch],
    metrics: Requested,
    candidates: Candidates | None,
    show: Show,
    *,
    warn: bool = True,
) -> ScoreTable:
    chosen = selected(metrics)
    names, batch = named
    stack = batch.stack
    parts: list[Part] = []
    if len(stack):
        aligned = align(stack.like, truth)
        compared_truth = aligned if candidates is None else within(aligned, candidates)
        parts = [(np.arange(len(stack)), compared_truth, batch)]
    columns, values = _columns_and_values(chosen, len(stack), _from_parts(lambda metric: parts), show)
    table = ScoreTable(truth, stack, names, columns, values, candidates)
    if warn:
        warn_how_skeletons_are_read(with_a_value(chosen, table), truth, stack)
    return table


def evaluate_pairs(
    truths: Any,
    estimates: Any,
    metrics: Requested = None,
    *,
    direction: Direction | None = None,
    symmetric: Symmetric | None = None,
    nodes: Iterable[str] | None = None,
    candidates: Candidates | None = None,
    progress: bool = False,
) -> ScoreTable:
    """
    Compare many estimates, each with its own truth, and return a table of numbers.

    Adjustment distances are computed for all pairs in one call of the compiled core, and `shd` is
    counted for all pairs at once. Other metrics are computed together for all estimates of one truth.

    Args:
        truths: a `GraphStack`, an array of shape (S, p, p) or tensor, or a list or a mapping of graphs,
            objects `as_graph` reads, or matrices, which may have different nodes; or time series
            graphs, which may have different variables.
        estimates: the same number of estimates, as for `evaluate_many`, each on the nodes of its truth;
            a mapping gives them names. If truths and estimates are mappings or labelled pandas series,
            they are matched by key, and both need the same keys; two lists or arrays by position.
        metrics: names such as "shd" or "f1:skeleton", as for `evaluate`; None takes all.
        direction: direction of an edge that a 1 of a matrix means, on both sides.
        symmetric: meaning of ones in both cells of a pair, see `Graph.from_adjacency`.
        nodes: names of the rows of the matrices, on both sides.
        candidates: the ordered pairs that count for every truth, see `Candidates`; None for all.
        progress: whether to show the progress on standard error.

    Returns:
        One row for each pair, one column for each number; nan if it is undefined or refused.

    Raises:
        AlignmentError: an estimate does not have the nodes of its truth; the message says which, as it
            does for a truth or an estimate that cannot be read.
        AmbiguityError: see `GraphStack.from_adjacency`.
        ConventionError: a name in `metrics` is unknown.
        GraphError: the numbers of truths and estimates differ, or their keys; or only one side has keys.
        InputTypeError: one side is a set, which has no order.
        KindError: some estimates are graphs, and others scores or samples; or `candidates` are given
            for time series graphs.

    Warns:
        ClassWarning: a time series graph has regimes, whose edges are compared together; an undirected
            graph is read as a CPDAG; truth and estimates of different classes are compared as given;
            edges other than ``-->`` count as absent in rankings and probabilities; or true edges are
            not counted, because they are not candidates or have no score. Warnings that `evaluate`
            gives about single estimates name the first estimate, such as a graph that is not of the
            class that it is taken for.

    Examples:
        >>> truths = Graph.parse("A --> B --> C"), Graph.parse("A <-- B <-- C")
        >>> table = evaluate_pairs(truths, truths[::-1], ["sid", "shd:pair mismatch"])
        >>> table["sid"], table["shd"]
        (array([6., 6.]), array([2., 2.]))
    """
    show = with_progress if progress else without_progress
    matrix_options = MatrixOptions(direction, symmetric, nodes)
    sides = as_collection(truths, "the truths"), as_collection(estimates, "the estimates")
    if not any(map(hold_matrices, sides)):
        matrix_options.refuse(estimates)
    matrix_options.refuse_idle_names(*sides)
    truths_read = _truths(truths_by_key(truths, estimates, sides), matrix_options)
    if isinstance(truths_read, list) and truths_read and isinstance(truths_read[0], TemporalGraph):
        matrix_options.refuse(estimates)
        _refuse_candidates(candidates)
        return _table_of_series(truths_read, by_name(sides[1], "the estimates"), metrics, show)
    estimates_read, names = read(sides[1], matrix_options)
    demand_as_many(len(truths_read), len(estimates_read))
    if are_scored(estimates_read):
        return _table_of_scored(list(truths_read), estimates_read, metrics, candidates, show)
    groups, stored_sides = _sides_of_pairs(truths_read, estimates_read, show, matrix_options)
    chosen = selected(metrics)
    parts = PairGroups(groups, candidates)
    columns, values = _columns_and_values(
        chosen,
        len(names),
        _from_parts(parts.for_metric),
        show,
    )
    score_table = ScoreTable(*stored_sides, names, columns, values, candidates)
    for group in groups:
        warn_how_skeletons_are_read(with_a_value(chosen, score_table), group.truths, group.estimates)
    if candidates is not None:
        warn_of_uncounted([(within(truth, candidates), None) for truth in stored_sides[0]], names)
    _warn_of_other_classes(chosen, stored_sides, score_table)
    warn_of_each_graph(chosen, stored_sides, names, has_value_in(score_table))
    return score_table


def _truths(
    listed_truths: ArrayOrStackOrMapping, matrix_options: MatrixOptions
) -> GraphStack | list[Any]:
    """Read the truths; return a stack if all have the same nodes."""
    try:
        truths_read, _ = read(listed_truths, matrix_options, "truth")
    except EdgemarkError as error:
        is_named = str(error).startswith("truth ")
        raise error if is_named else error.after("the truths: ") from None
    if isinstance(truths_read, GraphStack):
        return truths_read
    things = list(truths_read.values())
    if things and isinstance(things[0], tuple):
        raise InputTypeError(
            "the truths and the estimates must be two lists; the truths hold pairs",
            Remedy("Separate the pairs into two lists, as in evaluate_pairs(*zip(*pairs))"),
        )
    if things and isinstance(things[0], TemporalGraph):
        return things
    graphs = [with_name(graph_of, name, thing, "truth") for name, thing in truths_read.items()]
    if not graphs:
        return empty_stack(Graph(0))
    return GraphStack(graphs) if over_same_nodes(graphs) else graphs


def _sides_of_pairs(
    truths: GraphStack | list[Graph],
    estimates_read: StackOrMapping,
    show: Show,
    matrix_options: MatrixOptions,
) -> tuple[list[Group], tuple[Sides, Sides]]:
    """Return the pairs grouped by their nodes, and both sides as the table stores them."""
    if isinstance(truths, GraphStack):
        estimates = stacked(truths.like, estimates_read, show, matrix_options)
        if truths.nodes != estimates.nodes:
            truths = GraphStack([align(estimates.like, truth) for truth in truths])
        group = Group(np.arange(len(truths)), truths, estimates)
        return [group] if len(truths) else [], (truths, estimates)
    items = (
        enumerate(estimates_read) if isinstance(estimates_read, GraphStack) else estimates_read.items()
    )
    groups = grouped(truths, show("estimates", list(items)), matrix_options)
    place_of_row = {int(k): (g, n) for g in groups for n, k in enumerate(g.rows)}
    pairs = [(g.truths[n], g.estimates[n]) for g, n in (place_of_row[k] for k in range(len(truths)))]
    ordered_truths, ordered_estimates = zip(*pairs, strict=True)
    return groups, (ordered_truths, ordered_estimates)


# ---- candidates


def _refuse_candidates(candidates: Candidates | None) -> None:
    if candidates is not None:
        raise KindError(
            "candidates are pairs of nodes of a graph without lags; the truth is a time series graph",
            Remedy("Leave candidates out"),
        )


# ---- scores and samples, one by one


def _table_of_scored(
    truths: Sequence[Graph],
    named: Mapping[Any, Any],
    metrics: Requested,
    candidates: Candidates | None,
    show: Show,
) -> ScoreTable:
    """Return the table of estimates that are scores or samples, scored one by one."""
    sides = [
        with_name(partial(as_sides, truth, candidates=candidates), *item)
        for truth, item in zip(truths, show("estimates", named.items()), strict=True)
    ]
    aligned = [estimate for _, estimate in sides]
    demand_one_class(aligned, "graphs, all scores or all samples")
    chosen = selected(metrics, type(aligned[0]))
    warn_of_uncounted(sides, as_names(named))
    rows = np.arange(len(aligned))

    def numbers_for(number: Number) -> Iterable[Numbers]:
        metric, convention, measures = number
        yield (
            rows,
            one_by_one([truth for truth, _ in sides], aligned, metric, convention.options, measures),
        )

    columns, values = _columns_and_values(chosen, len(aligned), numbers_for, show)
    names = tuple(as_names(named))
    table = ScoreTable(tuple(truths), tuple(aligned), names, columns, values, candidates)
    warn_how_skeletons_are_read(with_a_value(chosen, table), truths, ())
    warn_of_scored_marks(chosen, sides, has_value_in(table))
    warn_of_each_estimate(chosen, sides, names, has_value_in(table))
    return table


# ---- numbers


def _from_parts(parts_for: Callable[[Metric], list[Part]]) -> Callable[[Number], Iterable[Numbers]]:
    def numbers_for(number: Number) -> Iterable[Numbers]:
        metric, convention, measures = number
        return numbers_of(parts_for(metric), metric, convention.options, measures)

    return numbers_for


def _columns_and_values(
    chosen: tuple[Number, ...],
    n_rows: int,
    numbers_for: Callable[[Number], Iterable[Numbers]],
    show: Show,
) -> tuple[tuple[tuple[str, str], ...], Values]:
    """Return the columns and values of a table."""
    columns = tuple(column for number in chosen for column in number.columns)
    values = np.full((n_rows, len(columns)), nan)
    column = 0
    for number in show("numbers", chosen) if n_rows else ():
        width = len(number.measures) or 1
        for rows, numbers in numbers_for(number):
            values[rows, column : column + width] = numbers.T
        column += width
    values.flags.writeable = False
    return columns, values


# ---- time series


def _table_of_series(
    truths: Sequence[Any],
    named: Mapping[Any, Any],
    metrics: Requested,
    show: Show,
    *,
    warn: bool = True,
) -> ScoreTable:
    """Return the table of time series estimates, scored one by one."""
    demand_as_many(len(truths), len(named))
    items = zip(truths, show("estimates", named.items()), strict=True)
    aligned = [with_name(partial(_aligned_over_time, truth), *item) for truth, item in items]
    demand_one_class(aligned, "time series graphs or all scores")
    chosen = selected(metrics, type(aligned[0]) if aligned else TemporalGraph)
    if warn and any(metric.name != OF_REGIMES for metric, *_ in chosen):
        warn_of_joined_regimes(truths, aligned)
    rows = np.arange(len(aligned))

    def numbers_for(number: Number) -> Iterable[Numbers]:
        metric, convention, measures = number
        yield rows, one_by_one(truths, aligned, metric, convention.options, measures)

    columns, values = _columns_and_values(chosen, len(aligned), numbers_for, show)
    names = tuple(as_names(named))
    table = ScoreTable(tuple(truths), tuple(aligned), names, columns, values)
    if warn:
        warn_how_skeletons_are_read(with_a_value(chosen, table), truths, aligned)
        sides = list(zip(truths, aligned, strict=True))
        warn_of_each_estimate(chosen, sides, names, has_value_in(table))
    return table


def _aligned_over_time(truth: Any, thing: Any) -> TemporalEstimate:
    if not isinstance(truth, TemporalGraph):
        raise KindError(
            f"the truths must all be time series graphs, or none; one is a {type(truth).__name__}"
        )
    estimate: TemporalEstimate = as_sides(truth, thing)[1]
    return estimate
